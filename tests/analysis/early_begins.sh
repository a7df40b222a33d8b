#!/bin/sh
# Kernels that begin before the one launched before has ended (CUDA C++ Programming Guide, "Programmatic
# Dependent Launch and Synchronization"): what that one stores is read behind the wait. Each wrong program
# differs from a right one in one place. Wrong ones have the finding and are not proved; right ones are silent.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
program() { # NAME FIRST READS BETWEEN ALLOWED ARGUMENT
    cat >"$dir/$1.cu" <<CU
__global__ void first(float *m, const float *from, int n) {
    float *p = m + blockIdx.x * blockDim.x;
    $2
}
__global__ void second(float *out, const float *in, const float *weights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    $3
}
void run(float *a, float *b, float *w, int n, int allowed) {
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = $5;
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 128;
    config.attrs = attribute;
    config.numAttrs = 1;
    first<<<8, 128>>>(a, b, n);
    $4
    cudaLaunchKernelEx(&config, second, b, (const float *)$6, (const float *)w, n);
}
CU
}
stores='p[threadIdx.x] = 1; cudaTriggerProgrammaticLaunchCompletion();'
behind='float f = weights[i]; cudaGridDependencySynchronize(); out[i] = f * in[i];'
before='float f = in[i]; cudaGridDependencySynchronize(); out[i] = f * weights[i];'
program right_behind "$stores" "cudaGridDependencySynchronize(); out[i] = weights[i] * in[i];" "" 1 a
program right_weights_before "$stores" "$behind" "" 1 a
program wrong_before "$stores" "$before" "" 1 a
program wrong_never "$stores" "out[i] = weights[i] * in[i];" "" 1 a
program wrong_some_wait "$stores" "if (i < n) cudaGridDependencySynchronize(); out[i] = in[i];" "" 1 a
program right_ptx "$stores" 'asm volatile("griddepcontrol.wait;" ::: "memory"); out[i] = weights[i] * in[i];' "" 1 a
program wrong_launch_dependents "$stores" 'asm volatile("griddepcontrol.launch_dependents;"); out[i] = in[i];' "" 1 a
program right_not_stored 'float f = m[0]; if (f > n) printf("%f", f); cudaTriggerProgrammaticLaunchCompletion();' "$before" "" 1 a
program right_other_memory "$stores" "$before" "" 1 w
program right_waits "$stores" "$before" "cudaDeviceSynchronize();" 1 a
program right_copies "$stores" "$before" "cudaMemcpyAsync(w, a, 4, cudaMemcpyDeviceToDevice);" 1 a
program wrong_only_asks "$stores" "$before" "cudaGetLastError();" 1 a
program right_not_allowed "$stores" "$before" "" 0 a
program right_perhaps_allowed "$stores" "$before" "" allowed a
program right_no_trigger 'p[threadIdx.x] = 1;' "$before" "" 1 a
program right_assigned_anew "$stores" "$before" "a = w;" 1 a
failed=0
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 -v "$dir" >"$dir/out" 2>&1 || true
for f in "$dir"/*.cu; do
    name=$(basename "$f" .cu)
    told=no
    grep -q "/$name\.cu:.* warning: this is read before the kernel that stores it" "$dir/out" && told=yes
    case $name:$told in
    right_*:yes | wrong_*:no)
        echo "$name: told: $told"
        failed=1
        ;;
    esac
    if grep -q "/$name\.cu:.* kernel: second: proved.*grid" "$dir/out" && [ "${name#wrong}" != "$name" ]; then
        echo "$name: proved"
        failed=1
    fi
done
for name in right_behind right_ptx; do
    grep -q "/$name\.cu:.* kernel: second: proved" "$dir/out" || {
        echo "$name: not proved"
        failed=1
    }
done
[ "$failed" -eq 0 ] || grep 'kernel: second' "$dir/out"
exit "$failed"
