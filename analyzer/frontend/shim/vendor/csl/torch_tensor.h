#pragma once
#pragma clang system_header
/* at::Tensor and the functions around it that host code launches kernels with. Nothing is known of
 * what they give. */
#include <csl/torch_accessor.h>
#include <mutex>
namespace caffe2 {
struct TypeMeta {
    bool operator==(const TypeMeta &) const;
    bool operator!=(const TypeMeta &) const;
    bool operator==(c10::ScalarType) const;
    bool operator!=(c10::ScalarType) const;
    size_t itemsize() const;
    operator c10::ScalarType() const;
    c10::ScalarType toScalarType() const;
};
}
namespace at {
using namespace c10;
struct Tensor;
struct TensorOptions {
    TensorOptions();
    TensorOptions(ScalarType);
    TensorOptions(Device);
    TensorOptions(DeviceType);
    TensorOptions(caffe2::TypeMeta);
    TensorOptions dtype(ScalarType) const;
    TensorOptions dtype(caffe2::TypeMeta) const;
    template <class T_> TensorOptions dtype() const;
    TensorOptions device(Device) const;
    TensorOptions device(DeviceType, int = -1) const;
    TensorOptions layout(Layout) const;
    TensorOptions requires_grad(bool = true) const;
    TensorOptions memory_format(MemoryFormat) const;
    TensorOptions pinned_memory(bool) const;
    Device device() const;
    caffe2::TypeMeta dtype() const;
};
typedef ArrayRef<Tensor> TensorList, ITensorListRef;
struct Generator {
    template <class T_> T_ *get() const;
    std::mutex &mutex() const;
    bool defined() const;
};
struct Storage {
    size_t nbytes() const;
    void *data() const;
    void *mutable_data() const;
};
#define __csl_tensor_op(op)                                                                        \
    Tensor operator op(const Tensor &) const;                                                      \
    Tensor operator op(const Scalar &) const;
#define __csl_tensor_does(name)                                                                    \
    template <class... A_> Tensor name(A_ &&...) const;                                            \
    template <class... A_> Tensor name(std::initializer_list<int64_t>, A_ &&...) const;
struct Tensor {
    Tensor();
    Tensor(const Tensor &);
    Tensor &operator=(const Tensor &);
    Tensor &operator=(const Scalar &);
    bool defined() const;
    TensorImpl *unsafeGetTensorImpl() const;
    MaybeOwned<Tensor> expect_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
    int64_t dim() const;
    int64_t dense_dim() const;
    int64_t sparse_dim() const;
    int64_t ndimension() const;
    int64_t numel() const;
    SymInt sym_numel() const;
    int64_t size(int64_t) const;
    SymInt sym_size(int64_t) const;
    int64_t stride(int64_t) const;
    IntArrayRef sizes() const;
    SymIntArrayRef sym_sizes() const;
    IntArrayRef strides() const;
    int64_t storage_offset() const;
    int64_t element_size() const;
    int64_t itemsize() const;
    size_t nbytes() const;
    Storage storage() const;
    int64_t get_device() const;
    Device device() const;
    TensorOptions options() const;
    ScalarType scalar_type() const;
    caffe2::TypeMeta dtype() const;
    Layout layout() const;
    bool is_cuda() const;
    bool is_cpu() const;
    bool is_meta() const;
    bool is_mtia() const;
    bool is_hip() const;
    bool is_sparse() const;
    bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
    bool is_non_overlapping_and_dense() const;
    bool is_floating_point() const;
    bool is_same(const Tensor &) const;
    bool is_complex() const;
    bool has_storage() const;
    bool requires_grad() const;
    MemoryFormat suggest_memory_format() const;
    void *data_ptr() const;
    const void *const_data_ptr() const;
    void *mutable_data_ptr() const;
    template <class T_> T_ *data_ptr() const;
    template <class T_> const T_ *const_data_ptr() const;
    template <class T_> T_ *mutable_data_ptr() const;
    template <class T_> T_ *data() const;
    template <class T_> T_ item() const;
    Scalar item() const;
    template <class T_, size_t n> TensorAccessor<T_, n> accessor() const;
    template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits>
    PackedTensorAccessor32<T_, n, P_> packed_accessor32() const;
    template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits>
    PackedTensorAccessor64<T_, n, P_> packed_accessor64() const;
    template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
    GenericPackedTensorAccessor<T_, n, P_, I_> packed_accessor() const;
    template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
    GenericPackedTensorAccessor<T_, n, P_, I_> generic_packed_accessor() const;
    __csl_tensor_does(contiguous) __csl_tensor_does(to) __csl_tensor_does(type)
    __csl_tensor_does(view) __csl_tensor_does(reshape) __csl_tensor_does(resize_)
    __csl_tensor_does(narrow) __csl_tensor_does(select) __csl_tensor_does(slice)
    __csl_tensor_does(unsqueeze) __csl_tensor_does(squeeze) __csl_tensor_does(transpose)
    __csl_tensor_does(permute) __csl_tensor_does(expand) __csl_tensor_does(expand_as)
    __csl_tensor_does(flatten) __csl_tensor_does(t) __csl_tensor_does(clone)
    __csl_tensor_does(detach) __csl_tensor_does(cpu) __csl_tensor_does(cuda)
    __csl_tensor_does(zero_) __csl_tensor_does(fill_) __csl_tensor_does(copy_)
    __csl_tensor_does(add_) __csl_tensor_does(sub_) __csl_tensor_does(mul_)
    __csl_tensor_does(div_) __csl_tensor_does(add) __csl_tensor_does(sub) __csl_tensor_does(mul)
    __csl_tensor_does(div) __csl_tensor_does(sum) __csl_tensor_does(mean) __csl_tensor_does(max)
    __csl_tensor_does(min) __csl_tensor_does(cumsum) __csl_tensor_does(index_select)
    __csl_tensor_does(masked_select) __csl_tensor_does(index) __csl_tensor_does(gather)
    __csl_tensor_does(repeat) __csl_tensor_does(repeat_interleave) __csl_tensor_does(sort)
    __csl_tensor_does(as_strided) __csl_tensor_does(view_as) __csl_tensor_does(movedim)
    __csl_tensor_does(reshape_as) __csl_tensor_does(set_requires_grad) __csl_tensor_does(matmul)
    __csl_tensor_does(new_empty) __csl_tensor_does(new_zeros) __csl_tensor_does(unfold)
    __csl_tensor_does(toType) __csl_tensor_does(nonzero) __csl_tensor_does(flip)
    __csl_tensor_does(abs) __csl_tensor_does(exp) __csl_tensor_does(log) __csl_tensor_does(sqrt)
    __csl_tensor_does(all) __csl_tensor_does(any) __csl_tensor_does(bitwise_or_)
    std::vector<Tensor> split(int64_t, int64_t = 0) const;
    std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
    std::vector<Tensor> unbind(int64_t = 0) const;
    Tensor operator[](int64_t) const;
    Tensor operator-() const;
    __csl_tensor_op(+) __csl_tensor_op(-) __csl_tensor_op(*) __csl_tensor_op(/)
    __csl_tensor_op(==) __csl_tensor_op(!=) __csl_tensor_op(<) __csl_tensor_op(>)
    __csl_tensor_op(+=) __csl_tensor_op(-=) __csl_tensor_op(*=) __csl_tensor_op(/=)
};
#undef __csl_tensor_op
#undef __csl_tensor_does
#define __csl_makes(name)                                                                          \
    template <class... A_> Tensor name(IntArrayRef, A_ &&...);                                     \
    Tensor name(SymIntArrayRef, TensorOptions);
__csl_makes(empty) __csl_makes(zeros) __csl_makes(ones) __csl_makes(full) __csl_makes(rand)
__csl_makes(randn) __csl_makes(empty_strided) __csl_makes(empty_symint)
#undef __csl_makes
#define __csl_gives(name) template <class... A_> Tensor name(A_ &&...);
__csl_gives(empty_like) __csl_gives(zeros_like) __csl_gives(ones_like) __csl_gives(full_like)
__csl_gives(arange) __csl_gives(from_blob) __csl_gives(cumsum) __csl_gives(sum)
__csl_gives(matmul) __csl_gives(bmm) __csl_gives(index_select) __csl_gives(where)
__csl_gives(sum_out) __csl_gives(scalar_tensor) __csl_gives(sort) __csl_gives(max) __csl_gives(min)
#undef __csl_gives
template <class T_> Tensor tensor(const T_ &, TensorOptions = {});
template <class T_> Tensor tensor(std::initializer_list<T_>, TensorOptions = {});
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
Tensor pad(const Tensor &, IntArrayRef, const Scalar & = 0);
TensorOptions dtype(ScalarType);
TensorOptions dtype(caffe2::TypeMeta);
template <class T_> TensorOptions dtype();
TensorOptions device(Device);
TensorOptions device(DeviceType, int = -1);
bool equal(const Tensor &, const Tensor &);
Tensor isnan(const Tensor &);
Tensor isinf(const Tensor &);
Tensor isfinite(const Tensor &);
struct NoGradGuard {};
struct AutoDispatchBelowADInplaceOrView {};
struct DeviceGuard { DeviceGuard(Device); };
struct OptionalDeviceGuard { template <class... A_> OptionalDeviceGuard(A_ &&...); };
DeviceGuard device_of(const Tensor &);
ScalarType typeMetaToScalarType(caffe2::TypeMeta);
typedef const char *CheckedFrom;
struct TensorArg {
    TensorArg(const Tensor &, const char *, int);
    const Tensor *operator->() const;
    const Tensor &operator*() const;
    const Tensor &tensor;
    const char *name;
    int pos;
};
#define __csl_checks(name)                                                                         \
    void checkAll##name(CheckedFrom, std::initializer_list<TensorArg>);                            \
    template <class... A_> void check##name(CheckedFrom, A_ &&...);
__csl_checks(SameGPU) __csl_checks(SameType) __csl_checks(SameSize) __csl_checks(SameDim)
__csl_checks(SameNumel) __csl_checks(Defined) __csl_checks(Contiguous) __csl_checks(Dim)
__csl_checks(Numel) __csl_checks(Size) __csl_checks(ScalarType) __csl_checks(ScalarTypes)
#undef __csl_checks
}
