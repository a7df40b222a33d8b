/* Does the thread do anything with what it reads? All threads of a block load a counter that only
 * the first few look at: `n = *count; if (threadIdx.x < 8) use(n);`. */
#include "caveats.h"
#include "../../limits/limits.h"

/* The statement does something with the number: it touches memory there, stores it, passes it on or
 * decides by it. */
static bool uses(csl_analysis *a, const csl_node *n, uint32_t number) {
    csl_expr *const terms[] = {n->address, n->value,   n->cond,  n->mask,      n->lane,
                               n->offered, n->id,      n->count, n->bytes,     n->parity,
                               n->apart,   n->signals, n->size,  n->descriptor};
    for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
        if (terms[i] && csl_mentions_sym(a, csl_expand(a, terms[i]), number))
            return true;
    return false;
}

/* What the statement makes of what is not known: it may be this number. */
static bool may_use(const csl_node *n) {
    switch (n->stmt->kind) {
    case CSL_STMT_ACCESS: return n->stmt->access->mode != CSL_MODE_READ && !n->value;
    case CSL_STMT_HAVOC: return !n->offered;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: return !n->stmt->call.plain || !n->offered;
    default: return false;
    }
}

/* It goes on in a variable that a loop changes, to places that are not looked for. */
static bool is_carried(csl_analysis *a, uint32_t number) {
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if ((s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_BEFORE) && s->inner == number)
            return true;
        csl_expr *const terms[] = {s->init, s->next, s->def};
        for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++)
            if (terms[k] && csl_mentions_sym(a, csl_expand(a, terms[k]), number))
                return true;
    }
    return false;
}

/* The thread of that side comes to the statement as well. */
static bool may_come(csl_analysis *a, csl_builder *b, const csl_query *q, int side,
                     const csl_node *n) {
    csl_expr *guard[2] = {q->guard[0], q->guard[1]};
    guard[side] = csl_and(a->ctx, guard[side], csl_side(b, side, n->reach));
    csl_query with = csl_builder_query(b, guard[0], guard[1]);
    with.fact = csl_and(a->ctx, with.fact, q->fact);
    return !csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

/* The thread of that side, which reads there, comes to some use; or no use is known at all. */
static bool comes_to_use(csl_analysis *a, csl_builder *b, const csl_query *q, int side,
                         const csl_node *read) {
    unsigned known = 0, asked = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool does = n->order > read->order && uses(a, n, read->sym);
        if (!does && (n->order <= read->order || !may_use(n)))
            continue;
        if (csl_limit_exceeded(CSL_LIMIT_uses_of_a_read, ++asked) || may_come(a, b, q, side, n))
            return true;
        known += does;
    }
    return known == 0;
}

bool csl_reads_for_nothing(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q) {
    for (int s = 0; s < 2; s++) {
        const csl_node *read = p->side[s].node, *other = p->side[1 - s].node;
        if (read->stmt->access->mode == CSL_MODE_READ &&
            other->stmt->access->mode != CSL_MODE_READ && read->sym != CSL_NO_VAR &&
            csl_type_integer(read->stmt->access->type) && !is_carried(a, read->sym) &&
            !comes_to_use(a, b, q, s, read))
            return true;
    }
    return false;
}
