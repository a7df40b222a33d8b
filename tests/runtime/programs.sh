#!/bin/sh
# ./dev gpu --programs: programs of the table are built, run and recorded, with stand-ins for nvcc,
# compute-sanitizer and the GPU. Two programs of a tree of our own; the table is the real one's form.
set -eu
command -v python3 >/dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp -r bench/programs "$dir/run"
mkdir -p "$dir/trees/suite/right/data" "$dir/trees/suite/racy" "$dir/trees/suite/slow" "$dir/bin"
for name in right racy slow broken; do
    mkdir -p "$dir/trees/suite/$name"
    echo "__global__ void kernel_of_$name() {}" >"$dir/trees/suite/$name/main.cu"
done
echo 7 >"$dir/trees/suite/right/data/input"
cat >"$dir/run/programs.csv" <<'END'
tree,program,folder,sources,flags,arguments,data
suite,*,,*.cu,-I common,-s 1,
suite,right,right,,,-q,data
suite,racy,racy,,-DTWO,,
suite,slow,slow,,,,
suite,broken,broken,,,,
other,elsewhere,x,,,,
END
cat >"$dir/bin/nvcc" <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo "release 13.0, V13.0.88"; exit; }
case "$*" in *broken*) echo "main.cu(1): error: no"; exit 1 ;; esac
echo "$*" >>"$NVCC_LOG"
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho "$0 $*"\n[ ! -e slow ] || sleep 30\n' >"$2"
case $2 in *slow*) : >"${2%program}slow" ;; esac
chmod +x "$2"
END
cat >"$dir/bin/nvidia-smi" <<'END'
#!/bin/sh
echo "A GPU, 9.0, 580.1"
END
# compute-sanitizer --tool TOOL --show-backtrace no --log-file LOG [--launch-count N] PROGRAM...
cat >"$dir/bin/compute-sanitizer" <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo "NVIDIA Compute Sanitizer 2025.3.1"; exit; }
tool=$2 log=$6
case "$*" in *--launch-count*) rm -f slow ;; esac
"$(for last; do case $last in */program) echo "$last" ;; esac; done)" >/dev/null
{
    echo "========= COMPUTE-SANITIZER"
    case $tool,$PWD in
    racecheck,*racy)
        for i in 1 2; do
            echo "========= Error: Race reported between Write access at void ns::sum<int>(int *)+0x90 in main.cu:3"
            echo "=========     and Read access at void ns::sum<int>(int *)+0x110 in /tmp/main.cu:5 [36 hazards]"
            echo "========="
        done
        echo "========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)" ;;
    racecheck,*) echo "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)" ;;
    *racy)
        echo "========= Barrier error detected. Divergent thread(s) in block."
        echo "=========     at sum(int *)+0x80 in main.cu:12"
        echo "=========     by thread (32,0,0) in block (0,0,0)"
        echo "========= ERROR SUMMARY: 1 error" ;;
    *) echo "========= ERROR SUMMARY: 0 errors" ;;
    esac
} >"$log"
END
chmod +x "$dir/bin"/*
export NVCC_LOG="$dir/nvcc.log" PATH="$dir/bin:$PATH"

fail() {
    echo "programs.sh: $1" >&2
    cat "$dir/out" >&2
    exit 1
}

run() {
    "$dir/run/run.py" --trees="$dir/trees" --build="$dir/build" --records="$dir/records" \
        --nvcc="$dir/bin/nvcc" --sanitizer="$dir/bin/compute-sanitizer" --jobs=2 --deadline=1 \
        --sanitizer-deadline=1 "$@" >"$dir/out" 2>&1
}

run && fail "a program that cannot be built passes"
grep -q "suite/broken is left out: main.cu(1): error: no" "$dir/out" || fail "it does not say why"
grep -q "3 programs observed, 0 left" "$dir/out" || fail "not all programs ran"
[ "$(wc -l <"$NVCC_LOG")" = 3 ] || fail "not each program was built once"
[ -e "$dir/build/suite/right/data/input" ] || fail "the data does not lie beside the program"

python3 - "$dir" <<'END' || fail "a record is not what it has to be"
import sys
sys.path.insert(0, sys.argv[1] + "/run")
import records
right, racy, slow = (records.read(f"{sys.argv[1]}/records/suite/{n}.json")
                     for n in ("right", "racy", "slow"))
assert right["arguments"] == "-s 1 -q" and right["device"] == "A GPU", right
assert right["sanitizer"] == "2025.3.1" and right["toolkit"] == "13.0.88", right
assert right["alone"]["state"] == right["racecheck"]["state"] == right["synccheck"]["state"] == "ran"
assert right["racecheck"]["hazards"] == [], right
assert racy["racecheck"]["hazards"] == [
    {"severity": "error", "what": "write and read", "kernel": "sum",
     "places": ["main.cu:3", "main.cu:5"], "count": 72}], racy
assert racy["synccheck"]["hazards"] == [
    {"severity": "error", "what": "Divergent thread(s) in block", "kernel": "sum",
     "places": ["main.cu:12"], "count": 1}], racy
assert "-DTWO" in racy["flags"] and "suite/common" in racy["flags"], racy
assert sys.argv[1] not in str(racy), racy
assert slow["alone"]["state"] == slow["racecheck"]["state"] == "deadline", slow
END

# Nothing is run twice; what ran past its deadline is, with few launches; a changed source is.
run --only='suite/r*'
grep -q "0 programs observed" "$dir/out" || fail "a program with a fresh record runs again"
run --only='suite/slow' --launches=5
grep -q "racecheck ran" "$dir/out" || fail "it does not run again with few launches"
echo "// more" >>"$dir/trees/suite/racy/main.cu"
run --only='suite/r*'
grep -q "1 programs observed" "$dir/out" || fail "a changed program does not run again"

# On another machine: no trees, no compiler.
"$dir/run/run.py" --built --build="$dir/build" --records="$dir/more" --only='suite/right' \
    --sanitizer="$dir/bin/compute-sanitizer" >"$dir/out" 2>&1 || fail "--built does not work"
cmp -s "$dir/more/suite/right.json" /dev/null && fail "--built writes no record"

# The witnesses of the checker's findings: one shape is launched as it is, one is not.
cat >"$dir/bin/checker" <<'END'
#!/bin/sh
echo '{"findings": ['
finding='"confidence": "high", "needs": null, "line": 3, "witness"'
echo "{\"rule\": \"shared-race\", \"file\": \"a/main.cu\", \"function\": \"sum\", $finding: {\"block\": [64, 1, 1]}},"
echo "{\"rule\": \"global-race\", \"file\": \"a/main.cu\", \"function\": \"sum\", $finding: {\"block\": [32, 2, 1]}},"
echo "{\"rule\": \"warp-mask\", \"file\": \"a/main.cu\", \"function\": \"other\", $finding: {\"block\": [32, 1, 1]}}"
echo ']}'
END
chmod +x "$dir/bin/checker"
printf 'tree,program,arguments\nsuite,racy,-small\n' >"$dir/run/witnesses.csv"
printf 'tree,program,shown\nsuite,racy,shared-race\nsuite,right,\n' >"$dir/run/checked.csv"
cat >"$dir/build/suite/racy/program" <<'END'
#!/bin/sh
[ -z "${CSL_LAUNCH_LOG-}" ] || echo "_Z3sumPi 64 1 1" >>"$CSL_LAUNCH_LOG"
case ${CSL_LAUNCH_BLOCK-} in sum=32,2,1) echo "test failed" ;; esac
END
"$dir/run/witness.py" plan --tool="$dir/bin/checker" --trees="$dir/trees" --build="$dir/build" \
    >"$dir/out" && grep -q "3 findings in 1 programs" "$dir/out" || fail "no witnesses"
"$dir/run/witness.py" try --reshape=/nowhere/libreshape.so --build="$dir/build" \
    --records="$dir/witnesses" --sanitizer="$dir/bin/compute-sanitizer" >"$dir/out" 2>&1 ||
    fail "the witnesses are not tried"
python3 - "$dir" <<'END' || fail "a record of witnesses is not what it has to be"
import sys
sys.path.insert(0, sys.argv[1] + "/run")
import records
record = records.read(f"{sys.argv[1]}/witnesses/suite/racy.json")
race, wide, other = record["findings"]
assert record["arguments"] == "-small", record
assert (race["launched"], race["saw"], race["tool"]) == ("as it is", "a hazard", "racecheck"), race
assert (wide["launched"], wide["saw"], wide["said"]) == ("reshaped", "a wrong result", "test failed"), wide
assert (other["launched"], other["saw"]) == ("never", None), other
END

# A record that was changed is noticed.
sed -i 's/"count": 72/"count": 0/' "$dir/records/suite/racy.json"
run --only='suite/racy' && fail "a changed record passes"
grep -q "changed afterwards" "$dir/out" || fail "a changed record is not named"
