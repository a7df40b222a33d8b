#!/bin/sh
# Values that launches pass one after the other, from loops that count and from lists: the kernel goes
# wrong for n above 100 (or for an odd one) and is proved where no launch passes that. A wrong twin has
# one value more; what is changed or handed over in between is not known.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
: >"$dir/site.inc"
verdict() { # verdict NAME proved|findings CODE
    {
        echo '#include <vector>'
        echo '__global__ void k(int *o, int n) { if (threadIdx.x < 64) { if (n > 100) __syncthreads(); } o[threadIdx.x] = n; }'
        echo '__global__ void odd(int *o, unsigned n) { if (threadIdx.x < 64) { if (n % 2) __syncthreads(); } o[threadIdx.x] = n; }'
        echo '__global__ void both(int *o, int n, int m) { if (threadIdx.x < 64) { if (n == 2 && m == 32) __syncthreads(); } o[threadIdx.x] = n; }'
        echo '__global__ void spread(int *o, unsigned n, unsigned m) { if (n == 0 || m == 0) return; o[threadIdx.x * n * m] = m; }'
        echo 'struct Case { int n, m; };'
        echo '#define LAUNCHES for (int n = 1; n < 200; n += 150) k<<<1, 256>>>(o, n);'
        echo '#define SET(x, value) x = value'
        echo 'void touch(int &); void touch(std::vector<int> &);'
        case $3 in *launch*) echo 'static void launch(int *o, int n) { k<<<1, 256>>>(o, n); }' ;; esac
        case $3 in *deeper*) echo 'template <int M> static void deeper(int *o, int d) { for (int n = 1; n < 3; n++) { if (d) k<<<1, 256>>>(o, M + d - n); else deeper<M>(o, n); } }' ;; esac
        case $3 in *listed*) echo 'template <int M> static void listed(int *o, int d) { for (int n : {1, 2}) { if (d) k<<<1, 256>>>(o, M + d - n); else listed<M>(o, n); } }' ;; esac
        echo "int main(int x, char **) { int *o; cudaMalloc(&o, 4096); $3 }"
    } >"$dir/$1.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/$1.out" 2>&1 || [ $? -eq 1 ]
    kernel=$(grep -oh '[a-z]*<<<' "$dir/$1.cu" "$dir/site.inc" | tail -1)
    grep -q "kernel: ${kernel%<<<}: $2" "$dir/$1.out" || { cat "$dir/$1.out"; echo "FAIL: $1 is not $2"; exit 1; }
}
fine() { verdict "$1" proved "$2"; }
unsaid() { verdict "$1" undecided "$2"; }
wrong() { verdict "$1" findings "$2"; }

fine counted 'for (int n = 32; n <= 100; n += 4) k<<<1, 256>>>(o, n);'
wrong counted_on 'for (int n = 32; n <= 101; n += 3) k<<<1, 256>>>(o, n);'
fine even 'for (int n = 2; n <= 100; n += 2) odd<<<1, 256>>>(o, n);'
wrong uneven 'for (int n = 2; n <= 100; n += 3) odd<<<1, 256>>>(o, n);'
fine doubled 'for (int n = 1; n < 128; n *= 2) k<<<1, 256>>>(o, n);'
wrong doubled_on 'for (int n = 1; n <= 128; n *= 2) k<<<1, 256>>>(o, n);'
fine limit_known 'const int most = 25; for (int n = 0; n < most * 4; n++) k<<<1, 256>>>(o, n + 1);'
wrong limit_read 'int most = x; for (int n = 0; n < most; n++) k<<<1, 256>>>(o, n + 1);'
wrong limit_grows 'int most = 25; for (int n = 0; n < most; n++) { k<<<1, 256>>>(o, n); most++; }'
fine nested 'for (int i = 1; i <= 10; i++) for (int j = 1; j <= 10; j++) k<<<1, 256>>>(o, i * j);'
wrong nested_on 'for (int i = 1; i <= 10; i++) for (int j = 1; j <= 11; j++) k<<<1, 256>>>(o, i * j);'
fine called 'for (int n = 32; n <= 100; n += 4) launch(o, n);'
wrong called_on 'for (int n = 32; n <= 104; n += 4) launch(o, n);'
fine left_out 'for (int n = 32; n <= 200; n += 4) { if (n > 100) continue; k<<<1, 256>>>(o, n); }'
wrong not_left_out 'for (int n = 32; n <= 200; n += 4) { if (n > 101) continue; k<<<1, 256>>>(o, n + 1); }'
wrong changed 'for (int n = 32; n <= 100; n += 4) { if (x) n = 500; k<<<1, 256>>>(o, n); }'
wrong handed_over 'for (int n = 32; n <= 100; n += 4) { touch(n); k<<<1, 256>>>(o, n); }'
wrong two_loops 'int n; std::vector<int> v; for (n = 1; n < 3; n++) v.push_back(n); for (n = 99; n < 103; n++) k<<<1, 256>>>(o, n);'
fine chosen 'int n = x > 3 ? 64 : 32; k<<<1, 256>>>(o, n);'
wrong chosen_other 'int n = x > 3 ? 128 : 32; k<<<1, 256>>>(o, n);'

fine list 'for (int n : {16, 32, 100}) k<<<1, 256>>>(o, n);'
wrong list_on 'for (int n : {16, 32, 101}) k<<<1, 256>>>(o, n);'
fine array 'int c[] = {32, 64, 100}; for (int i = 0; i < 3; i++) k<<<1, 256>>>(o, c[i]);'
wrong array_on 'int c[] = {32, 64, 101}; for (int i = 0; i < 3; i++) k<<<1, 256>>>(o, c[i]);'
wrong array_changed 'int c[] = {32, 64, 100}; c[1] = x; for (int i = 0; i < 3; i++) k<<<1, 256>>>(o, c[i]);'
fine members 'const Case c[] = {{1, 200}, {100, 300}}; for (auto &q : c) k<<<1, 256>>>(o, q.n);'
wrong members_on 'const Case c[] = {{1, 200}, {100, 300}}; for (auto &q : c) k<<<1, 256>>>(o, q.m);'
fine pushed 'std::vector<int> v; v.push_back(32); v.push_back(64); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_on 'std::vector<int> v; v.push_back(32); v.push_back(640); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_counted 'std::vector<int> v = {7}; for (int i = 0; i < 7; i++) v.push_back(1 << i); for (size_t i = 0; i < v.size(); i++) k<<<1, 256>>>(o, v[i]);'
wrong pushed_of_two_passes 'std::vector<int> v; for (int i = 0; i < 40; i++) v.push_back(i); for (size_t i = 0; i < v.size(); i++) for (size_t j = 0; j < v.size(); j++) both<<<1, 256>>>(o, v[i], v[j]);'
wrong in_macro 'LAUNCHES'
wrong set_in_macro 'int n = 3; if (x) SET(n, 500); k<<<1, 256>>>(o, n);'
wrong begun_outside 'for (int i = 0, n = 3; i < 6; i++) { k<<<1, 256>>>(o, n); n = 500; }'
wrong pushed_counted_on 'std::vector<int> v = {7}; for (int i = 0; i < 8; i++) v.push_back(1 << i); for (size_t i = 0; i < v.size(); i++) k<<<1, 256>>>(o, v[i]);'
wrong pushed_begins 'std::vector<int> v = {700}; v.push_back(3); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_resized 'std::vector<int> v; v.push_back(3); v.resize(x, 500); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_filled 'std::vector<int> v(x, 500); v.push_back(3); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_handed_over 'std::vector<int> v; v.push_back(3); touch(v); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_by_lambda 'std::vector<int> v; v.push_back(3); auto f = [&](int n) { v.push_back(n); }; f(x); for (int n : v) k<<<1, 256>>>(o, n);'
wrong pushed_later 'std::vector<int> v; for (int r = 1; r < 3; r++) { v.push_back(r * 32); for (int n : v) both<<<1, 256>>>(o, r, n); }'
fine pushed_anew 'for (int r = 1; r < 3; r++) { std::vector<int> v; v.push_back(r * 40); for (int n : v) k<<<1, 256>>>(o, n); }'

# More launches than are told apart: each parameter is one of its values.
fine many 'for (int b : {64, 96, 128, 160, 192, 224}) k<<<1, b>>>(o, b / 4);'
wrong many_on 'for (int b : {64, 96, 128, 160, 192, 224}) k<<<1, b>>>(o, b / 2);'

# Products of what launches pass do not wrap, which is taken for granted of parameters alone, but for
# what a launch passes: 2^28 is 2^28 as one of many and in any launch, and 2^16 beside 2^16.
fine spread 'spread<<<1, 32>>>(o, 1u << 20, 4u); spread<<<1, 32>>>(o, 3u, 1u << 10);'
unsaid spread_product 'spread<<<1, 32>>>(o, 1u << 16, 1u << 16); spread<<<1, 32>>>(o, 3u, 1u << 10);'
fine spread_list 'for (unsigned n : {1u, 2u, 3u}) spread<<<1, 32>>>(o, n, 1u); spread<<<1, 32>>>(o, 1u << 20, 1u);'
unsaid spread_list_on 'for (unsigned n : {1u, 2u, 3u}) spread<<<1, 32>>>(o, n, 1u); spread<<<1, 32>>>(o, 1u << 28, 1u);'
fine spread_many 'for (unsigned n : {1u, 2u, 3u}) spread<<<1, 32>>>(o, n, 1u); for (unsigned n = 5; n < 10; n++) spread<<<1, 32>>>(o, n, 1u); spread<<<1, 32>>>(o, 1u << 20, 1u); spread<<<1, 32>>>(o, 3u, 1u); spread<<<1, 32>>>(o, 40u, 1u);'
unsaid spread_many_on 'for (unsigned n : {1u, 2u, 3u}) spread<<<1, 32>>>(o, n, 1u); for (unsigned n = 5; n < 10; n++) spread<<<1, 32>>>(o, n, 1u); spread<<<1, 32>>>(o, 1u << 28, 1u); spread<<<1, 32>>>(o, 3u, 1u); spread<<<1, 32>>>(o, 40u, 1u);'

# A function that calls itself is in another pass there: d and n may be 2 and 1.
fine itself 'deeper<99>(o, 0);'
wrong itself_on 'deeper<100>(o, 0);'
fine itself_listed 'listed<99>(o, 0);'
wrong itself_listed_on 'listed<100>(o, 0);'

# A handler begins behind any part of what is tried.
fine in_handler 'int n = 3; try { touch(x); } catch (...) { k<<<1, 256>>>(o, n); }'
fine set_in_handler 'int n = 3; try { n = 500; touch(x); } catch (...) { n = 4; k<<<1, 256>>>(o, n); }'
fine tried 'int n = 3; try { n = 4; touch(x); k<<<1, 256>>>(o, n); n = 500; } catch (...) { }'
wrong set_before_handler 'int n = 3; try { n = 500; touch(x); n = 4; } catch (...) { k<<<1, 256>>>(o, n); }'
wrong set_behind_handler 'int n = 3; try { n = 500; touch(x); n = 4; } catch (...) { } k<<<1, 256>>>(o, n);'

# Text of another file in a function: its offsets tell nothing of what runs before it.
echo 'k<<<1, 256>>>(o, n);' >"$dir/site.inc"
echo 'n = 500;' >"$dir/set.inc"
site='
#include "site.inc"
'
set='
#include "set.inc"
'
fine included "int n = 3; { $site }"
wrong included_on "int n = 3; n = 500; { $site }"
wrong included_counted "for (int n = 1; n < 300; n += 200) { $site }"
wrong set_by_included "int n = 3; { $set } k<<<1, 256>>>(o, n);"
fine beside_included "int n = 3; { int n = 0; $set } k<<<1, 256>>>(o, n);"
