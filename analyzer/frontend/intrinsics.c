/* The __csl_* functions that the embedded CUDA headers are written in, and clang's builtins. */
#include "lower_impl.h"

#include <string.h>

typedef struct intrinsic_call {
    csl_lower_state *L;
    CXCursor cursor;
    csl_lval *dest; /* class results */
    CXType type;    /* of the result */
} intrinsic_call;

typedef csl_expr *(*intrinsic_fn)(intrinsic_call *c);

/* ---- arguments and results -------------------------------------------------------------------- */

static CXCursor arg(intrinsic_call *c, unsigned i)
{
    return clang_Cursor_getArgument(c->cursor, i);
}

static csl_expr *value(intrinsic_call *c, unsigned i)
{
    return csl_rvalue(c->L, arg(c, i));
}

/* A constant argument; `otherwise` if it is not constant. */
static int64_t number(intrinsic_call *c, unsigned i, int64_t otherwise)
{
    csl_expr *v = value(c, i);
    return v->op == CSL_OP_CONST ? v->value : otherwise;
}

static csl_scope scope(intrinsic_call *c, unsigned i)
{
    int64_t s = number(c, i, CSL_SCOPE_THREAD);
    return s >= 0 && s < CSL_SCOPE_COUNT ? (csl_scope)s : CSL_SCOPE_THREAD;
}

static uint32_t new_result(intrinsic_call *c)
{
    csl_type type = csl_scalar_type(c->type);
    return csl_new_var(c->L, "", type == CSL_VOID ? CSL_I32 : type, clang_getNullCursor());
}

static csl_sync *emit_sync(intrinsic_call *c, csl_sync_kind kind, csl_scope s)
{
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

/* A class-typed value of this scope goes to dest. */
static void made_up_class(intrinsic_call *c, csl_scope s, const char *why)
{
    if (c->dest)
        csl_forget(c->L, *c->dest, s, c->cursor, why);
}

/* ---- barriers ----------------------------------------------------------------------------------- */

static csl_expr *barrier(intrinsic_call *c)
{
    csl_scope s = scope(c, 0);
    emit_sync(c, CSL_SYNC_BARRIER, s);
    return NULL;
}

static csl_expr *syncthreads(intrinsic_call *c)
{
    emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    return NULL;
}

static csl_expr *barrier_result(intrinsic_call *c)
{
    csl_scope s = scope(c, 0);
    csl_expr *pred = value(c, 1);
    csl_sync *sync = emit_sync(c, CSL_SYNC_BARRIER, s);
    sync->value = pred;
    sync->result = new_result(c);
    sync->result_scope = s;
    return csl_var_value(c->L, sync->result);
}

static csl_expr *barrier_mask(intrinsic_call *c)
{
    csl_expr *mask = value(c, 0);
    emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_WARP)->mask = mask;
    return NULL;
}

/* Position of the thread in its warp: x runs first, then y, then z. */
static csl_expr *lane_id(csl_ctx *ctx)
{
    csl_expr *x = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0), *y = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 1);
    csl_expr *z = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 2);
    csl_expr *rows = csl_binary(
        ctx, CSL_OP_ADD,
        csl_binary(ctx, CSL_OP_MUL, z, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 1)), y);
    csl_expr *rank = csl_binary(
        ctx, CSL_OP_ADD,
        csl_binary(ctx, CSL_OP_MUL, rows, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 0)), x);
    return csl_binary(ctx, CSL_OP_BAND, rank, csl_const(ctx, CSL_U32, 31));
}

/* Who takes part in a tile of `lanes` lanes: a number if it is known here, else a mask that folds
 * to a constant once the analysis knows it. */
static void set_tile(intrinsic_call *c, csl_sync *sync, csl_expr *lanes)
{
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

static csl_expr *barrier_tile(intrinsic_call *c)
{
    csl_expr *lanes = value(c, 0);
    set_tile(c, emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_WARP), lanes);
    return NULL;
}

/* bar.sync 0 without a count is the block's barrier. */
static csl_expr *barrier_named(intrinsic_call *c)
{
    csl_expr *id = value(c, 0), *count = value(c, 1);
    bool aligned = number(c, 2, 0) != 0;
    csl_sync *sync = emit_sync(c, CSL_SYNC_BARRIER, CSL_SCOPE_BLOCK);
    if (csl_is_const(id, 0) && csl_is_const(count, 0))
        return NULL;
    sync->id = id;
    sync->count = csl_is_const(count, 0) ? NULL : count;
    sync->aligned = aligned;
    return NULL;
}

static csl_expr *arrive_named(intrinsic_call *c)
{
    csl_expr *id = value(c, 0), *count = value(c, 1);
    csl_sync *sync = emit_sync(c, CSL_SYNC_ARRIVE, CSL_SCOPE_BLOCK);
    sync->id = id;
    sync->count = count;
    return NULL;
}

static csl_expr *arrive(intrinsic_call *c)
{
    emit_sync(c, CSL_SYNC_ARRIVE, scope(c, 0));
    return NULL;
}

static csl_expr *wait(intrinsic_call *c)
{
    emit_sync(c, CSL_SYNC_WAIT, scope(c, 0));
    return NULL;
}

static csl_expr *object_init(intrinsic_call *c)
{
    csl_stmt *s;
    csl_expr *object = value(c, 0);
    csl_discard(c->L, arg(c, 1));
    s = csl_emit(c->L, CSL_STMT_ACCESS, c->cursor);
    s->text = c->L->act->user_text;
    s->access = CSL_NEW(c->L->ctx, csl_access);
    s->access->mode = CSL_MODE_WRITE;
    s->access->address = object;
    s->access->type = CSL_U64;
    s->access->bytes = 8;
    s->access->result = CSL_NO_VAR;
    return NULL;
}

static csl_expr *object_sync(intrinsic_call *c, csl_sync_kind kind)
{
    csl_expr *object = value(c, 0);
    emit_sync(c, kind, CSL_SCOPE_BLOCK)->object = object;
    return NULL;
}

static csl_expr *object_arrive(intrinsic_call *c)
{
    return object_sync(c, CSL_SYNC_ARRIVE);
}

static csl_expr *object_wait(intrinsic_call *c)
{
    return object_sync(c, CSL_SYNC_WAIT);
}

static csl_expr *fence(intrinsic_call *c)
{
    csl_scope s = scope(c, 0);
    csl_emit(c->L, CSL_STMT_FENCE, c->cursor)->fence.scope = s;
    return NULL;
}

/* ---- lanes ---------------------------------------------------------------------------------------- */

/* The value an exchange offers: scalars only, a class is evaluated for its accesses. */
static csl_expr *offered(intrinsic_call *c, unsigned i)
{
    if (csl_scalar_type(clang_getCursorType(arg(c, i))) != CSL_VOID)
        return value(c, i);
    csl_bind_reference(c->L, arg(c, i), clang_getCursorType(arg(c, i)));
    return NULL;
}

static csl_expr *exchange_result(intrinsic_call *c, csl_sync *sync, csl_scope s)
{
    sync->result_scope = s;
    if (csl_scalar_type(c->type) == CSL_VOID) {
        made_up_class(c, s, "exchanged between lanes");
        return NULL;
    }
    sync->result = new_result(c);
    return csl_var_value(c->L, sync->result);
}

static csl_expr *vote(intrinsic_call *c)
{
    csl_expr *mask = value(c, 0), *v = offered(c, 1);
    csl_sync *sync = emit_sync(c, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    sync->mask = mask;
    sync->value = v;
    return exchange_result(c, sync, CSL_SCOPE_WARP);
}

/* A tile smaller than a warp agrees only within the tile. */
static csl_expr *vote_tile(intrinsic_call *c)
{
    csl_expr *lanes = value(c, 0), *v = offered(c, 1);
    csl_sync *sync = emit_sync(c, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    set_tile(c, sync, lanes);
    sync->value = v;
    return exchange_result(c, sync, sync->tile == 32 ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD);
}

static bool is_warp_uniform(const csl_expr *e)
{
    if (!e || e->op == CSL_OP_TID || e->op == CSL_OP_VAR || e->op == CSL_OP_SYM)
        return false;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_warp_uniform(e->kids[i]))
            return false;
    return true;
}

static csl_expr *shuffle(intrinsic_call *c)
{
    csl_expr *mask = value(c, 0), *v = offered(c, 1), *lane = value(c, 2);
    int64_t width = number(c, 3, 0);
    bool given = number(c, 4, 0) != 0;
    csl_sync *sync = emit_sync(c, CSL_SYNC_SHUFFLE, CSL_SCOPE_WARP);
    sync->mask = mask;
    sync->value = v ? v : csl_const(c->L->ctx, CSL_I32, 0); /* a class: its parts are unknown */
    sync->lane = given ? lane : NULL;
    sync->width = width > 0 && width <= 32 ? (uint32_t)width : 1;
    /* The analysis may find the lane uniform too; here only what is plain to see. */
    bool same = given && sync->width == 32 && is_warp_uniform(lane);
    return exchange_result(c, sync, same ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD);
}

static csl_expr *elect(intrinsic_call *c)
{
    csl_sync *sync = emit_sync(c, CSL_SYNC_ELECT, scope(c, 0));
    return exchange_result(c, sync, CSL_SCOPE_THREAD);
}

/* ---- memory --------------------------------------------------------------------------------------- */

static csl_access *access_at(intrinsic_call *c, csl_mode mode, csl_expr *address, csl_type type,
                             uint64_t bytes, CXCursor pointer)
{
    csl_lower_state *L = c->L;
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, c->cursor);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = L->act->shim ? L->act->user_text : csl_text_of(L->places, pointer);
    s->access = a;
    a->mode = mode;
    a->address = address;
    a->type = type;
    a->bytes = (uint32_t)bytes;
    a->result = CSL_NO_VAR;
    a->through = csl_root_name(L, address);
    return a;
}

static csl_order order(intrinsic_call *c, unsigned i)
{
    int64_t o = number(c, i, CSL_ORDER_RELAXED);
    return o >= 0 && o <= CSL_ORDER_SEQ_CST ? (csl_order)o : CSL_ORDER_RELAXED;
}

static csl_access *atomic_access(intrinsic_call *c, csl_mode mode, csl_expr *address,
                                 csl_atomic op, csl_scope s, csl_order o)
{
    CXType pointee =
        clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(arg(c, 0))));
    csl_access *a = access_at(c, mode, address, csl_scalar_type(pointee), csl_sizeof(pointee),
                              arg(c, 0));
    a->atomic = op;
    a->atomic_scope = s;
    a->order = o;
    return a;
}

static csl_expr *access_result(intrinsic_call *c, csl_access *a, const char *why)
{
    if (a->type == CSL_VOID) {
        made_up_class(c, CSL_SCOPE_THREAD, why);
        return NULL;
    }
    a->result = csl_new_var(c->L, "", a->type, clang_getNullCursor());
    return csl_var_value(c->L, a->result);
}

static csl_expr *atomic(intrinsic_call *c)
{
    csl_expr *address = value(c, 0), *v = offered(c, 1);
    int64_t op = number(c, 2, CSL_ATOMIC_EXCH);
    csl_scope s = scope(c, 3);
    csl_access *a =
        atomic_access(c, CSL_MODE_RMW, address, (csl_atomic)op, s, order(c, 4));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    return access_result(c, a, "result of an atomic");
}

static csl_expr *cas(intrinsic_call *c)
{
    csl_expr *address = value(c, 0), *compare = offered(c, 1), *v = offered(c, 2);
    csl_scope s = scope(c, 3);
    csl_access *a = atomic_access(c, CSL_MODE_RMW, address, CSL_ATOMIC_CAS, s, order(c, 4));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    a->compare = compare ? csl_cast(c->L->ctx, a->type, compare) : NULL;
    return access_result(c, a, "result of an atomic");
}

static csl_expr *atomic_load(intrinsic_call *c)
{
    csl_expr *address = value(c, 0);
    csl_scope s = scope(c, 1);
    csl_access *a = atomic_access(c, CSL_MODE_READ, address, CSL_ATOMIC_LOAD, s, order(c, 2));
    return access_result(c, a, "result of an atomic");
}

static csl_expr *atomic_store(intrinsic_call *c)
{
    csl_expr *address = value(c, 0), *v = offered(c, 1);
    csl_scope s = scope(c, 2);
    csl_access *a = atomic_access(c, CSL_MODE_WRITE, address, CSL_ATOMIC_STORE, s, order(c, 3));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    return NULL;
}

/* A range whose size is not constant is touched byte by byte. */
static void copy_range(intrinsic_call *c, csl_expr *dst, csl_expr *src, csl_expr *bytes,
                       bool is_async)
{
    csl_lower_state *L = c->L;
    csl_ctx *ctx = L->ctx;
    if (bytes->op == CSL_OP_CONST && bytes->value >= 0 && bytes->value <= UINT32_MAX) {
        if (src)
            access_at(c, CSL_MODE_READ, src, CSL_VOID, (uint64_t)bytes->value, arg(c, 1));
        access_at(c, CSL_MODE_WRITE, dst, CSL_VOID, (uint64_t)bytes->value, arg(c, 0))->is_async =
            is_async;
        return;
    }
    uint32_t index = csl_new_var(L, "", CSL_I64, clang_getNullCursor());
    csl_expr *i = csl_var_value(L, index);
    csl_expr *limit = csl_cast(ctx, CSL_I64, bytes);
    csl_emit_let(L, index, csl_const(ctx, CSL_I64, 0), c->cursor, NULL);
    csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, c->cursor);
    block->block.label = csl_new_label(L);
    csl_stmt *loop = csl_stmt_new(ctx, CSL_STMT_LOOP, block->place);
    block->block.body = loop;
    csl_seq *outer = L->seq, body = {0}, leave = {0};
    L->seq = &body;
    csl_stmt *test = csl_emit(L, CSL_STMT_IF, c->cursor);
    test->origin = CSL_FROM_LOOP;
    test->branch.cond = csl_binary(ctx, CSL_OP_LE, limit, i);
    L->seq = &leave;
    csl_emit_br(L, block->block.label, CSL_FROM_LOOP, c->cursor);
    test->branch.body = leave.first;
    L->seq = &body;
    if (src)
        access_at(c, CSL_MODE_READ, csl_binary(ctx, CSL_OP_ADD, src, i), CSL_U8, 1, arg(c, 1));
    access_at(c, CSL_MODE_WRITE, csl_binary(ctx, CSL_OP_ADD, dst, i), CSL_U8, 1, arg(c, 0))
        ->is_async = is_async;
    csl_emit_let(L, index, csl_binary(ctx, CSL_OP_ADD, i, csl_const(ctx, CSL_I64, 1)), c->cursor,
                 NULL);
    L->seq = outer;
    loop->block.body = body.first;
}

static csl_expr *async_copy(intrinsic_call *c)
{
    csl_expr *dst = value(c, 0), *src = value(c, 1), *bytes = value(c, 2);
    copy_range(c, dst, src, bytes, true);
    return NULL;
}

static csl_expr *copy(intrinsic_call *c)
{
    csl_expr *dst = value(c, 0), *src = value(c, 1), *bytes = value(c, 2);
    copy_range(c, dst, src, bytes, false);
    return NULL;
}

static csl_expr *fill(intrinsic_call *c)
{
    csl_expr *dst = value(c, 0);
    csl_discard(c->L, arg(c, 1));
    copy_range(c, dst, NULL, value(c, 2), false);
    return NULL;
}

static csl_expr *async_commit(intrinsic_call *c)
{
    csl_emit(c->L, CSL_STMT_ASYNC, c->cursor);
    return NULL;
}

static csl_expr *async_wait(intrinsic_call *c)
{
    int64_t pending = number(c, 0, 0);
    csl_stmt *s = csl_emit(c->L, CSL_STMT_ASYNC, c->cursor);
    s->async.wait = true;
    s->async.pending = (uint32_t)pending;
    return NULL;
}

/* ---- values ----------------------------------------------------------------------------------------- */

static csl_expr *uniform(intrinsic_call *c)
{
    csl_scope s = scope(c, 0);
    if (csl_scalar_type(c->type) == CSL_VOID) {
        made_up_class(c, s, "value of a library function");
        return NULL;
    }
    return csl_emit_havoc(c->L, csl_scalar_type(c->type), s, c->cursor,
                          "value of a library function");
}

/* Equal arguments, equal results; the name is the calling function's. */
static csl_expr *pure(intrinsic_call *c)
{
    csl_lower_state *L = c->L;
    int n = clang_Cursor_getNumArguments(c->cursor);
    csl_expr **kids = csl_alloc(L->ctx, (size_t)(n + 1) * sizeof *kids);
    unsigned used = 0;
    for (int i = 0; i < n; i++) {
        csl_expr *v = offered(c, (unsigned)i);
        if (v)
            kids[used++] = v;
    }
    if (used < (unsigned)n && csl_scalar_type(c->type) != CSL_VOID) /* depends on a class */
        return csl_emit_havoc(L, csl_scalar_type(c->type), CSL_SCOPE_THREAD, c->cursor,
                              "value of a library function");
    if (csl_scalar_type(c->type) == CSL_VOID) {
        made_up_class(c, CSL_SCOPE_THREAD, "value of a library function");
        return NULL;
    }
    return csl_pure(L->ctx, csl_scalar_type(c->type), csl_spelling(L->ctx, L->act->function), used,
                    kids);
}

static csl_expr *bits(intrinsic_call *c, csl_op op)
{
    csl_expr *a = value(c, 0);
    csl_type type = csl_scalar_type(c->type);
    csl_expr *r = csl_unary(c->L->ctx, op, op == CSL_OP_BREV ? (csl_type)a->type : CSL_I32, a);
    return csl_cast(c->L->ctx, type, r);
}

static csl_expr *popc(intrinsic_call *c)
{
    return bits(c, CSL_OP_POPC);
}

static csl_expr *clz(intrinsic_call *c)
{
    return bits(c, CSL_OP_CLZ);
}

static csl_expr *find_first(intrinsic_call *c)
{
    return bits(c, CSL_OP_FFS);
}

static csl_expr *brev(intrinsic_call *c)
{
    return bits(c, CSL_OP_BREV);
}

static csl_expr *min_max(intrinsic_call *c, csl_op op)
{
    csl_expr *a = value(c, 0), *b = value(c, 1);
    csl_type declared = csl_scalar_type(c->type);
    csl_type type = csl_common((csl_type)a->type, (csl_type)b->type);
    csl_expr *r = csl_binary(c->L->ctx, op, csl_cast(c->L->ctx, type, a),
                             csl_cast(c->L->ctx, type, b));
    return csl_cast(c->L->ctx, declared, r);
}

static csl_expr *minimum(intrinsic_call *c)
{
    return min_max(c, CSL_OP_MIN);
}

static csl_expr *maximum(intrinsic_call *c)
{
    return min_max(c, CSL_OP_MAX);
}

/* ---- control ---------------------------------------------------------------------------------------- */

static csl_expr *assume(intrinsic_call *c)
{
    csl_expr *holds = csl_condition(c->L, arg(c, 0));
    if (csl_is_true(holds))
        return NULL;
    csl_stmt *s = csl_emit(c->L, CSL_STMT_ASSUME, c->cursor);
    s->cond = holds;
    s->text = c->L->act->shim ? c->L->act->user_text : csl_text_of(c->L->places, arg(c, 0));
    return NULL;
}

static csl_expr *leave(intrinsic_call *c)
{
    csl_emit(c->L, CSL_STMT_EXIT, c->cursor);
    return NULL;
}

static csl_expr *opaque(intrinsic_call *c)
{
    csl_lower_state *L = c->L;
    const char *reason = "library function that is not modelled";
    CXCursor a = arg(c, 0);
    CXEvalResult r = clang_Cursor_Evaluate(a);
    if (r && clang_EvalResult_getKind(r) == CXEval_StrLiteral)
        reason = csl_intern(L->ctx, clang_EvalResult_getAsStr(r));
    if (r)
        clang_EvalResult_dispose(r);
    csl_emit_opaque(L, c->cursor, reason);
    return NULL;
}

static csl_expr *first_argument(intrinsic_call *c)
{
    csl_expr *v = value(c, 0);
    for (int i = 1; i < clang_Cursor_getNumArguments(c->cursor); i++)
        csl_discard(c->L, arg(c, (unsigned)i));
    return csl_cast(c->L->ctx, csl_scalar_type(c->type), v);
}

static csl_expr *nothing(intrinsic_call *c)
{
    for (int i = 0; i < clang_Cursor_getNumArguments(c->cursor); i++)
        csl_discard(c->L, arg(c, (unsigned)i));
    return NULL;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    intrinsic_fn fn;
} table[] = {
    {"__csl_barrier", barrier}, {"__csl_barrier_result", barrier_result},
    {"__csl_barrier_mask", barrier_mask}, {"__csl_barrier_tile", barrier_tile},
    {"__csl_barrier_named", barrier_named}, {"__csl_arrive_named", arrive_named},
    {"__csl_arrive", arrive}, {"__csl_wait", wait}, {"__csl_object_init", object_init},
    {"__csl_object_arrive", object_arrive}, {"__csl_object_wait", object_wait},
    {"__csl_fence", fence}, {"__csl_vote", vote}, {"__csl_vote_tile", vote_tile},
    {"__csl_shuffle", shuffle}, {"__csl_elect", elect}, {"__csl_atomic", atomic},
    {"__csl_cas", cas}, {"__csl_atomic_load", atomic_load},
    {"__csl_atomic_store", atomic_store}, {"__csl_async_copy", async_copy},
    {"__csl_async_commit", async_commit}, {"__csl_async_wait", async_wait},
    {"__csl_copy", copy}, {"__csl_fill", fill}, {"__csl_uniform", uniform},
    {"__csl_pure", pure}, {"__csl_popc", popc}, {"__csl_clz", clz}, {"__csl_ffs", find_first},
    {"__csl_brev", brev}, {"__csl_min", minimum}, {"__csl_max", maximum},
    {"__csl_assume", assume}, {"__csl_exit", leave}, {"__csl_opaque", opaque},
    {"__syncthreads", syncthreads}, {"__builtin_assume", assume}, {"__builtin_trap", leave},
    {"__builtin_unreachable", leave}, {"__builtin_expect", first_argument},
    {"__builtin_assume_aligned", first_argument}, {"__builtin_popcount", popc},
    {"__builtin_popcountll", popc}, {"__builtin_clz", clz}, {"__builtin_clzll", clz},
    {"__builtin_ffs", find_first}, {"__builtin_ffsll", find_first}, {"__builtin_memcpy", copy},
    {"__builtin_memset", fill}, {"__nanosleep", nothing},
};

bool csl_lower_intrinsic(csl_lower_state *L, CXCursor call, const char *name, csl_lval *dest,
                         csl_expr **result)
{
    if (name[0] != '_' || name[1] != '_')
        return false;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].name, name) != 0)
            continue;
        intrinsic_call c = {L, call, dest, clang_getCursorType(call)};
        *result = table[i].fn(&c);
        return true;
    }
    return false;
}
