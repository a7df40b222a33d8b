/* The values for which a comparison holds, so that AND and OR can tell that one comparison implies
 * or excludes another. Floats have none: NaN is in no order. */
#include "internal.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

static int64_t step(int64_t value, int by) {
    return (int64_t)((uint64_t)value + (uint64_t)(int64_t)by);
}

/* x op y, neither of them constant. */
static csl_order_region order_region(csl_op op, const csl_expr *x, const csl_expr *y) {
    unsigned orders = op == CSL_OP_EQ   ? EQUAL
                      : op == CSL_OP_NE ? LESS | GREATER
                      : op == CSL_OP_LT ? LESS
                                        : LESS | EQUAL;
    if (x->id > y->id) {
        unsigned turned =
            (orders & EQUAL) | (orders & LESS ? GREATER : 0) | (orders & GREATER ? LESS : 0);
        return (csl_order_region){.x = y, .y = x, .orders = turned};
    }
    return (csl_order_region){.x = x, .y = y, .orders = orders};
}

csl_order_region csl_region_of(const csl_expr *e) {
    csl_order_region none = {.x = NULL};
    if (e->op < CSL_OP_EQ || e->op > CSL_OP_LE || !csl_type_integer(e->kids[0]->type))
        return none;
    const csl_expr *a = e->kids[0], *b = e->kids[1];
    bool constant_left = a->op == CSL_OP_CONST, constant_right = b->op == CSL_OP_CONST;
    if (!constant_left && !constant_right)
        return order_region(e->op, a, b);

    const csl_expr *x = constant_left ? b : a;
    int64_t c = constant_left ? a->value : b->value;
    csl_order_region r = {.x = x, .low = csl_type_min(x->type), .high = csl_type_max(x->type)};
    if (e->op == CSL_OP_EQ)
        r.low = r.high = c;
    else if (e->op == CSL_OP_NE)
        r.hole = c, r.has_hole = true;
    else if (e->op == CSL_OP_LE) /* not canonical, see simplify_compare.c */
        return none;
    else if (constant_left && c != r.high)
        r.low = step(c, 1);
    else if (constant_right && c != r.low)
        r.high = step(c, -1);
    else /* never holds; folded away before */
        return none;
    return r;
}

static bool within(csl_type t, int64_t value, const csl_order_region *r) {
    return !csl_less(t, value, r->low) && !csl_less(t, r->high, value);
}

bool csl_region_inside(const csl_order_region *a, const csl_order_region *b) {
    if (!csl_region_comparable(a, b))
        return false;
    if (a->y)
        return (a->orders & ~b->orders) == 0;
    csl_type t = a->x->type;
    if (a->has_hole) /* everything but one value */
        return b->has_hole && a->hole == b->hole;
    if (b->has_hole)
        return !within(t, b->hole, a);
    return within(t, a->low, b) && within(t, a->high, b);
}

bool csl_region_disjoint(const csl_order_region *a, const csl_order_region *b) {
    if (!csl_region_comparable(a, b))
        return false;
    if (a->y)
        return (a->orders & b->orders) == 0;
    csl_type t = a->x->type;
    if (a->has_hole || b->has_hole) {
        const csl_order_region *holed = a->has_hole ? a : b, *other = a->has_hole ? b : a;
        return !other->has_hole && other->low == other->high && other->low == holed->hole;
    }
    return csl_less(t, a->high, b->low) || csl_less(t, b->high, a->low);
}
