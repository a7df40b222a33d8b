/* The bits of a number, read as one of another kind and back again, are the number. */
#include <bit>
#define K(name, ...)                                                                               \
    __global__ void name(int *o) {                                                                 \
        __shared__ int s[256];                                                                     \
        int t = threadIdx.x;                                                                       \
        __VA_ARGS__                                                                                \
        __syncthreads();                                                                           \
        o[t] = s[255 - t];                                                                         \
    }
K(r_int, s[__float_as_int(__int_as_float(t))] = t;)
K(r_unsigned, s[__float_as_uint(__uint_as_float(threadIdx.x))] = t;)
K(r_mixed, s[__float_as_int(__uint_as_float(threadIdx.x))] = t;)
K(r_long, s[__double_as_longlong(__longlong_as_double(t))] = t;)
K(r_bit_cast, float f = std::bit_cast<float>(t); s[std::bit_cast<int>(f)] = t;)
K(r_pointer, float f = *reinterpret_cast<float *>(&t); s[*reinterpret_cast<int *>(&f)] = t;)
K(r_union, union { int i; float f; } u; u.i = t; float f = u.f; union { float f; int i; } v; v.f = f; s[v.i] = t;)
K(r_in_two_steps, float f = __int_as_float(t); float g = f; s[__float_as_int(g) ^ 1] = t;)
K(w_int, s[__float_as_int(__int_as_float(t / 64))] = t;)
K(w_unsigned, s[__float_as_uint(__uint_as_float(threadIdx.x & 127))] = t;)
K(w_bit_cast, float f = std::bit_cast<float>(t / 64); s[std::bit_cast<int>(f)] = t;)
K(w_pointer, int u = t % 128; float f = *reinterpret_cast<float *>(&u); s[*reinterpret_cast<int *>(&f)] = t;)
K(l_bits_of_number, s[__float_as_int((float)t)] = t;)
K(l_number_of_bits, s[(int)__int_as_float(t)] = t;)
void launch(int *o) {
#define L(k) k<<<1, 256>>>(o);
    L(r_int) L(r_unsigned) L(r_mixed) L(r_long) L(r_bit_cast) L(r_pointer) L(r_union) L(r_in_two_steps)
    L(w_int) L(w_unsigned) L(w_bit_cast) L(w_pointer) L(l_bits_of_number) L(l_number_of_bits)
}
