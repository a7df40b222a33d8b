/* Fragments whose difficulty is where they read and write, or how a loop goes; see generate.h. */
#include "generate.h"

static csl_expr *less(csl_gen *g, csl_expr *a, csl_expr *b) {
    return csl_op2(g, CSL_OP_LT, a, b);
}

static csl_expr *leader(csl_gen *g) {
    return csl_op2(g, CSL_OP_EQ, csl_tid_of(g), csl_int(g, 0));
}

static void maybe_barrier(csl_gen *g, uint32_t percent) {
    if (csl_random_chance(&g->r, percent))
        csl_barrier(g);
}

static void copy_out(csl_gen *g, uint32_t object, csl_expr *from) {
    uint32_t v = csl_load(g, object, from);
    csl_store(g, OBJ_OUT, csl_tid_of(g), csl_var_of(g, v));
}

/* Two pointers that change places after every pass. */
static void swapped_pointers(csl_gen *g) {
    csl_nest loop = {0};
    uint32_t p = csl_new_typed_var(g, "p", CSL_PTR), q = csl_new_typed_var(g, "q", CSL_PTR);
    uint32_t h = csl_new_typed_var(g, "h", CSL_PTR), i = csl_new_var(g, "i");
    csl_expr *t = csl_tid_of(g), *iv = csl_var_of(g, i);
    csl_expr *pv = csl_leaf(g->ctx, CSL_OP_VAR, CSL_PTR, p);
    csl_expr *qv = csl_leaf(g->ctx, CSL_OP_VAR, CSL_PTR, q);
    csl_let(g, p, csl_base(g, OBJ_S));
    csl_let(g, q,
            csl_random_chance(&g->r, 60) ? csl_base(g, OBJ_S2)
                                         : csl_address(g, csl_base(g, OBJ_S), csl_int(g, 64), 4));
    csl_let(g, i, csl_int(g, 0));
    csl_store_at(g, csl_address(g, pv, t, 4), CSL_I32, t);
    maybe_barrier(g, 70);
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    maybe_barrier(g, 30);
    csl_expr *other = csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 1));
    uint32_t v = csl_load_at(g, csl_address(g, pv, other, 4), CSL_I32);
    csl_store_at(g, csl_address(g, qv, t, 4), CSL_I32, csl_var_of(g, v));
    maybe_barrier(g, 80);
    csl_let(g, h, pv);
    csl_let(g, p, qv);
    csl_let(g, q, csl_leaf(g->ctx, CSL_OP_VAR, CSL_PTR, h));
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 60);
}

/* One array or the other. */
static void chosen_array(csl_gen *g) {
    csl_expr *t = csl_tid_of(g);
    csl_expr *c = csl_random_chance(&g->r, 50) ? csl_any_condition(g) : csl_uniform_condition(g);
    csl_expr *p = csl_ite(g->ctx, c, csl_base(g, OBJ_S), csl_base(g, OBJ_S2));
    csl_store_at(g, csl_address(g, p, csl_any_varying(g), 4), CSL_I32, t);
    maybe_barrier(g, 70);
    copy_out(g, OBJ_S, t);
    maybe_barrier(g, 60);
}

/* Bytes written one by one, read as words. */
static void bytes(csl_gen *g) {
    csl_expr *t = csl_tid_of(g), *b = csl_base(g, OBJ_BYTES);
    csl_store_at(g, csl_address(g, b, t, 1), CSL_U8, t);
    maybe_barrier(g, 70);
    csl_expr *word = csl_random_chance(&g->r, 50) ? csl_op2(g, CSL_OP_DIV, t, csl_int(g, 4)) : t;
    uint32_t v = csl_load_at(g, csl_address(g, b, word, 4), CSL_I32);
    csl_store(g, OBJ_OUT, t, csl_var_of(g, v));
    maybe_barrier(g, 60);
    if (csl_random_chance(&g->r, 50))
        csl_store_at(g, csl_address(g, b, csl_any_varying(g), 2), CSL_U16, t);
    maybe_barrier(g, 60);
}

/* Unsigned subscripts: wrap-around, masks, multiplication, rotation. */
static csl_expr *computed(csl_gen *g) {
    csl_ctx *ctx = g->ctx;
    csl_expr *t = csl_cast(ctx, CSL_U32, csl_tid_of(g)), *mask = csl_const(ctx, CSL_U32, 63);
    csl_expr *c = csl_const(ctx, CSL_U32, 1 + csl_random_below(&g->r, 7)), *e = t;
    switch (csl_random_below(&g->r, 7)) {
    case 0: e = csl_op2(g, CSL_OP_BAND, csl_op2(g, CSL_OP_SUB, t, c), mask); break;
    case 1: e = csl_op2(g, CSL_OP_BAND, csl_op2(g, CSL_OP_MUL, t, c), mask); break;
    case 2: e = csl_op2(g, CSL_OP_SHR, t, csl_const(ctx, CSL_U32, 1)); break;
    case 3: e = csl_op2(g, CSL_OP_BXOR, t, csl_op2(g, CSL_OP_SHR, t, c)); break;
    case 4:
        e = csl_op2(g, CSL_OP_REM, csl_op2(g, CSL_OP_ADD, csl_op2(g, CSL_OP_MUL, t, c), c),
                    csl_const(ctx, CSL_U32, 65));
        break;
    case 5:
        e = csl_op2(
            g, CSL_OP_BOR, csl_op2(g, CSL_OP_BAND, t, csl_const(ctx, CSL_U32, 56)),
            csl_op2(g, CSL_OP_BAND, csl_op2(g, CSL_OP_ADD, t, c), csl_const(ctx, CSL_U32, 7)));
        break;
    default: e = csl_op2(g, CSL_OP_MIN, csl_op2(g, CSL_OP_ADD, t, c), mask); break;
    }
    return csl_cast(ctx, CSL_I32, e);
}

static void permutation(csl_gen *g) {
    csl_expr *t = csl_tid_of(g);
    csl_store(g, OBJ_S, csl_random_chance(&g->r, 60) ? computed(g) : t, t);
    maybe_barrier(g, 75);
    copy_out(g, OBJ_S, csl_random_chance(&g->r, 60) ? computed(g) : t);
    maybe_barrier(g, 50);
    if (csl_random_chance(&g->r, 40))
        csl_store(g, OBJ_S, computed(g), t);
    maybe_barrier(g, 60);
}

/* As many buffers as the loop counter modulo a small number says. */
static void ring(csl_gen *g) {
    csl_nest loop = {0};
    uint32_t i = csl_new_var(g, "i"), n = 1 + csl_random_below(&g->r, 3);
    csl_expr *iv = csl_var_of(g, i), *t = csl_tid_of(g), *size = csl_int(g, 64);
    csl_let(g, i, csl_int(g, 0));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    csl_expr *now = csl_op2(g, CSL_OP_REM, iv, csl_int(g, n));
    csl_expr *next = csl_op2(g, CSL_OP_REM, csl_plus(g, iv, 1), csl_int(g, n));
    csl_store(g, OBJ_S, csl_op2(g, CSL_OP_ADD, csl_op2(g, CSL_OP_MUL, now, size), t), iv);
    maybe_barrier(g, 85);
    csl_expr *which = csl_random_chance(&g->r, 80) ? now : next;
    copy_out(g, OBJ_S,
             csl_op2(g, CSL_OP_ADD, csl_op2(g, CSL_OP_MUL, which, size),
                     csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 1))));
    maybe_barrier(g, 25);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 60);
}

/* A barrier in some passes, or in an inner loop that may make none. */
static void sparse_barriers(csl_gen *g) {
    csl_nest loop = {0}, arm = {0}, inner = {0};
    uint32_t i = csl_new_var(g, "i"), j = csl_new_var(g, "j");
    csl_expr *iv = csl_var_of(g, i), *jv = csl_var_of(g, j), *t = csl_tid_of(g);
    csl_let(g, i, csl_int(g, 0));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    csl_store(g, OBJ_S, csl_random_chance(&g->r, 50) ? t : csl_op2(g, CSL_OP_ADD, t, iv), iv);
    if (csl_random_chance(&g->r, 50)) {
        csl_expr *odd = csl_op2(g, CSL_OP_BAND, iv, csl_int(g, 1));
        csl_begin_if(g, &arm, csl_op2(g, CSL_OP_EQ, odd, csl_int(g, csl_random_below(&g->r, 2))));
        csl_barrier(g);
        csl_end_if(g, &arm);
    } else {
        csl_let(g, j, csl_int(g, 0));
        csl_begin_loop(g, &inner);
        csl_leave_unless(g, &inner,
                         less(g, jv, csl_random_chance(&g->r, 50) ? iv : csl_any_uniform(g)));
        csl_barrier(g);
        csl_let(g, j, csl_plus(g, jv, 1));
        csl_end_loop(g, &inner);
    }
    if (csl_random_chance(&g->r, 60))
        copy_out(g, OBJ_S, csl_random_chance(&g->r, 50) ? csl_plus(g, t, 1) : t);
    maybe_barrier(g, 25);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 50);
}

/* Slots by atomicAdd in a loop whose counter is set back, or not, in every pass. */
static void queue_loop(csl_gen *g) {
    csl_nest loop = {0}, reset = {0}, push = {0}, go = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i), *t = csl_tid_of(g), *zero = csl_int(g, 0);
    bool every_pass = csl_random_chance(&g->r, 60);
    csl_let(g, i, zero);
    if (!every_pass) {
        csl_begin_if(g, &reset, leader(g));
        csl_store(g, OBJ_COUNT, zero, zero);
        csl_end_if(g, &reset);
        maybe_barrier(g, 85);
    }
    csl_begin_loop(g, &loop);
    csl_leave_unless(
        g, &loop, less(g, iv, csl_random_chance(&g->r, 70) ? csl_int(g, 3) : csl_any_uniform(g)));
    if (every_pass) {
        csl_nest again = {0};
        csl_begin_if(g, &again, leader(g));
        csl_store(g, OBJ_COUNT, zero, zero);
        csl_end_if(g, &again);
        maybe_barrier(g, 85);
    }
    csl_begin_if(g, &push, csl_any_condition(g));
    uint32_t at = csl_atomic_of(g, CSL_ATOMIC_ADD, OBJ_COUNT, zero,
                                csl_int(g, 1 + csl_random_below(&g->r, 2)));
    csl_store(g, OBJ_S, csl_var_of(g, at), t);
    csl_end_if(g, &push);
    maybe_barrier(g, 85);
    uint32_t n = csl_load(g, OBJ_COUNT, zero);
    csl_begin_if(g, &go, csl_op2(g, CSL_OP_EQ, csl_var_of(g, n), zero));
    csl_br(g, loop.stmt->block.label, CSL_FROM_BREAK);
    csl_end_if(g, &go);
    if (csl_random_chance(&g->r, 50))
        copy_out(g, OBJ_S, csl_int(g, 0));
    maybe_barrier(g, 75);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 50);
}

/* A number of passes that one thread writes and all read. */
static void published_bound(csl_gen *g) {
    csl_nest set = {0}, loop = {0}, change = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i), *zero = csl_int(g, 0);
    csl_begin_if(g, &set, leader(g));
    uint32_t v = csl_load(g, OBJ_IN, csl_any_uniform(g));
    csl_expr *small = csl_op2(g, CSL_OP_BAND, csl_var_of(g, v), csl_int(g, 7));
    csl_store(g, OBJ_FLAG, zero, small);
    csl_end_if(g, &set);
    maybe_barrier(g, 85);
    bool reread = csl_random_chance(&g->r, 50);
    uint32_t bound = csl_load(g, OBJ_FLAG, zero);
    csl_let(g, i, zero);
    csl_begin_loop(g, &loop);
    if (reread)
        bound = csl_load(g, OBJ_FLAG, zero);
    csl_leave_unless(g, &loop, less(g, iv, csl_var_of(g, bound)));
    if (csl_random_chance(&g->r, 40)) {
        maybe_barrier(g, 60);
        csl_begin_if(g, &change, csl_op2(g, CSL_OP_EQ, csl_tid_of(g), iv));
        csl_store(g, OBJ_FLAG, zero, csl_int(g, 3));
        csl_end_if(g, &change);
    }
    csl_any_statement(g);
    maybe_barrier(g, 80);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    maybe_barrier(g, 40);
}

/* A variable that a loop changes, used behind the loop. */
static void used_behind_loop(csl_gen *g) {
    csl_nest loop = {0}, arm = {0}, jump = {0};
    uint32_t i = csl_new_var(g, "i"), x = csl_new_var(g, "x");
    csl_expr *iv = csl_var_of(g, i), *xv = csl_var_of(g, x);
    csl_let(g, i, csl_random_chance(&g->r, 30) ? csl_tid_of(g) : csl_int(g, 0));
    csl_let(g, x, csl_int(g, 0));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    if (csl_random_chance(&g->r, 40)) {
        csl_begin_if(g, &jump, csl_any_condition(g));
        csl_br(g, loop.stmt->block.label, CSL_FROM_BREAK);
        csl_end_if(g, &jump);
    }
    csl_let(g, x, csl_op2(g, CSL_OP_BXOR, csl_plus(g, xv, 1), csl_any_uniform(g)));
    csl_let(g, i, csl_plus(g, iv, 1 + csl_random_below(&g->r, 3)));
    csl_end_loop(g, &loop);
    csl_expr *used = csl_random_chance(&g->r, 50) ? iv : xv;
    csl_begin_if(g, &arm, csl_op2(g, CSL_OP_LT, csl_int(g, 2), used));
    csl_barrier(g);
    csl_end_if(g, &arm);
}

/* Both arms have a barrier, or each its own part of the array. */
static void two_arms(csl_gen *g) {
    csl_nest arms = {0};
    csl_expr *t = csl_tid_of(g);
    csl_begin_if(g, &arms,
                 csl_random_chance(&g->r, 60) ? csl_uniform_condition(g) : csl_any_condition(g));
    csl_store(g, OBJ_S, t, t);
    maybe_barrier(g, 70);
    copy_out(g, OBJ_S, csl_plus(g, t, 1));
    csl_begin_else(g, &arms);
    csl_store(g, OBJ_S, csl_plus(g, t, csl_random_chance(&g->r, 50) ? 64 : 0), t);
    maybe_barrier(g, 70);
    copy_out(g, OBJ_S, csl_plus(g, t, 64));
    csl_end_if(g, &arms);
    maybe_barrier(g, 60);
}

static void bitonic(csl_gen *g) {
    csl_nest outer = {0}, inner = {0}, arm = {0};
    uint32_t k = csl_new_var(g, "k"), j = csl_new_var(g, "j");
    csl_expr *kv = csl_var_of(g, k), *jv = csl_var_of(g, j), *t = csl_tid_of(g);
    csl_store(g, OBJ_S, t, t);
    maybe_barrier(g, 85);
    csl_let(g, k, csl_int(g, 2));
    csl_begin_loop(g, &outer);
    csl_leave_unless(g, &outer, csl_op2(g, CSL_OP_LE, kv, csl_int(g, 32)));
    csl_let(g, j, csl_op2(g, CSL_OP_SHR, kv, csl_int(g, 1)));
    csl_begin_loop(g, &inner);
    csl_leave_unless(g, &inner, less(g, csl_int(g, 0), jv));
    csl_expr *other = csl_op2(g, CSL_OP_BXOR, t, jv);
    csl_begin_if(g, &arm, csl_random_chance(&g->r, 85) ? less(g, t, other) : csl_any_condition(g));
    uint32_t a = csl_load(g, OBJ_S, t), b = csl_load(g, OBJ_S, other);
    csl_store(g, OBJ_S, t, csl_var_of(g, b));
    csl_store(g, OBJ_S, other, csl_var_of(g, a));
    csl_end_if(g, &arm);
    maybe_barrier(g, 85);
    csl_let(g, j, csl_op2(g, CSL_OP_SHR, jv, csl_int(g, 1)));
    csl_end_loop(g, &inner);
    maybe_barrier(g, 15);
    csl_let(g, k, csl_op2(g, CSL_OP_MUL, kv, csl_int(g, 2)));
    csl_end_loop(g, &outer);
    maybe_barrier(g, 50);
}

/* A private array and its cells. */
static void private_array(csl_gen *g) {
    csl_expr *t = csl_tid_of(g);
    csl_store(g, OBJ_LOCAL, csl_int(g, 0), csl_random_chance(&g->r, 50) ? t : csl_any_uniform(g));
    csl_store(g, OBJ_LOCAL, csl_int(g, 1), csl_any_uniform(g));
    if (csl_random_chance(&g->r, 30))
        csl_store(g, OBJ_LOCAL, csl_op2(g, CSL_OP_BAND, t, csl_int(g, 3)), t);
    csl_nest arm = {0};
    uint32_t v = csl_load(g, OBJ_LOCAL, csl_int(g, csl_random_below(&g->r, 2)));
    csl_begin_if(g, &arm, less(g, csl_int(g, 2), csl_var_of(g, v)));
    csl_any_statement(g);
    maybe_barrier(g, 60);
    csl_end_if(g, &arm);
}

void csl_any_memory_pattern(csl_gen *g) {
    static void (*const patterns[])(csl_gen *) = {
        swapped_pointers, chosen_array,  bytes,           permutation,      ring,
        sparse_barriers,  queue_loop,    published_bound, used_behind_loop, two_arms,
        bitonic,          private_array,
    };
    patterns[csl_random_below(&g->r, sizeof patterns / sizeof *patterns)](g);
}
