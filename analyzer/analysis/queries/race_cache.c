/* What can be said of a pair of accesses before its query is built.
 *
 * Unrolled code has thousands of pairs, most of them of the same addresses under the same
 * conditions: their answer is known. Of the others most are safe for a simple reason, whichever
 * two threads of the block it is: they are asked briefly first, with those of the conditions that
 * say something of the addresses, and only short proofs are tried. What these leave open is built
 * with all that is known, and asked once for threads of different warps and once for a warp.
 *
 * Needs: csl_meet() (the pair), csl_find_uniform().
 */
#include "asker.h"
#include "../../limits/limits.h"

/* ---- answers that are known ------------------------------------------------------------------ */

/* Everything a query of a pair is made of. */
typedef struct pair_key {
    csl_expr *root, *between;
    uint32_t joint; /* both sides are one act of so many lanes */
    struct {
        csl_expr *offset, *reach, *cond, *when, *bounds, *size;
        const csl_pin *pins;
        const csl_crossing *crossings;
        const csl_parting *arms;
        uint32_t bytes;
    } side[2];
    const csl_loop *common, *pivot;
    csl_round round;
    csl_scope scope;    /* THREAD: asked briefly, of any two threads */
    csl_distance moved; /* of the rests of the offsets, so far apart (address_shift.c) */
} pair_key;

struct csl_known_pair {
    struct csl_known_pair *next;
    pair_key key;
    csl_verdict verdict;
    uint32_t question; /* that was answered: csl_asker.question */
};

#define BUCKETS 4096

static bool same_pins(const csl_pin *x, const csl_pin *y) {
    while (x && y && x != y && x->loop == y->loop && x->kind == y->kind)
        x = x->next, y = y->next;
    return x == y;
}

static bool same_key(const pair_key *x, const pair_key *y) {
    bool same = x->root == y->root && x->between == y->between && x->common == y->common &&
                x->pivot == y->pivot && x->round == y->round && x->scope == y->scope &&
                x->joint == y->joint && x->moved.bytes == y->moved.bytes &&
                x->moved.scale == y->moved.scale;
    for (uint32_t i = 0; same && i < sizeof x->moved.taken / sizeof *x->moved.taken; i++)
        same = x->moved.taken[i] == y->moved.taken[i];
    for (int s = 0; s < 2 && same; s++)
        same = x->moved.rest[s] == y->moved.rest[s] && x->moved.further[s] == y->moved.further[s] &&
               x->side[s].offset == y->side[s].offset && x->side[s].reach == y->side[s].reach &&
               x->side[s].cond == y->side[s].cond && x->side[s].when == y->side[s].when &&
               x->side[s].bounds == y->side[s].bounds && x->side[s].size == y->side[s].size &&
               x->side[s].arms == y->side[s].arms && x->side[s].crossings == y->side[s].crossings &&
               x->side[s].bytes == y->side[s].bytes && same_pins(x->side[s].pins, y->side[s].pins);
    return same;
}

static struct csl_known_pair **bucket_of(csl_analysis *a, const pair_key *key) {
    uint64_t h = (uint64_t)key->scope + (uint64_t)key->moved.bytes;
    for (int s = 0; s < 2; s++) {
        const csl_expr *further = key->moved.further[s];
        h = (h * 31 + key->side[s].offset->id) * 31 + key->side[s].reach->id;
        h = h * 31 + (further ? further->id : 0);
    }
    if (!a->asker->known_pairs)
        a->asker->known_pairs = csl_alloc(a->pairs, BUCKETS * sizeof *a->asker->known_pairs);
    return &a->asker->known_pairs[h * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}

static const struct csl_known_pair *find_known(csl_analysis *a, const pair_key *key) {
    const struct csl_known_pair *k = *bucket_of(a, key);
    while (k && !same_key(&k->key, key))
        k = k->next;
    if (k)
        a->asker->question = k->question;
    return k;
}

static void learn(csl_analysis *a, const pair_key *key, csl_verdict verdict) {
    struct csl_known_pair **bucket = bucket_of(a, key),
                          *k = CSL_NEW(a->pairs, struct csl_known_pair);
    *k = (struct csl_known_pair){*bucket, *key, verdict, a->asker->question};
    *bucket = k;
}

static pair_key key_of(const csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                       uint32_t i, uint32_t j) {
    pair_key key = {
        .root = q->side[0].node->targets[i].root,
        .between = q->between,
        .joint = q->side[0].node == q->side[1].node ? q->side[0].node->stmt->access->joint : 0,
        .common = r->common,
        .pivot = q->pivot,
        .round = q->round,
        .scope = q->scope,
    };
    for (int s = 0; s < 2; s++) {
        const csl_node *n = q->side[s].node;
        const csl_target *t = &n->targets[s ? j : i];
        key.side[s].offset = t->offset;
        key.side[s].reach = n->reach;
        key.side[s].cond = q->side[s].cond;
        key.side[s].when = t->when;
        key.side[s].bounds = n->bounds;
        key.side[s].pins = q->side[s].pins;
        key.side[s].crossings = q->side[s].crossings;
        key.side[s].arms = a->split.n ? n->arms : NULL; /* they say what is assumed uniform */
        key.side[s].bytes = n->stmt->access->bytes;
        key.side[s].size = n->size;
    }
    return key;
}

/* ---- the brief question ---------------------------------------------------------------------- */

typedef struct leaf_list {
    csl_expr *v[CSL_ROOM_brief_leaves];
    uint32_t n;
} leaf_list;

static csl_expr *collect(void *user, csl_expr *leaf) {
    leaf_list *l = user;
    bool there = leaf->op == CSL_OP_CONST || csl_limit_reached(CSL_LIMIT_brief_leaves, l->n);
    for (uint32_t i = 0; i < l->n && !there; i++)
        there = l->v[i] == leaf;
    if (!there)
        l->v[l->n++] = leaf;
    return leaf;
}

static bool meet_in_a_leaf(const leaf_list *x, const leaf_list *y) {
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++)
            if (x->v[i] == y->v[j])
                return true;
    return false;
}

typedef struct choice {
    csl_analysis *a;
    leaf_list about; /* what the address is made of, and the conditions chosen so far */
    csl_expr *chosen;
    uint32_t parts;
} choice;

/* Chooses those conjuncts of `e` that are small and about the address. */
static void choose(choice *c, csl_expr *e) {
    uint32_t n;
    csl_expr *whole = csl_expand(c->a, e), *const *parts = csl_conjuncts(&whole, &n);
    for (uint32_t i = 0; i < n && !csl_limit_reached(CSL_LIMIT_brief_parts, c->parts); i++) {
        leaf_list leaves = {.n = 0};
        if (!csl_is_small(parts[i], CSL_LIMIT(brief_term)))
            continue;
        csl_map(c->a->ctx, parts[i], collect, &leaves);
        if (!meet_in_a_leaf(&leaves, &c->about))
            continue;
        c->chosen = csl_and(c->a->ctx, c->chosen, parts[i]);
        c->parts++;
        for (uint32_t k = 0; k < leaves.n; k++)
            collect(&c->about, leaves.v[k]);
    }
}

/* A part of the condition on which the access happens at this target. `loose`: without that it
 * stays inside its object. */
static csl_expr *brief_guard(csl_analysis *a, const csl_node *n, csl_target *t, bool loose) {
    csl_expr **guard = loose ? &t->loose : &t->brief;
    if (*guard)
        return *guard;
    choice c = {.a = a, .chosen = csl_true(a->ctx)};
    csl_map(a->ctx, csl_expand(a, t->offset), collect, &c.about);
    if (!loose)
        choose(&c, csl_stays_inside(a, n, t));
    choose(&c, t->when);
    choose(&c, n->reach);
    *guard = c.chosen;
    return *guard;
}

/* Brief questions are asked as long as they are of use. */
static bool answers_too_little(uint32_t long_searches, uint32_t safe) {
    return long_searches > safe &&
           csl_limit_exceeded(CSL_LIMIT_brief_failures, long_searches - safe);
}

static pair_key brief_key(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                          uint32_t i, uint32_t j, bool loose) {
    pair_key key = {
        .root = q->side[0].node->targets[i].root,
        .common = r->common,
        .pivot = q->pivot,
        .round = q->round,
    };
    for (int s = 0; s < 2; s++) {
        csl_target *t = &q->side[s].node->targets[s ? j : i];
        key.side[s].offset = t->offset;
        key.side[s].reach = brief_guard(a, q->side[s].node, t, loose);
        key.side[s].pins = q->side[s].pins;
        key.side[s].bytes = q->side[s].node->stmt->access->bytes;
    }
    return key;
}

/* Asks about offsets under the conditions of the key. */
static csl_verdict ask_about(csl_analysis *a, const pair_key *key, const csl_relation *r,
                             csl_expr *const place[2]) {
    csl_relation any = *r;
    any.pair = csl_pair_of_block(a);
    any.share = CSL_SCOPE_BLOCK;
    any.brief = true;
    csl_builder *b = csl_builder_new(a, &any);
    csl_expr *guard[2], *offset[2];
    for (int s = 0; s < 2; s++) {
        guard[s] = csl_side(b, s, key->side[s].reach);
        offset[s] = csl_side(b, s, place[s]);
    }
    bool one_step = true;
    for (csl_expr *const *taken = key->moved.taken; *taken && one_step; taken++)
        one_step = csl_side(b, 0, *taken) == csl_side(b, 1, *taken);
    csl_query built = csl_builder_query(b, guard[0], guard[1]);
    for (int s = 0; s < 2; s++)
        built.offset[s] = offset[s], built.bytes[s] = key->side[s].bytes;
    csl_verdict verdict = one_step ? csl_ask_briefly(a, &built, key->moved.rest[0]) : CSL_UNDECIDED;
    csl_builder_done(b);
    learn(a, key, verdict);
    return verdict;
}

/* Are the two apart because of the distance between them? */
static bool safe_by_distance(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                             uint32_t i, uint32_t j) {
    if (answers_too_little(a->asker->moved_open, a->asker->moved_safe))
        return false;
    const bool in_a_pass = q->pivot || q->side[0].pins || q->side[1].pins;
    csl_distance d;
    if (!csl_distance_of(a, &q->side[0].node->targets[i], &q->side[1].node->targets[j], in_a_pass,
                         &d))
        return false;
    pair_key key = brief_key(a, q, r, i, j, true);
    if (d.scale && (key.side[0].bytes > d.scale || key.side[1].bytes > d.scale))
        return false; /* they overlap though their indices differ */
    key.moved = d;
    key.side[0].offset = d.rest[0];
    key.side[1].offset = d.rest[1];
    const struct csl_known_pair *k = find_known(a, &key);
    if (k)
        return k->verdict == CSL_SAFE;
    csl_expr *place[2] = {csl_at_distance(a, &d, 0), csl_at_distance(a, &d, 1)};
    bool safe = ask_about(a, &key, r, place) == CSL_SAFE;
    a->asker->brief_safe += safe;
    a->asker->moved_safe += safe;
    a->asker->moved_open += !safe;
    return safe;
}

static bool safe_in_brief(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                          uint32_t i, uint32_t j) {
    if (safe_by_distance(a, q, r, i, j))
        return true;
    if (answers_too_little(a->asker->brief_open, a->asker->brief_safe))
        return false;
    pair_key key = brief_key(a, q, r, i, j, false);
    const struct csl_known_pair *k = find_known(a, &key);
    if (k)
        return k->verdict == CSL_SAFE;
    csl_expr *place[2] = {key.side[0].offset, key.side[1].offset};
    bool safe = ask_about(a, &key, r, place) == CSL_SAFE;
    a->asker->brief_safe += safe;
    a->asker->brief_open += !safe;
    return safe;
}

/* ---- searches though much is open --------------------------------------------------------------
 *
 * A kernel with templates, or with functions that are inlined often, has thousands of pairs of
 * accesses at few pairs of places and in few objects. When so much is open that further questions
 * get short proofs alone, each pair of places and each object is searched for a few times more:
 * what is wrong at the end of a large kernel is seen as well as what is wrong at its beginning. */

struct csl_searched {
    uint64_t key; /* two places, or an object */
    uint32_t searches;
};

enum { SLOTS = 1024 }; /* of a hash table, more than two for each search */

static uint64_t mixed(uint64_t h, uint64_t with) {
    return (h ^ with) * UINT64_C(0x9e3779b97f4a7c15);
}

static struct csl_searched *slot_of(csl_asker *asker, uint64_t key) {
    struct csl_searched *at = asker->searched + (key >> 54);
    while (at->searches > 0 && at->key != key)
        at = at + 1 < asker->searched + SLOTS ? at + 1 : asker->searched;
    at->key = key;
    return at;
}

static struct csl_searched *of_object(csl_asker *asker, const csl_expr *root) {
    return slot_of(asker, mixed(3, root->id));
}

static struct csl_searched *of_places(csl_asker *asker, const csl_pair_query *q,
                                      const csl_expr *root) {
    uint64_t key = mixed(q->pivot ? 2 : 1, root->id);
    for (int s = 0; s < 2; s++) {
        const csl_place *p = q->side[s].node->stmt->place;
        key = mixed(mixed(mixed(key, p->file), p->line), p->col);
    }
    return slot_of(asker, key);
}

static bool may_search_late(csl_analysis *a, const csl_pair_query *q, const csl_expr *root) {
    csl_asker *asker = a->asker;
    if (asker->open < CSL_LIMIT(open_before_proofs) ||
        csl_limit_reached(CSL_LIMIT_late_searches, asker->late_searches))
        return false;
    if (!asker->searched)
        asker->searched = csl_alloc(a->pairs, SLOTS * sizeof *asker->searched);
    return !csl_limit_reached(CSL_LIMIT_late_by_object, of_object(asker, root)->searches) &&
           !csl_limit_reached(CSL_LIMIT_late_by_places, of_places(asker, q, root)->searches);
}

static void count_late_search(csl_analysis *a, const csl_pair_query *q, const csl_expr *root) {
    a->asker->late_searches++;
    of_object(a->asker, root)->searches++;
    of_places(a->asker, q, root)->searches++;
}

/* It depends on more than the key holds. */
static bool is_particular(const csl_analysis *a, const csl_pair_query *q) {
    return q->in_flight || q->fencing || a->families.n ||
           q->side[0].node->stmt->access->is_tensor || q->side[1].node->stmt->access->is_tensor;
}

csl_verdict csl_race_known(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                           uint32_t i, uint32_t j) {
    a->asker->late = false;
    if (is_particular(a, q))
        return CSL_POSSIBLE;
    pair_key key = key_of(a, q, r, i, j);
    const struct csl_known_pair *k = find_known(a, &key);
    if (k)
        return k->verdict;
    a->asker->late = may_search_late(a, q, q->side[0].node->targets[i].root);
    if (!a->asker->late &&
        csl_asks_for_nothing(a, csl_about_root(a, q->side[0].node->targets[i].root)))
        return CSL_UNDECIDED;
    bool safe = safe_in_brief(a, q, r, i, j);
    a->asker->late = a->asker->late && !safe;
    return safe ? CSL_SAFE : CSL_POSSIBLE;
}

void csl_race_learn(csl_analysis *a, const csl_pair_query *q, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_verdict verdict) {
    if (a->asker->late && verdict == CSL_UNDECIDED)
        count_late_search(a, q, q->side[0].node->targets[i].root);
    a->asker->late = false;
    pair_key key = key_of(a, q, r, i, j);
    if (!is_particular(a, q) && !find_known(a, &key))
        learn(a, &key, verdict);
}
