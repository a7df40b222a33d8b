/* PTX instructions whose result keeps its meaning: moves, comparisons, integer arithmetic. */
#include "asm.h"

#include <ctype.h>
#include <string.h>

static csl_expr *operand(csl_asm *a, const csl_ptx *i, unsigned n, csl_type type) {
    return csl_cast(a->L->ctx, type, csl_asm_value(a, i->operand[n], type));
}

/* setp.lt.u32 p, a, b */
static csl_expr *comparison(csl_asm *a, const csl_ptx *i, csl_type type) {
    static const struct {
        const char *part;
        csl_op op;
        bool swap;
    } comparisons[] = {{"eq", CSL_OP_EQ, false}, {"ne", CSL_OP_NE, false}, {"lt", CSL_OP_LT, false},
                       {"le", CSL_OP_LE, false}, {"gt", CSL_OP_LT, true},  {"ge", CSL_OP_LE, true}};
    for (size_t k = 0; k < sizeof comparisons / sizeof *comparisons; k++) {
        if (!csl_ptx_has(i, comparisons[k].part))
            continue;
        csl_expr *x = operand(a, i, 1, type), *y = operand(a, i, 2, type);
        bool swap = comparisons[k].swap;
        return csl_binary(a->L->ctx, comparisons[k].op, swap ? y : x, swap ? x : y);
    }
    return NULL;
}

/* selp.b32 d, a, b, p */
static csl_expr *selection(csl_asm *a, const csl_ptx *i, csl_type type) {
    csl_expr *p = csl_asm_register(a, i->operand[3]);
    return p ? csl_ite(a->L->ctx, csl_truth(a->L->ctx, p), operand(a, i, 1, type),
                       operand(a, i, 2, type))
             : NULL;
}

/* A type of whole numbers: `u32`, `s64`. */
static bool is_whole(const char *part) {
    return (*part == 'u' || *part == 's') && isdigit((unsigned char)part[1]);
}

/* cvt.u32.u64 d, a: a whole number of the second type becomes one of the first. */
static csl_expr *conversion(csl_asm *a, const csl_ptx *i) {
    csl_ctx *ctx = a->L->ctx;
    unsigned count;
    const char *to = strchr(i->name, '.'), *from = to ? strchr(to + 1, '.') : NULL;
    if (!from || strchr(from + 1, '.') || !is_whole(to + 1) || !is_whole(from + 1))
        return NULL; /* it rounds, saturates or packs */
    csl_ptx target = *i, source = *i;
    target.name = csl_format(ctx, "cvt%.*s", (int)(from - to), to);
    source.name = csl_format(ctx, "cvt%s", from);
    return csl_cast(ctx, csl_asm_type(&target, &count),
                    operand(a, i, 1, csl_asm_type(&source, &count)));
}

/* mapa{.shared::cluster}.u32 d, address, rank */
static csl_expr *mapped(csl_asm *a, csl_type type, csl_expr *address, csl_expr *rank) {
    csl_ctx *ctx = a->L->ctx;
    const uint32_t *dim = a->L->kernel->cluster;
    if ((uint64_t)dim[0] * dim[1] * dim[2] == 1) /* there is no other block */
        return address;
    a->L->kernel->maps_blocks = true;
    return csl_binary(ctx, CSL_OP_ADD, address, csl_place_of_block(ctx, type, rank));
}

/* Integer arithmetic with one result, as far as it means the same as in C. */
static csl_expr *arithmetic(csl_asm *a, const csl_ptx *i, csl_type type) {
    static const struct {
        const char *name;
        csl_op op;
    } binary[] = {{"add", CSL_OP_ADD},  {"sub", CSL_OP_SUB}, {"mul.lo", CSL_OP_MUL},
                  {"and", CSL_OP_BAND}, {"or", CSL_OP_BOR},  {"xor", CSL_OP_BXOR},
                  {"min", CSL_OP_MIN},  {"max", CSL_OP_MAX}, {"shl", CSL_OP_SHL},
                  {"shr", CSL_OP_SHR}};
    csl_ctx *ctx = a->L->ctx;
    unsigned bits = 8 * csl_type_bytes(type);
    /* PTX wraps where signed C must not. */
    if (csl_ptx_is(i, "add") || csl_ptx_is(i, "sub") || csl_ptx_is(i, "mul") ||
        csl_ptx_is(i, "mad"))
        type = bits == 64 ? CSL_U64 : CSL_U32;
    if (csl_ptx_has(i, "cc") || csl_ptx_has(i, "sat") || bits < 32)
        return NULL;
    for (size_t k = 0; k < sizeof binary / sizeof *binary && i->noperands == 3; k++) {
        if (!csl_ptx_is(i, binary[k].name))
            continue;
        csl_expr *x = operand(a, i, 1, type), *y = operand(a, i, 2, type);
        return csl_binary(ctx, binary[k].op, x, y);
    }
    if (csl_ptx_is(i, "mad.lo") && i->noperands == 4)
        return csl_binary(
            ctx, CSL_OP_ADD,
            csl_binary(ctx, CSL_OP_MUL, operand(a, i, 1, type), operand(a, i, 2, type)),
            operand(a, i, 3, type));
    if (csl_ptx_is(i, "mapa") && i->noperands == 3)
        return mapped(a, type, operand(a, i, 1, type), operand(a, i, 2, type));
    if (i->noperands != 2)
        return NULL;
    if (csl_ptx_is(i, "popc"))
        return csl_unary(ctx, CSL_OP_POPC, CSL_I32, operand(a, i, 1, type));
    if (csl_ptx_is(i, "clz"))
        return csl_unary(ctx, CSL_OP_CLZ, CSL_I32, operand(a, i, 1, type));
    if (csl_ptx_is(i, "brev"))
        return csl_unary(ctx, CSL_OP_BREV, type, operand(a, i, 1, type));
    if (csl_ptx_is(i, "bfind") && type == CSL_U32) /* the highest bit; -1 without one */
        return csl_binary(ctx, CSL_OP_SUB, csl_const(ctx, CSL_I32, 31),
                          csl_unary(ctx, CSL_OP_CLZ, CSL_I32, operand(a, i, 1, type)));
    return NULL;
}

/* Moves, comparisons and integer arithmetic keep their meaning, because addresses and predicates
 * go through them. */
bool csl_asm_arithmetic(csl_asm *a, const csl_ptx *i) {
    unsigned count;
    csl_type type = csl_asm_type(i, &count);
    csl_expr *value = NULL;
    if (!i->noperands || strpbrk(i->operand[0], "{|["))
        return false;
    if ((csl_ptx_is(i, "mov") || csl_ptx_is(i, "cvta")) && i->noperands == 2 &&
        i->operand[1][0] != '{')
        value = csl_asm_value(a, i->operand[1], type);
    else if (csl_ptx_is(i, "cvt") && i->noperands == 2)
        value = conversion(a, i);
    else if (csl_ptx_is(i, "setp") && i->noperands == 3 && csl_type_integer(type))
        value = comparison(a, i, type);
    else if (csl_ptx_is(i, "selp") && i->noperands == 4 && csl_type_integer(type))
        value = selection(a, i, type);
    else if (csl_type_integer(type) && !csl_ptx_has(i, "f16x2") && !csl_ptx_has(i, "bf16x2") &&
             !csl_ptx_has(i, "f16") && !csl_ptx_has(i, "bf16"))
        value = arithmetic(a, i, type);
    if (value)
        csl_asm_write(a, i->operand[0], value);
    return value != NULL;
}
