#!/bin/sh
# The cache: a second run gives the same bytes, and no change that counts is missed.
. tests/cli/check.inc
cache=$scratch/kept

# entries: how many results the cache holds.
entries() {
    find "$cache" -type f 2>/dev/null | wc -l
}

# A first run, then a second that must not add to the cache and must say the same.
twice() { # CODE ARGUMENT...
    code=$1
    shift
    lint "$code" --cache-dir="$cache" "$@"
    cp out out1
    cp err err1
    before=$(entries)
    lint "$expected" --cache-dir="$cache" "$@"
    cmp -s out out1 || fail "another report from the cache: $*"
    cmp -s err err1 || fail "another summary from the cache: $*"
    [ "$(entries)" -eq "$before" ] || fail "not found again: $*"
}

mkdir inc
cat >uses.cu <<'X'
#include "limit.h"
__global__ void uses(float *a) {
    if (threadIdx.x < LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
echo '#define LIMIT 2048' >inc/limit.h
twice 0 uses.cu good.cu -v -- -Iinc
[ "$(entries)" -eq 2 ] || fail "two files, $(entries) entries"
twice 1 bad.cu --format=json
json out findings/0/rule=barrier-divergence

# What trials of fixes came to is kept: what the entry says is told, as long as everything is as it was.
race_and_right
old_entries=$(entries)
lint 1 --cache-dir="$cache" race.cu
has out 'add `__syncthreads()` after line 3 (tried'
[ "$(entries)" -eq $((old_entries + 2)) ] || fail "a result and its trials: $(entries) entries"
kept=$(grep -rl '^\[\[\[3,' "$cache")
tail -n +2 "$kept" | sed 's/^\[\[\[3,/[[[2,/' >body
{ printf '%s\n' "$(sha256sum body | cut -d' ' -f1)" && cat body; } >"$kept"
lint 1 --cache-dir="$cache" race.cu
has out 'add `__syncthreads()` after line 2 (tried'
lint 1 --cache-dir="$cache" --block-dim=256 race.cu
has out 'add `__syncthreads()` after line 3 (tried'
sed 's/^    o/  &/' race.cu >spaced.cu
mv spaced.cu race.cu
lint 1 --cache-dir="$cache" race.cu
has out 'add `__syncthreads()` after line 3 (tried'
twice 1 race.cu

# A change of the file, of what it includes, of the flags, of the options.
echo '#define LIMIT 16' >inc/limit.h
twice 1 uses.cu -- -Iinc
has out "uses.cu:4:9: error:"
echo '#define LIMIT 2048' >inc/limit.h
lint 0 --cache-dir="$cache" uses.cu -- -Iinc
twice 0 uses.cu --block-dim=64 -- -Iinc
sed 's/LIMIT)/3)/' uses.cu >changed.cu && cp changed.cu uses.cu
twice 1 uses.cu -- -Iinc
lint 0 --cache-dir="$cache" --checks=-*,shared-* bad.cu
lint 1 --cache-dir="$cache" bad.cu
cat >flag.cu <<'X'
__global__ void flag(float *a) {
    if (threadIdx.x < LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
lint 0 --cache-dir="$cache" flag.cu -- -DLIMIT=2048
lint 1 --cache-dir="$cache" flag.cu -- -DLIMIT=16

# A header that was missing turns up; another takes the place of the first; a project has a file of
# an embedded header's name.
cat >late.cu <<'X'
#include "late.h"
#ifndef LIMIT
#define LIMIT 2048
#endif
__global__ void late(float *a) {
    if (threadIdx.x < LIMIT)
        __syncthreads();
    a[threadIdx.x] = __syncthreads_count(1);
}
X
mkdir first second
twice 0 late.cu -- -Ifirst -Isecond
echo '#define LIMIT 16' >second/late.h
twice 1 late.cu -- -Ifirst -Isecond
echo '#define LIMIT 2048' >first/late.h
twice 0 late.cu -- -Ifirst -Isecond
sed 's/late.h/cstdio/' late.cu >embedded.cu
twice 0 embedded.cu -- -Ifirst
echo "#define LIMIT 16" >first/cstdio
lint 1 --cache-dir="$cache" embedded.cu -- -Ifirst
rm first/cstdio

# The answers may depend on the versions of the libraries, which are loaded when the tool starts.
entries_with() { # PRELOADED...: of a cache that an ordinary run has filled
    rm -rf "$cache"
    lint 1 --cache-dir="$cache" bad.cu
    LD_PRELOAD=$1 ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 \
        "$tool" --cache-dir="$cache" bad.cu >out 2>err
    entries
}
if command -v cc >/dev/null; then
    echo 'const char *Z3_get_full_version(void) { return "0.0.1.0"; }' >solver.c
    echo 'int unused;' >nothing.c
    cc -shared -fPIC -o solver.so solver.c && cc -shared -fPIC -o nothing.so nothing.c ||
        fail "cc -shared"
    [ "$(entries_with "$scratch/nothing.so")" -eq 1 ] || fail "not found again by the same tool"
    [ "$(entries_with "$scratch/solver.so")" -eq 2 ] || fail "the solver's version does not count"
fi

# What a comment or the baseline says is asked every time.
twice 1 bad.cu
lint 0 --cache-dir="$cache" bad.cu --baseline=base.json --write-baseline
lint 0 --cache-dir="$cache" bad.cu --baseline=base.json

# An entry that is damaged counts for nothing.
find "$cache" -type f | while read -r entry; do
    head -c 100 "$entry" >part && cp part "$entry"
done
lint 1 --cache-dir="$cache" bad.cu
find "$cache" -type f | while read -r entry; do
    : >"$entry"
done
lint 1 --cache-dir="$cache" bad.cu

# Entries that no run has used for long are removed from the folder that is written to.
rm -rf "$cache"
lint 1 --cache-dir="$cache" bad.cu
entry=$(find "$cache" -type f)
touch -d '100 days ago' "$entry"
cp -p "$entry" "$entry.unused"
lint 1 --cache-dir="$cache" bad.cu
find "$cache" -type f -mtime -1 | grep -qxF "$entry" || fail "an entry in use looks old"
: >"$entry"
lint 1 --cache-dir="$cache" bad.cu
[ ! -e "$entry.unused" ] || fail "an old entry was kept"

# Many runs at a time.
rm -rf "$cache"
for i in 1 2 3 4; do
    "$tool" -q bad.cu good.cu uses.cu late.cu --cache-dir="$cache" >"out.$i" 2>&1 &
done
wait
for i in 2 3 4; do
    cmp -s out.1 "out.$i" || fail "runs at a time disagree"
done
[ "$(entries)" -eq 4 ] || fail "four files, $(entries) entries after four runs"

# No cache, a file that was not analysed, a folder that cannot be.
rm -rf "$cache"
lint 1 --cache-dir="$cache" bad.cu --no-cache
[ ! -e "$cache" ] || fail "--no-cache wrote"
lint 3 --cache-dir="$cache" missing.cu
lint 3 --cache-dir="$cache" missing.cu
[ "$(entries)" -eq 0 ] || fail "a failure was kept"
lint 2 bad.cu --cache-dir=bad.cu/x
has err "bad.cu/x"
finish
