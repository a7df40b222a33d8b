/* Text of strangers: what a reader says comes back, and one that crashes, eats, spins, or reaches
 * for files and programs is an error of its text. */
#include "../../analyzer/child/foreign.h"
#include "../../analyzer/child/packed.h"
#include "../../analyzer/files/sandbox.h"
#include "../../analyzer/limits/limits.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the packed form ------------------------------------------------------------------------- */

static void expect_same(const char *json) {
    json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);
    ck_assert_ptr_nonnull(value);
    char *packed = csl_pack(value);
    json_t *back = csl_unpack(packed, strlen(packed));
    ck_assert_msg(back && json_equal(value, back), "%s: packed `%s`", json, packed);
    json_decref(value);
    json_decref(back);
    g_free(packed);
}

START_TEST(values_come_back) {
    expect_same("null");
    expect_same("[true, false, null]");
    expect_same("[0, -1, 9223372036854775807, -9223372036854775808]");
    expect_same("[0.1, -1e300, 5e-324]");
    expect_same("\"\"");
    expect_same("\"s5:a;\\n\\u00e9\"");
    expect_same("{\"a\": {\"b\": [1, {\"\": \"x\"}]}, \"c\": []}");
}
END_TEST

static void expect_refused(const char *bytes, size_t n) {
    json_t *value = csl_unpack(bytes, n);
    ck_assert_msg(!value, "`%.*s` was taken", (int)n, bytes);
}

START_TEST(other_bytes_are_refused) {
    static const char *const wrong[] = {
        "",         "x",       "nn",      "i",       "i;",    "i1x;",  "i1",
        "s3:ab",    "s:ab",    "s-1:",    "s1:\xff", "a1:",   "a2:n",  "a9999999999999:",
        "o1:nn",    "o1:s1:a", "o1:i1;n", "d;",      "dnan;", "dinf;", "s18446744073709551616:",
        "a1:s4:abc"};
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        expect_refused(wrong[i], strlen(wrong[i]));
    expect_refused("s1:\0", 4);
    GString *deep = g_string_new(NULL);
    for (int i = 0; i < 100000; i++)
        g_string_append(deep, "a1:");
    g_string_append_c(deep, 'n');
    expect_refused(deep->str, deep->len);
    g_string_free(deep, TRUE);
}
END_TEST

/* ---- readers --------------------------------------------------------------------------------- */

static json_t *length(const csl_text *text, const void *user, char **error) {
    (void)error;
    return json_pack("[I, s]", (json_int_t)text->n, user);
}

static json_t *complain(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    *error = g_strdup("not \xff a text");
    return NULL;
}

static const csl_text hello = {(char *)"hello", 5};

static void expect_failure(csl_foreign_reader *reader, const void *user, const char *why) {
    char *error = NULL;
    json_t *value = csl_foreign_text(&hello, reader, user, &error);
    ck_assert_msg(!value && error && strstr(error, why), "error is `%s`", error);
    g_free(error);
}

START_TEST(what_the_reader_says_comes_back) {
    char *error = NULL;
    json_t *value = csl_foreign_text(&hello, length, "user", &error);
    ck_assert_ptr_null(error);
    ck_assert_int_eq(json_integer_value(json_array_get(value, 0)), 5);
    ck_assert_str_eq(json_string_value(json_array_get(value, 1)), "user");
    json_decref(value);
    expect_failure(complain, NULL, "not \xef\xbf\xbd a text");
}
END_TEST

static json_t *crash(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    (void)error;
    raise(SIGSEGV);
    return json_null();
}

static json_t *spin(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    (void)error;
    for (volatile int forever = 1; forever;)
        ;
    return json_null();
}

#ifndef __SANITIZE_ADDRESS__ /* the memory of children has no limit there */
static json_t *eat(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)error;
    const size_t piece = 64 << 20;
    for (size_t eaten = 0; eaten < *(const size_t *)user; eaten += piece)
        memset(g_malloc(piece), 1, piece);
    return json_null();
}

START_TEST(a_reader_of_too_much_memory_is_an_error) {
    const size_t most = (size_t)4 << 30;
    expect_failure(eat, &most, "reading it failed: crashed");
}
END_TEST
#endif

START_TEST(a_reader_that_crashes_is_an_error) {
    expect_failure(crash, NULL, "reading it failed: crashed: Segmentation fault");
}
END_TEST

START_TEST(a_reader_without_an_end_is_an_error) {
    const char *wrong = NULL;
    ck_assert(csl_limits_read("foreign_seconds=1", &wrong));
    expect_failure(spin, NULL, "took more than 1 s of processor time");
}
END_TEST

static json_t *open_file(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)error;
    const int fd = open(user, O_RDONLY);
    return json_integer(fd < 0 ? errno : 0);
}

static json_t *start_program(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    (void)error;
    execl("/bin/true", "true", (char *)NULL);
    return json_null();
}

static json_t *start_process(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    (void)error;
    return json_integer(fork() >= 0);
}

static json_t *talk(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)user;
    (void)error;
    return json_integer(socket(AF_INET, SOCK_STREAM, 0));
}

START_TEST(a_reader_reaches_nothing) {
    const char *missing = csl_sandbox_missing();
    if (!missing || strcmp(missing, "seccomp") == 0) {
        static const char *const files[] = {"/etc/passwd", "/proc/self/status", "CMakeLists.txt"};
        for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
            char *error = NULL;
            json_t *value = csl_foreign_text(&hello, open_file, files[i], &error);
            ck_assert_int_eq(json_integer_value(value), EACCES);
            json_decref(value);
        }
    }
    if (!missing || strcmp(missing, "Landlock") == 0) {
        expect_failure(start_program, NULL, "broke a rule of its sandbox");
        expect_failure(start_process, NULL, "broke a rule of its sandbox");
        expect_failure(talk, NULL, "broke a rule of its sandbox");
    }
}
END_TEST

/* ---- files ----------------------------------------------------------------------------------- */

static char *folder;

static void set_up(void) {
    folder = g_dir_make_tmp("foreign-XXXXXX", NULL);
}

static void tear_down(void) {
    char *line = g_strdup_printf("rm -rf '%s'", folder);
    ck_assert_int_eq(system(line), 0);
    g_free(line);
    g_free(folder);
}

static void expect_file(const char *path, size_t most, const char *why, bool wrong) {
    char *error = NULL;
    bool by_reader = !wrong;
    json_t *value = csl_foreign_file(path, most, csl_foreign_json, NULL, &by_reader, &error);
    ck_assert_msg(!value && error && strstr(error, why), "%s: error is `%s`", path, error);
    ck_assert(by_reader == wrong);
    g_free(error);
}

START_TEST(files_are_read) {
    char *path = g_build_filename(folder, "a.json", NULL), *error = NULL;
    g_file_set_contents(path, "[1,\n2]", -1, NULL);
    json_t *value = csl_foreign_file(path, 100, csl_foreign_json, NULL, NULL, &error);
    ck_assert_int_eq(json_integer_value(json_array_get(value, 1)), 2);
    json_decref(value);
    expect_file(path, 3, "larger than", false);
    g_file_set_contents(path, "[1,\nx]", -1, NULL);
    expect_file(path, 100, "line 2: ", true);
    expect_file(folder, 100, "Is a directory", false);
    g_free(path);
    path = g_build_filename(folder, "none", NULL);
    expect_file(path, 100, "none: no such file", false);
    g_free(path);
    expect_file("/dev/zero", 1 << 20, "larger than 1 MB", false);
}
END_TEST

/* As `--changed-lines=<(git diff)` has it. */
START_TEST(pipes_are_read) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], "[7]", 3), 3);
    close(ends[1]);
    char *path = g_strdup_printf("/proc/self/fd/%d", ends[0]), *error = NULL;
    json_t *value = csl_foreign_file(path, 100, csl_foreign_json, NULL, NULL, &error);
    ck_assert_msg(!error, "%s", error);
    ck_assert_int_eq(json_integer_value(json_array_get(value, 0)), 7);
    json_decref(value);
    close(ends[0]);
    g_free(path);
}
END_TEST

START_TEST(pipes_that_give_nothing_are_errors) {
    char *path = g_build_filename(folder, "pipe", NULL);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    const int writer = open(path, O_RDWR);
    expect_file(path, 100, "gave no data for 10 s", false);
    close(writer);
    g_free(path);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("foreign");
    TCase *forms = tcase_create("forms"), *readers = tcase_create("readers"),
          *files = tcase_create("files");
    tcase_add_test(forms, values_come_back);
    tcase_add_test(forms, other_bytes_are_refused);
    tcase_add_test(readers, what_the_reader_says_comes_back);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(readers, a_reader_of_too_much_memory_is_an_error);
#endif
    tcase_add_test(readers, a_reader_that_crashes_is_an_error);
    tcase_add_test(readers, a_reader_without_an_end_is_an_error);
    tcase_add_test(readers, a_reader_reaches_nothing);
    tcase_set_timeout(readers, 300);
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_add_test(files, files_are_read);
    tcase_add_test(files, pipes_are_read);
    tcase_add_test(files, pipes_that_give_nothing_are_errors);
    suite_add_tcase(suite, forms);
    suite_add_tcase(suite, readers);
    suite_add_tcase(suite, files);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
