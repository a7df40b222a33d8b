/* Where barrier objects are. */
#include "protocols.h"
#include "../../limits/limits.h"

enum { WARP = 32, MOST_LANES = 512 };

/* What the offset, which follows from the number of the thread, is for those that come to the node;
 * false: that is not known. */
static bool range_of_threads(csl_analysis *a, const csl_node *n, csl_expr *offset, csl_range *all) {
    csl_expr *own;
    bool any = false;
    offset = csl_as_elected(a, offset);
    if (offset->op == CSL_OP_CONST || !csl_is_of_thread(a->ctx, offset) ||
        !csl_own_condition(a, n, &own))
        return false;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        for (uint32_t t = 0; t < shape[0] * shape[1] * shape[2]; t++) {
            if (csl_is_false(csl_of_thread(a, own, shape, t)))
                continue;
            const csl_range one = csl_range_of(a, csl_of_thread(a, offset, shape, t));
            *all = any ? csl_range_join(*all, one) : one;
            any = true;
        }
    }
    return any;
}

csl_range csl_offsets_at(csl_analysis *a, const csl_node *n, csl_expr *offset) {
    const int64_t passes = csl_most_passes(a, n->loop);
    csl_range all = csl_range_of(a, offset);
    if (range_of_threads(a, n, offset, &all))
        return all;
    if (all.lo < 0)
        all = csl_range_of(a, csl_not_negative(a, offset, csl_expand(a, n->reach)));
    for (int64_t pass = 0; pass < passes; pass++) {
        const csl_range r = csl_range_of(a, csl_in_pass(a, n->loop, offset, pass));
        all = pass ? csl_range_join(all, r) : r;
    }
    return all;
}

/* Sets the stages: which the offset, of one group, may be. */
static bool find_stages(csl_analysis *a, const csl_node *at, csl_expr *offset, csl_places *out) {
    const csl_range r = at ? csl_offsets_at(a, at, offset) : csl_range_of(a, offset);
    const csl_wide most = (csl_wide)CSL_LIMIT(ring_stages);
    if (r.hi >= INT64_C(1) << CSL_CLUSTER_SHIFT) /* it may be that of another block */
        return false;
    out->start = (int64_t)r.lo;
    out->stride = CSL_OBJECT_BYTES;
    out->stages = 1;
    if (offset->op == CSL_OP_CONST)
        return true;
    out->stride = csl_step_of(offset);
    if (out->stride < CSL_OBJECT_BYTES || r.lo + out->from * out->apart < 0 ||
        r.hi - r.lo > most * out->stride || (r.hi - r.lo) % out->stride)
        return false;
    out->stages = (int64_t)(r.hi - r.lo) / out->stride + 1;
    return out->stages <= most;
}

/* ---- objects of groups ------------------------------------------------------------------------ */

/* Where threads are, of groups of so many: `known` is that groups are `apart`. */
typedef struct grouping {
    csl_analysis *a;
    uint32_t lanes;
    bool known;
    int64_t apart;
    int64_t from, to; /* groups that come */
    int64_t first;    /* the group of one thread that comes, */
    csl_expr *base;   /* and its offset; NULL: none comes */
} grouping;

/* The offset of that thread is as far from others as its group is. */
static bool agrees(grouping *g, int64_t group, csl_expr *offset) {
    int64_t gap = 0;
    if (!g->base) {
        g->base = offset;
        g->first = g->from = g->to = group;
    }
    if (offset != g->base && !csl_gap(g->a, offset, g->base, &gap))
        return false;
    g->from = group < g->from ? group : g->from;
    g->to = group > g->to ? group : g->to;
    if (!g->known && group != g->first) {
        g->apart = gap / (group - g->first);
        g->known = true;
    }
    return gap == (group - g->first) * g->apart;
}

/* All threads that may come to the node are where their groups are: all for which that holds of the
 * condition which is about the thread alone. */
static bool find_grouping(csl_analysis *a, const csl_node *n, csl_expr *offset, grouping *g) {
    csl_expr *own = csl_of_thread_alone(a, csl_as_elected(a, csl_expand(a, n->reach)));
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        for (uint32_t t = 0; t < shape[0] * shape[1] * shape[2]; t++)
            if (!csl_is_false(csl_of_thread(a, own, shape, t)) &&
                !agrees(g, t / g->lanes, csl_of_thread(a, offset, shape, t)))
                return false;
    }
    return g->base != NULL;
}

static csl_expr *less(csl_analysis *a, csl_expr *e, int64_t n) {
    return csl_binary(a->ctx, CSL_OP_SUB, e, csl_const(a->ctx, (csl_type)e->type, n));
}

csl_expr *csl_of_first_group(csl_analysis *a, const csl_node *n, csl_expr *offset, uint32_t lanes,
                             int64_t apart) {
    grouping g = {.a = a, .lanes = lanes, .known = true, .apart = apart};
    return find_grouping(a, n, csl_as_elected(a, offset), &g) ? less(a, g.base, g.first * apart)
                                                              : NULL;
}

bool csl_places_of_group(csl_analysis *a, const csl_node *at, const csl_target *t, uint32_t lanes,
                         int64_t apart, csl_places *out) {
    grouping g = {.a = a, .lanes = lanes, .known = apart != 0, .apart = apart};
    csl_expr *offset = csl_as_elected(a, csl_expand(a, t->offset));
    if (!find_grouping(a, at, offset, &g) || g.apart < CSL_OBJECT_BYTES)
        return false;
    *out = (csl_places){.root = t->root,
                        .owners = lanes,
                        .apart = g.apart,
                        .from = g.from,
                        .groups = g.to - g.from + 1};
    return find_stages(a, at, less(a, g.base, g.first * g.apart), out);
}

static bool is_of_thread(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_TID;
}

/* Groups as large as they may be: those of whom one thread comes are told by it. */
static bool find_groups(csl_analysis *a, const csl_node *at, const csl_target *t, csl_places *out) {
    if (!csl_find_part(a->ctx, csl_expand(a, t->offset), is_of_thread, NULL))
        return false;
    for (uint32_t lanes = MOST_LANES; lanes >= WARP; lanes /= 2)
        if (csl_places_of_group(a, at, t, lanes, 0, out))
            return true;
    return false;
}

bool csl_numbers_of_group(csl_analysis *a, const csl_node *at, csl_expr *number, uint32_t lanes,
                          int64_t apart, csl_family *f) {
    grouping g = {.a = a, .lanes = lanes, .known = apart != 0, .apart = apart};
    if (!find_grouping(a, at, number, &g) || !g.apart || g.base->op != CSL_OP_CONST)
        return false;
    *f = (csl_family){.stages = 1,
                      .number = g.base->value - g.first * g.apart,
                      .owners = lanes,
                      .apart = g.apart,
                      .from = g.from,
                      .groups = g.to - g.from + 1};
    return true;
}

bool csl_find_numbers(csl_analysis *a, const csl_node *at, csl_expr *number, csl_family *f) {
    for (uint32_t lanes = MOST_LANES; lanes >= WARP; lanes /= 2)
        if (csl_numbers_of_group(a, at, number, lanes, 0, f))
            return true;
    return false;
}

csl_expr *csl_in_group(csl_analysis *a, uint32_t lanes, int64_t group) {
    csl_expr *of = csl_binary(a->ctx, CSL_OP_DIV, csl_linear_thread(a->ctx),
                              csl_const(a->ctx, CSL_U32, lanes));
    return csl_binary(a->ctx, CSL_OP_EQ, of, csl_const(a->ctx, CSL_U32, group));
}

/* Some thread of the group is among these. */
static bool is_any_among(csl_analysis *a, csl_expr *these, const uint32_t shape[3], uint32_t first,
                         uint32_t lanes) {
    const uint32_t threads = shape[0] * shape[1] * shape[2];
    for (uint32_t t = first; t < first + lanes && t < threads; t++)
        if (csl_is_true(csl_of_thread(a, these, shape, t)))
            return true;
    return false;
}

bool csl_is_in_each(csl_analysis *a, const csl_family *f, csl_expr *own) {
    for (uint32_t s = 0; s < a->shapes.n && f->owners; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        const uint32_t threads = shape[0] * shape[1] * shape[2];
        for (uint32_t first = 0; first < threads; first += f->owners)
            if (is_any_among(a, f->arrivers, shape, first, f->owners) &&
                !is_any_among(a, own, shape, first, f->owners))
                return false;
    }
    return !f->owners || a->shapes.n > 0;
}

csl_relation csl_relation_of_family(const csl_family *f, csl_pair pair) {
    const bool warps = f->owners == WARP;
    return (csl_relation){.pair = warps ? CSL_PAIR_SAME_WARP : pair,
                          .share = warps ? CSL_SCOPE_WARP : CSL_SCOPE_BLOCK};
}

void csl_builder_of_group(csl_builder *b, const csl_family *f) {
    if (f->owners && f->owners != WARP)
        csl_builder_fact(b, csl_in_one_tile(b, f->owners));
}

csl_builder *csl_builder_of_family(csl_analysis *a, const csl_family *f, csl_pair pair) {
    const csl_relation r = csl_relation_of_family(f, pair);
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    csl_builder_of_group(b, f);
    return b;
}

/* ---- families ----------------------------------------------------------------------------------- */

/* Those of one group. */
static int64_t bytes_of(int64_t stages, int64_t stride) {
    return (stages - 1) * stride + CSL_OBJECT_BYTES;
}

int64_t csl_begin_of(const csl_family *f) {
    return f->start + f->from * f->apart;
}

int64_t csl_end_of(const csl_family *f) {
    const int64_t last = f->owners ? f->from + f->groups - 1 : 0;
    return f->start + last * f->apart + bytes_of(f->stages, f->stride);
}

/* What is there, and multiples of what lies between two objects from there, is none of them. */
static bool lies_between(const csl_family *f, int64_t start, int64_t bytes) {
    const int64_t every = f->owners ? f->apart : f->stride;
    const int64_t own = f->owners ? bytes_of(f->stages, f->stride) : CSL_OBJECT_BYTES;
    const int64_t behind = ((start - f->start) % every + every) % every;
    return behind >= own && behind + bytes <= every;
}

bool csl_is_beside(csl_analysis *a, const csl_family *f, const csl_node *n, const csl_target *t) {
    csl_places own;
    csl_expr *offset = csl_expand(a, t->offset);
    const csl_range r = csl_offsets_at(a, n, offset);
    if (t->root != f->root || r.lo >= csl_end_of(f) || r.hi + CSL_OBJECT_BYTES <= csl_begin_of(f))
        return true;
    if (f->owners && csl_places_of_group(a, n, t, f->owners, f->apart, &own))
        return lies_between(f, own.start, bytes_of(own.stages, own.stride));
    return csl_step_of(offset) % (f->owners ? f->apart : f->stride) == 0 &&
           lies_between(f, (int64_t)r.lo, CSL_OBJECT_BYTES);
}

bool csl_overlaps(const csl_family *f, const csl_family *g) {
    return f->root == g->root && csl_begin_of(g) < csl_end_of(f) && csl_begin_of(f) < csl_end_of(g);
}

/* All objects of one group that the place may be are stages of the family. */
static bool are_stages(const csl_family *f, const csl_places *p) {
    return p->start >= f->start && (p->start - f->start) % f->stride == 0 &&
           p->start + bytes_of(p->stages, p->stride) <= f->start + bytes_of(f->stages, f->stride) &&
           (p->stages == 1 || p->stride == f->stride);
}

/* All objects that are meant at the node are those of the family, and of the thread's own group: as
 * all threads use it if the family is one of groups. */
bool csl_has_places(csl_analysis *a, const csl_family *f, const csl_places *p, const csl_node *n,
                    const csl_target *t) {
    csl_places own = *p;
    if (f->root != p->root || (!f->owners && p->owners))
        return false;
    if (f->owners && (!n || p->crosses || !csl_places_of_group(a, n, t, f->owners, f->apart, &own)))
        return false;
    return are_stages(f, &own);
}

/* Interleaved ones share a range, not a byte: the stages of rings, or the rings of groups. */
static bool are_apart(const csl_family *f, const csl_family *g) {
    if (f->owners && f->apart == g->apart) {
        const int64_t between = ((g->start - f->start) % f->apart + f->apart) % f->apart;
        return between >= bytes_of(f->stages, f->stride) &&
               between + bytes_of(g->stages, g->stride) <= f->apart;
    }
    return !f->owners && !g->owners && f->stride == g->stride &&
           f->stride >= 2 * CSL_OBJECT_BYTES && (g->start - f->start) % f->stride != 0 &&
           csl_common_divisor(g->start - f->start, f->stride) >= CSL_OBJECT_BYTES;
}

bool csl_are_objects_apart(const csl_family *f, const csl_family *g) {
    const bool later = (g->until && g->until <= f->since) || (f->until && f->until <= g->since);
    if (f == g) /* no object is that of two groups */
        return !f->owners || bytes_of(f->stages, f->stride) <= f->apart ||
               bytes_of(f->groups, f->apart) <= f->stride;
    return later || !csl_overlaps(f, g) || are_apart(f, g);
}

/* ---- all ------------------------------------------------------------------------------------------ */

bool csl_find_places(csl_analysis *a, const csl_node *at, const csl_target *t, uint32_t n,
                     csl_places *out) {
    const csl_object *o = n == 1 ? csl_object_of_root(a, t->root) : NULL;
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return false;
    csl_expr *place = NULL, *offset = csl_expand(a, t->offset);
    if (csl_whose_memory(a, t) == CSL_OTHER_BLOCK)
        offset = csl_offset_in_block(a, offset, &place);
    else if (at && find_groups(a, at, t, out))
        return true;
    *out = (csl_places){.root = t->root, .crosses = place != NULL};
    return find_stages(a, at, offset, out);
}
