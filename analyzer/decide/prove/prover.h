/* What the tactics know about a query, in exact integers. Internal.
 *
 * Everything here holds in every evaluation that satisfies the query, so a contradiction between
 * any of it proves the query unsatisfiable. Terms become polynomials only where their value is the
 * exact result of their operators (see csl_term); any other term is an atom with a range. */
#ifndef CSL_DECIDE_PROVER_H
#define CSL_DECIDE_PROVER_H

#include "poly.h"
#include "../query/tape.h"
#include "../../limits/limits.h"

/* num = den * q + r with 0 <= r < den. */
typedef struct csl_quotient {
    const csl_poly *num, *den, *q, *r;
} csl_quotient;

/* value = x ^ j; all three are polynomials. */
typedef struct csl_xor {
    const csl_poly *value, *x, *j;
} csl_xor;

typedef struct csl_prover {
    csl_pool *pool;
    const csl_tape *t;
    const csl_poly **of_node; /* normal form of a tape node, once asked for */
    bool *tried;              /* whether it was asked for */
    const csl_poly **power;   /* 2 to the power of a node, once asked for */
    const csl_poly *id[2][3]; /* threadIdx of both sides */
    const csl_poly *dim[3];
    const csl_poly *warp[2];    /* warp numbers, or NULL when no one asks for them */
    const csl_poly *distance;   /* offset 1 - offset 2, or NULL: no overlap asked, or unknown */
    unsigned steps, most_steps; /* of proofs so far, and at most */
    bool refuted;               /* a contradiction was found */
    const int64_t *point[CSL_ROOM_points]; /* values of the atoms, see points.c */
    bool point_holds[CSL_ROOM_points], uses_points;
    unsigned next_point;
    uint32_t natoms, nfacts, nequal, nunequal, nquotients, nxors;
    /* Of these only so many are in use (csl_prover_copy). */
    csl_range atom[CSL_ROOM_atoms];
    const csl_poly *fact[CSL_ROOM_facts];        /* each is >= 0 */
    const csl_poly *equal[CSL_ROOM_equations];   /* each is 0 */
    bool unsplit[CSL_ROOM_equations];            /* of those: could not be split (equations.c) */
    const csl_poly *unequal[CSL_ROOM_equations]; /* none is 0 */
    csl_quotient quotient[CSL_ROOM_quotients];
    csl_xor xors[CSL_ROOM_xors];
} csl_prover;

/* ---- ranges (poly_range.c) ------------------------------------------------------------------- */

csl_range csl_mono_range(const csl_prover *p, const csl_mono *m);
csl_range csl_poly_range(const csl_prover *p, const csl_poly *poly);
/* csl_poly_range(p, poly).lo >= 0, found sooner. */
bool csl_never_negative(const csl_prover *p, const csl_poly *poly);
/* Narrows the ranges of atoms by the facts and equations. */
void csl_tighten(csl_prover *p);

/* ---- facts (prover.c) ------------------------------------------------------------------------ */

/* A copy in the pool of the original, which learns nothing from it. */
csl_prover *csl_prover_copy(const csl_prover *p);
const csl_poly *csl_keep(csl_prover *p, const csl_poly *poly);
/* A new atom, or NULL when there are too many. */
const csl_poly *csl_new_atom(csl_prover *p, csl_range range);
void csl_add_fact(csl_prover *p, const csl_poly *at_least_zero);
void csl_add_equal(csl_prover *p, const csl_poly *zero);
void csl_add_unequal(csl_prover *p, const csl_poly *not_zero);
/* True if the polynomial is >= 0 (is 0) whenever the query holds. False: not known. */
bool csl_prove(csl_prover *p, const csl_poly *at_least_zero);
bool csl_prove_zero(csl_prover *p, const csl_poly *zero);
/* a - b >= k */
bool csl_prove_less(csl_prover *p, const csl_poly *b, const csl_poly *a, int64_t k);

/* ---- points (points.c) ----------------------------------------------------------------------- */

/* Looks for points that satisfy the ranges and facts, where it has none or lost them, if
 * p->uses_points: all atoms must have been made, and there must be much to prove. */
void csl_find_points(csl_prover *p);
/* True if the polynomial is negative at one of them. */
bool csl_point_refutes(const csl_prover *p, const csl_poly *at_least_zero);
/* True if (m - 1) * width < low < (m + 1) * width at all of them. */
bool csl_points_within(const csl_prover *p, const csl_poly *low, const csl_poly *width, int64_t m);
/* Looks for one where it is. */
bool csl_seek_refutation(csl_prover *p, const csl_poly *at_least_zero);
/* The least and the greatest value of the polynomial at some that lie in the ranges of its atoms:
 * its own range is no smaller. False: there are none, or that range is found as soon. */
bool csl_points_span(const csl_prover *p, const csl_poly *poly, int64_t *lo, int64_t *hi);
/* Lets go of those that do not satisfy a new fact. */
void csl_points_meet(csl_prover *p, const csl_poly *fact);

/* ---- terms to polynomials (normal.c, divide.c) ----------------------------------------------- */

/* `steps` bounds the work on it, and later that of one tactic; CSL_LIMIT(proof_steps) is usual. */
csl_prover *csl_prover_new(csl_pool *pool, const csl_tape *t, unsigned steps);
/* NULL when there are too many atoms or the polynomial gets too large. Only for terms that are
 * defined whenever the query holds. */
const csl_poly *csl_normal(csl_prover *p, uint32_t node);
/* num = den * q + r, rounding down. False when unknown; den >= 1 is the caller's promise. */
bool csl_divide(csl_prover *p, const csl_poly *num, const csl_poly *den, const csl_poly **q,
                const csl_poly **r);

/* ---- sums that wrap (modulo.c) --------------------------------------------------------------- */

/* A number that is the distance of the two offsets wherever they are close to each other; false:
 * none is known, or no sum in them wraps. */
bool csl_distance_modulo(csl_prover *p, csl_poly *distance);

/* ---- equations (equations.c) ----------------------------------------------------------------- */

/* Draws conclusions from the equations: splits them like digits of a number, solves them for
 * atoms, and puts the solutions in everywhere. Sets p->refuted on a contradiction. */
void csl_solve(csl_prover *p);

#endif
