/* Vector types and dim3, as plain structs. */
#pragma clang system_header

/* Alignment matters only to sizeof; it is CUDA's. */
#define __csl_vec(T_, base, a2, a4)                                                                \
    struct base##1 { T_ x; };                                                                      \
    struct __align__(a2) base##2 { T_ x, y; };                                                     \
    struct base##3 { T_ x, y, z; };                                                                \
    struct __align__(a4) base##4 { T_ x, y, z, w; };                                               \
    __csl_any constexpr base##1 make_##base##1(T_ x) { return {x}; }                               \
    __csl_any constexpr base##2 make_##base##2(T_ x, T_ y) { return {x, y}; }                      \
    __csl_any constexpr base##3 make_##base##3(T_ x, T_ y, T_ z) { return {x, y, z}; }             \
    __csl_any constexpr base##4 make_##base##4(T_ x, T_ y, T_ z, T_ w) { return {x, y, z, w}; }
__csl_vec(signed char, char, 2, 4)
__csl_vec(unsigned char, uchar, 2, 4)
__csl_vec(short, short, 4, 8)
__csl_vec(unsigned short, ushort, 4, 8)
__csl_vec(int, int, 8, 16)
__csl_vec(unsigned int, uint, 8, 16)
__csl_vec(long, long, 16, 16)
__csl_vec(unsigned long, ulong, 16, 16)
__csl_vec(long long, longlong, 16, 16)
__csl_vec(unsigned long long, ulonglong, 16, 16)
__csl_vec(float, float, 8, 16)
__csl_vec(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
        : x(a), y(b), z(c) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};
typedef struct dim3 dim3;
