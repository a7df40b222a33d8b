/* Sizes that programs have: what goes wrong for `n == 1` goes wrong for a thousand, as a rule, in
 * the last block of the grid. A number that the launches do not tell is made such a size, all of
 * them at once or one after the other, and threads, blocks and passes are looked for anew.
 */
#include "../../limits/limits.h"
#include "asker.h"
#include "builder.h"

#include <string.h>

static const int64_t sizes[] = {1000, 1001, 1024, 100, 32};
enum { NSIZES = sizeof sizes / sizeof *sizes, SMALL = 100 };
/* Numbers that templates are given: of tiles, of items of a thread. */
static const int64_t of_template[NSIZES] = {32, 16, 8, 4, 2};

typedef struct sizing {
    csl_builder *b;
    const csl_query *q;
    const int64_t *value; /* of the witness that is known */
    csl_dvar *vars;       /* the query's, some of them fixed */
    uint32_t tries;
    csl_accept accept;
    void *user;
    bool accepted; /* some of what was found */
} sizing;

bool csl_is_of_template(csl_builder *b, const csl_query *q, uint32_t var) {
    const csl_kernel *k = csl_builder_analysis(b)->kernel;
    const csl_dvar *v = &q->vars[var];
    for (uint32_t i = 0; i < k->nparams && v->role == CSL_ROLE_PARAM && v->name; i++)
        if (k->params[i].chosen && strcmp(k->params[i].name, v->name) == 0)
            return true;
    return false;
}

static int64_t size_of(const sizing *s, uint32_t var, int k) {
    return csl_is_of_template(s->b, s->q, var) ? of_template[k] : sizes[k];
}

/* The witness has a size that is hardly meant. */
static bool is_odd(const sizing *s, uint32_t var) {
    return csl_is_open_number(s->q, var) && csl_type_bytes(s->q->vars[var].type) >= 4 &&
           (s->value[var] < SMALL || csl_is_of_template(s->b, s->q, var));
}

static bool fix(sizing *s, uint32_t var, int64_t size) {
    csl_dvar *v = &s->vars[var];
    if (size < v->lo || size > v->hi)
        return false;
    v->lo = v->hi = size;
    return true;
}

/* The last block along x of a grid for so many, if a block does `share` of them. */
static bool fix_block(sizing *s, int64_t size, int64_t share) {
    bool any = false;
    for (uint32_t i = CSL_DV_FREE; i < s->q->nvars; i++)
        if (s->q->vars[i].role == CSL_ROLE_BID && strcmp(s->q->vars[i].name, "blockIdx.x") == 0) {
            s->vars[i] = s->q->vars[i];
            any |= fix(s, i, (size - 1) / share);
        }
    return any;
}

static const int64_t *ask(sizing *s) {
    csl_analysis *a = csl_builder_analysis(s->b);
    const csl_effort effort = {.search = CSL_LIMIT(ordinary_search)};
    csl_query q = *s->q;
    q.vars = s->vars;
    if (csl_limit_reached(CSL_LIMIT_ordinary_tries, s->tries++) ||
        csl_limit_reached(CSL_LIMIT_refused_sizes, a->refused))
        return NULL;
    const csl_answer answer = csl_decide_within(a->asker->decider, &q, &effort);
    if (answer.verdict != CSL_POSSIBLE || csl_contradicted(s->q, answer.value))
        return NULL;
    const int64_t *first = csl_ask_earlier(s->b, &q, answer.value);
    return first ? first : answer.value;
}

/* With what is fixed: any block, or the last of a grid with a thread or a warp for each. */
static bool find(sizing *s, int64_t size, bool last_block) {
    const int64_t threads = s->value[CSL_DV_BDIM], warps = threads / 32;
    const int64_t share[] = {threads, warps > 1 ? warps : 1};
    const int64_t *found = ask(s);
    for (int k = 0; !found && last_block && k < 2; k++)
        if (fix_block(s, size, share[k]))
            found = ask(s);
    csl_analysis *a = csl_builder_analysis(s->b);
    const bool good = found && s->accept(s->user, s->q, found);
    if (found)
        a->refused = good ? 0 : a->refused + 1;
    s->accepted |= good;
    return good;
}

static void fix_none(sizing *s) {
    memcpy(s->vars, s->q->vars, s->q->nvars * sizeof *s->vars);
}

static bool all_at_once(sizing *s) {
    bool found = false;
    for (int k = 0; k < NSIZES && !found; k++) {
        bool any = false;
        fix_none(s);
        for (uint32_t i = CSL_DV_FREE; i < s->q->nvars; i++)
            if (is_odd(s, i))
                any |= fix(s, i, size_of(s, i, k));
        found = any && find(s, sizes[k], k == 0);
    }
    return found;
}

/* Each that is found keeps its size while the next are tried; the others keep what they were. */
static void one_by_one(sizing *s) {
    const uint32_t n = s->q->nvars;
    csl_dvar *kept = csl_alloc(csl_builder_analysis(s->b)->ctx, n * sizeof *kept);
    fix_none(s);
    for (uint32_t i = CSL_DV_FREE; i < n; i++)
        if (is_odd(s, i))
            fix(s, i, s->value[i]);
    memcpy(kept, s->vars, n * sizeof *kept);
    for (uint32_t i = CSL_DV_FREE; i < n; i++) {
        bool found = !is_odd(s, i);
        for (int k = 0; k < NSIZES && !found; k++) {
            const int64_t size = size_of(s, i, k);
            if (size <= s->value[i] && !csl_is_of_template(s->b, s->q, i))
                continue;
            memcpy(s->vars, kept, n * sizeof *kept);
            s->vars[i] = s->q->vars[i];
            found = fix(s, i, size) && find(s, size, k < 2);
            if (found)
                kept[i].lo = kept[i].hi = size;
        }
    }
}

static bool try_ordinary(sizing *s) {
    const csl_query *q = s->q;
    uint32_t open = 0;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        open += is_odd(s, i);
    if (open == 0)
        return false;
    s->vars = csl_alloc(csl_builder_analysis(s->b)->ctx, q->nvars * sizeof *s->vars);
    if (!all_at_once(s) && open > 1)
        one_by_one(s);
    return s->accepted;
}

static bool try_sizes(csl_builder *b, const csl_query *q, const int64_t *value, bool ordinary,
                      csl_accept accept, void *user) {
    sizing s = {.b = b, .q = q, .value = value, .accept = accept, .user = user};
    if (ordinary && try_ordinary(&s))
        return true;
    const int64_t *earlier = csl_ask_earlier(b, q, value);
    return earlier && accept(user, q, earlier);
}

bool csl_try_better(csl_builder *b, const csl_query *q, const int64_t *value, bool ordinary,
                    csl_accept accept, void *user) {
    csl_query *launched = CSL_NEW(csl_builder_analysis(b)->ctx, csl_query);
    if (csl_in_some_launch(b, q, launched)) {
        const csl_answer answer =
            csl_ask(csl_builder_analysis(b), launched, CSL_USE_WITNESS | CSL_USE_SOLVER);
        if (answer.verdict == CSL_POSSIBLE &&
            (try_sizes(b, launched, answer.value, ordinary, accept, user) ||
             accept(user, launched, answer.value)))
            return true;
    }
    return try_sizes(b, q, value, ordinary, accept, user);
}
