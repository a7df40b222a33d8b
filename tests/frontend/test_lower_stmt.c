/* Control flow in its structured form. */
#include "lower_test.h"

static char *body(const char *statements) {
    char source[2000];
    snprintf(source, sizeof source, "__global__ void k(int *p, int n)\n{\n%s\n}\n", statements);
    return ir_of(source);
}

START_TEST(loops_with_missing_parts) {
    char *ir = body("int i = 0; for (; i < n;) i += 2;");
    ASSERT_HAS(ir, "(from loop) (text \"i < n\")");
    ASSERT_HAS(ir, "(text \"i += 2\")");
    free(ir);
    ir = body("for (int i = 0;; i++) { if (i > n) break; }");
    ASSERT_LACKS(ir, "(from loop)");
    ASSERT_HAS(ir, "(from break)");
    ASSERT_HAS(ir, "(text \"i++\")");
    free(ir);
    ir = body("int i = 0;\n#define FOR for (; i < n; )\nFOR i++;");
    ASSERT_HAS(ir, "(if (le.i32 (param.i32 1) (var.i32 0)) (from loop) (text \"FOR\")");
    ASSERT_HAS(ir, "(text \"i++\")");
    free(ir);
    ir = body("for (;;) { if (n) return; }");
    ASSERT_HAS(ir, "(loop ");
    ASSERT_HAS(ir, "(exit (from return)");
    free(ir);
}
END_TEST

START_TEST(a_condition_in_a_loop_has_one_place) {
    char *ir = body("int i = 0; while (p[i] > 0) i++;");
    ASSERT_COUNT(ir, "(access read", 1);
    ASSERT_COUNT(ir, "(from loop) (text \"p[i] > 0\")", 1);
    free(ir);
}
END_TEST

START_TEST(continue_leaves_a_block_before_the_increment) {
    char *ir = body("for (int i = 0; i < n; i++) { if (i == 3) continue; p[i] = 0; }");
    ASSERT_HAS(ir, "(from continue)");
    char *inc = strstr(ir, "(text \"i++\")"), *store = strstr(ir, "(text \"p[i]\")");
    ck_assert(inc && store && store < inc);
    free(ir);
}
END_TEST

START_TEST(do_while_zero_is_no_loop) {
    char *ir = body("do { p[0] = n; } while (0);");
    ASSERT_LACKS(ir, "(loop");
    ASSERT_HAS(ir, "(access write");
    free(ir);
    ir = body("do { p[0] = n; } while (p[0] < 3);");
    ASSERT_HAS(ir, "(loop");
    free(ir);
}
END_TEST

START_TEST(switch_sections_have_exact_conditions) {
    char *ir = body("switch (n) { case 1: p[1] = 0; case 2: p[2] = 0; break; default: p[3] = 0; }");
    ASSERT_HAS(ir, "(if (eq.i32 (param.i32 1) (const.i32 1)) (from switch) (text \"n\")");
    ASSERT_HAS(ir,
               "(or (eq.i32 (param.i32 1) (const.i32 1)) (eq.i32 (param.i32 1) (const.i32 2)))");
    ASSERT_COUNT(ir, "(from switch)", 2); /* the default is the else of `case 2` */
    free(ir);
    ir = body("switch (n) { default: p[3] = 0; break; case 1: p[1] = 0; }");
    ASSERT_HAS(ir, "(if (ne.i32 (param.i32 1) (const.i32 1)) (from switch)");
    free(ir);
    ir = body("switch (sizeof(int)) { case 4: p[1] = 0; break; default: __syncthreads(); }");
    ASSERT_LACKS(ir, "(if ");
    ASSERT_LACKS(ir, "(sync");
    free(ir);
}
END_TEST

START_TEST(a_break_inside_a_case_leaves_the_switch) {
    char *ir = body("switch (n) { case 1: if (p[0]) break; p[1] = 0; default: p[2] = 0; }");
    ASSERT_COUNT(ir, "(from break)", 1);
    free(ir);
}
END_TEST

START_TEST(gotos_are_jumps_out_of_blocks) {
    char *ir = body("if (n) goto end;\nagain: p[0] = 1; if (p[1]) goto again;\nend: p[2] = 0;");
    ASSERT_COUNT(ir, "(from goto)", 2);
    ASSERT_COUNT(ir, "(loop ", 1);
    ASSERT_LACKS(ir, "opaque");
    free(ir);
}
END_TEST

START_TEST(a_goto_into_a_loop_skips_the_kernel) {
    char *ir = body("if (n) goto in;\nfor (int i = 0; i < n; i++) { in: p[0] = 1; }");
    ASSERT_HAS(ir, "(skipped \"goto into a nested statement\")");
    free(ir);
}
END_TEST

START_TEST(init_statements_and_condition_variables) {
    char *ir = body("if (int z = p[0]; z > 3) p[z] = 1; while (int q = p[1]) n += q;");
    ASSERT_HAS(ir, "(text \"z = p[0]\")");
    ASSERT_HAS(ir, "(from if) (text \"z > 3\")");
    ASSERT_HAS(ir, "(text \"q = p[1]\")");
    free(ir);
}
END_TEST

START_TEST(a_constant_condition_chooses_one_arm) {
    char *ir = body("if constexpr (sizeof(int) == 4) p[0] = 1; else __syncthreads();");
    ASSERT_LACKS(ir, "(sync");
    ASSERT_LACKS(ir, "(if ");
    free(ir);
}
END_TEST

START_TEST(range_for_over_an_array) {
    char *ir = body("int a[4] = {}; int s = 0; for (int v : a) s += v; p[0] = s;");
    ASSERT_HAS(ir, "(loop ");
    ASSERT_LACKS(ir, "opaque");
    free(ir);
}
END_TEST

START_TEST(an_error_is_opaque_where_it_stands) {
    char *ir = body("p[0] = 1;\nif (n) {\n  p[1] = &n;\n  p[2] = 2;\n}");
    ASSERT_HAS(ir, "(opaque \"error: incompatible pointer to integer");
    char *before = strstr(ir, "(text \"n\")"), *error = strstr(ir, "(opaque"),
         *after = strstr(ir, "(text \"p[2]\")");
    ck_assert(before && before < error && error < after);
    ASSERT_HAS(ir, "(at 0 5:10");
    free(ir);
}
END_TEST

START_TEST(an_assumption_in_a_comment_is_a_fact) {
    char *ir = body("int x = n;\n// cudasynclint: assume n % 32 == 0 && x > 0\np[x] = 1;\n"
                    "for (int i = 0; i < n; i++)\n// cudasynclint: assume i > 0\n  p[i] = 0;");
    ASSERT_COUNT(ir, "(assume ", 1);
    ASSERT_HAS(ir, "(text \"n % 32 == 0 && x > 0\") (at 0 4:");
    ASSERT_HAS(ir, "(at 0 5:1-5:5)");
    free(ir);
}
END_TEST

START_TEST(classes_with_errors_do_not_crash) {
    char *ir = ir_of(
        "template <class D> struct Base { __device__ void run() { static_cast<D *>(this)->impl(); "
        "} };\n"
        "struct Derived : Base<Derived> goto a int *p; __device__ void impl) { p[0] = <; } };\n"
        "struct A { intx; int y; };\n"
        "__global__ void k(int *q, int n) { Derived d; d.p = q; d.run(); A s{n, 2};\n"
        "  auto [u, v] = s; A t = s; q[u] = t.y; }\n");
    ASSERT_HAS(ir, "(opaque \"error: ");
    free(ir);
}
END_TEST

START_TEST(a_macro_counts_where_it_is_used) {
    char *ir = ir_of("#define SYNC() __syncthreads()\n"
                     "__global__ void k() {\n  SYNC();\n}\n");
    ASSERT_HAS(ir, "(at 0 3:3-3:9 (macro (at 0 1:16-1:16)))");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("lower_stmt");
    tcase_add_test(tc, loops_with_missing_parts);
    tcase_add_test(tc, a_condition_in_a_loop_has_one_place);
    tcase_add_test(tc, continue_leaves_a_block_before_the_increment);
    tcase_add_test(tc, do_while_zero_is_no_loop);
    tcase_add_test(tc, switch_sections_have_exact_conditions);
    tcase_add_test(tc, a_break_inside_a_case_leaves_the_switch);
    tcase_add_test(tc, gotos_are_jumps_out_of_blocks);
    tcase_add_test(tc, a_goto_into_a_loop_skips_the_kernel);
    tcase_add_test(tc, init_statements_and_condition_variables);
    tcase_add_test(tc, a_constant_condition_chooses_one_arm);
    tcase_add_test(tc, range_for_over_an_array);
    tcase_add_test(tc, an_error_is_opaque_where_it_stands);
    tcase_add_test(tc, an_assumption_in_a_comment_is_a_fact);
    tcase_add_test(tc, classes_with_errors_do_not_crash);
    tcase_add_test(tc, a_macro_counts_where_it_is_used);
    return run_case(tc);
}
