/* Queries in text form, with the verdict they must get. */
#include <stdlib.h>
#include <string.h>

#include "decide_test.h"

/* A chain of sums of equal terms: its tree has 2^40 leaves. */
START_TEST(shared_terms_are_printed_once) {
    csl_query *q = read_query("var n param i32 shared 0 100\nguard1 (lt.u32 t1.x 4)\n");
    csl_expr *e = csl_leaf(ctx, CSL_OP_SYM, CSL_I32, CSL_DV_FREE);
    for (int i = 0; i < 40; i++) {
        csl_expr *twice = csl_binary(ctx, CSL_OP_BXOR, e, csl_const(ctx, CSL_I32, i + 1));
        e = csl_binary(ctx, CSL_OP_DIV, twice, csl_binary(ctx, CSL_OP_ADD, e, twice));
    }
    q->fact = csl_binary(ctx, CSL_OP_LT, e, csl_const(ctx, CSL_I32, 7));
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    csl_print_query(out, q);
    fclose(out);
    ck_assert_uint_lt(n, 20000);
    ck_assert_ptr_eq(read_query(text)->fact, q->fact);
    free(text);
}
END_TEST

START_TEST(text_round_trip) {
    csl_query *q = read_query("pair same-warp\n"
                              "shapes max 512 unused z x=12\n"
                              "var n param i32 shared -5 100\n"
                              "var odd.name data u32 two 0 7\n"
                              "range t1.x 0 31\n"
                              "fact (and (le.i32 1 n) (ne.i32 n 3))\n"
                              "guard1 (lt.u32 t1.x 4)\n"
                              "guard2 (or (lt.u32 odd.name 2) (not (lt.u32 t2.x bdim.x)))\n"
                              "touch1 4 (mul.i64 4 (cast.i64 (min.i32 n (cast.i32 t1.x))))\n"
                              "touch2 8 (cast.i64 (pure.i32 f n#9 (cast.i32 t2.x)))\n");
    char *first, *second;
    size_t n;
    FILE *out = open_memstream(&first, &n);
    csl_print_query(out, q);
    fclose(out);
    out = open_memstream(&second, &n);
    csl_print_query(out, read_query(first));
    fclose(out);
    ck_assert_str_eq(first, second);
    ck_assert(q->pair == CSL_PAIR_SAME_WARP && q->shapes->max_threads == 512);
    ck_assert(q->shapes->fixed[2] == 1 && !q->shapes->fixed[1] && q->shapes->fixed[0] == 12);
    ck_assert(q->vars[9].lo == -5 && q->vars[10].side == 2 && q->vars[CSL_DV_TID1].hi == 31);
    free(first);
    free(second);
}
END_TEST

START_TEST(text_errors) {
    static const char *const wrong[] = {"pair nothing\n",      "guard1 (lt.u32 t1.x\n",
                                        "guard1 (lt.u32 q 3)", "touch1 4 (cast.i64 t1.x)\n",
                                        "nonsense\n",          "fact (frob.u32 1 2)\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *error = NULL;
        ck_assert_ptr_null(csl_read_query(ctx, wrong[i], &error));
        ck_assert_ptr_nonnull(error);
    }
}
END_TEST

/* `if (tid <= s) sd[tid] += sd[tid + s]` with s = blockDim.x >> (k + 1). */
START_TEST(witness_is_readable) {
    csl_query *q =
        read_query("shapes max 1024 unused y z\n"
                   "var k iter i32 shared 0 30\n"
                   "guard1 (and (lt.u32 0 (shr.u32 bdim.x (cast.u32 (add.i32 k 1))))\n"
                   "            (le.u32 t1.x (shr.u32 bdim.x (cast.u32 (add.i32 k 1)))))\n"
                   "guard2 (le.u32 t2.x (shr.u32 bdim.x (cast.u32 (add.i32 k 1))))\n"
                   "touch1 4 (mul.i64 4 (cast.i64 t1.x))\n"
                   "touch2 4 (mul.i64 4 (cast.i64 (add.u32 t2.x (shr.u32 bdim.x (cast.u32 "
                   "(add.i32 k 1))))))\n");
    csl_answer a = csl_decide(decider, q);
    ck_assert_int_eq(a.verdict, CSL_POSSIBLE);
    ck_assert_int_eq(a.value[CSL_DV_BDIM], 32);
    ck_assert_int_eq(a.value[CSL_DV_TID1], 1);
    ck_assert_int_eq(a.value[CSL_DV_TID2], 0);
    ck_assert_int_eq(a.value[CSL_DV_FREE], 4); /* s = 32 >> 5 = 1 */
    ck_assert(csl_query_holds(q, a.value));
}
END_TEST

START_TEST(holds_is_strict) {
    csl_query *q = read_query("shapes max 64 unused y z\n"
                              "var n param i32 shared -2147483648 2147483647\n"
                              "guard1 (lt.i32 (add.i32 n 1) n)\n");
    int64_t value[] = {0, 0, 0, 1, 0, 0, 32, 1, 1, 2147483647};
    ck_assert(!csl_query_holds(q, value)); /* true only by signed overflow */
    q = read_query("shapes max 64 unused y z\n"
                   "guard1 (lt.u32 (sub.u32 t1.x 1) 1)\n");
    ck_assert(!csl_query_holds(q, value)); /* 0 - 1 wraps to a large number */
    value[0] = 1, value[3] = 0;
    ck_assert(csl_query_holds(q, value));
    value[3] = 1;
    ck_assert(!csl_query_holds(q, value)); /* one thread twice */
    value[3] = 32;
    ck_assert(!csl_query_holds(q, value)); /* outside the block */
    value[3] = 0, value[6] = 65;
    ck_assert(!csl_query_holds(q, value)); /* no such shape */
}
END_TEST

/* n * n is never 2 modulo 4: too many values to try, nothing a rule knows. */
START_TEST(solver_takes_the_rest) {
    csl_query *q = read_query("shapes max 1024 unused y z\n"
                              "var n data u32 shared 0 4294967295\n"
                              "guard1 (eq.u32 (band.u32 (mul.u32 n n) 3) 2)\n");
    csl_decide_options options = csl_decide_defaults();
    options.solver_calls = 0;
    csl_decider *without = csl_decider_new(options);
    ck_assert_int_eq(csl_decide(without, q).verdict, CSL_UNDECIDED);
    csl_decider_free(without);
    csl_answer a = csl_decide(decider, q);
    if (a.verdict == CSL_SAFE) /* built with Z3 */
        ck_assert_str_eq(a.by, "z3");
    else
        ck_assert_int_eq(a.verdict, CSL_UNDECIDED);
}
END_TEST

START_TEST(solver_witness_is_readable) {
    csl_query *q = read_query("shapes max 1024 unused y z\n"
                              "var n param i32 shared 0 2147483647\n"
                              "guard1 (eq.i32 (rem.i32 n 1000) 77)\n"
                              "guard2 (lt.i32 5000 n)\n"
                              "touch1 4 (cast.i64 (mul.u32 4 t1.x))\n"
                              "touch2 4 (cast.i64 (mul.u32 4 (add.u32 t2.x 1)))\n");
    csl_answer a = csl_decide_z3(decider, q);
    if (a.verdict == CSL_POSSIBLE) { /* built with Z3 */
        ck_assert(csl_query_holds(q, a.value));
        ck_assert_int_eq(a.value[CSL_DV_BDIM], 32);
        ck_assert_int_eq(a.value[CSL_DV_TID1], 1);
        ck_assert_int_eq(a.value[CSL_DV_TID2], 0);
        ck_assert_int_eq(a.value[CSL_DV_FREE], 5077);
    } else {
        ck_assert_int_eq(a.verdict, CSL_UNDECIDED);
    }
}
END_TEST

/* Squares times an unknown block size: proved for one block shape after the other. */
START_TEST(bounded_answer_says_so) {
    csl_query *q =
        read_query("shapes max 1024 unused y z\n"
                   "touch1 4 (mul.i64 4 (cast.i64 (mul.u32 bdim.x (mul.u32 t1.x t1.x))))\n"
                   "touch2 4 (mul.i64 4 (cast.i64 (mul.u32 bdim.x (mul.u32 t2.x t2.x))))\n");
    csl_answer a = csl_decide(decider, q);
    ck_assert_int_eq(a.verdict, CSL_SAFE_TRIED);
    ck_assert_ptr_nonnull(strstr(csl_tried_shapes(ctx, q->shapes), "1024x1x1"));
    ck_assert_ptr_null(strstr(csl_tried_shapes(ctx, q->shapes), "16x16x1"));
    q = read_query("shapes 64x1x1 96x1x1\n"
                   "touch1 4 (mul.i64 4 (cast.i64 (mul.u32 bdim.x (mul.u32 t1.x t1.x))))\n"
                   "touch2 4 (mul.i64 4 (cast.i64 (mul.u32 bdim.x (mul.u32 t2.x t2.x))))\n");
    ck_assert_int_eq(csl_decide(decider, q).verdict, CSL_SAFE);
}
END_TEST

/* The same query asked twice, with others between, has the same answer to the last value. */
START_TEST(answers_do_not_depend_on_history) {
    csl_query *q = read_query("shapes max 1024 unused y z\n"
                              "var n param u32 shared 0 4294967295\n"
                              "guard1 (eq.u32 (mul.u32 n 77) 4294967219)\n"
                              "guard2 (lt.u32 t2.x 7)\n");
    csl_answer first = csl_decide_z3(decider, q);
    csl_decide_z3(decider, read_query("var n param u32 shared 0 99\n"
                                      "guard1 (eq.u32 (mul.u32 n n) t1.x)\n"));
    csl_answer again = csl_decide_z3(decider, q);
    ck_assert_int_eq(first.verdict, again.verdict);
    for (uint32_t v = 0; first.value && v < q->nvars; v++)
        ck_assert(first.value[v] == again.value[v]);
}
END_TEST

/* ---- the query file -------------------------------------------------------------------------- */

static char *read_file(const char *path) {
    enum { ROOM = 1 << 20 };
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s", path);
    char *text = csl_alloc(ctx, ROOM);
    ck_assert(fread(text, 1, ROOM - 1, in) > 0);
    fclose(in);
    return text;
}

static void check_query(const char *name, const char *wanted, const char *text) {
    static const char *const names[] = {"safe", "tried", "possible", "undecided"};
    csl_query *q = read_query(text);
    csl_answer all = csl_decide(decider, q), rules = csl_decide_tactics(q);
    size_t n = strcspn(wanted, " ");
    ck_assert_msg(strncmp(wanted, names[all.verdict], n) == 0, "%s: %s by %s, not %s", name,
                  names[all.verdict], all.by, wanted);
    if (strcmp(wanted, "safe rules") == 0) {
        ck_assert_msg(rules.verdict == CSL_SAFE, "%s: the rules do not prove it", name);
    } else if (strcmp(wanted, "possible") == 0) {
        ck_assert_msg(rules.verdict != CSL_SAFE, "%s: %s proves what is false", name, rules.by);
        ck_assert_msg(csl_query_holds(q, all.value), "%s: no witness", name);
    }
}

START_TEST(known_kernels) {
    char *text = read_file("tests/decide/decide_queries.txt");
    int n = 0;
    for (char *at = strstr(text, "\n== "); at; n++) {
        char *name = at + 4, *body = strchr(name, '\n'), *bar = strstr(name, " | ");
        ck_assert(body && bar && bar < body);
        char *next = strstr(body, "\n== ");
        *body = *bar = '\0';
        if (next)
            *next = '\0';
        check_query(name, bar + 3, body + 1);
        at = next;
        if (next)
            *next = '\n';
    }
    ck_assert_int_ge(n, 110);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("decide");
    TCase *tests = tcase_create("queries");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, text_round_trip);
    tcase_add_test(tests, shared_terms_are_printed_once);
    tcase_add_test(tests, text_errors);
    tcase_add_test(tests, witness_is_readable);
    tcase_add_test(tests, holds_is_strict);
    tcase_add_test(tests, solver_takes_the_rest);
    tcase_add_test(tests, solver_witness_is_readable);
    tcase_add_test(tests, bounded_answer_says_so);
    tcase_add_test(tests, answers_do_not_depend_on_history);
    tcase_add_test(tests, known_kernels);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
