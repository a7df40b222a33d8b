/* What the kernels of a file came to: results, and the findings of the rules. */
#ifndef CSL_JUDGED_H
#define CSL_JUDGED_H

#include "../../../rules/sink.h"
#include "../../frontend/frontend.h"
#include "../options/header_filter.h"
#include "analyze.h"

/* Everything is the file's, but what was found since the last copy: that lies in `work`, where the
 * kernels are analysed, which ends where it has grown too large (csl_judge). */
typedef struct csl_judged {
    csl_ctx *ctx;
    csl_ctx *work; /* NULL: no kernel was analysed since it ended */
    const csl_options *o;
    const csl_input *input;
    csl_decider *decider;
    csl_recall *known;     /* or NULL */
    const char *broken;    /* csl_parse_log.broken, of any architecture */
    csl_build_doubt doubt; /* csl_parse_log.doubt of the same */
    const char *refused;   /* csl_parse_log.refused, of this architecture */
    csl_sources *sources;  /* for the names of files */
    csl_header_filter *filter;
    csl_sink sink;
    GArray *finding_archs;                    /* uint32_t, one per finding of the sink */
    GArray *instances;                        /* csl_instance */
    GPtrArray *proofs;                        /* const char *, of csl_proof_end */
    GArray *wanted;                           /* csl_wanted */
    uint32_t nkept_findings, nkept_instances; /* those in front do not lie in `work` */
    GArray *made_up, *found;                  /* judged.c */
} csl_judged;

void csl_judged_init(csl_judged *j, csl_ctx *ctx, const csl_input *input, const csl_options *o,
                     csl_recall *known);
/* The results, which are the context's, stay. */
void csl_judged_free(csl_judged *j);

/* Verdict and findings of one kernel, for an architecture of this index and name. */
void csl_judge(csl_judged *j, const csl_module *m, const csl_kernel *k, uint32_t arch,
               const char **arch_name);
/* All kernels of a module were judged: their results become the context's. */
void csl_judged_all(csl_judged *j);

#endif
