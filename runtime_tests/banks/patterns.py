#!/usr/bin/env python3
"""Counts what patterns of shared-memory accesses cost, and writes patterns.csv (needs a GPU).

    runtime_tests/banks/patterns.py NCU PROGRAM >patterns.csv     PROGRAM: patterns.cu, built

A row: bytes a lane, lanes that take part as bits, wavefronts of the store, of the load, and the
element of each lane. tests/analysis/banks compares csl_count_wavefronts() with all of them.
"""
import csv
import subprocess
import sys

ncu, program = sys.argv[1:3]
METRIC = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
out = subprocess.run([ncu, "--csv", "--clock-control", "none", "--metrics",
                      METRIC + "st.sum," + METRIC + "ld.sum", program],
                     capture_output=True, text=True, check=True).stdout.splitlines()
rows = csv.DictReader(line for line in out if line.startswith('"'))
counted = {(int(r["ID"]), r["Metric Name"][len(METRIC):][:2]): int(r["Metric Value"].replace(",", ""))
           for r in rows}
patterns = [line.split() for line in out if line[:1].isdigit()]
device = subprocess.run(["nvidia-smi", "--query-gpu=name,compute_cap,driver_version",
                         "--format=csv,noheader"], capture_output=True, text=True, check=True)
print("# " + device.stdout.strip())
for i, (size, lanes, *elements) in enumerate(patterns):
    print(",".join([size, lanes, str(counted[2 * i, "st"]), str(counted[2 * i + 1, "ld"])] + elements))
