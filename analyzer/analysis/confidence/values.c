/* Values that a finding needs and that are hardly meant, or not known: a factor of 0, a number
 * whose type a template leaves open, what a function returns that is not computed. */
#include "caveats.h"

#include <string.h>

static bool is_var(const csl_expr *e, uint32_t var) {
    e = csl_without_casts(e);
    return e->op == CSL_OP_SYM && e->index == var;
}

static bool scales_with(void *var, csl_expr *e) {
    if (e->op != CSL_OP_MUL && e->op != CSL_OP_DIV && e->op != CSL_OP_REM)
        return false;
    for (unsigned i = 0; i < e->nkids; i++)
        if (is_var(e->kids[i], *(uint32_t *)var))
            return true;
    return false;
}

/* The variable is a factor, or divides, somewhere in the term. */
static bool is_factor(csl_builder *b, csl_expr *e, uint32_t var) {
    return csl_term_has(b, e, var) &&
           csl_find_part(csl_builder_analysis(b)->ctx, e, scales_with, &var);
}

/* Products of so many with more may wrap, which is not what is looked for. Two sizes may be those
 * of a large matrix: what takes more than one tile of a row does not happen in a small one. */
static int64_t usual_scale(csl_type t, uint32_t factors) {
    return csl_type_bytes(t) < 2 ? 100 : csl_type_bytes(t) < 4 || factors > 2 ? 1024 : 16384;
}

/* A whole number that is passed to the kernel is a factor, or divides, in the query. */
static bool scales(csl_builder *b, const csl_query *q, uint32_t var) {
    csl_type t = q->vars[var].type;
    if (!csl_is_of_launch(&q->vars[var]) || t == CSL_BOOL || t == CSL_PTR || !csl_type_integer(t))
        return false;
    bool found = is_factor(b, q->guard[0], var) || is_factor(b, q->guard[1], var);
    for (int s = 0; s < 2 && q->offset[0]; s++)
        found |= is_factor(b, q->offset[s], var);
    return found;
}

/* Asks for values of the variable in least..most only; its name. */
static const char *confine(csl_analysis *a, csl_query *with, uint32_t var, int64_t least,
                           int64_t most) {
    with->fact = csl_and(a->ctx, with->fact, csl_within(a, with, var, least, most));
    return with->vars[var].name;
}

const char *csl_needs_zero_factor(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    const char *name = NULL;
    uint32_t factors = 0;
    bool *is_scale = csl_alloc(a->ctx, q->nvars * sizeof *is_scale);
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        factors += is_scale[i] = scales(b, q, i);
    for (uint32_t i = CSL_DV_FREE; i < q->nvars && factors; i++)
        if (is_scale[i])
            name = confine(a, &with, i, 1, usual_scale(q->vars[i].type, factors));
    csl_verdict v = name ? csl_ask(a, &with, CSL_USE_RATING).verdict : CSL_POSSIBLE;
    return csl_is_safe(v) ? name : NULL;
}

/* A thread gets to each of the two places, if perhaps not to both at a time. */
static bool each_is_reached(csl_analysis *a, const csl_query *q) {
    bool reached = true;
    for (int s = 0; s < 2 && reached; s++) {
        csl_query one = *q;
        one.offset[0] = one.offset[1] = NULL;
        one.guard[!s] = csl_true(a->ctx);
        reached = csl_ask(a, &one, CSL_USE_RATING).verdict == CSL_POSSIBLE;
    }
    return reached;
}

const char *csl_needs_large_number(csl_analysis *a, csl_builder *b, const csl_query *q) {
    enum { MOST = 1024 };
    csl_query with = *q;
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_type t = q->vars[i].type;
        if (!csl_is_of_template(b, q, i) || !csl_is_open_number(q, i) || csl_type_bytes(t) < 2)
            continue;
        name = confine(a, &with, i, 0, MOST);
    }
    return name && csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict) &&
                   each_is_reached(a, &with)
               ? name
               : NULL;
}

/* A part of the 64 bits that are passed is taken: `int n = size;`. */
typedef struct cut {
    csl_builder *b;
    uint32_t var;
} cut;

static bool cuts(void *user, csl_expr *e) {
    const cut *c = user;
    return e->op == CSL_OP_CAST && csl_type_bytes((csl_type)e->type) < 8 &&
           csl_type_bytes((csl_type)e->kids[0]->type) == 8 && csl_term_has(c->b, e, c->var);
}

const char *csl_needs_wide_number(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_type t = q->vars[i].type;
        cut c = {b, i};
        if (csl_is_of_launch(&q->vars[i]) && csl_type_integer(t) && csl_type_bytes(t) == 8 &&
            (csl_find_part(a->ctx, q->guard[0], cuts, &c) ||
             csl_find_part(a->ctx, q->guard[1], cuts, &c)))
            name = confine(a, &with, i, 0, INT32_MAX);
    }
    return name && csl_ask(a, &with, CSL_USE_WITNESS).verdict != CSL_POSSIBLE ? name : NULL;
}

/* How a number that is passed makes lanes of threads: `threadIdx.x & mask`, `thread >> bits`, and
 * steps over what the lanes do, `i += size`. */
typedef enum lane_use { LANE_MASK, LANE_SHIFT, LANE_STEP } lane_use;

typedef struct lane_number {
    csl_builder *b;
    uint32_t var;
    lane_use use;
} lane_number;

static bool makes_lanes(void *user, csl_expr *e) {
    static const csl_op ops[] = {
        [LANE_MASK] = CSL_OP_BAND, [LANE_SHIFT] = CSL_OP_SHR, [LANE_STEP] = CSL_OP_MUL};
    const lane_number *n = user;
    if (e->op != ops[n->use] || e->nkids != 2)
        return false;
    const csl_role of = n->use == LANE_STEP ? CSL_ROLE_ITER : CSL_ROLE_TID;
    for (unsigned i = n->use == LANE_SHIFT; i < 2; i++)
        if (is_var(e->kids[i], n->var) && csl_has_role(n->b, e->kids[1 - i], of, NULL))
            return true;
    return false;
}

/* Asks for the number of a warp wherever a number that is passed is used so; the name of one. */
static const char *number_lanes(csl_analysis *a, csl_builder *b, csl_query *with, lane_use use) {
    static const int64_t of_warp[] = {[LANE_MASK] = 31, [LANE_SHIFT] = 5, [LANE_STEP] = 32};
    csl_expr *const terms[] = {with->guard[0], with->guard[1], with->offset[0], with->offset[1]};
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < with->nvars; i++) {
        lane_number n = {b, i, use};
        bool found = false;
        for (unsigned k = 0; k < 4 && csl_is_of_launch(&with->vars[i]); k++)
            found |= terms[k] && csl_find_part(a->ctx, terms[k], makes_lanes, &n);
        if (found)
            name = confine(a, with, i, of_warp[use], of_warp[use]);
    }
    return name;
}

const char *csl_needs_other_lanes(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    const char *shift = number_lanes(a, b, &with, LANE_SHIFT);
    const char *mask = number_lanes(a, b, &with, LANE_MASK);
    if (!shift && !mask)
        return NULL;
    if (csl_ask(a, &with, CSL_USE_WITNESS).verdict == CSL_POSSIBLE &&
        (!number_lanes(a, b, &with, LANE_STEP) ||
         csl_ask(a, &with, CSL_USE_WITNESS).verdict == CSL_POSSIBLE))
        return NULL;
    return mask ? mask : shift;
}

/* A loaded number limits a part of the index, `i < list->length`, and such parts are rows of a
 * fixed length: `rows[row * 8 + i]`. */
typedef struct limited_part {
    csl_builder *b;
    const csl_expr *part;
    int64_t pitch; /* of the rows; 0: none */
} limited_part;

static bool varies(csl_builder *b, csl_expr *e) {
    return csl_has_role(b, e, CSL_ROLE_TID, NULL) || csl_has_role(b, e, CSL_ROLE_ITER, NULL);
}

/* What the term is *times as much as, casts aside; 0 times: more than a number holds. */
static csl_expr *without_factors(csl_expr *e, int64_t *times) {
    *times = 1;
    for (; e->op == CSL_OP_CAST || (e->op == CSL_OP_MUL && e->kids[1]->op == CSL_OP_CONST);
         e = e->kids[0])
        if (e->op == CSL_OP_MUL && __builtin_mul_overflow(*times, e->kids[1]->value, times))
            *times = 0;
    return e;
}

static bool is_row_of(void *user, csl_expr *e) {
    limited_part *p = user;
    for (unsigned i = 0; i < 2 && e->op == CSL_OP_ADD; i++) {
        int64_t bytes, rows;
        const csl_expr *part = without_factors(e->kids[i], &bytes);
        csl_expr *row = without_factors(e->kids[1 - i], &rows);
        if (part == p->part && bytes > 0 && rows > bytes && varies(p->b, row))
            p->pitch = rows / bytes;
    }
    return p->pitch > 0;
}

/* The length of the rows that the variable limits a part of, as one condition says; 0: it does not.
 */
static int64_t row_limited_by(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t var,
                              const csl_expr *test) {
    if ((test->op != CSL_OP_LT && test->op != CSL_OP_LE) || !is_var(test->kids[1], var))
        return 0;
    limited_part p = {b, csl_without_casts(test->kids[0]), 0};
    for (int s = 0; s < 2 && !p.pitch; s++)
        csl_find_part(a->ctx, q->offset[s], is_row_of, &p);
    return p.pitch;
}

const char *csl_needs_longer_length(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        for (int s = 0; s < 2 && q->offset[0] && q->vars[i].role == CSL_ROLE_DATA; s++) {
            uint32_t n;
            csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
            for (uint32_t k = 0; k < n; k++) {
                const int64_t pitch = row_limited_by(a, b, q, i, part[k]);
                if (pitch)
                    name = confine(a, &with, i, 0, pitch);
            }
        }
    return name && csl_ask(a, &with, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict != CSL_POSSIBLE
               ? name
               : NULL;
}

typedef struct variable {
    csl_builder *b;
    uint32_t index;
} variable;

static bool rounds(void *user, csl_expr *e) {
    const variable *v = user;
    return e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) &&
           csl_type_float((csl_type)e->kids[0]->type) && csl_term_has(v->b, e->kids[0], v->index);
}

/* A whole number is made of the variable, which is none. */
static bool is_rounded(csl_builder *b, csl_expr *e, uint32_t var) {
    variable v = {b, var};
    return csl_find_part(csl_builder_analysis(b)->ctx, e, rounds, &v);
}

const char *csl_rounds_open_type(csl_analysis *a, csl_builder *b, const csl_query *q,
                                 csl_expr *const terms[2]) {
    const char *pattern = a->kernel->pattern;
    if (a->kernel->instance || !pattern || !strstr(pattern, "@FT@"))
        return NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        for (int s = 0; s < 2; s++)
            if (csl_type_float(q->vars[i].type) && terms[s] && is_rounded(b, terms[s], i))
                return q->vars[i].name && *q->vars[i].name ? q->vars[i].name : "a value";
    return NULL;
}

static bool is_function(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_PURE && e->nkids && e->type != CSL_PTR;
}

/* A function in the term that is not computed, only the same for the same operands; NULL: none. An
 * address of a function has no operands. */
static csl_expr *function_in(csl_builder *b, csl_expr *e) {
    return csl_find_part(csl_builder_analysis(b)->ctx, e, is_function, NULL);
}

/* Its operands are made of thread numbers and constants: one can work out what it gives. */
static bool is_of_numbers(csl_builder *b, const csl_query *q, csl_expr *function) {
    bool numbers = false;
    for (uint32_t i = 0; i < q->nvars; i++) {
        if (!csl_term_has(b, function, i))
            continue;
        const csl_role role = q->vars[i].role;
        if (role != CSL_ROLE_TID && role != CSL_ROLE_BID && role != CSL_ROLE_BDIM &&
            role != CSL_ROLE_GDIM)
            return false;
        numbers = true;
    }
    return numbers;
}

/* Its operands are not the same for both threads. */
static bool is_of_thread(csl_builder *b, const csl_query *q, csl_expr *function) {
    for (uint32_t i = 0; i < q->nvars; i++)
        if ((i < CSL_DV_BDIM || q->vars[i].side != 0) && csl_term_has(b, function, i))
            return true;
    return false;
}

void csl_hold_functions(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r,
                        csl_expr *const deciding[2], csl_expr *const reaching[2]) {
    /* one thread's place alone is computed: the other's may be any, as with one that is loaded */
    const bool both =
        deciding[0] && deciding[1] && function_in(b, deciding[0]) && function_in(b, deciding[1]);
    for (int s = 0; s < 4; s++) {
        csl_expr *term = s < 2 ? deciding[s] : reaching[s - 2];
        csl_expr *f = term ? function_in(b, term) : NULL;
        if (!f)
            continue;
        const bool unnamed = strchr(f->name, '.') || strncmp(f->name, "__csl", 5) == 0;
        const bool numbers = is_of_numbers(b, q, f);
        if (q->offset[0] && (s < 2 ? (both || numbers) && is_of_thread(b, q, f) : numbers))
            csl_hold(a, r, CSL_CAVEAT_not_computed, NULL);
        else if (s < 2)
            csl_hold(a, r, unnamed ? CSL_CAVEAT_unnamed_data : CSL_CAVEAT_data, f->name);
        else
            csl_hold(a, r, unnamed ? CSL_CAVEAT_reached_by_unnamed : CSL_CAVEAT_reached_by_data,
                     f->name);
    }
}

typedef struct shift {
    csl_builder *b;
    uint32_t var;
} shift;

static bool is_shift_by(void *user, csl_expr *e) {
    const shift *s = user;
    return (e->op == CSL_OP_SHL || e->op == CSL_OP_SHR) && csl_term_has(s->b, e->kids[1], s->var);
}

bool csl_counts_bits(csl_builder *b, const csl_query *q, uint32_t var) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    shift by = {b, var};
    bool does = false;
    for (int s = 0; s < 2 && !does; s++)
        does = csl_find_part(ctx, q->guard[s], is_shift_by, &by) ||
               (q->offset[s] && csl_find_part(ctx, q->offset[s], is_shift_by, &by));
    return does;
}
