#!/bin/sh
# runtime_tests from end to end, with stand-ins for nvcc, compute-sanitizer and the GPU. The stand-in
# for nvcc makes a shell script of the lines "#run ..." of a case, in which $variant is opt or
# debug, and the stand-in for compute-sanitizer prints those of "#racecheck ..." and so on.
set -eu
build=$(dirname "$CUDASYNCLINT")
runner=$build/runtime_tests/runtime_tests
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/bin" "$dir/corpus/rule" "$dir/corpus/barrier-x"
cd "$dir"

fail() {
    echo "gpu.sh: $1" >&2
    cat out >&2
    exit 1
}

cat >bin/nvcc <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit; }
variant=debug out=
for arg; do
    case $arg in -O3) variant=opt ;; esac
    [ "$before" != -o ] || out=$arg
    before=$arg source=$arg
done
echo "$variant $source $*" >>"$(dirname "$0")/../built"
grep -q '^does not compile' "$source" && { echo "$source(1): error: expected a ;"; exit 1; }
{
    echo "#!/bin/sh"
    echo "variant=$variant"
    sed -n 's|^#run ||p' "$source"
} >"$out"
for tool in racecheck synccheck reshaped; do
    sed -n "s|^#$tool ||p" "$source" >"$out.$tool"
done
chmod +x "$out"
END
cat >bin/compute-sanitizer <<'END'
#!/bin/sh
[ "$1" != --version ] || { printf 'NVIDIA (R) Compute Sanitizer\nVersion 2025.3.1.0 (build 1)\n'; exit; }
tool=$2
[ -z "${CSL_LAUNCH_BLOCK-}" ] || { echo "$CSL_LAUNCH_BLOCK" >>"$(dirname "$0")/../shapes"; tool=reshaped; }
cat "$5.$tool"
grep -q SUMMARY "$5.$tool" || echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)'
END
chmod +x bin/*
cat >health.cu <<'END'
#run [ "${1-}" != busy ] || { echo noise >>noise; exec sleep 100; }
#run [ ! -e unhealthy ] || { echo "ERROR gone"; exit 2; }
#run printf 'name=NVIDIA Stand-in\ncapability=9.0\ngpus=1\n'
#run echo asked >>asked; echo OK
END

case_file() { # NAME: the case, from standard input
    {
        echo '// gpu: unobserved'
        cat
    } >"corpus/$1.cu"
}
case_file barrier-x/bad_hang <<'END'
#run [ -z "${CSL_LAUNCH_LOG-}" ] || echo '_Z4waitPi 64 1 1' >>"$CSL_LAUNCH_LOG"
#run sleep 100
END
case_file barrier-x/bad_sync <<'END'
#run echo OK
#synccheck ========= Barrier error detected. Divergent thread(s) in block.
#synccheck =========     at k(int *)+0x10 in bad_sync.cu:2
#synccheck =========
#synccheck ========= ERROR SUMMARY: 64 errors
END
case_file rule/bad_wrong <<'END'
#run [ -z "${CSL_LAUNCH_LOG-}" ] || echo '_Z4scanPi 64 1 1' >>"$CSL_LAUNCH_LOG"
#run echo x >>count.$variant
#run [ $variant = debug ] || [ $(($(wc -l <count.opt) % 2)) = 0 ] || { echo WRONG; exit 1; }
#run echo OK
#racecheck ========= Error: Race reported between Write access at scan(int *)+0x10 in bad_wrong.cu:4
#racecheck =========     and Read access at scan(int *)+0x20 in bad_wrong.cu:3 [12 hazards]
#racecheck ========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
#reshaped ========= Error: Race reported between Write access at scan(int *)+0x10 in bad_wrong.cu:4
#reshaped =========     and Read access at scan(int *)+0x20 in bad_wrong.cu:3 [9 hazards]
#reshaped ========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
END
case_file rule/bad_error <<'END'
#run echo 'ERROR too many resources'; exit 2
END
case_file rule/bad_crash <<'END'
#run kill -SEGV $$
END
case_file rule/bad_silent_success <<'END'
#run exit 0
END
case_file rule/bad_unbuilt <<'END'
does not compile
END
case_file rule/bad_two_gpus <<'END'
// needs: gpus=2
#run echo OK
END
case_file rule/bad_slow_at_first <<'END'
#run echo x >>slow.$variant
#run [ $variant = debug ] || [ $(wc -l <slow.opt) -gt 1 ] || sleep 100
#run echo OK
END
case_file rule/good_fine <<'END'
#run sleep 0.1; echo OK
END
# The stand-in for the checker: two findings with witnesses in two of the cases, in line 5.
cat >bin/checker <<'END'
#!/bin/sh
for last; do :; done
case $last in
*bad_wrong.cu) rule=shared-race kernel=scan ;;
*bad_hang.cu) rule=barrier-divergence kernel=wait ;;
*) echo '{"findings":[],"kernels":[]}'; exit ;;
esac
finding="\"rule\":\"$rule\",\"severity\":\"error\",\"function\":\"$kernel\",\"line\":5"
echo "{\"findings\":[{$finding,\"witness\":{\"block\":[64,1,1]}},"
echo "{$finding,\"witness\":{\"block\":[96,2,1]}}],\"kernels\":[{\"verdict\":\"findings\"}]}"
exit 1
END
chmod +x bin/checker
"$runner" --tool="$dir/bin/checker" --write-plan=measured.json corpus >out 2>&1 || fail "no plan"
sed 's/"milliseconds": [0-9]*/"milliseconds": 7/' measured.json >plan.json

run() {
    PATH=$dir/bin:$PATH "$runner" --build=built-here --out=records --health=health.cu \
        --plan=plan.json --deadline=2 --repeats=6 --debug-repeats=2 --jobs=4 --hang-jobs=2 "$@" \
        corpus >out 2>&1
}

run && fail "a case that does not compile passes"
grep -q 'error: expected a ;' out || fail "the compiler's complaint is not shown"
grep -q '^built 18 programs .*; 2 failed' out || fail "programs are not counted"
grep -q '^rule/bad_two_gpus is left out: it needs 2 GPUs' out || fail "a missing GPU is not told"
grep -q '^NVIDIA Stand-in, compute capability 9.0, .* nvcc 13.0.88, compute-sanitizer 2025.3.1.0' out ||
    fail "the device is not told"
grep -q '^observed 8 cases .*; 1 failed' out || fail "cases are not counted"
[ ! -e records/rule/bad_unbuilt.json ] || fail "a record of a case that was never run"
[ ! -e records/rule/bad_two_gpus.json ] || fail "a record of a case that was left out"

has() { # RECORD TEXT
    tr -d '\n' <"records/$1.json" | tr -s ' ' | grep -q -- "$2" || {
        cat "records/$1.json" >out
        fail "the record of $1 has no: $2"
    }
}
has rule/good_fine '"observed": \[ "ok" \]'
has rule/good_fine '"racecheck": { "state": "ran"'
has rule/bad_wrong '"observed": \[ "wrong", "racecheck" \]'
has rule/bad_wrong '"runs": 3, "ok": 1, "wrong": 2, "hang": 0, "error": 0'
has rule/bad_wrong '"runs": 2, "ok": 2, "wrong": 0'
has rule/bad_wrong '"hazards": 12, "lines": \[ 2, 3 \], "kernels": \[ "scan" \]'
has rule/bad_wrong '"staticMilliseconds": 7'
has rule/bad_wrong '"block": \[ 64, 1, 1 \], "launched": "as written", "confirmed": "racecheck"'
has rule/bad_wrong '"block": \[ 96, 2, 1 \], "launched": "reshaped", "confirmed": "racecheck"'
has rule/bad_wrong '"flags": "-arch=sm_90 -O3 -lineinfo -cudart shared"'
[ "$(cat shapes)" = scan=96,2,1 ] || fail "the shape of the witness was not launched"
# A run that hung while others ran beside it is no hang if the case ends when it is alone.
has rule/bad_slow_at_first '"observed": \[ "ok" \]'
has rule/bad_slow_at_first '"runs": 6, "ok": 6'
has rule/bad_error '"observed": \[ "error" \]'
has rule/bad_error '"message": "ERROR too many resources"'
has rule/bad_crash '"message": "signal 11"'
has rule/bad_silent_success '"observed": \[ "error" \]'
has barrier-x/bad_sync '"observed": \[ "synccheck" \]'
has barrier-x/bad_sync '"hazards": 64, "lines": \[ 1 \]'
has barrier-x/bad_hang '"observed": \[ "hang" \]'
has barrier-x/bad_hang '"runs": 1, "ok": 0, "wrong": 0, "hang": 1, "error": 0'
has barrier-x/bad_hang '"runs": 1, "ok": 0, "wrong": 0, "hang": 1'
has barrier-x/bad_hang '"racecheck": { "state": "skipped"'
has barrier-x/bad_hang '"launched": "as written", "confirmed": "hang"'
has barrier-x/bad_hang '"launched": "reshaped", "confirmed": "hang"'
[ "$(wc -l <asked)" -ge 4 ] || fail "the device is not asked after a hang or an error"

# The claims come from the records and do not make them stale; then nothing is left to do.
"$runner" --out=records --write-claims corpus >out 2>&1 || fail "claims cannot be written"
grep -q '^// gpu: wrong, racecheck$' corpus/rule/bad_wrong.cu || fail "a claim is not written"
grep -q '^// gpu: unobserved$' corpus/rule/bad_two_gpus.cu || fail "a claim without a record"
before=$(wc -l <built)
run --only='rule/bad_[wec]*' || fail "the second run fails"
grep -q '^observed 0 cases' out || fail "what is recorded is run again"
[ "$(wc -l <built)" = "$before" ] || fail "what is built is built again"
echo '// a comment' >>corpus/rule/good_fine.cu
run --only=rule/good_fine || fail "a case with another comment fails"
grep -q '^observed 0 cases' out || fail "another comment makes a record stale"
echo 'changed' >>corpus/rule/good_fine.cu
run --only=rule/good_fine || fail "a changed case fails"
grep -q '^observed 1 cases' out || fail "a changed case is not run again"
has rule/good_fine '"noisy": 0'
run --only=rule/good_fine --again --noise || fail "--noise fails"
has rule/good_fine '"runs": 2, "ok": 2, "wrong": 0, "hang": 0, "error": 0, "noisy": 1'
[ "$(wc -l <noise)" -ge 1 ] || fail "there is no noise"
run --only=rule/good_fine --again && grep -q '^observed 1 cases' out || fail "--again does nothing"

# A record that was changed by hand gives no claim.
sed -i 's/"wrong": 2/"wrong": 6/' records/rule/bad_wrong.json
"$runner" --out=records --write-claims corpus >out 2>&1 && fail "a changed record passes"
grep -q 'bad_wrong.json: it was not written by runtime_tests' out || fail "it is not named"

# A device that does not answer stops everything.
touch unhealthy
code=0
run --again || code=$?
[ $code = 2 ] || fail "a device that does not answer: exit code $code"
grep -q 'no GPU that can be used' out || fail "the missing device is not told"
rm unhealthy
case_file rule/bad_breaks_device <<'END'
#run touch unhealthy; echo ERROR; exit 2
END
run --again --jobs=1 --only='rule/bad_b*' --only='rule/good_*' && fail "a broken device passes"
grep -q 'the device does not answer any more' out || fail "the broken device is not told"
grep -q '^observed 0 cases .* 1 failed, 1 left' out || fail "it went on with a broken device"
[ ! -e records/rule/bad_breaks_device.json ] || fail "a record from a broken device"

# What is missing is said, with exit code 2.
code=0
"$runner" --nvcc=/no/nvcc --sanitizer=/no/sanitizer --health=health.cu corpus >out 2>&1 || code=$?
[ $code = 2 ] || fail "no nvcc: exit code $code"
grep -q 'no nvcc:' out && grep -q 'no compute-sanitizer:' out || fail "what is missing is not told"
exit 0
