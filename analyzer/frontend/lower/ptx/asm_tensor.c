/* PTX instructions of the tensor core that go on by themselves: wgmma.
 *
 * Source of the semantics: PTX ISA, "Asynchronous warpgroup level matrix instructions". The
 * operands in shared memory are named by descriptors, of which bits 0 to 13 are the address without
 * its last four bits. They are read through the async proxy until the group of the operation has
 * been waited for. wgmma.fence is about registers, of which nothing is said here.
 */
#include "asm.h"

/* What the descriptor in that operand points to. */
static csl_expr *described(csl_asm *a, const char *operand) {
    csl_ctx *ctx = a->L->ctx;
    csl_expr *d = csl_cast(ctx, CSL_U64, csl_asm_value(a, operand, CSL_U64));
    csl_expr *bits = csl_binary(ctx, CSL_OP_BAND, d, csl_const(ctx, CSL_U64, CSL_DESCRIPTOR_BITS));
    return csl_cast(
        ctx, CSL_PTR,
        csl_binary(ctx, CSL_OP_SHL, bits, csl_const(ctx, CSL_U64, CSL_DESCRIPTOR_SHIFT)));
}

void csl_asm_operand(csl_asm *a, const char *operand, bool is_tracked) {
    csl_asm_tile(a, described(a, operand), true, is_tracked);
}

/* wgmma.mma_async{.sp}.sync.aligned.SHAPE.TYPES {d}, a, b, ...: `a` is a descriptor or registers.
 */
static bool multiply(csl_asm *a, const csl_ptx *i) {
    if (i->noperands < 3)
        return false;
    if (i->operand[1][0] != '{')
        csl_asm_operand(a, i->operand[1], false);
    csl_asm_operand(a, i->operand[2], false);
    csl_asm_write(a, i->operand[0], NULL);
    return true;
}

bool csl_asm_tensor(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "wgmma.fence"))
        return true;
    if (csl_ptx_is(i, "wgmma.mma_async"))
        return multiply(a, i);
    const bool waits = csl_ptx_is(i, "wgmma.wait_group");
    if (!waits && !csl_ptx_is(i, "wgmma.commit_group"))
        return false;
    csl_expr *n = waits && i->noperands ? csl_asm_value(a, i->operand[0], CSL_I32) : NULL;
    csl_stmt *s = csl_emit(a->L, CSL_STMT_ASYNC, a->at);
    s->async.bulk = s->async.tensor = true;
    s->async.wait = waits;
    s->async.pending = n;
    return true;
}
