/* That waits do not wait for each other in a ring: the condition "live" (settle.c).
 *
 * Groups of the tensor core are waited for, too: a warp's wait lasts until all of its warp group
 * have begun what it waits for.
 *
 * Tickets of two families are compared by their numbers, or where these grow at different rates
 * (112 stages of a ring and two barriers of the epilogue for each tile) by the time they stand for:
 * the pass of the outermost loop, and within it the number of the ticket. In either way the chain
 * of those who wait for each other leads to earlier tickets only.
 */
#include "settle.h"

static bool may_return_behind(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_EXIT &&
            (i > n->order || csl_common_loop(a->nodes.v[i]->loop, n->loop)))
            return true;
    return false;
}

/* The tickets that a thread which has come to the node has given in the end; NULL: it may return
 * earlier. */
static csl_expr *given_in_all(csl_analysis *a, const csl_node *n, uint32_t family) {
    if (may_return_behind(a, n) || !a->end)
        return NULL;
    csl_expr *last = csl_tickets_at(a, a->end, family, CSL_TICKETS_GIVEN);
    csl_expr *reach = csl_expand(a, n->reach);
    return csl_chosen_by_threads(a, csl_chosen(a, last, reach), reach);
}

bool csl_has_given_all(csl_analysis *a, const csl_node *n, uint32_t family) {
    int64_t gap;
    csl_expr *last = given_in_all(a, n, family);
    return last && csl_gap(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), last, &gap) &&
           gap == 0;
}

static csl_expr *unconverted(csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_is_exact(e))
        e = e->kids[0];
    return e;
}

/* The tickets that the thread has given at the node, of which it gives no more than some bound
 * (`if (i + S < n)`): as long as it has not given all of them, as many as without that. */
static csl_expr *given_so_far(csl_analysis *a, const csl_node *n, uint32_t family,
                              csl_expr *given) {
    const csl_expr *here = unconverted(given);
    csl_expr *last = here->op == CSL_OP_MIN && n->loop ? given_in_all(a, n, family) : NULL;
    last = last ? unconverted(last) : NULL;
    if (!last || last->op != CSL_OP_MIN)
        return given;
    for (int k = 0; k < 2; k++)
        for (int other = 0; other < 2; other++)
            if (here->kids[k] == last->kids[other] &&
                !csl_mentions_loop(a, here->kids[k], csl_outermost(n->loop)))
                return csl_cast(a->ctx, CSL_I32, here->kids[1 - k]);
    return given;
}

/* Any number of tickets, as when a loop of waits comes before. */
#define ANY_NUMBER (INT64_MAX / 4)

/* The last ticket of the family that is waited for at the node. */
static csl_expr *last_awaited(csl_analysis *a, const csl_node *n, uint32_t family) {
    if (!a->families.v[family].tensor)
        return csl_ticket_of_wait(a, n, family);
    csl_expr *given = csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN);
    csl_expr *open = csl_cast(a->ctx, CSL_I32, csl_expand(a, n->count));
    return csl_binary(a->ctx, CSL_OP_SUB, given,
                      csl_binary(a->ctx, CSL_OP_ADD, open, csl_const(a->ctx, CSL_I32, 1)));
}

/* Those who arrive at `family` have given the ticket that they wait for in `other`. */
static bool has_given_this(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t other) {
    csl_expr *arrivers = csl_expand(a, a->families.v[family].arrivers);
    csl_expr *given = csl_chosen(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), arrivers);
    csl_expr *late = csl_binary(a->ctx, CSL_OP_LE, given, last_awaited(a, n, other));
    return csl_never(a, n->reach, csl_and(a->ctx, arrivers, late));
}

/* Some of those who arrive at the family come to the node. */
static bool any_comes(csl_analysis *a, const csl_node *n, uint32_t family) {
    csl_expr *own;
    bool any = false;
    if (!csl_own_condition(a, n, &own))
        return false;
    own = csl_and(a->ctx, own, a->families.v[family].arrivers);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        any |= csl_count_coming(a, own, a->shapes.shape[s], 1) > 0;
    return any;
}

/* ---- times ---------------------------------------------------------------------------------- */

#define ROUND                                                                                      \
    (INT64_C(1) << 40) /* more than the tickets of a pass and a way through all families */
#define MANY_PASSES 1024

static bool waits_at(const csl_analysis *a, const csl_node *n, uint32_t family) {
    const csl_stmt *s = n->stmt;
    if (a->families.v[family].tensor)
        return s->kind == CSL_STMT_ASYNC && s->async.tensor && s->async.wait;
    return s->kind == CSL_STMT_SYNC && s->sync->family == family + 1 &&
           s->sync->kind != CSL_SYNC_ARRIVE;
}

/* What the number grows by in each pass of the loop, if that is the same always. */
static bool grows_by(csl_analysis *a, const csl_loop *l, csl_expr *number, int64_t *gap) {
    csl_expr *pass = csl_sym_expr(a, l->iter), *now = csl_expand(a, number);
    csl_expr *more = csl_binary(a->ctx, CSL_OP_ADD, pass, csl_const(a->ctx, CSL_I32, 1));
    return csl_gap(a, csl_replace_sym(a, now, l->iter, more), now, gap);
}

/* The number grows by that in each pass of the outermost loop around the node; else 0. */
static int64_t growth(csl_analysis *a, const csl_node *n, csl_expr *number) {
    const csl_loop *l = csl_outermost(n->loop);
    int64_t gap;
    return l && grows_by(a, l, number, &gap) && gap > 0 && gap < ROUND ? gap : 0;
}

/* Tickets of the family in a pass of the outermost loop, wherever one uses it; 0: not as many. */
static int64_t rate_of(csl_analysis *a, uint32_t family) {
    int64_t rate = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const csl_stmt *s = n->stmt;
        const bool waits = waits_at(a, n, family);
        const bool arrives =
            s->kind == CSL_STMT_SYNC && s->sync->family == family + 1 && csl_is_arrival(s->sync);
        if ((!waits && !arrives) || !n->loop || csl_is_handed_over(&a->families.v[family], n))
            continue;
        const int64_t here =
            growth(a, n, waits ? last_awaited(a, n, family) : csl_ticket_of_arrival(a, n, family));
        if (!here || (rate && here != rate))
            return 0;
        rate = here;
    }
    return rate;
}

/* The time of that ticket of a family with the rate, from the first pass on. */
static int64_t time_of(csl_wide ticket, int64_t rate) {
    const csl_wide pass = ticket >= 0 ? ticket / rate : -((rate - 1 - ticket) / rate);
    return (int64_t)(pass * ROUND + (ticket - pass * rate));
}

/* The passes in which a node may stand that is behind the test of the loop; 0: any number. */
static int64_t passes_of(csl_analysis *a, const csl_loop *l) {
    const csl_expr *trips = l->top_tested ? csl_expand(a, csl_sym_expr(a, l->trips)) : NULL;
    return trips && trips->op == CSL_OP_CONST && trips->value > 0 ? trips->value : 0;
}

/* The least and the most that a number is in the first pass of the outermost loop around the node.
 */
static bool in_first_pass(csl_analysis *a, const csl_node *n, csl_expr *number, csl_range *values) {
    csl_expr *least = csl_in_pass(a, csl_outermost(n->loop), number, 0), *most = least;
    for (const csl_loop *l = n->loop; l->parent; l = l->parent) {
        int64_t gap;
        const int64_t passes = passes_of(a, l);
        if (!passes || !grows_by(a, l, number, &gap))
            continue;
        least = csl_in_pass(a, l, least, gap < 0 ? passes - 1 : 0);
        most = csl_in_pass(a, l, most, gap < 0 ? 0 : passes - 1);
    }
    values->lo = csl_range_of(a, csl_plain_number(a, least)).lo;
    values->hi = csl_range_of(a, csl_plain_number(a, most)).hi;
    return values->lo > -ROUND && values->hi < ROUND;
}

/* What the time of `awaited` is behind that of `given` at most. */
static bool time_between(csl_analysis *a, const csl_node *n, csl_expr *awaited, int64_t rate,
                         csl_expr *given, int64_t other_rate, int64_t *most) {
    csl_range w, g;
    if (!rate || !other_rate)
        return false;
    if (rate == other_rate && csl_gap(a, awaited, given, most) && *most <= 0) {
        const int64_t passes = -*most / rate; /* as many, or one more */
        *most = *most % rate - (passes < MANY_PASSES ? passes : MANY_PASSES) * ROUND;
        return true;
    }
    if (growth(a, n, awaited) != rate || growth(a, n, given) != other_rate ||
        !in_first_pass(a, n, awaited, &w) || !in_first_pass(a, n, given, &g))
        return false;
    *most = time_of(w.hi, rate) - time_of(g.lo, other_rate);
    return true;
}

/* ---- ways ----------------------------------------------------------------------------------- */

/* How tickets of two families are compared: by times if there are `rates`; else by their numbers,
 * of which it may be enough that one is no more than so much behind the other. */
typedef struct measure {
    const int64_t *rates;
    bool bounds;
} measure;

/* x - y at most, where y is a choice of numbers for which that is known: of the choices that
 * threads make for which `own` holds. */
static bool gap_by_choice(csl_analysis *a, csl_expr *own, csl_expr *x, csl_expr *y, int64_t *most) {
    if (csl_gap(a, x, y, most))
        return true;
    bool any = false;
    for (int other = 0; other < 2 && y->op == CSL_OP_ITE; other++) {
        csl_expr *c = other ? csl_not(a->ctx, y->kids[0]) : y->kids[0];
        int64_t here;
        if (csl_never(a, own, c))
            continue;
        csl_expr *these = csl_and(a->ctx, own, c);
        if (!gap_by_choice(a, these, x, csl_chosen(a, y->kids[1 + other], these), &here))
            return false;
        *most = any && *most > here ? *most : here;
        any = true;
    }
    return any;
}

/* The same of one place where they wait. */
static int64_t weight_of(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t other,
                         const measure *m) {
    const int64_t *rates = m->rates;
    int64_t gap;
    if (!any_comes(a, n, family))
        return INT64_MIN;
    csl_expr *arrivers = csl_expand(a, a->families.v[family].arrivers);
    csl_expr *given = csl_chosen(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), arrivers);
    given = given_so_far(a, n, family, given);
    if (family == other && n->stmt->kind == CSL_STMT_SYNC &&
        csl_is_arrival(n->stmt->sync)) /* it has arrived when it waits */
        given = csl_binary(a->ctx, CSL_OP_ADD, given, csl_const(a->ctx, CSL_I32, 1));
    csl_expr *awaited = last_awaited(a, n, other);
    if (rates ? time_between(a, n, awaited, rates[other], given, rates[family], &gap)
              : csl_gap(a, awaited, given, &gap))
        return gap;
    if (csl_has_given_all(a, n, family))
        return INT64_MIN;
    if ((!rates || rates[family] == rates[other]) && has_given_this(a, n, family, other))
        return -1;
    a->vague_tickets = true;
    if (!rates &&
        gap_by_choice(a, csl_and(a->ctx, csl_expand(a, n->reach), arrivers), awaited, given, &gap))
        return gap;
    return m->bounds && csl_most_gap(a, awaited, given, &gap) ? gap : ANY_NUMBER;
}

/* ---- lanes of a warp ------------------------------------------------------------------------ */

enum { WARP = 32 };

/* Some lanes of a warp come to the wait, and others do not. */
static bool parts_lanes(csl_analysis *a, const csl_node *n, csl_expr **own) {
    csl_expr *when;
    bool whole = csl_own_among(a, n, CSL_SCOPE_WARP, own, &when);
    if (!whole)
        *own = csl_true(a->ctx);
    for (uint32_t s = 0; s < a->shapes.n && whole; s++)
        whole = csl_come_together(a, *own, a->shapes.shape[s], WARP);
    return !whole;
}

/* Some thread is among `one`, and another of its warp among `other`. */
static bool are_of_one_warp(csl_analysis *a, csl_expr *one, csl_expr *other) {
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        const uint32_t threads = shape[0] * shape[1] * shape[2];
        for (uint32_t t = 0; t < threads; t++)
            for (uint32_t u = t / WARP * WARP; u < threads && u / WARP == t / WARP &&
                                               csl_is_true(csl_of_thread(a, one, shape, t));
                 u++)
                if (u != t && csl_is_true(csl_of_thread(a, other, shape, u)))
                    return true;
    }
    return false;
}

static csl_expr *meetings_before(csl_analysis *a, const csl_node *n) {
    return csl_expand(a, n->tickets[a->families.n * CSL_TICKETS + 1]);
}

/* While a lane waits at `n`, another one that has to arrive at the family may wait for it at
 * `meeting`, with a ticket that is `less` than the one waited for or more. */
static bool may_wait_there(csl_analysis *a, const csl_node *n, const csl_node *meeting,
                           uint32_t family, uint32_t other, int64_t less) {
    csl_ctx *ctx = a->ctx;
    const csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP};
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    csl_expr *arrivers = csl_expand(a, a->families.v[family].arrivers);
    csl_expr *given =
        csl_chosen(a, csl_tickets_at(a, meeting, family, CSL_TICKETS_GIVEN), arrivers);
    csl_expr *awaited = csl_side(b, 0, last_awaited(a, n, other));
    csl_expr *more =
        csl_binary(ctx, CSL_OP_ADD, csl_side(b, 1, given), csl_const(ctx, CSL_I32, less));
    csl_expr *late = csl_binary(ctx, CSL_OP_LE, more, awaited);
    csl_expr *missed = csl_binary(ctx, CSL_OP_LE, csl_side(b, 0, meetings_before(a, n)),
                                  csl_side(b, 1, meetings_before(a, meeting)));
    csl_query q = csl_builder_query(
        b, csl_and(ctx, csl_side(b, 0, csl_expand(a, n->reach)), csl_and(ctx, late, missed)),
        csl_side(b, 1, csl_and(ctx, csl_expand(a, meeting->reach), arrivers)));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

/* ... of the ticket that it has to give, the one waited for is at most so much behind. */
static int64_t weight_at(csl_analysis *a, const csl_node *n, csl_expr *own, uint32_t family,
                         uint32_t other) {
    int64_t most = INT64_MIN;
    for (uint32_t i = 0; i < a->nodes.n && most < ANY_NUMBER; i++) {
        const csl_node *c = a->nodes.v[i];
        csl_expr *come;
        if ((!csl_gathers_lanes(c->stmt) && !csl_is_of_lanes(c->stmt)) ||
            c->stmt->sync->family == other + 1) /* there it is the wait itself */
            continue;
        if (!csl_own_condition(a, c, &come))
            come = csl_true(a->ctx);
        come = csl_and(a->ctx, come, csl_expand(a, a->families.v[family].arrivers));
        if (!are_of_one_warp(a, own, come))
            continue;
        const int64_t here = !may_wait_there(a, n, c, family, other, 0)   ? -1
                             : !may_wait_there(a, n, c, family, other, 1) ? 0
                                                                          : ANY_NUMBER;
        most = here > most ? here : most;
    }
    return most;
}

/* What lanes wait for, for which others of their warp wait (csl_family.by_lanes). */
static int64_t waits_by_lanes(csl_analysis *a, uint32_t family, uint32_t other) {
    csl_family *f = &a->families.v[family];
    if (!f->by_lanes) {
        f->by_lanes = csl_alloc(a->ctx, a->families.n * sizeof *f->by_lanes);
        for (uint32_t g = 0; g < a->families.n; g++)
            f->by_lanes[g] = INT64_MAX;
    }
    if (f->by_lanes[other] != INT64_MAX)
        return f->by_lanes[other];
    int64_t most = INT64_MIN;
    csl_expr *own;
    for (uint32_t i = 0; i < a->nodes.n && most < ANY_NUMBER; i++) {
        const csl_node *n = a->nodes.v[i];
        if (f->tensor || a->families.v[other].tensor || !waits_at(a, n, other) ||
            !parts_lanes(a, n, &own))
            continue;
        const int64_t here = weight_at(a, n, own, family, other);
        most = here > most ? here : most;
    }
    f->by_lanes[other] = most;
    return most;
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Who is waited for at ticket t of `family` waits for ticket t + this of `other` at most; or for
 * any of them. INT64_MIN: for none. */
static int64_t waits_for(csl_analysis *a, uint32_t family, uint32_t other, const measure *m) {
    int64_t most = waits_by_lanes(a, family, other);
    a->vague_tickets |= most != INT64_MIN && most >= 0;
    if (most != INT64_MIN && m->rates && m->rates[family] != m->rates[other])
        most = ANY_NUMBER;
    for (uint32_t i = 0; i < a->nodes.n && most < ANY_NUMBER; i++) {
        const csl_node *n = a->nodes.v[i];
        const int64_t weight =
            waits_at(a, n, other) ? weight_of(a, n, family, other, m) : INT64_MIN;
        most = weight > most ? weight : most;
    }
    return most;
}

/* The longest way through the families that leads back to this one; INT64_MIN: there is none. */
static int64_t way_back(csl_analysis *a, uint32_t family, const measure *m) {
    const uint32_t n = a->families.n;
    int64_t *way = csl_alloc(a->ctx, n * sizeof *way);
    for (uint32_t i = 0; i < n; i++)
        way[i] = INT64_MIN;
    for (uint32_t round = 0; round <= n; round++)
        for (uint32_t f = 0; f < n; f++)
            for (uint32_t g = 0; g < n; g++) {
                const int64_t before = f == family ? 0 : way[f];
                if (a->families.v[f].open || a->families.v[g].open || before == INT64_MIN ||
                    a->families.v[f].whole || a->families.v[g].whole)
                    continue;
                const int64_t weight = waits_for(a, f, g, m);
                const bool any = weight == ANY_NUMBER || before >= ANY_NUMBER;
                if (any && weight != INT64_MIN)
                    way[g] = ANY_NUMBER;
                else if (weight != INT64_MIN && before + weight > way[g])
                    way[g] = before + weight;
            }
    return way[family];
}

/* Each round leads to an earlier ticket, or to an earlier time. */
const char *csl_check_live(csl_analysis *a, uint32_t family) {
    const bool vague = a->vague_tickets;
    const measure exact = {NULL, false}, bounds = {NULL, true};
    const int64_t way = way_back(a, family, &exact);
    if (way >= ANY_NUMBER) {
        int64_t *rates = csl_alloc(a->ctx, a->families.n * sizeof *rates);
        for (uint32_t f = 0; f < a->families.n; f++)
            rates[f] = a->families.v[f].open || a->families.v[f].whole ? 0 : rate_of(a, f);
        const measure times = {rates, false};
        if (way_back(a, family, &times) >= 0 && way_back(a, family, &bounds) >= 0)
            return "a wait whose ticket is not known";
        a->vague_tickets = vague;
        return NULL;
    }
    if (way < 0)
        a->vague_tickets = vague;
    return way >= 0 ? "threads that may wait for each other" : NULL;
}
