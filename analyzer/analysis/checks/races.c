/* Races: conflicting accesses of two threads in one barrier interval.
 *
 * Each pair the intervals give is asked: can two different threads touch the same bytes? Pairs that
 * one barrier would separate are one finding.
 *
 * Needs: csl_meet() for the scope, csl_find_uniform().
 */
#include "races.h"
#include "../protocols/protocols.h"
#include "../../decide/query/parts.h"
#include "../../limits/limits.h"
#include "../queries/rows/row_layout.h"

#include <string.h>

/* Pairs that only the solver may keep apart wait until all others are known: if the kernel cannot
 * be proved anyway, asking it would be of no use. It answers no more than these in a file. */

typedef struct open_pair {
    const csl_pair_query *pair;
    uint32_t i, j; /* targets of its sides */
} open_pair;

typedef struct finder {
    csl_analysis *a;
    csl_race_groups groups;
    open_pair open[CSL_ROOM_open_pairs];
    uint32_t nopen;
    bool settling;    /* asking of the open pairs, once more */
    uint32_t nsplit;  /* questions asked in parts */
    uint32_t nagreed; /* ... of threads that loaded the same, since the last with a witness */
} finder;

/* The kernel does not tell rows (or planes) apart, but a block may have several. */
static bool rows_do_not_matter(const csl_analysis *a) {
    return !a->shapes.n &&
           ((a->idle[1] && !a->shapes.fixed[1]) || (a->idle[2] && !a->shapes.fixed[2]));
}

/* Such a kernel was written for blocks of one row (or plane). Asks for these; *q becomes that query
 * if there is a witness. */
static csl_answer ask_in_a_row(csl_analysis *a, csl_query *q) {
    csl_shapes *row = CSL_NEW(a->ctx, csl_shapes);
    *row = a->shapes;
    for (int d = 1; d < 3; d++)
        row->fixed[d] = a->idle[d] ? 1 : row->fixed[d];
    csl_query flat = *q;
    flat.shapes = row;
    csl_answer answer = csl_ask(a, &flat, CSL_USE_WITNESS);
    if (answer.verdict == CSL_POSSIBLE)
        *q = flat;
    return answer;
}

/* A pair that is no race, as far as is known. */
static void count(csl_analysis *a, const csl_pair_query *q, csl_concerns about,
                  csl_verdict verdict) {
    csl_count_answer(a, about, verdict);
    if (verdict == CSL_UNDECIDED)
        csl_obstruct_open(a, about, q->side[1].node,
                          "could not decide whether two accesses overlap");
    if (verdict == CSL_SAFE_TRIED)
        csl_obstruct(a, about, q->side[0].node,
                     "free of races for the block shapes tried, not for all");
}

/* Kernels that one block launches run one after the other, and what a kernel does that is launched
 * to run behind this one meets nothing of it. */
static bool run_in_turn(const csl_pair_query *q) {
    const csl_access *x = q->side[0].node->stmt->access, *y = q->side[1].node->stmt->access;
    return (x->launched && y->launched) || x->launched == CSL_LAUNCHED_BEHIND ||
           y->launched == CSL_LAUNCHED_BEHIND;
}

/* One initialises a barrier object, and the other comes behind a barrier of the cluster by which
 * that is known. */
static bool is_known_to_cluster(const csl_analysis *a, const csl_pair_query *q) {
    for (int side = 0; side < 2; side++) {
        const csl_node *init = q->side[side].node, *use = q->side[!side].node;
        for (uint32_t i = init->order;
             i < use->order && init->stmt->access->is_state && init->value && !init->loop; i++)
            if (csl_waits_for_fenced(a, init, a->nodes.v[i]) && csl_comes_too(a->nodes.v[i], use))
                return true;
    }
    return false;
}

/* A copy under way may collide with anything; what comes of it is about copies. */
static csl_concerns about_pair(const csl_analysis *a, const csl_pair_query *q,
                               const csl_target *t) {
    const bool async = q->in_flight || (q->fencing && !csl_is_stale(q));
    if (csl_is_of_launched(q))
        return CSL_ABOUT(GRID);
    return async ? CSL_ABOUT(ASYNC) : csl_about_root(a, t->root);
}

static csl_concerns about_clash(const csl_analysis *a, const csl_clash *c) {
    return about_pair(a, c->pair, c->target);
}

/* Some pair about these concerns was not shown to be safe. */
static bool is_lost(const csl_analysis *a, csl_concerns about) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (about >> c & 1 && (a->asked[c].racing || a->asked[c].undecided))
            return true;
    return false;
}

/* Rows that do not overlap keep the two apart, or that a size is positive: asked where this may
 * lead to a proof, and no one would be told of the race. */
static bool apart_as_a_rule(csl_analysis *a, const csl_clash *c, csl_verdict verdict) {
    const csl_concerns about = about_clash(a, c);
    if (!csl_use_of_proof(a, about) || is_lost(a, about))
        return false;
    const bool rows = csl_may_have_rows(a, c->builder, &c->query);
    if (!rows && verdict != CSL_POSSIBLE)
        return false;
    const csl_open *side = c->pair->side;
    csl_race_kind kind = csl_race_kind_of(side[0].node->stmt->access, side[1].node->stmt->access);
    bool told =
        verdict == CSL_POSSIBLE &&
        csl_rate_race(a, c->builder, c->pair, &c->query, kind, c->target->root).level != CSL_LOW;
    return !told && ((rows && csl_rows_apart(a, c->builder, &c->query)) ||
                     (verdict == CSL_POSSIBLE && csl_apart_if_positive(a, c->builder, &c->query)));
}

/* A race that none of the known facts excludes. */
static void found(finder *f, csl_clash *c) {
    csl_analysis *a = f->a;
    const csl_concerns about = about_clash(a, c);
    if (c->pair->fencing == CSL_MAYBE_FENCED) {
        csl_count_answer(a, about, CSL_UNDECIDED);
        csl_obstruct(
            a, about, c->pair->side[0].node,
            "a copy in bulk reads this, and no fence of the proxy is known to lie between");
        return;
    }
    if (csl_is_order_untold(a, c->pair)) {
        csl_count_answer(a, about, CSL_UNDECIDED);
        csl_obstruct(a, about, c->pair->side[1].node,
                     "operations of the tensor core whose order is not told");
        return;
    }
    if (csl_behind_lock(a, c->pair)) {
        csl_count_answer(a, about, CSL_UNDECIDED);
        csl_obstruct(a, about, c->pair->side[1].node,
                     "lock: accesses guarded by the result of an atomic");
        return;
    }
    if (rows_do_not_matter(a) && !c->only_rows) {
        csl_answer flat = ask_in_a_row(a, &c->query);
        c->only_rows = flat.verdict != CSL_POSSIBLE;
        c->value = c->only_rows ? c->value : flat.value;
    } else
        c->only_rows = false;
    if (csl_add_race(&f->groups, c)) {
        const bool told = csl_warp_stores_same(a, c);
        csl_count_answer(a, about, told ? CSL_SAFE : CSL_POSSIBLE);
        if (told)
            csl_assume_that(a, CSL_ASSUMED_STORES, NULL, c->pair->side[1].node->stmt->place,
                            "a warp that stores one value to one place leaves it there");
    } else {
        csl_count_answer(a, about, CSL_UNDECIDED);
        csl_obstruct(a, about, c->pair->side[1].node, "could not replay how two accesses overlap");
    }
}

/* What use there is of the answer about a pair; `told`: a race would be reported. */
static unsigned use_of(const finder *f, const csl_clash *c, bool told) {
    if (csl_use_of_proof(f->a, about_clash(f->a, c)))
        return CSL_USE_PROOF | (told ? CSL_USE_WITNESS : 0) |
               (f->settling ? CSL_USE_SOLVER : CSL_USE_AGAIN);
    if (!told)
        return CSL_USE_PLACE;
    return csl_rated_low(f->a, c) ? 0 : CSL_USE_WITNESS | CSL_USE_SOLVER;
}

static bool is_open(csl_verdict v) {
    return v == CSL_UNDECIDED || v == CSL_SAFE_TRIED;
}

static void settle(finder *f);

/* Asks about the two threads alone where all the rest only says how a block comes there. That must
 * be possible; where no engine says so, the two are in one place or one behind the other. Then the
 * query of the clash becomes that. */
static bool found_in_part(finder *f, csl_clash *c) {
    csl_analysis *a = f->a;
    csl_query_parts parts;
    if (csl_limit_reached(CSL_LIMIT_split_queries, f->nsplit) ||
        !csl_split_query(&c->query, &parts))
        return false;
    f->nsplit++;
    csl_answer threads = csl_ask(a, &parts.threads, CSL_USE_WITNESS);
    if (threads.verdict != CSL_POSSIBLE)
        return false;
    csl_verdict block = csl_ask(a, &parts.block, 0).verdict;
    if (block != CSL_POSSIBLE && (block != CSL_UNDECIDED || !parts.one_way))
        return false;
    c->query = parts.threads;
    c->value = threads.value;
    c->in_part = true;
    csl_builder_loosen(c->builder, parts.loose, c->query.nvars);
    return true;
}

/* Asks about threads that have loaded the same where a race, or another block, may have come
 * between their loads: until the first race of a run no load was raced. What stands behind a
 * decision by such a load is often found only so. Then the query of the clash becomes that. */
static bool found_if_agreed(finder *f, csl_clash *c) {
    csl_analysis *a = f->a;
    csl_query with;
    const uint32_t *into = csl_if_agreed(c->builder, &c->query, c->query.offset, &with);
    if (!into || !csl_merges(&c->query, into) || csl_rated_low_if_agreed(a, c) ||
        csl_limit_reached(CSL_LIMIT_agreed_queries, f->nagreed))
        return false;
    const uint32_t open = csl_open_questions(a);
    csl_answer answer = csl_ask(a, &with, CSL_USE_WITNESS);
    csl_settle_questions(a, open);
    f->nagreed = answer.verdict == CSL_POSSIBLE ? 0 : f->nagreed + 1;
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    csl_builder_agree(c->builder, &with, into);
    c->query = with;
    c->value = answer.value;
    return true;
}

/* Of so many unknowns that no search comes to the values. */
static bool found_by_repair(csl_analysis *a, csl_clash *c) {
    const csl_answer answer = csl_ask_repair(a, &c->query);
    c->value = answer.value;
    return answer.verdict == CSL_POSSIBLE;
}

static csl_answer ask_first(csl_analysis *a, csl_clash *c, unsigned use) {
    if (c->only_rows)
        return ask_in_a_row(a, &c->query);
    if (use & CSL_USE_PROOF && csl_apart_by_groups(c->builder, &c->query))
        return (csl_answer){.verdict = CSL_SAFE, .by = "groups"};
    return csl_ask(a, &c->query, use);
}

static void ask(finder *f, const csl_pair_query *q, uint32_t i, uint32_t j) {
    csl_analysis *a = f->a;
    const csl_target *t = &q->side[0].node->targets[i];
    const csl_object *object = csl_object_of_root(a, t->root);
    if (t->root != q->side[1].node->targets[j].root || (object && object->kind == CSL_OBJ_LOCAL)) {
        csl_note_pair(a, q, i, j, "another object");
        return; /* `n > 3 ? shared[i] : local`: no thread has another's local objects */
    }
    if (run_in_turn(q)) {
        csl_note_pair(a, q, i, j, "one kernel behind the other");
        return;
    }
    if (is_known_to_cluster(a, q)) {
        csl_note_pair(a, q, i, j, "behind a barrier of the cluster");
        count(a, q, about_pair(a, q, t), CSL_SAFE);
        return;
    }
    const csl_race_group *g = csl_race_group_of(&f->groups, q, t->root);
    if (g && csl_group_is_full(&f->groups, g))
        return;
    csl_clash c = {.pair = q, .relation = csl_relation_of(q), .target = t};
    csl_verdict known = csl_race_known(a, q, &c.relation, i, j);
    if (known != CSL_POSSIBLE) {
        if (known == CSL_SAFE)
            csl_note_pair(a, q, i, j, NULL);
        count(a, q, about_pair(a, q, t), known);
        return;
    }
    if (!csl_race_query(a, q, &c.relation, i, j, &c.query, &c.builder))
        return;
    bool told = !g || (csl_group_is_weak(&f->groups, g) && !csl_rated_low(a, &c));
    c.only_rows = g && g->only_rows; /* one more such race would tell nothing new */
    unsigned use = use_of(f, &c, told);
    const uint32_t open = csl_open_questions(a);
    csl_answer answer = ask_first(a, &c, use);
    if (answer.verdict != CSL_SAFE && apart_as_a_rule(a, &c, answer.verdict)) {
        answer.verdict = CSL_SAFE;
        csl_settle_questions(a, open);
    }
    if (answer.verdict != CSL_SAFE && csl_wait_for_each_other(a, q)) {
        csl_note_pair(a, q, i, j, "one waits for the other");
        count(a, q, about_pair(a, q, t), CSL_SAFE);
        csl_builder_done(c.builder);
        return;
    }
    bool waits = use & CSL_USE_AGAIN && !c.only_rows;
    if (is_open(answer.verdict) && waits) {
        csl_builder_done(c.builder);
        f->open[f->nopen++] = (open_pair){q, i, j};
        if (f->nopen == CSL_ROOM_open_pairs)
            settle(f);
        return;
    }
    if (answer.verdict == CSL_SAFE)
        csl_note_pair(a, q, i, j, NULL);
    csl_race_learn(a, q, &c.relation, i, j, answer.verdict);
    c.value = answer.value;
    if (answer.verdict == CSL_POSSIBLE ||
        (answer.verdict == CSL_UNDECIDED && told && !c.only_rows &&
         (found_if_agreed(f, &c) || found_in_part(f, &c) || found_by_repair(a, &c)))) {
        found(f, &c);
        csl_builder_done(c.builder);
        return;
    }
    csl_builder_done(c.builder);
    count(a, q, about_pair(a, q, t), answer.verdict);
}

/* Asks the solver of the open pairs. */
static void settle(finder *f) {
    f->settling = true;
    for (uint32_t k = 0; k < f->nopen; k++)
        ask(f, f->open[k].pair, f->open[k].i, f->open[k].j);
    f->settling = false;
    f->nopen = 0;
}

typedef struct keyed_pair {
    uint64_t key;
    csl_pair_query *pair;
} keyed_pair;

/* By the later access, then the earlier: the first pair of a group is the tightest. */
static void sort_pairs(csl_analysis *a, csl_met *met) {
    keyed_pair *v = csl_alloc(a->pairs, met->n * sizeof *v + 1);
    for (uint32_t i = 0; i < met->n; i++) {
        const csl_open *side = met->v[i]->side;
        uint64_t later = side[1].node->order, earlier = UINT32_MAX - side[0].node->order;
        v[i] = (keyed_pair){later << 32 | earlier, met->v[i]};
    }
    for (uint32_t gap = met->n / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < met->n; i++) {
            keyed_pair q = v[i];
            uint32_t j = i;
            for (; j >= gap && v[j - gap].key > q.key; j -= gap)
                v[j] = v[j - gap];
            v[j] = q;
        }
    for (uint32_t i = 0; i < met->n; i++)
        met->v[i] = v[i].pair;
}

static void ask_all(finder *f, csl_met met) {
    if (met.cut)
        csl_obstruct(f->a, CSL_ABOUT_ALL, NULL,
                     "too large: its accesses meet in more pairs than are compared");
    sort_pairs(f->a, &met);
    for (uint32_t p = 0; p < met.n; p++) {
        const csl_pair_query *q = met.v[p];
        for (uint32_t i = 0; i < q->side[0].node->ntargets; i++)
            for (uint32_t j = 0; j < q->side[1].node->ntargets; j++)
                ask(f, q, i, j);
    }
    settle(f);
}

void csl_find_races(csl_analysis *a) {
    finder f = {.a = a, .groups = {.a = a}};
    csl_met in_block = {.n = a->met.n,
                        .cut = a->met.cut,
                        .v = csl_alloc(a->pairs, a->met.n * sizeof *a->met.v + 1)};
    if (a->met.n)
        memcpy(in_block.v, a->met.v, a->met.n * sizeof *a->met.v);
    ask_all(&f, in_block);
    ask_all(&f, csl_meet(a, CSL_SCOPE_WARP, NULL));
    ask_all(&f, csl_meet_copies(a));
    ask_all(&f, csl_meet_unfenced(a));
    ask_all(&f, csl_meet_unfenced_in_tensor_memory(a));
    csl_find_abandoned(a); /* last: it takes nothing from the budget of the others */
}
