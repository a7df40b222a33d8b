/* The IR of cudasynclint: expressions, statements, kernels, modules.
 *
 * The front end builds it, the analysis reads it, nothing in it mentions libclang, files or
 * reports. It has a text form (csl_print_module, csl_read_module), so every pass can be tested
 * without a compiler.
 *
 * Memory: everything hangs off one csl_ctx, an arena with a table of hash-consed expressions.
 * Nothing is freed node by node; csl_ctx_free() frees a whole translation unit. Two structurally
 * equal expressions are the same pointer, and ids grow in creation order, so sorting by id is
 * deterministic.
 */
#ifndef CSL_IR_H
#define CSL_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct csl_ctx csl_ctx;
typedef struct csl_expr csl_expr;
typedef struct csl_stmt csl_stmt;

/* ---- context and arena (ir/arena.c) ------------------------------------------------------ */

csl_ctx *csl_ctx_new(void);
void csl_ctx_free(csl_ctx *ctx);
/* Zeroed memory that lives as long as the context. Never returns NULL (aborts). */
void *csl_alloc(csl_ctx *ctx, size_t bytes);
/* Copies into the arena. csl_intern returns one pointer per distinct string. */
char *csl_strdup(csl_ctx *ctx, const char *s);
char *csl_strndup(csl_ctx *ctx, const char *s, size_t n);
const char *csl_intern(csl_ctx *ctx, const char *s);
/* A place for what is known about the expressions of the context by the code that uses it
 * (analysis/ask.c): NULL at first. */
void **csl_ctx_known(csl_ctx *ctx);
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
csl_expr *csl_pure(csl_ctx *ctx, csl_type type, const char *name, unsigned n,
                   csl_expr *const *kids);
csl_expr *csl_unary(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a); /* NEG BNOT NOT POPC .. */
csl_expr *csl_binary(csl_ctx *ctx, csl_op op, csl_expr *a, csl_expr *b);  /* type from operands */
csl_expr *csl_cast(csl_ctx *ctx, csl_type type, csl_expr *a);
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

/* The terms a conjunction is made of, or the term itself as the only one; *n: how many. Valid as
 * long as the variable *e is. */
static inline csl_expr *const *csl_conjuncts(csl_expr *const *e, uint32_t *n) {
    const bool several = (*e)->op == CSL_OP_AND;
    *n = several ? (*e)->nkids : 1;
    return several ? (*e)->kids : e;
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

/* The value of one operation, the single definition of what the operators mean: constant folding,
 * enumeration, replay and the tests' interpreter all call it. `kids` holds the operands' values
 * as csl_expr.value would; the result is normalised to the type (sign- or zero-extended to 64
 * bits). Not for leaves and PURE. */
int64_t csl_eval_op(const csl_expr *e, const int64_t *kids);
int64_t csl_normalise(csl_type type, int64_t value);

/* ---- places ------------------------------------------------------------------------------ */

/* One inlined call: `function` was called at `site`, itself inside `parent` (NULL: the kernel). */
typedef struct csl_frame {
    const char *function;
    const struct csl_place *site;
    const struct csl_frame *parent;
} csl_frame;

/* Where a statement stands. Lines and columns count from 1; end_col is one past the last
 * character. `file` indexes csl_module.files. Code of the embedded CUDA declarations has no place
 * of its own: what it does stands at the user's call. */
typedef struct csl_place {
    uint32_t file, line, col, end_line, end_col;
    const csl_frame *chain;        /* NULL in the kernel itself */
    const struct csl_place *macro; /* the definition, when the code came out of a macro body */
} csl_place;

/* ---- statements -------------------------------------------------------------------------- */

/* Who must take part in a synchronisation, or may read a value without disagreeing. TILE is for
 * the analysis alone: the lanes of an aligned part of a warp (csl_analysis.tile). */
/* clang-format off */
#define CSL_SCOPES(X) X(THREAD, "thread") X(TILE, "tile") X(WARP, "warp") X(BLOCK, "block") \
    X(CLUSTER, "cluster") X(GRID, "grid")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_SCOPE_##name,
    CSL_SCOPES(X)
#undef X
        CSL_SCOPE_COUNT
} csl_scope;
const char *csl_scope_name(csl_scope s);

/* Structure:
 *   IF     cond ? body : other
 *   LOOP   runs body again and again; left only by BR or EXIT
 *   BLOCK  runs body; BR to its label leaves it
 *   BR     leaves the enclosing BLOCK with that label (break, continue, goto, return of an
 *          inlined function, a loop's condition turning false)
 *   LET    var = value
 * Leaves:
 *   ACCESS SYNC FENCE ASYNC  see below
 *   EXIT   this thread ends (kernel return, asm exit, trap)
 *   ASSUME cond holds here (assert, __builtin_assume)
 *   HAVOC  var = some value; threads of one `scope` agree on it (THREAD: they need not). `why` is
 *          NULL for what can really be anything (a random number), else it says what was lost
 *   CALL   a function that is not inlined; may write what its arguments reach, may synchronise
 *   OPAQUE a construct that is not modelled, or an error; may write and may synchronise
 */
/* clang-format off */
#define CSL_STMTS(X)                                                                               \
    X(IF, "if") X(LOOP, "loop") X(BLOCK, "block") X(BR, "br") X(LET, "let") X(ACCESS, "access")    \
    X(SYNC, "sync") X(FENCE, "fence") X(ASYNC, "async") X(EXIT, "exit") X(ASSUME, "assume")        \
    X(HAVOC, "havoc") X(CALL, "call") X(OPAQUE, "opaque")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_STMT_##name,
    CSL_STMTS(X)
#undef X
        CSL_STMT_COUNT
} csl_stmt_kind;

/* What the source wrote where an IF or a BR came from; decides the wording of a finding. */
/* clang-format off */
#define CSL_ORIGINS(X)                                                                             \
    X(NONE, "none") X(IF, "if") X(SWITCH, "switch") X(CONDITIONAL, "conditional") X(AND, "and")    \
    X(OR, "or") X(LOOP, "loop") X(BREAK, "break") X(CONTINUE, "continue") X(GOTO, "goto")          \
    X(RETURN, "return")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_FROM_##name,
    CSL_ORIGINS(X)
#undef X
        CSL_ORIGIN_COUNT
} csl_origin;

/* clang-format off */
#define CSL_MODES(X) X(READ, "read") X(WRITE, "write") X(RMW, "rmw")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_MODE_##name,
    CSL_MODES(X)
#undef X
} csl_mode;

/* clang-format off */
#define CSL_ATOMICS(X)                                                                             \
    X(NONE, "plain") X(LOAD, "load") X(STORE, "store") X(ADD, "add") X(SUB, "sub")                 \
    X(EXCH, "exch") X(CAS, "cas") X(INC, "inc") X(DEC, "dec") X(MIN, "min") X(MAX, "max")          \
    X(AND, "and") X(OR, "or") X(XOR, "xor")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_ATOMIC_##name,
    CSL_ATOMICS(X)
#undef X
} csl_atomic;

/* clang-format off */
#define CSL_ORDERS(X) X(RELAXED, "relaxed") X(ACQUIRE, "acquire") X(RELEASE, "release")           \
    X(ACQ_REL, "acq_rel") X(SEQ_CST, "seq_cst")
/* clang-format on */
typedef enum {
#define X(name, text) CSL_ORDER_##name,
    CSL_ORDERS(X)
#undef X
} csl_order;

#define CSL_NO_VAR UINT32_MAX

typedef struct csl_access {
    csl_mode mode;
    csl_expr *address; /* PTR: BASE plus byte offset, or any pointer-valued expression */
    csl_expr *bounds;  /* BOOL: every subscript of a declared array is inside its bounds, or NULL.
                          C guarantees it, so a query may assume it for this access. */
    csl_type type;     /* of one element; VOID for an aggregate or vector copied as a whole */
    uint32_t bytes;    /* size of the access */
    csl_expr *value;   /* what is stored, or the operand of an atomic; NULL: unknown */
    csl_expr *compare; /* CAS only */
    uint32_t result;   /* variable that receives the value read, or CSL_NO_VAR */
    csl_atomic atomic; /* NONE: an ordinary access */
    csl_scope atomic_scope; /* WARP..GRID; `_block` atomics have BLOCK */
    csl_order order;
    bool is_volatile;
    bool is_read_only;   /* through the cache of data that nothing writes while the kernel runs */
    bool is_async;       /* a copy that completes later; counts as issued here */
    bool is_state;       /* of a barrier object (mbarrier, cuda::barrier): who initialises it writes
                            it, `value` being the arrivals it is to expect (NULL: it is given up);
                            arriving and waiting are atomic */
    const char *through; /* name the source used for the object, if it has several (interned) */
} csl_access;

/* clang-format off */
#define CSL_SYNCS(X)                                                                               \
    X(BARRIER, "barrier")   /* waits and, unless `orders` is false, orders memory */               \
    X(ARRIVE, "arrive")     /* does not wait */                                                    \
    X(WAIT, "wait")                                                                                \
    X(VOTE, "vote")         /* ballot, any, all, match, reduce: same result in the warp */         \
    X(SHUFFLE, "shuffle")   /* result: `value` of the thread that `lane` selects */                \
    X(ELECT, "elect")       /* result true in one thread of the scope */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_SYNC_##name,
    CSL_SYNCS(X)
#undef X
} csl_sync_kind;

/* The lanes that a mask names which is the result of a vote. */
/* clang-format off */
#define CSL_MASKS(X)                                                                               \
    X(NONE, "none")     /* the result is no such mask */                                           \
    X(BALLOT, "ballot") /* those whose `value` is true */                                          \
    X(MATCH, "match")   /* those that offer the same `value` as the lane that has the mask */      \
    X(ACTIVE, "active") /* some of those that come here; none has to */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_MASK_##name,
    CSL_MASKS(X)
#undef X
} csl_mask;

typedef struct csl_sync {
    csl_sync_kind kind;
    csl_scope scope; /* BLOCK: __syncthreads and its equals */
    bool orders;     /* false for shuffles and votes, and for what two launches do */
    bool aligned;    /* bar.sync rather than barrier.sync; only with `id` set */
    csl_expr *mask;  /* WARP: lane mask, or NULL when `tile` says who takes part; 0: the forms of
                        before sm_70, which name no lane */
    uint32_t tile;   /* WARP: threads of an aligned tile of this many lanes (0: use mask); 128: of a
                        group of four warps */
    csl_expr *id;    /* named barrier: number; NULL otherwise. It separates nothing unless it
                        is `whole`. */
    csl_expr *count; /* named barrier: expected threads, or NULL; barrier object: how many arrivals
                        this is. NULL: one, by this thread, now */
    csl_expr *object; /* address of a barrier object, or NULL */
    bool drops;       /* ARRIVE at an object: for this phase and all that follow */
    bool full;        /* the barrier object or the named barrier counts all threads of the block, so
                          this is a barrier of the block. The analysis finds out; not in the text
                          form */
    csl_expr *value;  /* SHUFFLE: the value offered; VOTE, BARRIER with a result: the predicate;
                         WAIT: the token of the arrival, which was its result, or NULL */
    csl_expr *lane;   /* SHUFFLE: source lane (absolute), or NULL when it depends on the thread */
    uint32_t width;   /* SHUFFLE: 1..32; 0: not known */
    bool ranked;    /* SHUFFLE: lanes are counted among those that the mask names; `lane` as well */
    csl_mask makes; /* VOTE */
    bool swaps;     /* SHUFFLE: lanes exchange in pairs, l with l ^ d (butterfly) */
    bool selects;   /* VOTE: the result is one of the values offered (any, all, min, max) */
    uint32_t result;        /* variable that receives the result, or CSL_NO_VAR */
    csl_scope result_scope; /* threads of one such scope get the same result */
    const char *name;       /* as the source spells it: "__syncthreads()" (interned) */
} csl_sync;

struct csl_stmt {
    csl_stmt_kind kind;
    csl_origin origin;      /* IF and BR */
    const csl_place *place; /* never NULL for a leaf, an IF and a BR */
    const char *text;       /* the source text it stands for, blanks collapsed: the condition of an
                               IF, `i = tid + 1` of a LET, `sd[tid]` of an ACCESS; or NULL */
    csl_stmt *next;         /* next statement of the same sequence */
    union {
        struct {
            csl_expr *cond;
            csl_stmt *body, *other;
        } branch; /* IF */
        struct {
            csl_stmt *body;
            uint32_t label;
        } block;        /* BLOCK; LOOP (no label) */
        uint32_t label; /* BR */
        struct {
            uint32_t var;
            csl_expr *value;
        } let;              /* LET */
        csl_access *access; /* ACCESS */
        csl_sync *sync;     /* SYNC */
        struct {
            csl_scope scope;
            bool proxy;
        } fence; /* FENCE */
        struct {
            bool wait;
            csl_expr *pending;
        } async;        /* ASYNC: commit a group; or wait until no more
                           than so many are open (NULL: unknown) */
        csl_expr *cond; /* ASSUME */
        struct {
            uint32_t var;
            csl_scope scope;
            const char *why;
        } havoc;              /* HAVOC */
        struct {              /* CALL and OPAQUE */
            const char *what; /* function name, or the reason */
            csl_expr **args;  /* CALL: scalar and pointer arguments */
            uint32_t nargs;
            uint32_t result; /* or CSL_NO_VAR */
            bool plain;      /* CALL: taken for a computation. It does not write, and threads with
                                the same arguments (one at least) get the same */
            csl_scope syncs; /* the threads it may synchronise: none but one (THREAD) up to any */
        } call;
    };
};

/* Appends statements in order. */
typedef struct csl_seq {
    csl_stmt *first, *last;
} csl_seq;
csl_stmt *csl_stmt_new(csl_ctx *ctx, csl_stmt_kind kind, const csl_place *place);
void csl_seq_add(csl_seq *seq, csl_stmt *s);
/* Takes the last statement out; the sequence is not empty. Looks at all of them. */
void csl_seq_drop_last(csl_seq *seq);

/* ---- kernels ----------------------------------------------------------------------------- */

/* clang-format off */
#define CSL_OBJECTS(X)                                                                             \
    X(SHARED, "shared")     /* a __shared__ variable */                                            \
    X(DYNAMIC, "dynamic")   /* THE dynamic shared array: all extern __shared__ names */            \
    X(GLOBAL, "global")     /* a __device__ variable, or what a pointer parameter points to */     \
    X(CONSTANT, "constant") /* __constant__: no kernel writes it */                                   \
    X(ARGUMENT, "argument") /* a struct passed to the kernel by value: read only, the same for all */ \
    X(LOCAL, "local")       /* private to the thread */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_OBJ_##name,
    CSL_OBJECTS(X)
#undef X
} csl_object_kind;

#define CSL_MAX_DIMS 4
typedef struct csl_object {
    csl_object_kind kind;
    const char *name;
    csl_type elem; /* scalar element type, VOID if it has none */
    uint32_t elem_bytes;
    uint32_t ndims;              /* declared dimensions, outermost first; 0: a scalar or unknown */
    uint64_t dims[CSL_MAX_DIMS]; /* 0: unknown extent */
    uint64_t bytes;              /* 0: unknown */
    uint32_t param;              /* index into params of the kernel, or UINT32_MAX */
    bool is_const, is_restrict;  /* of the pointed-to type */
    const csl_place *place;      /* declaration, or NULL */
} csl_object;

typedef struct csl_var {
    const char *name; /* as in the source; "" for a temporary */
    csl_type type;
    const csl_place *place;
} csl_var;

typedef struct csl_param {
    const char *name;
    csl_type type;   /* PTR parameters also have an object; struct parameters are VOID */
    uint32_t object; /* index into objects for PTR and VOID, else UINT32_MAX */
    bool recovered;  /* no parameter: a constant that nothing declares; not in the text form */
    bool chosen;     /* of the template, which was lowered without an argument for it; nor this */
} csl_param;

/* Two pointers that a launch gives a kernel and that point to the same memory: pointer parameters,
 * or pointers in a struct that is passed by value. */
typedef struct csl_same_memory {
    uint32_t param, at; /* index into params, and bytes into it */
    uint32_t of, of_at; /* the other one */
    int64_t shift;      /* bytes from the other one to this one */
} csl_same_memory;

/* A launch in the same file of which it is known how large the block is. 0: this dimension of the
 * grid is unknown; of the block, it depends on parameters. */
typedef struct csl_launch {
    const csl_place *place;
    uint32_t grid[3], block[3];
    csl_expr *says[3]; /* of a block[] that is not known: what it is in terms of the kernel's
                          parameters, U32, or NULL; not in the text form */
    csl_expr *given;   /* BOOL: the parameters that are numbers of the template (csl_param.chosen)
                          have the values it gives them; NULL: none known; not in the text form */
    int64_t dynamic_bytes; /* -1: unknown */
    bool cooperative;
    csl_same_memory *same; /* not in the text form */
    uint32_t nsame;
} csl_launch;

/* What the source of a kernel and of the functions it calls does, counted apart from lowering, and
 * how much of it lowering did not come to; each of these is an opaque statement. */
typedef struct csl_audit {
    uint32_t calls, stores, others, missed;
} csl_audit;

typedef struct csl_kernel {
    const char *name;     /* as a user would write it, with its namespace */
    const char *instance; /* template arguments: "<float, 256>", or NULL */
    const char *pattern;  /* identity of the source function; instances of one template share it */
    const char *key;      /* of this instance, the same in all files of a project, or NULL; not in
                             the text form */
    const csl_place *place;  /* the name in the definition */
    const csl_place *region; /* the whole definition */
    csl_param *params;
    uint32_t nparams;
    csl_object *objects;
    uint32_t nobjects;
    csl_var *vars;
    uint32_t nvars;
    uint32_t nlabels;
    csl_stmt *body;
    uint32_t max_threads; /* __launch_bounds__, 0: none */
    bool bound_unknown;   /* it has one that could not be read; not in the text form */
    uint32_t made_for[3]; /* the block its collectives are made for, 0: none says; not in the
                             text form */
    uint32_t numbers[2]; /* the first and the last number that was made up for the template it is an
                            instance of, 0: none; not in the text form */
    bool made_for_several; /* they disagree, or one has a size that is not known */
    csl_launch *launches;
    uint32_t nlaunches;
    bool launch_unknown; /* some launch in the file did not resolve, or none was found */
    const char *shares;  /* of a copy for the launches that pass the same memory twice: which, in
                            words; NULL otherwise; not in the text form */
    bool flat[3];        /* every launch in the file has one thread in this dimension of the block;
                            not in the text form */
    bool helper;         /* a device function that no kernel reaches; not in the text form */
    bool used;           /* the file launches it or takes its address; not in the text form */
    const char *recovered; /* what it uses that nothing declares, NULL: nothing; such a kernel is
                            not proved, and nothing is sure of it; not in the text form */
    csl_audit audit;       /* not in the text form */
    const char *skipped;   /* not analysed: why; NULL otherwise (then body is valid) */
    uint32_t left_out;     /* skipped because it stands for so many instances over the limit, whose
                              siblings are analysed; 0: it does not. Not in the text form */
} csl_kernel;

typedef struct csl_file {
    const char *path; /* as given on the command line or by the include */
} csl_file;

typedef struct csl_module {
    csl_ctx *ctx;
    csl_file *files;
    uint32_t nfiles;
    csl_kernel *kernels; /* in source order; instances of one template adjacent */
    uint32_t nkernels;
} csl_module;

/* ---- text form, verifier (ir/print.c, ir/read.c, ir/verify.c) -------------------------------- */

void csl_print_module(FILE *out, const csl_module *m);
void csl_print_kernel(FILE *out, const csl_module *m, const csl_kernel *k);
/* One line, no newline: "(add.i32 tid.x (const.i32 1))". */
void csl_print_expr(FILE *out, const csl_expr *e);
/* Reads what csl_print_module prints; expressions are built as written, not simplified, so they
 * print the same again. On error returns NULL and sets *error (arena of ctx) to one line
 * "LINE:COL: what", else sets it to NULL. */
csl_module *csl_read_module(csl_ctx *ctx, const char *text, const char **error);
/* Reads one expression at the start of *text and moves *text behind it. Errors as above. */
csl_expr *csl_read_expr(csl_ctx *ctx, const char **text, const char **error);
/* NULL if the kernel is well formed, else one line that names what is not (arena of ctx): types,
 * labels in scope, indices in range, every leaf with a place, no SYM, loops that can be left only
 * by BR and EXIT. */
const char *csl_verify_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k);

#endif
