/* Which calls launch a kernel, beside k<<<grid, block>>>(...), and which look one up by name. */
#include "search.h"

bool csl_is_cluster_launcher(CXCursor f) {
    const CXCursor class = clang_getCursorSemanticParent(f);
    return clang_getCursorKind(f) == CXCursor_CXXMethod && csl_host_spelled(f, "launch") &&
           csl_host_spelled(class, "ClusterLauncher") &&
           csl_host_spelled(clang_getCursorSemanticParent(class), "cutlass");
}

int csl_launching(CXCursor call, csl_launch_form *form) {
    enum { LAST = -1 };
    static const struct {
        const char *name;
        csl_launch_form form;
        int kernel, least; /* arguments */
    } functions[] = {
        {"cudaLaunchKernel", CSL_LAUNCH_FUNCTION, 0, 3},
        {"cudaLaunchCooperativeKernel", CSL_LAUNCH_COOPERATIVE, 0, 3},
        {"cudaLaunchKernelEx", CSL_LAUNCH_CONFIG, 1, 2},
        {"cudaLaunchKernelExC", CSL_LAUNCH_CONFIG_ARGS, 1, 2},
        {"cuLaunchKernel", CSL_LAUNCH_DRIVER, 0, 8},
        {"cuLaunchCooperativeKernel", CSL_LAUNCH_DRIVER, 0, 8},
        {"cuLaunchKernelEx", CSL_LAUNCH_DRIVER_CONFIG, 1, 2},
        {"cudaGraphAddKernelNode", CSL_LAUNCH_NODE, LAST, 5},
        {"cudaGraphAddNode", CSL_LAUNCH_NODE, LAST, 5},
        {"cudaGraphKernelNodeSetParams", CSL_LAUNCH_NODE, LAST, 2},
        {"cudaGraphExecKernelNodeSetParams", CSL_LAUNCH_NODE, LAST, 3},
    };
    int n = clang_Cursor_getNumArguments(call);
    if (n >= 7 && csl_is_cluster_launcher(clang_getCursorReferenced(call))) {
        *form = CSL_LAUNCH_CLUSTER;
        return 5;
    }
    for (size_t i = 0; n >= 2 && i < sizeof functions / sizeof functions[0]; i++)
        if (n >= functions[i].least && csl_host_spelled(call, functions[i].name)) {
            *form = functions[i].form;
            return functions[i].kernel == LAST ? n - 1 : functions[i].kernel;
        }
    return -1;
}

bool csl_is_launching(CXCursor call) {
    csl_launch_form form;
    return csl_launching(call, &form) >= 0;
}

CXCursor csl_variable_in(CXCursor e) {
    CXCursor reference = csl_reference_in(e);
    return clang_Cursor_isNull(reference) ? reference : clang_getCursorReferenced(reference);
}

void csl_note_named(csl_launch_search *s, CXCursor call) {
    const bool module = csl_host_spelled(call, "cuModuleGetFunction");
    if (csl_looks_up_symbol(call)) {
        CSL_GROW(s->unit->ctx, s->named, s->nnamed, s->cap_named);
        s->named[s->nnamed++] =
            (csl_named_kernel){csl_variable_in(clang_Cursor_getArgument(call, 0)), NULL,
                               csl_reference_in(clang_Cursor_getArgument(call, 1))};
        return;
    }
    if ((!module && !csl_host_spelled(call, "cuLibraryGetKernel")) ||
        clang_Cursor_getNumArguments(call) != 3)
        return;
    CXCursor name = csl_host_bare(clang_Cursor_getArgument(call, 2));
    const char *text = csl_spelling(s->unit->ctx, name); /* with its quotes */
    size_t n = strlen(text);
    if (clang_getCursorKind(name) != CXCursor_StringLiteral || n < 3 || text[0] != '"')
        return;
    CSL_GROW(s->unit->ctx, s->named, s->nnamed, s->cap_named);
    s->named[s->nnamed++] =
        (csl_named_kernel){csl_variable_in(clang_Cursor_getArgument(call, 0)),
                           csl_intern(s->unit->ctx, csl_strndup(s->unit->ctx, text + 1, n - 2)),
                           clang_getNullCursor()};
}
