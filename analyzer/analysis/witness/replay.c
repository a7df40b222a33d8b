/* Replay of a witness: both threads run through the kernel's IR (machine.c), and what they do is
 * compared with what the witness claims.
 *
 * Two accesses meet if both threads have passed the same barriers.
 *
 * With CSL_CHECK_REPLAY in the environment (tests set it) a replay that fails although every value
 * was known ends the program.
 *
 * Needs: a witness of the decider.
 */
#include "replay.h"

/* An operand of the tensor core is named by the bits of an address that count inside shared memory;
 * that both are in one object the witness says. */
static bool overlap(int64_t apart, const csl_replay_moment *x, const csl_replay_moment *y,
                    const csl_access *of_x, const csl_access *of_y) {
    const uint64_t bits = of_x->is_tensor || of_y->is_tensor ? CSL_SHARED_ADDRESS : UINT64_MAX;
    int64_t d =
        (int64_t)(((uint64_t)x->address.value & bits) - ((uint64_t)y->address.value & bits)) +
        apart;
    return x->address.known && y->address.known && d < (int64_t)of_y->bytes &&
           -d < (int64_t)of_x->bytes;
}

/* Addresses of a thread's own shared memory do not say which block of the cluster it is of: what is
 * to be added to the one of that side. */
static int64_t own_block(csl_runner *r, const csl_replay_moment *at) {
    const csl_kernel *k = r->s->a->kernel;
    const csl_expr *root = r->goal->ntargets ? r->goal->targets[0].root : NULL;
    if (!k->maps_blocks || !k->cluster[0] || !root || root->op != CSL_OP_BASE ||
        at->address.value - csl_machine_base(k, root->index) >= INT64_C(1) << CSL_CLUSTER_SHIFT)
        return 0;
    int64_t rank = 0;
    for (uint32_t d = 3; d-- > 0;) {
        int64_t block = 0;
        csl_solution_value(r->s, r->side, csl_leaf(r->s->a->ctx, CSL_OP_BID, CSL_U32, d), &block);
        rank = rank * k->cluster[d] + block % k->cluster[d];
    }
    return (rank + 1) * (INT64_C(1) << CSL_CLUSTER_SHIFT);
}

/* The copy of the first thread is under way when the second access comes. */
static bool under_way(csl_runner *r[2], const csl_replay_moment *at[2]) {
    const bool launched = r[0]->goal->stmt->access->launched; /* it may be so for ever */
    if (r[0]->s->r->share == CSL_SCOPE_THREAD) /* one thread: both runs are the same */
        return at[0]->step < at[1]->step && (launched || at[1]->done <= at[0]->group);
    uint32_t met = at[1]->interval;
    return at[0]->interval <= met &&
           (launched || met == 0 ||
            (met <= r[0]->ended.n && r[0]->ended.v[met - 1] <= at[0]->group));
}

/* The two accesses in one interval, overlapping if the query asks for that; false if there is no
 * such pair. */
static bool meet(csl_runner *r[2], const csl_replay_moment *at[2]) {
    bool in_flight = r[0]->s->r->in_flight, unfenced = r[0]->s->r->unfenced;
    /* of two blocks, which no barrier orders; or as seen in a trial, which follows all barriers */
    bool apart = r[0]->s->r->share > CSL_SCOPE_BLOCK || r[0]->s->r->tried;
    bool same_bytes = r[0]->s->q->offset[0] != NULL;
    for (uint32_t i = 0; i < r[0]->goals.n; i++)
        for (uint32_t j = 0; j < r[1]->goals.n; j++) {
            at[0] = &r[0]->goals.v[i];
            at[1] = &r[1]->goals.v[j];
            if (!apart && !unfenced &&
                !(in_flight ? under_way(r, at) : at[0]->barriers == at[1]->barriers))
                continue;
            if (!same_bytes || overlap(own_block(r[0], at[0]) - own_block(r[1], at[1]), at[0],
                                       at[1], r[0]->goal->stmt->access, r[1]->goal->stmt->access))
                return true;
            r[0]->used_unknown |= !at[0]->address.known || !at[1]->address.known;
        }
    return false;
}

/* Thread `waits` arrives at the barrier in a pass in which the other does not. */
static bool part(csl_runner *r[2], int waits, const csl_replay_moment *at[2]) {
    const csl_runner *one = r[waits], *other = r[!waits];
    for (uint32_t i = 0; i < one->goals.n; i++) {
        bool both = false;
        for (uint32_t j = 0; j < other->waits.n; j++)
            both |= other->waits.v[j].passes == one->goals.v[i].passes;
        if (both)
            continue;
        at[waits] = &one->goals.v[i];
        at[!waits] = NULL;
        for (uint32_t j = 0; j < other->goals.n;
             j++) /* the last time it had passed as many barriers */
            if (!at[!waits] || other->goals.v[j].barriers == at[waits]->barriers)
                at[!waits] = &other->goals.v[j];
        return at[!waits] != NULL;
    }
    return false;
}

/* Both come to the same place. */
static bool both_come(csl_runner *r[2], const csl_replay_moment *at[2]) {
    for (int side = 0; side < 2; side++)
        at[side] = r[side]->goals.n ? &r[side]->goals.v[0] : NULL;
    return at[0] && at[1];
}

static bool counts_who_comes(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_SYNC && (n->stmt->sync->object || n->stmt->sync->id);
}

/* Nothing is said of where the other waits: the first goes on at once, as it does behind a copy, or
 * both are at barrier objects or named barriers, in whatever phases, or one with its warp. */
static bool just_come(const csl_ending end[2]) {
    const csl_stmt *s = end[0].node->stmt;
    if (s->kind == CSL_STMT_ACCESS && s->access->is_async)
        return true;
    return counts_who_comes(end[0].node) &&
           (end[0].node->stmt->sync->kind == CSL_SYNC_ARRIVE || counts_who_comes(end[1].node) ||
            csl_is_of_lanes(end[1].node->stmt));
}

static csl_replay replay(csl_ctx *scratch, const csl_solution *s, const csl_ending end[2],
                         csl_way_there way[2]) {
    bool race =
        end[0].node->stmt->kind == CSL_STMT_ACCESS && end[1].node->stmt->kind == CSL_STMT_ACCESS;
    int waits = !race && end[1].node->stmt->kind == CSL_STMT_SYNC;
    const csl_stmt *barrier = race ? NULL : end[waits].node->stmt;
    csl_runner *r[2];
    const csl_replay_moment *at[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
        r[side] = csl_runner_new(scratch, s, side, end[side].node, barrier);
        r[side]->groups = race ? csl_groups_of_copy(end[0].node) : 0;
        r[side]->of_source = race && end[0].node->stmt->access->mode == CSL_MODE_READ;
        csl_runner_run(r[side]);
    }
    for (int side = 0; side < 2 && (r[0]->with_warp.n || r[1]->with_warp.n); side++) {
        r[side]->other = r[!side];
        r[side]->goals.n = r[side]->waits.n = 0;
        csl_runner_run(r[side]);
    }
    bool together = !race && (end[0].node == end[1].node || just_come(end));
    bool ok = race ? meet(r, at) : together ? both_come(r, at) : part(r, waits, at);
    bool complete = !r[0]->m.spent && !r[1]->m.spent;
    if (ok && (race || complete)) {
        for (int side = 0; side < 2; side++)
            csl_runner_tell(r[side], at[side], &way[side]);
        return CSL_REPLAYED;
    }
    return complete && !r[0]->used_unknown && !r[1]->used_unknown ? CSL_REPLAY_FAILED
                                                                  : CSL_REPLAY_OPEN;
}

csl_replay csl_replay_witness(const csl_solution *s, const csl_ending end[2],
                              csl_way_there way[2]) {
    csl_ctx *scratch = csl_ctx_new();
    const csl_replay answer = replay(scratch, s, end, way);
    csl_ctx_free(scratch);
    return answer;
}
