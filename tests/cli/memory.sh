#!/bin/sh
# Large functions cost memory in proportion to their size: within 512 MB each, and one that is too
# large is said to be. SCALE: percent of the largest.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
mkdir large
names=$(python3 "$OLDPWD/tests/cli/memory.py" large "${SCALE:-3}") || exit 1
for name in $names; do
    python3 - "$tool" --no-cache --timeout="${LIMIT:-30}" --format=json:r.json "large/$name" <<'END' || fail "$name"
import json, resource, subprocess, sys
with open("out", "w") as out, open("err", "w") as err:
    code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=out, stderr=err).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
report = json.load(open("r.json"))
proved = [k["name"] for k in report["kernels"] if k["verdict"] == "proved"]
if code not in (0, 1, 3) or used > 512 or proved or not (report["kernels"] or code == 3):
    print(f"exit code {code}, {used} MB, proved: {proved}")
    sys.exit(1)
END
done

# Findings beyond the limit of a file are counted, and the file does not pass, baseline or not.
seq 1003 | sed 's/.*/__global__ void k&(float *a) { if (threadIdx.x < 16) __syncthreads(); }/' >many.cu
lint 3 --no-cache --format=json:r.json --format=sarif:r.sarif --format=text many.cu
[ "$(grep -c '\[barrier-divergence\]' out)" -eq 1000 ] || fail "not 1,000 findings are listed"
has err "3 more than are listed"
json r.json findings/#=1000 stats/findingsNotListed=3
has r.sarif findings-not-listed
"$tool" -q --no-cache --baseline=base.json --write-baseline many.cu >/dev/null 2>&1
lint 3 --no-cache --baseline=base.json many.cu
sed -i 1,4d many.cu
lint 1 --no-cache many.cu
finish
