/* Races: conflicting accesses of two threads in one barrier interval.
 *
 * Each pair the intervals give is asked: can two different threads touch the same bytes? Pairs that
 * one barrier would separate are one finding.
 *
 * Needs: csl_meet() for the scope, csl_find_uniform().
 */
#include "internal.h"

#include <string.h>

/* What makes one finding of many pairs: the object and a place where one barrier separates all. */
typedef struct group {
    csl_expr *root;
    const csl_loop *pivot;
    bool back;
    uint32_t after, before; /* orders of the nodes the missing barrier belongs between */
    uint32_t last;          /* order of the latest access of the group */
    csl_scope scope;
    bool in_flight;
    const csl_node *access; /* an access that races with itself, or NULL */
    bool only_rows;         /* its race needs a block of several rows, which nobody indexes */
    uint32_t race;          /* index into a->races */
} group;

typedef struct finder {
    csl_analysis *a;
    csl_scope scope;
    CSL_VEC(group) groups;
} finder;
/* ---- wording
 * -------------------------------------------------------------------------------------- */

/* "sd[3]", "tile[1][2]", "p[4]": the element a byte offset belongs to. */
static const char *element(csl_analysis *a, const csl_object *o, const char *name, int64_t offset) {
    if (!o)
        return csl_format(a->ctx, "%s", name);
    if (o->ndims == 0 && (o->kind == CSL_OBJ_SHARED) && o->bytes && o->bytes <= o->elem_bytes)
        return o->name;
    uint32_t size = o->elem_bytes ? o->elem_bytes : 1;
    int64_t index = offset / size;
    if (o->ndims <= 1)
        return csl_format(a->ctx, "%s[%lld]", name, (long long)index);
    const char *text = "";
    for (uint32_t d = o->ndims; d-- > 0;) {
        int64_t extent = d && o->dims[d] ? (int64_t)o->dims[d] : INT64_MAX;
        text = csl_format(a->ctx, "[%lld]%s", (long long)(index % extent), text);
        index /= extent;
    }
    return csl_format(a->ctx, "%s%s", name, text);
}

static const char *verb(const csl_access *acc) {
    if (acc->mode == CSL_MODE_READ)
        return "reads";
    return acc->mode == CSL_MODE_WRITE ? "writes" : "updates";
}

static csl_race_kind kind_of(const csl_access *first, const csl_access *second) {
    if (second->mode == CSL_MODE_READ)
        return CSL_RACE_RAW;
    if (first->mode == CSL_MODE_READ)
        return CSL_RACE_WAR;
    return first->mode == CSL_MODE_RMW && first->atomic == CSL_ATOMIC_NONE ? CSL_RACE_RAW
                                                                           : CSL_RACE_WAW;
}

/* ---- grouping
 * ---------------------------------------------------------------------------------------- */

static bool goes_round(const csl_pair_query *q) {
    return q->round == CSL_ROUND_NEXT || q->round == CSL_ROUND_LATER;
}

/* A barrier of the warp stands between the two places. */
static bool ordered_between(const csl_analysis *a, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && i < a->nodes.n; i++)
        if (csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_WARP))
            return true;
    return false;
}

static group *group_of(finder *f, const csl_pair_query *q, csl_expr *root) {
    uint32_t first = q->side[0].node->order, second = q->side[1].node->order;
    for (uint32_t i = 0; i < f->groups.n; i++) {
        group *g = &f->groups.v[i];
        if (g->root != root || g->in_flight != q->in_flight)
            continue;
        if (q->in_flight)
            return g; /* one wait is missing */
        if (g->pivot != q->pivot || g->back != goes_round(q))
            continue;
        if (q->pivot)
            return g; /* one loop, one missing barrier at its end */
        uint32_t after = first > g->after ? first : g->after;
        uint32_t before = second < g->before ? second : g->before;
        bool same_access = first == second && g->access == q->side[0].node;
        /* a run of steps that relies on lock step is one mistake, made at every step */
        bool same_run = g->scope == CSL_SCOPE_WARP && q->scope == CSL_SCOPE_WARP &&
                        !ordered_between(f->a, g->last, first);
        if (after < before || same_access || same_run)
            return g;
    }
    return NULL;
}

/* `x += 1` by several threads: the group of the write with itself, when this is the read and the
 * write. One atomic mends both. */
static group *update_of(finder *f, const csl_pair_query *q, csl_expr *root) {
    const csl_node *read = q->side[0].node, *write = q->side[1].node;
    if (read->stmt->access->mode != CSL_MODE_READ ||
        csl_expand(f->a, read->address) != csl_expand(f->a, write->address))
        return NULL;
    for (uint32_t i = 0; i < f->groups.n; i++) {
        group *g = &f->groups.v[i];
        if (g->root == root && g->pivot == q->pivot && g->back == goes_round(q) &&
            g->access == write && !f->a->races.v[g->race].same_value)
            return g;
    }
    return NULL;
}

#define MAX_RELATED 20

static bool add_pair(csl_analysis *a, csl_race *r, const csl_stmt *first, const csl_stmt *second) {
    if (r->first == first && r->second == second)
        return true;
    for (uint32_t i = 0; i < r->nalso; i++)
        if (r->also[i].first == first && r->also[i].second == second)
            return true;
    if (r->nalso >= MAX_RELATED) {
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

/* ---- findings
 * ----------------------------------------------------------------------------------------- */

static bool writes_same(csl_analysis *a, csl_builder *b, const csl_open side[2]) {
    const csl_access *p = side[0].node->stmt->access, *q = side[1].node->stmt->access;
    if (p->mode != CSL_MODE_WRITE || q->mode != CSL_MODE_WRITE || !side[0].node->value ||
        !side[1].node->value || p->bytes != q->bytes)
        return false;
    for (int s = 0; s < 2; s++)
        csl_find_uniform_value(a, side[s].node->value);
    return csl_side(b, 0, side[0].node->value) == csl_side(b, 1, side[1].node->value);
}

/* Every thread that reads has itself written the value before that the other one writes: then the
 * two writes are the race, and that they write the same is all there is to say. */
static bool reads_own_value(csl_analysis *a, csl_builder *b, const csl_pair_query *q) {
    const csl_node *w = q->side[0].node, *r = q->side[1].node;
    if (q->pivot || w->order >= r->order || csl_own_store(a, r) != w)
        return false;
    csl_find_uniform_value(a, w->value);
    return csl_side(b, 0, w->value) == csl_side(b, 1, w->value);
}

/* The finding that says that threads write the same here, or NULL. */
static csl_race *same_value_race(csl_analysis *a, const csl_stmt *write) {
    for (uint32_t i = 0; i < a->races.n; i++)
        if (a->races.v[i].same_value && a->races.v[i].second == write)
            return &a->races.v[i];
    return NULL;
}

/* A barrier whose condition reads what races. */
static const csl_stmt *barrier_decided_by(csl_analysis *a, const csl_open side[2]) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK))
            continue;
        for (const csl_parting *p = n->arms; p; p = p->before)
            for (int s = 0; s < 2; s++)
                if (side[s].node->sym != CSL_NO_VAR &&
                    csl_mentions_sym(a, csl_expand(a, p->node->cond), side[s].node->sym))
                    return n->stmt;
    }
    return NULL;
}

static csl_meeting meeting_of(const csl_pair_query *q) {
    const csl_frame *x = q->side[0].node->stmt->place->chain;
    const csl_frame *y = q->side[1].node->stmt->place->chain;
    bool swapped = q->round == CSL_ROUND_FREE && q->side[0].node->order > q->side[1].node->order;
    if (goes_round(q) || swapped)
        return CSL_MEET_BACK;
    return x && y && x != y && x->parent == y->parent && x->site != y->site ? CSL_MEET_CALL
                                                                            : CSL_MEET_PASS;
}

static csl_race new_race(csl_analysis *a, const csl_pair_query *q, const csl_relation *rel,
                         csl_builder *b, const csl_query *built, const int64_t *value,
                         const csl_target *t) {
    const csl_open *side = q->side;
    const csl_access *x = side[0].node->stmt->access, *y = side[1].node->stmt->access;
    const csl_object *o = csl_object_of_root(a, t->root);
    csl_race r = {
        .kind = kind_of(x, y),
        .meeting = meeting_of(q),
        .pair = rel->pair,
        .in_flight = q->in_flight,
        .object = o,
        .object_name = x->through ? x->through
                       : o        ? o->name
                                  : "memory",
        .first = side[0].node->stmt,
        .second = side[1].node->stmt,
        .after = side[0].node->stmt,
        .loop = q->pivot ? q->pivot->stmt->place : NULL,
        .same_value = writes_same(a, b, side),
        .aliased = x->through && y->through && strcmp(x->through, y->through) != 0,
        .decides = barrier_decided_by(a, side),
    };
    csl_ending end[2];
    for (int s = 0; s < 2; s++) {
        const csl_access *acc = side[s].node->stmt->access;
        const char *name = acc->through ? acc->through : r.object_name;
        const char *text = side[s].node->stmt->text;
        r.element[s] =
            element(a, o, o || !text ? name : text, csl_query_eval(built, built->offset[s], value));
        end[s] = (csl_ending){side[s].node, csl_format(a->ctx, "%s %s", verb(acc), r.element[s])};
    }
    r.sure = csl_sure_of_race(a, b, q, built, r.kind, t->root);
    csl_solution solution = {a, b, rel, built, value};
    r.witness = csl_tell(&solution, end, &r.sure);
    return r;
}

/* What a reader would rather be told of. */
static int weight_of(const csl_race *r) {
    return r->sure.level == CSL_SURE_LOW ? 0 : r->same_value ? 1 : 2;
}

/* A finding is told by the weightiest of its pairs. */
static void tell_by(csl_analysis *a, csl_race *told, csl_race by) {
    by.also = told->also;
    by.nalso = told->nalso;
    by.more = told->more;
    by.after = told->after;
    const csl_stmt *first = told->first, *second = told->second;
    *told = by;
    add_pair(a, told, first, second);
}

/* The kernel does not tell rows (or planes) apart, but a block may have several. */
static bool rows_do_not_matter(const csl_analysis *a) {
    return !a->shapes.n &&
           ((a->idle[1] && !a->shapes.unused[1]) || (a->idle[2] && !a->shapes.unused[2]));
}

/* Such a kernel was written for blocks of one row (or plane). Asks for these; *q becomes that query
 * if there is a witness. */
static csl_answer ask_in_a_row(csl_analysis *a, csl_query *q) {
    csl_shapes *row = CSL_NEW(a->ctx, csl_shapes);
    *row = a->shapes;
    for (int d = 1; d < 3; d++)
        row->unused[d] |= a->idle[d];
    csl_query flat = *q;
    flat.shapes = row;
    csl_answer answer = csl_ask(a, &flat, CSL_USE_WITNESS);
    if (answer.verdict == CSL_POSSIBLE)
        *q = flat;
    return answer;
}

/* A pair that is no race, as far as is known. */
static void count(csl_analysis *a, const csl_pair_query *q, csl_verdict verdict) {
    a->safe += verdict != CSL_UNDECIDED;
    a->undecided += verdict == CSL_UNDECIDED;
    if (verdict == CSL_UNDECIDED)
        csl_doubt(a, q->side[1].node, "could not decide whether two accesses overlap");
    if (verdict == CSL_SAFE_TRIED)
        csl_doubt(a, q->side[0].node, "free of races for the block shapes tried, not for all");
}

/* Rows that do not overlap keep the two apart: asked where this may lead to a proof, and nobody
 * would be told of the race. */
static bool apart_by_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                          const csl_query *built, csl_verdict verdict, csl_expr *root) {
    enum { MOST = 100 }; /* each takes many questions */
    if (!csl_use_of_proof(a) || a->races.n || a->racing || a->undecided || a->by_rows >= MOST ||
        !csl_has_rows(b, built))
        return false;
    a->by_rows++;
    csl_race_kind kind = kind_of(q->side[0].node->stmt->access, q->side[1].node->stmt->access);
    bool told = verdict == CSL_POSSIBLE &&
                csl_sure_of_race(a, b, q, built, kind, root).level != CSL_SURE_LOW;
    return !told && csl_rows_apart(a, b, built);
}

static void ask(finder *f, const csl_pair_query *q, uint32_t i, uint32_t j) {
    csl_analysis *a = f->a;
    const csl_target *t = &q->side[0].node->targets[i];
    if (t->root != q->side[1].node->targets[j].root)
        return;
    group *g = group_of(f, q, t->root);
    if (g && a->races.v[g->race].nalso >= MAX_RELATED) {
        a->races.v[g->race].more++;
        return;
    }
    csl_relation rel = csl_relation_of(q);
    csl_verdict known = csl_race_known(a, q, &rel, i, j);
    if (known != CSL_POSSIBLE) {
        count(a, q, known);
        return;
    }
    csl_query built;
    csl_builder *b;
    if (!csl_race_query(a, q, &rel, i, j, &built, &b))
        return;
    bool told = !g || weight_of(&a->races.v[g->race]) < 2;
    bool only_rows = g && g->only_rows; /* one more such race would tell nothing new */
    csl_answer answer =
        only_rows ? ask_in_a_row(a, &built)
                  : csl_ask(a, &built, csl_use_of_proof(a) | (told ? CSL_USE_WITNESS : 0));
    if (answer.verdict != CSL_SAFE && apart_by_rows(a, b, q, &built, answer.verdict, t->root))
        answer.verdict = CSL_SAFE;
    csl_race_learn(a, q, &rel, i, j, answer.verdict);
    if (answer.verdict != CSL_POSSIBLE) {
        csl_builder_done(b);
        count(a, q, answer.verdict);
        return;
    }
    if (csl_behind_lock(a, q)) {
        a->undecided++;
        csl_doubt(a, q->side[1].node, "lock: accesses guarded by an atomicCAS or atomicExch");
        return;
    }
    a->racing++;
    if (rows_do_not_matter(a) && !only_rows) {
        csl_answer flat = ask_in_a_row(a, &built);
        only_rows = flat.verdict != CSL_POSSIBLE;
        answer = only_rows ? answer : flat;
    } else
        only_rows = false;
    const csl_stmt *first = q->side[0].node->stmt, *second = q->side[1].node->stmt;
    if (g) {
        const csl_node *x = q->side[0].node, *y = q->side[1].node;
        g->only_rows &= only_rows;
        if (x->order > g->after && x->order < g->before && y->order >= g->before) {
            g->after = x->order;
            a->races.v[g->race].after = first;
        }
        if (y->order < g->before && y->order > g->after)
            g->before = y->order;
        if (y->order > g->last)
            g->last = y->order;
        if (weight_of(&a->races.v[g->race]) < 2 && !reads_own_value(a, b, q)) {
            csl_race other = new_race(a, q, &rel, b, &built, answer.value, t);
            if (other.witness && weight_of(&other) > weight_of(&a->races.v[g->race])) {
                tell_by(a, &a->races.v[g->race], other);
                return;
            }
        }
        add_pair(a, &a->races.v[g->race], first, second);
        return;
    }
    csl_race *writes = reads_own_value(a, b, q) ? same_value_race(a, first) : NULL;
    if (writes) {
        add_pair(a, writes, first, second);
        return;
    }
    csl_race r = new_race(a, q, &rel, b, &built, answer.value, t);
    if (!r.witness) {
        a->racing--;
        a->undecided++;
        csl_doubt(a, q->side[1].node, "could not replay how two accesses overlap");
        return;
    }
    g = update_of(f, q, t->root);
    if (g) {
        csl_race *old = &a->races.v[g->race];
        if (r.sure.level > old->sure.level) { /* the surer of the two speaks for both */
            csl_race weaker = *old;
            *old = r;
            old->also = weaker.also, old->nalso = weaker.nalso, old->more = weaker.more;
            first = weaker.first, second = weaker.second;
        }
        add_pair(a, old, first, second);
        return;
    }
    const csl_node *alone = q->side[0].node == q->side[1].node ? q->side[0].node : NULL;
    group made = {
        .root = t->root,
        .pivot = q->pivot,
        .back = goes_round(q),
        .after = q->side[0].node->order,
        .before = q->side[1].node->order,
        .last = q->side[1].node->order,
        .scope = q->scope,
        .in_flight = q->in_flight,
        .access = alone,
        .only_rows = only_rows,
        .race = a->races.n,
    };
    CSL_PUSH(a->ctx, &f->groups, made);
    CSL_PUSH(a->ctx, &a->races, r);
}

/* By the later access, then the earlier: the first pair of a group is the tightest. */
static void sort_pairs(csl_met *met) {
    for (uint32_t gap = met->n / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < met->n; i++) {
            csl_pair_query *q = met->v[i];
            uint64_t key =
                (uint64_t)q->side[1].node->order << 32 | (UINT32_MAX - q->side[0].node->order);
            uint32_t j = i;
            for (; j >= gap; j -= gap) {
                csl_pair_query *p = met->v[j - gap];
                uint64_t other =
                    (uint64_t)p->side[1].node->order << 32 | (UINT32_MAX - p->side[0].node->order);
                if (other <= key)
                    break;
                met->v[j] = p;
            }
            met->v[j] = q;
        }
}

static void ask_all(finder *f, csl_met *met) {
    sort_pairs(met);
    for (uint32_t p = 0; p < met->n; p++) {
        const csl_pair_query *q = met->v[p];
        for (uint32_t i = 0; i < q->side[0].node->ntargets; i++)
            for (uint32_t j = 0; j < q->side[1].node->ntargets; j++)
                ask(f, q, i, j);
    }
}

void csl_find_races(csl_analysis *a) {
    finder f = {.a = a};
    static const csl_scope scopes[] = {CSL_SCOPE_BLOCK, CSL_SCOPE_WARP};
    for (int s = 0; s < 2; s++) {
        f.scope = scopes[s];
        csl_met met = csl_meet(a, f.scope, NULL);
        ask_all(&f, &met);
    }
    csl_met met = csl_meet_copies(a);
    ask_all(&f, &met);
}
