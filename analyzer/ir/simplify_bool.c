/* Constructors of AND, OR and NOT.
 *
 * Negation is pushed down to comparisons and atoms, so AND, OR and their complements have one form
 * each. `op` below is AND or OR and `dual` the other; every rule is stated for OR and holds for
 * AND with the roles exchanged:
 *
 *   x || x = x            x || !x = true         x || false = x       x || true = true
 *   x || (x && p) = x     x || (!x && p) = x || p
 *   (x && p) || (!x && p) = p
 *   (p && x) || (p && y) || ... = p && (x || y || ...)   if p is common to all kids
 *   i < 3 || i < 5 = i < 5          i < 5 || 2 < i = true          (region.c)
 *
 * Junctions of more kids than `flat_kids` are nested instead of flattened, which bounds the cost.
 */
#include "internal.h"
#include "../limits/limits.h"

#include <string.h>

/* A sorted set of kids. */
typedef struct kid_set {
    csl_expr *e[CSL_ROOM_flat_kids];
    unsigned n;
} kid_set;

static csl_op dual_of(csl_op op) {
    return op == CSL_OP_AND ? CSL_OP_OR : CSL_OP_AND;
}

/* The constant that op ignores (OR: false) or that decides it (OR: true). */
static bool is_neutral(csl_op op, const csl_expr *e) {
    return op == CSL_OP_AND ? csl_is_true(e) : csl_is_false(e);
}

static bool is_decisive(csl_op op, const csl_expr *e) {
    return op == CSL_OP_AND ? csl_is_false(e) : csl_is_true(e);
}

static csl_expr *decisive(csl_ctx *ctx, csl_op op) {
    return csl_const(ctx, CSL_BOOL, op == CSL_OP_OR);
}

/* Few kids, in order for the most part: they come from lists that are. */
static void sort_by_id(csl_expr **kids, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        csl_expr *e = kids[i];
        unsigned at = i;
        for (; at > 0 && kids[at - 1]->id > e->id; at--)
            kids[at] = kids[at - 1];
        kids[at] = e;
    }
}

static bool contains(csl_expr *const *kids, unsigned n, const csl_expr *e) {
    unsigned low = 0, high = n;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (kids[middle] == e)
            return true;
        if (kids[middle]->id < e->id)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Kids of the operands in one sorted list without duplicates and neutral constants. False if there
 * are more than `flat_kids`. */
static bool flatten(kid_set *set, csl_op op, unsigned n, csl_expr *const *operands) {
    set->n = 0;
    for (unsigned i = 0; i < n; i++) {
        bool same = operands[i]->op == op;
        unsigned count = same ? operands[i]->nkids : 1;
        if (set->n + count > CSL_ROOM_flat_kids)
            return false;
        memcpy(set->e + set->n, same ? operands[i]->kids : &operands[i], count * sizeof *set->e);
        set->n += count;
    }
    sort_by_id(set->e, set->n);
    unsigned kept = 0;
    for (unsigned i = 0; i < set->n; i++)
        if (!is_neutral(op, set->e[i]) && (kept == 0 || set->e[kept - 1] != set->e[i]))
            set->e[kept++] = set->e[i];
    set->n = kept;
    return true;
}

static void remove_at(kid_set *set, unsigned at) {
    set->n--;
    memmove(set->e + at, set->e + at + 1, (set->n - at) * sizeof *set->e);
}

/* Replaces kid `at`, sorting and flattening again. A replacement is never larger than what it
 * replaces, but flattened it may be longer than the set has room for: then it stays nested. */
static void replace_at(kid_set *set, csl_op op, unsigned at, csl_expr *by) {
    remove_at(set, at);
    csl_expr *operands[CSL_ROOM_flat_kids + 1];
    unsigned n = set->n;
    memcpy(operands, set->e, n * sizeof *operands);
    operands[n] = by;
    if (!flatten(set, op, n + 1, operands)) {
        memcpy(set->e, operands, (n + 1) * sizeof *operands);
        set->n = n + 1;
        sort_by_id(set->e, set->n);
    }
}

static bool has_complements(csl_ctx *ctx, const kid_set *set) {
    for (unsigned i = 0; i < set->n; i++)
        if (contains(set->e, set->n, csl_not(ctx, set->e[i])))
            return true;
    return false;
}

/* The number is no less than the lesser of the two. */
static bool is_least_of(const csl_expr *m, const csl_expr *a, const csl_expr *b) {
    if (m->op == CSL_OP_MAX)
        return is_least_of(m->kids[0], a, b) || is_least_of(m->kids[1], a, b);
    return m->op == CSL_OP_MIN && csl_type_integer((csl_type)m->type) &&
           (m->kids[0] == a || m->kids[1] == a) && (m->kids[0] == b || m->kids[1] == b);
}

/* (a <= m) || (b <= m), and the contrary of both, where m is the lesser of a and b. */
static bool covers_lesser(csl_op op, const kid_set *set) {
    const csl_op compared = op == CSL_OP_OR ? CSL_OP_LE : CSL_OP_LT;
    const unsigned side = op == CSL_OP_OR; /* on which m is */
    for (unsigned i = 0; i < set->n; i++)
        for (unsigned k = 0; k < i && set->e[i]->op == compared; k++) {
            const csl_expr *x = set->e[i], *y = set->e[k];
            if (y->op == compared && x->kids[side] == y->kids[side] &&
                is_least_of(x->kids[side], x->kids[!side], y->kids[!side]))
                return true;
        }
    return false;
}

/* Of two comparisons, the first of which implies the second, AND needs the first, OR the second. */
static bool drop_implied(csl_op op, kid_set *set) {
    csl_order_region regions[CSL_ROOM_flat_kids];
    for (unsigned i = 0; i < set->n; i++) {
        regions[i] = csl_region_of(set->e[i]);
        for (unsigned k = 0; k < i && regions[i].x; k++) {
            if (!csl_region_comparable(&regions[i], &regions[k]))
                continue;
            bool implies = csl_region_inside(&regions[i], &regions[k]);
            if (!implies && !csl_region_inside(&regions[k], &regions[i]))
                continue;
            remove_at(set, implies == (op == CSL_OP_AND) ? k : i);
            return true;
        }
    }
    return false;
}

/* Comparisons that cannot hold together (AND), or one of which always holds (OR). */
static bool has_exclusive_regions(csl_ctx *ctx, csl_op op, const kid_set *set) {
    csl_order_region regions[CSL_ROOM_flat_kids];
    for (unsigned i = 0; i < set->n; i++) {
        regions[i] = csl_region_of(set->e[i]);
        if (regions[i].x && op == CSL_OP_OR)
            regions[i] = csl_region_of(csl_not(ctx, set->e[i]));
        for (unsigned k = 0; k < i && regions[i].x; k++)
            if (csl_region_comparable(&regions[i], &regions[k]) &&
                csl_region_disjoint(&regions[i], &regions[k]))
                return true;
    }
    return false;
}

/* x || (x && p) = x and x || (!x && p) = x || p, once. True if something changed. */
static bool apply_units(csl_ctx *ctx, csl_op op, kid_set *set) {
    csl_op dual = dual_of(op);
    for (unsigned i = 0; i < set->n; i++) {
        csl_expr *kid = set->e[i];
        if (kid->op != dual)
            continue;
        kid_set rest = {.n = 0};
        if (kid->nkids > CSL_ROOM_flat_kids)
            continue;
        bool absorbed = false;
        for (unsigned k = 0; k < kid->nkids && !absorbed; k++) {
            absorbed = contains(set->e, set->n, kid->kids[k]);
            if (!contains(set->e, set->n, csl_not(ctx, kid->kids[k])))
                rest.e[rest.n++] = kid->kids[k];
        }
        if (absorbed) {
            remove_at(set, i);
            return true;
        }
        if (rest.n < kid->nkids) {
            replace_at(set, op, i, csl_junction(ctx, dual, rest.n, rest.e));
            return true;
        }
    }
    return false;
}

/* Splits the kids of a and b (both of the dual operator) into common ones and the two rests. */
static void split_common(const csl_expr *a, const csl_expr *b, kid_set *common, kid_set *rest_a,
                         kid_set *rest_b) {
    unsigned i = 0, k = 0;
    common->n = rest_a->n = rest_b->n = 0;
    while (i < a->nkids || k < b->nkids) {
        if (k == b->nkids || (i < a->nkids && a->kids[i]->id < b->kids[k]->id)) {
            rest_a->e[rest_a->n++] = a->kids[i++];
        } else if (i == a->nkids || b->kids[k]->id < a->kids[i]->id) {
            rest_b->e[rest_b->n++] = b->kids[k++];
        } else {
            common->e[common->n++] = a->kids[i++];
            k++;
        }
    }
}

/* (p) || (p && q) = p and (x && p) || (!x && p) = p for one pair of kids; true if it changed. */
static bool merge_pair(csl_ctx *ctx, csl_op op, kid_set *set, unsigned first, unsigned second) {
    csl_op dual = dual_of(op);
    kid_set common, rest1, rest2;
    split_common(set->e[first], set->e[second], &common, &rest1, &rest2);
    if (rest1.n == 0 || rest2.n == 0) {
        remove_at(set, rest1.n == 0 ? second : first);
        return true;
    }
    /* Of two complements one is a single kid: the complement of a junction is of the other kind. */
    if (common.n == 0 || (rest1.n > 1 && rest2.n > 1))
        return false;
    csl_expr *x1 = csl_junction(ctx, dual, rest1.n, rest1.e);
    csl_expr *x2 = csl_junction(ctx, dual, rest2.n, rest2.e);
    if (csl_not(ctx, x1) != x2)
        return false;
    remove_at(set, second);
    replace_at(set, op, first, csl_junction(ctx, dual, common.n, common.e));
    return true;
}

static bool merge_pairs(csl_ctx *ctx, csl_op op, kid_set *set) {
    csl_op dual = dual_of(op);
    unsigned at[CSL_ROOM_paired_kids], n = 0;
    for (unsigned i = 0; i < set->n && n < CSL_ROOM_paired_kids; i++)
        if (set->e[i]->op == dual && set->e[i]->nkids <= CSL_ROOM_flat_kids)
            at[n++] = i;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i + 1; k < n; k++)
            if (merge_pair(ctx, op, set, at[i], at[k]))
                return true;
    return false;
}

/* (p && x) || (p && y) = p && (x || y) if p is common to all kids, else NULL. */
static csl_expr *factor(csl_ctx *ctx, csl_op op, const kid_set *set) {
    csl_op dual = dual_of(op);
    if (set->n < 2)
        return NULL;
    for (unsigned i = 0; i < set->n; i++)
        if (set->e[i]->op != dual || set->e[i]->nkids > CSL_ROOM_flat_kids)
            return NULL;
    kid_set common = {.n = 0};
    for (unsigned k = 0; k < set->e[0]->nkids; k++) {
        bool everywhere = true;
        for (unsigned i = 1; i < set->n && everywhere; i++)
            everywhere = contains(set->e[i]->kids, set->e[i]->nkids, set->e[0]->kids[k]);
        if (everywhere)
            common.e[common.n++] = set->e[0]->kids[k];
    }
    if (common.n == 0)
        return NULL;

    csl_expr *rests[CSL_ROOM_flat_kids];
    for (unsigned i = 0; i < set->n; i++) {
        kid_set rest = {.n = 0};
        for (unsigned k = 0; k < set->e[i]->nkids; k++)
            if (!contains(common.e, common.n, set->e[i]->kids[k]))
                rest.e[rest.n++] = set->e[i]->kids[k];
        rests[i] = csl_junction(ctx, dual, rest.n, rest.e);
    }
    csl_expr *parts[2] = {csl_junction(ctx, dual, common.n, common.e),
                          csl_junction(ctx, op, set->n, rests)};
    return csl_junction(ctx, dual, 2, parts);
}

/* More kids than are flattened: pairs of junctions, which grow one level for `flat_kids`. */
static csl_expr *nest(csl_ctx *ctx, csl_op op, unsigned n, csl_expr *const *operands) {
    if (n > 2) {
        csl_expr *all = operands[0];
        for (unsigned i = 1; i < n; i++)
            all = csl_junction(ctx, op, 2, (csl_expr *[]){all, operands[i]});
        return all;
    }
    csl_expr *a = operands[0], *b = operands[1];
    for (unsigned i = 0; i < 2; i++) {
        if (is_decisive(op, operands[i]))
            return operands[i];
        if (is_neutral(op, operands[i]))
            return operands[1 - i];
    }
    if (a == b || (a->op == op && contains(a->kids, a->nkids, b)))
        return a;
    if (b->op == op && contains(b->kids, b->nkids, a))
        return b;
    return csl_node_of(ctx, op, CSL_BOOL, 2,
                       a->id < b->id ? (csl_expr *[]){a, b} : (csl_expr *[]){b, a});
}

static csl_expr *simplify_junction(csl_ctx *ctx, csl_op op, unsigned n, csl_expr *const *kids) {
    kid_set set;
    if (!flatten(&set, op, n, kids))
        return nest(ctx, op, n, kids);
    do {
        for (unsigned i = 0; i < set.n; i++)
            if (is_decisive(op, set.e[i]))
                return set.e[i];
        if (has_complements(ctx, &set) || has_exclusive_regions(ctx, op, &set) ||
            covers_lesser(op, &set))
            return decisive(ctx, op);
    } while (drop_implied(op, &set) || apply_units(ctx, op, &set) || merge_pairs(ctx, op, &set));

    if (set.n == 0)
        return decisive(ctx, dual_of(op)); /* the neutral constant */
    if (set.n == 1)
        return set.e[0];
    csl_expr *factored = factor(ctx, op, &set);
    return factored ? factored : csl_node_of(ctx, op, CSL_BOOL, set.n, set.e);
}

/* What a call of csl_junction answered: terms of one kernel are rebuilt for every query. */
typedef struct answered {
    csl_op op;
    unsigned n;
    csl_expr *answer, *const *kids;
} answered;

static bool same_junction(const void *item, const void *wanted) {
    const answered *known = item, *key = wanted;
    return known->op == key->op && known->n == key->n &&
           memcmp(known->kids, key->kids, key->n * sizeof *key->kids) == 0;
}

csl_expr *csl_junction(csl_ctx *ctx, csl_op op, unsigned n, csl_expr *const *kids) {
    if (n == 1)
        return kids[0];
    uint64_t hash = csl_hash_word(CSL_HASH_SEED, op);
    for (unsigned i = 0; i < n; i++)
        hash = csl_hash_word(hash, kids[i]->id);
    answered key = {.op = op, .n = n, .kids = kids};
    const answered *known = csl_table_find(&ctx->junctions, hash, same_junction, &key)->item;
    if (known)
        return known->answer;
    key.answer = simplify_junction(ctx, op, n, kids); /* which makes room in the table, too */
    csl_expr **own = csl_alloc(ctx, (n + 1) * sizeof *own);
    memcpy(own, kids, n * sizeof *own);
    answered *made = CSL_NEW(ctx, answered);
    *made = (answered){op, n, key.answer, own};
    *csl_table_find(&ctx->junctions, hash, same_junction, &key) = (csl_table_slot){hash, made};
    ctx->junctions.used++;
    return made->answer;
}

csl_expr *csl_and(csl_ctx *ctx, csl_expr *a, csl_expr *b) {
    return csl_junction(ctx, CSL_OP_AND, 2, (csl_expr *[]){a, b});
}

csl_expr *csl_or(csl_ctx *ctx, csl_expr *a, csl_expr *b) {
    return csl_junction(ctx, CSL_OP_OR, 2, (csl_expr *[]){a, b});
}

/* ---- NOT ----------------------------------------------------------------------------------- */

static void remember_negation(csl_ctx *ctx, const csl_expr *of, csl_expr *is) {
    if (of->id >= ctx->negations_capacity) {
        uint32_t old = ctx->negations_capacity;
        uint32_t grown = old ? old * 2 : 1024;
        while (grown <= of->id)
            grown *= 2;
        ctx->negations = csl_xrealloc(ctx->negations, grown * sizeof *ctx->negations);
        memset(ctx->negations + old, 0, (grown - old) * sizeof *ctx->negations);
        ctx->negations_capacity = grown;
    }
    if (!ctx->negations[of->id])
        ctx->negations[of->id] = is;
}

static csl_expr *negate(csl_ctx *ctx, csl_expr *a) {
    csl_expr *kids[CSL_ROOM_flat_kids];
    bool real = a->nkids > 0 && csl_type_float(a->kids[0]->type);
    switch ((csl_op)a->op) {
    case CSL_OP_CONST: return csl_const(ctx, CSL_BOOL, !a->value);
    case CSL_OP_NOT: return a->kids[0];
    case CSL_OP_EQ: return csl_node_of(ctx, CSL_OP_NE, CSL_BOOL, 2, a->kids);
    case CSL_OP_NE: return csl_node_of(ctx, CSL_OP_EQ, CSL_BOOL, 2, a->kids);
    case CSL_OP_LT:
    case CSL_OP_LE:
        if (real) /* !(x < y) is not y <= x where NaN is about */
            break;
        return csl_compare(ctx, a->op == CSL_OP_LT ? CSL_OP_LE : CSL_OP_LT, a->kids[1], a->kids[0]);
    case CSL_OP_AND:
    case CSL_OP_OR:
        for (unsigned i = 0; i < a->nkids; i++)
            kids[i] = csl_not(ctx, a->kids[i]);
        return csl_junction(ctx, dual_of(a->op), a->nkids, kids);
    case CSL_OP_ITE:
        return csl_ite(ctx, a->kids[0], csl_not(ctx, a->kids[1]), csl_not(ctx, a->kids[2]));
    default: break;
    }
    return csl_node_of(ctx, CSL_OP_NOT, CSL_BOOL, 1, &a);
}

csl_expr *csl_not(csl_ctx *ctx, csl_expr *a) {
    if (a->id < ctx->negations_capacity && ctx->negations[a->id])
        return ctx->negations[a->id];
    csl_expr *result = negate(ctx, a);
    remember_negation(ctx, a, result);
    if (a->op != CSL_OP_NOT) /* a comparison's negation is a comparison, never its NOT */
        remember_negation(ctx, result, a);
    return result;
}

/* The condition that a number stands for, `c ? 1 : 0`, or NULL. */
static csl_expr *truth_of(const csl_expr *e) {
    return e->op == CSL_OP_ITE && csl_is_const(e->kids[1], 1) && csl_is_const(e->kids[2], 0)
               ? e->kids[0]
               : NULL;
}

csl_expr *csl_bits_of_truths(csl_ctx *ctx, csl_op op, csl_type type, csl_expr *a, csl_expr *b) {
    csl_expr *x = truth_of(a), *y = truth_of(b);
    if (!x || !y || (op != CSL_OP_BAND && op != CSL_OP_BOR))
        return NULL;
    csl_expr *both = op == CSL_OP_BAND ? csl_and(ctx, x, y) : csl_or(ctx, x, y);
    return csl_cast(ctx, type, both);
}
