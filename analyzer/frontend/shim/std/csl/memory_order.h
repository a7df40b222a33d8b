#pragma once
#pragma clang system_header
/* std::memory_order, and cuda::std::memory_order by that name, in the numbering of the intrinsics. */
namespace std {
enum memory_order {
    memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel,
    memory_order_seq_cst, memory_order_consume = memory_order_acquire
};
}
