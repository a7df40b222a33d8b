/* What orders accesses of two blocks: proved, whichever blocks they are.
 *
 *   counter   one thread of each block adds 1, once, and who finds that all others have done so (or
 *             waits until all have) goes on: the block that comes last, a barrier of all blocks
 *             made by hand. The counter begins with 0, which the verdict lists.
 *   lock      flags.c
 *
 * Between what comes before and the counting stands a barrier of the block, unless one thread does
 * both, and a fence of the device; behind the gate there is another one, or the access is volatile
 * (CUDA Programming Guide, "Memory Fence Functions", reads the partial sums so).
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"

typedef struct counter {
    csl_spot at;
    csl_node *add;    /* the only one that counts */
    csl_node *gate;   /* the add, or a load that a loop repeats */
    csl_expr *blocks; /* how many there are */
} counter;

/* ---- what a thread has read of the counter ---------------------------------------------------- */

typedef struct handing {
    csl_analysis *a;
    const csl_node *from; /* the gate */
    const csl_node *last; /* the barrier behind which others have it; NULL: they have it not */
} handing;

/* The only write of what is loaded, which thread 0 makes before a barrier of all threads; *barrier
 * is that. NULL: it is not so. */
static const csl_node *only_write(csl_analysis *a, const csl_node *load, const csl_node **barrier) {
    csl_spot at;
    const csl_node *write = NULL;
    if (!csl_is_data_access(load) || load->stmt->access->mode != CSL_MODE_READ ||
        !csl_spot_of(a, load, &at))
        return NULL;
    const csl_object *o = csl_object_of_root(a, at.root);
    if (o->kind != CSL_OBJ_SHARED)
        return NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (csl_may_do_anything(n->stmt))
            return NULL;
        if (!csl_is_data_access(n) || !csl_changes(n) || csl_relate(a, n, &at) == CSL_APART)
            continue;
        if (write || csl_relate(a, n, &at) != CSL_SAME_SPOT || n->loop ||
            n->stmt->access->mode != CSL_MODE_WRITE || !n->value)
            return NULL;
        write = n;
    }
    for (uint32_t i = write ? write->order + 1 : load->order; i < load->order; i++)
        if (csl_all_pass(a->nodes.v[i])) {
            *barrier = a->nodes.v[i];
            return csl_by_one_thread(a, write) &&
                           csl_is_true(
                               csl_map(a->ctx, csl_expand(a, write->reach), csl_first_thread, a))
                       ? write
                       : NULL;
        }
    return NULL;
}

/* What was handed on through shared memory becomes what was stored there, by thread 0. */
static csl_expr *follow(void *user, csl_expr *leaf) {
    handing *h = user;
    csl_analysis *a = h->a;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(a, leaf) : NULL;
    const csl_node *barrier = NULL;
    const csl_node *w = s && s->kind == CSL_SYM_LOAD && s->node && s->node != h->from
                            ? only_write(a, s->node, &barrier)
                            : NULL;
    if (!w || w->order < h->from->order)
        return leaf;
    csl_expr *value = csl_map(a->ctx, csl_expand(a, w->value), csl_first_thread, a);
    if (!csl_mentions_sym(a, value, h->from->sym))
        return leaf;
    h->last = barrier;
    return csl_cast(a->ctx, (csl_type)leaf->type, value);
}

/* ---- counters --------------------------------------------------------------------------------- */

static csl_expr *count_blocks(csl_analysis *a) {
    csl_ctx *ctx = a->ctx;
    csl_finder f = {.a = a};
    csl_find_blocks(&f);
    csl_expr *n = csl_const(ctx, CSL_U64, 1);
    for (uint32_t d = 0; d < 3; d++)
        if (f.blocks[d])
            n = csl_binary(ctx, CSL_OP_MUL, n,
                           csl_cast(ctx, CSL_U64, csl_leaf(ctx, CSL_OP_GDIM, CSL_U32, d)));
    return n;
}

/* Who comes there has read at least the number of blocks, less `less`. */
static bool has_read(csl_analysis *a, const counter *c, csl_expr *reach, int64_t less) {
    csl_ctx *ctx = a->ctx;
    const csl_relation one = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_THREAD};
    csl_expr *read = csl_cast(ctx, CSL_U64, csl_cast(ctx, CSL_U32, csl_sym_expr(a, c->gate->sym)));
    csl_expr *fewer =
        csl_binary(ctx, CSL_OP_LT, csl_binary(ctx, CSL_OP_ADD, read, csl_const(ctx, CSL_U64, less)),
                   c->blocks);
    csl_builder *b = csl_builder_new(a, &one);
    const csl_query q =
        csl_builder_query(b, csl_side(b, 0, csl_and(ctx, reach, fewer)), csl_true(ctx));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

static bool adds_one(csl_analysis *a, const csl_node *n) {
    const csl_access *x = n->stmt->access;
    csl_expr *by = n->value ? csl_expand(a, n->value) : NULL;
    return x->bytes == 4 && (x->atomic == CSL_ATOMIC_INC ||
                             (x->atomic == CSL_ATOMIC_ADD && by && csl_is_const(by, 1)));
}

/* The gate and everything that touches its memory make a counter. What sets it back is behind the
 * gate itself. */
static bool find_counter(csl_analysis *a, csl_node *gate, counter *c) {
    *c = (counter){.gate = gate};
    if (gate->sym == CSL_NO_VAR || !csl_is_strong(gate, CSL_SCOPE_GRID) ||
        !csl_spot_of(a, gate, &c->at) || csl_about_root(a, c->at.root) != CSL_ABOUT(GLOBAL))
        return false;
    c->blocks = count_blocks(a);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_may_do_anything(n->stmt))
            return false;
        if (!csl_is_data_access(n) || !csl_changes(n))
            continue;
        const csl_overlap r = csl_relate(a, n, &c->at);
        if (r == CSL_APART)
            continue;
        if (r == CSL_SAME_SPOT && !c->add && adds_one(a, n) && csl_is_strong(n, CSL_SCOPE_GRID)) {
            c->add = n;
            continue;
        }
        if (r != CSL_SAME_SPOT || !c->add || c->gate != c->add ||
            !has_read(a, c, csl_expand(a, n->reach), 1))
            return false;
    }
    return c->add && !c->add->loop && csl_by_one_thread(a, c->add);
}

/* ---- behind the gate --------------------------------------------------------------------------- */

/* The loop is left only when all blocks have counted. */
static bool waits_for_all(csl_analysis *a, const counter *c) {
    const csl_loop *loop = c->gate->loop;
    if (!loop || loop->parent || !loop->leaves.n)
        return false;
    for (uint32_t i = 0; i < loop->leaves.n; i++)
        if (!has_read(a, c, csl_expand(a, loop->leaves.v[i]->reach), 0))
            return false;
    return true;
}

static bool first_waits(csl_analysis *a, const counter *c) {
    return csl_is_true(
        csl_map(a->ctx, csl_expand(a, c->gate->loop->node->reach), csl_first_thread, a));
}

/* Who comes to `n` has left the loop, or has met thread 0 that has. */
static bool is_behind_loop(csl_analysis *a, const counter *c, const csl_node *n) {
    bool by_first;
    return waits_for_all(a, c) && n->order > c->gate->loop->node->order &&
           csl_waits_before(a, c->gate, n, &by_first) && (!by_first || first_waits(a, c));
}

/* Only threads of the block that has counted last come there. */
static bool is_of_last(csl_analysis *a, const counter *c, const csl_node *n, bool *fenced) {
    handing h = {a, c->gate, NULL};
    csl_expr *reach = csl_map(a->ctx, csl_expand(a, n->reach), follow, &h);
    *fenced = false;
    if (n->order <= c->gate->order || !csl_mentions_sym(a, reach, c->gate->sym) ||
        !has_read(a, c, reach, 1))
        return false;
    *fenced = csl_is_fenced_behind(a, c->gate, h.last, n);
    return true;
}

void csl_assume_zero(csl_analysis *a, const csl_object *o) {
    csl_assume_that(a, CSL_ASSUMED_VALUE, o->name, NULL,
                    csl_format(a->ctx, "`%s` is 0 when the kernel starts", o->name));
}

static bool is_ordered_by(csl_analysis *a, const counter *c, csl_node *x, csl_node *y) {
    bool fenced[2];
    if (c->gate == c->add) {
        const bool last = is_of_last(a, c, y, &fenced[1]);
        return last &&
               ((fenced[1] && csl_is_told_by(a, x, c->add)) || is_of_last(a, c, x, &fenced[0]));
    }
    return csl_is_told_by(a, x, c->add) && is_behind_loop(a, c, y);
}

bool csl_blocks_are_ordered(csl_analysis *a, csl_node *x, csl_node *y) {
    if (x->stmt->access->is_async || y->stmt->access->is_async)
        return false; /* a copy is made later */
    if (csl_is_excluded_by_lock(a, x, y))
        return true;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        counter c;
        csl_node *gate = a->nodes.v[i];
        if (!csl_is_data_access(gate) || !find_counter(a, gate, &c))
            continue;
        if (is_ordered_by(a, &c, x, y) || is_ordered_by(a, &c, y, x)) {
            csl_assume_zero(a, csl_object_of_root(a, c.at.root));
            return true;
        }
    }
    return false;
}

csl_unheard csl_counter_unheard(csl_analysis *a, csl_node *const side[2]) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        counter c;
        csl_node *gate = a->nodes.v[i];
        if (!csl_is_data_access(gate) || !gate->loop || !find_counter(a, gate, &c) ||
            c.gate == c.add || !waits_for_all(a, &c))
            continue;
        for (int told = 0; told < 2; told++) {
            bool by_first;
            const csl_lack lack = csl_lacks_behind(a, gate, side[told], &by_first);
            if (lack && (!by_first || first_waits(a, &c)) &&
                csl_is_told_by(a, side[1 - told], c.add))
                return (csl_unheard){lack, gate, c.add, told};
        }
    }
    return (csl_unheard){.lack = CSL_LACKS_NOTHING};
}
