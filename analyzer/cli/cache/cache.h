/* Results of earlier runs, kept by what they depend on: the text of the file, its flags and
 * options, the tool itself, and all that the worker read or asked for (depends.h).
 *
 * Any number of runs may use one cache at a time: an entry appears whole or not at all. Entries
 * hold a digest of themselves, and one that another user could have written counts for nothing.
 */
#ifndef CSL_CACHE_H
#define CSL_CACHE_H

#include "../plan/plan.h"
#include "depends.h"

typedef struct csl_cache csl_cache;

/* Opens the cache that the options name. *cache is NULL without one (--no-cache, --dump, no place
 * to keep it, or a folder that others can write to, which is said on standard error). Returns NULL,
 * or what is wrong with --cache-dir (caller frees). `digests` outlive the cache. */
char *csl_cache_open(csl_cache **cache, const csl_options *o, csl_digests *digests);
void csl_cache_free(csl_cache *cache);

/* The result of an input as an earlier run left it, in `ctx`; NULL: none, or what it depends on has
 * changed. What it was found in is added to `texts` (NULL: not wanted). */
csl_result *csl_cache_get(csl_cache *cache, csl_ctx *ctx, const csl_input *input, csl_texts *texts);
/* Keeps a result that csl_cache_get did not have; `document` is its csl_write_result. */
void csl_cache_put(csl_cache *cache, const csl_input *input, const csl_depends *depends,
                   const char *document, size_t bytes);

/* The same for what trials of fixes came to (cli/fix/offer.h): `asked` names the findings. A
 * document without its end of line, which the caller frees, or NULL. */
char *csl_cache_get_trials(csl_cache *cache, const csl_input *input, const char *asked);
void csl_cache_put_trials(csl_cache *cache, const csl_input *input, const char *asked,
                          const csl_depends *depends, const char *document, size_t bytes);

#endif
