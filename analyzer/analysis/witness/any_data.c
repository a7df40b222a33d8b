/* Races that happen with whatever data: a thread looks up an entry of a table, and other threads
 * fill all of it with no barrier between. Which entry it is depends on data that no run tells, but
 * each of them is another thread's.
 */
#include "witness.h"

#include "../queries/queries.h"
#include "../../limits/limits.h"

/* Small enough for a short table. */
static const int64_t tried[] = {0, 1, 2, 5, 17};

static bool is_own_number(void *user, csl_expr *part) {
    (void)user;
    return part->op == CSL_OP_TID;
}

/* The kernel stores there what threads make of their own numbers: `place[i] = row * 256 +
 * threadIdx.x`. Perhaps each then finds an entry of its own. */
static bool holds_own_numbers(csl_analysis *a, const csl_node *load) {
    bool holds = load->ntargets != 1;
    for (uint32_t i = 0; i < a->nodes.n && !holds; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode != CSL_MODE_READ &&
            csl_has_target(n, load->targets[0].root)) {
            csl_expr *value = n->value ? csl_expand(a, n->value) : NULL;
            holds = !value || !csl_is_small(value, CSL_LIMIT(row_term)) ||
                    csl_find_part(a->ctx, value, is_own_number, NULL);
        }
    }
    return holds;
}

static bool mentions_loaded(csl_builder *b, const csl_query *q, csl_expr *e) {
    bool does = false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars && !does; i++)
        does = csl_is_loaded(&q->vars[i]) && csl_term_has(b, e, i);
    return does;
}

/* Each loaded value is that number, or the next to it in its range. False: one of them is none that
 * can be tried. */
static bool with_data(csl_analysis *a, csl_builder *b, int64_t number, csl_query *q) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        if (!csl_is_loaded(v))
            continue;
        const csl_node *load = csl_loaded_by(b, i);
        if (!load || !csl_type_integer(v->type) || holds_own_numbers(a, load))
            return false;
        const csl_wide lo = v->lo, hi = v->hi, used = number < lo ? lo : number > hi ? hi : number;
        csl_expr *is = csl_binary(a->ctx, CSL_OP_EQ, csl_leaf(a->ctx, CSL_OP_SYM, v->type, i),
                                  csl_const(a->ctx, v->type, (int64_t)used));
        q->fact = csl_and(a->ctx, q->fact, is);
    }
    return true;
}

bool csl_happens_with_any_data(const csl_solution *s) {
    const csl_query *q = s->q;
    if (!q->offset[0] || !q->offset[1] ||
        mentions_loaded(s->b, q, q->offset[0]) == mentions_loaded(s->b, q, q->offset[1]))
        return false;
    bool all = true;
    for (size_t i = 0; i < sizeof tried / sizeof *tried && all; i++) {
        csl_query with = *q;
        all = with_data(s->a, s->b, tried[i], &with) &&
              csl_ask(s->a, &with, CSL_USE_RATING).verdict == CSL_POSSIBLE;
    }
    return all;
}
