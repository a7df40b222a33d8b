/* Named barriers: which of them belong together, and what they are given. */
#include "protocols.h"

/* A number that the term has not, or any number: the others leave none. */
static bool is_impossible(csl_analysis *a, csl_expr *const *part, uint32_t n, const csl_expr *c) {
    if (c->kids[1]->op != CSL_OP_CONST || !csl_type_integer((csl_type)c->kids[0]->type))
        return false;
    const csl_range r = csl_range_of(a, c->kids[0]);
    if (c->op == CSL_OP_EQ)
        return c->kids[1]->value < r.lo || c->kids[1]->value > r.hi;
    csl_wide left = r.hi - r.lo + 1;
    for (uint32_t i = 0; i < n; i++) /* the parts are all different */
        left -= part[i]->op == CSL_OP_NE && part[i]->kids[0] == c->kids[0] &&
                part[i]->kids[1]->op == CSL_OP_CONST && part[i]->kids[1]->value >= r.lo &&
                part[i]->kids[1]->value <= r.hi;
    return left <= 0;
}

/* No thread of a block of any of the shapes comes there. */
static bool none_comes(csl_analysis *a, const csl_node *n) {
    csl_expr *own, *reach = csl_expand(a, n->reach);
    uint32_t parts;
    csl_expr *const *part = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if ((part[i]->op == CSL_OP_EQ || part[i]->op == CSL_OP_NE) &&
            is_impossible(a, part, parts, part[i]))
            return true;
    bool none = a->shapes.n > 0 && csl_own_condition(a, n, &own);
    for (uint32_t s = 0; none && s < a->shapes.n; s++)
        none = !csl_count_coming(a, own, a->shapes.shape[s], 1);
    return none;
}

/* The block uses __syncthreads() as well. */
static bool has_plain_barrier(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (s->kind == CSL_STMT_SYNC && s->sync->scope == CSL_SCOPE_BLOCK && !s->sync->id &&
            !s->sync->object)
            return true;
    }
    return false;
}

enum { IN_TURN = 4 }; /* uses at most, as each makes a family */

/* All uses of the number, two at least, are waits for one number of threads, and stand one behind
 * another where the same threads come: in each pass these come to one use after the other, and none
 * goes on before all have come. So its phases are those of as many barriers, each with one use,
 * which barrier objects beside it that have one phase in each pass need. */
static bool is_used_in_turn(csl_analysis *a, int64_t number) {
    const csl_node *first = NULL;
    uint32_t uses = 0;
    bool beside = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        beside |= y && y->object;
        if (!y || !y->id || y->object || y->settled || !csl_is_const(n->id, number))
            continue;
        first = first ? first : n;
        if (y->full || y->kind != CSL_SYNC_BARRIER || y->tile || n->loop != first->loop ||
            n->count != first->count || csl_expand(a, n->reach) != csl_expand(a, first->reach))
            return false;
        uses++;
    }
    return beside && number && uses > 1 && uses <= IN_TURN;
}

/* Uses of numbers that no thread computes are none: those that were left out as well. */
static void settle_idle(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (const csl_stmt *s = a->nodes.v[i]->stmt; csl_whole_of(s); s = s->branch.other)
            s->branch.body->sync->settled = true;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (y && y->id && !y->object && !y->full)
            n->stmt->sync->settled = n->arms && none_comes(a, n);
    }
}

/* ---- numbers of groups ------------------------------------------------------------------------- */

/* A use of named barriers: of a number that is computed, and was told apart by IFs (csl_whole_of),
 * it is the outermost of these at which threads come. */
typedef struct named_use {
    csl_node *node;
    const csl_node *at;
    csl_family own; /* the numbers of the groups that come, if they have `owners` */
} named_use;
typedef CSL_VEC(named_use) named_uses;

static const csl_node *place_of(const csl_node *n) {
    const csl_node *at = n;
    for (const csl_parting *p = n->arms; p && csl_whole_of(p->node->stmt) == n->stmt; p = p->before)
        at = p->node;
    return at;
}

static named_uses find_uses(csl_analysis *a) {
    named_uses all = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (!y || !y->id || y->object || y->full || y->whole)
            continue;
        named_use u = {.node = n, .at = place_of(n)};
        if ((u.at == n && y->settled) || none_comes(a, u.at))
            continue;
        csl_find_numbers(a, u.at, csl_expand(a, n->id), &u.own);
        CSL_PUSH(a->ctx, &all, u);
    }
    return all;
}

/* Of each group as many come to the uses as these wait for, or none. */
static bool enough_come(csl_analysis *a, const csl_family *f, csl_expr *comes) {
    if (!f->expects || f->expects->op != CSL_OP_CONST)
        return false;
    for (uint32_t s = 0; s < a->shapes.n; s++)
        for (int64_t g = f->from; g < f->from + f->groups; g++) {
            csl_expr *these = csl_and(a->ctx, comes, csl_in_group(a, f->owners, g));
            const uint32_t n = csl_count_coming(a, these, a->shapes.shape[s], 1);
            if (n && n != f->expects->value)
                return false;
        }
    return true;
}

/* Adds the use to the family if who comes there uses the number of its group. */
static bool add_use(csl_analysis *a, csl_family *f, const named_use *u, csl_expr **comes) {
    csl_family own;
    if (u->node->count != f->expects ||
        !csl_numbers_of_group(a, u->at, csl_expand(a, u->node->id), f->owners, f->apart, &own) ||
        own.number != f->number)
        return false;
    const int64_t to = f->from + f->groups, end = own.from + own.groups;
    CSL_PUSH(a->ctx, &f->uses, u->node);
    f->from = own.from < f->from ? own.from : f->from;
    f->groups = (end > to ? end : to) - f->from;
    csl_expr *these = csl_of_thread_alone(a, csl_as_elected(a, csl_expand(a, u->at->reach)));
    *comes = csl_or(a->ctx, *comes, these);
    return true;
}

static bool is_taken(const csl_analysis *a, const csl_stmt *s) {
    for (uint32_t i = 0; i < a->families.n; i++)
        for (uint32_t k = 0; k < a->families.v[i].uses.n; k++)
            if (a->families.v[i].uses.v[k]->stmt == s)
                return true;
    return false;
}

/* All numbers are those of named barriers, or of tiles, and none is that of __syncthreads(). */
static bool are_numbers(const csl_family *f, const csl_sync *y, bool plain_barrier) {
    const int64_t first = f->number + f->from * f->apart;
    const int64_t last = first + (f->groups - 1) * f->apart;
    const int64_t lo = first < last ? first : last, hi = first < last ? last : first;
    return y->tile ? lo >= CSL_NAMED_BARRIERS && hi < CSL_BARRIER_NUMBERS
                   : lo >= plain_barrier && hi < CSL_NAMED_BARRIERS;
}

/* The family of those who come to the first of these uses, if each group has a number of its own.
 */
static bool find_group_family(csl_analysis *a, const named_uses *all, uint32_t first,
                              bool plain_barrier, csl_family *f) {
    csl_expr *comes = csl_false(a->ctx);
    *f = all->v[first].own;
    f->expects = all->v[first].node->count;
    for (uint32_t k = 0; k < all->n && f->owners; k++)
        add_use(a, f, &all->v[k], &comes);
    return f->owners && enough_come(a, f, comes) &&
           are_numbers(f, all->v[first].node->stmt->sync, plain_barrier);
}

static bool share_numbers(const csl_family *f, const csl_family *g) {
    for (int64_t i = f->from; i < f->from + f->groups; i++)
        for (int64_t k = g->from; k < g->from + g->groups; k++)
            if (f->number + i * f->apart == g->number + k * g->apart)
                return true;
    return false;
}

/* Numbers of which each is that of one group of threads, which all come: as many barriers, which
 * are one as far as each group goes. So are all named barriers of the kernel, or none is taken for
 * that: a barrier of several groups brings those of each in an order. */
static void find_group_numbers(csl_analysis *a) {
    const bool plain_barrier = has_plain_barrier(a);
    const named_uses all = find_uses(a);
    const uint32_t before = a->families.n;
    bool each = true;
    for (uint32_t i = 0; i < all.n && each; i++) {
        csl_family f;
        if (is_taken(a, all.v[i].node->stmt))
            continue;
        each = find_group_family(a, &all, i, plain_barrier, &f);
        for (uint32_t k = before; k < a->families.n; k++)
            each &= !share_numbers(&f, &a->families.v[k]);
        CSL_PUSH(a->ctx, &a->families, f);
    }
    if (!each)
        a->families.n = before;
    for (uint32_t i = 0; i < all.n && each; i++)
        all.v[i].node->stmt->sync->settled = false;
}

/* ---- all ---------------------------------------------------------------------------------------- */

bool csl_find_named_families(csl_analysis *a) {
    const bool whole = has_plain_barrier(a);
    uint32_t of[CSL_BARRIER_NUMBERS] = {0}; /* 1 plus the number of the family */
    settle_idle(a);
    find_group_numbers(a);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (!y || !y->id || y->object || y->full || y->settled ||
            is_taken(a, y->whole ? y->whole : n->stmt))
            continue;
        if (n->id->op != CSL_OP_CONST ||
            (uint64_t)n->id->value >= (y->tile ? CSL_BARRIER_NUMBERS : CSL_NAMED_BARRIERS))
            return false;
        const int64_t number = n->id->value;
        if (!of[number] || is_used_in_turn(a, number)) {
            csl_family f = {.stages = 1, .number = number, .expects = n->count};
            CSL_PUSH(a->ctx, &a->families, f);
            of[number] = a->families.n;
        }
        csl_family *f = &a->families.v[of[number] - 1];
        if (f->expects != n->count)
            f->open = "a named barrier that is given different numbers of threads";
        if (number == 0 && whole)
            f->open = "barrier 0, which __syncthreads() uses";
        CSL_PUSH(a->ctx, &f->uses, n);
    }
    return true;
}
