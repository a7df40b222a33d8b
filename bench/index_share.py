#!/usr/bin/env python3
"""What finding launches costs in a run over many files.

    bench/index_share.py BENCH_PASSES TOOL [FILES]

Writes a project of FILES (500) sources of some 200 lines each: kernels that their own file launches,
plainly, through a template, a method and a lambda, and one that the file before launches. BENCH_PASSES
times all files once; the share is "launches" against the other passes (parsing, lowering, analysis).
Then TOOL runs over the project, over the same without launches in other files, and over it with these
launches in one file more.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile

KERNEL = """
__global__ void scale{k}_{n}(float *out, const float *in, int count) {{
    __shared__ float tile[{block}];
    const int at = blockIdx.x * {block} + threadIdx.x;
    tile[threadIdx.x] = at < count ? in[at] : 0.f;
    __syncthreads();
    float sum = 0.f;
    for (int step = 1; step < {taps}; step++) {{
        const int left = threadIdx.x - step, right = threadIdx.x + step;
        sum += (left >= 0 ? tile[left] : 0.f) + (right < {block} ? tile[right] : 0.f);
    }}
    if (at < count)
        out[at] = sum * {k}.5f + tile[threadIdx.x];
}}

static void run_scale{k}_{n}(float *out, const float *in, int count) {{
    const dim3 block({block}), grid((count + block.x - 1) / block.x);
    {launch}
    check(cudaGetLastError(), __FILE__, __LINE__);
}}

void test_scale{k}_{n}(int count) {{
    std::vector<float> host(count);
    for (int i = 0; i < count; i++)
        host[i] = static_cast<float>(i % 17) * 0.25f;
    float *in = nullptr, *out = nullptr;
    check(cudaMalloc(&in, count * sizeof(float)), __FILE__, __LINE__);
    check(cudaMalloc(&out, count * sizeof(float)), __FILE__, __LINE__);
    check(cudaMemcpy(in, host.data(), count * sizeof(float), cudaMemcpyHostToDevice), __FILE__, __LINE__);
    run_scale{k}_{n}(out, in, count);
    check(cudaMemcpy(host.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost), __FILE__, __LINE__);
    check(cudaFree(in), __FILE__, __LINE__);
    check(cudaFree(out), __FILE__, __LINE__);
}}
"""
HEAD = """#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
static void check(cudaError_t status, const char *file, int line) {
    if (status != cudaSuccess) {
        std::printf("%s:%d: %s\\n", file, line, cudaGetErrorString(status));
        std::exit(1);
    }
}
template <typename K, typename... A> static void start(K kernel, dim3 grid, dim3 block, A... args) {
    kernel<<<grid, block>>>(args...);
}
struct launcher {
    dim3 grid, block;
    template <typename K, typename... A> void operator()(K kernel, A... args) const { kernel<<<grid, block>>>(args...); }
};
"""
LAUNCHES = ["scale{k}_{n}<<<grid, block>>>(out, in, count);",
            "start(scale{k}_{n}, grid, block, out, in, count);",
            "const launcher go{{grid, block}};\n    go(scale{k}_{n}, out, in, count);",
            "auto go = [&] {{ scale{k}_{n}<<<grid, block>>>(out, in, count); }};\n    go();"]
SHARED = """
__global__ void shared_{n}(float *p) {{
    __shared__ float s[{block}];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[{block} - 1 - threadIdx.x];
}}
"""
NEXT = """__global__ void shared_{next}(float *p);
void run_next_{next}(float *p) {{ shared_{next}<<<1, {block}>>>(p); }}
"""


def write(folder, n, files, with_next):
    text = HEAD
    block = 64 << n % 3
    for k in range(5):
        launch = LAUNCHES[k % len(LAUNCHES)].format(k=k, n=n)
        text += KERNEL.format(k=k, n=n, block=block, taps=3 + k, launch=launch)
    text += SHARED.format(n=n, block=64)
    if with_next:
        text += NEXT.format(next=(n + 1) % files, block=64)
    with open(os.path.join(folder, f"part{n:04}.cu"), "w", encoding="ascii") as file:
        file.write(text)
    return text.count("\n")


def seconds(tool, folder):
    """Processor time of a whole run, one process at a time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([tool, "--no-cache", "--isolated", "-q", "-j1", "--format=json", folder],
                   stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    files = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    with tempfile.TemporaryDirectory() as folder:
        lines = sum(write(folder, n, files, True) for n in range(files))
        print(f"{files} files, {lines} lines")
        text = subprocess.run([sys.argv[1], folder], stdout=subprocess.PIPE, text=True, check=False,
                              env=dict(os.environ, CSL_BENCH_REPEATS="1")).stdout
        spent = {name.strip(): float(s) for name, s in re.findall(
            r"([a-z0-9 ]+?) ([\d.]+) s", re.search(r"passes: (.*)", text).group(1))}
        whole = sum(spent.values())
        print(f"launches {spent['launches']:.2f} s of {whole:.2f} s: "
              f"{100 * spent['launches'] / (whole - spent['launches']):.1f} % more than without")
        circle = seconds(sys.argv[2], folder)
        for n in range(files):
            write(folder, n, files, False)
        alone = seconds(sys.argv[2], folder)
        with open(os.path.join(folder, "main.cu"), "w", encoding="ascii") as file:
            file.write("".join(NEXT.format(next=n, block=64) for n in range(files)))
        layers = seconds(sys.argv[2], folder)
        print(f"whole run, no launches in other files: {alone:.1f} s; all in one file: {layers:.1f} s "
              f"({100 * (layers / alone - 1):+.0f} %); in a circle of files: {circle:.1f} s "
              f"({100 * (circle / alone - 1):+.0f} %)")


if __name__ == "__main__":
    main()
