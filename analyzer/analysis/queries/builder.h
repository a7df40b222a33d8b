/* What a builder of queries holds. */
#ifndef CSL_BUILDER_H
#define CSL_BUILDER_H

#include "asker.h"

typedef struct csl_instance {
    uint32_t op, index; /* leaf of the generic thread */
    int side;           /* -1: shared */
    uint32_t variant;   /* which pass, when one side needs several */
    uint32_t var;
    uint32_t before; /* the earlier one of its bucket */
} csl_instance;

/* What was seen that way so far. */
typedef struct csl_seen {
    int side, ahead;
    const csl_loop *common;
    csl_memo *memo;
} csl_seen;

#define CSL_BUILDER_BUCKETS 64

struct csl_builder {
    csl_analysis *a;
    csl_relation r;
    CSL_VEC(csl_dvar) vars;
    CSL_VEC(csl_instance) made;
    uint32_t bucket[CSL_BUILDER_BUCKETS]; /* of `made`, by leaf: 1 plus the index of the latest */
    CSL_VEC(csl_seen) seen;
    uint32_t nseen; /* of those, the ones of this query; the others lend their memory */
    CSL_VEC(csl_way_out) ways;
    const bool *loose; /* csl_builder_loosen(), of so many variables */
    uint32_t nloose;
    bool elects; /* csl_builder_elects() */
    csl_expr *fact;
};

/* The threads of a block along the axis, as many in blocks of all shapes; 0: not as many. */
int64_t csl_size_along(const csl_shapes *s, uint32_t axis);
/* A condition in which what all lanes of a warp have in common, threadIdx.x / 32, is said of thread
 * 1, also where it was said of thread 2: then it is the same term for both (lane_masks.c). As it
 * was if the two are not of one warp. */
csl_expr *csl_as_in_warp(csl_builder *b, csl_expr *e);
/* ... of both threads in one aligned tile of so many lanes, a power of two. */
csl_expr *csl_as_in_tile(csl_builder *b, uint32_t lanes, csl_expr *e);
/* The number of the pass that a value of the loop is of, or NULL if the query does not ask for it.
 */
csl_expr *csl_number_of_pass(csl_builder *b, const csl_instance *m, const csl_loop *loop);

#endif
