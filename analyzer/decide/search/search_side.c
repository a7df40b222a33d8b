/* One side of a search: all threads of a block with all choices of their private unknowns, a column
 * of lanes at a time. */
#include "search_state.h"

#include <string.h>

/* The lanes of a side gathered so far: threads, by linear number, with their choices. */
typedef struct batch {
    uint32_t thread[CSL_LANES], choice[CSL_LANES];
    unsigned n;
    int64_t *column[3]; /* of the threads' coordinates, NULL where no term reads one */
} batch;

/* Gives the lanes their threads and choices. */
static void fill(const csl_search *s, unsigned side, const batch *b) {
    const uint32_t own = s->unknowns[side].n;
    for (unsigned d = 0; d < 3; d++)
        for (unsigned l = 0; b->column[d] && l < b->n; l++)
            b->column[d][l] = s->at[d][b->thread[l]];
    for (uint32_t k = 0; k < own; k++) {
        const int64_t *value = s->choices[side] + k;
        int64_t *column = s->column[side][k];
        for (unsigned l = 0; l < b->n; l++)
            column[l] = value[(size_t)b->choice[l] * own];
    }
}

/* The same where all have one choice, and their threads follow each other. */
static void fill_in_a_row(const csl_search *s, unsigned side, const batch *b) {
    const uint32_t own = s->unknowns[side].n;
    for (unsigned d = 0; d < 3; d++)
        if (b->column[d])
            memcpy(b->column[d], s->at[d] + b->thread[0], b->n * sizeof *b->column[d]);
    for (uint32_t k = 0; k < own; k++) {
        const int64_t value = s->choices[side][(size_t)b->choice[0] * own + k];
        int64_t *column = s->column[side][k];
        for (unsigned l = 0; l < b->n; l++)
            column[l] = value;
    }
}

/* The offsets that the pairs are found by, NULL: that is no matter. No longer held is a lane that
 * what it touches excludes. */
static const int64_t *offsets(const csl_search *s, unsigned side, unsigned n, int64_t *hold) {
    const csl_tape *t = s->t;
    if (t->offset[0] == CSL_NO_NODE || (s->of_one && side == 2))
        return NULL;
    const int64_t *at[2];
    for (unsigned k = 0; k < 2; k++) {
        const uint8_t *undefined = csl_undefined(s->columns, t->offset[k]);
        const bool may_fail = t->node[t->offset[k]].may_fail;
        at[k] = csl_column(s->columns, t->offset[k]);
        for (unsigned l = 0; l < n && may_fail && (s->of_one || k == side - 1); l++)
            hold[l] &= !undefined[l];
    }
    if (!s->of_one)
        return at[side - 1];
    for (unsigned l = 0; l < n; l++)
        hold[l] &= csl_bytes_overlap(s->q, at[0][l], at[1][l]);
    return NULL;
}

/* Evaluates the lanes filled in and keeps those whose condition holds. */
static void flush(csl_search *s, unsigned side, batch *b) {
    const unsigned n = b->n;
    int64_t hold[CSL_LANES];
    b->n = 0;
    if (n == 0 || !csl_conditions_hold(s, side, n, hold))
        return;
    const int64_t *offset = offsets(s, side, n, hold);
    csl_lane *kept = s->lanes[side] + s->nlanes[side];
    for (unsigned l = 0; l < n; l++)
        if (hold[l])
            *kept++ = (csl_lane){b->thread[l], b->choice[l], offset ? offset[l] : 0};
    s->nlanes[side] = (uint32_t)(kept - s->lanes[side]);
}

static void set_choice(const csl_search *s, unsigned side, uint32_t choice, unsigned lane) {
    const int64_t *value = s->choices[side] + (size_t)choice * s->unknowns[side].n;
    for (uint32_t k = 0; k < s->unknowns[side].n; k++)
        s->column[side][k][lane] = value[k];
}

/* Lists the choices that the conditions allow in any thread, for these values of the shared
 * unknowns. */
static void find_good(csl_search *s, unsigned side) {
    uint32_t all = s->nchoices[side];
    int64_t hold[CSL_LANES];
    s->ngood[side] = 0;
    for (uint32_t from = 0; from < all; from += CSL_LANES) {
        unsigned n = all - from < CSL_LANES ? all - from : CSL_LANES;
        for (unsigned l = 0; l < n; l++) {
            set_choice(s, side, from + l, l);
            hold[l] = 1;
        }
        if (csl_choice_matters(s, side))
            csl_choices_hold(s, side, n, hold);
        for (unsigned l = 0; l < n; l++)
            if (hold[l])
                s->good[side][s->ngood[side]++] = from + l;
    }
}

/* Counts what was evaluated: most lanes fail one of the first conditions. */
static void spend(csl_search *s) {
    uint64_t n = 1 + s->work / CSL_USUAL_WEIGHT;
    s->left -= s->left < n ? s->left : n;
    s->work = 0;
}

/* Room for the lanes of that many threads, of which at most `most` are evaluated. */
static void make_room(csl_search *s, unsigned side, uint32_t threads, uint64_t most) {
    uint32_t lanes = threads * s->nchoices[side];
    lanes = lanes < most ? lanes : (uint32_t)most;
    if (lanes > s->lane_room[side]) {
        s->lane_room[side] = lanes;
        s->lanes[side] = CSL_POOL_ARRAY(s->pool, csl_lane, lanes);
    }
}

/* One choice in each of the first threads. */
static void try_in_a_row(csl_search *s, unsigned side, uint32_t threads, batch *b) {
    for (unsigned l = 0; l < CSL_LANES; l++)
        b->choice[l] = s->good[side][0];
    for (uint32_t from = 0; from < threads; from += CSL_LANES) {
        b->n = threads - from < CSL_LANES ? threads - from : CSL_LANES;
        for (unsigned l = 0; l < CSL_LANES; l++)
            b->thread[l] = from + l;
        fill_in_a_row(s, side, b);
        flush(s, side, b);
    }
}

/* All good choices in each of the first threads whose coordinates lie in `within`, unless that is
 * NULL. */
static void try_all(csl_search *s, unsigned side, uint32_t threads, const csl_range *within,
                    batch *b) {
    const uint32_t *good = s->good[side], ngood = s->ngood[side];
    for (uint32_t thread = 0; thread < threads && ngood > 0; thread++) {
        bool inside = true;
        for (unsigned d = 0; d < 3 && within; d++)
            inside = inside && csl_range_holds(within[d], s->at[d][thread]);
        for (uint32_t i = 0; inside && i < ngood;) {
            const uint32_t room = CSL_LANES - b->n, more = ngood - i < room ? ngood - i : room;
            for (uint32_t k = 0; k < more; k++) {
                b->thread[b->n + k] = thread;
                b->choice[b->n + k] = good[i + k];
            }
            i += more;
            b->n += more;
            if (b->n == CSL_LANES) {
                fill(s, side, b);
                flush(s, side, b);
            }
        }
    }
    fill(s, side, b);
    flush(s, side, b);
}

void csl_search_side(csl_search *s, unsigned side) {
    const csl_tape *t = s->t;
    uint32_t first = side == 1 ? CSL_DV_TID1 : CSL_DV_TID2;
    uint32_t threads = (uint32_t)(s->dim[0] * s->dim[1] * s->dim[2]);
    if (threads > s->most_threads) {
        threads = s->most_threads;
        s->complete = false;
    }
    if (s->best && threads > (s->best_key >> 32) + 1)
        threads = (uint32_t)(s->best_key >> 32) + 1; /* others make no better witness */
    uint64_t room = s->all ? UINT64_MAX : s->left / 2 > s->least_try ? s->left / 2 : s->least_try;
    make_room(s, side, threads, room);
    csl_range r[3];
    bool limited = false; /* not all threads of the block are in the ranges of their ids */
    batch b;
    b.n = 0;
    for (unsigned d = 0; d < 3; d++) {
        uint32_t node = t->var[first + d];
        r[d] = csl_var_range(t, first + d);
        limited = limited || r[d].lo > 0 || r[d].hi < s->dim[d] - 1;
        b.column[d] = node == CSL_NO_NODE ? NULL : csl_column(s->columns, node);
    }
    find_good(s, side);
    s->nlanes[side] = 0;
    if (s->nchoices[side] > 0 && room / s->nchoices[side] < threads) {
        threads = (uint32_t)(room / s->nchoices[side]);
        s->complete = false;
    }
    if (s->ngood[side] == 1 && !limited)
        try_in_a_row(s, side, threads, &b);
    else
        try_all(s, side, threads, limited ? r : NULL, &b);
    spend(s);
}
