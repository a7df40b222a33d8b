/* PTX instructions of the tensor core that go on by themselves: wgmma.
 *
 * Source of the semantics: PTX ISA, "Asynchronous warpgroup level matrix instructions". The
 * operands in shared memory are named by descriptors, of which bits 0 to 13 are the address without
 * its last four bits. They are read through the async proxy until the group of the operation has
 * been waited for. wgmma.fence is about registers, of which nothing is said here.
 */
#include "asm.h"

#include <stdlib.h>
#include <string.h>

static csl_expr *bits_of(csl_asm *a, csl_expr *descriptor, int64_t from) {
    csl_ctx *ctx = a->L->ctx;
    csl_expr *bits = csl_binary(ctx, CSL_OP_SHR, descriptor, csl_const(ctx, CSL_U64, from));
    bits = csl_binary(ctx, CSL_OP_BAND, bits, csl_const(ctx, CSL_U64, CSL_DESCRIPTOR_BITS));
    return csl_binary(ctx, CSL_OP_SHL, bits, csl_const(ctx, CSL_U64, CSL_DESCRIPTOR_SHIFT));
}

static csl_expr *descriptor_of(csl_asm *a, const char *operand) {
    return csl_cast(a->L->ctx, CSL_U64, csl_asm_value(a, operand, CSL_U64));
}

void csl_asm_operand(csl_asm *a, const char *operand, bool is_tracked) {
    csl_expr *d = descriptor_of(a, operand);
    csl_asm_tile(a, csl_cast(a->L->ctx, CSL_PTR, bits_of(a, d, 0)), true, is_tracked);
}

/* How the elements of an operand lie: along K, or across it, along M or N. */
typedef enum { UNKNOWN, ALONG, ACROSS } layout;

/* The tile of 64 rows that lies so many behind the first, as far as the descriptor puts them apart
 * (its leading dimension). */
static csl_access *read_piece(csl_asm *a, csl_operand of) {
    csl_ctx *ctx = a->L->ctx;
    csl_operand *o = CSL_NEW(ctx, csl_operand);
    *o = of;
    csl_expr *start = csl_cast(ctx, CSL_PTR, bits_of(a, of.descriptor, 0));
    csl_expr *apart = csl_binary(ctx, CSL_OP_MUL, bits_of(a, of.descriptor, CSL_LEADING_FROM),
                                 csl_const(ctx, CSL_U64, of.piece));
    csl_expr *at =
        of.piece ? csl_binary(ctx, CSL_OP_ADD, start, csl_cast(ctx, CSL_I64, apart)) : start;
    csl_access *read = csl_asm_access(a, CSL_MODE_READ, at, CSL_VOID, CSL_LEAST_TILE);
    read->is_async = read->is_bulk = read->is_tensor = read->is_box = true;
    read->operand = o;
    return read;
}

/* An operand of wgmma. What is read for sure is where it begins; what lies there besides is told by
 * the descriptor, once its value is known. */
static void read_operand(csl_asm *a, const char *operand, uint32_t rows, layout l) {
    if (l == UNKNOWN || !rows) {
        csl_asm_operand(a, operand, false);
        return;
    }
    csl_expr *d = descriptor_of(a, operand);
    csl_expr *start = csl_cast(a->L->ctx, CSL_PTR, bits_of(a, d, 0));
    csl_access *least = csl_asm_access(a, CSL_MODE_READ, start, CSL_VOID, CSL_LEAST_TILE);
    least->is_async = least->is_bulk = least->is_tensor = true;
    for (uint32_t k = 0; k * CSL_OPERAND_ROWS < rows && (l == ACROSS || !k); k++)
        read_piece(a, (csl_operand){d, rows, l == ACROSS, k});
}

/* Rows of b: the N of mMnNkK. 0: not told. */
static uint32_t columns_of(const csl_ptx *i) {
    const char *shape = strstr(i->name, ".m64n");
    return shape && !csl_ptx_is(i, "wgmma.mma_async.sp") ? (uint32_t)strtoul(shape + 5, NULL, 10)
                                                         : 0;
}

/* For types of 16 bits, of which K is 16, the last operands say it: of a descriptor a, and of b. */
static layout layout_of(csl_asm *a, const csl_ptx *i, bool of_b) {
    const unsigned told = i->operand[1][0] == '{' ? 1 : 2, without = 6;
    if (!strstr(i->name, "k16."))
        return ALONG;
    if (i->noperands != without + told)
        return UNKNOWN;
    const csl_expr *said = csl_asm_constant(a, i->operand[i->noperands - (of_b ? 1 : 2)]);
    return said->op != CSL_OP_CONST ? UNKNOWN : said->value ? ACROSS : ALONG;
}

/* wgmma.mma_async{.sp}.sync.aligned.SHAPE.TYPES {d}, a, b, ...: `a` is a descriptor or registers.
 */
static bool multiply(csl_asm *a, const csl_ptx *i) {
    const uint32_t columns = columns_of(i);
    if (i->noperands < 3)
        return false;
    if (i->operand[1][0] != '{')
        read_operand(a, i->operand[1], columns ? CSL_OPERAND_ROWS : 0, layout_of(a, i, false));
    read_operand(a, i->operand[2], columns, layout_of(a, i, true));
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
