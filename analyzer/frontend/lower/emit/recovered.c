/* Numbers that nothing declares, and the dimensions of arrays that rest on them. */
#include "emit.h"
#include "../../recover/recover.h"

/* A number of unknown value is one more parameter of the kernel. */
csl_expr *csl_recovered_value(csl_lower_state *L, CXCursor decl) {
    csl_kernel *k = L->kernel;
    for (unsigned i = 0; i < L->nrecovered; i++)
        if (clang_equalCursors(L->recovered[i].decl, decl))
            return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, L->recovered[i].param);
    csl_param *params = csl_alloc(L->ctx, (k->nparams + 1) * sizeof *params);
    memcpy(params, k->params, k->nparams * sizeof *params);
    params[k->nparams] = (csl_param){.name = csl_spelling(L->ctx, decl),
                                     .type = CSL_I32,
                                     .object = UINT32_MAX,
                                     .recovered = true};
    k->params = params;
    CSL_GROW(L->ctx, L->recovered, L->nrecovered, L->cap_recovered);
    L->recovered[L->nrecovered].decl = decl;
    L->recovered[L->nrecovered++].param = k->nparams;
    return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, k->nparams++);
}

static bool is_expression(CXCursor c) {
    enum CXCursorKind k = clang_getCursorKind(c);
    return clang_isExpression(k) && k != CXCursor_InitListExpr;
}

/* What the declaration says between the brackets of one dimension, counted from the innermost: the
 * order in which libclang shows them. */
CXCursor csl_written_extent(csl_lower_state *L, CXCursor decl, unsigned from_inner) {
    csl_cursors kids = csl_children(L->scratch, decl);
    for (unsigned i = 0; i < kids.n; i++)
        if (is_expression(kids.v[i]) && from_inner-- == 0)
            return kids.v[i];
    return clang_getNullCursor();
}

bool csl_extent_is_recovered(csl_lower_state *L, CXCursor decl, unsigned from_inner) {
    if (!L->unit->recovered)
        return false;
    CXCursor e = csl_written_extent(L, decl, from_inner);
    return !clang_Cursor_isNull(e) && csl_mentions_recovered(true, e);
}
