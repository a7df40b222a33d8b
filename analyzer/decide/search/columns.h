/* Evaluation of a tape for many threads at once. Internal.
 *
 * Every node has a column of CSL_LANES values, one per thread and choice of its private unknowns.
 * One step of the tape is one tight loop over a column, so the cost of decoding a step is shared
 * by all lanes. */
#ifndef CSL_DECIDE_COLUMNS_H
#define CSL_DECIDE_COLUMNS_H

#include "../query/tape.h"

enum { CSL_LANES = 64 };

typedef struct csl_columns {
    const csl_tape *tape;
    const struct csl_way *way; /* to evaluate each node */
    int64_t *value;            /* CSL_LANES per node */
    uint8_t *undefined;        /* likewise; see csl_term */
} csl_columns;

csl_columns *csl_columns_new(csl_pool *pool, const csl_tape *t);
/* The column of a node; those of SYM nodes are the caller's to fill. */
static inline int64_t *csl_column(const csl_columns *c, uint32_t node) {
    return c->value + (size_t)node * CSL_LANES;
}
/* Whether its values are undefined, lane by lane. */
static inline uint8_t *csl_undefined(const csl_columns *c, uint32_t node) {
    return c->undefined + (size_t)node * CSL_LANES;
}
/* Such a node has no loop over the lanes of its own: some twenty times as slow as others. */
bool csl_columns_slow(const csl_expr *e);
/* Evaluates a list of nodes that have operands, these before their users, in the first `lanes`
 * lanes. */
void csl_columns_run_nodes(const csl_columns *c, const uint32_t *nodes, uint32_t count,
                           unsigned lanes);

#endif
