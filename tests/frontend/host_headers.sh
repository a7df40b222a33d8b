#!/bin/sh
# Headers of the C and C++ libraries that only host code uses: none of them is missed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <arpa/inet.h>
#include <cfenv>
#include <charconv>
#include <clocale>
#include <csetjmp>
#include <cstdbool>
#include <cxxabi.h>
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <glob.h>
#include <locale.h>
#include <map>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <semaphore.h>
#include <shared_mutex>
#include <streambuf>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/timeb.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <typeindex>
#include <typeinfo>
std::shared_mutex guard;
std::map<std::type_index, int> known;
__global__ void right(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrong(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *o)
{
    std::shared_lock<std::shared_mutex> lock(guard);
    std::fesetround(FE_TONEAREST);
    struct timeb now;
    ftime(&now);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(3, &set);
    int number = dlopen("/", RTLD_NOW) && readdir(opendir("/")) ? (int)htonl(3) : 0;
    std::from_chars("12", "12" + 2, number);
    syscall(SYS_gettid);
    if (known.count(std::type_index(typeid(float))))
        right<<<1, 64>>>(o);
    wrong<<<1, 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" &&
    ! grep -q 'not found\|missing' "$dir/out" || { cat "$dir/out"; exit 1; }
