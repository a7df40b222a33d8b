/* The precompiled form of core.h: used where it means the same, and only there; and then everything
 * is as it is without it. */
#include "../../analyzer/frontend/parse/parse.h"
#include "../../analyzer/frontend/parse/precompiled.h"
#include "lower_test.h"

#include <sys/stat.h>
#include <unistd.h>

static const char *const source =
    "#include <stdint.h>\n"
    "template <class T> struct shared { __device__ T *get(); };\n"
    "template <> struct shared<int> {\n"
    "    __device__ int *get() { extern __shared__ int ints[]; return ints; }\n"
    "};\n"
    "template <class T> __global__ void k(T *p)\n"
    "{\n"
    "    shared<T> memory;\n"
    "    T *s = memory.get();\n"
    "    s[threadIdx.x] = min(p[threadIdx.x], 4);\n"
    "    __syncthreads();\n"
    "    p[threadIdx.x] = __shfl_down_sync(~0u, s[0], 1) + (T)sinf(2) + __CUDA_ARCH__;\n"
    "}\n"
    "template <> __global__ void k<float>(float *p) { atomicAdd(p, 1.0f); }\n"
    "__global__ void __launch_bounds__(warpSize) warp(uint32_t *p) { p[threadIdx.x] = UINT32_MAX; "
    "}\n"
    "void run(int *p, float *q)\n"
    "{\n"
    "    k<int><<<1, 64>>>(p);\n"
    "    k<float><<<1, dim3(8, 8)>>>(q);\n"
    "}\n";

/* Says whether the parse was one with a precompiled header. */
static bool is_used(const csl_parse_options *options) {
    csl_ctx *ctx = csl_ctx_new();
    csl_unit unit;
    csl_parse_prepare(options);
    ck_assert_ptr_null(csl_unit_open(&unit, ctx, "test.cu", options, NULL));
    bool used = unit.precompiled;
    csl_unit_close(&unit);
    csl_ctx_free(ctx);
    return used;
}

static bool is_used_with(const char *const *args, uint32_t nargs) {
    const csl_parse_options options = {
        .args = args, .nargs = nargs, .arch = 800, .contents = source};
    return is_used(&options);
}

/* Whether this build has any, for this libclang. */
static bool is_there(void) {
    return csl_nprecompiled && is_used_with(NULL, 0);
}

/* The test is forked for each case, so that nothing is prepared when it starts. */
static void expect_same(const char *const *args, uint32_t nargs, uint32_t arch) {
    const csl_parse_options options = {
        .args = args, .nargs = nargs, .arch = arch, .contents = source};
    char *plain = ir_with(&options);
    ck_assert(is_used(&options) || !csl_nprecompiled);
    char *precompiled = ir_with(&options);
    ck_assert_str_eq(plain, precompiled);
    ASSERT_COUNT(precompiled, "(kernel ", 4);
    free(plain);
    free(precompiled);
}

START_TEST(same_with_every_standard) {
    static const char *const standards[] = {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"};
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++)
        expect_same(&standards[i], 1, 800);
}
END_TEST

START_TEST(same_with_flags_of_projects) {
    const char *args[] = {"-DDEBUG",  "-DBLOCK_SIZE=16",
                          "-UNDEBUG", "-Itests/frontend",
                          "-isystem", "tests",
                          "-iquote",  "tests",
                          "-include", "tests/frontend/included_kernels.cuh"};
    expect_same(args, sizeof args / sizeof *args - 2, 800);
    expect_same(args, sizeof args / sizeof *args - 2, 900);
    ck_assert(is_used_with(args, sizeof args / sizeof *args) || !csl_nprecompiled);
}
END_TEST

START_TEST(the_last_standard_counts) {
    const char *args[] = {"-std=c++98", "-std=c++14"};
    const char *backwards[] = {"-std=c++14", "-std=c++98"};
    if (is_there())
        ck_assert(is_used_with(args, 2) && !is_used_with(backwards, 2));
}
END_TEST

START_TEST(not_with_what_core_would_notice) {
    static const char *const macros[] = {"-DNULL=4",
                                         "-Dfloat=double",
                                         "-D__CUDACC__=2",
                                         "-Usize_t",
                                         "-Dmin(a,b)=((a)<(b)?(a):(b))",
                                         "-Dmake_float4=", /* make_##base##4 */
                                         "-fno-exceptions",
                                         "-std=c++98",
                                         "-std=gnu++17"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        ck_assert_msg(!is_used_with(&macros[i], 1), "%s", macros[i]);
}
END_TEST

START_TEST(names_of_core) {
    if (!csl_nprecompiled)
        return;
    static const char *const used[] = {"threadIdx", "__syncthreads",    "make_uint4",
                                       "sinf",      "atomicAdd_system", "__CSL_TOOLKIT"};
    static const char *const free_names[] = {"DEBUG", "BLOCK_SIZE", "__CUDA_ARCH__", "RD_WG_SIZE"};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        ck_assert_msg(!csl_core_ignores(used[i], strlen(used[i])), "%s", used[i]);
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        ck_assert_msg(csl_core_ignores(free_names[i], strlen(free_names[i])), "%s", free_names[i]);
}
END_TEST

/* A project's own <time.h> takes the place of the embedded one. */
START_TEST(not_with_a_header_in_its_way) {
    char folder[] = "/tmp/csl-precompiled-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char *arg = csl_join("-I", folder), *path = csl_join(folder, "/time.h");
    const char *args[] = {arg};
    if (is_there())
        ck_assert(is_used_with(args, 1));
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs("typedef int time_t;\n", out);
    fclose(out);
    ck_assert(!is_used_with(args, 1));
    unlink(path);
    rmdir(folder);
    free(path);
    free(arg);
}
END_TEST

START_TEST(only_when_prepared) {
    const csl_parse_options options = {.arch = 800, .contents = source};
    ck_assert_ptr_null(csl_precompiled_for(&options));
    setenv("CSL_PLAIN_PARSE", "1", 1);
    ck_assert(!is_used(&options));
    unsetenv("CSL_PLAIN_PARSE");
    ck_assert(is_used(&options) || !csl_nprecompiled);
}
END_TEST

/* What a worker could do to the other workers. */
START_TEST(nobody_changes_it) {
    const csl_parse_options options = {.arch = 800, .contents = source};
    csl_parse_prepare(&options);
    const char *path = csl_precompiled_for(&options);
    if (!path)
        return;
    int fd = atoi(strrchr(path, '/') + 1);
    ck_assert_int_lt(pwrite(fd, "x", 1, 100), 0);
    ck_assert_int_ne(ftruncate(fd, 0), 0);
}
END_TEST

/* Closed behind the back of the parser: the parse is a plain one then. */
START_TEST(without_it_when_it_cannot_be_read) {
    const csl_parse_options options = {.arch = 800, .contents = source};
    char *plain = ir_with(&options);
    csl_parse_prepare(&options);
    const char *path = csl_precompiled_for(&options);
    if (path)
        close(atoi(strrchr(path, '/') + 1));
    char *again = ir_with(&options);
    ck_assert_str_eq(plain, again);
    free(plain);
    free(again);
}
END_TEST

int main(void) {
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    TCase *tc = tcase_create("precompiled");
    tcase_add_test(tc, same_with_every_standard);
    tcase_add_test(tc, same_with_flags_of_projects);
    tcase_add_test(tc, the_last_standard_counts);
    tcase_add_test(tc, not_with_what_core_would_notice);
    tcase_add_test(tc, names_of_core);
    tcase_add_test(tc, not_with_a_header_in_its_way);
    tcase_add_test(tc, only_when_prepared);
    tcase_add_test(tc, nobody_changes_it);
    tcase_add_test(tc, without_it_when_it_cannot_be_read);
    return run_case(tc);
}
