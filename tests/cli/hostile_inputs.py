"""Hostile inputs from a seed: hostile_inputs.py TOOL SEED COUNT.

Each input is a source, and now and then a configuration, a baseline, a diff or a database, that tries
to crash, stop or mislead the tool: nesting, repetition, odd bytes, macros, templates, comments that
look like suppressions, names that no terminal should see. Around it stands a kernel whose race is
certain: a run that ends with exit code 0 has been talked out of it."""
import json
import os
import random
import resource
import subprocess
import sys

tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

RACE = """
__global__ void certain(float *o) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[255 - threadIdx.x];
}
void launch_certain(float *p) { certain<<<1, 256>>>(p); }
"""
NAMES = ["n", "__syncthreads_", "\u202ename", "threadIdx_", "a" * 3000, "o\u0301", "operator_", "\U0001f41b"]
TYPES = ["int", "float", "long long", "unsigned char", "double", "volatile int", "char *", "bool"]
OPERATORS = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", ",", "==", "<", "?:"]
CALLS = ["__syncthreads()", "__syncwarp()", "__syncthreads_and(1)", "__threadfence()", "__trap()",
         "__shfl_sync(-1, 1, 2)", "atomicAdd(o, 1)", "printf(\"%n\", o)", "__builtin_trap()",
         "asm volatile(\"bar.sync 0, 64;\")", "asm(\"{ \")", "asm volatile(\"bra L; L:\")", "alloca(1 << 30)"]


class Source:
    """One source, of statements that chance chooses; a tame one is C++ as a rule."""

    def __init__(self, chance, tame):
        self.chance, self.tame, self.labels = chance, tame, 0
        self.room = chance.choice([20, 100, 400])

    def number(self):
        return self.chance.choice(["0", "1", "31", "32", "-1", "2147483647", "-2147483648", "1LL << 62",
                                   "0x" + "f" * 16, "1e308", "08", "'\\0'", "1.0f", "9" * 60])

    def expression(self, depth):
        c = self.chance
        if depth <= 0 and self.tame:
            return c.choice(["threadIdx.x", "blockDim.y", "n", "o[0]", "s[n]", "*o", "i", "sizeof(s)", "warpSize",
                             "31", "0", "-1", "2147483647", "o[threadIdx.x]", "threadIdx.y * n", "n - i"])
        if depth <= 0:
            return c.choice(["threadIdx.x", "blockDim.y", "n", "o[0]", "s[n]", "*o", "i", "x", "sizeof(s)",
                             self.number(), "warpSize", "clock64()", "undeclared", "o[threadIdx.x]"])
        kind = c.randrange(8)
        inner = self.expression(depth - 1)
        if self.tame:
            return c.choice([f"({inner} {c.choice(OPERATORS[:10])} {self.expression(depth - 2)})", f"-({inner})",
                             f"(int)({inner})", f"s[({inner}) & 63]", f"(({inner}) ? n : i)"])
        if kind == 0:
            return f"(({c.choice(TYPES)})({inner}))"
        if kind == 1:
            return f"s[({inner}) % 64]"
        if kind == 2:
            return f"[=](auto v) {{ return v + ({inner}); }}({self.number()})"
        if kind == 3:
            return f"({inner} ? {self.expression(depth - 1)} : {self.number()})"
        if kind == 4:
            return c.choice("-~!+") + f"({inner})"
        operator = c.choice(OPERATORS[:-1])
        return f"({inner} {operator} {self.expression(depth - 2)})"

    def statement(self, depth):
        c = self.chance
        self.room -= 1
        calls = CALLS[:7] if self.tame else CALLS
        if self.room < 0 or depth <= 0:
            return c.choice(["s[threadIdx.x % 64] = 1;", "o[0] = s[1];", c.choice(calls) + ";", ";", "{ }"])
        kind = c.choice([0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 7, 8, 8, 9, 14]) if self.tame else c.randrange(15)
        body = self.statement(depth - 1)
        value = self.expression(c.randrange(5))
        if kind == 0:
            return f"if ({value}) {{ {body} }} else {{ {self.statement(depth - 1)} }}"
        if kind == 1:
            step = c.choice(["1", "2", "blockDim.x", "n", "-1"]) if self.tame else self.number()
            start = c.choice(["0", "threadIdx.x", "n"]) if self.tame else self.number()
            return f"for (int i = {start}; i < ({value}); i += {step}) {{ {body} }}"
        if kind == 2:
            return f"while ({value}) {{ {body} {c.choice(['break;', 'continue;', 'return;', 'i++;'])} }}"
        if kind == 3:
            cases = "".join(f"case {k}: {self.statement(depth - 2)} " + c.choice(["break; ", ""])
                            for k in c.sample(range(-9, 99), c.randrange(6)))
            return f"switch ({value}) {{ {cases} default: {body} }}"
        if kind == 4:
            label = f"L{c.randrange(10 ** 9)}"
            if self.tame:
                return f"{label}: {{ {body} }} if ({value}) goto {label};"
            return c.choice([f"{label}: {{ {body} }} if ({value}) goto {label};",
                             f"goto {label}; {body} {label}: ;", f"goto *&&{label}; {label}: {body}"])
        if kind == 5:
            return f"do {{ {body} }} while ({value});"
        if kind == 6:
            return c.choice(calls) + "; " + body
        if kind == 7:
            deep = c.randrange(60)
            return "{ " * deep + body + " }" * (deep if self.tame else c.randrange(60))
        if kind == 8:
            return f"s[({value}) & 63] = {self.expression(2)}; {body}"
        if kind == 9:
            return f"{{ {c.choice(TYPES)} x{c.randrange(9)} = {value}; {body} }}"
        if kind == 10:
            return f"struct T{c.randrange(10 ** 6)} {{ int v[{self.number()}]; ~T(); }}; {body}"
        if kind == 11:
            return f"/* {c.choice(['NOLINT', 'cudasynclint: ignore', '*' * 99])} {body[:30].replace('*/', '')} */ {body}"
        if kind == 12:
            return f"#define M{c.randrange(99)}(x) x x\n{body}"
        if kind == 13:
            return f"try {{ {body} }} catch (...) {{ }}"
        return body + " " + self.statement(depth - 1)

    def kernel(self, name):
        c = self.chance
        if self.tame:
            return (f"__global__ void {name}(int *o, int n) {{\n    __shared__ int s[64];\n    int i = n;\n"
                    f"    {self.statement(c.randrange(2, 9))}\n}}\n")
        template = c.choice(["", "", "", "template <typename T, int N> ", "template <class... A> "])
        bounds = c.choice(["", "", "__launch_bounds__(0) ", "__launch_bounds__(-1, 1 << 30) "])
        return (f"{template}__global__ void {bounds}{name}(int *o, int n) {{\n    __shared__ int s[64];\n"
                f"    int i = 0; (void)i;\n    {self.statement(c.randrange(1, 9))}\n}}\n")


def wild_header(c):
    return c.choice([
        "", "", "#pragma once\n", "#include __FILE__\n#if __INCLUDE_LEVEL__ > 3\n#error deep\n#endif\n",
        "#define __global__ __device__\n#undef __global__\n", "#if 0\n#endif\n", "#line 4000000000 \"/etc/passwd\"\n",
        "#include \"/etc/passwd\"\n", "#include </dev/zero>\n", "#embed \"/etc/shadow\"\n",
        "#pragma clang diagnostic ignored \"-W\"\n", "#pragma GCC poison certain2\n", "namespace {\n}\n",
        "template <int N> struct R { static const int v = R<N - 1>::v; };\nconstexpr int r = R<4000>::v;\n",
        "using namespace std;\nextern \"C\" {\n}\n", "_Pragma(\"unroll 999999999\")\n",
        "#define X X X X X X X X\nX\n", "struct S { struct S *s; } *q;\n", "\ufeff", "static_assert(0, \"\x1b[31m\");\n",
        "int a[1 << 20] = {1};\n", "enum { " + ", ".join(f"e{i}" for i in range(300)) + " };\n"])


def damage(c, text):
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(c.choice([0, 0, 0, 1, 3, 20])):
        at = c.randrange(len(data) + 1)
        data[at:at + c.randrange(20)] = c.choice([b"\0", b"\xff\xfe", b"{", b")", b"*/", b"/*", b"\"", b"R\"x(",
                                                  b"??/\n", b"\r", b"\\\n", b"", b"#", b"\x1b]0;x\x07"])
    return bytes(data)


def suppressions(c):
    rules = ["shared-race", "*", "", "none", "shared-race," * 200, "a" * 5000]
    kinds = ["ignore", "ignore-begin", "ignore-end", "ignore-file", "ignore-kernel", "NOLINT", "IGNORE", "ignore\x00"]
    return "".join(f"// cudasynclint: {c.choice(kinds)}[{c.choice(rules)}]{c.choice(['', ' why'])}\n"
                   for _ in range(c.randrange(40)))


def extra_file(c):
    """A further text of strangers and how the tool is given it."""
    junk = c.choice(["", "{", "[" * 900, "\0", "null", "{\"a\": " * 200 + "1" + "}" * 200, "- " * 500, "&a [*a]",
                     "checks: '*'\n" * 3, "fail-on: never\n", "exclude: ['**']\n", "exta: 1\n"])
    kind = c.randrange(12)
    if kind == 0:
        return ["--config=junk.yaml"], {"junk.yaml": junk}
    if kind == 1:
        return ["--baseline=junk.json"], {"junk.json": junk}
    if kind == 2:
        diff = "".join(c.choice(["--- a/x\n", "+++ b/a.cu\n", "@@ -1 +1,9 @@\n", "+x\n", "-y\n", " z\n", "Binary files\n"])
                       for _ in range(c.randrange(30)))
        return ["--changed-lines=junk.diff"], {"junk.diff": diff + junk}
    if kind == 3:
        entry = {"directory": c.choice([".", "/", "\n", ""]), "file": c.choice(["a.cu", "../a.cu", ""]),
                 "arguments": ["nvcc", c.choice(["-I/", "-include/etc/passwd", "@a.cu", "-fplugin=x.so", "-o", "-D"])] * 3}
        return ["-p", "."], {"compile_commands.json": c.choice([junk, json.dumps([entry] * c.randrange(1, 90))])}
    return [], {}


def run(number, command):
    """What went wrong, or None; the exit code."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=200)
    except subprocess.TimeoutExpired:
        return "no end", None, b""
    if done.returncode not in (0, 1, 2, 3):
        return f"exit code {done.returncode}", done.returncode, done.stderr
    if b"crashed" in done.stderr:
        return "a worker crashed", done.returncode, done.stderr
    if b"\x1b" in done.stdout or b"\x1b" in done.stderr:
        return "an escape sequence", done.returncode, done.stderr
    return None, done.returncode, done.stderr


def one(number):
    c = random.Random(f"{seed} {number}")
    source = Source(c, c.random() < 0.6)
    names = NAMES[:2] if source.tame else NAMES
    wild = "".join(source.kernel(c.choice(names) + str(i)) for i in range(c.randrange(1, 5)))
    gaps = ["" if source.tame else wild_header(c), wild, suppressions(c)]
    plain = not source.tame and c.random() < 0.5  # the certain race is alone in a file beside it
    text = damage(c, "".join(gaps)) if plain else "".join(gaps[:1]).encode() + RACE.encode() + "".join(gaps[1:2]).encode()
    files = {"a.cu": text, "b.cu": RACE.encode()}
    options, more = extra_file(c)
    files.update({name: body.encode("utf-8", "surrogateescape") for name, body in more.items()})
    for name, body in files.items():
        with open(name, "wb") as out:
            out.write(body)
    command = [tool, "-q", "--no-cache", "--timeout=5", "--format=json:out.json", "--format=text", *options]
    wrong, code, said = run(number, command + ["a.cu", "b.cu"])
    decides = any(name.startswith("junk") for name in more)  # may well say that nothing counts
    if not wrong and code == 0 and not decides:
        wrong = "clean, with a certain race"
    if not wrong and code in (0, 1, 3):
        with open("out.json") as report:
            kernels = json.load(report)["kernels"]
        if any(k["name"] == "certain" and k["verdict"] == "proved" for k in kernels):
            wrong = "a certain race is proved to be none"
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    if used > 1024:
        wrong = f"{used} MB"
    if wrong:
        print(f"input {number} of seed {seed}: {wrong}: {said[:200]!r}")
        for name, body in files.items():
            keep = os.environ.get("KEEP")
            if keep:
                with open(os.path.join(keep, f"{number}-{name}"), "wb") as out:
                    out.write(body)
    for name in more:
        os.unlink(name)
    return wrong is None, used, code


bad, codes = 0, {}
for number in range(count):
    good, used, code = one(number)
    bad += not good
    codes[code] = codes.get(code, 0) + 1
    if used > 1024:
        break  # the largest of all runs so far
print(f"{count} inputs, {bad} bad, at most {used} MB, exit codes {codes}")
sys.exit(bad > 0)
