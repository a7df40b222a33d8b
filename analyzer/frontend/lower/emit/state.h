/* The state of lowering one kernel. */
#ifndef CSL_LOWER_STATE_H
#define CSL_LOWER_STATE_H

#include "../../parse/parse.h"

typedef struct csl_lower_state csl_lower_state;

/* ---- what a name or an expression denotes ---------------------------------------------------- */

typedef enum {
    CSL_LV_NONE,    /* nothing known: reads are havoc, writes are opaque */
    CSL_LV_VAR,     /* IR variable */
    CSL_LV_MEMORY,  /* object in memory */
    CSL_LV_BUILTIN, /* threadIdx, blockIdx, blockDim, gridDim or a component of one */
    CSL_LV_VALUE,   /* a constant or kernel parameter that nothing assigns */
} csl_lv_kind;

typedef struct csl_lval {
    csl_lv_kind kind;
    CXType type;         /* plain C type of what it denotes */
    uint32_t var;        /* VAR */
    csl_op builtin;      /* BUILTIN */
    uint32_t component;  /* BUILTIN: 0..2, 3 for the whole struct */
    csl_expr *value;     /* VALUE */
    uint64_t span;       /* ... a pointer: as in csl_var_info */
    csl_expr *address;   /* MEMORY */
    csl_expr *bounds;    /* MEMORY: conjunction of subscript bounds, or NULL */
    const char *through; /* MEMORY: name of the extern __shared__ array, or NULL */
    bool is_volatile;
    bool is_part;            /* bit-field or dependent member: touched, but values are unknown */
    unsigned from_bit, bits; /* a bit-field: its bits of the unit, which are known; 0 bits: none */
    csl_type viewed;         /* read and written as this type of as many bytes; VOID: as it is */
    CXCursor decl;           /* VAR, VALUE: declaration, null otherwise */
} csl_lval;

/* One binding of a declaration within an activation. */
typedef struct csl_binding {
    CXCursor decl;
    csl_lval lval;
} csl_binding;

/* A lambda object: where its body finds the variables it captured. */
typedef struct csl_closure {
    CXCursor type; /* the closure class */
    struct csl_activation *home;
    csl_binding *copies; /* by-value captures */
    unsigned ncopies;
} csl_closure;

typedef struct csl_jump {
    CXCursor stmt; /* LabelStmt; null for loops and switches */
    bool has_break, has_continue;
    uint32_t break_label, continue_label;
    bool break_used, continue_used;
    bool is_switch;
    struct csl_block *block; /* the jump leaves what is open inside this one (lifetime.h), */
    bool back;               /* and if it leads back, what began in it */
    const struct csl_lifetime *kept; /* after this */
    struct csl_jump *outer;
} csl_jump;

/* One function body being lowered: the kernel itself or an inlined call. */
typedef struct csl_activation {
    CXCursor function;              /* definition */
    struct csl_activation *caller;  /* NULL: the kernel */
    struct csl_activation *lexical; /* lambda body: where the lambda was written */
    csl_closure *closure;
    csl_binding *bindings; /* open addressing by cursor hash */
    unsigned nbindings, cap;
    bool has_this;
    csl_lval self;         /* *this */
    csl_lval result;       /* where `return e` puts its value; NONE for void */
    bool result_reference; /* the function returns a reference: result holds an address */
    bool returns_once;     /* its only return is its last statement: `target` is what it returns */
    csl_lval target;
    uint32_t return_label;
    unsigned returns;            /* jumps to it */
    bool shim;                   /* embedded code: no places of its own */
    CXCursor user_call;          /* shim: the innermost user-level call that led here */
    const csl_place *user_place; /* shim: its place */
    const char *user_text;       /* shim: outermost embedded call as the user spelled it */
    const csl_frame *chain;
    csl_jump *jumps;
    unsigned conditions; /* `if`s around the statement in this body, of conditions not known */
    struct csl_block *block, *full;  /* the innermost scope and full expression (lifetime.h) */
    const csl_source_error **errors; /* those inside this body, by offset */
    unsigned nerrors, next_error;
} csl_activation;

/* What lowering leaves to others: calls and statements that have a meaning of their own instead of
 * a body. kernels/ says who does it. */
typedef struct csl_extensions {
    /* Lowers a call of a __csl_* intrinsic or a compiler builtin; false if the name is not known. A
     * class result goes to *dest. */
    bool (*intrinsic)(csl_lower_state *L, CXCursor call, const char *name, csl_lval *dest,
                      csl_expr **result);
    /* A call that is a barrier of the whole block (csl_parse_options.barriers). */
    void (*block_barrier)(csl_lower_state *L, CXCursor call);
    /* Inline PTX: emits what it does, stores its outputs. */
    void (*assembly)(csl_lower_state *L, CXCursor s);
} csl_extensions;

struct csl_lower_state {
    const csl_unit *unit;
    csl_extensions extensions;
    csl_ctx *ctx;
    csl_ctx *scratch; /* while a body is being lowered: what is known of it then, and no part of the
                         IR. Its strings are others than those of `ctx` */
    csl_places *places;
    csl_module *module;
    csl_kernel *kernel;
    csl_activation *act;
    csl_seq *seq; /* where statements go */
    unsigned nstmts, depth, inline_depth;
    const csl_stmt *narrow_fence; /* the last fence of what initialises barrier objects, no more */

    csl_var *vars;
    unsigned nvars, cap_vars;
    struct csl_var_info {
        CXCursor decl;            /* or null */
        unsigned stamp;           /* nth LET of the kernel that assigned it last */
        const char *through;      /* pointer derived from this extern __shared__ name */
        int32_t root;             /* pointer into this object; -1 unknown, -2 never assigned */
        const csl_expr *function; /* the only function it is ever given, or NULL */
        bool varies;              /* it is given another one, or what is not known */
        bool relied;              /* `function` was taken for its value */
        uint64_t span; /* a pointer: it leads to an array in an object, of so many bytes, and is
                          assigned once; 0: not known */
        bool bounded;  /* `span` was taken to limit its subscripts */
    } * info;
    unsigned assignments;
    struct csl_named_function { /* functions that are values */
        const char *usr;
        CXCursor decl;
    } * functions;
    unsigned nfunctions, cap_functions;

    csl_object *objects;
    CXCursor *object_decl; /* parallel to objects; null for none */
    unsigned nobjects, cap_objects;
    int32_t dynamic_object;   /* index of the one DYNAMIC object, -1 */
    unsigned columns;         /* of tensor memory that are allocated so far */
    const char *dynamic_name; /* first extern __shared__ name seen */
    bool many_dynamic;        /* several names: see csl_lower_state.in_memory */

    csl_cursor_map closures; /* csl_closure by class */
    csl_lval written;        /* what the assignment or increment lowered last wrote to */

    /* A scalar local is an IR variable until the source takes its address; a parameter is a
     * constant until something assigns it. Discovering either adds the declaration here, and the
     * kernel is lowered again with what was learnt. */
    csl_cursor_set in_memory, assigned;
    bool retry;

    csl_cursor_map operands;           /* csl_operands */
    csl_cursor_map accounted, audited; /* expressions and statements (audit.c) */
    csl_cursor_map builtins;           /* threadIdx and the like (name.c) */
    csl_cursor_map classes;            /* what is known of classes (class_facts.c) */
    csl_cursor_map used;               /* by function: the names in it (decl.c) */

    struct csl_recovered {
        CXCursor decl;
        uint32_t param;
    } * recovered; /* undeclared numbers the kernel uses (taint.c) */
    unsigned nrecovered, cap_recovered;

    const char *skipped;    /* set when the kernel cannot be lowered */
    bool full;              /* it has more statements than are lowered: nothing is added any more */
    const char *taken;      /* a call that was taken for a computation, or NULL */
    CXCursor discarded;     /* the expression that was last lowered for its effects only */
    bool unresolved;        /* met something that depends on a template parameter */
    bool open_types;        /* a pattern is lowered: what is no number may be of any type */
    csl_cursor_set idle;    /* functions that only make an empty object of empty ones */
    csl_cursor_set inlined; /* every function entered, over all kernels (unreached helpers) */
    csl_cursor_set reached; /* those of them that kernels with all their arguments call */
};

#endif
