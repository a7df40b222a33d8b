#!/usr/bin/env python3
"""Makes a generated kernel small that is proved and contradicted: what is left still is both.

  shrink.py --tool=TOOL --runtime=LIBRARY [--work=DIR] FILE...       rewrites each FILE
"""

import argparse
import os
import re
import sys

import compile as compiling
import run as running
import verdicts as verdict


def parts(text):
    """The text before the kernel's body, the body's lines, and the text after."""
    start = text.index("\n", text.index("__global__")) + 1
    end = text.index("\n}\n", start) + 1
    return text[:start], text[start:end].splitlines(), text[end:]


def still(text, options, compiler):
    """Proved, contradicted, and nothing discarded in the runs that contradict."""
    path = os.path.join(options.work, "shrink%d.cu" % os.getpid())
    with open(path, "w") as f:
        f.write(text)
    asked, _ = verdict.ask(options.tool, [path])
    if not asked or any(v.word != "proved" for v in asked):
        return False
    try:
        compiler.program(path, path[:-3])
    except compiling.NotCompiled:
        return False
    result = running.run(path[:-3], modes=running.MODES[:1], environment={
        "ORACLE_BUDGET": "100000", "ORACLE_INDEPENDENT": "1", "ORACLE_SECONDS": "1"})
    return any(verdict.contradictions(asked, block, l.events) for (_, block), l in result.launches.items())


def block_end(lines, i):
    """The line after the statement that begins at line i."""
    depth = 0
    for j in range(i, len(lines)):
        depth += lines[j].count("{") - lines[j].count("}")
        if depth <= 0 and (lines[j].rstrip().endswith((";", "}")) or j > i):
            return j + 1
    return len(lines)


def candidates(lines):
    """Smaller bodies: without a statement, without the statement around a block, with simpler values."""
    for i in range(len(lines)):
        end = block_end(lines, i)
        yield lines[:i] + lines[end:]
        if end - i > 2 and lines[i].rstrip().endswith("{"):
            yield lines[:i] + lines[i + 1:end - 1] + lines[end:]
    for i, line in enumerate(lines):
        for m in re.finditer(r"\([^()]*\)", line):
            for new in ("0", "1", "t", m.group()[1:-1]):
                yield lines[:i] + [line[:m.start()] + new + line[m.end():]] + lines[i + 1:]
        for m in re.finditer(r"\b(\w+) ([-+*/%&|^]|<<|>>) (\w+)\b", line):
            for new in (m.group(1), m.group(3)):
                yield lines[:i] + [line[:m.start()] + new + line[m.end():]] + lines[i + 1:]
        for m in re.finditer(r"\b\d\d+\b", line):
            yield lines[:i] + [line[:m.start()] + str(int(m.group()) // 2) + line[m.end():]] + lines[i + 1:]


def shrink(path, options, compiler):
    with open(path) as f:
        text = f.read()
    head, body, tail = parts(text)
    if not still(text, options, compiler):
        return "does not fail any more"
    steps, changed = 0, True
    while changed and steps < options.steps:
        changed = False
        for smaller in candidates(body):
            steps += 1
            if steps >= options.steps:
                break
            if len("".join(smaller)) < len("".join(body)) and \
                    still(head + "\n".join(smaller) + "\n" + tail, options, compiler):
                body, changed = smaller, True
                break
    head = without_helpers(head, body)
    with open(path, "w") as f:
        f.write(head + "\n".join(body) + "\n" + tail)
    return "%d lines, %d steps" % (len(body), steps)


def without_helpers(head, body):
    """Declarations that nothing names any more go."""
    pieces = re.split(r"\n(?=struct|__device__|template)", head)
    for i in range(len(pieces) - 1, 0, -1):
        names = re.findall(r"\b[a-z_]+\d+_\d+\b", pieces[i].split("__global__")[0])
        rest = "\n".join(pieces[i + 1:] + body) + pieces[-1][pieces[-1].find("__global__"):]
        if names and not any(n in rest for n in names):
            at = pieces[i].find("__global__")
            pieces[i] = pieces[i][at:] if at >= 0 else ""
    return "\n".join(p for p in pieces if p)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tool", required=True)
    p.add_argument("--runtime", required=True)
    p.add_argument("--work", default="/tmp/oracle")
    p.add_argument("--steps", type=int, default=400)
    p.add_argument("files", nargs="+")
    options = p.parse_args()
    compiler = compiling.Compiler(compiling.find_clang(), options.runtime, options.work)
    for path in options.files:
        print("%s: %s" % (path, shrink(path, options, compiler)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
