#!/bin/sh
# A result is kept with all that its worker asked the file system for: a run with the cache says what
# a run without it says, whatever changes, and no one else can write what it says.
. tests/cli/check.inc
cache=$scratch/kept
race_and_right

# Between the accesses of z.cu stands what these lines define as B.
probe() { # LINES...
    rm -rf "$scratch/probe" && mkdir "$scratch/probe" && cd "$scratch/probe" || exit 1
    {
        for line; do
            echo "$line"
        done
        sed 's/^    o\[/    B;\n&/' ../race.cu
    } >z.cu
    sleep 0.02 # a file that has just been written is not kept
}
old() {
    touch -d -1hour "$@"
}
# same CODE ARGUMENT...: with the cache twice, and without.
same() {
    wanted=$1
    shift
    lint "$wanted" --cache-dir="$cache" z.cu "$@"
    lint "$wanted" --cache-dir="$cache" z.cu "$@"
    lint "$wanted" --no-cache z.cu "$@"
}
wait_in_else='#else
#define B __syncthreads()
#endif'

for ask in '__has_include("later.h")' '__has_include(<later.h>)' '__has_include("sub/later.h")' \
    '__has_include("../probe/later.h")' '__has_include_next("later.h")'; do
    probe "#if $ask" '#define B' "$wait_in_else"
    mkdir sub dir
    same 0 -- -Idir -I.
    : >later.h && : >sub/later.h && : >dir/later.h && old later.h */later.h
    same 1 -- -Idir -I.
    rm later.h */later.h
    same 0 -- -Idir -I.
done

probe '#define NAME "later.h"' '#if __has_include(NAME)' '#define B' "$wait_in_else"
same 0
mkdir later.h # no file
same 0
rmdir later.h
ln -s none later.h
same 0
: >none && old none
same 1

probe '#if __has_embed("later.bin")' '#define B' "$wait_in_else"
same 0
echo x >later.bin && old later.bin
same 1

probe 'constexpr unsigned char z[] = {' '#embed "e.bin"' '};' 'template <bool> struct wait { __device__ static void now() {} };' \
    'template <> struct wait<true> { __device__ static void now() { __syncthreads(); } };' '#define B wait<z[0] == 114>::now()'
printf r >e.bin
sleep 0.02
same 0
printf s >e.bin
old e.bin
same 1
"$tool" -q --stamp=s --depfile=d z.cu >/dev/null 2>&1 # the edge runs again
printf r >e.bin
sleep 0.02
lint 0 --stamp=s --depfile=d z.cu
has d e.bin

# A folder becomes one of the system, a header is shadowed, a link leads elsewhere.
probe '#include "l.h"'
mkdir inc
echo '#define B' >inc/l.h
sleep 0.02
same 1 -- -I. -Iinc
: >inc/stdio.h
"$tool" --no-cache z.cu -- -Iinc >plain 2>plain.err
"$tool" --cache-dir="$cache" z.cu -- -Iinc >cached 2>cached.err
cmp -s plain cached || fail "a folder that became one of the system"
rm inc/stdio.h
echo '#define B __syncthreads()' >l.h && old l.h
same 0 -- -I. -Iinc
rm l.h && ln -s inc/l.h l.h
same 1 -- -I. -Iinc
echo '#define B __syncthreads()' >inc/m.h && ln -sf inc/m.h l.h && sleep 0.02
same 0 -- -I. -Iinc

# A toolkit changes its version.
probe '#if __CUDACC_VER_MAJOR__ > 12' '#define B' "$wait_in_else"
mkdir -p toolkit/include && : >toolkit/include/cuda_runtime.h
echo '#define CUDART_VERSION 12000' >toolkit/include/cuda_runtime_api.h
sleep 0.02
lint 0 --cache-dir="$cache" -v --cuda-path=toolkit z.cu
cp err before
echo '#define CUDART_VERSION 13000' >toolkit/include/cuda_runtime_api.h
old toolkit/include/cuda_runtime_api.h
lint 0 --cache-dir="$cache" -v --cuda-path=toolkit z.cu
if cmp -s err before; then fail "another version of the toolkit"; fi

# Another text takes the place of a file for the time of the run, with an old time.
cd "$scratch" && rm -rf probe && mkdir probe && cd probe || exit 1
cp ../race.cu z.cu
for i in 1 2 3 4 5; do
    sed "s/void k/void k$i/; s/k</k$i</" ../race.cu
done >many.cu
old z.cu
cp ../right.cu other.cu
touch -d -2hours other.cu
cp -p z.cu saved
"$tool" -q -j1 --cache-dir="$cache" many.cu z.cu >/dev/null 2>&1 &
mv other.cu z.cu
wait
mv saved z.cu
same 1

# ---- entries ------------------------------------------------------------------------------------

rm -rf "$cache"
lint 1 --cache-dir="$cache" z.cu
entry=$(grep -rl '"findings"' "$cache") # the other holds what trials of fixes came to
[ "$(stat -c %a "$entry")" = 600 ] || fail "an entry of mode $(stat -c %a "$entry")"
cp "$entry" good
i=0
while [ $i -lt 8 ]; do # damage anywhere
    cp good "$entry"
    printf '\001' | dd of="$entry" bs=1 seek=$((i * $(wc -c <good) / 8)) conv=notrunc 2>/dev/null
    lint 1 --cache-dir="$cache" z.cu
    i=$((i + 1))
done
forge() { # no finding, and a digest that fits
    tail -n +2 good | sed 's/"findings":\[.*\],"notes/"findings":[],"notes/' >body
    { printf '%s\n' "$(sha256sum body | cut -d' ' -f1)" && cat body; } >"$entry"
}
forge
chmod g+w "$entry"
lint 1 --cache-dir="$cache" z.cu
forge
chmod a+rwx "$(dirname "$entry")"
lint 1 --cache-dir="$cache" z.cu
chmod 700 "$(dirname "$entry")"
chmod a+rwx "$cache"
lint 1 --cache-dir="$cache" z.cu
has err "no cache: other users own it or can write to it"
if [ "$(id -u)" -eq 0 ]; then
    chmod 700 "$cache"
    chown -R 65534 "$cache"
    lint 1 --cache-dir="$cache" z.cu
    has err "no cache"
fi

# Nor does a commit: what a project brings along is not kept work.
probe && git init -q . && cp ../race.cu z.cu && old z.cu
lint 1 --cache-dir=brought z.cu
echo '*' >brought/.gitignore && git add -f brought/.gitignore
lint 1 --cache-dir=brought z.cu
lacks err "no cache"
git add -f brought
entry=$(grep -rl '"findings"' brought)
cp "$entry" good && forge
lint 1 --cache-dir=brought z.cu
has err "brought: no cache: its entries are files of a repository"

# ---- what cannot be read ------------------------------------------------------------------------

cd "$scratch" && rm -rf probe && mkdir probe && cd probe || exit 1
mkfifo pipe.h
for name in /dev/zero /dev/random pipe.h; do
    { echo "#include \"$name\""; cat ../race.cu; } >z.cu
    lint 3 --timeout=4 z.cu
    has err "$name, which is no regular file"
done
echo 'int x[] = {
#embed "/dev/zero"
};' >z.cu
lint 3 --timeout=4 z.cu
for option in --config --changed-lines --baseline; do
    lint 2 $option=pipe.h ../race.cu &
done
wait

# A worker reads its project, what the command line names, and the system's headers.
mkdir .git
for line in '#include "/etc/passwd"' '#include "../../../../../../../../../etc/passwd"' '#include "out.h"' \
    'const char z[] = {
#embed "/etc/passwd"
};' '#if __has_include("/etc/passwd")
#include "/etc/passwd"
#endif'; do
    ln -sf /etc/passwd out.h
    { echo "$line"; cat ../race.cu; } >z.cu
    lint 3 --format=json:r.json --format=text z.cu
    has err "which lies outside of the project"
    lacks out root:
    lacks r.json root:
done
echo 'extra-args: [-include, /etc/passwd]' >.cudasynclint.yaml
cp ../race.cu z.cu
lint 3 z.cu
has err "which lies outside of the project"
rm .cudasynclint.yaml
mkdir ../far && echo '#define FAR' >../far/far.h
{ echo '#include "../far/far.h"'; cat ../race.cu; } >z.cu
lint 3 z.cu
mkdir ../beside ../beside/.git ../beside/include ../beside/src
echo '#include "../src/near.h"' >../beside/include/b.h
echo '#define NEAR' >../beside/src/near.h
{ echo '#include "b.h"'; cat ../race.cu; } >y.cu
lint 1 y.cu -- -I../beside/include # a header of another project includes its neighbour

# Headers that are links, one by one or in folders that are, lead to headers of other places, and to
# nothing else there.
mkdir -p ../store/lib ../forest/sub
echo '#define LINKED' >../store/lib/one.h
echo 'root:secret' >../store/lib/secret
ln -s secret ../store/lib/named.h
ln -s ../store/lib/one.h one.h
ln -s "$PWD/../store/lib" folder
ln -s ../../store/lib/one.h ../forest/sub/two.cuh
for line in '#include "one.h"' '#include "folder/one.h"' '#include "sub/two.cuh"'; do
    { printf '%s\n#ifdef LINKED\n' "$line"; cat ../race.cu; echo '#endif'; } >x.cu
    lint 1 --format=json:r.json x.cu -- -I../forest
    has r.json shared-race
    has r.json "tried: ends it" # by trials, which read the headers, too
    lint 1 --format=json:r.json x.cu -- -I../forest
    has r.json "tried: ends it"
    lint 1 --diff x.cu -- -I../forest
    has out "+    __syncthreads();"
done
# Headers without an ending lie in some folder `include`; what sources include may be called .def.
mkdir -p ../store/include/Dense ../views/Dense
echo '#include "list.def"' >../store/include/Dense/Core
echo '#define LINKED' >../store/include/Dense/list.def
ln -s "$PWD/../store/include/Dense" Dense
ln -s ../../store/include/Dense/Core ../views/Dense/Core
ln -s ../../store/include/Dense/list.def ../views/Dense/list.def
{ printf '#include <Dense/Core>\n#ifdef LINKED\n'; cat ../race.cu; echo '#endif'; } >x.cu
for place in . ../views; do
    lint 1 x.cu -- -I$place
done
rm Dense
ln -sf ../store/lib/secret secret.h
for line in '#include "secret.h"' '#include "folder/secret"' '#include "folder/named.h"'; do
    { echo "$line"; cat ../race.cu; } >x.cu
    lint 3 x.cu
    has err "which lies outside of the project"
    lacks out root:
    lacks err root:
done
cp ../race.cu x.cu
{ echo '#include "../far/far.h"'; cat ../race.cu; } >z.cu
lint 1 z.cu -- -I../far
lint 1 -v z.cu -- -I../far
nm -D "$tool" | grep -q __asan || lacks err "this kernel has no" # seccomp, with sanitizers

# A link of the project that is named like a source, a configuration, a database or a baseline leads to
# no other file of who runs the tool: messages and reports would quote it.
printf 'qxsecret qxwords;\n__global__ void k(int *p) { p[0] = 1; }\n' >../store/secret
printf 'root:*:20228:0:99999:7::' >../store/shadow
mkdir own && cp ../race.cu own/text && ln -s text own/named.cu
for name in secret shadow; do
    ln -sf ../store/$name leads.cu
    for argument in leads.cu .; do
        lint 3 --format=json:r.json --format=text --show-undecided "$argument"
        has err "leads.cu: not analysed: it is a link to"
        for word in qxsecret qxwords 20228; do
            lacks out $word
            lacks err $word
            lacks r.json $word
        done
    done
    rm leads.cu
    ln -sf ../store/$name .cudasynclint.yaml
    lint 2 z.cu
    has err "which is no configuration"
    lacks err 20228
    lint 2 --config=.cudasynclint.yaml z.cu
    lacks err 20228
    rm .cudasynclint.yaml
    ln -sf ../store/$name compile_commands.json
    lint 2 -p . z.cu
    lacks err qxsecret
    lint 2 --baseline=compile_commands.json z.cu
    lacks err qxsecret
    rm compile_commands.json
done
# Nor to what is the repository's own, which may hold passwords, or hidden.
printf '[http]\n    extraheader = qxtoken;\n' >.git/config
cp .git/config .env
ln -s .git/config token.h
for line in '#include ".git/config"' '#include "token.h"' '#include ".env"' '#include "own/../.git/./config"' \
    'const char z[] = {
#embed ".git/config"
};'; do
    { echo "$line"; cat ../race.cu; } >leads.cu
    lint 3 --format=json:r.json --format=text -v leads.cu
    has err "or is hidden"
    lacks out qxtoken
    lacks err qxtoken
    lacks r.json qxtoken
done
rm leads.cu token.h .env .git/config
cp ../race.cu .hidden.cu
lint 1 .hidden.cu
lint 1 own/named.cu # inside of the project a link leads to any text
ln -s ../race.cu leads.cu # and outside to sources
lint 1 leads.cu

# A text that changes while it is looked at gets no comment.
cp ../race.cu z.cu
"$tool" -q -j1 --add-suppressions=x z.cu many.cu >/dev/null 2>&1 </dev/null &
{ echo '// new'; cat ../race.cu; } >z.new && mv z.new z.cu
wait
sed -n 2p z.cu | grep -q ignore && fail "a comment went into a text that was not analysed"
finish
