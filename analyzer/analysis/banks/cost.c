/* What the requests of one access come to: its warps, and the passes of its loops, one by one. */
#include "banks.h"
#include "../../limits/limits.h"

static int64_t laid_out(const csl_bank_layout *layout, int64_t place) {
    if (layout->row == 0)
        return place;
    const int64_t row = place / layout->row, rest = place % layout->row;
    if (layout->unit == 0)
        return place + row * layout->pad;
    const int64_t columns = layout->row / layout->unit, column = rest / layout->unit;
    return row * layout->row + ((column ^ (row % columns)) * layout->unit) + rest % layout->unit;
}

/* A walk over the warps of a block and the passes of loops, of which the innermost comes first. */
typedef struct walk {
    const csl_bank_site *site;
    csl_lane_view *view;
    uint32_t warps;
    uint32_t alive[CSL_BANK_LOOPS][CSL_MOST_WARPS]; /* lanes that have not left the loop yet */
} walk;

static void enter(walk *w, uint32_t loop) {
    for (uint32_t i = 0; i < CSL_MOST_WARPS; i++)
        w->alive[loop][i] = UINT32_MAX;
}

/* The present pass of the loop ends. False: no lane goes on to the next. */
static bool end_pass(walk *w, uint32_t loop) {
    const csl_expr *stay = w->site->stay[loop];
    bool any = false;
    for (uint32_t warp = 0; stay && warp < w->warps; warp++) {
        csl_view_warp(w->view, warp);
        const csl_lanes *l = csl_lanes_of(w->view, stay);
        for (uint32_t i = 0; l->kind == CSL_LANES_KNOWN && i < CSL_WARP; i++)
            if (!l->v[i])
                w->alive[loop][warp] &= ~(1u << i);
        any |= (w->alive[loop][warp] & w->view->threads) != 0;
    }
    return any || !stay;
}

/* On to the next combination of passes; false: there is none. */
static bool go_on(walk *w, uint32_t *pass, uint32_t nloops, bool *exact) {
    for (uint32_t i = 0; i < nloops; i++) {
        const bool any = end_pass(w, i);
        if (any && !csl_limit_reached(CSL_LIMIT_bank_passes, ++pass[i]))
            return true;
        *exact &= !any;
        pass[i] = 0;
        enter(w, i);
    }
    return false;
}

/* The lanes that come to the access in this view. False: data decides. */
static bool coming(csl_lane_view *view, csl_expr *guard, uint32_t *lanes, csl_bank_cost *cost) {
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&guard, &n);
    *lanes = view->threads;
    for (uint32_t i = 0; i < n; i++) {
        const csl_lanes *l = csl_lanes_of(view, parts[i]);
        if (l->kind == CSL_LANES_DATA)
            return false;
        cost->exact &= l->kind == CSL_LANES_KNOWN;
        cost->open |= l->kind == CSL_LANES_OPEN;
        for (uint32_t k = 0; l->kind == CSL_LANES_KNOWN && k < CSL_WARP; k++)
            if (!l->v[k])
                *lanes &= ~(1u << k);
    }
    return true;
}

/* Of a number that is added to all places it is not known what it leaves when divided by 4: what is
 * narrower than a word may lie in one word or in two. The fewest conflicts count. */
static csl_wavefronts count(const int64_t *place, uint32_t lanes, const csl_bank_site *site,
                            bool is_shifted) {
    const uint32_t bytes = site->bytes;
    const bool is_load = site->node->stmt->access->mode == CSL_MODE_READ;
    csl_wavefronts least = csl_count_wavefronts(place, lanes, bytes, is_load);
    for (uint32_t by = bytes; is_shifted && by < 4; by += bytes) {
        int64_t moved[CSL_WARP];
        for (uint32_t i = 0; i < CSL_WARP; i++)
            moved[i] = place[i] + by;
        const csl_wavefronts w = csl_count_wavefronts(moved, lanes, bytes, is_load);
        if (w.count < least.count)
            least = w;
    }
    return least;
}

/* One warp in one combination of passes. */
static bool add_request(walk *w, const csl_bank_layout *layout, csl_bank_cost *cost) {
    csl_lane_view *view = w->view;
    const csl_bank_site *site = w->site;
    uint32_t lanes;
    if (!coming(view, site->guard, &lanes, cost))
        return false;
    for (uint32_t i = 0; i < view->npasses; i++)
        lanes &= w->alive[i][view->warp];
    if (!lanes)
        return true;
    const csl_lanes *offset = csl_lanes_of(view, site->offset);
    const bool is_shifted = offset->kind == CSL_LANES_SHIFTED;
    if (offset->kind > CSL_LANES_SHIFTED || (is_shifted && layout->row))
        return false;
    int64_t place[CSL_WARP];
    for (uint32_t i = 0; i < CSL_WARP; i++) {
        if (!(lanes >> i & 1)) {
            place[i] = 0;
            continue;
        }
        place[i] = laid_out(layout, offset->v[i]);
        cost->misaligned |= !is_shifted && place[i] % site->bytes != 0;
        if (!is_shifted && (offset->v[i] < 0 || offset->v[i] % site->bytes))
            return false; /* no place of the object */
    }
    const csl_wavefronts one = count(place, lanes, site, is_shifted);
    cost->shifted |= is_shifted;
    cost->requests++;
    cost->wavefronts += one.count;
    cost->ideal += one.parts;
    if (one.degree > cost->worst.degree) {
        cost->worst = one;
        cost->warp = view->warp;
        for (uint32_t i = 0; i < view->npasses; i++)
            cost->pass[i] = view->pass[i];
        for (unsigned i = 0; i < 2; i++)
            cost->place[i] = offset->v[one.lane[i]];
    }
    return true;
}

csl_bank_cost csl_bank_cost_of(csl_analysis *a, csl_ctx *scratch, const csl_bank_site *site,
                               const uint32_t block[3], const csl_bank_layout *layout,
                               bool by_pass) {
    csl_bank_cost cost = {.known = true, .exact = true, .worst = {.degree = 1}};
    const uint32_t threads = block[0] ? block[0] * block[1] * block[2] : a->shapes.max_threads;
    const uint32_t nloops = by_pass ? site->nloops : 0;
    uint32_t steps = 0;
    uint32_t pass[CSL_BANK_LOOPS] = {0};
    csl_lane_view view;
    walk w = {.site = site, .warps = (threads + CSL_WARP - 1) / CSL_WARP, .view = &view};
    csl_view_init(&view, a, scratch);
    for (unsigned d = 0; d < 3; d++)
        view.block[d] = block[d];
    view.iter = site->iter;
    view.pass = pass;
    view.npasses = nloops;
    for (uint32_t i = 0; i < nloops; i++)
        enter(&w, i);
    do {
        for (uint32_t warp = 0; warp < w.warps; warp++) {
            csl_view_warp(&view, warp);
            if (!add_request(&w, layout, &cost)) {
                cost.known = false;
                return cost;
            }
        }
    } while (go_on(&w, pass, nloops, &cost.exact) &&
             !csl_limit_reached(CSL_LIMIT_bank_steps, ++steps));
    cost.exact &= block[0] && nloops == site->nloops && steps < CSL_LIMIT(bank_steps);
    return cost;
}
