/* The enumerator. For one block shape and one choice of the shared unknowns it evaluates all
 * threads (and choices of their private unknowns) as side 1, files the cells they touch in a hash
 * table, and lets all threads as side 2 look theirs up. That is linear in the number of threads,
 * and finds a pair exactly if there is one.
 *
 * Choices are tried in an order that makes readable witnesses: few values far from the start of
 * their list. Work is bounded by the number of thread evaluations. */
#include "search.h"

#include <math.h>
#include <string.h>

#include "search_state.h"
#include "../../limits/limits.h"

enum {
    LEAST_WEIGHT = 16, /* the same, when everything is tried: that of a lighter one */
    LEAST_TRY = 2048   /* evaluations of one side that a try may take whatever is left */
};

static bool shape_in_ranges(const csl_tape *t, const uint32_t shape[3]) {
    for (unsigned d = 0; d < 3; d++) {
        csl_range r = csl_var_range(t, CSL_DV_BDIM + d);
        if (shape[d] < r.lo || shape[d] > r.hi)
            return false;
    }
    return true;
}

/* Two threads that may be the pair. */
static bool has_pair(const csl_query *q, const uint32_t shape[3]) {
    uint32_t threads = shape[0] * shape[1] * shape[2];
    return q->pair == CSL_PAIR_ANY || threads > csl_apart(q->pair);
}

static csl_answer answer_of(const csl_search *s) {
    if (s->best)
        return (csl_answer){.verdict = CSL_POSSIBLE, .by = "enumeration", .value = s->best};
    bool proved = s->complete && !s->t->has_unknown_function;
    return (csl_answer){.verdict = proved ? CSL_SAFE : CSL_UNDECIDED, .by = "enumeration"};
}

/* Moves the shapes to the front that extend exactly along the axes whose thread ids matter. */
static void natural_first(const csl_tape *t, uint32_t shape[][3], uint32_t n) {
    uint32_t front = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool natural = true;
        for (unsigned d = 1; d < 3; d++) {
            bool read =
                t->var[CSL_DV_TID1 + d] != CSL_NO_NODE || t->var[CSL_DV_TID2 + d] != CSL_NO_NODE;
            natural = natural && read == (shape[i][d] > 1);
        }
        if (natural) {
            uint32_t kept[3];
            memcpy(kept, shape[i], sizeof kept);
            memmove(shape[front + 1], shape[front], (i - front) * sizeof *shape);
            memcpy(shape[front++], kept, sizeof kept);
        }
    }
}

static uint64_t weight_of(const csl_tape *t) {
    uint64_t weight = 0;
    for (uint32_t i = 0; i < t->n; i++)
        weight += csl_weight_of(t->node[i].e);
    return weight;
}

/* The budget in evaluations of a query as heavy as this one. */
static uint64_t weighed(const csl_tape *t, uint64_t budget) {
    uint64_t weight = weight_of(t);
    return weight <= CSL_USUAL_WEIGHT ? budget : budget * CSL_USUAL_WEIGHT / weight;
}

csl_answer csl_enumerate_samples(csl_pool *pool, const csl_tape *t, const csl_range *within,
                                 uint64_t budget, bool first_witness) {
    csl_search s = {
        .pool = pool, .t = t, .q = t->q, .within = within, .complete = true, .any = first_witness};
    uint32_t shape[CSL_ROOM_shapes_tried][3];
    bool every_shape;
    uint32_t n = csl_shapes_to_try(t->q->shapes, shape, &every_shape);
    s.complete = every_shape;
    if (t->q->shapes->n == 0)
        natural_first(t, shape, n);
    if (!csl_search_start(&s))
        return (csl_answer){.verdict = CSL_UNDECIDED, .by = "enumeration"};
    s.least_try = weighed(t, LEAST_TRY);
    /* Most goes to the first shape, which people like to read about, or to the only one. */
    uint64_t left = budget, share = n == 1 ? budget : budget / 4;
    for (uint32_t i = 0; i < n && !s.best; i++) {
        if (!shape_in_ranges(t, shape[i]) || !has_pair(t->q, shape[i]))
            continue;
        /* Few threads and private choices leave room for more shared choices; then all threads. A
         * readable witness is hardly found in a share that is less than these take. */
        bool before = s.complete, listed = csl_search_values(&s, shape[i]);
        const unsigned rounds = share < CSL_LANES && !every_shape && !first_witness ? 1 : 2;
        for (unsigned round = 0; round < rounds && !s.best; round++) {
            uint64_t part = round == 0 ? share / 2 : share - share / 2;
            s.most_choices = round == 0 ? CSL_LIMIT(few_choices) : CSL_LIMIT(sampled_choices);
            s.most_threads = round == 0 ? CSL_LANES : UINT32_MAX;
            s.left = part < left ? part : left;
            left -= s.left;
            s.complete = listed;
            csl_search_choices(&s);
            csl_search_shared(&s);
            left += s.left;
            if (s.complete)
                break;
        }
        s.complete &= before;
        share = budget / 20;
    }
    return answer_of(&s);
}

/* Do all choices of the shared unknowns take at most that many evaluations, once those that repeat
 * others are left out? Counting them takes as many steps at most. */
static bool affordable(csl_search *s, uint32_t (*shape)[3], uint32_t n, uint64_t budget) {
    s->count_only = true;
    s->left = budget;
    for (uint32_t i = 0; i < n && s->complete; i++) {
        s->complete = csl_search_values(s, shape[i]);
        csl_search_choices(s);
        uint64_t each =
            (uint64_t)(s->nchoices[1] + s->nchoices[2]) * shape[i][0] * shape[i][1] * shape[i][2];
        if (each > 0) {
            s->most_distinct = budget / each;
            csl_search_shared(s);
            budget -= s->complete ? s->distinct * each : 0;
        }
    }
    s->count_only = false;
    return s->complete;
}

csl_answer csl_enumerate_all(csl_pool *pool, const csl_tape *t, uint64_t budget, bool few_only) {
    csl_search s = {.pool = pool, .t = t, .q = t->q, .all = true, .complete = true};
    csl_answer no = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    double choices = 1, private = 0, threads = 0;
    uint64_t weight = weight_of(t);
    if (weight < CSL_USUAL_WEIGHT)
        budget = budget * CSL_USUAL_WEIGHT / (weight > LEAST_WEIGHT ? weight : LEAST_WEIGHT);
    uint32_t(*shape)[3];
    bool one_is_enough = true; /* no term reads blockDim, nothing limits it */
    for (unsigned d = 0; d < 3; d++) {
        one_is_enough =
            one_is_enough && t->var[CSL_DV_BDIM + d] == CSL_NO_NODE &&
            csl_var_range(t, CSL_DV_BDIM + d).hi >= csl_shapes_range(t->q->shapes, d).hi;
    }
    uint32_t all = csl_shapes_all(pool, t->q->shapes, one_is_enough, &shape), n = 0;
    if (all == 0 || t->has_unknown_function)
        return no;
    for (int side = 0; side < 3; side++) {
        csl_unknowns u = csl_find_unknowns(pool, t, side, false);
        double count = csl_count_choices(t, &u);
        choices *= side == 0 ? count : 1;
        private += side == 0 ? 0 : count;
    }
    for (uint32_t i = 0; i < all; i++) {
        if (shape_in_ranges(t, shape[i])) {
            memmove(shape[n++], shape[i], sizeof shape[i]);
            threads += (double)shape[i][0] * shape[i][1] * shape[i][2];
        }
    }
    bool few = choices * private * threads <= (double)budget;
    bool hopeless = isinf(choices) || isinf(private) || 2 * threads > (double)budget;
    if ((!few && (hopeless || few_only)) || !csl_search_start(&s) ||
        (!few && !affordable(&s, shape, n, budget)))
        return no;
    /* The cost just found bounds the work, unless single pairs must be looked at. */
    s.left = s.mixed ? CSL_PAIR_COST * budget : UINT64_MAX;
    for (uint32_t i = 0; i < n && !s.best; i++) {
        s.complete &= csl_search_values(&s, shape[i]);
        csl_search_choices(&s);
        csl_search_shared(&s);
    }
    return answer_of(&s);
}
