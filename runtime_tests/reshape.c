/* A library to be preloaded into a case: it logs the block shape of every kernel launch, and
 * changes that of one kernel. It stands between the program and the CUDA runtime, which must be a
 * shared library (nvcc -cudart shared).
 *
 *     CSL_LAUNCH_LOG=FILE           a line "KERNEL X Y Z" is added to FILE for each launch, with
 * the shape the program asks for; KERNEL is the mangled name CSL_LAUNCH_BLOCK=NAME=X,Y,Z   kernels
 * called NAME are launched with blocks of that shape
 *
 * The declarations are those of the runtime of CUDA 12 and 13; no header of the toolkit is needed
 * to build this. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <ctype.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dim3 {
    unsigned x, y, z;
} dim3;

/* cudaLaunchConfig_t */
typedef struct launch_config {
    dim3 grid, block;
    size_t shared;
    void *stream, *attributes;
    unsigned nattributes;
} launch_config;

void __cudaRegisterFunction(void **fatbin, const char *host, char *device, const char *name,
                            int limit, void *tid, void *bid, dim3 *block, dim3 *grid, int *warp);
int __cudaGetKernel(void **kernel, const void *host);
int __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                       void *stream);
int cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                     void *stream);
int cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                                void *stream);
int cudaLaunchKernelExC(const launch_config *config, const void *host, void **args);

/* ---- names of kernels ------------------------------------------------------------------------ */

/* A kernel is known by the address of its host stub, and by a handle made from that. */
enum { MAX_KERNELS = 256 };
static struct kernel {
    const void *host, *handle;
    const char *name;
} kernels[MAX_KERNELS];
static unsigned nkernels;

static const char *name_of(const void *host_or_handle) {
    for (unsigned i = 0; i < nkernels; i++)
        if (host_or_handle &&
            (kernels[i].host == host_or_handle || kernels[i].handle == host_or_handle))
            return kernels[i].name;
    return "unknown";
}

/* Whether a name, mangled or extern "C", is that of a function called `plain` (of that length): a
 * mangled one holds "4scan" for `scan`. */
static int is_called(const char *mangled, const char *plain, size_t length) {
    char mark[300];
    if (strlen(mangled) == length && strncmp(mangled, plain, length) == 0)
        return 1;
    int n = snprintf(mark, sizeof mark, "%zu%.*s", length, (int)length, plain);
    for (const char *at = mangled; (at = strstr(at, mark)); at += n)
        if (at == mangled || !isdigit((unsigned char)at[-1]))
            return 1;
    return 0;
}

/* ---- launches -------------------------------------------------------------------------------- */

static void log_launch(const char *name, dim3 block) {
    const char *path = getenv("CSL_LAUNCH_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (!log)
        return;
    fprintf(log, "%s %u %u %u\n", name, block.x, block.y, block.z);
    fclose(log);
}

/* Logs a launch and returns the shape to launch it with. */
static dim3 shape(const void *kernel, dim3 block) {
    const char *name = name_of(kernel), *wish = getenv("CSL_LAUNCH_BLOCK");
    const char *value = wish ? strchr(wish, '=') : NULL;
    dim3 other;
    log_launch(name, block);
    if (value && is_called(name, wish, (size_t)(value - wish)) &&
        sscanf(value, "=%u,%u,%u", &other.x, &other.y, &other.z) == 3)
        return other;
    return block;
}

/* The function of the runtime that comes after ours. */
static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "reshape: the CUDA runtime has no %s\n", name);
        abort();
    }
    return found;
}

void __cudaRegisterFunction(void **fatbin, const char *host, char *device, const char *name,
                            int limit, void *tid, void *bid, dim3 *block, dim3 *grid, int *warp) {
    void (*call)(void **, const char *, char *, const char *, int, void *, void *, dim3 *, dim3 *,
                 int *) = original(__func__);
    if (nkernels < MAX_KERNELS)
        kernels[nkernels++] = (struct kernel){host, NULL, name};
    call(fatbin, host, device, name, limit, tid, bid, block, grid, warp);
}

int __cudaGetKernel(void **kernel, const void *host) {
    int (*call)(void **, const void *) = original(__func__);
    int error = call(kernel, host);
    for (unsigned i = 0; i < nkernels && error == 0; i++)
        if (kernels[i].host == host)
            kernels[i].handle = *kernel;
    return error;
}

int __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                       void *stream) {
    int (*call)(void *, dim3, dim3, void **, size_t, void *) = original(__func__);
    return call(kernel, grid, shape(kernel, block), args, shared, stream);
}

int cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                     void *stream) {
    int (*call)(const void *, dim3, dim3, void **, size_t, void *) = original(__func__);
    return call(host, grid, shape(host, block), args, shared, stream);
}

int cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                                void *stream) {
    int (*call)(const void *, dim3, dim3, void **, size_t, void *) = original(__func__);
    return call(host, grid, shape(host, block), args, shared, stream);
}

int cudaLaunchKernelExC(const launch_config *config, const void *host, void **args) {
    int (*call)(const launch_config *, const void *, void **) = original(__func__);
    launch_config changed = *config;
    changed.block = shape(host, config->block);
    return call(&changed, host, args);
}
