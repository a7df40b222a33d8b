/* Unknowns that only limit others: `off[b + 1]` of `i < off[b + 1]`. The larger such a value, the
 * easier a query is satisfied, so a large one is tried first. What is found is a matter of order
 * alone: every witness is evaluated. */
#include "candidates.h"

/* What would help: a larger value of the node, or a smaller one. An OR has other arms to be true
 * by, so what it wants counts only where nothing else wants anything. */
enum { LARGER = 1, SMALLER = 2, EITHER = LARGER | SMALLER, IN_AN_ARM = 4 };

static unsigned turned(unsigned want) {
    return (want & IN_AN_ARM) | (want & LARGER ? SMALLER : 0u) | (want & SMALLER ? LARGER : 0u);
}

typedef struct wishes {
    const csl_tape *t;
    uint8_t *want, *in_arms; /* by node */
} wishes;

static void wish(const wishes *w, uint32_t node, unsigned want) {
    uint8_t *to = want & IN_AN_ARM ? w->in_arms : w->want;
    to[node] |= want & EITHER;
}

static bool is_comparison(const csl_expr *e) {
    return e->op == CSL_OP_LT || e->op == CSL_OP_LE;
}

/* `a < b ? a : b`, the lesser of the two, or the other way round. */
static bool picks_compared(const csl_expr *e) {
    const csl_expr *c = e->kids[0];
    return is_comparison(c) && ((c->kids[0] == e->kids[1] && c->kids[1] == e->kids[2]) ||
                                (c->kids[1] == e->kids[1] && c->kids[0] == e->kids[2]));
}

static void pass_on(const wishes *w, uint32_t i, unsigned want) {
    const csl_term *node = &w->t->node[i];
    const csl_expr *e = node->e;
    const unsigned any = want | EITHER;
    if (!(want & EITHER))
        return;
    for (unsigned k = 0; k < e->nkids; k++)
        switch (e->op) {
        case CSL_OP_OR: wish(w, node->kid[k], want | IN_AN_ARM); break;
        case CSL_OP_AND:
        case CSL_OP_ADD:
        case CSL_OP_MIN:
        case CSL_OP_MAX:
        case CSL_OP_CAST: wish(w, node->kid[k], want); break;
        case CSL_OP_NOT:
        case CSL_OP_NEG: wish(w, node->kid[k], turned(want)); break;
        case CSL_OP_SUB: wish(w, node->kid[k], k ? turned(want) : want); break;
        case CSL_OP_LT:
        case CSL_OP_LE: wish(w, node->kid[k], k ? want : turned(want)); break;
        case CSL_OP_ITE:
            if (k || !picks_compared(e))
                wish(w, node->kid[k], k ? want : any);
            break;
        default: wish(w, node->kid[k], any); break;
        }
}

bool *csl_only_limits(csl_pool *pool, const csl_tape *t) {
    const wishes w = {t, CSL_POOL_ARRAY(pool, uint8_t, t->n), CSL_POOL_ARRAY(pool, uint8_t, t->n)};
    bool *limits = CSL_POOL_ARRAY(pool, bool, t->q->nvars);
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        wish(&w, t->conjunct[i], LARGER);
    for (unsigned s = 0; s < 2 && t->offset[0] != CSL_NO_NODE; s++)
        wish(&w, t->offset[s], EITHER);
    for (uint32_t i = t->n; i-- > 0;) {
        pass_on(&w, i, w.want[i]);
        pass_on(&w, i, w.in_arms[i] | IN_AN_ARM);
    }
    for (uint32_t v = CSL_DV_FREE; v < t->q->nvars; v++)
        limits[v] = t->var[v] != CSL_NO_NODE &&
                    (w.want[t->var[v]] ? w.want[t->var[v]] : w.in_arms[t->var[v]]) == LARGER;
    return limits;
}
