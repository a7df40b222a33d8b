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

#endif
