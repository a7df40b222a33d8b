/* Findings that need particular values of what is chosen at the launch, parameters and the number
 * of blocks: those for which the way to a place is open. A block, a thread or a pass of a loop is
 * not chosen: it is enough that the way is open for one of those that there are. */
#include <string.h>

#include "caveats.h"

/* Sizes and flags as they are passed, and their neighbours. */
static const int64_t usual[] = {
    -1,   0,    1,    2,    3,    4,    5,    6,    7,     8,     9,     10,     12,     15,
    16,   17,   20,   24,   30,   31,   32,   33,   48,    50,    63,    64,     65,     96,
    100,  120,  127,  128,  129,  160,  192,  200,  250,   255,   256,   257,    300,    320,
    384,  400,  500,  511,  512,  513,  640,  768,  800,   999,   1000,  1001,   1023,   1024,
    1025, 1080, 1920, 2000, 2048, 4096, 5000, 8192, 10000, 16384, 65536, 100000, 1000000};
enum { USUAL = sizeof usual / sizeof *usual };
enum { CONDITION_NODES = 64 };     /* of larger ones nothing is said */
enum { TOGETHER = 3 };             /* nor where more decide together */
enum { COUNTED_PASSES = 1 << 20 }; /* a loop with fewer has a constant bound */
enum { FEW = 3 };                  /* of them: the way is open for a value here and there */
enum { FIRST = 40 }; /* blocks and passes, that grids and loops of unknown size are taken to have */

/* The variables of a condition, numbers of blocks, threads and passes first; one more than TOGETHER
 * if there are too many. */
typedef struct variables {
    uint32_t v[TOGETHER + 1];
    unsigned n, counted;
} variables;

/* The combinations of values for which the way is open. */
typedef struct tally {
    unsigned holds, flags, equal;
    unsigned line[2][USUAL]; /* by the value of one of two parameters */
} tally;

static bool has(const variables *of, uint32_t var) {
    for (unsigned i = 0; i < of->n; i++)
        if (of->v[i] == var)
            return true;
    return false;
}

static csl_expr *note_variable(void *user, csl_expr *leaf) {
    variables *found = user;
    if (leaf->op == CSL_OP_SYM && found->n <= TOGETHER && !has(found, leaf->index))
        found->v[found->n++] = leaf->index;
    return leaf;
}

static bool is_not_computed(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_PURE;
}

/* The number of a block, a thread or a pass: all up to some number occur. */
static bool is_counted(const csl_dvar *v) {
    return v->role == CSL_ROLE_BID || v->role == CSL_ROLE_TID || v->role == CSL_ROLE_ITER;
}

/* A number that is chosen at the launch. */
static bool is_passed(const csl_dvar *v) {
    const bool number = csl_type_float(v->type) || csl_type_integer(v->type);
    return (v->role == CSL_ROLE_PARAM || v->role == CSL_ROLE_GDIM) && v->lo != v->hi && number &&
           v->type != CSL_BOOL;
}

/* It has one value: its range says so, or what is known of all launches. */
static bool is_settled(const csl_query *q, uint32_t var, int64_t *value) {
    const csl_dvar *v = &q->vars[var];
    csl_expr *fact = q->fact;
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&fact, &n);
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 2 && part[i]->op == CSL_OP_EQ; k++)
            if (part[i]->kids[k]->op == CSL_OP_SYM && part[i]->kids[k]->index == var &&
                part[i]->kids[!k]->op == CSL_OP_CONST) {
                *value = part[i]->kids[!k]->value;
                return true;
            }
    *value = csl_bits(v->lo);
    return v->lo == v->hi && csl_type_integer(v->type);
}

/* What is chosen at the launch and, with numbers of blocks, threads and passes, alone decides the
 * condition; none: something else has a part. */
static variables decided_by(csl_analysis *a, const csl_query *q, csl_expr *condition) {
    variables found = {.n = 0}, none = {.n = 0};
    if (!csl_is_small(condition, CONDITION_NODES) ||
        csl_find_part(a->ctx, condition, is_not_computed, NULL))
        return none;
    csl_map(a->ctx, condition, note_variable, &found);
    if (found.n > TOGETHER)
        return none;
    for (unsigned i = 0; i < found.n; i++) {
        const uint32_t var = found.v[i];
        int64_t value;
        if (!is_counted(&q->vars[var]) && is_settled(q, var, &value)) {
            found.v[i--] = found.v[--found.n];
            continue;
        }
        if (!is_counted(&q->vars[var]) && !is_passed(&q->vars[var]))
            return none;
        if (!is_counted(&q->vars[var]))
            continue;
        found.v[i] = found.v[found.counted];
        found.v[found.counted++] = var;
    }
    return found;
}

/* All of its variables are among the others, and there is one. */
static bool is_within(const variables *of, const variables *others) {
    for (unsigned i = 0; i < of->n; i++)
        if (!has(others, of->v[i]))
            return false;
    return of->n > 0;
}

/* The next combination of values, of every value or of every fourth where three decide; the first
 * `done` variables have had all of theirs. */
static bool next_values(unsigned at[TOGETHER], unsigned n, unsigned done) {
    for (unsigned i = 0; i < n; i++) {
        at[i] += n < TOGETHER ? 1 : 4;
        if (i >= done && at[i] < USUAL)
            return true;
        at[i] = 0;
    }
    return false;
}

/* 0 and 1 are flags, and both are usual (of two parameters together if nothing else leads there,
 * unlike `n == m + 1`); so are the first blocks and passes. */
static bool is_flag(const csl_dvar *v, unsigned at) {
    return is_counted(v) ? at < FIRST : usual[at] == 0 || usual[at] == 1;
}

/* Real numbers: hundredths beside 0 and 1. */
static int64_t tried(const csl_dvar *v, unsigned at) {
    if (is_counted(v) && at < FIRST)
        return at;
    if (!csl_type_float(v->type))
        return csl_normalise(v->type, usual[at]);
    const double real = is_flag(v, at) ? (double)usual[at] : (double)usual[at] / 100;
    int64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* It is one of the values that the variable may have. */
static bool may_be(const csl_dvar *v, int64_t value) {
    return csl_type_float(v->type) ||
           csl_range_holds((csl_range){v->lo, v->hi}, csl_number(v->type, value));
}

/* Is there more than values here and there? Of two parameters, more than one value of the one for
 * each of the other, or equal ones. */
static bool are_many(const tally *t, const variables *of, const unsigned at[TOGETHER]) {
    if (of->n - of->counted != 2)
        return t->holds > FEW;
    return t->equal > FEW || t->line[0][at[of->counted]] > FEW ||
           t->line[1][at[of->counted + 1]] > FEW;
}

static void count(tally *t, const variables *of, const unsigned at[TOGETHER], bool flags) {
    t->holds++;
    t->flags += flags;
    if (of->n - of->counted != 2)
        return;
    t->line[0][at[of->counted]]++;
    t->line[1][at[of->counted + 1]]++;
    t->equal += at[of->counted] == at[of->counted + 1];
}

/* All conditions that these alone decide hold for few of their values. */
static bool opens_for_few(csl_analysis *a, const csl_query *q, csl_expr *const *parts, uint32_t n,
                          const variables *of) {
    int64_t *value = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *value);
    bool *counts = csl_alloc(a->ctx, (n + 1) * sizeof *counts), all;
    unsigned at[TOGETHER] = {0};
    tally t = {0};
    for (uint32_t i = 0; i < q->nvars; i++)
        is_settled(q, i, &value[i]);
    for (uint32_t i = 0; i < n; i++) {
        const variables some = decided_by(a, q, parts[i]);
        counts[i] = is_within(&some, of);
    }
    do {
        bool flags = true;
        all = true;
        for (unsigned i = 0; i < of->n; i++) {
            const csl_dvar *v = &q->vars[of->v[i]];
            value[of->v[i]] = tried(v, at[i]);
            flags &= is_flag(v, at[i]);
            all &= may_be(v, value[of->v[i]]);
        }
        for (uint32_t i = 0; i < n && all; i++)
            all = !counts[i] || csl_query_eval(q, parts[i], value);
        if (all)
            count(&t, of, at, flags);
        if (all && ((flags && of->n - of->counted < 2) || are_many(&t, of, at)))
            return false;
    } while (next_values(at, of->n, all && of->counted < of->n ? of->counted : 0));
    return t.flags == 0 || t.flags < t.holds;
}

/* They are numbers of threads, of blocks that launches say the grid has, and of passes that the
 * code counts. */
static bool are_given(const csl_analysis *a, const csl_query *q, const variables *of) {
    for (unsigned i = 0; i < of->n; i++) {
        const csl_dvar *v = &q->vars[of->v[i]];
        bool given =
            v->role == CSL_ROLE_TID || (v->role == CSL_ROLE_ITER && v->hi < COUNTED_PASSES);
        for (int d = 0; d < 3 && v->role == CSL_ROLE_BID; d++)
            given |= a->grid_most[d] && v->hi == (csl_wide)a->grid_most[d] - 1;
        if (!given)
            return false;
    }
    return true;
}

/* One is the number of a pass: how many there are is decided elsewhere. */
static bool counts_passes(const csl_query *q, const variables *of) {
    for (unsigned i = 0; i < of->counted; i++)
        if (q->vars[of->v[i]].role == CSL_ROLE_ITER)
            return true;
    return false;
}

/* `n == 5` */
static bool names_one(const csl_expr *e) {
    return e->op == CSL_OP_EQ && e->kids[0]->nkids == 0 && e->kids[1]->nkids == 0;
}

static bool is_otherwise(void *user, csl_expr *e) {
    const csl_query *q = user;
    return e->op == CSL_OP_PURE || (e->op == CSL_OP_SYM && !is_passed(&q->vars[e->index]) &&
                                    q->vars[e->index].role != CSL_ROLE_BID);
}

/* `n * m == k`: an equation of so many of what is chosen at the launch or the number of the block,
 * and nothing else. */
static bool is_equation(csl_analysis *a, const csl_query *q, csl_expr *e, variables *of) {
    csl_query known = *q;
    *of = (variables){.n = 0};
    if (e->op != CSL_OP_EQ || !csl_is_small(e, CONDITION_NODES) ||
        csl_find_part(a->ctx, e, is_otherwise, &known))
        return false;
    csl_map(a->ctx, e, note_variable, of);
    return of->n >= TOGETHER;
}

void csl_hold_particular(csl_analysis *a, const csl_query *q, csl_rating *r,
                         csl_expr *const reaching[2]) {
    for (int side = 0; side < 2; side++) {
        uint32_t n;
        csl_expr *reach = reaching[side], *const *parts = csl_conjuncts(&reach, &n);
        for (uint32_t i = 0; i < n; i++) {
            variables of;
            if (!is_equation(a, q, parts[i], &of)) {
                of = decided_by(a, q, parts[i]);
                if (are_given(a, q, &of) || !opens_for_few(a, q, parts, n, &of))
                    continue;
            }
            csl_hold(a, r,
                     counts_passes(q, &of) ? CSL_CAVEAT_particular_pass
                     : of.n == of.counted  ? CSL_CAVEAT_particular_block
                     : names_one(parts[i]) ? CSL_CAVEAT_particular_parameter
                                           : CSL_CAVEAT_few_parameters,
                     q->vars[of.v[of.n - 1]].name);
            return;
        }
    }
}
