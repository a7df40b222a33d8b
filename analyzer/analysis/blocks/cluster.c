/* Shared memory of other blocks of a cluster: races on it, and blocks that have not begun or have
 * ended when others touch theirs (CUDA C++ Programming Guide, "Distributed Shared Memory"; PTX ISA,
 * mapa, barrier.cluster).
 *
 * An access goes to another block if its offset says so (CSL_CLUSTER_SHIFT). It is compared with
 * those of all threads of the cluster that no barrier of the cluster keeps apart. Each block is
 * known to have begun behind a barrier of the cluster, and not to have ended before one at which
 * the thread arrives later.
 *
 * Needs: csl_find_uniform().
 */
#include "blocks.h"
#include "ask_blocks.h"
#include "crossed.h"
#include "../checks/races.h"
#include "../../limits/limits.h"

typedef struct finder {
    csl_analysis *a;
    csl_race_groups groups;
    bool open_objects; /* there are barrier objects that are not followed */
    uint32_t asked;
    bool under_way; /* asked is what comes after a copy, whatever barriers lie between */
} finder;

#define FIRST_REMOTE (INT64_C(1) << CSL_CLUSTER_SHIFT)

static bool is_shared(const csl_analysis *a, const csl_target *t) {
    const csl_object *o = csl_object_of_root(a, t->root);
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
}

/* Some target is in shared memory of another block, for sure. */
static bool is_remote(csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; n->stmt->kind == CSL_STMT_ACCESS && i < n->ntargets; i++)
        if (is_shared(a, &n->targets[i]) && csl_whose_memory(a, &n->targets[i]) == CSL_OTHER_BLOCK)
            return true;
    return false;
}

/* ---- the two blocks ---------------------------------------------------------------------------- */

/* Both are of one cluster; and not one and the same thread. */
static void assume_other_thread(csl_builder *b) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    csl_expr *same = csl_true(ctx);
    csl_assume_one_cluster(a, b);
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *id[2] = {csl_leaf(ctx, CSL_OP_BID, CSL_U32, d),
                           csl_leaf(ctx, CSL_OP_TID, CSL_U32, d)};
        for (int k = 0; k < 2; k++)
            same =
                csl_and(ctx, same,
                        csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, id[k]), csl_side(b, 1, id[k])));
    }
    csl_builder_fact(b, csl_not(ctx, same));
}

/* The second side is of the block whose memory that offset of the first is in. */
static void assume_other_is_at(csl_builder *b, csl_expr *offset) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    csl_expr *own = csl_side(b, 1, csl_own_place(a)), *to = csl_side(b, 0, offset);
    csl_expr *shift = csl_const(ctx, CSL_I64, FIRST_REMOTE);
    csl_builder_fact(b, csl_binary(ctx, CSL_OP_EQ, csl_binary(ctx, CSL_OP_DIV, to, shift),
                                   csl_binary(ctx, CSL_OP_DIV, own, shift)));
}

/* ---- races --------------------------------------------------------------------------------------- */

static void judge(finder *f, csl_clash *c) {
    csl_analysis *a = f->a;
    const csl_node *y = c->pair->side[1].node;
    const csl_answer answer =
        csl_ask(a, &c->query, csl_use_of_proof(a, CSL_ABOUT(GRID)) | CSL_USE_WITNESS);
    c->value = answer.value;
    if (answer.verdict == CSL_SAFE)
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE);
    else if (answer.verdict != CSL_POSSIBLE)
        csl_leave_grid_open(
            a, y, "could not decide whether two blocks of a cluster touch the same memory");
    else if (csl_barriers_are_missed(a))
        csl_leave_grid_open(a, y, "it holds only if every thread reaches the barriers");
    else if (csl_behind_lock(a, c->pair) || f->open_objects)
        csl_leave_grid_open(a, y, "a barrier object or a lock may order two blocks of a cluster");
    else if (f->under_way)
        csl_leave_grid_open(a, y, "a copy to another block may still be under way");
    else if (csl_add_race(&f->groups, c))
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
    else
        csl_leave_grid_open(a, y,
                            "could not replay how two blocks of a cluster touch the same memory");
}

/* The first is a copy that its own thread issues before it comes to the second. */
static bool goes_on(const csl_pair_query *p) {
    return p->side[0].node->stmt->access->is_async &&
           p->side[0].node->order < p->side[1].node->order;
}

static void ask(void *user, const csl_pair_query *p, uint32_t i, uint32_t j) {
    finder *f = user;
    csl_analysis *a = f->a;
    const csl_target *t[2] = {&p->side[0].node->targets[i], &p->side[1].node->targets[j]};
    if (t[0]->root != t[1]->root || !is_shared(a, t[0]) ||
        p->side[0].node->stmt->access->is_state || p->side[1].node->stmt->access->is_state)
        return;
    if (csl_copy_is_over(a, p->side[0].node, p->side[1].node) ||
        csl_copy_is_over(a, p->side[1].node, p->side[0].node)) {
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_SAFE);
        return;
    }
    const csl_whose memory[2] = {csl_whose_memory(a, t[0]), csl_whose_memory(a, t[1])};
    if (memory[0] == CSL_OWN_BLOCK && memory[1] == CSL_OWN_BLOCK)
        return;
    if (memory[0] == CSL_ANY_BLOCK || memory[1] == CSL_ANY_BLOCK) {
        csl_leave_grid_open(a, p->side[1].node, "it is not known whose shared memory this is");
        return;
    }
    csl_clash c = {.pair = p, .relation = csl_relation_of(p), .target = t[0]};
    c.relation.pair = CSL_PAIR_ANY;
    csl_query q;
    if (!csl_race_query(a, p, &c.relation, i, j, &q, &c.builder))
        return;
    if (!goes_on(p))
        assume_other_thread(c.builder);
    else
        csl_assume_one_cluster(a, c.builder);
    for (int s = 0; s < 2; s++)
        csl_builder_fact(c.builder, csl_not(a->ctx, csl_arrival_tells(c.builder, s, p->side[s].node,
                                                                      p->side[!s].node)));
    csl_expr *offset[2];
    for (int s = 0; s < 2; s++)
        offset[s] = memory[s] == CSL_OTHER_BLOCK
                        ? q.offset[s]
                        : csl_binary(a->ctx, CSL_OP_ADD, q.offset[s],
                                     csl_side(c.builder, s, csl_own_place(a)));
    c.query = csl_builder_query(c.builder, q.guard[0], q.guard[1]);
    for (int s = 0; s < 2; s++)
        c.query.offset[s] = offset[s], c.query.bytes[s] = q.bytes[s];
    judge(f, &c);
    csl_builder_done(c.builder);
}

/* ---- blocks that have not begun, or have ended ----------------------------------------------------- */

static bool is_barrier(const csl_node *n) {
    return csl_sync_counts(n->stmt, CSL_SCOPE_CLUSTER);
}

/* A thread of another block, which comes to `there`, is of the block to whose memory the access is.
 */
static bool report_with(csl_analysis *a, csl_node *n, csl_node *there, csl_lifetime when) {
    csl_ctx *ctx = a->ctx;
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_CLUSTER, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    assume_other_thread(b);
    assume_other_is_at(b, n->targets[0].offset);
    csl_builder_fact(b, csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 1, csl_own_place(a)),
                                                csl_side(b, 0, csl_own_place(a)))));
    csl_query q = csl_builder_query(b, csl_side(b, 0, n->reach), csl_side(b, 1, there->reach));
    const csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS);
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    csl_race race = {.concern = CSL_CONCERN_GRID,
                     .pair = CSL_PAIR_ANY,
                     .of_blocks = true,
                     .lifetime = when,
                     .object = o,
                     .object_name = o->name,
                     .first = n->stmt,
                     .second = n->stmt,
                     .after = n->stmt};
    if (answer.verdict == CSL_POSSIBLE) {
        csl_expr *deciding[2] = {NULL, NULL}, *reaching[2] = {q.guard[0], q.guard[1]};
        race.rating = csl_rate(a, b, &q, deciding, reaching);
        race.element[0] = race.element[1] = o->name;
        csl_ending end[2] = {{n, csl_format(ctx, "touches `%s` of another block", o->name)},
                             {there, "is of that block"}};
        csl_solution solution = {a, b, &r, &q, answer.value, false};
        race.witness = csl_tell_best(&solution, end, &race.rating);
    }
    csl_builder_done(b);
    if (race.witness)
        CSL_PUSH(a->ctx, &a->races, race);
    return race.witness != NULL;
}

/* The first access to which all threads come. */
static csl_node *where_all_come(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && !n->stmt->access->is_state && !n->loop &&
            csl_is_true(csl_expand(a, n->reach)))
            return n;
    }
    return NULL;
}

/* That thread comes to the same access, or to where all come. */
static void report(csl_analysis *a, csl_node *n, csl_lifetime when) {
    csl_node *all = where_all_come(a);
    if (report_with(a, n, n, when) || (all && report_with(a, n, all, when)))
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
    else
        csl_leave_grid_open(a, n, "another block may not be there when its memory is touched");
}

/* The term in the first pass of all loops around the node. */
static csl_expr *at_first(csl_analysis *a, const csl_node *n, csl_expr *e) {
    e = csl_expand(a, e);
    for (const csl_loop *l = n->loop; l; l = l->parent)
        e = csl_in_pass(a, l, e, 0);
    return e;
}

/* Who has waited for a barrier object may have learnt there that another block has begun: not where
 * the wait is for the phase before the first, which is over, and the node comes at once. */
static bool may_have_heard(csl_analysis *a, const csl_node *c, const csl_node *n) {
    if (c->stmt->kind != CSL_STMT_SYNC || !c->stmt->sync->object ||
        c->stmt->sync->kind != CSL_SYNC_WAIT)
        return false;
    const csl_expr *parity = c->parity ? at_first(a, c, c->parity) : NULL;
    const bool over = parity && parity->op == CSL_OP_CONST && (parity->value & 1) &&
                      (!c->loop || csl_loop_inside(n->loop, c->loop)) &&
                      !csl_is_false(at_first(a, n, n->reach));
    return over ? false : c->order < n->order || csl_common_loop(c->loop, n->loop);
}

/* `begins`: asked is only whether the other block has begun. */
static void check_lifetime(csl_analysis *a, csl_node *n, bool begins) {
    bool begun = false, stays = begins, any[2] = {false, false};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *c = a->nodes.v[i];
        any[0] |= may_have_heard(a, c, n);
        begun |= n->stmt->access->is_state && c->order < n->order &&
                 csl_waits_for_fenced(a, NULL, c) && csl_comes_too(c, n);
        if (!is_barrier(c))
            continue;
        const bool before = c->order < n->order;
        const csl_node *arrival = c->arrival ? c->arrival : c;
        begun |= before && csl_comes_too(c, n);
        stays |= arrival->order > n->order && csl_always_follows(c, n);
        any[0] |= before || csl_common_loop(c->loop, n->loop);
        any[1] |= arrival->order > n->order || csl_common_loop(c->loop, n->loop);
    }
    const csl_family *f = csl_crossed_by(a, n); /* the other block waits until it is done */
    for (uint32_t i = 0; f && i < f->uses.n; i++)
        stays |= f->uses.v[i]->stmt->sync->kind == CSL_SYNC_WAIT &&
                 csl_is_true(csl_expand(a, f->uses.v[i]->reach));
    if (!begun && any[0])
        csl_leave_grid_open(a, n, "the other block may not have begun when its memory is touched");
    if (!begun && !any[0])
        report(a, n, CSL_BEFORE_IT_BEGINS);
    if (!stays && any[1])
        csl_leave_grid_open(a, n, "the other block may have ended when its memory is touched");
    if (!stays && !any[1] && (begun || any[0]))
        report(a, n, CSL_AFTER_IT_ENDS);
}

/* A thread of the block that the copy is for does not come to `arrival` without the wait. */
static bool is_waited_for(csl_analysis *a, const csl_node *copy, const csl_node *wait,
                          const csl_node *arrival) {
    csl_ctx *ctx = a->ctx;
    if (wait->stmt->sync->kind != CSL_SYNC_WAIT || wait->order > arrival->order || wait->loop)
        return false;
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_CLUSTER};
    csl_builder *b = csl_builder_new(a, &r);
    assume_other_is_at(b, copy->signalled[0].offset);
    csl_expr *without = csl_and(ctx, arrival->reach, csl_not(ctx, wait->reach));
    const csl_query q = csl_builder_query(b, csl_side(b, 0, copy->reach), csl_side(b, 1, without));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

/* A copy to another block reads memory of its own: the block has to be there until the copy has
 * ended, which only the other one learns. */
static void check_source(csl_analysis *a, const csl_node *copy) {
    const csl_family *f = csl_crossed_by(a, copy);
    if (copy->stmt->access->mode != CSL_MODE_READ || is_remote(a, copy) || !f || !f->crosses)
        return;
    for (uint32_t i = copy->order; i < a->nodes.n; i++) {
        const csl_node *c = a->nodes.v[i];
        const csl_node *arrival = c->arrival ? c->arrival : c;
        if (!is_barrier(c) || arrival->order < copy->order || !csl_always_follows(c, copy))
            continue;
        bool waited = csl_has_waited(a, f, arrival);
        for (uint32_t k = 0; k < f->uses.n && !waited; k++)
            waited = is_waited_for(a, copy, f->uses.v[k], arrival);
        if (waited)
            return;
    }
    csl_leave_grid_open(a, copy, "the block may end while a copy to another one still reads there");
}

/* Signals to other blocks of which it is not known what they end. */
static bool is_open_signal(csl_analysis *a, const csl_node *n) {
    const csl_access *x = n->stmt->kind == CSL_STMT_ACCESS ? n->stmt->access : NULL;
    if (!x || !is_remote(a, n) || (!x->is_state && !x->is_async))
        return false;
    return !csl_crossed_by(a, n);
}

/* Something arrives at barriers of other blocks, or copies to them, and what that orders is not
 * followed. */
static bool is_signalled(csl_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!is_open_signal(a, n))
            continue;
        any = true;
        csl_leave_grid_open(a, n,
                            n->stmt->access->is_state ? "an arrival at a barrier of another block"
                                                      : "a copy to another block");
    }
    return any;
}

/* What comes behind a copy to another block, which barriers of the cluster do not wait for. */
static void ask_under_way(finder *f, csl_node *copy) {
    csl_analysis *a = f->a;
    for (uint32_t i = copy->order; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || n == copy || n->stmt->access->is_state ||
            csl_both_reduce(copy->stmt->access, n->stmt->access))
            continue;
        const csl_pair_query p = {.side = {{.node = copy, .cond = csl_true(a->ctx)},
                                           {.node = n, .cond = csl_true(a->ctx)}},
                                  .scope = CSL_SCOPE_CLUSTER};
        for (uint32_t t = 0; t < copy->ntargets; t++)
            for (uint32_t u = 0; u < n->ntargets; u++)
                if (!csl_limit_reached(CSL_LIMIT_grid_questions, f->asked++))
                    ask(f, &p, t, u);
                else
                    csl_leave_grid_open(a, n, "too many copies to other blocks");
    }
}

void csl_check_cluster(csl_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n && !any; i++)
        any = is_remote(a, a->nodes.v[i]);
    if (!any)
        return;
    if (!a->kernel->cluster[0]) {
        csl_obstruct(a, CSL_ABOUT(GRID), NULL,
                     "how many blocks a cluster has is not known (`__cluster_dims__`)");
        return;
    }
    csl_ask_afresh(a);
    if (is_signalled(a)) {
        for (uint32_t i = 0; i < a->nodes.n; i++)
            if (is_remote(a, a->nodes.v[i]))
                check_lifetime(a, a->nodes.v[i], !csl_is_left_behind(a, a->nodes.v[i]));
        return;
    }
    finder f = {.a = a, .groups = {.a = a}};
    for (uint32_t i = 0; i < a->families.n; i++)
        f.open_objects |= !a->families.v[i].whole && !a->families.v[i].crossed;
    csl_ask_blocks(a, CSL_SCOPE_CLUSTER, ask, &f);
    f.under_way = true;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_remote(a, a->nodes.v[i]) && a->nodes.v[i]->stmt->access->is_async)
            ask_under_way(&f, a->nodes.v[i]);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_remote(a, a->nodes.v[i]))
            check_lifetime(a, a->nodes.v[i], false);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->signals)
            check_source(a, a->nodes.v[i]);
}
