/* Findings about a barrier that counts its threads: named barriers and barrier objects.
 *
 * Needs: csl_find_uniform().
 */
#include "arrivals.h"

/* Another role: a thread that comes to a use of the barrier and never to `n`. */
static csl_node *find_partner(csl_analysis *a, csl_builder *b, const csl_nodes *uses,
                              const csl_node *n, csl_query *q, csl_answer *answer) {
    csl_expr *reach = csl_side(b, 0, n->reach);
    csl_expr *away = csl_side(b, 1, csl_not(a->ctx, n->reach));
    for (uint32_t i = 0; uses && i < uses->n; i++) {
        csl_node *other = uses->v[i];
        if (other == n)
            continue;
        *q = csl_builder_query(b, reach, csl_and(a->ctx, csl_side(b, 1, other->reach), away));
        *answer = csl_ask(a, q, CSL_USE_WITNESS | CSL_USE_SOLVER);
        if (answer->verdict == CSL_POSSIBLE)
            return other;
    }
    return NULL;
}

void csl_report_arrivals(csl_analysis *a, csl_misuse m, const csl_nodes *uses, csl_expr *none_comes,
                         csl_node *n) {
    csl_relation r = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_BLOCK, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach = csl_side(b, 0, n->reach);
    csl_expr *away = none_comes ? csl_side(b, 1, none_comes) : csl_false(a->ctx);
    csl_query q = csl_builder_query(b, reach, away);
    csl_answer answer = {.verdict = CSL_UNDECIDED};
    const csl_parting *p = n->arms ? n->arms : n->jumps;
    csl_ending end[2] = {{n, csl_format(a->ctx, "comes to %s", n->stmt->sync->name)},
                         {n, csl_format(a->ctx, "comes to %s", n->stmt->sync->name)}};
    for (; p && !csl_is_false(away); p = p->before) { /* the last place that it does come to */
        q = csl_builder_query(b, reach, csl_and(a->ctx, away, csl_side(b, 1, p->node->reach)));
        answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
        if (answer.verdict == CSL_POSSIBLE)
            break;
    }
    const bool gone = answer.verdict == CSL_POSSIBLE;
    csl_node *other = gone ? p->node : find_partner(a, b, uses, n, &q, &answer);
    if (gone) {
        end[1].text = "goes another way: does not come";
    } else if (other) {
        end[1].text = csl_format(a->ctx, "comes to %s", other->stmt->sync->name);
    } else {
        other = n;
        q = csl_builder_query(b, reach, csl_side(b, 1, n->reach));
        answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    }
    for (uint32_t i = 0; i < a->nodes.n && answer.verdict != CSL_POSSIBLE; i++) {
        other = a->nodes.v[i]; /* one thread alone comes to `n`: another is elsewhere */
        if (other->stmt->kind != CSL_STMT_SYNC || !other->stmt->sync->family)
            continue;
        end[1].text = csl_format(a->ctx, "comes to %s", other->stmt->sync->name);
        q = csl_builder_query(b, reach, csl_side(b, 1, other->reach));
        answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    }
    if (answer.verdict != CSL_POSSIBLE)
        return;
    end[1].node = other;
    csl_expr *deciding[2] = {NULL, NULL}, *reaching[2] = {reach, q.guard[1]};
    m.sync = n->stmt;
    m.rating = csl_lesser_rating(m.rating, csl_rate(a, b, &q, deciding, reaching));
    if (uses && uses->n > 1) {
        m.also = csl_alloc(a->ctx, uses->n * sizeof *m.also);
        for (uint32_t i = 0; i < uses->n; i++)
            if (uses->v[i] != n)
                m.also[m.nalso++] = uses->v[i]->stmt;
    }
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    bool told = csl_keep_misuse(&solution, end, m);
    while (!told && gone && (p = p->before)) { /* it went away earlier */
        end[1].node = p->node;
        told = csl_keep_misuse(&solution, end, m);
    }
}
