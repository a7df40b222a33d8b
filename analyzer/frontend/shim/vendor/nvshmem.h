/* What kernels call of NVSHMEM to wait (NVSHMEM API, "Collective Communication", "Signaling
 * Operations"). All threads of the block call a collective `_block`, and wait for each other in it;
 * all lanes of the warp one of the warp. A wait for a signal is of the thread that calls it. */
#pragma once
#pragma clang system_header
#include <stdint.h>
enum {
    NVSHMEM_CMP_EQ, NVSHMEM_CMP_NE, NVSHMEM_CMP_GT, NVSHMEM_CMP_LE, NVSHMEM_CMP_LT, NVSHMEM_CMP_GE
};
__csl_dev int nvshmem_my_pe() { return __csl_uniform(__csl_grid, 0); }
__csl_dev int nvshmem_n_pes() { return __csl_uniform(__csl_grid, 1); }
__csl_dev void nvshmem_fence() { __csl_fence(__csl_grid); }
__csl_dev void nvshmem_quiet() { __csl_fence(__csl_grid); }
__csl_dev uint64_t nvshmem_signal_fetch(uint64_t *signal)
{
    return __csl_atomic_load(signal, __csl_grid, __csl_acquire);
}
__csl_dev uint64_t nvshmem_signal_wait_until(uint64_t *signal, int, uint64_t)
{
    return __csl_atomic_load(signal, __csl_grid, __csl_acquire);
}
