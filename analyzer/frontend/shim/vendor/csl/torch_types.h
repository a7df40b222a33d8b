#pragma once
#pragma clang system_header
/* c10: number types, which are parameters and elements of memory; arithmetic on them is not
 * followed. Enumerators that name them, and which C++ type each one stands for. */
#include <csl/complex.h>
#include <csl/half.h>
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_ALWAYS_INLINE inline
#define C10_UNUSED
#define C10_API
#define C10_CUDA_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_WARP_SIZE 32
namespace c10 {
#define __csl_number(name, Bits_, given)                                                           \
    struct name {                                                                                  \
        Bits_ x;                                                                                   \
        struct from_bits_t {};                                                                     \
        static constexpr __host__ __device__ from_bits_t from_bits() { return {}; }                \
        name() = default;                                                                          \
        __host__ __device__ constexpr name(Bits_ bits, from_bits_t) : x(bits) {}                   \
        __host__ __device__ name(float v) : x(__csl_pure<Bits_>(v)) {}                             \
        __host__ __device__ operator float() const { return __csl_pure<float>(x); }                \
        given                                                                                      \
        __host__ __device__ name &operator+=(const name &b)                                        \
        {                                                                                          \
            return *this = name(float(*this) + float(b));                                          \
        }                                                                                          \
        __host__ __device__ name &operator-=(const name &b)                                        \
        {                                                                                          \
            return *this = name(float(*this) - float(b));                                          \
        }                                                                                          \
        __host__ __device__ name &operator*=(const name &b)                                        \
        {                                                                                          \
            return *this = name(float(*this) * float(b));                                          \
        }                                                                                          \
        __host__ __device__ name &operator/=(const name &b)                                        \
        {                                                                                          \
            return *this = name(float(*this) / float(b));                                          \
        }                                                                                          \
    };                                                                                             \
    __csl_number_op(name, +) __csl_number_op(name, -) __csl_number_op(name, *)                     \
    __csl_number_op(name, /) __csl_number_order(name, ==) __csl_number_order(name, !=)             \
    __csl_number_order(name, <) __csl_number_order(name, <=) __csl_number_order(name, >)           \
    __csl_number_order(name, >=)
/* With a number of C++ on one side the result is this type, as in the library, or that number's. */
#define __csl_number_op(name, op)                                                                  \
    inline __host__ __device__ name operator op(const name &a, const name &b)                      \
    {                                                                                              \
        return name(float(a) op float(b));                                                         \
    }                                                                                              \
    inline __host__ __device__ float operator op(const name &a, float b) { return float(a) op b; } \
    inline __host__ __device__ float operator op(float a, const name &b) { return a op float(b); } \
    inline __host__ __device__ double operator op(const name &a, double b)                         \
    {                                                                                              \
        return float(a) op b;                                                                      \
    }                                                                                              \
    inline __host__ __device__ double operator op(double a, const name &b)                         \
    {                                                                                              \
        return a op float(b);                                                                      \
    }                                                                                              \
    inline __host__ __device__ name operator op(const name &a, int b) { return a op name(b); }     \
    inline __host__ __device__ name operator op(int a, const name &b) { return name(a) op b; }     \
    inline __host__ __device__ name operator op(const name &a, int64_t b) { return a op name(b); } \
    inline __host__ __device__ name operator op(int64_t a, const name &b) { return name(a) op b; }
/* Compared as float: the conversion to CUDA's type of that format must not come into question. */
#define __csl_number_order(name, op)                                                               \
    inline __host__ __device__ bool operator op(const name &a, const name &b)                      \
    {                                                                                              \
        return float(a) op float(b);                                                               \
    }                                                                                              \
    template <class N_> __host__ __device__ std::enable_if_t<std::is_arithmetic<N_>::value, bool>  \
    operator op(const name &a, N_ b)                                                               \
    {                                                                                              \
        return float(a) op b;                                                                      \
    }                                                                                              \
    template <class N_> __host__ __device__ std::enable_if_t<std::is_arithmetic<N_>::value, bool>  \
    operator op(N_ a, const name &b)                                                               \
    {                                                                                              \
        return a op float(b);                                                                      \
    }
__csl_number(Half, unsigned short,
             __host__ __device__ Half(const __half &v) : x(v.bits) {}
             __host__ __device__ operator __half() const { return __half(__half_raw{x}); })
__csl_number(BFloat16, unsigned short,
             __host__ __device__ BFloat16(const __nv_bfloat16 &v) : x(v.bits) {}
             __host__ __device__ operator __nv_bfloat16() const
             {
                 return __nv_bfloat16(__nv_bfloat16_raw{x});
             })
__csl_number(Float8_e4m3fn, unsigned char, )
__csl_number(Float8_e5m2, unsigned char, )
__csl_number(Float8_e4m3fnuz, unsigned char, )
__csl_number(Float8_e5m2fnuz, unsigned char, )
#undef __csl_number_op
#undef __csl_number_order
#undef __csl_number
inline __host__ __device__ Half operator-(const Half &a) { return Half(-float(a)); }
inline __host__ __device__ BFloat16 operator-(const BFloat16 &a) { return BFloat16(-float(a)); }
__csl_complex_numbers
struct qint8 { typedef int8_t underlying; int8_t val_; };
struct quint8 { typedef uint8_t underlying; uint8_t val_; };
struct quint4x2 { typedef uint8_t underlying; uint8_t val_; };
struct quint2x4 { typedef uint8_t underlying; uint8_t val_; };
struct qint32 { typedef int underlying; int val_; };

#define __csl_scalar_types(_)                                                                      \
    _(uint8_t, Byte) _(int8_t, Char) _(int16_t, Short) _(int, Int) _(int64_t, Long) _(Half, Half)  \
    _(float, Float) _(double, Double) _(complex<Half>, ComplexHalf)                                \
    _(complex<float>, ComplexFloat) _(complex<double>, ComplexDouble) _(bool, Bool)                \
    _(qint8, QInt8) _(quint8, QUInt8) _(qint32, QInt32) _(BFloat16, BFloat16)                      \
    _(uint16_t, UInt16) _(uint32_t, UInt32) _(uint64_t, UInt64) _(Float8_e5m2, Float8_e5m2)        \
    _(Float8_e4m3fn, Float8_e4m3fn) _(Float8_e5m2fnuz, Float8_e5m2fnuz)                            \
    _(Float8_e4m3fnuz, Float8_e4m3fnuz) _(quint4x2, QUInt4x2) _(quint2x4, QUInt2x4)
enum class ScalarType : signed char {
#define __csl_one(T_, name) name,
    __csl_scalar_types(__csl_one) Undefined, NumOptions
#undef __csl_one
};
namespace impl {
template <ScalarType s> struct ScalarTypeToCPPType;
template <ScalarType s> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<s>::type;
#define __csl_one(T_, name)                                                                        \
    template <> struct ScalarTypeToCPPType<ScalarType::name> { typedef T_ type; };
__csl_scalar_types(__csl_one)
#undef __csl_one
}
template <class T_> struct CppTypeToScalarType;
#define __csl_one(T_, name)                                                                        \
    template <> struct CppTypeToScalarType<T_> {                                                   \
        static constexpr ScalarType value = ScalarType::name;                                      \
    };
__csl_scalar_types(__csl_one)
#undef __csl_one
#define __csl_one(T_, name) inline constexpr ScalarType k##name = ScalarType::name;
__csl_scalar_types(__csl_one)
#undef __csl_one
#undef __csl_scalar_types
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool = false);
bool isReducedFloatingType(ScalarType);
bool isComplexType(ScalarType);
bool isQIntType(ScalarType);
ScalarType toUnderlying(ScalarType);
#define AT_FORALL_INT_TYPES(_)                                                                     \
    _(uint8_t, Byte) _(int8_t, Char) _(int16_t, Short) _(int, Int) _(int64_t, Long)
#define AT_FORALL_SCALAR_TYPES(_) AT_FORALL_INT_TYPES(_) _(float, Float) _(double, Double)
#define AT_FORALL_COMPLEX_TYPES(_)                                                                 \
    _(c10::complex<float>, ComplexFloat) _(c10::complex<double>, ComplexDouble)
#define AT_FORALL_FLOAT8_TYPES(_)                                                                  \
    _(at::Float8_e5m2, Float8_e5m2) _(at::Float8_e4m3fn, Float8_e4m3fn)                            \
    _(at::Float8_e5m2fnuz, Float8_e5m2fnuz) _(at::Float8_e4m3fnuz, Float8_e4m3fnuz)
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(_)                                                     \
    AT_FORALL_SCALAR_TYPES(_) _(at::Half, Half) _(c10::complex<c10::Half>, ComplexHalf)            \
    AT_FORALL_COMPLEX_TYPES(_) _(bool, Bool) _(at::BFloat16, BFloat16) AT_FORALL_FLOAT8_TYPES(_)
#define AT_FORALL_QINT_TYPES(_)                                                                    \
    _(c10::qint8, QInt8) _(c10::quint8, QUInt8) _(c10::qint32, QInt32)                             \
    _(c10::quint4x2, QUInt4x2) _(c10::quint2x4, QUInt2x4)

enum class DeviceType : signed char { CPU, CUDA, HIP = 6, Meta = 14 };
std::string DeviceTypeName(DeviceType, bool = false);
inline constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA,
                            kMeta = DeviceType::Meta;
typedef signed char DeviceIndex;
struct Device {
    Device(DeviceType, DeviceIndex = -1);
    Device(const std::string &);
    bool operator==(const Device &) const;
    bool operator!=(const Device &) const;
    DeviceType type() const;
    DeviceIndex index() const;
    bool is_cuda() const;
    bool is_cpu() const;
    bool is_meta() const;
    bool has_index() const;
    std::string str() const;
};
enum class Layout : signed char { Strided, Sparse };
inline constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
template <class T_> struct ArrayRef {
    typedef T_ value_type;
    typedef const T_ *iterator;
    ArrayRef();
    ArrayRef(const T_ &);
    ArrayRef(const T_ *, size_t);
    ArrayRef(const std::vector<T_> &);
    ArrayRef(const std::initializer_list<T_> &);
    const T_ *begin() const;
    const T_ *end() const;
    const T_ *data() const;
    size_t size() const;
    bool empty() const;
    const T_ &front() const;
    const T_ &back() const;
    const T_ &operator[](size_t) const;
    ArrayRef slice(size_t, size_t = 0) const;
    std::vector<T_> vec() const;
    bool equals(ArrayRef) const;
    bool operator==(ArrayRef) const;
    bool operator!=(ArrayRef) const;
};
typedef ArrayRef<int64_t> IntArrayRef;
struct SymInt {
    SymInt(int64_t);
    int64_t expect_int() const;
    int64_t guard_int(const char *, int64_t) const;
    operator int64_t() const;
};
typedef ArrayRef<SymInt> SymIntArrayRef;
struct Scalar {
    template <class T_> Scalar(T_);
    template <class T_> T_ to() const;
    double toDouble() const;
    float toFloat() const;
    int64_t toLong() const;
    int toInt() const;
};
typedef std::string_view string_view;
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
template <class T_> struct intrusive_ptr {
    template <class... A_> intrusive_ptr(A_ &&...);
    T_ *get() const;
    T_ &operator*() const;
    T_ *operator->() const;
    explicit operator bool() const;
};
template <class T_, class... A_> intrusive_ptr<T_> make_intrusive(A_ &&...);
struct intrusive_ptr_target {};
struct TensorImpl : intrusive_ptr_target {
    bool storage_initialized() const;
    int64_t dim() const;
    int64_t numel() const;
};
/* What a function may own or only look at. */
template <class T_> struct MaybeOwned {
    const T_ &operator*() const;
    const T_ *operator->() const;
    static MaybeOwned borrowed(const T_ &);
    template <class... A_> static MaybeOwned owned(A_ &&...);
};
int64_t size_to_dim_(int, IntArrayRef);
int64_t size_from_dim_(int, IntArrayRef);
int64_t size_between_dim_(int, int, IntArrayRef);
/* for (auto i : c10::irange(n)): on the host. */
struct __csl_integers {
    struct iterator {
        int64_t at;
        int64_t operator*() const { return at; }
        iterator &operator++() { ++at; return *this; }
        bool operator!=(const iterator &o) const { return at != o.at; }
    };
    int64_t first, last;
    iterator begin() const { return {first}; }
    iterator end() const { return {last}; }
};
inline __csl_integers irange(int64_t n) { return {0, n}; }
inline __csl_integers irange(int64_t first, int64_t last) { return {first, last}; }
struct Error {
    const char *what() const;
};
}
