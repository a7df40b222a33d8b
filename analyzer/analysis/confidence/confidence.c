/* The confidence of a fact (docs/how-it-works.md). */
#include <string.h>

#include "caveats.h"
#include "../../limits/limits.h"

/* For how many of some ordinary blocks a witness exists as well. */
typedef enum { IN_NONE, IN_SOME, IN_ALL } spread;

/* A condition on the shape alone, an assertion say, is false in this one. */
static bool rules_out(const csl_query *q, csl_expr *condition, const uint32_t shape[3]) {
    const uint64_t dims = UINT64_C(7) << CSL_DV_BDIM;
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&condition, &n);
    int64_t value[64] = {0};
    for (int d = 0; d < 3; d++)
        value[CSL_DV_BDIM + d] = shape[d];
    for (uint32_t i = 0; i < n && q->nvars <= 64; i++)
        if (part[i]->syms && !(part[i]->syms & ~dims) && !csl_query_eval(q, part[i], value))
            return true;
    return false;
}

/* It is no larger than any launch may be, and has two such threads. */
static bool fits(const csl_analysis *a, const csl_query *q, const uint32_t shape[3]) {
    uint32_t threads = shape[0] * shape[1] * shape[2];
    for (int d = 0; d < 3; d++)
        if (a->shapes.fixed[d] > 1 && a->shapes.fixed[d] != shape[d])
            return false;
    return threads <= a->shapes.max_threads &&
           (q->pair != CSL_PAIR_DIFFERENT_WARPS || threads > 32);
}

static bool allowed(const csl_analysis *a, const csl_query *q, const uint32_t shape[3]) {
    return fits(a, q, shape) && !rules_out(q, q->fact, shape) &&
           !rules_out(q, q->guard[0], shape) && !rules_out(q, q->guard[1], shape);
}

/* `none_matters`: whether it is none or some of them, too. */
static spread spread_over(csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3],
                          uint32_t n, bool none_matters) {
    uint32_t asked = 0, found = 0, open = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!allowed(a, q, shape[i]))
            continue;
        csl_verdict v = csl_verdict_in_block(a, q, &shape[i]);
        if (csl_is_safe(v) && csl_excludes_block(a, q, &shape[i]))
            continue;
        asked++;
        found += v == CSL_POSSIBLE;
        open += v == CSL_UNDECIDED;
        if (found < asked && (found || !none_matters))
            return IN_SOME;
    }
    /* a witness in one row may well be one for a usual length of the row */
    bool row =
        q->shapes->fixed[1] == 1 && q->shapes->fixed[2] == 1 && q->pair != CSL_PAIR_SAME_WARP;
    if (found == 0)
        return row && open ? IN_SOME : IN_NONE;
    return found == asked ? IN_ALL : IN_SOME;
}

static const uint32_t line[][3] = {{32, 1, 1},  {64, 1, 1},  {128, 1, 1},
                                   {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
static const uint32_t plane[][3] = {{8, 8, 1}, {16, 16, 1}, {32, 4, 1}, {32, 8, 1}, {32, 32, 1}};
static const uint32_t space[][3] = {{4, 4, 4}, {8, 8, 4}, {8, 4, 2}, {8, 8, 8}};
#define COUNT(list) (sizeof list / sizeof *list)

/* Blocks for a kernel that wants none of the ordinary ones, one of so many threads in a row, say.
 */
static uint32_t other_shapes(const csl_analysis *a, const csl_query *q, uint32_t list[][3]) {
    const uint32_t *fixed = a->shapes.fixed;
    uint32_t n = 0;
    for (uint32_t x = fixed[0] > 1 ? fixed[0] : 1; x <= 1024; x *= 2)
        for (uint32_t y = fixed[1] > 1 ? fixed[1] : 2; y <= 8 || y == fixed[1]; y *= 2)
            for (uint32_t z = 1; z <= (fixed[2] == 1 || a->idle[2] ? 1 : 4); z *= 2) {
                uint32_t shape[3] = {x, y, z};
                if (n < CSL_ROOM_other_shapes && allowed(a, q, shape))
                    memcpy(list[n++], shape, sizeof shape);
            }
    return n;
}

static bool any_allowed(const csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3],
                        uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (allowed(a, q, shape[i]))
            return true;
    return false;
}

/* Of blocks with several rows. */
static spread spread_in_space(csl_analysis *a, const csl_query *q) {
    bool is_flat = a->shapes.fixed[2] == 1 || a->idle[2];
    const uint32_t(*list)[3] = is_flat ? plane : space;
    uint32_t n = is_flat ? COUNT(plane) : COUNT(space), other[CSL_ROOM_other_shapes][3];
    uint32_t rows[CSL_BLOCKS_OF_ROWS][3], nrows = is_flat ? csl_blocks_of_rows(a, q, rows) : 0;
    const uint32_t(*meant)[3] = (const uint32_t(*)[3])rows;
    if (any_allowed(a, q, meant, nrows))
        return spread_over(a, q, meant, nrows, false);
    if (any_allowed(a, q, list, n))
        return spread_over(a, q, list, n, false);
    n = other_shapes(a, q, other);
    return spread_over(a, q, (const uint32_t(*)[3])other, n, false);
}

bool csl_happens_in_rows(csl_analysis *a, const csl_query *q) {
    const bool is_flat = a->shapes.fixed[2] == 1 || a->idle[2];
    const uint32_t(*list)[3] = is_flat ? plane : space;
    bool found = false;
    for (uint32_t i = 0; i < (is_flat ? COUNT(plane) : COUNT(space)) && !found; i++)
        found = allowed(a, q, list[i]) && csl_verdict_in_block(a, q, &list[i]) == CSL_POSSIBLE;
    return found;
}

/* The way there is open in one of the ordinary rows alone: `if (blockDim.x == 1024)`. */
static bool is_for_one(const csl_analysis *a, const csl_query *q) {
    uint32_t may = 0, open = 0;
    for (uint32_t i = 0; i < COUNT(line); i++) {
        may += fits(a, q, line[i]);
        open += allowed(a, q, line[i]);
    }
    return may > 1 && open == 1;
}

/* ... or of one of as many threads as there may be, where no ordinary row is allowed. */
static spread spread_in_row(csl_analysis *a, const csl_query *q) {
    const uint32_t x = a->shapes.fixed[0] > 1 ? a->shapes.fixed[0] : a->shapes.max_threads;
    const uint32_t whole[1][3] = {{x, 1, 1}};
    if (any_allowed(a, q, line, COUNT(line)))
        return spread_over(a, q, line, COUNT(line), true);
    return any_allowed(a, q, whole, 1) ? spread_over(a, q, whole, 1, true) : IN_SOME;
}

/* It does not happen in a block of as many threads as the kernel numbers its blocks by. */
static bool is_numbered_otherwise(csl_analysis *a, const csl_query *q) {
    const uint32_t whole[1][3] = {{csl_threads_between_blocks(q), 1, 1}};
    if (!whole[0][0] || !allowed(a, q, whole[0]))
        return false;
    const csl_verdict v = csl_verdict_in_block(a, q, whole);
    return csl_is_safe(v);
}

/* The author of a kernel had some block in mind. In one dimension a fact that needs a certain size
 * is worth telling; in more, a kernel that is right for one usual shape was written for that one.
 */
static void hold_of_row(csl_analysis *a, const csl_query *q, csl_rating *r) {
    spread l = spread_in_row(a, q);
    if (l == IN_NONE && a->idle[1])
        csl_hold(a, r, CSL_CAVEAT_rows_not_indexed, NULL);
    else if (l == IN_NONE && q->pair == CSL_PAIR_SAME_WARP)
        csl_hold(a, r, CSL_CAVEAT_broken_warps, NULL);
    else if (l == IN_SOME && is_numbered_otherwise(a, q))
        csl_hold(a, r, CSL_CAVEAT_other_numbers, NULL);
    else if (l != IN_ALL || is_for_one(a, q))
        csl_hold(a, r, CSL_CAVEAT_some_shapes, NULL);
    else if (a->kernel->bound_unknown && q->pair != CSL_PAIR_SAME_WARP)
        csl_hold(a, r, CSL_CAVEAT_unread_bounds, NULL);
}

csl_rating csl_rate_shape(csl_analysis *a, const csl_query *q) {
    csl_rating r = csl_no_caveat();
    if (a->shapes.n) {
        csl_hold_of_stated(a, q, &r);
        return r;
    }
    if (a->never_asks)
        csl_hold(a, &r, CSL_CAVEAT_never_asks, NULL);
    if (a->for_a_warp && q->pair == CSL_PAIR_DIFFERENT_WARPS)
        csl_hold(a, &r, CSL_CAVEAT_for_a_warp, NULL);
    if (!csl_worth_asking(a, &r))
        return r;
    if ((a->shapes.fixed[1] == 1 && a->shapes.fixed[2] == 1) || a->idle[1])
        hold_of_row(a, q, &r);
    else
        csl_hold(a, &r,
                 spread_in_space(a, q) == IN_ALL ? CSL_CAVEAT_some_shapes : CSL_CAVEAT_few_shapes,
                 NULL);
    return r;
}

static const csl_param *param_named(const csl_kernel *k, const char *name) {
    for (uint32_t i = 0; i < k->nparams; i++)
        if (name && !strcmp(k->params[i].name, name))
            return &k->params[i];
    return NULL;
}

static bool is_recovered(const csl_kernel *k, const char *name) {
    const csl_param *p = param_named(k, name);
    return p && p->recovered;
}

/* A width of the block, or (3) the number of its threads. */
static csl_expr *extent(csl_analysis *a, int which) {
    csl_ctx *ctx = a->ctx;
    csl_expr *dim[3];
    for (uint32_t d = 0; d < 3; d++)
        dim[d] = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM + d);
    if (which < 3)
        return dim[which];
    return csl_binary(ctx, CSL_OP_MUL, csl_binary(ctx, CSL_OP_MUL, dim[0], dim[1]), dim[2]);
}

/* A constant that nothing declares is a size as a rule, the block's perhaps. What happens only in
 * blocks larger than that does not happen in the kernel that was meant. */
static const char *needs_small_recovered(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_ctx *ctx = a->ctx;
    csl_query with = *q, fits = *q;
    const char *name = NULL;
    bool places = false; /* one is part of an index */
    for (uint32_t i = CSL_DV_FREE; a->kernel->recovered && i < q->nvars; i++) {
        csl_type t = q->vars[i].type;
        if (q->vars[i].role != CSL_ROLE_PARAM || !is_recovered(a->kernel, q->vars[i].name))
            continue;
        name = q->vars[i].name;
        csl_expr *v = csl_leaf(ctx, CSL_OP_SYM, t, i);
        const bool bits = csl_counts_bits(b, q, i);
        csl_expr *large =
            csl_and(ctx, csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, bits ? 11 : 2048), v),
                    csl_binary(ctx, CSL_OP_LE, v, csl_const(ctx, t, bits ? 12 : 4096)));
        with.fact = csl_and(ctx, with.fact, large);
        fits.fact =
            csl_and(ctx, fits.fact, csl_binary(ctx, CSL_OP_EQ, v, csl_cast(ctx, t, extent(a, 3))));
        places |=
            q->offset[0] && (csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i));
    }
    if (!name || csl_ask(a, &with, CSL_USE_RATING).verdict == CSL_POSSIBLE)
        return NULL;
    /* a size of the block that says which thread it is: `threadIdx.x == SIZE - 1` */
    return !places && csl_ask(a, &fits, CSL_USE_RATING).verdict == CSL_POSSIBLE ? NULL : name;
}

/* Both threads come to one place because its index is a name that nothing declares, taken for one
 * number. It may stand for a number that each thread has of its own, `#define LANE threadIdx.x`. */
static const char *shares_undeclared(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const char *name = NULL;
    for (uint32_t i = 0; a->kernel->recovered && q->offset[0] && i < q->nvars; i++) {
        if (!csl_term_has(b, q->offset[0], i) && !csl_term_has(b, q->offset[1], i))
            continue;
        if (i < CSL_DV_BDIM)
            return NULL; /* the coordinates of a thread */
        if (q->vars[i].role == CSL_ROLE_PARAM && is_recovered(a->kernel, q->vars[i].name))
            name = q->vars[i].name;
        else if (q->vars[i].side != 0)
            return NULL;
    }
    return name;
}

bool csl_both_get_there(csl_analysis *a, const csl_query *q) {
    csl_query guards = *q;
    guards.offset[0] = guards.offset[1] = NULL;
    return csl_ask(a, &guards, CSL_USE_RATING).verdict == CSL_POSSIBLE;
}

/* The way to one of the two places is open for one value of it only: `if (GROUP == 1)`. */
static bool is_pinned(const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++)
            for (int k = 0; k < 2 && part[i]->op == CSL_OP_EQ; k++)
                if (part[i]->kids[k]->op == CSL_OP_SYM && part[i]->kids[k]->index == var &&
                    part[i]->kids[!k]->op == CSL_OP_CONST)
                    return true;
    }
    return false;
}

/* A number that the template takes and this pattern of it leaves open is often the size of the
 * block. What does not happen if it is was not written. */
static const char *needs_other_block(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_ctx *ctx = a->ctx;
    bool race = q->offset[0] != NULL;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        csl_type t = q->vars[i].type;
        const csl_param *p =
            q->vars[i].role == CSL_ROLE_PARAM ? param_named(a->kernel, q->vars[i].name) : NULL;
        if (!p || !p->chosen || t == CSL_BOOL || t == CSL_PTR || !csl_type_integer(t) ||
            is_pinned(q, i))
            continue;
        bool in_index =
            race && (csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i));
        if (!in_index && !csl_counts_up_to(b, q, i))
            continue;
        for (int which = 0; which < 5; which++) { /* the last: threads that do two elements each */
            if ((which == 1 || which == 2) && a->shapes.fixed[which] == 1)
                continue; /* one row: the parameter would be 1 */
            csl_query with = *q;
            csl_expr *v = csl_leaf(ctx, CSL_OP_SYM, t, i);
            csl_expr *dim = csl_cast(ctx, t, extent(a, which % 4));
            csl_expr *size = which < 4 ? dim : csl_binary(ctx, CSL_OP_ADD, dim, dim);
            csl_expr *fits = csl_binary(ctx, CSL_OP_EQ, v, size);
            with.fact = csl_and(ctx, with.fact, fits);
            const csl_verdict verdict = csl_ask(a, &with, CSL_USE_RATING).verdict;
            if (race ? verdict != CSL_POSSIBLE && csl_both_get_there(a, &with)
                     : csl_is_safe(verdict))
                return q->vars[i].name;
        }
    }
    return NULL;
}

void csl_hold_filling(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r,
                      csl_expr *const deciding[2]) {
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    if ((k->nlaunches && !k->launch_unknown) || a->options->block[0] || !csl_worth_asking(a, r))
        return;
    for (int i = 0; i < 2; i++)
        if (deciding[i] && csl_has_role(b, deciding[i], CSL_ROLE_BID, NULL))
            return; /* a number in the grid */
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_type t = q->vars[i].type;
        if (q->vars[i].role != CSL_ROLE_PARAM || !csl_type_integer(t) || t == CSL_BOOL ||
            t == CSL_PTR || !csl_counts_up_to(b, q, i))
            continue;
        csl_query with = *q;
        csl_expr *fits = csl_binary(ctx, CSL_OP_EQ, csl_leaf(ctx, CSL_OP_SYM, t, i),
                                    csl_cast(ctx, t, extent(a, 0)));
        with.fact = csl_and(ctx, with.fact, fits);
        if (csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict)) {
            csl_hold(a, r, CSL_CAVEAT_other_block, q->vars[i].name);
            return;
        }
    }
}

/* No user runs a kernel on nothing. */
static const char *needs_empty_size(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    const char *name = csl_with_positive_sizes(a, b, &with);
    csl_verdict v = name ? csl_ask(a, &with, CSL_USE_RATING).verdict : CSL_POSSIBLE;
    return csl_is_safe(v) ? name : NULL;
}

/* It happens also if threads agree on what they load, where nothing else is lost. */
static bool happens_if_agreed(csl_analysis *a, csl_builder *b, const csl_query *q,
                              csl_expr *const deciding[2]) {
    csl_query with;
    return csl_if_agreed(b, q, deciding, &with) &&
           csl_ask(a, &with, CSL_USE_WITNESS).verdict == CSL_POSSIBLE;
}

/* A value of that role decides; `unnamed` if it has no name. */
static void hold_value(csl_analysis *a, csl_builder *b, csl_rating *r, csl_expr *const terms[2],
                       csl_role role, csl_caveat caveat, csl_caveat unnamed) {
    const char *name = NULL;
    for (int i = 0; i < 2; i++)
        if (terms[i] && csl_has_role(b, terms[i], role, &name)) {
            csl_hold(a, r, name && *name ? caveat : unnamed, name);
            return;
        }
}

/* Values decide, or whether the way there is open. */
static csl_rating rate_values(csl_analysis *a, csl_builder *b, csl_expr *const deciding[2],
                              csl_expr *const reaching[2]) {
    csl_rating r = csl_no_caveat();
    hold_value(a, b, &r, deciding, CSL_ROLE_DATA, CSL_CAVEAT_data, CSL_CAVEAT_unnamed_data);
    hold_value(a, b, &r, deciding, CSL_ROLE_PARAM, CSL_CAVEAT_parameter,
               CSL_CAVEAT_unnamed_parameter);
    hold_value(a, b, &r, reaching, CSL_ROLE_DATA, CSL_CAVEAT_reached_by_data,
               CSL_CAVEAT_reached_by_unnamed);
    return r;
}

/* The launches that were found pass other arguments, or have no such block; or none could be seen
 * to lead there. */
static void hold_of_launches(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r) {
    const csl_verdict v = csl_verdict_in_launches(b, q);
    if (v != CSL_POSSIBLE)
        csl_hold(a, r, v == CSL_SAFE ? CSL_CAVEAT_never_passed : CSL_CAVEAT_not_seen_passed, NULL);
}

/* A lost value is part of the place or the condition, or NULL, and says more than that loops end.
 */
static bool loses(csl_builder *b, csl_expr *e, const char **name) {
    if (e && e->type == CSL_BOOL)
        e = csl_without_ways_out(b, e);
    return e && csl_has_role(b, e, CSL_ROLE_LOST, name);
}

static void hold_lost(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r,
                      csl_expr *const deciding[2], csl_expr *const reaching[2]) {
    const char *name = NULL;
    bool lost = false;
    for (int i = 0; i < 2; i++)
        lost |= loses(b, deciding[i], &name) || loses(b, reaching[i], &name);
    if (!lost || !csl_worth_asking(a, r))
        return;
    const bool agreed = happens_if_agreed(a, b, q, deciding);
    if (!agreed && csl_rereads(b, q, deciding))
        csl_hold(a, r, CSL_CAVEAT_changed_meanwhile, NULL);
    else if (!agreed)
        csl_hold(a, r, CSL_CAVEAT_lost_value, NULL);
    else
        csl_hold(a, r, name && *name ? CSL_CAVEAT_agreed_value : CSL_CAVEAT_unnamed_data, name);
}

csl_rating csl_rate(csl_analysis *a, csl_builder *b, const csl_query *q,
                    csl_expr *const deciding[2], csl_expr *const reaching[2]) {
    static const struct {
        csl_caveat caveat;
        const char *(*needs)(csl_analysis *, csl_builder *, const csl_query *);
    } asked[] = {{CSL_CAVEAT_small_constant, needs_small_recovered},
                 {CSL_CAVEAT_undeclared_place, shares_undeclared},
                 {CSL_CAVEAT_other_block, needs_other_block},
                 {CSL_CAVEAT_large_number, csl_needs_large_number},
                 {CSL_CAVEAT_wide_number, csl_needs_wide_number},
                 {CSL_CAVEAT_other_lanes, csl_needs_other_lanes},
                 {CSL_CAVEAT_longer_length, csl_needs_longer_length},
                 {CSL_CAVEAT_empty_size, needs_empty_size},
                 {CSL_CAVEAT_zero_factor, csl_needs_zero_factor}};
    const char *name = NULL;
    const csl_rating values = rate_values(a, b, deciding, reaching);
    csl_rating shape = csl_rate_shape(a, q), r = shape.level == CSL_LOW ? shape : csl_no_caveat();
    for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++)
        if (csl_worth_asking(a, &r) && (name = asked[i].needs(a, b, q)))
            csl_hold(a, &r, asked[i].caveat, name);
    hold_lost(a, b, q, &r, deciding, reaching);
    if ((name = csl_rounds_open_type(a, b, q, deciding)) ||
        (name = csl_rounds_open_type(a, b, q, reaching)))
        csl_hold(a, &r, CSL_CAVEAT_open_type, name);
    r = csl_lesser_rating(r, values);
    csl_hold_functions(a, b, q, &r, deciding, reaching);
    csl_hold_particular(a, q, &r, reaching);
    if (csl_worth_asking(a, &r))
        hold_of_launches(a, b, q, &r);
    if (a->kernel->recovered)
        csl_hold(a, &r, CSL_CAVEAT_recovered, a->kernel->recovered);
    if (a->kernel->helper)
        csl_hold(a, &r, CSL_CAVEAT_helper, NULL);
    if (a->kernel->unlaunched && !a->options->block[0])
        csl_hold(a, &r, CSL_CAVEAT_unlaunched, NULL);
    return csl_lesser_rating(r, shape);
}
