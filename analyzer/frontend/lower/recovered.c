/* Numbers that nothing declares. */
#include "lower.h"

/* A number of unknown value is one more parameter of the kernel. */
csl_expr *csl_guessed_value(csl_lower_state *L, CXCursor decl) {
    csl_kernel *k = L->kernel;
    for (unsigned i = 0; i < L->nguesses; i++)
        if (clang_equalCursors(L->guesses[i].decl, decl))
            return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, L->guesses[i].param);
    csl_param *params = csl_alloc(L->ctx, (k->nparams + 1) * sizeof *params);
    memcpy(params, k->params, k->nparams * sizeof *params);
    params[k->nparams] = (csl_param){
        .name = csl_spelling(L->ctx, decl), .type = CSL_I32, .object = UINT32_MAX, .guessed = true};
    k->params = params;
    CSL_GROW(L->ctx, L->guesses, L->nguesses, L->cap_guesses);
    L->guesses[L->nguesses].decl = decl;
    L->guesses[L->nguesses++].param = k->nparams;
    return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, k->nparams++);
}
