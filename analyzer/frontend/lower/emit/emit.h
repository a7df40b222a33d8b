/* What lowering writes down, and what it asks of declarations. Nothing here lowers an expression or
 * a statement: that is the circle of the folder above.
 *
 *   build.c        statements, variables, objects, values kept for later
 *   bindings.c     what a declaration stands for
 *   access.c       addresses, loads and stores
 *   bit_fields.c   parts of the unit of memory that holds them
 *   objects.c      elements and members, copies; base.c: parts that are base classes
 *   convert.c      constants and conversions
 *   category.c     what kind of value an expression has
 *   class_facts.c  what happens when an object begins, is copied or ends
 *   functions.c    bodies of functions, and functions as values
 *   quiet.c        whether what is not followed may make threads wait
 *   recovered.c    what nothing declares
 *   lent.c         shared memory that the caller of a function lends it
 *   launched.c     what a kernel does that a kernel launches
 *   audit.c        whether lowering came to everything
 */
#ifndef CSL_LOWER_EMIT_H
#define CSL_LOWER_EMIT_H

#include "state.h"

/* ---- cursors (build.c) ----------------------------------------------------------------------- */

/* The same as csl_expr_children, asked of libclang once for each cursor: not to be written to. */
csl_cursors csl_operands(csl_lower_state *L, CXCursor cursor);
/* The kind of the first child, an operand or not; CXCursor_InvalidFile: there is none. */
enum CXCursorKind csl_first_kind(csl_lower_state *L, CXCursor cursor);
CXCursor csl_strip_parens(csl_lower_state *L, CXCursor e);
bool csl_is_null(CXCursor c); /* or of an invalid kind */

/* ---- statements and variables (build.c) ------------------------------------------------------ */

csl_stmt *csl_emit(csl_lower_state *L, csl_stmt_kind kind, CXCursor at);
/* The place where code at `at` counts: its own, or in embedded code the user's call. */
const csl_place *csl_here(csl_lower_state *L, CXCursor at);
/* NULL in embedded code and for inline assembly: instructions are no name for what they do. */
const char *csl_text_here(csl_lower_state *L, CXCursor at);
uint32_t csl_new_var(csl_lower_state *L, const char *name, csl_type type, CXCursor decl);
uint32_t csl_new_label(csl_lower_state *L);
/* A loop in which `body` emits what is done with each multiple of `step` that is less than `end`.
 */
void csl_emit_range(csl_lower_state *L, CXCursor at, csl_expr *end, int64_t step,
                    void (*body)(void *user, csl_expr *i), void *user);
csl_expr *csl_var_value(csl_lower_state *L, uint32_t var);
/* var = value; `text` may be NULL. */
csl_stmt *csl_emit_let(csl_lower_state *L, uint32_t var, csl_expr *value, CXCursor at,
                       const char *text);
/* A fresh variable of any value; threads of one `scope` agree on it. */
csl_expr *csl_emit_havoc(csl_lower_state *L, csl_type type, csl_scope scope, CXCursor at,
                         const char *why);
csl_stmt *csl_emit_opaque(csl_lower_state *L, CXCursor at, const char *reason);
/* The same of an object whose size is not known: to copy a variable by its name is no barrier,
 * whatever it is called. */
void csl_emit_unsized(csl_lower_state *L, CXCursor at);
void csl_emit_br(csl_lower_state *L, uint32_t label, csl_origin origin, CXCursor at);
/* No object of the class (or of the one that it refers to) holds anything. */
bool csl_is_empty(csl_lower_state *L, CXType type);
/* Where statements are now. */
typedef struct csl_since {
    csl_seq *seq;
    csl_stmt *last;
    uint32_t nstmts, vars, objects, labels;
} csl_since;
csl_since csl_since_here(const csl_lower_state *L);
/* What was emitted since then computes an empty object: it is taken out, and true returned, if it
 * does nothing else. */
bool csl_drop_idle(csl_lower_state *L, const csl_since *since);
/* Appends a sequence of statements. */
void csl_splice(csl_seq *seq, csl_stmt *first);
/* True if the value can change: it mentions a named variable. */
bool csl_mentions_variable(csl_lower_state *L, const csl_expr *e);
/* The value now, also after later assignments to the variables it mentions. */
csl_expr *csl_freeze(csl_lower_state *L, csl_expr *value, CXCursor at);
/* For operands evaluated before something with side effects: call csl_set_mark before that
 * something and csl_settle after it; if a variable of `value` was assigned in between, the old
 * value is kept in a variable set at the mark. */
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
void csl_need_memory(csl_lower_state *L, CXCursor decl);
void csl_need_variable(csl_lower_state *L, CXCursor decl);

/* ---- bindings (bindings.c) ------------------------------------------------------------------- */

csl_lval csl_lval_none(CXType type);
csl_lval csl_lval_var(csl_lower_state *L, uint32_t var, CXType type);
csl_lval csl_lval_memory(csl_expr *address, CXType type);
csl_lval csl_lval_value(csl_expr *value, CXType type, CXCursor decl);
/* What the declaration is bound to in this activation or those it can see, or NULL. */
csl_lval *csl_lookup(csl_activation *act, CXCursor decl);
void csl_bind(csl_lower_state *L, csl_activation *act, CXCursor decl, csl_lval lval);
/* A new place in memory or variable for a local of this type. */
csl_lval csl_new_local(csl_lower_state *L, CXCursor decl, CXType type, const char *name);
/* The same for a parameter: an array type means a pointer. */
csl_lval csl_new_parameter(csl_lower_state *L, CXCursor decl, CXType type, const char *name);
/* The lambda object of this closure class made last, or NULL. */
csl_closure *csl_find_closure(csl_lower_state *L, CXCursor type);

/* ---- addresses, loads and stores (access.c) -------------------------------------------------- */

csl_expr *csl_offset_address(csl_lower_state *L, csl_expr *address, csl_expr *index,
                             uint64_t bytes);
csl_expr *csl_add_bytes(csl_lower_state *L, csl_expr *address, int64_t bytes);
csl_expr *csl_address_of(csl_lower_state *L, csl_lval lval, CXCursor at);
/* The pointer an array-typed lvalue decays to; a parameter written as an array is one already. */
csl_expr *csl_decay(csl_lower_state *L, csl_lval lval, CXCursor at);
csl_expr *csl_load(csl_lower_state *L, csl_lval lval, CXCursor at);
void csl_store(csl_lower_state *L, csl_lval lval, csl_expr *value, CXCursor at, CXCursor target);

/* ---- bit-fields (bit_fields.c) ------------------------------------------------------------------ */

/* The lvalue is the unit that holds the field: which bits of it are the field's. */
void csl_set_bits(csl_lower_state *L, csl_lval *lval, CXType parent, CXCursor field);
/* The field of a unit that holds `unit`, and that unit with `value` in the field. */
csl_expr *csl_bits_read(csl_lower_state *L, const csl_lval *lval, csl_expr *unit);
csl_expr *csl_bits_written(csl_lower_state *L, const csl_lval *lval, csl_expr *unit,
                           csl_expr *value);

/* ---- shared memory of the caller (lent.c) ---------------------------------------------------- */

/* By that name, or by the name of its class, what a block hands to a function no kernel calls is
 * memory that its threads share; a kernel is handed none. */
bool csl_is_lent(csl_lower_state *L, const char *name, CXType type);
/* The object that such a member of the caller's object refers or points to, one for each name. */
uint32_t csl_lent_object(csl_lower_state *L, const char *name, CXCursor decl, CXType type);
/* The lvalue is part of such an object. */
bool csl_is_lent_place(csl_lower_state *L, csl_lval lval);
/* A member of it that only a template's argument declares, and an element of that below so many
 * subscripts. NONE: it is not known where in the object. */
csl_lval csl_lent_part(csl_lower_state *L, csl_lval whole, const char *name, CXCursor e);
csl_lval csl_lent_element(csl_lower_state *L, csl_lval whole, csl_expr *index, unsigned depth);

/* ---- objects part by part (objects.c) -------------------------------------------------------- */

csl_lval csl_element(csl_lower_state *L, csl_lval array, uint64_t i);
/* A member, without following a reference: the bytes that hold its address. */
csl_lval csl_member_slot(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at);
/* Too long to be taken element by element; a length that is not known is negative. */
bool csl_is_long(long long n);
/* One access to all bytes of an object, value unknown. NULL: its size is not known. */
csl_access *csl_whole_access(csl_lower_state *L, csl_mode mode, csl_lval lval, CXCursor at);
/* dest = src, member by member. */
void csl_copy(csl_lower_state *L, csl_lval dest, csl_lval src, CXCursor at);
/* Every scalar part of dest becomes a value of that scope nothing else is known of. */
void csl_forget(csl_lower_state *L, csl_lval dest, csl_scope scope, CXCursor at, const char *why);

/* ---- base classes (base.c) ------------------------------------------------------------------- */

/* Where a class lies in one derived from it, in bytes; UNCLEAR: as a virtual base, or a layout that
 * is not known. */
typedef enum { CSL_UNRELATED, CSL_RELATED, CSL_RELATION_UNCLEAR } csl_relation;
csl_relation csl_offset_of_base(csl_lower_state *L, CXType derived, CXType base, int64_t *offset);
/* A pointer to one class as one to the other, which is its base or derived from it. */
csl_expr *csl_convert_pointer(csl_lower_state *L, csl_expr *pointer, CXType from, CXType to,
                              CXCursor at);
/* The base class part of an object, or the whole that it is the base class part of. */
csl_lval csl_base_of(csl_lower_state *L, csl_lval object, CXType base, CXCursor at);
/* The object seen as one of another type; as its base class or what it is the base class of, unless
 * the cast reinterprets. */
csl_lval csl_view(csl_lower_state *L, csl_lval lval, CXType to, bool reinterprets, CXCursor at);

/* ---- constants and conversions (convert.c) --------------------------------------------------- */

/* The value libclang gives a scalar expression that does nothing else; false if it gives none. */
bool csl_evaluate(csl_lower_state *L, CXCursor e, csl_expr **value);
csl_expr *csl_constant(csl_lower_state *L, CXCursor e); /* the same, else a value not known */
/* C's conversion to a type; VOID leaves the value as it is. Between pointers and floating types
 * (in dependent code, where a template parameter counts as a float) the result is uninterpreted. */
csl_expr *csl_convert(csl_lower_state *L, csl_type type, csl_expr *e);

/* ---- kinds of expressions (category.c) ------------------------------------------------------- */

/* Whether the expression denotes an object. */
typedef enum { CSL_IS_VALUE, CSL_IS_LVALUE, CSL_IS_UNCLEAR } csl_category;
csl_category csl_category_of(csl_lower_state *L, CXCursor e);
bool csl_is_lvalue(csl_lower_state *L, CXCursor e);
/* v.x, v.xz of a vector extension, and the type of v. */
bool csl_is_vector_part(csl_lower_state *L, CXCursor e, CXType *vector);
bool csl_returns_reference(csl_lower_state *L, CXCursor call);
/* "+" of `a + b` where a template does not say what it is; NULL if it is no operator. */
const char *csl_overloaded_operator(csl_lower_state *L, CXCursor call);
/* The call is `*pointer` where a template does not say what kind of pointer that is. */
bool csl_is_dependent_deref(csl_lower_state *L, CXCursor call, CXCursor *pointer);

/* ---- classes (class_facts.c) ----------------------------------------------------------------- */

/* When an object of a class may do something. */
typedef enum {
    CSL_WHEN_DESTROYED,
    CSL_WHEN_CONSTRUCTED, /* without arguments */
    CSL_WHEN_COPIED,
    CSL_WHEN_ASSIGNED,
    CSL_CLASS_FACTS
} csl_class_fact;
/* The source says what happens then to an object of the type, or to a part of it. */
bool csl_class_acts(csl_lower_state *L, CXType type, csl_class_fact fact);
/* The function the source has for it; null: the compiler provides it. */
CXCursor csl_destructor_of(csl_lower_state *L, CXType type);
CXCursor csl_default_constructor(csl_lower_state *L, CXType type);
CXCursor csl_written_copy(csl_lower_state *L, CXType type, bool assigns, bool moves);
CXCursor csl_field_initialiser(csl_lower_state *L, CXCursor field); /* null: none */
/* What happens where its objects begin and end is not known. */
bool csl_is_recovered_class(csl_lower_state *L, CXType type);

/* ---- functions (functions.c) ----------------------------------------------------------------- */

/* A constructor, assignment or destructor that the compiler provides. */
bool csl_is_provided(csl_ctx *ctx, CXCursor f);
/* The one with a body to inline: the specialisation, or if that has none, its template. */
CXCursor csl_definition_of(csl_lower_state *L, CXCursor callee);
/* A function as a value. */
csl_expr *csl_name_function(csl_lower_state *L, CXCursor decl);
/* The function that a value is; null: none. */
CXCursor csl_function_of(csl_lower_state *L, const csl_expr *value);
/* The function that a pointer of that value points to, as a value; NULL: it is not known. */
const csl_expr *csl_function_value(csl_lower_state *L, const csl_expr *value);

/* ---- what is not followed (quiet.c) ---------------------------------------------------------- */

/* A call taken apart. */
typedef struct csl_call {
    CXCursor cursor, callee;
    CXCursor definition; /* with a body to inline; null: none */
    csl_cursors args;    /* without the object */
    bool has_object;
    CXCursor object; /* null: implicit this */
} csl_call;
/* Its object and its arguments are empty (csl_is_empty): it does the same at every call. */
bool csl_gets_nothing(csl_lower_state *L, const csl_call *c);
/* x of x.f(); null: none. */
CXCursor csl_asked_object(csl_lower_state *L, const csl_call *c);
/* Whether a call that is not followed suggests that threads wait for each other in it. It is mild
 * if neither its name nor the types it works on say so and it gets no shared memory; quiet if
 * besides it makes or asks an object, or means functions whose bodies are there and say nothing. It
 * is of a warp if it would be mild but for words of the name about a warp. */
void csl_judge_call(csl_lower_state *L, const csl_call *c, csl_stmt *s);
/* An error about a member or an operator of a class that nothing declares: where it is called there
 * is a call besides. `text`: the source from its place on, or NULL. */
bool csl_is_quiet_error(const char *message, const char *text);
/* No word of the source speaks of order. */
bool csl_is_mild_text(const char *text);
/* Source of an assignment or initialisation without a call, of a value that is only named, or of
 * assembly without such words. */
bool csl_is_quiet_text(const char *text);
/* The same of an object of the class that begins or ends. */
bool csl_is_quiet_class(CXType type);

/* Drops the errors in the branch of an if statement whose condition is a constant, if the instance
 * that is lowered is without that branch (discarded.c). */
void csl_skip_discarded(csl_lower_state *L, CXCursor s, CXCursor left_out);

/* ---- what nothing declares (recovered.c) ----------------------------------------------------- */

/* The value of a number that nothing declares (recover/). */
csl_expr *csl_recovered_value(csl_lower_state *L, CXCursor decl);
/* What a declaration says between the brackets of one dimension, counted from the innermost: the
 * order in which libclang shows them; null: nothing. */
CXCursor csl_written_extent(csl_lower_state *L, CXCursor decl, unsigned from_inner);
/* The extent of that dimension rests on a recovered declaration. */
bool csl_extent_is_recovered(csl_lower_state *L, CXCursor decl, unsigned from_inner);

/* ---- kernels that kernels launch (launched.c) -------------------------------------------------- */

typedef struct csl_child {
    csl_expr *grid[3], *block[3]; /* U32: how many blocks, and threads in each */
    csl_launched order;
    csl_expr *number[3], *thread[3]; /* of one of them */
    uint32_t first_local;            /* objects of a thread from here on are its own */
    uint32_t first_object;           /* ... and others from here on */
    CXCursor *hidden; /* object_decl, dynamic_object and _name of the kernel around */
    int32_t dynamic_object;
    const char *dynamic_name;
} csl_child;
/* Before its body is lowered, when its arguments are bound: its shared memory is other memory. */
void csl_begin_child(csl_lower_state *L, csl_child *child);
/* The body, which was lowered as that of a function, as what one of its threads does. */
void csl_emit_child(csl_lower_state *L, csl_child *child, csl_stmt *body, CXCursor at);

/* ---- audit.c ---- */

/* The expression is lowered. */
void csl_account(csl_lower_state *L, CXCursor e);
/* Nothing in the expression happens, or it has no effects. */
void csl_account_whole(csl_lower_state *L, CXCursor e);
/* To be called after the statement was lowered; those in it are audited by themselves. */
void csl_audit_statement(csl_lower_state *L, CXCursor s);

#endif
