/* Asking the decider: once for equal questions, and with smaller budgets the more stay open.
 *
 * Unrolled code asks the same question hundreds of times. And a kernel of which hundreds of
 * questions could not be answered is not going to be proved; what is left to find are races, which
 * a short search finds if it finds them at all. Limits are counts, so answers do not depend on
 * time.
 */
#include "asker.h"
#include "../../decide/search/search.h"
#include "../../limits/limits.h"

#include <string.h>

#define BUCKETS 4096
#define BRIEFLY 64 /* a use: short proofs alone */

/* Kernels of a file are much alike, instances of a template above all: answers serve all of them.
 */
typedef struct asked {
    struct asked *next;
    csl_query query;
    unsigned use;
    csl_answer answer;
    const csl_analysis *by; /* the last kernel that asked */
    bool short_search;      /* that one was cut short */
} asked;

static asked **bucket_of(csl_analysis *a, const csl_query *q) {
    void **known = csl_ctx_known(a->ctx);
    if (!*known)
        *known = csl_alloc(a->ctx, BUCKETS * sizeof(asked *));
    uint64_t h = q->pair;
    for (int s = 0; s < 2; s++)
        h = (h * 31 + q->guard[s]->id) * 31 + (q->offset[s] ? q->offset[s]->id : 0);
    return (asked **)*known + (h * 31 + q->fact->id) % BUCKETS;
}

csl_asker *csl_asker_new(csl_ctx *ctx, csl_decider *d) {
    csl_asker *asker = CSL_NEW(ctx, csl_asker);
    asker->decider = d;
    return asker;
}

void csl_ask_afresh(csl_analysis *a) {
    a->asker->open = a->asker->queries = 0;
}

/* What is said of accesses holds only if the barriers between them are reached. */
unsigned csl_use_of_proof(const csl_analysis *a, csl_concerns about) {
    const csl_concerns lost = a->obstructed | a->racing;
    const bool rests = about & (CSL_ABOUT(SHARED) | CSL_ABOUT(GLOBAL) | CSL_ABOUT(ASYNC));
    return lost & about || (rests && lost & CSL_ABOUT(BARRIERS)) ? 0 : CSL_USE_PROOF;
}

bool csl_asks_for_nothing(const csl_analysis *a, csl_concerns about) {
    return (csl_limit_reached(CSL_LIMIT_open_before_proofs, a->asker->open) ||
            csl_limit_reached(CSL_LIMIT_queries, a->asker->queries)) &&
           !csl_use_of_proof(a, about);
}

bool csl_asks_thoroughly(const csl_analysis *a) {
    return a->asker->open < CSL_LIMIT(open_before_short) &&
           a->asker->queries < CSL_LIMIT(thorough_queries);
}

static csl_answer decide(csl_analysis *a, const csl_query *q, unsigned use) {
    if (csl_limit_reached(CSL_LIMIT_queries, a->asker->queries))
        return (csl_answer){.verdict = CSL_UNDECIDED, .by = "query limit"};
    a->asker->queries++;
    csl_effort effort = {
        .prove = use & CSL_USE_PROOF,
        .first_witness = !(use & CSL_USE_WITNESS),
        .all_shapes = use & CSL_USE_AGAIN,
        .solver = use & CSL_USE_SOLVER,
        .rough = use & CSL_USE_RATING,
        .search = CSL_LIMIT(search),
    };
    if (!csl_asks_thoroughly(a)) {
        effort.prove = false;
        csl_limit_hit(a->asker->open < CSL_LIMIT(open_before_short) ? CSL_LIMIT_thorough_queries
                                                                    : CSL_LIMIT_open_before_short);
        bool proofs =
            csl_limit_reached(CSL_LIMIT_open_before_proofs, a->asker->open) && !a->asker->late;
        effort.search = proofs ? 0 : CSL_LIMIT(short_search);
    }
    if (use & CSL_USE_PLACE && effort.search > CSL_LIMIT(short_search))
        effort.search = CSL_LIMIT(short_search);
    csl_answer answer = csl_decide_within(a->asker->decider, q, &effort);
    bool to_find = !effort.prove && effort.search > 0 && !(use & CSL_USE_PLACE);
    if (answer.verdict != CSL_UNDECIDED || !to_find ||
        csl_limit_reached(CSL_LIMIT_first_passes, a->asker->first_passes))
        return answer;
    answer = csl_ask_first_pass(a, q, &effort);
    a->asker->first_passes = answer.verdict == CSL_POSSIBLE ? 0 : a->asker->first_passes + 1;
    return answer;
}

/* One more search where all engines gave up and a witness would be reported. */
static csl_answer search_on(csl_analysis *a, const csl_query *q, unsigned use, csl_answer open) {
    if (open.verdict != CSL_UNDECIDED || !(use & CSL_USE_WITNESS))
        return open;
    csl_answer answer = csl_ask_two_groups(a, q);
    const csl_effort effort = {.search = CSL_LIMIT(first_passes_search)};
    if (answer.verdict != CSL_POSSIBLE)
        answer = csl_ask_first_pass(a, q, &effort);
    if (answer.verdict != CSL_POSSIBLE)
        answer = csl_ask_even_sizes(a, q);
    if (answer.verdict == CSL_POSSIBLE ||
        csl_limit_reached(CSL_LIMIT_long_searches_in_a_row, a->asker->long_searches))
        return answer.verdict == CSL_POSSIBLE ? answer : open;
    answer = csl_decide_search(a->asker->decider, q);
    a->asker->long_searches = answer.verdict == CSL_UNDECIDED ? a->asker->long_searches + 1 : 0;
    return answer.verdict == CSL_UNDECIDED ? open : answer;
}

/* Would asking again, for this use, give the same? */
static bool good_for(const csl_analysis *a, const asked *k, unsigned use) {
    unsigned more = use & ~k->use;
    const bool safe = csl_is_safe(k->answer.verdict);
    if (safe && k->use & ~use & CSL_USE_RATING)
        return false;
    if (use & BRIEFLY)
        return true;
    bool gave_up =
        k->use & BRIEFLY || k->use & ~use & CSL_USE_PLACE || (k->short_search && k->by != a);
    bool shapes_left = k->use & CSL_USE_AGAIN && !(use & CSL_USE_AGAIN) && use & CSL_USE_PROOF;
    if (k->answer.verdict == CSL_UNDECIDED)
        return !gave_up && !shapes_left &&
               !(more & (CSL_USE_PROOF | CSL_USE_SOLVER | CSL_USE_WITNESS));
    if (k->answer.verdict == CSL_SAFE_TRIED)
        return !(more & CSL_USE_SOLVER);
    return k->answer.verdict != CSL_POSSIBLE || !(more & CSL_USE_WITNESS);
}

static void dump(FILE *out, const csl_query *q, const csl_answer *r) {
    static const char *const words[] = {"safe", "safe for the shapes tried", "possible",
                                        "undecided"};
    csl_print_query(out, q);
    fprintf(out, "; %s (%s)\n", words[r->verdict], r->by ? r->by : "-");
}

/* A copy that outlives the caller's: shapes and variables are often on its stack. */
static csl_query kept(csl_analysis *a, const csl_query *q) {
    csl_query copy = *q;
    csl_shapes *shapes = CSL_NEW(a->ctx, csl_shapes);
    csl_dvar *vars = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *vars);
    *shapes = *q->shapes;
    if (shapes->n && shapes->shape != a->shapes.shape) {
        uint32_t(*list)[3] = csl_alloc(a->ctx, shapes->n * sizeof *list);
        memcpy(list, shapes->shape, shapes->n * sizeof *list);
        shapes->shape = (const uint32_t(*)[3])list;
    }
    if (q->nvars)
        memcpy(vars, q->vars, q->nvars * sizeof *vars);
    copy.shapes = shapes;
    copy.vars = vars;
    return copy;
}

static bool contradicts_itself(csl_analysis *a, const csl_query *q) {
    return csl_is_false(csl_and(a->ctx, q->fact, csl_and(a->ctx, q->guard[0], q->guard[1])));
}

static asked *find_asked(csl_analysis *a, const csl_query *q, unsigned use) {
    asked *k = *bucket_of(a, q);
    while (k && !(good_for(a, k, use) && csl_same_query(&k->query, q)))
        k = k->next;
    return k;
}

const int64_t *csl_known_witness(csl_analysis *a, const csl_query *q) {
    const asked *k = *bucket_of(a, q);
    while (k && !(k->answer.verdict == CSL_POSSIBLE && csl_same_query(&k->query, q)))
        k = k->next;
    return k ? k->answer.value : NULL;
}

static void remember(csl_analysis *a, const csl_query *q, unsigned use, csl_answer answer,
                     bool short_search) {
    asked **bucket = bucket_of(a, q), *k = CSL_NEW(a->ctx, asked);
    *k = (asked){*bucket, kept(a, q), use, answer, a, short_search};
    *bucket = k;
    if (a->options->dump_queries && !(use & BRIEFLY && answer.verdict != CSL_SAFE))
        dump(a->options->dump_queries, q, &answer);
}

/* What another kernel asked counts as asked by this one, too. */
static csl_answer recall(csl_analysis *a, asked *k) {
    if (k->by != a) {
        k->by = a;
        a->asker->queries++;
        a->asker->open += k->answer.verdict == CSL_UNDECIDED;
        if (a->options->dump_queries)
            dump(a->options->dump_queries, &k->query, &k->answer);
    }
    return k->answer;
}

/* What all other engines left open. */
static csl_answer solve(csl_analysis *a, const csl_query *q, unsigned use, asked *before) {
    recall(a, before);
    const csl_effort effort = {.prove = use & CSL_USE_PROOF,
                               .first_witness = !(use & CSL_USE_WITNESS),
                               .all_shapes =
                                   !(before->use & CSL_USE_AGAIN) || !csl_asks_thoroughly(a)};
    csl_answer answer = csl_decide_open(a->asker->decider, q, &effort);
    return answer.verdict == CSL_UNDECIDED ? search_on(a, q, use, before->answer) : answer;
}

/* What a proof takes for granted is part of the result. */
static csl_answer told(csl_analysis *a, csl_answer answer) {
    if (answer.assumes && csl_is_safe(answer.verdict))
        csl_assume_of_numbers(a, CSL_WHOLE_INDEX);
    return answer;
}

/* The names of at most so many limits that were hit since then, those of the table's beginning
 * first; NULL: none. */
static const char *limits_since(csl_analysis *a, uint64_t moment) {
    enum { MOST_NAMED = 3 };
    const char *names = NULL;
    for (unsigned i = 0, n = 0; i < CSL_NLIMITS && n < MOST_NAMED; i++) {
        if (!csl_limit_hit_since((csl_limit)i, moment))
            continue;
        const char *name = csl_limit_name((csl_limit)i);
        names = names ? csl_format(a->ctx, "%s, %s", names, name) : name;
        n++;
    }
    return names;
}

static csl_answer answered(csl_analysis *a, csl_answer answer) {
    if (answer.verdict == CSL_UNDECIDED)
        a->asker->limits = answer.limits;
    return answer;
}

uint32_t csl_open_questions(const csl_analysis *a) {
    return a->asker->open;
}

void csl_settle_questions(csl_analysis *a, uint32_t open) {
    a->asker->open = open;
}

void csl_obstruct_open(csl_analysis *a, csl_concerns about, csl_node *node, const char *why) {
    const char *limits = a->asker->limits;
    csl_obstruct(a, about, node, limits ? csl_format(a->ctx, "%s (limit: %s)", why, limits) : why);
}

static csl_answer ask_once(csl_analysis *a, const csl_query *q, unsigned use) {
    if (contradicts_itself(a, q))
        return (csl_answer){.verdict = CSL_SAFE, .by = "contradiction"};
    asked *k = find_asked(a, q, use);
    if (k)
        return answered(a, recall(a, k));
    bool short_search = !csl_asks_thoroughly(a);
    uint64_t moment = csl_limits_now();
    k = use & CSL_USE_SOLVER ? find_asked(a, q, (use & ~CSL_USE_SOLVER) | CSL_USE_AGAIN) : NULL;
    csl_answer answer = k ? solve(a, q, use, k) : decide(a, q, use);
    if (!k && !(use & CSL_USE_AGAIN))
        answer = search_on(a, q, use, answer);
    if (answer.verdict == CSL_UNDECIDED)
        answer.limits = limits_since(a, moment);
    remember(a, q, use, answer, short_search);
    a->asker->open += !k && answer.verdict == CSL_UNDECIDED;
    return answered(a, answer);
}

static csl_answer ask(csl_analysis *a, const csl_query *q, unsigned use) {
    const csl_answer answer = ask_once(a, q, use);
    if (answer.verdict == CSL_SAFE && !(use & CSL_USE_RATING))
        csl_note_safe(a, q);
    return answer;
}

enum { MOST_BLOCKS = 1 << 21 };

/* As a mask of the lowest bits it leaves the numbers of a small grid what they are. */
static bool has_large_number(void *user, csl_expr *part) {
    (void)user;
    for (uint32_t i = 0; i < part->nkids; i++) {
        const csl_expr *kid = part->kids[i];
        if (kid->op != CSL_OP_CONST || kid->value < MOST_BLOCKS || kid->value == INT32_MAX ||
            kid->value == UINT32_MAX)
            continue;
        if (part->op != CSL_OP_BAND || (kid->value & (kid->value + 1)) != 0)
            return true;
    }
    return false;
}

/* A number stands in the query that only a large grid reaches: the program may tell its blocks from
 * others, as `if (blockIdx.x > 4000000)` does. */
static bool names_large_numbers(const csl_query *q) {
    return csl_query_has(q, has_large_number, NULL);
}

/* The query for grids of at most so many blocks in x: their threads have numbers of 31 bits. False
 * if that is nothing new, or the witness is in one of those. */
static bool in_small_grid(csl_analysis *a, const csl_query *q, const csl_answer *r, csl_query *to) {
    bool any = false, large = r->verdict == CSL_UNDECIDED;
    csl_dvar *vars = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *vars);
    for (uint32_t i = 0; i < q->nvars; i++) {
        vars[i] = q->vars[i];
        const csl_role role = vars[i].role;
        const csl_wide most = role == CSL_ROLE_BID ? MOST_BLOCKS - 1 : MOST_BLOCKS;
        if ((role != CSL_ROLE_BID && role != CSL_ROLE_GDIM) || vars[i].hi <= most ||
            vars[i].lo > most)
            continue;
        vars[i].hi = most;
        any = true;
        large |= r->verdict == CSL_POSSIBLE && r->value && r->value[i] > most;
    }
    *to = *q;
    to->vars = vars;
    return any && large && !names_large_numbers(q);
}

/* No thread of a smaller grid gets to one of the accesses: that no other does is all that would be
 * shown. What each of the two needs is asked alone, since one thread may be all that comes. */
static bool only_in_large_grids(csl_analysis *a, const csl_query *small, unsigned use) {
    bool only = false;
    for (int s = 0; s < 2 && small->offset[0] && !only; s++) {
        csl_query reached = *small;
        reached.offset[0] = reached.offset[1] = NULL;
        reached.guard[!s] = csl_true(a->ctx);
        only = csl_is_safe(ask(a, &reached, use).verdict);
    }
    return only;
}

/* A grid that is larger than any in use counts only if nothing can be said otherwise. */
static csl_answer ask_of_grids(csl_analysis *a, const csl_query *q, unsigned use) {
    csl_query small;
    const csl_answer all = ask(a, q, use);
    if ((all.verdict != CSL_UNDECIDED && all.verdict != CSL_POSSIBLE) ||
        !in_small_grid(a, q, &all, &small))
        return all;
    const uint32_t open = a->asker->open - (all.verdict == CSL_UNDECIDED && a->asker->open > 0);
    const csl_answer again = ask(a, &small, use);
    if (csl_is_safe(again.verdict) && only_in_large_grids(a, &small, use))
        return all;
    if (again.verdict != CSL_UNDECIDED)
        a->asker->open = open;
    const bool safe = csl_is_safe(again.verdict);
    if (safe && !(use & CSL_USE_RATING))
        csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL, "gridDim.x is at most 2097152");
    return again.verdict == CSL_UNDECIDED ? all : again;
}

csl_expr *csl_contradicted(const csl_query *q, const int64_t *value) {
    for (uint32_t i = 0; i < q->nsteady; i++)
        if (!csl_query_eval(q, q->steady[i], value))
            return q->steady[i];
    return NULL;
}

csl_answer csl_ask(csl_analysis *a, const csl_query *q, unsigned use) {
    csl_query with = *q;
    for (unsigned round = 0;; round++) {
        csl_answer answer = ask_of_grids(a, &with, use);
        csl_expr *fact = answer.verdict == CSL_POSSIBLE ? csl_contradicted(q, answer.value) : NULL;
        if (!fact)
            return told(a, answer);
        if (csl_limit_reached(CSL_LIMIT_same_place_rounds, round))
            return answered(a, (csl_answer){.verdict = CSL_UNDECIDED,
                                            .by = "loads of one place",
                                            .limits = csl_limit_name(CSL_LIMIT_same_place_rounds)});
        with.fact = csl_and(a->ctx, with.fact, fact);
    }
}

csl_answer csl_ask_repair(csl_analysis *a, const csl_query *q) {
    const csl_answer none = {.verdict = CSL_UNDECIDED, .by = "repair"};
    csl_query with = *q;
    for (unsigned round = 0; !csl_limit_reached(CSL_LIMIT_same_place_rounds, round); round++) {
        if (csl_limit_reached(CSL_LIMIT_repairs, a->asker->repairs))
            return none;
        const csl_answer answer = csl_search_repair(&with, CSL_LIMIT(repair));
        const bool found = answer.verdict == CSL_POSSIBLE;
        csl_expr *fact = found ? csl_contradicted(q, answer.value) : NULL;
        a->asker->repairs = found && !fact ? 0 : a->asker->repairs + 1;
        if (!fact)
            return answer;
        with.fact = csl_and(a->ctx, with.fact, fact);
    }
    return none;
}

static csl_verdict ask_briefly(csl_analysis *a, const csl_query *q, bool list) {
    if (contradicts_itself(a, q))
        return CSL_SAFE;
    asked *k = find_asked(a, q, BRIEFLY);
    if (k)
        return k->answer.verdict == CSL_SAFE ? told(a, recall(a, k)).verdict : CSL_UNDECIDED;
    csl_effort effort = {.prove = false, .list = list};
    csl_answer answer = csl_decide_within(a->asker->decider, q, &effort);
    if (answer.verdict != CSL_SAFE) /* a witness of a part of the conditions */
        answer.verdict = CSL_UNDECIDED;
    remember(a, q, BRIEFLY, answer, false);
    a->asker->queries += answer.verdict == CSL_SAFE;
    return told(a, answer).verdict;
}

csl_verdict csl_ask_briefly(csl_analysis *a, const csl_query *q, bool list) {
    const csl_verdict verdict = ask_briefly(a, q, list);
    if (verdict == CSL_SAFE)
        csl_note_safe(a, q);
    return verdict;
}
