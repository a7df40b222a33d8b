#!/usr/bin/env python3
"""What the sandbox of the children costs a file.

    bench/sandbox.py BENCH_OPEN FILE... [-n PAIRS]

BENCH_OPEN (bench/open.c) runs over all files as users run it, one worker at a time and without a
cache, in turn with and without its sandbox. Each pair gives the difference of processor time, and
of time, for one file; printed are the medians and the middle half. The reports must be the same.
Exit code 1 if they are not, or if the median of the processor time is 2 ms or more.
"""
import os
import resource
import statistics
import subprocess
import sys
import time

MOST = 2.0  # milliseconds a file


def run(tool, files, is_open):
    environment = {k: v for k, v in os.environ.items() if k != "CSL_OPEN"}
    if is_open:
        environment["CSL_OPEN"] = "1"
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    report = subprocess.run([tool, "--no-cache", "--isolated", "-j1", "-q", "--format=json", *files],
                            env=environment, stdin=subprocess.DEVNULL, capture_output=True).stdout
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end - start, report


def line(name, values):
    low, middle, high = statistics.quantiles(values, n=4)
    print(f"{name}: {middle:.2f} ms a file (middle half {low:.2f} to {high:.2f})")
    return middle


def main():
    arguments, pairs = sys.argv[1:], 20
    if "-n" in arguments:
        at = arguments.index("-n")
        pairs = int(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    tool, files = arguments[0], arguments[1:]
    cpu, wall, same = [], [], True
    run(tool, files, False)
    for i in range(pairs):
        results = {}
        for is_open in (i % 2 == 0, i % 2 != 0):
            results[is_open] = run(tool, files, is_open)
        cpu.append((results[False][0] - results[True][0]) * 1000 / len(files))
        wall.append((results[False][1] - results[True][1]) * 1000 / len(files))
        same = same and results[False][2] == results[True][2]
    print(f"{len(files)} files, {pairs} pairs of runs; reports {'the same' if same else 'DIFFER'}")
    median = line("processor time of the sandbox", cpu)
    line("time", wall)
    sys.exit(0 if same and median < MOST else 1)


if __name__ == "__main__":
    main()
