#!/usr/bin/env python3
"""What the tool says shared memory does in the cases of bank-conflict, against the device's counters.

    banks.py TOOL CORPUS RECORDS

For each case with a record: the wavefronts of all loads, and of all stores, as --dump=banks has
them, must be those that the record counted, as long as all of them are known. (Requests are no
measure: an instruction that no lane takes part in counts as one on the device.)
"""
import glob
import json
import os
import re
import subprocess
import sys

tool, corpus, folder = sys.argv[1:4]
LINE = re.compile(r"\d+:\d+ (read|write) .*: (?:not known|\d+-way, \d+ requests in (\d+) wavefronts(, of.*)?)$")
FIELDS = {"read": "load", "write": "store"}


def said(case):
    """{kind: wavefronts, or None where not all are known}."""
    out = subprocess.run([tool, "--checks=bank-conflict", "--dump=banks", case],
                         capture_output=True, text=True, check=False).stdout
    sums = {"read": 0, "write": 0}
    for match in filter(None, map(LINE.match, out.splitlines())):
        kind, wavefronts, partly = match.groups()
        if wavefronts is None or partly:
            sums[kind] = None
        elif sums[kind] is not None:
            sums[kind] += int(wavefronts)
    return sums


def main():
    compared = failed = 0
    for case in sorted(glob.glob(os.path.join(corpus, "bank-conflict", "*.cu"))):
        name = os.path.basename(case)[:-len(".cu")]
        path = os.path.join(folder, "bank-conflict", name + ".json")
        if not os.path.exists(path):
            print(f"{name}: no record")
            continue
        with open(path) as f:
            record = json.load(f)
        if record["profiled"] != "ran":
            print(f"{name}: not counted: {record['profiled']}")
            continue
        for kind, sums in said(case).items():
            seen = sum(k[FIELDS[kind] + "Wavefronts"] for k in record["banks"])
            if sums is None:
                continue
            compared += 1
            if sums != seen:
                failed += 1
                print(f"{name}: {kind}s: {sums} wavefronts said, {seen} counted")
    print(f"{compared} sums compared, {failed} differ")
    return failed > 0 or compared == 0


sys.exit(main())
