/* What a trial of the block has seen (trial/): threads that wait for each other, or for what never
 * comes, and accesses that nothing orders. Told of kernels of whose barriers it is not known what
 * they order, and nothing else was found.
 *
 * Needs: csl_settle_families(), csl_find_races().
 */
#include "../races.h"
#include "../../trial/trial.h"

/* A barrier that counts who comes, of which nothing more was found out. */
static bool is_unknown(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && (s->sync->object || s->sync->id) && !s->sync->full &&
           !s->sync->family;
}

/* Barriers that count who comes order less than is needed, as far as is known, or something else
 * does not hold that rests on them; or objects may not be initialised, or copies outlive the block.
 */
static bool is_any_open(const csl_analysis *a) {
    const bool lost = !csl_use_of_proof(a, CSL_ABOUT(SHARED) | CSL_ABOUT(ASYNC));
    bool any = a->leaves_copies || a->uses_unset;
    for (uint32_t i = 0; i < a->families.n; i++) {
        const csl_family *f = &a->families.v[i];
        any |= (f->open || lost) && !f->whole;
        if (f->crosses)
            return false;
    }
    for (uint32_t i = 0; i < a->nodes.n && lost && !any; i++)
        any = is_unknown(a->nodes.v[i]->stmt);
    return any;
}

static bool is_told(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->misuses.n; i++)
        if (a->misuses.v[i].rating.level > CSL_LOW)
            return true;
    for (uint32_t i = 0; i < a->races.n; i++)
        if (a->races.v[i].rating.level > CSL_LOW)
            return true;
    return false;
}

static void tell_hang(csl_analysis *a, const csl_hang *h) {
    csl_ctx *ctx = a->ctx;
    csl_node *n = h->at[0];
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    for (int side = 0; side < 2; side++)
        csl_builder_fact(b, csl_side(b, side, h->where[side]));
    const csl_misuse m = {.concern = csl_concern_of_sync(n->stmt->sync),
                          .kind = CSL_MISUSE_PHASE,
                          .phase = h->fault,
                          .sync = n->stmt};
    const bool never = h->fault == CSL_PHASE_NEVER, waits = never || h->fault == CSL_PHASE_CIRCLE;
    const char *first = waits ? "waits at %s for ever" : "comes to %s";
    const char *second = !waits          ? "comes to %s"
                         : h->at[1] == n ? "waits at %s, too"
                         : never         ? "was at %s last"
                                         : "waits at %s";
    const csl_ending end[2] = {{n, csl_format(ctx, first, n->stmt->sync->name)},
                               {h->at[1], csl_format(ctx, second, h->at[1]->stmt->sync->name)}};
    csl_tell_misuse(b, &r, h->numbers, end, m);
}

/* The thread that copies, and one that waits last. */
static void tell_left(csl_analysis *a, const csl_left *left) {
    csl_ctx *ctx = a->ctx;
    const csl_stmt *copy = left->copy->stmt, *last = left->last->stmt;
    const bool reads = copy->access->mode == CSL_MODE_READ;
    const csl_object *o = csl_object_of_root(a, left->copy->targets[0].root);
    const char *memory = copy->access->through ? copy->access->through : o ? o->name : "memory";
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    for (int side = 0; side < 2; side++)
        csl_builder_fact(b, csl_side(b, side, left->where[side]));
    const csl_misuse m = {
        .concern = CSL_CONCERN_ASYNC, .kind = CSL_MISUSE_LEFT, .sync = copy, .memory = memory};
    const csl_ending end[2] = {
        {left->copy, csl_format(ctx, "copies %s `%s`", reads ? "from" : "to", memory)},
        {left->last, csl_format(ctx, "waits at %s last", last->sync->name)}};
    csl_tell_misuse(b, &r, left->numbers, end, m);
}

/* The same two accesses, of which it was not sure that nothing orders them; or NULL. */
static csl_race *race_of(csl_analysis *a, const csl_race *r) {
    for (uint32_t i = 0; i < a->races.n; i++)
        if (a->races.v[i].first == r->first && a->races.v[i].second == r->second &&
            a->races.v[i].in_flight == r->in_flight)
            return &a->races.v[i];
    return NULL;
}

/* The two threads of the trial come to where it has seen them. That they store the same is no news:
 * it is told where nothing else is known to be wrong, and no trial is needed for that. */
static bool tell_race(csl_analysis *a, const csl_tried_race *t) {
    csl_clash c = {.pair = &t->pair, .relation = csl_relation_of(&t->pair)};
    csl_builder *b = c.builder = csl_builder_new(a, &c.relation);
    csl_builder_elects(b);
    csl_expr *guard[2], *offset[2];
    for (int side = 0; side < 2; side++) {
        const csl_node *n = t->pair.side[side].node;
        csl_builder_fact(b, csl_side(b, side, t->where[side]));
        guard[side] =
            csl_side(b, side, csl_and(a->ctx, n->reach, n->targets[t->target[side]].when));
        offset[side] = csl_side(b, side, n->targets[t->target[side]].offset);
    }
    guard[0] = csl_and(a->ctx, guard[0], csl_side(b, 0, t->pair.tried));
    c.target = &t->pair.side[0].node->targets[t->target[0]];
    c.query = csl_builder_query(b, guard[0], guard[1]);
    for (int side = 0; side < 2; side++) {
        c.query.offset[side] = offset[side];
        c.query.bytes[side] = t->pair.side[side].node->stmt->access->bytes;
    }
    const csl_answer answer = csl_ask(a, &c.query, CSL_USE_WITNESS | CSL_USE_SOLVER);
    c.value = answer.value;
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    csl_race r = csl_race_finding(a, &c);
    if (r.same_value || r.rating.level == CSL_LOW || !csl_tell_race(a, &c, &r))
        return false;
    csl_count_answer(a, r.in_flight ? CSL_ABOUT(ASYNC) : CSL_ABOUT(SHARED), CSL_POSSIBLE);
    csl_race *doubted = race_of(a, &r);
    if (doubted)
        *doubted = r;
    else
        CSL_PUSH(a->ctx, &a->races, r);
    return true;
}

void csl_find_tried(csl_analysis *a) {
    if (!is_any_open(a) || is_told(a))
        return;
    const csl_trial t = csl_try_block(a);
    if (t.hangs)
        tell_hang(a, &t.hang);
    for (uint32_t i = 0; i < t.races.n && !t.hangs; i++)
        if (tell_race(a, &t.races.v[i]))
            return; /* one is missing, and more of them come of that */
    if (t.leaves && !t.hangs)
        tell_left(a, &t.left);
}
