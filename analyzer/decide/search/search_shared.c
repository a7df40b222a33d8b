/* The choices of the shared unknowns, a column of lanes at a time.
 *
 * What the threads do depends on the shared unknowns only through the frontier: the shared terms
 * that terms of one thread read. Of choices that satisfy the shared conditions and agree on the
 * frontier, all but the first would repeat its evaluations and find what it found, so they are
 * left out. (s = n >> k of a reduction takes a dozen values, whatever n and k are.) */
#include "search_state.h"
#include "../../limits/limits.h"

#include <string.h>

struct csl_shared {
    uint32_t *frontier, nfrontier; /* nodes */
    int64_t *choice;               /* of each lane, unknowns[0].n values */
    int64_t *value;                /* of each lane, its frontier */
    uint8_t *undefined;            /* likewise */
    unsigned n, room;              /* lanes gathered, lanes to gather: more the longer it takes */
    int64_t *seen;                 /* frontiers tried in this shape */
    uint8_t *seen_undefined;
    uint32_t nseen, seen_room;
    uint32_t *slot, slots; /* hash table of them; 0 or number plus one */
};

/* Terms of the block's shape are the same for all choices. */
static bool varies(const csl_term *node) {
    return node->sides == 0 && node->e->op != CSL_OP_CONST &&
           !(node->e->op == CSL_OP_SYM && node->e->index < CSL_DV_FREE);
}

static void find_frontier(csl_search *s, struct csl_shared *all) {
    const csl_tape *t = s->t;
    bool *read = CSL_POOL_ARRAY(s->pool, bool, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        for (unsigned k = 0; k < t->node[i].e->nkids && t->node[i].sides != 0; k++)
            read[t->node[i].kid[k]] = true;
    for (unsigned side = 0; side < 2 && t->offset[side] != CSL_NO_NODE; side++)
        read[t->offset[side]] = true;
    all->frontier = CSL_POOL_ARRAY(s->pool, uint32_t, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        if (read[i] && varies(&t->node[i]))
            all->frontier[all->nfrontier++] = i;
}

void csl_shared_start(csl_search *s) {
    struct csl_shared *all = CSL_POOL_ARRAY(s->pool, struct csl_shared, 1);
    s->batch = all;
    find_frontier(s, all);
    all->choice = CSL_POOL_ARRAY(s->pool, int64_t, CSL_LANES * (size_t)s->unknowns[0].n);
    all->value = CSL_POOL_ARRAY(s->pool, int64_t, CSL_LANES * (size_t)all->nfrontier);
    all->undefined = CSL_POOL_ARRAY(s->pool, uint8_t, CSL_LANES * (size_t)all->nfrontier);
}

/* ---- frontiers seen ------------------------------------------------------------------------- */

static bool same_frontier(const struct csl_shared *all, uint32_t seen, unsigned lane) {
    size_t n = all->nfrontier, at = seen * n, from = lane * n;
    return memcmp(all->seen + at, all->value + from, n * sizeof *all->value) == 0 &&
           memcmp(all->seen_undefined + at, all->undefined + from, n) == 0;
}

/* The slot of this lane's frontier, or the free one where it belongs. */
static uint32_t *slot_of(const struct csl_shared *all, const int64_t *value, unsigned lane) {
    uint64_t h = 0;
    for (uint32_t f = 0; f < all->nfrontier; f++) {
        h = (h ^ (uint64_t)value[f]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    uint32_t i = (uint32_t)h & (all->slots - 1);
    while (all->slot[i] && !(lane < CSL_LANES && same_frontier(all, all->slot[i] - 1, lane)))
        i = (i + 1) & (all->slots - 1);
    return &all->slot[i];
}

static void make_room(csl_search *s, struct csl_shared *all) {
    uint32_t room = all->seen_room ? 2 * all->seen_room : 32;
    int64_t *seen = CSL_POOL_ARRAY(s->pool, int64_t, room * (size_t)all->nfrontier);
    uint8_t *undefined = CSL_POOL_ARRAY(s->pool, uint8_t, room * (size_t)all->nfrontier);
    if (all->nseen > 0) {
        memcpy(seen, all->seen, all->nseen * (size_t)all->nfrontier * sizeof *seen);
        memcpy(undefined, all->seen_undefined, all->nseen * (size_t)all->nfrontier);
    }
    all->seen = seen;
    all->seen_undefined = undefined;
    all->seen_room = room;
    all->slots = 2 * room;
    all->slot = CSL_POOL_ARRAY(s->pool, uint32_t, all->slots);
    for (uint32_t i = 0; i < all->nseen; i++)
        *slot_of(all, seen + i * (size_t)all->nfrontier, CSL_LANES) = i + 1;
}

static bool seen_before(csl_search *s, unsigned lane) {
    struct csl_shared *all = s->batch;
    size_t n = all->nfrontier;
    const int64_t *value = all->value + lane * n;
    if (all->nseen == all->seen_room && !csl_limit_reached(CSL_LIMIT_choices_seen, all->nseen))
        make_room(s, all);
    uint32_t *slot = slot_of(all, value, lane);
    if (*slot)
        return true;
    if (all->nseen < all->seen_room) {
        memcpy(all->seen + all->nseen * n, value, n * sizeof *value);
        memcpy(all->seen_undefined + all->nseen * n, all->undefined + lane * n, n);
        *slot = ++all->nseen;
    }
    return false;
}

/* ---- choices -------------------------------------------------------------------------------- */

static void save_frontier(const csl_search *s, unsigned n) {
    struct csl_shared *all = s->batch;
    for (uint32_t f = 0; f < all->nfrontier; f++) {
        const int64_t *value = csl_column(s->columns, all->frontier[f]);
        const uint8_t *undefined = csl_undefined(s->columns, all->frontier[f]);
        for (unsigned l = 0; l < n; l++) {
            all->value[l * all->nfrontier + f] = value[l];
            all->undefined[l * all->nfrontier + f] = undefined[l];
        }
    }
}

/* Gives all threads the frontier of one lane. */
static void spread_frontier(const csl_search *s, unsigned lane) {
    const struct csl_shared *all = s->batch;
    for (uint32_t f = 0; f < all->nfrontier; f++) {
        int64_t *value = csl_column(s->columns, all->frontier[f]);
        int64_t v = all->value[lane * all->nfrontier + f];
        for (unsigned l = 0; l < CSL_LANES; l++)
            value[l] = v;
        memset(csl_undefined(s->columns, all->frontier[f]),
               all->undefined[lane * all->nfrontier + f], CSL_LANES);
    }
}

/* Tries what was gathered. False when nothing more is to be tried. */
static bool try_gathered(csl_search *s) {
    struct csl_shared *all = s->batch;
    int64_t hold[CSL_LANES];
    unsigned n = all->n;
    all->n = 0;
    if (csl_conditions_hold(s, 0, n, hold))
        save_frontier(s, n);
    for (unsigned l = 0; l < n; l++) {
        if (s->left == 0) {
            s->stopped = true;
            return false;
        }
        s->left--;
        if (!hold[l] || seen_before(s, l))
            continue;
        s->shared = all->choice + l * (size_t)s->unknowns[0].n;
        if (!s->count_only)
            spread_frontier(s, l);
        if (s->count_only ? ++s->distinct > s->most_distinct : !csl_search_threads(s)) {
            s->stopped |= s->count_only;
            return false;
        }
    }
    all->room = all->room < CSL_LANES ? 2 * all->room : CSL_LANES;
    return true;
}

static bool gather(void *user, const int64_t *choice) {
    csl_search *s = user;
    struct csl_shared *all = s->batch;
    uint32_t n = s->unknowns[0].n;
    for (uint32_t k = 0; k < n; k++) {
        all->choice[all->n * (size_t)n + k] = choice[k];
        s->column[0][k][all->n] = choice[k];
    }
    return ++all->n < all->room || try_gathered(s);
}

/* Of the threads to try, in linear order. */
static void set_coordinates(csl_search *s) {
    const uint32_t all = (uint32_t)(s->dim[0] * s->dim[1] * s->dim[2]);
    const uint32_t threads = all < s->most_threads ? all : s->most_threads;
    for (unsigned d = 0; d < 3 && threads > s->at_room; d++)
        s->at[d] = CSL_POOL_ROOM(s->pool, int64_t, threads);
    s->at_room = threads > s->at_room ? threads : s->at_room;
    int64_t at[3] = {0, 0, 0};
    for (uint32_t i = 0; i < threads; i++) {
        for (unsigned d = 0; d < 3; d++)
            s->at[d][i] = at[d];
        for (unsigned d = 0; d < 3 && ++at[d] == s->dim[d] && d < 2; d++)
            at[d] = 0;
    }
}

static void set_shape(csl_search *s) {
    if (!s->count_only)
        set_coordinates(s);
    for (unsigned d = 0; d < 3; d++) {
        uint32_t node = s->t->var[CSL_DV_BDIM + d];
        for (unsigned l = 0; l < CSL_LANES && node != CSL_NO_NODE; l++)
            csl_column(s->columns, node)[l] = s->dim[d];
    }
}

void csl_search_shared(csl_search *s) {
    struct csl_shared *all = s->batch;
    int64_t *choice = CSL_POOL_ARRAY(s->pool, int64_t, s->q->nvars);
    all->n = 0;
    all->room = 1;
    all->nseen = 0;
    if (all->slots > 0)
        memset(all->slot, 0, all->slots * sizeof *all->slot);
    s->stopped = false;
    s->distinct = 0;
    set_shape(s);
    csl_each_choice(&s->unknowns[0], choice, gather, s);
    if (all->n > 0)
        try_gathered(s);
    s->complete &= !s->stopped;
}
