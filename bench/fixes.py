#!/usr/bin/env python3
"""Runs the tool over real fixes of synchronisation bugs and says which of the bugs it finds.

    bench/fixes.py draw SEED
    bench/fixes.py run TOOL CLONES [--part=PART] [--only=REGEX] [--json=FILE] [--list=FILE]
                   [--trees=DIR]

`bench/fixes.csv` lists facts: repository, commits, file, flags, kernel, lines of the bug in the file
before the fix. `draw` writes its column `part`: families of related fixes are ordered by a hash of
the seed and the family's name, and the first that make a third of the rows are the untouched part.
It is drawn once, before the first run, and looked at once, at the end. Rows of the part `fresh` came
later, from other repositories: they were run once as they were found, before anything was mended by
them, and are not drawn. Likewise those of the part `older`, most of which are fixes before 2021,
and of `recent`, `fourth`, `fifth`, `sixth`, `seventh` and `eighth`. When `untouched` had been looked
at, 41 rows were mined by one who did not work on the tool: families that make a third of them, by a
hash of `again-2026-11-30` and the family's name, are the part `second`, which was looked at once,
and the others are `ninth`; likewise 46 rows later, of which whole fixes that make a third, by a hash
of repository and fix, are the part `third`, looked at once, and the others `tenth`; and in the same
way 45 rows of which the part `closing` is looked at once, and the others are `eleventh`. PART is one of these, `practice`
or `all`.

`run` needs clones of the repositories under CLONES (OWNER/NAME, OWNER+NAME/repo or NAME, bare or
not; submodules that are there too are put in their places). For each row the whole tree before the
fix and the whole tree after it are made anew, and the tool runs inside on the row's file, together
with the units that include it if it is a header, with the flags that a user of the project has.

    found   a finding of medium or high confidence in that kernel that is the bug
    low     the same, of low confidence
    not     none
    silent  after the fix there is no such finding of medium or high confidence

The column `lines` says which finding is the bug: alternatives between commas, each `5` or `5-7+9`
for a finding at these lines, or `5~8` for a race between accesses at line 5 and line 8 (or in a
function called there). `path:` before them is another file than the row's.

Not run in CI: it needs the clones.
"""
import argparse
import csv
import difflib
import fnmatch
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixes.csv")
FIELDS = ["part", "family", "repository", "fix", "parent", "file", "units", "flags", "lines",
          "kernel", "class"]
LATER = ("fresh", "older", "recent", "fourth", "fifth", "sixth", "seventh", "eighth",
         "ninth", "second", "tenth", "third", "eleventh", "closing")
LEVELS = {"low": 1, "medium": 2, "high": 3}


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def read_list(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def draw(path, seed):
    """Marks whole families as untouched until a third of the rows are."""
    fresh = [row for row in read_list(path) if row["part"] in LATER]
    rows = [row for row in read_list(path) if row["part"] not in LATER]
    order = sorted({row["family"] for row in rows},
                   key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).hexdigest())
    untouched, count = set(), 0
    for family in order:
        if count * 3 >= len(rows):
            break
        untouched.add(family)
        count += sum(row["family"] == family for row in rows)
    for row in rows:
        row["part"] = "untouched" if row["family"] in untouched else "practice"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows + fresh)


def git(directory, *arguments, **environment):
    return subprocess.run(["git", "-C", directory, *arguments], check=True, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env={**os.environ, **environment}).stdout


def clone_of(clones, repository):
    owner, name = repository.split("/")
    for place in (os.path.join(owner, name), f"{owner}+{name}/repo", name):
        path = os.path.join(clones, place)
        if os.path.isdir(path):
            return path
    return None


def submodules(clone, commit):
    """Path, repository and commit of every submodule on a known forge."""
    links = [line.split(None, 3)[2:] for line in git(clone, "ls-tree", "-r", commit).splitlines()
             if line.startswith("160000")]
    if not links:
        return
    if not git(clone, "ls-tree", commit, ".gitmodules"):
        return  # links whose places nothing says
    text = git(clone, "show", f"{commit}:.gitmodules")
    urls = {}
    for part in text.split("[submodule")[1:]:
        values = dict(re.findall(r"(\w+)\s*=\s*(\S+)", part))
        urls[values.get("path")] = values.get("url", "")
    for target, path in links:
        match = re.search(r"[:/]([\w.-]+/[\w.-]+?)(\.git)?/?$", urls.get(path, ""))
        if match:
            yield path, match.group(1), target


def make_tree(clones, clone, commit, place):
    """The whole tree of the commit, with the submodules whose clones are there."""
    os.makedirs(place, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        where = {"GIT_DIR": git(clone, "rev-parse", "--absolute-git-dir").strip(),
                 "GIT_WORK_TREE": place, "GIT_INDEX_FILE": os.path.join(folder, "index")}
        git(place, "read-tree", commit, **where)
        # A clone may lack large files, of which none is a source: they are left out.
        subprocess.run(["git", "-C", place, "checkout-index", "-a", "-f", "-q"],
                       env={**os.environ, **where}, stderr=subprocess.DEVNULL)
    for path, repository, target in submodules(clone, commit):
        inner = clone_of(clones, repository)
        if inner and subprocess.run(["git", "-C", inner, "cat-file", "-e", target],
                                    stderr=subprocess.DEVNULL).returncode == 0:
            make_tree(clones, inner, target, os.path.join(place, path))
    # As a user has it: the tool looks for headers up to the root of the work tree.
    os.makedirs(os.path.join(place, ".git"), exist_ok=True)


def run_tool(tool, tree, row):
    files = [row["file"]]
    for pattern in row["units"].split():
        folder = os.path.dirname(pattern)
        files += [os.path.join(folder, name) for name in sorted(os.listdir(os.path.join(tree, folder)))
                  if fnmatch.fnmatch(name, os.path.basename(pattern))]
    command = [tool, "--no-cache", "--isolated", "-q", "--format=json", "--min-confidence=low",
               *files]
    if row["flags"]:
        command += ["--", *shlex.split(row["flags"])]
    result = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, errors="replace")
    if not result.stdout:
        sys.exit(f"{' '.join(command)}: status {result.returncode}: {result.stderr[-500:]}")
    return json.loads(result.stdout)


def bug_lines(row):
    """Per bug a path and one or two sets of lines: where the finding is, or both its accesses."""
    bugs = []
    for part in row["lines"].split():
        path, _, alternatives = part.rpartition(":")
        for alternative in alternatives.split(","):
            ends = []
            for end in alternative.split("~"):
                numbers = set()
                for first, _, last in (one.partition("-") for one in end.split("+")):
                    numbers.update(range(int(first), int(last or first) + 1))
                ends.append(numbers)
            bugs.append((path or row["file"], ends))
    return bugs


def text_lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="latin-1") as file:
        return [line.strip() for line in file]


def after_fix(before, after, bugs):
    """Where the lines of the bugs are in the tree after the fix."""
    moved = []
    for path, ends in bugs:
        old, new = text_lines(os.path.join(before, path)), text_lines(os.path.join(after, path))
        steps = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        targets = []
        for numbers in ends:
            target = set()
            for kind, a, b, c, d in steps:
                for number in numbers & set(range(a + 1, b + 1)):
                    target.update([number - a + c] if kind == "equal" else range(c + 1, d + 1))
            targets.append(target)
        moved.append((path, targets))
    return moved


def ends_of(finding, tree):
    """The places of the finding and of the other access, each with the calls that lead there."""
    def place(one):
        path = os.path.realpath(os.path.join(tree, one["file"]))
        return os.path.relpath(path, os.path.realpath(tree)), one["line"], one["endLine"]
    calls = [place(one) for one in finding["related"]
             if one["message"].startswith(("in the call of", "the first access is in this call"))]
    apart = finding["kind"] in ("RAW", "WAR", "WAW") or finding["rule"] == "publish-unsynced"
    others = [place(one) for one in finding["related"][:finding["places"]]
              if apart and (one["line"], one["column"]) != (finding["line"], finding["column"])]
    first = [place(finding), *calls]
    return first, others + calls if others else first


def touches(places, path, numbers):
    return any(place == path and numbers & set(range(first, last + 1))
               for place, first, last in places)


def is_bug(finding, tree, bugs):
    first, other = ends_of(finding, tree)
    for path, ends in bugs:
        if len(ends) == 1:
            if touches(first + other, path, ends[0]):
                return True
        elif any(touches(first, path, one) and touches(other, path, two)
                 for one, two in (ends, ends[::-1])):
            return True
    return False


def of_kernel(row, name):
    return row["kernel"] == "*" or (name or "").split("::")[-1] in row["kernel"].split(",")


def level_of(report, tree, row, bugs):
    """The highest confidence of a finding of the kernel that is one of the bugs: 0 without one."""
    return max((LEVELS[finding["confidence"]] for finding in each(report)
                if of_kernel(row, finding["function"]) and is_bug(finding, tree, bugs)), default=0)


def reasons(report, row):
    """What the report says about the kernel: verdicts and their causes, and where findings are."""
    said = []
    for kernel in report["kernels"]:
        if of_kernel(row, kernel["name"]):
            said.append(kernel["verdict"] + (f": {kernel['why']}" if kernel["why"] else ""))
    if row["kernel"] != "*":
        said += [f"{finding['rule']} at line {finding['line']}, {finding['confidence']}"
                 for finding in each(report) if of_kernel(row, finding["function"])]
    said += [f"{failed['file']} not analysed: {failed['why']}" for failed in report["notAnalysed"]]
    return sorted(set(said)) or ["no such kernel in the report"]


def judge(tool, clones, row, folder):
    clone = clone_of(clones, row["repository"])
    if clone is None:
        return {"result": "no clone", "silent": None, "why": []}
    before, after = os.path.join(folder, "before"), os.path.join(folder, "after")
    make_tree(clones, clone, row["parent"], before)
    report = run_tool(tool, before, row)
    bugs = bug_lines(row)
    level = level_of(report, before, row, bugs)
    result = "found" if level >= LEVELS["medium"] else "low" if level else "not"
    silent = None
    if result == "found":
        make_tree(clones, clone, row["fix"], after)
        bugs = after_fix(before, after, bugs)
        silent = level_of(run_tool(tool, after, row), after, row, bugs) < LEVELS["medium"]
    return {"result": result, "silent": silent, "why": reasons(report, row)}


def run(options):
    rows = [row for row in read_list(options.list)
            if options.part in ("all", row["part"])
            and re.search(options.only, " ".join([row["repository"], row["fix"], row["kernel"]]))]
    results = []
    for row in rows:
        with tempfile.TemporaryDirectory(dir=options.trees) as folder:
            results.append({**row, **judge(options.tool, options.clones, row, folder)})
        told = results[-1]
        silent = {None: "", True: " silent", False: " NOT SILENT"}[told["silent"]]
        print(f"{told['result']:5}{silent:11} {row['repository']} {row['fix'][:10]} "
              f"{row['kernel']} ({row['class']}): {'; '.join(told['why'])}", flush=True)
    counts = {name: sum(r["result"] == name for r in results)
              for name in ("found", "low", "not", "no clone")}
    silent = sum(r["silent"] is True for r in results)
    print(f"{len(results)} pairs: " + ", ".join(f"{n} {name}" for name, n in counts.items())
          + f"; {silent} of {counts['found']} silent after the fix")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
            file.write("\n")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("seed")
    running = commands.add_parser("run")
    running.add_argument("tool", type=os.path.abspath)
    running.add_argument("clones")
    running.add_argument("--part", default="practice", choices=["practice", "untouched", *LATER, "all"])
    running.add_argument("--only", default="")
    running.add_argument("--json")
    running.add_argument("--trees")
    for one in (drawing, running):
        one.add_argument("--list", default=LIST)
    options = parser.parse_args()
    if options.command == "draw":
        draw(options.list, options.seed)
    else:
        run(options)


if __name__ == "__main__":
    main()
