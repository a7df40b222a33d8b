#!/usr/bin/env python3
"""Terms whose parts are shared many times over: a hash, a random number, a power in thirty steps.

Written out, such a term has a billion operators. Wherever it comes to stand (an index, a mask, a
bound, a lane, a number of a barrier), the kernel is analysed in the time of any other. Arguments:
TOOL [CHAIN...], all chains by default. Exits with 1 if a file was not analysed or a kernel is missing.
"""
import json
import os
import subprocess
import sys
import tempfile

STEPS = 30

CHAINS = {  # type, first value, step
    "hash": ("unsigned", "threadIdx.x + n", "x ^= x << 13; x ^= x >> 17; x ^= x << 5;"),
    "sum": ("int", "threadIdx.x * n", "x = x + x / 3;"),
    "choice": ("int", "threadIdx.x", "x = (x & 1) ? x * 3 + 1 : x / 2;"),
    "square": ("int", "n", "x = x * x + n;"),
    "float": ("float", "threadIdx.x", "x = x * x + 0.5f;"),
    "least": ("int", "threadIdx.x", "x = min(x, n) + max(x, 5);"),
    "function": ("float", "threadIdx.x", "x = sinf(x) + cosf(x);"),
    "quotient": ("unsigned", "threadIdx.x", "x = x / 3 + x % 3 * n;"),
    "block": ("unsigned", "blockIdx.x", "x = x / 3 + x % 3 * n;"),
    "logic": ("int", "threadIdx.x", "x = (x > 3 && n > x) || (x < 2 && in[0] > x);"),
    "load": ("int", "threadIdx.x", "x = in[x] + x;"),
}

OBJECT = '"r"((unsigned)__cvta_generic_to_shared(&b))'
USES = {
    "index": "s[(unsigned)x & 255] = x; out[threadIdx.x] = s[threadIdx.x];",
    "barrier": "if ((unsigned)x & 1) __syncthreads();",
    "guard": "if ((unsigned)x & 1) s[threadIdx.x] = 1; out[threadIdx.x] = s[255 - threadIdx.x];",
    "passes": "for (unsigned i = 0; i < ((unsigned)x & 7); i++) { s[threadIdx.x] += 1; __syncthreads(); }",
    "mask": "out[threadIdx.x] = __shfl_sync((unsigned)x, 1, 3);",
    "lane": "s[__shfl_sync(~0u, (unsigned)x, (unsigned)x & 31) & 255] = 1;",
    "global": "out[(unsigned)x % 1024] = 1;",
    "atomic": "atomicAdd((unsigned *)&s[(unsigned)x & 255], 1u); __syncwarp((unsigned)x);",
    "carried": "for (int i = 0; i < n; i++) { s[threadIdx.x] = i; __syncthreads(); x = x + s[0];"
    " if ((unsigned)x & 1) break; __syncthreads(); }",
    "exit": "if ((int)x > 7) return; __syncthreads();",
    "counter": "int j = 0; for (int i = 0; i < n; i++) { s[j & 255] = i; j = j + (int)x; __syncthreads(); }",
    "reduced": "__shared__ float r[32]; float v = __shfl_xor_sync(~0u, (float)x, 16);"
    " if (threadIdx.x % 32 == 0) r[threadIdx.x / 32] = v; __syncthreads(); out[0] = r[threadIdx.x & 31];",
    "flag": "volatile unsigned *f = (unsigned *)in; if ((unsigned)x & 1) { s[threadIdx.x] = 1;"
    " __threadfence(); atomicExch((unsigned *)&out[0], 1u); } while (f[0] == 0);",
    "object": "__shared__ unsigned long long b;"
    f' asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: {OBJECT}, "r"((unsigned)x)); __syncthreads();'
    f' asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: {OBJECT});',
    "case": "switch ((int)x) { case 1: s[1] = 1; break; case 2: __syncthreads(); break;"
    " default: s[threadIdx.x ^ 3] = 2; }",
    "pointer": "unsigned *p = (int)x > 3 ? (unsigned *)s : (unsigned *)out; p[threadIdx.x] = 1;"
    " out[1] = s[threadIdx.x + 1];",
    "copy": "for (int i = threadIdx.x; i < (int)x; i += blockDim.x) s[i] = in[i];"
    " out[threadIdx.x] = s[(unsigned)x & 255];",
    "number": 'asm volatile("bar.sync %0;" :: "r"((unsigned)x & 15));',
}


def kernel(chain, use):
    kind, first, step = CHAINS[chain]
    return (f"__global__ void {chain}_{use}({kind} *out, {kind} *in, int n)\n{{\n"
            f"    __shared__ {kind} s[256];\n    {kind} x = {first};\n" + f"    {step}\n" * STEPS +
            f"    {USES[use]}\n}}\n")


chains = sys.argv[2:] or list(CHAINS)
with tempfile.TemporaryDirectory() as folder:
    files = []
    for chain in chains:
        files.append(os.path.join(folder, chain + ".cu"))
        with open(files[-1], "w") as out:
            out.write("".join(kernel(chain, use) for use in USES))
    run = subprocess.run([sys.argv[1], "--no-cache", "--isolated", "--format=json", *files],
                         capture_output=True, text=True)
    report = json.loads(run.stdout)
    seen = {k["name"].split("(")[0] for k in report["kernels"]}
    missing = [f"{c}_{u}" for c in chains for u in USES if f"{c}_{u}" not in seen]
    if report["notAnalysed"] or missing:
        print("not analysed:", report["notAnalysed"], "missing:", missing)
        sys.exit(1)
    print(len(seen), "kernels")
