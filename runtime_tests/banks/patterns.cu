// Writes and reads shared memory in patterns, one warp and a launch each, for the profiler to count
// wavefronts (patterns.py). Prints a line for each two launches, in their order: bytes a lane, lanes
// that take part (as bits, in hexadecimal), and the element of each lane.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int ELEMENTS = 2048; // of 16 bytes: 32 KiB

template <typename T> __device__ void put(unsigned s);
template <typename T> __device__ T get(unsigned s);

// One instruction each, which no compiler splits, joins or leaves out.
#define ACCESSES(T, type, constraint, number)                                                      \
    template <> __device__ void put<T>(unsigned s)                                                 \
    {                                                                                              \
        asm volatile("st.shared." type " [%0], %1;" ::"r"(s), constraint(number) : "memory");      \
    }                                                                                              \
    template <> __device__ T get<T>(unsigned s)                                                    \
    {                                                                                              \
        decltype(number) v;                                                                        \
        asm volatile("ld.shared." type " %0, [%1];" : "=" constraint(v) : "r"(s) : "memory");      \
        return (T)v;                                                                               \
    }
ACCESSES(char, "u8", "h", (short)1)
ACCESSES(float, "f32", "f", 1.0f)

template <> __device__ void put<float2>(unsigned s)
{
    asm volatile("st.shared.v2.f32 [%0], {%1, %1};" ::"r"(s), "f"(1.0f) : "memory");
}

template <> __device__ float2 get<float2>(unsigned s)
{
    float2 v;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "r"(s) : "memory");
    return v;
}

template <> __device__ void put<float4>(unsigned s)
{
    asm volatile("st.shared.v4.f32 [%0], {%1, %1, %1, %1};" ::"r"(s), "f"(1.0f) : "memory");
}

template <> __device__ float4 get<float4>(unsigned s)
{
    float4 v;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(s)
                 : "memory");
    return v;
}

template <typename T> __device__ unsigned place_of(const int *element)
{
    extern __shared__ float4 memory[];
    return (unsigned)__cvta_generic_to_shared(memory) + sizeof(T) * element[threadIdx.x];
}

// Reading and writing in kernels of their own: what is read back at once is not read.
template <typename T> __global__ void store(const int *element, unsigned lanes)
{
    const unsigned s = place_of<T>(element);
    if (lanes >> threadIdx.x & 1)
        put<T>(s);
}

template <typename T> __global__ void load(const int *element, unsigned lanes, T *out)
{
    const unsigned s = place_of<T>(element);
    if (lanes >> threadIdx.x & 1)
        out[threadIdx.x] = get<T>(s);
}

static void need(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("ERROR %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

static int *device_elements;
static void *device_out;

template <typename T> static void launch(const int *element, unsigned lanes)
{
    printf("%d %08x", (int)sizeof(T), lanes);
    for (int i = 0; i < 32; i++)
        printf(" %d", element[i]);
    putchar('\n');
    need(cudaMemcpy(device_elements, element, 32 * sizeof *element, cudaMemcpyHostToDevice));
    store<T><<<1, 32, ELEMENTS * 16>>>(device_elements, lanes);
    load<T><<<1, 32, ELEMENTS * 16>>>(device_elements, lanes, (T *)device_out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
}

static unsigned drawn = 1;

static unsigned draw()
{
    return (drawn = drawn * 1664525u + 1013904223u) >> 16;
}

template <typename T> static void patterns()
{
    int e[32];
#define PATTERN(lanes, term)                                                                       \
    do {                                                                                           \
        for (int i = 0; i < 32; i++)                                                               \
            e[i] = (term);                                                                         \
        launch<T>(e, lanes);                                                                       \
    } while (0)
    static const int strides[] = {0, 1, 2, 3, 4, 5, 8, 16, 32, 33};
    for (int stride : strides)
        PATTERN(0xffffffff, i * stride);
    for (int shift = 1; shift < 5; shift++)
        PATTERN(0xffffffff, i >> shift); // groups of neighbours share
    for (int mask = 1; mask < 32; mask *= 2)
        PATTERN(0xffffffff, i & ~mask); // lane i and i ^ mask share
    for (int mask = 1; mask < 32; mask *= 2)
        PATTERN(0xffffffff, (i & ~mask) * 32); // ... and all groups meet in a bank
    PATTERN(0xffffffff, i % 16);
    PATTERN(0xffffffff, i % 8);
    PATTERN(0xffffffff, i ^ 7);
    PATTERN(0x0000ffff, i);
    PATTERN(0x55555555, i);
    PATTERN(0x0f0f0f0f, i * 2);
    PATTERN(0x000000ff, i * 32);
    PATTERN(0x11111111, i * 32);
    PATTERN(0x01010101, i);
    PATTERN(0x80000001, i * 32);
    for (int n = 0; n < 12; n++)
        PATTERN(0xffffffff, (int)(draw() % 128));
    for (int n = 0; n < 6; n++)
        PATTERN(draw() * 65537u ^ draw(), (int)(draw() % 64));
    for (int n = 0; n < 6; n++)
        PATTERN(0xffffffff, (int)(draw() % 4));
}

int main()
{
    need(cudaMalloc(&device_elements, 32 * sizeof(int)));
    need(cudaMalloc(&device_out, 32 * 16));
    patterns<char>();
    patterns<float>();
    patterns<float2>();
    patterns<float4>();
    return 0;
}
