#!/usr/bin/env python3
"""What share of the kernels with a barrier is decided, in trees of today.

    bench/shares.py run TOOL TREES REPORTS [TREE...]
    bench/shares.py table REPORTS TREES [TREE...]
    bench/shares.py obstacles REPORTS TREES [TREE...]
    bench/shares.py census REPORTS TREES [TREE...]

TREES is a folder that holds a work tree of each row of shares.csv, by the name in its first column,
and beside them `cutlass` and `glm`, which some of them include. `run` gives the tool each tree with
the flags that the tree's own build gives its compiler, one process, and writes REPORTS/NAME.json.

`table` counts, per tree: `__global__` functions, those with a barrier (by the text of their own
lines or of what they call, two deep), and of these: proved with something asked, proved with nothing
asked, with findings of high or medium confidence, undecided, not analysed. A kernel with findings
is decided if one of them is in labels.csv and not false there; the other findings are listed.

`obstacles` lists what keeps kernels with a barrier undecided: first the reasons that stand alone,
with the number of kernels each of them keeps.

`census` looks for every `__global__` with a body in the text, and every macro that the tree or its
include folders define as that, among the kernels of the report and among those that it says it has
not seen. What is in neither is listed, and the exit code is 1 then.
"""
import collections
import csv
import json
import os
import re
import resource
import subprocess
import sys

from trees import closing, kernels_in, sources, stand_ins, without_comments

HERE = os.path.dirname(os.path.abspath(__file__))
BARRIER = re.compile(
    r"__syncthreads|__barrier_sync|\bbar(?:rier)?\.(?:cta\.)?(?:sync|arrive|red)|mbarrier"
    r"|\bcuda::(?:barrier|pipeline)|\bBlock(?:Reduce|Scan|Load|Store|RadixSort|Exchange|Merge\w*)\b"
    r"|cp_async_wait|cp\.async|async\.wait|ClusterTransactionBarrier|ClusterBarrier|NamedBarrier"
    r"|\b(?:block|cta|cluster|tb|grid)\.sync\b|\bcluster_(?:arrive|wait|sync)|everyone::")
GLOBAL = re.compile(r"__global__|CUTLASS_GLOBAL|\b[A-Z_]*(?:GLOBAL|KERNEL)[A-Z_]*\b")


def rows(names, reports=None):
    """The rows of the trees that are named, all if none is; if `reports` is given, those it holds."""
    with open(os.path.join(HERE, "shares.csv"), newline="", encoding="utf-8") as file:
        listed = [row for row in csv.DictReader(file) if not names or row["tree"] in names]
    return [row for row in listed
            if not reports or os.path.exists(os.path.join(reports, row["tree"] + ".json"))]


def run(tool, trees, reports, names):
    os.makedirs(reports, exist_ok=True)
    places = {name: os.path.realpath(os.path.join(trees, name)) for name in ("cutlass", "glm")}
    for row in rows(names):
        flags = row["flags"].format(**places).split()
        own = [f for f in flags if f.startswith("--arch")]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.run(
            [tool, "--no-cache", "-q", "--isolated", "--format=json", "--min-confidence=low", "-j1",
             *own, ".", "--", *[f for f in flags if f not in own]],
            cwd=os.path.join(trees, row["tree"]), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(os.path.join(reports, row["tree"] + ".json"), "wb") as file:
            file.write(process.stdout)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{row['tree']}: {used:.0f} s of processor time, exit {process.returncode}",
              flush=True)


def source(trees, tree, path, texts={}):
    path = os.path.join(trees, tree, path)
    if path not in texts:
        with open(path, encoding="latin-1") as file:
            texts[path] = file.read().split("\n")
    return texts[path]


def is_global(lines, kernel):
    """Whether `__global__`, or a macro that looks like it, stands before the name."""
    start = kernel["line"] - 1
    head = lines[max(0, start - 8):start] + [lines[start][:kernel["column"] - 1]]
    text = "\n".join(head)
    return GLOBAL.search(re.split(r"[;}](?![^\n]*\\\n)", text)[-1]) is not None


WORD = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^;{}()]*>)?\s*\(")
DEFINITION = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


KEYWORDS = {"if", "for", "while", "switch", "catch", "constexpr", "sizeof", "alignof", "decltype"}
# Between the parameters of a function and its body; a `)` alone ends a condition that calls it.
HEAD = re.compile(r"(?:[\s\w:,<>&*]|\([^()]*\))*?\{")


def bodies(text):
    """Name and body of what looks like the definition of a function."""
    for match in DEFINITION.finditer(text):
        if match.group(1) in KEYWORDS or text[max(0, match.start() - 40):match.start()].rstrip()[-1:] in (".", "=", "(", "!"):
            continue
        if text[max(0, match.start() - 2):match.start()] == "->":
            continue
        behind = closing(text, match.end() - 1)
        head = HEAD.match(text, behind, behind + 300)
        if head:
            depth, at = 0, head.end() - 1
            for brace in re.compile(r"[{}]").finditer(text, at):
                depth += 1 if brace.group() == "{" else -1
                if depth == 0:
                    at = brace.end()
                    break
            yield match.group(1), text[head.end():at]


def waiting(trees, tree):
    """By file and by name: functions that hold a barrier or call one that does, in the text."""
    found, calls = collections.defaultdict(set), collections.defaultdict(list)
    for path in sources(os.path.join(trees, tree)):
        with open(path, encoding="latin-1") as file:
            text = without_comments(file.read(), strings=True)
        for name, body in bodies(text):
            if BARRIER.search(body):
                found[name].add(path)
            calls[name].append((path, set(WORD.findall(body))))
    direct = {name for name in found if len(name) > 3}
    for name, callers in calls.items():
        for path, called in callers:
            if called & direct - {name}:
                found[name].add(path)
    return {name for name in found if len(name) > 3}


def has_barrier(lines, kernel, barriers):
    body = without_comments("\n".join(lines[kernel["line"] - 1:kernel["endLine"]]), strings=True)
    called = set(WORD.findall(body)) - KEYWORDS - {kernel["name"].split("::")[-1]}
    return BARRIER.search(body) is not None or bool(called & barriers)


def labels():
    with open(os.path.join(HERE, "labels.csv"), newline="", encoding="utf-8") as file:
        return {(r["tree"], r["file"], int(r["line"]), r["rule"]): r["verdict"]
                for r in csv.DictReader(file)}


def kernels_of(report, trees, tree):
    """Each kernel with a barrier, its class, and its findings that are shown."""
    barriers = waiting(trees, tree)
    by_name = collections.defaultdict(list)
    for f in report["findings"]:
        if f["confidence"] != "low":
            by_name[f["function"]].append(f)
    for kernel in report["kernels"]:
        lines = source(trees, tree, kernel["file"])
        if not is_global(lines, kernel):
            continue
        yield kernel, has_barrier(lines, kernel, barriers), by_name[kernel["name"]]


def klass(kernel, findings):
    if kernel["verdict"] == "findings":
        return "findings" if findings else "undecided"
    if kernel["verdict"] == "proved":
        return "proved" if sum(kernel["queries"].values()) else "nothing asked"
    return kernel["verdict"]


def load(reports, tree):
    with open(os.path.join(reports, tree + ".json"), encoding="utf-8") as file:
        return json.load(file)


CLASSES = ["proved", "findings", "undecided", "not-analysed", "nothing asked", "nothing-to-check"]


def table(reports, trees, names):
    known = labels()
    print("| tree | kernels | with a barrier | " + " | ".join(CLASSES) + " | decided |")
    print("|" + "---|" * (len(CLASSES) + 4))
    sums, unread = collections.Counter(), []
    for row in rows(names, reports):
        tree = row["tree"]
        counts = collections.Counter()
        for kernel, barrier, findings in kernels_of(load(reports, tree), trees, tree):
            counts["kernels"] += 1
            if not barrier:
                continue
            counts["barrier"] += 1
            what = klass(kernel, findings)
            counts[what] += 1
            verdicts = [known.get((tree, os.path.normpath(f["file"]), f["line"], f["rule"]))
                        for f in findings]
            if what in ("findings", "undecided"):
                counts["read"] += any(v not in (None, "false") for v in verdicts)
                unread += [(tree, f, v) for f, v in zip(findings, verdicts) if v in (None, "false")]
            counts["decided"] += what == "proved"
        counts["decided"] += counts["read"]
        sums.update(counts)
        print(line(tree, counts))
    print(line("sum", sums))
    for tree, f, verdict in unread:
        print(f"{verdict or 'unread'}: {tree}/{f['file']}:{f['line']}: {f['function']}: "
              f"{f['confidence']}: {f['message']} [{f['rule']}]")


def line(name, counts):
    share = f"{counts['decided']} ({100 * counts['decided'] / max(1, counts['barrier']):.0f} %)"
    cells = [name, counts["kernels"], counts["barrier"], *(counts[c] for c in CLASSES), share]
    return "| " + " | ".join(str(c) for c in cells) + " |"


def plain(why):
    return re.sub(r"`[^`]*`|'[^']*'|\d+", "_", why)


def obstacles(reports, trees, names):
    alone, any_of, where = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    for row in rows(names, reports):
        tree = row["tree"]
        for kernel, barrier, findings in kernels_of(load(reports, tree), trees, tree):
            if not barrier or klass(kernel, findings) not in ("undecided", "not-analysed"):
                continue
            whys = {plain(o["why"]) for c in kernel["concerns"].values() for o in c["obstacles"]}
            whys = whys or {plain(kernel["why"] or "?")}
            for why in whys:
                any_of[why] += 1
                where[why].append(f"{tree}/{kernel['name']}")
            if len(whys) == 1:
                alone[next(iter(whys))] += 1
    for why, count in sorted(any_of.items(), key=lambda x: (-alone[x[0]], -x[1])):
        print(f"{alone[why]:4} alone {count:4}  {why}    {', '.join(where[why][:3])}")


def include_folders(row, trees):
    """Folders behind -I in the flags of a row, below its tree or elsewhere."""
    places = {name: os.path.realpath(os.path.join(trees, name)) for name in ("cutlass", "glm")}
    flags = row["flags"].format(**places).split()
    return [os.path.join(trees, row["tree"], path)
            for flag, path in zip(flags, flags[1:]) if flag == "-I"]


def unseen(report):
    """Lines of kernels, by file, that the report says it does not have, and why."""
    told = collections.defaultdict(dict)
    for k in report["notSeen"]:
        told[os.path.normpath(k["file"])][k["line"]] = k["why"]
    return told


def census(reports, trees, names):
    lost = 0
    for row in rows(names, reports):
        top, report = os.path.join(trees, row["tree"]), load(reports, row["tree"])
        macros = stand_ins({top, *include_folders(row, trees)})
        named = collections.defaultdict(set)
        for kernel in report["kernels"]:
            named[os.path.normpath(kernel["file"])].add(kernel["name"].split("::")[-1])
        failed = {os.path.normpath(f["file"]): f["why"] for f in report["notAnalysed"]}
        told, counts, lines = unseen(report), collections.Counter(), []
        for path in sources(top):
            short = os.path.normpath(os.path.relpath(path, top))
            for name, line, remark in kernels_in(path, macros):
                if remark == "in a directive":
                    continue
                why = next((told[short][n] for n in range(line, line + 8) if n in told[short]), None)
                kind = ("listed" if name in named[short] else "told" if why
                        else "failed" if short in failed else "lost")
                counts[kind] += 1
                if kind != "listed":
                    lines.append(f"    {short}:{line}: {name}: {kind}: "
                                 f"{why or failed.get(short) or remark or 'no report names it'}")
        print(f"{row['tree']}: {sum(counts.values())} kernels in the text: {counts['listed']} in the report, "
              f"{counts['told']} told as not seen, {counts['failed']} in files that were not analysed, "
              f"{counts['lost']} lost")
        print("\n".join(lines))
        lost += counts["lost"]
    sys.exit(1 if lost else 0)


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("run", "table", "obstacles", "census"):
        sys.exit(__doc__)
    if sys.argv[1] == "run":
        run(os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:])
    else:
        globals()[sys.argv[1]](sys.argv[2], sys.argv[3], sys.argv[4:])


if __name__ == "__main__":
    main()
