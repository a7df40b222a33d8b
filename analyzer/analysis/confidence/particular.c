/* Findings that need particular values of a parameter: those for which the way to a place is open.
 */
#include "caveats.h"

/* Sizes and flags as they are passed, and their neighbours. */
static const int64_t usual[] = {
    -1,   0,    1,    2,    3,    4,    5,    6,    7,     8,     9,     10,     12,     15,
    16,   17,   20,   24,   30,   31,   32,   33,   48,    50,    63,    64,     65,     96,
    100,  120,  127,  128,  129,  160,  192,  200,  250,   255,   256,   257,    300,    320,
    384,  400,  500,  511,  512,  513,  640,  768,  800,   999,   1000,  1001,   1023,   1024,
    1025, 1080, 1920, 2000, 2048, 4096, 5000, 8192, 10000, 16384, 65536, 100000, 1000000};
enum { CONDITION_NODES = 64 }; /* of larger ones nothing is said */
enum { FEW = 3 };              /* of them: the way is open for a value here and there */

typedef struct setting {
    csl_ctx *ctx;
    uint32_t var;
    int64_t value;
    bool others; /* the condition has other variables */
} setting;

static csl_expr *set(void *user, csl_expr *leaf) {
    setting *s = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    if (leaf->index != s->var) {
        s->others = true;
        return leaf;
    }
    return csl_cast(s->ctx, (csl_type)leaf->type, csl_const(s->ctx, CSL_I64, s->value));
}

/* The first variable in the condition, or `none`. */
static csl_expr *find_var(void *user, csl_expr *leaf) {
    uint32_t *found = user;
    if (leaf->op == CSL_OP_SYM && *found == UINT32_MAX)
        *found = leaf->index;
    return leaf;
}

/* The parameter that alone decides the condition; UINT32_MAX: there is none. */
static uint32_t decided_by(csl_analysis *a, const csl_query *q, csl_expr *condition) {
    setting s = {a->ctx, UINT32_MAX, 0, false};
    if (!csl_is_small(condition, CONDITION_NODES))
        return UINT32_MAX;
    csl_map(a->ctx, condition, find_var, &s.var);
    if (s.var >= q->nvars || q->vars[s.var].role != CSL_ROLE_PARAM ||
        q->vars[s.var].lo == q->vars[s.var].hi || q->vars[s.var].type == CSL_BOOL ||
        !csl_type_integer(q->vars[s.var].type))
        return UINT32_MAX;
    const csl_expr *e = csl_map(a->ctx, condition, set, &s);
    return s.others || e->op != CSL_OP_CONST ? UINT32_MAX : s.var;
}

/* All conditions that the parameter alone decides hold for few of its values. 0 and 1 are flags,
 * and both are usual. */
static bool opens_for_few(csl_analysis *a, const csl_query *q, csl_expr *const *parts, uint32_t n,
                          uint32_t var) {
    uint32_t holds = 0;
    for (unsigned k = 0; k < sizeof usual / sizeof *usual; k++) {
        bool all = true;
        for (uint32_t i = 0; i < n && all; i++) {
            setting s = {a->ctx, var, usual[k], false};
            all =
                decided_by(a, q, parts[i]) != var || csl_map(a->ctx, parts[i], set, &s)->value != 0;
        }
        if (all && (usual[k] == 0 || usual[k] == 1))
            return false;
        holds += all;
    }
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
            const uint32_t var = decided_by(a, q, parts[i]);
            if (var == UINT32_MAX || !opens_for_few(a, q, parts, n, var))
                continue;
            csl_hold(a, r,
                     names_one(parts[i]) ? CSL_CAVEAT_particular_parameter
                                         : CSL_CAVEAT_few_parameters,
                     q->vars[var].name);
            return;
        }
    }
}
