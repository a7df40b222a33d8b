/* A run spread over several machines: each analyses every N-th file and writes its results, and one
 * run makes the reports of all of them, as if it had analysed the files itself. */
#ifndef CSL_SHARD_H
#define CSL_SHARD_H

#include "../plan/plan.h"

/* True if this run analyses the input at that position of the plan. */
bool csl_shard_has(const csl_options *o, uint32_t index);

/* Writes the results of this run's share of the plan, as --shard asks for. Returns NULL, or why the
 * file could not be written (caller frees). */
char *csl_shard_write(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                      uint32_t n);

/* Reads the files of all shards (the paths of the options) into the plan that they share and the
 * results of its inputs, in `ctx`. Returns NULL, or what is wrong or missing (caller frees). The
 * plan is freed with g_array_unref, the array of results with g_free. */
char *csl_shards_read(csl_ctx *ctx, const csl_options *o, GArray **plan, csl_result ***results);

#endif
