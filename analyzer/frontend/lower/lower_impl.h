/* The state of lowering one kernel and the functions its parts offer each other.
 * Included by lower*.c, intrinsics.c and asm.c only. */
#ifndef CSL_LOWER_IMPL_H
#define CSL_LOWER_IMPL_H

#include <string.h>

#include "../parse/cursor_map.h"
#include "lower.h"

/* Counted limits: nothing may grow without bound on a hostile source. */
#define CSL_MAX_STMTS 20000       /* IR statements of one kernel before calls stay calls */
#define CSL_MAX_INLINE 64         /* nested inlined calls */
#define CSL_MAX_NEST 2000         /* nested statements and expressions */
#define CSL_MAX_RETRIES 8         /* see csl_lower_state.in_memory */
#define CSL_MAX_INSTANCES 16      /* of one kernel template ... */
#define CSL_MAX_FILE_INSTANCES 48 /* ... and of all templates of a file together, roughly */

typedef struct csl_lower_state csl_lower_state;

/* ---- children of a cursor -------------------------------------------------------------------- */

typedef struct csl_cursors {
    CXCursor *v;
    unsigned n;
} csl_cursors;
csl_cursors csl_children(csl_ctx *ctx, CXCursor cursor);
/* Only the expressions among them (no TypeRef, attribute, template argument reference). */
csl_cursors csl_expr_children(csl_ctx *ctx, CXCursor cursor);
/* The same, asked of libclang once for each cursor: not to be written to. */
csl_cursors csl_operands(csl_lower_state *L, CXCursor cursor);
const char *csl_spelling(csl_ctx *ctx, CXCursor cursor); /* interned, never NULL */
const char *csl_usr(csl_ctx *ctx, CXCursor cursor);      /* interned, never NULL */
bool csl_has_attribute(CXCursor decl, enum CXCursorKind kind);

/* ---- C types (lower_type.c) ------------------------------------------------------------------ */

CXType csl_plain(CXType type);         /* canonical, references and qualifiers removed */
csl_type csl_scalar_type(CXType type); /* VOID for classes, arrays, vectors, void, unknown */
/* The type of a value: as csl_scalar_type, but an array is the pointer it decays to. libclang shows
 * a parameter `T a[]`, and every use of it, with the array type that was written. */
csl_type csl_value_type(CXType type);
CXType csl_element_type(CXType type); /* of an array or pointer */
bool csl_is_class(CXType type);
bool csl_is_array(CXType type);
bool csl_is_reference(CXType type);
bool csl_is_dependent(CXType type);
/* False for a class with errors in it: asking libclang for its size would crash. */
bool csl_has_layout(CXType type);
/* Bytes of an object of this type; 0 when unknown (incomplete array). Dependent types count 4. */
uint64_t csl_sizeof(CXType type);
bool csl_is_vector_class(CXType type);       /* float4 and friends: copied in one access */
csl_type csl_promoted(csl_type t);           /* C's integer promotions */
csl_type csl_common(csl_type a, csl_type b); /* C's usual arithmetic conversions */

/* ---- what a name or an expression denotes ---------------------------------------------------- */

typedef enum {
    CSL_LV_NONE,    /* nothing known: reads are havoc, writes are opaque */
    CSL_LV_VAR,     /* IR variable */
    CSL_LV_MEMORY,  /* object in memory */
    CSL_LV_BUILTIN, /* threadIdx, blockIdx, blockDim, gridDim or a component of one */
    CSL_LV_VALUE,   /* a constant or kernel parameter that nobody assigns */
} csl_lv_kind;

typedef struct csl_lval {
    csl_lv_kind kind;
    CXType type;         /* plain C type of what it denotes */
    uint32_t var;        /* VAR */
    csl_op builtin;      /* BUILTIN */
    uint32_t component;  /* BUILTIN: 0..2, 3 for the whole struct */
    csl_expr *value;     /* VALUE */
    csl_expr *address;   /* MEMORY */
    csl_expr *bounds;    /* MEMORY: conjunction of subscript bounds, or NULL */
    const char *through; /* MEMORY: name of the extern __shared__ array, or NULL */
    bool is_volatile;
    bool is_part;  /* bit-field or dependent member: touched, but values are unknown */
    CXCursor decl; /* VAR, VALUE: declaration, null otherwise */
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
    struct csl_closure *next;
} csl_closure;

typedef struct csl_jump {
    CXCursor stmt; /* LabelStmt; null for loops and switches */
    bool has_break, has_continue;
    uint32_t break_label, continue_label;
    bool break_used, continue_used;
    bool is_switch;
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
    const csl_source_error **errors; /* those inside this body, by offset */
    unsigned nerrors, next_error;
} csl_activation;

struct csl_lower_state {
    const csl_unit *unit;
    csl_ctx *ctx;
    csl_places *places;
    csl_module *module;
    csl_kernel *kernel;
    csl_activation *act;
    csl_seq *seq; /* where statements go */
    unsigned nstmts, depth, inline_depth;

    csl_var *vars;
    unsigned nvars, cap_vars;
    struct csl_var_info {
        CXCursor decl;       /* or null */
        unsigned stamp;      /* nth LET of the kernel that assigned it last */
        const char *through; /* pointer derived from this extern __shared__ name */
        int32_t root;        /* pointer into this object; -1 unknown, -2 never assigned */
    } * info;
    unsigned assignments;

    csl_object *objects;
    CXCursor *object_decl; /* parallel to objects; null for none */
    unsigned nobjects, cap_objects;
    int32_t dynamic_object;   /* index of the one DYNAMIC object, -1 */
    const char *dynamic_name; /* first extern __shared__ name seen */
    bool many_dynamic;        /* several names: see csl_lower_state.in_memory */

    csl_closure *closures;
    csl_lval written; /* what the assignment or increment lowered last wrote to */

    /* A scalar local is an IR variable until somebody takes its address; a parameter is a constant
     * until somebody assigns it. Discovering either adds the declaration here, and the kernel is
     * lowered again with what was learnt. */
    CXCursor *in_memory, *assigned;
    unsigned nin_memory, nassigned, cap_in_memory, cap_assigned;
    bool retry;

    csl_cursor_map operands; /* csl_operands */

    struct csl_guessed {
        CXCursor decl;
        uint32_t param;
    } * guesses; /* undeclared numbers the kernel uses (taint.c) */
    unsigned nguesses, cap_guesses;

    const char *skipped; /* set when the kernel cannot be lowered */
    const char *taken;   /* a call that was taken for a computation, or NULL */
    CXCursor discarded;  /* the expression that was last lowered for its effects only */
    bool unresolved;     /* met something that depends on a template parameter */
    CXCursor *inlined;   /* every function entered, over all kernels (unreached helpers) */
    unsigned ninlined, cap_inlined;
};

/* ---- statements and variables (lower.c) ------------------------------------------------------ */

csl_stmt *csl_emit(csl_lower_state *L, csl_stmt_kind kind, CXCursor at);
/* The place where code at `at` counts: its own, or in embedded code the user's call. */
const csl_place *csl_here(csl_lower_state *L, CXCursor at);
const char *csl_text_here(csl_lower_state *L, CXCursor at); /* NULL in embedded code */
uint32_t csl_new_var(csl_lower_state *L, const char *name, csl_type type, CXCursor decl);
uint32_t csl_new_label(csl_lower_state *L);
csl_expr *csl_var_value(csl_lower_state *L, uint32_t var);
/* var = value; `text` may be NULL. */
csl_stmt *csl_emit_let(csl_lower_state *L, uint32_t var, csl_expr *value, CXCursor at,
                       const char *text);
/* A fresh variable of any value; threads of one `scope` agree on it. */
csl_expr *csl_emit_havoc(csl_lower_state *L, csl_type type, csl_scope scope, CXCursor at,
                         const char *why);
void csl_emit_opaque(csl_lower_state *L, CXCursor at, const char *reason);
/* An access of the state of the barrier object at that address (intrinsics_sync.c). */
csl_access *csl_emit_state(csl_lower_state *L, csl_mode mode, csl_expr *object, CXCursor at);
void csl_emit_br(csl_lower_state *L, uint32_t label, csl_origin origin, CXCursor at);
/* True if the value can change: it mentions a named variable. */
bool csl_mentions_variable(csl_lower_state *L, const csl_expr *e);
/* The value now, also after later assignments to the variables it mentions. */
csl_expr *csl_freeze(csl_lower_state *L, csl_expr *value, CXCursor at);
/* For operands evaluated before something with side effects: call csl_mark before that something
 * and csl_settle after it; if a variable of `value` was assigned in between, the old value is kept
 * in a variable set at the mark. */
typedef struct csl_mark {
    csl_stmt *last;
    csl_seq *seq;
    unsigned assignments;
} csl_mark;
csl_mark csl_set_mark(csl_lower_state *L);
csl_expr *csl_settle(csl_lower_state *L, csl_mark mark, csl_expr *value, CXCursor at);

uint32_t csl_new_object(csl_lower_state *L, csl_object_kind kind, CXCursor decl, CXType type,
                        const char *name);
csl_expr *csl_object_address(csl_lower_state *L, uint32_t object);
/* The object a pointer points into, -1 if not known. */
int32_t csl_root_object(csl_lower_state *L, const csl_expr *address);
const char *csl_root_name(csl_lower_state *L, const csl_expr *address);

void csl_note_inlined(csl_lower_state *L, CXCursor function);
bool csl_listed(const CXCursor *list, unsigned n, CXCursor cursor);
void csl_need_memory(csl_lower_state *L, CXCursor decl);
void csl_need_variable(csl_lower_state *L, CXCursor decl);

/* ---- bindings (lower_lvalue.c) --------------------------------------------------------------- */

/* What the declaration is bound to in this activation or those it can see, or NULL. */
csl_lval *csl_lookup(csl_activation *act, CXCursor decl);
void csl_bind(csl_lower_state *L, csl_activation *act, CXCursor decl, csl_lval lval);
csl_lval csl_lval_none(CXType type);
csl_lval csl_lval_var(csl_lower_state *L, uint32_t var, CXType type);
csl_lval csl_lval_memory(csl_expr *address, CXType type);
csl_lval csl_lval_value(csl_expr *value, CXType type, CXCursor decl);
/* What a name denotes: a DeclRefExpr, or the declaration `decl` used at `use` (lower_name.c). */
csl_lval csl_lower_name(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_named(csl_lower_state *L, CXCursor decl, CXCursor use);
/* One dimension of an array: how many elements, and of how many bytes each; NULL: not known
 * (lower_extent.c). */
typedef struct csl_dimension {
    csl_expr *extent, *bytes;
} csl_dimension;
/* The extent of that dimension of a declared array, counted from the innermost, rests on a guess.
 */
bool csl_extent_is_guessed(csl_lower_state *L, CXCursor decl, unsigned from_inner);
/* The outermost dimension of an expression of array type. */
csl_dimension csl_dimension_of(csl_lower_state *L, CXCursor array);
CXCursor csl_strip_parens(csl_lower_state *L, CXCursor e);
/* a[i], x.m and p->m (lower_element.c) */
csl_lval csl_lower_subscript(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_member(csl_lower_state *L, CXCursor e);
csl_expr *csl_add_bytes(csl_lower_state *L, csl_expr *address, int64_t bytes);
/* What an lvalue expression denotes. Evaluates its side effects. */
csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e);
bool csl_is_lvalue(csl_lower_state *L, CXCursor e);
/* For a reference: an lvalue, or a temporary that holds the value of `e`. */
csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e, CXType referred);
csl_expr *csl_address_of(csl_lower_state *L, csl_lval lval, CXCursor at);
/* The pointer an array-typed lvalue decays to; a parameter written as an array is one already. */
csl_expr *csl_decay(csl_lower_state *L, csl_lval lval, CXCursor at);
csl_expr *csl_load(csl_lower_state *L, csl_lval lval, CXCursor at);
void csl_store(csl_lower_state *L, csl_lval lval, csl_expr *value, CXCursor at, CXCursor target);
csl_lval csl_member(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at);
/* The same without following a reference: the bytes that hold its address. */
csl_lval csl_member_slot(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at);
/* Gives a member its initial value, or binds it if it is a reference. */
void csl_initialise_member(csl_lower_state *L, csl_lval object, CXCursor field, CXCursor init);
/* The base class part of an object (plain inheritance). */
csl_lval csl_base_of(csl_lower_state *L, csl_lval object, CXType base, CXCursor at);
csl_expr *csl_offset_address(csl_lower_state *L, csl_expr *address, csl_expr *index,
                             uint64_t bytes);
/* A new place in memory or variable for a local of this type. */
csl_lval csl_new_local(csl_lower_state *L, CXCursor decl, CXType type, const char *name);
/* The same for a parameter: an array type means a pointer. */
csl_lval csl_new_parameter(csl_lower_state *L, CXCursor decl, CXType type, const char *name);
bool csl_evaluate(csl_lower_state *L, CXCursor e, csl_expr **value);

/* ---- values ---------------------------------------------------------------------------------- */

/* The value of a scalar expression; reads and side effects are emitted. Never NULL. */
csl_expr *csl_rvalue(csl_lower_state *L, CXCursor e);
/* C's conversion to a type; VOID leaves the value as it is. Between pointers and floating types
 * (in dependent code, where a template parameter counts as a float) the result is uninterpreted. */
csl_expr *csl_convert(csl_lower_state *L, csl_type type, csl_expr *e);
csl_expr *csl_rvalue_as(csl_lower_state *L, CXCursor e, csl_type type);
csl_expr *csl_condition(csl_lower_state *L, CXCursor e); /* as BOOL */
csl_expr *csl_constant(csl_lower_state *L, CXCursor e);  /* evaluated by libclang */
/* lower_operator.c */
csl_expr *csl_lower_binary(csl_lower_state *L, CXCursor e);
/* The operator of that name ("+=") as it is for numbers; false if it has no such meaning. */
bool csl_lower_named_operator(csl_lower_state *L, CXCursor e, const char *name, csl_cursors args,
                              csl_expr **value);
csl_expr *csl_lower_unary(csl_lower_state *L, CXCursor e, bool discarded);
csl_expr *csl_lower_conditional(csl_lower_state *L, CXCursor e, CXCursor c, CXCursor x, CXCursor y);
/* An expression evaluated for its effects only. */
void csl_discard(csl_lower_state *L, CXCursor e);
csl_expr *csl_arith(csl_lower_state *L, enum CXBinaryOperatorKind op, csl_expr *a, csl_expr *b,
                    CXType a_type, CXType b_type, CXCursor at);

/* Puts the value of a class- or array-typed expression into dest. */
void csl_lower_aggregate(csl_lower_state *L, CXCursor e, csl_lval dest);
/* auto [a, b] = x; */
void csl_lower_structured_binding(csl_lower_state *L, CXCursor decl);
void csl_copy(csl_lower_state *L, csl_lval dest, csl_lval src, CXCursor at);
/* dest = initialiser, of any type. */
void csl_initialise(csl_lower_state *L, csl_lval dest, CXCursor init);
/* Every scalar part of dest becomes a value of that scope nothing else is known of. */
void csl_forget(csl_lower_state *L, csl_lval dest, csl_scope scope, CXCursor at, const char *why);
csl_lval csl_temporary(csl_lower_state *L, CXCursor e); /* aggregate value in a fresh local */

/* ---- calls ----------------------------------------------------------------------------------- */

/* A call taken apart. */
typedef struct csl_call {
    CXCursor cursor, callee;
    CXCursor definition; /* with a body to inline; null: none */
    csl_cursors args;    /* without the object */
    bool has_object;
    CXCursor object; /* null: implicit this */
} csl_call;

/* lower_callee.c */
csl_call csl_resolve_call(csl_lower_state *L, CXCursor e);
csl_lval csl_object_of(csl_lower_state *L, const csl_call *c);
CXCursor csl_definition_of(csl_lower_state *L, CXCursor callee);
const char *csl_callee_name(csl_lower_state *L, const csl_call *c);
bool csl_is_method(CXCursor f); /* called on an object */
/* lower_activation.c */
csl_activation *csl_new_activation(csl_lower_state *L, CXCursor function, CXCursor at);
CXCursor csl_body_of(csl_ctx *ctx, CXCursor function); /* null: none */
csl_cursors csl_parameters_of(csl_ctx *ctx, CXCursor function);
/* The value a scalar parameter has when a call leaves it out; null if it has none. */
CXCursor csl_default_argument(csl_lower_state *L, CXCursor param);
/* In a template that is not instantiated: binds the value parameters of an inlined function
 * template to what its call writes, or to their defaults. */
void csl_bind_template_values(csl_lower_state *L, csl_activation *act, CXCursor function,
                              CXCursor call);
/* Evaluates the arguments in the caller and binds the parameters in `act`. */
void csl_bind_arguments(csl_lower_state *L, csl_activation *act, CXCursor function,
                        csl_cursors args);
bool csl_is_recursive(csl_lower_state *L, CXCursor function);
/* The call as a CALL statement; results as csl_lower_call. */
csl_expr *csl_keep_call(csl_lower_state *L, const csl_call *c, const char *name, csl_lval *dest,
                        csl_lval *out);

/* Lowers a call. The scalar result is returned (NULL for void); a class result goes to *dest
 * (may be NULL: a temporary, returned in *out); a reference result is returned in *out. */
csl_expr *csl_lower_call(csl_lower_state *L, CXCursor call, csl_lval *dest, csl_lval *out);
bool csl_returns_reference(CXCursor call);
/* The call is `*pointer` where a template does not say what kind of pointer that is. */
bool csl_is_dependent_deref(csl_lower_state *L, CXCursor call, CXCursor *pointer);
/* Lowers the call if it is taken for a computation, false if it is not (unknown_call.c). Results as
 * csl_lower_call. */
/* The threads that a call of a function that is not known may synchronise. */
csl_scope csl_synchronised_by(csl_lower_state *L, const csl_call *c, const char *name,
                              csl_expr *const *args, uint32_t n);
bool csl_lower_plain_call(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out,
                          csl_expr **value);
/* True if the class has a destructor with statements in it. */
bool csl_has_destructor(csl_lower_state *L, CXType type);
void csl_construct(csl_lower_state *L, CXCursor call, csl_lval dest);
/* Fills in the errors that lie inside the activation's function, by offset. */
void csl_find_errors(csl_lower_state *L, csl_activation *act);
void csl_lower_body(csl_lower_state *L, CXCursor function, csl_activation *act);
/* Lowers a call of a __csl_* intrinsic or a compiler builtin; false if the name is not known. A
 * class result goes to *dest. */
bool csl_lower_intrinsic(csl_lower_state *L, CXCursor call, const char *name, csl_lval *dest,
                         csl_expr **result);
/* A call that is a barrier of the whole block (csl_parse_options.barriers). */
void csl_lower_block_barrier(csl_lower_state *L, CXCursor call);
CXCursor csl_field_initialiser(csl_lower_state *L, CXCursor field); /* null: none */
/* Runs the default constructor of a class object that has no initialiser. */
void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at);
/* A lambda expression is evaluated: remembers what it captured (lower_lambda.c). */
void csl_make_closure(csl_lower_state *L, CXCursor lambda);
/* The lambda object of this closure class made last, or NULL. */
csl_closure *csl_find_closure(csl_lower_state *L, CXCursor type);

/* ---- statements ------------------------------------------------------------------------------ */

void csl_lower_stmt(csl_lower_state *L, CXCursor s);
void csl_lower_declaration(csl_lower_state *L, CXCursor decl);
/* Emits the errors of this body that lie before `offset`. */
void csl_emit_errors(csl_lower_state *L, unsigned offset);
/* A statement after the errors that lie before it. */
void csl_one_statement(csl_lower_state *L, CXCursor s);
/* The statements of a compound, labels and what jumps to them included (lower_jump.c). */
void csl_lower_sequence(csl_lower_state *L, const CXCursor *s, unsigned n);
/* Lowers into a sequence of its own and returns its first statement. */
csl_stmt *csl_sub_statement(csl_lower_state *L, CXCursor s);
/* Appends a sequence of statements. */
void csl_splice(csl_seq *seq, csl_stmt *first);
bool csl_is_null(CXCursor c);
/* The variable a condition declares: lowers it and gives its value as a condition. */
csl_expr *csl_condition_variable(csl_lower_state *L, CXCursor decl);
/* lower_switch.c, lower_loop.c, lower_jump.c */
void csl_lower_if(csl_lower_state *L, CXCursor s);
void csl_lower_switch(csl_lower_state *L, CXCursor s);
void csl_lower_for(csl_lower_state *L, CXCursor s);
void csl_lower_while(csl_lower_state *L, CXCursor s);
void csl_lower_do(csl_lower_state *L, CXCursor s);
void csl_lower_range_for(csl_lower_state *L, CXCursor s);
void csl_lower_break(csl_lower_state *L, CXCursor s, bool is_break);
void csl_lower_return(csl_lower_state *L, CXCursor s);
void csl_lower_goto(csl_lower_state *L, CXCursor s);
/* A `return` of a function that the kernel calls last becomes an EXIT (lower_tail.c). */
void csl_lower_last_calls(csl_stmt *body);
/* The body of a function that no kernel reaches becomes a loop of calls, if its own shared array
 * outlives a call; the loop's place is the kernel's own `place` (helper_loop.c). */
void csl_lower_again(csl_lower_state *L, csl_seq *body);
/* Local objects whose address stays known become variables (promote.c). */
void csl_promote_locals(csl_ctx *ctx, csl_kernel *kernel);

/* ---- which functions to lower (lower_template.c) --------------------------------------------- */

/* One kernel to lower: a plain function, a specialisation, or a pattern with none in reach. */
typedef struct csl_target {
    CXCursor function;    /* what is lowered */
    CXCursor pattern;     /* the function in the source: itself, or the template */
    const char *instance; /* "<float, 64>", or NULL */
    bool helper;          /* a device function that no kernel reaches */
    unsigned left_out;    /* stands for this many instances over the limit; not lowered */
} csl_target;

typedef struct csl_targets {
    csl_target *v;
    unsigned n, cap;
    CXCursor *helpers; /* __device__ functions of the main file with a body */
    unsigned nhelpers, cap_helpers;
} csl_targets;

csl_lower_state *csl_lower_state_new(const csl_unit *unit, csl_places *places, csl_module *m);
void csl_lower_kernel(csl_lower_state *L, const csl_target *target, csl_kernel *k);
/* The kernel synchronises or touches shared memory. */
bool csl_works_together(const csl_kernel *k);
bool csl_has_statement(const csl_stmt *s, csl_stmt_kind kind);
/* Lists the template that was just lowered if its parameters hide what it does (archetype.c). */
void csl_note_unresolved(csl_lower_state *L, const csl_target *target, csl_lowered *out);

/* What the kernel uses that nothing declares, as a sentence; NULL: nothing (taint.c). */
const char *csl_guessed_names(csl_lower_state *L, const csl_target *target);
/* A declaration of such a number, and its value. */
bool csl_is_guessed_value(const csl_unit *unit, CXCursor decl);
csl_expr *csl_guessed_value(csl_lower_state *L, CXCursor decl);

/* The arguments of a specialisation of that template: "<float, 64>". */
const char *csl_instance_text(csl_ctx *ctx, CXCursor f, CXCursor pattern);
csl_targets csl_find_targets(const csl_unit *unit, csl_places *places);

/* Makes room for one more element in an arena array. */
#define CSL_GROW(ctx, array, n, cap)                                                               \
    do {                                                                                           \
        if ((n) == (cap)) {                                                                        \
            (cap) = (cap) ? 2 * (cap) : 8;                                                         \
            void *grown_ = csl_alloc((ctx), (cap) * sizeof *(array));                              \
            if (n)                                                                                 \
                memcpy(grown_, (array), (n) * sizeof *(array));                                    \
            (array) = grown_;                                                                      \
        }                                                                                          \
    } while (0)

/* Inline PTX: emits what it does, stores its outputs (asm.c). */
void csl_lower_asm(csl_lower_state *L, CXCursor s);

#endif
