#!/usr/bin/env python3
"""Which kernels of a tree are proved, where each file is built with flags of its own.

    bench/definitions.py TOOL TREES TREE REPORTS [WORD...]

TREES is a folder that holds a work tree of TREE, at the commit that shares.csv names. own_flags.csv
has the flags of its files, the first row whose pattern fits; no flags: the file is left out. With a
WORD only files whose path holds one of them. Each file is a run of its own, of which REPORTS keeps
the report. Rows of one pattern are modes in which its files are built, each with its own macros; what
a file shows in several modes is judged by the last of them, which launches it.

Prints each definition of a kernel that some file calls or instantiates, with the verdicts of all
files, then how many there are: proved (everywhere, with something asked), of all.
"""
import csv
import fnmatch
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 600


def modes_of_tree(tree):
    """The modes in which each file of the tree is built: its flags in each."""
    with open(os.path.join(HERE, "own_flags.csv"), newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["tree"] == tree]

    def modes(path):
        pattern = next((r["files"] for r in rows if fnmatch.fnmatch(path, r["files"])), None)
        return [r["flags"].split() for r in rows if r["files"] == pattern and r["flags"]]
    return modes


def run(tool, root, path, flags, report):
    own = [f for f in flags if f.startswith("--arch")]
    command = [tool, "--no-cache", "-q", "--isolated", "--min-confidence=low", "-j1",
               "--format=json:" + report, *own, path, "--", *[f for f in flags if f not in own]]
    try:
        subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=SECONDS, check=False)
        with open(report, encoding="utf-8") as file:
            return json.load(file)
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return None


def verdict_of(kernel):
    asked = sum(kernel["queries"].values())
    return "nothing asked" if kernel["verdict"] == "proved" and not asked else kernel["verdict"]


def main(tool, trees, tree, reports, *words):
    root, modes_of = os.path.join(os.path.abspath(trees), tree), modes_of_tree(tree)
    tool, reports = os.path.abspath(tool), os.path.abspath(reports)
    os.makedirs(reports, exist_ok=True)
    found = {}
    for path in sorted(glob.glob("**/*.cu", root_dir=root, recursive=True)):
        if words and not any(w in path for w in words):
            continue
        for number, flags in enumerate(modes_of(path)):
            name = path.replace("/", "__") + (f".{number}" if number else "") + ".json"
            report = run(tool, root, path, flags, os.path.join(reports, name))
            if report is None:
                print(f"{path}: no report", flush=True)
                continue
            shown = {}
            for kernel in report["kernels"]:
                place = os.path.relpath(os.path.join(root, kernel["file"]), root), kernel["line"]
                shown.setdefault((place, kernel["name"]), set()).add(verdict_of(kernel))
            for kernel, verdicts in shown.items():
                found.setdefault(kernel, {})[path] = verdicts
    proved = 0
    for ((path, line), name), verdicts in sorted(found.items()):
        kinds = sorted(set().union(*verdicts.values()))
        proved += kinds == ["proved"]
        print(f"{path}:{line}: {name}: {', '.join(kinds)} ({len(verdicts)})")
    print(f"{proved} of {len(found)} proved")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
