#pragma once
#pragma clang system_header
/* cutlass/pipeline: the state of a ring of stages, and the pipeline whose arrivals are counted.
 * Of PipelineTmaAsync only clusters of one block are followed: there each consumer thread arrives. */
#include <csl/cutlass_barrier.h>
#include <csl/cutlass_types.h>
/* The shape of a cluster. */
namespace cute {
template <class... T_> struct tuple {};
template <class... T_> using Shape = tuple<T_...>;
}
namespace cutlass {
enum class BarrierStatus : unsigned { WaitAgain = 0, WaitDone = 1, WaitOnly = 2 };
class ArrivalToken {
    BarrierStatus status;
public:
    __host__ __device__ ArrivalToken(BarrierStatus s) : status(s) {}
    __host__ __device__ BarrierStatus get() const { return status; }
    __host__ __device__ bool operator==(const ArrivalToken &o) const { return status == o.status; }
    __host__ __device__ bool operator!=(const ArrivalToken &o) const { return status != o.status; }
};
struct ProducerToken : ArrivalToken { using ArrivalToken::ArrivalToken; };
struct ConsumerToken : ArrivalToken { using ArrivalToken::ArrivalToken; };

template <unsigned n> struct PipelineState {
    static constexpr unsigned Stages = n;
    int index_ = 0;
    unsigned phase_ = 0, count_ = 0;
    PipelineState() = default;
    __host__ __device__ PipelineState(int i, unsigned p, unsigned c)
        : index_(i), phase_(p), count_(c) {}
    __host__ __device__ int index() const { return index_; }
    __host__ __device__ unsigned phase() const { return phase_; }
    __host__ __device__ unsigned count() const { return count_; }
    __host__ __device__ void operator++()
    {
        if constexpr (n > 0) {
            ++index_;
            ++count_;
            if (index_ == (int)n) {
                index_ = 0;
                phase_ ^= 1;
            }
        }
    }
    __host__ __device__ PipelineState operator++(int)
    {
        PipelineState old = *this;
        ++*this;
        return old;
    }
    __host__ __device__ PipelineState &advance(unsigned k)
    {
        if constexpr (n > 0) {
            if ((k < n && index_ + k >= n) || (k >= n && (index_ + k) / n % 2 == 1))
                phase_ ^= 1;
            index_ = (index_ + k) % n;
            count_ += k;
        }
        return *this;
    }
    __host__ __device__ PipelineState &operator+=(unsigned k) { return advance(k); }
};
/* The producer finds all stages empty: it waits for the phase before the first. */
template <class P_> __host__ __device__ PipelineState<P_::Stages> make_producer_start_state()
{
    return {0, 1, 0};
}

template <int n> class PipelineAsync {
public:
    typedef arch::ClusterBarrier FullBarrier, EmptyBarrier;
    typedef uint64_t ProducerBarrierType, ConsumerBarrierType;
    static constexpr unsigned Stages = n;
    typedef cutlass::PipelineState<n> PipelineState;
    struct SharedStorage {
        FullBarrier full_barrier_[n];
        EmptyBarrier empty_barrier_[n];
    };
    enum class ThreadCategory { NonParticipant, Producer, Consumer, ProducerConsumer };
    struct Params {
        ThreadCategory role = ThreadCategory::NonParticipant;
        unsigned producer_arv_count = 1, consumer_arv_count = 1;
        unsigned dst_blockid = ~0u; /* stands for the number of the own block */
        int initializing_warp = 0;
    };
private:
    Params params;
    FullBarrier *full;
    EmptyBarrier *empty;
public:
    __device__ inline PipelineAsync(SharedStorage &s, const Params &p)
        : params(p), full(&s.full_barrier_[0]), empty(&s.empty_barrier_[0])
    {
        if (canonical_warp_idx_sync() == p.initializing_warp)
            arch::detail::initialize_barrier_array_pair_aligned<FullBarrier *, EmptyBarrier *, n>(
                full, empty, p.producer_arv_count, p.consumer_arv_count);
        arch::fence_barrier_init();
    }
    __device__ inline ProducerToken producer_try_acquire(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(!skip && empty[s.index()].try_wait(s.phase()))};
    }
    __device__ inline void producer_acquire(PipelineState s,
                                            ProducerToken t = {BarrierStatus::WaitAgain})
    {
        if (t != ProducerToken{BarrierStatus::WaitDone})
            empty[s.index()].wait(s.phase());
    }
    __device__ inline void producer_commit(PipelineState s) { full[s.index()].arrive(); }
    __device__ inline void producer_tail(PipelineState s)
    {
        for (int i = 0; i < n; i++) {
            empty[s.index()].wait(s.phase());
            ++s;
        }
    }
    __device__ inline ProducerBarrierType *producer_get_barrier(PipelineState s)
    {
        return reinterpret_cast<ProducerBarrierType *>(&full[s.index()]);
    }
    __device__ inline ConsumerToken consumer_try_wait(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(!skip && full[s.index()].try_wait(s.phase()))};
    }
    __device__ inline ConsumerToken consumer_test_wait(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(!skip && full[s.index()].test_wait(s.phase()))};
    }
    __device__ inline void consumer_wait(PipelineState s,
                                         ConsumerToken t = {BarrierStatus::WaitAgain})
    {
        if (t != ConsumerToken{BarrierStatus::WaitDone})
            full[s.index()].wait(s.phase());
    }
    __device__ inline void consumer_release(PipelineState s)
    {
        if (params.dst_blockid == ~0u)
            empty[s.index()].arrive();
        else
            empty[s.index()].arrive(params.dst_blockid);
    }
};

template <int n> class PipelineTmaAsync {
public:
    typedef arch::ClusterTransactionBarrier FullBarrier;
    typedef arch::ClusterBarrier EmptyBarrier;
    typedef uint64_t ProducerBarrierType, ConsumerBarrierType;
    static constexpr unsigned Stages = n;
    typedef cutlass::PipelineState<n> PipelineState;
    struct SharedStorage {
        FullBarrier full_barrier_[n];
        EmptyBarrier empty_barrier_[n];
    };
    enum class ThreadCategory { NonParticipant, Producer, Consumer, ProducerConsumer };
    struct Params {
        unsigned transaction_bytes = 0;
        ThreadCategory role = ThreadCategory::NonParticipant;
        unsigned is_leader = 0, num_consumers = 0, num_producers = 1;
        int initializing_warp = 0;
    };
private:
    Params params;
    FullBarrier *full;
    EmptyBarrier *empty;
public:
    template <class Cluster_, class... More_>
    __device__ inline PipelineTmaAsync(SharedStorage &s, const Params &p, Cluster_ cluster, More_...)
        : params(p), full(&s.full_barrier_[0]), empty(&s.empty_barrier_[0])
    {
        if (__csl_cluster_dim(0) * __csl_cluster_dim(1) * __csl_cluster_dim(2) != 1)
            __csl_opaque("PipelineTmaAsync in a cluster of several blocks, or of an unknown number");
        if (canonical_warp_idx_sync() == p.initializing_warp)
            arch::detail::initialize_barrier_array_pair_aligned<FullBarrier *, EmptyBarrier *, n>(
                full, empty, p.num_producers, p.num_consumers);
        arch::fence_barrier_init();
        (void)cute::elect_one_sync();
    }
    __device__ inline ProducerToken producer_try_acquire(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(skip || empty[s.index()].try_wait(s.phase()))};
    }
    __device__ inline void producer_acquire(PipelineState s,
                                            ProducerToken t = {BarrierStatus::WaitAgain})
    {
        if (t != ProducerToken{BarrierStatus::WaitDone})
            empty[s.index()].wait(s.phase());
        if (params.is_leader)
            full[s.index()].arrive_and_expect_tx(params.transaction_bytes);
    }
    __device__ inline void producer_commit(PipelineState s, unsigned bytes) {}
    __device__ inline void producer_tail(PipelineState s)
    {
        for (int i = 0; i < n; i++) {
            empty[s.index()].wait(s.phase());
            ++s;
        }
    }
    __device__ inline void producer_expect_transaction(PipelineState s, unsigned bytes)
    {
        full[s.index()].expect_transaction(bytes);
    }
    __device__ inline ProducerBarrierType *producer_get_barrier(PipelineState s)
    {
        return reinterpret_cast<ProducerBarrierType *>(&full[s.index()]);
    }
    __device__ inline ConsumerToken consumer_try_wait(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(skip || full[s.index()].try_wait(s.phase()))};
    }
    __device__ inline ConsumerToken consumer_test_wait(PipelineState s, unsigned skip = 0)
    {
        return {BarrierStatus(skip || full[s.index()].test_wait(s.phase()))};
    }
    __device__ inline void consumer_wait(PipelineState s,
                                         ConsumerToken t = {BarrierStatus::WaitAgain})
    {
        if (t != ConsumerToken{BarrierStatus::WaitDone})
            full[s.index()].wait(s.phase());
    }
    __device__ inline void consumer_release(PipelineState s) { empty[s.index()].arrive(); }
};
}
