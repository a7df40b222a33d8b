/* Fragments that work within a warp; see generate.h. */
#include "generate.h"

static csl_expr *lane_of(csl_gen *g) {
    return csl_op2(g, CSL_OP_BAND, csl_tid_of(g), csl_int(g, 31));
}

static csl_expr *warp_of(csl_gen *g) {
    return csl_op2(g, CSL_OP_DIV, csl_tid_of(g), csl_int(g, 32));
}

static csl_expr *less(csl_gen *g, csl_expr *a, csl_expr *b) {
    return csl_op2(g, CSL_OP_LT, a, b);
}

/* s[t] += s[t ^ d] with a given barrier between reading and writing. */
static void swap_by(csl_gen *g, uint32_t object, csl_expr *partner, void (*sync)(csl_gen *)) {
    uint32_t v = csl_load(g, object, partner);
    sync(g);
    csl_store(g, object, csl_tid_of(g), csl_var_of(g, v));
    if (csl_random_chance(&g->r, 70))
        sync(g);
}

static void tile16(csl_gen *g) {
    csl_tile_barrier(g, 16);
}

static void low_half(csl_gen *g) {
    csl_mask_barrier(g, 0xffff);
}

/* Lanes of a tile of 16 exchange; partners further away are in another tile. */
static void tiles_of_16(csl_gen *g) {
    csl_expr *t = csl_tid_of(g), *far = csl_int(g, 1 << csl_random_below(&g->r, 5));
    csl_store(g, OBJ_S2, t, t);
    csl_tile_barrier(g, 16);
    swap_by(g, OBJ_S2, csl_op2(g, CSL_OP_BXOR, t, far), tile16);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

/* Half of each warp, named by a mask. */
static void half_warps(csl_gen *g) {
    csl_nest half = {0};
    csl_expr *t = csl_tid_of(g), *far = csl_int(g, 1 << csl_random_below(&g->r, 5));
    csl_store(g, OBJ_S, t, t);
    csl_begin_if(g, &half, less(g, lane_of(g), csl_int(g, 16)));
    csl_mask_barrier(g, 0xffff);
    swap_by(g, OBJ_S, csl_op2(g, CSL_OP_BXOR, t, far), low_half);
    csl_end_if(g, &half);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

/* A warp does a row at a time; the number of rows differs between warps. */
static void row_per_warp(csl_gen *g) {
    csl_nest loop = {0};
    uint32_t w = csl_new_var(g, "row");
    csl_expr *wv = csl_var_of(g, w), *lane = lane_of(g);
    csl_let(g, w, warp_of(g));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, wv, csl_int(g, 1 + csl_random_below(&g->r, 6))));
    csl_expr *row = csl_op2(g, CSL_OP_MUL, wv, csl_int(g, 32));
    csl_store(g, OBJ_S, csl_op2(g, CSL_OP_ADD, row, lane), wv);
    csl_warp_barrier(g);
    uint32_t v = csl_load(
        g, OBJ_S, csl_op2(g, CSL_OP_ADD, row, csl_op2(g, CSL_OP_BXOR, lane, csl_int(g, 1))));
    if (csl_random_chance(&g->r, 50))
        csl_warp_barrier(g);
    csl_store(g, OBJ_OUT, csl_op2(g, CSL_OP_ADD, row, lane), csl_var_of(g, v));
    csl_let(g, w, csl_plus(g, wv, csl_random_chance(&g->r, 70) ? 2 : 1));
    csl_end_loop(g, &loop);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

/* The warp's own buffer, reused in a loop with a warp barrier at each end. */
static void warp_buffer(csl_gen *g) {
    csl_nest loop = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i), *t = csl_tid_of(g);
    csl_let(g, i, csl_int(g, 0));
    csl_begin_loop(g, &loop);
    csl_leave_unless(g, &loop, less(g, iv, csl_any_uniform(g)));
    csl_store(g, OBJ_S2, t, iv);
    csl_warp_barrier(g);
    uint32_t v = csl_load(g, OBJ_S2, csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 16)));
    csl_store(g, OBJ_OUT, t, csl_var_of(g, v));
    if (csl_random_chance(&g->r, 70))
        csl_warp_barrier(g);
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

/* Shuffles within warps, one partial sum per warp in shared memory. */
static void partial_sums(csl_gen *g) {
    csl_nest first = {0}, last = {0};
    csl_expr *lane = lane_of(g), *t = csl_tid_of(g);
    uint32_t v = csl_shuffle(g, t, csl_op2(g, CSL_OP_BXOR, lane, csl_int(g, 1)));
    csl_begin_if(g, &first, csl_op2(g, CSL_OP_EQ, lane, csl_int(g, 0)));
    csl_store(g, OBJ_S2, warp_of(g), csl_var_of(g, v));
    csl_end_if(g, &first);
    csl_barrier(g);
    csl_begin_if(g, &last, less(g, t, csl_int(g, 2)));
    uint32_t sum = csl_load(g, OBJ_S2, csl_random_chance(&g->r, 80) ? t : csl_plus(g, t, 1));
    csl_store(g, OBJ_OUT, t, csl_var_of(g, sum));
    if (csl_random_chance(&g->r, 40))
        csl_store(g, OBJ_S2, csl_int(g, 0), csl_var_of(g, sum));
    csl_end_if(g, &last);
    if (csl_random_chance(&g->r, 70))
        csl_barrier(g);
}

/* A loop that a warp leaves together, by a vote. */
static void warp_votes(csl_gen *g) {
    csl_nest loop = {0}, go = {0};
    uint32_t i = csl_new_var(g, "i");
    csl_expr *iv = csl_var_of(g, i), *t = csl_tid_of(g);
    csl_let(g, i, csl_int(g, 0));
    csl_begin_loop(g, &loop);
    uint32_t any = csl_vote(g, less(g, csl_op2(g, CSL_OP_ADD, iv, t), csl_any_uniform(g)));
    csl_begin_if(g, &go, csl_op2(g, CSL_OP_EQ, csl_var_of(g, any), csl_int(g, 0)));
    csl_br(g, loop.stmt->block.label, CSL_FROM_BREAK);
    csl_end_if(g, &go);
    csl_store(g, OBJ_S, t, iv);
    if (csl_random_chance(&g->r, 70))
        csl_warp_barrier(g);
    else
        csl_barrier(g);
    uint32_t v = csl_load(g, OBJ_S, csl_op2(g, CSL_OP_BXOR, t, csl_int(g, 1)));
    if (csl_random_chance(&g->r, 70))
        csl_warp_barrier(g);
    csl_store(g, OBJ_OUT, t, csl_var_of(g, v));
    csl_let(g, i, csl_plus(g, iv, 1));
    csl_end_loop(g, &loop);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

/* Code for one warp only. */
static void one_warp(csl_gen *g) {
    csl_nest arm = {0};
    csl_begin_if(g, &arm,
                 csl_op2(g, CSL_OP_EQ, warp_of(g), csl_int(g, csl_random_below(&g->r, 2))));
    csl_any_statement(g);
    if (csl_random_chance(&g->r, 60))
        csl_warp_barrier(g);
    csl_any_statement(g);
    csl_end_if(g, &arm);
    if (csl_random_chance(&g->r, 60))
        csl_barrier(g);
}

void csl_any_warp_pattern(csl_gen *g) {
    static void (*const patterns[])(csl_gen *) = {
        tiles_of_16, half_warps, row_per_warp, warp_buffer, partial_sums, warp_votes, one_warp,
    };
    patterns[csl_random_below(&g->r, sizeof patterns / sizeof *patterns)](g);
}
