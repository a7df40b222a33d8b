#!/usr/bin/env python3
"""Generated kernels against the tool: a proved one that a run contradicts is a failure.

  generate.py --tool=TOOL --runtime=LIBRARY [--seed=S] [--from=J] [--kernels=N] [--batch=N] [-j N]
              [--keep=DIR] [--sound=TOOL] [--known=FILE] [--wrong-only]
  generate.py --print --seed=S --from=J

Kernel J of seed S is always the same. Each runs in the shape of its launch, with corner values of its
parameter and several fills of its input. With --sound=TOOL the first tool is one with a fault put
in (faulty.c): a failure is then a kernel that the sound tool does not prove, and there must be one.
--known=FILE lists kernels, s<seed>_k<number> a line, whose contradiction is known and not mended yet.
TOOL is best bench_limits, the tool with limits of its own: most of the time it would take goes into
trials of hints, which no verdict depends on and which are left out there.
With --wrong-only the tool is asked about those kernels only that a run shows to be wrong, since no
other can contradict it: much faster for large numbers. What shows only with a negative argument
speaks against no proof that lists "n is not negative"; nor with 0, if it lists "n is positive".
"""

import argparse
import collections
import concurrent.futures
import datetime
import os
import re
import sys

import compile as compiling
import families
import grammar
import run as running
import verdicts as verdict

VALUES = [0, 1, 2, 3, 5, 8, 31, 32, 33, 64, 100, 127, 128, 200, 255, 1000, 32767, 40000, 65535, 2147483647,
          -1, -2, -5, -100, -2147483648, 4294967295, 9223372036854775807, -9223372036854775808]
FILLS = 3

HEAD = """#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

extern "C" void oracle_label(const char *text);
"""

MAIN_HEAD = """
static const long long values[] = {%s};
static int *in, *out;

static void prepare(const char *kernel, int fill, long long n) {
    char text[100];
    for (int i = 0; i < 4096; i++)
        in[i] = fill == 0 ? i %% 7 == 3 : fill == 1 ? i : (i * 7919 + 13) %% 16;
    snprintf(text, sizeof text, "%%s, fill %%d, n = %%lld", kernel, fill, n);
    oracle_label(text);
}

int main() {
    cudaMalloc(&in, 4096 * sizeof(int));
    cudaMalloc(&out, 4096 * sizeof(int));
"""


def literal(value):
    return "(-9223372036854775807 - 1)" if value == -1 << 63 else "%dLL" % value


def source(seed, numbers):
    """The text of a program with these kernels, and their writers by the line of the kernel."""
    text, at, main = HEAD, {}, MAIN_HEAD % ", ".join(literal(v) for v in VALUES)
    for j in numbers:
        kernel, writer = families.write(seed, j)
        text += "\n" + kernel + "\n"
        line = text[:text.index("__global__ void k%d(" % j)].count("\n") + 1
        at[line] = writer
        body = "\n".join(writer.lines)
        values = "values" if re.search(r"\bn\b", body) else "{1LL}"
        main += ("    for (int fill = 0; fill < %d; fill++)\n        for (long long n : %s) {\n            prepare("
                 '"k%d", fill, n);\n            k%d<<<1, dim3(%d, %d, %d)>>>(in, out, (%s)n);\n        }\n') % (
                     FILLS if " in[" in body or "v" in body else 1, values, j, j, *writer.shape, writer.parameter[0])
    return text + main + "}\n", at


class Tally:
    def __init__(self):
        self.count = collections.Counter()
        self.failures, self.errors, self.families = [], [], collections.Counter()


def batch(seed, numbers, options, compiler):
    """Runs the kernels, asks the tool about them, compares."""
    tally = Tally()
    text, at = source(seed, numbers)
    stem = os.path.join(options.work, "s%d_k%d" % (seed, numbers[0]))
    with open(stem + ".cu", "w") as f:
        f.write(text)
    try:
        kernels = compiler.program(stem + ".cu", stem)
    except compiling.NotCompiled as why:
        tally.errors.append("s%d, kernels %d-%d: %s" % (seed, numbers[0], numbers[-1], why))
        return tally
    result = running.run(stem, environment={"ORACLE_BUDGET": "300000", "ORACLE_INDEPENDENT": "1",
                                            "ORACLE_SECONDS": "1"}, modes=(running.MODES[0], running.MODES[2]))
    if any(code != 0 for code in result.exits):
        tally.errors.append("s%d, kernels %d-%d: ended with %s" % (seed, numbers[0], numbers[-1], result.exits))
    shown = {line: showings(line, kernels, result) for line in at}
    about = [w.number for line, w in sorted(at.items()) if shown[line].wrong or not options.wrong_only]
    answers = ask(seed, about, stem, options)
    for line, writer in sorted(at.items()):
        compare(tally, shown[line], writer, answers.get(writer.number, NOT_ASKED), stem, seed, options)
    os.remove(stem)
    os.remove(stem + ".cu")
    return tally


# What the runs of a kernel showed: the line it stands in, event by kind, those that are faults.
Shown = collections.namedtuple("Shown", "line events wrong ran")
# The tool's word: verdicts of the kernel, whether there are findings.
Answer = collections.namedtuple("Answer", "verdicts found word")
NOT_ASKED = Answer([], False, "not asked")


def showings(line, kernels, result):
    launches = [l for (number, _), l in result.launches.items() if kernels[number].line == line]
    events = {}
    for l in launches:
        for kind, where in l.events.items():
            events.setdefault(kind, {}).update(where)
    wrong = set(events) & set(verdict.CONCERN) - {"grid"}
    return Shown(line, events, wrong, any(l.done for l in launches))


def ask(seed, numbers, stem, options):
    """What the tool says about these kernels, by their numbers."""
    if not numbers:
        return {}
    text, at = source(seed, numbers)
    with open(stem + ".cu", "w") as f:
        f.write(text)
    asked, findings = verdict.ask(options.tool, [stem + ".cu"], ["--timeout=600", *options.tool_args])
    answers = {}
    for line, writer in at.items():
        of_kernel = [v for v in asked if v.line == line]
        found = any(line <= f[1] <= line + len(writer.lines) + 1 for f in findings)
        answers[writer.number] = Answer(of_kernel, found, of_kernel[0].word if of_kernel else "missing")
    return answers


def excused(writer, where, least):
    """Whether the launch that showed it passed a smaller number (the first that showed it: those come last)."""
    n = re.search(r"n = (-?\d+)$", where)
    return bool(n) and grammar.wrap(int(n.group(1)), writer.parameter) < least


def speaking(verdicts, writer, events):
    """The events that speak about launches the proofs are about: some assume that n is not negative, or positive."""
    assumed = [a for v in verdicts for a in v.assumptions]
    least = max([1] * any(a.startswith("n is positive") for a in assumed) +
                [0] * any(a.startswith("n is not negative") for a in assumed), default=None)
    if least is None:
        return events
    kept = {kind: {at: where for at, where in pairs.items() if not excused(writer, where, least)}
            for kind, pairs in events.items()}
    return {kind: pairs for kind, pairs in kept.items() if pairs}


def compare(tally, shown, writer, answer, program, seed, options):
    wrong, ran = shown.wrong, shown.ran
    events = speaking(answer.verdicts, writer, shown.events)
    against = verdict.contradictions(answer.verdicts, writer.shape, events)
    word, found = answer.word, answer.found
    tally.count["kernels"] += 1
    tally.count[word] += 1
    if not ran:
        tally.count["not run"] += 1
    elif wrong:
        tally.count["wrong"] += 1
        tally.count["wrong, " + word] += 1
    elif not found:
        tally.count["quiet"] += 1
        tally.count["quiet, " + word] += 1
    else:
        tally.count["quiet"] += 1
        tally.count["quiet, " + ("with finding" if "early" not in events else "early")] += 1
    if not against or (options.sound and sound_proves(seed, writer.number, program + ".cu", options)):
        return
    tally.families[writer.family] += 1
    (a, b), where = next(iter(events[against[0]].items()))
    at, other = running.places(program, [a, b])
    text = "s%d_k%d (%s): %s at %s with %s, %s" % (
        seed, writer.number, writer.family, against[0], at, other, where)
    tally.failures.append(text)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(os.path.join(options.keep, "s%d_k%d.cu" % (seed, writer.number)), "w") as f:
            f.write("// proved, and yet: %s\n%s" % (text, source(seed, [writer.number])[0]))


def sound_proves(seed, number, path, options):
    text, at = source(seed, [number])
    with open(path, "w") as f:
        f.write(text)
    asked, _ = verdict.ask(options.sound, [path], ["--timeout=600"])
    return any(v.line in at and verdict.proved(v) for v in asked)


def known_kernels(path):
    if not path:
        return set()
    with open(path) as f:
        return {line.strip() for line in f if line.startswith("s")}


def seed(text):
    return int(datetime.date.today().strftime("%Y%m%d") if text == "today" else text)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tool")
    p.add_argument("--runtime")
    p.add_argument("--work", default="/tmp/oracle")
    p.add_argument("--keep", help="a folder for the kernels that fail")
    p.add_argument("--seed", type=seed, default=1, help="a number, or `today`")
    p.add_argument("--from", type=int, default=0, dest="first")
    p.add_argument("--kernels", type=int, default=1000)
    p.add_argument("--batch", type=int, default=100)
    p.add_argument("-j", type=int, default=2)
    p.add_argument("--print", action="store_true")
    p.add_argument("--sound", help="a tool without the fault of TOOL")
    p.add_argument("--known", help="a file of kernels whose contradiction is known")
    p.add_argument("--wrong-only", action="store_true", help="ask about kernels only that are wrong")
    p.add_argument("tool_args", nargs="*")
    options = p.parse_args()
    if options.print:
        print(source(options.seed, [options.first])[0])
        return 0
    clang = compiling.find_clang()
    if not clang:
        print("skipped: no clang++-NN with NN >= 19 on x86-64")
        return 77
    compiler = compiling.Compiler(clang, options.runtime, options.work)
    total = Tally()
    numbers = list(range(options.first, options.first + options.kernels))
    batches = [numbers[i:i + options.batch] for i in range(0, len(numbers), options.batch)]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for tally in pool.map(lambda b: batch(options.seed, b, options, compiler), batches):
            total.count += tally.count
            total.families += tally.families
            total.failures += tally.failures
            total.errors += tally.errors
    for name, n in sorted(total.count.items()):
        print("%6d %s" % (n, name))
    for error in total.errors:
        print("ERROR %s" % error)
    known = known_kernels(options.known)
    new = [f for f in total.failures if f.split(" ")[0] not in known]
    for failure in new:
        print("CONTRADICTED %s" % failure)
    print("%d contradicted, %d of them known" % (len(total.failures), len(total.failures) - len(new)))
    if total.families:
        print("by family: %s" % ", ".join("%s %d" % f for f in total.families.most_common()))
    if options.sound:
        return 0 if new else 1
    return 1 if new or total.errors else 0


if __name__ == "__main__":
    sys.exit(main())
