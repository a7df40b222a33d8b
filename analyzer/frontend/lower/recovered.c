/* Numbers that nothing declares. */
#include "lower.h"

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
