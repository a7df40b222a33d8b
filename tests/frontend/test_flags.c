/* Command lines of real build systems, reduced to what decides the meaning of a source; and hostile
 * ones, of which nothing may be left. */
#include "../../analyzer/frontend/flags.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

static const char *join(const char *const *items, uint32_t n) {
    char *text = csl_strdup(ctx, "");
    for (uint32_t i = 0; i < n; i++)
        text = csl_format(ctx, "%s%s%s", text, i ? " " : "", items[i]);
    return text;
}

static csl_flags translate(const char *command, const char *directory) {
    csl_flags to = {0};
    uint32_t n;
    const char **words = csl_split_command(ctx, command, &n);
    csl_translate_flags(ctx, &to, words + 1, n - 1, directory, csl_is_nvcc(words[0]));
    return to;
}

/* What is left of a command, and the architecture. */
static void gives(const char *command, const char *args, uint32_t arch) {
    csl_flags to = translate(command, "/src");
    ck_assert_str_eq(join(to.args, to.nargs), args);
    ck_assert_uint_eq(to.arch, arch);
}

START_TEST(cmake_and_nvcc)
{
    gives("/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DFOO=1 "
          "-DSTR=\"\\\"a b\\\"\" -Iinc -isystem=/opt/x -O3 -DNDEBUG "
          "\"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" -Xcompiler=-fPIC "
          "--expt-relaxed-constexpr --extended-lambda -lineinfo -use_fast_math -Xptxas -v "
          "--diag-suppress=177 -std=c++17 -x cu -rdc=true -c a.cu -o a.o",
          "-DFOO=1 -DSTR=\"a b\" -I/src/inc -isystem /opt/x -DNDEBUG "
          "-D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDACC_EXTENDED_LAMBDA__ -std=c++17 "
          "-D__CUDACC_RDC__",
          800);
}
END_TEST

START_TEST(plain_makefiles)
{
    gives("nvcc -ccbin g++ -I../../Common -m64 --threads 0 --std=c++11 -gencode "
          "arch=compute_50,code=sm_50 -gencode arch=compute_86,code=compute_86 -o x.o -c x.cu",
          "-I/src/../../Common -std=c++11", 860);
    gives("nvcc -arch sm_90a -I a,b -D X=1,Y --pre-include=h.h x.cu",
          "-I/src/a -I/src/b -DX=1 -DY -include /src/h.h", 900);
    gives("nvcc -arch=native -code=sm_90 x.cu", "", 0);
}
END_TEST

START_TEST(host_flags_pass_the_same_list)
{
    gives("nvcc -Xcompiler -Wall,-DHOST,-fPIC -Xcompiler \"-Ione\" --compiler-options=-DTWO x.cu",
          "-DHOST -I/src/one -DTWO", 0);
}
END_TEST

START_TEST(clang_and_bazel)
{
    gives("clang++ -x cuda --cuda-gpu-arch=sm_70 --offload-arch=sm_80 -iquote . -iquote gen "
          "-isystem ext/include '-DV=\"1,2\"' -U NDEBUG -std=gnu++20 -c k.cu.cc",
          "-iquote /src/. -iquote /src/gen -isystem /src/ext/include -DV=\"1,2\" -UNDEBUG "
          "-std=gnu++20",
          800);
}
END_TEST

START_TEST(nothing_else_gets_through)
{
    gives("clang++ -Xclang -load -Xclang /tmp/evil.so -fplugin=/tmp/evil.so "
          "-fpass-plugin=evil.so -mllvm -load=/tmp/evil.so -MD -MF out.d -MJ out.json "
          "-Wp,-MD,out -o out -save-temps --config=evil.cfg -B/tmp -resource-dir /tmp "
          "--sysroot=/tmp -ivfsoverlay evil.yaml -include-pch evil.pch -gcc-toolchain /tmp "
          "-fprofile-generate -ftime-trace -D__CUDA_ARCH__=1 -std=c99 -emit-llvm x.cu",
          "", 0);
}
END_TEST

START_TEST(what_is_dropped_is_listed)
{
    csl_flags to = translate("clang++ -Xclang -load -fplugin=x -DKEPT -c a.cu", NULL);
    ck_assert_str_eq(join(to.dropped, to.ndropped), "-Xclang -load -fplugin=x -c");
    ck_assert_str_eq(join(to.args, to.nargs), "-DKEPT");
}
END_TEST

static void put(const char *directory, const char *name, const char *text) {
    FILE *out = fopen(csl_format(ctx, "%s/%s", directory, name), "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

START_TEST(response_files)
{
    char directory[] = "/tmp/csl-flags-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(directory));
    put(directory, "a.rsp", "-I\"with blank\"\n-DA=1\n--options-file b.rsp");
    put(directory, "b.rsp", "@b.rsp -DB");
    csl_flags to = translate("nvcc --options-file a.rsp @missing -DC x.cu", directory);
    const char *args = join(to.args, to.nargs);
    ck_assert_str_eq(args, csl_format(ctx, "-I%s/with blank -DA=1 -DB -DB -DB -DB -DB -DB -DB -DC",
                                      directory));
    ck_assert_ptr_nonnull(strstr(join(to.dropped, to.ndropped), "@missing"));
    unlink(csl_format(ctx, "%s/a.rsp", directory));
    unlink(csl_format(ctx, "%s/b.rsp", directory));
    rmdir(directory);
}
END_TEST

START_TEST(commands_are_split_like_a_shell_does)
{
    uint32_t n;
    const char **words = csl_split_command(ctx, "  a 'b c' \"d \\\"e\\\" \\n\" f\\ g '' \"open", &n);
    ck_assert_uint_eq(n, 6);
    ck_assert_str_eq(words[1], "b c");
    ck_assert_str_eq(words[2], "d \"e\" \\n");
    ck_assert_str_eq(words[3], "f g");
    ck_assert_str_eq(words[4], "");
    ck_assert_str_eq(words[5], "open");
    csl_split_command(ctx, " \t\n", &n);
    ck_assert_uint_eq(n, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("flags");
    TCase *tests = tcase_create("flags");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, cmake_and_nvcc);
    tcase_add_test(tests, plain_makefiles);
    tcase_add_test(tests, host_flags_pass_the_same_list);
    tcase_add_test(tests, clang_and_bazel);
    tcase_add_test(tests, nothing_else_gets_through);
    tcase_add_test(tests, what_is_dropped_is_listed);
    tcase_add_test(tests, response_files);
    tcase_add_test(tests, commands_are_split_like_a_shell_does);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
