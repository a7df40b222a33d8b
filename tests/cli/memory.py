"""Writes sources that are large in one way each: memory.py FOLDER SCALE. Prints their names.

At scale 100 they are the largest that the tool promises to take within 512 MB."""
import os
import sys

folder, scale = sys.argv[1], int(sys.argv[2])


def write(name, *parts):
    with open(os.path.join(folder, name), "w") as out:
        out.write("".join(parts))
    print(name)


def each(count, text, least=1):
    return "".join(text.replace("@", str(i)) for i in range(max(least, count * scale // 100)))


head = "__global__ void k(int *o, int n) {\n    __shared__ int s[64];\n"
tail = "    o[0] = s[0];\n}\n"
write("statements.cu", head, each(100000, "    o[threadIdx.x + @] = @;\n"), tail)
write("accesses.cu", head, each(20000, "    s[threadIdx.x * @ % 64] = @;\n"), tail)
write("cases.cu", head, "    switch (n) {\n",
      each(20000, "    case @: s[threadIdx.x] = @; break;\n"), "    }\n", tail)
write("branches.cu", head, each(4096, "    if (n == @) s[threadIdx.x] = @;\n"), tail)
write("barriers.cu", head, each(4096, "    if (o[@]) __syncthreads();\n    s[threadIdx.x] = @;\n"), tail)
write("structs.cu", "struct S0 { int a; };\n",
      "".join(f"struct S{i} {{ S{i - 1} x[2]; }};\n" for i in range(1, 31)),
      "__global__ void k(int *o) {\n    __shared__ S29 s;\n    s.x[threadIdx.x & 1].x[0] = S27();\n",
      "    o[0] = ((int *)&s)[0];\n}\n")
write("commas.cu", head, "    ", ", ".join(f"o[{i}] = {i}" for i in range(200 * scale)), ";\n", tail)
write("line.cu", "/*", "ab " * (50000 * scale), "*/ ", head.replace("\n", " "), " " * (9000 * scale),
      "s[threadIdx.x] = n;" + tail)
write("chain.cu", "__device__ int f0(int *p) { return p[threadIdx.x]; }\n",
      "".join(f"__device__ int f{i}(int *p) {{ p[{i}] = 1; return f{i - 1}(p) + f{i - 1}(p + 1); }}\n"
              for i in range(1, 129)),
      head, "    o[1] = f128(s);\n", tail)
