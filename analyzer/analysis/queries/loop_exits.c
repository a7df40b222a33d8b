/* Loops that have ended before the place a query is about.
 *
 * A thread that is behind a loop has left it in some pass, and the query says in which. Where only
 * that is asked, the answer is that there is one; to find it is hard (`i += blockDim.x`), and in
 * vain. Without it a query says less: what is impossible stays so, and a witness is replayed.
 */
#include "builder.h"

bool csl_must_end(csl_analysis *a, csl_expr *stay, uint32_t iter) {
    for (unsigned i = 0; stay->op == CSL_OP_AND && i < stay->nkids; i++)
        if (csl_must_end(a, stay->kids[i], iter))
            return true;
    if ((stay->op != CSL_OP_LT && stay->op != CSL_OP_LE) ||
        !csl_type_integer((csl_type)stay->kids[0]->type))
        return false;
    csl_expr *moved[2], *zero = csl_const(a->ctx, CSL_I32, 0), *one = csl_const(a->ctx, CSL_I32, 1);
    bool moves[2];
    for (int i = 0; i < 2; i++) {
        csl_expr *e = csl_expand(a, stay->kids[i]);
        moves[i] = csl_mentions_sym(a, e, iter);
        moved[i] = csl_binary(a->ctx, CSL_OP_SUB, csl_replace_sym(a, e, iter, one),
                              csl_replace_sym(a, e, iter, zero));
    }
    if (moves[0] == moves[1])
        return false;
    csl_range by = csl_range_of(a, moves[0] ? moved[0] : moved[1]);
    return moves[0] ? by.lo > 0 : by.hi < 0;
}

static bool is_case_of(const csl_expr *e, const csl_expr *part) {
    bool found = e == part;
    for (unsigned i = 0; part->op == CSL_OP_OR && i < part->nkids && !found; i++)
        found = part->kids[i] == e;
    return found;
}

/* It holds where the thread left the loop: `left`, or something else. */
static bool follows(const csl_expr *left, const csl_expr *part) {
    bool all = left->op == CSL_OP_OR;
    for (unsigned i = 0; all && i < left->nkids; i++)
        all = is_case_of(left->kids[i], part);
    return all || is_case_of(left, part);
}

/* One of the things known of the loop says just this, or more. */
static bool is_known(const csl_way_out *way, csl_expr *part) {
    if (follows(way->known[2], part))
        return true;
    for (int k = 0; k < 3; k++) {
        uint32_t n;
        csl_expr *const *known = csl_conjuncts(&way->known[k], &n);
        for (uint32_t i = 0; i < n; i++)
            if (known[i] == part)
                return true;
    }
    return false;
}

static bool is_said_of(const csl_builder *b, uint32_t var, csl_expr *part) {
    uint32_t n;
    const csl_way_out *ways = csl_builder_ways(b, &n);
    bool known = false;
    for (uint32_t w = 0; w < n && !known; w++)
        known = ways[w].var == var && is_known(&ways[w], part);
    return known;
}

/* The condition without what is said of the passes, also in a branch (`!c || left`); NULL if it
 * says something else of them. */
static csl_expr *without(csl_builder *b, csl_expr *e, uint32_t var) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    if (!csl_term_has(b, e, var))
        return e;
    if (is_said_of(b, var, e))
        return csl_true(ctx);
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR)
        return NULL;
    csl_expr *rest = e->op == CSL_OP_AND ? csl_true(ctx) : csl_false(ctx);
    for (unsigned i = 0; i < e->nkids; i++) {
        csl_expr *kid = without(b, e->kids[i], var);
        if (!kid)
            return NULL;
        rest = e->op == CSL_OP_AND ? csl_and(ctx, rest, kid) : csl_or(ctx, rest, kid);
    }
    return rest;
}

void csl_forget_trips(csl_builder *b, csl_query *q) {
    uint32_t n;
    const csl_way_out *ways = csl_builder_ways(b, &n);
    for (uint32_t w = n; w-- > 0;) { /* the later ones may speak of the earlier */
        uint32_t var = ways[w].var;
        if (csl_term_has(b, q->offset[0], var) || csl_term_has(b, q->offset[1], var))
            continue;
        csl_expr *fact = without(b, q->fact, var);
        csl_expr *guard[2] = {without(b, q->guard[0], var), without(b, q->guard[1], var)};
        if (!fact || !guard[0] || !guard[1])
            continue;
        q->fact = fact;
        q->guard[0] = guard[0];
        q->guard[1] = guard[1];
        csl_builder_ways(b, &n)[w].forgotten = true;
    }
}

bool csl_is_forgotten(const csl_builder *b, uint32_t var) {
    uint32_t n;
    const csl_way_out *ways = csl_builder_ways(b, &n);
    for (uint32_t w = 0; w < n; w++)
        if (ways[w].var == var && ways[w].forgotten)
            return true;
    return var < b->nloose && b->loose[var];
}

void csl_builder_loosen(csl_builder *b, const bool *loose, uint32_t n) {
    b->loose = loose;
    b->nloose = n;
}

bool csl_builder_is_loose(const csl_builder *b) {
    return b->nloose > 0;
}
