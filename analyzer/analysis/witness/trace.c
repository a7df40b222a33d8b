/* The story of a witness: what each of the two threads did, step by step, and with which values. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

typedef struct teller {
    csl_analysis *a;
    const csl_solution *s;
} teller;

static csl_expr *unknown_leaf(void *user, csl_expr *leaf) {
    bool *known = ((void **)user)[0];
    const csl_solution *s = ((void **)user)[1];
    *known &= leaf->op == CSL_OP_CONST || (leaf->op == CSL_OP_SYM && leaf->index < s->q->nvars &&
                                           !csl_is_forgotten(s->b, leaf->index));
    return leaf;
}

bool csl_solution_term(const csl_solution *s, csl_expr *x, int64_t *out) {
    bool known = true;
    void *user[2] = {&known, (void *)(uintptr_t)s};
    csl_map(s->a->ctx, x, unknown_leaf, user);
    if (known)
        *out = csl_query_eval(s->q, x, s->value);
    return known;
}

bool csl_solution_value(const csl_solution *s, int side, csl_expr *e, int64_t *out) {
    csl_expr *x = side == CSL_SIDE_BEFORE  ? csl_pass_before(s->b, e)
                  : side == CSL_SIDE_AFTER ? csl_next_pass(s->b, e)
                                           : csl_side(s->b, side, e);
    return csl_solution_term(s, x, out);
}

static bool value_of(const teller *t, int side, csl_expr *e, int64_t *out) {
    return csl_solution_value(t->s, side, e, out);
}

/* ---- named values ---------------------------------------------------------------------------- */

typedef CSL_VEC(csl_value) value_list;

static void add_value(teller *t, value_list *list, const char *name, int64_t value) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->v[i].name, name))
            return;
    csl_value v = {name, value};
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
        const int64_t *tid = t->s->value + csl_thread_of(t->s->r, i);
        char words[CSL_THREAD_WORDS];
        add_value(t, list,
                  csl_format(t->a->ctx, "%s of %s", name,
                             csl_thread_words(t->s->value + CSL_DV_BDIM, tid, words)),
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
        bool shown =
            (s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_SYNC) &&
            *s->name && csl_type_integer(s->type);
        if (shown)
            add_symbol(t, n->list, n->side, leaf, s->name);
        if (s->def)
            csl_map(t->a->ctx, s->def, name_leaf, n);
    }
    return leaf;
}

/* Parameters of the pair, not of the way to either side: whether a barrier lies between the two,
 * how often a loop goes round. */
static void name_other_parameters(teller *t, value_list *list) {
    const csl_query *q = t->s->q;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        if (v->role == CSL_ROLE_PARAM && *v->name && csl_type_integer(v->type) &&
            v->type != CSL_PTR &&
            (csl_term_has(t->s->b, q->guard[0], i) || csl_term_has(t->s->b, q->guard[1], i)))
            add_value(t, list, v->name, t->s->value[i]);
    }
}

static void name_values(teller *t, value_list *list, const csl_ending end[2]) {
    for (int side = 0; side < 2; side++) {
        names n = {t, list, side};
        csl_map(t->a->ctx, end[side].node->reach, name_leaf, &n);
        for (uint32_t i = 0; i < end[side].node->ntargets; i++)
            csl_map(t->a->ctx, end[side].node->address, name_leaf, &n);
    }
    name_other_parameters(t, list);
}

/* ---- steps ----------------------------------------------------------------------------------- */

typedef CSL_VEC(csl_step) step_list;

static void add_step(teller *t, step_list *steps, const csl_stmt *at, uint32_t interval,
                     const char *text) {
    csl_step s = {
        .region = csl_region_at(t->a->module, at->place), .interval = interval, .text = text};
    CSL_PUSH(t->a->ctx, steps, s);
}

static bool arm_of(const csl_node *end, const csl_node *decision) {
    for (const csl_parting *p = end->arms; p; p = p->before)
        if (p->node == decision)
            return p->arm;
    return false;
}

static void tell_decision(teller *t, step_list *steps, const csl_node *end,
                          const csl_way_there *way, uint32_t i) {
    const csl_node *n = way->step[i].node;
    const csl_stmt *s = n->stmt;
    if (!s->text)
        return;
    bool holds = arm_of(end, n) != (s->origin == CSL_FROM_LOOP); /* lowered negated */
    const char *values = way->step[i].values, *pass = "";
    if (way->step[i].pass)
        pass = csl_format(t->a->ctx, " (pass %u of the loop)", way->step[i].pass);
    add_step(t, steps, s, way->step[i].interval,
             csl_format(t->a->ctx, "`%s` is %s%s%s%s", s->text, holds ? "true" : "false",
                        values ? ": " : "", values ? values : "", pass));
    csl_step *told = &steps->v[steps->n - 1];
    told->values = values;
    told->decides = true;
    told->holds = holds;
    told->pass = way->step[i].pass;
}

/* The decisions the end stands in, the last barrier before it, and the end, in this order of time.
 */
static void tell_way(teller *t, step_list *steps, const csl_ending *end, const csl_way_there *way) {
    bool passed = !way->barrier;
    for (uint32_t i = way->nsteps + 1; i-- > 0;) {
        if (!passed && (i == 0 || way->step[i - 1].at > way->barrier_at)) {
            add_step(t, steps, way->barrier, way->interval,
                     csl_format(t->a->ctx, "passes %s", way->barrier->sync->name));
            passed = true;
        }
        if (i > 0)
            tell_decision(t, steps, end->node, way, i - 1);
    }
    add_step(t, steps, end->node->stmt, way->interval, end->text);
    steps->v[steps->n - 1].values = way->end_values;
    steps->v[steps->n - 1].pass = way->end_pass;
}

/* Without a replay: what the witness says of the way. */
static csl_way_there claimed_way(const teller *t, int side, const csl_node *end) {
    csl_way_there way = {0};
    for (const csl_parting *p = end->arms; p && way.nsteps < CSL_ROOM_told_decisions;
         p = p->before) {
        int64_t k;
        const csl_loop *l = p->node->loop;
        uint32_t pass =
            l && value_of(t, side, csl_sym_expr(t->a, l->iter), &k) ? (uint32_t)k + 1 : 0;
        way.step[way.nsteps].node = p->node;
        way.step[way.nsteps++].pass = pass;
    }
    return way;
}

/* ---- what a failed replay means -------------------------------------------------------------- */

static bool has_unknowns(const csl_query *q) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (csl_is_loaded(&q->vars[i]))
            return true;
    return false;
}

/* A thread that came to the node did not end in any pass of a loop before it. */
static bool is_behind_exits(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->loops.n; i++) {
        const csl_loop *l = a->loops.v[i];
        for (uint32_t k = 0; k < l->leaves.n && l->node->order < n->order; k++)
            if (l->leaves.v[k]->stmt->kind == CSL_STMT_EXIT)
                return true;
    }
    return false;
}

/* What the query says of the passes of a loop is not all there is: several of them lie between the
 * two, or before a pass in a loop that can be left in its middle, or threads may have ended in one
 * of them (intervals.c, pass_shift.c). */
static bool knows_passes_in_part(const csl_solution *s, const csl_ending end[2]) {
    bool part = s->r->round == CSL_ROUND_LATER;
    for (int side = 0; side < 2; side++) {
        for (const csl_pin *p = s->r->pins[side]; p; p = p->next)
            part |= p->kind == CSL_PIN_LATER;
        part |= is_behind_exits(s->a, end[side].node);
        int64_t k = 0;
        for (const csl_loop *l = end[side].node->loop; l; l = l->parent)
            part |= !l->top_tested &&
                    csl_solution_value(s, side, csl_sym_expr(s->a, l->iter), &k) && k > 1;
    }
    return part;
}

static bool is_race(const csl_ending end[2]) {
    return end[0].node->stmt->kind == CSL_STMT_ACCESS && end[1].node->stmt->kind == CSL_STMT_ACCESS;
}

/* Threads miss a barrier and go on: behind it, a replay of two of them is not what happens. Those
 * that have returned are no part of it. */
static bool go_on_without_barrier(const csl_analysis *a) {
    bool any = a->ragged_warps;
    for (uint32_t i = 0; i < a->divergences.n; i++) {
        const csl_divergence *d = &a->divergences.v[i];
        any |= d->part != CSL_PART_EXIT && !d->as_exit;
    }
    return any;
}

/* False if there is nothing to tell: the replay contradicts the witness although nothing was
 * unknown. If the query said all there is, that is a mistake of the analysis; tests stop there. */
static bool weigh(const csl_solution *s, csl_replay replay, const csl_ending end[2],
                  csl_rating *rating) {
    if (replay == CSL_REPLAYED || rating->level == CSL_LOW)
        return true;
    const bool unknown =
        replay == CSL_REPLAY_OPEN || has_unknowns(s->q) || csl_builder_is_loose(s->b);
    if (go_on_without_barrier(s->a) || (s->a->divergences.n && !unknown)) {
        /* behind it the terms tell how it would be, as they do where threads have returned */
        csl_hold(s->a, rating, CSL_CAVEAT_barriers_before, NULL);
        return true;
    }
    if (unknown) {
        /* what decides which blocks come was asked apart; a barrier is missed on ways, too */
        const bool whole =
            is_race(end) && !csl_builder_is_loose(s->b) && !csl_happens_with_any_data(s);
        csl_hold(s->a, rating, whole ? CSL_CAVEAT_not_replayed : CSL_CAVEAT_on_the_way, NULL);
        return true;
    }
    if (getenv("CSL_CHECK_REPLAY") && !s->r->tried && !knows_passes_in_part(s, end)) {
        fprintf(stderr,
                "cudasynclint: internal error: witness of %s does not replay, lines %u and %u:",
                s->a->kernel->name, end[0].node->stmt->place->line, end[1].node->stmt->place->line);
        for (uint32_t i = 0; i < s->q->nvars; i++)
            fprintf(stderr, " %s%s%lld", s->q->vars[i].name, *s->q->vars[i].name ? "=" : "",
                    (long long)s->value[i]);
        fputc('\n', stderr);
        abort();
    }
    return false;
}

csl_witness *csl_tell(const csl_solution *s, const csl_ending end[2], csl_rating *rating) {
    csl_analysis *a = s->a;
    teller t = {a, s};
    csl_way_there way[2];
    csl_replay replay = csl_replay_witness(s, end, way);
    csl_witness *w = CSL_NEW(a->ctx, csl_witness);
    for (int d = 0; d < 3; d++)
        w->block[d] = s->value[CSL_DV_BDIM + d];
    value_list values = {0};
    name_values(&t, &values, end);
    w->values = values.v;
    w->nvalues = values.n;
    if (!weigh(s, replay, end, rating))
        return NULL;
    for (int side = 0; side < 2; side++) {
        csl_trace *th = &w->threads[side];
        for (uint32_t d = 0; d < 3; d++) {
            th->thread[d] = s->value[csl_thread_of(s->r, side) + d];
            value_of(&t, side, csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d), &th->block[d]);
        }
        if (replay != CSL_REPLAYED)
            way[side] = claimed_way(&t, side, end[side].node);
        step_list steps = {0};
        tell_way(&t, &steps, &end[side], &way[side]);
        th->steps = steps.v;
        th->nsteps = steps.n;
    }
    return w;
}

/* The story of other values is kept if it is as sure. */
typedef struct better {
    const csl_solution *s;
    const csl_ending *end;
    const csl_rating *rating;
    csl_witness *told;
} better;

static bool tell_as_sure(void *user, const csl_query *q, const int64_t *value) {
    better *of = user;
    csl_solution other = *of->s;
    other.q = q;
    csl_rating same = *of->rating;
    other.value = value;
    csl_witness *told = csl_tell(&other, of->end, &same);
    if (!told || same.caveats != of->rating->caveats)
        return false;
    of->told = told;
    return true;
}

csl_witness *csl_tell_best(const csl_solution *s, const csl_ending end[2], csl_rating *rating) {
    better best = {s, end, rating, NULL};
    return csl_try_better(s->b, s->q, s->value, rating->level > CSL_LOW, tell_as_sure, &best)
               ? best.told
               : csl_tell(s, end, rating);
}
