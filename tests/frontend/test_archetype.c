/* Instances of templates that nothing instantiates. */
#include "../../analyzer/frontend/parse/parse.h"
#include "lower_test.h"

#define SHARED_MEMORY                                                                              \
    "template <class T> struct Shared {\n"                                                         \
    "  __device__ operator T *() { extern __shared__ int raw[]; return (T *)raw; }\n"              \
    "};\n"

START_TEST(an_object_that_hides_shared_memory) {
    char *ir =
        ir_of(SHARED_MEMORY "template <class T> __global__ void k(T *o) { T *s = Shared<T>();\n"
                            "  s[threadIdx.x] = o[0]; __syncthreads(); o[threadIdx.x] = s[0]; }\n");
    ASSERT_HAS(ir, "(kernel \"k\" (pattern");
    ASSERT_HAS(ir, "(kernel \"k\" (instance \"<float>\")");
    ASSERT_COUNT(ir, "dynamic \"raw\"", 1);
    free(ir);
}
END_TEST

START_TEST(what_does_not_depend_needs_no_instance) {
    char *ir = ir_of("template <class T, int N> __global__ void k(T *o) { __shared__ T s[N];\n"
                     "  s[threadIdx.x] = o[0]; __syncthreads(); o[threadIdx.x] = s[0]; }\n");
    ASSERT_COUNT(ir, "(kernel ", 1);
    free(ir);
}
END_TEST

START_TEST(a_template_in_use_keeps_its_own_instances) {
    char *ir =
        ir_of(SHARED_MEMORY "template <class T> __global__ void k(T *o) { T *s = Shared<T>();\n"
                            "  s[threadIdx.x] = o[0]; __syncthreads(); o[threadIdx.x] = s[0]; }\n"
                            "void run(double *o) { k<double><<<1, 64>>>(o); }\n");
    ASSERT_COUNT(ir, "(kernel ", 1);
    ASSERT_HAS(ir, "(instance \"<double>\")");
    free(ir);
}
END_TEST

static unsigned parses_of(const char *source) {
    const unsigned before = csl_units_opened();
    free(ir_of(source));
    return csl_units_opened() - before;
}

#define WITH_SHARED(parameters, body)                                                              \
    SHARED_MEMORY                                                                                  \
    "template <" parameters "> __global__ void k(float *o) {\n"                                    \
    "  T *s = Shared<T>(); " body "\n"                                                             \
    "  s[threadIdx.x] = o[0]; __syncthreads(); o[threadIdx.x] = s[0]; }\n"

START_TEST(what_is_asked_for_members_is_not_made_up) {
    ck_assert_uint_eq(parses_of(WITH_SHARED("class T", "typename T::part x = 0; s += x;")), 1);
    ck_assert_uint_eq(parses_of(WITH_SHARED("class T", "s += T::size;")), 1);
    ck_assert_uint_eq(parses_of(WITH_SHARED("class T", "auto f = [&] { s += T::size; }; f();")), 1);
    /* What may not be instantiated asks for nothing. */
    ck_assert_uint_gt(parses_of(WITH_SHARED("class T", "")), 1);
    ck_assert_uint_gt(parses_of(WITH_SHARED("class T", "if constexpr (sizeof(T) > 4) "
                                                       "s += T::size;")),
                      1);
    ck_assert_uint_gt(parses_of(WITH_SHARED("class T, class... U", "((s += U::size), ...);")), 1);
}
END_TEST

START_TEST(of_several_numbers_each_end_is_the_large_one) {
    char *ir = ir_of("namespace a { namespace {\n" SHARED_MEMORY
                     "template <int X, bool B, typename IdxT, int Y = 1, int Z> struct S;\n"
                     "template <int X, bool B, typename IdxT, typename Op, int Y>\n"
                     "__global__ void k(int *o, IdxT n, Op op) { int *s = Shared<int>();\n"
                     "  s[threadIdx.x] = op(n, o[X * Y]); __syncthreads(); o[n] = s[0]; } } }\n");
    ASSERT_HAS(ir, "(instance \"<128, true, int, __csl_operation, 4>\")");
    ASSERT_HAS(ir, "(instance \"<4, false, int, __csl_operation, 128>\")");
    ASSERT_HAS(ir, "(pure.i32 \"operator()\"");
    free(ir);
}
END_TEST

START_TEST(a_name_says_which_number_is_the_block) {
    char *ir = ir_of(SHARED_MEMORY
                     "template <int X, int kNumThreads, int WARP_SIZE, int Y, class T>\n"
                     "__global__ void k(T *o) { T *s = Shared<T>();\n"
                     "  s[threadIdx.x] = o[X * Y]; __syncthreads(); o[kNumThreads] = s[0]; }\n");
    ASSERT_HAS(ir, "(instance \"<4, 128, 32, 2, float>\")");
    ASSERT_COUNT(ir, "(instance ", 1);
    free(ir);
}
END_TEST

START_TEST(arguments_that_do_not_suit_are_dropped) {
    char *ir =
        ir_of(SHARED_MEMORY "template <class P> __global__ void k(P p) {\n"
                            "  typename P::value *s = Shared<typename P::value>();\n"
                            "  s[threadIdx.x] = p.size; __syncthreads(); p.size = s[0]; }\n");
    ASSERT_COUNT(ir, "(kernel ", 1);
    free(ir);
}
END_TEST

START_TEST(methods_of_class_templates) {
    char *ir =
        ir_of(SHARED_MEMORY "template <class T, int N> struct Block { __device__ void sum(T v) {\n"
                            "  T *s = Shared<T>(); s[threadIdx.x] = v; __syncthreads(); } };\n");
    ASSERT_HAS(ir, "(kernel \"Block::sum\" (instance \"Block<float, 128>\")");
    free(ir);
}
END_TEST

START_TEST(bounds_go_for_the_instance) {
    char *ir = ir_of(SHARED_MEMORY
                     "template <class T, int N> __global__ __launch_bounds__(N) void k(T *o) {\n"
                     "  T *s = Shared<T>(); s[threadIdx.x] = o[0]; __syncthreads(); }\n");
    ASSERT_COUNT(ir, "(kernel ", 2);
    ASSERT_HAS(ir, "max-threads 128");
    free(ir);
}
END_TEST

START_TEST(a_template_that_needs_whole_numbers) {
    char *ir = ir_of(SHARED_MEMORY
                     "template <class T> __global__ void k(T *o) { T *s = Shared<T>();\n"
                     "  s[threadIdx.x] = o[0] ^ o[1]; __syncthreads(); o[threadIdx.x] = s[0]; }\n"
                     "template <class T> __global__ void l(T *o) { T *s = Shared<T>();\n"
                     "  s[threadIdx.x] = o[0]; __syncthreads(); o[threadIdx.x] = s[0]; }\n");
    ASSERT_HAS(ir, "(kernel \"k\" (instance \"<int>\")");
    ASSERT_HAS(ir, "(kernel \"l\" (instance \"<float>\")");
    ASSERT_COUNT(ir, "(instance ", 2);
    free(ir);
}
END_TEST

START_TEST(types_of_subscripts_are_integers) {
    char *ir = ir_of("template <class Value, class Vertex, class Key, class Row>\n"
                     "__global__ void k(Value *o, Vertex n, Key key, const Row *row) {\n"
                     "  __shared__ Value s[64]; Vertex t = n * 2 + threadIdx.x;\n"
                     "  s[t + 1] = o[row[0]]; __syncthreads(); o[key % 7] = s[0]; }\n");
    ASSERT_HAS(ir, "(instance \"<float, int, int, int>\")");
    free(ir);
}
END_TEST

START_TEST(what_is_converted_first_is_no_subscript) {
    char *ir = ir_of("__device__ int f(float);\n"
                     "template <class A, class B> __global__ void k(A *o, A a, B b) {\n"
                     "  __shared__ A s[64]; s[(int)a] = o[f(b)]; __syncthreads();\n"
                     "  o[threadIdx.x] = s[static_cast<int>(b)]; }\n");
    ASSERT_HAS(ir, "(instance \"<float, float>\")");
    ASSERT_LACKS(ir, "(instance \"<int");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("archetype");
    tcase_add_test(tc, an_object_that_hides_shared_memory);
    tcase_add_test(tc, what_does_not_depend_needs_no_instance);
    tcase_add_test(tc, a_template_in_use_keeps_its_own_instances);
    tcase_add_test(tc, what_is_asked_for_members_is_not_made_up);
    tcase_add_test(tc, of_several_numbers_each_end_is_the_large_one);
    tcase_add_test(tc, a_name_says_which_number_is_the_block);
    tcase_add_test(tc, arguments_that_do_not_suit_are_dropped);
    tcase_add_test(tc, methods_of_class_templates);
    tcase_add_test(tc, bounds_go_for_the_instance);
    tcase_add_test(tc, a_template_that_needs_whole_numbers);
    tcase_add_test(tc, types_of_subscripts_are_integers);
    tcase_add_test(tc, what_is_converted_first_is_no_subscript);
    return run_case(tc);
}
