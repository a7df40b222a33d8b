#include "poly.h"

#include <endian.h>
#include <string.h>

static const int64_t coefficient_limit = (int64_t)1 << 62;

csl_poly csl_poly_atom(uint8_t atom) {
    csl_poly p;
    p.n = 1;
    p.mono[0] = (csl_mono){.coef = 1, .degree = 1, .atom = {atom}};
    return p;
}

void csl_poly_copy(csl_poly *out, const csl_poly *p) {
    out->n = p->n;
    memcpy(out->mono, p->mono, p->n * sizeof *p->mono);
}

bool csl_poly_is_const(const csl_poly *p) {
    return p->n == 0 || (p->n == 1 && p->mono[0].degree == 0);
}

int64_t csl_poly_constant(const csl_poly *p) {
    return p->n > 0 && p->mono[0].degree == 0 ? p->mono[0].coef : 0;
}

/* Order of monomials: by degree, then by atoms. */
static uint64_t rank(const csl_mono *m) {
    uint32_t atoms; /* the first weighs most */
    memcpy(&atoms, m->atom, sizeof atoms);
    return (uint64_t)m->degree << 32 | be32toh(atoms);
}

bool csl_mono_equal(const csl_mono *a, const csl_mono *b) {
    return a->coef == b->coef && rank(a) == rank(b);
}

bool csl_poly_equal(const csl_poly *a, const csl_poly *b) {
    bool equal = a->n == b->n;
    for (uint32_t i = 0; equal && i < a->n; i++)
        equal = csl_mono_equal(&a->mono[i], &b->mono[i]);
    return equal;
}

static bool small(int64_t c) {
    return c < coefficient_limit && c > -coefficient_limit;
}

static uint64_t rank_at(const csl_poly *p, uint32_t i) {
    return i < p->n ? rank(&p->mono[i]) : UINT64_MAX;
}

bool csl_poly_add(csl_poly *out, const csl_poly *a, int64_t k, const csl_poly *b) {
    csl_poly apart, *r = out == a || out == b ? &apart : out;
    uint32_t i = 0, j = 0, n = 0;
    uint64_t x = rank_at(a, 0), y = rank_at(b, 0);
    while (i < a->n || j < b->n) {
        const bool left = x <= y, right = y <= x;
        const csl_mono *m = left ? &a->mono[i] : &b->mono[j];
        int64_t c = 0;
        if (right && __builtin_mul_overflow(k, b->mono[j].coef, &c))
            return false;
        if (left && __builtin_add_overflow(a->mono[i].coef, c, &c))
            return false;
        if (!small(c))
            return false;
        if (c != 0) {
            if (n == CSL_ROOM_summands)
                return false;
            r->mono[n] = *m;
            r->mono[n++].coef = c;
        }
        if (left)
            x = rank_at(a, ++i);
        if (right)
            y = rank_at(b, ++j);
    }
    r->n = n;
    if (r != out)
        csl_poly_copy(out, r);
    return true;
}

static bool mul_monos(csl_mono *out, const csl_mono *a, const csl_mono *b) {
    if (a->degree + b->degree > CSL_ROOM_factors ||
        __builtin_mul_overflow(a->coef, b->coef, &out->coef) || !small(out->coef))
        return false;
    unsigned i = 0, j = 0;
    out->degree = 0;
    while (i < a->degree || j < b->degree) {
        bool left = j == b->degree || (i < a->degree && a->atom[i] <= b->atom[j]);
        out->atom[out->degree++] = left ? a->atom[i++] : b->atom[j++];
    }
    for (unsigned k = out->degree; k < CSL_ROOM_factors; k++)
        out->atom[k] = 0;
    return true;
}

bool csl_poly_mul(csl_poly *out, const csl_poly *a, const csl_poly *b) {
    csl_poly sum = csl_poly_const(0), row;
    for (uint32_t i = 0; i < a->n; i++) {
        /* The products with one monomial are in order, as the factors were. */
        for (row.n = 0; row.n < b->n; row.n++)
            if (!mul_monos(&row.mono[row.n], &a->mono[i], &b->mono[row.n]))
                return false;
        if (!csl_poly_add(&sum, &sum, 1, &row))
            return false;
    }
    csl_poly_copy(out, &sum);
    return true;
}

int64_t csl_poly_content(const csl_poly *p) {
    int64_t g = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->mono[i].degree > 0)
            g = csl_gcd(g, p->mono[i].coef);
    return g;
}

int64_t csl_floor_div(int64_t a, int64_t b) {
    int64_t q = a / b;
    return q - (a % b != 0 && (a % b < 0) != (b < 0));
}

void csl_poly_divide(csl_poly *p, int64_t by) {
    for (uint32_t i = 0; i < p->n; i++)
        p->mono[i].coef = csl_floor_div(p->mono[i].coef, by);
    if (p->n > 0 && p->mono[0].coef == 0) {
        p->n--;
        memmove(p->mono, p->mono + 1, p->n * sizeof *p->mono);
    }
}

bool csl_poly_has(const csl_poly *p, uint8_t atom, bool *linear, int64_t *coef) {
    bool found = false;
    *linear = true;
    *coef = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        for (unsigned k = 0; k < p->mono[i].degree; k++) {
            if (p->mono[i].atom[k] == atom) {
                found = true;
                *linear = *linear && p->mono[i].degree == 1;
                *coef = p->mono[i].coef;
            }
        }
    }
    return found;
}

bool csl_mono_quotient(csl_mono *out, const csl_mono *m, const csl_mono *d) {
    csl_mono r = {.coef = m->coef};
    unsigned j = 0;
    for (unsigned i = 0; i < m->degree; i++)
        if (j < d->degree && m->atom[i] == d->atom[j])
            j++;
        else
            r.atom[r.degree++] = m->atom[i];
    if (j < d->degree)
        return false;
    *out = r;
    return true;
}

bool csl_poly_substitute(csl_poly *out, const csl_poly *p, uint8_t atom, const csl_poly *by) {
    const csl_mono one = {.coef = 1, .degree = 1, .atom = {atom}};
    csl_poly sum = csl_poly_const(0), term;
    for (uint32_t i = 0; i < p->n; i++) {
        unsigned power = 0;
        term.n = 1;
        term.mono[0] = p->mono[i];
        while (csl_mono_quotient(&term.mono[0], &term.mono[0], &one))
            power++;
        for (; power > 0; power--)
            if (!csl_poly_mul(&term, &term, by))
                return false;
        if (!csl_poly_add(&sum, &sum, 1, &term))
            return false;
    }
    csl_poly_copy(out, &sum);
    return true;
}
