/* The enumerator. For one block shape and one choice of the shared unknowns it evaluates all
 * threads (and choices of their private unknowns) as side 1, files the cells they touch in a hash
 * table, and lets all threads as side 2 look theirs up. That is linear in the number of threads,
 * and finds a pair exactly if there is one.
 *
 * Choices are tried in an order that makes readable witnesses: few values far from the start of
 * their list. Work is bounded by the number of thread evaluations. */
#include "enumerate.h"

#include <string.h>

#include "columns.h"

enum {
    MAX_CANDIDATES = 4096, /* values of one variable */
    MAX_SAMPLES = 48,      /* the same, when sampling */
    MAX_CONSTANTS = 8,     /* constants of the query that become candidates */
    MAX_PRIVATE = 4096,    /* choices of one thread's private unknowns */
    MAX_CELLS = 1024,      /* cells of one access */
    AFTER_HIT = 8000       /* evaluations spent on a better witness after the first one */
};

typedef struct candidates {
    uint32_t var;
    int64_t *value;
    uint32_t n;
    bool complete; /* the whole range of the variable */
} candidates;

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
    bool all;      /* every value of every variable */
    uint64_t left; /* evaluations */
    bool stopped;  /* the budget of this shape is used up */
    bool complete; /* nothing was left out so far */
    int64_t dim[3];
    candidates *vars[3]; /* shared, of thread 1, of thread 2 */
    uint32_t nvars[3];
    int64_t *shared; /* the current choice, one per shared variable */
    uint32_t nchoices[3];
    int64_t *choices[3]; /* private choices, nvars[s] values each */
    lane *lanes[3];
    uint32_t nlanes[3];
    cell *table;
    uint32_t table_size;
    bool mixed;    /* some conjunct needs both threads */
    int64_t *best; /* the witness so far, or NULL */
    uint64_t best_key;
} search;

/* ---- candidate values ------------------------------------------------------------------------ */

static csl_range range_of(const csl_tape *t, uint32_t var) {
    uint32_t node = t->var[var];
    return node == CSL_NO_NODE ? t->var_range[var]
                               : csl_range_meet(t->var_range[var], t->node[node].range);
}

static void add(candidates *c, csl_range r, csl_wide v, uint32_t room) {
    if (v < r.lo || v > r.hi || c->n >= room) {
        return;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->value[i] == v) {
            return;
        }
    }
    c->value[c->n++] = (int64_t)v;
}

static void add_samples(const search *s, candidates *c, csl_range r) {
    const csl_tape *t = s->t;
    bool pass_number = s->q->vars[c->var].role == CSL_ROLE_ITER;
    for (csl_wide v = 0; v < (pass_number ? 13 : 4); v++) {
        add(c, r, v, MAX_SAMPLES);
    }
    int64_t threads = s->dim[0] * s->dim[1] * s->dim[2];
    const int64_t sizes[4] = {s->dim[0], s->dim[1], s->dim[2], threads};
    for (unsigned k = 0; k < 4; k++) {
        if (sizes[k] > 1) {
            add(c, r, sizes[k] - 1, MAX_SAMPLES);
            add(c, r, sizes[k], MAX_SAMPLES);
            add(c, r, sizes[k] + 1, MAX_SAMPLES);
            add(c, r, 2 * sizes[k], MAX_SAMPLES);
        }
    }
    unsigned constants = 0;
    for (uint32_t i = 0; i < t->n && constants < MAX_CONSTANTS; i++) {
        const csl_expr *e = t->node[i].e;
        if (e->op == CSL_OP_CONST && csl_type_integer((csl_type)e->type) && e->type != CSL_BOOL) {
            csl_wide v = csl_number((csl_type)e->type, e->value);
            add(c, r, v, MAX_SAMPLES);
            add(c, r, v - 1, MAX_SAMPLES);
            add(c, r, v + 1, MAX_SAMPLES);
            constants++;
        }
    }
    add(c, r, r.lo, MAX_SAMPLES);
    add(c, r, r.hi, MAX_SAMPLES);
    add(c, r, -1, MAX_SAMPLES);
}

static void find_candidates(search *s, candidates *c) {
    csl_range r = range_of(s->t, c->var);
    uint32_t room = s->all ? MAX_CANDIDATES : MAX_SAMPLES;
    bool real = !csl_type_integer(s->q->vars[c->var].type);
    c->n = 0;
    c->complete = !real && r.hi - r.lo < (s->all ? MAX_CANDIDATES : 16);
    if (c->complete) {
        for (csl_wide v = r.lo; v <= r.hi; v++) {
            c->value[c->n++] = (int64_t)v;
        }
    } else if (real) { /* the bits of 0.0, 1.0 and -1.0 */
        add(c, csl_range_of_type(CSL_I64), 0, room);
        add(c, csl_range_of_type(CSL_I64), 0x3ff0000000000000, room);
        add(c, csl_range_of_type(CSL_I64), (int64_t)0xbff0000000000000u, room);
    } else {
        add_samples(s, c, r);
    }
    s->complete &= c->complete;
}

/* Variables that terms mention; thread ids and dims are set by the shape and are none of these. */
static void find_variables(search *s) {
    /* Pass numbers come first, then launch constants, then loaded values: the order in which a
     * reader wants them small, last to move first. */
    static const csl_role order[] = {CSL_ROLE_APPROX, CSL_ROLE_DATA, CSL_ROLE_GDIM, CSL_ROLE_BID,
                                     CSL_ROLE_PARAM,  CSL_ROLE_ITER, CSL_ROLE_BDIM, CSL_ROLE_TID};
    for (unsigned side = 0; side < 3; side++) {
        s->vars[side] = CSL_POOL_ARRAY(s->pool, candidates, s->q->nvars);
    }
    for (unsigned o = 0; o < sizeof order / sizeof *order; o++) {
        for (uint32_t v = CSL_DV_FREE; v < s->q->nvars; v++) {
            if (s->t->var[v] != CSL_NO_NODE && s->q->vars[v].role == order[o]) {
                int side = s->q->vars[v].side;
                candidates *c = &s->vars[side][s->nvars[side]++];
                c->var = v;
                c->value = CSL_POOL_ARRAY(s->pool, int64_t, s->all ? MAX_CANDIDATES : MAX_SAMPLES);
            }
        }
    }
}

/* ---- choices in order ------------------------------------------------------------------------ */

/* Calls `visit` for every choice whose indices sum up to `sum`; false from it stops. */
typedef bool (*visit_fn)(search *s, unsigned side, const int64_t *choice);

static bool graded(search *s, unsigned side, uint32_t i, uint64_t sum, int64_t *choice,
                   visit_fn visit) {
    const candidates *c = s->vars[side];
    if (i == s->nvars[side]) {
        return sum > 0 || visit(s, side, choice);
    }
    uint64_t rest = 0;
    for (uint32_t k = i + 1; k < s->nvars[side]; k++) {
        rest += c[k].n - 1;
    }
    for (uint64_t k = sum > rest ? sum - rest : 0; k < c[i].n && k <= sum; k++) {
        choice[i] = c[i].value[k];
        if (!graded(s, side, i + 1, sum - k, choice, visit)) {
            return false;
        }
    }
    return true;
}

static bool each_choice(search *s, unsigned side, int64_t *choice, visit_fn visit) {
    uint64_t most = 0;
    for (uint32_t k = 0; k < s->nvars[side]; k++) {
        if (s->vars[side][k].n == 0) {
            return true;
        }
        most += s->vars[side][k].n - 1;
    }
    for (uint64_t sum = 0; sum <= most; sum++) {
        if (!graded(s, side, 0, sum, choice, visit)) {
            return false;
        }
    }
    return true;
}

static bool keep_choice(search *s, unsigned side, const int64_t *choice) {
    uint32_t most = s->all ? MAX_PRIVATE : s->nvars[side] > 1 ? 24 : 12;
    if (s->nchoices[side] == most) {
        s->complete = false;
        return false;
    }
    if (s->nvars[side] > 0) {
        memcpy(s->choices[side] + (size_t)s->nchoices[side] * s->nvars[side], choice,
               s->nvars[side] * sizeof *choice);
    }
    s->nchoices[side]++;
    return true;
}

/* ---- one choice of the shared unknowns ------------------------------------------------------- */

static bool conjuncts_hold(const search *s, unsigned sides, unsigned l) {
    const csl_tape *t = s->t;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        uint32_t node = t->conjunct[i];
        size_t at = (size_t)node * CSL_LANES + l;
        if (t->node[node].sides == sides && (!s->columns->value[at] || s->columns->undefined[at])) {
            return false;
        }
    }
    return true;
}

static void set_shared(const search *s) {
    for (unsigned d = 0; d < 3; d++) {
        uint32_t node = s->t->var[CSL_DV_BDIM + d];
        if (node != CSL_NO_NODE) {
            csl_column(s->columns, node)[0] = s->dim[d];
        }
    }
    for (uint32_t k = 0; k < s->nvars[0]; k++) {
        csl_column(s->columns, s->t->var[s->vars[0][k].var])[0] = s->shared[k];
    }
}

static void coordinates(const int64_t dim[3], uint32_t thread, int64_t at[3]) {
    at[0] = thread % dim[0];
    at[1] = thread / dim[0] % dim[1];
    at[2] = thread / (dim[0] * dim[1]);
}

/* Evaluates the lanes gathered so far and keeps those whose condition holds. */
static void flush(search *s, unsigned side, const lane *batch, unsigned n) {
    const csl_tape *t = s->t;
    csl_columns_run(s->columns, side, n);
    uint32_t offset = t->offset[side - 1];
    for (unsigned l = 0; l < n; l++) {
        bool defined =
            offset == CSL_NO_NODE || !s->columns->undefined[(size_t)offset * CSL_LANES + l];
        if (defined && conjuncts_hold(s, side, l)) {
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
    csl_range id[3];
    for (unsigned d = 0; d < 3; d++) {
        id[d] = range_of(t, first + d);
    }
    lane batch[CSL_LANES];
    unsigned n = 0;
    s->nlanes[side] = 0;
    for (uint32_t thread = 0; thread < threads; thread++) {
        int64_t at[3];
        coordinates(s->dim, thread, at);
        bool inside = true;
        for (unsigned d = 0; d < 3; d++) {
            inside = inside && at[d] >= id[d].lo && at[d] <= id[d].hi;
        }
        for (uint32_t choice = 0; inside && choice < s->nchoices[side]; choice++) {
            const int64_t *value = s->choices[side] + (size_t)choice * s->nvars[side];
            for (unsigned d = 0; d < 3; d++) {
                if (t->var[first + d] != CSL_NO_NODE) {
                    csl_column(s->columns, t->var[first + d])[n] = at[d];
                }
            }
            for (uint32_t k = 0; k < s->nvars[side]; k++) {
                csl_column(s->columns, t->var[s->vars[side][k].var])[n] = value[k];
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
    for (uint32_t k = 0; k < s->nvars[side]; k++) {
        value[s->vars[side][k].var] = s->choices[side][(size_t)l->choice * s->nvars[side] + k];
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
    for (uint32_t k = 0; k < s->nvars[0]; k++) {
        value[s->vars[0][k].var] = s->shared[k];
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

/* Threads with equal classes cannot pair. */
static uint32_t class_of(const search *s, const lane *l) {
    return s->q->pair == CSL_PAIR_DIFFERENT_WARPS ? l->thread / 32 : l->thread;
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
    if (cells[1] > MAX_CELLS || cells[2] > MAX_CELLS) {
        s->complete = false;
        return;
    }
    uint32_t need = 16;
    while (need < 2 * s->nlanes[1] * cells[1]) {
        need *= 2;
    }
    if (need > s->table_size) {
        s->table = CSL_POOL_ARRAY(s->pool, cell, need);
        s->table_size = need;
    } else {
        memset(s->table, 0, s->table_size * sizeof *s->table);
    }
    for (uint32_t i = 0; i < s->nlanes[1]; i++) {
        const lane *l = &s->lanes[1][i];
        for (uint32_t k = 0; k < cells[1]; k++) {
            cell *c = cell_of(s, l, unit, k);
            if (!c->lane[0]) {
                c->lane[0] = i + 1;
            } else if (!c->lane[1] && class_of(s, &s->lanes[1][c->lane[0] - 1]) != class_of(s, l)) {
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
                if (class_of(s, other) != class_of(s, l)) {
                    offer(s, other, l);
                    break;
                }
            }
        }
    }
}

/* Conjuncts over both threads: every pair has to be looked at. */
static void match_all_pairs(search *s) {
    enum { PAIR_COST = 32 };
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

static bool try_shared(search *s, unsigned side, const int64_t *choice) {
    (void)side;
    if (s->left == 0) {
        s->stopped = true;
        return false;
    }
    s->left--;
    s->shared = (int64_t *)choice;
    set_shared(s);
    csl_columns_run(s->columns, 0, 1);
    if (!conjuncts_hold(s, 0, 0)) {
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
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool shape_in_ranges(const csl_tape *t, const uint32_t shape[3]) {
    for (unsigned d = 0; d < 3; d++) {
        csl_range r = range_of(t, CSL_DV_BDIM + d);
        if (shape[d] < r.lo || shape[d] > r.hi) {
            return false;
        }
    }
    return true;
}

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
    find_variables(s);
    return true;
}

/* Prepares the candidate values for a shape; returns how many choices there are in all. */
static double prepare_shape(search *s, const uint32_t shape[3]) {
    double choices[3] = {1, 1, 1};
    for (unsigned d = 0; d < 3; d++) {
        s->dim[d] = shape[d];
    }
    for (unsigned side = 0; side < 3; side++) {
        for (uint32_t k = 0; k < s->nvars[side]; k++) {
            find_candidates(s, &s->vars[side][k]);
            choices[side] *= s->vars[side][k].n;
        }
    }
    return choices[0] * (choices[1] + choices[2]);
}

static void run_shape(search *s) {
    uint32_t threads = (uint32_t)(s->dim[0] * s->dim[1] * s->dim[2]);
    int64_t *choice = CSL_POOL_ARRAY(s->pool, int64_t, s->q->nvars);
    for (unsigned side = 1; side <= 2; side++) {
        if (!s->choices[side]) {
            s->choices[side] =
                CSL_POOL_ARRAY(s->pool, int64_t, MAX_PRIVATE * (size_t)(s->nvars[side] + 1));
        }
        s->nchoices[side] = 0;
        each_choice(s, side, choice, keep_choice);
        s->lanes[side] = CSL_POOL_ARRAY(s->pool, lane, (size_t)threads * s->nchoices[side]);
    }
    s->stopped = false;
    each_choice(s, 0, choice, try_shared);
    s->complete &= !s->stopped;
}

static csl_answer answer_of(const search *s) {
    if (s->best) {
        return (csl_answer){.verdict = CSL_POSSIBLE, .by = "enumeration", .value = s->best};
    }
    bool proved = s->complete && !s->t->has_unknown_function;
    return (csl_answer){.verdict = proved ? CSL_SAFE : CSL_UNDECIDED, .by = "enumeration"};
}

csl_answer csl_enumerate_samples(csl_pool *pool, const csl_tape *t, uint64_t budget) {
    search s = {.pool = pool, .t = t, .q = t->q, .complete = true};
    uint32_t shape[CSL_MAX_TRIED][3];
    bool every_shape;
    uint32_t n = csl_shapes_to_try(t->q->shapes, shape, &every_shape);
    s.complete = every_shape;
    if (!start(&s)) {
        return (csl_answer){.verdict = CSL_UNDECIDED, .by = "enumeration"};
    }
    uint64_t left = budget, share = budget / 4; /* the first shape is the one people read */
    for (uint32_t i = 0; i < n && !s.best; i++) {
        if (!shape_in_ranges(t, shape[i])) {
            continue;
        }
        s.left = share < left ? share : left;
        left -= s.left;
        prepare_shape(&s, shape[i]);
        run_shape(&s);
        left += s.left;
        share = budget / 12;
    }
    return answer_of(&s);
}

/* All shapes there are, as far as they matter: if no term reads blockDim, the threads of a
 * one-dimensional block are among those of a larger one. 0 when they are too many. */
static uint32_t all_shapes(const csl_tape *t, csl_pool *pool, uint32_t (**list)[3]) {
    enum { MANY = 4096 };
    const csl_shapes *s = t->q->shapes;
    uint32_t n = 0;
    *list = csl_pool_alloc(pool, MANY * sizeof **list);
    if (s->n > 0) {
        for (; n < s->n && n < MANY; n++) {
            memcpy((*list)[n], s->shape[n], sizeof **list);
        }
        return s->n <= MANY ? n : 0;
    }
    bool reads_dim = false;
    csl_range r[3];
    for (unsigned d = 0; d < 3; d++) {
        r[d] = csl_shapes_range(s, d);
        reads_dim |= t->var[CSL_DV_BDIM + d] != CSL_NO_NODE;
    }
    if (!reads_dim && r[1].hi == 1 && r[2].hi == 1) {
        r[0].lo = r[0].hi;
    }
    for (csl_wide z = r[2].lo; z <= r[2].hi; z++) {
        for (csl_wide y = r[1].lo; y <= r[1].hi; y++) {
            for (csl_wide x = r[0].lo; x <= r[0].hi; x++) {
                if (!csl_shape_allowed(s, (int64_t)x, (int64_t)y, (int64_t)z)) {
                    break;
                }
                if (n == MANY) {
                    return 0;
                }
                (*list)[n][0] = (uint32_t)x, (*list)[n][1] = (uint32_t)y;
                (*list)[n][2] = (uint32_t)z;
                n++;
            }
        }
    }
    return n;
}

csl_answer csl_enumerate_all(csl_pool *pool, const csl_tape *t, uint64_t budget) {
    search s = {.pool = pool, .t = t, .q = t->q, .all = true, .complete = true};
    csl_answer no = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    uint32_t(*shape)[3];
    uint32_t n = all_shapes(t, pool, &shape);
    if (n == 0 || t->has_unknown_function || !start(&s)) {
        return no;
    }
    double cost = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (shape_in_ranges(t, shape[i])) {
            cost += prepare_shape(&s, shape[i]) * shape[i][0] * shape[i][1] * shape[i][2];
        }
        if (!s.complete || cost > (double)budget) {
            return no;
        }
    }
    s.left = UINT64_MAX; /* bounded by the cost just found */
    for (uint32_t i = 0; i < n && !s.best; i++) {
        if (shape_in_ranges(t, shape[i])) {
            prepare_shape(&s, shape[i]);
            run_shape(&s);
        }
    }
    return answer_of(&s);
}
