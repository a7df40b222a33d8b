/* Stands in for libcudart: prints the launches it gets. The names are those of the runtime. */
#include <stdio.h>

typedef struct dim3 {
    unsigned x, y, z;
} dim3;

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

static int print(const char *how, dim3 grid, dim3 block, size_t shared) {
    return printf("%s grid %u,%u,%u block %u,%u,%u shared %zu\n", how, grid.x, grid.y, grid.z,
                  block.x, block.y, block.z, shared) < 0;
}

void __cudaRegisterFunction(void **fatbin, const char *host, char *device, const char *name,
                            int limit, void *tid, void *bid, dim3 *block, dim3 *grid, int *warp) {
    (void)fatbin, (void)host, (void)device, (void)limit, (void)tid, (void)bid, (void)block;
    (void)grid, (void)warp;
    printf("register %s\n", name);
}

/* A handle is another address than that of the host stub. */
int __cudaGetKernel(void **kernel, const void *host) {
    *kernel = (char *)host + 1;
    return 0;
}

int __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                       void *stream) {
    (void)kernel, (void)args, (void)stream;
    return print("handle", grid, block, shared);
}

int cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                     void *stream) {
    (void)host, (void)args, (void)stream;
    return print("plain", grid, block, shared);
}

int cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                                void *stream) {
    (void)host, (void)args, (void)stream;
    return print("cooperative", grid, block, shared);
}

int cudaLaunchKernelExC(const launch_config *config, const void *host, void **args) {
    (void)host, (void)args;
    return print("config", config->grid, config->block, config->shared);
}
