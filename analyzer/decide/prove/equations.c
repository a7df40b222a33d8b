/* Conclusions from equations: digits, common factors, and substitution. */
#include "prover.h"
#include "../../limits/limits.h"

#include <string.h>

/* ---- one equation ---------------------------------------------------------------------------- */

/* Divides by an atom that is a factor of every monomial and cannot be 0. */
static bool divide_by_atom(const csl_prover *p, csl_poly *e) {
    const csl_mono *m = &e->mono[0];
    for (unsigned k = 0; k < m->degree; k++) {
        const csl_mono atom = {.coef = 1, .degree = 1, .atom = {m->atom[k]}};
        csl_poly r = csl_poly_const(0);
        bool divides = p->atom[m->atom[k]].lo > 0 || p->atom[m->atom[k]].hi < 0;
        for (uint32_t i = 0; divides && i < e->n; i++) {
            csl_poly one;
            one.n = 1;
            divides = csl_mono_quotient(&one.mono[0], &e->mono[i], &atom) &&
                      csl_poly_add(&r, &r, 1, &one);
        }
        if (divides) {
            csl_poly_copy(e, &r);
            return true;
        }
    }
    return false;
}

/* Puts an equation in lowest terms. False if it is trivial; may refute. */
static bool reduce(csl_prover *p, csl_poly *e) {
    while (e->n > 0 && divide_by_atom(p, e)) {
    }
    int64_t content = csl_poly_content(e), constant = csl_poly_constant(e);
    if (content == 0 ? constant != 0 : constant % content != 0)
        p->refuted = true;
    else if (content > 1)
        csl_poly_divide(e, content);
    int64_t lo, hi; /* values it has */
    if (!csl_points_span(p, e, &lo, &hi) || lo > 0 || hi < 0) {
        const csl_range r = csl_poly_range(p, e);
        p->refuted |= r.lo > 0 || r.hi < 0;
    }
    return e->n > 0 && !p->refuted;
}

/* e = w * high + low, monomial by monomial; false if one part is empty. Both parts keep the order
 * of monomials, as dividing all by one does not change it. */
static bool split(const csl_poly *e, const csl_mono *w, csl_poly *high, csl_poly *low) {
    high->n = low->n = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        csl_mono *quotient = &high->mono[high->n];
        if (e->mono[i].coef % w->coef == 0 && csl_mono_quotient(quotient, &e->mono[i], w)) {
            quotient->coef /= w->coef;
            high->n++;
        } else {
            low->mono[low->n++] = e->mono[i];
        }
    }
    return !csl_poly_is_const(high) && low->n > 0;
}

/* Proves that `low`, lying strictly between (m - 1) w and (m + 1) w and being a multiple of w,
 * can only be m w. */
static bool pinned(csl_prover *p, const csl_poly *low, const csl_poly *w, int64_t m) {
    csl_poly d;
    if (!csl_points_within(p, low, w, m) || !csl_poly_add(&d, low, -m, w))
        return false;
    csl_poly minus, none = csl_poly_const(0);
    return csl_poly_add(&minus, &none, -1, &d) && csl_prove_less(p, &d, w, 1) &&
           csl_prove_less(p, &minus, w, 1);
}

/* The polynomial has two values between which, or at which, there are several multiples of the
 * number. */
static bool spans_multiples(const csl_prover *p, const csl_poly *poly, int64_t of) {
    int64_t lo, hi;
    return csl_points_span(p, poly, &lo, &hi) &&
           csl_floor_div(hi, of) > csl_floor_div(lo, of) + (lo % of != 0);
}

/* Digits: if w * high + low = 0 and low can only be the multiple m w, then high = -m. */
static bool split_by(csl_prover *p, csl_poly *e, const csl_mono *weight) {
    csl_poly high, low, w;
    w.n = 1;
    w.mono[0] = *weight;
    if (!split(e, weight, &high, &low))
        return false;
    int64_t m = 0;
    bool found = false;
    const bool constant_weight = weight->degree == 0;
    const bool may_pin = constant_weight && !spans_multiples(p, &low, weight->coef);
    const csl_range r = may_pin ? csl_poly_range(p, &low) : (csl_range){0, 0};
    if (may_pin && !csl_range_unbounded(r)) {
        csl_wide c = weight->coef;
        csl_wide first = r.lo > 0 ? (r.lo + c - 1) / c : -(-r.lo / c); /* least m with m c >= lo */
        if (first * c > r.hi) {
            p->refuted = true; /* no multiple of the weight in reach */
            return false;
        }
        found = (first + 1) * c > r.hi;
        m = (int64_t)first;
    }
    static const int64_t candidates[] = {0, -1, 1};
    for (unsigned g = 0; g < 3 && !found; g++) {
        m = candidates[g];
        found = pinned(p, &low, &w, m);
    }
    csl_poly constant = csl_poly_const(m);
    if (!found || !csl_poly_add(&high, &high, 1, &constant) || !csl_poly_add(&low, &low, -m, &w))
        return false;
    csl_add_equal(p, &low);
    csl_poly_copy(e, &high);
    return true;
}

/* The weights that an equation was not split by. */
typedef struct weights {
    csl_mono tried[CSL_ROOM_summands];
    unsigned n;
} weights;

/* Splits it, unless that was tried before: what came of it would be the same. */
static bool split_anew(csl_prover *p, csl_poly *e, const csl_mono *w, weights *x) {
    for (unsigned i = 0; i < x->n; i++)
        if (csl_mono_equal(&x->tried[i], w))
            return false;
    if (x->n < CSL_ROOM_summands)
        x->tried[x->n++] = *w;
    return split_by(p, e, w);
}

/* Tries the weights that the monomials of an equation suggest: their coefficients, alone and with
 * those of their atoms that are known to be positive. Monomials of high degree come first: in
 * `x % 32 + 32 * (x / 32) + y * pitch` the pitch is what weighs most, and steps are counted. */
static bool split_digits(csl_prover *p, csl_poly *e) {
    weights x;
    x.n = 0;
    for (uint32_t i = e->n; i-- > 0;) {
        csl_mono w = {.coef = e->mono[i].coef < 0 ? -e->mono[i].coef : e->mono[i].coef};
        const csl_mono *m = &e->mono[i];
        if (m->degree == 0)
            continue;
        if (w.coef > 1 && split_anew(p, e, &w, &x))
            return true;
        for (unsigned k = 0; k < m->degree; k++)
            if (p->atom[m->atom[k]].lo >= 1)
                w.atom[w.degree++] = m->atom[k];
        for (unsigned k = 0; k < w.degree && w.degree > 1; k++) {
            const csl_mono single = {.coef = 1, .degree = 1, .atom = {w.atom[k]}};
            if (split_anew(p, e, &single, &x))
                return true;
        }
        if (w.degree > 0 && split_anew(p, e, &w, &x))
            return true;
        if (w.degree > 0 && w.coef > 1) {
            w.coef = 1;
            if (split_anew(p, e, &w, &x))
                return true;
        }
        if (p->refuted)
            return false;
    }
    return false;
}

/* ---- substitution ---------------------------------------------------------------------------- */

/* True if it changed. */
static bool put(csl_prover *p, const csl_poly **slot, uint8_t atom, const csl_poly *by) {
    bool linear;
    int64_t coef;
    csl_poly r;
    if (!*slot || !csl_poly_has(*slot, atom, &linear, &coef) ||
        !csl_poly_substitute(&r, *slot, atom, by))
        return false;
    *slot = csl_keep(p, &r);
    return true;
}

static bool meet(const csl_poly *a, const csl_poly *b) {
    for (uint32_t i = 0; i < b->n; i++) {
        for (unsigned k = 0; k < b->mono[i].degree; k++) {
            bool linear;
            int64_t coef;
            if (csl_poly_has(a, b->mono[i].atom[k], &linear, &coef))
                return true;
        }
    }
    return false;
}

/* Only what changes is looked at again. What follows from it may leave no room for all others. */
static void put_in_facts(csl_prover *p, uint8_t atom, const csl_poly *by) {
    const csl_poly *old[CSL_ROOM_facts];
    uint32_t n = p->nfacts;
    memcpy(old, p->fact, n * sizeof *old);
    p->nfacts = 0;
    for (uint32_t i = 0; i < n; i++)
        if (put(p, &old[i], atom, by))
            csl_add_fact(p, old[i]);
        else if (!csl_limit_reached(CSL_LIMIT_facts, p->nfacts))
            p->fact[p->nfacts++] = old[i];
}

/* Puts `by` for an atom everywhere. What the substitution would make too large keeps the atom;
 * that is still true, as the atom keeps its range. */
static void put_everywhere(csl_prover *p, uint8_t atom, const csl_poly *by) {
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned d = 0; d < 3; d++)
            put(p, &p->id[side][d], atom, by);
        put(p, &p->warp[side], atom, by);
    }
    put(p, &p->distance, atom, by);
    for (uint32_t i = 0; i < p->nequal; i++)
        p->unsplit[i] = !put(p, &p->equal[i], atom, by) && p->unsplit[i] && !meet(p->equal[i], by);
    for (uint32_t i = 0; i < p->nunequal; i++) {
        put(p, &p->unequal[i], atom, by);
        p->refuted |= p->unequal[i]->n == 0;
    }
    for (uint32_t i = 0; i < p->nxors; i++) {
        put(p, &p->xors[i].value, atom, by);
        put(p, &p->xors[i].x, atom, by);
        put(p, &p->xors[i].j, atom, by);
    }
    put_in_facts(p, atom, by);
    csl_range r = p->atom[atom];
    csl_poly bound;
    if (r.lo > INT32_MIN && r.lo < INT32_MAX) {
        csl_poly lo = csl_poly_const(-(int64_t)r.lo);
        if (csl_poly_add(&bound, by, 1, &lo))
            csl_add_fact(p, &bound);
    }
    if (r.hi > INT32_MIN && r.hi < INT32_MAX) {
        csl_poly hi = csl_poly_const((int64_t)r.hi);
        if (csl_poly_add(&bound, &hi, -1, by))
            csl_add_fact(p, &bound);
    }
    csl_find_points(p);
}

/* Solves an equation for its youngest atom that stands in it once, as +-1 times itself. Young
 * atoms are remainders and quotients, whose old meaning nothing else uses. */
static bool solve_for(const csl_poly *e, uint8_t *atom, csl_poly *by) {
    for (uint32_t i = e->n; i-- > 0;) {
        bool linear;
        int64_t coef;
        const csl_mono *m = &e->mono[i];
        if (m->degree != 1 || (m->coef != 1 && m->coef != -1) ||
            !csl_poly_has(e, m->atom[0], &linear, &coef) || !linear)
            continue;
        csl_poly self = csl_poly_atom(m->atom[0]), none = {.n = 0};
        *atom = m->atom[0];
        return csl_poly_add(by, e, -coef, &self) && csl_poly_add(by, &none, -coef, by);
    }
    return false;
}

static void drop_equation(csl_prover *p, uint32_t i) {
    p->nequal--;
    p->equal[i] = p->equal[p->nequal];
    p->unsplit[i] = p->unsplit[p->nequal];
}

/* The shortest equation that can be solved is. */
static bool substitute_one(csl_prover *p) {
    uint32_t best = p->nequal;
    uint8_t atom = 0;
    csl_poly by;
    for (uint32_t i = 0; i < p->nequal; i++) {
        uint8_t a;
        csl_poly b;
        if ((best == p->nequal || p->equal[i]->n < p->equal[best]->n) &&
            solve_for(p->equal[i], &a, &b)) {
            best = i;
            atom = a;
            by = b;
        }
    }
    if (best == p->nequal)
        return false;
    drop_equation(p, best);
    put_everywhere(p, atom, &by);
    return true;
}

/* ---- everything together --------------------------------------------------------------------- */

/* Reduces the equations until one is split; true if one was. The youngest comes first: the question
 * is younger than what holds of every pair of threads, and steps are counted. One that could not be
 * split is left alone as long as it stays the same, unless `again`: then it is tried with the facts
 * there are by now. */
static bool split_one(csl_prover *p, bool again) {
    for (uint32_t i = p->nequal; i-- > 0 && !p->refuted;) {
        csl_poly e;
        if (p->unsplit[i] && !again)
            continue;
        csl_poly_copy(&e, p->equal[i]);
        if (!reduce(p, &e)) {
            drop_equation(p, i);
            continue;
        }
        p->unsplit[i] = !split_digits(p, &e);
        p->equal[i] = csl_keep(p, &e);
        if (!p->unsplit[i])
            return true;
    }
    return false;
}

void csl_solve(csl_prover *p) {
    for (unsigned round = 0; round < CSL_LIMIT(equation_rounds) && !p->refuted; round++)
        if (!split_one(p, false) && !p->refuted && !substitute_one(p) && !split_one(p, true))
            return;
}
