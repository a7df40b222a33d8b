/* The IR of cudasynclint: expressions (ir/expr.h), statements (ir/stmt.h), kernels, modules.
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

#include <stdio.h>

#include "ir/stmt.h"

/* ---- kernels ----------------------------------------------------------------------------- */

/* clang-format off */
#define CSL_OBJECTS(X)                                                                             \
    X(SHARED, "shared")     /* a __shared__ variable */                                            \
    X(DYNAMIC, "dynamic")   /* THE dynamic shared array: all extern __shared__ names */            \
    X(TENSOR, "tensor")     /* THE tensor memory of the block: rows are lanes (tcgen05) */          \
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

/* Memory that each block has of its own. */
static inline bool csl_is_of_block(csl_object_kind k) {
    return k == CSL_OBJ_SHARED || k == CSL_OBJ_DYNAMIC || k == CSL_OBJ_TENSOR;
}

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
    bool parted; /* LOCAL: some of its members are variables now, as if subscripts of the others
                    stayed inside them; not in the text form */
    const csl_place *place; /* declaration, or NULL */
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
    bool member; /* no parameter: an integer inside a struct that is passed by value; nor this */
    uint32_t of, at; /* ... of which parameter, and how many bytes into it */
} csl_param;

/* Two pointers that a launch gives a kernel and that point to the same memory: pointer parameters,
 * or pointers in a struct that is passed by value. */
typedef struct csl_same_memory {
    uint32_t param, at; /* index into params, and bytes into it */
    uint32_t of, of_at; /* the other one; UINT32_MAX: an object of the kernel, of_at its index */
    int64_t shift;      /* bytes from the other one to this one */
} csl_same_memory;

/* Whether a launch lets the kernel begin before the one that was launched before has ended
 * (cudaLaunchAttributeProgrammaticStreamSerialization). */
typedef enum { CSL_BEGINS_AFTER, CSL_BEGINS_MAYBE_EARLY, CSL_BEGINS_EARLY } csl_begin;

/* What the kernel that was launched right before stores where a pointer parameter points to. */
typedef struct csl_stored_before {
    uint32_t param;
    const char *kernel;      /* the one before */
    const csl_place *launch; /* ... its launch */
    const csl_place *store;  /* ... and the first such store in it */
    bool lets_begin;         /* it says itself when the next one may begin */
} csl_stored_before;

/* A launch in the same file of which it is known how large the block is. 0: this dimension of the
 * grid is unknown; of the block, it depends on parameters. */
typedef struct csl_launch {
    const csl_place *place;
    uint32_t grid[3], block[3];
    csl_expr *says[3];  /* of a block[] that is not known: what it is in terms of the kernel's
                           parameters, U32, or NULL; not in the text form */
    csl_expr *spans[3]; /* the same of a grid[] */
    csl_expr *given;    /* BOOL: the parameters that are numbers of the template (csl_param.chosen)
                           have the values it gives them; NULL: none known; not in the text form */
    bool
        asserted; /* assert() of the host says a part of that, or the block; not in the text form */
    int64_t dynamic_bytes; /* -1: unknown */
    bool cooperative;
    bool one_way; /* the host chooses the block by conditions that are not followed, and this is one
                     of its choices; not in the text form */
    bool configured;           /* it may ask for clusters of several blocks; not in the text form */
    uint32_t cluster[3];       /* ... of that many; 0: not known; not in the text form */
    csl_begin begins;          /* this and the rest is not in the text form */
    csl_stored_before *before; /* if it may begin early */
    uint32_t nbefore;
    csl_same_memory *same;
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
    bool names_block;    /* ... and the name of the first says that it is the size of the block */
    uint32_t cluster[3]; /* blocks of a cluster, as __cluster_dims__ says; 0: not known */
    bool launched_in_clusters; /* ... as all launches say; not in the text form */
    bool maps_blocks; /* it makes addresses of shared memory of other blocks (CSL_CLUSTER_SHIFT) */
    bool made_for_several; /* they disagree, or one has a size that is not known */
    csl_launch *launches;
    uint32_t nlaunches;
    bool launch_unknown; /* some launch in the file did not resolve, or none was found */
    csl_expr *unsized;  /* BOOL: what is known of the arguments, the grid and a part of the block of
                           launches whose block is not known as a whole; NULL: there is none; not
                           in the text form */
    bool elsewhere;     /* it may be launched where nothing is known of the arguments; likewise */
    const char *shares; /* of a copy for the launches that pass the same memory twice: which, in
                           words; NULL otherwise; not in the text form */
    bool shares_more;   /* ... and not every pointer that this is about was found in the body */
    const char *may_share; /* a launch may pass the same memory twice, which could not be made out;
                              in words, NULL: none; not in the text form */
    bool unread;      /* not every pass of a loop around a launch, not every caller and not every
                         pointer was looked at for that; not in the text form */
    uint32_t same[3]; /* every launch in the file has so many threads in this dimension of the
                         block; 0: they differ, or one does not say; not in the text form */
    bool helper;      /* a device function that no kernel reaches; not in the text form */
    bool used;        /* the file launches it or takes its address; not in the text form */
    bool unlaunched;  /* nothing launches it, though the file launches others; not in the text
                         form */
    bool made_up;     /* a template that the file gives no arguments: itself, or with such as were
                         made up; not in the text form */
    const char *recovered; /* what it uses that nothing declares, NULL: nothing; such a kernel is
                            not proved, and nothing is sure of it; not in the text form */
    const char *constants; /* which __constant__ variables hold what the host is seen to copy there,
                              in words; NULL: none was looked into; not in the text form */
    csl_audit audit;       /* not in the text form */
    const char *skipped;   /* not analysed: why; NULL otherwise (then body is valid) */
    bool emptied; /* skipped because the preprocessor left nothing of its body; not in the text
                     form */
    uint32_t needs_arch; /* ... the value of __CUDA_ARCH__ that would show it; 0: none is known */
    uint32_t also_arch;  /* not emptied: a later one that its guards compare with; 0: none */
    uint32_t left_out;   /* skipped because it stands for so many instances over the limit, whose
                            siblings are analysed; 0: it does not. Not in the text form */
} csl_kernel;

typedef struct csl_file {
    const char *path; /* as given on the command line or by the include */
} csl_file;

/* BOOL: what the launch says of the arguments and, as far as it is known, of the block. */
csl_expr *csl_said_by_launch(csl_ctx *ctx, const csl_launch *launch);
/* ... and of the grid, for one of its threads. */
csl_expr *csl_said_of_thread(csl_ctx *ctx, const csl_launch *launch);

/* The access reads an integer, as it is, so many bytes behind where the object begins. */
bool csl_reads_integer(const csl_kernel *k, const csl_access *acc, uint32_t object,
                       int64_t *offset);

typedef struct csl_module {
    csl_ctx *ctx;
    csl_file *files;
    uint32_t nfiles;
    csl_kernel *kernels; /* in source order; instances of one template adjacent */
    uint32_t nkernels;
    uint32_t arch; /* value of __CUDA_ARCH__ it was read for; 0: not told. Not in the text form */
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
