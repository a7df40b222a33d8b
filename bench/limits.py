#!/usr/bin/env python3
"""Tries values of one limit over trees of CUDA code: what becomes of the kernels, and how long it takes.

    bench/limits.py TOOL LIMIT VALUE,VALUE,... TREE... [-- OPTION...]

TOOL is bench_limits, which reads limits from $CSL_LIMITS; names and values are in docs/limits.md.
"""
import collections
import json
import os
import resource
import subprocess
import sys


def run(tool, setting, trees, options):
    """Counts of verdicts and findings, and processor time of the children in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([tool, "--format=json", "--no-cache", *options, *trees],
                          env=dict(os.environ, CSL_LIMITS=setting), capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout:
        sys.exit(done.stderr.strip())
    report = json.loads(done.stdout)
    verdicts = collections.Counter(k["verdict"] for k in report["kernels"])
    time = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return verdicts, sum(1 + len(f.get("also", [])) for f in report["findings"]), time


def main(args):
    options = args[args.index("--") + 1:] if "--" in args else []
    args = args[:args.index("--")] if "--" in args else args
    if len(args) < 4:
        sys.exit(__doc__.strip())
    tool, limit, values, *trees = args
    print(f"{limit:>16} proved undecided findings seconds")
    for value in values.split(","):
        verdicts, findings, time = run(tool, f"{limit}={value}", trees, options)
        print(f"{value:>16} {verdicts['proved']:6} {verdicts['undecided']:9} {findings:8} {time:7.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
