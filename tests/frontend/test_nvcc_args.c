/* Command lines of nvcc and clang: what is kept, what is dropped, and that no value is taken for a
 * file. */
#include "../../analyzer/frontend/parse/nvcc_args.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static csl_nvcc_args *args;

static void teardown(void) {
    csl_nvcc_args_free(args);
    args = NULL;
}

static void read_line(const char *line, const char *directory) {
    GPtrArray *words = csl_split_command(line);
    csl_nvcc_args_free(args);
    args = csl_nvcc_args_read((const char *const *)words->pdata, words->len, directory);
    g_ptr_array_free(words, TRUE);
}

/* The words of an array, with "|" between them. */
static const char *joined(GPtrArray *words) {
    static GString *text;
    if (text)
        g_string_free(text, TRUE);
    text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++)
        g_string_append_printf(text, "%s%s", i ? "|" : "", (char *)words->pdata[i]);
    return text->str;
}

static void expect(const char *line, const char *kept, const char *inputs) {
    read_line(line, NULL);
    const char *text = joined(args->args);
    ck_assert_msg(strcmp(text, kept) == 0, "%s: kept %s", line, text);
    text = joined(args->inputs);
    ck_assert_msg(strcmp(text, inputs) == 0, "%s: inputs %s", line, text);
}

START_TEST(cmake_line) {
    read_line("-forward-unknown-to-host-compiler -DFOO=1 -DSTR=\\\"a\\\" -O3 -DNDEBUG "
              "--generate-code=arch=compute_80,code=[compute_80,sm_90] -Xcompiler=-fPIC "
              "--expt-relaxed-constexpr --extended-lambda -lineinfo -use_fast_math -Xptxas -v "
              "--diag-suppress=177 -std=c++17 -x cu -rdc=true -c a.cu -o a.o",
              NULL);
    ck_assert_str_eq(joined(args->args), "-DFOO=1|-DSTR=\"a\"|-DNDEBUG|-std=c++17");
    ck_assert_str_eq(joined(args->inputs), "a.cu");
    ck_assert_uint_eq(args->arch, 900);
    ck_assert_str_eq(joined(args->dropped),
                     "-forward-unknown-to-host-compiler|-O3|-fPIC|--expt-relaxed-constexpr|"
                     "--extended-lambda|-lineinfo|-use_fast_math|-Xptxas -v|--diag-suppress=177|"
                     "-x cu|-rdc=true|-c|-o a.o");
}
END_TEST

/* As other build systems spell it. */
START_TEST(other_build_systems) {
    /* Bazel: rules_cuda with nvcc, and with clang */
    expect("-x cu -Xcompiler -fPIC -ccbin /usr/bin/gcc -gencode arch=compute_80,code=sm_80 "
           "-gencode=arch=compute_90,code=compute_90 -iquote . -iquote bazel-out/k8-opt/bin "
           "-isystem external/cccl/include -I bazel-out/k8-opt/bin/_virtual_includes/a "
           "-D__CUDA_NO_HALF_OPERATORS__ -U_FORTIFY_SOURCE -O2 --expt-extended-lambda "
           "-Xcompiler -frandom-seed=a.o -MMD -MF a.d -c src/a.cu -o a.o",
           "-iquote|.|-iquote|bazel-out/k8-opt/bin|-isystem|external/cccl/include|"
           "-Ibazel-out/k8-opt/bin/_virtual_includes/a|-D__CUDA_NO_HALF_OPERATORS__|"
           "-U_FORTIFY_SOURCE",
           "src/a.cu");
    ck_assert_uint_eq(args->arch, 900);
    expect("-U_FORTIFY_SOURCE -fstack-protector -Wall -std=c++17 -x cuda --cuda-gpu-arch=sm_80 "
           "--cuda-path=external/cuda -MD -MF a.d -frandom-seed=a.pic.o -fPIC -iquote . "
           "-no-canonical-prefixes -D__DATE__=\"redacted\" -c src/a.cu.cc -o a.pic.o",
           "-U_FORTIFY_SOURCE|-std=c++17|-iquote|.|-D__DATE__=redacted", "src/a.cu.cc");
    /* Meson */
    expect("-Iapp.p -I. -I.. -I../include -Xcompiler=-fdiagnostics-color=always "
           "-Xcompiler=-Wall,-Winvalid-pch -std=c++17 -O2 -g -DVERSION=\\\"1.0\\\" "
           "--gpu-architecture=sm_86 -Xcompiler=-fPIC -MD -MQ app.p/a.cu.o -MF app.p/a.cu.o.d "
           "-o app.p/a.cu.o -c ../a.cu",
           "-Iapp.p|-I.|-I..|-I../include|-std=c++17|-DVERSION=\"1.0\"", "../a.cu");
    ck_assert_uint_eq(args->arch, 860);
    /* a Makefile */
    expect("-ccbin g++ -I../../common/inc -m64 -g -G --threads 0 --std=c++11 "
           "-gencode arch=compute_50,code=sm_50 -gencode "
           "arch=compute_70,code=\\\"sm_70,compute_70\\\" "
           "-Xptxas -v,-O3 -lcudart -L/usr/lib -o a.o -dc a.cu",
           "-I../../common/inc|-std=c++11", "a.cu");
    ck_assert_uint_eq(args->arch, 700);
}
END_TEST

START_TEST(spellings) {
    expect("-I a -Ib -I=c --include-path d --include-path=e", "-Ia|-Ib|-Ic|-Id|-Ie", "");
    expect("-isystem a -isystem=b --system-include c", "-isystem|a|-isystem|b|-isystem|c", "");
    expect("-D A -DB=1 --define-macro=C -U D --undefine-macro E", "-DA|-DB=1|-DC|-UD|-UE", "");
    expect("-include a.h,b.h --pre-include=c.h", "-include|a.h|-include|b.h|-include|c.h", "");
    expect("-std c++14 --std=c++20 -std=gnu++17", "-std=c++14|-std=c++20|-std=gnu++17", "");
    expect("-std=c++41 -std=c99", "", "");
    expect("-fno-exceptions", "-fno-exceptions", "");
    expect("-D -std=c++11", "-D-std=c++11", "");
    /* An option without its value would take the next one for it. */
    expect("-D '' -include -fplugin=x.so", "-include|-fplugin=x.so", "");
    expect("-D= -I '' -isystem '' -U= -include ,", "", "");
}
END_TEST

START_TEST(values_are_not_inputs) {
    expect("-gencode arch=compute_70,code=sm_70 -ccbin g++ -maxrregcount 32 -t 4 a.cu", "", "a.cu");
    expect("-Xcudafe --x -Werror all-warnings -cudart static -odir out b.cu", "", "b.cu");
    expect("-G -g -lcudart -L/usr/lib -m64 -MD -MF x.d -MT x c.cu", "", "c.cu");
    expect("-dc -dlink -use_fast_math d.cu", "", "d.cu");
    expect("-o", "", "");
}
END_TEST

START_TEST(architecture) {
    read_line("-arch=sm_86", NULL);
    ck_assert_uint_eq(args->arch, 860);
    read_line("-gencode arch=compute_70,code=sm_70 -gencode=arch=compute_100a,code=sm_100a", NULL);
    ck_assert_uint_eq(args->arch, 1000);
    read_line("-arch native --gpu-architecture=all-major", NULL);
    ck_assert_uint_eq(args->arch, 0);
    read_line("--cuda-gpu-arch=sm_75 --offload-arch=sm_61", NULL);
    ck_assert_uint_eq(args->arch, 750);
}
END_TEST

START_TEST(words_for_the_host_compiler) {
    expect("-Xcompiler -fPIC,-DA=1,-isystem,inc -Xcompiler='-DB -Wall'", "-DA=1|-isystem|inc|-DB",
           "");
    expect("-Xcompiler -o,x,-Xcompiler,-DC", "", "");
    read_line("-Xcompiler -arch=sm_90", NULL);
    ck_assert_uint_eq(args->arch, 0);
}
END_TEST

START_TEST(nothing_dangerous_passes) {
    expect("-Xclang -load -Xclang evil.so -mllvm -x -fplugin=evil.so -fpass-plugin=evil.so "
           "-MD -MMD -MF f -MJ f -Wp,-MD,f -B. --config=f -ivfsoverlay f -include-pch f "
           "-resource-dir d --sysroot=d -gcc-toolchain d -save-temps -fprofile-use=f -o f "
           "-working-directory=d -fmodules -fmodule-file=f",
           "", "");
}
END_TEST

START_TEST(relative_to_a_directory) {
    read_line("-Iinc -I/abs -isystem sys -include no/such.h", "/base");
    ck_assert_str_eq(joined(args->args),
                     "-I/base/inc|-I/abs|-isystem|/base/sys|-include|no/such.h");
}
END_TEST

START_TEST(response_files) {
    char *directory = g_dir_make_tmp("cslargsXXXXXX", NULL);
    char *inner = g_build_filename(directory, "inner.rsp", NULL);
    char *outer = g_build_filename(directory, "outer.rsp", NULL);
    g_file_set_contents(inner, "-Iinc \"-DS=a b\"\n@inner.rsp\n", -1, NULL);
    g_file_set_contents(outer, "--options-file inner.rsp -DLAST", -1, NULL);
    read_line("--options-file outer.rsp -optf missing.rsp", directory);
    /* The file that names itself is read up to the limit, then dropped. */
    char *include = g_strdup_printf("-I%s/inc", directory);
    ck_assert_str_eq((char *)args->args->pdata[0], include);
    ck_assert_str_eq((char *)args->args->pdata[1], "-DS=a b");
    ck_assert_uint_le(args->args->len, 20);
    ck_assert_str_eq((char *)args->args->pdata[args->args->len - 1], "-DLAST");
    ck_assert(strstr(joined(args->dropped), "-optf missing.rsp") != NULL);
    g_unlink(inner);
    g_unlink(outer);
    g_rmdir(directory);
    g_free(inner);
    g_free(outer);
    g_free(include);
    g_free(directory);
}
END_TEST

/* A hostile build folder cannot make us read for ever: all response files of a command together are
 * bounded, and empty ones are too. */
START_TEST(response_files_are_bounded) {
    char *directory = g_dir_make_tmp("cslargsXXXXXX", NULL);
    char *path = g_build_filename(directory, "r", NULL);
    GString *text = g_string_new("-DREAD ");
    for (int i = 0; i < 3000000; i++)
        g_string_append_c(text, ' ');
    g_file_set_contents(path, text->str, -1, NULL);
    read_line("@r @r @r -DLAST", directory);
    ck_assert_str_eq(joined(args->args), "-DREAD|-DLAST");
    g_string_assign(text, "");
    for (int i = 0; i < 1000; i++)
        g_string_append(text, "@r ");
    g_file_set_contents(path, text->str, -1, NULL);
    read_line("@r -DLAST", directory);
    ck_assert_uint_le(args->dropped->len, 20000);
    g_unlink(path);
    g_rmdir(directory);
    g_string_free(text, TRUE);
    g_free(path);
    g_free(directory);
}
END_TEST

START_TEST(splitting) {
    GPtrArray *w = csl_split_command("  a 'b c' \"d \\\" e\" f\\ g '' h\"i\"'j' \"k\\n\" \"open");
    ck_assert_str_eq(joined(w), "a|b c|d \" e|f g||hij|k\\n|open");
    g_ptr_array_free(w, TRUE);
    w = csl_split_command("");
    ck_assert_uint_eq(w->len, 0);
    g_ptr_array_free(w, TRUE);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("nvcc_args");
    tcase_add_checked_fixture(tc, NULL, teardown);
    tcase_add_test(tc, cmake_line);
    tcase_add_test(tc, other_build_systems);
    tcase_add_test(tc, spellings);
    tcase_add_test(tc, values_are_not_inputs);
    tcase_add_test(tc, architecture);
    tcase_add_test(tc, words_for_the_host_compiler);
    tcase_add_test(tc, nothing_dangerous_passes);
    tcase_add_test(tc, relative_to_a_directory);
    tcase_add_test(tc, response_files);
    tcase_add_test(tc, response_files_are_bounded);
    tcase_add_test(tc, splitting);
    Suite *s = suite_create("nvcc_args");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
