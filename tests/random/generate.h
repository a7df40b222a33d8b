/* Random small kernels, as IR.
 *
 * A kernel is a handful of fragments that real code is made of (reductions, scans, stencils, flags
 * that one thread sets, tiles in a loop, queues, double buffers) and of statements from a grammar,
 * nested at random; then a few edits break some of them: a barrier is deleted, doubled or moved, a
 * constant changes by one, a statement gets a thread test around it. So right and wrong kernels
 * are both frequent, and most are close to the border.
 */
#ifndef CSL_GENERATE_H
#define CSL_GENERATE_H

#include "../../analyzer/ir.h"
#include "random.h"

/* One kernel with one launch, whose block and grid are the shape to run. Same seed, same kernel. */
csl_module *csl_generate(csl_ctx *ctx, uint64_t seed);

/* ---- for the fragments (patterns.c) ---------------------------------------------------------- */

enum { OBJ_OUT, OBJ_IN, OBJ_S, OBJ_S2, OBJ_FLAG, OBJ_COUNT, OBJ_BYTES, OBJ_LOCAL };
enum { PARAM_OUT, PARAM_IN, PARAM_N, PARAM_M };
#define POOL 16

typedef struct csl_gen {
    csl_ctx *ctx;
    csl_random r;
    csl_kernel *k;
    csl_seq *seq; /* where statements go */
    uint32_t line, nvars, nlabels, depth, budget;
    uint32_t tid;                          /* variable: the linear thread number */
    uint32_t threads;                      /* of the block */
    uint32_t uniform[POOL], varying[POOL]; /* i32 variables in scope */
    uint32_t nuniform, nvarying;
    uint32_t break_to, continue_to; /* labels, or CSL_NO_VAR outside loops */
} csl_gen;

/* Terms of type i32. */
csl_expr *csl_int(csl_gen *g, int64_t value);
csl_expr *csl_var_of(csl_gen *g, uint32_t var);
csl_expr *csl_tid_of(csl_gen *g);
csl_expr *csl_op2(csl_gen *g, csl_op op, csl_expr *a, csl_expr *b);
csl_expr *csl_plus(csl_gen *g, csl_expr *a, int64_t c);
csl_expr *csl_threads_of(csl_gen *g); /* number of threads, as the kernel computes it */
csl_expr *csl_any_uniform(csl_gen *g);
csl_expr *csl_any_varying(csl_gen *g);
csl_expr *csl_any_condition(csl_gen *g);
csl_expr *csl_address(csl_gen *g, csl_expr *base, csl_expr *index, int64_t scale); /* of bytes */
csl_expr *csl_base(csl_gen *g, uint32_t object);
csl_expr *csl_uniform_condition(csl_gen *g);

/* Statements, added to g->seq. */
uint32_t csl_new_var(csl_gen *g, const char *name);
uint32_t csl_new_typed_var(csl_gen *g, const char *name, csl_type type);
uint32_t csl_new_label(csl_gen *g);
void csl_let(csl_gen *g, uint32_t var, csl_expr *value);
uint32_t csl_load(csl_gen *g, uint32_t object, csl_expr *index); /* the variable it went to */
void csl_store(csl_gen *g, uint32_t object, csl_expr *index, csl_expr *value);
/* The same for any address and type. */
uint32_t csl_load_at(csl_gen *g, csl_expr *address, csl_type type);
void csl_store_at(csl_gen *g, csl_expr *address, csl_type type, csl_expr *value);
uint32_t csl_atomic_of(csl_gen *g, csl_atomic op, uint32_t object, csl_expr *index,
                       csl_expr *value);
void csl_barrier(csl_gen *g);
void csl_warp_barrier(csl_gen *g); /* of all lanes */
void csl_tile_barrier(csl_gen *g, uint32_t lanes);
void csl_mask_barrier(csl_gen *g, uint32_t mask);
/* A shuffle of the whole warp, to the variable that is returned; no order of memory. */
uint32_t csl_shuffle(csl_gen *g, csl_expr *value, csl_expr *lane);
uint32_t csl_vote(csl_gen *g, csl_expr *predicate);
uint32_t csl_barrier_or(csl_gen *g, csl_expr *predicate); /* the variable with the result */
void csl_br(csl_gen *g, uint32_t label, csl_origin origin);
void csl_exit_thread(csl_gen *g);

/* Structure: begin returns what the matching end needs. */
typedef struct csl_nest {
    csl_seq *outer;
    csl_seq inner;
    csl_stmt *stmt, *loop;
    uint32_t nuniform, nvarying, break_to, continue_to;
} csl_nest;
void csl_begin_if(csl_gen *g, csl_nest *n, csl_expr *cond);
void csl_begin_else(csl_gen *g, csl_nest *n);
void csl_end_if(csl_gen *g, csl_nest *n);
/* A loop; `stay` (or NULL) is tested at the top of every pass. */
void csl_begin_loop(csl_gen *g, csl_nest *n);
void csl_leave_unless(csl_gen *g, csl_nest *n, csl_expr *stay);
void csl_end_loop(csl_gen *g, csl_nest *n);
/* The part of a loop body that `continue` leaves. */
void csl_begin_body(csl_gen *g, csl_nest *n);
void csl_end_body(csl_gen *g, csl_nest *n);

void csl_any_statement(csl_gen *g);
void csl_any_pattern(csl_gen *g);
void csl_any_warp_pattern(csl_gen *g);   /* patterns_warp.c */
void csl_any_memory_pattern(csl_gen *g); /* patterns_memory.c */

#endif
