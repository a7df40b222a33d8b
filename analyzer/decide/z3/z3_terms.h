/* A query in the terms of Z3. Internal to z3*.c, the only files that know Z3.
 *
 * Every integer term is a signed bit-vector just wide enough for its range, so nothing wraps but
 * what wraps in C, and a 64-bit offset into a small array costs a dozen bits. Each term also has a
 * condition under which it is undefined (see csl_term). Floating point and unknown functions are
 * fresh variables: unsatisfiable stays unsatisfiable, and a model is replayed before it counts. */
#ifndef CSL_DECIDE_Z3_TERMS_H
#define CSL_DECIDE_Z3_TERMS_H

#include "../query/tape.h"

#include <z3.h>

/* `bits` for integers, `truth` for BOOL; `undefined` is NULL for never. */
typedef struct csl_z3_term {
    Z3_ast bits, truth, undefined;
    unsigned width;
} csl_z3_term;

typedef struct csl_z3_terms {
    Z3_context c;
    const csl_tape *t;
    csl_z3_term *term; /* of each node */
    csl_z3_term *row;  /* of every variable; no `bits` for those that are not integers */
    Z3_ast_vector assertions;
    unsigned fresh;
    bool has_fresh; /* a model need not be a witness */
    unsigned gates; /* of multipliers and dividers: what makes bit-vectors slow */
} csl_z3_terms;

/* Z3 would not finish the query of this tape, or a term needs more bits than are worth it. */
bool csl_z3_too_large(const csl_tape *t);
/* Translates the whole query, which is not too large, into assertions. `c`, `t` and `assertions`
 * are set before; the rest is filled in and lives in the pool. */
void csl_z3_say(csl_z3_terms *e, csl_pool *pool);

/* ---- pieces (z3_terms.c) --------------------------------------------------------------------- */

/* Bits of a signed number with this range. */
unsigned csl_z3_width(csl_range r);
Z3_ast csl_z3_number(csl_z3_terms *e, csl_wide v, unsigned width);
/* Sign-extends, or cuts off high bits. */
Z3_ast csl_z3_resize(csl_z3_terms *e, Z3_ast a, unsigned from, unsigned to);
Z3_ast csl_z3_both(csl_z3_terms *e, Z3_ast a, Z3_ast b);
/* NULL is false. */
Z3_ast csl_z3_either(csl_z3_terms *e, Z3_ast a, Z3_ast b);
void csl_z3_require(csl_z3_terms *e, Z3_ast a);
/* v lies in a range; the bounds fit the width. */
Z3_ast csl_z3_inside(csl_z3_terms *e, Z3_ast v, unsigned width, csl_range r);
/* A new integer in a range. */
csl_z3_term csl_z3_integer(csl_z3_terms *e, csl_range r);
/* The value of an integer or BOOL node in `width` bits. */
Z3_ast csl_z3_value(csl_z3_terms *e, uint32_t node, unsigned width);
/* Fills in the term of node i; those below it are there already. */
void csl_z3_encode(csl_z3_terms *e, uint32_t i);

#endif
