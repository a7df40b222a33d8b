#!/bin/sh
# A long run shows on a terminal how far it is, and leaves nothing behind. `script` makes a terminal.
. tests/cli/check.inc
script -qec true typescript >/dev/null 2>&1 || {
    echo "skipped: script(1) gives no terminal here"
    exit 0
}
{
    echo '#define A0 1'
    for i in 0 1 2 3 4 5 6 7; do
        echo "#define A$((i + 1)) A$i + A$i + A$i + A$i + A$i + A$i + A$i + A$i"
    done
    printf '#if A8\n#endif\n' # 8^8 words: more than a second
} >slow.h
for i in 1 2 3; do
    printf '#include "slow.h"\n__global__ void k%d() {}\n' $i >slow$i.cu
done
script -qec "$tool -j1 --timeout=1 slow1.cu slow2.cu slow3.cu good.cu" typescript >/dev/null
has typescript "2 of 4 files"
has typescript "slow3.cu: not analysed: took more than 1 s"
tail -n 3 typescript | grep -q 'of 4 files$' && fail "the progress line stays"

# Not when standard error is a file, and not with -q.
"$tool" -j1 --timeout=1 slow1.cu slow2.cu >out 2>err
lacks err " of 2 files$(printf '\r')"
script -qec "$tool -q -j1 --timeout=1 slow1.cu slow2.cu" typescript >/dev/null
lacks typescript "1 of 2 files"
finish
