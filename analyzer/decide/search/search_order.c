/* The order of evaluation within a column of lanes: one condition after the other, those of few
 * terms first, and no further once no lane satisfies them all. Most columns end early.
 *
 * Conditions that do not read the thread's id (k < n, of a pass k) come before all others: what
 * they say of a choice of the private unknowns holds for all threads. */
#include "search_state.h"
#include "../query/wide.h"
#include "../../limits/limits.h"

#include <stdlib.h>
#include <string.h>

/* The terms of one side, operands before their users, cut up after each conjunct. */
typedef struct csl_steps {
    uint32_t *node, n;
    struct {
        uint32_t end;      /* of the terms up to and with it */
        uint32_t conjunct; /* CSL_NO_NODE: what only the offset needs, or the other sides */
        uint32_t weight;   /* of the terms since the cut before */
    } * cut;
    uint32_t ncuts;
} steps;

typedef struct one_cone {
    uint32_t conjunct, size;
} one_cone;

/* Lists the terms of its side that a conjunct needs, and returns how many they are. `mark`: of each
 * term, false, and so it is left. */
static uint32_t find_cone(const csl_tape *t, uint32_t conjunct, bool *mark, uint32_t *cone) {
    unsigned side = t->node[conjunct].sides;
    uint32_t size = 1;
    cone[0] = conjunct;
    mark[conjunct] = true;
    for (uint32_t i = 0; i < size; i++) {
        const csl_term *node = &t->node[cone[i]];
        for (unsigned k = 0; k < node->e->nkids; k++) {
            uint32_t kid = node->kid[k];
            if (!mark[kid] && t->node[kid].sides == side) {
                mark[kid] = true;
                cone[size++] = kid;
            }
        }
    }
    for (uint32_t i = 0; i < size; i++)
        mark[cone[i]] = false;
    return size;
}

static int ascending(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Which terms read the id of a thread. */
static bool *find_ids(csl_pool *pool, const csl_tape *t) {
    bool *reads = CSL_POOL_ARRAY(pool, bool, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        reads[i] = node->e->op == CSL_OP_SYM && node->e->index < CSL_DV_BDIM;
        for (unsigned k = 0; k < node->e->nkids; k++)
            reads[i] = reads[i] || reads[node->kid[k]];
    }
    return reads;
}

/* The conjuncts of a side that are not `done`, those with few terms first, or as they are numbered.
 */
static uint32_t find_cones(const csl_tape *t, unsigned side, const bool *done, bool sort,
                           bool *mark, uint32_t *list, one_cone *cone) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        if (t->node[t->conjunct[i]].sides == side && !done[t->conjunct[i]]) {
            uint32_t size = sort ? find_cone(t, t->conjunct[i], mark, list) : t->conjunct[i];
            uint32_t at = n++;
            for (; at > 0 && cone[at - 1].size > size; at--)
                cone[at] = cone[at - 1];
            cone[at] = (one_cone){t->conjunct[i], size};
        }
    }
    return n;
}

static void cut(const csl_tape *t, steps *s, uint32_t conjunct) {
    uint32_t from = s->ncuts ? s->cut[s->ncuts - 1].end : 0, weight = 0;
    for (uint32_t i = from; i < s->n; i++)
        weight += csl_weight_of(t->node[s->node[i]].e);
    s->cut[s->ncuts].end = s->n;
    s->cut[s->ncuts].weight = weight;
    s->cut[s->ncuts++].conjunct = conjunct;
}

/* Keeps what is to be evaluated: the values of variables and constants are there. */
static void drop_leaves(const csl_tape *t, steps *s) {
    uint32_t kept = 0;
    for (uint32_t c = 0, i = 0; c < s->ncuts; c++) {
        for (; i < s->cut[c].end; i++)
            if (t->node[s->node[i]].e->nkids > 0)
                s->node[kept++] = s->node[i];
        s->cut[c].end = kept;
    }
}

static bool may_sort(const csl_tape *t) {
    return (uint64_t)t->n * t->nconjuncts <= CSL_LIMIT(order_work);
}

/* The steps of a side, without the conjuncts that are `done`; `rest`: and then those terms that are
 * read for other reasons. */
static steps *order_side(const csl_search *of, unsigned side, const bool *done, bool rest) {
    csl_pool *pool = of->pool;
    const csl_tape *t = of->t;
    steps *s = CSL_POOL_ARRAY(pool, steps, 1);
    one_cone *cone = CSL_POOL_ARRAY(pool, one_cone, t->nconjuncts);
    bool *mark = CSL_POOL_ARRAY(pool, bool, t->n), *listed = CSL_POOL_ARRAY(pool, bool, t->n);
    uint32_t *list = CSL_POOL_ARRAY(pool, uint32_t, t->n);
    bool sort = may_sort(t);
    uint32_t n = find_cones(t, side, done, sort, mark, list, cone);
    s->node = CSL_POOL_ARRAY(pool, uint32_t, t->n);
    s->cut = csl_pool_alloc(pool, (n + 1) * sizeof *s->cut);
    for (uint32_t c = 0; c < n + rest; c++) {
        uint32_t top = c < n                     ? cone[c].conjunct
                       : side > 0 && !of->of_one ? t->offset[side - 1]
                                                 : CSL_NO_NODE;
        bool some = sort && top != CSL_NO_NODE; /* else all up to the end */
        uint32_t start = c == 0 || sort ? 0 : cone[c - 1].conjunct + 1;
        uint32_t end = some ? find_cone(t, top, mark, list) : c < n ? top + 1 : t->n;
        uint32_t before = s->n;
        for (uint32_t k = start; k < end; k++) {
            uint32_t i = some ? list[k] : k;
            if (!listed[i] && t->node[i].sides == side) {
                listed[i] = true;
                s->node[s->n++] = i;
            }
        }
        qsort(s->node + before, s->n - before, sizeof *s->node, ascending);
        cut(t, s, c < n ? cone[c].conjunct : CSL_NO_NODE);
    }
    drop_leaves(t, s);
    return s;
}

void csl_order_terms(csl_search *s) {
    const csl_tape *t = s->t;
    bool *reads_id = find_ids(s->pool, t), *done = CSL_POOL_ARRAY(s->pool, bool, t->n);
    for (unsigned side = 1; side <= 2 && may_sort(t); side++) {
        s->choice_steps[side] = order_side(s, side, reads_id, false);
        for (uint32_t i = 0; i < s->choice_steps[side]->ncuts; i++)
            done[s->choice_steps[side]->cut[i].conjunct] = true;
    }
    for (unsigned side = 0; side <= 2; side++)
        s->steps[side] = order_side(s, side, done, true);
}

CSL_WIDE static bool keep_true(const csl_search *s, uint32_t conjunct, unsigned n, int64_t *hold) {
    const int64_t *value = csl_column(s->columns, conjunct);
    const uint8_t *undefined = csl_undefined(s->columns, conjunct);
    int64_t any = 0;
    for (unsigned l = 0; l < n && s->t->node[conjunct].may_fail; l++)
        hold[l] &= !undefined[l];
    for (unsigned l = 0; l < n; l++) {
        hold[l] &= value[l];
        any |= hold[l];
    }
    return any;
}

static bool run(csl_search *s, const steps *all, unsigned n, int64_t *hold) {
    uint32_t from = 0;
    for (unsigned l = 0; l < n; l++)
        hold[l] = 1;
    for (uint32_t i = 0; i < all->ncuts; i++) {
        csl_columns_run_nodes(s->columns, all->node + from, all->cut[i].end - from, n);
        from = all->cut[i].end;
        s->work += (uint64_t)all->cut[i].weight * n;
        if (all->cut[i].conjunct != CSL_NO_NODE && !keep_true(s, all->cut[i].conjunct, n, hold))
            return false;
    }
    return true;
}

bool csl_conditions_hold(csl_search *s, unsigned side, unsigned n, int64_t *hold) {
    return run(s, s->steps[side], n, hold);
}

bool csl_choice_matters(const csl_search *s, unsigned side) {
    return s->choice_steps[side] && s->choice_steps[side]->ncuts > 0;
}

void csl_choices_hold(csl_search *s, unsigned side, unsigned n, int64_t *hold) {
    if (!run(s, s->choice_steps[side], n, hold))
        memset(hold, 0, n * sizeof *hold);
}
