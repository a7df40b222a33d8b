#!/usr/bin/env python3
"""How many barriers of a tree are missed when they are taken away, in place.

    bench/mutants.py [--tool=FILE] [--every=N] [--out=FILE] [--rows] TREE [-- COMPILER ARGS]

For every `__syncthreads();` on a line of its own in the CUDA files of the tree (every Nth with
--every) it makes three mutants, as tests/mutation does for the corpus: the barrier is deleted, put
under `if (threadIdx.x < 8)` (rows of 16 are common), and `if (threadIdx.x == 5) return;` comes before
it. The tree is copied; a line that the preprocessor drops makes no mutant. The tool reads the file and
those that include it. What there is to say counts against what is said of the unchanged file:

    shown    a finding more of medium or high confidence
    low      only findings of low confidence more
    proved   nothing more, and the kernels around are proved; or, where the unchanged file has a
             finding there, everything else about them is, and as many questions as before are races
    missed   nothing more otherwise

Prints a line per mutant to --out and the table. With --rows a second one: of the mutants that are low,
for each row of confidence.def how many would be shown if it alone were switched off.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

MOST_INPUTS = 8
ROWS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "analyzer", "analysis",
                    "confidence", "confidence.def")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
BARRIER = re.compile(r"^(\s*)__syncthreads\(\);")
KINDS = {
    "deleted": lambda indent, rest: indent + ";" + rest,
    "under a thread test": lambda indent, rest: indent + "if (threadIdx.x < 8) __syncthreads();" + rest,
    "early return before it":
        lambda indent, rest: indent + "if (threadIdx.x == 5) return; __syncthreads();" + rest,
}
CUDA = (".cu", ".cuh", ".h", ".hpp", ".inl")
COPIED = CUDA + (".c", ".cc", ".cpp", ".cxx", ".hh", ".hxx", ".inc", ".tpp")  # what CUDA files may include


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def copy_sources(tree, to):
    for folder, _, names in os.walk(tree):
        for name in names:
            source = os.path.join(folder, name)
            if name.endswith(COPIED) and os.path.isfile(source):
                place = os.path.join(to, os.path.relpath(source, tree))
                os.makedirs(os.path.dirname(place), exist_ok=True)
                shutil.copyfile(source, place)


def barriers(tree):
    found = []
    for folder, _, names in sorted(os.walk(tree)):
        for name in sorted(names):
            if name.endswith(CUDA):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="surrogateescape") as file:
                    found += [(os.path.relpath(path, tree), i)
                              for i, line in enumerate(file) if BARRIER.match(line)]
    return found


def includers(tree):
    """By name of a file: the files that include one of that name."""
    found = collections.defaultdict(set)
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                for included in INCLUDE.findall(file.read()):
                    found[os.path.basename(included)].add(os.path.relpath(path, tree))
    return found


def inputs(included_by, path):
    """The .cu files that are the file or come to include it; it alone where none does."""
    seen, work = {path}, [path]
    while work:
        for other in included_by[os.path.basename(work.pop())] - seen:
            seen.add(other)
            work.append(other)
    return sorted(p for p in seen if p.endswith(".cu"))[:MOST_INPUTS] or [path]


def look(tool, tree, files, rest):
    command = [tool, "--no-cache", "--format=json", "--min-confidence=low", "-j1", *files, "--", *rest]
    try:
        run = subprocess.run(command, cwd=tree, capture_output=True, timeout=600, check=False)
        report = json.loads(run.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return report


def rows_that_hide():
    with open(ROWS, encoding="utf-8") as file:
        return set(re.findall(r"^CAVEAT\((\w+), LOW,", file.read(), re.M))


def caveats(tool, tree, files, rest):
    """Each finding there is, with all rows that hold for it: (kernel, line and kind, rows)."""
    command = [tool, "--no-cache", "--dump=confidence", "-j1", *files, "--", *rest]
    try:
        run = subprocess.run(command, cwd=tree, capture_output=True, timeout=600, check=False, text=True)
    except subprocess.TimeoutExpired:
        return collections.Counter()
    found, kernel = collections.Counter(), None
    for line in run.stdout.splitlines():
        match = re.match(r"  (line \d+: .*), (?:low|medium|high): ?(.*)", line)
        if match:
            found[kernel, match.group(1), tuple(match.group(2).split())] += 1
        elif line.endswith(":"):
            kernel = line
    return found


def hiding(before, after, low):
    """The rows that hide something new by themselves."""
    alone = set()
    for _, _, rows in after - before:
        hidden_by = set(rows) & low
        if len(hidden_by) == 1:
            alone |= hidden_by
    return alone


def said(report, shown):
    return collections.Counter((f["rule"], f["function"], f["message"], f["confidence"] == "low")
                               for f in each(report) if shown == (f["confidence"] != "low"))


def write(place, lines, line, text):
    with open(place, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(lines[:line] + [text] + lines[line + 1:])


def around(report, path, line):
    """The kernels that hold the line; all of them if it stands in a function."""
    kernels = [k for k in report["kernels"]
               if os.path.normpath(k["file"]) == path and k["line"] <= line + 1 <= k["endLine"]]
    return kernels or report["kernels"]


def is_answered(before, after):
    """The kernel is proved, but for what was found in it before."""
    if after["verdict"] == "proved" or before["name"] != after["name"]:
        return after["verdict"] == "proved"
    for name, concern in after["concerns"].items():
        was = before["concerns"][name]
        found = concern["verdict"] == was["verdict"] == "findings"
        same = concern["queries"] | {"safe": 0} == was["queries"] | {"safe": 0}
        if concern["verdict"] not in ("proved", "nothing-asked", "off") and not (
                found and same and not concern["queries"]["undecided"]):
            return False
    return after["concerns"]["barriers"]["verdict"] == "proved"


def outcome(before, after, path, line):
    if not after:
        return "missed"
    if said(after, True) - said(before, True):
        return "shown"
    if said(after, False) - said(before, False):
        return "low"
    was, now = around(before, path, line), around(after, path, line)
    answered = len(was) == len(now) > 0 and all(map(is_answered, was, now))
    return "proved" if answered else "missed"


def print_outcomes(counts):
    print("| the barrier is | mutants | shown | low | proved | missed | shown of those not proved |")
    print("|---|---|---|---|---|---|---|")
    for kind, n in counts.items():
        rest = sum(n.values()) - n["proved"]
        share = f"{100 * n['shown'] / rest:.1f} %" if rest else "-"
        print(f"| {kind} | {sum(n.values())} | {n['shown']} | {n['low']} | {n['proved']} | "
              f"{n['missed']} | {share} |")


def print_rows(hidden):
    print("\n| without the row | " + " | ".join(KINDS) + " |\n|---|" + "---|" * len(KINDS))
    for row, n in sorted(hidden.items(), key=lambda item: (-sum(item[1].values()), item[0])):
        print(f"| {row} | " + " | ".join(str(n[kind]) for kind in KINDS) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/cudasynclint")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("tree")
    parser.add_argument("rest", nargs="*")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    log = open(options.out, "w", encoding="utf-8") if options.out else None
    counts = {kind: collections.Counter() for kind in KINDS}
    low, hidden, unchanged = rows_that_hide(), collections.defaultdict(collections.Counter), {}
    with tempfile.TemporaryDirectory() as tree:
        copy_sources(options.tree, tree)
        before, included_by = {}, includers(tree)
        for path, line in barriers(tree)[::options.every]:
            files = inputs(included_by, path)
            if path not in before:
                before[path] = look(tool, tree, files, options.rest)
            if not before[path] or not before[path]["kernels"]:
                continue
            place = os.path.join(tree, path)
            with open(place, encoding="utf-8", errors="surrogateescape") as file:
                lines = file.readlines()
            indent = BARRIER.match(lines[line])
            write(place, lines, line, "@ no statement @;\n")
            if look(tool, tree, files, options.rest) == before[path]:
                continue  # the preprocessor drops the line
            for kind, change in KINDS.items():
                write(place, lines, line, change(indent.group(1), lines[line][indent.end():]))
                result = outcome(before[path], look(tool, tree, files, options.rest), path, line)
                counts[kind][result] += 1
                if options.rows and result == "low":
                    after = caveats(tool, tree, files, options.rest)
                    write(place, lines, line, lines[line])
                    if path not in unchanged:
                        unchanged[path] = caveats(tool, tree, files, options.rest)
                    for row in hiding(unchanged[path], after, low):
                        hidden[row][kind] += 1
                if log:
                    print(result, kind, f"{path}:{line + 1}", sep="\t", file=log, flush=True)
            write(place, lines, line, lines[line])
    print_outcomes(counts)
    if options.rows:
        print_rows(hidden)


if __name__ == "__main__":
    sys.exit(main())
