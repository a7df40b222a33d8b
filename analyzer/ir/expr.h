/* Context and arena, types, expressions. */
#ifndef CSL_IR_EXPR_H
#define CSL_IR_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct csl_ctx csl_ctx;
typedef struct csl_expr csl_expr;
typedef struct csl_stmt csl_stmt;

/* ---- context and arena (ir/arena.c) ------------------------------------------------------ */

csl_ctx *csl_ctx_new(void);
void csl_ctx_free(csl_ctx *ctx);
/* A context for a part of the work, which the caller frees or joins. It knows the expressions and
 * strings that `outer` has by now, and what it makes besides is its own. `outer` must outlive it
 * and makes no expression while it is there. */
csl_ctx *csl_ctx_within(const csl_ctx *outer);
/* Frees `inner`, but what was allocated in it lives as long as `outer`. */
void csl_ctx_join(csl_ctx *outer, csl_ctx *inner);
/* What was allocated in the context itself. */
size_t csl_ctx_bytes(const csl_ctx *ctx);
/* Zeroed memory that lives as long as the context. Never returns NULL (aborts). */
void *csl_alloc(csl_ctx *ctx, size_t bytes);
/* Copies into the arena. csl_intern returns one pointer per distinct string. */
char *csl_strdup(csl_ctx *ctx, const char *s);
char *csl_strndup(csl_ctx *ctx, const char *s, size_t n);
const char *csl_intern(csl_ctx *ctx, const char *s);
/* A place for what is known about the expressions of the context by the code that uses it
 * (analysis/ask.c): NULL at first. */
void **csl_ctx_known(csl_ctx *ctx);
/* How many operators and leaves were asked for so far, known ones included: a measure of work. */
uint64_t csl_operators_made(const csl_ctx *ctx);
__attribute__((format(printf, 2, 3))) char *csl_format(csl_ctx *ctx, const char *fmt, ...);

#define CSL_NEW(ctx, type) ((type *)csl_alloc((ctx), sizeof(type)))

/* ---- types ------------------------------------------------------------------------------- */

/* C types as CUDA sees them. Arithmetic happens only in BOOL, I32 and wider, after C's integer
 * promotions; I8..U16 appear as the type of a cast, a load or a store. PTR is a 64-bit generic
 * address. Class types never appear: the front end splits them into scalar accesses. */
/* clang-format off */
#define CSL_TYPES(X)                                                                               \
    X(VOID, "void", 0) X(BOOL, "bool", 1) X(I8, "i8", 1) X(U8, "u8", 1) X(I16, "i16", 2)           \
    X(U16, "u16", 2) X(I32, "i32", 4) X(U32, "u32", 4) X(I64, "i64", 8) X(U64, "u64", 8)           \
    X(F32, "f32", 4) X(F64, "f64", 8) X(PTR, "ptr", 8)
/* clang-format on */

typedef enum {
#define X(name, text, bytes) CSL_##name,
    CSL_TYPES(X)
#undef X
        CSL_TYPE_COUNT
} csl_type;

const char *csl_type_name(csl_type t);
/* These are asked so often that a call would cost more than the answer. */
static inline unsigned csl_type_bytes(csl_type t) {
    static const unsigned char bytes_of[] = {
#define X(name, text, bytes) bytes,
        CSL_TYPES(X)
#undef X
    };
    return bytes_of[t];
}
static inline bool csl_type_signed(csl_type t) { /* I8, I16, I32, I64 */
    return t == CSL_I8 || t == CSL_I16 || t == CSL_I32 || t == CSL_I64;
}
static inline bool csl_type_float(csl_type t) {
    return t == CSL_F32 || t == CSL_F64;
}
static inline bool csl_type_integer(csl_type t) { /* BOOL and I8..U64 and PTR */
    return t != CSL_VOID && !csl_type_float(t);
}

/* ---- expressions (ir/expr.c builds and simplifies, ir/eval.c defines the meaning) ---------- */

/* A pure expression of one generic thread. Operand types are the C types after conversion; both
 * operands of a binary operator have the same type (PTR + I64 is the exception: ADD of type PTR).
 *
 * Signed overflow is undefined in C, so the analysis may assume it does not happen; evaluation
 * wraps. Unsigned arithmetic wraps exactly. Division by zero evaluates to 0. A shift by the width
 * or more (or by a negative count) shifts everything out, as on a GPU.
 *
 *   CONST  value; floats keep the bits of a double in `value`
 *   VAR    current value of mutable variable `index` (before symbolic execution only)
 *   SYM    symbol `index`; what it stands for is kept by its owner (the analysis, a query)
 *   TID BID BDIM GDIM   u32 builtin, `index` 0,1,2 = x,y,z; below 2^31, so a cast to i32 keeps it
 *   PARAM  scalar kernel parameter `index`
 *   BASE   PTR: address of object `index` of the kernel
 *   PURE   an uninterpreted pure function `name` of the kids (sqrtf, ...)
 *   EQ NE LT LE   BOOL result; compare in the operands' type. GT and GE do not exist.
 *   AND OR   BOOL, n-ary, kids flat (but nested beyond 64), sorted by id, without duplicates
 *   NOT      BOOL; only of what has no complement of its own (a symbol, a comparison of floats)
 *   BAND BOR BXOR BNOT SHL SHR   bitwise; SHR is arithmetic for signed types; the result has the
 *                                left operand's type, the shift count may be of any integer type
 *   ITE    kids: condition (BOOL), then, else
 *   CAST   C conversion of the kid to `type` (also ptr <-> integer, float <-> integer). With
 * `index` set ("exact" in the text form) it is undefined where the kid's value is none of `type`:
 *          the analysis has added up in a wider type what cannot overflow in the source
 *   POPC CLZ FFS BREV   as CUDA's intrinsics, I32 or U32 result, 32- or 64-bit operand
 *   MIN MAX  in the operands' type
 */
/* clang-format off */
#define CSL_OPS(X)                                                                                 \
    X(CONST, "const") X(VAR, "var") X(SYM, "sym") X(TID, "tid") X(BID, "bid") X(BDIM, "bdim")      \
    X(GDIM, "gdim") X(PARAM, "param") X(BASE, "base") X(PURE, "pure") X(ADD, "add") X(SUB, "sub")  \
    X(MUL, "mul") X(DIV, "div") X(REM, "rem") X(NEG, "neg") X(BAND, "band") X(BOR, "bor")          \
    X(BXOR, "bxor") X(BNOT, "bnot") X(SHL, "shl") X(SHR, "shr") X(MIN, "min") X(MAX, "max")        \
    X(EQ, "eq") X(NE, "ne") X(LT, "lt") X(LE, "le") X(AND, "and") X(OR, "or") X(NOT, "not")        \
    X(ITE, "ite") X(CAST, "cast") X(POPC, "popc") X(CLZ, "clz") X(FFS, "ffs") X(BREV, "brev")
/* clang-format on */

typedef enum {
#define X(name, text) CSL_OP_##name,
    CSL_OPS(X)
#undef X
        CSL_OP_COUNT
} csl_op;

struct csl_expr {
    uint8_t op;   /* csl_op */
    uint8_t type; /* csl_type of the result */
    uint16_t nkids;
    uint32_t id;   /* creation order within the context */
    uint64_t syms; /* bit index % 64 of every SYM in it: of a bit not set there is none */
    union {
        int64_t value;    /* CONST */
        uint32_t index;   /* VAR SYM TID BID BDIM GDIM PARAM BASE; CAST: 1 if exact */
        const char *name; /* PURE (interned) */
    };
    csl_expr *kids[];
};

const char *csl_op_name(csl_op op);
static inline bool csl_is_exact(const csl_expr *e) {
    return e->op == CSL_OP_CAST && e->index;
}

/* Constructors hash-cons and simplify (constant folding, identities, flattening of AND/OR,
 * x&&!x, (p&&x)||(p&&!x) = p). They never change the value of the expression. */
csl_expr *csl_const(csl_ctx *ctx, csl_type type, int64_t value);
csl_expr *csl_float(csl_ctx *ctx, csl_type type, double value);
csl_expr *csl_true(csl_ctx *ctx);
csl_expr *csl_false(csl_ctx *ctx);
csl_expr *csl_leaf(csl_ctx *ctx, csl_op op, csl_type type, uint32_t index);
/* The number of the thread in its block, u32: x runs first, then y, then z. Warps are 32 in a row.
 */
csl_expr *csl_linear_thread(csl_ctx *ctx);
/* The number of the block in its cluster, u32; `size` blocks in x, y, z, which run as above. */
csl_expr *csl_linear_block(csl_ctx *ctx, const uint32_t size[3]);
/* What an address in shared memory of block number `rank` of the cluster has on top of that of the
 * thread's own block (CSL_CLUSTER_SHIFT). */
csl_expr *csl_place_of_block(csl_ctx *ctx, csl_type type, csl_expr *rank);
/* The name of the term, without operands, that stands for the address of any string literal. */
#define CSL_STRING_LITERAL "string"
csl_expr *csl_pure(csl_ctx *ctx, csl_type type, const char *name, unsigned n,
                   csl_expr *const *kids);
/* The bits of a number of four or eight bytes as one of another kind; NULL: it is none, or no other
 * kind. */
csl_expr *csl_bits_as(csl_ctx *ctx, csl_type type, csl_expr *number);
csl_expr *csl_unary(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a); /* NEG BNOT NOT POPC .. */
csl_expr *csl_binary(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b);  /* type from operands */
csl_expr *csl_cast(csl_ctx *ctx, csl_type type, csl_expr *a);
/* BOOL: the integer term is one of these values of its type, which ascend; of many that are not
 * evenly spaced, what bounds and divides them all. */
csl_expr *csl_one_of(csl_ctx *ctx, csl_expr *x, const int64_t *value, uint32_t n);
/* From one integer type to another, of a value that is known to be one of `type`. */
csl_expr *csl_cast_exact(csl_ctx *ctx, csl_type type, csl_expr *a);
/* An integer type all of whose values `to` has, from a cast to `to`: the cast's operand; else
 * NULL. Counts the builtins (threadIdx and so on), whose values are below 2^31, as fitting i32. */
csl_expr *csl_widened(const csl_expr *cast);
csl_expr *csl_ite(csl_ctx *ctx, csl_expr *c, csl_expr *a, csl_expr *b);
csl_expr *csl_not(csl_ctx *ctx, csl_expr *a);
csl_expr *csl_and(csl_ctx *ctx, csl_expr *a, csl_expr *b);
csl_expr *csl_or(csl_ctx *ctx, csl_expr *a, csl_expr *b);
csl_expr *csl_truth(csl_ctx *ctx, csl_expr *a); /* C's conversion to bool: a != 0 */
/* The same node with other kids (same count); simplifies again. */
csl_expr *csl_rebuild(csl_ctx *ctx, const csl_expr *e, csl_expr *const *kids);

/* What is converted. */
static inline csl_expr *csl_without_casts(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return (csl_expr *)e;
}

/* The terms a conjunction is made of, or the term itself as the only one; *n: how many. Valid as
 * long as the variable *e is. */
static inline csl_expr *const *csl_conjuncts(csl_expr *const *e, uint32_t *n) {
    const bool several = (*e)->op == CSL_OP_AND;
    *n = several ? (*e)->nkids : 1;
    return several ? (*e)->kids : e;
}
/* One of them is that very condition. */
static inline bool csl_has_conjunct(csl_expr *e, const csl_expr *part) {
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&e, &n);
    for (uint32_t i = 0; i < n; i++)
        if (parts[i] == part)
            return true;
    return false;
}

bool csl_is_const(const csl_expr *e, int64_t value);
bool csl_is_true(const csl_expr *e);
bool csl_is_false(const csl_expr *e);

/* Rewrites a DAG bottom-up; every shared node is visited once. The callback gets each leaf (no
 * kids) and returns its replacement, or the leaf itself. */
typedef csl_expr *(*csl_leaf_fn)(void *user, csl_expr *leaf);
csl_expr *csl_map(csl_ctx *ctx, csl_expr *e, csl_leaf_fn fn, void *user);

/* The same for a callback that is asked about many expressions with parts in common: what became
 * of a part is remembered from call to call, so the callback must always answer the same. Lives as
 * long as the context. */
typedef struct csl_memo csl_memo;
csl_memo *csl_memo_new(csl_ctx *ctx);
void csl_memo_clear(csl_memo *memo);
csl_expr *csl_map_again(csl_ctx *ctx, csl_memo *memo, csl_expr *e, csl_leaf_fn fn, void *user);

/* The expression with `by` in place of each occurrence of `part`, which is no constant. */
csl_expr *csl_with_part(csl_ctx *ctx, csl_expr *e, const csl_expr *part, csl_expr *by);

/* The first part of the expression, itself included and operands from the left, of which `is`
 * holds; NULL: none. Each part with operands is visited once, however many others share it. */
typedef bool (*csl_part_fn)(void *user, csl_expr *part);
csl_expr *csl_find_part(csl_ctx *ctx, csl_expr *e, csl_part_fn is, void *user);
/* The same of n expressions, some NULL, but for parts of what `covers` holds of. */
csl_expr *csl_find_uncovered(csl_ctx *ctx, csl_expr *const *e, size_t n, csl_part_fn is,
                             csl_part_fn covers, void *user);

/* The value of one operation, the single definition of what the operators mean: constant folding,
 * enumeration, replay and the tests' interpreter all call it. `kids` holds the operands' values
 * as csl_expr.value would; the result is normalised to the type (sign- or zero-extended to 64
 * bits). Not for leaves and PURE. */
int64_t csl_eval_op(const csl_expr *e, const int64_t *kids);
int64_t csl_normalise(csl_type type, int64_t value);

#endif
