/* Results of earlier runs, kept by what they depend on: the text of the file and of all it
 * includes, which of the headers it asks for exist, its flags and options, and the tool itself.
 *
 * Any number of runs may use one cache at a time: an entry appears whole or not at all.
 */
#ifndef CSL_CACHE_H
#define CSL_CACHE_H

#include "../plan/plan.h"

typedef struct csl_cache csl_cache;

/* Opens the cache that the options name. *cache is NULL without one (--no-cache, --dump, no place
 * to keep it). Returns NULL, or what is wrong with --cache-dir (caller frees). */
char *csl_cache_open(csl_cache **cache, const csl_options *o);
void csl_cache_free(csl_cache *cache);

/* The result of an input as an earlier run left it, in `ctx`; NULL: none, or what it depends on has
 * changed. */
csl_result *csl_cache_get(csl_cache *cache, csl_ctx *ctx, const csl_input *input);
/* Keeps a result that csl_cache_get did not have; `document` is its csl_write_result. Nothing is
 * kept of a file that was not analysed, or when a file has changed since the run began. */
void csl_cache_put(csl_cache *cache, const csl_input *input, const csl_result *result,
                   const char *document, size_t bytes);

#endif
