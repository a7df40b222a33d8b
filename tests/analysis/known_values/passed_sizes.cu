/* What a launch computes for the size of the block and hands to the kernel as well is one number:
 * here each thread adds an element that lies behind those of its block. */
struct sizes { int n; };
#define K(name)                                                                                    \
    __global__ void name(int *d, int *o, int half)                                                 \
    {                                                                                              \
        if (half == 1 && threadIdx.x == 0) {                                                       \
            *o = d[0] + d[1];                                                                      \
            return;                                                                                \
        }                                                                                          \
        d[threadIdx.x] += d[threadIdx.x + half];                                                   \
    }
K(r_half) K(r_half_of_member) K(r_in_brackets) K(w_less) K(w_quarter) K(w_other) K(w_narrowed) K(w_changed)
void host(int *d, int *o, int n, int m, sizes s, dim3 block)
{
    r_half<<<1, n / 2>>>(d, o, n / 2);
    r_half_of_member<<<1, block.x / 2>>>(d, o, block.x / 2);
    r_in_brackets<<<1, (s.n + m) / 2>>>(d, o, ((s.n + m) / 2));
    w_less<<<1, 256>>>(d, o, 256 - 1);
    w_quarter<<<1, 512 / 2>>>(d, o, 512 / 4);
    w_other<<<1, n / 2>>>(d, o, m / 2);
    w_narrowed<<<1, n / 2>>>(d, o, (signed char)(n / 2));
    int half = n / 2;
    n = m;
    w_changed<<<1, half>>>(d, o, n / 2);
}
/* A kernel that launches itself on half of the threads. */
__global__ void l_nested(int *d, int *o, int half)
{
    if (half == 1 && threadIdx.x == 0) {
        *o = d[0] + d[1];
        return;
    }
    d[threadIdx.x] += d[threadIdx.x + half];
    if (threadIdx.x == 0)
        l_nested<<<1, half / 2>>>(d, o, half / 2);
}
void start(int *d, int *o, int n) { l_nested<<<1, n / 2>>>(d, o, n / 2); }
