/* The enumerator. For one block shape and one choice of the shared unknowns it evaluates all
 * threads (and choices of their private unknowns) as side 1, files the cells they touch in a hash
 * table, and lets all threads as side 2 look theirs up. That is linear in the number of threads,
 * and finds a pair exactly if there is one.
 *
 * Choices are tried in an order that makes readable witnesses: few values far from the start of
 * their list. Work is bounded by the number of thread evaluations. */
#include "enumerate.h"

#include <string.h>

#include "candidates.h"
#include "columns.h"

enum {
    MAX_PRIVATE = 4096,  /* choices of one thread's private unknowns */
    FEW_SAMPLED = 4,     /* the same, when sampling in breadth */
    MAX_SAMPLED = 32,    /* the same, when sampling in depth */
    MAX_CELLS = 1 << 20, /* filed at a time */
    PAIR_COST = 32,      /* evaluations that looking at a single pair counts for */
    AFTER_HIT = 8000,    /* evaluations spent on a better witness after the first one */
    USUAL_WEIGHT = 64,   /* of a query; an evaluation of a heavier one counts for more */
    SLOW_WEIGHT = 16,    /* of a node that is evaluated lane by lane */
    LEAST_TRY = 2048     /* evaluations of one side that a try may take whatever is left */
};

enum { NO_VAR = UINT32_MAX, MANY_VARS = UINT32_MAX - 1 };

/* One thread with one choice of its private unknowns, whose condition holds. */
typedef struct lane {
    uint32_t thread; /* linear number */
    uint32_t choice;
    int64_t offset;
} lane;

typedef struct cell {
    int64_t at;
    uint32_t warp;    /* 0 unless only threads of one warp can pair */
    uint32_t lane[2]; /* plus one: the first, and the first that can pair with what it cannot */
} cell;

typedef struct search {
    csl_pool *pool;
    const csl_tape *t;
    const csl_query *q;
    csl_columns *columns;
    bool all;           /* every value of every variable */
    bool any;           /* the first witness will do */
    uint64_t left;      /* evaluations */
    uint64_t least_try; /* LEAST_TRY, weighed */
    bool stopped;       /* the budget of this shape is used up */
    bool complete;      /* nothing was left out so far */
    int64_t dim[3];
    csl_unknowns unknowns[3]; /* shared, of thread 1, of thread 2 */
    const int64_t *shared;    /* the current choice of the shared ones */
    int64_t *choices[3];      /* private choices, unknowns[s].n values each */
    uint32_t nchoices[3], most_choices, most_threads;
    uint32_t *only;  /* of each node: the only variable it mentions, NO_VAR or MANY_VARS */
    uint32_t *below; /* scratch: a list of nodes */
    lane *lanes[3];
    uint32_t nlanes[3], lane_room[3];
    cell *table;
    uint32_t table_size, table_room; /* slots in use, a power of two; slots there are */
    bool mixed;                      /* some conjunct needs both threads */
    int64_t *best;                   /* the witness so far, or NULL */
    uint64_t best_key;
} search;

/* ---- one choice of the shared unknowns ------------------------------------------------------- */

/* In which of the first n lanes all conjuncts of that kind are true and defined. */
static void conjuncts_hold(const search *s, unsigned sides, unsigned n, uint8_t *hold) {
    const csl_tape *t = s->t;
    memset(hold, 1, n);
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        uint32_t node = t->conjunct[i];
        if (t->node[node].sides != sides) {
            continue;
        }
        const int64_t *value = csl_column(s->columns, node);
        const uint8_t *undefined = s->columns->undefined + (size_t)node * CSL_LANES;
        for (unsigned l = 0; l < n; l++) {
            hold[l] &= (uint8_t)((value[l] != 0) & !undefined[l]);
        }
    }
}

static void set_shared(const search *s) {
    for (unsigned d = 0; d < 3; d++) {
        uint32_t node = s->t->var[CSL_DV_BDIM + d];
        if (node != CSL_NO_NODE) {
            csl_column(s->columns, node)[0] = s->dim[d];
        }
    }
    for (uint32_t k = 0; k < s->unknowns[0].n; k++) {
        csl_column(s->columns, s->t->var[s->unknowns[0].vars[k].var])[0] = s->shared[k];
    }
}

static void coordinates(const int64_t dim[3], uint32_t thread, int64_t at[3]) {
    at[0] = thread % dim[0];
    at[1] = thread / dim[0] % dim[1];
    at[2] = thread / (dim[0] * dim[1]);
}

/* From one thread's coordinates to those of the next in linear order. */
static void next_thread(const int64_t dim[3], int64_t at[3]) {
    if (++at[0] == dim[0]) {
        at[0] = 0;
        if (++at[1] == dim[1]) {
            at[1] = 0;
            at[2]++;
        }
    }
}

/* Evaluates the lanes gathered so far and keeps those whose condition holds. */
static void flush(search *s, unsigned side, const lane *batch, unsigned n) {
    const csl_tape *t = s->t;
    uint8_t hold[CSL_LANES];
    csl_columns_run(s->columns, side, n);
    conjuncts_hold(s, side, n, hold);
    uint32_t offset = t->offset[side - 1];
    for (unsigned l = 0; l < n; l++) {
        bool defined =
            offset == CSL_NO_NODE || !s->columns->undefined[(size_t)offset * CSL_LANES + l];
        if (defined && hold[l]) {
            lane *kept = &s->lanes[side][s->nlanes[side]++];
            *kept = batch[l];
            kept->offset = offset == CSL_NO_NODE ? 0 : csl_column(s->columns, offset)[l];
        }
    }
}

static void run_side(search *s, unsigned side) {
    const csl_tape *t = s->t;
    uint32_t first = side == 1 ? CSL_DV_TID1 : CSL_DV_TID2;
    uint32_t threads = (uint32_t)(s->dim[0] * s->dim[1] * s->dim[2]);
    if (threads > s->most_threads) {
        threads = s->most_threads;
        s->complete = false;
    }
    if (s->best && threads > (s->best_key >> 32) + 1) {
        threads = (uint32_t)(s->best_key >> 32) + 1; /* others make no better witness */
    }
    csl_range id[3];
    int64_t *column[3]; /* of the thread's coordinates, NULL where no term reads one */
    for (unsigned d = 0; d < 3; d++) {
        uint32_t node = t->var[first + d];
        id[d] = csl_var_range(t, first + d);
        column[d] = node == CSL_NO_NODE ? NULL : csl_column(s->columns, node);
    }
    lane batch[CSL_LANES];
    unsigned n = 0;
    s->nlanes[side] = 0;
    uint64_t room = s->all ? UINT64_MAX : s->left / 2 > s->least_try ? s->left / 2 : s->least_try;
    int64_t at[3] = {-1, 0, 0};
    for (uint32_t thread = 0; thread < threads; thread++) {
        if (room < s->nchoices[side]) {
            s->complete = false;
            break;
        }
        room -= s->nchoices[side];
        next_thread(s->dim, at);
        bool inside = true;
        for (unsigned d = 0; d < 3; d++) {
            inside = inside && at[d] >= id[d].lo && at[d] <= id[d].hi;
        }
        for (uint32_t choice = 0; inside && choice < s->nchoices[side]; choice++) {
            const int64_t *value = s->choices[side] + (size_t)choice * s->unknowns[side].n;
            for (unsigned d = 0; d < 3; d++) {
                if (column[d]) {
                    column[d][n] = at[d];
                }
            }
            for (uint32_t k = 0; k < s->unknowns[side].n; k++) {
                csl_column(s->columns, t->var[s->unknowns[side].vars[k].var])[n] = value[k];
            }
            batch[n++] = (lane){.thread = thread, .choice = choice};
            if (n == CSL_LANES) {
                flush(s, side, batch, n);
                s->left -= s->left < n ? s->left : n;
                n = 0;
            }
        }
    }
    if (n > 0) {
        flush(s, side, batch, n);
        s->left -= s->left < n ? s->left : n;
    }
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static void values_of(const search *s, unsigned side, const lane *l, int64_t *value) {
    coordinates(s->dim, l->thread, value + (side == 1 ? CSL_DV_TID1 : CSL_DV_TID2));
    for (uint32_t k = 0; k < s->unknowns[side].n; k++) {
        value[s->unknowns[side].vars[k].var] =
            s->choices[side][(size_t)l->choice * s->unknowns[side].n + k];
    }
}

/* Takes a pair that should satisfy the query, if it is better than what we have. Smaller thread
 * numbers are better; among equals the first. */
static void offer(search *s, const lane *a, const lane *b) {
    uint64_t high = a->thread > b->thread ? a->thread : b->thread;
    uint64_t key = high << 32 | (uint64_t)(a->thread + b->thread);
    if (s->best && key >= s->best_key) {
        return;
    }
    csl_pool pool = {0};
    int64_t *value = CSL_POOL_ARRAY(&pool, int64_t, s->q->nvars);
    for (uint32_t v = 0; v < s->q->nvars; v++) {
        csl_range r = s->t->var_range[v];
        value[v] = (int64_t)(r.lo > 0 ? r.lo : r.hi < 0 ? r.hi : 0);
    }
    memcpy(value + CSL_DV_BDIM, s->dim, sizeof s->dim);
    for (uint32_t k = 0; k < s->unknowns[0].n; k++) {
        value[s->unknowns[0].vars[k].var] = s->shared[k];
    }
    values_of(s, 1, a, value);
    values_of(s, 2, b, value);
    bool holds = csl_query_holds(s->q, value);
    if (holds) {
        s->best = s->best ? s->best : csl_alloc(s->q->ctx, s->q->nvars * sizeof *value);
        memcpy(s->best, value, s->q->nvars * sizeof *value);
        s->best_key = key;
    } else if (!s->mixed) {
        csl_replay_failed("enumeration"); /* with mixed conjuncts most pairs are no witness */
        s->complete = false;
    }
    csl_pool_free(&pool);
}

static bool can_pair(const search *s, const lane *a, const lane *b) {
    uint32_t warp = s->q->pair == CSL_PAIR_DIFFERENT_WARPS ? 32 : 1;
    return s->q->pair == CSL_PAIR_ANY || a->thread / warp != b->thread / warp;
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

/* The greatest unit that divides both sizes and all offsets. */
static int64_t cell_bytes(const search *s) {
    if (s->t->offset[0] == CSL_NO_NODE) {
        return 1;
    }
    int64_t g = gcd(s->q->bytes[0], s->q->bytes[1]);
    for (unsigned side = 1; side <= 2; side++) {
        for (uint32_t i = 0; i < s->nlanes[side] && g > 1; i++) {
            if (s->lanes[side][i].offset % g != 0) {
                g = gcd(g, s->lanes[side][i].offset % g);
            }
        }
    }
    return g;
}

/* The slot of cell number k of an access, or the free slot where it belongs. */
static cell *cell_of(const search *s, const lane *l, int64_t unit, uint32_t k) {
    int64_t at = (int64_t)((uint64_t)(l->offset / unit) + k);
    uint32_t warp = s->q->pair == CSL_PAIR_SAME_WARP ? l->thread / 32 : 0;
    uint64_t h = ((uint64_t)at * 64 + warp) * 0x9e3779b97f4a7c15u;
    uint32_t i = (uint32_t)(h >> 32) & (s->table_size - 1);
    while (s->table[i].lane[0] && (s->table[i].at != at || s->table[i].warp != warp)) {
        i = (i + 1) & (s->table_size - 1);
    }
    s->table[i].at = at;
    s->table[i].warp = warp;
    return &s->table[i];
}

static uint32_t cells_of(const search *s, unsigned side, int64_t unit) {
    return s->t->offset[0] == CSL_NO_NODE ? 1 : s->q->bytes[side - 1] / (uint32_t)unit;
}

static void match_by_cells(search *s) {
    int64_t unit = cell_bytes(s);
    uint32_t cells[3] = {0, cells_of(s, 1, unit), cells_of(s, 2, unit)};
    if ((uint64_t)cells[1] * s->nlanes[1] > MAX_CELLS ||
        (uint64_t)cells[2] * s->nlanes[2] > MAX_CELLS) {
        s->complete = false;
        return;
    }
    uint32_t need = 16;
    while (need < 2 * s->nlanes[1] * cells[1]) {
        need *= 2;
    }
    if (need > s->table_room) {
        s->table = CSL_POOL_ARRAY(s->pool, cell, need);
        s->table_room = need;
    } else {
        memset(s->table, 0, need * sizeof *s->table);
    }
    s->table_size = need;
    for (uint32_t i = 0; i < s->nlanes[1]; i++) {
        const lane *l = &s->lanes[1][i];
        for (uint32_t k = 0; k < cells[1]; k++) {
            cell *c = cell_of(s, l, unit, k);
            if (!c->lane[0]) {
                c->lane[0] = i + 1;
            } else if (!c->lane[1] && can_pair(s, &s->lanes[1][c->lane[0] - 1], l)) {
                c->lane[1] = i + 1;
            }
        }
    }
    for (uint32_t i = 0; i < s->nlanes[2]; i++) {
        const lane *l = &s->lanes[2][i];
        for (uint32_t k = 0; k < cells[2]; k++) {
            const cell *c = cell_of(s, l, unit, k);
            for (unsigned choice = 0; choice < 2 && c->lane[choice]; choice++) {
                const lane *other = &s->lanes[1][c->lane[choice] - 1];
                if (can_pair(s, other, l)) {
                    offer(s, other, l);
                    break;
                }
            }
        }
    }
}

/* Conjuncts over both threads: every pair has to be looked at. */
static void match_all_pairs(search *s) {
    for (uint32_t i = 0; i < s->nlanes[1]; i++) {
        for (uint32_t k = 0; k < s->nlanes[2]; k++) {
            const lane *a = &s->lanes[1][i], *b = &s->lanes[2][k];
            csl_wide distance = (csl_wide)a->offset - b->offset;
            bool overlap = s->t->offset[0] == CSL_NO_NODE || (distance < (csl_wide)s->q->bytes[1] &&
                                                              -distance < (csl_wide)s->q->bytes[0]);
            if (overlap) {
                if (s->left < PAIR_COST) {
                    s->left = 0;
                    s->complete = false;
                    return;
                }
                s->left -= PAIR_COST;
                offer(s, a, b);
            }
        }
    }
}

static bool try_shared(void *user, const int64_t *choice) {
    search *s = user;
    if (s->left == 0) {
        s->stopped = true;
        return false;
    }
    s->left--;
    s->shared = choice;
    set_shared(s);
    csl_columns_run(s->columns, 0, 1);
    uint8_t hold;
    conjuncts_hold(s, 0, 1, &hold);
    if (!hold) {
        return true;
    }
    csl_columns_spread(s->columns);
    bool had = s->best != NULL;
    for (unsigned one = 1; one <= 2; one++) {
        run_side(s, one);
        if (s->nlanes[one] == 0) {
            return true;
        }
    }
    if (s->mixed) {
        match_all_pairs(s);
    } else {
        match_by_cells(s);
    }
    if (!had && s->best && s->left > AFTER_HIT) {
        s->left = AFTER_HIT;
    }
    return !(s->any && s->best);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool shape_in_ranges(const csl_tape *t, const uint32_t shape[3]) {
    for (unsigned d = 0; d < 3; d++) {
        csl_range r = csl_var_range(t, CSL_DV_BDIM + d);
        if (shape[d] < r.lo || shape[d] > r.hi) {
            return false;
        }
    }
    return true;
}

static void find_only(search *s) {
    const csl_tape *t = s->t;
    s->only = CSL_POOL_ARRAY(s->pool, uint32_t, t->n);
    s->below = CSL_POOL_ARRAY(s->pool, uint32_t, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        uint32_t only = node->e->op == CSL_OP_SYM ? node->e->index : NO_VAR;
        for (unsigned k = 0; k < node->e->nkids; k++) {
            uint32_t kid = s->only[node->kid[k]];
            only = only == NO_VAR || only == kid ? kid : kid == NO_VAR ? only : MANY_VARS;
        }
        s->only[i] = only;
    }
}

/* False for a query that is not of the form this search is made for. */
static bool start(search *s) {
    const csl_tape *t = s->t;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t node = t->offset[side];
        if (node != CSL_NO_NODE && t->node[node].sides & ~(1u << side)) {
            return false; /* an offset of one thread that depends on the other */
        }
    }
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        s->mixed |= t->node[t->conjunct[i]].sides == 3;
    }
    s->columns = csl_columns_new(s->pool, t);
    s->most_threads = UINT32_MAX;
    find_only(s);
    for (int side = 0; side < 3; side++) {
        s->unknowns[side] = csl_find_unknowns(s->pool, t, side, s->all);
        s->most_choices = s->all ? MAX_PRIVATE : MAX_SAMPLED;
        s->choices[side] =
            CSL_POOL_ARRAY(s->pool, int64_t, 2 * s->most_choices * (size_t)s->unknowns[side].n);
    }
    return true;
}

/* Takes out the values that break a conjunct which only this unknown decides. */
static void filter(const search *s, csl_candidates *c) {
    const csl_tape *t = s->t;
    bool any = false;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        any = any || s->only[t->conjunct[i]] == c->var;
    }
    if (!any) {
        return;
    }
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (s->only[i] == c->var || s->only[i] == NO_VAR) {
            s->below[count++] = i;
        }
    }
    for (uint32_t from = 0; from < c->n; from += CSL_LANES) {
        unsigned lanes = c->n - from < CSL_LANES ? c->n - from : CSL_LANES;
        memcpy(csl_column(s->columns, t->var[c->var]), c->value + from, lanes * sizeof *c->value);
        csl_columns_run_nodes(s->columns, s->below, count, lanes);
        for (unsigned l = 0; l < lanes; l++) {
            bool good = true;
            for (uint32_t i = 0; i < t->nconjuncts; i++) {
                size_t at = (size_t)t->conjunct[i] * CSL_LANES + l;
                good = good && (s->only[t->conjunct[i]] != c->var ||
                                (s->columns->value[at] && !s->columns->undefined[at]));
            }
            c->value[kept] = c->value[from + l];
            kept += good;
        }
    }
    c->n = kept;
}

typedef struct chooser {
    search *s;
    unsigned side;
} chooser;

static bool keep_choice(void *user, const int64_t *choice) {
    search *s = ((chooser *)user)->s;
    unsigned side = ((chooser *)user)->side;
    uint32_t n = s->unknowns[side].n;
    /* A single unknown gets a better share: it is most often the number of a pass. */
    uint32_t most = n == 1 && !s->all ? 2 * s->most_choices : s->most_choices;
    if (s->nchoices[side] == most) {
        s->complete = false;
        return false;
    }
    if (n > 0) {
        memcpy(s->choices[side] + (size_t)s->nchoices[side] * n, choice, n * sizeof *choice);
    }
    s->nchoices[side]++;
    return true;
}

static void run_shape(search *s, const uint32_t shape[3]) {
    uint32_t threads = shape[0] * shape[1] * shape[2];
    int64_t *choice = CSL_POOL_ARRAY(s->pool, int64_t, s->q->nvars);
    for (unsigned d = 0; d < 3; d++) {
        s->dim[d] = shape[d];
    }
    for (unsigned side = 0; side < 3; side++) {
        s->complete &= csl_find_candidates(s->t, &s->unknowns[side], s->dim, s->all);
        for (uint32_t k = 0; k < s->unknowns[side].n; k++) {
            filter(s, &s->unknowns[side].vars[k]);
        }
    }
    for (unsigned side = 1; side <= 2; side++) {
        chooser c = {s, side};
        s->nchoices[side] = 0;
        csl_each_choice(&s->unknowns[side], choice, keep_choice, &c);
        if (threads * s->nchoices[side] > s->lane_room[side]) {
            s->lane_room[side] = threads * s->nchoices[side];
            s->lanes[side] = CSL_POOL_ARRAY(s->pool, lane, s->lane_room[side]);
        }
    }
    s->stopped = false;
    csl_each_choice(&s->unknowns[0], choice, try_shared, s);
    s->complete &= !s->stopped;
}

static csl_answer answer_of(const search *s) {
    if (s->best) {
        return (csl_answer){.verdict = CSL_POSSIBLE, .by = "enumeration", .value = s->best};
    }
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

/* The budget in evaluations of a query as heavy as this one. */
static uint64_t weighed(const csl_tape *t, uint64_t budget) {
    uint64_t weight = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        weight += csl_columns_slow(t->node[i].e) ? SLOW_WEIGHT : 1;
    }
    return weight <= USUAL_WEIGHT ? budget : budget * USUAL_WEIGHT / weight;
}

csl_answer csl_enumerate_samples(csl_pool *pool, const csl_tape *t, uint64_t budget,
                                 bool first_witness) {
    search s = {.pool = pool, .t = t, .q = t->q, .complete = true, .any = first_witness};
    uint32_t shape[CSL_MAX_TRIED][3];
    bool every_shape;
    uint32_t n = csl_shapes_to_try(t->q->shapes, shape, &every_shape);
    s.complete = every_shape;
    if (t->q->shapes->n == 0) {
        natural_first(t, shape, n);
    }
    if (!start(&s)) {
        return (csl_answer){.verdict = CSL_UNDECIDED, .by = "enumeration"};
    }
    budget = weighed(t, budget);
    s.least_try = weighed(t, LEAST_TRY);
    /* Most goes to the first shape, which people like to read about, or to the only one. */
    uint64_t left = budget, share = n == 1 ? budget : budget / 4;
    for (uint32_t i = 0; i < n && !s.best; i++) {
        if (!shape_in_ranges(t, shape[i])) {
            continue;
        }
        /* Few threads and private choices leave room for more shared choices; then all threads. */
        bool before = s.complete;
        for (unsigned round = 0; round < 2 && !s.best; round++) {
            uint64_t part = round == 0 ? share / 2 : share - share / 2;
            s.most_choices = round == 0 ? FEW_SAMPLED : MAX_SAMPLED;
            s.most_threads = round == 0 ? CSL_LANES : UINT32_MAX;
            s.left = part < left ? part : left;
            left -= s.left;
            s.complete = true;
            run_shape(&s, shape[i]);
            left += s.left;
            if (s.complete) {
                break;
            }
        }
        s.complete &= before;
        share = budget / 20;
    }
    return answer_of(&s);
}

csl_answer csl_enumerate_all(csl_pool *pool, const csl_tape *t, uint64_t budget) {
    search s = {.pool = pool, .t = t, .q = t->q, .all = true, .complete = true};
    csl_answer no = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    double choices[3], cost = 0;
    uint32_t(*shape)[3];
    bool one_is_enough = true; /* no term reads blockDim, nothing limits it */
    for (unsigned d = 0; d < 3; d++) {
        one_is_enough =
            one_is_enough && t->var[CSL_DV_BDIM + d] == CSL_NO_NODE &&
            csl_var_range(t, CSL_DV_BDIM + d).hi >= csl_shapes_range(t->q->shapes, d).hi;
    }
    uint32_t n = csl_shapes_all(pool, t->q->shapes, one_is_enough, &shape);
    if (n == 0 || t->has_unknown_function) {
        return no;
    }
    for (int side = 0; side < 3; side++) {
        csl_unknowns u = csl_find_unknowns(pool, t, side, false);
        choices[side] = csl_count_choices(t, &u);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (shape_in_ranges(t, shape[i])) {
            double threads = (double)shape[i][0] * shape[i][1] * shape[i][2];
            cost += choices[0] * (choices[1] + choices[2]) * threads;
        }
    }
    if (cost > (double)budget || !start(&s)) {
        return no;
    }
    /* The cost just found bounds the work, unless single pairs must be looked at. */
    s.left = s.mixed ? PAIR_COST * budget : UINT64_MAX;
    for (uint32_t i = 0; i < n && !s.best; i++) {
        if (shape_in_ranges(t, shape[i])) {
            run_shape(&s, shape[i]);
        }
    }
    return answer_of(&s);
}
