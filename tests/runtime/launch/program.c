/* Launches two kernels in every way the runtime knows, as a program compiled by nvcc does. */
#include <stddef.h>

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

static char scan[2], fill[2]; /* host stubs */

int main(void) {
    dim3 grid = {8, 1, 1}, block = {64, 2, 1};
    launch_config config = {grid, block, 16, NULL, NULL, 0};
    void *handle;
    __cudaRegisterFunction(NULL, scan, scan, "_Z4scanPi", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(NULL, fill, fill, "_Z14scan_and_fillsPi", -1, NULL, NULL, NULL, NULL,
                           NULL);
    int errors = __cudaGetKernel(&handle, scan);
    errors += __cudaLaunchKernel(handle, grid, block, NULL, 4, NULL);
    errors += cudaLaunchKernel(scan, grid, block, NULL, 8, NULL);
    errors += cudaLaunchCooperativeKernel(scan, grid, block, NULL, 12, NULL);
    errors += cudaLaunchKernelExC(&config, scan, NULL);
    errors += cudaLaunchKernel(fill, grid, block, NULL, 20, NULL);
    return errors;
}
