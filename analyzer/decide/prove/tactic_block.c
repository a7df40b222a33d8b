/* block: one access is as wide as what the other one's index counts: `tile[s]` copied as a whole
 * and `tile[t][i]` with i inside a tile.
 *
 * The distance is w * high + low, w being its largest coefficient and low bounded. Overlap leaves
 * few values for high; each of them must be contradictory, with what low must be then. */
#include "tactics.h"
#include "../../limits/limits.h"

/* The largest coefficient of the distance but the constant. */
static int64_t width_of(const csl_poly *distance) {
    int64_t most = 0;
    for (uint32_t i = 0; i < distance->n; i++) {
        const int64_t c = distance->mono[i].coef;
        if (distance->mono[i].degree && (c < 0 ? -c : c) > most)
            most = c < 0 ? -c : c;
    }
    return most;
}

static bool part(const csl_poly *distance, int64_t w, csl_poly *high, csl_poly *low) {
    high->n = low->n = 0;
    for (uint32_t i = 0; i < distance->n; i++) {
        csl_poly one = {.n = 1};
        one.mono[0] = distance->mono[i];
        const bool multiple = one.mono[0].degree && one.mono[0].coef % w == 0;
        if (multiple)
            one.mono[0].coef /= w;
        if (!csl_poly_add(multiple ? high : low, multiple ? high : low, 1, &one))
            return false;
    }
    return true;
}

/* `sum` is at least `least`. */
static bool add_bound(csl_prover *p, int64_t sign, const csl_poly *sum, int64_t least) {
    csl_poly fact = csl_poly_const(-least);
    if (!csl_poly_add(&fact, &fact, sign, sum))
        return false;
    csl_add_fact(p, csl_keep(p, &fact));
    return true;
}

/* high is not `value`, or low keeps the accesses apart. */
static bool refutes(const csl_prover *p, const csl_poly *high, const csl_poly *low, int64_t w,
                    int64_t value) {
    csl_prover *copy = csl_prover_copy(p);
    csl_poly equal, is = csl_poly_const(value);
    if (!csl_poly_add(&equal, high, -1, &is) ||
        !add_bound(copy, 1, low, 1 - (int64_t)p->t->q->bytes[0] - w * value) ||
        !add_bound(copy, -1, low, w * value + 1 - (int64_t)p->t->q->bytes[1]))
        return false;
    csl_add_equal(copy, &equal);
    csl_solve(copy);
    return csl_contradictory(copy);
}

bool csl_tactic_block(csl_prover *p) {
    csl_poly high, low;
    const int64_t w = p->distance ? width_of(p->distance) : 0;
    if (w < 2 || w == csl_poly_content(p->distance) || !part(p->distance, w, &high, &low))
        return false;
    csl_tighten(p);
    const csl_range r = csl_poly_range(p, &low);
    const csl_wide first = 1 - (csl_wide)p->t->q->bytes[0] - r.hi,
                   last = (csl_wide)p->t->q->bytes[1] - 1 - r.lo;
    if (first < -CSL_ROOM_distances * (csl_wide)w || last > CSL_ROOM_distances * (csl_wide)w)
        return false;
    for (int64_t h = csl_floor_div((int64_t)first + w - 1, w); h * w <= last; h++)
        if (!refutes(p, &high, &low, w, h))
            return false;
    return true;
}
