/* Searches for a witness with some of the unknowns fixed, where they are too many to combine.
 * No witness there says nothing.
 *
 * A kernel that lays out a picture reads its rows, columns, strides and lengths from a structure.
 * Of a dozen such numbers the search never comes to a combination in which all are large. Most
 * races do not need them to differ: all are made one size, then one of them is 0 or another size.
 */
#include "../../limits/limits.h"
#include "asker.h"

/* The ranges of all variables. */
static csl_range *ranges_of(const csl_query *q) {
    csl_range *range = csl_alloc(q->ctx, (q->nvars + 1) * sizeof *range);
    for (uint32_t i = 0; i < q->nvars; i++)
        range[i] = (csl_range){q->vars[i].lo, q->vars[i].hi};
    return range;
}

/* Fixes one of them. False: it never has that value. */
static bool fix(const csl_query *q, csl_range *within, uint32_t i, int64_t size) {
    const bool has = size >= q->vars[i].lo && size <= q->vars[i].hi;
    if (has)
        within[i] = (csl_range){size, size};
    return has;
}

static bool is_number(const csl_dvar *v) {
    return csl_type_integer(v->type) && csl_type_bytes(v->type) >= 4 && v->lo < v->hi;
}

/* The query for those values alone. */
static csl_query with_ranges(const csl_query *q, const csl_range *within) {
    csl_dvar *vars = csl_alloc(q->ctx, (q->nvars + 1) * sizeof *vars);
    csl_query part = *q;
    for (uint32_t i = 0; i < q->nvars; i++) {
        vars[i] = q->vars[i];
        vars[i].lo = within[i].lo, vars[i].hi = within[i].hi;
    }
    part.vars = vars;
    return part;
}

/* One thread in the first pass of a loop that each goes through by itself, the other in the next,
 * with numbers of that size. False: there are no such loops. `sized`: it has such numbers. */
static bool fix_neighbours(const csl_query *q, int later, int64_t size, csl_range *within,
                           bool *sized) {
    bool own[3] = {false};
    for (uint32_t i = 0; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        own[v->side] |= v->role == CSL_ROLE_ITER;
        if (v->role == CSL_ROLE_ITER)
            fix(q, within, i, v->side == later);
        else if (is_number(v) && v->role == CSL_ROLE_PARAM)
            *sized |= fix(q, within, i, size);
    }
    return own[1] && own[2];
}

csl_answer csl_ask_neighbours(csl_analysis *a, const csl_query *q) {
    const csl_effort effort = {.search = CSL_LIMIT(neighbour_search)};
    static const int64_t sizes[] = {4096, 200};
    csl_answer answer = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    bool sized = false;
    for (int k = 0; k < (sized ? 4 : 2) && answer.verdict != CSL_POSSIBLE; k++) {
        csl_range *within = ranges_of(q);
        if (!fix_neighbours(q, 1 + k % 2, sizes[k / 2], within, &sized))
            break;
        answer = csl_decide_part(a->asker->decider, q, within, &effort);
    }
    return answer;
}

/* What the first block of one alone, in the first pass of every loop, is told from others by. */
static bool is_first_number(const csl_dvar *v, int64_t *number) {
    *number = v->role == CSL_ROLE_GDIM;
    return (v->role == CSL_ROLE_ITER || v->role == CSL_ROLE_BID || v->role == CSL_ROLE_GDIM) &&
           *number >= v->lo && *number <= v->hi;
}

static csl_expr *first_number(void *user, csl_expr *leaf) {
    const csl_query *q = user;
    int64_t number;
    return leaf->op == CSL_OP_SYM && is_first_number(&q->vars[leaf->index], &number)
               ? csl_const(q->ctx, leaf->type, number)
               : leaf;
}

static bool is_variable(void *user, csl_expr *part) {
    return part->op == CSL_OP_SYM && part->index == *(const uint32_t *)user;
}

/* What stands for each variable. */
typedef struct stand_ins {
    const csl_query *q;
    csl_expr **of;
} stand_ins;

static csl_expr *stand_in(void *user, csl_expr *leaf) {
    const stand_ins *s = user;
    return leaf->op == CSL_OP_SYM ? s->of[leaf->index] : leaf;
}

/* Loads of what is one place with these numbers have one variable. False: there are none. */
static bool join_loads(const stand_ins *s) {
    const csl_query *q = s->q;
    bool joined = false;
    for (uint32_t i = 0; i < q->nsteady; i++) {
        const csl_expr *same = csl_map(q->ctx, q->steady[i], stand_in, (void *)s);
        if (same->op != CSL_OP_EQ || same->kids[0]->op != CSL_OP_SYM ||
            same->kids[1]->op != CSL_OP_SYM || same->kids[0] == same->kids[1] ||
            same->kids[0]->type != same->kids[1]->type)
            continue;
        for (uint32_t v = 0; v < q->nvars; v++)
            if (s->of[v] == same->kids[1])
                s->of[v] = same->kids[0];
        joined = true;
    }
    return joined;
}

/* With these numbers put in, terms fall away (`blockIdx.x / width` is 0), and parameters with them;
 * for those any number will do, but 0. */
static csl_answer without_first_numbers(csl_analysis *a, const csl_query *q,
                                        const csl_effort *effort) {
    const stand_ins s = {q, csl_alloc(q->ctx, (q->nvars + 1) * sizeof(csl_expr *))};
    for (uint32_t i = 0; i < q->nvars; i++)
        s.of[i] = first_number((void *)q, csl_leaf(q->ctx, CSL_OP_SYM, q->vars[i].type, i));
    while (join_loads(&s))
        continue;
    const csl_query first = csl_map_query(q, stand_in, (void *)&s);
    csl_answer answer = csl_decide_within(a->asker->decider, &first, effort);
    if (answer.verdict != CSL_POSSIBLE)
        return answer;
    for (uint32_t i = 0; i < q->nvars; i++)
        if (s.of[i]->op != CSL_OP_SYM)
            answer.value[i] = s.of[i]->value;
        else if (s.of[i]->index != i)
            answer.value[i] = answer.value[s.of[i]->index];
        else if (answer.value[i] == 0 && q->vars[i].role == CSL_ROLE_PARAM && q->vars[i].hi > 0 &&
                 !csl_query_has(&first, is_variable, &i))
            answer.value[i] = 1;
    if (!csl_query_holds(q, answer.value))
        answer.verdict = CSL_UNDECIDED;
    return answer;
}

csl_answer csl_ask_first_pass(csl_analysis *a, const csl_query *q, const csl_effort *effort) {
    csl_range *within = ranges_of(q);
    bool fixed = false;
    int64_t number;
    for (uint32_t i = 0; i < q->nvars; i++)
        if (is_first_number(&q->vars[i], &number))
            fixed |= fix(q, within, i, number);
    csl_answer answer = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    if (fixed)
        answer = csl_decide_part(a->asker->decider, q, within, effort);
    if (fixed && answer.verdict != CSL_POSSIBLE)
        answer = without_first_numbers(a, q, effort);
    if (answer.verdict != CSL_POSSIBLE)
        answer.verdict = CSL_UNDECIDED;
    return answer;
}

/* A number that both threads share and that the kernel was given or has loaded. */
static bool is_size(const csl_dvar *v) {
    return v->side == 0 && (v->role == CSL_ROLE_PARAM || v->role == CSL_ROLE_DATA) && is_number(v);
}

enum { FEW = 4 }; /* numbers that the search combines without help */

/* A query, and the sizes of a search in it. */
typedef struct sized {
    csl_analysis *a;
    const csl_query *q;
    csl_range *within;
} sized;

static csl_answer ask(const sized *s) {
    const csl_effort effort = {.search = CSL_LIMIT(even_search)};
    return csl_decide_part(s->a->asker->decider, s->q, s->within, &effort);
}

/* The same with another size for one number. */
static csl_answer ask_with(const sized *s, uint32_t i, int64_t size) {
    const csl_range kept = s->within[i];
    s->within[i] = (csl_range){s->q->vars[i].lo, s->q->vars[i].hi};
    fix(s->q, s->within, i, size);
    const csl_answer answer = ask(s);
    s->within[i] = kept;
    return answer;
}

/* `size` NULL: all numbers have the usual size. False: there are too few to need that. */
static bool fix_sizes(csl_analysis *a, const csl_query *q, const int64_t *size, sized *s) {
    enum { USUAL = 1000 };
    uint32_t n = 0;
    *s = (sized){a, q, ranges_of(q)};
    for (uint32_t i = 0; i < q->nvars; i++)
        if (is_size(&q->vars[i]))
            n++, fix(q, s->within, i, size ? size[i] : USUAL);
    return n >= FEW;
}

/* What is 0 there: the block, and the pass of a loop that both threads are in or whose end is open.
 */
static bool is_first(const csl_dvar *v) {
    return v->role == CSL_ROLE_BID ||
           (v->role == CSL_ROLE_ITER && (v->side == 0 || v->hi == INT32_MAX));
}

/* The first passes of the loops that both threads are in, in the first block, with sizes that take
 * more than one pass of them: a tile that is overwritten while others still read it. */
static csl_answer ask_first_passes_of_many(csl_analysis *a, const csl_query *q) {
    enum { LARGE = 4096 };
    const csl_effort effort = {.search = CSL_LIMIT(first_passes_search)};
    csl_range *within = ranges_of(q);
    for (uint32_t i = 0; i < q->nvars; i++)
        if (is_first(&q->vars[i]))
            fix(q, within, i, 0);
        else if (is_number(&q->vars[i]) && q->vars[i].role == CSL_ROLE_PARAM)
            fix(q, within, i, LARGE);
    const csl_query first = with_ranges(q, within); /* whose ranges tell much of the others */
    return csl_decide_within(a->asker->decider, &first, &effort);
}

bool csl_happens_at_size(csl_analysis *a, const csl_query *q, const int64_t *size) {
    sized s;
    if (csl_ask_neighbours(a, q).verdict == CSL_POSSIBLE)
        return true;
    if (!fix_sizes(a, q, size, &s))
        return false;
    bool happens = ask(&s).verdict == CSL_POSSIBLE;
    for (uint32_t i = 0; i < q->nvars && !happens; i++)
        happens = is_size(&q->vars[i]) && ask_with(&s, i, 4 * size[i]).verdict == CSL_POSSIBLE;
    return happens;
}

csl_answer csl_ask_even_sizes(csl_analysis *a, const csl_query *q) {
    static const int64_t others[] = {0, 1000000};
    const csl_answer none = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    sized s;
    if (csl_limit_reached(CSL_LIMIT_even_sizes, a->asker->even_searches))
        return none;
    csl_answer answer = ask_first_passes_of_many(a, q);
    if (answer.verdict != CSL_POSSIBLE)
        answer = csl_ask_neighbours(a, q);
    const bool many = answer.verdict != CSL_POSSIBLE && fix_sizes(a, q, NULL, &s);
    if (many)
        answer = ask(&s);
    const bool odd = many && !csl_limit_reached(CSL_LIMIT_odd_sizes, a->asker->even_searches);
    for (uint32_t k = 0; k < sizeof others / sizeof *others && odd; k++)
        for (uint32_t i = 0; i < q->nvars && answer.verdict != CSL_POSSIBLE; i++)
            if (is_size(&q->vars[i]))
                answer = ask_with(&s, i, others[k]);
    a->asker->even_searches = answer.verdict == CSL_POSSIBLE ? 0 : a->asker->even_searches + 1;
    return answer.verdict == CSL_POSSIBLE ? answer : none;
}
