#!/usr/bin/env python3
"""Runs the tool over whole trees of CUDA code and says what became of every kernel.

    bench/trees.py TOOL TREE... [-- OPTION...]

For each tree: files, kernels and verdicts, files that were not analysed, processor time, and the
largest resident set of any process. Then every kernel that the source defines, by a plain search
for `__global__` that knows nothing of the tool, and that no report names: a lost kernel, unless the
line says that a macro or a condition of the preprocessor is why. Not run in CI: it needs the trees.

Exit code 1 if a file was not analysed or a kernel is lost without such a reason.
"""
import json
import os
import re
import resource
import subprocess
import sys

VERDICTS = ["proved", "findings", "undecided", "not-analysed", "nothing-to-check"]


def blank(match):
    """Comments and strings become blanks, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match.group(0))


def without_comments(text, strings=False):
    """The text without comments, and without the contents of strings unless these are asked for."""
    def keep(match):
        return match.group(0) if strings and match.group(0)[0] in "R\"'" else blank(match)

    return re.sub(
        r'R"([^()\s]*)\(.*?\)\1"|//(?:[^\n\\]|\\.)*|/\*.*?\*/'
        r'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'',
        keep, text, flags=re.S)


def closing(text, at):
    """Behind the parenthesis that closes the one at `at`."""
    depth = 0
    while at < len(text):
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            break
    return at


def definition(text, at):
    """The name of the kernel whose `__global__` ends at `at`, or None if no body follows."""
    while True:
        match = re.compile(r"[^(){};#]*?([\w:]+)\s*\(").match(text, at)
        if not match:
            return None
        name, behind = match.group(1), closing(text, match.end() - 1)
        if name not in ("__launch_bounds__", "__attribute__", "__cluster_dims__", "__maxnreg__",
                        "decltype", "alignas"):
            break
        at = behind
    tail = re.compile(r"\s*(\{|;|[A-Za-z_])").match(text, behind)
    return name if tail and tail.group(1) == "{" else None


def conditions(text):
    """For each line how many #if are open, and whether it belongs to a directive."""
    lines, depth, continued = [], 0, False
    for line in text.split("\n"):
        directive = re.match(r"\s*#\s*(\w+)", line)
        if directive and not continued:
            word = directive.group(1)
            depth += (word in ("if", "ifdef", "ifndef")) - (word == "endif")
        lines.append((depth, bool(directive) or continued))
        continued = (bool(directive) or continued) and line.endswith("\\")
    return lines


def stand_ins(folders):
    """Macros without parameters that stand for `__global__` and maybe more, as the headers of these folders define them."""
    found = set()
    for folder in folders:
        for path in sources(folder):
            with open(path, encoding="latin-1") as file:
                found |= set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t][^\n{(]*\b__global__\b[^\n{]*$",
                                        file.read(), flags=re.M))
    return found


def kernels_in(path, macros=()):
    """Name, line and remark of every kernel that the file defines, with `__global__` or one of these macros."""
    with open(path, encoding="latin-1") as file:
        text = without_comments(file.read())
    lines = conditions(text)
    guard = lines and re.search(r"#\s*ifndef\s+(\w+)\s*\n\s*#\s*define\s+\1\b", text) is not None
    for match in re.finditer(r"\b(?:%s)\b" % "|".join(["__global__", *sorted(macros)]), text):
        line = text.count("\n", 0, match.start()) + 1
        depth, directive = lines[line - 1]
        if directive:
            yield "?", line, "in a directive"
            continue
        name = definition(text, match.end())
        if name:
            conditional = depth > (1 if guard else 0)
            yield name.split("::")[-1], line, "under a condition" if conditional else ""


def sources(tree):
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            if name.endswith((".cu", ".cuh", ".h", ".hpp", ".inl")):
                yield os.path.join(folder, name)


def run(tool, tree, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run([tool, "--no-cache", "-q", "--isolated", "--format=json",
                              "--min-confidence=low", *options, tree],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return json.loads(process.stdout), cpu, after.ru_maxrss / 1024


def lost(tree, report):
    """Lines about kernels that no report names, and how many have no excuse."""
    named = {}
    for kernel in report["kernels"]:
        named.setdefault(os.path.realpath(kernel["file"]), set()).add(kernel["name"].split("::")[-1])
    count, without_reason, lines = 0, 0, []
    for path in sources(tree):
        for name, line, remark in kernels_in(path):
            if not remark == "in a directive":
                count += 1
            if name in named.get(os.path.realpath(path), ()):
                continue
            if not path.endswith((".cu", ".cuh")) and not remark:
                remark = "in a header that is no CUDA file by its name"
            lines.append(f"    {path}:{line}: {name}{': ' if remark else ''}{remark}")
            without_reason += not remark
    return count, without_reason, lines


def main():
    arguments = sys.argv[1:]
    options = []
    if "--" in arguments:
        options = arguments[arguments.index("--") + 1:]
        arguments = arguments[:arguments.index("--")]
    if len(arguments) < 2:
        sys.exit(__doc__)
    bad = 0
    for tree in arguments[1:]:
        report, cpu, megabytes = run(arguments[0], tree, options)
        stats = report["stats"]
        verdicts = [k["verdict"] for k in report["kernels"]]
        count, without_reason, lines = lost(tree, report)
        print(f"{tree}: {stats['files']} files, {len(verdicts)} kernels: "
              + ", ".join(f"{verdicts.count(v)} {v}" for v in VERDICTS)
              + f"; {cpu:.1f} s of processor time, at most {megabytes:.0f} MB in a process")
        for failed in report["notAnalysed"]:
            print(f"    {failed['file']}: not analysed: {failed['why']}")
        print(f"    {count} kernels in the text; {len(lines)} in no report, "
              f"{without_reason} of them without a reason")
        for line in lines:
            print(line)
        bad += without_reason + len(report["notAnalysed"])
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
