/* Named barriers (bar.sync 1, 64): does whoever is waited for come?
 *
 * A named barrier opens when as many threads have arrived as it was told, whole warps at a time. So
 * the warps that come to all uses of one number have to add up to that count, or a multiple of it;
 * the rest waits for ever. That is counted by going through the threads of the block, where it
 * depends on nothing but their coordinates; everything else stays without an answer.
 *
 * Needs: csl_find_uniform().
 */
#include "internal.h"

#define WARP 32
#define BARRIERS 16

static bool is_named(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->id && !s->sync->object;
}

/* ---- who comes --------------------------------------------------------------------------------- */

typedef struct coordinates {
    csl_ctx *ctx;
    uint32_t thread[3], block[3];
} coordinates;

static csl_expr *put_in(void *user, csl_expr *leaf) {
    const coordinates *c = user;
    if (leaf->op == CSL_OP_TID)
        return csl_const(c->ctx, (csl_type)leaf->type, c->thread[leaf->index]);
    if (leaf->op == CSL_OP_BDIM)
        return csl_const(c->ctx, (csl_type)leaf->type, c->block[leaf->index]);
    return leaf;
}

static bool is_of_thread(const csl_expr *e) {
    if (e->nkids == 0)
        return e->op == CSL_OP_CONST || e->op == CSL_OP_TID || e->op == CSL_OP_BDIM;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_of_thread(e->kids[i]))
            return false;
    return e->op != CSL_OP_PURE;
}

/* Splits the condition for reaching a barrier into what depends on the thread and what the whole
 * block agrees on. False if there is anything else. */
static bool split(csl_analysis *a, csl_expr *reach, csl_expr **own, csl_expr **shared) {
    *own = *shared = csl_true(a->ctx);
    reach = csl_expand(a, reach);
    unsigned n = reach->op == CSL_OP_AND ? reach->nkids : 1;
    for (unsigned i = 0; i < n; i++) {
        csl_expr *part = reach->op == CSL_OP_AND ? reach->kids[i] : reach;
        if (is_of_thread(part))
            *own = csl_and(a->ctx, *own, part);
        else if (csl_scope_of(a, part) >= CSL_SCOPE_BLOCK)
            *shared = csl_and(a->ctx, *shared, part);
        else
            return false;
    }
    return true;
}

/* Threads of the warps of which at least one thread comes. */
static uint32_t coming(csl_analysis *a, csl_expr *own, const uint32_t shape[3]) {
    coordinates c = {a->ctx, {0, 0, 0}, {shape[0], shape[1], shape[2]}};
    uint32_t threads = shape[0] * shape[1] * shape[2], count = 0;
    for (uint32_t t = 0; t < threads; t++) {
        c.thread[0] = t % shape[0];
        c.thread[1] = t / shape[0] % shape[1];
        c.thread[2] = t / shape[0] / shape[1];
        if (csl_is_true(csl_map(a->ctx, own, put_in, &c))) {
            count += WARP;
            t = t / WARP * WARP + WARP - 1; /* on to the next warp */
        }
    }
    return count;
}

/* ---- one number -------------------------------------------------------------------------------- */

typedef struct group {
    CSL_VEC(csl_node *) uses;
    csl_node *waits; /* the first that waits */
    csl_expr *nobody; /* a thread comes to none of them */
} group;

static void report(csl_analysis *a, csl_misuse m, const group *g, csl_node *n) {
    csl_relation r = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_BLOCK, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach = csl_side(b, 0, n->reach);
    csl_expr *away = g ? csl_side(b, 1, g->nobody) : csl_false(a->ctx);
    csl_query q = csl_builder_query(b, reach, away);
    csl_answer answer = {.verdict = CSL_UNDECIDED};
    const csl_parting *p = n->arms ? n->arms : n->jumps;
    csl_ending end[2] = {{n, csl_format(a->ctx, "comes to %s", n->stmt->sync->name)},
                         {n, csl_format(a->ctx, "comes to %s", n->stmt->sync->name)}};
    if (p && !csl_is_false(away))
        answer = csl_ask(a, &q, CSL_USE_WITNESS);
    if (answer.verdict == CSL_POSSIBLE) {
        end[1] = (csl_ending){p->node, "goes another way: does not come"};
    } else {
        q = csl_builder_query(b, reach, csl_side(b, 1, n->reach));
        answer = csl_ask(a, &q, CSL_USE_WITNESS);
        if (answer.verdict != CSL_POSSIBLE)
            return;
    }
    csl_expr *deciding[2] = {NULL, NULL}, *reaching[2] = {reach, q.guard[1]};
    m.sync = n->stmt;
    m.sure = csl_how_sure(a, b, &q, deciding, reaching);
    csl_solution solution = {a, b, &r, &q, answer.value};
    m.witness = csl_tell(&solution, end, &m.sure);
    if (!m.witness)
        return;
    if (g && g->uses.n > 1) {
        m.also = csl_alloc(a->ctx, g->uses.n * sizeof *m.also);
        for (uint32_t i = 0; i < g->uses.n; i++)
            if (g->uses.v[i] != n)
                m.also[m.nalso++] = g->uses.v[i]->stmt;
    }
    CSL_PUSH(a->ctx, &a->misuses, m);
}

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
    g->nobody = csl_true(a->ctx);
    for (uint32_t i = 0; i < g->uses.n; i++) {
        csl_node *n = g->uses.v[i];
        csl_expr *own, *shared;
        if (!split(a, n->reach, &own, &shared) || n->loop != first->loop ||
            n->count != first->count || (condition && shared != condition) ||
            (!n->count && after_exit(n)))
            return;
        condition = shared;
        g->nobody = csl_and(a->ctx, g->nobody, csl_not(a->ctx, own));
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
            split(a, g->uses.v[i]->reach, &own, &shared);
            come += coming(a, own, shape);
        }
        if (come > 0 && expected > 0 && come % expected != 0) {
            csl_misuse m = {.kind = CSL_MISUSE_COUNT,
                            .number = number,
                            .expected = expected,
                            .coming = come};
            report(a, m, g, g->waits);
            return;
        }
    }
}

void csl_find_named(csl_analysis *a) {
    group groups[BARRIERS] = {0};
    bool countable = a->shapes.n > 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        countable &= n->stmt->kind != CSL_STMT_CALL && n->stmt->kind != CSL_STMT_OPAQUE;
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
            report(a, m, NULL, n);
        } else if (known && m.expected % WARP != 0) {
            m.kind = CSL_MISUSE_WARPS;
            report(a, m, NULL, n);
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
