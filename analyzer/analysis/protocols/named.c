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

/* Uses of numbers that no thread computes are none. */
static void settle_idle(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (y && y->id && !y->object && !y->full && n->arms && none_comes(a, n))
            n->stmt->sync->settled = true;
    }
}

bool csl_find_named_families(csl_analysis *a) {
    const bool whole = has_plain_barrier(a);
    uint32_t of[CSL_BARRIER_NUMBERS] = {0}; /* 1 plus the number of the family */
    settle_idle(a);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
        if (!y || !y->id || y->object || y->full || y->settled)
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
