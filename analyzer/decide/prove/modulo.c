/* The distance of two offsets whose sums may wrap.
 *
 * What is added up in 64 bits is right modulo 2^64, whatever of it wraps. So parts that both
 * offsets have leave the distance; if what remains is small, it is the distance of all offsets that
 * are close to each other, and others do not overlap.
 */
#include "prover.h"

#include <string.h>

typedef struct parts {
    const csl_tape *t;
    uint32_t node[CSL_ROOM_addends];
    uint64_t factor[CSL_ROOM_addends];
    uint32_t n;
    bool wraps; /* some sum may */
    bool full;
} parts;

static bool is_wide(const csl_expr *e) {
    return e->type == CSL_I64 || e->type == CSL_U64;
}

static void add_part(parts *s, uint32_t node, uint64_t factor) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->node[i] == node) {
            s->factor[i] += factor;
            return;
        }
    s->full |= s->n == CSL_ROOM_addends;
    if (s->full)
        return;
    s->node[s->n] = node;
    s->factor[s->n++] = factor;
}

static void add(parts *s, uint32_t i, uint64_t factor) {
    const csl_term *node = &s->t->node[i];
    const csl_expr *e = node->e;
    const bool sum = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB;
    const bool product = e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST;
    if (s->full)
        return;
    if (is_wide(e) && e->nkids == 2 && (sum || product)) {
        s->wraps |= !csl_term_exact(s->t, i);
        add(s, node->kid[0], product ? factor * (uint64_t)e->kids[1]->value : factor);
        if (sum)
            add(s, node->kid[1], e->op == CSL_OP_SUB ? 0 - factor : factor);
    } else if (e->op == CSL_OP_CAST && is_wide(e) && is_wide(e->kids[0])) {
        add(s, node->kid[0], factor);
    } else {
        add_part(s, i, factor);
    }
}

bool csl_distance_modulo(csl_prover *p, csl_poly *distance) {
    static const csl_wide limit = (csl_wide)1 << 61;
    parts s = {.t = p->t};
    add(&s, p->t->offset[0], 1);
    add(&s, p->t->offset[1], 0 - (uint64_t)1);
    if (s.full || !s.wraps)
        return false;
    *distance = csl_poly_const(0);
    for (uint32_t i = 0; i < s.n; i++) {
        const int64_t factor = (int64_t)s.factor[i];
        const csl_poly *value = factor ? csl_normal(p, s.node[i]) : NULL;
        if (factor && (!value || !csl_poly_add(distance, distance, factor, value)))
            return false;
    }
    const csl_range r = csl_poly_range(p, distance);
    return r.lo > -limit && r.hi < limit;
}
