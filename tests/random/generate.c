/* Building blocks and grammar of the random kernels; see generate.h. */
#include "generate.h"

#include "edit.h"

/* ---- terms --------------------------------------------------------------------------------- */

csl_expr *csl_int(csl_gen *g, int64_t value) {
    return csl_const(g->ctx, CSL_I32, value);
}

csl_expr *csl_var_of(csl_gen *g, uint32_t var) {
    return csl_leaf(g->ctx, CSL_OP_VAR, CSL_I32, var);
}

csl_expr *csl_tid_of(csl_gen *g) {
    return csl_var_of(g, g->tid);
}

csl_expr *csl_op2(csl_gen *g, csl_op op, csl_expr *a, csl_expr *b) {
    return csl_binary(g->ctx, op, a, b);
}

csl_expr *csl_plus(csl_gen *g, csl_expr *a, int64_t c) {
    return csl_op2(g, CSL_OP_ADD, a, csl_int(g, c));
}

static csl_expr *builtin(csl_gen *g, csl_op op, uint32_t axis) {
    return csl_cast(g->ctx, CSL_I32, csl_leaf(g->ctx, op, CSL_U32, axis));
}

csl_expr *csl_threads_of(csl_gen *g) {
    csl_expr *x = builtin(g, CSL_OP_BDIM, 0);
    bool rows = g->k->launches[0].block[1] > 1;
    return rows ? csl_op2(g, CSL_OP_MUL, x, builtin(g, CSL_OP_BDIM, 1)) : x;
}

csl_expr *csl_any_uniform(csl_gen *g) {
    static const int constants[] = {0, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 40, 63, 64};
    switch (csl_random_below(&g->r, 9)) {
    case 0:
    case 1: return csl_int(g, constants[csl_random_below(&g->r, 14)]);
    case 2: return csl_leaf(g->ctx, CSL_OP_PARAM, CSL_I32, PARAM_N);
    case 3: return csl_leaf(g->ctx, CSL_OP_PARAM, CSL_I32, PARAM_M);
    case 4: return builtin(g, CSL_OP_BID, 0);
    case 5: return csl_threads_of(g);
    case 6: return csl_op2(g, CSL_OP_DIV, csl_any_uniform(g), csl_int(g, 2));
    case 7: return csl_plus(g, csl_any_uniform(g), (int64_t)csl_random_below(&g->r, 4) - 1);
    default:
        return g->nuniform ? csl_var_of(g, g->uniform[csl_random_below(&g->r, g->nuniform)])
                           : csl_int(g, csl_random_below(&g->r, 3));
    }
}

csl_expr *csl_any_varying(csl_gen *g) {
    static const int small[] = {1, 2, 3, 4, 7, 8, 16, 31, 32};
    csl_expr *t = csl_tid_of(g), *c = csl_int(g, small[csl_random_below(&g->r, 9)]);
    switch (csl_random_below(&g->r, 14)) {
    case 0: return csl_op2(g, CSL_OP_ADD, t, c);
    case 1: return csl_op2(g, CSL_OP_BXOR, t, c);
    case 2: return csl_op2(g, CSL_OP_REM, t, c);
    case 3: return csl_op2(g, CSL_OP_DIV, t, c);
    case 4: return csl_op2(g, CSL_OP_SUB, csl_plus(g, csl_threads_of(g), -1), t);
    case 5: return csl_op2(g, CSL_OP_ADD, t, csl_any_uniform(g));
    case 6: return csl_op2(g, CSL_OP_BAND, t, c);
    case 7: return csl_op2(g, CSL_OP_MUL, t, csl_int(g, 2));
    case 8: return builtin(g, CSL_OP_TID, csl_random_below(&g->r, 2));
    case 9: return csl_op2(g, CSL_OP_REM, csl_plus(g, t, 1), csl_threads_of(g));
    case 10:
    case 11:
        if (g->nvarying)
            return csl_var_of(g, g->varying[csl_random_below(&g->r, g->nvarying)]);
        return t;
    default: return t;
    }
}

csl_expr *csl_uniform_condition(csl_gen *g) {
    csl_op op = csl_random_chance(&g->r, 60) ? CSL_OP_LT : CSL_OP_EQ;
    return csl_op2(g, op, csl_any_uniform(g), csl_any_uniform(g));
}

csl_expr *csl_any_condition(csl_gen *g) {
    csl_expr *t = csl_tid_of(g), *zero = csl_int(g, 0);
    switch (csl_random_below(&g->r, 9)) {
    case 0: return csl_uniform_condition(g);
    case 1: return csl_op2(g, CSL_OP_EQ, t, csl_any_uniform(g));
    case 2: return csl_op2(g, CSL_OP_LE, csl_any_uniform(g), t);
    case 3: return csl_op2(g, CSL_OP_EQ, csl_op2(g, CSL_OP_REM, t, csl_int(g, 2)), zero);
    case 4: return csl_op2(g, CSL_OP_LT, csl_any_varying(g), csl_any_varying(g));
    case 5: return csl_op2(g, CSL_OP_EQ, t, zero);
    case 6:
        return csl_and(g->ctx, csl_op2(g, CSL_OP_LT, t, csl_any_uniform(g)),
                       csl_uniform_condition(g));
    default: return csl_op2(g, CSL_OP_LT, csl_any_varying(g), csl_any_uniform(g));
    }
}

csl_expr *csl_base(csl_gen *g, uint32_t object) {
    return csl_leaf(g->ctx, CSL_OP_BASE, CSL_PTR, object);
}

csl_expr *csl_address(csl_gen *g, csl_expr *base, csl_expr *index, int64_t scale) {
    csl_expr *offset =
        csl_op2(g, CSL_OP_MUL, csl_cast(g->ctx, CSL_I64, index), csl_const(g->ctx, CSL_I64, scale));
    return csl_op2(g, CSL_OP_ADD, base, offset);
}

/* ---- leaves -------------------------------------------------------------------------------- */

static const csl_place *next_place(csl_gen *g) {
    csl_place *p = CSL_NEW(g->ctx, csl_place);
    *p = (csl_place){.line = g->line, .col = 5, .end_line = g->line, .end_col = 20};
    g->line++;
    return p;
}

static csl_stmt *add(csl_gen *g, csl_stmt_kind kind) {
    csl_stmt *s = csl_stmt_new(g->ctx, kind, next_place(g));
    csl_seq_add(g->seq, s);
    return s;
}

#define MAX_VARS 400
#define MAX_LABELS 200

uint32_t csl_new_typed_var(csl_gen *g, const char *name, csl_type type) {
    g->k->vars[g->nvars] = (csl_var){.name = name, .type = type};
    g->k->nvars = g->nvars + 1;
    return g->nvars++;
}

uint32_t csl_new_var(csl_gen *g, const char *name) {
    return csl_new_typed_var(g, name, CSL_I32);
}

uint32_t csl_new_label(csl_gen *g) {
    g->k->nlabels = g->nlabels + 1;
    return g->nlabels++;
}

void csl_let(csl_gen *g, uint32_t var, csl_expr *value) {
    csl_stmt *s = add(g, CSL_STMT_LET);
    s->let.var = var;
    s->let.value = value;
}

static csl_access *access_at(csl_gen *g, csl_mode mode, csl_expr *address, csl_type type) {
    csl_access *a = CSL_NEW(g->ctx, csl_access);
    a->mode = mode;
    a->address = address;
    a->type = type;
    a->bytes = csl_type_bytes(type);
    a->result = CSL_NO_VAR;
    add(g, CSL_STMT_ACCESS)->access = a;
    return a;
}

/* An element of an object, with the bounds of the subscript. */
static csl_access *access_of(csl_gen *g, csl_mode mode, uint32_t object, csl_expr *index) {
    const csl_object *o = &g->k->objects[object];
    csl_expr *base = csl_base(g, object);
    if (o->bytes == 4)
        return access_at(g, mode, base, CSL_I32);
    csl_access *a = access_at(g, mode, csl_address(g, base, index, 4), CSL_I32);
    if (o->bytes)
        a->bounds = csl_and(g->ctx, csl_op2(g, CSL_OP_LT, csl_int(g, -1), index),
                            csl_op2(g, CSL_OP_LT, index, csl_int(g, (int64_t)o->dims[0])));
    return a;
}

uint32_t csl_load_at(csl_gen *g, csl_expr *address, csl_type type) {
    uint32_t var = csl_new_typed_var(g, "v", type);
    access_at(g, CSL_MODE_READ, address, type)->result = var;
    return var;
}

void csl_store_at(csl_gen *g, csl_expr *address, csl_type type, csl_expr *value) {
    access_at(g, CSL_MODE_WRITE, address, type)->value = csl_cast(g->ctx, type, value);
}

uint32_t csl_load(csl_gen *g, uint32_t object, csl_expr *index) {
    uint32_t var = csl_new_var(g, "v");
    access_of(g, CSL_MODE_READ, object, index)->result = var;
    return var;
}

void csl_store(csl_gen *g, uint32_t object, csl_expr *index, csl_expr *value) {
    access_of(g, CSL_MODE_WRITE, object, index)->value = value;
}

uint32_t csl_atomic_of(csl_gen *g, csl_atomic op, uint32_t object, csl_expr *index,
                       csl_expr *value) {
    uint32_t var = csl_new_var(g, "old");
    csl_access *a = access_of(g, CSL_MODE_RMW, object, index);
    a->value = value;
    a->result = var;
    a->atomic = op;
    a->atomic_scope = CSL_SCOPE_GRID;
    return var;
}

static csl_sync *sync_of(csl_gen *g, csl_scope scope, const char *name) {
    csl_sync *s = CSL_NEW(g->ctx, csl_sync);
    s->kind = CSL_SYNC_BARRIER;
    s->scope = scope;
    s->orders = true;
    s->result = CSL_NO_VAR;
    s->name = csl_intern(g->ctx, name);
    if (scope == CSL_SCOPE_WARP)
        s->mask = csl_const(g->ctx, CSL_U32, UINT32_MAX);
    add(g, CSL_STMT_SYNC)->sync = s;
    return s;
}

void csl_barrier(csl_gen *g) {
    sync_of(g, CSL_SCOPE_BLOCK, "__syncthreads()");
}

void csl_warp_barrier(csl_gen *g) {
    sync_of(g, CSL_SCOPE_WARP, "__syncwarp()");
}

void csl_tile_barrier(csl_gen *g, uint32_t lanes) {
    csl_sync *s = sync_of(g, CSL_SCOPE_WARP, "tile.sync()");
    s->mask = NULL;
    s->tile = lanes;
}

void csl_mask_barrier(csl_gen *g, uint32_t mask) {
    sync_of(g, CSL_SCOPE_WARP, "__syncwarp()")->mask = csl_const(g->ctx, CSL_U32, mask);
}

uint32_t csl_shuffle(csl_gen *g, csl_expr *value, csl_expr *lane) {
    uint32_t var = csl_new_var(g, "shuffled");
    csl_sync *s = sync_of(g, CSL_SCOPE_WARP, "__shfl_sync()");
    s->kind = CSL_SYNC_SHUFFLE;
    s->orders = false;
    s->value = value;
    s->lane = lane;
    s->width = 32;
    s->result = var;
    s->result_scope = CSL_SCOPE_THREAD;
    return var;
}

uint32_t csl_vote(csl_gen *g, csl_expr *predicate) {
    uint32_t var = csl_new_var(g, "vote");
    csl_sync *s = sync_of(g, CSL_SCOPE_WARP, "__any_sync()");
    s->kind = CSL_SYNC_VOTE;
    s->orders = false;
    s->value = predicate;
    s->result = var;
    s->result_scope = CSL_SCOPE_WARP;
    return var;
}

uint32_t csl_barrier_or(csl_gen *g, csl_expr *predicate) {
    uint32_t var = csl_new_var(g, "any");
    csl_sync *s = sync_of(g, CSL_SCOPE_BLOCK, "__syncthreads_or()");
    s->value = predicate;
    s->result = var;
    s->result_scope = CSL_SCOPE_BLOCK;
    return var;
}

void csl_br(csl_gen *g, uint32_t label, csl_origin origin) {
    csl_stmt *s = add(g, CSL_STMT_BR);
    s->origin = origin;
    s->label = label;
}

void csl_exit_thread(csl_gen *g) {
    add(g, CSL_STMT_EXIT);
}

/* ---- structure ----------------------------------------------------------------------------- */

static void enter(csl_gen *g, csl_nest *n) {
    n->outer = g->seq;
    n->inner = (csl_seq){0};
    n->nuniform = g->nuniform;
    n->nvarying = g->nvarying;
    n->break_to = g->break_to;
    n->continue_to = g->continue_to;
    g->seq = &n->inner;
    g->depth++;
}

/* What was assigned inside may have no value outside. */
static csl_stmt *leave(csl_gen *g, csl_nest *n) {
    g->seq = n->outer;
    g->nuniform = n->nuniform;
    g->nvarying = n->nvarying;
    g->break_to = n->break_to;
    g->continue_to = n->continue_to;
    g->depth--;
    return n->inner.first;
}

void csl_begin_if(csl_gen *g, csl_nest *n, csl_expr *cond) {
    n->stmt = add(g, CSL_STMT_IF);
    n->stmt->origin = CSL_FROM_IF;
    n->stmt->text = csl_intern(g->ctx, "c");
    n->stmt->branch.cond = cond;
    enter(g, n);
}

void csl_begin_else(csl_gen *g, csl_nest *n) {
    n->stmt->branch.body = leave(g, n);
    enter(g, n);
    n->loop = n->stmt; /* says which arm is open */
}

void csl_end_if(csl_gen *g, csl_nest *n) {
    csl_stmt *body = leave(g, n);
    if (n->loop)
        n->stmt->branch.other = body;
    else
        n->stmt->branch.body = body;
}

static csl_stmt *add_block(csl_gen *g, uint32_t label) {
    csl_stmt *s = add(g, CSL_STMT_BLOCK);
    s->block.label = label;
    return s;
}

void csl_begin_loop(csl_gen *g, csl_nest *n) {
    uint32_t label = csl_new_label(g);
    n->stmt = add_block(g, label);
    n->loop = csl_stmt_new(g->ctx, CSL_STMT_LOOP, n->stmt->place);
    n->stmt->block.body = n->loop;
    enter(g, n);
    g->break_to = label;
    g->continue_to = CSL_NO_VAR;
}

void csl_leave_unless(csl_gen *g, csl_nest *n, csl_expr *stay) {
    csl_nest test = {0};
    csl_begin_if(g, &test, csl_not(g->ctx, stay));
    test.stmt->origin = CSL_FROM_LOOP;
    csl_br(g, n->stmt->block.label, CSL_FROM_LOOP);
    csl_end_if(g, &test);
}

void csl_end_loop(csl_gen *g, csl_nest *n) {
    n->loop->block.body = leave(g, n);
}

void csl_begin_body(csl_gen *g, csl_nest *n) {
    uint32_t label = csl_new_label(g);
    n->stmt = add_block(g, label);
    enter(g, n);
    g->continue_to = label;
}

void csl_end_body(csl_gen *g, csl_nest *n) {
    n->stmt->block.body = leave(g, n);
}

/* ---- grammar ------------------------------------------------------------------------------- */

static void remember(csl_gen *g, uint32_t *pool, uint32_t *n, uint32_t var) {
    if (*n < POOL)
        pool[(*n)++] = var;
    else
        pool[csl_random_below(&g->r, POOL)] = var;
}

static uint32_t any_shared(csl_gen *g) {
    return csl_random_chance(&g->r, 75) ? OBJ_S : OBJ_S2;
}

static void any_body(csl_gen *g) {
    uint32_t n = 1 + csl_random_below(&g->r, 3);
    for (uint32_t i = 0; i < n; i++)
        csl_any_statement(g);
}

static void any_if(csl_gen *g) {
    csl_nest n = {0};
    csl_expr *c = csl_any_condition(g);
    if (csl_random_chance(&g->r, 35))
        c = csl_uniform_condition(g);
    csl_begin_if(g, &n, c);
    any_body(g);
    if (csl_random_chance(&g->r, 25)) {
        csl_begin_else(g, &n);
        any_body(g);
    }
    csl_end_if(g, &n);
}

static void any_loop(csl_gen *g) {
    csl_nest loop = {0}, body = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i), *stay = NULL, *step = NULL;
    uint32_t shape = csl_random_below(&g->r, 6);
    bool varies = shape == 5;
    switch (shape) {
    case 0: /* halving */
        csl_let(g, i, csl_op2(g, CSL_OP_DIV, csl_threads_of(g), csl_int(g, 2)));
        stay = csl_op2(g, CSL_OP_LT, csl_int(g, 0), iv);
        step = csl_op2(g, CSL_OP_SHR, iv, csl_int(g, 1));
        break;
    case 1: /* doubling */
        csl_let(g, i, csl_int(g, 1));
        stay = csl_op2(g, CSL_OP_LT, iv, csl_threads_of(g));
        step = csl_op2(g, CSL_OP_MUL, iv, csl_int(g, 2));
        break;
    case 5: /* from the thread's own number */
        csl_let(g, i, csl_tid_of(g));
        stay = csl_op2(g, CSL_OP_LT, iv, csl_any_uniform(g));
        step = csl_op2(g, CSL_OP_ADD, iv, csl_threads_of(g));
        break;
    default: /* counted */
        csl_let(g, i, csl_int(g, 0));
        stay = csl_op2(g, CSL_OP_LT, iv, csl_any_uniform(g));
        step = csl_plus(g, iv, 1);
        break;
    }
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, stay);
    csl_begin_body(g, &body);
    if (varies)
        remember(g, g->varying, &g->nvarying, i);
    else
        remember(g, g->uniform, &g->nuniform, i);
    any_body(g);
    if (csl_random_chance(&g->r, 50))
        csl_barrier(g);
    csl_end_body(g, &body);
    csl_let(g, i, step);
    csl_end_loop(g, &loop);
}

static void any_jump(csl_gen *g) {
    csl_nest n = {0};
    csl_begin_if(g, &n,
                 csl_random_chance(&g->r, 50) ? csl_any_condition(g) : csl_uniform_condition(g));
    if (g->break_to != CSL_NO_VAR && csl_random_chance(&g->r, 45))
        csl_br(g, g->break_to, CSL_FROM_BREAK);
    else if (g->continue_to != CSL_NO_VAR && csl_random_chance(&g->r, 60))
        csl_br(g, g->continue_to, CSL_FROM_CONTINUE);
    else
        csl_exit_thread(g);
    csl_end_if(g, &n);
}

static void any_access(csl_gen *g) {
    csl_expr *index = csl_random_chance(&g->r, 80) ? csl_any_varying(g) : csl_any_uniform(g);
    uint32_t object = any_shared(g), v;
    switch (csl_random_below(&g->r, 7)) {
    case 0:
    case 1:
        v = csl_load(g, object, index);
        remember(g, g->varying, &g->nvarying, v);
        break;
    case 2:
        v = csl_load(g, object, index);
        csl_store(g, object, csl_tid_of(g), csl_plus(g, csl_var_of(g, v), 1));
        break;
    case 3:
        v = csl_load(g, OBJ_IN, csl_any_uniform(g));
        remember(g, g->uniform, &g->nuniform, v);
        break;
    case 4: csl_store(g, OBJ_OUT, csl_any_varying(g), csl_any_varying(g)); break;
    default: csl_store(g, object, index, csl_any_varying(g)); break;
    }
}

static void any_fragment(csl_gen *g) {
    switch (csl_random_below(&g->r, 4)) {
    case 0: csl_any_warp_pattern(g); break;
    case 1: csl_any_memory_pattern(g); break;
    default: csl_any_pattern(g); break;
    }
}

void csl_any_statement(csl_gen *g) {
    if (g->budget == 0 || g->nvars + 20 > MAX_VARS || g->nlabels + 10 > MAX_LABELS)
        return;
    g->budget--;
    bool deep = g->depth >= 4;
    switch (csl_random_below(&g->r, 20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: csl_barrier(g); break;
    case 5:
    case 6:
        if (!deep)
            any_if(g);
        break;
    case 7:
    case 8:
        if (!deep)
            any_loop(g);
        break;
    case 9: any_jump(g); break;
    case 10:
    case 11:
        if (!deep)
            any_fragment(g);
        break;
    case 12: {
        uint32_t v = csl_barrier_or(g, csl_any_condition(g));
        remember(g, g->uniform, &g->nuniform, v);
        break;
    }
    default: any_access(g); break;
    }
}

/* ---- the kernel ---------------------------------------------------------------------------- */

static void declare(csl_gen *g) {
    static const csl_object objects[] = {
        [OBJ_OUT] = {.kind = CSL_OBJ_GLOBAL, .name = "out", .param = PARAM_OUT},
        [OBJ_IN] = {.kind = CSL_OBJ_GLOBAL, .name = "in", .param = PARAM_IN, .is_const = true},
        [OBJ_S] = {.kind = CSL_OBJ_SHARED, .name = "s", .ndims = 1, .dims = {256}, .bytes = 1024},
        [OBJ_S2] = {.kind = CSL_OBJ_SHARED, .name = "r", .ndims = 1, .dims = {256}, .bytes = 1024},
        [OBJ_FLAG] = {.kind = CSL_OBJ_SHARED, .name = "flag", .bytes = 4},
        [OBJ_COUNT] = {.kind = CSL_OBJ_SHARED, .name = "count", .bytes = 4},
        [OBJ_BYTES] =
            {.kind = CSL_OBJ_SHARED, .name = "b", .ndims = 1, .dims = {512}, .bytes = 512},
        [OBJ_LOCAL] = {.kind = CSL_OBJ_LOCAL, .name = "a", .ndims = 1, .dims = {4}, .bytes = 16},
    };
    static const csl_param params[] = {
        [PARAM_OUT] = {"out", CSL_PTR, OBJ_OUT},
        [PARAM_IN] = {"in", CSL_PTR, OBJ_IN},
        [PARAM_N] = {"n", CSL_I32, UINT32_MAX},
        [PARAM_M] = {"m", CSL_I32, UINT32_MAX},
    };
    csl_kernel *k = g->k;
    k->nobjects = sizeof objects / sizeof *objects;
    k->objects = csl_alloc(g->ctx, sizeof objects);
    for (uint32_t i = 0; i < k->nobjects; i++) {
        k->objects[i] = objects[i];
        k->objects[i].elem = CSL_I32;
        k->objects[i].elem_bytes = 4;
        if (k->objects[i].kind != CSL_OBJ_GLOBAL)
            k->objects[i].param = UINT32_MAX;
    }
    k->objects[OBJ_BYTES].elem = CSL_U8;
    k->objects[OBJ_BYTES].elem_bytes = 1;
    k->nparams = sizeof params / sizeof *params;
    k->params = csl_alloc(g->ctx, sizeof params);
    for (uint32_t i = 0; i < k->nparams; i++)
        k->params[i] = params[i];
    k->vars = csl_alloc(g->ctx, (MAX_VARS + 1) * sizeof *k->vars);
}

static void choose_launch(csl_gen *g) {
    static const uint32_t shapes[][3] = {{64, 1, 1}, {64, 1, 1}, {40, 1, 1},
                                         {32, 1, 1}, {8, 8, 1},  {33, 1, 1}};
    csl_launch *l = CSL_NEW(g->ctx, csl_launch);
    const uint32_t *shape = shapes[csl_random_below(&g->r, 6)];
    l->place = g->k->place;
    for (int d = 0; d < 3; d++) {
        l->block[d] = shape[d];
        l->grid[d] = d ? 1 : 3;
    }
    l->dynamic_bytes = 0;
    g->threads = shape[0] * shape[1] * shape[2];
    g->k->launches = l;
    g->k->nlaunches = 1;
}

csl_module *csl_generate(csl_ctx *ctx, uint64_t seed) {
    csl_gen *g = CSL_NEW(ctx, csl_gen);
    csl_module *m = CSL_NEW(ctx, csl_module);
    csl_seq body = {0};
    m->ctx = ctx;
    m->nfiles = m->nkernels = 1;
    m->files = CSL_NEW(ctx, csl_file);
    m->files[0].path = "random.cu";
    m->kernels = CSL_NEW(ctx, csl_kernel);
    *g = (csl_gen){.ctx = ctx, .r = {seed}, .k = m->kernels, .seq = &body, .line = 1, .budget = 12};
    g->break_to = g->continue_to = CSL_NO_VAR;
    csl_kernel *k = g->k;
    k->name = k->pattern = "k";
    k->place = k->region = next_place(g);
    declare(g);
    choose_launch(g);

    g->tid = csl_new_var(g, "t");
    csl_expr *t = builtin(g, CSL_OP_TID, 0);
    if (k->launches[0].block[1] > 1)
        t = csl_op2(g, CSL_OP_ADD,
                    csl_op2(g, CSL_OP_MUL, builtin(g, CSL_OP_TID, 1), builtin(g, CSL_OP_BDIM, 0)),
                    t);
    csl_let(g, g->tid, t);
    uint32_t n = 1 + csl_random_below(&g->r, 3);
    for (uint32_t i = 0; i < n; i++)
        if (csl_random_chance(&g->r, 70))
            any_fragment(g);
        else
            any_body(g);
    k->body = body.first;
    uint32_t edits = csl_random_chance(&g->r, 40) ? 0 : 1 + csl_random_below(&g->r, 2);
    for (uint32_t i = 0; i < edits; i++)
        csl_edit(g);
    return m;
}
