#!/usr/bin/env python3
"""Constructed launches: proved kernels, called with corner values in corner shapes.

  construct.py --tool=TOOL --runtime=LIBRARY [--work=DIR] [-j N] [-v] DIR|FILE...

The host's code is not run, only the device pass is compiled, so that a file whose libraries are missing
can be judged too. Pointers get windows of their own, filled in three ways; where the proof does not assume that
they are distinct, each third launch passes one window for all, some bytes apart. Integers are the constants of the
kernel and their neighbours, the sizes of block and grid, and limits of the types. A kernel that takes a
structure is not run, nor one whose proof assumes what is not known here.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import sys

import compile as compiling
import oracle
import run as running
import verdicts as verdict

CORNERS = [0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 40, 64, 100, 127, 128, 255, 256, 1000, 1500, 32767, 65536,
           2147483647, -1, -5, -2147483648]
WIDE = [1 << 32, (1 << 63) - 1]
SHAPES = [(1, 1, 1), (32, 1, 1), (33, 1, 1), (64, 1, 1), (48, 2, 1), (16, 16, 1), (4, 4, 4), (1000, 1, 1), (1024, 1, 1)]
GRIDS = [(1, 1, 1), (2, 1, 1), (3, 2, 1)]
EVERY_LAUNCH = r"(\w+) is (-?\d+) in every launch"
LAUNCHES = 120  # of a kernel
C_TYPES = {"ptr": "void *", "i1": "bool", "i8": "char", "i16": "short", "i32": "int", "i64": "long long",
           "float": "float", "double": "double"}

HEAD = """struct dim3 { unsigned x, y, z; };
extern "C" {
void *oracle_allocate(unsigned long);
void oracle_label(const char *);
unsigned oracle_configure(struct dim3, struct dim3, unsigned long);
}
enum { WINDOW = 32 << 20, FILLED = 1 << 15 };
static int *window[%d];
static void fill(int how, unsigned n) {
    for (unsigned w = 0; w < n; w++)
        for (int i = -64; i < FILLED; i++)
            window[w][i] = how == 0 ? 0 : how == 1 ? i : (int)((unsigned)i * 2654435761u >> 28);
}
"""


class NotRun(Exception):
    pass


def parameters_of(device, symbol):
    """The parameters of the kernel: (type in LLVM's words, name)."""
    line = re.search(r"^define [^\n]*@%s\([^\n]*" % re.escape(symbol), device, re.M).group(0)
    found = []
    for p in compiling.parameters(line):
        kind = p.split(" ")[0]
        if kind not in C_TYPES or "byval" in p or ".coerce" in p:
            raise NotRun("a structure as parameter")
        found.append((kind, p.rsplit(" %", 1)[1]))
    return found


def values(device, symbol, block, grid):
    """Integers worth trying: limits, sizes, and what the kernel compares with."""
    body = device[re.search(r"^define [^\n]*@%s\(" % re.escape(symbol), device, re.M).start():]
    body = body[:body.index("\n}\n")]
    constants = {int(c) for c in re.findall(r"\bi(?:32|64) (-?\d+)\b", body)} | {
        int(c) for c in re.findall(r"icmp [^\n]*, (-?\d+)", body)}
    threads = block[0] * block[1] * block[2]
    near = {c + d for c in constants | {block[0], threads, threads * grid[0]} for d in (-1, 0, 1)}
    return CORNERS, sorted(near)


def launches(device, symbol, types, v, limit):
    """Random but the same each time: (block, grid, fill, arguments)."""
    r = random.Random(symbol)
    shapes = re.findall(r"(\d+)x(\d+)x(\d+)", v.blocks or "")
    shapes = [tuple(int(n) for n in s) for s in shapes] or SHAPES
    sizes = {"xyz".index(m.group(1)): int(m.group(2)) for a in v.assumptions
             for m in [re.match(r"blockDim\.([xyz]) is (\d+)", a)] if m}
    shapes = [s for s in shapes if all(s[i] == n for i, n in sizes.items())]
    if not shapes:
        raise NotRun("no shape fits the assumptions")
    assumed = {m.group(1): int(m.group(2)) for a in v.assumptions
               for m in [re.match(r"gridDim\.([xyz]) is (\d+)", a)] if m}
    fixed = {m.group(1): int(m.group(2)) for a in v.assumptions for m in [re.match(EVERY_LAUNCH, a)] if m}
    signs = any("is not negative" in a for a in v.assumptions)
    distinct = any(a.startswith("distinct") or "to the same memory" in a for a in v.assumptions)
    for i in range(limit):
        block = shapes[i % len(shapes)]
        grid = r.choice(GRIDS)
        grid = tuple(assumed.get(axis, n) for axis, n in zip("xyz", grid))
        corners, near = values(device, symbol, block, grid)
        equal = corners[i // len(shapes) % len(corners)]
        arguments, windows = [], 0
        aliased = not distinct and i % 3 == 2
        for t, name in types:
            if name in fixed and t[0] == "i":
                arguments.append("(%s)%dLL" % (C_TYPES[t], fixed[name]))
            elif t == "ptr":
                shift = r.choice([0, 0, 4, 8, 128, 256]) if aliased else 0
                arguments.append("(char *)window[%d] + %d" % (0 if aliased else windows, shift) if shift else
                                 "window[%d]" % (0 if aliased else windows))
                windows += 1
            elif t in ("float", "double"):
                arguments.append(r.choice(["0", "1", "2.5", "-3"]))
            else:
                pool = r.choice([corners, near, near]) + (WIDE if t == "i64" and r.random() < 0.2 else [])
                n = equal if i < len(corners) * len(shapes) // 2 else r.choice(pool)
                bits = int(t[1:])
                n = (n + (1 << bits - 1) & (1 << bits) - 1) - (1 << bits - 1) if bits > 1 else n & 1
                arguments.append("%dLL" % (abs(n + 1) if signs and n < 0 else n) if bits == 64 else
                                 "(int)%dLL" % (abs(n + 1) if signs and n < 0 else n))
        yield block, grid, i % 3, arguments


def caller(device, chosen):
    """A C++ program that makes the launches: its text, and how many stubs it has."""
    text, main, most = "", "", 1
    for number, (symbol, types, v) in enumerate(chosen):
        windows = [t for t, _ in types].count("ptr")
        most = max(most, windows)
        text += "void stub%d(%s);\n" % (number, ", ".join(C_TYPES[t] for t, _ in types) or "void")
        for block, grid, how, arguments in launches(device, symbol, types, v, LAUNCHES):
            label = "%s(%s)" % (v.name, ", ".join(arguments))
            main += '    fill(%d, %d);\n    oracle_label("%s");\n' % (how, windows, label.replace('"', ""))
            main += "    oracle_configure({%d, %d, %d}, {%d, %d, %d}, 49152);\n" % (*grid, *block)
            main += "    stub%d(%s);\n" % (number, ", ".join(arguments))
    return HEAD % most + 'extern "C" {\n' + text + "}\n" + (
        "int main(void) {\n    for (int i = 0; i < %d; i++)\n        window[i] = (int *)((char *)oracle_allocate(2ul * "
        "WINDOW) + WINDOW);\n" % most) + main + "}\n"


def examine(path, options, compiler):
    """Rows (Verdict, word, text) of the proved kernels of a file."""
    asked = [v for v in verdict.ask(options.tool, [path], options.tool_args)[0] if verdict.proved(v) and v.blocks]
    if not asked:
        return []
    program = os.path.join(options.work, "c%d-%s" % (abs(hash(path)) % 10 ** 8, os.path.basename(path)))
    extra = ["-I" + os.path.dirname(path)] + ["-I" + i for i in options.include]
    try:
        device = compiler.device(path, program, extra)
        chosen, rows = choose(device, asked, path)
        if chosen:
            compiler.constructed(program, device, caller(device, chosen), [c[0] for c in chosen])
            rows += judge(chosen, program)
            os.remove(program)
        return rows
    except compiling.NotCompiled as why:
        return [(v, "not run", str(why)) for v in asked]


def choose(device, asked, path):
    """Kernels that can be called: (symbol, types, Verdict); and rows of those that cannot."""
    symbols = [m.group(1) for m in re.finditer(r'^define [^\n]*@([\w.$]+)\([^\n]*!dbg', device, re.M)]
    at = collections.defaultdict(list)
    for k in compiling.locate(device, symbols):
        at[os.path.basename(k.file), k.line].append(k.symbol)
    chosen, rows = [], []
    for v in asked:
        here = at.get((os.path.basename(v.file), v.line), [])
        try:
            if not here:
                raise NotRun("no instance in the file")
            unknown = v.unknown_assumption() or next((a for a in v.assumptions if a.startswith("rows of")), None)
            if unknown:
                raise NotRun("assumption: " + unknown)
            if len([u for u in asked if u.line == v.line]) > 1:
                raise NotRun("several instances")
            for symbol in here:
                types = parameters_of(device, symbol)
                next(launches(device, symbol, types, v, 1))
                chosen.append((symbol, types, v))
        except NotRun as why:
            rows.append((v, "not run", str(why)))
    return chosen, rows


def judge(chosen, program):
    result = running.run(program, environment={"ORACLE_BUDGET": "300000", "ORACLE_INDEPENDENT": "1", "ORACLE_BLOCKS": "5",
                                               "ORACLE_SECONDS": "1"}, modes=(running.MODES[0], running.MODES[2]))
    rows = []
    for number, (_, _, v) in enumerate(chosen):
        done, against = 0, None
        for (n, block), l in result.launches.items():
            if n == number:
                done += l.done
                kinds = verdict.contradictions([v], block, l.events)
                against = against or (kinds and oracle.describe(kinds, l, program, block))
        if against:
            rows.append((v, "contradicted", against))
        else:
            rows.append((v, "quiet", "%d launches" % done) if done else (v, "not run", "no launch that counts"))
    return rows


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tool", required=True)
    p.add_argument("--runtime", required=True)
    p.add_argument("--work", default="/tmp/oracle")
    p.add_argument("-I", action="append", default=[], dest="include")
    p.add_argument("-j", type=int, default=2)
    p.add_argument("-v", action="store_true")
    p.add_argument("paths", nargs="+")
    options = p.parse_args()
    options.tool_args = ["--extra-arg=-I" + i for i in options.include]
    clang = compiling.find_clang()
    if not clang:
        print("skipped: no clang++-NN with NN >= 19 on x86-64")
        return 77
    compiler = compiling.Compiler(clang, options.runtime, options.work)
    paths = list(oracle.sources(options.paths))
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        outcomes = list(pool.map(lambda path: examine(path, options, compiler), paths))
    rows = [row for rows in outcomes for row in rows]
    count = collections.Counter(word for _, word, _ in rows)
    causes = collections.Counter(re.sub(r"^\S+: (fatal )?error: ", "", t) for _, w, t in rows if w == "not run")
    print("%d files, %d proved kernels: %s" % (len(paths), len(rows), ", ".join(
        "%s %d" % (w, count[w]) for w in ("contradicted", "quiet", "not run"))))
    for cause, n in causes.most_common(15):
        print("  not run, %d: %s" % (n, cause))
    for v, word, text in rows:
        if options.v or word == "contradicted":
            print("%s%s:%d: %s (%s): %s" % ("CONTRADICTED " if word == "contradicted" else "", v.file, v.line, v.name,
                                            v.blocks, text))
    return 1 if count["contradicted"] else 0


if __name__ == "__main__":
    sys.exit(main())
