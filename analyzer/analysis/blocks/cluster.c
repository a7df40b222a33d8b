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
#include "../checks/races.h"

typedef struct finder {
    csl_analysis *a;
    csl_race_groups groups;
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

static csl_expr *bid(csl_analysis *a, uint32_t d) {
    return csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d);
}

static csl_expr *width(csl_analysis *a, uint32_t d) {
    return csl_const(a->ctx, CSL_U32, a->kernel->cluster[d]);
}

static csl_expr *own_place(csl_analysis *a) {
    return csl_place_of_block(a->ctx, CSL_I64, csl_linear_block(a->ctx, a->kernel->cluster));
}

/* Both are of one cluster; and not one and the same thread. */
static void assume_one_cluster(csl_analysis *a, csl_builder *b) {
    csl_ctx *ctx = a->ctx;
    csl_expr *same = csl_true(ctx);
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *cluster = csl_binary(ctx, CSL_OP_DIV, bid(a, d), width(a, d));
        csl_builder_fact(
            b, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, cluster), csl_side(b, 1, cluster)));
        csl_expr *id[2] = {bid(a, d), csl_leaf(ctx, CSL_OP_TID, CSL_U32, d)};
        for (int k = 0; k < 2; k++)
            same =
                csl_and(ctx, same,
                        csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, id[k]), csl_side(b, 1, id[k])));
    }
    csl_builder_fact(b, csl_not(ctx, same));
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
    else if (csl_behind_lock(a, c->pair) || a->families.n)
        csl_leave_grid_open(a, y, "a barrier object or a lock may order two blocks of a cluster");
    else if (csl_add_race(&f->groups, c))
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
    else
        csl_leave_grid_open(a, y,
                            "could not replay how two blocks of a cluster touch the same memory");
}

static void ask(void *user, const csl_pair_query *p, uint32_t i, uint32_t j) {
    finder *f = user;
    csl_analysis *a = f->a;
    const csl_target *t[2] = {&p->side[0].node->targets[i], &p->side[1].node->targets[j]};
    if (t[0]->root != t[1]->root || !is_shared(a, t[0]) ||
        p->side[0].node->stmt->access->is_state || p->side[1].node->stmt->access->is_state)
        return;
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
    assume_one_cluster(a, c.builder);
    csl_expr *offset[2];
    for (int s = 0; s < 2; s++)
        offset[s] = memory[s] == CSL_OTHER_BLOCK ? q.offset[s]
                                                 : csl_binary(a->ctx, CSL_OP_ADD, q.offset[s],
                                                              csl_side(c.builder, s, own_place(a)));
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

/* A thread of another block comes to the same access, which is to the first one's memory. */
static void report(csl_analysis *a, csl_node *n, csl_lifetime when) {
    csl_ctx *ctx = a->ctx;
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_CLUSTER, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    assume_one_cluster(a, b);
    csl_expr *own = csl_side(b, 1, own_place(a)), *to = csl_side(b, 0, n->targets[0].offset);
    csl_expr *shift = csl_const(ctx, CSL_I64, FIRST_REMOTE);
    csl_builder_fact(b, csl_binary(ctx, CSL_OP_EQ, csl_binary(ctx, CSL_OP_DIV, to, shift),
                                   csl_binary(ctx, CSL_OP_DIV, own, shift)));
    csl_builder_fact(b,
                     csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, own, csl_side(b, 0, own_place(a)))));
    csl_query q = csl_builder_query(b, csl_side(b, 0, n->reach), csl_side(b, 1, n->reach));
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
                             {n, "is of that block"}};
        csl_solution solution = {a, b, &r, &q, answer.value};
        race.witness = csl_tell(&solution, end, &race.rating);
    }
    csl_builder_done(b);
    if (race.witness) {
        csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
        CSL_PUSH(a->ctx, &a->races, race);
    } else
        csl_leave_grid_open(a, n, "another block may not be there when its memory is touched");
}

static void check_lifetime(csl_analysis *a, csl_node *n) {
    bool begun = false, stays = false, any[2] = {false, false};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *c = a->nodes.v[i];
        if (!is_barrier(c))
            continue;
        const bool before = c->order < n->order;
        const csl_node *arrival = c->arrival ? c->arrival : c;
        begun |= before && csl_comes_too(c, n);
        stays |= arrival->order > n->order && csl_always_follows(c, n);
        any[0] |= before || csl_common_loop(c->loop, n->loop);
        any[1] |= arrival->order > n->order || csl_common_loop(c->loop, n->loop);
    }
    if (!begun && any[0])
        csl_leave_grid_open(a, n, "the other block may not have begun when its memory is touched");
    if (!begun && !any[0])
        report(a, n, CSL_BEFORE_IT_BEGINS);
    if (!stays && any[1])
        csl_leave_grid_open(a, n, "the other block may have ended when its memory is touched");
    if (!stays && !any[1] && (begun || any[0]))
        report(a, n, CSL_AFTER_IT_ENDS);
}

/* Something arrives at barriers of other blocks, or copies to them: what that orders is not
 * followed. */
static bool is_signalled(csl_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const csl_access *x = n->stmt->kind == CSL_STMT_ACCESS ? n->stmt->access : NULL;
        if (!x || !is_remote(a, n) || (!x->is_state && !x->is_async))
            continue;
        any = true;
        csl_leave_grid_open(a, n,
                            x->is_state ? "an arrival at a barrier of another block"
                                        : "a copy to another block");
    }
    return any;
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
    if (is_signalled(a))
        return;
    finder f = {.a = a, .groups = {.a = a}};
    csl_ask_blocks(a, CSL_SCOPE_CLUSTER, ask, &f);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_remote(a, a->nodes.v[i]))
            check_lifetime(a, a->nodes.v[i]);
}
