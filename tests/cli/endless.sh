#!/bin/sh
# Sources that are large or endless in one way each. Each ends within its time and 512 MB, and costs at
# most its own result: the race in the file beside it is found.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
race_and_right

python3 - "$tool" <<'END' || failures=1
import json, os, resource, subprocess, sys

HEAD = "__global__ void k(float *o, int n) {\n    __shared__ float s[256];\n"
TAIL = "    o[0] = s[1];\n}\n"


def many(n, text):
    return "".join(text.replace("@", str(i)) for i in range(n))


with open("node.h", "w") as header:
    header.write('#if __INCLUDE_LEVEL__ < 40\n#include "node.h"\n#include "node.h"\n#endif\n')
calls = "__device__ int f0(int *p) { return *p; }\n" + "".join(
    f"__device__ int f{i}(int *p) {{ return f{i - 1}(p) + f{i - 1}(p + 1); }}\n" for i in range(1, 26))
jumps = "".join(f"l{i}: s[threadIdx.x] = {i};\n" + "".join(
    f"if (o[{j}] > {i}) goto l{(i * 7 + j * 13) % 100};\n" for j in range(10)) for i in range(100))
host = "int g(int n);\nfloat *pick(float *a, float *b, int n) {\n" + many(
    400, "if (g(@)) { float *t = a; a = b; b = t; }\n") + "return a;\n}\n"
sources = {
    "include tree": '#include "node.h"\n',
    "jumps": HEAD + jumps + TAIL,
    "kernels": many(8000, "__global__ void k@(float *o) { o[threadIdx.x] = @; }\n"),
    "asm": HEAD + 'asm volatile("bar.sync 0;");\n' * 50000 + TAIL,
    "loops": HEAD + many(255, "for (int i@ = 0; i@ < n; i@++) {") + "s[threadIdx.x] = i0 + i254;" + "}" * 255 + TAIL,
    "fallthrough": HEAD + "switch (n) {\n" + many(5000, "case @: s[threadIdx.x] += @;\n") + "}\n" + TAIL,
    "branches": HEAD + many(1024, "if (n == @) s[threadIdx.x] = @;\n") + TAIL,
    "calls": calls + "__global__ void k(int *o) { o[threadIdx.x] = f25(o); }\n",
    "unrolled": HEAD + "\n#pragma unroll\nfor (int i = 0; i < 2000000000; i++) s[(threadIdx.x + i) % 256] = i;\n" + TAIL,
    "line": HEAD + "s[threadIdx.x] = " + "1 + " * 500000 + "1;\n" + TAIL,
    "braces": HEAD + "{" * 200000 + "}" * 200000 + TAIL,
    "numbers": HEAD + "s[0] = " + "9" * 3000000 + "; s[1] = 0x" + "f" * 3000000 + ";\n" + TAIL,
    "initialisers": "__device__ int a[] = {" + "1," * 500000 + "1};\n"
                    "__global__ void k(int *o) { o[threadIdx.x] = a[threadIdx.x]; }\n",
    "name": f"__device__ void {'n' * 100000}() {{ __syncthreads(); }}\n" + HEAD
            + f"if (threadIdx.x < 3) {'n' * 100000}();\n" + TAIL,
    # Host code is run for what its pointers hold.
    "host choices": HEAD + TAIL + host + "void run(float *a, float *b, int n) { k<<<1, 256>>>(pick(a, b, n), n); }\n",
    "host loops": HEAD + TAIL + "void run(float *a, int n) {\n" + "for (;;) {" * 200 + "k<<<1, 256>>>(a, n);"
                  + "}" * 200 + "}\n",
    "host recursion": HEAD + TAIL + "float *f(float *p, int n) { return n ? f(f(p, n - 1), n - 1) : p; }\n"
                      "void run(float *a, int n) { k<<<1, 256>>>(f(a, n), n); run(f(a, n), n - 1); }\n",
    "host arrays": HEAD + TAIL + "float *all[1 << 30]; struct s { float *p[1 << 20]; };\n"
                   "void run(s *t, int n) { s u[1 << 20]; u[n] = *t; all[n] = u[0].p[n];\n"
                   + many(3000, "all[@] = all[@ + n];\n") + "k<<<1, 256>>>(all[7], n); }\n",
    "launches": HEAD + TAIL + "void run(float *a, int n) {\n" + many(5000, "k<<<@ + 1, 256>>>(a + @, n);\n") + "}\n",
}
bad = False
for name, text in sources.items():
    with open("source.cu", "w") as source:
        source.write(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.argv[1], "-q", "--no-cache", "--timeout=4", "--format=json:r.json", "--format=text:r.txt",
                          "source.cu", "race.cu"], stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with open("r.json") as report:
        said = json.load(report)
    wrong = []
    whole = not said["notAnalysed"] and not any(f["rule"] == "parse-error" for f in said["findings"])
    if run.returncode != (1 if whole else 3):
        wrong.append(f"exit code {run.returncode}: {run.stderr[:200]!r}")
    if b"crashed" in run.stderr or len(run.stderr) > 300:
        wrong.append(f"{run.stderr[:300]!r}")
    if not any(f["file"] == "race.cu" and f["rule"] == "shared-race" for f in said["findings"]):
        wrong.append("the race beside it is not found")
    if seconds > 12:
        wrong.append(f"{seconds:.0f} s of processor time")
    if after.ru_maxrss >> 10 > 512:
        wrong.append(f"{after.ru_maxrss >> 10} MB")
    with open("r.txt") as lines:
        longest = max(map(len, lines))
    if longest > 400:
        wrong.append(f"a line of {longest} characters")
    print(f"{name}: {run.returncode}, {seconds:.1f} s, at most {after.ru_maxrss >> 10} MB so far {' '.join(wrong)}")
    bad |= bool(wrong)
sys.exit(bad)
END
finish
