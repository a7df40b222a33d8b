#!/usr/bin/env python3
"""The second opinion: runs CUDA programs on the CPU and compares with what the tool says.

  oracle.py --tool=TOOL --runtime=LIBRARY [--work=DIR] [-j N] [--quick=K/N] FILE|DIR...

For each program: its kernels are `contradicted` (proved, and a run showed what was proved impossible),
`quiet`, or `not run`, with the cause. Exit status: 0 no contradiction, 1 some, 77 no clang.
docs/second-opinion.md says what a run may and may not show.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shlex
import sys

import compile as compiling
import run as running
import verdicts as verdict


def sources(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, files in sorted(os.walk(path)):
            yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith(".cu"))


def header_words(path):
    """The `// flags:` of a case."""
    with open(path, errors="replace") as f:
        return [w for line in f for m in [re.match(r"// flags: (.*)", line)] if m
                for w in shlex.split(m.group(1))]


def expected(path, word):
    """The words after `// shows: ` and the like."""
    with open(path, errors="replace") as f:
        return [w for line in f if line.startswith("// %s: " % word)
                for w in line[len(word) + 5:].strip().split(", ")]


def unexpected(path, options, compiler):
    """What the program shows or says that its first lines do not expect; None if nothing."""
    program = os.path.join(options.work, os.path.basename(path)[:-3])
    try:
        compiler.program(path, program)
    except compiling.NotCompiled as why:
        return str(why)
    result = running.run(program, environment={"ORACLE_BUDGET": "100000"})
    shown = {e for l in result.launches.values() for e in l.events} or {"nothing"}
    if any(l.discarded for l in result.launches.values()):
        shown = {"discarded"}
    said = set(result.said) if expected(path, "says") else set()
    if shown == set(expected(path, "shows")) and said == set(expected(path, "says")):
        return None
    return "shows %s; says %s" % (", ".join(sorted(shown)), ", ".join(sorted(said)))


class Outcome:
    """What came of one file: a row per kernel that the tool names, and events of all that ran."""

    def __init__(self, path):
        self.path = path
        self.rows = []  # (Verdict, "contradicted" | "quiet" | "seen" | "not run", text)
        self.events = set()
        self.not_run = None
        self.said = ""


def examine(path, options, compiler):
    outcome = Outcome(path)
    flags = header_words(path)
    asked, _ = verdict.ask(options.tool, [path], flags)
    program = os.path.join(options.work, "%s-%d" % (os.path.basename(path), os.getpid()))
    try:
        kernels = compiler.program(path, program)
        result = running.run(program)
        outcome.said = result.said[0] if result.said else ""
    except compiling.NotCompiled as why:
        outcome.not_run = str(why)
        outcome.rows = [(v, "not run", str(why)) for v in asked]
        return outcome
    if not result.launches:
        outcome.not_run = result.unmodelled or "no launch"
    for v in asked:
        outcome.rows.append((v, *judge(v, [u for u in asked if u.line == v.line], kernels, result, program)))
    for launches in result.launches.values():
        outcome.events |= set(launches.events)
        if launches.unmodelled:
            outcome.not_run = launches.unmodelled
    os.remove(program)
    return outcome


def judge(v, same_place, kernels, result, program):
    """The word on one verdict, and why."""
    ran = [(block, l) for (number, block), l in result.launches.items()
           if number < len(kernels) and kernels[number].line == v.line and
           os.path.basename(kernels[number].file) == os.path.basename(v.file)]
    seen, quiet, why = [], False, result.unmodelled or "no launch"
    for block, l in ran:
        against = verdict.contradictions(same_place, block, l.events)
        if against:
            return "contradicted", describe(against, l, program, block)
        if l.events:
            seen += sorted(l.events)
        if l.unmodelled or (not l.done and l.discarded):
            why = l.unmodelled or "discarded: " + ", ".join(sorted(l.discarded))
        elif v.blocks and not v.covers(block):
            why = "launched with another shape only"
        else:
            quiet = quiet or l.done > 0
    if v.unknown_assumption() and quiet:
        return "not run", "assumption: " + v.unknown_assumption()
    if seen:
        return "seen", ", ".join(sorted(set(seen)))
    return ("quiet", "") if quiet else ("not run", why)


def describe(kinds, launches, program, block):
    parts = []
    for kind in kinds:
        (a, b), where = next(iter(launches.events[kind].items()))
        at, other = running.places(program, [a, b])
        parts.append("%s at %s with %s, %s, block %dx%dx%d" % (kind, at, other, where, *block))
    return "; ".join(parts)


def report(outcomes, verbose):
    count = collections.Counter()
    causes = collections.Counter()
    contradicted = []
    for o in outcomes:
        for v, word, text in o.rows:
            proved = "proved" if verdict.proved(v) else v.word
            count[proved, word] += 1
            if word == "contradicted":
                contradicted.append("%s:%d: %s: %s" % (v.file, v.line, v.name, text))
            if word == "not run" and proved == "proved":
                causes[re.sub(r"^\S+: (fatal )?error: ", "", text)] += 1
            if verbose:
                print("%s:%d: %s: %s, %s %s" % (v.file, v.line, v.name, proved, word, text))
    print("%d files; kernels proved: %s" % (len(outcomes), ", ".join(
        "%s %d" % (w, count["proved", w]) for w in ("contradicted", "quiet", "seen", "not run"))))
    for cause, n in causes.most_common(12):
        print("  not run, %d: %s" % (n, cause))
    bad = [o for o in outcomes if os.path.basename(o.path).startswith("bad_")]
    if bad:
        against = [o for o in bad if o.events - {"same-value"}]
        print("bad cases: %d, of which %d show something and %d were not run" % (
            len(bad), len(against), len([o for o in bad if o.not_run])))
        for o in bad:
            if verbose and o not in against:
                print("  nothing seen: %s: %s" % (o.path, o.not_run or "ran"))
    good = [o for o in outcomes if os.path.basename(o.path).startswith("good_") and not o.not_run]
    if good:
        wrong = [o.path for o in good if o.said != "OK"]
        print("good cases that ran: %d, not OK by their own word: %s" % (len(good), ", ".join(wrong) or "none"))
    for line in contradicted:
        print("CONTRADICTED %s" % line)
    return 1 if contradicted else 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tool", required=True)
    p.add_argument("--runtime", required=True)
    p.add_argument("--work", default="/tmp/oracle")
    p.add_argument("--quick", default="0/1", help="K/N: each Nth file, from the Kth")
    p.add_argument("-j", type=int, default=2)
    p.add_argument("--expectations", action="store_true", help="compare with `// shows:` in the files")
    p.add_argument("-v", action="store_true")
    p.add_argument("paths", nargs="+")
    options = p.parse_args()
    clang = compiling.find_clang()
    if not clang:
        print("skipped: no clang++-NN with NN >= 19 on x86-64")
        return 77
    compiler = compiling.Compiler(clang, options.runtime, options.work)
    start, step = (int(n) for n in options.quick.split("/"))
    paths = list(sources(options.paths))[start::step]
    work = unexpected if options.expectations else examine
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        outcomes = list(pool.map(lambda path: work(path, options, compiler), paths))
    if not options.expectations:
        return report(outcomes, options.v)
    wrong = [(path, o) for path, o in zip(paths, outcomes) if o]
    for path, text in wrong:
        print("%s: %s" % (path, text))
    print("%d programs, %d not as expected" % (len(paths), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
