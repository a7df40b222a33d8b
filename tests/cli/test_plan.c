/* Which files a command line means. */
#include "../../analyzer/cli/plan/plan.h"

#include <check.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *root;
static csl_options o;
static csl_commands *commands;

static char *at(const char *name) {
    return g_build_filename(root, name, NULL);
}

static void put(const char *name, const char *text, gssize bytes) {
    char *path = at(name), *dir = g_path_get_dirname(path);
    g_mkdir_with_parents(dir, 0700);
    ck_assert(g_file_set_contents(path, text, bytes, NULL));
    g_free(dir);
    g_free(path);
}

static void setup(void) {
    root = g_dir_make_tmp("csl-plan-XXXXXX", NULL);
    o = (csl_options){.paths = g_ptr_array_new_with_free_func(g_free),
                      .clang_args = g_ptr_array_new(),
                      .extra_args = g_ptr_array_new()};
    commands = NULL;
}

static void remove_tree(const char *path) {
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        char *full = g_build_filename(path, name, NULL);
        remove_tree(full);
        g_free(full);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

static void teardown(void) {
    remove_tree(root);
    g_free(root);
    g_ptr_array_free(o.paths, TRUE);
    g_ptr_array_free(o.clang_args, TRUE);
    g_ptr_array_free(o.extra_args, TRUE);
    if (commands)
        csl_commands_free(commands);
}

static GArray *plan_now(void) {
    char *error;
    commands = csl_commands_open(&o, &error);
    ck_assert_ptr_null(error);
    return csl_plan(&o, commands);
}

static const csl_input *input(GArray *plan, guint i) {
    return &g_array_index(plan, csl_input, i);
}

static void is_file(GArray *plan, guint i, const char *name) {
    char *path = at(name);
    ck_assert_uint_lt(i, plan->len);
    ck_assert_str_eq(input(plan, i)->path, path);
    ck_assert_ptr_null(input(plan, i)->error);
    g_free(path);
}

START_TEST(directories_are_walked_in_order) {
    put("t/b.cu", "", 0);
    put("t/a/z.cuh", "", 0);
    put("t/a/host.cpp", "", 0);
    put("t/.git/hidden.cu", "", 0);
    put("t/c.h", "", 0);
    g_ptr_array_add(o.paths, at("t"));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 2);
    is_file(plan, 0, "t/a/z.cuh");
    is_file(plan, 1, "t/b.cu");
    g_array_unref(plan);
}
END_TEST

START_TEST(units_of_cuda_have_several_endings) {
    put("t/a.cu.cc", "", 0);
    put("t/b.cu.cpp", "", 0);
    put("t/c.cu.cxx", "", 0);
    put("t/d.cc", "", 0);
    put("t/e.cu.h", "", 0);
    g_ptr_array_add(o.paths, at("t"));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 3);
    is_file(plan, 0, "t/a.cu.cc");
    is_file(plan, 2, "t/c.cu.cxx");
    g_array_unref(plan);
}
END_TEST

START_TEST(a_named_file_needs_no_cuda_name) {
    put("kernel.h", "", 0);
    g_ptr_array_add(o.paths, at("kernel.h"));
    GArray *plan = plan_now();
    is_file(plan, 0, "kernel.h");
    g_array_unref(plan);
}
END_TEST

START_TEST(each_file_once) {
    put("a.cu", "", 0);
    put("b.cu", "", 0);
    g_ptr_array_add(o.paths, at("b.cu"));
    g_ptr_array_add(o.paths, at("./a.cu"));
    g_ptr_array_add(o.paths, at("."));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 2);
    is_file(plan, 0, "b.cu");
    g_array_unref(plan);
}
END_TEST

START_TEST(links_cannot_make_a_loop) {
    put("t/a.cu", "", 0);
    char *link = at("t/up");
    ck_assert_int_eq(symlink("..", link), 0);
    g_free(link);
    g_ptr_array_add(o.paths, at("t"));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 1);
    g_array_unref(plan);
}
END_TEST

START_TEST(what_cannot_be_analysed_says_why) {
    put("empty/readme", "", 0);
    put("good.cu", "", 0);
    char *fifo = at("fifo.cu");
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    g_free(fifo);
    g_ptr_array_add(o.paths, at("empty"));
    g_ptr_array_add(o.paths, at("missing.cu"));
    g_ptr_array_add(o.paths, at("fifo.cu"));
    g_ptr_array_add(o.paths, at("good.cu"));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 4);
    ck_assert_str_eq(input(plan, 0)->error, "no .cu or .cuh file in this directory");
    ck_assert(input(plan, 0)->empty_dir);
    ck_assert_str_eq(input(plan, 1)->error, "no such file");
    ck_assert_str_eq(input(plan, 2)->error, "not a regular file");
    is_file(plan, 3, "good.cu");
    g_array_unref(plan);
}
END_TEST

START_TEST(a_directory_named_twice_is_not_empty) {
    put("t/a.cu", "", 0);
    g_ptr_array_add(o.paths, at("t/a.cu"));
    g_ptr_array_add(o.paths, at("t"));
    GArray *plan = plan_now();
    ck_assert_uint_eq(plan->len, 1);
    is_file(plan, 0, "t/a.cu");
    g_array_unref(plan);
}
END_TEST

static void source_is(const char *name, const char *text, gssize bytes, const char *why) {
    put(name, text, bytes);
    csl_input file = {.path = at(name)};
    char *error = csl_check_source(&file);
    if (why)
        ck_assert_msg(error && strstr(error, why), "%s: `%s`", name, error ? error : "no error");
    else
        ck_assert_ptr_null(error);
    g_free(error);
    g_free(file.path);
}

START_TEST(sources_are_text) {
    source_is("empty.cu", "", 0, NULL);
    source_is("latin1.cu", "// caf\xe9\n", -1, NULL);
    source_is("binary.cu",
              "\x7f"
              "ELF\0\1",
              6, "not text: NUL byte at offset 4");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan");
    TCase *tests = tcase_create("plan");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, directories_are_walked_in_order);
    tcase_add_test(tests, units_of_cuda_have_several_endings);
    tcase_add_test(tests, a_named_file_needs_no_cuda_name);
    tcase_add_test(tests, each_file_once);
    tcase_add_test(tests, links_cannot_make_a_loop);
    tcase_add_test(tests, what_cannot_be_analysed_says_why);
    tcase_add_test(tests, a_directory_named_twice_is_not_empty);
    tcase_add_test(tests, sources_are_text);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
