/* The command line: what each option sets, and what is refused with which words. */
#include "../../analyzer/cli/options/options.h"

#include <check.h>
#include <string.h>

static csl_options o;

/* Parses the arguments, NULL-terminated; returns the error or NULL. */
static char *parse(const char *const *args) {
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)"cudasynclint");
    for (; *args; args++)
        g_ptr_array_add(argv, (char *)*args);
    char *error = csl_parse_options_line(&o, (int)argv->len, (char **)argv->pdata);
    g_ptr_array_free(argv, TRUE);
    return error;
}
#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static void refused(char *error, const char *words) {
    ck_assert_msg(error && strstr(error, words), "error is `%s`, not `%s`", error ? error : "none",
                  words);
    ck_assert_msg(!strchr(error, '\n'), "an error is one line");
    g_free(error);
    csl_options_clear(&o);
}

START_TEST(slips_are_understood) {
    refused(PARSE("--chekcs=x"), "unknown option `--chekcs`; did you mean `--checks`?");
    refused(PARSE("-help"), "did you mean `--help`?");
    refused(PARSE("--checks=-*,shared-rase"),
            "`shared-rase` matches no rule; did you mean `shared-race`?");
    refused(PARSE("--explain=race"), "`race` is no rule; --list-checks names them");
    refused(PARSE("--format=sarfi:x"), "did you mean `sarif`?");
    refused(PARSE("--fail-on=errors"), "did you mean `error`?");
    char *error = PARSE("--xyzzy-and-what-not");
    ck_assert_str_eq(error, "unknown option `--xyzzy-and-what-not`");
    g_free(error);
    csl_options_clear(&o);
    error = PARSE("-z");
    ck_assert_str_eq(error, "unknown option `-z`");
    g_free(error);
    csl_options_clear(&o);
    refused(PARSE("--stdin-filename=x.cu", "a.cu"), "add `-`");
    ck_assert_ptr_null(PARSE("--stdin-filename=x.cu", "a.cu", "-"));
    csl_options_clear(&o);
}
END_TEST

START_TEST(values_arrive) {
    ck_assert_ptr_null(PARSE("-v", "--fail-on=error", "--min-confidence", "high", "-j3", "a.cu",
                             "--block-dim=16,8", "--arch=sm_90a", "--arch=70", "--arch=90-real",
                             "--timeout=5", "--format=json:x.json", "--format=text",
                             "--dump=ir,queries", "--strict", "b.cu", "--", "-DX", "--weird"));
    ck_assert(o.verbose && o.strict && !o.quiet);
    ck_assert_int_eq(o.fail_on, CSL_ERROR);
    ck_assert_int_eq(o.min_confidence, CSL_HIGH);
    ck_assert_int_eq(o.jobs, 3);
    ck_assert_uint_eq(o.timeout, 5);
    ck_assert_uint_eq(o.dump, CSL_DUMP_IR | CSL_DUMP_QUERIES);
    ck_assert(o.block_dim[0] == 16 && o.block_dim[1] == 8 && o.block_dim[2] == 1);
    ck_assert_uint_eq(o.archs->len, 2);
    ck_assert_uint_eq(g_array_index(o.archs, uint32_t, 0), 900);
    ck_assert_uint_eq(g_array_index(o.archs, uint32_t, 1), 700);
    ck_assert_uint_eq(o.outputs->len, 2);
    ck_assert_str_eq(g_array_index(o.outputs, csl_output, 0).file, "x.json");
    ck_assert_ptr_null(g_array_index(o.outputs, csl_output, 1).file);
    ck_assert_uint_eq(o.paths->len, 2);
    ck_assert_str_eq(o.paths->pdata[1], "b.cu");
    ck_assert_uint_eq(o.clang_args->len, 2);
    ck_assert_str_eq(o.clang_args->pdata[1], "--weird");
    csl_options_clear(&o);
}
END_TEST

START_TEST(defaults) {
    ck_assert_ptr_null(PARSE("a.cu"));
    ck_assert_int_eq(o.fail_on, CSL_WARNING);
    ck_assert_int_eq(o.min_confidence, CSL_MEDIUM);
    ck_assert_uint_eq(o.block_dim[0], 0);
    ck_assert_uint_eq(o.timeout, 120);
    ck_assert_int_eq(o.action, CSL_RUN);
    csl_options_clear(&o);
}
END_TEST

START_TEST(wrong_input_is_refused) {
    refused(PARSE("--bogus", "a.cu"), "unknown option `--bogus`");
    refused(PARSE("-z", "a.cu"), "unknown option `-z`");
    refused(PARSE("-Iinclude", "a.cu"), "`-Iinclude` is an option of the compiler");
    refused(PARSE("-vx", "a.cu"), "unknown option `-vx`");
    refused(PARSE("-v"), "no file or directory given");
    refused(PARSE("a.cu", "--checks"), "--checks needs a value");
    refused(PARSE("a.cu", "-j"), "-j needs a value");
    refused(PARSE("a.cu", "--strict=yes"), "--strict takes no value");
    refused(PARSE("a.cu", "--format=xml"), "--format: `xml` is none of text, json");
    refused(PARSE("a.cu", "--format=json:"), "names no file");
    refused(PARSE("a.cu", "--format=json", "--format=text"), "two reports on standard output");
    refused(PARSE("a.cu", "--fail-on=bad"), "`bad` is none of note, warning, error, never");
    refused(PARSE("a.cu", "--min-confidence=2"), "`2` is none of low, medium, high");
    refused(PARSE("a.cu", "--block-dim=0"), "--block-dim");
    refused(PARSE("a.cu", "--block-dim=32,64"), "more than 1024 threads");
    refused(PARSE("a.cu", "--block-dim=1,1,1,1"), "is not X[,Y[,Z]]");
    refused(PARSE("a.cu", "--block-dim=4,"), "is not X[,Y[,Z]]");
    refused(PARSE("a.cu", "--block-dim=99999999999999999999"), "is not X[,Y[,Z]]");
    refused(PARSE("a.cu", "--grid-dim=1,70000"), "is not X[,Y[,Z]]");
    refused(PARSE("a.cu", "--arch=sm_x"), "is not an architecture");
    refused(PARSE("a.cu", "--arch=80-unreal"), "is not an architecture");
    refused(PARSE("a.cu", "--arch=sm_80x"), "is not an architecture");
    refused(PARSE("a.cu", "--cuda-path=/no/such/dir"), "is not a directory");
    refused(PARSE("a.cu", "--cuda-path=analyzer"), "is no CUDA Toolkit");
    refused(PARSE("a.cu", "-j", "-1"), "is not a number");
    refused(PARSE("a.cu", "--timeout=0"), "is not a number");
    refused(PARSE("a.cu", "--dump=ast"), "`ast` is none of ir");
    refused(PARSE("--explain=no-such-rule"), "`no-such-rule` is no rule");
    refused(PARSE("a.cu", "--checks=no-such-*"), "`no-such-*` matches no rule");
}
END_TEST

START_TEST(the_last_matching_glob_decides) {
    const csl_rule on = {.name = "barrier-divergence"},
                   off = {.name = "redundant-barrier", .off_by_default = true};
    o = (csl_options){0};
    ck_assert(csl_check_enabled(&o, &on) && !csl_check_enabled(&o, &off));
    o.checks = "-*,barrier-*";
    ck_assert(csl_check_enabled(&o, &on) && !csl_check_enabled(&o, &off));
    o.checks = "*, -barrier-*";
    ck_assert(!csl_check_enabled(&o, &on) && csl_check_enabled(&o, &off));
    o.checks = "redundant-barrier";
    ck_assert(csl_check_enabled(&o, &on) && csl_check_enabled(&o, &off));
}
END_TEST

START_TEST(help_lists_every_option_once) {
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    csl_print_help(out);
    fclose(out);
    for (const char *const *name = (const char *const[]){"--checks=GLOBS", "--format=F[:FILE]",
                                                         "-j, --jobs=N", "--explain=RULE", NULL};
         *name; name++) {
        const char *first = strstr(text, *name);
        ck_assert_msg(first != NULL, "%s is missing", *name);
        ck_assert_ptr_null(strstr(first + 1, *name));
    }
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    tcase_add_test(tests, slips_are_understood);
    tcase_add_test(tests, values_arrive);
    tcase_add_test(tests, defaults);
    tcase_add_test(tests, wrong_input_is_refused);
    tcase_add_test(tests, the_last_matching_glob_decides);
    tcase_add_test(tests, help_lists_every_option_once);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
