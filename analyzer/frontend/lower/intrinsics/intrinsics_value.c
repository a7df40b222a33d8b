/* Intrinsics: made-up and pure values, bits, control. */
#include "intrinsics.h"

/* ---- values ---------------------------------------------------------------------------------- */

csl_expr *csl_do_uniform(csl_intrinsic *c) {
    csl_scope s = csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD);
    if (csl_scalar_type(c->type) == CSL_VOID) {
        csl_intrinsic_made_up_class(c, s, NULL);
        return NULL;
    }
    return csl_emit_havoc(c->L, csl_scalar_type(c->type), s, c->cursor, NULL);
}

/* Of floats and classes nothing is known. */
csl_expr *csl_do_sum_before(csl_intrinsic *c) {
    const csl_type type = csl_scalar_type(c->type);
    csl_expr *value = csl_intrinsic_offered(c, 0);
    if (type == CSL_VOID) {
        csl_intrinsic_made_up_class(c, CSL_SCOPE_THREAD, NULL);
        return NULL;
    }
    csl_expr *sum = csl_emit_havoc(c->L, type, CSL_SCOPE_THREAD, c->cursor, NULL);
    if (value && csl_type_integer(type) && type != CSL_PTR && csl_type_bytes(type) >= 4 &&
        value->type == type) {
        c->L->seq->last->havoc.of = value;
        c->L->seq->last->havoc.sums = true;
    }
    return sum;
}

/* A value of something undeclared. */
csl_expr *csl_do_recovered(csl_intrinsic *c) {
    const char *why = "value of something that is not declared";
    if (csl_scalar_type(c->type) == CSL_VOID) {
        csl_intrinsic_made_up_class(c, CSL_SCOPE_THREAD, why);
        return NULL;
    }
    return csl_emit_havoc(c->L, csl_scalar_type(c->type), CSL_SCOPE_THREAD, c->cursor, why);
}

/* The result is a class of numbers, __half say: each of them follows from the arguments. */
static void pure_members(csl_intrinsic *c, const char *name, unsigned nkids, csl_expr **kids) {
    csl_lower_state *L = c->L;
    csl_cursors field = {0};
    if (c->dest && csl_is_class(c->dest->type))
        field = csl_fields_of(L->scratch, c->dest->type);
    bool numbers = field.n > 0;
    for (unsigned i = 0; i < field.n; i++)
        numbers &= csl_scalar_type(clang_getCursorType(field.v[i])) != CSL_VOID;
    if (!numbers) {
        csl_intrinsic_made_up_class(c, CSL_SCOPE_THREAD, NULL);
        return;
    }
    for (unsigned i = 0; i < field.n; i++) {
        csl_type type = csl_scalar_type(clang_getCursorType(field.v[i]));
        const char *member = csl_format(L->ctx, "%s.%s", name, csl_spelling(L->ctx, field.v[i]));
        csl_lval to = csl_member_slot(L, *c->dest, field.v[i], c->cursor);
        csl_store(L, to, csl_pure(L->ctx, type, member, nkids, kids), c->cursor, c->cursor);
    }
}

/* Equal arguments, equal results. */
static csl_expr *pure(csl_intrinsic *c, const char *name) {
    csl_lower_state *L = c->L;
    int n = clang_Cursor_getNumArguments(c->cursor);
    csl_expr **kids = csl_alloc(L->ctx, (size_t)(n + 1) * sizeof *kids);
    unsigned used = 0;
    for (int i = 0; i < n; i++) {
        csl_expr *v = csl_intrinsic_offered(c, (unsigned)i);
        if (v)
            kids[used++] = v;
    }
    const bool all = used == (unsigned)n; /* else it depends on a class */
    if (csl_scalar_type(c->type) == CSL_VOID) {
        if (all)
            pure_members(c, name, used, kids);
        else
            csl_intrinsic_made_up_class(c, CSL_SCOPE_THREAD, NULL);
        return NULL;
    }
    if (!all)
        return csl_emit_havoc(L, csl_scalar_type(c->type), CSL_SCOPE_THREAD, c->cursor, NULL);
    return csl_pure(L->ctx, csl_scalar_type(c->type), name, used, kids);
}

/* __csl_pure stands for the embedded function that calls it. */
csl_expr *csl_do_pure(csl_intrinsic *c) {
    return pure(c, csl_spelling(c->L->ctx, c->L->act->function));
}

/* A builtin of the compiler that only computes. */
csl_expr *csl_do_builtin(csl_intrinsic *c) {
    return pure(c, csl_spelling(c->L->ctx, clang_getCursorReferenced(c->cursor)));
}

/* Code that runs is not what the compiler evaluates. */
csl_expr *csl_do_at_run_time(csl_intrinsic *c) {
    return csl_const(c->L->ctx, CSL_BOOL, 0);
}

static csl_expr *bits(csl_intrinsic *c, csl_op op) {
    csl_expr *a = csl_intrinsic_value(c, 0);
    csl_type type = csl_scalar_type(c->type);
    csl_expr *r = csl_unary(c->L->ctx, op, op == CSL_OP_BREV ? (csl_type)a->type : CSL_I32, a);
    return csl_cast(c->L->ctx, type, r);
}

csl_expr *csl_do_popc(csl_intrinsic *c) {
    return bits(c, CSL_OP_POPC);
}

csl_expr *csl_do_clz(csl_intrinsic *c) {
    return bits(c, CSL_OP_CLZ);
}

csl_expr *csl_do_find_first(csl_intrinsic *c) {
    return bits(c, CSL_OP_FFS);
}

csl_expr *csl_do_brev(csl_intrinsic *c) {
    return bits(c, CSL_OP_BREV);
}

static csl_expr *min_max(csl_intrinsic *c, csl_op op) {
    csl_expr *a = csl_intrinsic_value(c, 0), *b = csl_intrinsic_value(c, 1);
    csl_type declared = csl_scalar_type(c->type);
    csl_type type = csl_common((csl_type)a->type, (csl_type)b->type);
    csl_expr *r =
        csl_binary(c->L->ctx, op, csl_cast(c->L->ctx, type, a), csl_cast(c->L->ctx, type, b));
    return csl_cast(c->L->ctx, declared, r);
}

csl_expr *csl_do_minimum(csl_intrinsic *c) {
    return min_max(c, CSL_OP_MIN);
}

csl_expr *csl_do_maximum(csl_intrinsic *c) {
    return min_max(c, CSL_OP_MAX);
}

/* ---- control --------------------------------------------------------------------------------- */

csl_expr *csl_do_assume(csl_intrinsic *c) {
    csl_expr *holds = csl_condition(c->L, csl_intrinsic_arg(c, 0));
    if (csl_is_true(holds))
        return NULL;
    csl_stmt *s = csl_emit(c->L, CSL_STMT_ASSUME, c->cursor);
    s->cond = holds;
    s->text =
        c->L->act->shim ? c->L->act->user_text : csl_text_of(c->L->places, csl_intrinsic_arg(c, 0));
    return NULL;
}

csl_expr *csl_do_map_block(csl_intrinsic *c) {
    csl_ctx *ctx = c->L->ctx;
    csl_expr *p = csl_intrinsic_value(c, 0);
    csl_expr *rank = csl_cast(ctx, CSL_U32, csl_intrinsic_value(c, 1));
    c->L->kernel->maps_blocks = true;
    return csl_binary(ctx, CSL_OP_ADD, p, csl_place_of_block(ctx, CSL_I64, rank));
}

csl_expr *csl_do_cluster_dim(csl_intrinsic *c) {
    const int64_t d = csl_intrinsic_number(c, 0, 0);
    return csl_const(c->L->ctx, CSL_U32, d >= 0 && d < 3 ? c->L->kernel->cluster[d] : 0);
}

/* A collective is called by the whole block, so its shape is that of the block wherever it stands.
 */
csl_expr *csl_do_made_for(csl_intrinsic *c) {
    csl_kernel *k = c->L->kernel;
    for (unsigned d = 0; d < 3; d++) {
        int64_t n = csl_intrinsic_number(c, d, 0);
        bool fits = n > 0 && n <= 1024;
        k->made_for_several |= !fits || (k->made_for[d] && k->made_for[d] != n);
        k->made_for[d] = (uint32_t)(fits ? n : 0);
    }
    return NULL;
}

csl_expr *csl_do_leave(csl_intrinsic *c) {
    csl_emit(c->L, CSL_STMT_EXIT, c->cursor);
    return NULL;
}

/* The kernel is aborted: whatever comes after it in any thread does not matter, so it is taken not
 * to happen. */
csl_expr *csl_do_abort(csl_intrinsic *c) {
    const csl_stmt *last = c->L->seq->last;
    if (!last || (last->kind != CSL_STMT_BR && last->kind != CSL_STMT_EXIT)) /* it is not reached */
        csl_emit(c->L, CSL_STMT_ASSUME, c->cursor)->cond = csl_false(c->L->ctx);
    return NULL;
}

csl_expr *csl_do_opaque(csl_intrinsic *c) {
    csl_lower_state *L = c->L;
    const char *reason = "library function that is not modelled";
    CXCursor a = csl_intrinsic_arg(c, 0);
    CXEvalResult r = clang_Cursor_Evaluate(a);
    if (r && clang_EvalResult_getKind(r) == CXEval_StrLiteral)
        reason = csl_intern(L->ctx, clang_EvalResult_getAsStr(r));
    if (r)
        clang_EvalResult_dispose(r);
    csl_emit_opaque(L, c->cursor, reason);
    return NULL;
}

csl_expr *csl_do_first_argument(csl_intrinsic *c) {
    csl_expr *v = csl_intrinsic_value(c, 0);
    for (int i = 1; i < clang_Cursor_getNumArguments(c->cursor); i++)
        csl_discard(c->L, csl_intrinsic_arg(c, (unsigned)i));
    return csl_cast(c->L->ctx, csl_scalar_type(c->type), v);
}

csl_expr *csl_do_nothing(csl_intrinsic *c) {
    for (int i = 0; i < clang_Cursor_getNumArguments(c->cursor); i++)
        csl_discard(c->L, csl_intrinsic_arg(c, (unsigned)i));
    return NULL;
}
