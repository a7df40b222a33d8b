/* Whether a thread waits for the end of a copy at a barrier object before it comes to its own end.
 *
 * No document says what becomes of a copy into shared memory, or of the object that counts its
 * bytes, when the block ends meanwhile. (On an H200 the memory was not given to another block
 * before the copy had ended.)
 */
#include "settle.h"

/* Threads that come there are in every block. */
static bool are_in_every_block(csl_analysis *a, csl_expr *own) {
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (!csl_count_coming(a, own, a->shapes.shape[s], 1))
            return false;
    return a->shapes.n > 0;
}

csl_expr *csl_makes_passes(csl_analysis *a, csl_builder *b, const csl_loop *l, int64_t passes) {
    csl_expr *least = csl_const(a->ctx, CSL_I32, passes);
    return csl_side(b, 1, csl_binary(a->ctx, CSL_OP_LE, least, csl_sym_expr(a, l->trips)));
}

/* The threads can make so many: the program does not say otherwise. */
static bool may_make_passes(csl_analysis *a, csl_expr *own, const csl_loop *loop, int64_t passes) {
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *left = csl_and(a->ctx, own, csl_expand(a, a->end ? a->end->reach : own));
    csl_expr *makes = csl_and(a->ctx, csl_side(b, 1, left), csl_makes_passes(a, b, loop, passes));
    csl_query q = csl_builder_query(b, csl_true(a->ctx), makes);
    const csl_verdict v = csl_ask(a, &q, CSL_USE_WITNESS).verdict;
    csl_builder_done(b);
    return v == CSL_POSSIBLE;
}

/* One of the threads `own` may come to its end there with the copy under way, as far as it knows by
 * the tickets of `g`. `around`: a loop of which they make so many passes at least; or NULL. */
static bool may_leave(csl_analysis *a, const csl_node *copy, csl_expr *own, uint32_t g,
                      const csl_node *end, const csl_loop *around, int64_t passes) {
    csl_ctx *ctx = a->ctx;
    const csl_family *f = &a->families.v[copy->family - 1], *to = &a->families.v[g];
    csl_expr *leaves = csl_and(ctx, own, csl_expand(a, end->reach));
    if (csl_is_false(leaves))
        return false;
    csl_expr *waited = csl_chosen(a, csl_tickets_at(a, end, g, CSL_TICKETS_WAITED), leaves);
    const csl_family none = {.owners = 0};
    csl_builder *b = csl_builder_of_family(a, to->owners ? f : &none, CSL_PAIR_ANY);
    csl_expr *ended = csl_binary(ctx, CSL_OP_ADD, csl_side(b, 0, copy->completes),
                                 csl_const(ctx, CSL_I32, f->handed[g] - to->first));
    csl_expr *open = csl_binary(ctx, CSL_OP_LE, csl_side(b, 1, waited), ended);
    csl_expr *copies = csl_and(ctx, csl_side(b, 0, copy->reach), open);
    if (around)
        csl_builder_fact(b, csl_makes_passes(a, b, around, passes));
    csl_query q = csl_builder_query(b, copies, csl_side(b, 1, leaves));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

/* All those threads know at their end that the copy has ended. */
static bool never_leave(csl_analysis *a, const csl_node *copy, csl_expr *own, uint32_t g,
                        const csl_loop *around, int64_t passes) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_EXIT &&
            may_leave(a, copy, own, g, a->nodes.v[i], around, passes))
            return false;
    return !a->end || !may_leave(a, copy, own, g, a->end, around, passes);
}

const csl_loop *csl_outermost(const csl_loop *l) {
    while (l && l->parent)
        l = l->parent;
    return l;
}

bool csl_assume_passes(csl_analysis *a, const csl_node *wait, csl_expr *own, int64_t passes) {
    if (!may_make_passes(a, own, csl_outermost(wait->loop), passes))
        return false;
    csl_assume_that(a, CSL_ASSUMED_NUMBERS, NULL, wait->stmt->place,
                    passes == 1
                        ? "a loop that waits for what was copied before it makes a pass"
                        : "a loop that waits for what was copied before it makes a pass of each "
                          "stage");
    return true;
}

static bool is_awaited_at(csl_analysis *a, const csl_node *copy, const csl_node *wait, uint32_t g) {
    csl_expr *own;
    const csl_loop *around = csl_outermost(wait->loop);
    const csl_family *f = &a->families.v[copy->family - 1], *to = &a->families.v[g];
    if (!csl_own_condition(a, wait, &own) || !are_in_every_block(a, own) ||
        (f->owners && to->owners && (f->owners != to->owners || !csl_is_in_each(a, f, own))))
        return false;
    if (never_leave(a, copy, own, g, NULL, 0))
        return true;
    if (!around || csl_loop_inside(copy->loop, around))
        return false;
    const int64_t stages = a->families.v[g].stages;
    const bool one = never_leave(a, copy, own, g, around, 1);
    if (!one && !never_leave(a, copy, own, g, around, stages))
        return false;
    return csl_assume_passes(a, wait, own, one ? 1 : stages);
}

bool csl_is_awaited_at_end(csl_analysis *a, const csl_node *copy) {
    for (uint32_t g = 0; g < a->families.n && copy->completes; g++) {
        const csl_family *to = &a->families.v[g];
        if (to->open || to->whole || to->tensor ||
            a->families.v[copy->family - 1].handed[g] == CSL_NO_HOP)
            continue;
        for (uint32_t i = 0; i < to->uses.n; i++)
            if (to->uses.v[i]->stmt->sync->kind != CSL_SYNC_ARRIVE &&
                is_awaited_at(a, copy, to->uses.v[i], g))
                return true;
    }
    return false;
}
