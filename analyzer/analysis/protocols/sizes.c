/* Numbers of bytes that are computed, as a copy in bulk and a barrier object take them: in 32 bits.
 *
 * Sums and products of whole numbers are the same in 32 bits however wide and with whatever sign
 * they were computed, so those are compared as polynomials modulo 2^32.
 */
#include "protocols.h"
#include "../../limits/limits.h"

/* constant + factor * part + ... */
typedef struct polynomial {
    csl_expr *part[CSL_ROOM_number_parts];
    uint32_t factor[CSL_ROOM_number_parts], constant, n;
    bool failed;
} polynomial;

static void add_part(polynomial *p, csl_expr *part, uint32_t factor) {
    for (uint32_t i = 0; i < p->n; i++)
        if (p->part[i] == part) {
            p->factor[i] += factor;
            return;
        }
    p->failed |= p->n == CSL_ROOM_number_parts;
    if (p->failed)
        return;
    p->part[p->n] = part;
    p->factor[p->n++] = factor;
}

static void add(polynomial *p, const polynomial *other, uint32_t times) {
    p->failed |= other->failed;
    p->constant += other->constant * times;
    for (uint32_t i = 0; i < other->n; i++)
        add_part(p, other->part[i], other->factor[i] * times);
}

static csl_expr *times(csl_analysis *a, csl_expr *x, csl_expr *y) {
    return x->id < y->id ? csl_binary(a->ctx, CSL_OP_MUL, x, y)
                         : csl_binary(a->ctx, CSL_OP_MUL, y, x);
}

static polynomial product(csl_analysis *a, const polynomial *x, const polynomial *y) {
    polynomial p = {0};
    add(&p, y, x->constant);
    p.failed |= x->failed;
    for (uint32_t i = 0; i < x->n; i++) {
        add_part(&p, x->part[i], x->factor[i] * y->constant);
        for (uint32_t k = 0; k < y->n; k++)
            add_part(&p, times(a, x->part[i], y->part[k]), x->factor[i] * y->factor[k]);
    }
    return p;
}

/* A number of 32 bits or more: what is computed with it is right in 32 bits. */
static bool is_wide(const csl_expr *e) {
    return csl_type_integer((csl_type)e->type) && csl_type_bytes((csl_type)e->type) >= 4;
}

static polynomial polynomial_of(csl_analysis *a, csl_expr *e) {
    polynomial p = {0};
    const bool shifts = e->op == CSL_OP_SHL && e->kids[1]->op == CSL_OP_CONST;
    if (e->op == CSL_OP_CONST) {
        p.constant = (uint32_t)e->value;
    } else if (e->op == CSL_OP_CAST && is_wide(e) && is_wide(e->kids[0])) {
        p = polynomial_of(a, e->kids[0]);
    } else if ((e->op == CSL_OP_ADD || e->op == CSL_OP_SUB) && is_wide(e)) {
        const polynomial other = polynomial_of(a, e->kids[1]);
        p = polynomial_of(a, e->kids[0]);
        add(&p, &other, e->op == CSL_OP_ADD ? 1 : UINT32_MAX);
    } else if (e->op == CSL_OP_MUL && is_wide(e)) {
        const polynomial x = polynomial_of(a, e->kids[0]), y = polynomial_of(a, e->kids[1]);
        p = product(a, &x, &y);
    } else if (shifts && is_wide(e) && e->kids[1]->value >= 0 && e->kids[1]->value < 32) {
        const polynomial x = polynomial_of(a, e->kids[0]);
        add(&p, &x, UINT32_C(1) << e->kids[1]->value);
    } else {
        add_part(&p, csl_cast(a->ctx, CSL_U32, e), 1);
    }
    return p;
}

bool csl_bytes_apart(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap) {
    x = csl_expand(a, x);
    y = y ? csl_expand(a, y) : csl_const(a->ctx, CSL_U32, 0);
    *gap = 0;
    if (x == y)
        return true;
    if (!csl_is_small(x, CSL_LIMIT(brief_term)) || !csl_is_small(y, CSL_LIMIT(brief_term)))
        return false;
    polynomial p = polynomial_of(a, x);
    const polynomial other = polynomial_of(a, y);
    add(&p, &other, UINT32_MAX);
    for (uint32_t i = 0; i < p.n; i++)
        p.failed |= p.factor[i] != 0;
    *gap = (int32_t)p.constant;
    return !p.failed;
}

/* The number as it is without an operation that wraps. */
static csl_expr *in_64_bits(csl_analysis *a, csl_expr *e) {
    const bool computes = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL ||
                          e->op == CSL_OP_MIN || e->op == CSL_OP_MAX;
    if (e->op == CSL_OP_CAST && is_wide(e) && is_wide(e->kids[0]))
        return in_64_bits(a, e->kids[0]);
    if (computes && e->nkids == 2 && is_wide(e))
        return csl_binary(a->ctx, (csl_op)e->op, in_64_bits(a, e->kids[0]),
                          in_64_bits(a, e->kids[1]));
    return csl_cast(a->ctx, CSL_I64, e);
}

/* What nothing bounds is no larger than a tile has room for. */
void csl_size_computed(csl_analysis *a, csl_node *n) {
    csl_access *x = n->stmt->access;
    n->size = csl_expand(a, n->size);
    const csl_range r = csl_range_of(a, n->size);
    if (r.hi <= CSL_MOST_SHARED) {
        x->bytes = r.hi > CSL_LEAST_TILE ? (uint32_t)r.hi : CSL_LEAST_TILE;
        return;
    }
    const int64_t room = csl_room_of_tile(a, n);
    if (room < CSL_LEAST_TILE || !csl_is_small(n->size, CSL_LIMIT(brief_term))) {
        csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), n,
                     "a copy in bulk whose size is not known");
        return;
    }
    x->bytes = (uint32_t)room;
    n->size = in_64_bits(a, n->size);
    csl_assume_that(a, CSL_ASSUMED_TILE, NULL, n->stmt->place,
                    "no copy in bulk has so many bytes that their number wraps, or reaches beyond "
                    "the row or the stage that it begins in, or to where another begins");
}
