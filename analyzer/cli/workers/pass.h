/* Results of files: from the cache, and from workers where it has none. */
#ifndef CSL_PASS_H
#define CSL_PASS_H

#include "../cache/cache.h"
#include "../cache/depends.h"
#include "../../child/worker.h"

typedef struct csl_pass {
    const csl_options *o;
    csl_ctx *ctx; /* results live here */
    const csl_input *inputs;
    csl_result **results;   /* one per input */
    csl_digests *digests;   /* of what was read */
    csl_texts *texts;       /* what was analysed of each file with findings; or NULL */
    csl_cache *cache;       /* or NULL */
    csl_commands *commands; /* or NULL: only what is in the plan counts */
    bool in_parts;          /* inputs of one path, one behind the other, are parts of it */
    uint32_t *missing;      /* inputs to analyse: those of the shard that the cache does not know */
    uint32_t *jobs;         /* for each job the index in `missing` of its first input */
    uint32_t nmissing, njobs;
    bool links;                          /* the jobs may read headers that links lead to */
    GArray *again;                       /* uint32_t: inputs that want to */
    const struct csl_past_report *since; /* --since, or NULL */
} csl_pass;

/* Fills the results of the inputs; of a shard, those of its share. */
void csl_pass_all(csl_pass *r, uint32_t n);

csl_limits csl_limits_of(const csl_options *o);

#endif
