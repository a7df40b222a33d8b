/* Hash-consing of expressions, the leaves, what launches say, and rewriting. Simplification:
 * simplify*.c. */
#include "internal.h"
#include "../limits/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- hash-consing -------------------------------------------------------------------------- */

typedef struct node_key {
    csl_op op;
    csl_type type;
    csl_payload payload;
    unsigned nkids;
    csl_expr *const *kids;
} node_key;

/* By content and ids, never by address, so that runs do not differ. */
static uint64_t hash_node(const node_key *key) {
    uint64_t hash = csl_hash_word(CSL_HASH_SEED, (uint64_t)key->op << 8 | key->type);
    if (key->op == CSL_OP_PURE)
        for (const char *p = key->payload.name; *p; p++)
            hash = csl_hash_word(hash, (unsigned char)*p);
    else
        hash = csl_hash_word(hash, (uint64_t)key->payload.value);
    for (unsigned i = 0; i < key->nkids; i++)
        hash = csl_hash_word(hash, key->kids[i]->id);
    return hash;
}

static bool same_node(const void *item, const void *wanted) {
    const csl_expr *e = item;
    const node_key *key = wanted;
    return e->op == key->op && e->type == key->type && e->nkids == key->nkids &&
           e->value == key->payload.value && /* all of the union: names are interned */
           (e->nkids == 0 || memcmp(e->kids, key->kids, e->nkids * sizeof *e->kids) == 0);
}

csl_expr *csl_make_node(csl_ctx *ctx, csl_op op, csl_type type, csl_payload payload, unsigned nkids,
                        csl_expr *const *kids) {
    assert(nkids <= UINT16_MAX);
    ctx->made++;
    node_key key = {op, type, payload, nkids, kids};
    uint64_t hash = hash_node(&key);
    csl_table_slot *slot = csl_table_find(&ctx->exprs, hash, same_node, &key);
    if (slot->item)
        return slot->item;

    csl_expr *e = csl_alloc(ctx, sizeof *e + nkids * sizeof *e->kids);
    e->op = (uint8_t)op;
    e->type = (uint8_t)type;
    e->nkids = (uint16_t)nkids;
    e->id = ctx->nexprs++;
    e->value = payload.value;
    e->syms = op == CSL_OP_SYM ? UINT64_C(1) << e->index % 64 : 0;
    for (unsigned i = 0; i < nkids; i++)
        e->syms |= kids[i]->syms;
    if (nkids)
        memcpy(e->kids, kids, nkids * sizeof *kids);
    *slot = (csl_table_slot){.hash = hash, .item = e};
    ctx->exprs.used++;
    return e;
}

csl_expr *csl_node_of(csl_ctx *ctx, csl_op op, csl_type type, unsigned nkids,
                      csl_expr *const *kids) {
    return csl_make_node(ctx, op, type, (csl_payload){.value = 0}, nkids, kids);
}

csl_expr *csl_fold(csl_ctx *ctx, csl_op op, csl_type type, unsigned nkids, csl_expr *const *kids) {
    /* csl_eval_op wants a node to look at; this one never enters the table. */
    enum { MAX_KIDS = 3 };
    union {
        csl_expr e;
        char room[sizeof(csl_expr) + MAX_KIDS * sizeof(csl_expr *)];
    } node = {.e = {.op = (uint8_t)op, .type = (uint8_t)type, .nkids = (uint16_t)nkids}};
    int64_t values[MAX_KIDS] = {0};
    assert(nkids <= MAX_KIDS);
    memcpy(node.room + offsetof(csl_expr, kids), kids, nkids * sizeof *kids);
    for (unsigned i = 0; i < nkids; i++)
        values[i] = kids[i]->value;
    return csl_const(ctx, type, csl_eval_op(&node.e, values));
}

/* ---- leaves -------------------------------------------------------------------------------- */

csl_expr *csl_const(csl_ctx *ctx, csl_type type, int64_t value) {
    csl_payload payload = {.value = csl_normalise(type, value)};
    return csl_make_node(ctx, CSL_OP_CONST, type, payload, 0, NULL);
}

csl_expr *csl_float(csl_ctx *ctx, csl_type type, double value) {
    return csl_const(ctx, type, csl_from_double(value));
}

csl_expr *csl_true(csl_ctx *ctx) {
    return csl_const(ctx, CSL_BOOL, 1);
}

csl_expr *csl_false(csl_ctx *ctx) {
    return csl_const(ctx, CSL_BOOL, 0);
}

csl_expr *csl_leaf(csl_ctx *ctx, csl_op op, csl_type type, uint32_t index) {
    csl_payload payload = {.value = 0};
    payload.index = index;
    return csl_make_node(ctx, op, type, payload, 0, NULL);
}

/* The bits of a number as one of another kind of that size. They are not computed, but what is read
 * back is the number itself. */
static const char *const readings[] = {"__float_as_int",       "__float_as_uint",
                                       "__int_as_float",       "__uint_as_float",
                                       "__double_as_longlong", "__longlong_as_double"};

static bool is_reading(const char *name) {
    for (unsigned i = 0; i < sizeof readings / sizeof *readings; i++)
        if (strcmp(name, readings[i]) == 0)
            return true;
    return false;
}

/* The number that such a function of such a function gives back; NULL: they are others. */
static csl_expr *read_back(csl_ctx *ctx, csl_type type, const char *name, unsigned n,
                           csl_expr *const *kids) {
    const csl_expr *inner = n == 1 ? kids[0] : NULL;
    if (!inner || inner->op != CSL_OP_PURE || inner->nkids != 1 || !is_reading(name) ||
        !is_reading(inner->name))
        return NULL;
    csl_expr *number = inner->kids[0];
    const bool same_size = csl_type_bytes(type) == csl_type_bytes((csl_type)inner->type) &&
                           csl_type_bytes(type) == csl_type_bytes((csl_type)number->type);
    const bool back = csl_type_integer(type) != csl_type_integer((csl_type)inner->type) &&
                      csl_type_integer(type) == csl_type_integer((csl_type)number->type);
    return same_size && back ? csl_cast(ctx, type, number) : NULL;
}

csl_expr *csl_pure(csl_ctx *ctx, csl_type type, const char *name, unsigned n,
                   csl_expr *const *kids) {
    csl_expr *number = read_back(ctx, type, name, n, kids);
    if (number)
        return number;
    csl_payload payload = {.value = 0};
    payload.name = csl_intern(ctx, name);
    return csl_make_node(ctx, CSL_OP_PURE, type, payload, n, kids);
}

csl_expr *csl_bits_as(csl_ctx *ctx, csl_type type, csl_expr *number) {
    const csl_type from = (csl_type)number->type;
    const unsigned bytes = csl_type_bytes(type);
    const bool reads =
        csl_type_float(type) != csl_type_float(from) && bytes == csl_type_bytes(from);
    if (!reads || (bytes != 4 && bytes != 8) || from == CSL_PTR || type == CSL_PTR)
        return NULL;
    const char *name = csl_type_float(type) ? bytes == 4 ? "__int_as_float" : "__longlong_as_double"
                       : bytes == 4         ? "__float_as_int"
                                            : "__double_as_longlong";
    const csl_type whole = bytes == 4 ? CSL_I32 : CSL_I64;
    if (csl_type_float(type))
        number = csl_cast(ctx, whole, number);
    csl_expr *read = csl_pure(ctx, csl_type_float(type) ? type : whole, name, 1, &number);
    return csl_type_float(type) ? read : csl_cast(ctx, type, read);
}

bool csl_is_const(const csl_expr *e, int64_t value) {
    return e->op == CSL_OP_CONST && e->value == value;
}

bool csl_is_true(const csl_expr *e) {
    return e->type == CSL_BOOL && csl_is_const(e, 1);
}

bool csl_is_false(const csl_expr *e) {
    return e->type == CSL_BOOL && csl_is_const(e, 0);
}

/* ---- one of several values -------------------------------------------------------------------- */

static int64_t common_step(const int64_t *value, uint32_t n) {
    uint64_t step = 0;
    for (uint32_t i = 1; i < n; i++)
        for (uint64_t d = (uint64_t)value[i] - (uint64_t)value[i - 1]; d;) {
            const uint64_t rest = step % d;
            step = d;
            d = rest;
        }
    return step <= INT64_MAX ? (int64_t)step : 1;
}

csl_expr *csl_one_of(csl_ctx *ctx, csl_expr *x, const int64_t *value, uint32_t n) {
    const csl_type t = (csl_type)x->type;
    const int64_t lo = value[0], hi = value[n - 1], step = n > 1 ? common_step(value, n) : 1;
    const bool plain = lo >= 0 || csl_type_signed(t); /* the order is that of the type */
    const bool even = plain && lo >= 0 && n > 2 && (hi - lo) / step == (int64_t)n - 1;
    if (!even && !csl_limit_exceeded(CSL_LIMIT_listed_arguments, n)) {
        csl_expr *any = csl_false(ctx);
        for (uint32_t i = 0; i < n; i++)
            any = csl_or(ctx, any, csl_binary(ctx, CSL_OP_EQ, x, csl_const(ctx, t, value[i])));
        return any;
    }
    if (!plain)
        return csl_true(ctx);
    csl_expr *all = csl_and(ctx, csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, lo), x),
                            csl_binary(ctx, CSL_OP_LE, x, csl_const(ctx, t, hi)));
    if (step == 1 || lo < 0)
        return all;
    csl_expr *rest = csl_binary(ctx, CSL_OP_REM, x, csl_const(ctx, t, step));
    return csl_and(ctx, all, csl_binary(ctx, CSL_OP_EQ, rest, csl_const(ctx, t, lo % step)));
}

/* ---- launches ------------------------------------------------------------------------------ */

csl_expr *csl_said_by_launch(csl_ctx *ctx, const csl_launch *launch) {
    csl_expr *all = launch->given ? launch->given : csl_true(ctx);
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *is =
            launch->block[d] ? csl_const(ctx, CSL_U32, launch->block[d]) : launch->says[d];
        if (is)
            all = csl_and(ctx, all,
                          csl_binary(ctx, CSL_OP_EQ, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, d), is));
    }
    return all;
}

/* A launch with more blocks than there may be fails. */
csl_expr *csl_said_of_thread(csl_ctx *ctx, const csl_launch *l) {
    csl_expr *out = csl_said_by_launch(ctx, l);
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *blocks = l->grid[d] ? csl_const(ctx, CSL_U32, l->grid[d]) : l->spans[d];
        if (!blocks)
            continue;
        csl_expr *most = csl_const(ctx, CSL_U32, INT32_MAX);
        out = csl_and(ctx, out, csl_binary(ctx, CSL_OP_LE, blocks, most));
        out = csl_and(ctx, out,
                      csl_binary(ctx, CSL_OP_LT, csl_leaf(ctx, CSL_OP_BID, CSL_U32, d), blocks));
        out = csl_and(ctx, out,
                      csl_binary(ctx, CSL_OP_EQ, csl_leaf(ctx, CSL_OP_GDIM, CSL_U32, d), blocks));
    }
    return out;
}

/* ---- rewriting ----------------------------------------------------------------------------- */

csl_expr *csl_rebuild(csl_ctx *ctx, const csl_expr *e, csl_expr *const *kids) {
    csl_op op = e->op;
    switch (op) {
    case CSL_OP_PURE: return csl_pure(ctx, e->type, e->name, e->nkids, kids);
    case CSL_OP_AND:
    case CSL_OP_OR: return csl_junction(ctx, op, e->nkids, kids);
    case CSL_OP_NOT: return csl_not(ctx, kids[0]);
    case CSL_OP_ITE: return csl_ite(ctx, kids[0], kids[1], kids[2]);
    case CSL_OP_CAST:
        return e->index ? csl_cast_exact(ctx, e->type, kids[0]) : csl_cast(ctx, e->type, kids[0]);
    default: break;
    }
    if (e->nkids == 2)
        return csl_binary(ctx, op, kids[0], kids[1]);
    if (e->nkids == 1)
        return csl_unary(ctx, op, e->type, kids[0]);
    return csl_make_node(ctx, op, e->type, (csl_payload){.value = e->value}, 0, NULL);
}

static csl_memo *take_memo(csl_ctx *ctx) {
    csl_memo *memo = ctx->spare_memos;
    if (!memo)
        return csl_memo_new(ctx);
    ctx->spare_memos = memo->next;
    return memo;
}

static void put_back(csl_ctx *ctx, csl_memo *memo) {
    csl_memo_clear(memo);
    memo->next = ctx->spare_memos;
    ctx->spare_memos = memo;
}

typedef struct mapper {
    csl_ctx *ctx;
    csl_leaf_fn fn;
    void *user;
    csl_memo *memo;
    bool leaves; /* are remembered too */
} mapper;

static csl_expr *map(mapper *m, csl_expr *e) {
    if (e->nkids == 0 && (!m->leaves || e->op == CSL_OP_CONST))
        return m->fn(m->user, e);
    csl_expr *known = csl_memo_get(m->memo, e);
    if (known)
        return known;
    csl_expr *few[8], **kids = few, *result = e;
    if (e->nkids > sizeof few / sizeof *few)
        kids = csl_xmalloc(e->nkids * sizeof *kids);
    bool changed = false;
    for (unsigned i = 0; i < e->nkids; i++) {
        kids[i] = map(m, e->kids[i]);
        changed |= kids[i] != e->kids[i];
    }
    if (e->nkids == 0)
        result = m->fn(m->user, e);
    else if (changed)
        result = csl_rebuild(m->ctx, e, kids);
    if (kids != few)
        free(kids);
    csl_memo_set(m->memo, e, result);
    return result;
}

csl_expr *csl_map(csl_ctx *ctx, csl_expr *e, csl_leaf_fn fn, void *user) {
    if (e->nkids == 0)
        return fn(user, e);
    csl_memo *memo = take_memo(ctx);
    mapper m = {.ctx = ctx, .fn = fn, .user = user, .memo = memo};
    csl_expr *result = map(&m, e);
    put_back(ctx, memo);
    return result;
}

csl_expr *csl_map_again(csl_ctx *ctx, csl_memo *memo, csl_expr *e, csl_leaf_fn fn, void *user) {
    mapper m = {.ctx = ctx, .fn = fn, .user = user, .memo = memo, .leaves = true};
    return map(&m, e);
}

static csl_expr *same_leaf(void *user, csl_expr *leaf) {
    (void)user;
    return leaf;
}

csl_expr *csl_with_part(csl_ctx *ctx, csl_expr *e, const csl_expr *part, csl_expr *by) {
    csl_memo *memo = take_memo(ctx);
    mapper m = {.ctx = ctx, .fn = same_leaf, .memo = memo, .leaves = true};
    csl_memo_set(memo, part, by);
    csl_expr *result = map(&m, e);
    put_back(ctx, memo);
    return result;
}

typedef struct finder {
    csl_part_fn is, covers;
    void *user;
    csl_memo *seen;
} finder;

static csl_expr *find(finder *f, csl_expr *e) {
    if (f->is(f->user, e))
        return e;
    if (e->nkids == 0 || csl_memo_get(f->seen, e))
        return NULL;
    csl_memo_set(f->seen, e, e);
    csl_expr *found = NULL;
    const uint32_t nkids = f->covers && f->covers(f->user, e) ? 0 : e->nkids;
    for (uint32_t i = 0; i < nkids && !found; i++)
        found = find(f, e->kids[i]);
    return found;
}

csl_expr *csl_find_uncovered(csl_ctx *ctx, csl_expr *const *e, size_t n, csl_part_fn is,
                             csl_part_fn covers, void *user) {
    finder f = {.is = is, .covers = covers, .user = user, .seen = take_memo(ctx)};
    csl_expr *found = NULL;
    for (size_t i = 0; i < n && !found; i++)
        found = e[i] ? find(&f, e[i]) : NULL;
    put_back(ctx, f.seen);
    return found;
}

csl_expr *csl_find_part(csl_ctx *ctx, csl_expr *e, csl_part_fn is, void *user) {
    return csl_find_uncovered(ctx, &e, 1, is, NULL, user);
}

csl_expr *csl_linear_thread(csl_ctx *ctx) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0), *y = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 1);
    csl_expr *z = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 2);
    csl_expr *rows = csl_binary(
        ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, z, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 1)), y);
    return csl_binary(ctx, CSL_OP_ADD,
                      csl_binary(ctx, CSL_OP_MUL, rows, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 0)), x);
}

csl_expr *csl_linear_block(csl_ctx *ctx, const uint32_t size[3]) {
    csl_expr *rank = csl_const(ctx, CSL_U32, 0);
    for (uint32_t d = 3; d-- > 0;) {
        csl_expr *width = csl_const(ctx, CSL_U32, size[d]);
        csl_expr *at = csl_binary(ctx, CSL_OP_REM, csl_leaf(ctx, CSL_OP_BID, CSL_U32, d), width);
        rank = csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, rank, width), at);
    }
    return rank;
}

csl_expr *csl_place_of_block(csl_ctx *ctx, csl_type type, csl_expr *rank) {
    csl_expr *next =
        csl_binary(ctx, CSL_OP_ADD, csl_cast(ctx, type, rank), csl_const(ctx, type, 1));
    return csl_binary(ctx, CSL_OP_MUL, next, csl_const(ctx, type, INT64_C(1) << CSL_CLUSTER_SHIFT));
}
