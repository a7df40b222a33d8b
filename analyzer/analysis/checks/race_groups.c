/* One finding of the many races that one barrier would end.
 *
 * Needs: csl_meet() (the pairs), csl_race_finding() (what is said of one).
 */
#include "races.h"
#include "../../limits/limits.h"

#include <string.h>

/* ---- which group ----------------------------------------------------------------------------- */

/* A barrier of the warp stands between the two places. */
static bool ordered_between(const csl_analysis *a, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && i < a->nodes.n; i++)
        if (csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_WARP))
            return true;
    return false;
}

static csl_race_group *find(csl_race_groups *all, const csl_pair_query *q, csl_expr *root) {
    uint32_t first = q->side[0].node->order, second = q->side[1].node->order;
    for (uint32_t i = 0; i < all->list.n; i++) {
        csl_race_group *g = &all->list.v[i];
        if (g->root != root || g->in_flight != q->in_flight ||
            g->unfenced != (q->fencing != CSL_FENCED))
            continue;
        if (q->in_flight || q->fencing)
            return g; /* one wait is missing, or one fence */
        if (g->pivot != q->pivot || g->back != csl_goes_round(q))
            continue;
        if (q->pivot)
            return g; /* one loop, one missing barrier at its end */
        uint32_t after = first > g->after ? first : g->after;
        uint32_t before = second < g->before ? second : g->before;
        bool same_access = first == second && g->access == q->side[0].node;
        /* a run of steps that relies on lock step is one mistake, made at every step */
        bool same_run = g->scope == CSL_SCOPE_WARP && q->scope == CSL_SCOPE_WARP &&
                        !ordered_between(all->a, g->last, first);
        if (after < before || same_access || same_run)
            return g;
    }
    return NULL;
}

/* `x += 1` by several threads: the group of the write with itself, when this is the read and the
 * write. One atomic mends both. */
static csl_race_group *update_of(csl_race_groups *all, const csl_pair_query *q, csl_expr *root) {
    const csl_node *read = q->side[0].node, *write = q->side[1].node;
    if (read->stmt->access->mode != CSL_MODE_READ ||
        csl_expand(all->a, read->address) != csl_expand(all->a, write->address))
        return NULL;
    for (uint32_t i = 0; i < all->list.n; i++) {
        csl_race_group *g = &all->list.v[i];
        if (g->root == root && g->pivot == q->pivot && g->back == csl_goes_round(q) &&
            g->access == write && !all->a->races.v[g->race].same_value)
            return g;
    }
    return NULL;
}

static csl_race *race_of(const csl_race_groups *all, const csl_race_group *group) {
    return &all->a->races.v[group->race];
}

const csl_race_group *csl_race_group_of(csl_race_groups *g, const csl_pair_query *q,
                                        csl_expr *root) {
    return find(g, q, root);
}

bool csl_group_is_full(csl_race_groups *g, const csl_race_group *group) {
    bool full = race_of(g, group)->nalso >= CSL_LIMIT(related_pairs);
    race_of(g, group)->more += full;
    return full;
}

/* What a reader would rather be told of. */
static int weight_of(const csl_race *r) {
    return r->rating.level == CSL_LOW ? 0 : r->same_value ? 1 : 2;
}

bool csl_group_is_weak(const csl_race_groups *g, const csl_race_group *group) {
    return weight_of(race_of(g, group)) < 2 && !csl_limit_reached(CSL_LIMIT_retold, group->retold);
}

/* ---- one race more --------------------------------------------------------------------------- */

static bool add_pair(csl_analysis *a, csl_race *r, const csl_stmt *first, const csl_stmt *second) {
    if (r->first == first && r->second == second)
        return true;
    for (uint32_t i = 0; i < r->nalso; i++)
        if (r->also[i].first == first && r->also[i].second == second)
            return true;
    if (r->nalso >= CSL_LIMIT(related_pairs)) {
        r->more++;
        return false;
    }
    csl_race_pair *more = csl_alloc(a->ctx, (r->nalso + 1) * sizeof *more);
    if (r->nalso)
        memcpy(more, r->also, r->nalso * sizeof *more);
    more[r->nalso++] = (csl_race_pair){first, second};
    r->also = more;
    return true;
}

/* A finding is told by the weightiest of its pairs. */
static void tell_by(csl_analysis *a, csl_race *told, csl_race by) {
    by.also = told->also;
    by.nalso = told->nalso;
    by.more = told->more;
    by.after = told->after;
    by.in_warp = by.in_warp && told->in_warp;
    const csl_stmt *first = told->first, *second = told->second;
    *told = by;
    add_pair(a, told, first, second);
}

/* The finding that says that threads write the same here, or NULL. */
static csl_race *same_value_race(csl_analysis *a, const csl_stmt *write) {
    for (uint32_t i = 0; i < a->races.n; i++)
        if (a->races.v[i].same_value && a->races.v[i].second == write)
            return &a->races.v[i];
    return NULL;
}

/* The group knows of one race more; the barrier that ends all of them has less room. */
static void join(csl_race_groups *all, csl_race_group *g, const csl_clash *c) {
    csl_analysis *a = all->a;
    const csl_node *x = c->pair->side[0].node, *y = c->pair->side[1].node;
    csl_race *told = race_of(all, g);
    told->in_warp = told->in_warp && csl_warp_stores_same(a, c);
    g->only_rows &= c->only_rows;
    if (x->order > g->after && x->order < g->before && y->order >= g->before) {
        g->after = x->order;
        told->after = x->stmt;
    }
    if (y->order < g->before && y->order > g->after)
        g->before = y->order;
    if (y->order > g->last)
        g->last = y->order;
    if (csl_group_is_weak(all, g) && !csl_rated_low(a, c) && !csl_reads_own_value(a, c)) {
        csl_race other = csl_race_finding(a, c);
        if (weight_of(&other) > weight_of(told) && csl_tell_race(a, c, &other) &&
            weight_of(&other) > weight_of(told)) {
            tell_by(a, told, other);
            return;
        }
        g->retold++;
    }
    add_pair(a, told, x->stmt, y->stmt);
}

/* The surer of the two speaks for both. */
static void merge(csl_analysis *a, csl_race *old, csl_race new) {
    const csl_stmt *first = new.first, *second = new.second;
    if (new.rating.level > old->rating.level) {
        csl_race weaker = *old;
        *old = new;
        old->also = weaker.also, old->nalso = weaker.nalso, old->more = weaker.more;
        first = weaker.first, second = weaker.second;
    }
    old->in_warp = false;
    add_pair(a, old, first, second);
}

static void start_group(csl_race_groups *all, const csl_clash *c, csl_race r) {
    const csl_pair_query *q = c->pair;
    const csl_node *x = q->side[0].node, *y = q->side[1].node;
    csl_race_group made = {
        .root = c->target->root,
        .pivot = q->pivot,
        .back = csl_goes_round(q),
        .after = x->order,
        .before = y->order,
        .last = y->order,
        .scope = q->scope,
        .in_flight = q->in_flight,
        .unfenced = q->fencing != CSL_FENCED,
        .access = x == y ? x : NULL,
        .only_rows = c->only_rows,
        .race = all->a->races.n,
    };
    CSL_PUSH(all->a->ctx, &all->list, made);
    CSL_PUSH(all->a->ctx, &all->a->races, r);
}

/* A copy in bulk that is under way too early or too long: who shares its interval knows already. */
static bool is_told(const csl_analysis *a, const csl_pair_query *q) {
    const csl_stmt *copy = q->side[0].node->stmt, *other = q->side[1].node->stmt;
    if (!q->in_flight || !copy->access->is_bulk)
        return false;
    for (uint32_t i = 0; i < a->races.n; i++) {
        const csl_race *r = &a->races.v[i];
        if (!r->in_flight && !r->unfenced &&
            ((r->first == copy && r->second == other) || (r->first == other && r->second == copy)))
            return true;
    }
    return false;
}

bool csl_add_race(csl_race_groups *all, const csl_clash *c) {
    csl_analysis *a = all->a;
    const csl_pair_query *q = c->pair;
    if (is_told(a, q))
        return true;
    csl_race_group *g = find(all, q, c->target->root);
    if (g) {
        join(all, g, c);
        return true;
    }
    const csl_stmt *first = q->side[0].node->stmt, *second = q->side[1].node->stmt;
    csl_race *writes = csl_reads_own_value(a, c) ? same_value_race(a, first) : NULL;
    if (writes) {
        writes->in_warp = writes->in_warp && csl_warp_stores_same(a, c);
        add_pair(a, writes, first, second);
        return true;
    }
    csl_race r = csl_race_finding(a, c);
    if (!csl_tell_race(a, c, &r))
        return false;
    g = update_of(all, q, c->target->root);
    if (g)
        merge(a, race_of(all, g), r);
    else
        start_group(all, c, r);
    return true;
}
