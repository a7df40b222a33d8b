/* The built-in vectors and variables. CUDA C++ Programming Guide, "Built-in Vector Types" (with its
 * table of alignments) and "Built-in Variables". */
#pragma once

#define ORACLE_BOTH __host__ __device__ constexpr inline
#define ORACLE_VECTORS(name, type)                                                                 \
    struct name##1 {                                                                               \
        type x;                                                                                    \
    };                                                                                             \
    struct alignas(2 * sizeof(type)) name##2 {                                                     \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct alignas(4 * sizeof(type) > 16 ? 16 : 4 * sizeof(type)) name##4 {                        \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    ORACLE_BOTH name##1 make_##name##1(type x) {                                                   \
        return {x};                                                                                \
    }                                                                                              \
    ORACLE_BOTH name##2 make_##name##2(type x, type y) {                                           \
        return {x, y};                                                                             \
    }                                                                                              \
    ORACLE_BOTH name##3 make_##name##3(type x, type y, type z) {                                   \
        return {x, y, z};                                                                          \
    }                                                                                              \
    ORACLE_BOTH name##4 make_##name##4(type x, type y, type z, type w) {                           \
        return {x, y, z, w};                                                                       \
    }

ORACLE_VECTORS(char, signed char)
ORACLE_VECTORS(uchar, unsigned char)
ORACLE_VECTORS(short, short)
ORACLE_VECTORS(ushort, unsigned short)
ORACLE_VECTORS(int, int)
ORACLE_VECTORS(uint, unsigned int)
ORACLE_VECTORS(long, long)
ORACLE_VECTORS(ulong, unsigned long)
ORACLE_VECTORS(longlong, long long)
ORACLE_VECTORS(ulonglong, unsigned long long)
ORACLE_VECTORS(float, float)
ORACLE_VECTORS(double, double)

struct dim3 {
    unsigned x, y, z;
    ORACLE_BOTH dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {
    }
    ORACLE_BOTH dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {
    }
    ORACLE_BOTH operator uint3() const {
        return {x, y, z};
    }
};

extern __device__ const uint3 threadIdx __asm__("oracle_threadIdx");
extern __device__ const uint3 blockIdx __asm__("oracle_blockIdx");
extern __device__ const dim3 blockDim __asm__("oracle_blockDim");
extern __device__ const dim3 gridDim __asm__("oracle_gridDim");
static constexpr int warpSize = 32;
