#!/bin/sh
# Modules for Python at the end of a file, which hand functions over: nothing of them keeps kernels
# from being judged, with the headers of torch or with pybind11's own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
kernels='
__global__ void right(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrong(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[63 - threadIdx.x];
}'
cat >"$dir/torch.cu" <<CU
#include <torch/extension.h>
$kernels
void run(torch::Tensor x)
{
    right<<<1, 64>>>(x.data_ptr<float>());
    wrong<<<1, 64>>>(x.data_ptr<float>());
}
#define BIND(f) m.def(#f, &f, #f);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    BIND(run)
    m.doc() = "two kernels";
    m.def("again", &run, "run", py::arg("x"), py::call_guard<py::gil_scoped_release>());
}
CU
cat >"$dir/own.cu" <<CU
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
namespace py = pybind11;
using namespace py::literals;
$kernels
struct Runner {
    int blocks = 1;
    explicit Runner(int n) : blocks(n) {}
    void run(py::array_t<float, py::array::c_style> x)
    {
        py::buffer_info info = x.request();
        float *o = static_cast<float *>(info.ptr);
        if (info.ndim != 1 || x.shape(0) < 64)
            throw std::runtime_error("too short");
        right<<<blocks, 64>>>(o);
        wrong<<<blocks, 64>>>(o);
    }
    int pick(int) { return 1; }
    int pick(float) { return 2; }
};
enum class Mode { slow, fast };
PYBIND11_MODULE(runner, m)
{
    py::class_<Runner>(m, "Runner")
        .def(py::init<int>(), "blocks"_a = 1)
        .def("run", &Runner::run)
        .def("pick", py::overload_cast<int>(&Runner::pick))
        .def_readwrite("blocks", &Runner::blocks)
        .def("twice", [](Runner &r, py::array_t<float> x) { r.run(x); r.run(x); });
    py::enum_<Mode>(m, "Mode").value("slow", Mode::slow).value("fast", Mode::fast).export_values();
    m.attr("version") = py::str("1");
    py::module_ inner = m.def_submodule("inner");
    inner.def("none", []() { return py::make_tuple(1, 2.f); });
}
CU
for name in torch own; do
    "$CUDASYNCLINT" --no-cache -v "$dir/$name.cu" -- -std=c++17 >"$dir/out" 2>&1 || true
    grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" &&
        ! grep -q 'parse-error\|not found' "$dir/out" || { cat "$dir/out"; exit 1; }
done
