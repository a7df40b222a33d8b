"""CUDA source to a program for the CPU.

clang compiles the file twice in CUDA mode, with the CPU as the target of both: the device pass gives the
kernels, with a hook before each access, the host pass everything else. The text of both results is
edited a little: variables of the device go to sections that the runtime finds, and the stub of each
kernel becomes a jump into the runtime with the kernel's address.
"""

import hashlib
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "include")
ARCH = 800
STUB = "__device_stub__"

COMMON = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-std=c++17", "-w",
          "-gline-tables-only", "-O0", "-fno-discard-value-names", "-ferror-limit=3",
          "-I" + INCLUDE, "-I" + os.path.join(INCLUDE, "empty")]
# What these catch is undefined in C++: the run is discarded. An -O0 build keeps every access.
UNDEFINED = "signed-integer-overflow,shift-exponent,integer-divide-by-zero,bounds"
DEVICE = ["-DORACLE_DEVICE_PASS", "-DORACLE_ARCH=%d" % ARCH, "-Xclang", "-fcuda-is-device",
          "-fsanitize=thread,%s" % UNDEFINED, "-fsanitize-trap=%s" % UNDEFINED,
          "-mllvm", "-tsan-instrument-read-before-write",
          "-mllvm", "-tsan-distinguish-volatile"]


class NotCompiled(Exception):
    """The file is none that this way of compiling takes; the text says why."""


def find_clang():
    """The newest clang++ of 19 or later with its version, or None."""
    if os.uname().machine != "x86_64":
        return None
    for version in range(40, 18, -1):
        path = shutil.which("clang++-%d" % version)
        if path:
            return path
    return None


def first_error(text):
    for line in text.splitlines():
        if "error:" in line or "undefined reference" in line:
            return line.strip()[:300]
    return text.strip()[:300] or "no message"


class Kernel:
    """A kernel of a compiled program: its symbol and where its name stands in the source."""

    def __init__(self, symbol, file, line):
        self.symbol, self.file, self.line = symbol, file, line


class Compiler:
    """Compiles into `work`, a folder that keeps the precompiled header for later runs."""

    def __init__(self, clang, runtime, work):
        self.clang, self.runtime, self.work = clang, runtime, work
        os.makedirs(work, exist_ok=True)
        digest = hashlib.sha256(repr((COMMON, DEVICE, clang)).encode())
        for folder, _, files in sorted(os.walk(INCLUDE)):
            for name in sorted(files):
                path = os.path.join(folder, name) # clang refuses what is older than its headers
                digest.update(repr((path, os.stat(path).st_mtime_ns)).encode())
        self.headers = {}
        for name, flags in (("device", DEVICE), ("host", [])):
            path = os.path.join(work, "%s-%s.pch" % (name, digest.hexdigest()[:16]))
            if not os.path.exists(path):
                new = "%s.%d" % (path, os.getpid())
                with open(new, "wb") as out: # clang writes it to its standard output
                    self._call(COMMON + flags + ["-fsyntax-only", "-Xclang", "-emit-pch",
                               os.path.join(INCLUDE, "oracle_cuda.h")], new, out)
                os.replace(new, path)
            self.headers[name] = path

    def _call(self, arguments, output, to=subprocess.DEVNULL):
        done = subprocess.run([self.clang] + arguments, stdout=to, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0 or not os.path.exists(output):
            raise NotCompiled(first_error(done.stderr.decode(errors="replace")))

    def _pass(self, name, flags, source, extra, output):
        self._call(COMMON + flags + ["-Xclang", "-include-pch", "-Xclang", self.headers[name]] + extra +
                   ["-S", "-emit-llvm", source, "-o", output], output)
        with open(output) as f:
            return f.read()

    def device(self, source, output, extra=()):
        """The text of the device pass, as clang wrote it."""
        text = self._pass("device", DEVICE, source, list(extra), output + ".d.ll")
        os.remove(output + ".d.ll")
        if re.search(r"^  [^\n]*\bcall [^\n]* asm ", text, re.M):
            raise NotCompiled("inline assembler")
        return text

    def program(self, source, output, extra=()):
        """Builds `output`; returns its kernels, whose numbers in the report are their positions."""
        device = self.device(source, output, extra)
        host = self._pass("host", [], source, list(extra), output + ".h.ll")
        device, variables, dynamic = edit_device(device)
        host, stubs = edit_host(host, variables)
        pairs = [(stub, kernel_of(stub)) for stub in stubs]
        self._link(output, dynamic, {".d.ll": device, ".h.ll": host, ".s": trampolines(pairs, host)})
        return locate(device, [kernel for _, kernel in pairs])

    def constructed(self, output, device, caller, symbols):
        """Builds `output` of a device pass and a C++ program that calls stub0, stub1, ... for them."""
        device, _, dynamic = edit_device(device)
        pairs = [("stub%d" % i, symbol) for i, symbol in enumerate(symbols)]
        self._link(output, dynamic, {".d.ll": device, ".cc": caller, ".s": trampolines(pairs, "")})

    def _link(self, output, dynamic, texts):
        for suffix, text in texts.items():
            with open(output + suffix, "w") as f:
                f.write(text)
        try:
            self._call(["-no-pie", "-w", *[output + suffix for suffix in texts], self.runtime, "-lm", "-o", output] +
                       ["-Wl,--defsym=%s=oracle_dynamic" % d for d in dynamic], output)
        finally:
            for suffix in texts:
                os.remove(output + suffix)


# ---- the text of LLVM IR ----------------------------------------------------------------------------

GLOBAL = re.compile(r'^@("[^"]+"|[\w.$]+) = (.*?)\b(global|constant) (.*)$')
TAIL = re.compile(r"((?:, comdat(?:\(\$[^)]*\))?)?(?:, align \d+)?(?:, ![\w.]+ !\d+)*)$")


def edit_device(text):
    """Puts variables into sections; returns the text, their names, and the `extern __shared__` ones."""
    out, names, dynamic = [], set(), []
    for line in text.splitlines():
        m = GLOBAL.match(line)
        if m and "external " in m.group(2) and m.group(4).startswith("[0 x "):
            dynamic.append(m.group(1))
        elif m and is_variable(m):
            names.add(m.group(1))
            section = "oracle_shared" if re.search(r" undef\b", m.group(4)) else "oracle_global"
            tail = TAIL.search(m.group(4)).group(1)
            body = m.group(4)[:len(m.group(4)) - len(tail)]
            linkage = re.sub(r"\b(internal|private|externally_initialized) ", "", m.group(2))
            line = '@%s = %sglobal %s, section "%s"%s' % (m.group(1), linkage, body, section, tail)
        elif line.startswith("define internal "):
            line = line.replace("define internal ", "define ", 1) if "tsan.module" not in line else line
        out.append(line)
    return "\n".join(out) + "\n", names, dynamic


def is_variable(m):
    """Not a constant, not a declaration, nothing of LLVM's own."""
    if m.group(1).startswith("llvm.") or "external " in m.group(2):
        return False
    return m.group(3) == "global" or "externally_initialized" in m.group(2)


def kernel_of(stub):
    return re.sub(r"(\d+)" + STUB, lambda m: str(int(m.group(1)) - len(STUB)), stub).replace(STUB, "")


def edit_host(text, variables):
    """Cuts the stubs out; variables of the device are the device's. Returns the text and the stubs."""
    out, stubs, cutting = [], [], False
    for line in text.splitlines():
        m = re.match(r'define [^@]*@("[^"]+"|[\w.$]+)\(', line)
        if m and STUB in m.group(1):
            stubs.append(m.group(1))
            out.append("declare void @%s()" % m.group(1))
            out.append(thunk(len(stubs) - 1, m.group(1), line))
            cutting = True
        g = GLOBAL.match(line)
        if g and g.group(1) in variables:
            line = "@%s = external global i8" % g.group(1)
        if not cutting:
            out.append(line)
        if cutting and line == "}":
            cutting = False
    return "\n".join(out) + "\n", stubs


def parameters(line):
    """What stands between the brackets of a `define`, split at its outer commas."""
    depth, parts, part = 0, [], ""
    for c in line[line.index("(", line.index("@")) + 1:]:
        if c in "([{<":
            depth += 1
        if c in ")]}>":
            depth -= 1
        if depth < 0:
            break
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()] if part.strip() else parts


def thunk(number, stub, line):
    """A function that loads the arguments of a stub from an array of pointers to them and calls it."""
    code, call, slots = [], [], []
    for i, parameter in enumerate(parameters(line)):
        words, name = parameter.rsplit(" %", 1)
        base, offset = re.sub(r"\.coerce[01]?$", "", name), 8 if name.endswith(".coerce1") else 0
        if base not in slots:
            slots.append(base)
        code += ["  %%s%d = getelementptr ptr, ptr %%args, i64 %d" % (i, slots.index(base)),
                 "  %%p%d = load ptr, ptr %%s%d" % (i, i),
                 "  %%q%d = getelementptr i8, ptr %%p%d, i64 %d" % (i, i, offset)]
        kind = re.match(r"(<[^>]*>|\{[^}]*\}|\S+)", words).group(1)
        if "byval(" in words:
            call.append("%s %%q%d" % (words, i))
        else:
            code.append("  %%v%d = load %s, ptr %%q%d" % (i, kind, i))
            call.append("%s %%v%d" % (words, i))
    return "define void @oracle_thunk.%d(ptr %%args) {\n%s\n  call void @%s(%s)\n  ret void\n}" % (
        number, "\n".join(code), stub, ", ".join(call))


def trampolines(pairs, host):
    """The stubs of kernels in assembler, and the table that finds the caller of one."""
    text, table = ".text\n", ".section .data.rel.ro,\"aw\"\n.globl oracle_stubs\noracle_stubs:\n"
    for i, (stub, kernel) in enumerate(pairs):
        text += ".globl %s\n%s:\n  lea %s(%%rip), %%r11\n  mov $%d, %%r10d\n  jmp oracle_launch_stub\n" % (
            stub, stub, kernel, i)
        if "@oracle_thunk.%d(" % i in host:
            table += "  .quad %s, oracle_thunk.%d\n" % (stub, i)
    return text + table + "  .quad 0, 0\n.section .note.GNU-stack,\"\",@progbits\n"


DEFINE = re.compile(r'^define [^\n]*@("[^"]+"|[\w.$]+)\([^\n]*!dbg !(\d+)', re.M)
SUBPROGRAM = re.compile(r"^!(\d+) = distinct !DISubprogram\([^\n]*?file: !(\d+), [^\n]*?line: (\d+)", re.M)
FILE = re.compile(r'^!(\d+) = !DIFile\(filename: "([^"]*)"', re.M)


def locate(device, symbols):
    """Where the debug information says that the kernels stand."""
    scope = dict(DEFINE.findall(device))
    at = {number: (file, line) for number, file, line in SUBPROGRAM.findall(device)}
    files = dict(FILE.findall(device))
    places = [at.get(scope.get(symbol), ("", "0")) for symbol in symbols]
    return [Kernel(symbol, files.get(file, ""), int(line)) for symbol, (file, line) in zip(symbols, places)]
