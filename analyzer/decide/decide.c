/* The order of the engines, cheapest first:
 *
 *   1. trivial      ranges alone contradict the conditions, or the block has one thread
 *   2. tactics        short proofs (prove.h); microseconds
 *   3. samples      a witness among small blocks and values; also of those that facts define
 *   4. everything   if that is little; also of a query with fewer conditions
 *   5. case split   the tactics again, in each case of a small unknown
 *   6. Z3           bit-vectors, limited by count
 *   7. shape by shape, for shapes people launch: safe for those that were tried
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decide.h"
#include "prove/prove.h"
#include "search/search.h"
#include "z3/solver.h"
#include "../limits/limits.h"

struct csl_decider {
    csl_decide_options options;
    csl_decider_state now;
    uint32_t calls_left; /* of options.solver_calls */
    uint32_t unanswered; /* solver calls since its last answer */
    bool shapes_useless; /* trying block shapes was no proof of what the solver had left open */
    csl_solver *solver;
    csl_pool kept_in; /* the last query asked and its tape, which serve what is asked of it next */
    csl_query kept;
    const csl_tape *tape; /* NULL: none yet */
};

csl_decide_options csl_decide_defaults(void) {
    return (csl_decide_options){
        .enumerate_budget = CSL_LIMIT(enumeration),
        .long_search = CSL_LIMIT(long_search),
        .long_searches = CSL_LIMIT(long_searches),
        .solver_calls = CSL_LIMIT(solver_calls),
        .solver_rlimit = CSL_LIMIT(solver_check),
        .solver_work = CSL_LIMIT(solver_work),
        .solver_total = CSL_LIMIT(solver_total),
    };
}

csl_decider *csl_decider_new(csl_decide_options options) {
    csl_decider *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->options = options;
    d->calls_left = options.solver_calls;
    d->now.searches_left = options.long_searches;
    d->solver = csl_solver_new(options.solver_work, options.solver_total);
    return d;
}

void csl_decider_free(csl_decider *d) {
    if (d) {
        csl_solver_free(d->solver);
        csl_pool_free(&d->kept_in);
    }
    free(d);
}

void csl_decider_begin(csl_decider *d) {
    d->calls_left = d->options.solver_calls;
    d->unanswered = 0;
    csl_solver_begin(d->solver, d->options.solver_work);
}

/* The tape of the query, which is kept until another query comes, with all that the query points to
 * but its terms. */
static const csl_tape *tape_of(csl_decider *d, const csl_query *q) {
    if (d->tape && csl_same_query(&d->kept, q))
        return d->tape;
    csl_pool_free(&d->kept_in);
    csl_dvar *vars = CSL_POOL_ROOM(&d->kept_in, csl_dvar, q->nvars);
    csl_shapes *shapes = CSL_POOL_ROOM(&d->kept_in, csl_shapes, 1);
    if (q->nvars)
        memcpy(vars, q->vars, q->nvars * sizeof *vars);
    *shapes = *q->shapes;
    uint32_t(*shape)[3] = csl_pool_room(&d->kept_in, shapes->n * sizeof *shape);
    if (shapes->n)
        memcpy(shape, shapes->shape, shapes->n * sizeof *shape);
    shapes->shape = (const uint32_t(*)[3])shape;
    d->kept = *q;
    d->kept.vars = vars;
    d->kept.shapes = shapes;
    return d->tape = csl_tape_new(&d->kept_in, &d->kept, true);
}

csl_decider_state csl_decider_now(const csl_decider *d) {
    return d->now;
}

void csl_decider_resume(csl_decider *d, csl_decider_state state) {
    d->now.searches_left = state.searches_left;
    d->now.witnesses_in_a_row = state.witnesses_in_a_row;
}

static csl_answer undecided(const char *by) {
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = by};
}

static csl_answer by_tactics(csl_pool *pool, const csl_tape *t, unsigned steps, bool split) {
    if (csl_trivially_safe(t))
        return (csl_answer){.verdict = CSL_SAFE, .by = "trivial"};
    const char *tactic = csl_tactics_prove(pool, t, steps);
    if (!tactic && split && csl_cases_prove(pool, t))
        tactic = "cases";
    return tactic ? (csl_answer){.verdict = CSL_SAFE, .by = tactic} : undecided("rules");
}

csl_answer csl_decide_tactics(const csl_query *q) {
    csl_pool pool = {0};
    csl_answer a = by_tactics(&pool, csl_tape_new(&pool, q, true), CSL_LIMIT(proof_steps), true);
    csl_pool_free(&pool);
    return a;
}

csl_answer csl_decide_enumerate(const csl_query *q, uint64_t budget) {
    csl_pool pool = {0};
    csl_tape *t = csl_tape_new(&pool, q, true);
    csl_answer a = {.verdict = CSL_SAFE, .by = "trivial"};
    if (csl_limit_exceeded(CSL_LIMIT_query_size, t->n)) {
        a = undecided("size");
    } else if (!csl_trivially_safe(t)) {
        a = csl_enumerate_samples(&pool, t, NULL, budget, false);
        if (a.verdict == CSL_UNDECIDED)
            a = csl_enumerate_relaxed(&pool, t, budget, false);
        if (a.verdict == CSL_UNDECIDED)
            a = csl_enumerate_all(&pool, t, budget, false);
    }
    csl_pool_free(&pool);
    return a;
}

static csl_answer ask_z3(csl_decider *d, csl_pool *pool, const csl_query *q,
                         const csl_effort *effort) {
    if (d->calls_left == 0 || csl_solver_work_left(d->solver) == 0) {
        csl_limit_hit(d->calls_left == 0                      ? CSL_LIMIT_solver_calls
                      : csl_solver_total_left(d->solver) == 0 ? CSL_LIMIT_solver_total
                                                              : CSL_LIMIT_solver_work);
        return undecided("z3");
    }
    d->calls_left--;
    uint32_t limit = d->options.solver_rlimit;
    csl_answer a = csl_solver_decide(d->solver, q, effort->prove ? limit : limit / 2);
    if (a.verdict == CSL_POSSIBLE && !effort->first_witness)
        csl_make_readable(pool, q, a.value);
    return a;
}

csl_answer csl_decide_z3(csl_decider *d, const csl_query *q) {
    csl_pool pool = {0};
    const csl_effort all = {.prove = true};
    csl_answer a = ask_z3(d, &pool, q, &all);
    csl_pool_free(&pool);
    return a;
}

/* Debugging: what the tactics call safe must not be satisfiable. */
static void reprove(csl_decider *d, const csl_query *q, csl_answer a) {
    if (a.verdict == CSL_SAFE &&
        csl_solver_decide(d->solver, q, d->options.solver_rlimit).verdict == CSL_POSSIBLE) {
        fprintf(stderr, "cudasynclint: internal error: tactic %s calls this safe, Z3 does not\n",
                a.by);
        csl_print_query(stderr, q);
        abort();
    }
}

/* A block dimension that is not known takes part in something nonlinear: nothing Z3 would finish.
 */
static bool nonlinear_shape(const csl_tape *t) {
    bool *symbolic = calloc(t->n + 1, sizeof *symbolic);
    bool found = false;
    for (uint32_t i = 0; symbolic && i < t->n; i++) {
        const csl_term *node = &t->node[i];
        csl_op op = (csl_op)node->e->op;
        bool varies = node->range.lo != node->range.hi;
        symbolic[i] = varies && op == CSL_OP_SYM && node->e->index >= CSL_DV_BDIM &&
                      node->e->index < CSL_DV_FREE;
        bool both_vary = node->e->nkids == 2;
        for (unsigned k = 0; k < node->e->nkids; k++) {
            csl_range r = csl_kid_range(t, i, k);
            symbolic[i] |= varies && symbolic[node->kid[k]];
            both_vary = both_vary && r.lo != r.hi;
        }
        found |=
            symbolic[i] && both_vary && (op == CSL_OP_MUL || op == CSL_OP_DIV || op == CSL_OP_REM);
    }
    free(symbolic);
    return found;
}

/* Z3, unless its last calls were of no use. */
static csl_answer by_solver(csl_decider *d, csl_pool *pool, const csl_tape *t,
                            const csl_effort *effort) {
    d->now.open++;
    if (csl_limit_reached(CSL_LIMIT_solver_failures, d->unanswered) || nonlinear_shape(t))
        return undecided("z3");
    csl_answer a = ask_z3(d, pool, t->q, effort);
    d->unanswered = a.verdict == CSL_UNDECIDED ? d->unanswered + 1 : 0;
    return a;
}

/* Of few values all are tried sooner than anything is proved. */
static csl_answer by_few(csl_pool *pool, const csl_tape *t) {
    csl_answer a = csl_enumerate_all(pool, t, CSL_LIMIT(few_values), true);
    if (a.verdict == CSL_UNDECIDED)
        a = csl_enumerate_relaxed(pool, t, CSL_LIMIT(few_values), true);
    return a.verdict == CSL_SAFE ? a : undecided("enumeration");
}

/* The engines that take long. */
static csl_answer prove_whole(csl_decider *d, csl_pool *pool, const csl_tape *t) {
    csl_answer a = csl_enumerate_relaxed(pool, t, d->options.enumerate_budget, false);
    if (a.verdict == CSL_UNDECIDED)
        a = csl_enumerate_all(pool, t, d->options.enumerate_budget, false);
    if (a.verdict == CSL_UNDECIDED && csl_cases_prove(pool, t))
        a = (csl_answer){.verdict = CSL_SAFE, .by = "cases"};
    return a;
}

/* As many as make a difference are counted. */
static void note_witness(csl_decider *d, bool any) {
    uint32_t *in_a_row = &d->now.witnesses_in_a_row;
    *in_a_row = any ? *in_a_row + (*in_a_row < CSL_LIMIT(witnesses_in_a_row)) : 0;
}

/* All engines on one query, in order. */
static csl_answer decide_whole(csl_decider *d, const csl_tape *t, const csl_effort *effort) {
    csl_pool pool = {0};
    csl_answer a = undecided("size");
    if (!csl_limit_exceeded(CSL_LIMIT_query_size, t->n)) {
        bool to_find = !effort->prove && effort->search > 0;
        /* the queries about one race are much alike */
        bool search_first = to_find && d->now.witnesses_in_a_row >= CSL_LIMIT(witnesses_in_a_row) &&
                            !csl_trivially_safe(t);
        if (search_first)
            a = csl_enumerate_samples(&pool, t, NULL, effort->search, effort->first_witness);
        if (a.verdict == CSL_UNDECIDED && !csl_trivially_safe(t))
            a = by_few(&pool, t);
        if (a.verdict == CSL_UNDECIDED)
            a = by_tactics(&pool, t,
                           effort->prove ? CSL_LIMIT(proof_steps) : CSL_LIMIT(first_proof_steps),
                           false);
        if (a.verdict == CSL_UNDECIDED) { /* a little of what comes below, if it is that cheap */
            a = csl_enumerate_relaxed(&pool, t,
                                      d->options.enumerate_budget / (effort->list ? 1 : 5), false);
        }
        if (a.verdict == CSL_UNDECIDED && effort->list)
            a = csl_enumerate_all(&pool, t, d->options.enumerate_budget, false);
        if (a.verdict == CSL_UNDECIDED && effort->search > 0 && !search_first)
            a = csl_enumerate_samples(&pool, t, NULL, effort->search, effort->first_witness);
        if (a.verdict == CSL_UNDECIDED && effort->search > 0)
            a = csl_enumerate_defined(&pool, t->q, effort->search, effort->first_witness);
        if (to_find)
            note_witness(d, a.verdict == CSL_POSSIBLE);
        if (a.verdict == CSL_UNDECIDED && effort->prove)
            a = prove_whole(d, &pool, t);
        if (a.verdict == CSL_UNDECIDED && effort->solver && (effort->prove || effort->search > 0))
            a = by_solver(d, &pool, t, effort);
        if (a.verdict == CSL_SAFE && d->options.reprove)
            reprove(d, t->q, a);
    }
    csl_pool_free(&pool);
    return a;
}

/* What is left open, one block shape after the other: the given ones, or some people launch. */
static csl_answer decide_by_shapes(csl_decider *d, const csl_query *q, const csl_effort *effort,
                                   csl_answer open) {
    uint32_t shape[CSL_ROOM_shapes_tried][3];
    bool complete;
    uint32_t n = csl_shapes_to_try(q->shapes, shape, &complete);
    if (!effort->prove || q->shapes->n == 1 || (effort->all_shapes && !complete))
        return open;
    if (!complete && n > CSL_ROOM_shapes_proved)
        n = CSL_ROOM_shapes_proved;
    const csl_effort no_search = {.prove = true, .solver = effort->solver};
    csl_answer a = undecided("shapes");
    for (uint32_t i = 0; i < n; i++) {
        csl_shapes one = {.shape = (const uint32_t(*)[3]) & shape[i], .n = 1};
        csl_query single = *q;
        single.shapes = &one;
        csl_pool pool = {0};
        a = decide_whole(d, csl_tape_new(&pool, &single, true), &no_search);
        csl_pool_free(&pool);
        if (a.verdict != CSL_SAFE)
            return a;
    }
    if (!complete)
        csl_limit_hit(CSL_LIMIT_shapes_proved);
    if (n > 0)
        a = (csl_answer){.verdict = complete ? CSL_SAFE : CSL_SAFE_TRIED, .by = "shapes"};
    return a;
}

static csl_answer decide_shapes_too(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    csl_answer a = decide_whole(d, tape_of(d, q), effort);
    return a.verdict == CSL_UNDECIDED ? decide_by_shapes(d, q, effort, a) : a;
}

static bool is_safe(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    const csl_verdict v = decide_shapes_too(d, q, effort).verdict;
    return csl_is_safe(v);
}

/* The program chooses some of the numbers; a grid alone is never as large as its type allows. */
static bool has_values(const csl_query *q) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (q->vars[i].role == CSL_ROLE_PARAM || q->vars[i].role == CSL_ROLE_DATA)
            return true;
    return false;
}

/* That indices do not wrap is no premise where no thread comes to an index that does not, as in
 * `if ((int)n < 0) s[n + 3] = t`, nor where one side of a condition is left without it, as of
 * `n + 127 >= 100`: the program tells values from others that the premise leaves out. */
static bool only_where_it_wraps(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    csl_query reached = *q;
    if (q->offset[0]) {
        reached.bytes[0] = reached.bytes[1] = INT32_MAX; /* they touch wherever they are */
        return is_safe(d, &reached, effort);
    }
    for (int s = 0; s < 2 && has_values(q); s++) {
        reached = *q;
        reached.guard[s] = csl_true(q->ctx);
        if (is_safe(d, &reached, effort))
            return true;
    }
    return false;
}

static bool wraps_for_values(csl_decider *d, const csl_query *q, uint32_t from, uint32_t *tried);

/* Of the query with a number or a range in place of the variable. What wraps there has wrapped in
 * the number that takes the place of a term. */
static bool wraps_with(csl_decider *d, csl_query *with, uint32_t var, uint32_t *tried) {
    const csl_effort proof = {.prove = true};
    if (csl_limit_reached(CSL_LIMIT_given_trials, (*tried)++) || !is_safe(d, with, &proof))
        return true;
    with->wraps = true;
    if (is_safe(d, with, &proof))
        return false;
    with->wraps = false;
    return wraps_for_values(d, with, var + 1, tried);
}

/* Numbers that conditions name, of parameters that launches pass or the program tells from others:
 * with some of them, from the variable on, the two are not shown to be apart. */
static bool wraps_for_values(csl_decider *d, const csl_query *q, uint32_t from, uint32_t *tried) {
    for (uint32_t v = from; v < q->nvars; v++) {
        if (q->vars[v].role != CSL_ROLE_PARAM)
            continue;
        const csl_given given = csl_given_values(q, v);
        for (uint32_t i = 0; i < given.n; i++) {
            csl_query with = csl_with_value(q, v, given.value[i]);
            if (wraps_with(d, &with, v, tried))
                return true;
        }
        csl_query whole = given.wide ? csl_with_range(q, v, &given) : *q;
        if (given.more || (given.wide && wraps_with(d, &whole, v, tried)))
            return true;
    }
    return false;
}

/* Whether a proof takes for granted that indices do not wrap: then it cannot be had without. */
static csl_answer with_assumption(csl_decider *d, const csl_query *q, const csl_effort *effort,
                                  csl_answer a) {
    if (q->wraps || !csl_is_safe(a.verdict))
        return a;
    a.assumes = tape_of(d, q)->assumes;
    if (!a.assumes)
        return a;
    csl_query wraps = *q;
    csl_effort again = *effort;
    wraps.wraps = true;
    again.search = 0;
    again.solver = false;
    csl_verdict v = decide_shapes_too(d, &wraps, &again).verdict;
    a.assumes = v != a.verdict && v != CSL_SAFE;
    uint32_t tried = 0;
    if (a.assumes &&
        (only_where_it_wraps(d, q, effort) || wraps_for_values(d, q, CSL_DV_FREE, &tried)))
        return undecided("wraps");
    return a;
}

csl_answer csl_decide_within(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    const csl_answer a = decide_shapes_too(d, q, effort);
    return effort->rough ? a : with_assumption(d, q, effort, a);
}

csl_answer csl_decide_search(csl_decider *d, const csl_query *q) {
    csl_pool pool = {0};
    if (d->now.searches_left == 0)
        csl_limit_hit(CSL_LIMIT_long_searches);
    const csl_tape *t = d->now.searches_left > 0 ? tape_of(d, q) : NULL;
    csl_answer a = undecided("size");
    if (t && !csl_limit_exceeded(CSL_LIMIT_query_size, t->n)) {
        d->now.searches_left--;
        a = csl_enumerate_samples(&pool, t, NULL, d->options.long_search, false);
        d->now.searches_left += a.verdict == CSL_POSSIBLE;
        if (a.verdict == CSL_UNDECIDED)
            csl_limit_hit(CSL_LIMIT_long_search);
    }
    csl_pool_free(&pool);
    const csl_effort proof = {.prove = true}; /* it may have gone through all there is */
    return with_assumption(d, q, &proof, a);
}

csl_answer csl_decide_part(csl_decider *d, const csl_query *q, const csl_range *within,
                           const csl_effort *effort) {
    csl_pool pool = {0};
    const csl_tape *t = tape_of(d, q);
    csl_answer a = undecided("size");
    if (!csl_limit_exceeded(CSL_LIMIT_query_size, t->n) && !csl_trivially_safe(t) &&
        !csl_refuted_within(&pool, t, within))
        a = csl_enumerate_samples(&pool, t, within, effort->search, effort->first_witness);
    csl_pool_free(&pool);
    return a.verdict == CSL_POSSIBLE ? a : undecided("enumeration");
}

csl_answer csl_decide_open(csl_decider *d, const csl_query *q, const csl_effort *effort) {
    csl_pool pool = {0};
    d->now.open++;
    const csl_tape *t = tape_of(d, q);
    csl_answer a = undecided("size");
    if (!csl_limit_exceeded(CSL_LIMIT_query_size, t->n))
        a = by_solver(d, &pool, t, effort);
    csl_pool_free(&pool);
    const csl_effort proof = {
        .prove = effort->prove, .solver = true, .all_shapes = effort->all_shapes};
    bool left_out = effort->prove && !effort->all_shapes && q->shapes->n == 0;
    if (a.verdict == CSL_UNDECIDED && left_out && !d->shapes_useless) {
        a = decide_by_shapes(d, q, effort, a);
        d->shapes_useless = a.verdict != CSL_SAFE;
    }
    return with_assumption(d, q, &proof, a);
}

csl_answer csl_decide(csl_decider *d, const csl_query *q) {
    const csl_effort all = {.prove = true, .solver = true, .search = d->options.enumerate_budget};
    const csl_answer a = csl_decide_within(d, q, &all);
    d->tape = NULL; /* the next query may be of another context */
    return a;
}
