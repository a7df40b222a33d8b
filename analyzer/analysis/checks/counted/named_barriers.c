/* Named barriers (bar.sync 1, 64): do all threads that it waits for come?
 *
 * A named barrier opens when as many threads have arrived as it was told, whole warps at a time. So
 * the warps that come to all uses of one number have to add up to that count, or a multiple of it;
 * the rest waits for ever. Who comes waits for all lanes of its warp, so a warp of which some lanes
 * stay away never arrives; and all who come to one number have to name the same count (PTX ISA,
 * bar and barrier), so each count of a number is looked at by itself. That is counted by going
 * through the threads of the block, where it depends on nothing but their coordinates; everything
 * else stays without an answer.
 *
 * Needs: csl_find_uniform().
 */
#include "arrivals.h"

#define WARP 32

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

/* Who comes to the uses of one number: threads, and threads of the warps that any of them is in. */
typedef struct comers {
    uint32_t lanes, threads;
} comers;

static comers count_comers(csl_analysis *a, const group *g, const uint32_t shape[3]) {
    csl_expr *any = csl_false(a->ctx), *own, *shared;
    comers sum = {0}, all;
    for (uint32_t i = 0; i < g->uses.n; i++) {
        csl_split_by_thread(a, g->uses.v[i]->reach, CSL_SCOPE_BLOCK, &own, &shared);
        any = csl_or(a->ctx, any, own);
        sum.lanes += csl_count_coming(a, own, shape, 1);
        sum.threads += csl_count_coming(a, own, shape, WARP);
    }
    all.lanes = csl_count_coming(a, any, shape, 1);
    all.threads = csl_count_coming(a, any, shape, WARP);
    return sum.lanes == all.lanes ? all : sum; /* lanes of a warp may come to different places */
}

/* The block is as large as that, and not as many come as are waited for. */
static bool is_miscounted(const csl_node *first, comers c, const uint32_t shape[3], bool exits,
                          csl_misuse *m) {
    const uint32_t threads = shape[0] * shape[1] * shape[2];
    const uint32_t whole = (threads + WARP - 1) / WARP * WARP;
    m->expected = first->count ? (uint32_t)first->count->value : whole;
    m->coming = c.threads;
    if (!c.threads || !m->expected)
        return false;
    if (c.threads % m->expected != 0)
        return true;
    m->coming = c.lanes;
    return !exits && c.threads - c.lanes > whole - threads && c.lanes != m->expected;
}

/* All uses of one number are in the same pass of the same loop, under the same uniform conditions
 * and for the same count; then what comes in one pass has to open the barrier. */
static void count_arrivals(csl_analysis *a, group *g, uint32_t number) {
    const csl_node *first = g->uses.v[0];
    csl_expr *condition = NULL;
    bool exits = false;
    g->none_comes = csl_true(a->ctx);
    for (uint32_t i = 0; i < g->uses.n; i++) {
        csl_node *n = g->uses.v[i];
        csl_expr *own, *shared;
        exits |= after_exit(n);
        if (!csl_split_by_thread(a, n->reach, CSL_SCOPE_BLOCK, &own, &shared) ||
            n->loop != first->loop || (condition && shared != condition) || (!n->count && exits))
            return;
        condition = shared;
        g->none_comes = csl_and(a->ctx, g->none_comes, csl_not(a->ctx, own));
        if (n->stmt->sync->kind == CSL_SYNC_BARRIER && !g->waits)
            g->waits = n;
    }
    if (!g->waits || (first->count && first->count->op != CSL_OP_CONST))
        return;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        csl_misuse m = {.concern = CSL_CONCERN_BARRIERS,
                        .kind = CSL_MISUSE_COUNT,
                        .number = number,
                        .rating = csl_no_caveat()};
        if (is_miscounted(first, count_comers(a, g, a->shapes.shape[s]), a->shapes.shape[s], exits,
                          &m)) {
            csl_report_arrivals(a, m, &g->uses, g->none_comes, g->waits);
            return;
        }
    }
}

/* The uses of one number, by what they wait for. */
static void count_each(csl_analysis *a, const group *g, uint32_t number) {
    for (uint32_t i = 0; i < g->uses.n; i++) {
        group same = {0};
        bool known = false;
        for (uint32_t k = 0; k < i; k++)
            known |= g->uses.v[k]->count == g->uses.v[i]->count;
        for (uint32_t k = i; k < g->uses.n && !known; k++)
            if (g->uses.v[k]->count == g->uses.v[i]->count)
                CSL_PUSH(a->ctx, &same.uses, g->uses.v[k]);
        if (!known)
            count_arrivals(a, &same, number);
    }
}

/* ---- barrier 0 ------------------------------------------------------------------------------- */

/* Some threads use barrier 0 for themselves, while others may wait there for the whole block. */
static void check_mixed(csl_analysis *a, csl_node *n, const csl_node *barrier) {
    csl_expr *own, *others, *shared;
    if (!n->count || n->count->op != CSL_OP_CONST || n->stmt->sync->full || after_exit(barrier) ||
        (barrier->order < n->order && !csl_common_loop(n->loop, barrier->loop)) ||
        !csl_split_by_thread(a, n->reach, CSL_SCOPE_BLOCK, &own, &shared) ||
        !csl_split_by_thread(a, barrier->reach, CSL_SCOPE_BLOCK, &others, &shared))
        return;
    others = csl_and(a->ctx, others, csl_not(a->ctx, own));
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        csl_misuse m = {.concern = CSL_CONCERN_BARRIERS,
                        .kind = CSL_MISUSE_MIXED,
                        .expected = (uint32_t)n->count->value,
                        .coming = csl_count_coming(a, others, a->shapes.shape[s], 1),
                        .rating = csl_no_caveat()};
        if (!m.coming || !csl_count_coming(a, own, a->shapes.shape[s], 1))
            continue;
        csl_report_arrivals(a, m, NULL, csl_not(a->ctx, own), n);
        return;
    }
}

static csl_node *block_barrier(csl_analysis *a, const csl_node *after) {
    csl_node *first = NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *b = a->nodes.v[i];
        const csl_sync *y = b->stmt->kind == CSL_STMT_SYNC ? b->stmt->sync : NULL;
        if (y && y->scope == CSL_SCOPE_BLOCK && y->kind == CSL_SYNC_BARRIER && !y->id &&
            !y->object && (!first || (after && first->order < after->order)))
            first = b;
    }
    return first;
}

void csl_find_named(csl_analysis *a) {
    group groups[CSL_BARRIER_NUMBERS] = {0};
    bool countable = a->shapes.n > 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        countable &= !csl_may_do_anything(n->stmt);
        const csl_sync *y = n->stmt->sync;
        if (!is_named(n->stmt) || (y->settled && !y->family) ||
            (y->family && a->families.v[y->family - 1].owners)) /* as many come as are to */
            continue;
        if (n->id->op != CSL_OP_CONST) {
            countable = false;
            continue;
        }
        bool known = n->count && n->count->op == CSL_OP_CONST;
        csl_misuse m = {.number = (uint32_t)n->id->value,
                        .expected = known ? (uint32_t)n->count->value : 0};
        if (m.number >= CSL_NAMED_BARRIERS && !n->stmt->sync->tile) {
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
    const bool whole = block_barrier(a, NULL) != NULL;
    for (uint32_t number = whole ? 1 : 0; countable && number < CSL_BARRIER_NUMBERS; number++)
        count_each(a, &groups[number], number);
    for (uint32_t i = 0; countable && whole && i < groups[0].uses.n; i++)
        check_mixed(a, groups[0].uses.v[i], block_barrier(a, groups[0].uses.v[i]));
}
