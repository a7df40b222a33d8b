#include "tactics.h"
#include "../../limits/limits.h"

/* Cheap ones, and those that settle most, first. */
const csl_tactic csl_tactics[CSL_NTACTICS] = {
    {"gcd", csl_tactic_gcd, false},
    {"disjoint", csl_tactic_disjoint, false},
    {"injective", csl_tactic_injective, false},
    {"bounds", csl_tactic_bounds, false},
    {"same-thread", csl_tactic_same_thread, true},
    {"factor", csl_tactic_factor, false},
    {"xor", csl_tactic_xor, false},
    {"block", csl_tactic_block, false},
};

enum { SIMPLE_TACTICS = 2 }; /* the first ones, which prove little or nothing on the way */

static bool all_ids(const csl_prover *p) {
    bool all = true;
    for (unsigned d = 0; d < 3; d++)
        all = all && p->id[0][d] && p->id[1][d] && p->dim[d];
    return all;
}

static bool tried_before(const csl_prover *p, const csl_tactic *tactic) {
    int64_t distance[CSL_ROOM_distances];
    return tactic->in_injective && csl_distances(p, distance, CSL_ROOM_distances) > 0;
}

const char *csl_tactics_prove(csl_pool *pool, const csl_tape *t, unsigned steps) {
    if (csl_limit_exceeded(CSL_LIMIT_proof_nodes, t->n))
        return NULL;
    csl_prover *p = csl_prover_new(pool, t, steps);
    for (unsigned i = 0; i < CSL_NTACTICS && all_ids(p); i++) {
        if (i == SIMPLE_TACTICS) {
            p->uses_points = true;
            csl_find_points(p);
        }
        if (tried_before(p, &csl_tactics[i]))
            continue;
        if (csl_tactics[i].proves(csl_prover_copy(p)))
            return csl_tactics[i].name;
    }
    return NULL;
}

bool csl_tactic_proves(csl_pool *pool, const csl_tape *t, unsigned only) {
    if (csl_limit_exceeded(CSL_LIMIT_proof_nodes, t->n))
        return false;
    csl_prover *p = csl_prover_new(pool, t, CSL_LIMIT(proof_steps));
    return all_ids(p) && csl_tactics[only].proves(p);
}

static bool same_thread(csl_prover *p) {
    csl_poly d;
    if (p->t->q->pair == CSL_PAIR_ANY)
        return false; /* equal numbers in two blocks are two threads */
    if (p->t->q->pair == CSL_PAIR_DIFFERENT_WARPS && p->warp[0] &&
        csl_poly_add(&d, p->warp[0], -1, p->warp[1]) && csl_prove_zero(p, &d))
        return true;
    for (unsigned axis = 0; axis < 3; axis++)
        if (!csl_poly_add(&d, p->id[0][axis], -1, p->id[1][axis]) || !csl_prove_zero(p, &d))
            return false;
    return true;
}

static bool facts_contradict(csl_prover *p) {
    csl_poly none = {.n = 0}, one = csl_poly_const(1), opposite;
    for (uint32_t i = 0; i < p->nfacts; i++)
        if (csl_poly_add(&opposite, &none, -1, p->fact[i]) &&
            csl_poly_add(&opposite, &opposite, -1, &one) && csl_prove(p, &opposite))
            return true;
    for (uint32_t i = 0; i < p->nequal; i++)
        if (csl_prove_less(p, &none, p->equal[i], 1) || csl_prove_less(p, p->equal[i], &none, 1))
            return true;
    for (uint32_t i = 0; i < p->nunequal; i++)
        if (csl_prove_zero(p, p->unequal[i]))
            return true;
    return false;
}

bool csl_contradictory(csl_prover *p) {
    if (!p->refuted)
        csl_tighten(p);
    return p->refuted || same_thread(p) || facts_contradict(p);
}

int csl_distances(const csl_prover *p, int64_t *value, int room) {
    if (!p->distance)
        return -1;
    /* Overlap: -bytes1 < offset1 - offset2 < bytes2, and the distance is its constant modulo the
     * content. */
    int64_t lo = 1 - (int64_t)p->t->q->bytes[0], hi = (int64_t)p->t->q->bytes[1] - 1;
    int64_t content = csl_poly_content(p->distance), c = csl_poly_constant(p->distance);
    int n = 0;
    if (content == 0) {
        value[0] = c;
        return c >= lo && c <= hi;
    }
    int64_t first = lo + ((c - lo) % content + content) % content;
    for (int64_t v = first; v <= hi; v += content) {
        if (n == room)
            return -1;
        value[n++] = v;
    }
    return n;
}
