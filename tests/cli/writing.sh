#!/bin/sh
# What the tool writes: nothing over what it reads, nothing into a text that changed meanwhile, nothing
# outside of the project; and what it replaces keeps its mode, owner, links and line ends.
. tests/cli/check.inc

race_and_right
mkdir project && cd project && mkdir .git || exit 1

# same FILE: it holds what race.cu holds.
same() {
    cmp -s "$1" ../race.cu || fail "$1 was changed"
}

# ---- a report takes the place of nothing that is read ------------------------------------------

cp ../race.cu a.cu
echo '#include "h.cuh"
__global__ void g() {}' >b.cu
cp ../race.cu h.cuh
for target in --format=json:a.cu --format=json:./a.cu --shard=1/1:a.cu --stamp=a.cu "--stamp=s --depfile=a.cu"; do
    lint 2 $target a.cu
    has err "a.cu would be overwritten, which is a source of this run"
    same a.cu
done
ln a.cu hard.cu
lint 2 --format=json:hard.cu a.cu
same a.cu
rm hard.cu
lint 2 --format=json:h.cuh b.cu
has err "which is a header of this run"
same h.cuh
echo 'checks: "*"' >.cudasynclint.yaml
lint 2 --format=json:.cudasynclint.yaml a.cu
has err "which is a configuration of this run"
has .cudasynclint.yaml "checks"
rm .cudasynclint.yaml
lint 0 --write-baseline --baseline=accepted.json a.cu
lint 1 --format=json:old.json a.cu
cp accepted.json kept.json
lint 2 --baseline=accepted.json --format=json:accepted.json a.cu
has err "which is the baseline of this run"
cmp -s accepted.json kept.json || fail "a report replaced the baseline"
cp old.json kept.json
lint 2 --since=old.json --format=html:old.json a.cu
has err "which is an older report of this run"
lint 0 --shard=1/1:part.json a.cu
cp part.json kept.part
for format in json text html; do
    "$tool" merge --format=$format:part.json part.json >out 2>err && fail "merge wrote over a shard"
    has err "which is an input of this run"
    "$tool" diff --format=$format:old.json old.json old.json >out 2>err && fail "diff wrote over a report"
    has err "which is an input of this run"
done
cmp -s part.json kept.part || fail "a report replaced a shard"
cmp -s old.json kept.json || fail "a report replaced a report"
# Other sources of the project may be read for their launches, and the database of commands.
cp ../race.cu other.cu
lint 2 --format=json:other.cu a.cu
has err "other.cu would be overwritten, which is no report"
same other.cu
echo '[]' >compile_commands.json
lint 2 --format=json:compile_commands.json a.cu
has err "which is no report"
rm other.cu compile_commands.json accepted.json old.json part.json kept.json kept.part
lint 2 --format=json:r --format=sarif:./r a.cu
has err "two texts for one file"
lint 2 --format=json:r --stamp=r a.cu
[ ! -e r ] || fail "a refused run wrote a report"

# ---- links lead to files of the project only ---------------------------------------------------

echo precious >../victim
ln -s ../victim r.sarif
lint 2 --format=sarif:r.sarif a.cu
has err "outside of the project: name that file"
has ../victim precious
lint 1 --format=sarif:../named.sarif a.cu
json ../named.sarif version=2.1.0
echo old >inside
ln -sf inside r.sarif
lint 1 --format=sarif:r.sarif a.cu
[ -L r.sarif ] || fail "a report replaced a link"
json inside version=2.1.0
ln -sf nowhere r.sarif
lint 2 --format=sarif:r.sarif a.cu
has err "a link that leads nowhere"
ln -s inside base.json
rm inside
echo '{"version": 1, "findings": []}' >inside
lint 0 --baseline=base.json --write-baseline a.cu
[ -L base.json ] || fail "the baseline replaced a link"
has inside shared-race
echo 'baseline: ../../base.json' >.cudasynclint.yaml
lint 2 --write-baseline a.cu
has err "outside of the project"
[ ! -e ../../base.json ] || fail "a configuration chose where the baseline is written"
rm .cudasynclint.yaml

mkdir ../out
cp ../race.cu ../out/v.cu
ln -s ../out/v.cu link.cu
lint 2 --fix link.cu
has err "not changed: it lies outside of the project"
same ../out/v.cu
lint 2 --fix .
same ../out/v.cu
lint 2 --add-suppressions=x link.cu
same ../out/v.cu
sed '/main/d; s/__global__/__device__/' ../race.cu >../out/far.cuh
cp ../out/far.cuh header
echo '#include "far.cuh"
__global__ void calls(float *o) { k(o); }
int main() { float *p; cudaMalloc(&p, 1024); calls<<<1, 256>>>(p); }' >includes.cu
lint 2 --add-suppressions=x includes.cu -- -I../out
cmp -s header ../out/far.cuh || fail "a header outside of the project was changed"
rm link.cu includes.cu
lint 0 --fix ../out/v.cu # named, so asked for
has ../out/v.cu __syncthreads
cp ../race.cu a.cu

# ---- what is changed keeps what it is ----------------------------------------------------------

for how in --fix --add-suppressions=x; do
    cp ../race.cu m.cu
    chmod 600 m.cu
    lint 0 $how m.cu
    [ "$(stat -c %a m.cu)" = 600 ] || fail "$how: mode $(stat -c %a m.cu)"
    cp ../race.cu m.cu
    ln m.cu other.cu
    lint 0 $how m.cu
    [ m.cu -ef other.cu ] || fail "$how: a hard link is broken"
    rm other.cu
    cp ../race.cu real.txt
    rm m.cu && ln -s real.txt m.cu
    lint 0 $how m.cu
    [ -L m.cu ] || fail "$how: a link is gone"
    if cmp -s real.txt ../race.cu; then fail "$how: the file behind the link is as before"; fi
    rm m.cu
    if [ "$(id -u)" -eq 0 ]; then
        cp ../race.cu m.cu
        chown 65534:65534 m.cu
        lint 0 $how m.cu
        [ "$(stat -c %u:%g m.cu)" = 65534:65534 ] || fail "$how: owner $(stat -c %u:%g m.cu)"
        rm m.cu
    fi
    sed 's/$/\r/' ../race.cu >m.cu
    lint 0 $how m.cu
    [ "$(grep -c "$(printf '\r')\$" m.cu)" -eq "$(wc -l <m.cu)" ] || fail "$how: line ends"
done

# ---- texts that changed meanwhile --------------------------------------------------------------

lint 2 --add-suppressions=x --stdin-filename=a.cu -
has err "standard input cannot be changed"
same a.cu

# The work on slow.cu is done before a.cu is written.
{
    echo '#define A(i) s[threadIdx.x + i] = i; o[i] += s[255 - threadIdx.x];'
    echo '#define B(i) A(i) A(i + 1) A(i + 2) A(i + 3) A(i + 4) A(i + 5) A(i + 6) A(i + 7)'
    echo '__global__ void slow(float *o) { __shared__ float s[512]; B(0) B(8) B(16) B(24) }'
    tail -n 1 ../race.cu | sed 's/k</slow</'
} >slow.cu
"$tool" -q -j1 --fix slow.cu a.cu >out 2>err </dev/null &
pid=$!
sleep 0.3
{ for i in 1 2 3 4 5; do echo "// line $i"; done; cat ../race.cu; } >new && mv new a.cu
cp a.cu wanted
wait $pid
if ! cmp -s a.cu wanted; then
    # it was read after the change: then the barrier stands where it belongs
    sed -n 9p a.cu | grep -q __syncthreads || fail "--fix wrote into a text that it did not analyse"
fi
cp ../race.cu a.cu

# ---- several at a time, killed, no room ---------------------------------------------------------

for i in 1 2 3 4 5; do
    sed "s/void k/void k$i/; s/k</k$i</" ../race.cu >c$i.cu
done
for i in 1 2 3 4 5; do
    "$tool" -q --baseline=shared.json --write-baseline c$i.cu >/dev/null 2>&1 </dev/null &
done
wait
[ "$(grep -c '"path"' shared.json)" -eq 5 ] || fail "a concurrent --write-baseline lost entries"
for i in 1 2 3 4 5 6; do
    "$tool" -q --fix c*.cu >/dev/null 2>&1 </dev/null &
    sleep 0.$((i + 1))
    kill -9 $! 2>/dev/null
    wait
done 2>/dev/null
[ -z "$(find . -name '.cudasynclint-*')" ] || fail "a killed run left files behind"

lint 2 --format=json:/dev/full a.cu
for option in --help --version --list-checks --explain=shared-race --dump-config --generate=bash "--diff a.cu"; do
    "$tool" $option >/dev/full 2>err </dev/null
    code=$?
    [ $code -eq 2 ] || fail "$option to a full disk: exit code $code"
done
(
    ulimit -f 0
    "$tool" a.cu >/dev/null 2>&1 </dev/null
    exit $?
)
[ $? -eq 1 ] || fail "a limit on the size of files ends the run"

# ---- closed descriptors, too large an input -----------------------------------------------------

for closed in '2>&-' '<&-' '>r.txt 2>&-'; do
    eval "\"\$tool\" --format=sarif:closed.sarif a.cu $closed" 2>/dev/null
    [ $? -eq 1 ] || fail "exit code with $closed"
    json closed.sarif runs/0/results/0/ruleId=shared-race
    rm closed.sarif
done
"$tool" a.cu >&- 2>err
[ $? -eq 2 ] || fail "a closed standard output is no error"
has err "cannot be written"
{ yes '// x' | head -c 70000000; cat ../race.cu; } | "$tool" --stdin-filename=b.cu - >out 2>err
[ $? -eq 3 ] || fail "too large a standard input is cut"
has err "larger than 16 MB"
{ head -c 17000000 /dev/zero | tr '\0' ' '; cat ../race.cu; } >wide.cu # one line of 17 MB
lint 3 wide.cu
has err "wide.cu: not analysed: larger than 16 MB"
rm wide.cu
lint 2 --stdin-filename=- -

for closed in '>&- 2>&-' '<&- >&- 2>&-'; do
    eval "\"\$tool\" --format=sarif:closed.sarif a.cu $closed" 2>/dev/null
    [ $? -eq 1 ] || fail "exit code with $closed"
    json closed.sarif runs/0/results/0/ruleId=shared-race
    rm closed.sarif
done
cp ../race.cu mended.cu
"$tool" -q --fix mended.cu 2>&- >&-
has mended.cu __syncthreads
"$tool" -q --baseline=closed.json --write-baseline a.cu 2>&- >&-
has closed.json shared-race

# ---- extended attributes ------------------------------------------------------------------------

if python3 -c 'import os; os.setxattr("a.cu", "user.origin", b"here")' 2>/dev/null; then
    for how in --fix --add-suppressions=x; do
        cp ../race.cu attributes.cu
        python3 -c 'import os; os.setxattr("attributes.cu", "user.origin", b"here")'
        lint 0 $how attributes.cu
        python3 -c 'import os, sys; sys.exit(os.getxattr("attributes.cu", "user.origin") != b"here")' ||
            fail "$how: an extended attribute is gone"
    done
fi
finish
