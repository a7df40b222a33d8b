#include "prover.h"
#include "../../limits/limits.h"

#include <stddef.h>
#include <string.h>

csl_prover *csl_prover_copy(const csl_prover *p) {
    csl_prover *copy = CSL_POOL_ROOM(p->pool, csl_prover, 1);
    memcpy(copy, p, offsetof(csl_prover, atom));
    memcpy(copy->atom, p->atom, p->natoms * sizeof *p->atom);
    memcpy(copy->fact, p->fact, p->nfacts * sizeof *p->fact);
    memcpy(copy->equal, p->equal, p->nequal * sizeof *p->equal);
    memcpy(copy->unsplit, p->unsplit, p->nequal * sizeof *p->unsplit);
    memcpy(copy->unequal, p->unequal, p->nunequal * sizeof *p->unequal);
    memcpy(copy->quotient, p->quotient, p->nquotients * sizeof *p->quotient);
    memcpy(copy->xors, p->xors, p->nxors * sizeof *p->xors);
    return copy;
}

const csl_poly *csl_keep(csl_prover *p, const csl_poly *poly) {
    size_t used = offsetof(csl_poly, mono) + poly->n * sizeof *poly->mono;
    return memcpy(csl_pool_alloc(p->pool, used), poly, used);
}

const csl_poly *csl_new_atom(csl_prover *p, csl_range range) {
    if (csl_limit_reached(CSL_LIMIT_atoms, p->natoms))
        return NULL;
    if (range.lo == range.hi && range.lo > INT32_MIN && range.lo < INT32_MAX) {
        csl_poly c = csl_poly_const((int64_t)range.lo);
        return csl_keep(p, &c);
    }
    p->atom[p->natoms] = range;
    csl_poly atom = csl_poly_atom((uint8_t)p->natoms++);
    return csl_keep(p, &atom);
}

static bool occurs(const csl_mono *m, uint8_t atom) {
    for (unsigned k = 0; k < m->degree; k++)
        if (m->atom[k] == atom)
            return true;
    return false;
}

/* The fact is g * x + rest >= 0, and the rest is a digit: less than g apart at most. Then x is not
 * below -rest / g, rounded up: 32 * q - 32 * w - lane - 1 >= 0 says q - w - 1 >= 0. */
static void add_without_digit(csl_prover *p, const csl_poly *f, int64_t g) {
    csl_poly x = {.n = 0}, rest = {.n = 0};
    for (uint32_t i = 0; i < f->n; i++) {
        csl_poly *to = f->mono[i].degree && f->mono[i].coef % g == 0 ? &x : &rest;
        to->mono[to->n++] = f->mono[i];
    }
    csl_range r = csl_poly_range(p, &rest);
    csl_poly most = csl_poly_const((int64_t)r.hi);
    if (!csl_poly_is_const(&rest) && r.hi - r.lo < g && r.hi > INT32_MIN && r.hi < INT32_MAX &&
        csl_poly_add(&x, &x, 1, &most))
        csl_add_fact(p, &x); /* which divides by g */
}

void csl_add_fact(csl_prover *p, const csl_poly *f) {
    csl_range r = csl_poly_range(p, f);
    if (r.hi < 0)
        p->refuted = true;
    if (r.lo >= 0 || csl_limit_reached(CSL_LIMIT_facts, p->nfacts))
        return; /* nothing new, or no room */
    csl_poly reduced;
    csl_poly_copy(&reduced, f);
    int64_t content = csl_poly_content(f);
    if (content > 1)
        csl_poly_divide(&reduced, content); /* the sum is an integer, so the rest rounds down */
    for (uint32_t i = 0; i < p->nfacts; i++)
        if (csl_poly_equal(p->fact[i], &reduced))
            return;
    p->fact[p->nfacts++] = csl_keep(p, &reduced);
    csl_points_meet(p, &reduced);
    int64_t last = 1;
    for (uint32_t i = 0; i < reduced.n; i++) {
        int64_t g = reduced.mono[i].degree ? reduced.mono[i].coef : 1;
        g = g < 0 ? -g : g;
        if (g > 1 && g != last)
            add_without_digit(p, &reduced, g);
        last = g;
    }
}

void csl_add_equal(csl_prover *p, const csl_poly *e) {
    csl_range r = csl_poly_range(p, e);
    int64_t content = csl_poly_content(e);
    if (r.lo > 0 || r.hi < 0 || (content > 0 && csl_poly_constant(e) % content != 0))
        p->refuted = true;
    if (e->n > 0 && !csl_limit_reached(CSL_LIMIT_equations, p->nequal)) {
        p->unsplit[p->nequal] = false;
        p->equal[p->nequal++] = csl_keep(p, e);
    }
}

void csl_add_unequal(csl_prover *p, const csl_poly *u) {
    if (u->n == 0)
        p->refuted = true;
    if (!csl_limit_reached(CSL_LIMIT_equations, p->nunequal))
        p->unequal[p->nunequal++] = csl_keep(p, u);
}

/* ---- proofs ---------------------------------------------------------------------------------- */

/* Takes the monomial `m` out of `goal` with the help of a fact that has a monomial `f` of the same
 * sign dividing it: goal * |f| + |f| - 1 - fact * |m| / f. If the rest is >= 0, so is the goal: the
 * factors are, and an integer above -1 is at least 0. */
static bool eliminate(const csl_prover *p, csl_poly *rest, const csl_poly *goal, const csl_mono *m,
                      const csl_poly *fact, const csl_mono *f) {
    csl_poly factor, product;
    factor.n = 1;
    if (!csl_mono_quotient(&factor.mono[0], m, f))
        return false;
    for (unsigned k = 0; k < factor.mono[0].degree; k++)
        if (p->atom[factor.mono[0].atom[k]].lo < 0)
            return false;
    int64_t scale = f->coef < 0 ? -f->coef : f->coef;
    factor.mono[0].coef = m->coef < 0 ? -m->coef : m->coef;
    csl_poly slack = csl_poly_const(scale - 1);
    if (!csl_poly_mul(&product, fact, &factor) || !csl_poly_add(rest, &slack, scale, goal) ||
        !csl_poly_add(rest, rest, -1, &product))
        return false;
    int64_t content = csl_poly_content(rest);
    if (content > 1)
        csl_poly_divide(rest, content);
    return true;
}

static bool prove_by_facts(csl_prover *p, const csl_poly *goal, unsigned depth, unsigned *steps);

static bool prove(csl_prover *p, const csl_poly *goal, unsigned depth, unsigned *steps) {
    return csl_never_negative(p, goal) ||
           (depth > 0 && !csl_point_refutes(p, goal) && prove_by_facts(p, goal, depth, steps));
}

static bool prove_by_facts(csl_prover *p, const csl_poly *goal, unsigned depth, unsigned *steps) {
    for (uint32_t i = 0; i < goal->n; i++) {
        const csl_mono *m = &goal->mono[i];
        if (m->degree == 0 || csl_mono_range(p, m).lo >= 0)
            continue;
        for (uint32_t f = 0; f < p->nfacts; f++) {
            for (uint32_t k = 0; k < p->fact[f]->n; k++) {
                const csl_mono *with = &p->fact[f]->mono[k];
                csl_poly rest;
                if (with->degree == 0 || with->degree > m->degree ||
                    (with->coef < 0) != (m->coef < 0) || !occurs(m, with->atom[0]))
                    continue;
                if (*steps == 0 || p->steps == p->most_steps)
                    return false;
                if (eliminate(p, &rest, goal, m, p->fact[f], with)) {
                    p->steps++;
                    --*steps;
                    if (prove(p, &rest, depth - 1, steps))
                        return true;
                }
            }
        }
    }
    return false;
}

bool csl_prove(csl_prover *p, const csl_poly *goal) {
    unsigned steps = CSL_LIMIT(proof_goal_steps);
    if (csl_never_negative(p, goal))
        return true;
    for (unsigned depth = 1; depth <= CSL_LIMIT(proof_depth) && !csl_point_refutes(p, goal);
         depth++) {
        unsigned before = p->steps; /* short proofs first */
        if (prove_by_facts(p, goal, depth, &steps))
            return true;
        if (p->steps == before || (depth == 1 && csl_seek_refutation(p, goal)))
            return false; /* no fact fits: a deeper search finds nothing else */
    }
    return false;
}

bool csl_prove_less(csl_prover *p, const csl_poly *b, const csl_poly *a, int64_t k) {
    csl_poly d, c = csl_poly_const(-k);
    return csl_poly_add(&d, a, -1, b) && csl_poly_add(&d, &d, 1, &c) && csl_prove(p, &d);
}

bool csl_prove_zero(csl_prover *p, const csl_poly *zero) {
    csl_poly none = csl_poly_const(0), negative;
    if (zero->n == 0)
        return true;
    csl_range r = csl_poly_range(p, zero);
    if (r.lo > 0 || r.hi < 0 || csl_poly_is_const(zero))
        return false;
    return csl_prove(p, zero) && csl_poly_add(&negative, &none, -1, zero) &&
           csl_prove(p, &negative);
}
