/* The first small kernel: declarations, if, for, threadIdx, barriers, a shared array. */
#include "lower_test.h"

static const char sum[] = "__global__ void sum(const float *in, float *out, int n)\n"
                          "{\n"
                          "    __shared__ float sd[256];\n"
                          "    int tid = threadIdx.x;\n"
                          "    int i = blockIdx.x * blockDim.x + tid;\n"
                          "    sd[tid] = i < n ? in[i] : 0.0f;\n"
                          "    __syncthreads();\n"
                          "    for (int s = blockDim.x / 2; s > 0; s >>= 1) {\n"
                          "        if (tid < s)\n"
                          "            sd[tid] += sd[tid + s];\n"
                          "        __syncthreads();\n"
                          "    }\n"
                          "    if (tid == 0)\n"
                          "        out[blockIdx.x] = sd[0];\n"
                          "}\n";

START_TEST(a_reduction) {
    char *ir = ir_of(sum);
    ASSERT_HAS(ir, "(object 2 shared \"sd\" f32 4 (dims 256) (bytes 1024)");
    ASSERT_HAS(ir, "(let 0 (cast.i32 tid.x) (text \"tid = threadIdx.x\") (at 0 4:");
    ASSERT_COUNT(ir, "(sync barrier block orders (name \"__syncthreads()\")", 2);
    ASSERT_COUNT(ir, "(loop ", 1);
    ASSERT_COUNT(ir, "(access read f32 4", 4);
    ASSERT_COUNT(ir, "(access write f32 4", 3);
    ASSERT_HAS(ir, "(if (lt.i32 (var.i32 0) (var.i32 4)) (from if) (text \"tid < s\") (at 0 9:");
    free(ir);
}
END_TEST

START_TEST(places_count_from_one) {
    char *ir = ir_of("__global__ void k()\n{\n  __syncthreads();\n}\n");
    ASSERT_HAS(ir, "(at 0 3:3-3:18)");
    free(ir);
}
END_TEST

START_TEST(objects_of_class_templates_are_copied) {
    char *ir = ir_of("template <int n> struct Size {\n"
                     "    unsigned value;\n"
                     "    __device__ Size(unsigned v) : value(v) {}\n"
                     "};\n"
                     "__global__ void k(unsigned *p, unsigned v)\n"
                     "{\n"
                     "    Size<4> a(v);\n"
                     "    Size<4> b = a;\n"
                     "    p[0] = b.value;\n"
                     "}\n");
    ASSERT_HAS(ir, "(text \"a\") (at 0 8:");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("lower");
    tcase_add_test(tc, a_reduction);
    tcase_add_test(tc, places_count_from_one);
    tcase_add_test(tc, objects_of_class_templates_are_copied);
    return run_case(tc);
}
