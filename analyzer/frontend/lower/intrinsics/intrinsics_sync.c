/* Intrinsics: barriers, and objects that threads wait for. */
#include "intrinsics.h"

csl_sync *csl_emit_sync(csl_intrinsic *c, csl_sync_kind kind, csl_scope s) {
    csl_lower_state *L = c->L;
    csl_stmt *stmt = csl_emit(L, CSL_STMT_SYNC, c->cursor);
    const char *name = L->act->shim ? L->act->user_text : csl_text_of(L->places, c->cursor);
    csl_sync *sync = CSL_NEW(L->ctx, csl_sync);
    sync->kind = kind;
    sync->scope = s;
    sync->orders = kind == CSL_SYNC_BARRIER || kind == CSL_SYNC_ARRIVE || kind == CSL_SYNC_WAIT;
    sync->result = CSL_NO_VAR;
    sync->name = name ? name : csl_spelling(L->ctx, clang_getCursorReferenced(c->cursor));
    stmt->text = name;
    stmt->sync = sync;
    return sync;
}

/* ---- barriers -------------------------------------------------------------------------------- */

csl_expr *csl_do_barrier(csl_intrinsic *c) {
    csl_scope s = csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD);
    csl_emit_sync(c, CSL_SYNC_BARRIER, s);
    return NULL;
}

csl_expr *csl_do_syncthreads(csl_intrinsic *c) {
    csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    return NULL;
}

void csl_lower_block_barrier(csl_lower_state *L, CXCursor call) {
    csl_intrinsic c = {.L = L, .cursor = call};
    csl_emit_sync(&c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
}

csl_expr *csl_do_barrier_result(csl_intrinsic *c) {
    csl_scope s = csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD);
    csl_expr *pred = csl_truth(c->L->ctx, csl_intrinsic_value(c, 1));
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_BARRIER, s);
    sync->value = pred;
    sync->counts = csl_intrinsic_number(c, 2, 0) != 0;
    sync->result = csl_intrinsic_new_result(c);
    sync->result_scope = s;
    return csl_var_value(c->L, sync->result);
}

csl_expr *csl_do_barrier_mask(csl_intrinsic *c) {
    csl_expr *mask = csl_intrinsic_value(c, 0);
    csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_WARP)->mask = mask;
    return NULL;
}

/* Position of the thread in its warp. */
static csl_expr *lane_id(csl_ctx *ctx) {
    return csl_binary(ctx, CSL_OP_BAND, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 31));
}

void csl_intrinsic_set_tile(csl_intrinsic *c, csl_sync *sync, csl_expr *lanes) {
    csl_ctx *ctx = c->L->ctx;
    if (lanes->op == CSL_OP_CONST && lanes->value > 0 && lanes->value <= 32) {
        sync->tile = (uint32_t)lanes->value;
        return;
    }
    csl_expr *n = csl_cast(ctx, CSL_U32, lanes), *one = csl_const(ctx, CSL_U32, 1);
    csl_expr *all = csl_const(ctx, CSL_U32, 0xffffffff), *lane = lane_id(ctx);
    csl_expr *first = csl_binary(ctx, CSL_OP_SUB, lane, csl_binary(ctx, CSL_OP_REM, lane, n));
    csl_expr *run = csl_binary(ctx, CSL_OP_SUB, csl_binary(ctx, CSL_OP_SHL, one, n), one);
    sync->mask = csl_ite(ctx, csl_binary(ctx, CSL_OP_LT, n, csl_const(ctx, CSL_U32, 32)),
                         csl_binary(ctx, CSL_OP_SHL, run, first), all);
}

csl_expr *csl_do_barrier_tile(csl_intrinsic *c) {
    csl_expr *lanes = csl_intrinsic_value(c, 0);
    csl_intrinsic_set_tile(c, csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_WARP), lanes);
    return NULL;
}

void csl_split_numbers(csl_lower_state *L, int64_t first, CXCursor at) {
    csl_ctx *ctx = L->ctx;
    csl_stmt *whole = L->seq->last;
    csl_expr *id = whole->sync->id;
    if (!id || id->op == CSL_OP_CONST)
        return;
    csl_seq_drop_last(L->seq);
    csl_seq *outer = L->seq;
    csl_stmt **other = NULL;
    for (int64_t k = first; k < first + CSL_NAMED_BARRIERS; k++) {
        csl_seq arm = {0}, here = {0};
        L->seq = other ? &here : outer;
        csl_stmt *test = csl_emit(L, CSL_STMT_IF, at);
        test->branch.cond = csl_binary(ctx, CSL_OP_EQ, id, csl_const(ctx, id->type, k));
        csl_stmt *one = csl_stmt_new(ctx, CSL_STMT_SYNC, whole->place);
        one->text = whole->text;
        one->sync = CSL_NEW(ctx, csl_sync);
        *one->sync = *whole->sync;
        one->sync->id = csl_const(ctx, CSL_I32, k);
        one->sync->whole = whole;
        csl_seq_add(&arm, one);
        test->branch.body = arm.first;
        if (other)
            *other = test;
        other = &test->branch.other;
    }
    *other = whole;
    L->seq = outer;
}

/* bar.sync 0 without a count is the block's barrier. */
csl_expr *csl_do_barrier_named(csl_intrinsic *c) {
    csl_expr *id = csl_intrinsic_value(c, 0), *count = csl_intrinsic_value(c, 1);
    bool aligned = csl_intrinsic_number(c, 2, 0) != 0;
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    if (csl_is_const(id, 0) && csl_is_const(count, 0)) {
        sync->meets = !aligned;
        return NULL;
    }
    sync->id = id;
    sync->count = csl_is_const(count, 0) ? NULL : count;
    sync->aligned = aligned;
    csl_split_numbers(c->L, 0, c->cursor);
    return NULL;
}

/* Of a tile wider than a warp: a barrier of its own, for which no program has a name. */
csl_expr *csl_do_barrier_wide(csl_intrinsic *c) {
    csl_expr *id = csl_intrinsic_value(c, 0), *count = csl_intrinsic_value(c, 1);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    sync->id = id;
    sync->count = count;
    sync->tile = count->op == CSL_OP_CONST ? (uint32_t)count->value : 64;
    csl_split_numbers(c->L, CSL_NAMED_BARRIERS, c->cursor);
    return NULL;
}

csl_expr *csl_do_arrive_named(csl_intrinsic *c) {
    csl_expr *id = csl_intrinsic_value(c, 0), *count = csl_intrinsic_value(c, 1);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_ARRIVE, CSL_SCOPE_BLOCK);
    sync->id = id;
    sync->count = count;
    csl_split_numbers(c->L, 0, c->cursor);
    return NULL;
}

csl_expr *csl_do_arrive(csl_intrinsic *c) {
    csl_emit_sync(c, CSL_SYNC_ARRIVE, csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD));
    return NULL;
}

csl_expr *csl_do_wait(csl_intrinsic *c) {
    csl_emit_sync(c, CSL_SYNC_WAIT, csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD));
    return NULL;
}

csl_access *csl_emit_state(csl_lower_state *L, csl_mode mode, csl_expr *object, CXCursor at) {
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, at);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = L->act->shim ? L->act->user_text : csl_text_here(L, at);
    s->access = a;
    a->mode = mode;
    a->address = object;
    a->type = CSL_U64;
    a->bytes = 8;
    a->result = CSL_NO_VAR;
    a->is_state = true;
    if (mode != CSL_MODE_WRITE) {
        a->atomic = mode == CSL_MODE_READ ? CSL_ATOMIC_LOAD : CSL_ATOMIC_SUB;
        a->atomic_scope = CSL_SCOPE_GRID;
    }
    return a;
}

csl_expr *csl_do_object_init(csl_intrinsic *c) {
    csl_expr *object = csl_intrinsic_value(c, 0), *count = csl_intrinsic_value(c, 1);
    csl_emit_state(c->L, CSL_MODE_WRITE, object, c->cursor)->value =
        csl_cast(c->L->ctx, CSL_U64, count);
    return NULL;
}

/* object, how many arrivals, whether it drops out; the result is the token to wait with. */
csl_expr *csl_do_object_arrive(csl_intrinsic *c) {
    csl_expr *object = csl_intrinsic_value(c, 0), *count = csl_intrinsic_value(c, 1);
    bool drops = csl_intrinsic_number(c, 2, 0) != 0;
    csl_emit_state(c->L, CSL_MODE_RMW, object, c->cursor);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_ARRIVE, CSL_SCOPE_BLOCK);
    sync->object = object;
    sync->count = csl_is_const(count, 1) ? NULL : count;
    sync->drops = drops;
    sync->tracks = csl_is_const(count, 0);
    sync->result = csl_intrinsic_new_result(c);
    sync->result_scope = CSL_SCOPE_THREAD;
    return csl_var_value(c->L, sync->result);
}

/* Object, and the token or the parity of the phase. */
static csl_sync *wait_for_object(csl_intrinsic *c, bool by_parity) {
    csl_expr *object = csl_intrinsic_value(c, 0), *phase = csl_intrinsic_value(c, 1);
    csl_emit_state(c->L, CSL_MODE_READ, object, c->cursor);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_WAIT, CSL_SCOPE_BLOCK);
    sync->object = object;
    sync->value = by_parity || csl_is_const(phase, 0) ? NULL : phase;
    sync->parity = by_parity ? csl_cast(c->L->ctx, CSL_U32, phase) : NULL;
    csl_emit_state(c->L, CSL_MODE_READ, object, c->cursor); /* it looks until the phase is over */
    return sync;
}

static csl_expr *look_at_object(csl_intrinsic *c, bool by_parity) {
    csl_sync *sync = wait_for_object(c, by_parity);
    sync->result = csl_intrinsic_new_result(c);
    sync->result_scope = CSL_SCOPE_THREAD;
    return csl_var_value(c->L, sync->result);
}

csl_expr *csl_do_object_wait(csl_intrinsic *c) {
    wait_for_object(c, false);
    return NULL;
}

csl_expr *csl_do_object_wait_parity(csl_intrinsic *c) {
    wait_for_object(c, true);
    return NULL;
}

csl_expr *csl_do_object_look(csl_intrinsic *c) {
    return look_at_object(c, false);
}

csl_expr *csl_do_object_look_parity(csl_intrinsic *c) {
    return look_at_object(c, true);
}

csl_expr *csl_do_object_barrier(csl_intrinsic *c) {
    csl_expr *object = csl_intrinsic_value(c, 0);
    csl_emit_state(c->L, CSL_MODE_RMW, object, c->cursor);
    csl_emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK)->object = object;
    csl_emit_state(c->L, CSL_MODE_READ, object, c->cursor);
    return NULL;
}

csl_expr *csl_do_depend(csl_intrinsic *c) {
    const bool waits = csl_intrinsic_number(c, 0, 1) != 0;
    csl_emit_sync(c, waits ? CSL_SYNC_WAIT : CSL_SYNC_ARRIVE, CSL_SCOPE_GRID)->orders = false;
    return NULL;
}

csl_expr *csl_do_fence(csl_intrinsic *c) {
    csl_scope s = csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD);
    csl_emit(c->L, CSL_STMT_FENCE, c->cursor)->fence.scope = s;
    return NULL;
}
