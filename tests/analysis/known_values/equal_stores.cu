/* Every thread stores what it has loaded from one place behind a pointer that was loaded, and reads its
 * own store: whichever comes last, the value is the same, unless another block interferes. */
struct part { int *to, *from, point; };
__constant__ part parts[51];
#define KERNEL(name, body)                                                                         \
    __global__ void name(int *o, int n)                                                            \
    {                                                                                              \
        const part &p = parts[blockIdx.x];                                                         \
        const int t = threadIdx.x;                                                                 \
        if (t == 0)                                                                                \
            p.from[n] = n;                                                                         \
        body                                                                                       \
    }                                                                                              \
    void launch_##name(int *o, int n) { name<<<51, 256>>>(o, n); }
#define OWN(t) o[256 * blockIdx.x + t]
KERNEL(l_reads_own_store, __syncthreads(); p.to[p.point] = p.from[n]; OWN(t) = p.to[p.point] + t;)
KERNEL(l_in_a_loop, __syncthreads(); p.to[p.point] = p.from[n]; for (int i = 0; i < n; i++) OWN(t) += p.to[p.point];)
KERNEL(w_without_barrier, p.to[p.point] = p.from[n]; OWN(t) = p.to[p.point] + t;)
KERNEL(w_other_values, __syncthreads(); p.to[p.point] = p.from[n + t]; OWN(t) = p.to[p.point] + t;)
KERNEL(w_reads_before, __syncthreads(); OWN(t) = p.to[p.point] + t; p.to[p.point] = p.from[n];)
KERNEL(w_only_some_store, __syncthreads(); if (t < 99) p.to[p.point] = p.from[n]; OWN(t) = p.to[p.point] + t;)
KERNEL(w_own_part, __syncthreads(); p.to[p.point] = p.from[n] + t; OWN(t) = p.to[p.point] + t;)
KERNEL(w_next_pass, __syncthreads(); for (int i = 0; i < n; i++) { p.to[p.point] = p.from[n + i]; OWN(t) += p.to[p.point]; })
