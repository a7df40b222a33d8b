/* Bit-fields: parts of the unit of memory that holds them.
 *
 * A unit has the size of the field's type and begins at a multiple of it. The target counts bits
 * from the lowest (Itanium C++ ABI, little endian), as libclang counts a field's offset.
 */
#include "emit.h"

void csl_set_bits(csl_lower_state *L, csl_lval *lval, CXType parent, CXCursor field) {
    (void)L;
    lval->is_part = true;
    const csl_type type = csl_scalar_type(lval->type);
    const int count = clang_getFieldDeclBitWidth(field);
    const long long start = clang_Cursor_getOffsetOfField(field);
    if (!csl_has_layout(parent) || !csl_type_integer(type) || type == CSL_BOOL || count <= 0 ||
        start < 0)
        return;
    const long long unit = 8 * (long long)csl_type_bytes(type);
    if (start % unit + count > unit) /* packed: it goes on in the next unit */
        return;
    lval->from_bit = (unsigned)(start % unit);
    lval->bits = (unsigned)count;
}

/* Arithmetic is done in 32 bits at least. */
static csl_type wide(csl_type unit, bool is_signed) {
    if (csl_type_bytes(unit) == 8)
        return is_signed ? CSL_I64 : CSL_U64;
    return is_signed ? CSL_I32 : CSL_U32;
}

/* The lowest bits of a number of the type, as a mask. */
static csl_expr *lowest(csl_lower_state *L, csl_type type, unsigned bits) {
    const int64_t all = bits < 64 ? (int64_t)((UINT64_C(1) << bits) - 1) : -1;
    return csl_const(L->ctx, type, csl_normalise(type, all));
}

static csl_expr *moved(csl_lower_state *L, csl_op op, csl_expr *e, unsigned bits) {
    return csl_binary(L->ctx, op, e, csl_const(L->ctx, (csl_type)e->type, bits));
}

csl_expr *csl_bits_read(csl_lower_state *L, const csl_lval *lval, csl_expr *unit) {
    const csl_type type = (csl_type)unit->type;
    const bool is_signed = csl_type_signed(type);
    const csl_type in = wide(type, is_signed);
    csl_expr *all = csl_cast(L->ctx, in, unit), *field;
    if (is_signed) {
        const unsigned above = 8 * csl_type_bytes(in) - lval->bits;
        field = moved(L, CSL_OP_SHR, moved(L, CSL_OP_SHL, all, above - lval->from_bit), above);
    } else {
        field = csl_binary(L->ctx, CSL_OP_BAND, moved(L, CSL_OP_SHR, all, lval->from_bit),
                           lowest(L, in, lval->bits));
    }
    return csl_cast(L->ctx, type, field);
}

csl_expr *csl_bits_written(csl_lower_state *L, const csl_lval *lval, csl_expr *unit,
                           csl_expr *value) {
    const csl_type type = (csl_type)unit->type, in = wide(type, false);
    csl_expr *mask = lowest(L, in, lval->bits);
    csl_expr *field = csl_cast(L->ctx, in, csl_convert(L, type, value));
    csl_expr *rest = csl_unary(L->ctx, CSL_OP_BNOT, in, moved(L, CSL_OP_SHL, mask, lval->from_bit));
    field = moved(L, CSL_OP_SHL, csl_binary(L->ctx, CSL_OP_BAND, field, mask), lval->from_bit);
    rest = csl_binary(L->ctx, CSL_OP_BAND, csl_cast(L->ctx, in, unit), rest);
    return csl_cast(L->ctx, type, csl_binary(L->ctx, CSL_OP_BOR, rest, field));
}
