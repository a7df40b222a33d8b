/* What tickets of barriers say of a pair: one of the two is before the other if its thread gives a
 * ticket afterwards that the other has waited for, or one that another thread had waited for before
 * it gave that one (csl_family.hops). A pair that races is neither; one that lacks a fence has the
 * second behind the first. */
#include "asker.h"
#include "builder.h"

static csl_expr *number_at(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t which) {
    csl_expr *e = csl_expand(a, n->tickets[family * CSL_TICKETS + which]);
    csl_expr *reach = csl_expand(a, n->reach);
    return csl_chosen_by_threads(a, csl_chosen_within(a, e, reach), reach);
}

/* Whether thread `side` arrives at the family at all: what its way there does not say already. */
static csl_expr *arrives(csl_builder *b, int side, const csl_family *f, const csl_node *n) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *reach = csl_expand(a, n->reach), *all = csl_expand(a, f->arrivers);
    csl_expr *out = csl_true(a->ctx), *const * part;
    uint32_t parts;
    part = csl_conjuncts(&all, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (!csl_has_conjunct(reach, part[i]) && !csl_all_threads_have(a, part[i], reach))
            out = csl_and(a->ctx, out, part[i]);
    return csl_side(b, side, out);
}

/* The ticket of the family with which the copy ends, at the earliest; NULL: none. */
static csl_expr *ticket_of_end(csl_analysis *a, const csl_node *copy, uint32_t family) {
    csl_expr *first = NULL;
    for (uint32_t i = 0; i < copy->commits.n; i++) {
        csl_expr *ticket = copy->commits.v[i].commit->stmt->sync->family == family + 1
                               ? copy->commits.v[i].ticket
                               : NULL;
        if (ticket)
            first = first ? csl_binary(a->ctx, CSL_OP_MIN, first, ticket) : ticket;
    }
    return first || copy->family != family + 1 ? first : copy->completes;
}

/* ticket + more < than */
static csl_expr *is_less(csl_ctx *ctx, csl_expr *ticket, int64_t more, csl_expr *than) {
    csl_expr *sum = csl_binary(ctx, CSL_OP_ADD, ticket, csl_const(ctx, CSL_I32, more));
    return csl_binary(ctx, CSL_OP_LT, sum, than);
}

/* Each group knows of its own objects: not the one of another warp. */
static bool may_know(const csl_family *from, const csl_family *to, csl_scope scope) {
    return !from->owners || !to->owners ||
           (from->owners == to->owners && (from->owners > 32 || scope <= CSL_SCOPE_WARP));
}

/* Side `x` is before the other by giving tickets of `f`, of which the end of those of `g` tells. */
static csl_expr *is_before(csl_builder *b, const csl_pair_query *p, int x, uint32_t f, uint32_t g) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_family *from = &a->families.v[f], *to = &a->families.v[g];
    const csl_node *one = p->side[x].node, *other = p->side[!x].node;
    csl_expr *waited = number_at(a, other, g, CSL_TICKETS_WAITED);
    if (csl_range_of(a, waited).hi + to->first <= 0)
        return csl_false(ctx);                   /* it has waited for nothing */
    const bool copies = csl_ends_at_object(one); /* it ends when its phase does */
    if (one->stmt->access->launched)
        return csl_false(ctx); /* what its thread tells says nothing of it */
    const bool in_group = p->in_flight && x == 0 && !copies;
    if (from->tensor && !csl_is_of_warpgroup(one))
        return csl_false(ctx); /* that others have begun says nothing of what they did before */
    if (!may_know(from, to, p->scope))
        return csl_false(ctx);
    csl_expr *end = copies ? ticket_of_end(a, one, f) : NULL;
    if ((copies ? !end : from->by_copies || from->by_commits || csl_is_handed_over(from, one)) ||
        (in_group && one->ends[f] == CSL_NO_HOP))
        return csl_false(ctx);
    csl_expr *last = copies     ? end
                     : in_group ? one->groups[csl_groups_of_copy(one) + CSL_GROUPS_COMMITTED]
                                : number_at(a, one, f, CSL_TICKETS_HANDED);
    csl_expr *given = csl_side(b, x, last);
    if (in_group)
        given =
            csl_binary(ctx, CSL_OP_ADD,
                       csl_binary(ctx, CSL_OP_MUL, given, csl_const(ctx, CSL_I32, one->rate[f])),
                       csl_const(ctx, CSL_I32, one->ends[f]));
    csl_expr *less = csl_false(ctx);
    if (from->handed[g] != CSL_NO_HOP)
        less = is_less(ctx, given, from->handed[g] - to->first, csl_side(b, !x, waited));
    if (copies && from->told[g] != CSL_NO_HOP)
        less = csl_or(
            ctx, less,
            csl_and(ctx, is_less(ctx, given, 0, csl_const(ctx, CSL_I32, from->most)),
                    is_less(ctx, given, from->told[g] - to->first, csl_side(b, !x, waited))));
    if (copies && from->over[g] != CSL_NO_HOP) {
        csl_expr *over = csl_const(ctx, CSL_I32, from->over[g]);
        less = csl_or(ctx, less, is_less(ctx, over, -to->first, csl_side(b, !x, waited)));
    }
    if (from->owners && to->owners && p->scope > CSL_SCOPE_WARP)
        less = csl_and(ctx, less, csl_in_one_tile(b, from->owners));
    return copies ? less : csl_and(ctx, less, arrives(b, x, from, one));
}

void csl_assume_unordered(csl_builder *b, const csl_pair_query *p) {
    csl_analysis *a = csl_builder_analysis(b);
    for (uint32_t f = 0; f < a->families.n; f++)
        for (uint32_t g = 0; g < a->families.n; g++)
            for (int x = p->fencing ? 1 : 0; x < 2; x++) {
                const csl_family *from = &a->families.v[f];
                if ((from->whole && a->families.v[g].whole) || !from->settled ||
                    !a->families.v[g].settled ||
                    (from->handed[g] == CSL_NO_HOP && from->told[g] == CSL_NO_HOP &&
                     from->over[g] == CSL_NO_HOP))
                    continue;
                csl_builder_fact(b, csl_not(a->ctx, is_before(b, p, x, f, g)));
            }
}

/* Threads of groups that have barriers of their own; 0: there are none, or not of one size. */
static uint32_t lanes_of_groups(const csl_analysis *a) {
    uint32_t lanes = 0;
    for (uint32_t f = 0; f < a->families.n; f++) {
        const uint32_t owners = a->families.v[f].settled ? a->families.v[f].owners : 0;
        if (owners > 32 && lanes && owners != lanes)
            return 0;
        lanes = owners > 32 ? owners : lanes;
    }
    return lanes;
}

bool csl_apart_by_groups(csl_builder *b, const csl_query *q) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const uint32_t lanes = lanes_of_groups(a), open = csl_open_questions(a);
    if (!lanes || q->pair != CSL_PAIR_DIFFERENT_WARPS || !q->offset[0])
        return false;
    csl_expr *same = csl_in_one_tile(b, lanes);
    csl_query two = *q, one = *q;
    two.fact = csl_and(ctx, csl_with_part(ctx, q->fact, same, csl_false(ctx)), csl_not(ctx, same));
    one.fact = csl_as_in_tile(b, lanes, csl_with_part(ctx, q->fact, same, csl_true(ctx)));
    one.fact = csl_and(ctx, one.fact, same);
    one.guard[1] = csl_without_common(ctx, csl_as_in_tile(b, lanes, q->guard[1]));
    one.offset[1] = csl_as_in_tile(b, lanes, q->offset[1]);
    const bool apart = csl_ask(a, &two, CSL_USE_PROOF).verdict == CSL_SAFE &&
                       csl_ask(a, &one, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_settle_questions(a, open);
    return apart;
}
