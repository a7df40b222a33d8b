/* What an offset is the sum of: of `4 * (128 * warp + i) + 16` 512 times the warp, 4 times i,
 * and 16; and offsets that are a sum of indices, each times a stride of its own.
 */
#include "../queries/rows/row_layout.h"
#include "caveats.h"
#include "../../limits/limits.h"

void csl_take_parts(csl_expr *e, int64_t times, csl_take_part_fn *take, void *user) {
    if (e->op == CSL_OP_ADD && e->nkids == 2) {
        csl_take_parts(e->kids[0], times, take, user);
        csl_take_parts(e->kids[1], times, take, user);
    } else if (e->op == CSL_OP_MUL && e->kids[1]->op == CSL_OP_CONST && e->kids[1]->value > 0 &&
               e->kids[1]->value <= INT32_MAX && times <= INT32_MAX)
        csl_take_parts(e->kids[0], times * e->kids[1]->value, take, user);
    else if (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->type))
        csl_take_parts(e->kids[0], times, take, user);
    else
        take(user, e, times);
}

/* ---- strides ------------------------------------------------------------------------------------ */

typedef struct strided {
    csl_ctx *ctx;
    const csl_query *q;
    int side;
    uint32_t var[CSL_ROOM_strides];       /* the strides */
    csl_expr *index[CSL_ROOM_strides][2]; /* what each is multiplied by; I64 */
    csl_expr *rest[2]; /* what has no stride: the element of a row's element, `x * channels + c` */
    int64_t unit;      /* bytes that a stride counts: the least of them; 0: none yet */
    uint32_t n;
    bool failed; /* there are too many strides */
} strided;

static const csl_expr *as_stride(const strided *s, const csl_expr *e) {
    e = csl_without_casts(e);
    return e->op == CSL_OP_SYM && csl_is_open_number(s->q, e->index) ? e : NULL;
}

static void add_index(strided *s, uint32_t var, csl_expr *index) {
    uint32_t i = 0;
    while (i < s->n && s->var[i] != var)
        i++;
    if (i == s->n) {
        s->failed |= csl_limit_reached(CSL_LIMIT_strides, s->n);
        if (s->failed)
            return;
        s->var[s->n++] = var;
        s->index[i][0] = s->index[i][1] = csl_const(s->ctx, CSL_I64, 0);
    }
    csl_expr **sum = &s->index[i][s->side];
    *sum = csl_binary(s->ctx, CSL_OP_ADD, *sum, index);
}

static void take_strided(void *user, csl_expr *e, int64_t times) {
    strided *s = user;
    csl_expr *factor = csl_const(s->ctx, CSL_I64, times);
    const csl_expr *stride = as_stride(s, e);
    if (!stride && e->op == CSL_OP_MUL && e->nkids == 2) {
        const csl_expr *x = as_stride(s, e->kids[0]), *y = as_stride(s, e->kids[1]);
        stride = x && y ? NULL : x ? x : y;
        if (stride)
            factor = csl_binary(s->ctx, CSL_OP_MUL, factor,
                                csl_cast(s->ctx, CSL_I64, e->kids[stride == x]));
    }
    if (stride) {
        add_index(s, stride->index, factor);
        s->unit = s->unit && s->unit < times ? s->unit : times;
        return;
    }
    csl_expr *part = csl_binary(s->ctx, CSL_OP_MUL, factor, csl_cast(s->ctx, CSL_I64, e));
    s->rest[s->side] = csl_binary(s->ctx, CSL_OP_ADD, s->rest[s->side], part);
}

#define SHORT_ROW 1024 /* elements of a row that any stride is taken to leave room for */

/* What has no stride is a number, the same on both sides, or less than one of the strides, or than
 * a short row has. */
static bool rest_is_within(csl_analysis *a, const strided *s) {
    if (s->rest[0]->op == CSL_OP_CONST && s->rest[1]->op == CSL_OP_CONST)
        return s->rest[0] == s->rest[1];
    for (uint32_t i = 0; i <= s->n; i++) {
        csl_expr *inside = csl_true(s->ctx);
        csl_expr *stride =
            i == s->n ? csl_const(s->ctx, CSL_I64, SHORT_ROW)
                      : csl_leaf(s->ctx, CSL_OP_SYM, s->q->vars[s->var[i]].type, s->var[i]);
        for (int side = 0; side < 2; side++) {
            csl_expr *rest = s->rest[side];
            csl_expr *end = csl_binary(s->ctx, CSL_OP_MUL, csl_cast(s->ctx, CSL_I64, stride),
                                       csl_const(s->ctx, CSL_I64, s->unit));
            inside = csl_and(s->ctx, inside, csl_binary(s->ctx, CSL_OP_LT, rest, end));
            inside = csl_and(s->ctx, inside,
                             csl_binary(s->ctx, CSL_OP_LE, csl_const(s->ctx, CSL_I64, 0), rest));
        }
        csl_query outside = *s->q;
        outside.offset[0] = outside.offset[1] = NULL;
        outside.fact = csl_and(s->ctx, outside.fact, csl_not(s->ctx, inside));
        if (csl_is_safe(csl_ask(a, &outside, CSL_USE_PROOF | CSL_USE_SOLVER).verdict))
            return true;
    }
    return false;
}

/* `4 * (x / w)`: x / w, and 4. */
static const csl_expr *without_factor(const csl_expr *e, int64_t *factor) {
    *factor = 1;
    e = csl_without_casts(e);
    while (e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST &&
           e->kids[1]->value > 0 && e->kids[1]->value <= INT32_MAX && *factor <= INT32_MAX) {
        *factor *= e->kids[1]->value;
        e = csl_without_casts(e->kids[0]);
    }
    return e;
}

/* Two threads for which `x / w` is the same, and `x % w`, have the same x. */
static csl_expr *same_whole(const strided *s, uint32_t i, uint32_t j) {
    const csl_expr *div[2], *rem[2];
    int64_t factor[2][2];
    bool parts = true;
    for (int side = 0; side < 2; side++) {
        div[side] = without_factor(s->index[i][side], &factor[0][side]);
        rem[side] = without_factor(s->index[j][side], &factor[1][side]);
        parts &= div[side]->op == CSL_OP_DIV && rem[side]->op == CSL_OP_REM &&
                 div[side]->kids[0] == rem[side]->kids[0] &&
                 div[side]->kids[1] == rem[side]->kids[1];
    }
    if (!parts || factor[0][0] != factor[0][1] || factor[1][0] != factor[1][1] ||
        div[0]->kids[1] != div[1]->kids[1])
        return csl_true(s->ctx);
    return csl_binary(s->ctx, CSL_OP_EQ, div[0]->kids[0], div[1]->kids[0]);
}

bool csl_has_strides(csl_analysis *a, const csl_query *q, bool *differ) {
    csl_expr *none = csl_const(a->ctx, CSL_I64, 0);
    strided s = {.ctx = a->ctx, .q = q, .rest = {none, none}};
    for (s.side = 0; s.side < 2 && q->offset[0]; s.side++)
        csl_take_parts(q->offset[s.side], 1, take_strided, &s);
    if (s.failed || s.n < 2 || !rest_is_within(a, &s))
        return false;
    csl_query with = *q;
    with.fact = csl_and(a->ctx, with.fact, csl_binary(a->ctx, CSL_OP_EQ, s.rest[0], s.rest[1]));
    for (uint32_t i = 0; i < s.n; i++)
        with.fact =
            csl_and(a->ctx, with.fact, csl_equal_indices(a->ctx, s.index[i][0], s.index[i][1]));
    for (uint32_t i = 0; i < s.n * s.n; i++)
        with.fact = csl_and(a->ctx, with.fact, same_whole(&s, i / s.n, i % s.n));
    const csl_verdict v = csl_ask(a, &with, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    *differ = csl_is_safe(v);
    return v == CSL_POSSIBLE || *differ;
}
