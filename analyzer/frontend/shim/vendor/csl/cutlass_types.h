#pragma once
#pragma clang system_header
/* Numbers, arrays and constants of CUTLASS and CuTe: layouts of parameters are exact, arithmetic of
 * short types is not followed. CuTe's shapes, layouts and tensors are not here: they are computed
 * types, for which its own headers are needed. */
#include <csl/cutlass_threads.h>
#include <csl/half.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <array>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#define __csl_short_float(name, Bits_, given)                                                      \
    struct name {                                                                                  \
        Bits_ storage;                                                                             \
        name() = default;                                                                          \
        __host__ __device__ explicit constexpr name(float v) : storage(__csl_pure<Bits_>(v)) {}    \
        __host__ __device__ explicit constexpr name(double v) : storage(__csl_pure<Bits_>(v)) {}   \
        __host__ __device__ explicit constexpr name(int v) : storage(__csl_pure<Bits_>(v)) {}      \
        __host__ __device__ explicit constexpr name(unsigned v) : storage(__csl_pure<Bits_>(v)) {} \
        given                                                                                      \
        __host__ __device__ operator float() const { return __csl_pure<float>(storage); }          \
        __host__ __device__ static name bitcast(Bits_ b)                                           \
        {                                                                                          \
            name x;                                                                                \
            x.storage = b;                                                                         \
            return x;                                                                              \
        }                                                                                          \
        __host__ __device__ Bits_ &raw() { return storage; }                                       \
        __host__ __device__ name &operator+=(name b) { return *this = name(float(*this) + b); }    \
        __host__ __device__ name &operator-=(name b) { return *this = name(float(*this) - b); }    \
        __host__ __device__ name &operator*=(name b) { return *this = name(float(*this) * b); }    \
        __host__ __device__ name &operator/=(name b) { return *this = name(float(*this) / b); }    \
    };                                                                                             \
    inline __host__ __device__ name operator+(name a, name b) { return name(float(a) + float(b)); } \
    inline __host__ __device__ name operator-(name a, name b) { return name(float(a) - float(b)); } \
    inline __host__ __device__ name operator*(name a, name b) { return name(float(a) * float(b)); } \
    inline __host__ __device__ name operator/(name a, name b) { return name(float(a) / float(b)); } \
    inline __host__ __device__ name operator-(name a) { return name(-float(a)); }
#define __csl_given(name, H_)                                                                      \
    __host__ __device__ explicit name(const H_ &v) : storage(__csl_pure<unsigned short>(float(v))) {}
namespace cutlass {
__csl_short_float(half_t, unsigned short, __csl_given(half_t, __half)
                  __half to_half() const { return __half(float(*this)); })
__csl_short_float(bfloat16_t, unsigned short, __csl_given(bfloat16_t, __nv_bfloat16)
                  __nv_bfloat16 to_nv_bfloat16() const { return __nv_bfloat16(float(*this)); })
__csl_short_float(tfloat32_t, unsigned, )
__csl_short_float(float_e4m3_t, unsigned char, )
__csl_short_float(float_e5m2_t, unsigned char, )
__csl_short_float(float_ue8m0_t, unsigned char, )
__csl_short_float(float_ue4m3_t, unsigned char, )
#undef __csl_short_float
#undef __csl_given
template <class T_> struct sizeof_bits { static constexpr int value = sizeof(T_) * 8; };
template <> struct sizeof_bits<bool> { static constexpr int value = 1; };
template <class T_> inline constexpr int sizeof_bits_v = sizeof_bits<T_>::value;
template <class T_> __host__ __device__ constexpr T_ bits_to_bytes(T_ bits) { return (bits + 7) / 8; }
enum class Status {
    kSuccess, kErrorMisalignedOperand, kErrorInvalidDataType, kErrorInvalidLayout,
    kErrorInvalidProblem, kErrorNotSupported, kErrorWorkspaceNull, kErrorInternal,
    kErrorArchMismatch, kErrorInsufficientDriver, kErrorMemoryAllocation, kInvalid
};
const char *cutlassGetStatusString(Status);
struct KernelHardwareInfo {
    int device_id = 0, sm_count = 0, max_active_clusters = 0;
    static int query_device_multiprocessor_count(int = 0);
    static int query_device_max_active_clusters(dim3, unsigned, const void *);
};
namespace arch {
#define __csl_sm(n) struct Sm##n { static const int kMinComputeCapability = n; };
__csl_sm(50) __csl_sm(60) __csl_sm(61) __csl_sm(70) __csl_sm(72) __csl_sm(75) __csl_sm(80)
__csl_sm(86) __csl_sm(89) __csl_sm(90) __csl_sm(100) __csl_sm(103) __csl_sm(120)
#undef __csl_sm
struct OpClassSimt {};
struct OpClassTensorOp {};
}
namespace platform = std;

template <class T_, int n, bool = true> struct Array {
    static constexpr size_t kElements = n;
    static constexpr size_t kStorageElements = n;
    typedef T_ Element;
    typedef T_ Storage;
    typedef T_ value_type;
    typedef T_ *iterator;
    typedef const T_ *const_iterator;
    T_ storage[n];
    __host__ __device__ T_ &operator[](size_t i) { return storage[i]; }
    __host__ __device__ const T_ &operator[](size_t i) const { return storage[i]; }
    __host__ __device__ T_ &at(size_t i) { return storage[i]; }
    __host__ __device__ const T_ &at(size_t i) const { return storage[i]; }
    __host__ __device__ T_ *data() { return storage; }
    __host__ __device__ const T_ *data() const { return storage; }
    __host__ __device__ T_ *raw_data() { return storage; }
    __host__ __device__ const T_ *raw_data() const { return storage; }
    __host__ __device__ T_ *begin() { return storage; }
    __host__ __device__ T_ *end() { return storage + n; }
    __host__ __device__ const T_ *begin() const { return storage; }
    __host__ __device__ const T_ *end() const { return storage + n; }
    static constexpr size_t size() { return n; }
    __host__ __device__ void fill(const T_ &v)
    {
        for (int i = 0; i < n; i++)
            storage[i] = v;
    }
    __host__ __device__ void clear() { fill(T_(0)); }
};
template <class T_, int n, int align = sizeof_bits_v<T_> * n / 8>
struct alignas(align) AlignedArray : Array<T_, n> {};
template <class T_, int n, int align = 16> struct AlignedBuffer {
    alignas(align) T_ storage[n];
    __host__ __device__ T_ *data() { return storage; }
    static constexpr int kCount = n;
};
enum class FloatRoundStyle {
    round_indeterminate, round_toward_zero, round_to_nearest, round_to_nearest_satfinite,
    round_toward_infinity, round_toward_neg_infinity, round_half_ulp_truncate,
    round_half_ulp_trunc_dntz
};
template <class T_, class S_, FloatRoundStyle r = FloatRoundStyle::round_to_nearest>
struct NumericConverter {
    typedef T_ result_type;
    typedef S_ source_type;
    __host__ __device__ T_ operator()(const S_ &v) const { return convert(v); }
    __host__ __device__ static T_ convert(const S_ &v) { return static_cast<T_>(v); }
};
template <class T_, class S_, int n, FloatRoundStyle r = FloatRoundStyle::round_to_nearest>
struct NumericArrayConverter {
    typedef Array<T_, n> result_type;
    typedef Array<S_, n> source_type;
    __host__ __device__ result_type operator()(const source_type &v) const { return convert(v); }
    __host__ __device__ static result_type convert(const source_type &v)
    {
        result_type to;
        for (int i = 0; i < n; i++)
            to[i] = static_cast<T_>(v[i]);
        return to;
    }
};
template <int n> struct Coord {
    int idx[n];
    __host__ __device__ int &operator[](int i) { return idx[i]; }
    __host__ __device__ const int &operator[](int i) const { return idx[i]; }
    __host__ __device__ int at(int i) const { return idx[i]; }
};
struct MatrixCoord : Coord<2> {
    __host__ __device__ MatrixCoord() : Coord<2>{{0, 0}} {}
    __host__ __device__ MatrixCoord(int r, int c) : Coord<2>{{r, c}} {}
    __host__ __device__ const int &row() const { return idx[0]; }
    __host__ __device__ int &row() { return idx[0]; }
    __host__ __device__ const int &column() const { return idx[1]; }
    __host__ __device__ int &column() { return idx[1]; }
    __host__ __device__ MatrixCoord operator+(const MatrixCoord &b) const
    {
        return {idx[0] + b.idx[0], idx[1] + b.idx[1]};
    }
};
template <int r, int c> struct MatrixShape {
    static constexpr int kRow = r, kColumn = c, kCount = r * c;
};
template <class A_, class B_> __host__ __device__ constexpr auto ceil_div(A_ a, B_ b)
{
    return (a + b - 1) / b;
}
template <class A_, class B_> __host__ __device__ constexpr auto round_up(A_ a, B_ b)
{
    return (a + b - 1) / b * b;
}
template <class A_, class B_> __host__ __device__ constexpr auto round_nearest(A_ a, B_ b)
{
    return round_up(a, b);
}
template <class T_> __host__ __device__ constexpr T_ const_min(T_ a, T_ b) { return a < b ? a : b; }
template <class T_> __host__ __device__ constexpr T_ const_max(T_ a, T_ b) { return a > b ? a : b; }
__host__ __device__ inline float fast_exp(float x) { return expf(x); }
__host__ __device__ inline float fast_log(float x) { return logf(x); }
__host__ __device__ inline float fast_sqrt(float x) { return sqrtf(x); }
__host__ __device__ inline float fast_rsqrt(float x) { return rsqrtf(x); }
__host__ __device__ inline float fast_tanh(float x) { return tanhf(x); }
/* Divides by a number that the host has prepared. */
struct FastDivmod {
    int divisor;
    unsigned multiplier, shift_right;
    __host__ __device__ FastDivmod() : divisor(0), multiplier(0), shift_right(0) {}
    __host__ __device__ FastDivmod(int d)
        : divisor(d), multiplier(__csl_pure<unsigned>(d)), shift_right(__csl_pure<unsigned>(d)) {}
    __host__ __device__ int div(int n) const { return n / divisor; }
    __host__ __device__ int rem(int n) const { return n % divisor; }
    __host__ __device__ int divmod(int &remainder, int n) const
    {
        remainder = n % divisor;
        return n / divisor;
    }
    __host__ __device__ void operator()(int &quotient, int &remainder, int n) const
    {
        quotient = n / divisor;
        remainder = n % divisor;
    }
    __host__ __device__ operator int() const { return divisor; }
};
struct ClusterLaunchParams {
    dim3 grid_dims{1, 1, 1}, block_dims{1, 1, 1}, cluster_dims{1, 1, 1};
    int dynamic_smem_size_in_bytes = 0;
    cudaStream_t cuda_stream = nullptr;
};
template <class... A_>
Status launch_kernel_on_cluster(const ClusterLaunchParams &, const void *, A_ &&...);
}
namespace cute {
using cutlass::sizeof_bits;
using cutlass::sizeof_bits_v;
using cutlass::half_t;
using cutlass::bfloat16_t;
using cutlass::tfloat32_t;
using cutlass::float_e4m3_t;
using cutlass::float_e5m2_t;
using cutlass::float_ue8m0_t;
using std::int8_t;
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::uint8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::conditional;
using std::conditional_t;
using std::decay_t;
using std::declval;
using std::enable_if_t;
using std::index_sequence;
using std::integer_sequence;
using std::is_base_of;
using std::is_same;
using std::is_same_v;
using std::make_index_sequence;
using std::numeric_limits;
using std::remove_cvref_t;
using std::remove_reference_t;
using std::void_t;
template <auto v> struct C {
    static constexpr auto value = v;
    typedef decltype(v) value_type;
    typedef C type;
    __host__ __device__ constexpr operator decltype(v)() const { return v; }
    __host__ __device__ constexpr decltype(v) operator()() const { return v; }
};
template <class T_, T_ v> using integral_constant = C<v>;
template <int n> using Int = C<n>;
template <bool b> using bool_constant = C<b>;
typedef C<true> true_type;
typedef C<false> false_type;
#define __csl_number(n) typedef C<n> _##n;
__csl_number(0) __csl_number(1) __csl_number(2) __csl_number(3) __csl_number(4) __csl_number(5)
__csl_number(6) __csl_number(7) __csl_number(8) __csl_number(9) __csl_number(10) __csl_number(12)
__csl_number(16) __csl_number(24) __csl_number(32) __csl_number(48) __csl_number(64)
__csl_number(80) __csl_number(96) __csl_number(112) __csl_number(128) __csl_number(192)
__csl_number(256) __csl_number(384) __csl_number(512) __csl_number(768) __csl_number(1024)
#undef __csl_number
template <class T_, size_t n> struct array : std::array<T_, n> {};
template <class T_, size_t n, size_t align = 16> struct alignas(align) array_aligned : array<T_, n> {};
template <class A_, class B_> __host__ __device__ constexpr auto min(const A_ &a, const B_ &b)
{
    return a < b ? a : b;
}
template <class A_, class B_> __host__ __device__ constexpr auto max(const A_ &a, const B_ &b)
{
    return a < b ? b : a;
}
template <class A_, class B_> __host__ __device__ constexpr auto ceil_div(const A_ &a, const B_ &b)
{
    return (a + b - 1) / b;
}
template <class A_, class B_> __host__ __device__ constexpr auto round_up(const A_ &a, const B_ &b)
{
    return (a + b - 1) / b * b;
}
template <class T_> __host__ __device__ constexpr T_ abs(const T_ &a) { return a < 0 ? -a : a; }
template <class... A_> __host__ __device__ void print(const A_ &...) {}
}
