/* Races between blocks: two threads of different blocks touch the same bytes of global memory, and
 * no barrier of the grid lies between. Asked where the concern of the grid is enabled.
 *
 * What orders two blocks besides is proved (publishing/grid_order.c), or the pair stays undecided:
 * an atomic that one of them waits for, a lock, an access that is volatile or atomic on one side.
 * Only two plain accesses become a finding.
 *
 * Needs: csl_find_uniform(), csl_find_unpublished().
 */
#include "blocks.h"
#include "ask_blocks.h"
#include "../checks/races.h"

typedef struct finder {
    csl_finder blocks;
    csl_race_groups groups;
} finder;

static bool is_gate(csl_analysis *a, const csl_node *n) {
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++)
        if (gates->list.v[i].node == n)
            return true;
    return false;
}

/* A signal and who looks for it, both made for other blocks to see: what they order is the question
 * for other pairs. */
static bool are_signals(csl_analysis *a, const csl_node *x, const csl_node *y) {
    const csl_access *p = x->stmt->access, *q = y->stmt->access;
    return !csl_is_plain(p) && !csl_is_plain(q) && p->bytes == q->bytes &&
           (p->is_volatile || p->atomic_scope >= CSL_SCOPE_GRID) &&
           (q->is_volatile || q->atomic_scope >= CSL_SCOPE_GRID) &&
           (is_gate(a, x) || is_gate(a, y));
}

/* A finding says already that the store is not published as it should be. */
static bool is_told(const csl_analysis *a, const csl_stmt *store) {
    for (uint32_t i = 0; i < a->unpublished.n; i++) {
        const csl_unpublished *u = &a->unpublished.v[i];
        bool told = u->store == store;
        for (uint32_t k = 0; k < u->nalso; k++)
            told |= u->also[k] == store;
        if (told)
            return true;
    }
    return false;
}

/* Threads of one block race there already: what ends that may end this. */
static bool is_race_of_block(const csl_analysis *a, const csl_stmt *x, const csl_stmt *y) {
    for (uint32_t i = 0; i < a->races.n; i++) {
        const csl_race *r = &a->races.v[i];
        bool same = r->first == x && r->second == y;
        for (uint32_t k = 0; k < r->nalso; k++)
            same |= r->also[k].first == x && r->also[k].second == y;
        if (same && !r->of_blocks)
            return true;
    }
    return false;
}

static bool waits_somewhere(csl_analysis *a) {
    const csl_gates *gates = csl_gates_of(a);
    for (uint32_t i = 0; i < gates->list.n; i++)
        if (gates->list.v[i].kind == CSL_GATE_SPIN)
            return true;
    return false;
}

/* The query of the race with what its builder has been told since. */
static csl_query told_since(csl_builder *b, const csl_query *q) {
    csl_query built = csl_builder_query(b, q->guard[0], q->guard[1]);
    for (int s = 0; s < 2; s++)
        built.offset[s] = q->offset[s], built.bytes[s] = q->bytes[s];
    return built;
}

/* A flag that one of the two has waited for keeps them in order, whichever threads they are. */
static bool are_in_order_by_flag(finder *f, const csl_clash *c, uint32_t i, uint32_t j) {
    csl_analysis *a = f->blocks.a;
    csl_node *const side[2] = {c->pair->side[0].node, c->pair->side[1].node};
    csl_builder *b;
    csl_query q;
    if (side[0]->stmt->access->is_async || side[1]->stmt->access->is_async || !waits_somewhere(a) ||
        !csl_race_query(a, c->pair, &c->relation, i, j, &q, &b))
        return false;
    csl_assume_two_blocks(&f->blocks, b);
    const csl_object *held = csl_assume_no_flag(&f->blocks, b, side);
    q = told_since(b, &q);
    const bool safe = held && csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_builder_done(b);
    if (safe)
        csl_assume_zero(a, held);
    return safe;
}

/* The one signals, and the other reads before it can have heard of that: a finding. */
static bool is_unheard(finder *f, const csl_clash *c, uint32_t i, uint32_t j) {
    csl_analysis *a = f->blocks.a;
    csl_node *const side[2] = {c->pair->side[0].node, c->pair->side[1].node};
    csl_clash asked = *c;
    csl_query q;
    if (!waits_somewhere(a) || !csl_race_query(a, c->pair, &c->relation, i, j, &q, &asked.builder))
        return false;
    csl_assume_two_blocks(&f->blocks, asked.builder);
    const csl_unheard heard = csl_find_unheard(&f->blocks, asked.builder, side);
    asked.query = told_since(asked.builder, &q);
    if (heard.lack) {
        const csl_answer answer = csl_ask(a, &asked.query, CSL_USE_WITNESS);
        asked.value = answer.value;
        if (answer.verdict == CSL_POSSIBLE)
            csl_report_unheard(a, &heard, &asked);
    }
    csl_builder_done(asked.builder);
    return is_told(a, side[0]->stmt) || is_told(a, side[1]->stmt);
}

/* They meet, and no barrier of the grid is known to keep them apart. */
static void found(finder *f, csl_clash *c, uint32_t i, uint32_t j) {
    csl_analysis *a = f->blocks.a;
    csl_node *x = c->pair->side[0].node, *y = c->pair->side[1].node;
    if (csl_blocks_are_ordered(a, x, y) || are_in_order_by_flag(f, c, i, j)) {
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE);
        return;
    }
    if (is_told(a, x->stmt) || is_told(a, y->stmt) || is_unheard(f, c, i, j))
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
    else if (is_race_of_block(a, x->stmt, y->stmt))
        csl_leave_grid_open(a, y, "threads of one block race there already");
    else if (csl_barriers_are_missed(a))
        csl_leave_grid_open(a, y, "it holds only if every thread reaches the barriers");
    else if (!csl_is_plain(x->stmt->access) || !csl_is_plain(y->stmt->access))
        csl_leave_grid_open(a, y,
                            "an access that is made for other blocks to see meets one that is not");
    else if (csl_behind_lock(a, c->pair))
        csl_leave_grid_open(a, y, "lock: accesses guarded by the result of an atomic");
    else if (csl_may_be_told(a, x, y) || csl_may_be_told(a, y, x))
        csl_leave_grid_open(a, y, "another block may tell by an atomic or a flag that it is done");
    else if (csl_is_handed_out(a, x) && csl_is_handed_out(a, y))
        csl_leave_grid_open(a, y,
                            "an atomic operation may have given each block an index of its own");
    else if (csl_add_race(&f->groups, c))
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
    else
        csl_leave_grid_open(a, y, "could not replay how two accesses overlap");
}

static void judge(finder *f, csl_clash *c, uint32_t i, uint32_t j) {
    csl_analysis *a = f->blocks.a;
    csl_node *x = c->pair->side[0].node, *y = c->pair->side[1].node;
    const csl_answer answer =
        csl_ask(a, &c->query, csl_use_of_proof(a, CSL_ABOUT(GRID)) | CSL_USE_WITNESS);
    c->value = answer.value;
    switch (answer.verdict) {
    case CSL_SAFE: csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE); break;
    case CSL_POSSIBLE: found(f, c, i, j); break;
    case CSL_SAFE_TRIED:
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE_TRIED);
        csl_obstruct(a, CSL_ABOUT(GRID), x,
                     "free of races for the block shapes tried, not for all");
        break;
    case CSL_UNDECIDED:
        if (csl_blocks_are_ordered(a, x, y) || are_in_order_by_flag(f, c, i, j)) {
            csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE);
            break;
        }
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_UNDECIDED);
        csl_obstruct_open(a, CSL_ABOUT(GRID), y,
                          "could not decide whether two blocks touch the same memory");
        break;
    }
}

static void ask(void *user, const csl_pair_query *p, uint32_t i, uint32_t j) {
    finder *f = user;
    csl_analysis *a = f->blocks.a;
    const csl_target *t = &p->side[0].node->targets[i];
    if (p->side[0].node->stmt->access->launched == CSL_LAUNCHED_BEHIND ||
        p->side[1].node->stmt->access->launched == CSL_LAUNCHED_BEHIND)
        return; /* it begins when all blocks have ended */
    if (are_signals(a, p->side[0].node, p->side[1].node) ||
        t->root != p->side[1].node->targets[j].root ||
        csl_about_root(a, t->root) != CSL_ABOUT(GLOBAL))
        return;
    if (!csl_is_for_all(a, t)) {
        csl_leave_grid_open(a, p->side[0].node, "blocks load the pointer each for itself");
        return;
    }
    csl_clash c = {.pair = p, .relation = csl_relation_of(p), .target = t};
    c.relation.pair = CSL_PAIR_ANY;
    csl_query q;
    if (!csl_race_query(a, p, &c.relation, i, j, &q, &c.builder))
        return;
    csl_assume_two_blocks(&f->blocks, c.builder);
    c.query = told_since(c.builder, &q);
    judge(f, &c, i, j);
    csl_builder_done(c.builder);
}

void csl_find_grid_races(csl_analysis *a) {
    if (csl_is_single_block(a) || a->kernel->helper)
        return;
    finder f = {.blocks = {.a = a}, .groups = {.a = a}};
    if (!csl_find_blocks(&f.blocks)) {
        csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL,
                        "the grid is 1 block, as the kernel never asks for more");
        return;
    }
    for (int d = 0; d < 3; d++)
        if (!f.blocks.blocks[d] && !a->grid_most[d])
            csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL,
                            "the grid is 1 block wide where the kernel does not ask for its width");
    csl_ask_afresh(a);
    csl_ask_blocks(a, CSL_SCOPE_GRID, ask, &f);
}
