#pragma once
#pragma clang system_header
#include <nvshmem.h>
__csl_dev void nvshmemx_barrier_all_block() { __csl_barrier(__csl_block); }
__csl_dev void nvshmemx_sync_all_block() { __csl_barrier(__csl_block); }
__csl_dev void nvshmemx_barrier_all_warp() { __csl_barrier_tile(32); }
__csl_dev void nvshmemx_sync_all_warp() { __csl_barrier_tile(32); }
