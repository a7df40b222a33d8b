/* Values that a finding needs and that are hardly meant, or not known: a factor of 0, a number
 * whose type a template leaves open, what a function returns that is not computed. */
#include "caveats.h"

#include <string.h>

static bool scales_with(void *var, csl_expr *e) {
    if (e->op != CSL_OP_MUL && e->op != CSL_OP_DIV && e->op != CSL_OP_REM)
        return false;
    for (unsigned i = 0; i < e->nkids; i++) {
        const csl_expr *kid = e->kids[i];
        while (kid->op == CSL_OP_CAST)
            kid = kid->kids[0];
        if (kid->op == CSL_OP_SYM && kid->index == *(uint32_t *)var)
            return true;
    }
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
    const csl_type t = with->vars[var].type;
    csl_expr *v = csl_leaf(a->ctx, CSL_OP_SYM, t, var);
    csl_expr *low = csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, t, least), v);
    csl_expr *high = csl_binary(a->ctx, CSL_OP_LE, v, csl_const(a->ctx, t, most));
    with->fact = csl_and(a->ctx, with->fact, csl_and(a->ctx, low, high));
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
