/* Functions that the configuration names as barriers of the block. */
#include "lower_test.h"

static char *ir_with_barrier(const char *name, const char *source) {
    const char *const barriers[] = {name};
    const csl_parse_options options = {
        .arch = 800, .contents = source, .barriers = barriers, .nbarriers = 1};
    return ir_with(&options);
}

START_TEST(a_function_that_nothing_declares) {
    const char *source = "__global__ void k(int *p) { p[0] = 1; my_sync(); my_sync(p[1], 2); }\n";
    char *ir = ir_with_barrier("my_sync", source);
    ASSERT_COUNT(ir, "(sync barrier block orders", 2);
    ASSERT_HAS(ir, "(name \"my_sync()\")");
    ASSERT_LACKS(ir, "(opaque");
    ASSERT_LACKS(ir, "(call");
    free(ir);
    ir = ir_of(source);
    ASSERT_LACKS(ir, "(sync");
    free(ir);
}
END_TEST

START_TEST(a_function_without_a_body) {
    const char *source = "extern \"C\" __device__ void my_sync();\n"
                         "namespace n { __device__ void my_sync(int *); }\n"
                         "struct group { __device__ void my_sync() const; };\n"
                         "__global__ void k(int *p) {\n"
                         "  my_sync(); n::my_sync(p); group g; g.my_sync();\n"
                         "}\n";
    char *ir = ir_with_barrier("my_sync", source);
    ASSERT_COUNT(ir, "(sync barrier block orders", 3);
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(in_a_template) {
    char *ir = ir_with_barrier("my_sync", "template <class T> __global__ void k(T *p) {\n"
                                          "  p[0] = 1; my_sync();\n"
                                          "}\n"
                                          "void host(int *p) { k<<<1, 32>>>(p); }\n");
    ASSERT_COUNT(ir, "(sync barrier block orders", 1);
    free(ir);
}
END_TEST

/* What is known is what the source says, not the name. */
START_TEST(a_body_speaks_for_itself) {
    const char *source = "template <class T> __device__ void my_sync(T) {}\n"
                         "template <int N> __device__ void my_sync() {}\n"
                         "__device__ void my_sync() {}\n"
                         "__device__ void my_sync(long, long) { __syncwarp(); }\n"
                         "__global__ void k(int *p) {\n"
                         "  my_sync(); my_sync(3); my_sync<4>(); my_sync(1, 2);\n"
                         "}\n";
    char *ir = ir_with_barrier("my_sync", source);
    ASSERT_LACKS(ir, "(sync barrier block");
    ASSERT_LACKS(ir, "(opaque");
    ASSERT_COUNT(ir, "(sync barrier warp", 1);
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("barriers");
    tcase_add_test(tc, a_function_that_nothing_declares);
    tcase_add_test(tc, a_function_without_a_body);
    tcase_add_test(tc, in_a_template);
    tcase_add_test(tc, a_body_speaks_for_itself);
    return run_case(tc);
}
