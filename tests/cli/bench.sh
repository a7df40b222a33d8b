#!/bin/sh
# The bench and the scripts around it run and says what it should; how fast this machine is does not matter.
scripts=$PWD/bench
. tests/cli/check.inc
export CSL_BENCH_REPEATS=1
mkdir tree
cp bad.cu good.cu tree
"$BENCH" tree >out 2>err || fail "exit code $?"
has out "2 files, bare parse "
has out "ratio of one file: median "
has out "tree/bad.cu"
lacks out "passes"
lacks out "failed"
"$BENCH"_passes tree >out || fail "exit code $? with clocks"
has out "passes: parse "
grep "tree/bad.cu: ..* %" out >/dev/null || fail "no passes of a file"
"$BENCH" missing.cu >out 2>err
[ $? -eq 2 ] || fail "exit code without a file"
command -v python3 >/dev/null || finish

python3 "$scripts/index_share.py" "$BENCH"_passes "$tool" 2 >page || fail "index_share.py"
has page "2 files, "
has page "% more than without"
has page "in a circle of files: "

NVCC=none CLANG=none python3 "$scripts/performance.py" "$BENCH" "$tool" tree >page || fail "performance.py"
has page "| tree | 2 | "
has page "| tree/bad.cu | "
has page "## Whole runs over tree"
has page "| filled | "

# Kernels are counted without the tool: one that no report names must be seen.
python3 "$scripts/trees.py" "$tool" tree >page || fail "a kernel of two counts as lost"
has page "tree: 2 files, 2 kernels: 1 proved, 1 findings, 0 undecided, 0 not-analysed, 0 nothing-to-check"
has page "2 kernels in the text; 0 in no report"
cat >tree/hidden.cu <<'X'
// __global__ void comment() {}
__global__ void declared(int n);
#define KERNEL(name) __global__ void name() {}
template <typename T> __global__ __launch_bounds__(256) void visible(T *a) { a[threadIdx.x] = 0; }
#if 0
__global__ void removed() {}
#endif
X
python3 "$scripts/trees.py" "$tool" tree >page || fail "reasons do not count"
has page "hidden.cu:3: ?: in a directive"
has page "hidden.cu:6: removed: under a condition"
lacks page "visible"
lacks page "declared"
printf '#!/bin/sh\n"%s" "$@" | sed s/visible/renamed/' "$tool" >forgets
chmod +x forgets
python3 "$scripts/trees.py" ./forgets tree >page && fail "a lost kernel was not seen"
has page "hidden.cu:4: visible"
finish
