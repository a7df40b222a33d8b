#!/bin/sh
# Inline assembly of a template that nothing instantiates: the address goes through a call whose
# type depends on the template's arguments.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tile.cuh" <<'CU'
#pragma once
#include <type_traits>
template <typename T> __device__ void put(T *address, int value)
{
    asm volatile("st.shared.b32 [%0], %1;" ::"l"(__cvta_generic_to_shared(address)), "r"(value));
}
template <int N> struct tile {
    using row = int[N];
    using element = typename std::conditional<N == 8, int, float>::type;
    __device__ void turn(int *out, int *shared)
    {
        row &s = *reinterpret_cast<row *>(shared);
        put(reinterpret_cast<element *>(&s[threadIdx.x]), 1);
        out[threadIdx.x] = s[threadIdx.x + 1];
        __syncthreads();
    }
};
CU
"$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/tile.cuh" >"$dir/out" 2>&1 || true
! grep -q 'internal error' "$dir/out" && grep -q 'race on `shared`' "$dir/out" ||
    { cat "$dir/out"; exit 1; }
