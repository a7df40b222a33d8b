/* PTX instructions that make threads wait for, exchange with, or order against each other. */
#include "../intrinsics/intrinsics.h"
#include "asm.h"

#include <string.h>

csl_sync *csl_asm_emit_sync(csl_asm *a, csl_sync_kind kind, csl_scope scope) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_SYNC, a->at);
    s->text = a->L->act->shim ? a->L->act->user_text : NULL;
    s->sync = CSL_NEW(a->L->ctx, csl_sync);
    s->sync->kind = kind;
    s->sync->scope = scope;
    s->sync->orders = kind == CSL_SYNC_BARRIER || kind == CSL_SYNC_ARRIVE || kind == CSL_SYNC_WAIT;
    s->sync->result = CSL_NO_VAR;
    s->sync->name = csl_intern(a->L->ctx, a->now->name);
    return s->sync;
}

static csl_expr *number(csl_asm *a, const char *text) {
    return csl_asm_value(a, text, CSL_I32);
}

static void result(csl_asm *a, csl_sync *sync, const char *destination, csl_type type,
                   csl_scope scope) {
    sync->result = csl_new_var(a->L, "", type, clang_getNullCursor());
    sync->result_scope = scope;
    csl_asm_write(a, destination, csl_var_value(a->L, sync->result));
}

/* The barriers of a block: id 0 without a count is __syncthreads(). */
static void block_barrier(csl_asm *a, const csl_ptx *i, csl_sync_kind kind, unsigned first) {
    csl_expr *id =
        i->noperands > first ? number(a, i->operand[first]) : csl_const(a->L->ctx, CSL_I32, 0);
    csl_expr *count = i->noperands > first + 1 ? number(a, i->operand[first + 1]) : NULL;
    bool aligned = strncmp(i->name, "bar.", 4) == 0 || csl_ptx_has(i, "aligned");
    csl_sync *sync = csl_asm_emit_sync(a, kind, CSL_SCOPE_BLOCK);
    if (kind == CSL_SYNC_BARRIER && csl_is_const(id, 0) && !count && aligned)
        return;
    sync->id = id;
    sync->count = count;
    sync->aligned = aligned;
    csl_split_numbers(a->L, 0, a->at);
}

/* bar.red d, a, {b,} p */
static void reduction_barrier(csl_asm *a, const csl_ptx *i) {
    csl_ctx *ctx = a->L->ctx;
    if (i->noperands < 3) {
        csl_emit_opaque(a->L, a->at, "inline assembly: bar.red");
        return;
    }
    csl_expr *id = number(a, i->operand[1]);
    csl_expr *count = i->noperands > 3 ? number(a, i->operand[2]) : NULL;
    const char *predicate = i->operand[i->noperands - 1];
    csl_expr *p = csl_asm_register(a, predicate + (predicate[0] == '!'));
    csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    if (!csl_is_const(id, 0) || count) {
        sync->id = id;
        sync->count = count;
        sync->aligned = true;
    }
    if (p)
        sync->value = predicate[0] == '!' ? csl_not(ctx, csl_truth(ctx, p)) : p;
    bool whole = !sync->id;
    sync->counts = whole && csl_ptx_has(i, "popc");
    result(a, sync, i->operand[0], csl_ptx_has(i, "popc") ? CSL_U32 : CSL_BOOL,
           whole ? CSL_SCOPE_BLOCK : CSL_SCOPE_THREAD);
}

static csl_scope fence_scope(const csl_ptx *i) {
    return csl_ptx_has(i, "cta")       ? CSL_SCOPE_BLOCK
           : csl_ptx_has(i, "cluster") ? CSL_SCOPE_CLUSTER
                                       : CSL_SCOPE_GRID;
}

/* fence.proxy.async{.global, .shared::{cta, cluster}}; fence.proxy.alias */
static csl_proxy proxy_of(const csl_ptx *i) {
    if (!csl_ptx_has(i, "proxy"))
        return CSL_PROXY_NONE;
    if (!csl_ptx_is(i, "fence.proxy.async"))
        return CSL_PROXY_OTHER;
    return csl_ptx_has(i, "shared")   ? CSL_PROXY_SHARED
           : csl_ptx_has(i, "global") ? CSL_PROXY_GLOBAL
                                      : CSL_PROXY_ASYNC;
}

static void fence(csl_asm *a, const csl_ptx *i) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_FENCE, a->at);
    s->fence.scope = fence_scope(i);
    s->fence.proxy = proxy_of(i);
    if (csl_ptx_is(i, "fence.mbarrier_init"))
        a->L->narrow_fence = s;
}

/* The thread has come from a fence for the cluster and done nothing since. */
static bool is_behind_fence(const csl_lower_state *L) {
    const csl_stmt *fence = NULL;
    for (const csl_stmt *s = L->seq->first; s; s = s->next)
        if (s->kind == CSL_STMT_FENCE)
            fence = s->fence.proxy == CSL_PROXY_NONE && s->fence.scope >= CSL_SCOPE_CLUSTER &&
                            s != L->narrow_fence
                        ? s
                        : NULL;
        else if (s->kind != CSL_STMT_LET)
            fence = NULL;
    return fence != NULL;
}

/* How many arrivals an mbarrier.arrive... is; NULL: one. `given` is the operand behind the address.
 */
static csl_expr *arrivals(csl_asm *a, const csl_ptx *i, const char *given) {
    if (csl_ptx_is(i,
                   "cp.async.mbarrier.arrive")) /* what the copies bring they have added before */
        return csl_const(a->L->ctx, CSL_I32, csl_ptx_has(i, "noinc") ? 1 : 0);
    if (csl_ptx_is(i, "mbarrier.expect_tx") || csl_ptx_is(i, "mbarrier.complete_tx"))
        return csl_const(a->L->ctx, CSL_I32, 0);
    if (csl_ptx_has(i, "expect_tx")) /* one, but the phase ends when the bytes have come */
        return csl_const(a->L->ctx, CSL_I32, 1);
    csl_expr *count = given ? number(a, given) : NULL;
    return count && !csl_is_const(count, 1) ? count : NULL;
}

/* The bytes that a phase has to wait for from now on; `given` as above. */
static csl_expr *expected_bytes(csl_asm *a, const csl_ptx *i, const char *given) {
    return csl_ptx_has(i, "expect_tx") && given ? csl_asm_value(a, given, CSL_U32) : NULL;
}

/* mbarrier.<what> ..., [address], ... */
static bool barrier_object(csl_asm *a, const csl_ptx *i) {
    const char *address = NULL, *given = NULL;
    for (unsigned k = 0; k < i->noperands && !address; k++)
        if (i->operand[k][0] == '[') {
            address = i->operand[k];
            given = k + 1 < i->noperands ? i->operand[k + 1] : NULL;
        }
    if (!address)
        return false;
    csl_expr *object = csl_asm_address(a, address);
    if (csl_ptx_is(i, "mbarrier.init") || csl_ptx_is(i, "mbarrier.inval")) {
        csl_access *state = csl_emit_state(a->L, CSL_MODE_WRITE, object, a->at);
        if (csl_ptx_is(i, "mbarrier.init") && given)
            state->value = csl_cast(a->L->ctx, CSL_U64, csl_asm_value(a, given, CSL_U32));
        return true;
    }
    bool waits = csl_ptx_is(i, "mbarrier.try_wait") || csl_ptx_is(i, "mbarrier.test_wait");
    if (!waits && !csl_ptx_is(i, "mbarrier.arrive") && !csl_ptx_is(i, "mbarrier.arrive_drop") &&
        !csl_ptx_is(i, "mbarrier.expect_tx") && !csl_ptx_is(i, "mbarrier.complete_tx") &&
        !csl_ptx_is(i, "cp.async.mbarrier.arrive"))
        return false;
    csl_expr *count = waits ? NULL : arrivals(a, i, given);
    csl_expr *bytes = waits ? NULL : expected_bytes(a, i, given);
    bool by_parity = csl_ptx_has(i, "parity");
    csl_expr *token = waits && given && !by_parity ? csl_asm_value(a, given, CSL_U64) : NULL;
    csl_expr *parity = waits && given && by_parity ? csl_asm_value(a, given, CSL_U32) : NULL;
    csl_emit_state(a->L, waits ? CSL_MODE_READ : CSL_MODE_RMW, object, a->at);
    csl_sync *sync = csl_asm_emit_sync(a, waits ? CSL_SYNC_WAIT : CSL_SYNC_ARRIVE, CSL_SCOPE_BLOCK);
    sync->object = object;
    sync->count = count;
    sync->value = token;
    sync->parity = parity;
    sync->bytes = bytes;
    sync->drops = csl_ptx_is(i, "mbarrier.arrive_drop");
    sync->tracks = csl_ptx_is(i, "cp.async.mbarrier.arrive");
    sync->of_cluster = csl_ptx_has(i, "cluster");
    if (csl_ptx_has(i, "relaxed"))
        sync->orders = false;
    if (waits) /* it looks until the phase is over */
        csl_emit_state(a->L, CSL_MODE_READ, object, a->at);
    if (i->operand[0][0] == '[')
        return true;
    if (waits && a->repeats)
        csl_asm_write(a, i->operand[0], NULL);
    else if (waits)
        result(a, sync, i->operand[0], CSL_BOOL, CSL_SCOPE_THREAD);
    else
        result(a, sync, i->operand[0], CSL_U64, CSL_SCOPE_THREAD);
    return true;
}

void csl_asm_commit(csl_asm *a, csl_expr *object) {
    csl_emit_state(a->L, CSL_MODE_RMW, object, a->at);
    csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_ARRIVE, CSL_SCOPE_BLOCK);
    sync->object = object;
    sync->commits = true;
}

/* The lanes of a segment, from the operand c of shfl: its bits 8 to 12 are the complement of the
 * width less one. The bits below bound the source and say nothing of the segment. */
static uint32_t width_of(int64_t clamp) {
    return 32 - (uint32_t)(clamp >> 8 & 31);
}

/* shfl.sync.MODE.b32 d|p, value, lane, clamp, mask */
static bool shuffle(csl_asm *a, const csl_ptx *i) {
    bool sync_form = csl_ptx_is(i, "shfl.sync");
    if (i->noperands != (sync_form ? 5u : 4u))
        return false;
    csl_expr *value = csl_asm_value(a, i->operand[1], CSL_U32);
    csl_expr *lane = csl_cast(a->L->ctx, CSL_I32, number(a, i->operand[2])),
             *clamp = number(a, i->operand[3]);
    const uint32_t width = clamp->op == CSL_OP_CONST ? width_of(clamp->value) : 0;
    csl_expr *mask = sync_form ? csl_asm_value(a, i->operand[4], CSL_U32)
                               : csl_const(a->L->ctx, CSL_U32, 0); /* of before sm_70 */
    bool given = csl_ptx_has(i, "idx") && csl_is_const(clamp, 31);
    csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_SHUFFLE, CSL_SCOPE_WARP);
    sync->mask = mask;
    sync->value = value;
    sync->lane = given ? lane : NULL;
    sync->width = width;
    sync->swaps = csl_ptx_has(i, "bfly");
    sync->apart = sync->swaps ? lane : NULL;
    bool same = given && width == 32 && csl_is_plainly_uniform(lane);
    result(a, sync, i->operand[0], CSL_U32, same ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD);
    return true;
}

/* vote.sync.MODE d, p, mask;  redux.sync.OP d, a, mask;  match.any.sync d, a, mask */
static bool vote(csl_asm *a, const csl_ptx *i) {
    if (i->noperands < 2)
        return false;
    bool ballot = csl_ptx_has(i, "ballot"), is_vote = csl_ptx_is(i, "vote");
    const char *source = i->operand[1] + (i->operand[1][0] == '!');
    csl_expr *value =
        is_vote ? csl_asm_register(a, source) : csl_asm_value(a, i->operand[1], CSL_U32);
    csl_expr *mask = i->noperands > 2 ? csl_asm_value(a, i->operand[2], CSL_U32)
                                      : csl_const(a->L->ctx, CSL_U32, 0); /* of before sm_70 */
    csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    sync->mask = mask;
    sync->value = i->operand[1][0] == '!' ? NULL : value;
    if (i->operand[1][0] == '!' && value)
        sync->value = csl_not(a->L->ctx, csl_truth(a->L->ctx, value));
    bool differs = csl_ptx_is(i, "match.any");
    sync->makes = ballot && sync->value ? CSL_MASK_BALLOT
                  : differs             ? CSL_MASK_MATCH
                                        : CSL_MASK_NONE;
    result(a, sync, i->operand[0], is_vote && !ballot ? CSL_BOOL : CSL_U32,
           differs ? CSL_SCOPE_THREAD : CSL_SCOPE_WARP);
    return true;
}

/* Instructions that all threads of a warp, or of a group of four, have to execute together, and
 * that exchange nothing this tool knows of. */
static const struct {
    const char *prefix;
    uint32_t threads;
} together[] = {
#define COLLECTIVE(prefix, threads) {prefix, threads},
#define SPELLINGS(cuda, ptx, wrapper)
#include "collectives.def"
#undef COLLECTIVE
#undef SPELLINGS
};

void csl_asm_together(csl_asm *a, const csl_ptx *i) {
    uint32_t threads = csl_ptx_has(i, "aligned") ? 32 : 0;
    for (size_t k = 0; k < sizeof together / sizeof *together; k++)
        if (csl_ptx_is(i, together[k].prefix))
            threads = together[k].threads;
    if (!threads)
        return;
    csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    sync->tile = threads;
    if (csl_ptx_is(i, "setmaxnreg") && i->noperands) /* what makes it another one */
        sync->value = csl_asm_value(a, i->operand[0], CSL_U32);
}

bool csl_asm_sync(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "bar.warp.sync")) {
        csl_expr *mask = i->noperands ? csl_asm_value(a, i->operand[0], CSL_U32)
                                      : csl_const(a->L->ctx, CSL_U32, 0xffffffff);
        csl_asm_emit_sync(a, CSL_SYNC_BARRIER, CSL_SCOPE_WARP)->mask =
            csl_cast(a->L->ctx, CSL_U32, mask);
    } else if (csl_ptx_is(i, "barrier.cluster.arrive")) {
        /* ... with a fence before it a relaxed one orders as much (PTX ISA, barrier.cluster) */
        const bool orders = !csl_ptx_has(i, "relaxed") || is_behind_fence(a->L);
        csl_asm_emit_sync(a, CSL_SYNC_ARRIVE, CSL_SCOPE_CLUSTER)->orders = orders;
    } else if (csl_ptx_is(i, "barrier.cluster.wait")) {
        csl_asm_emit_sync(a, CSL_SYNC_WAIT, CSL_SCOPE_CLUSTER);
    } else if (csl_ptx_is(i, "bar.sync") || csl_ptx_is(i, "bar.cta.sync") ||
               csl_ptx_is(i, "barrier.sync") || csl_ptx_is(i, "barrier.cta.sync")) {
        block_barrier(a, i, CSL_SYNC_BARRIER, 0);
    } else if (csl_ptx_is(i, "bar.arrive") || csl_ptx_is(i, "bar.cta.arrive") ||
               csl_ptx_is(i, "barrier.arrive") || csl_ptx_is(i, "barrier.cta.arrive")) {
        block_barrier(a, i, CSL_SYNC_ARRIVE, 0);
    } else if (csl_ptx_is(i, "bar.red") || csl_ptx_is(i, "barrier.red") ||
               csl_ptx_is(i, "bar.cta.red") || csl_ptx_is(i, "barrier.cta.red")) {
        reduction_barrier(a, i);
    } else if (csl_ptx_has(i, "tensormap::generic")) {
        return csl_asm_map(a, i);
    } else if (csl_ptx_is(i, "membar") || csl_ptx_is(i, "fence")) {
        fence(a, i);
    } else if (csl_ptx_is(i, "exit")) {
        csl_emit(a->L, CSL_STMT_EXIT, a->at);
    } else if (csl_ptx_is(i, "trap") || (csl_ptx_is(i, "brkpt") && a->L->act->conditions)) {
        /* aborts the kernel: taken not to happen. A breakpoint under no condition stands for what
         * is not made for the architecture */
        csl_emit(a->L, CSL_STMT_ASSUME, a->at)->cond = csl_false(a->L->ctx);
    } else if (csl_ptx_is(i, "shfl")) {
        return shuffle(a, i);
    } else if (csl_ptx_is(i, "vote") || csl_ptx_is(i, "redux.sync") || csl_ptx_is(i, "match")) {
        return vote(a, i);
    } else if (csl_ptx_is(i, "griddepcontrol")) {
        csl_sync_kind kind = csl_ptx_has(i, "wait") ? CSL_SYNC_WAIT : CSL_SYNC_ARRIVE;
        csl_asm_emit_sync(a, kind, CSL_SCOPE_GRID)->orders = false;
    } else if (csl_ptx_is(i, "activemask")) {
        csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
        sync->mask = csl_const(a->L->ctx, CSL_U32, 0);
        sync->makes = CSL_MASK_ACTIVE;
        if (i->noperands)
            result(a, sync, i->operand[0], CSL_U32, CSL_SCOPE_THREAD);
    } else if (csl_ptx_is(i, "elect.sync")) {
        csl_expr *mask = i->noperands > 1 ? csl_asm_value(a, i->operand[1], CSL_U32)
                                          : csl_const(a->L->ctx, CSL_U32, 0xffffffff);
        csl_sync *sync = csl_asm_emit_sync(a, CSL_SYNC_ELECT, CSL_SCOPE_WARP);
        sync->mask = csl_cast(a->L->ctx, CSL_U32, mask);
        if (!i->noperands)
            return true;
        const char *bar = strchr(i->operand[0], '|');
        csl_asm_write(a, i->operand[0], NULL);
        result(a, sync, bar ? bar + 1 : i->operand[0], CSL_BOOL, CSL_SCOPE_THREAD);
    } else if (csl_ptx_is(i, "mbarrier") || csl_ptx_is(i, "cp.async.mbarrier")) {
        return barrier_object(a, i);
    } else {
        return false;
    }
    return true;
}
