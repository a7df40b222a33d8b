/* Phases of barriers that are not the ones that are meant.
 *
 * Needs: csl_settle_families(), which found them.
 */
#include "arrivals.h"
#include "../../protocols/protocols.h"

/* Sides: the thread that is wronged, and one that arrives (or comes there as well). `apart`: one
 * that does not come to where the first is. `end_of_other`: where the one
 * who is missing ends; or NULL. */
static bool report_with(csl_analysis *a, const csl_family *f, csl_node *other, bool apart,
                        const csl_node *end_of_other) {
    csl_node *n = f->fault.at;
    csl_ctx *ctx = a->ctx;
    const csl_relation r = csl_relation_of_family(f, csl_pair_of_block(a));
    csl_builder *b = csl_builder_new(a, &r);
    const bool never = f->fault.kind == CSL_PHASE_NEVER && end_of_other;
    csl_expr *comes = never && f->arrivers ? csl_expand(a, f->arrivers) : csl_false(ctx);
    if (never && end_of_other != a->end)
        comes = csl_and(ctx, comes, csl_expand(a, end_of_other->reach));
    if (!csl_is_false(comes)) /* who is missing is one that has to arrive */
        csl_builder_elects(b);
    csl_builder_of_group(b, f);
    csl_expr *wrong = csl_side(b, 0, f->fault.wrong);
    if (never) {
        const uint32_t family = (uint32_t)(f - a->families.v);
        csl_expr *given = csl_tickets_at(a, end_of_other, family, CSL_TICKETS_GIVEN);
        csl_expr *ticket = csl_ticket_of_wait(a, n, family);
        wrong = csl_and(ctx, wrong,
                        csl_binary(ctx, CSL_OP_LE, csl_side(b, 1, given), csl_side(b, 0, ticket)));
        if (!csl_is_false(comes))
            wrong = csl_and(ctx, wrong, csl_side(b, 1, comes));
    }
    csl_expr *reach[2] = {csl_side(b, 0, n->reach), csl_side(b, 1, other->reach)};
    if (apart)
        reach[1] = csl_and(ctx, reach[1], csl_side(b, 1, csl_not(ctx, n->reach)));
    csl_query q = csl_builder_query(b, csl_and(ctx, reach[0], wrong), reach[1]);
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    csl_expr *deciding[2] = {wrong, NULL};
    csl_misuse m = {.concern = csl_concern_of_sync(n->stmt->sync),
                    .kind = CSL_MISUSE_PHASE,
                    .phase = f->fault.kind,
                    .sync = n->stmt,
                    .rating = csl_rate(a, b, &q, deciding, reach)};
    const bool by_schedule = m.phase == CSL_PHASE_EARLY || m.phase == CSL_PHASE_LATE;
    if (by_schedule)
        csl_hold(a, &m.rating, CSL_CAVEAT_faster_threads, NULL);
    csl_ending end[2] = {{n, csl_format(ctx, "comes to %s", n->stmt->sync->name)},
                         {other, csl_format(ctx, "comes to %s", other->stmt->sync->name)}};
    if (other != n) {
        m.also = csl_alloc(ctx, sizeof *m.also);
        m.also[m.nalso++] = other->stmt;
    }
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    return csl_keep_misuse(&solution, end, m);
}

/* Who is missing may have returned earlier. */
static bool report(csl_analysis *a, const csl_family *f, csl_node *other, bool apart) {
    bool told = report_with(a, f, other, apart, a->end);
    for (uint32_t i = 0; i < a->nodes.n && !told && f->fault.kind == CSL_PHASE_NEVER; i++)
        told = a->nodes.v[i]->stmt->kind == CSL_STMT_EXIT &&
               report_with(a, f, other, apart, a->nodes.v[i]);
    return told;
}

/* The other thread is at a barrier of another family, or of the block. */
static bool report_elsewhere(csl_analysis *a, const csl_family *f, bool apart) {
    bool told = false;
    for (int of_block = 0; of_block < (apart ? 1 : 2); of_block++)
        for (uint32_t i = 0; i < a->nodes.n && !told; i++) {
            csl_node *n = a->nodes.v[i];
            told = n->stmt->kind == CSL_STMT_SYNC &&
                   (of_block ? csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK)
                             : n->stmt->sync->family != 0) &&
                   report(a, f, n, apart);
        }
    return told;
}

/* A finding about one of its barriers has been made. */
static bool is_told(const csl_analysis *a, const csl_family *f) {
    for (uint32_t i = 0; i < a->misuses.n; i++)
        for (uint32_t k = 0; k < f->uses.n; k++)
            if (a->misuses.v[i].sync == f->uses.v[k]->stmt)
                return true;
    return false;
}

/* Another number comes than is expected, in every round. */
static void report_number(csl_analysis *a, const csl_family *f) {
    csl_node *waits = NULL;
    for (uint32_t k = 0; k < f->uses.n && !waits; k++)
        if (f->uses.v[k]->stmt->sync->kind != CSL_SYNC_ARRIVE)
            waits = f->uses.v[k];
    const csl_nodes uses = {f->uses.v, f->uses.n, f->uses.cap};
    csl_misuse m = {.concern = CSL_CONCERN_ASYNC,
                    .kind = CSL_MISUSE_ARRIVALS,
                    .expected = f->expected,
                    .coming = f->coming,
                    .rating = csl_no_caveat()};
    if (f->coming > f->expected)
        csl_hold(a, &m.rating, CSL_CAVEAT_opens_early, NULL);
    /* that none comes to it tells of a block that was guessed, where no launch says which */
    const bool guessed = !f->coming && !a->kernel->nlaunches;
    if (waits && f->root && f->coming != f->expected && !guessed)
        csl_report_arrivals(a, m, &uses, NULL, waits);
}

/* An arrival, or a wait, that tells of the fault: not one of the thread that is wronged, nor one
 * that is over when others go on with the object. */
static bool tells_of_it(csl_analysis *a, const csl_family *f, const csl_node *use) {
    return use != f->fault.at && !csl_is_handed_over(f, use) &&
           (f->fault.kind != CSL_PHASE_LOOK || !csl_share_threads(a, use, f->fault.at));
}

void csl_find_phases(csl_analysis *a) {
    for (uint32_t i = 0; i < a->families.n; i++) {
        const csl_family *f = &a->families.v[i];
        if (is_told(a, f))
            continue;
        report_number(a, f);
        bool told = f->fault.kind == CSL_PHASE_RIGHT;
        for (int waits = 0; waits < 2; waits++) /* an arrival rather than a wait */
            for (uint32_t k = 0; k < f->uses.n && !told; k++)
                if (tells_of_it(a, f, f->uses.v[k]) &&
                    csl_is_arrival(f->uses.v[k]->stmt->sync) == !waits)
                    told = report(a, f, f->uses.v[k], false);
        if (!told && !report_elsewhere(a, f, true) && !report(a, f, f->fault.at, false))
            report_elsewhere(a, f, false); /* one thread alone comes there */
    }
}
