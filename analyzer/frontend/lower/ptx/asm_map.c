/* PTX instructions that change the description of a tensor, of which copies then read.
 *
 * Source of the semantics: PTX ISA, tensormap.replace, tensormap.cp_fenceproxy, fence.proxy. A
 * description has 128 bytes. Threads write it as other memory, copies of the engine read it through
 * a proxy of their own: the writer has to release it to that proxy, the one who issues the copy to
 * acquire it there.
 */
#include "asm.h"

#include <string.h>

enum { MAP_BYTES = 128, LANE_BYTES = MAP_BYTES / 32 };

static void release(csl_asm *a) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_FENCE, a->at);
    s->fence.scope = CSL_SCOPE_WARP;
    s->fence.proxy = CSL_PROXY_MAP;
}

static bool is_whole(csl_asm *a, const char *size) {
    const csl_expr *bytes = csl_asm_constant(a, size);
    return bytes->op == CSL_OP_CONST && bytes->value == MAP_BYTES;
}

static csl_access *read_map(csl_asm *a, csl_expr *address) {
    csl_access *x = csl_asm_access(a, CSL_MODE_READ, address, CSL_VOID, MAP_BYTES);
    x->is_map = true;
    return x;
}

/* tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.SCOPE.sync.aligned
 * [dst], [src], 128: a warp copies, each lane a part, and releases what it wrote. */
static bool copy_and_release(csl_asm *a, const csl_ptx *i) {
    csl_ctx *ctx = a->L->ctx;
    if (i->noperands != 3 || !is_whole(a, i->operand[2]))
        return false;
    csl_expr *to = csl_asm_address(a, i->operand[0]), *from = csl_asm_address(a, i->operand[1]);
    csl_expr *lane = csl_cast(ctx, CSL_I64, csl_asm_value(a, "%laneid", CSL_U32));
    csl_expr *part = csl_binary(ctx, CSL_OP_MUL, lane, csl_const(ctx, CSL_I64, LANE_BYTES));
    csl_asm_access(a, CSL_MODE_READ, csl_binary(ctx, CSL_OP_ADD, from, part), CSL_U32, LANE_BYTES);
    csl_asm_access(a, CSL_MODE_WRITE, csl_binary(ctx, CSL_OP_ADD, to, part), CSL_U32, LANE_BYTES);
    release(a);
    csl_asm_emit_sync(a, CSL_SYNC_BARRIER, CSL_SCOPE_WARP)->mask =
        csl_const(ctx, CSL_U32, 0xffffffff);
    return true;
}

/* fence.proxy.tensormap::generic.release.SCOPE; ...acquire.SCOPE [map], 128 */
static bool fence(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_has(i, "release")) {
        release(a);
        return true;
    }
    if (!csl_ptx_has(i, "acquire") || i->noperands != 2 || !is_whole(a, i->operand[1]))
        return false;
    read_map(a, csl_asm_address(a, i->operand[0]));
    return true;
}

bool csl_asm_map(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "fence"))
        return fence(a, i);
    if (csl_ptx_is(i, "tensormap.cp_fenceproxy"))
        return copy_and_release(a, i);
    if (!csl_ptx_is(i, "tensormap.replace") || !i->noperands || i->operand[0][0] != '[')
        return false;
    csl_asm_access(a, CSL_MODE_WRITE, csl_asm_address(a, i->operand[0]), CSL_VOID, MAP_BYTES);
    return true;
}

void csl_asm_read_map(csl_asm *a, const char *operand, csl_expr *object) {
    const char *name = csl_strndup(a->L->ctx, operand, strcspn(operand, ",]"));
    csl_expr *address = csl_asm_address(a, name);
    const int32_t root = csl_root_object(a->L, address);
    if (root >= 0 && a->L->objects[root].kind != CSL_OBJ_GLOBAL)
        return; /* a parameter, which no thread writes */
    csl_access *x = read_map(a, address);
    x->is_async = x->is_bulk = true;
    x->signals = object;
}
