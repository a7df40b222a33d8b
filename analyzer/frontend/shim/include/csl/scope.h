#pragma once
#pragma clang system_header
/* cuda::thread_scope and memory orders, in the numbering of the intrinsics. */
#include <csl/algorithm.h>
#include <csl/clib.h>
#include <csl/cmath.h>
#include <csl/memory_order.h>
#include <csl/tuple.h>
#include <utility>
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block,
    thread_scope_thread };
/* No function: the result has to be a constant for the intrinsics. */
#define __csl_scope_of(s)                                                                          \
    ((s) == ::cuda::thread_scope_thread    ? __csl_thread                                          \
     : (s) == ::cuda::thread_scope_block   ? __csl_block                                           \
                                           : __csl_grid)
namespace std { using namespace ::std; }
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
}
