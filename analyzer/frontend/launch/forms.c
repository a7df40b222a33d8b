/* Which calls launch a kernel, beside k<<<grid, block>>>(...). */
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
