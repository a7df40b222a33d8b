#pragma once
#pragma clang system_header
/* What kernels get of a tensor: a pointer with sizes and strides, by value. */
#include <csl/torch_types.h>
namespace at {
template <class T_> struct DefaultPtrTraits { typedef T_ *PtrType; };
template <class T_> struct RestrictPtrTraits { typedef T_ *__restrict__ PtrType; };

template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
class TensorAccessorBase {
public:
    typedef typename P_<T_>::PtrType PtrType;
    __host__ __device__ TensorAccessorBase(PtrType data, const I_ *sizes, const I_ *strides)
        : data_(data), sizes_(sizes), strides_(strides) {}
    __host__ __device__ I_ stride(I_ i) const { return strides_[i]; }
    __host__ __device__ I_ size(I_ i) const { return sizes_[i]; }
    __host__ __device__ PtrType data() { return data_; }
    __host__ __device__ const PtrType data() const { return data_; }
    __host__ c10::ArrayRef<I_> sizes() const;
    __host__ c10::ArrayRef<I_> strides() const;
protected:
    PtrType data_;
    const I_ *sizes_, *strides_;
};
template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
class TensorAccessor : public TensorAccessorBase<T_, n, P_, I_> {
public:
    using TensorAccessorBase<T_, n, P_, I_>::TensorAccessorBase;
    __host__ __device__ TensorAccessor<T_, n - 1, P_, I_> operator[](I_ i) const
    {
        return TensorAccessor<T_, n - 1, P_, I_>(this->data_ + this->strides_[0] * i,
                                                 this->sizes_ + 1, this->strides_ + 1);
    }
};
template <class T_, template <class> class P_, class I_>
class TensorAccessor<T_, 1, P_, I_> : public TensorAccessorBase<T_, 1, P_, I_> {
public:
    using TensorAccessorBase<T_, 1, P_, I_>::TensorAccessorBase;
    __host__ __device__ T_ &operator[](I_ i) const { return this->data_[this->strides_[0] * i]; }
};

template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
class GenericPackedTensorAccessorBase {
public:
    typedef typename P_<T_>::PtrType PtrType;
    __host__ GenericPackedTensorAccessorBase(PtrType data, const I_ *sizes, const I_ *strides);
    __host__ __device__ I_ stride(I_ i) const { return strides_[i]; }
    __host__ __device__ I_ size(I_ i) const { return sizes_[i]; }
    __host__ __device__ PtrType data() const { return data_; }
protected:
    PtrType data_;
    I_ sizes_[n];
    I_ strides_[n];
};
template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
class GenericPackedTensorAccessor : public GenericPackedTensorAccessorBase<T_, n, P_, I_> {
public:
    using GenericPackedTensorAccessorBase<T_, n, P_, I_>::GenericPackedTensorAccessorBase;
    __device__ TensorAccessor<T_, n - 1, P_, I_> operator[](I_ i) const
    {
        return TensorAccessor<T_, n - 1, P_, I_>(this->data_ + this->strides_[0] * i,
                                                 this->sizes_ + 1, this->strides_ + 1);
    }
};
template <class T_, template <class> class P_, class I_>
class GenericPackedTensorAccessor<T_, 1, P_, I_>
    : public GenericPackedTensorAccessorBase<T_, 1, P_, I_> {
public:
    using GenericPackedTensorAccessorBase<T_, 1, P_, I_>::GenericPackedTensorAccessorBase;
    __device__ T_ &operator[](I_ i) const { return this->data_[this->strides_[0] * i]; }
};
template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T_, n, P_, int32_t>;
template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T_, n, P_, int64_t>;
template <class T_, size_t n, template <class> class P_ = DefaultPtrTraits, class I_ = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T_, n, P_, I_>;
}
