/* Rings whose stage wraps at the head of the pass that would go beyond the last one:
 *
 *     for (...; ++q) { if (q == m) { q = 0; p ^= 1; } use(q, p); }
 *
 * At the head q is 0, 1, .., m, 1, 2, .. What the pass uses is `q == m ? 0 : q`: the remainder of
 * its number k by m. And what it uses as the parity has been flipped k div m times: by induction
 * over k, q == m holds in the passes m, 2 m, .. alone. These parts of terms are replaced where
 * terms are expanded; what q and p are at the head follows from what they were used as before.
 */
#include "loops.h"
#include "../../../limits/limits.h"

static csl_expr *pass_of(csl_analysis *a, const csl_sym *s, csl_op op, int64_t m) {
    return csl_binary(a->ctx, op, csl_sym_expr(a, s->loop->iter), csl_const(a->ctx, CSL_I32, m));
}

/* The variable that the condition of the choice compares with a constant, or NULL. */
static csl_sym *compared(csl_analysis *a, const csl_expr *e, int64_t *with) {
    const csl_expr *c = e->op == CSL_OP_ITE ? e->kids[0] : NULL;
    if (!c || c->op != CSL_OP_EQ)
        return NULL;
    const bool second = c->kids[0]->op == CSL_OP_CONST;
    const csl_expr *self = c->kids[second], *constant = c->kids[!second];
    if (self->op != CSL_OP_SYM || constant->op != CSL_OP_CONST)
        return NULL;
    csl_sym *s = csl_sym_of(a, self);
    *with = constant->value;
    return s->kind == CSL_SYM_PHI ? s : NULL;
}

/* q == m ? 0 : q, or q == m ? p ^ 1 : p. */
static bool is_late(void *user, csl_expr *e) {
    csl_analysis *a = user;
    int64_t m;
    const csl_sym *q = compared(a, e, &m), *p;
    if (!q || !q->wraps_at || q->wraps_at != m || e->kids[2]->op != CSL_OP_SYM)
        return false;
    p = csl_sym_of(a, e->kids[2]);
    return p == q ? csl_is_const(e->kids[1], 0) : p->next == e && p->flips;
}

csl_expr *csl_without_late_wraps(csl_analysis *a, csl_expr *e) {
    for (csl_expr *part; (part = csl_find_part(a->ctx, e, is_late, a));) {
        int64_t m = 0;
        const csl_sym *q = compared(a, part, &m), *p = csl_sym_of(a, part->kids[2]);
        csl_expr *by = csl_cast(a->ctx, (csl_type)part->type, pass_of(a, q, CSL_OP_REM, m));
        if (p != q) {
            csl_expr *bit = csl_binary(a->ctx, CSL_OP_BAND, pass_of(a, q, CSL_OP_DIV, m),
                                       csl_const(a->ctx, CSL_I32, 1));
            csl_expr *flipped = csl_with_part(a->ctx, part->kids[1], part->kids[2], p->init);
            by = csl_ite(a->ctx, csl_truth(a->ctx, bit), flipped, p->init);
        }
        e = csl_with_part(a->ctx, e, part, by);
    }
    return e;
}

typedef struct sought {
    csl_analysis *a;
    const csl_sym *q;
    int64_t m;
} sought;

static bool is_choice_of(void *user, csl_expr *e) {
    sought *s = user;
    return compared(s->a, e, &s->m) == s->q;
}

/* The m at which the variable wraps, 0: it does not. */
static int64_t wraps_at(csl_analysis *a, csl_sym *q, uint32_t index) {
    sought s = {.a = a, .q = q};
    if (!q->next || !q->init || !csl_is_const(q->init, 0) || !csl_type_integer(q->type) ||
        q->type == CSL_BOOL || !csl_find_part(a->ctx, q->next, is_choice_of, &s) || s.m < 1 ||
        s.m > CSL_LIMIT(cycle))
        return 0;
    for (int64_t v = 0; v <= s.m; v++)
        if (!csl_is_const(csl_replace_sym(a, q->next, index, csl_const(a->ctx, q->type, v)),
                          v % s.m + 1))
            return 0;
    return s.m;
}

void csl_note_late_wraps(csl_analysis *a, const csl_loop *loop) {
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *q = a->syms.v[loop->phis.v[i]];
        q->wraps_at = wraps_at(a, q, loop->phis.v[i]);
        a->wraps_late |= q->wraps_at > 0;
    }
    for (uint32_t i = 0; i < loop->phis.n && a->wraps_late; i++) {
        csl_sym *p = a->syms.v[loop->phis.v[i]];
        int64_t m;
        const csl_sym *q = p->next ? compared(a, p->next, &m) : NULL;
        csl_expr *self = csl_sym_expr(a, loop->phis.v[i]);
        p->flips = q && q->loop == loop && q->wraps_at && q->wraps_at == m &&
                   p->next->kids[2] == self && csl_undoes_itself(p->next->kids[1], self);
    }
}
