/* Findings that need particular values of what is chosen at the launch, parameters and the number
 * of blocks: those for which the way to a place is open. */
#include "caveats.h"

/* Sizes and flags as they are passed, and their neighbours. */
static const int64_t usual[] = {
    -1,   0,    1,    2,    3,    4,    5,    6,    7,     8,     9,     10,     12,     15,
    16,   17,   20,   24,   30,   31,   32,   33,   48,    50,    63,    64,     65,     96,
    100,  120,  127,  128,  129,  160,  192,  200,  250,   255,   256,   257,    300,    320,
    384,  400,  500,  511,  512,  513,  640,  768,  800,   999,   1000,  1001,   1023,   1024,
    1025, 1080, 1920, 2000, 2048, 4096, 5000, 8192, 10000, 16384, 65536, 100000, 1000000};
enum { USUAL = sizeof usual / sizeof *usual };
enum { CONDITION_NODES = 64 }; /* of larger ones nothing is said */
enum { TOGETHER = 3 };         /* nor where more decide together */
enum { FEW = 3 };              /* of them: the way is open for a value here and there */

/* The variables of a condition; one more than TOGETHER if there are too many. */
typedef struct variables {
    uint32_t v[TOGETHER + 1];
    unsigned n;
} variables;

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

/* A whole number that is chosen at the launch. */
static bool is_chosen(const csl_query *q, uint32_t var) {
    const csl_dvar *v = &q->vars[var];
    return (v->role == CSL_ROLE_PARAM || v->role == CSL_ROLE_GDIM) && v->lo != v->hi &&
           v->type != CSL_BOOL && csl_type_integer(v->type);
}

/* What is chosen at the launch and alone decides the condition; none: something else has a part. */
static variables decided_by(csl_analysis *a, const csl_query *q, csl_expr *condition) {
    variables found = {.n = 0}, none = {.n = 0};
    if (!csl_is_small(condition, CONDITION_NODES) ||
        csl_find_part(a->ctx, condition, is_not_computed, NULL))
        return none;
    csl_map(a->ctx, condition, note_variable, &found);
    for (unsigned i = 0; i < found.n; i++)
        if (!is_chosen(q, found.v[i]))
            return none;
    return found.n <= TOGETHER ? found : none;
}

/* All of its variables are among the others, and there is one. */
static bool is_within(const variables *of, const variables *others) {
    for (unsigned i = 0; i < of->n; i++)
        if (!has(others, of->v[i]))
            return false;
    return of->n > 0;
}

/* The next combination of values, of every value or of every fourth where three decide. */
static bool next_values(unsigned at[TOGETHER], unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        at[i] += n < TOGETHER ? 1 : 4;
        if (at[i] < USUAL)
            return true;
        at[i] = 0;
    }
    return false;
}

/* All conditions that these alone decide hold for few of their values. 0 and 1 are flags, and both
 * are usual. */
static bool opens_for_few(csl_analysis *a, const csl_query *q, csl_expr *const *parts, uint32_t n,
                          const variables *of) {
    int64_t *value = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *value);
    bool *counts = csl_alloc(a->ctx, (n + 1) * sizeof *counts);
    unsigned at[TOGETHER] = {0}, holds = 0;
    for (uint32_t i = 0; i < n; i++) {
        const variables some = decided_by(a, q, parts[i]);
        counts[i] = is_within(&some, of);
    }
    do {
        bool all = true, flags = true;
        for (unsigned i = 0; i < of->n; i++) {
            value[of->v[i]] = csl_normalise(q->vars[of->v[i]].type, usual[at[i]]);
            flags &= usual[at[i]] == 0 || usual[at[i]] == 1;
        }
        for (uint32_t i = 0; i < n && all; i++)
            all = !counts[i] || csl_query_eval(q, parts[i], value);
        if (all && flags)
            return false;
        holds += all;
    } while (holds <= FEW && next_values(at, of->n));
    return holds <= FEW;
}

/* `n == 5` */
static bool names_one(const csl_expr *e) {
    return e->op == CSL_OP_EQ && e->kids[0]->nkids == 0 && e->kids[1]->nkids == 0;
}

void csl_hold_particular(csl_analysis *a, const csl_query *q, csl_rating *r,
                         csl_expr *const reaching[2]) {
    for (int side = 0; side < 2; side++) {
        uint32_t n;
        csl_expr *reach = reaching[side], *const *parts = csl_conjuncts(&reach, &n);
        for (uint32_t i = 0; i < n; i++) {
            const variables of = decided_by(a, q, parts[i]);
            if (!of.n || !opens_for_few(a, q, parts, n, &of))
                continue;
            csl_hold(a, r,
                     names_one(parts[i]) ? CSL_CAVEAT_particular_parameter
                                         : CSL_CAVEAT_few_parameters,
                     q->vars[of.v[0]].name);
            return;
        }
    }
}
