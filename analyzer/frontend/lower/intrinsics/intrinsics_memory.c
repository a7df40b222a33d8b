/* Intrinsics: atomics, copies. */
#include "intrinsics.h"

static csl_access *access_at(csl_intrinsic *c, csl_mode mode, csl_expr *address, csl_type type,
                             uint64_t bytes, CXCursor pointer) {
    csl_lower_state *L = c->L;
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, c->cursor);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = L->act->shim ? L->act->user_text : csl_text_of(L->places, pointer);
    s->access = a;
    a->mode = mode;
    a->address = csl_convert(L, CSL_PTR, address);
    a->type = type;
    a->bytes = (uint32_t)bytes;
    a->result = CSL_NO_VAR;
    a->through = csl_root_name(L, a->address);
    return a;
}

static csl_access *atomic_access(csl_intrinsic *c, csl_mode mode, csl_expr *address, csl_atomic op,
                                 csl_scope s, csl_order o) {
    CXType pointee =
        clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(csl_intrinsic_arg(c, 0))));
    bool known = pointee.kind != CXType_Invalid; /* otherwise a template parameter */
    csl_access *a = access_at(c, mode, address, known ? csl_scalar_type(pointee) : CSL_F32,
                              known ? csl_sizeof(pointee) : 4, csl_intrinsic_arg(c, 0));
    a->atomic = op;
    a->atomic_scope = s;
    a->order = o;
    return a;
}

static csl_expr *access_result(csl_intrinsic *c, csl_access *a, const char *why) {
    if (a->type == CSL_VOID) {
        csl_intrinsic_made_up_class(c, CSL_SCOPE_THREAD, why);
        return NULL;
    }
    a->result = csl_new_var(c->L, "", a->type, clang_getNullCursor());
    return csl_var_value(c->L, a->result);
}

/* One that is not known, as in a template, is taken to be wide enough; one thread's own orders
 * no other thread. */
static csl_scope scope_of_atomic(csl_intrinsic *c, unsigned i) {
    csl_scope s = csl_intrinsic_scope(c, i, CSL_SCOPE_GRID);
    return s < CSL_SCOPE_WARP ? CSL_SCOPE_WARP : s;
}

csl_expr *csl_do_atomic(csl_intrinsic *c) {
    csl_expr *address = csl_intrinsic_value(c, 0), *v = csl_intrinsic_offered(c, 1);
    int64_t op = csl_intrinsic_number(c, 2, CSL_ATOMIC_EXCH);
    csl_scope s = scope_of_atomic(c, 3);
    csl_access *a =
        atomic_access(c, CSL_MODE_RMW, address, (csl_atomic)op, s, csl_intrinsic_order(c, 4));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    return access_result(c, a, "result of an atomic");
}

csl_expr *csl_do_cas(csl_intrinsic *c) {
    csl_expr *address = csl_intrinsic_value(c, 0), *compare = csl_intrinsic_offered(c, 1),
             *v = csl_intrinsic_offered(c, 2);
    csl_scope s = scope_of_atomic(c, 3);
    csl_access *a =
        atomic_access(c, CSL_MODE_RMW, address, CSL_ATOMIC_CAS, s, csl_intrinsic_order(c, 4));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    a->compare = compare ? csl_cast(c->L->ctx, a->type, compare) : NULL;
    return access_result(c, a, "result of an atomic");
}

csl_expr *csl_do_atomic_load(csl_intrinsic *c) {
    csl_expr *address = csl_intrinsic_value(c, 0);
    csl_scope s = scope_of_atomic(c, 1);
    csl_access *a =
        atomic_access(c, CSL_MODE_READ, address, CSL_ATOMIC_LOAD, s, csl_intrinsic_order(c, 2));
    return access_result(c, a, "result of an atomic");
}

csl_expr *csl_do_atomic_store(csl_intrinsic *c) {
    csl_expr *address = csl_intrinsic_value(c, 0), *v = csl_intrinsic_offered(c, 1);
    csl_scope s = scope_of_atomic(c, 2);
    csl_access *a =
        atomic_access(c, CSL_MODE_WRITE, address, CSL_ATOMIC_STORE, s, csl_intrinsic_order(c, 3));
    a->value = v ? csl_cast(c->L->ctx, a->type, v) : NULL;
    return NULL;
}

/* A copy of the size of a number carries its value over; false: it has another size. */
static bool copy_number(csl_intrinsic *c, csl_expr *dst, csl_expr *src, int64_t bytes) {
    const csl_type type = bytes == 1   ? CSL_U8
                          : bytes == 2 ? CSL_U16
                          : bytes == 4 ? CSL_I32
                          : bytes == 8 ? CSL_I64
                                       : CSL_VOID;
    if (type == CSL_VOID)
        return false;
    csl_access *from =
        access_at(c, CSL_MODE_READ, src, type, (uint64_t)bytes, csl_intrinsic_arg(c, 1));
    csl_expr *value = access_result(c, from, "copied bytes");
    access_at(c, CSL_MODE_WRITE, dst, type, (uint64_t)bytes, csl_intrinsic_arg(c, 0))->value =
        value;
    return true;
}

typedef struct byte_range {
    csl_intrinsic *c;
    csl_expr *dst, *src; /* src: NULL, if it is only written */
    bool is_async;
} byte_range;

static void touch_byte(void *user, csl_expr *i) {
    const byte_range *r = user;
    csl_ctx *ctx = r->c->L->ctx;
    if (r->src)
        access_at(r->c, CSL_MODE_READ, csl_binary(ctx, CSL_OP_ADD, r->src, i), CSL_U8, 1,
                  csl_intrinsic_arg(r->c, 1));
    access_at(r->c, CSL_MODE_WRITE, csl_binary(ctx, CSL_OP_ADD, r->dst, i), CSL_U8, 1,
              csl_intrinsic_arg(r->c, 0))
        ->is_async = r->is_async;
}

/* A range whose size is not constant is touched byte by byte. */
static void copy_range(csl_intrinsic *c, csl_expr *dst, csl_expr *src, csl_expr *bytes,
                       bool is_async) {
    dst = csl_convert(c->L, CSL_PTR, dst);
    src = src ? csl_convert(c->L, CSL_PTR, src) : NULL;
    if (csl_is_const(bytes, 0) ||
        (src && !is_async && bytes->op == CSL_OP_CONST && copy_number(c, dst, src, bytes->value)))
        return;
    if (bytes->op == CSL_OP_CONST && bytes->value >= 0 && bytes->value <= UINT32_MAX) {
        if (src)
            access_at(c, CSL_MODE_READ, src, CSL_VOID, (uint64_t)bytes->value,
                      csl_intrinsic_arg(c, 1));
        access_at(c, CSL_MODE_WRITE, dst, CSL_VOID, (uint64_t)bytes->value, csl_intrinsic_arg(c, 0))
            ->is_async = is_async;
        return;
    }
    byte_range r = {c, dst, src, is_async};
    csl_emit_range(c->L, c->cursor, bytes, 1, touch_byte, &r);
}

csl_expr *csl_do_async_copy(csl_intrinsic *c) {
    csl_expr *dst = csl_intrinsic_value(c, 0), *src = csl_intrinsic_value(c, 1),
             *bytes = csl_intrinsic_value(c, 2);
    copy_range(c, dst, src, bytes, true);
    return NULL;
}

csl_expr *csl_do_copy(csl_intrinsic *c) {
    csl_expr *dst = csl_intrinsic_value(c, 0), *src = csl_intrinsic_value(c, 1),
             *bytes = csl_intrinsic_value(c, 2);
    copy_range(c, dst, src, bytes, false);
    return NULL;
}

/* Touches the first byte; the load that follows touches the rest. */
csl_expr *csl_do_read_only(csl_intrinsic *c) {
    csl_expr *p = csl_intrinsic_value(c, 0);
    access_at(c, CSL_MODE_READ, p, CSL_U8, 1, csl_intrinsic_arg(c, 0))->is_read_only = true;
    return NULL;
}

csl_expr *csl_do_fill(csl_intrinsic *c) {
    csl_expr *dst = csl_intrinsic_value(c, 0);
    csl_discard(c->L, csl_intrinsic_arg(c, 1));
    copy_range(c, dst, NULL, csl_intrinsic_value(c, 2), false);
    return NULL;
}

csl_expr *csl_do_use_together(csl_intrinsic *c) {
    csl_expr *p = csl_intrinsic_value(c, 0);
    const int64_t lanes = csl_intrinsic_number(c, 1, 32);
    csl_access *use = access_at(c, CSL_MODE_WRITE, p, CSL_U32, 4, csl_intrinsic_arg(c, 0));
    use->joint = lanes > 0 && lanes < 32 ? (uint32_t)lanes : 32;
    use->is_spare = csl_intrinsic_number(c, 2, 0) != 0;
    return NULL;
}

csl_expr *csl_do_async_commit(csl_intrinsic *c) {
    csl_emit(c->L, CSL_STMT_ASYNC, c->cursor);
    return NULL;
}

csl_expr *csl_do_async_wait(csl_intrinsic *c) {
    csl_expr *pending = csl_intrinsic_value(c, 0);
    csl_stmt *s = csl_emit(c->L, CSL_STMT_ASYNC, c->cursor);
    s->async.wait = true;
    s->async.pending = csl_type_integer((csl_type)pending->type) ? pending : NULL;
    return NULL;
}
