/* Scratch memory of one decision: many small allocations, one release. Internal to decide/. */
#ifndef CSL_DECIDE_POOL_H
#define CSL_DECIDE_POOL_H

#include <stddef.h>

typedef struct csl_pool {
    struct csl_pool_chunk *chunks;
} csl_pool;

/* Zeroed, aligned for any scalar, alive until csl_pool_free. Aborts when memory runs out. A pool
 * starts out as `{0}`. */
void *csl_pool_alloc(csl_pool *pool, size_t bytes);
/* The same, but not zeroed: for what is large, and seldom filled. */
void *csl_pool_room(csl_pool *pool, size_t bytes);
void csl_pool_free(csl_pool *pool);

#define CSL_POOL_ARRAY(pool, type, n) ((type *)csl_pool_alloc((pool), (n) * sizeof(type)))
#define CSL_POOL_ROOM(pool, type, n) ((type *)csl_pool_room((pool), (n) * sizeof(type)))

#endif
