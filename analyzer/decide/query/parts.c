/* Splits a query (parts.h).
 *
 * First an unknown that occurs once takes the place of the sum it occurs in: `end - tile * 8` is
 * any number if `end` is. Then conditions that have an unknown in common belong together, and those
 * that no offset, thread id or block dimension is in are apart. */
#include "parts.h"

#include <string.h>

#include "tape.h"

#define NO_VAR UINT32_MAX

typedef struct splitter {
    csl_pool *pool;
    const csl_tape *t;
    uint32_t *uses;   /* of each node: by how many others */
    uint32_t *stands; /* the variable that stands for the node, or NO_VAR */
    uint32_t *group;  /* of each variable, and of two more: MAIN and FUNCTIONS */
    uint32_t *stamp;  /* by node: the last walk that came there */
    uint32_t walk, main, functions;
    csl_expr **made; /* of each node: the term in the parts, once it is made */
    bool *in_offset; /* by node */
    bool *loose;
} splitter;

/* ---- sums that are any number ------------------------------------------------------------------ */

/* It takes every value of its type, whatever the launch and the facts that engines do not see. */
static bool is_free(const splitter *s, const csl_term *node) {
    if (node->e->op != CSL_OP_SYM || !csl_type_integer((csl_type)node->e->type))
        return false;
    const csl_dvar *v = &s->t->q->vars[node->e->index];
    const csl_range type = csl_range_of_type((csl_type)node->e->type);
    for (uint32_t i = 0; i < s->t->q->nsteady; i++)
        if (s->t->q->steady[i]->syms >> node->e->index % 64 & 1)
            return false;
    return (v->role == CSL_ROLE_PARAM || v->role == CSL_ROLE_DATA || v->role == CSL_ROLE_LOST) &&
           v->lo <= type.lo && v->hi >= type.hi;
}

/* Any value comes out of it if one operand takes any. */
static bool keeps_free(const csl_expr *e) {
    return e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_NEG ||
           e->op == CSL_OP_BXOR || e->op == CSL_OP_BNOT;
}

static void find_free(splitter *s) {
    for (uint32_t i = 0; i < s->t->n; i++) {
        const csl_term *node = &s->t->node[i];
        s->stands[i] = is_free(s, node) && !s->in_offset[i] ? node->e->index : NO_VAR;
        for (unsigned k = 0; k < node->e->nkids && keeps_free(node->e); k++) {
            uint32_t kid = node->kid[k];
            if (s->stands[kid] == NO_VAR || s->uses[kid] != 1 ||
                node->e->kids[k]->type != node->e->type)
                continue;
            s->loose[s->stands[kid]] = true;
            s->stands[i] = s->stands[kid];
        }
    }
}

static void count_uses(splitter *s) {
    const csl_tape *t = s->t;
    for (unsigned side = 0; side < 2; side++)
        if (t->offset[side] != CSL_NO_NODE)
            s->in_offset[t->offset[side]] = true;
    for (uint32_t i = t->n; i-- > 0;) { /* users come after what they use */
        for (unsigned k = 0; k < t->node[i].e->nkids; k++) {
            s->uses[t->node[i].kid[k]]++;
            s->in_offset[t->node[i].kid[k]] |= s->in_offset[i];
        }
    }
}

/* ---- what belongs together --------------------------------------------------------------------- */

static uint32_t group_of(splitter *s, uint32_t v) {
    while (s->group[v] != v)
        v = s->group[v] = s->group[s->group[v]];
    return v;
}

static void join(splitter *s, uint32_t v, uint32_t w) {
    s->group[group_of(s, v)] = group_of(s, w);
}

/* Joins the unknowns of a term with `with`. */
static void join_all(splitter *s, uint32_t i, uint32_t with) {
    const csl_term *node = &s->t->node[i];
    if (s->stamp[i] == s->walk)
        return;
    s->stamp[i] = s->walk;
    if (s->stands[i] != NO_VAR) {
        join(s, s->stands[i], with);
        return;
    }
    if (node->e->op == CSL_OP_SYM)
        join(s, node->e->index, with);
    if (node->e->op == CSL_OP_PURE)
        join(s, s->functions, with);
    for (unsigned k = 0; k < node->e->nkids; k++)
        join_all(s, node->kid[k], with);
}

/* Some unknown of the term, or MAIN if it has none. */
static uint32_t any_unknown(const splitter *s, uint32_t i) {
    const csl_term *node = &s->t->node[i];
    if (s->stands[i] != NO_VAR)
        return s->stands[i];
    if (node->e->op == CSL_OP_SYM)
        return node->e->index;
    uint32_t found = node->e->op == CSL_OP_PURE ? s->functions : s->main;
    for (unsigned k = 0; k < node->e->nkids && found == s->main; k++)
        found = any_unknown(s, node->kid[k]);
    return found;
}

/* A value that the thread alone has. Which pass it is in may be part of how it comes there. */
static bool is_of_thread(const csl_dvar *v) {
    return v->side != 0 && !v->uniform && v->role != CSL_ROLE_ITER;
}

static void find_groups(splitter *s) {
    const csl_tape *t = s->t;
    for (uint32_t v = 0; v < t->q->nvars + 2; v++)
        s->group[v] = v;
    for (uint32_t v = 0; v < t->q->nvars; v++)
        if (v < CSL_DV_FREE || is_of_thread(&t->q->vars[v]))
            join(s, v, s->main);
    for (unsigned side = 0; side < 2; side++, s->walk++)
        if (t->offset[side] != CSL_NO_NODE)
            join_all(s, t->offset[side], s->main);
    for (uint32_t i = 0; i < t->nconjuncts; i++, s->walk++)
        join_all(s, t->conjunct[i], any_unknown(s, t->conjunct[i]));
}

/* ---- the parts --------------------------------------------------------------------------------- */

static void make_terms(splitter *s) {
    const csl_tape *t = s->t;
    csl_expr **kids = CSL_POOL_ARRAY(s->pool, csl_expr *, t->max_kids);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        bool same = true;
        for (unsigned k = 0; k < node->e->nkids; k++) {
            kids[k] = s->made[node->kid[k]];
            same = same && kids[k] == node->e->kids[k];
        }
        if (s->stands[i] != NO_VAR)
            s->made[i] = csl_leaf(t->q->ctx, CSL_OP_SYM, (csl_type)node->e->type, s->stands[i]);
        else
            s->made[i] = same ? (csl_expr *)node->e : csl_rebuild(t->q->ctx, node->e, kids);
    }
}

/* The conditions a term is made of: those of the main group join *threads, the others *block. */
static void sort_conditions(splitter *s, uint32_t i, csl_expr **threads, csl_expr **block) {
    const csl_term *node = &s->t->node[i];
    if (node->e->op == CSL_OP_AND) {
        for (unsigned k = 0; k < node->e->nkids; k++)
            sort_conditions(s, node->kid[k], threads, block);
        return;
    }
    bool main = group_of(s, any_unknown(s, i)) == group_of(s, s->main);
    csl_expr **to = main ? threads : block;
    *to = csl_and(s->t->q->ctx, *to, s->made[i]);
}

static bool is_among(csl_ctx *ctx, csl_expr *few, csl_expr *many) {
    return csl_and(ctx, few, many) == many;
}

/* The facts that engines do not see, so far as they speak of no variable of the other part. */
static void keep_steady(const csl_query *q, const bool *others, csl_query *part) {
    csl_expr **kept = csl_alloc(q->ctx, q->nsteady * sizeof *kept + 1);
    part->steady = kept;
    part->nsteady = 0;
    for (uint32_t i = 0; i < q->nsteady; i++) {
        bool about = true;
        for (uint32_t v = 0; v < q->nvars; v++)
            about = about && !(others[v] && (q->steady[i]->syms >> v % 64 & 1));
        if (about)
            kept[part->nsteady++] = q->steady[i];
    }
}

static void make_parts(splitter *s, csl_query_parts *parts) {
    const csl_query *q = s->t->q;
    csl_ctx *ctx = q->ctx;
    csl_expr *none = csl_true(ctx), *block[3] = {none, none, none};
    csl_query *threads = &parts->threads;
    parts->threads = parts->block = *q;
    threads->fact = threads->guard[0] = threads->guard[1] = none;
    sort_conditions(s, s->t->fact, &threads->fact, &block[2]);
    for (unsigned side = 0; side < 2; side++) {
        sort_conditions(s, s->t->guard[side], &threads->guard[side], &block[side]);
        if (q->offset[side])
            threads->offset[side] = s->made[s->t->offset[side]];
        parts->block.guard[side] = none;
        parts->block.offset[side] = NULL;
    }
    csl_expr *both = csl_and(ctx, block[0], block[1]);
    parts->block.fact = csl_and(ctx, both, block[2]);
    parts->one_way = is_among(ctx, block[0], block[1]) || is_among(ctx, block[1], block[0]);
    parts->loose = csl_alloc(ctx, q->nvars * sizeof *parts->loose + 1);
    bool *of_threads = CSL_POOL_ARRAY(s->pool, bool, q->nvars + 1);
    for (uint32_t v = 0; v < q->nvars; v++) {
        of_threads[v] = group_of(s, v) == group_of(s, s->main);
        parts->loose[v] = s->loose[v] || !of_threads[v];
    }
    keep_steady(q, parts->loose, threads);
    keep_steady(q, of_threads, &parts->block);
}

static bool split(csl_pool *pool, const csl_tape *t, csl_query_parts *parts) {
    const csl_query *q = t->q;
    splitter s = {.pool = pool, .t = t, .main = q->nvars, .functions = q->nvars + 1, .walk = 1};
    s.uses = CSL_POOL_ARRAY(pool, uint32_t, t->n);
    s.stands = CSL_POOL_ARRAY(pool, uint32_t, t->n);
    s.stamp = CSL_POOL_ARRAY(pool, uint32_t, t->n);
    s.in_offset = CSL_POOL_ARRAY(pool, bool, t->n);
    s.made = CSL_POOL_ARRAY(pool, csl_expr *, t->n);
    s.group = CSL_POOL_ARRAY(pool, uint32_t, q->nvars + 2);
    s.loose = CSL_POOL_ARRAY(pool, bool, q->nvars + 1);
    count_uses(&s);
    find_free(&s);
    find_groups(&s);
    make_terms(&s);
    make_parts(&s, parts);
    return !csl_is_true(parts->block.fact);
}

bool csl_split_query(const csl_query *q, csl_query_parts *parts) {
    csl_pool pool = {0};
    const csl_tape *t = csl_tape_new(&pool, q, false);
    bool apart = !csl_limit_exceeded(CSL_LIMIT_query_size, t->n) && split(&pool, t, parts);
    csl_pool_free(&pool);
    return apart;
}
