/* What the parts of evaluating host code share: host_writes.c, host_value.c and their like. */
#ifndef CSL_HOST_IMPL_H
#define CSL_HOST_IMPL_H

#include "../hostrun/hostrun.h"
#include "host_memo.h"
#include "host_value.h"

/* A component is a part of a variable: 0, 1, 2 of a dim3, or CSL_HOST_FIELD of a
 * cudaLaunchConfig_t, whose part is 0, 1, 2 of a field that is a dim3 or 3 for the whole field. */
#define CSL_HOST_WHOLE 3
#define CSL_HOST_FIELD(field, part) (4 + 4 * (int)(field) + (part))
/* ... or one of the first elements of an array of integers. */
#define CSL_HOST_ELEMENT(k) (64 + (k))
enum { CSL_HOST_ELEMENTS = 64 };

/* What a use of a variable stands in, innermost first. */
typedef struct csl_host_frame {
    CXCursor cursor;
    const struct csl_host_frame *outer;
} csl_host_frame;

/* Where the block ends that the statement is one of, or the part of a switch up to its next label:
 * behind the statement and before that it surely ran. 0: it is no statement of a block. `around`:
 * what it stands in. */
unsigned csl_host_end_of_block(const csl_host_frame *around, CXCursor statement);

/* The address, above which the frames are, is what cudaMemcpy() and its like copy from. */
bool csl_host_is_copied_from(const csl_host_frame *f, CXCursor address);
/* The address is what memset() fills; *f is the call then. */
bool csl_host_is_filled(const csl_host_frame **f, CXCursor address);

/* Which part of a structure that says how a kernel is launched `structure.member` is. */
int csl_host_config_part(CXCursor member);
/* What stands in the frames, `&config`, is an argument of a call that only reads it. */
bool csl_host_is_config_argument(const csl_host_frame *f);

/* Control never runs out of the statement at its end. */
bool csl_host_leaves(csl_ctx *ctx, CXCursor statement);
/* Condition, then and else of an if; false if it has another form. */
bool csl_host_parts_of_if(csl_ctx *ctx, CXCursor statement, CXCursor part[3]);
/* `case 1:` or `default:` with the statement behind it. */
bool csl_host_is_label(CXCursor statement);
/* `a, b`: one after the other. */
static inline bool csl_host_is_comma(CXCursor e) {
    return clang_getCursorKind(e) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Comma;
}
/* Adds the label of a case and of those directly inside it. False: there is a default among them,
 * or one is not a number. */
bool csl_host_take_labels(csl_ctx *ctx, CXCursor statement, int64_t *labels, unsigned *n,
                          CXCursor *inner);

/* host_way.c: whether the condition holds, if it is known or the point chooses a way there. False:
 * it is asked which to take. */
bool csl_host_holds(csl_host_point point, CXCursor cond, bool *holds);
/* The choice is of one call of a function: the one that the calls lead to. A function that calls
 * itself has the variable again. */
bool csl_host_is_choice_in(const csl_host_choice *choice, const csl_host_call *call);
/* Which of `n` ways the point chooses at `of`; likewise. */
bool csl_host_choose(csl_host_point point, CXCursor of, unsigned n, unsigned *element);

/* Where the condition of a guard of the point was evaluated. */
csl_host_point csl_host_point_of_guard(csl_host_point point, const csl_host_guard *g);
/* A guard of the point says which value the expression has. */
bool csl_host_guarded(csl_host_point point, CXCursor e, int64_t *value);

/* The variable of `a`, `a.b`, `a.b.c`; null for other expressions. */
CXCursor csl_host_base_of(CXCursor e);
/* Both are the same variable or member of one. */
bool csl_host_same(CXCursor a, CXCursor b);
/* Both are made of the same variables and numbers in the same way, with the same conversions. */
bool csl_host_same_sum(csl_host_point point, CXCursor a, CXCursor b);

/* The expression that gives the variable (or its component) its value at the point, which part of
 * the variable that expression is, and where it is evaluated; false if that is not clear. For a
 * parameter it is the argument of point.call. */
bool csl_host_definition(csl_host_point point, CXCursor var, int component, CXCursor *value,
                         int *value_component, csl_host_point *where);

/* What the constructor's list gives a member of its object, or what the member's declaration does;
 * null: neither says so. */
CXCursor csl_host_initialiser(csl_ctx *ctx, CXCursor constructor, CXCursor field);
/* From a member of an object that a constructor made, to the end of that constructor, where the
 * member is a variable; false if it is not clear which object it is. */
bool csl_host_enter_constructor(csl_host_point *point, CXCursor member);

/* The expression that the call of a host function gives, and where it is evaluated; false if the
 * function has several ways out. */
bool csl_host_returned(csl_host_point point, CXCursor call, csl_host_part *part);

/* The expression that gave the member `e` of a structure its value, and where; false if that is not
 * clear (host_struct.c). */
bool csl_host_find_field(csl_host_point point, CXCursor e, csl_host_part *part);

/* What the field of the object is that the expression gives; likewise. */
bool csl_host_find_in(csl_host_point point, CXCursor object, CXCursor field, csl_host_part *part);

/* host_passed.c: the arguments that a reference gives a template, those that are no types; nested:
 * some may be those of a template that is itself an argument. */
typedef struct csl_host_numbers {
    CXCursor v[CSL_ROOM_host_numbers];
    unsigned n;
    bool nested;
} csl_host_numbers;
csl_host_numbers csl_host_find_numbers(CXCursor reference); /* null: none */
/* What the launch passes as the kernel's i-th argument, there or by its address; false: it does not
 * show that. */
bool csl_host_argument_at(const csl_host_launch *l, unsigned i, CXCursor *argument);
/* Whether something in the launch changes a variable, `k<<<1, n / 2>>>(n++, n / 2)`: then it is
 * open whether `e`, in one of its arguments, is worth what it was before. */
bool csl_host_may_be_changed(const csl_host_launch *l, CXCursor e);
/* A member of what a pointer points to: others may change it. */
bool csl_host_is_behind_pointer(CXCursor e);
/* It is a variable, or a member of a local one: what a pointer leads to may change by other names.
 */
bool csl_host_is_followed(CXCursor e);
/* The argument of that parameter; false: the launch shows none, or it may be changed. */
bool csl_host_argument_of(const csl_host_launch *l, uint32_t param, CXCursor *argument);
/* From a parameter of a host function to the argument of the call that leads there; false: it is
 * none, or the call is not known. */
bool csl_host_go_out(csl_host_part *part);
/* `e` is written as that member of the argument. */
bool csl_host_is_member(const csl_unit *unit, CXCursor argument, const csl_param *member,
                        CXCursor e);
/* What the parameter gets, and where that stands: of a member the expression that gave it its
 * value.
 */
bool csl_host_passed(const csl_host_launch *l, uint32_t param, csl_host_part *part);
/* The variable has the same value at two points of a function. */
bool csl_host_is_same_between(csl_host_point a, csl_host_point b, CXCursor var);

/* host_several.c: BOOL: x, of an integer type, is one of the values that the expression has at the
 * point, as loops and ways go there; NULL: they are not known. */
csl_expr *csl_host_one_of(csl_host_point point, CXCursor e, csl_expr *x);

/* BOOL: x, of an integer type, lies where operators around the expression leave it, `n & 3`,
 * `min(n, 64)`; likewise. */
csl_expr *csl_host_bounds(csl_host_point point, CXCursor e, csl_expr *x);

/* It is a variable of one call of the function, which nothing else knows (host_counted.c). */
bool csl_host_is_own(const csl_host_function *function, CXCursor variable);

/* host_range.c: the element of the list that the variable of `for (n : {16, 32})` is by the choices
 * of the point; false: it is no such variable, or there is no choice. */
bool csl_host_range_element(csl_host_point point, CXCursor var, csl_host_part *part);
/* host_counted.c: the number that the variable of `for (n = 32; n <= 1024; n *= 2)` is by the
 * choices of the point; likewise. */
bool csl_host_counted(csl_host_point point, CXCursor variable, int64_t *value);
/* The list that an array or container is made of, which nothing changed since; the point goes to
 * where it stands. */
bool csl_host_list(csl_host_point *point, CXCursor e, CXCursor *list);
/* ... its elements, or all that a container may ever hold, `v.push_back(32)`: then in any order. */
typedef struct csl_host_elements {
    csl_cursors of;
    csl_host_point where; /* they stand */
    bool grown;
} csl_host_elements;
bool csl_host_elements_of(csl_host_point point, CXCursor e, csl_host_elements *elements);
/* An array or container of `n` elements: none is left out of its list, and so 0. */
bool csl_host_lists_all(CXCursor e, unsigned n);
/* The expression of element i, and where. */
csl_host_part csl_host_element_of(const csl_host_elements *elements, unsigned i);
/* Where the function does not only read the variable it adds elements, which come to *added, or
 * takes some away, in no loop that goes on to the place at the offset. */
bool csl_host_only_grows(csl_host_function *function, CXCursor var, unsigned at,
                         csl_cursors *added);
/* What the implicit node `use` makes of the variable may be changed: it is taken for an object of a
 * base of its class, or it is a container. */
bool csl_host_hands_out(CXCursor use, CXCursor var);
/* A loop over elements that cannot change them, unless by its variable *element (null: not by it).
 */
bool csl_host_reads_elements(CXCursor loop, CXCursor *element);
/* The name is one of `auto [grid, block] = ...`; what it stands for there. */
bool csl_host_is_binding(CXCursor declaration);
bool csl_host_bound(csl_host_point point, CXCursor binding, csl_host_part *part);

/* A class object is passed on by value or as a reference to what may not change: a copy. */
bool csl_host_is_copied(CXCursor call, CXCursor object);
/* The call makes a std::pair or a std::tuple of copies of its arguments. */
bool csl_host_makes_values(CXCursor call);
/* host_range.c: the variable is an array of integers or dim3, of the language or of the library.
 */
bool csl_host_has_elements(CXCursor var);
/* `use` names the variable, or part of it, and frame *f is about that: the element it is part of
 * is *part (-1: it is not known which), *use and *f go on to what the element stands in. */
bool csl_host_subscript(CXCursor var, const csl_host_frame **f, CXCursor *use, int *part);
/* The expression that gave the element `e` its value, and where; false if that is not clear. */
bool csl_host_element(csl_host_point point, CXCursor e, csl_host_part *part);

/* host_divisor.c: both are the last bytes of one question about the size of a variable, as many as
 * `b` has. */
bool csl_host_same_size(csl_host_point point, CXCursor a, CXCursor b);
/* The frame is a method of a tensor or a container that is called to tell of its
 * shape, `x.size(0)`, or one of those that change it though they are const, as PyTorch has them. */
bool csl_host_is_asked(const csl_host_frame *f);
bool csl_host_is_reshaped(const csl_host_frame *f);

/* An error of the source lies between two offsets in the file of `in`: a value may be another than
 * it looks. */
bool csl_host_has_error(const csl_unit *unit, CXCursor in, unsigned from, unsigned to);

/* The expression that gives a variable of the file or a member of an object, `n`, `args.n`, its
 * value, and where, if it is the only one that the file ever stores there and was stored before the
 * point (host_stores.c). */
bool csl_host_stored(csl_host_point point, CXCursor e, csl_host_part *part);

/* Offsets tell the order of what the function does: all of its text is in one file. */
bool csl_host_is_ordered(csl_host_function *function);

/* The variable of the function, or of the one around it, is not assigned, nor passed on by
 * reference, between two places in the text (offsets), nor on a way back to them. */
bool csl_host_unchanged(csl_host_function *function, CXCursor var, unsigned from, unsigned to);
/* The same of what a container says of its size: its elements may change. */
bool csl_host_keeps_size(csl_host_function *function, CXCursor var, unsigned from, unsigned to);
/* The same of what the text between them does to the variable; a function that got its address
 * before, as cudaMalloc(&d, n) did, does not keep it. */
bool csl_host_unassigned(csl_host_function *function, CXCursor var, unsigned from, unsigned to);

#endif
