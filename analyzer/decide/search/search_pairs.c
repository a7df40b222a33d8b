/* The pairs of a search: side 1 is filed in a hash table by the cells it touches, and side 2 looks
 * its own up. That is linear in the number of lanes, and finds a pair exactly if there is one. */
#include "search_state.h"
#include "../query/wide.h"
#include "../../limits/limits.h"

#include <string.h>

typedef struct csl_cell {
    int64_t at;
    uint32_t filing;  /* the last that used the slot: else it is free */
    uint32_t warp;    /* 0 unless only threads of one warp can pair */
    uint32_t lane[2]; /* plus one: the first, and the first that can pair with what it cannot */
} cell;

static void values_of(const csl_search *s, unsigned side, const csl_lane *l, int64_t *value) {
    for (unsigned d = 0; d < 3; d++)
        value[(side == 1 ? CSL_DV_TID1 : CSL_DV_TID2) + d] = s->at[d][l->thread];
    for (uint32_t k = 0; k < s->unknowns[side].n; k++) {
        value[s->unknowns[side].vars[k].var] =
            s->choices[side][(size_t)l->choice * s->unknowns[side].n + k];
    }
}

/* Takes a pair that should satisfy the query, if it is better than what we have. Smaller thread
 * numbers are better; among equals the first. */
static void offer(csl_search *s, const csl_lane *a, const csl_lane *b) {
    uint64_t high = a->thread > b->thread ? a->thread : b->thread;
    uint64_t key = high << 32 | (uint64_t)(a->thread + b->thread);
    if (s->best && key >= s->best_key)
        return;
    csl_pool pool = {0};
    int64_t *value = CSL_POOL_ARRAY(&pool, int64_t, s->q->nvars);
    for (uint32_t v = 0; v < s->q->nvars; v++) {
        csl_range r = s->t->var_range[v];
        value[v] = csl_bits(r.lo > 0 ? r.lo : r.hi < 0 ? r.hi : 0);
    }
    memcpy(value + CSL_DV_BDIM, s->dim, sizeof s->dim);
    for (uint32_t k = 0; k < s->unknowns[0].n; k++)
        value[s->unknowns[0].vars[k].var] = s->shared[k];
    values_of(s, 1, a, value);
    values_of(s, 2, b, value);
    bool holds = csl_tape_holds(s->t, value);
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

static bool can_pair(const csl_search *s, const csl_lane *a, const csl_lane *b) {
    const uint32_t size = csl_apart(s->q->pair);
    return s->q->pair == CSL_PAIR_ANY || a->thread / size != b->thread / size;
}

/* What all lanes of a side touch lies in there. */
static csl_range touched(const csl_search *s, unsigned side) {
    const csl_lane *l = s->lanes[side];
    int64_t lo = l[0].offset, hi = lo;
    for (uint32_t i = 1; i < s->nlanes[side]; i++) {
        lo = l[i].offset < lo ? l[i].offset : lo;
        hi = l[i].offset > hi ? l[i].offset : hi;
    }
    return (csl_range){lo, (csl_wide)hi + s->q->bytes[side - 1] - 1};
}

/* The greatest unit that divides both sizes and all offsets. */
static int64_t cell_bytes(const csl_search *s) {
    if (csl_any_pair(s))
        return 1;
    int64_t g = csl_gcd(s->q->bytes[0], s->q->bytes[1]);
    const bool power = (g & (g - 1)) == 0;
    for (unsigned side = 1; side <= 2; side++) {
        const csl_lane *l = s->lanes[side];
        int64_t bits = 0;
        for (uint32_t i = 0; power && i < s->nlanes[side]; i++)
            bits |= l[i].offset;
        if (power && (bits & (g - 1)))
            g = bits & -bits;
        for (uint32_t i = 0; !power && i < s->nlanes[side] && g > 1; i++)
            if (l[i].offset % g != 0)
                g = csl_gcd(g, l[i].offset % g);
    }
    return g;
}

/* How the lanes are filed. */
typedef struct filing {
    int64_t unit;
    int shift;              /* the unit is that power of two; -1: it is none */
    bool anywhere;          /* where they touch is no matter */
    int64_t first[2], last; /* else no offset of the side before, or any beyond, meets another */
    uint32_t cells[3];
} filing;

/* In 64 bits, as every lane is asked. */
static bool may_meet(const filing *f, unsigned side, const csl_lane *l) {
    return f->anywhere || (l->offset <= f->last && l->offset >= f->first[side - 1]);
}

static uint32_t cells_of(const csl_search *s, unsigned side, int64_t unit) {
    return csl_any_pair(s) ? 1 : s->q->bytes[side - 1] / (uint32_t)unit;
}

/* The slot of cell number k of an access, or the free slot where it belongs. */
static cell *cell_of(const csl_search *s, const filing *f, const csl_lane *l, uint32_t k) {
    const int64_t first = f->shift >= 0 ? l->offset >> f->shift : l->offset / f->unit;
    const int64_t at = (int64_t)((uint64_t)first + k);
    const uint32_t warp = s->q->pair == CSL_PAIR_SAME_WARP ? l->thread / 32 : 0;
    uint64_t h = ((uint64_t)at * 64 + warp) * 0x9e3779b97f4a7c15u;
    uint32_t i = (uint32_t)(h >> 32) & (s->table_size - 1);
    while (s->table[i].filing == s->filing && (s->table[i].at != at || s->table[i].warp != warp))
        i = (i + 1) & (s->table_size - 1);
    cell *c = &s->table[i];
    if (c->filing != s->filing)
        *c = (cell){.at = at, .warp = warp};
    return c;
}

static void file_first_side(csl_search *s, const filing *f) {
    for (uint32_t i = 0; i < s->nlanes[1]; i++) {
        const csl_lane *l = &s->lanes[1][i];
        for (uint32_t k = 0; k < f->cells[1] && may_meet(f, 1, l); k++) {
            cell *c = cell_of(s, f, l, k);
            c->filing = s->filing;
            if (!c->lane[0])
                c->lane[0] = i + 1;
            else if (!c->lane[1] && can_pair(s, &s->lanes[1][c->lane[0] - 1], l))
                c->lane[1] = i + 1;
        }
    }
}

static void look_up_second_side(csl_search *s, const filing *f) {
    for (uint32_t i = 0; i < s->nlanes[2]; i++) {
        const csl_lane *l = &s->lanes[2][i];
        for (uint32_t k = 0; k < f->cells[2] && may_meet(f, 2, l); k++) {
            const cell *c = cell_of(s, f, l, k);
            for (unsigned choice = 0; choice < 2 && c->lane[choice]; choice++) {
                const csl_lane *other = &s->lanes[1][c->lane[choice] - 1];
                if (can_pair(s, other, l)) {
                    offer(s, other, l);
                    break;
                }
            }
        }
    }
}

static void match_by_cells(csl_search *s) {
    const csl_range both = csl_range_meet(touched(s, 1), touched(s, 2));
    filing f = {.anywhere = csl_any_pair(s)};
    if (!f.anywhere && both.lo > both.hi)
        return;
    f.last = csl_bits(both.hi < INT64_MAX ? both.hi : INT64_MAX);
    for (unsigned side = 0; side < 2; side++) {
        const csl_wide first = both.lo - s->q->bytes[side] + 1;
        f.first[side] = csl_bits(first > INT64_MIN ? first : INT64_MIN);
    }
    f.unit = cell_bytes(s);
    f.shift = (f.unit & (f.unit - 1)) == 0 ? __builtin_ctzll((uint64_t)f.unit) : -1;
    for (unsigned side = 1; side <= 2; side++)
        f.cells[side] = cells_of(s, side, f.unit);
    if (csl_limit_exceeded(CSL_LIMIT_pairs_filed, (uint64_t)f.cells[1] * s->nlanes[1]) ||
        csl_limit_exceeded(CSL_LIMIT_pairs_filed, (uint64_t)f.cells[2] * s->nlanes[2])) {
        s->complete = false;
        return;
    }
    uint32_t need = 16;
    while (need < 2 * s->nlanes[1] * f.cells[1])
        need *= 2;
    if (need > s->table_room) {
        s->table = CSL_POOL_ARRAY(s->pool, cell, need);
        s->table_room = need;
    }
    s->table_size = need;
    s->filing++;
    file_first_side(s, &f);
    look_up_second_side(s, &f);
}

enum { BLOCK = 16 }; /* places that are compared at once */

/* How many of the places, from the first on, are certainly none that overlaps with `at`. */
CSL_WIDE static uint32_t far_from(const csl_search *s, int64_t at, const int64_t *place,
                                  uint32_t n) {
    const uint64_t below = s->q->bytes[0], all = below + s->q->bytes[1];
    uint32_t passed = 0;
    for (; passed + BLOCK <= n; passed += BLOCK) {
        bool any = false;
        for (unsigned l = 0; l < BLOCK; l++) /* a distance that wraps may look like a near one */
            any |= (uint64_t)at - (uint64_t)place[passed + l] + below < all;
        if (any)
            break;
    }
    return passed;
}

/* The offsets of side 2, one behind the other. */
static const int64_t *places_of_second_side(csl_search *s) {
    const uint32_t n = s->nlanes[2];
    if (n > s->place_room) {
        s->place = CSL_POOL_ROOM(s->pool, int64_t, n);
        s->place_room = n;
    }
    for (uint32_t k = 0; k < n; k++)
        s->place[k] = s->lanes[2][k].offset;
    return s->place;
}

/* Conjuncts over both threads: every pair has to be looked at. */
static void match_all_pairs(csl_search *s) {
    const uint32_t n = s->nlanes[2];
    const int64_t *place = places_of_second_side(s);
    for (uint32_t i = 0; i < s->nlanes[1]; i++) {
        const csl_lane *a = &s->lanes[1][i];
        for (uint32_t k = 0; k < n; k++) {
            if (!csl_any_pair(s) && k % BLOCK == 0) {
                k += far_from(s, a->offset, place + k, n - k);
                if (k == n)
                    break;
            }
            if (!csl_any_pair(s) && !csl_bytes_overlap(s->q, a->offset, place[k]))
                continue;
            if (s->left < CSL_PAIR_COST) {
                s->left = 0;
                s->complete = false;
                return;
            }
            s->left -= CSL_PAIR_COST;
            offer(s, a, &s->lanes[2][k]);
        }
    }
}

void csl_search_pairs(csl_search *s) {
    if (s->mixed)
        match_all_pairs(s);
    else
        match_by_cells(s);
}
