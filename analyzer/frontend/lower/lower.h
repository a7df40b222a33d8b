/* Lowering: what a cursor becomes in the IR. Statements, values and calls need each other, so these
 * files are one circle, above emit/; what has a meaning of its own instead of a body (intrinsics/,
 * ptx/) is told through csl_extensions. kernels/ says which functions to lower.
 *
 *   stmt.c       statements; by kind: decl.c, switch.c, loop.c, range.c, jump.c
 *   lifetime.c   objects that end
 *   expr.c       scalar values; operator.c
 *   lvalue.c     what can be read, written or bound; name.c, element.c, extent.c
 *   aggregate.c  values of class and array type; construct.c, copy.c, lambda.c
 *   call.c       calls; callee.c: what is called; activation.c: a body inlined; unknown_call.c
 */
#ifndef CSL_LOWER_H
#define CSL_LOWER_H

#include "emit/emit.h"

/* ---- what an expression denotes (lvalue.c) --------------------------------------------------- */

/* What a name denotes: a DeclRefExpr, or the declaration `decl` used at `use` (name.c). */
csl_lval csl_lower_name(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_named(csl_lower_state *L, CXCursor decl, CXCursor use);
/* One dimension of an array: how many elements, and of how many bytes each; NULL: not known
 * (extent.c). */
typedef struct csl_dimension {
    csl_expr *extent, *bytes;
} csl_dimension;
/* The outermost dimension of an expression of array type. */
csl_dimension csl_dimension_of(csl_lower_state *L, CXCursor array);
/* The pointer that is declared there has this for a value, and is bound to a variable or a value:
 * how far its subscripts may go if that is an array which is a member of an object. */
void csl_note_span(csl_lower_state *L, csl_activation *act, CXCursor decl, CXCursor value);
/* How many elements of so many bytes lie behind the pointer in the array that is a member; 0: it is
 * not known to lead to one. */
uint64_t csl_elements_behind(csl_lower_state *L, CXCursor pointer, uint64_t bytes);
/* a[i] (element.c). bytes: how many are read or written from there on, *(float4 *)&a[i]; 0: the
 * element. */
csl_lval csl_lower_subscript(csl_lower_state *L, CXCursor e, uint64_t bytes);
/* *p (element.c). *(float4 *)&a[i] stays inside a as a[i] does. */
csl_lval csl_lower_pointee(csl_lower_state *L, CXCursor pointer, CXType type);
/* x.m and p->m (element.c) */
csl_lval csl_lower_member(csl_lower_state *L, CXCursor e);
/* What an lvalue expression denotes. Evaluates its side effects. */
csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e);
/* The same for what is written to or has its address taken: never a temporary in its place. What is
 * not known becomes an opaque statement and an object of which nothing is known. */
csl_lval csl_lower_place(csl_lower_state *L, CXCursor e);
/* For a reference: an lvalue, or a temporary that holds the value of `e`. */
csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e);
csl_lval csl_lower_vector_part(csl_lower_state *L, CXCursor e, CXType vector);
/* x.f, through a reference to what it refers to. */
csl_lval csl_member(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at);
/* Gives a member its initial value, or binds it if it is a reference. */
void csl_initialise_member(csl_lower_state *L, csl_lval object, CXCursor field, CXCursor init);

/* ---- values ---------------------------------------------------------------------------------- */

/* The value of a scalar expression; reads and side effects are emitted. Never NULL. */
csl_expr *csl_rvalue(csl_lower_state *L, CXCursor e);
csl_expr *csl_rvalue_as(csl_lower_state *L, CXCursor e, csl_type type);
csl_expr *csl_condition(csl_lower_state *L, CXCursor e); /* as BOOL */
/* The same as a full expression, at whose end its temporaries end. */
csl_expr *csl_full_condition(csl_lower_state *L, CXCursor e);
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
/* dest = initialiser, of any type. */
void csl_initialise(csl_lower_state *L, csl_lval dest, CXCursor init);
csl_lval csl_temporary(csl_lower_state *L, CXCursor e); /* aggregate value in a fresh local */

/* ---- calls ----------------------------------------------------------------------------------- */

/* callee.c */
csl_call csl_resolve_call(csl_lower_state *L, CXCursor e);
csl_lval csl_object_of(csl_lower_state *L, const csl_call *c);
bool csl_points_to_function(CXType type); /* of a pointer */
const char *csl_callee_name(csl_lower_state *L, const csl_call *c);
bool csl_is_method(CXCursor f); /* called on an object */
/* The virtual function that a call names is the one that runs: the object is known to be of that
 * class. */
bool csl_calls_itself(csl_lower_state *L, const csl_call *c);
/* activation.c */
csl_activation *csl_new_activation(csl_lower_state *L, CXCursor function, CXCursor at);
void csl_lower_body(csl_lower_state *L, CXCursor function, csl_activation *act);
/* Runs the body of the function whose parameters and object are bound in `act`, with a place for a
 * result of that type. Results as csl_lower_call. */
csl_expr *csl_run_body(csl_lower_state *L, csl_activation *act, CXType type, csl_lval *dest,
                       csl_lval *out);
csl_cursors csl_parameters_of(csl_ctx *ctx, CXCursor function);
/* What parameter i is given when a call leaves it out, as any declaration of the function says it;
 * null if it has no such value. */
CXCursor csl_default_argument(csl_lower_state *L, CXCursor function, unsigned i);
/* libclang's stand-in for an argument that the call leaves out. */
bool csl_is_left_out(CXCursor arg);
/* unread.c: the body of the callee never names the parameter, which takes by value what
 * stands at a place: evaluates the place, loads nothing and binds nothing. */
bool csl_pass_unread(csl_lower_state *L, const csl_activation *act, CXCursor param, CXCursor arg);
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
/* The threads that a call of a function that is not known may synchronise. */
csl_scope csl_synchronised_by(csl_lower_state *L, const csl_call *c, const char *name,
                              csl_expr *const *args, uint32_t n);
/* Lowers the call if it is taken for a computation, false if it is not (unknown_call.c). Results as
 * csl_lower_call. */
bool csl_lower_plain_call(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out,
                          csl_expr **value);
void csl_construct(csl_lower_state *L, CXCursor call, csl_lval dest);
/* Fills in the errors that lie inside the activation's function, by offset. */
void csl_find_errors(csl_lower_state *L, csl_activation *act);
/* Runs the default constructor of a class object that has no initialiser. */
void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at);
/* A lambda expression is evaluated: remembers what it captured (lambda.c). */
void csl_make_closure(csl_lower_state *L, CXCursor lambda);

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
void csl_lower_range_for(csl_lower_state *L, CXCursor s); /* range.c */
void csl_lower_break(csl_lower_state *L, CXCursor s, bool is_break);
void csl_lower_return(csl_lower_state *L, CXCursor s);
void csl_lower_goto(csl_lower_state *L, CXCursor s);

#endif
