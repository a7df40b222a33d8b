#!/bin/sh
# What three readers of 0.1.0 stumbled over, in the order of their list (A: wrong or misleading, B:
# could be better), each with the test that holds it. What is short is tested here.
root=$PWD
. tests/cli/check.inc

# held NAME FILE TEXT: this file of the tests has a line with this text.
held() {
    grep -qF -e "$3" "$root/tests/$2" || fail "$1: no \`$3\` in tests/$2"
}

held "A1: advice that was not tried" cli/hints.sh "a hint does not do what it says"
held "A1: in no format" cli/fix.sh 'names a line for $1'
held "A2: a header filter hides all headers" cli/not_green.sh "lint 1 --header-filter='^include/' src/inc.cu"
held "A3: one file, four spellings" cli/not_green.sh "one spelling of a path"
held "A4: files that do not compile pass" cli/not_green.sh "1 file does not compile"
held "A4: a missing header is not named" cli/missing_headers.sh "headers not found: local.h"
held "A5: --fix with a header missing" cli/fix.sh "halo.cu: not changed, declarations are missing"
held "A5: no fixed point" cli/fix.sh "3 of 3 findings fixed"
held "A6: raw tags on the page" report/html_browser.sh "seen: tags 0, overflow 0"
held "A7: the same note eight times" cli/messages.sh "the place is told more than once"
held "A8: JUnit and the exit code" cli/not_green.sh '<testsuite name="include/kern.cuh" tests="1" failures="1"'
held "B1: no source line in a pipe" cli/messages.sh "NO_COLOR changes the text"
held "B2: how to see what is hidden" cli/undecided.sh "not reported; would decide it: --min-confidence=low"
held "B3: a count without the option that shows it" cli/undecided.sh "1 of low confidence hidden (--min-confidence=low)"
held "B4: not the first failure" cli/messages.sh "the first in which threads part or collide"
held "B5: a finding like a note of another" cli/messages.sh "notes of a note"
held "B6: --changed outside of git" cli/not_green.sh "in no git repository"
held "B7: no such architecture or flag" cli/not_green.sh "compiler flags left out: -bogus"
held "B8: ./dev lint installs unasked" package/dev_setup.sh "apt-get was run"
held "B9: two versions of libclang" package/nightly/libclang_versions.sh "finds and proves the same with every libclang"
held "B10: what the package depends on" package/packages.sh "Depends"
held "B13: all is suppressed" cli/messages.sh "1 with suppressed findings; 1 suppressed"
held "B14: a condition of two parts" cli/not_green.sh "if (data[threadIdx.x] != v && !flag)"
held "B15: -v repeats itself" cli/messages.sh "-v repeats nothing"
held "B16: a version to name" package/ways.sh 'rev: v$version'
held "B17: the picture of a copy" cli/formats.sh "copy of thread"

# A1: the three ways in which followed advice made kernels worse. Behind the access there is a
# branch, a loop that threads leave one by one, or part of a warp; no line of these is named.
cat >branch.cu <<'END'
__global__ void branch(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = a[t];
        a[t] = s[n - 1 - t];
    }
}
__global__ void loop(int *a, int *hits) {
    __shared__ int s[256];
    int hit = 0;
    while (hit < threadIdx.x) {
        s[(threadIdx.x + hit) % 256] = a[hit];
        hit += s[threadIdx.x] + 1;
    }
    hits[threadIdx.x] = hit;
}
__global__ void arms(int *a) {
    __shared__ int s[256];
    if (threadIdx.x % 2)
        s[threadIdx.x] = a[threadIdx.x];
    else
        a[threadIdx.x] = s[threadIdx.x + 1];
}
void host(int *a) {
    branch<<<1, 256>>>(a, 200);
    loop<<<1, 256>>>(a, a + 256);
    arms<<<1, 256>>>(a);
}
END
"$tool" --min-confidence=low branch.cu >out 2>err
for kernel in branch loop arms; do
    "$tool" -q --min-confidence=low --format=json branch.cu | grep -q "\"function\": \"$kernel\"" ||
        fail "nothing is said of $kernel"
done
lacks out "(tried"
has out "where every thread passes; line 5 is inside an \`if\`"

# B11: where the paths of SARIF begin. (There is no address of the project yet.)
lint 1 --format=sarif bad.cu
has out originalUriBaseIds
has out '"uriBaseId"'
# B12: the other place, what the threads do there, and what to do.
race_and_right
lint 1 --format=gitlab race.cu
has out "line 3: thread "
has out "line 4: thread "
has out "Fix: add "
finish
