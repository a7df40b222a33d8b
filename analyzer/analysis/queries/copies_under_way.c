/* Whether an asynchronous copy has ended, by the numbers of its group (symbolic/copy_groups.c). */
#include "../../limits/limits.h"
#include "asker.h"

/* ended <= group; of a maximum each part, which is easier to reason with. Numbers of groups do not
 * wrap. */
static csl_expr *at_most(csl_ctx *ctx, csl_expr *ended, csl_expr *group) {
    const csl_expr *more = csl_binary(ctx, CSL_OP_SUB, ended, group);
    if (more->op == CSL_OP_CONST)
        return more->value <= 0 ? csl_true(ctx) : csl_false(ctx);
    if (ended->op != CSL_OP_MAX)
        return csl_binary(ctx, CSL_OP_LE, ended, group);
    return csl_and(ctx, at_most(ctx, ended->kids[0], group), at_most(ctx, ended->kids[1], group));
}

uint32_t csl_groups_known(const csl_node *copy, csl_scope scope) {
    const csl_access *x = copy->stmt->access;
    const bool reads = x->mode == CSL_MODE_READ && !x->is_lanes; /* that is all it waits for */
    const uint32_t kind = csl_groups_of_copy(copy);
    if (scope == CSL_SCOPE_THREAD)
        return kind + (reads ? CSL_GROUPS_READ : CSL_GROUPS_DONE);
    if (scope == CSL_SCOPE_WARP)
        return kind + (reads ? CSL_GROUPS_READ_WARP : CSL_GROUPS_WARP);
    return kind + (reads ? CSL_GROUPS_READ_BLOCK : CSL_GROUPS_BLOCK);
}

/* What the issuing thread knew at the barrier that the other has passed last: both passed it in the
 * same passes of the loops around it. */
static csl_expr *issuer_leaf(void *user, csl_expr *leaf) {
    csl_builder *b = user;
    return csl_side(b, leaf->op == CSL_OP_TID ? 0 : 1, leaf);
}

/* What the way to the node says of the thread by its coordinates alone. */
static csl_expr *which_thread(csl_analysis *a, const csl_node *n) {
    csl_expr *reach = csl_expand(a, n->reach), *own = csl_true(a->ctx), *const * part;
    uint32_t parts;
    part = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (csl_is_of_thread(a->ctx, part[i]))
            own = csl_and(a->ctx, own, part[i]);
    return own;
}

csl_expr *csl_still_under_way(csl_builder *b, const csl_pair_query *p) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_node *copy = p->side[0].node, *other = p->side[1].node;
    if (copy->stmt->access->launched)
        return csl_true(ctx);
    csl_expr *group = csl_side(b, 0, copy->groups[csl_groups_of_copy(copy) + CSL_GROUPS_COMMITTED]);
    csl_expr *known = csl_expand(a, other->groups[csl_groups_known(copy, p->scope)]);
    known = csl_chosen(a, known, which_thread(a, copy));
    return at_most(ctx, csl_map(ctx, known, issuer_leaf, b), group);
}

/* PTX ISA, wgmma.commit_group: a group is one of the warp group. On an H200 the wait of each warp
 * lasts until all four have issued what it waits for, and the tensor core has done it. */
void csl_assume_operands_read(csl_builder *b, const csl_pair_query *p) {
    csl_analysis *a = csl_builder_analysis(b);
    for (int x = 0; x < 2; x++) {
        const csl_node *one = p->side[x].node, *other = p->side[!x].node;
        if (!csl_is_of_warpgroup(one) || !one->groups || !other->groups)
            continue;
        csl_expr *done = csl_expand(a, other->groups[CSL_GROUPS_TENSOR + CSL_GROUPS_DONE]);
        done = csl_chosen(a, done, csl_expand(a, other->reach));
        if (csl_range_of(a, done).hi <= 0)
            continue; /* it has waited for nothing */
        csl_assume_that(a, CSL_ASSUMED_WARP_GROUP, NULL, one->stmt->place,
                        "a warp's wait for wgmma is for what its warp group has begun");
        csl_expr *group = one->groups[CSL_GROUPS_TENSOR + CSL_GROUPS_COMMITTED];
        csl_builder_fact(b, csl_or(a->ctx, csl_not(a->ctx, csl_in_one_tile(b, CSL_WARP_GROUP)),
                                   at_most(a->ctx, csl_side(b, !x, done), csl_side(b, x, group))));
    }
}

static bool is_group(const csl_expr *e) {
    return e->op == CSL_OP_DIV && e->kids[1]->op == CSL_OP_CONST &&
           e->kids[1]->value == CSL_WARP_GROUP;
}

static bool are_two_groups(void *user, csl_expr *part) {
    (void)user;
    return part->op == CSL_OP_NE && is_group(part->kids[0]) && is_group(part->kids[1]);
}

/* That threads are of one group is a condition on both, for which the search looks at pair after
 * pair, those of one group first. That they are of two is a relation that it knows. */
csl_answer csl_ask_two_groups(csl_analysis *a, const csl_query *q) {
    const csl_answer none = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    csl_expr *apart = q->pair == CSL_PAIR_DIFFERENT_WARPS
                          ? csl_find_part(a->ctx, q->fact, are_two_groups, NULL)
                          : NULL;
    if (!apart || csl_limit_reached(CSL_LIMIT_group_searches, a->asker->group_searches))
        return none;
    csl_query two = *q;
    two.pair = CSL_PAIR_DIFFERENT_GROUPS;
    two.fact = csl_with_part(a->ctx, q->fact, apart, csl_true(a->ctx));
    const csl_effort effort = {.search = CSL_LIMIT(group_search)};
    const csl_answer answer = csl_decide_within(a->asker->decider, &two, &effort);
    const bool found = answer.verdict == CSL_POSSIBLE && csl_query_holds(q, answer.value);
    a->asker->group_searches = found ? 0 : a->asker->group_searches + 1;
    return found ? answer : none;
}
