#!/bin/sh
# Where little is left: descriptors, processes, address space, time, a folder that cannot be written.
# The run slows down or says what failed; no result is lost in silence.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
export XDG_CACHE_HOME="$scratch/none"

# few LIMIT=VALUE... -- ARGUMENT...: the tool as an ordinary user with these limits of resource(2).
# Prints the exit code and the processor seconds; leaves ./out and ./err.
few() {
    python3 - "$tool" "$@" <<'END'
import os, resource, subprocess, sys
tool, rest = sys.argv[1], sys.argv[2:]
at = rest.index("--")
def begin():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    for word in rest[:at]:
        name, value = word.split("=")
        limit = getattr(resource, "RLIMIT_" + name)
        resource.setrlimit(limit, (int(value), int(value)))
with open("out", "w") as out, open("err", "w") as err:
    done = subprocess.run([tool] + rest[at + 1:], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                          preexec_fn=begin)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, int(used.ru_utime + used.ru_stime))
END
}
chmod 755 "$scratch"
race_and_right
mkdir many
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    sed "s/bad/bad$i/" bad.cu >many/$i.cu
done
few NOFILE=1024 -- --version >answer 2>&1
[ "$(cut -d' ' -f1 answer)" = 0 ] || {
    echo "skipped: another user cannot start the tool"
    exit 77
}

# ---- descriptors and processes: slower, and all the same ---------------------------------------

"$tool" -q --no-cache -j 4 many >wanted 2>/dev/null </dev/null
for limit in NOFILE=24 NOFILE=48 NPROC=8; do
    few $limit -- -q --no-cache -j 12 many >answer
    [ "$(cut -d' ' -f1 answer)" = 1 ] || fail "$limit: exit code $(cat answer): $(head -n 2 err)"
    cmp -s wanted out || fail "$limit: another report"
done

# ---- memory: a file that runs out of its share is tried again alone, and says so if that is too little

{
    grep -v '^int main' "$scratch/race.cu"
    printf 'int a[] = {'
    yes 1, | head -n 2500000 | tr -d '\n'
    echo '};'
} >many/large.cu
"$tool" -q --no-cache -j 500 many/large.cu >out 2>err </dev/null
[ $? -eq 1 ] || fail "its share of the memory: $(cat err)"
has out shared-race
few AS=1250000000 -- -q --no-cache many/large.cu >answer
[ "$(cut -d' ' -f1 answer)" = 3 ] || fail "little memory: exit code $(cat answer)"
has err "many/large.cu: not analysed: ran out of memory"
rm many/large.cu

# ---- address space: said ------------------------------------------------------------------------

few AS=700000000 -- -q --no-cache many/1.cu many/2.cu >answer
case $(cut -d' ' -f1 answer) in
1) [ "$(grep -c 'barrier-divergence\]' out)" -eq 2 ] || fail "AS: a finding is lost" ;;
3) has err "not analysed" ;;
*) fail "AS: exit code $(cat answer)" ;;
esac

# ---- time: trials of fixes lie inside of --timeout ----------------------------------------------

seq 1000 | sed 's/.*/__global__ void k&(float *a) { __shared__ float s[256]; s[threadIdx.x] = a[0];\n a[1] = s[threadIdx.x ^ 1]; }/' >thousand.cu
few NOFILE=1024 -- -q --no-cache --timeout=6 --format=sarif thousand.cu >answer
case $(cut -d' ' -f1 answer) in
1 | 3) ;;
*) fail "a thousand findings: exit code $(cat answer)" ;;
esac
[ "$(cut -d' ' -f2 answer)" -le 24 ] || fail "a thousand findings took $(cat answer) s of processor time"

# ---- a folder that cannot be written --------------------------------------------------------------

mkdir closed
race_and_right
cp race.cu closed/race.cu
chmod 555 closed
chmod 444 closed/race.cu
few NOFILE=1024 -- --no-cache --fix closed/race.cu >answer
[ "$(cut -d' ' -f1 answer)" = 2 ] || fail "--fix in a closed folder: exit code $(cat answer)"
has err "0 of 1 finding fixed"
few NOFILE=1024 -- --no-cache --add-suppressions=why closed/race.cu >answer
[ "$(cut -d' ' -f1 answer)" = 2 ] || fail "--add-suppressions in a closed folder: exit code $(cat answer)"
has err "0 suppression comments added"
cmp -s race.cu closed/race.cu || fail "a file of a closed folder changed"
chmod 755 closed
finish
