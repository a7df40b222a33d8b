#pragma once
#pragma clang system_header
#include <csl/pybind.h>
#include <csl/torch_cuda.h>
#include <csl/torch_dispatch.h>
/* torch:: has the same under its own name, and what extensions register. */
namespace torch {
using namespace at;
typedef at::Tensor Variable;
inline constexpr at::ScalarType kUInt8 = at::kByte, kInt8 = at::kChar, kInt16 = at::kShort,
                                kInt32 = at::kInt, kInt64 = at::kLong, kFloat16 = at::kHalf,
                                kFloat32 = at::kFloat, kFloat64 = at::kDouble;
namespace autograd {
typedef std::vector<at::Tensor> variable_list;
typedef at::Tensor Variable;
struct AutogradContext {
    template <class... A_> void save_for_backward(A_ &&...);
    variable_list get_saved_variables() const;
};
template <class T_> struct Function {
    template <class... A_> static variable_list apply(A_ &&...);
};
}
namespace jit { struct CustomClassHolder : c10::intrusive_ptr_target {}; }
typedef jit::CustomClassHolder CustomClassHolder;
namespace indexing {
struct EllipsisIndexType {};
inline constexpr EllipsisIndexType Ellipsis = {};
struct TensorIndex {
    template <class T_> TensorIndex(const T_ &);
};
inline constexpr c10::nullopt_t None = c10::nullopt;
struct Slice {
    template <class... A_> Slice(A_...);
};
}
namespace headeronly { using namespace c10; }
}
namespace py = pybind11;
#define TORCH_EXTENSION_NAME torch_extension
