/* Blocks whose shape stands in an array: with 16 by 8 threads each has a place of its own, with 32
 * by 8 two share one. */
#include <array>
#define K(name)                                                                                    \
    __global__ void name(float *o, const float *in) {                                              \
        __shared__ float s[512];                                                                   \
        int t = threadIdx.y * 16 + threadIdx.x;                                                    \
        s[t] = in[t] + threadIdx.x;                                                                \
        __syncthreads();                                                                           \
        o[t] = s[127 - t];                                                                         \
    }
K(r_listed) K(w_listed) K(r_of_library) K(w_of_library) K(r_assigned) K(w_assigned) K(r_in_a_variable)
K(w_in_a_variable) K(l_passed_on) K(l_any_element) K(l_in_loop) K(r_second)
void change(int *a);
void run(float *o, const float *in, int n) {
    int listed[2] = {16, 8}, wider[2] = {32, 8};
    r_listed<<<1, dim3(listed[0], listed[1])>>>(o, in);
    w_listed<<<1, dim3(wider[0], wider[1])>>>(o, in);
    std::array<int, 2> of_library = {16, 8}, wider_of_library = {32, 8};
    r_of_library<<<1, dim3(of_library[0], of_library[1])>>>(o, in);
    w_of_library<<<1, dim3(wider_of_library[0], wider_of_library[1])>>>(o, in);
    size_t assigned[2];
    assigned[0] = 16;
    assigned[1] = 8;
    r_assigned<<<1, dim3(assigned[0], assigned[1])>>>(o, in);
    assigned[0] = 32;
    w_assigned<<<1, dim3(assigned[0], assigned[1])>>>(o, in);
    unsigned sizes[] = {16, 8, 1, 32};
    dim3 block(sizes[0], sizes[1], sizes[2]), wide(sizes[3], sizes[1]);
    r_in_a_variable<<<1, block>>>(o, in);
    w_in_a_variable<<<1, wide>>>(o, in);
    int passed_on[2] = {16, 8};
    change(passed_on);
    l_passed_on<<<1, dim3(passed_on[0], passed_on[1])>>>(o, in);
    int any[2] = {16, 8};
    any[n] = 32;
    l_any_element<<<1, dim3(any[0], any[1])>>>(o, in);
    int looped[2] = {16, 8};
    for (int i = 0; i < 2; i++) {
        l_in_loop<<<1, dim3(looped[0], looped[1])>>>(o, in);
        looped[0] = 32;
    }
    int second[2] = {32, 8};
    second[0] = 16;
    r_second<<<1, dim3(second[0], second[1])>>>(o, in);
}
