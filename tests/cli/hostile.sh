#!/bin/sh
# Sources that try to crash, hang or mislead the tool. Each costs at most its own result: the file
# beside it is always analysed, the JSON is valid, and the reason is one line.
. tests/cli/check.inc

# hostile CODE NAME: the file NAME with bad.cu beside it.
hostile() {
    wanted=$1
    shift
    "$tool" --timeout=4 -q --format=json:report.json --format=text "$@" bad.cu >out 2>err </dev/null
    code=$?
    [ $code -eq "$wanted" ] || fail "$1: exit code $code, not $wanted: $(head -n 1 err)"
    has out "bad.cu:3:9: error:"
    json report.json version=2 findings/0/rule=barrier-divergence
    [ "$(wc -l <err)" -le 1 ] || fail "$1: more than one line: $(head -n 3 err)"
    if [ "$wanted" -eq 3 ]; then
        has err "not analysed: "
        json report.json notAnalysed/#=1
    fi
}

# broken NAME: the file NAME holds a kernel, but no compiler would take it.
broken() {
    "$tool" --timeout=4 -q --format=text "$1" bad.cu >out 2>err </dev/null
    [ $? -eq 3 ] || fail "$1: exit code is not 3"
    has out "bad.cu:3:9: error:"
    grep -q "^$1:.*\[parse-error\]" out || fail "$1: no parse error is told"
}

repeat() { # COUNT TEXT
    awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

{ printf 'int x = '; repeat 20000 '('; printf '1'; repeat 20000 ')'; echo ';'; } >parens.cu
hostile 1 parens.cu
{ printf 'int x = '; repeat 50000 '- '; echo '1;'; } >minus.cu
hostile 1 minus.cu
{ repeat 5000 'namespace a { '; repeat 5000 '}'; } >namespaces.cu
hostile 1 namespaces.cu
{ echo '__global__ void k() {'; repeat 3000 'if (threadIdx.x) { '; repeat 3000 '}'; echo '}'; } >ifs.cu
broken ifs.cu

printf '#pragma clang __debug crash\n' >crash.cu
hostile 3 crash.cu
printf '#pragma clang __debug llvm_fatal_error\n' >fatal.cu
hostile 3 fatal.cu
printf '#pragma clang __debug overflow_stack\n' >overflow.cu
hostile 3 overflow.cu

# 10^9 tokens.
{
    echo '#define A0 1,1,1,1,1,1,1,1,1,1'
    for i in 1 2 3 4 5 6 7 8; do
        p=A$((i - 1))
        echo "#define A$i $p,$p,$p,$p,$p,$p,$p,$p,$p,$p"
    done
    echo 'int x[] = { A8 };'
} >bomb.cu
hostile 3 bomb.cu

# Constant expressions and templates that would run for ever.
cat >constant.cu <<'X'
constexpr long spin(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }
constexpr long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr long a = spin(1L << 40), b = fib(60);
template <typename T> struct pair { T a, b; };
template <int N> struct grow { using type = pair<typename grow<N - 1>::type>; };
template <> struct grow<0> { using type = int; };
grow<1000000>::type endless;
__global__ void k(float *p) { p[threadIdx.x] = a + b; }
X
hostile 1 constant.cu

# Huge literals and names.
{ printf 'const char *s = "'; repeat 3000000 a; echo '";'; printf 'int i = '; repeat 100000 9; echo ';'; } >literal.cu
hostile 1 literal.cu
{ printf '__global__ void '; repeat 1000000 n; echo '() { }'; } >name.cu
hostile 1 name.cu
{ echo 'int x[] = {'; repeat 200000 '1, '; echo '};'; } >initialiser.cu
hostile 1 initialiser.cu

mkfifo fifo.cu
hostile 3 fifo.cu
mkfifo header.h
echo '#include "header.h"' >waits.cu
hostile 3 waits.cu
echo '#include "/dev/zero"' >device.cu
hostile 3 device.cu
echo '#include "self.cu"' >self.cu
hostile 1 self.cu

printf 'int a;\0int b;' >nul.cu
hostile 3 nul.cu
head -c 3000 "$tool" >elf.cu
hostile 3 elf.cu
printf '__global__ void k() { caf\351(); }\n' >latin1.cu
broken latin1.cu
{ printf '// NOLINT(cuda\334*\334r)\n'; cat bad.cu; } >glob.cu
hostile 1 glob.cu
mkdir directory.cu
lint 2 directory.cu bad.cu
has out "bad.cu:3:9: error:"
ln -s loop.cu loop.cu
hostile 3 loop.cu
mkdir -p walk/inner
ln -s .. walk/inner/up
ln -s inner walk/again
cp bad.cu walk/inner/
lint 1 walk
[ "$(grep -c '\[barrier-divergence\]' out)" -eq 1 ] || fail "one file is linted several times"

# Not C++ at all, or not all of it: the tool says so and goes on.
printf 'Dear reader,\n\nthis is a letter.\n' >letter.cu
hostile 1 letter.cu
has err "letter.cu: no kernel found"
head -c 60 bad.cu >truncated.cu
broken truncated.cu

# Names and sources cannot reach the terminal or break a report.
escape=$(printf '\033')
name=$(printf 'new\nline\033[31m"<b>.cu')
cp bad.cu "$name"
lint 1 "$name"
lacks out "$escape"
lint 1 --format=json "$name"
json out findings/0/line=3
name=$(printf 'latin\351.cu')
cp bad.cu "$name"
lint 1 --format=json "$name"
json out findings/0/line=3
# Characters that terminals obey are escapes in JSON too: CSI of one byte, and those that turn text round.
name=$(printf 'csi\302\233bidi\342\200\256.cu')
cp bad.cu "$name"
for format in json sarif rdjson gitlab text markdown html junit github; do
    "$tool" --format=$format "$name" >out 2>err </dev/null
    lacks out "$(printf '\302\233')"
    lacks out "$(printf '\342\200\256')"
done
"$tool" --format=json "$name" >out 2>err </dev/null
has out 'csi\u009Bbidi\u202E.cu'
# Forges make links of @names and #numbers.
cp bad.cu '@user #1 x.cu'
lint 1 --format=markdown '@user #1 x.cu'
lacks out @user
lacks out 'user #1'
printf '#error "\033[31mred"\n' >error.cu
lint 0 -v error.cu
lacks err "$escape"

# The environment adds nothing.
mkdir include
echo '#error must not be read' >include/evil.h
echo '#if __has_include("evil.h") || __has_include(<evil.h>)
#include <evil.h>
__global__ void k() { if (threadIdx.x < 3) __syncthreads(); }
#endif' >environment.cu
CPATH=$PWD/include C_INCLUDE_PATH=$PWD/include CPLUS_INCLUDE_PATH=$PWD/include "$tool" environment.cu \
    >out 2>err
[ $? -eq 0 ] || fail "CPATH is honoured"

# The child cannot write files, whatever its arguments say.
"$tool" good.cu -- -MD -MF written.d -o written.o >out 2>err
[ ! -s written.d ] && [ ! -s written.o ] || fail "an argument made the parser write a file"
finish
