/* Undeclared names. */
#include "../../analyzer/frontend/recover/recover.h"
#include "lower_test.h"

#include <glib/gstdio.h>

/* Nothing of it may be lost. */
static char *recovered(const char *source) {
    char *ir = ir_of(source);
    ASSERT_LACKS(ir, "(opaque");
    return ir;
}

START_TEST(a_type_is_an_integer) {
    char *ir = recovered("__global__ void k(const scalar_t *in, scalar_t *out, index_t n) {\n"
                         "  __shared__ scalar_t s[64];\n"
                         "  index_t i = threadIdx.x;\n"
                         "  s[i] = i < n ? in[i] : scalar_t(0);\n"
                         "  out[i] = s[63 - i];\n"
                         "}\n");
    ASSERT_HAS(ir, "(text \"s[i]\")");
    ASSERT_HAS(ir, "(text \"s[63 - i]\")");
    free(ir);
}
END_TEST

START_TEST(a_constant_is_one_unknown_number) {
    char *ir = recovered("constexpr int half_of_it = BLOCK / 2;\n"
                         "__global__ void k(float *p) {\n"
                         "  __shared__ float s[BLOCK][BLOCK + 1];\n"
                         "  s[threadIdx.y][threadIdx.x] = p[half_of_it];\n"
                         "}\n");
    ASSERT_COUNT(ir, "\"BLOCK\" i32)", 1);
    ASSERT_HAS(ir, "shared \"s\" f32 4 (dims 0 0)");
    ASSERT_HAS(ir, "(div.i32 (param.i32 1) (const.i32 2))");
    ASSERT_LACKS(ir, "(const.i32 64)");
    free(ir);
}
END_TEST

START_TEST(a_factor_is_no_type) {
    char *ir = recovered("__global__ void k(float *p, int n) {\n"
                         "  __shared__ float s[64];\n"
                         "  for (int m = 0; FACES * POINTS - m;)\n"
                         "    s[threadIdx.x + m++] = p[n];\n"
                         "  for (int f = 0; f < FACES; ++f)\n"
                         "    p[f] = s[f];\n"
                         "}\n");
    ASSERT_COUNT(ir, "\"FACES\" i32)", 1);
    ASSERT_COUNT(ir, "\"POINTS\" i32)", 1);
    free(ir);
}
END_TEST

START_TEST(what_a_branch_not_taken_defines_is_no_function) {
    char *ir = recovered("#ifdef PLANE\n"
                         "#define POINTS ((ORDER + 1) * (ORDER + 2))\n"
                         "#endif\n"
                         "__global__ void k(float *p) {\n"
                         "  __shared__ float s[64];\n"
                         "  if (POINTS < 12 && threadIdx.x < 32)\n"
                         "    s[threadIdx.x] = p[POINTS];\n"
                         "}\n");
    ASSERT_COUNT(ir, "\"POINTS\" i32)", 1);
    free(ir);
}
END_TEST

START_TEST(a_launch_with_it_is_of_unknown_size) {
    char *ir = recovered("__global__ void k(int *p) { p[threadIdx.x] = THREADS; }\n"
                         "void f(int *p) { const int n = THREADS; dim3 b(n); k<<<1, b>>>(p); }\n");
    ASSERT_HAS(ir, "launch-unknown");
    ASSERT_LACKS(ir, "(launch ");
    free(ir);
}
END_TEST

/* How often the source is parsed. */
static unsigned parses_of(const char *source) {
    const unsigned before = csl_units_opened();
    free(ir_of(source));
    return csl_units_opened() - before;
}

#define LAUNCHED                                                                                   \
    "template <class T> __global__ void k(int *p) { p[threadIdx.x] = width<T>(1); }\n"             \
    "struct kind { using part = int; };\n"                                                         \
    "void run(int *p) { k<kind><<<1, 64>>>(p); }\n"

START_TEST(a_type_that_the_text_tells_is_mended_before_the_first_parse) {
    static const char told[] = "template <class T> __device__ int size(int) { return sizeof(T); }\n"
                               "template <class T> __device__ int width(int x) {\n"
                               "  typename T::part p = 0;\n"
                               "  return size<T::part>(x) + p;\n"
                               "}\n" LAUNCHED;
    static const char untold[] =
        "template <class T> __device__ int size(int) { return sizeof(T); }\n"
        "template <class T> __device__ int width(int x) { return size<T::part>(x); }\n" LAUNCHED;
    ck_assert_uint_eq(parses_of(told), 1);
    ck_assert_uint_eq(parses_of(untold), 2);
}
END_TEST

/* An error in device code that no declaration mends, and a name that only host code misses. */
START_TEST(a_name_that_host_code_misses_takes_no_other_parse) {
    static const char kernel[] = "template <class T> struct list { T v; };\n"
                                 "__device__ int first(list *l) { return 0; }\n"
                                 "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";
    char host[400], device[400];
    snprintf(host, sizeof host, "%svoid run(int *p) { CHECK(p); k<<<1, 64>>>(p); }\n", kernel);
    snprintf(device, sizeof device, "%s__global__ void other(int *p) { p[0] = SIZE; }\n", kernel);
    ck_assert_uint_eq(parses_of(host), 1);
    ck_assert_uint_gt(parses_of(device), 1);
}
END_TEST

/* The folder that holds "parts/shape.h". */
static const char *find_in(void *folder, const char *name) {
    return strcmp(name, "parts/shape.h") == 0 ? folder : NULL;
}

/* Writes the file, whose path the list holds from then on. */
static void write_file(GPtrArray *files, const char *dir, const char *name, const char *text) {
    char *path = g_build_filename(dir, name, NULL);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    g_ptr_array_add(files, path);
}

/* Behind many others, and only a header of the include path names what it declares. */
START_TEST(a_header_that_a_header_misses_is_found_before_the_first_parse) {
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    char *dir = g_dir_make_tmp("recover-XXXXXX", NULL), *lib = g_build_filename(dir, "lib", NULL),
         *parts = g_build_filename(lib, "parts", NULL);
    GString *text = g_string_new("#pragma once\n");
    for (int i = 0; i < 100; i++) {
        char name[32];
        snprintf(name, sizeof name, "part%d.h", i);
        write_file(files, dir, name, "#pragma once\n");
        g_string_append_printf(text, "#include \"%s\"\n", name);
    }
    g_string_append(text, "#include \"parts/shape.h\"\ntypedef shape<int> numbers;\n");
    ck_assert_int_eq(g_mkdir_with_parents(parts, 0700), 0);
    write_file(files, dir, "user.h", text->str);
    write_file(files, parts, "shape.h",
               "template <class T> struct shape;\ntemplate <> struct shape<int> { int n; };\n");
    const char *const args[] = {"-I", dir};
    const csl_parse_options options = {
        .arch = 800,
        .args = args,
        .nargs = 2,
        .find_header = find_in,
        .finder = lib,
        .contents = "#include <user.h>\n"
                    "__global__ void k(numbers a, int *p) { p[threadIdx.x] = a.n; }\n"};
    const unsigned before = csl_units_opened();
    char *ir = ir_with(&options);
    ck_assert_uint_eq(csl_units_opened() - before, 1);
    ASSERT_HAS(ir, "(text \"a.n\")");
    free(ir);
    for (guint i = 0; i < files->len; i++)
        g_unlink(files->pdata[i]);
    g_rmdir(parts);
    g_rmdir(lib);
    g_rmdir(dir);
    g_string_free(text, TRUE);
    g_ptr_array_unref(files);
    g_free(parts);
    g_free(lib);
    g_free(dir);
}
END_TEST

START_TEST(a_class_has_the_members_asked_of_it) {
    char *ir = recovered("__global__ void k(Params p, float *out) {\n"
                         "  int i = threadIdx.x;\n"
                         "  if (i < p.n && p.enabled(i)) out[i] = p.data[i] + Limits::size;\n"
                         "}\n");
    ASSERT_HAS(ir, "(text \"p.n\")");
    ASSERT_HAS(ir, "(text \"p.data[i]\")");
    ASSERT_HAS(ir, "(call \"enabled\"");
    ASSERT_HAS(ir, "\"size\" i32)");
    free(ir);
}
END_TEST

START_TEST(a_function_may_do_anything) {
    char *ir = recovered("__global__ void k(float *p) {\n"
                         "  float x = reduce(p[0]) + reduce_with<float, 4>(p[1], p);\n"
                         "  SYNC;\n"
                         "  p[2] = x;\n"
                         "}\n");
    ASSERT_HAS(ir, "(call \"reduce\"");
    ASSERT_HAS(ir, "(call \"reduce_with\"");
    ASSERT_HAS(ir, "(call \"SYNC\"");
    free(ir);
}
END_TEST

START_TEST(a_product_behind_less_than_declares_nothing) {
    char *ir = recovered("__global__ void k(float *p) {\n"
                         "  __shared__ float s[WIDTH * HEIGHT];\n"
                         "  for (int i = 0; i < WIDTH * HEIGHT; i++) s[i] = p[i];\n"
                         "  int size[] = {WIDTH * HEIGHT, 1};\n"
                         "  p[0] = s[size[0]];\n"
                         "}\n");
    ASSERT_HAS(ir, "(loop ");
    ASSERT_HAS(ir, "(text \"s[i]\")");
    ASSERT_LACKS(ir, "skipped");
    free(ir);
}
END_TEST

START_TEST(a_macro_that_is_a_loop) {
    char *ir = recovered("__global__ void k(float *p, int n) { FOR_EACH(i, n) { p[i] = 0; } }\n");
    ASSERT_HAS(ir, "(loop ");
    ASSERT_HAS(ir, "(text \"p[i]\")");
    free(ir);
}
END_TEST

START_TEST(macros_before_functions) {
    char *ir = recovered("DEVICE_INLINE float twice(float x) { return 2 * x; }\n"
                         "KERNEL void a(float *p) { p[threadIdx.x] = twice(p[blockIdx.x]); }\n"
                         "KERNEL_VOID b(float *p) { p[threadIdx.x] = twice(1); }\n"
                         "__global__ SOMETHING void c(float *p) { p[0] = 1; }\n"
                         "void host(float *p) { b<<<1, 32>>>(p); }\n");
    ASSERT_HAS(ir, "(kernel \"a\"");
    ASSERT_HAS(ir, "(kernel \"b\"");
    ASSERT_HAS(ir, "(kernel \"c\"");
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(an_embedded_header_is_not_recovered) {
    char *ir = recovered("__global__ void k(half *p) { p[0] = __float2half(FLT_MAX); }\n");
    ASSERT_HAS(ir, "global \"p\" void 2");
    free(ir);
}
END_TEST

START_TEST(a_namespace_of_an_embedded_header_is_included) {
    char *ir = recovered("namespace here { namespace cg = cooperative_groups; }\n"
                         "__global__ void k(int *p) {\n"
                         "  auto block = here::cg::this_thread_block();\n"
                         "  p[threadIdx.x] = 1;\n"
                         "  block.sync();\n"
                         "}\n");
    ASSERT_HAS(ir, "(sync barrier block");
    free(ir);
    ir = recovered("__global__ void k(int *p) {\n"
                   "  typedef cub::BlockReduce<int, 64> sum;\n"
                   "  __shared__ typename sum::TempStorage s;\n"
                   "  p[threadIdx.x] = sum(s).Sum(p[threadIdx.x]);\n"
                   "}\n");
    ASSERT_HAS(ir, "(sync barrier block");
    free(ir);
}
END_TEST

START_TEST(what_the_source_declares_later_stays) {
    char *ir = ir_of("__global__ void k(word *p) { p[0] = 1; }\n"
                     "struct word { long long a, b; };\n"
                     "__global__ void l(word *p) { p[0].b = 1; }\n");
    ASSERT_HAS(ir, "(text \"p[0].b\")");
    free(ir);
}
END_TEST

START_TEST(a_call_for_its_value_only_computes) {
    char *ir = recovered(
        "__global__ void k(float *p, int n) {\n"
        "  int blocks = util::ceildiv(n, blockDim.x);\n"
        "  p[0] = scale(p[1]) + warpReduce(p[2]) + blockSum(p[3]) + my_rank(n) + get(p);\n"
        "  step(2);\n"
        "}\n");
    ASSERT_HAS(ir, "(call \"ceildiv\" (args (param.i32 1) bdim.x) (result");
    ASSERT_HAS(ir, "plain (syncs thread) mild (text \"util::ceildiv(n, blockDim.x)\")");
    ASSERT_HAS(ir, "plain mild (text \"scale(p[1])\")"); /* may wait, whatever its name */
    ASSERT_HAS(ir, "plain of-warp (text \"warpReduce(p[2])\")");
    ASSERT_LACKS(ir, "plain (text \"blockSum(p[3])\")");
    ASSERT_LACKS(ir, "(syncs thread) (text \"blockSum(p[3])\")");
    ASSERT_HAS(ir, "(call \"my_rank\" (result");
    ASSERT_LACKS(ir, "plain (syncs thread) mild (text \"get(p)\")");
    ASSERT_LACKS(ir, "(syncs thread) mild (text \"step(2)\")");
    free(ir);
}
END_TEST

START_TEST(the_size_of_a_warp_is_known) {
    char *ir = recovered("__global__ void k(float *p) {\n"
                         "  p[threadIdx.x / WARP_SIZE] = detail::kWarpSize + WARPS_PER_BLOCK;\n"
                         "}\n");
    ASSERT_HAS(ir, "(const.u32 32)");
    ASSERT_LACKS(ir, "\"WARP_SIZE\" i32)");
    ASSERT_LACKS(ir, "\"kWarpSize\" i32)");
    ASSERT_HAS(ir, "\"WARPS_PER_BLOCK\" i32)");
    free(ir);
}
END_TEST

/* What the macro of a header that is not there hides. */
START_TEST(a_macro_that_hides_a_kernel_is_taken_to_be_defined) {
    static const char body[] = "__shared__ float s[64]; s[threadIdx.x] = p[0]; __syncthreads();\n";
    char source[600];
    snprintf(source, sizeof source,
             "#include \"missing.h\"\n#ifndef HAVE_THAT\n#error no\n#else\n"
             "__global__ void k(float *p) {\n#if defined(HAVE_MMA) && defined(FAST)\n%s#else\n"
             "#endif\n}\n"
             "__global__ void l(float *p) {\n#ifdef USE_HIP\n%s#endif\n}\n"
             "__global__ void m(float *p) {\n#ifdef OTHER\n%s#else\n%s#endif\n}\n#endif\n",
             body, body, body, body);
    char *ir = ir_of(source);
    ASSERT_COUNT(ir, "(kernel ", 3);
    ASSERT_COUNT(ir, "(sync barrier", 2); /* in k and m */
    free(ir);
    ir = ir_of(source + strlen("#include \"missing.h\"\n"));
    ASSERT_COUNT(ir, "(kernel ", 0);
    free(ir);
}
END_TEST

START_TEST(bounds_between_a_macro_and_the_kernel) {
    char *ir = ir_of("template <int N> PROJECT_KERNEL __launch_bounds__(N) void k(int *p) {\n"
                     "  __shared__ int s[N]; s[threadIdx.x] = p[0]; }\n");
    ASSERT_HAS(ir, "(kernel \"k\"");
    free(ir);
}
END_TEST

static bool needs_recovery(const char *source) {
    csl_ctx *ctx = csl_ctx_new();
    csl_parse_options options = {.arch = 800, .contents = source};
    csl_parse_log log;
    csl_unit unit;
    ck_assert_ptr_null(csl_unit_open(&unit, ctx, "k.cu", &options, NULL));
    csl_collect_errors(&unit, &log);
    bool needed = csl_recovery_needed(&unit);
    csl_unit_close(&unit);
    csl_ctx_free(ctx);
    return needed;
}

/* Another parse costs as much as the first. */
START_TEST(only_device_code_declarations_and_launches_need_recovery) {
    ck_assert(!needs_recovery("__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
                              "void f(int *p) { report(p); k<<<1, 32>>>(p); missing::end(); }\n"));
    ck_assert(needs_recovery("__global__ void k(int *p) { p[threadIdx.x] = THREADS; }\n"));
    ck_assert(needs_recovery("__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
                             "void f(int *p) { k<<<1, THREADS>>>(p); }\n"));
    ck_assert(needs_recovery("__global__ void k(scalar_t *p) { }\n"));
    ck_assert(needs_recovery("KERNEL void k(int *p) { p[threadIdx.x] = THREADS; }\n"));
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("recover");
    tcase_add_test(tc, a_type_is_an_integer);
    tcase_add_test(tc, a_constant_is_one_unknown_number);
    tcase_add_test(tc, a_factor_is_no_type);
    tcase_add_test(tc, what_a_branch_not_taken_defines_is_no_function);
    tcase_add_test(tc, a_launch_with_it_is_of_unknown_size);
    tcase_add_test(tc, a_type_that_the_text_tells_is_mended_before_the_first_parse);
    tcase_add_test(tc, a_name_that_host_code_misses_takes_no_other_parse);
    tcase_add_test(tc, a_header_that_a_header_misses_is_found_before_the_first_parse);
    tcase_add_test(tc, a_class_has_the_members_asked_of_it);
    tcase_add_test(tc, a_function_may_do_anything);
    tcase_add_test(tc, a_product_behind_less_than_declares_nothing);
    tcase_add_test(tc, a_macro_that_is_a_loop);
    tcase_add_test(tc, macros_before_functions);
    tcase_add_test(tc, an_embedded_header_is_not_recovered);
    tcase_add_test(tc, a_namespace_of_an_embedded_header_is_included);
    tcase_add_test(tc, what_the_source_declares_later_stays);
    tcase_add_test(tc, a_call_for_its_value_only_computes);
    tcase_add_test(tc, the_size_of_a_warp_is_known);
    tcase_add_test(tc, a_macro_that_hides_a_kernel_is_taken_to_be_defined);
    tcase_add_test(tc, bounds_between_a_macro_and_the_kernel);
    tcase_add_test(tc, only_device_code_declarations_and_launches_need_recovery);
    return run_case(tc);
}
