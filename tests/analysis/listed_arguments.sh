#!/bin/sh
# What a launch passes by addresses, `void *args[] = {&a, &n}`, is known like what k<<<...>>>(a, n) passes: numbers.
# Not so where the list may hold another address, or is passed to a function.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
void fill(void **list);
#define KERNEL(name)                                                                               \
    __global__ void name(int *o, int n)                                                            \
    {                                                                                              \
        if (threadIdx.x < n)                                                                       \
            __syncthreads();                                                                       \
        o[threadIdx.x] = 1;                                                                        \
    }
#define LAUNCH(name, list) cudaLaunchKernel((void *)name, dim3(4), dim3(256), list, 0, 0)
KERNEL(r_list) KERNEL(r_elements) KERNEL(w_short) KERNEL(w_later) KERNEL(w_either) KERNEL(w_given)
KERNEL(w_alias) KERNEL(w_index)
void list(int *o) { int n = 256; void *args[] = {&o, &n}; LAUNCH(r_list, args); }
void elements(int *o) { int n = 256; void *args[2]; args[0] = &o; args[1] = &n; LAUNCH(r_elements, args); }
void shorter(int *o) { int n = 255; void *args[] = {&o, &n}; LAUNCH(w_short, args); }
void later(int *o) { int n = 256; void *args[] = {&o, &n}; n = 100; LAUNCH(w_later, args); }
void either(int *o, bool c)
{
    int n = 256, m = 100;
    void *args[] = {&o, &n};
    if (c)
        args[1] = &m;
    LAUNCH(w_either, args);
}
void given(int *o) { int n = 256; void *args[] = {&o, &n}; fill(args); LAUNCH(w_given, args); }
void alias(int *o) { int n = 256, m = 1; void *args[] = {&o, &n}, **p = args; p[1] = &m; LAUNCH(w_alias, args); }
void index(int *o, int i) { int n = 256, m = 1; void *args[] = {&o, &n}; args[i] = &m; LAUNCH(w_index, args); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
for k in $(grep -o '\<[wr]_[a-z]*\>' "$dir/k.cu" | sort -u); do
    case $k in
    w_*) verdict=findings ;;
    *) verdict=proved ;;
    esac
    grep -q "kernel: $k: $verdict" "$dir/out" || { echo "not said: $k: $verdict"; cat "$dir/out"; exit 1; }
done
