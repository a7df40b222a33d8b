#!/usr/bin/env python3
"""What the checker says of the programs of the table: checked.csv, a row for each kernel.

    bench/programs/check.py TOOL TREES [--only=GLOB]... [-j N]

One run of the checker for each program, over the sources that are built, with the include folders
and definitions of the build. Milliseconds are processor time of that run, the start included.
page.py compares it with the records.
"""
import argparse
import concurrent.futures
import csv
import fnmatch
import json
import os
import subprocess
import sys

import table

FIELDS = ["tree", "program", "commit", "kernel", "file", "line", "verdict", "shown", "low", "why",
          "milliseconds"]
CUDA = (".cu", ".cuh")
MEASURE = ("import json,resource,subprocess,sys\n"
           "r=subprocess.run(sys.argv[1:],capture_output=True,text=True)\n"
           "u=resource.getrusage(resource.RUSAGE_CHILDREN)\n"
           "print(json.dumps([r.returncode,r.stdout,r.stderr,int((u.ru_utime+u.ru_stime)*1000)]))\n")


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def host_flags(program):
    """The flags that a parser needs of those of the build."""
    keep, flags = [], iter(program.flags)
    for flag in flags:
        if flag == "-I":
            keep += ["-I", next(flags)]
        elif flag.startswith(("-I", "-D", "-std=")):
            keep.append(flag)
    return keep + ["-include", os.path.join(table.HERE, "compat.h")]


def check(tool, program, commit):
    """Rows of the program's kernels; one without a kernel if there is none."""
    sources = [s for s in program.sources() if s.endswith(CUDA)]
    base = {"tree": program.tree, "program": program.name, "commit": commit}
    if not sources:
        return []
    line = [tool, "--format=json", "--min-confidence=low", "-j", "1", "--no-cache"] + sources
    line += ["--"] + host_flags(program)
    done = subprocess.run([sys.executable, "-c", MEASURE] + line, capture_output=True, text=True,
                          check=True, cwd=program.folder)
    code, out, errors, spent = json.loads(done.stdout)
    if code not in (0, 1, 3):
        raise RuntimeError(f"{program.id}: {errors}")
    report = json.loads(out)
    rows = {}
    for kernel in report["kernels"]:
        key = (kernel["name"], kernel["file"], kernel["line"])
        row = dict(base, kernel=kernel["name"], file=kernel["file"], line=kernel["line"],
            verdict=kernel["verdict"], shown=[], low=[],
            why=(kernel["why"] or "").replace(program.root + "/", ""), milliseconds=spent)
        rows[key] = row
    for finding in each(report):
        where = f"{finding['rule']}:{os.path.basename(finding['file'])}:{finding['line']}"
        for row in rows.values():
            if row["kernel"] == finding["function"]:
                row["low" if finding["confidence"] == "low" else "shown"].append(where)
    for row in rows.values():
        row["shown"], row["low"] = " ".join(row["shown"]), " ".join(row["low"])
    return list(rows.values())


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("tool")
    p.add_argument("trees")
    p.add_argument("--only", action="append", default=[])
    p.add_argument("-j", type=int, default=1, dest="jobs")
    o = p.parse_args()
    from build import commit_of
    programs = [q for q in table.programs(o.trees)
                if not o.only or any(fnmatch.fnmatch(q.id, g) for g in o.only)]
    commits = {q.tree: commit_of(q.root)[:12] for q in programs}
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        found = pool.map(lambda q: check(os.path.abspath(o.tool), q, commits[q.tree]), programs)
        with open(os.path.join(table.HERE, "checked.csv"), "w", newline="") as f:
            out = csv.DictWriter(f, FIELDS, lineterminator="\n")
            out.writeheader()
            for rows in found:
                out.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())
