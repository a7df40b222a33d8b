/* The value of a host expression at one point of a host function, as far as it is plain to see.
 * Private to frontend/; for launch configurations. */
#ifndef CSL_HOST_VALUE_H
#define CSL_HOST_VALUE_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../limits/limits.h"
#include "../parse/parse.h"

struct csl_host_call;

/* One of several ways to go on: the element that the variable of `for (n : {16, 32})` is, or what a
 * condition or the value of a switch comes to. */
typedef struct csl_host_choice {
    CXCursor of; /* the variable, or the condition */
    unsigned offset;
    const struct csl_host_call *call;          /* of the function that `of` stands in */
    const struct csl_host_call *const *beyond; /* or NULL: what calls the outermost of those, found
                                                  since, or NULL */
    unsigned element, n;                       /* one of so many; of a condition 0: it holds */
    const struct csl_host_choice *outer;
} csl_host_choice;

/* A host function. What it does to its variables is found when first asked for. */
typedef struct csl_host_function {
    const csl_unit *unit;
    CXCursor cursor;                 /* its definition */
    struct csl_host_uses *uses;      /* NULL at first */
    struct csl_host_found *found;    /* likewise; host_found.h */
    struct csl_host_function *outer; /* of an instance of a generic lambda: the one it is written
                                        in, NULL for others */
    bool guessed; /* an instance for numbers that nothing declares, and nothing names it */
    bool named;   /* ... with others */
    bool asked_entries, has_entries; /* jumps lead past conditions; the first: it was looked for */
    bool wants_call;        /* the value of a parameter was asked for at a point without a call */
    csl_host_choice wanted; /* a choice of a variable of a loop that was asked for; n is 0: none */
    csl_host_choice way;    /* ... or of a way, here or in a function that this one calls */
    bool took_assert;       /* assert() said what a value is */
    bool counts; /* what is asked for is the shape of a launch: `wanted` may be the variable
                    of a loop that counts */
} csl_host_function;

/* A condition that held on the way to a point. */
typedef struct csl_host_guard {
    CXCursor cond;     /* a comparison, or the value that a switch is about */
    bool negated;      /* the comparison is false */
    bool asserted;     /* by assert(), which a build may leave out */
    const int64_t *is; /* of a switch: the labels that lead here */
    unsigned nis;      /* 0: no switch */
    unsigned offset;   /* of the condition */
    const struct csl_host_guard *outer;
} csl_host_guard;

/* Where an expression is evaluated. */
typedef struct csl_host_point {
    csl_host_function *function;      /* it stands in */
    unsigned offset;                  /* of the expansion, in the function's file */
    const csl_host_guard *guards;     /* or NULL */
    const struct csl_host_call *call; /* the call of the function that is looked at; NULL: any */
    const csl_host_choice *choices;   /* or NULL */
} csl_host_point;

/* A call of a host function: the values of its parameters. */
typedef struct csl_host_call {
    CXCursor call;
    csl_host_point at; /* of the caller */
} csl_host_call;

csl_host_point csl_host_point_of(csl_host_function *function, CXCursor e);
/* What is known in `inner`, a part of an if, where `known` is known at the if. In the arena of the
 * function's unit. */
const csl_host_guard *csl_host_guards_in(csl_host_function *function, CXCursor statement,
                                         CXCursor inner, const csl_host_guard *known);
/* What is known behind an if that may leave the block it stands in. */
const csl_host_guard *csl_host_guards_behind(csl_host_function *function, CXCursor statement,
                                             const csl_host_guard *known);
/* The labels of a switch that lead to the place a walk has come to. All zero: none yet. */
typedef struct csl_host_section {
    int64_t labels[CSL_ROOM_host_labels];
    unsigned n;
    bool open;  /* others may lead there, too */
    bool ended; /* the last child leaves the switch */
} csl_host_section;

/* What is known in the next child of the body of a switch. */
const csl_host_guard *csl_host_labels_of(csl_host_function *function, CXCursor statement,
                                         CXCursor body, CXCursor child, csl_host_section *section,
                                         const csl_host_guard *known);
/* A condition on the way to the point, or to a call that leads there, is known to be false. */
bool csl_host_is_dead(csl_host_point point);
/* A condition that is not followed, or the value of a switch, was taken for one of what it may be.
 */
bool csl_host_is_one_way(csl_host_point point);

/* The integer value of `e`: constants, arithmetic, and local variables whose last assignment before
 * the point surely happened and is itself known. False if it is not known. */
bool csl_host_integer(csl_host_point point, CXCursor e, int64_t *value);

/* A power of two that divides the value, whatever it is; 1: none is plain to see. */
int64_t csl_host_divisor(csl_host_point point, CXCursor e);

/* The three components of a dim3 expression or of an integer that converts to one; components that
 * are not known are 0. */
void csl_host_dim3(csl_host_point point, CXCursor e, int64_t value[3]);

/* An expression that gives a dim3 one of its components its value, and where it is evaluated. */
typedef struct csl_host_part {
    CXCursor value; /* null: the component is 1 */
    csl_host_point where;
} csl_host_part;
/* Finds it for component 0, 1 or 2 of the dim3 expression, or of the integer that converts to one;
 * false if it is not clear. */
bool csl_host_find_part(csl_host_point point, CXCursor e, int which, csl_host_part *part);

/* The parts of a cudaLaunchConfig_t, or of the parameters of a node of a graph, that matter; of the
 * others only whether they are all zero. */
typedef enum {
    CSL_CONFIG_GRID,
    CSL_CONFIG_BLOCK,
    CSL_CONFIG_BYTES,
    CSL_CONFIG_OTHER,
    CSL_CONFIG_KERNEL,
    CSL_CONFIG_ARGUMENTS
} csl_config;
/* The canonical type is the structure of CUDA that is known by that name: `cudaLaunchConfig_t`,
 * which is `cudaLaunchConfig_st` in the headers of a toolkit. */
bool csl_host_is_structure(CXType type, const char *name);
/* It is a structure that says how a kernel is launched. */
bool csl_host_is_config(CXType type);
/* The call takes the address of one, and only reads it. */
bool csl_host_takes_config(CXCursor call);
/* The expression that gives a part of the configuration its value, whose address `config` is, and
 * where; for a component of a dim3 the part may be one of its components only. A null cursor: it is
 * zero. False if it is not clear. */
bool csl_host_config(csl_host_point point, CXCursor config, csl_config field, int which,
                     csl_host_part *part);

/* A launch `k<N><<<grid, block>>>(...)` in a host function. */
typedef struct csl_host_launch {
    csl_host_point point;
    CXCursor call;      /* null: the arguments are not known, or in `addresses` */
    unsigned skip;      /* arguments of the call before those of the kernel */
    CXCursor addresses; /* the array of the addresses of the arguments, or null */
    CXCursor callee;    /* the reference to the kernel; null: none that shows arguments */
    const csl_kernel *kernel;
    bool only_listed; /* of csl_host_only_lists() */
} csl_host_launch;
/* The array of addresses is used for nothing but to list arguments, in elements of numbers that are
 * written there, and to launch, as `launching` tells. */
typedef bool csl_host_is_call(CXCursor call);
bool csl_host_only_lists(csl_host_point point, CXCursor addresses, csl_host_is_call *launching);
/* One component of its block in terms of the kernel's parameters (PARAM), U32, where the launch
 * passes on what it computes the block from: `k<<<1, n / 2>>>(n)`. NULL if it does not. */
csl_expr *csl_host_term(const csl_host_launch *launch, CXCursor block, int which);
/* BOOL: what is known of the kernel's parameters (PARAM): numbers that it gives the template,
 * arguments that are constants, conditions that hold where it stands, products with a factor that
 * `says`, the terms of its block, is made from. NULL: nothing. *asserted is set where one of these
 * is an assert(). */
csl_expr *csl_host_given(const csl_host_launch *launch, csl_expr *const says[3], bool *asserted);

#endif
