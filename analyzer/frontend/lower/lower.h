/* Lowering: what a cursor becomes in the IR. Statements, values and calls need each other, so these
 * files are one circle; what has a meaning of its own instead of a body (intrinsics/, ptx/) is told
 * through csl_extensions. kernels/ says which functions to lower.
 *
 *   stmt.c       statements; decl.c, switch.c, loop.c, jump.c by kind
 *   expr.c       scalar values; operator.c
 *   lvalue.c     what can be read, written or bound; name.c, element.c, extent.c
 *   access.c     addresses, loads and stores
 *   aggregate.c  values of class and array type; construct.c, lambda.c
 *   call.c       calls; callee.c (what is called), activation.c (a body inlined), unknown_call.c
 *   build.c      statements, variables, objects
 */
#ifndef CSL_LOWER_H
#define CSL_LOWER_H

#include "state.h"

/* The same as csl_expr_children, asked of libclang once for each cursor: not to be written to. */
csl_cursors csl_operands(csl_lower_state *L, CXCursor cursor);

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
csl_stmt *csl_emit_opaque(csl_lower_state *L, CXCursor at, const char *reason);
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

/* ---- bindings (lvalue.c) --------------------------------------------------------------- */

/* What the declaration is bound to in this activation or those it can see, or NULL. */
csl_lval *csl_lookup(csl_activation *act, CXCursor decl);
void csl_bind(csl_lower_state *L, csl_activation *act, CXCursor decl, csl_lval lval);
csl_lval csl_lval_none(CXType type);
csl_lval csl_lval_var(csl_lower_state *L, uint32_t var, CXType type);
csl_lval csl_lval_memory(csl_expr *address, CXType type);
csl_lval csl_lval_value(csl_expr *value, CXType type, CXCursor decl);
/* What a name denotes: a DeclRefExpr, or the declaration `decl` used at `use` (name.c). */
csl_lval csl_lower_name(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_named(csl_lower_state *L, CXCursor decl, CXCursor use);
/* One dimension of an array: how many elements, and of how many bytes each; NULL: not known
 * (extent.c). */
typedef struct csl_dimension {
    csl_expr *extent, *bytes;
} csl_dimension;
/* The extent of that dimension of a declared array, counted from the innermost, rests on a
 * recovered declaration.
 */
bool csl_extent_is_recovered(csl_lower_state *L, CXCursor decl, unsigned from_inner);
/* The outermost dimension of an expression of array type. */
csl_dimension csl_dimension_of(csl_lower_state *L, CXCursor array);
CXCursor csl_strip_parens(csl_lower_state *L, CXCursor e);
/* a[i], x.m and p->m (element.c) */
csl_lval csl_lower_subscript(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_member(csl_lower_state *L, CXCursor e);
csl_expr *csl_add_bytes(csl_lower_state *L, csl_expr *address, int64_t bytes);
/* What an lvalue expression denotes. Evaluates its side effects. */
csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e);
/* The same for what is written to or has its address taken: never a temporary in its place. What is
 * not known becomes an opaque statement and an object of which nothing is known. */
csl_lval csl_lower_place(csl_lower_state *L, CXCursor e);
/* For a reference: an lvalue, or a temporary that holds the value of `e`. */
csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e);
/* Whether the expression denotes an object (category.c). */
typedef enum { CSL_IS_VALUE, CSL_IS_LVALUE, CSL_IS_UNCLEAR } csl_category;
csl_category csl_category_of(csl_lower_state *L, CXCursor e);
bool csl_is_lvalue(csl_lower_state *L, CXCursor e);
/* v.x, v.xz of a vector extension, and the type of v. */
bool csl_is_vector_part(csl_lower_state *L, CXCursor e, CXType *vector);
csl_lval csl_lower_vector_part(csl_lower_state *L, CXCursor e, CXType vector);
/* The object seen as one of another type; as its base class or what it is the base class of, unless
 * the cast reinterprets (base.c). */
csl_lval csl_view(csl_lower_state *L, csl_lval lval, CXType to, bool reinterprets, CXCursor at);
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
/* Where a class lies in one derived from it, in bytes; UNCLEAR: as a virtual base, or a layout that
 * is not known. */
typedef enum { CSL_UNRELATED, CSL_RELATED, CSL_RELATION_UNCLEAR } csl_relation;
csl_relation csl_offset_of_base(csl_lower_state *L, CXType derived, CXType base, int64_t *offset);
/* A pointer to one class as one to the other, which is its base or derived from it. */
csl_expr *csl_convert_pointer(csl_lower_state *L, csl_expr *pointer, CXType from, CXType to,
                              CXCursor at);
/* The base class part of an object, or the whole that it is the base class part of. */
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
/* The same as a full expression, at whose end its temporaries end. */
csl_expr *csl_full_condition(csl_lower_state *L, CXCursor e);
csl_expr *csl_constant(csl_lower_state *L, CXCursor e); /* evaluated by libclang */
/* operator.c */
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

/* callee.c */
csl_call csl_resolve_call(csl_lower_state *L, CXCursor e);
csl_lval csl_object_of(csl_lower_state *L, const csl_call *c);
CXCursor csl_definition_of(csl_lower_state *L, CXCursor callee);
bool csl_points_to_function(CXType type); /* of a pointer */
/* The function that a pointer of that value points to, as a value; NULL: it is not known. */
const csl_expr *csl_function_value(csl_lower_state *L, const csl_expr *value);
/* A function as a value. */
csl_expr *csl_name_function(csl_lower_state *L, CXCursor decl);
const char *csl_callee_name(csl_lower_state *L, const csl_call *c);
/* A constructor, assignment or destructor that the compiler provides. */
bool csl_is_provided(csl_ctx *ctx, CXCursor f);
bool csl_is_method(CXCursor f); /* called on an object */
/* The virtual function that a call names is the one that runs: the object is known to be of that
 * class. */
bool csl_calls_itself(csl_lower_state *L, const csl_call *c);
/* activation.c */
csl_activation *csl_new_activation(csl_lower_state *L, CXCursor function, CXCursor at);
CXCursor csl_body_of(csl_ctx *ctx, CXCursor function); /* null: none */
csl_cursors csl_parameters_of(csl_ctx *ctx, CXCursor function);
/* What parameter i is given when a call leaves it out, as any declaration of the function says it;
 * null if it has no such value. */
CXCursor csl_default_argument(csl_lower_state *L, CXCursor function, unsigned i);
/* libclang's stand-in for an argument that the call leaves out. */
bool csl_is_left_out(CXCursor arg);
/* Gives the parameters from that one on their default values. */
void csl_bind_defaults(csl_lower_state *L, csl_activation *act, CXCursor function, unsigned from);
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
bool csl_returns_reference(csl_lower_state *L, CXCursor call);
/* The call is `*pointer` where a template does not say what kind of pointer that is. */
bool csl_is_dependent_deref(csl_lower_state *L, CXCursor call, CXCursor *pointer);
/* Lowers the call if it is taken for a computation, false if it is not (unknown_call.c). Results as
 * csl_lower_call. */
/* The threads that a call of a function that is not known may synchronise. */
csl_scope csl_synchronised_by(csl_lower_state *L, const csl_call *c, const char *name,
                              csl_expr *const *args, uint32_t n);
/* Nothing about a call that is not followed suggests that threads wait for each other in it: it
 * makes or asks an object, neither its name nor the types it works on say so, and it gets no shared
 * memory. */
bool csl_is_quiet(csl_lower_state *L, const csl_call *c, const char *name, csl_expr *const *args,
                  uint32_t n);
/* An error about a member or an operator of a class that nothing declares: where it is called there
 * is a call besides. */
bool csl_is_quiet_error(const char *message);
/* Source of an assignment or initialisation without a call. */
bool csl_is_quiet_text(const char *text);
/* The same of an object of the class that begins or ends. */
bool csl_is_quiet_class(CXType type);
bool csl_lower_plain_call(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out,
                          csl_expr **value);
void csl_construct(csl_lower_state *L, CXCursor call, csl_lval dest);
/* Fills in the errors that lie inside the activation's function, by offset. */
void csl_find_errors(csl_lower_state *L, csl_activation *act);
void csl_lower_body(csl_lower_state *L, CXCursor function, csl_activation *act);
CXCursor csl_field_initialiser(csl_lower_state *L, CXCursor field); /* null: none */
/* Runs the default constructor of a class object that has no initialiser. */
void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at);
/* A lambda expression is evaluated: remembers what it captured (lambda.c). */
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
/* The statements of a compound, labels and what jumps to them included (jump.c). */
void csl_lower_sequence(csl_lower_state *L, const CXCursor *s, unsigned n);
/* Lowers into a sequence of its own and returns its first statement. */
csl_stmt *csl_sub_statement(csl_lower_state *L, CXCursor s);
/* Appends a sequence of statements. */
void csl_splice(csl_seq *seq, csl_stmt *first);
bool csl_is_null(CXCursor c);
/* The variable a condition declares: lowers it and gives its value as a condition. */
csl_expr *csl_condition_variable(csl_lower_state *L, CXCursor decl);
/* switch.c, loop.c, jump.c */
void csl_lower_if(csl_lower_state *L, CXCursor s);
/* The initialiser of `switch (init; value)` and `for (init; x : range)`, which libclang does not
 * show: the variables it declares are found by their uses. What else it may do is not known. */
void csl_hidden_initialiser(csl_lower_state *L, CXCursor s);
void csl_lower_switch(csl_lower_state *L, CXCursor s);
void csl_lower_for(csl_lower_state *L, CXCursor s);
void csl_lower_while(csl_lower_state *L, CXCursor s);
void csl_lower_do(csl_lower_state *L, CXCursor s);
void csl_lower_range_for(csl_lower_state *L, CXCursor s);
void csl_lower_break(csl_lower_state *L, CXCursor s, bool is_break);
void csl_lower_return(csl_lower_state *L, CXCursor s);
void csl_lower_goto(csl_lower_state *L, CXCursor s);

/* ---- what nothing declares -------------------------------------------------------------------- */

/* The value of a number that nothing declares (recover/). */
csl_expr *csl_recovered_value(csl_lower_state *L, CXCursor decl);

#endif
