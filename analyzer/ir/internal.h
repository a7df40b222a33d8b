/* What the files of analyzer/ir share and no other file sees. */
#ifndef CSL_IR_INTERNAL_H
#define CSL_IR_INTERNAL_H

#include "../ir.h"

typedef struct csl_chunk csl_chunk;

/* An open-addressing table of pointers with their hashes; a slot with item NULL is free. */
typedef struct csl_table_slot {
    uint64_t hash;
    void *item;
} csl_table_slot;

typedef struct csl_table {
    csl_table_slot *slots;
    size_t used, capacity; /* capacity is a power of two */
} csl_table;

/* Finds the slot of an item, or the free slot where it belongs (room is made first, so storing
 * there and counting with table->used++ is all an insertion takes). */
typedef bool (*csl_same_fn)(const void *item, const void *key);
csl_table csl_table_copy(const csl_table *table);
csl_table_slot *csl_table_find(csl_table *table, uint64_t hash, csl_same_fn same, const void *key);

/* A map from addresses. Only for look-ups: its order is not reproducible. Zeroed is empty. */
typedef struct csl_ptr_map {
    struct csl_ptr_entry {
        const void *key;
        void *value;
    } * entries;
    size_t used, capacity; /* a power of two */
} csl_ptr_map;

/* The value kept for a key, NULL if there is none. */
void *csl_ptr_map_get(const csl_ptr_map *map, const void *key);
void csl_ptr_map_set(csl_ptr_map *map, const void *key, void *value);
void csl_ptr_map_free(csl_ptr_map *map);

/* What became of expressions, by id. An entry counts if it is of this round. */
struct csl_memo {
    struct csl_memo_entry {
        const csl_expr *from;
        csl_expr *to;
        uint64_t round;
    } * entries;
    uint32_t used, capacity; /* a power of two */
    unsigned shift;
    uint64_t round;
    csl_memo *older; /* of the context */
    csl_memo *next;  /* among its spare ones */
};

csl_expr *csl_memo_get(const csl_memo *memo, const csl_expr *e);
void csl_memo_set(csl_memo *memo, const csl_expr *e, csl_expr *to);

struct csl_ctx {
    csl_chunk *chunks;
    char *next, *end; /* free part of the newest chunk */
    size_t bytes;     /* of the chunks */
    csl_table strings;
    csl_table exprs;
    csl_table junctions;  /* simplified so far (simplify_bool.c) */
    uint32_t nexprs;      /* the next expression's id */
    uint64_t made;        /* csl_operators_made() */
    csl_expr **negations; /* by id: what csl_not() answered, or NULL */
    uint32_t negations_capacity;
    csl_memo *memos;       /* all */
    csl_memo *spare_memos; /* those that csl_map() may take */
    void *known;           /* csl_ctx_known() */
};

/* malloc and realloc that abort instead of returning NULL. */
void *csl_xmalloc(size_t bytes);
void *csl_xrealloc(void *old, size_t bytes);

/* An FNV-1a style step. */
#define CSL_HASH_SEED UINT64_C(0xcbf29ce484222325)
uint64_t csl_hash_word(uint64_t hash, uint64_t word);

/* The hash-consed node exactly as given: no simplification, no check. `payload` is the value,
 * the index, or the interned name. */
typedef union csl_payload {
    int64_t value;
    uint32_t index;
    const char *name;
} csl_payload;
csl_expr *csl_make_node(csl_ctx *ctx, csl_op op, csl_type type, csl_payload payload, unsigned nkids,
                        csl_expr *const *kids);
csl_expr *csl_node_of(csl_ctx *ctx, csl_op op, csl_type type, unsigned nkids,
                      csl_expr *const *kids);
/* csl_eval_op of the operation that csl_node_of would build, all of whose kids are constants. */
csl_expr *csl_fold(csl_ctx *ctx, csl_op op, csl_type type, unsigned nkids, csl_expr *const *kids);

/* Smallest and largest value of an integer type of at most 64 bits, as csl_expr.value. */
int64_t csl_type_min(csl_type t);
int64_t csl_type_max(csl_type t);
/* a < b in type t. */
bool csl_less(csl_type t, int64_t a, int64_t b);
double csl_to_double(int64_t bits);
int64_t csl_from_double(double value);

/* NULL if such a node may exist (number and types of kids, payload), else what is wrong. The kids
 * are not looked into, nor are indices compared with a kernel (check_expr.c). */
const char *csl_check_node(csl_op op, csl_type type, csl_payload payload, unsigned nkids,
                           csl_expr *const *kids);

/* The values for which an integer comparison holds (region.c). x is NULL for other expressions.
 * With a constant: low..high of x, without `hole` if has_hole. Of x and y: which of <, =, > may
 * stand between them. Regions of different operands have nothing to say about each other. */
typedef struct csl_order_region {
    const csl_expr *x, *y; /* y is NULL for a comparison with a constant */
    int64_t low, high, hole;
    bool has_hole;
    unsigned orders; /* bits: 1 x < y, 2 x = y, 4 x > y; x is the operand with the smaller id */
} csl_order_region;

csl_order_region csl_region_of(const csl_expr *comparison);
/* Of the same operands: only then the following can be true. */
static inline bool csl_region_comparable(const csl_order_region *a, const csl_order_region *b) {
    return a->x && a->x == b->x && a->y == b->y;
}
bool csl_region_inside(const csl_order_region *a, const csl_order_region *b);
bool csl_region_disjoint(const csl_order_region *a, const csl_order_region *b);

/* n-ary AND or OR (simplify_bool.c). */
csl_expr *csl_junction(csl_ctx *ctx, csl_op op, unsigned n, csl_expr *const *kids);
/* EQ NE LT LE (simplify_compare.c). */
csl_expr *csl_compare(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b);
/* BAND or BOR of numbers that stand for conditions, `c ? 1 : 0`, as one that stands for their AND
 * or OR (simplify_bool.c); NULL: it is something else. */
csl_expr *csl_bits_of_truths(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b);

#endif
