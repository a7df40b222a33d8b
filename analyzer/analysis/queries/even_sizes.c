/* Searches for a witness with some of the unknowns fixed, where they are too many to combine.
 * No witness there says nothing.
 *
 * A kernel that lays out a picture reads its rows, columns, strides and lengths from a structure.
 * Of a dozen such numbers the search never comes to a combination in which all are large. Most
 * races do not need them to differ: all are made one size, then one of them is 0 or another size.
 */
#include "../../limits/limits.h"
#include "asker.h"

#include <string.h>

/* The first block of one alone, in the first pass of every loop. */
csl_answer csl_ask_first_pass(csl_analysis *a, const csl_query *q, const csl_effort *effort) {
    csl_dvar *vars = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *vars);
    uint32_t fixed = 0;
    for (uint32_t i = 0; i < q->nvars; i++) {
        vars[i] = q->vars[i];
        csl_role role = vars[i].role;
        int64_t usual = role == CSL_ROLE_GDIM ? 1 : 0;
        if ((role != CSL_ROLE_ITER && role != CSL_ROLE_BID && role != CSL_ROLE_GDIM) ||
            usual < vars[i].lo || usual > vars[i].hi)
            continue;
        vars[i].lo = vars[i].hi = usual;
        fixed++;
    }
    csl_query first = *q;
    first.vars = vars;
    csl_answer answer = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    if (fixed)
        answer = csl_decide_within(a->asker->decider, &first, effort);
    if (answer.verdict != CSL_POSSIBLE)
        answer.verdict = CSL_UNDECIDED;
    return answer;
}

/* A number that both threads share and that the kernel was given or has loaded. */
static bool is_size(const csl_dvar *v) {
    return v->side == 0 && (v->role == CSL_ROLE_PARAM || v->role == CSL_ROLE_DATA) &&
           csl_type_integer(v->type) && csl_type_bytes(v->type) >= 4 && v->lo < v->hi;
}

static void fix(const csl_query *q, csl_dvar *vars, uint32_t i, int64_t size) {
    if (size >= q->vars[i].lo && size <= q->vars[i].hi)
        vars[i].lo = vars[i].hi = size;
}

enum { FEW = 4 }; /* numbers that the search combines without help */

bool csl_happens_at_size(csl_analysis *a, const csl_query *q, const int64_t *size) {
    const csl_effort effort = {.search = CSL_LIMIT(even_search)};
    csl_dvar *vars = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *vars);
    csl_query even = *q;
    even.vars = vars;
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->nvars; i++) {
        vars[i] = q->vars[i];
        if (is_size(&q->vars[i]))
            n++, fix(q, vars, i, size[i]);
    }
    if (n < FEW)
        return false;
    bool happens = csl_decide_within(a->asker->decider, &even, &effort).verdict == CSL_POSSIBLE;
    for (uint32_t i = 0; i < q->nvars && !happens; i++) {
        const csl_dvar kept = vars[i];
        if (!is_size(&q->vars[i]))
            continue;
        vars[i] = q->vars[i];
        fix(q, vars, i, 4 * size[i]);
        happens = csl_decide_within(a->asker->decider, &even, &effort).verdict == CSL_POSSIBLE;
        vars[i] = kept;
    }
    return happens;
}

csl_answer csl_ask_even_sizes(csl_analysis *a, const csl_query *q) {
    enum { SIZE = 1000 };
    static const int64_t others[] = {0, 64, SIZE * SIZE};
    const csl_effort effort = {.search = CSL_LIMIT(even_search)};
    csl_dvar *vars = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *vars);
    csl_answer answer = {.verdict = CSL_UNDECIDED, .by = "enumeration"};
    csl_query even = *q;
    even.vars = vars;
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->nvars; i++) {
        vars[i] = q->vars[i];
        n += is_size(&q->vars[i]);
    }
    if (n < FEW || csl_limit_reached(CSL_LIMIT_even_sizes, a->asker->even_searches))
        return answer;
    for (uint32_t i = 0; i < q->nvars; i++)
        if (is_size(&q->vars[i]))
            fix(q, vars, i, SIZE);
    answer = csl_decide_within(a->asker->decider, &even, &effort);
    for (uint32_t k = 0; k < sizeof others / sizeof *others; k++)
        for (uint32_t i = 0; i < q->nvars && answer.verdict != CSL_POSSIBLE; i++) {
            if (!is_size(&q->vars[i]))
                continue;
            const csl_dvar kept = vars[i];
            vars[i] = q->vars[i];
            fix(q, vars, i, others[k]);
            answer = csl_decide_within(a->asker->decider, &even, &effort);
            vars[i] = kept;
        }
    a->asker->even_searches = answer.verdict == CSL_POSSIBLE ? 0 : a->asker->even_searches + 1;
    if (answer.verdict != CSL_POSSIBLE)
        answer = (csl_answer){.verdict = CSL_UNDECIDED, .by = "enumeration"};
    return answer;
}
