#include "candidates.h"

#include <math.h>
#include <string.h>

csl_range csl_var_range(const csl_tape *t, uint32_t var) {
    uint32_t node = t->var[var];
    return node == CSL_NO_NODE ? t->var_range[var]
                               : csl_range_meet(t->var_range[var], t->node[node].range);
}

static void find_constants(const csl_tape *t, csl_unknowns *u) {
    for (uint32_t i = 0; i < t->n && u->nconstants < CSL_ROOM_tried_constants; i++) {
        const csl_expr *e = t->node[i].e;
        if (e->op == CSL_OP_CONST && csl_type_integer((csl_type)e->type) && e->type != CSL_BOOL)
            u->constant[u->nconstants++] = csl_number((csl_type)e->type, e->value);
    }
}

/* The constant of the query with that number, if it is a real one. */
static bool constant_at(const csl_tape *t, uint32_t i, double *real) {
    const csl_expr *e = t->node[i].e;
    if (e->op != CSL_OP_CONST || !csl_type_float((csl_type)e->type))
        return false;
    memcpy(real, &e->value, sizeof *real);
    return true;
}

static void find_reals(csl_pool *pool, const csl_tape *t, csl_unknowns *u) {
    double real;
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->n; i++)
        most += constant_at(t, i, &real);
    double *reals = CSL_POOL_ARRAY(pool, double, most);
    for (uint32_t i = 0; i < t->n; i++) {
        bool there = !constant_at(t, i, &real);
        for (uint32_t k = 0; k < u->nreals && !there; k++)
            there = memcmp(&reals[k], &real, sizeof real) == 0;
        if (!there)
            reals[u->nreals++] = real;
    }
    u->reals = reals;
}

/* By variable: how far others are shifted, `1 << levels`, `1024 >> levels`. */
static bool *find_distances(csl_pool *pool, const csl_tape *t) {
    bool *is = CSL_POOL_ARRAY(pool, bool, t->q->nvars);
    memset(is, 0, t->q->nvars * sizeof *is);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *n = &t->node[i];
        if (n->e->op != CSL_OP_SHL && n->e->op != CSL_OP_SHR)
            continue;
        const csl_expr *by = t->node[csl_node_without_casts(t, n->kid[1])].e;
        if (by->op == CSL_OP_SYM)
            is[by->index] = true;
    }
    return is;
}

csl_unknowns csl_find_unknowns(csl_pool *pool, const csl_tape *t, int side, bool all) {
    /* The last moves first: pass numbers, then launch constants, then loaded values. */
    static const csl_role order[] = {CSL_ROLE_LOST,  CSL_ROLE_DATA, CSL_ROLE_GDIM, CSL_ROLE_BID,
                                     CSL_ROLE_PARAM, CSL_ROLE_ITER, CSL_ROLE_BDIM, CSL_ROLE_TID};
    csl_unknowns u = {.vars = CSL_POOL_ARRAY(pool, csl_candidates, t->q->nvars)};
    const bool *distances = find_distances(pool, t);
    const bool *limits = NULL; /* found when a value is loaded */
    find_constants(t, &u);
    find_reals(pool, t, &u);
    for (unsigned o = 0; o < sizeof order / sizeof *order; o++) {
        for (uint32_t v = CSL_DV_FREE; v < t->q->nvars; v++) {
            const csl_dvar *var = &t->q->vars[v];
            if (t->var[v] != CSL_NO_NODE && var->role == order[o] && var->side == side) {
                csl_candidates *c = &u.vars[u.n++];
                c->var = v;
                c->role = var->role;
                if (csl_is_loaded(var) && !limits)
                    limits = csl_only_limits(pool, t);
                c->limits = csl_is_loaded(var) && limits[v];
                c->shifts = distances[v];
                c->value = CSL_POOL_ROOM(pool, int64_t,
                                         all ? CSL_ROOM_listed_values : CSL_ROOM_sampled_values);
            }
        }
    }
    return u;
}

double csl_count_choices(const csl_tape *t, const csl_unknowns *u) {
    double n = 1;
    for (uint32_t k = 0; k < u->n; k++) {
        csl_range r = csl_var_range(t, u->vars[k].var);
        csl_wide values = r.hi - r.lo + 1;
        bool listed =
            csl_type_integer(t->q->vars[u->vars[k].var].type) && values <= CSL_ROOM_listed_values;
        n *= listed ? (double)values : INFINITY;
    }
    return n;
}

/* ---- values of one variable ------------------------------------------------------------------ */

/* The values of a variable that were added so far. */
typedef struct samples {
    csl_candidates *c;
    csl_range r;
    uint64_t has[48]; /* a bit for each from 0 on; others are looked for in the list */
} samples;

static void add(samples *s, csl_wide v) {
    enum { LISTED = 8 * sizeof s->has };
    csl_candidates *c = s->c;
    if (v < s->r.lo || v > s->r.hi || c->n == CSL_ROOM_sampled_values)
        return;
    bool there = false;
    if (v >= 0 && v < LISTED) {
        unsigned at = (unsigned)v;
        uint64_t *bits = &s->has[at / 64], bit = UINT64_C(1) << at % 64;
        there = *bits & bit;
        *bits |= bit;
    } else {
        for (uint32_t i = 0; i < c->n && !there; i++)
            there = c->value[i] == csl_bits(v);
    }
    if (!there)
        c->value[c->n++] = csl_bits(v);
}

/* Everything, from 0 upwards and then from -1 downwards. */
static void add_all(csl_candidates *c, csl_range r) {
    for (csl_wide v = r.lo > 0 ? r.lo : 0; v <= r.hi; v++)
        c->value[c->n++] = csl_bits(v);
    for (csl_wide v = r.hi < 0 ? r.hi : -1; v >= r.lo; v--)
        c->value[c->n++] = csl_bits(v);
}

/* More than a few passes of any block; a witness is made smaller afterwards (readable.c). */
enum { LARGE_LIMIT = 4096 };
enum { LARGEST_BLOCK_BITS = 10 };

/* Small numbers, what is near the dimensions of the block, what is near constants of the query.
 * First what most conditions need: that n is 1 or the size of the block, that a loaded value is
 * anything at all. */
static void add_samples(const csl_unknowns *u, csl_candidates *c, csl_range r,
                        const int64_t dim[3]) {
    samples s = {.c = c, .r = r};
    csl_role role = c->role;
    const int64_t sizes[4] = {dim[0] * dim[1] * dim[2], dim[0], dim[1], dim[2]};
    for (csl_wide v = 0; role == CSL_ROLE_ITER && v < 13; v++)
        add(&s, v);
    if (c->limits)
        add(&s, LARGE_LIMIT);
    add(&s, 0);
    add(&s, 1);
    add(&s, sizes[0]);
    if (role == CSL_ROLE_DATA) {
        add(&s, r.hi);
        add(&s, r.lo);
    }
    add(&s, 2);
    add(&s, 3);
    for (csl_wide v = 4; c->shifts && v <= LARGEST_BLOCK_BITS; v++)
        add(&s, v);
    for (unsigned k = 0; k < 4; k++) {
        if (sizes[k] > 1) {
            add(&s, sizes[k]);
            add(&s, sizes[k] - 1);
            add(&s, sizes[k] + 1);
            add(&s, 2 * sizes[k]);
        }
    }
    for (uint32_t i = 0; i < u->nconstants; i++) {
        add(&s, u->constant[i]);
        add(&s, u->constant[i] - 1);
        add(&s, u->constant[i] + 1);
    }
    add(&s, r.lo);
    add(&s, r.hi);
    add(&s, -1);
}

static int64_t bits_of(double real) {
    int64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

static void add_real(csl_candidates *c, double real) {
    int64_t bits = bits_of(real);
    bool there = !isfinite(real) || c->n == CSL_ROOM_tried_reals;
    for (uint32_t i = 0; i < c->n && !there; i++)
        there = c->value[i] == bits;
    if (!there)
        c->value[c->n++] = bits;
}

/* Between the constant and the next larger one, for `0.1f < f && f < 0.9f`. */
static void add_between(const csl_tape *t, const csl_unknowns *u, csl_candidates *c, double low) {
    const bool narrow = t->q->vars[c->var].type == CSL_F32;
    double next = INFINITY;
    for (uint32_t i = 0; i < u->nreals; i++)
        if (u->reals[i] > low && u->reals[i] < next)
            next = u->reals[i];
    const double middle = low + (next - low) / 2;
    add_real(c, narrow ? (double)(float)middle : middle);
}

/* Small numbers; where two accesses are asked about, one that is larger than most that it is
 * compared with, and what is near constants of the query, also of what both threads have. At a
 * barrier threads often agree on what they computed together, which is not known of real numbers.
 */
static void add_reals(const csl_tape *t, const csl_unknowns *u, csl_candidates *c) {
    static const double first[] = {0, 1, -1, 0x1p20, -0x1p20};
    const bool accesses = t->q->offset[0], agreed = t->q->vars[c->var].side == 0;
    for (unsigned i = 0; i < (accesses ? sizeof first / sizeof *first : 3); i++)
        add_real(c, first[i]);
    for (uint32_t i = 0; i < u->nreals && (accesses || agreed); i++) {
        add_real(c, u->reals[i]);
        if (agreed)
            add_between(t, u, c, u->reals[i]);
        add_real(c, u->reals[i] + 1);
        add_real(c, u->reals[i] - 1);
    }
}

bool csl_find_candidates(const csl_tape *t, csl_unknowns *u, const csl_range *within,
                         const int64_t dim[3], bool all) {
    bool complete = true;
    for (uint32_t k = 0; k < u->n; k++) {
        csl_candidates *c = &u->vars[k];
        const csl_range known = csl_var_range(t, c->var);
        const csl_range r = within ? csl_range_meet(known, within[c->var]) : known;
        bool real = !csl_type_integer(t->q->vars[c->var].type);
        c->n = 0;
        c->complete =
            !real && r.hi - r.lo < (all ? CSL_ROOM_listed_values : CSL_LIMIT(small_range));
        if (c->complete)
            add_all(c, r);
        else if (real)
            add_reals(t, u, c);
        else
            add_samples(u, c, r, dim);
        complete &= c->complete;
    }
    return complete;
}

/* ---- combinations ---------------------------------------------------------------------------- */

/* How far one step along the list of a variable leads: pass numbers run on while the others stay
 * where they are. */
static uint64_t weight(const csl_candidates *c) {
    return c->role == CSL_ROLE_ITER ? 1 : 3;
}

/* Those whose weighted positions in their lists add up to `sum`. */
static bool graded(const csl_unknowns *u, uint32_t i, uint64_t sum, int64_t *choice,
                   csl_choice_fn visit, void *user) {
    if (i == u->n)
        return sum > 0 || visit(user, choice);
    uint64_t rest = u->vars[i].behind, step = weight(&u->vars[i]);
    if (i + 1 == u->n) { /* one value at most leaves nothing of the sum */
        if (sum % step != 0 || sum / step >= u->vars[i].n)
            return true;
        choice[i] = u->vars[i].value[sum / step];
        return visit(user, choice);
    }
    uint64_t least = sum > rest ? (sum - rest + step - 1) / step : 0;
    for (uint64_t k = least; k < u->vars[i].n && k * step <= sum; k++) {
        choice[i] = u->vars[i].value[k];
        if (!graded(u, i + 1, sum - k * step, choice, visit, user))
            return false;
    }
    return true;
}

void csl_each_choice(const csl_unknowns *u, int64_t *choice, csl_choice_fn visit, void *user) {
    uint64_t most = 0;
    for (uint32_t k = u->n; k-- > 0;) {
        if (u->vars[k].n == 0)
            return;
        u->vars[k].behind = most;
        most += (u->vars[k].n - 1) * weight(&u->vars[k]);
    }
    for (uint64_t sum = 0; sum <= most; sum++)
        if (!graded(u, 0, sum, choice, visit, user))
            return;
}
