/* Polynomials with integer coefficients over atoms. Internal.
 *
 * An atom is an unknown integer: a variable, a digit of a thread id, a quotient, or a term the
 * tactics do not look into. Polynomials are in normal form (monomials sorted, coefficients not
 * zero), so equal ones are equal arrays. They are small; an operation whose result would be too
 * long, of too high a degree, or beyond 2^62 fails, and the caller does without it. */
#ifndef CSL_DECIDE_POLY_H
#define CSL_DECIDE_POLY_H

#include "../../ir/range.h"
#include "../../limits/limits.h"

/* Small, as most of the time of the tactics goes into comparing and copying them. */
typedef struct csl_mono {
    int64_t coef;
    uint8_t degree;
    uint8_t atom[CSL_ROOM_factors]; /* ascending; unused ones 0 */
} csl_mono;

typedef struct csl_poly {
    uint32_t n;
    csl_mono mono[CSL_ROOM_summands]; /* the constant, if any, first */
} csl_poly;

static inline csl_poly csl_poly_const(int64_t c) {
    csl_poly p;
    p.n = c != 0;
    p.mono[0] = (csl_mono){.coef = c};
    return p;
}
csl_poly csl_poly_atom(uint8_t atom);
/* Of the monomials there are, which is much less than an assignment copies. A polynomial that was
 * kept (csl_keep) has no room for more and must not be assigned. */
void csl_poly_copy(csl_poly *out, const csl_poly *p);
bool csl_poly_is_const(const csl_poly *p);
int64_t csl_poly_constant(const csl_poly *p); /* its constant term */
bool csl_mono_equal(const csl_mono *a, const csl_mono *b);
bool csl_poly_equal(const csl_poly *a, const csl_poly *b);

/* *out = a + k * b. `out` may be a or b; otherwise a failure leaves nothing of use in it. */
bool csl_poly_add(csl_poly *out, const csl_poly *a, int64_t k, const csl_poly *b);
bool csl_poly_mul(csl_poly *out, const csl_poly *a, const csl_poly *b);
/* Greatest common divisor of all coefficients but the constant; 0 if there are none. */
int64_t csl_poly_content(const csl_poly *p);
/* Divides all coefficients, rounding the constant down. The others must be multiples. */
void csl_poly_divide(csl_poly *p, int64_t by);
/* True if the atom occurs; *linear: only as a monomial of its own, whose coefficient is *coef. */
bool csl_poly_has(const csl_poly *p, uint8_t atom, bool *linear, int64_t *coef);
/* *out = p with `by` put for the atom. */
bool csl_poly_substitute(csl_poly *out, const csl_poly *p, uint8_t atom, const csl_poly *by);

/* *out = m / d, if every atom of d is in m often enough (coefficients are left alone). */
bool csl_mono_quotient(csl_mono *out, const csl_mono *m, const csl_mono *d);
int64_t csl_floor_div(int64_t a, int64_t b);

#endif
