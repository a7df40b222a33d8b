/* Fragments that real kernels are made of, most of them right as they stand; see generate.h. */
#include "generate.h"

static csl_expr *zero(csl_gen *g) {
    return csl_int(g, 0);
}

static csl_expr *less(csl_gen *g, csl_expr *a, csl_expr *b) {
    return csl_op2(g, CSL_OP_LT, a, b);
}

static csl_expr *leader(csl_gen *g) {
    return csl_op2(g, CSL_OP_EQ, csl_tid_of(g), zero(g));
}

/* s[t] = in[t] */
static void fill(csl_gen *g, uint32_t object) {
    uint32_t v = csl_load(g, OBJ_IN, csl_tid_of(g));
    csl_store(g, object, csl_tid_of(g), csl_var_of(g, v));
}

/* s[to] += s[from] */
static void add_up(csl_gen *g, uint32_t object, csl_expr *to, csl_expr *from) {
    uint32_t a = csl_load(g, object, from), b = csl_load(g, object, to);
    csl_store(g, object, to, csl_op2(g, CSL_OP_ADD, csl_var_of(g, a), csl_var_of(g, b)));
}

static void copy_out(csl_gen *g, csl_expr *to, uint32_t object, csl_expr *from) {
    uint32_t v = csl_load(g, object, from);
    csl_store(g, OBJ_OUT, to, csl_var_of(g, v));
}

static void maybe_barrier(csl_gen *g, uint32_t percent) {
    if (csl_random_chance(&g->r, percent))
        csl_barrier(g);
}

static void reduction(csl_gen *g) {
    csl_nest loop = {0}, arm = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t d = csl_new_var(g, "d");
    csl_expr *dv = csl_var_of(g, d);
    bool halving = csl_random_chance(&g->r, 60), first = csl_random_chance(&g->r, 30);
    fill(g, OBJ_S);
    if (!first)
        csl_barrier(g);
    csl_let(g, d,
            halving ? csl_op2(g, CSL_OP_DIV, csl_threads_of(g), csl_int(g, 2)) : csl_int(g, 1));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, halving ? less(g, zero(g), dv) : less(g, dv, csl_threads_of(g)));
    if (first)
        csl_barrier(g);
    if (halving) {
        csl_begin_if(g, &arm, less(g, t, dv));
        add_up(g, OBJ_S, t, csl_op2(g, CSL_OP_ADD, t, dv));
    } else {
        csl_expr *two = csl_op2(g, CSL_OP_MUL, csl_int(g, 2), dv);
        csl_begin_if(g, &arm, csl_op2(g, CSL_OP_EQ, csl_op2(g, CSL_OP_REM, t, two), zero(g)));
        add_up(g, OBJ_S, t, csl_op2(g, CSL_OP_ADD, t, dv));
    }
    csl_end_if(g, &arm);
    if (!first)
        csl_barrier(g);
    csl_let(g, d, csl_op2(g, halving ? CSL_OP_SHR : CSL_OP_SHL, dv, csl_int(g, 1)));
    csl_end_loop(g, &loop);
    csl_nest tail = {0};
    csl_begin_if(g, &tail, leader(g));
    copy_out(g, zero(g), OBJ_S, zero(g));
    csl_end_if(g, &tail);
    maybe_barrier(g, 60);
}

/* Hillis-Steele in place: read, barrier, write, barrier. */
static void scan(csl_gen *g) {
    csl_nest loop = {0}, get = {0}, put = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t d = csl_new_var(g, "d"), v = csl_new_var(g, "sum");
    csl_expr *dv = csl_var_of(g, d);
    fill(g, OBJ_S);
    csl_barrier(g);
    csl_let(g, d, csl_int(g, 1));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, dv, csl_threads_of(g)));
    csl_let(g, v, zero(g));
    csl_begin_if(g, &get, csl_op2(g, CSL_OP_LE, dv, t));
    uint32_t x = csl_load(g, OBJ_S, csl_op2(g, CSL_OP_SUB, t, dv));
    csl_let(g, v, csl_var_of(g, x));
    csl_end_if(g, &get);
    csl_barrier(g);
    csl_begin_if(g, &put, csl_op2(g, CSL_OP_LE, dv, t));
    csl_store(g, OBJ_S, t, csl_var_of(g, v));
    csl_end_if(g, &put);
    csl_barrier(g);
    csl_let(g, d, csl_op2(g, CSL_OP_MUL, dv, csl_int(g, 2)));
    csl_end_loop(g, &loop);
    copy_out(g, t, OBJ_S, t);
    maybe_barrier(g, 70);
}

static void stencil(csl_gen *g) {
    csl_nest in = {0}, edge = {0};
    csl_expr *t = csl_tid_of(g);
    fill(g, OBJ_S);
    if (csl_random_chance(&g->r, 40)) { /* the halo behind the last thread */
        csl_begin_if(g, &edge, less(g, t, csl_int(g, 2)));
        csl_store(g, OBJ_S, csl_op2(g, CSL_OP_ADD, t, csl_threads_of(g)), zero(g));
        csl_end_if(g, &edge);
    }
    csl_barrier(g);
    csl_begin_if(g, &in, less(g, zero(g), t));
    uint32_t a = csl_load(g, OBJ_S, csl_plus(g, t, -1)), b = csl_load(g, OBJ_S, csl_plus(g, t, 1));
    csl_expr *sum = csl_op2(g, CSL_OP_ADD, csl_var_of(g, a), csl_var_of(g, b));
    if (csl_random_chance(&g->r, 60))
        csl_store(g, OBJ_OUT, t, sum);
    else
        csl_store(g, OBJ_S2, t, sum);
    csl_end_if(g, &in);
    maybe_barrier(g, 70);
}

/* One thread sets a flag, all read it, and it decides whether a loop goes on. */
static void flag_loop(csl_gen *g) {
    csl_nest loop = {0}, set = {0}, go = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t i = csl_new_var(g, "i");
    csl_let(g, i, zero(g));
    bool bottom = csl_random_chance(&g->r, 50), by_data = csl_random_chance(&g->r, 50);
    csl_begin_loop(g, &loop);
    csl_begin_if(g, &set, leader(g));
    if (by_data) {
        uint32_t v = csl_load(g, OBJ_IN, csl_var_of(g, i));
        csl_store(g, OBJ_FLAG, zero(g), csl_var_of(g, v));
    } else {
        csl_expr *n = csl_leaf(g->ctx, CSL_OP_PARAM, CSL_I32, PARAM_M);
        csl_store(g, OBJ_FLAG, zero(g), csl_op2(g, CSL_OP_SUB, csl_var_of(g, i), n));
    }
    csl_end_if(g, &set);
    csl_barrier(g);
    uint32_t f = csl_load(g, OBJ_FLAG, zero(g));
    if (!bottom)
        csl_barrier(g);
    csl_expr *stop = csl_op2(g, CSL_OP_LE, zero(g), csl_var_of(g, f));
    csl_begin_if(g, &go, stop);
    csl_br(g, loop.stmt->block.label, CSL_FROM_BREAK);
    csl_end_if(g, &go);
    if (csl_random_chance(&g->r, 50))
        csl_store(g, OBJ_S, t, csl_var_of(g, i));
    if (bottom)
        csl_barrier(g);
    csl_let(g, i, csl_plus(g, csl_var_of(g, i), 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 50);
}

/* Tiles: fill, barrier, read another thread's, barrier. */
static void tiles(csl_gen *g) {
    csl_nest loop = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t i = csl_new_var(g, "tile");
    csl_expr *iv = csl_var_of(g, i);
    bool strided = csl_random_chance(&g->r, 30), top = csl_random_chance(&g->r, 25);
    csl_let(g, i, zero(g));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    if (top)
        csl_barrier(g);
    uint32_t v = csl_load(g, OBJ_IN, csl_op2(g, CSL_OP_ADD, t, iv));
    csl_store(g, OBJ_S, t, csl_var_of(g, v));
    csl_barrier(g);
    copy_out(g, t, OBJ_S,
             csl_random_chance(&g->r, 50)
                 ? csl_op2(g, CSL_OP_SUB, csl_plus(g, csl_threads_of(g), -1), t)
                 : csl_any_varying(g));
    if (!top)
        csl_barrier(g);
    csl_let(g, i, strided ? csl_op2(g, CSL_OP_ADD, iv, csl_threads_of(g)) : csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 30);
}

/* Two halves of s, used in turn: one barrier per pass is enough. */
static void double_buffer(csl_gen *g) {
    csl_nest loop = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t i = csl_new_var(g, "i"), buf = csl_new_var(g, "buf");
    csl_expr *iv = csl_var_of(g, i), *bv = csl_var_of(g, buf), *half = csl_int(g, 64);
    bool flip = csl_random_chance(&g->r, 50);
    csl_let(g, i, zero(g));
    csl_let(g, buf, zero(g));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    csl_expr *base = csl_op2(g, CSL_OP_MUL, bv, half);
    csl_store(g, OBJ_S, csl_op2(g, CSL_OP_ADD, base, t), iv);
    csl_barrier(g);
    copy_out(g, t, OBJ_S, csl_op2(g, CSL_OP_ADD, base, csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 1))));
    csl_let(g, buf,
            flip ? csl_op2(g, CSL_OP_BXOR, bv, csl_int(g, 1))
                 : csl_op2(g, CSL_OP_SUB, csl_int(g, 1), bv));
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 70);
}

/* Slots by atomicAdd, read back after a barrier. */
static void queue(csl_gen *g) {
    csl_nest init = {0}, push = {0}, pop = {0};
    csl_expr *t = csl_tid_of(g);
    csl_begin_if(g, &init, leader(g));
    csl_store(g, OBJ_COUNT, zero(g), zero(g));
    csl_end_if(g, &init);
    csl_barrier(g);
    csl_begin_if(g, &push, csl_any_condition(g));
    uint32_t at = csl_atomic_of(g, CSL_ATOMIC_ADD, OBJ_COUNT, zero(g), csl_int(g, 1));
    csl_store(g, OBJ_S, csl_var_of(g, at), t);
    csl_end_if(g, &push);
    csl_barrier(g);
    uint32_t n = csl_load(g, OBJ_COUNT, zero(g));
    csl_begin_if(g, &pop, less(g, t, csl_var_of(g, n)));
    copy_out(g, t, OBJ_S, t);
    csl_end_if(g, &pop);
    maybe_barrier(g, 70);
}

static void histogram(csl_gen *g) {
    csl_expr *t = csl_tid_of(g);
    csl_store(g, OBJ_S2, t, zero(g));
    csl_barrier(g);
    uint32_t v = csl_load(g, OBJ_IN, t);
    csl_expr *bin = csl_op2(g, CSL_OP_BAND, csl_var_of(g, v), csl_int(g, 31));
    csl_atomic_of(g, CSL_ATOMIC_ADD, OBJ_S2, bin, csl_int(g, 1));
    csl_barrier(g);
    copy_out(g, t, OBJ_S2, t);
    maybe_barrier(g, 60);
}

/* Lanes of one warp exchange values; a warp barrier is enough. */
static void warp_exchange(csl_gen *g) {
    csl_expr *t = csl_tid_of(g);
    csl_store(g, OBJ_S2, t, t);
    csl_warp_barrier(g);
    csl_expr *partner = csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 1 << csl_random_below(&g->r, 6)));
    uint32_t v = csl_load(g, OBJ_S2, partner);
    if (csl_random_chance(&g->r, 60))
        csl_warp_barrier(g);
    csl_store(g, OBJ_S2, t, csl_var_of(g, v));
    maybe_barrier(g, 60);
}

static void warp_tail(csl_gen *g) {
    csl_nest loop = {0}, arm = {0};
    csl_expr *t = csl_tid_of(g);
    uint32_t d = csl_new_var(g, "d"), v;
    csl_expr *dv = csl_var_of(g, d);
    csl_store(g, OBJ_S, t, t);
    csl_barrier(g);
    csl_begin_if(g, &arm, less(g, t, csl_int(g, 32)));
    csl_let(g, d, csl_int(g, 16));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, zero(g), dv));
    v = csl_load(g, OBJ_S, csl_op2(g, CSL_OP_ADD, t, dv));
    csl_warp_barrier(g);
    csl_store(g, OBJ_S, t, csl_var_of(g, v));
    csl_warp_barrier(g);
    csl_let(g, d, csl_op2(g, CSL_OP_SHR, dv, csl_int(g, 1)));
    csl_end_loop(g, &loop);
    csl_end_if(g, &arm);
    maybe_barrier(g, 70);
}

/* The same scratch fragment twice, as an inlined helper gives it. */
static void twice(csl_gen *g) {
    uint64_t again = g->r.state;
    uint32_t closing = csl_random_chance(&g->r, 60);
    for (int call = 0; call < 2; call++) {
        g->r.state = again;
        csl_nest loop = {0};
        csl_expr *t = csl_tid_of(g);
        csl_store(g, OBJ_S2, t, call ? t : csl_int(g, 7));
        csl_barrier(g);
        uint32_t i = csl_new_var(g, "i"), sum = csl_new_var(g, "sum");
        csl_let(g, i, zero(g));
        csl_let(g, sum, zero(g));
        csl_begin_loop(g, &loop);
        csl_leave_unless(g, &loop, less(g, csl_var_of(g, i), csl_int(g, 4)));
        uint32_t v = csl_load(g, OBJ_S2, csl_var_of(g, i));
        csl_let(g, sum, csl_op2(g, CSL_OP_BXOR, csl_var_of(g, sum), csl_var_of(g, v)));
        csl_let(g, i, csl_plus(g, csl_var_of(g, i), 1));
        csl_end_loop(g, &loop);
        if (closing)
            csl_barrier(g);
    }
    csl_random_next(&g->r);
}

/* A loop whose exit every thread computes for itself. */
static void vote_loop(csl_gen *g) {
    csl_nest loop = {0}, go = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i);
    csl_let(g, i, zero(g));
    csl_begin_loop(g, &loop);
    csl_any_statement(g);
    csl_expr *c = less(g, csl_op2(g, CSL_OP_ADD, iv, csl_tid_of(g)), csl_any_uniform(g));
    uint32_t any = csl_barrier_or(g, c);
    csl_begin_if(g, &go, csl_op2(g, CSL_OP_EQ, csl_var_of(g, any), zero(g)));
    csl_br(g, loop.stmt->block.label, CSL_FROM_BREAK);
    csl_end_if(g, &go);
    csl_any_statement(g);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
}

void csl_any_pattern(csl_gen *g) {
    static void (*const patterns[])(csl_gen *) = {
        reduction, scan,      stencil,       flag_loop, tiles, double_buffer,
        queue,     histogram, warp_exchange, warp_tail, twice, vote_loop,
    };
    patterns[csl_random_below(&g->r, sizeof patterns / sizeof *patterns)](g);
}
