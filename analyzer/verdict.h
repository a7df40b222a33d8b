/* What is said of a kernel: one verdict per concern, and one of the kernel that follows from them.
 *
 * Self-contained strings and numbers, as reports, workers and shards need them: no expressions, no
 * IR. The analysis makes these records (analysis/judge.c), verdict/ joins and spells them, and
 * everything above only reads them. All strings live in the arena the record was made in.
 */
#ifndef CSL_VERDICT_H
#define CSL_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A region of a source file; lines and columns from 1, end_column one past the last character. */
typedef struct csl_region {
    const char *file;
    uint32_t line, column, end_line, end_column;
} csl_region;

/* ---- findings ---------------------------------------------------------------------------- */

/* How sure a finding is. Defined per rule in docs/how-it-works.md. */
typedef enum { CSL_LOW, CSL_MEDIUM, CSL_HIGH } csl_confidence;
const char *csl_confidence_name(csl_confidence c); /* "low", "medium", "high" */

/* One step of one witness thread: where, in which barrier interval (0 = before the first barrier of
 * the block), and what happened, e.g. "`tid < s` is true: 0 < 1", "writes sd[1]",
 * "waits at __syncthreads()". Steps stand in the order they happen. */
typedef struct csl_step {
    csl_region region;
    uint32_t interval;
    const char *text;
    /* For the rules, in no report: */
    const char *values; /* of a condition: its text with numbers, "0 < 1"; or NULL */
    bool decides;       /* it is a condition that led here, and ... */
    bool holds;         /* ... as the source has it, it was true */
    uint32_t pass;      /* ... in this pass of the innermost loop, from 1; 0: in no loop */
} csl_step;

typedef struct csl_trace {
    int64_t block[3];  /* blockIdx */
    int64_t thread[3]; /* threadIdx */
    csl_step *steps;
    uint32_t nsteps;
} csl_trace;

typedef struct csl_value {
    const char *name;
    int64_t value;
} csl_value;

/* Two threads of one launch that show a finding, and the values they do it with. */
typedef struct csl_witness {
    int64_t block[3]; /* blockDim */
    csl_value *values;
    uint32_t nvalues;
    csl_trace threads[2];
} csl_witness;

/* ---- concerns ---------------------------------------------------------------------------- */

/* What can be right or wrong about a kernel's synchronisation, each judged by itself:
 *   barriers  every thread of the block reaches the barriers of the block
 *   warps     the lanes a mask or tile names take part in what they do together
 *   shared    accesses of shared memory by threads of one block
 *   global    accesses of other memory by threads of one block
 *   async     asynchronous copies, barrier objects, proxies
 *   grid      other blocks, clusters, and the kernel launched before
 * The last two are judged where the kernel holds what they are about, or when asked for. */
/* clang-format off */
#define CSL_CONCERNS(X)                                                                            \
    X(BARRIERS, "barriers", "barriers") X(WARPS, "warps", "warps") X(SHARED, "shared", "shared")   \
    X(GLOBAL, "global", "global in a block") X(ASYNC, "async", "async") X(GRID, "grid", "grid")
/* clang-format on */
typedef enum {
#define X(name, text, words) CSL_CONCERN_##name,
    CSL_CONCERNS(X)
#undef X
        CSL_CONCERN_COUNT
} csl_concern;
const char *csl_concern_name(csl_concern c); /* "global" */

/* A set of concerns, one bit each. */
typedef unsigned csl_concerns;
#define CSL_ABOUT(name) (1u << CSL_CONCERN_##name)
#define CSL_ABOUT_ALL ((1u << CSL_CONCERN_COUNT) - 1u)
/* The set that the names in `list`, separated by commas, stand for ("all" is one). False, with
 * the first name that is none in bad[], if there is such. */
bool csl_concerns_read(const char *list, csl_concerns *set, char *bad, size_t size);

/* From best to worst. */
typedef enum {
    CSL_CONCERN_OFF,     /* not judged: neither enabled nor asked for */
    CSL_CONCERN_NOTHING, /* the kernel holds nothing that it is about */
    CSL_CONCERN_PROVED,
    CSL_CONCERN_UNDECIDED, /* see the obstacles */
    CSL_CONCERN_FINDINGS
} csl_concern_state;
const char *csl_concern_state_name(csl_concern_state s); /* "off", "nothing-asked", "proved",
                                                            "undecided", "findings" */

/* One reason against a proof, and where it stands (line 0: of the kernel as a whole). */
typedef struct csl_obstacle {
    csl_region at;
    const char *why;
} csl_obstacle;

typedef struct csl_concern_verdict {
    csl_concern_state state;
    uint32_t safe, undecided, racing; /* queries */
    const csl_obstacle *obstacles;    /* UNDECIDED: the first few, in the order they were met */
    uint32_t nobstacles;
} csl_concern_verdict;

/* ---- assumptions ------------------------------------------------------------------------- */

/* What a verdict rests on without having been shown. */
/* clang-format off */
#define CSL_ASSUMPTIONS(X)                                                                         \
    X(DISTINCT_POINTERS, "distinct-pointers")  /* parameters point to distinct memory */           \
    X(LOADED_POINTERS, "loaded-pointers")      /* ... and pointers that were loaded */             \
    X(SAME_MEMORY, "same-memory") /* parameters point to the same memory, as a launch has it */    \
    X(ROWS, "rows-apart")        /* rows laid out by a parameter do not overlap */                 \
    X(BLOCK, "block-shape")      /* something about blockDim */                                    \
    X(GRID, "grid-shape")        /* something about gridDim */                                     \
    X(VALUE, "value")            /* a parameter is not negative, or is positive */                 \
    X(NUMBERS, "numbers")        /* counters and indices do not wrap, loops end in time */         \
    X(BOUNDS, "array-bounds")    /* subscripts stay inside what the declaration says */            \
    X(ASSERT, "assert")          /* what an assert() or __builtin_assume() states */               \
    X(DECLARATION, "declaration")   /* a name that nothing declares is what it seems */            \
    X(PROXY, "proxy-fence") /* a fence for the copy engine that another thread makes counts */     \
    X(STORES, "equal-stores") /* a warp that stores one value to one place leaves it there */      \
    X(WARP_GROUP, "warp-group") /* its warps wait together for what the tensor core does */         \
    X(ELECTED, "elected")        /* of a whole warp lane 0 is elected */                           \
    X(REGISTERS, "registers") /* those of the tensor core are left alone while it works on them */ \
    X(START, "shared-start") /* dynamic shared memory begins at a multiple of some bytes */         \
    X(TILE, "tile")         /* how large a tile of a tensor is, and what of it is in global memory */ \
    X(ARCHITECTURE, "architecture") /* compiled for one of those analysed */
/* clang-format on */
typedef enum {
#define X(name, text) CSL_ASSUMED_##name,
    CSL_ASSUMPTIONS(X)
#undef X
        CSL_ASSUMED_COUNT
} csl_assumption_kind;
const char *csl_assumption_kind_name(csl_assumption_kind k);

typedef struct csl_assumption {
    csl_assumption_kind kind;
    const char *text;   /* "distinct pointer parameters point to distinct memory" */
    const char **names; /* what it is about, as the source calls it; may be none */
    uint32_t nnames;
    csl_region at; /* line 0: of the kernel as a whole */
} csl_assumption;

/* ---- the kernel -------------------------------------------------------------------------- */

typedef enum {
    CSL_PROVED,           /* some concern was asked something and all enabled ones are proved */
    CSL_FINDINGS,         /* some concern has findings that are shown */
    CSL_NOT_DECIDED,      /* neither */
    CSL_NOT_ANALYSED,     /* it was not looked at */
    CSL_NOTHING_TO_CHECK, /* no concern was asked anything */
    CSL_VERDICT_COUNT
} csl_kernel_verdict;
const char *csl_kernel_verdict_name(csl_kernel_verdict v); /* "proved", "findings", "undecided",
                                                             "not-analysed", "nothing-to-check" */

typedef struct csl_kernel_result {
    const char *name, *instances; /* "<64>, <128>" or NULL */
    csl_region region;            /* from its name to the end of its definition */
    csl_kernel_verdict verdict;
    const char *why;    /* UNDECIDED and NOT_ANALYSED: first reason and place, one line */
    const char *blocks; /* PROVED: "every block shape", "32x1x1, 256x1x1" */
    csl_concern_verdict concern[CSL_CONCERN_COUNT];
    const char **archs; /* the architectures it was analysed for: "sm_80"; may be none */
    uint32_t narchs;
    const csl_assumption *assumptions;
    uint32_t nassumptions;
    uint32_t safe, undecided, racing; /* queries of all concerns */
    bool used;                        /* the file launches it or takes its address */
    bool made_up;                     /* no file gives its template arguments; in no report */
    bool helper;                      /* a device function that no kernel reaches; in no report */
    bool fails;                       /* a gate on verdicts refuses it; in no document */
    bool emptied; /* NOT_ANALYSED because the preprocessor left nothing of its body */
} csl_kernel_result;

/* "proved (barriers, global in a block)", "undecided (shared; barriers proved)": the verdict as
 * texts print it. Returns `words`, which holds CSL_VERDICT_WORDS characters. */
enum { CSL_VERDICT_WORDS = 256 };
const char *csl_verdict_words(const csl_kernel_result *k, char words[CSL_VERDICT_WORDS]);

/* "thread 32" in a block of one dimension, "thread (3,4)" in one of two, "thread (3,4,0)" in one of
 * three; dim is blockDim. Returns `words`, which holds CSL_THREAD_WORDS characters. */
enum { CSL_THREAD_WORDS = 80 };
const char *csl_thread_words(const int64_t dim[3], const int64_t thread[3],
                             char words[CSL_THREAD_WORDS]);

/* ---- merging (verdict/merge.c) --------------------------------------------------- */

struct csl_ctx;

/* Joins two analyses of one kernel, as another instance of its template (`instance` names it, or is
 * NULL), for another architecture or in another file: in every concern the worse of both. One in
 * which the preprocessor left nothing of the body counts only if the other is so, too. */
void csl_join_kernel(struct csl_ctx *ctx, csl_kernel_result *to, const csl_kernel_result *from,
                     const char *instance);
/* "<64>, <128>": `list` with `item` if it is not there yet. Either may be NULL. */
const char *csl_with_instance(struct csl_ctx *ctx, const char *list, const char *item);
/* The result of the kernel as such follows from those of its concerns, for one that was analysed:
 * findings, undecided, proved or nothing to check. */
csl_kernel_verdict csl_verdict_of_concerns(const csl_kernel_result *k);

#endif
