/* Two loads of memory that no thread writes give one value where they read one place, what the
 * lanes of a warp agree on is one value for two threads of a block that are in one warp, and what a
 * lane gets from another is what that one offers. A query
 * does not say so from the start, for most witnesses do not need it: csl_ask() adds what a witness
 * contradicts and asks again.
 *
 * Needs: csl_execute().
 */
#include "builder.h"
#include "../../limits/limits.h"

/* The variable as csl_side() sees it, not as it was or will be in another pass. */
static bool is_present(const csl_builder *b, const csl_instance *m, const csl_sym *s) {
    bool ahead = b->r.round == CSL_ROUND_NEXT && b->r.pivot && m->side == 1 && s->loop &&
                 csl_loop_inside(s->loop, b->r.pivot);
    return m->variant == ahead; /* VARIANT_HERE, or VARIANT_NEXT */
}

/* Nothing writes there while the kernel runs. */
static bool is_still(const csl_analysis *a, const csl_expr *root) {
    return root->op == CSL_OP_BASE ? csl_never_written(a, root->index)
                                   : root->op == CSL_OP_SYM && csl_sym_of(a, root)->still;
}

/* The load whose value the variable is, if it reads memory that nothing writes; or NULL. */
static const csl_node *steady_load(const csl_builder *b, const csl_instance *m) {
    const csl_analysis *a = b->a;
    const csl_sym *s = m->op == CSL_OP_SYM ? a->syms.v[m->index] : NULL;
    const csl_node *n = s && s->kind == CSL_SYM_LOAD && is_present(b, m, s) ? s->node : NULL;
    if (!n || n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode != CSL_MODE_READ ||
        !csl_is_plain(n->stmt->access) || n->ntargets != 1 || !is_still(a, n->targets[0].root))
        return NULL;
    return csl_is_small(csl_expand(b->a, n->targets[0].offset), CSL_LIMIT(brief_term)) ? n : NULL;
}

static csl_expr *value_of(const csl_builder *b, const csl_instance *m) {
    return csl_leaf(b->a->ctx, CSL_OP_SYM, b->vars.v[m->var].type, m->var);
}

/* A load on whose value the block agrees, so that nothing is stored there in the barrier interval:
 * its threads load at any time of it. */
static const csl_node *agreed_load(const csl_builder *b, const csl_instance *m) {
    const csl_analysis *a = b->a;
    const csl_sym *s = a->syms.v[m->index];
    const csl_node *n = s->kind == CSL_SYM_LOAD && m->side < 0 ? s->node : NULL;
    if (!n || n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode != CSL_MODE_READ ||
        n->ntargets != 1 || s->uniform != CSL_SCOPE_BLOCK)
        return NULL;
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    const bool shared = o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
    return shared || csl_is_plain(n->stmt->access) ? n : NULL;
}

/* A variable that may be related to another. */
typedef struct candidate {
    csl_instance m;
    const csl_node *load; /* of memory that no thread writes, or NULL: what a warp or the block
                             agrees on */
} candidate;

/* What each pass but the first begins with is what a warp agreed on in the pass before. */
static bool is_handed_on(csl_analysis *a, const csl_sym *s) {
    return s->kind == CSL_SYM_PHI && s->next && s->loop && s->uniform < CSL_SCOPE_WARP &&
           csl_scope_of(a, s->next) >= CSL_SCOPE_WARP;
}

static bool may_share_warp(const csl_builder *b) {
    return b->r.pair == CSL_PAIR_BLOCK || b->r.pair == CSL_PAIR_SAME_WARP;
}

static bool is_candidate(const csl_builder *b, uint32_t i, candidate *out) {
    const csl_instance m = b->made.v[i];
    if (m.op != CSL_OP_SYM)
        return false;
    const csl_sym *s = b->a->syms.v[m.index];
    *out = (candidate){m, steady_load(b, &m)};
    return out->load || agreed_load(b, &m) ||
           (b->r.pair == CSL_PAIR_BLOCK && s->uniform == CSL_SCOPE_WARP) ||
           (may_share_warp(b) && is_handed_on(b->a, s));
}

/* Both are what a warp agrees on, in one pass: the same for threads of one warp. */
static csl_expr *of_one_warp(csl_builder *b, csl_instance x, csl_instance y) {
    csl_ctx *ctx = b->a->ctx;
    const csl_sym *s = b->a->syms.v[x.index];
    if (x.index != y.index || x.variant != y.variant || x.side + y.side != 1 ||
        b->r.pair != CSL_PAIR_BLOCK || s->uniform != CSL_SCOPE_WARP ||
        (s->loop && !csl_loop_inside(b->r.common, s->loop)))
        return NULL;
    csl_expr *apart = csl_not(ctx, csl_in_one_tile(b, 32));
    return csl_or(ctx, apart, csl_binary(ctx, CSL_OP_EQ, value_of(b, &x), value_of(b, &y)));
}

/* Both are what a warp hands on to the next pass: the same for threads of one warp in one pass,
 * behind the first. */
static csl_expr *of_one_pass(csl_builder *b, csl_instance x, csl_instance y) {
    csl_ctx *ctx = b->a->ctx;
    const csl_sym *s = b->a->syms.v[x.index];
    if (x.index != y.index || x.variant != y.variant || x.side + y.side != 1 ||
        !may_share_warp(b) || !is_handed_on(b->a, s) ||
        (s->loop->parent && !csl_loop_inside(b->r.common, s->loop->parent)))
        return NULL;
    csl_expr *pass[2] = {csl_number_of_pass(b, &x, s->loop), csl_number_of_pass(b, &y, s->loop)};
    if (!pass[0] || !pass[1])
        return NULL;
    csl_expr *apart =
        csl_or(ctx, csl_not(ctx, csl_in_one_tile(b, 32)),
               csl_or(ctx, csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, pass[0], pass[1])),
                      csl_binary(ctx, CSL_OP_EQ, pass[0], csl_const(ctx, CSL_I32, 0))));
    return csl_or(ctx, apart, csl_binary(ctx, CSL_OP_EQ, value_of(b, &x), value_of(b, &y)));
}

/* Nothing between the two can change what is there, or let others do so. */
static bool undisturbed(const csl_analysis *a, const csl_node *x, const csl_node *y) {
    uint32_t from = x->order < y->order ? x->order : y->order;
    uint32_t to = x->order < y->order ? y->order : x->order;
    for (uint32_t i = from + 1; i < to; i++) {
        const csl_node *n = a->nodes.v[i];
        bool orders = n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->orders;
        if (orders || csl_may_do_anything(n->stmt))
            return false;
        bool writes = n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode != CSL_MODE_READ;
        if (writes && csl_has_target(n, x->targets[0].root))
            return false;
    }
    return true;
}

/* Two loads of one place in one interval, each with a value that the block agrees on. */
static csl_expr *of_one_interval(csl_builder *b, csl_instance x, csl_instance y) {
    const csl_node *p = agreed_load(b, &x), *q = agreed_load(b, &y);
    if (!p || !q || b->r.share > CSL_SCOPE_BLOCK || x.variant != y.variant || p->loop != q->loop ||
        p->targets[0].root != q->targets[0].root ||
        csl_expand(b->a, p->targets[0].offset) != csl_expand(b->a, q->targets[0].offset) ||
        p->stmt->access->bytes != q->stmt->access->bytes ||
        b->vars.v[x.var].type != b->vars.v[y.var].type || !undisturbed(b->a, p, q))
        return NULL;
    return csl_binary(b->a->ctx, CSL_OP_EQ, value_of(b, &x), value_of(b, &y));
}

/* Both go through the pointer, and it is one for the two threads. */
static bool have_one_root(csl_builder *b, candidate x, candidate y) {
    csl_expr *root = x.load->targets[0].root;
    return root == y.load->targets[0].root &&
           (root->op == CSL_OP_BASE ||
            csl_side(b, x.m.side > 0, root) == csl_side(b, y.m.side > 0, root));
}

/* What the two values say of each other, or NULL. */
static csl_expr *relation_of(csl_builder *b, candidate x, candidate y) {
    csl_expr *in_interval = of_one_interval(b, x.m, y.m);
    if (in_interval)
        return in_interval;
    if (!x.load || !y.load || x.m.side == y.m.side || !have_one_root(b, x, y) ||
        x.load->stmt->access->bytes != y.load->stmt->access->bytes ||
        b->vars.v[x.m.var].type != b->vars.v[y.m.var].type)
        return b->a->syms.v[x.m.index]->kind == CSL_SYM_PHI ? of_one_pass(b, x.m, y.m)
                                                            : of_one_warp(b, x.m, y.m);
    csl_ctx *ctx = b->a->ctx;
    csl_expr *from[2] = {csl_side(b, x.m.side > 0, x.load->targets[0].offset),
                         csl_side(b, y.m.side > 0, y.load->targets[0].offset)};
    csl_expr *apart = csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, from[0], from[1]));
    csl_expr *same = csl_binary(ctx, CSL_OP_EQ, value_of(b, &x.m), value_of(b, &y.m));
    csl_expr *relation = csl_or(ctx, apart, same);
    return csl_is_true(relation) ? NULL : relation;
}

/* What the thread got from a lane is what that lane offered, whichever rows the block has. */
static csl_expr *received(csl_builder *b, const csl_instance *m) {
    csl_analysis *a = b->a;
    const csl_sym *s = m->op == CSL_OP_SYM && m->side >= 0 ? a->syms.v[m->index] : NULL;
    csl_expr *offered =
        s && s->kind == CSL_SYM_SYNC && s->node ? csl_offered_by_source(a, s->node) : NULL;
    if (!offered)
        return NULL;
    csl_expr *value = value_of(b, m);
    offered = csl_cast(a->ctx, (csl_type)value->type, csl_side(b, m->side, offered));
    return csl_binary(a->ctx, CSL_OP_EQ, value, offered);
}

/* The candidates among what was made so far, in order; places may be made of further values. */
static uint32_t find_candidates(const csl_builder *b, candidate **out) {
    candidate c;
    uint32_t n = 0, found = 0;
    for (uint32_t i = 0; i < b->made.n; i++)
        n += is_candidate(b, i, &c);
    if (n < 2)
        return 0;
    *out = csl_alloc(b->a->ctx, n * sizeof **out);
    for (uint32_t i = 0; i < b->made.n; i++)
        if (is_candidate(b, i, &c))
            (*out)[found++] = c;
    return found;
}

static void add_fact(const csl_builder *b, csl_expr *fact, csl_expr ***list, uint32_t *n) {
    if (!fact || *n == CSL_ROOM_same_places)
        return;
    if (!*list)
        *list = csl_alloc(b->a->ctx, CSL_ROOM_same_places * sizeof(csl_expr *));
    (*list)[(*n)++] = fact;
}

csl_expr *const *csl_steady_values(csl_builder *b, uint32_t *n) {
    csl_expr **list = NULL;
    candidate *c = NULL;
    const uint32_t known = find_candidates(b, &c), made = b->made.n;
    *n = 0;
    for (uint32_t i = 0; i < made; i++) {
        const csl_instance m = b->made.v[i];
        add_fact(b, received(b, &m), &list, n);
    }
    for (uint32_t i = 0; i < known; i++)
        for (uint32_t j = i + 1; j < known && *n < CSL_ROOM_same_places; j++)
            add_fact(b, relation_of(b, c[i], c[j]), &list, n);
    return list;
}
