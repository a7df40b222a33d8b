/* The intrinsics of the embedded headers, as intrinsics*.c share them. */
#ifndef CSL_INTRINSICS_H
#define CSL_INTRINSICS_H

#include "../lower.h"

/* csl_extensions.intrinsic and .block_barrier */
bool csl_lower_intrinsic(csl_lower_state *L, CXCursor call, const char *name, csl_lval *dest,
                         csl_expr **result);
void csl_lower_block_barrier(csl_lower_state *L, CXCursor call);
/* An access of the state of the barrier object at that address. */
/* A barrier was emitted last. If it is a named one whose number is computed: one for each of the
 * numbers it may be, from `first` on, each where the number is that one. */
void csl_split_numbers(csl_lower_state *L, int64_t first, CXCursor at);
csl_access *csl_emit_state(csl_lower_state *L, csl_mode mode, csl_expr *object, CXCursor at);

/* The term is the same in all lanes of a warp, as far as the term itself shows: the analysis may
 * find more. False for NULL. */
bool csl_is_plainly_uniform(const csl_expr *e);

/* One call of an intrinsic. */
typedef struct csl_intrinsic {
    csl_lower_state *L;
    CXCursor cursor;
    csl_lval *dest; /* class results */
    CXType type;    /* of the result */
} csl_intrinsic;

CXCursor csl_intrinsic_arg(csl_intrinsic *c, unsigned i);
csl_expr *csl_intrinsic_value(csl_intrinsic *c, unsigned i);
/* A constant argument; `otherwise` if it is not constant, or is left out: a call in a template that
 * is not instantiated does not show its default arguments, which `otherwise` must equal. */
int64_t csl_intrinsic_number(csl_intrinsic *c, unsigned i, int64_t otherwise);
/* The scope of a number of shim/core/intrinsics.h; `otherwise` if it is not constant, or none. */
csl_scope csl_intrinsic_scope(csl_intrinsic *c, unsigned i, csl_scope otherwise);
csl_order csl_intrinsic_order(csl_intrinsic *c, unsigned i);
/* A variable of the result's type. */
uint32_t csl_intrinsic_new_result(csl_intrinsic *c);
/* A class-typed value of this scope goes to dest. */
void csl_intrinsic_made_up_class(csl_intrinsic *c, csl_scope s, const char *why);
/* A scalar argument; NULL for a class, which is evaluated for its accesses. */
csl_expr *csl_intrinsic_offered(csl_intrinsic *c, unsigned i);

/* A synchronisation of this kind, whose other members are for the caller to set. */
csl_sync *csl_emit_sync(csl_intrinsic *c, csl_sync_kind kind, csl_scope s);
/* Who takes part in a tile of `lanes` lanes: a number if it is known here, else a mask that folds
 * to a constant once the analysis knows it. */
void csl_intrinsic_set_tile(csl_intrinsic *c, csl_sync *sync, csl_expr *lanes);

/* Each lowers the call of one intrinsic: synchronisation (intrinsics_sync.c), lanes
 * (intrinsics_lanes.c), memory
 * (intrinsics_memory.c), values and control (intrinsics_value.c). The scalar result or NULL. */
csl_expr *csl_do_barrier(csl_intrinsic *c);
csl_expr *csl_do_barrier_result(csl_intrinsic *c);
csl_expr *csl_do_barrier_mask(csl_intrinsic *c);
csl_expr *csl_do_barrier_tile(csl_intrinsic *c);
csl_expr *csl_do_barrier_named(csl_intrinsic *c);
csl_expr *csl_do_barrier_wide(csl_intrinsic *c);
csl_expr *csl_do_arrive_named(csl_intrinsic *c);
csl_expr *csl_do_arrive(csl_intrinsic *c);
csl_expr *csl_do_wait(csl_intrinsic *c);
csl_expr *csl_do_object_init(csl_intrinsic *c);
csl_expr *csl_do_object_arrive(csl_intrinsic *c);
csl_expr *csl_do_object_wait(csl_intrinsic *c);
csl_expr *csl_do_object_wait_parity(csl_intrinsic *c);
csl_expr *csl_do_object_look(csl_intrinsic *c);
csl_expr *csl_do_object_look_parity(csl_intrinsic *c);
csl_expr *csl_do_object_barrier(csl_intrinsic *c);
csl_expr *csl_do_depend(csl_intrinsic *c);
csl_expr *csl_do_fence(csl_intrinsic *c);
csl_expr *csl_do_vote(csl_intrinsic *c);
csl_expr *csl_do_select(csl_intrinsic *c);
csl_expr *csl_do_ballot(csl_intrinsic *c);
csl_expr *csl_do_match(csl_intrinsic *c);
csl_expr *csl_do_active(csl_intrinsic *c);
csl_expr *csl_do_vote_tile(csl_intrinsic *c);
csl_expr *csl_do_shuffle(csl_intrinsic *c);
csl_expr *csl_do_elect(csl_intrinsic *c);
csl_expr *csl_do_elect_lane(csl_intrinsic *c);
csl_expr *csl_do_atomic(csl_intrinsic *c);
csl_expr *csl_do_cas(csl_intrinsic *c);
csl_expr *csl_do_atomic_load(csl_intrinsic *c);
csl_expr *csl_do_atomic_store(csl_intrinsic *c);
csl_expr *csl_do_async_copy(csl_intrinsic *c);
csl_expr *csl_do_async_commit(csl_intrinsic *c);
csl_expr *csl_do_async_wait(csl_intrinsic *c);
csl_expr *csl_do_copy(csl_intrinsic *c);
csl_expr *csl_do_read_only(csl_intrinsic *c);
csl_expr *csl_do_fill(csl_intrinsic *c);
csl_expr *csl_do_use_together(csl_intrinsic *c);
csl_expr *csl_do_uniform(csl_intrinsic *c);
csl_expr *csl_do_sum_before(csl_intrinsic *c);
csl_expr *csl_do_recovered(csl_intrinsic *c);
csl_expr *csl_do_pure(csl_intrinsic *c);
csl_expr *csl_do_builtin(csl_intrinsic *c);
csl_expr *csl_do_at_run_time(csl_intrinsic *c);
csl_expr *csl_do_popc(csl_intrinsic *c);
csl_expr *csl_do_clz(csl_intrinsic *c);
csl_expr *csl_do_find_first(csl_intrinsic *c);
csl_expr *csl_do_brev(csl_intrinsic *c);
csl_expr *csl_do_minimum(csl_intrinsic *c);
csl_expr *csl_do_maximum(csl_intrinsic *c);
csl_expr *csl_do_assume(csl_intrinsic *c);
csl_expr *csl_do_made_for(csl_intrinsic *c);
csl_expr *csl_do_map_block(csl_intrinsic *c);
csl_expr *csl_do_cluster_dim(csl_intrinsic *c);
csl_expr *csl_do_leave(csl_intrinsic *c);
csl_expr *csl_do_abort(csl_intrinsic *c);
csl_expr *csl_do_opaque(csl_intrinsic *c);
csl_expr *csl_do_syncthreads(csl_intrinsic *c);
csl_expr *csl_do_first_argument(csl_intrinsic *c);
csl_expr *csl_do_nothing(csl_intrinsic *c);

#endif
