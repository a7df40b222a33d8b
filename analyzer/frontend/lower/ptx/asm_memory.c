/* PTX instructions that access memory. */
#include "asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

csl_expr *csl_asm_address(csl_asm *a, const char *text) {
    csl_ctx *ctx = a->L->ctx;
    size_t n = strcspn(text + 1, "+]-");
    const char *base = csl_strndup(ctx, text + 1, n);
    while (n > 0 && isspace((unsigned char)base[n - 1]))
        base = csl_strndup(ctx, base, --n);
    const char *rest = text + 1 + strcspn(text + 1, "+]-");
    csl_expr *p = csl_convert(a->L, CSL_PTR, csl_asm_value(a, base, CSL_U64));
    if (*rest == ']' || !*rest)
        return p;
    bool minus = *rest == '-';
    rest += 1 + strspn(rest + 1, " ");
    const char *offset = csl_strndup(ctx, rest, strcspn(rest, " ]"));
    csl_expr *o = csl_cast(ctx, CSL_I64, csl_asm_value(a, offset, CSL_I32));
    return csl_binary(ctx, minus ? CSL_OP_SUB : CSL_OP_ADD, p, o);
}

csl_access *csl_asm_access(csl_asm *a, csl_mode mode, csl_expr *address, csl_type type,
                           uint32_t bytes) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_ACCESS, a->at);
    s->access = CSL_NEW(a->L->ctx, csl_access);
    s->access->mode = mode;
    s->access->address = address;
    s->access->type = type;
    s->access->bytes = bytes;
    s->access->result = CSL_NO_VAR;
    s->access->through = csl_root_name(a->L, address);
    return s->access;
}

static csl_scope scope_of(const csl_ptx *i) {
    return csl_ptx_has(i, "cta")       ? CSL_SCOPE_BLOCK
           : csl_ptx_has(i, "cluster") ? CSL_SCOPE_CLUSTER
                                       : CSL_SCOPE_GRID;
}

static csl_order order_of(const csl_ptx *i) {
    return csl_ptx_has(i, "acq_rel")   ? CSL_ORDER_ACQ_REL
           : csl_ptx_has(i, "acquire") ? CSL_ORDER_ACQUIRE
           : csl_ptx_has(i, "release") ? CSL_ORDER_RELEASE
                                       : CSL_ORDER_RELAXED;
}

/* ld and st with a memory order are atomic. */
static void mark_order(csl_access *x, const csl_ptx *i, csl_atomic op) {
    x->is_volatile = csl_ptx_has(i, "volatile");
    if (!csl_ptx_has(i, "relaxed") && !csl_ptx_has(i, "acquire") && !csl_ptx_has(i, "release") &&
        !csl_ptx_has(i, "mmio"))
        return;
    x->atomic = op;
    x->atomic_scope = scope_of(i);
    x->order = order_of(i);
}

static void load(csl_asm *a, const csl_ptx *i) {
    unsigned count;
    csl_type type = csl_asm_type(i, &count);
    csl_expr *address = csl_asm_address(a, i->operand[1]);
    uint32_t bytes = csl_type_bytes(type) * count;
    csl_access *x = csl_asm_access(a, CSL_MODE_READ, address, count > 1 ? CSL_VOID : type, bytes);
    mark_order(x, i, CSL_ATOMIC_LOAD);
    x->is_read_only = csl_ptx_has(i, "nc");
    if (count > 1) {
        csl_asm_write(a, i->operand[0], NULL);
        return;
    }
    x->result = csl_new_var(a->L, "", type, clang_getNullCursor());
    csl_asm_write(a, i->operand[0], csl_var_value(a->L, x->result));
}

static void store(csl_asm *a, const csl_ptx *i) {
    unsigned count;
    csl_type type = csl_asm_type(i, &count);
    csl_expr *address = csl_asm_address(a, i->operand[0]);
    csl_expr *value = count > 1 ? NULL : csl_asm_value(a, i->operand[1], type);
    uint32_t bytes = csl_type_bytes(type) * count;
    csl_access *x = csl_asm_access(a, CSL_MODE_WRITE, address, count > 1 ? CSL_VOID : type, bytes);
    x->value = value ? csl_convert(a->L, type, value) : NULL;
    mark_order(x, i, CSL_ATOMIC_STORE);
}

/* atom.SPACE.OP.TYPE d, [a], b {, c};  {multimem.}red.SPACE.OP{.VEC}.TYPE [a], b */
static bool atomic(csl_asm *a, const csl_ptx *i) {
    static const struct {
        const char *part;
        csl_atomic op;
    } ops[] = {{"add", CSL_ATOMIC_ADD}, {"exch", CSL_ATOMIC_EXCH}, {"cas", CSL_ATOMIC_CAS},
               {"inc", CSL_ATOMIC_INC}, {"dec", CSL_ATOMIC_DEC},   {"min", CSL_ATOMIC_MIN},
               {"max", CSL_ATOMIC_MAX}, {"and", CSL_ATOMIC_AND},   {"or", CSL_ATOMIC_OR},
               {"xor", CSL_ATOMIC_XOR}};
    unsigned first = csl_ptx_is(i, "red") || csl_ptx_is(i, "multimem.red") ? 0 : 1, count;
    csl_type type = csl_asm_type(i, &count);
    csl_atomic op = CSL_ATOMIC_NONE;
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (csl_ptx_has(i, ops[k].part))
            op = ops[k].op;
    if (op == CSL_ATOMIC_NONE || (count > 1 && first) || csl_ptx_has(i, "async") ||
        i->noperands != first + (op == CSL_ATOMIC_CAS ? 3u : 2u))
        return false;
    csl_expr *address = csl_asm_address(a, i->operand[first]);
    if (count > 1) { /* each element by itself */
        csl_access *all =
            csl_asm_access(a, CSL_MODE_RMW, address, CSL_VOID, csl_type_bytes(type) * count);
        all->atomic = op;
        all->atomic_scope = scope_of(i);
        all->order = order_of(i);
        return true;
    }
    csl_expr *b = csl_convert(a->L, type, csl_asm_value(a, i->operand[first + 1], type));
    csl_expr *c = op == CSL_ATOMIC_CAS
                      ? csl_convert(a->L, type, csl_asm_value(a, i->operand[first + 2], type))
                      : NULL;
    csl_access *x = csl_asm_access(a, CSL_MODE_RMW, address, type, csl_type_bytes(type));
    x->atomic = op;
    x->atomic_scope = scope_of(i);
    x->order = order_of(i);
    x->value = c ? c : b;
    x->compare = c ? b : NULL;
    if (first) {
        x->result = csl_new_var(a->L, "", type, clang_getNullCursor());
        csl_asm_write(a, i->operand[0], csl_var_value(a->L, x->result));
    }
    return true;
}

/* cp.async.ca.shared.global [dst], [src], size {, src-size} */
static bool async_copy(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "cp.async.commit_group")) {
        csl_emit(a->L, CSL_STMT_ASYNC, a->at);
        return true;
    }
    if (csl_ptx_is(i, "cp.async.wait_group") || csl_ptx_is(i, "cp.async.wait_all")) {
        csl_expr *n = i->noperands ? csl_asm_value(a, i->operand[0], CSL_I32) : NULL;
        if (!n)
            csl_emit(a->L, CSL_STMT_ASYNC, a->at); /* all: what is not committed yet, too */
        csl_stmt *s = csl_emit(a->L, CSL_STMT_ASYNC, a->at);
        s->async.wait = true;
        s->async.pending = n ? n : csl_const(a->L->ctx, CSL_I32, 0);
        return true;
    }
    if (csl_ptx_is(i, "cp.async.bulk") || csl_ptx_is(i, "cp.reduce.async.bulk"))
        return csl_asm_bulk(a, i);
    if ((!csl_ptx_is(i, "cp.async.ca") && !csl_ptx_is(i, "cp.async.cg")) || i->noperands < 3)
        return false;
    csl_expr *to = csl_asm_address(a, i->operand[0]), *from = csl_asm_address(a, i->operand[1]);
    csl_expr *size = csl_asm_value(a, i->operand[2], CSL_I32);
    uint32_t bytes = size->op == CSL_OP_CONST ? (uint32_t)size->value : 16; /* at most 16 */
    csl_asm_access(a, CSL_MODE_READ, from, CSL_VOID, bytes);
    csl_asm_access(a, CSL_MODE_WRITE, to, CSL_VOID, bytes)->is_async = true;
    return true;
}

/* ldmatrix and stmatrix: lanes below 8, 16 or 32 each give the address of a row of 16 bytes. */
static void matrix_rows(csl_asm *a, const csl_ptx *i, csl_mode mode, const char *address) {
    csl_lower_state *L = a->L;
    csl_ctx *ctx = L->ctx;
    int lanes = csl_ptx_has(i, "x4") ? 32 : csl_ptx_has(i, "x2") ? 16 : 8;
    csl_expr *p = csl_asm_address(a, address);
    csl_expr *lane = csl_asm_value(a, "%laneid", CSL_U32);
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, a->at);
    s->origin = CSL_FROM_IF;
    s->branch.cond = csl_binary(ctx, CSL_OP_LT, lane, csl_const(ctx, CSL_U32, lanes));
    csl_seq *outer = L->seq, body = {0};
    L->seq = &body;
    csl_asm_access(a, mode, p, CSL_VOID, 16);
    L->seq = outer;
    s->branch.body = body.first;
}

bool csl_asm_memory(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "cp"))
        return async_copy(a, i);
    if (csl_ptx_is(i, "tensormap"))
        return csl_asm_map(a, i);
    if (csl_ptx_is(i, "wgmma"))
        return csl_asm_tensor(a, i);
    if (csl_ptx_is(i, "tcgen05"))
        return csl_asm_tcgen05(a, i);
    if (csl_ptx_is(i, "st.async") || csl_ptx_is(i, "red.async") || csl_ptx_is(i, "st.bulk"))
        return csl_asm_bulk(a, i);
    if (csl_ptx_is(i, "atom") || csl_ptx_is(i, "red") || csl_ptx_is(i, "multimem.red"))
        return atomic(a, i);
    if (csl_ptx_is(i, "clusterlaunchcontrol.try_cancel"))
        return csl_asm_bulk(a, i);
    if (i->noperands < 2)
        return false;
    if ((csl_ptx_is(i, "ld") || csl_ptx_is(i, "ldu") || csl_ptx_is(i, "multimem.ld_reduce")) &&
        i->operand[1][0] == '[') {
        load(a, i);
    } else if ((csl_ptx_is(i, "st") || csl_ptx_is(i, "multimem.st")) && i->operand[0][0] == '[' &&
               !csl_ptx_has(i, "async")) {
        store(a, i);
    } else if (csl_ptx_is(i, "ldmatrix") && i->operand[1][0] == '[') {
        matrix_rows(a, i, CSL_MODE_READ, i->operand[1]);
        csl_asm_write(a, i->operand[0], NULL);
    } else if (csl_ptx_is(i, "stmatrix") && i->operand[0][0] == '[') {
        matrix_rows(a, i, CSL_MODE_WRITE, i->operand[0]);
    } else {
        return false;
    }
    return true;
}
