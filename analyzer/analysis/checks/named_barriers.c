/* Named barriers (bar.sync 1, 64): do all threads that it waits for come?
 *
 * A named barrier opens when as many threads have arrived as it was told, whole warps at a time. So
 * the warps that come to all uses of one number have to add up to that count, or a multiple of it;
 * the rest waits for ever. That is counted by going through the threads of the block, where it
 * depends on nothing but their coordinates; everything else stays without an answer.
 *
 * Needs: csl_find_uniform().
 */
#include "arrivals.h"

#define WARP 32
#define BARRIERS 16

static bool is_named(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->id && !s->sync->object;
}

/* ---- one number ------------------------------------------------------------------------------ */

typedef struct group {
    csl_nodes uses;
    csl_node *waits;      /* the first that waits */
    csl_expr *none_comes; /* a thread comes to none of them */
} group;

static bool after_exit(const csl_node *n) {
    for (const csl_parting *p = n->jumps; p; p = p->before)
        if (p->node->stmt->kind == CSL_STMT_EXIT)
            return true;
    return false;
}

/* All uses of one number are in the same pass of the same loop, under the same uniform conditions
 * and for the same count; then what comes in one pass has to open the barrier. */
static void count_arrivals(csl_analysis *a, group *g, uint32_t number) {
    const csl_node *first = g->uses.v[0];
    csl_expr *condition = NULL;
    g->none_comes = csl_true(a->ctx);
    for (uint32_t i = 0; i < g->uses.n; i++) {
        csl_node *n = g->uses.v[i];
        csl_expr *own, *shared;
        if (!csl_split_by_thread(a, n->reach, &own, &shared) || n->loop != first->loop ||
            n->count != first->count || (condition && shared != condition) ||
            (!n->count && after_exit(n)))
            return;
        condition = shared;
        g->none_comes = csl_and(a->ctx, g->none_comes, csl_not(a->ctx, own));
        if (n->stmt->sync->kind == CSL_SYNC_BARRIER && !g->waits)
            g->waits = n;
    }
    if (!g->waits || (first->count && first->count->op != CSL_OP_CONST))
        return;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        uint32_t threads = shape[0] * shape[1] * shape[2], come = 0;
        uint32_t whole = (threads + WARP - 1) / WARP * WARP;
        uint32_t expected = first->count ? (uint32_t)first->count->value : whole;
        for (uint32_t i = 0; i < g->uses.n; i++) {
            csl_expr *own, *shared;
            csl_split_by_thread(a, g->uses.v[i]->reach, &own, &shared);
            come += csl_count_coming(a, own, shape, WARP);
        }
        if (come > 0 && expected > 0 && come % expected != 0) {
            csl_misuse m = {.concern = CSL_CONCERN_BARRIERS,
                            .kind = CSL_MISUSE_COUNT,
                            .number = number,
                            .expected = expected,
                            .coming = come};
            csl_report_arrivals(a, m, &g->uses, g->none_comes, g->waits);
            return;
        }
    }
}

void csl_find_named(csl_analysis *a) {
    group groups[BARRIERS] = {0};
    bool countable = a->shapes.n > 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        countable &= !csl_may_do_anything(n->stmt);
        if (!is_named(n->stmt))
            continue;
        if (n->id->op != CSL_OP_CONST) {
            countable = false;
            continue;
        }
        bool known = n->count && n->count->op == CSL_OP_CONST;
        csl_misuse m = {.number = (uint32_t)n->id->value,
                        .expected = known ? (uint32_t)n->count->value : 0};
        if (m.number >= BARRIERS) {
            m.kind = CSL_MISUSE_NUMBER;
            csl_report_arrivals(a, m, NULL, NULL, n);
        } else if (known && m.expected % WARP != 0) {
            m.kind = CSL_MISUSE_WARPS;
            csl_report_arrivals(a, m, NULL, NULL, n);
            countable = false;
        } else {
            CSL_PUSH(a->ctx, &groups[m.number].uses, n);
        }
    }
    /* barrier 0 is that of __syncthreads() as well */
    for (uint32_t number = 1; countable && number < BARRIERS; number++)
        if (groups[number].uses.n > 0)
            count_arrivals(a, &groups[number], number);
}
