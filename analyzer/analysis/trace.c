/* The story of a witness: what each of the two threads did, step by step, and with which values. */
#include "internal.h"

#include <string.h>

typedef struct teller {
    csl_analysis *a;
    csl_builder *b;
    const csl_query *q;
    const int64_t *value;
} teller;

static csl_expr *unknown_leaf(void *user, csl_expr *leaf) {
    bool *known = ((void **)user)[0];
    const csl_query *q = ((void **)user)[1];
    *known &= leaf->op == CSL_OP_CONST || (leaf->op == CSL_OP_SYM && leaf->index < q->nvars);
    return leaf;
}

/* The value of a term for one side; false if the witness does not fix it. */
static bool value_of(teller *t, int side, csl_expr *e, int64_t *out) {
    csl_expr *x = csl_side(t->b, side, e);
    bool known = true;
    void *user[2] = {&known, (void *)(uintptr_t)t->q};
    csl_map(t->a->ctx, x, unknown_leaf, user);
    if (known)
        *out = csl_query_eval(t->q, x, t->value);
    return known;
}

/* ---- named values ------------------------------------------------------------------------------ */

typedef CSL_VEC(csl_fact_value) value_list;

static void add_value(teller *t, value_list *list, const char *name, int64_t value) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->v[i].name, name))
            return;
    csl_fact_value v = {name, value};
    CSL_PUSH(t->a->ctx, list, v);
}

/* A value that differs between the threads, or between the passes they are in, is told of each. */
static void add_symbol(teller *t, value_list *list, int side, csl_expr *leaf, const char *name) {
    int64_t v[2];
    if (!value_of(t, side, leaf, &v[side]))
        return;
    if (!value_of(t, !side, leaf, &v[!side]) || v[0] == v[1]) {
        add_value(t, list, name, v[side]);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const int64_t *tid = t->value + (i ? CSL_DV_TID2 : CSL_DV_TID1);
        add_value(t, list,
                  csl_format(t->a->ctx, "%s of thread (%lld,%lld,%lld)", name, (long long)tid[0],
                             (long long)tid[1], (long long)tid[2]),
                  v[i]);
    }
}

typedef struct names {
    teller *t;
    value_list *list;
    int side;
} names;

static csl_expr *name_leaf(void *user, csl_expr *leaf) {
    names *n = user;
    teller *t = n->t;
    int64_t v;
    if (leaf->op == CSL_OP_PARAM) {
        if (value_of(t, n->side, leaf, &v))
            add_value(t, n->list, t->a->kernel->params[leaf->index].name, v);
    } else if (leaf->op == CSL_OP_BID || leaf->op == CSL_OP_GDIM) {
        static const char *const text[2][3] = {{"blockIdx.x", "blockIdx.y", "blockIdx.z"},
                                               {"gridDim.x", "gridDim.y", "gridDim.z"}};
        if (value_of(t, n->side, leaf, &v))
            add_value(t, n->list, text[leaf->op == CSL_OP_GDIM][leaf->index], v);
    } else if (leaf->op == CSL_OP_SYM) {
        const csl_sym *s = csl_sym_of(t->a, leaf);
        bool shown = (s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_SYNC) &&
                     *s->name && csl_type_integer(s->type);
        if (shown)
            add_symbol(t, n->list, n->side, leaf, s->name);
        if (s->def)
            csl_map(t->a->ctx, s->def, name_leaf, n);
    }
    return leaf;
}

static void name_values(teller *t, value_list *list, const csl_ending end[2]) {
    for (int side = 0; side < 2; side++) {
        names n = {t, list, side};
        csl_map(t->a->ctx, end[side].node->reach, name_leaf, &n);
        for (uint32_t i = 0; i < end[side].node->ntargets; i++)
            csl_map(t->a->ctx, end[side].node->address, name_leaf, &n);
    }
}

/* ---- steps --------------------------------------------------------------------------------------- */

typedef CSL_VEC(csl_fact_step) step_list;

/* Block barriers passed before the node, in the passes the witness names. */
static uint32_t interval_of(teller *t, int side, const csl_node *n) {
    int64_t count = 0, k;
    for (uint32_t i = 0; i < t->a->nodes.n; i++) {
        const csl_node *b = t->a->nodes.v[i];
        if (!csl_sync_counts(b->stmt, CSL_SCOPE_BLOCK))
            continue;
        bool before = b->order < n->order;
        const csl_loop *common = csl_common_loop(b->loop, n->loop);
        count += before;
        if (common && value_of(t, side, csl_sym_expr(t->a, common->iter), &k) && k > 0)
            count += k;
    }
    return count > 0 ? (uint32_t)count : 0;
}

static void add_step(teller *t, step_list *steps, int side, const csl_node *n, const char *text) {
    csl_fact_step s = {n->stmt->place, interval_of(t, side, n), text};
    CSL_PUSH(t->a->ctx, steps, s);
}

static void tell_arms(teller *t, step_list *steps, int side, const csl_parting *p) {
    if (!p)
        return;
    tell_arms(t, steps, side, p->before);
    const csl_stmt *s = p->node->stmt;
    int64_t k;
    const char *round = "";
    if (p->node->loop && value_of(t, side, csl_sym_expr(t->a, p->node->loop->iter), &k))
        round = csl_format(t->a->ctx, " (pass %lld of the loop)", (long long)k + 1);
    bool holds = p->arm != (s->origin == CSL_FROM_LOOP); /* a loop test is lowered negated */
    if (s->text)
        add_step(t, steps, side, p->node,
                 csl_format(t->a->ctx, "`%s` is %s%s", s->text, holds ? "true" : "false", round));
}

csl_fact_witness *csl_tell(csl_analysis *a, csl_builder *b, const csl_query *q,
                           const int64_t *value, const csl_ending end[2]) {
    teller t = {a, b, q, value};
    csl_fact_witness *w = CSL_NEW(a->ctx, csl_fact_witness);
    for (int d = 0; d < 3; d++)
        w->block[d] = value[CSL_DV_BDIM + d];
    value_list values = {0};
    name_values(&t, &values, end);
    w->values = values.v;
    w->nvalues = values.n;
    for (int side = 0; side < 2; side++) {
        csl_fact_thread *th = &w->threads[side];
        for (uint32_t d = 0; d < 3; d++) {
            th->thread[d] = value[(side ? CSL_DV_TID2 : CSL_DV_TID1) + d];
            value_of(&t, side, csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d), &th->block[d]);
        }
        step_list steps = {0};
        tell_arms(&t, &steps, side, end[side].node->arms);
        if (end[side].parts)
            add_step(&t, &steps, side, end[side].parts,
                     csl_format(a->ctx, "`%s` is %s", end[side].parts->stmt->text
                                                          ? end[side].parts->stmt->text
                                                          : "the condition",
                                end[side].node->arms && end[side].node->arms->arm ? "true" : "false"));
        add_step(&t, &steps, side, end[side].node, end[side].text);
        th->steps = steps.v;
        th->nsteps = steps.n;
    }
    return w;
}
