/* Places in the source, and statements. */
#ifndef CSL_IR_STMT_H
#define CSL_IR_STMT_H

#include "expr.h"

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

/* Which accesses of the copy engine (and of the tensor core) a fence orders against those of
 * threads: PTX ISA, fence.proxy. */
/* clang-format off */
#define CSL_PROXIES(X)                                                                             \
    X(NONE, "none")           /* an ordinary fence */                                              \
    X(ASYNC, "async")         /* all */                                                            \
    X(SHARED, "async-shared") /* those of shared memory */                                         \
    X(GLOBAL, "async-global") /* those of global memory */                                         \
    X(OTHER, "other")         /* none: it is about descriptors or other names of memory */         \
    X(BEFORE, "before-sync")  /* none: what the thread has done to tensor memory is before what   \
                                 it synchronises with (tcgen05.fence) */                           \
    X(AFTER, "after-sync")    /* none: what it does to it is behind that */                        \
    X(MAP, "release-map")     /* none: what the thread has written to descriptions of tensors      \
                                 (fence.proxy.tensormap::generic.release) */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_PROXY_##name,
    CSL_PROXIES(X)
#undef X
} csl_proxy;

/* What a kernel does that the thread launches: nothing in the kernel itself waits for it. It begins
 * behind what the thread has done. */
/* clang-format off */
#define CSL_LAUNCHED(X)                                                                            \
    X(NOT, "not")       /* nothing: it is what the thread does itself */                           \
    X(BESIDE, "beside") /* may run beside the kernel; those of one block run in turn */            \
    X(BEHIND, "behind") /* runs when the whole grid has ended */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_LAUNCHED_##name,
    CSL_LAUNCHED(X)
#undef X
} csl_launched;

#define CSL_NO_VAR UINT32_MAX

/* Threads of a warp group: four warps in a row, the first of which has a rank divisible by four. */
enum { CSL_WARP_GROUP = 128 };

/* Descriptors of the tensor core (PTX ISA, wgmma): their lowest bits are those of an address in
 * shared memory without its last four, which tells where in its object it is. The least size of a
 * tile. */
enum {
    CSL_DESCRIPTOR_SHIFT = 4,
    CSL_DESCRIPTOR_BITS = 0x3fff,
    CSL_SHARED_ADDRESS = 0x3ffff,
    CSL_LEADING_FROM = 16, /* bits of the offset of the leading dimension, of the other, of how rows
                              are swizzled; offsets are in 14 bits each, without their last four */
    CSL_STRIDE_FROM = 32,
    CSL_SWIZZLE_FROM = 62,
    CSL_OPERAND_ROWS = 64, /* in 128 bytes, and those of wgmma's a */
    CSL_LEAST_TILE = 16
};

/* Tensor memory (PTX ISA, tcgen05): an address is a lane, 16 bits, and a column, 16 bits, of cells
 * of four bytes. A warp reaches 32 of the lanes, by its place among four. */
enum {
    CSL_TENSOR_LANES = 128,
    CSL_TENSOR_COLUMNS = 512,
    CSL_TENSOR_SHIFT = 16,
    CSL_TENSOR_CELL = 4
};
#define CSL_TENSOR_SHIFTS UINT32_MAX /* in place of a shape: rows move down (tcgen05.shift) */

/* Shared memory of another block of the cluster (mapa, map_shared_rank): the address is that of the
 * thread's own block plus (1 + the rank of that block) << this. No block has as much. */
enum { CSL_CLUSTER_SHIFT = 24 };

/* An operand of wgmma in shared memory, as its descriptor and the instruction tell. */
typedef struct csl_operand {
    csl_expr *descriptor; /* U64 */
    uint32_t rows;        /* along M of a, along N of b */
    bool across;    /* elements of 16 bits lie one after another along these rows, not along K */
    uint32_t piece; /* ... then its tiles of 64 rows are apart; this is that one */
} csl_operand;

typedef struct csl_access {
    csl_mode mode;
    csl_expr *address; /* PTR: BASE plus byte offset, or any pointer-valued expression */
    csl_expr *bounds;  /* BOOL: every subscript of a declared array is inside its bounds, or NULL.
                          C guarantees it, so a query may assume it for this access. */
    csl_type type;     /* of one element; VOID for an aggregate or vector copied as a whole */
    uint32_t bytes;    /* size of the access */
    csl_expr *value; /* what is stored, or the operand of an atomic; NULL: unknown. Of type VOID it
                        is a U64 that stands for all parts: equal parts, equal terms */
    csl_expr *compare; /* CAS only */
    uint32_t result;   /* variable that receives the value read, or CSL_NO_VAR; of type VOID a U64,
                          the same for all that read the same */
    csl_atomic atomic; /* NONE: an ordinary access */
    csl_scope atomic_scope; /* WARP..GRID; `_block` atomics have BLOCK */
    csl_order order;
    bool is_volatile;
    bool is_read_only;     /* through the cache of data that nothing writes while the kernel runs */
    bool is_async;         /* a copy that completes later; counts as issued here */
    csl_launched launched; /* ... or no copy, but what a kernel does that is launched here */
    bool is_bulk;          /* ... made by the copy engine: a copy in bulk */
    bool is_tensor;        /* ... or by the tensor core, which reads an operand */
    bool is_lanes;   /* ... or by the lanes of a warp, of tensor memory: it completes when they wait
                        for all their loads, or for all their stores */
    bool is_tracked; /* ... or by the tensor core, until the thread's next tcgen05.commit arrives */
    uint32_t shape;  /* ... of a product, as a number that says its shape; 0: it is not known */
    bool is_map;     /* reads the description of a tensor through the proxy of those: a copy, or, if
                        it is not async, the fence that makes writes of it known there */
    bool allocates;  /* stores where tensor memory was allocated */
    bool is_box;     /* ... of a tile whose size no instruction says: `bytes` is the least it is.
                        The analysis may find out more and sets `bytes` */
    csl_expr *size;  /* ... but that of a copy in bulk, which computes it; or NULL */
    uint32_t within; /* ... bytes of the object whose address the source gives for the tile; 0: it
                        gives another */
    bool is_vague;   /* ... which is then the most it may be */
    bool is_moved;   /* ... from where it is taken to begin: it may begin behind that */
    uint32_t joint;  /* aligned tiles of so many lanes do it as one: lanes of one tile are in order
                        while they do it, not before or behind. 0: each thread by itself */
    bool is_spare; /* ... in storage that a library asks for and does without: the lanes shuffle */
    const csl_operand *operand; /* ... of the tensor core, or NULL */
    csl_expr *signals;   /* ... which counts its bytes at this barrier object when it completes, or
                            NULL: it belongs to a group */
    bool is_state;       /* of a barrier object (mbarrier, cuda::barrier): who initialises it writes
                            it, `value` being the arrivals it is to expect (NULL: it is given up);
                            arriving and waiting are atomic */
    const char *through; /* name the source used for the object, if it has several (interned) */
} csl_access;

/* What nothing but the kernel's own threads, as far as they are ordered, is expected to change
 * meanwhile. Memory that is read in another way may be changed at any time: by another block, by
 * the host. */
static inline bool csl_is_plain(const csl_access *a) {
    return !a->is_volatile && a->atomic == CSL_ATOMIC_NONE;
}

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

/* Numbers of named barriers: those of a block, and behind them those of its tiles wider than a
 * warp, for which no program has a number. */
enum { CSL_NAMED_BARRIERS = 16, CSL_BARRIER_NUMBERS = 2 * CSL_NAMED_BARRIERS };

typedef struct csl_sync {
    csl_sync_kind kind;
    csl_scope scope; /* BLOCK: __syncthreads and its equals */
    bool orders;     /* false for shuffles and votes, and for what two launches do */
    bool aligned;    /* bar.sync rather than barrier.sync; only with `id` set */
    bool meets; /* BARRIER of the block: barrier.sync rather than bar.sync. Of the front end; not
                   in the text form */
    csl_expr *mask; /* WARP: lane mask, or NULL when `tile` says who takes part; 0: the forms of
                       before sm_70, which name no lane */
    uint32_t tile;  /* WARP: threads of an aligned tile of this many lanes (0: use mask); 128: of a
                       group of four warps. With `id`: the barrier is that of a tile of so many
                       threads, which has a number beyond those of a block */
    csl_expr *id;   /* named barrier: number; NULL otherwise. It separates nothing unless it
                       is `whole`. */
    const struct csl_stmt *whole; /* ... made of this one, whose number is computed, for one of the
                        numbers that may be; or NULL. Of the front end; not in the text form */
    csl_expr *count;  /* named barrier: expected threads, or NULL; barrier object: how many arrivals
                         this is. NULL: one, by this thread, now */
    csl_expr *object; /* address of a barrier object, or NULL */
    bool drops;       /* ARRIVE at an object: for this phase and all that follow */
    bool tracks;  /* ARRIVE at an object: made by the copies that the thread has issued (cp.async)
                     when they have ended. It hands over those, not what the thread has done */
    bool commits; /* ... or by operations of the tensor core; that hands over what the thread has
                     waited for as well */
    bool
        of_cluster; /* ARRIVE, WAIT at an object: orders what other blocks of the cluster do as well
                     */
    csl_expr *parity; /* WAIT at an object: for the phase of that parity, or NULL. A WAIT with a
                         result only looks; the result is true if that phase is over */
    csl_expr *bytes;  /* ARRIVE at an object: the phase ends when so many more have come, or NULL */
    bool full;        /* the barrier object or the named barrier counts all threads of the block, so
                          this is a barrier of the block. The analysis finds out; not in the text
                          form */
    uint32_t family;  /* 1 plus the number of the family of barriers it belongs to (csl_family); 0:
                         none. The analysis finds out; not in the text form */
    bool settled;     /* ... and what that family orders is known; likewise */
    csl_expr *value;  /* SHUFFLE: the value offered; VOTE, BARRIER with a result: the predicate;
                         WAIT: the token of the arrival, which was its result, or NULL */
    csl_expr *lane;   /* SHUFFLE: source lane (absolute), or NULL when it depends on the thread */
    csl_expr *apart;  /* SHUFFLE that swaps: the d of l ^ d, or NULL */
    uint32_t width;   /* SHUFFLE: 1..32; 0: not known */
    bool ranked;    /* SHUFFLE: lanes are counted among those that the mask names; `lane` as well */
    csl_mask makes; /* VOTE */
    bool swaps;     /* SHUFFLE: lanes exchange in pairs, l with l ^ d (butterfly) */
    bool counts;    /* BARRIER with a result: how many threads have offered a true `value` */
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
            csl_proxy proxy;
        } fence; /* FENCE */
        struct {
            bool wait;
            bool bulk;   /* a group of copies in bulk, which are counted apart */
            bool tensor; /* ... or of operations of the tensor core, likewise; with `bulk` */
            bool lanes;  /* ... or of stores to tensor memory; with `reads`, of loads from it */
            bool reads;  /* waits only until their sources have been read */
            csl_expr *pending;
        } async;        /* ASYNC: commit a group; or wait until no more
                           than so many are open (NULL: unknown) */
        csl_expr *cond; /* ASSUME */
        struct {
            uint32_t var;
            csl_scope scope;
            const char *why;
            csl_expr *of; /* threads that agree on this agree on the value; or NULL */
            bool sums; /* ... not that: it is the sum of `of` over the threads of the block before
                          this one, all of which come here */
            bool each; /* what follows happens for each value: threads of a launched kernel */
        } havoc;       /* HAVOC */
        struct {       /* CALL and OPAQUE */
            const char *what; /* function name, or the reason */
            csl_expr **args;  /* CALL: scalar and pointer arguments */
            uint32_t nargs;
            uint32_t result; /* or CSL_NO_VAR */
            bool plain;      /* CALL: taken for a computation. It does not write, and threads with
                                the same arguments (one at least) get the same */
            csl_scope syncs; /* the threads it may synchronise: none but one (THREAD) up to any */
            bool quiet;      /* nothing about it suggests that it does: no proof rests on that */
            bool mild;       /* none of its words does: no barrier of a block where a block parts */
            bool of_warp;    /* its name is about a warp: no barrier of a block */
        } call;
    };
};

/* Appends statements in order. */
typedef struct csl_seq {
    csl_stmt *first, *last;
    const struct csl_seq *around; /* what it will be appended to, if that always runs before it;
                                     NULL: that is not known */
} csl_seq;
csl_stmt *csl_stmt_new(csl_ctx *ctx, csl_stmt_kind kind, const csl_place *place);
void csl_seq_add(csl_seq *seq, csl_stmt *s);
/* Takes the last statement out; the sequence is not empty. Looks at all of them. */
void csl_seq_drop_last(csl_seq *seq);

#endif
