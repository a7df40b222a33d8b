/* What the engines share: a query compiled for them (every term once, operands before their users),
 * block shapes, integer ranges and scratch memory. */
#ifndef CSL_DECIDE_TAPE_H
#define CSL_DECIDE_TAPE_H

#include "query.h"
#include "pool.h"
#include "../../ir/range.h"
#include "../../limits/limits.h"

#define CSL_NO_NODE UINT32_MAX

/* What a node's value means.
 *
 * An evaluation of a node can be undefined: a signed overflow, a division by zero, or, in a term of
 * an offset (of a guard, if there are no offsets) and unless the query says that they wrap, a
 * result that does not fit its type only because a parameter, a grid coordinate or a pass number is
 * beyond CSL_UNIFORM_LIMIT, or a loaded value beyond CSL_LOADED_LIMIT: indices made of such numbers
 * wrap only in launches far larger than memory, but hashes and differences wrap on purpose, and so
 * do conversions to fewer bytes. `strict` marks the nodes this can happen at. An undefined operand
 * makes the result undefined, but for AND with a false kid, OR with a true kid, and the arm an ITE
 * does not take. A query is satisfied only by defined values. */
typedef struct csl_term {
    const csl_expr *e;
    const uint32_t *kid; /* e->nkids node numbers */
    csl_range range;     /* of every defined evaluation that can satisfy the query */
    uint8_t sides;       /* bit 0: depends on thread 1, bit 1: on thread 2 */
    bool strict;         /* a result that does not fit the type is undefined */
    bool below;          /* an offset is made of it, or a guard if there is none */
    bool indexes;        /* ... and it is taken not to wrap for values of ordinary size */
    bool may_fail;       /* this node or one below it can be undefined */
} csl_term;

#define CSL_UNIFORM_LIMIT ((csl_wide)1 << 8)
#define CSL_LOADED_LIMIT ((csl_wide)1 << 18)

typedef struct csl_tape {
    const csl_query *q;
    csl_term *node;
    uint32_t n;
    uint32_t max_kids;
    uint32_t fact, guard[2], offset[2]; /* offset: CSL_NO_NODE when the query has none */
    uint32_t *var;                      /* node of each variable, or CSL_NO_NODE */
    csl_range *var_range;               /* of each variable, also of those no term mentions */
    uint32_t *conjunct;                 /* nodes that must be true: fact and guards, flattened */
    uint32_t nconjuncts;
    bool has_unknown_function; /* PURE: its evaluation is only one of many possible ones */
    bool assumes;              /* something is undefined that C defines */
    bool contradiction;        /* the ranges alone show that nothing satisfies the query */
} csl_tape;

/* Lives in the pool; the query must outlive it. `narrow` lets the conjuncts tighten the ranges. */
csl_tape *csl_tape_new(csl_pool *pool, const csl_query *q, bool narrow);

/* Undoes the narrowing of all but the variables: the range of every other term follows from those
 * of its operands again. */
void csl_tape_widen(csl_tape *t);

/* No pair of threads at all, or conditions that the ranges show to be contradictory. */
bool csl_trivially_safe(const csl_tape *t);

/* The value of a defined evaluation of this node is the exact-integer result of its operator. */
bool csl_term_exact(const csl_tape *t, uint32_t node);
csl_range csl_kid_range(const csl_tape *t, uint32_t node, unsigned kid);

/* The node, or what it is a conversion of. */
static inline uint32_t csl_node_without_casts(const csl_tape *t, uint32_t node) {
    while (t->node[node].e->op == CSL_OP_CAST)
        node = t->node[node].kid[0];
    return node;
}

/* One evaluation by csl_eval_op; slow and plain, the judge of all other engines. `value` has one
 * entry per variable; result and undefined, one per node, are filled in. */
void csl_tape_evaluate(const csl_tape *t, const int64_t *value, int64_t *result, bool *undefined);
/* The same of these nodes alone, in this order. */
void csl_tape_evaluate_some(const csl_tape *t, const uint32_t *nodes, uint32_t n,
                            const int64_t *value, int64_t *result, bool *undefined);
/* csl_query_holds(), for many values of one query. Narrowed or not, a tape says the same: what is
 * undefined was settled before. */
bool csl_tape_holds(const csl_tape *t, const int64_t *value);
/* True if the exact-integer result of a strict operation does not fit its type. */
bool csl_overflows(const csl_expr *e, const int64_t *kids);

/* Called when the witness of an engine does not satisfy its query: a bug of ours. Aborts in builds
 * that check passes; otherwise the engine must answer UNDECIDED. */
void csl_replay_failed(const char *engine);

/* ---- block shapes (block_shapes.c) ----------------------------------------------------------------- */

bool csl_shape_allowed(const csl_shapes *s, int64_t x, int64_t y, int64_t z);
/* Values of blockDim.d over all shapes of the query. */
csl_range csl_shapes_range(const csl_shapes *s, unsigned d);
/* The shapes to try, in order of preference: all of them if they are given, else well-known ones.
 * Returns how many; *complete says whether no other shape exists. */
uint32_t csl_shapes_to_try(const csl_shapes *s, uint32_t shape[CSL_ROOM_shapes_tried][3],
                           bool *complete);
/* Every shape, or 0 when they are too many to list. `one_is_enough`: blockDim does not matter, so
 * of one-dimensional shapes the largest will do. */
uint32_t csl_shapes_all(csl_pool *pool, const csl_shapes *s, bool one_is_enough,
                        uint32_t (**list)[3]);
/* The greatest number of threads of any shape. */
uint32_t csl_shapes_max_threads(const csl_shapes *s);

/* True if `pair` holds for two threads of a block, given by their coordinates. */
bool csl_pair_holds(csl_pair pair, const int64_t dim[3], const int64_t a[3], const int64_t b[3]);

#endif
