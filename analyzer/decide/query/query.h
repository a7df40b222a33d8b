/* A question about two threads: can two different threads of one block (or warp) satisfy a
 * condition each, and touch overlapping bytes? And what an engine answers.
 *
 * A query knows nothing of kernels: its terms are csl_expr over CSL_OP_SYM leaves, whose index is
 * a row of the query's variable table (no TID, VAR, PARAM, BASE; PURE is allowed and means an
 * unknown function, the same one on both sides). Race: both guards hold and the byte ranges
 * overlap. Divergence: offsets are NULL, both guards hold (one says "I reach the barrier", the
 * other "I went the other way").
 */
#ifndef CSL_DECIDE_QUERY_H
#define CSL_DECIDE_QUERY_H

#include "../../ir/range.h"
#include "../../limits/limits.h"

typedef enum {
    CSL_ROLE_TID,   /* threadIdx of one side */
    CSL_ROLE_BDIM,  /* blockDim */
    CSL_ROLE_BID,   /* blockIdx */
    CSL_ROLE_GDIM,  /* gridDim */
    CSL_ROLE_PARAM, /* kernel parameter or other launch constant */
    CSL_ROLE_ITER,  /* pass number of a loop, >= 0 */
    CSL_ROLE_DATA,  /* a value loaded from memory or returned by a collective */
    CSL_ROLE_LOST   /* a value the analysis gave up on */
} csl_role;

/* One unknown of a query. `side` 0: both threads share it; 1, 2: belongs to that thread. */
typedef struct csl_dvar {
    csl_role role;
    csl_type type;
    int side;
    csl_wide lo, hi;  /* inclusive */
    const char *name; /* for messages: "threadIdx.x", "n", "s" */
    bool uniform;     /* side 1, 2: any other thread of the block has the same in that thread's
                         place; no engine makes use of it */
    bool of_launch;   /* DATA: one number for all blocks, as good as a parameter */
    bool whole;       /* all of its range counts: what is far from 0 is not unusual there */
} csl_dvar;

/* What may be anything, whether threads agree on it or not. */
static inline bool csl_is_loaded(const csl_dvar *v) {
    return v->role == CSL_ROLE_DATA || v->role == CSL_ROLE_LOST;
}

/* The first nine rows of every table are fixed. */
enum {
    CSL_DV_TID1 = 0, /* x, y, z of thread 1 */
    CSL_DV_TID2 = 3,
    CSL_DV_BDIM = 6,
    CSL_DV_FREE = 9
};

typedef enum {
    CSL_PAIR_BLOCK,            /* any two different threads of the block */
    CSL_PAIR_DIFFERENT_WARPS,  /* linear thread number / 32 differs */
    CSL_PAIR_SAME_WARP,        /* ... is equal, and the threads differ */
    CSL_PAIR_DIFFERENT_GROUPS, /* linear thread number / 128 differs */
    CSL_PAIR_ANY               /* no relation: threads of two blocks, whose ids may be equal */
} csl_pair;

/* Threads of the pair differ in their linear number over this. */
static inline uint32_t csl_apart(csl_pair pair) {
    return pair == CSL_PAIR_DIFFERENT_GROUPS ? 128 : pair == CSL_PAIR_DIFFERENT_WARPS ? 32 : 1;
}

/* Block shapes to consider. If n > 0: exactly these (launches in the file, --block-dim). If n == 0:
 * every shape with x*y*z <= max_threads (x, y <= 1024, z <= 64). A dimension that is fixed has that
 * many threads in every shape: 1 where it is unused. */
typedef struct csl_shapes {
    const uint32_t (*shape)[3];
    uint32_t n;
    uint32_t max_threads; /* 1024, or __launch_bounds__ */
    uint32_t fixed[3];    /* 0: it is not */
} csl_shapes;

typedef struct csl_query {
    csl_ctx *ctx;
    const csl_dvar *vars;
    uint32_t nvars;
    csl_expr *fact;      /* BOOL over shared variables (and sides, for relations); may be true */
    csl_expr *guard[2];  /* BOOL: condition of thread 1, of thread 2 */
    csl_expr *offset[2]; /* byte offsets, I64; NULL: no overlap asked */
    uint32_t bytes[2];
    csl_pair pair;
    const csl_shapes *shapes;
    csl_expr *const *steady; /* BOOL: further facts, of which an engine knows nothing; who asks adds
                                those that a witness contradicts */
    uint32_t nsteady;
    bool wraps; /* nothing is undefined but what C leaves undefined; see csl_query_holds */
} csl_query;

typedef enum {
    CSL_SAFE,       /* impossible, for every block shape of the query */
    CSL_SAFE_TRIED, /* impossible for the shapes that were tried: those of csl_tried_shapes */
    CSL_POSSIBLE,   /* the witness satisfies everything, checked by evaluation */
    CSL_UNDECIDED   /* budget used up, or no solver */
} csl_verdict;

/* Impossible, for all block shapes or for those that were tried. */
static inline bool csl_is_safe(csl_verdict v) {
    return v == CSL_SAFE || v == CSL_SAFE_TRIED;
}

typedef struct csl_answer {
    csl_verdict verdict;
    const char *by;     /* name of the tactic or engine that settled it: "injective", "z3" */
    bool assumes;       /* SAFE, SAFE_TRIED: only if indices do not wrap (csl_query.wraps) */
    int64_t *value;     /* POSSIBLE: one per variable (arena of the query's context) */
    const char *limits; /* UNDECIDED: names of the limits that were hit on the way, or NULL; who
                           asks for a kernel fills it in (analysis/queries/ask.c) */
} csl_answer;

/* given.c: the numbers that conditions of the query leave the variable, `n == 32`,
 * `n == 1 || n == 2`; of a fact that bounds it, as `n <= 64`, all if they are few, else the least
 * that is told, and the largest.
 */
typedef struct csl_given {
    int64_t value[CSL_ROOM_given_values];
    uint32_t n;
    bool more;           /* there are others */
    bool wide;           /* besides, any between the two */
    int64_t least, most; /* ... of all facts that say so */
} csl_given;
csl_given csl_given_values(const csl_query *q, uint32_t var);
/* The query with the leaves of its terms replaced (csl_map); not those of `steady`. */
csl_query csl_map_query(const csl_query *q, csl_leaf_fn fn, void *user);
/* One of its terms has such a part; those of `steady` are not looked at. */
bool csl_query_has(const csl_query *q, csl_part_fn is, void *user);
/* The query with the number in place of the variable. */
csl_query csl_with_value(const csl_query *q, uint32_t var, int64_t value);
/* The query in which all numbers of a wide range count, where an index that wraps is no less usual
 * than one that does not (csl_dvar.whole). */
csl_query csl_with_range(const csl_query *q, uint32_t var, const csl_given *given);
/* An index may wrap for some number of the range, though all else is of ordinary size. */
bool csl_wraps_in_range(const csl_query *q, uint32_t var, const csl_given *given);

/* The shapes a SAFE_TRIED answer speaks of, as "32x1x1, 64x1x1, ...": they depend on the shapes of
 * the query alone. In the arena of ctx. */
const char *csl_tried_shapes(csl_ctx *ctx, const csl_shapes *shapes);

/* True if `value` (one per variable) satisfies the query: shape allowed, thread ids inside the
 * block and of the pair kind, variables in range, fact and guards true, bytes overlapping - and
 * nothing that matters is undefined. Undefined are signed overflow, division by zero, and in the
 * terms of an offset (without offsets: of a guard), unless the query `wraps`, a result that would
 * still fit if parameters, grid coordinates and pass numbers that are not `whole` stayed within
 * +-2^8 and loaded values within +-2^18: an index made of a product of those wraps only in launches
 * far larger than memory. Differences, hashes and other unsigned arithmetic wrap as C says. All
 * engines share this meaning.
 */
bool csl_query_holds(const csl_query *q, const int64_t *value);
/* Accesses at these offsets, as many bytes as the query says, touch one byte at least. */
static inline bool csl_bytes_overlap(const csl_query *q, int64_t a, int64_t b) {
    const csl_wide distance = (csl_wide)a - b;
    return distance < (csl_wide)q->bytes[1] && -distance < (csl_wide)q->bytes[0];
}
/* Evaluates a term of a query; of PURE it takes one of the functions that it may be. */
int64_t csl_query_eval(const csl_query *q, const csl_expr *e, const int64_t *value);
/* True if the value of this term over the variables of the query, wherever it is defined, is the
 * exact result of its operator: it does not wrap. Conditions are not made use of. */
bool csl_never_wraps(const csl_query *q, const csl_expr *e);
/* All that an engine's answer depends on is the same: terms, shapes, and all of the variables but
 * their names. */
bool csl_same_query(const csl_query *x, const csl_query *y);
/* Prints a query and reads it back (`--dump=queries`, tests). */
void csl_print_query(FILE *out, const csl_query *q);
csl_query *csl_read_query(csl_ctx *ctx, const char *text, const char **error);
/* PURE: what stands for the function, a hash unless it is of mathematics (functions.c). */
int64_t csl_unknown_function(const csl_expr *e, const int64_t *kids);
/* The same in several lanes, one per value of `out`: operand k of lane l is kids[k * lanes + l]. */
void csl_unknown_functions(const csl_expr *e, const int64_t *kids, unsigned lanes, int64_t *out);

#endif
