/* The __csl_* functions that the embedded CUDA headers are written in, and clang's builtins. */
#include "intrinsics.h"

/* ---- arguments and results ------------------------------------------------------------------- */

CXCursor csl_intrinsic_arg(csl_intrinsic *c, unsigned i) {
    return clang_Cursor_getArgument(c->cursor, i);
}

csl_expr *csl_intrinsic_value(csl_intrinsic *c, unsigned i) {
    return csl_rvalue(c->L, csl_intrinsic_arg(c, i));
}

int64_t csl_intrinsic_number(csl_intrinsic *c, unsigned i, int64_t otherwise) {
    if ((int)i >= clang_Cursor_getNumArguments(c->cursor))
        return otherwise;
    csl_expr *v = csl_intrinsic_value(c, i);
    return v->op == CSL_OP_CONST ? v->value : otherwise;
}

csl_scope csl_intrinsic_scope(csl_intrinsic *c, unsigned i, csl_scope otherwise) {
    static const csl_scope numbered[] = {CSL_SCOPE_THREAD, CSL_SCOPE_WARP, CSL_SCOPE_BLOCK,
                                         CSL_SCOPE_CLUSTER, CSL_SCOPE_GRID};
    int64_t s = csl_intrinsic_number(c, i, -1);
    return s >= 0 && s < (int64_t)(sizeof numbered / sizeof *numbered) ? numbered[s] : otherwise;
}

uint32_t csl_intrinsic_new_result(csl_intrinsic *c) {
    csl_type type = csl_scalar_type(c->type);
    return csl_new_var(c->L, "", type == CSL_VOID ? CSL_I32 : type, clang_getNullCursor());
}

/* A class-typed value of this scope goes to dest. */
void csl_intrinsic_made_up_class(csl_intrinsic *c, csl_scope s, const char *why) {
    if (c->dest)
        csl_forget(c->L, *c->dest, s, c->cursor, why);
}

/* The value an exchange offers: scalars only, a class is evaluated for its accesses. */
csl_expr *csl_intrinsic_offered(csl_intrinsic *c, unsigned i) {
    if (csl_scalar_type(clang_getCursorType(csl_intrinsic_arg(c, i))) != CSL_VOID)
        return csl_intrinsic_value(c, i);
    csl_bind_reference(c->L, csl_intrinsic_arg(c, i));
    return NULL;
}

csl_order csl_intrinsic_order(csl_intrinsic *c, unsigned i) {
    int64_t o = csl_intrinsic_number(c, i, CSL_ORDER_RELAXED);
    return o >= 0 && o <= CSL_ORDER_SEQ_CST ? (csl_order)o : CSL_ORDER_RELAXED;
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    csl_expr *(*fn)(csl_intrinsic *c);
} table[] = {
    {"__csl_barrier", csl_do_barrier},
    {"__csl_barrier_result", csl_do_barrier_result},
    {"__csl_barrier_mask", csl_do_barrier_mask},
    {"__csl_barrier_tile", csl_do_barrier_tile},
    {"__csl_barrier_named", csl_do_barrier_named},
    {"__csl_barrier_wide", csl_do_barrier_wide},
    {"__csl_arrive_named", csl_do_arrive_named},
    {"__csl_arrive", csl_do_arrive},
    {"__csl_wait", csl_do_wait},
    {"__csl_object_init", csl_do_object_init},
    {"__csl_object_arrive", csl_do_object_arrive},
    {"__csl_object_wait", csl_do_object_wait},
    {"__csl_object_wait_parity", csl_do_object_wait_parity},
    {"__csl_object_look", csl_do_object_look},
    {"__csl_object_look_parity", csl_do_object_look_parity},
    {"__csl_object_barrier", csl_do_object_barrier},
    {"__csl_depend", csl_do_depend},
    {"__csl_fence", csl_do_fence},
    {"__csl_vote", csl_do_vote},
    {"__csl_select", csl_do_select},
    {"__csl_ballot", csl_do_ballot},
    {"__csl_match", csl_do_match},
    {"__csl_active", csl_do_active},
    {"__csl_vote_tile", csl_do_vote_tile},
    {"__csl_shuffle", csl_do_shuffle},
    {"__csl_elect", csl_do_elect},
    {"__csl_elect_lane", csl_do_elect_lane},
    {"__csl_atomic", csl_do_atomic},
    {"__csl_cas", csl_do_cas},
    {"__csl_atomic_load", csl_do_atomic_load},
    {"__csl_atomic_store", csl_do_atomic_store},
    {"__csl_async_copy", csl_do_async_copy},
    {"__csl_async_commit", csl_do_async_commit},
    {"__csl_async_wait", csl_do_async_wait},
    {"__csl_copy", csl_do_copy},
    {"__csl_read_only", csl_do_read_only},
    {"__csl_fill", csl_do_fill},
    {"__csl_use_together", csl_do_use_together},
    {"__csl_uniform", csl_do_uniform},
    {"__csl_sum_before", csl_do_sum_before},
    {"__csl_guess", csl_do_recovered},
    {"__csl_pure", csl_do_pure},
    {"__csl_popc", csl_do_popc},
    {"__csl_clz", csl_do_clz},
    {"__csl_ffs", csl_do_find_first},
    {"__csl_brev", csl_do_brev},
    {"__csl_min", csl_do_minimum},
    {"__csl_max", csl_do_maximum},
    {"__csl_assume", csl_do_assume},
    {"__csl_made_for", csl_do_made_for},
    {"__csl_map_block", csl_do_map_block},
    {"__csl_cluster_dim", csl_do_cluster_dim},
    {"__csl_exit", csl_do_leave},
    {"__csl_opaque", csl_do_opaque},
    {"__syncthreads", csl_do_syncthreads},
    {"__builtin_assume", csl_do_assume},
    {"__csl_abort", csl_do_abort},
    {"__builtin_trap", csl_do_abort},
    {"__builtin_unreachable", csl_do_abort},
    {"__builtin_is_constant_evaluated", csl_do_at_run_time},
    {"__builtin_expect", csl_do_first_argument},
    {"__builtin_assume_aligned", csl_do_first_argument},
    {"__builtin_popcount", csl_do_popc},
    {"__builtin_popcountll", csl_do_popc},
    {"__builtin_clz", csl_do_clz},
    {"__builtin_clzll", csl_do_clz},
    {"__builtin_ffs", csl_do_find_first},
    {"__builtin_ffsll", csl_do_find_first},
    {"__builtin_memcpy", csl_do_copy},
    {"__builtin_memset", csl_do_fill},
    {"__builtin_inf", csl_do_builtin},
    {"__builtin_inff", csl_do_builtin},
    {"__builtin_huge_val", csl_do_builtin},
    {"__builtin_huge_valf", csl_do_builtin},
    {"__builtin_nan", csl_do_builtin},
    {"__builtin_nanf", csl_do_builtin},
    {"__builtin_fabs", csl_do_builtin},
    {"__builtin_fabsf", csl_do_builtin},
    {"__builtin_fmax", csl_do_builtin},
    {"__builtin_fmaxf", csl_do_builtin},
    {"__builtin_fmin", csl_do_builtin},
    {"__builtin_fminf", csl_do_builtin},
    {"__builtin_sqrt", csl_do_builtin},
    {"__builtin_sqrtf", csl_do_builtin},
    {"__builtin_isnan", csl_do_builtin},
    {"__builtin_isinf", csl_do_builtin},
    {"__builtin_isfinite", csl_do_builtin},
    {"__builtin_signbit", csl_do_builtin},
    {"__builtin_abs", csl_do_builtin},
    {"__builtin_labs", csl_do_builtin},
    {"__builtin_llabs", csl_do_builtin},
    {"__builtin_ctz", csl_do_builtin},
    {"__builtin_ctzll", csl_do_builtin},
    {"__builtin_bswap16", csl_do_builtin},
    {"__builtin_bswap32", csl_do_builtin},
    {"__builtin_bswap64", csl_do_builtin},
    {"__nanosleep", csl_do_nothing},
};

bool csl_lower_intrinsic(csl_lower_state *L, CXCursor call, const char *name, csl_lval *dest,
                         csl_expr **result) {
    if (name[0] != '_' || name[1] != '_')
        return false;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].name, name) != 0)
            continue;
        csl_intrinsic c = {L, call, dest, clang_getCursorType(call)};
        *result = table[i].fn(&c);
        return true;
    }
    return false;
}
