/* Chooses the numbers of trials, and tells of the threads that do not go on. */
#include "trial.h"
#include "../../limits/limits.h"

static csl_expr *is_number(csl_analysis *a, csl_op op, csl_type type, uint32_t index,
                           int64_t value) {
    return csl_binary(a->ctx, CSL_OP_EQ, csl_leaf(a->ctx, op, type, index),
                      csl_const(a->ctx, type, value));
}

typedef struct uses {
    const csl_analysis *a;
    bool *param; /* by parameter: a decision depends on it */
} uses;

static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    uses *u = user;
    if (leaf->op == CSL_OP_PARAM)
        u->param[leaf->index] = true;
    return leaf;
}

/* The parameters on which ways depend are `number`, or as near as they can be to that. */
static csl_expr *choose_numbers(csl_block *b, int64_t number) {
    csl_analysis *a = b->a;
    const csl_kernel *k = a->kernel;
    csl_expr *all = csl_true(a->ctx);
    uses u = {a, csl_alloc(b->scratch, k->nparams + 1)};
    b->param = csl_alloc(b->scratch, (k->nparams + 1) * sizeof *b->param);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->cond)
            csl_map(a->ctx, csl_expand(a, a->nodes.v[i]->cond), note_leaf, &u);
    for (uint32_t i = 0; i < k->nparams; i++) {
        const csl_type type = k->params[i].type;
        if (k->params[i].object != UINT32_MAX || !csl_type_integer(type))
            continue;
        const csl_range r = csl_range_of(a, csl_leaf(a->ctx, CSL_OP_PARAM, type, i));
        b->param[i] = number < r.lo ? (int64_t)r.lo : number > r.hi ? (int64_t)r.hi : number;
        if (u.param[i])
            all = csl_and(a->ctx, all, is_number(a, CSL_OP_PARAM, type, i, b->param[i]));
    }
    for (uint32_t d = 0; d < 3; d++) {
        const csl_range r = csl_range_of(a, csl_leaf(a->ctx, CSL_OP_GDIM, CSL_U32, d));
        b->bdim[d] = a->shapes.shape[0][d];
        b->gdim[d] = r.lo > 1 ? (int64_t)r.lo : 1;
        all = csl_and(a->ctx, all, is_number(a, CSL_OP_BID, CSL_U32, d, 0));
        all = csl_and(a->ctx, all, is_number(a, CSL_OP_GDIM, CSL_U32, d, b->gdim[d]));
    }
    return all;
}

/* It is that thread, in that pass. */
static csl_expr *place_of(const csl_block *b, const csl_tried *t, const csl_trial_event *e) {
    csl_analysis *a = b->a;
    csl_expr *all = csl_true(a->ctx);
    uint32_t i = 0;
    for (uint32_t d = 0; d < 3; d++)
        all = csl_and(a->ctx, all, is_number(a, CSL_OP_TID, CSL_U32, d, t->tid[d]));
    for (const csl_loop *l = e->node->loop; l && i < CSL_TRIAL_LOOPS; l = l->parent)
        all = csl_and(a->ctx, all,
                      csl_binary(a->ctx, CSL_OP_EQ, csl_sym_expr(a, l->iter),
                                 csl_const(a->ctx, CSL_I32, e->pass[i++])));
    return all;
}

static bool is_at_object(const csl_trial_event *e) {
    return e->deed == CSL_DOES_WAIT || e->deed == CSL_DOES_TOKEN || e->deed == CSL_DOES_ARRIVE ||
           e->deed == CSL_DOES_DROP;
}

static bool waits_at_object(const csl_trial_event *e) {
    return e->deed == CSL_DOES_WAIT || e->deed == CSL_DOES_TOKEN;
}

/* Where the thread waits; of one that has ended, its last use of a barrier object. NULL: none. */
static const csl_trial_event *last_of(const csl_tried *t, uint32_t at) {
    if (at < t->n)
        return &t->v[at];
    for (uint32_t i = t->n; i-- > 0;)
        if (is_at_object(&t->v[i]))
            return &t->v[i];
    return NULL;
}

static const csl_trial_event *waiting(const csl_block *b, const uint32_t *at, uint32_t t) {
    return at[t] < b->thread[t].n ? &b->thread[t].v[at[t]] : NULL;
}

static void note(const csl_block *b, int side, uint32_t t, const csl_trial_event *e,
                 csl_hang *out) {
    out->at[side] = e->node;
    out->where[side] = place_of(b, &b->thread[t], e);
}

/* A thread that waits at a barrier object, and another one, rather at another place. */
static bool find_at_object(const csl_block *b, const uint32_t *at, csl_hang *out) {
    const csl_trial_event *one = NULL, *other = NULL;
    for (uint32_t t = 0; t < b->threads && !one; t++) {
        const csl_trial_event *e = waiting(b, at, t);
        one = e && waits_at_object(e) ? e : NULL;
        if (one)
            note(b, 0, t, one, out);
    }
    for (uint32_t t = 0; t < b->threads && one; t++) {
        const csl_trial_event *e = last_of(&b->thread[t], at[t]);
        const bool ended = !waiting(b, at, t);
        if (!e || !is_at_object(e) || e->node == one->node || (other && out->ended <= ended))
            continue;
        other = e;
        out->ended = ended;
        note(b, 1, t, e, out);
    }
    return other != NULL;
}

/* Two threads of different warps that wait at one place for a named barrier. */
static bool find_at_named(const csl_block *b, const uint32_t *at, csl_hang *out) {
    for (uint32_t t = 0; t < b->threads; t++) {
        const csl_trial_event *one = waiting(b, at, t);
        for (uint32_t u = (t / 32 + 1) * 32; u < b->threads; u++) {
            const csl_trial_event *other = waiting(b, at, u);
            if (!one || !other || one->deed != CSL_DOES_NAMED || other->node != one->node)
                continue;
            note(b, 0, t, one, out);
            note(b, 1, u, other, out);
            out->ended = true;
            return true;
        }
    }
    return false;
}

typedef enum { NOT_KNOWN, ENDS, HANGS } outcome;

static bool all_end(const csl_block *b, const uint32_t *at) {
    bool all = true;
    for (uint32_t t = 0; t < b->threads; t++)
        all &= at[t] == b->thread[t].n;
    return all;
}

static outcome play_both(csl_block *b, csl_hang *out) {
    uint32_t *at = csl_alloc(b->scratch, b->threads * sizeof *at);
    outcome is = ENDS;
    for (int forward = 1; forward >= 0; forward--)
        if (!csl_play_block(b, forward, at))
            is = NOT_KNOWN;
        else if (find_at_object(b, at, out) || find_at_named(b, at, out))
            return HANGS;
        else if (!all_end(b, at))
            is = NOT_KNOWN;
    return is;
}

/* No construct is met that is not played. */
static bool can_be_tried(const csl_analysis *a) {
    const uint32_t *shape = a->shapes.n == 1 ? a->shapes.shape[0] : NULL;
    bool can = shape && a->kernel->nlaunches && !a->kernel->helper && !a->kernel->maps_blocks;
    for (uint32_t i = 0; i < a->nodes.n && can; i++)
        can = !csl_may_do_anything(a->nodes.v[i]->stmt);
    return can && a->nodes.n < CSL_LIMIT(trial_nodes);
}

static outcome try_number(csl_analysis *a, int64_t number, uint32_t *budget, csl_hang *out) {
    csl_ctx *scratch = csl_ctx_new();
    const uint32_t *shape = a->shapes.shape[0];
    csl_block b = {.a = a, .scratch = scratch, .budget = *budget};
    b.threads = shape[0] * shape[1] * shape[2];
    b.thread = csl_alloc(scratch, b.threads * sizeof *b.thread);
    out->numbers = choose_numbers(&b, number);
    const outcome is = csl_record_block(&b) ? play_both(&b, out) : NOT_KNOWN;
    *budget = b.budget;
    csl_ctx_free(scratch);
    return is;
}

/* More than twice round most rings, and no whole number of times; as much in tiles, as sizes of
 * matrices are, for kernels for which that is too few. */
enum { FEW = 11, MANY = 11 * 128 };

bool csl_try_block(csl_analysis *a, csl_hang *out) {
    uint32_t budget = CSL_LIMIT(trial_steps);
    csl_hang few = {0};
    if (!can_be_tried(a))
        return false;
    const outcome with_few = try_number(a, FEW, &budget, &few);
    const outcome with_many = try_number(a, MANY, &budget, out);
    if (with_few == HANGS && with_many != ENDS)
        *out = few;
    return with_many == HANGS || (with_few == HANGS && with_many == NOT_KNOWN);
}
