/* The text form: what is printed reads back and prints the same; errors have a place. */
#include "../../analyzer/ir/internal.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* The caller frees it. */
static char *module_text(const csl_module *m) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    csl_print_module(out, m);
    fclose(out);
    return text;
}

static char *expr_text(const csl_expr *e) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    csl_print_expr(out, e);
    fclose(out);
    return text;
}

static csl_module *read_ok(const char *text) {
    const char *error = NULL;
    csl_module *m = csl_read_module(ctx, text, &error);
    ck_assert_msg(m && !error, "%s", error);
    return m;
}

/* Every statement kind and every field, in the layout that the printer chooses. */
static const char everything[] =
    "(module\n"
    "  (file 0 \"a \\\"b\\\"\\\\c.cu\")\n"
    "  (file 1 \"h\\x01\\n\\t\xc3\xa9.cuh\")\n"
    "  (kernel \"ns::sum\" (instance \"<float, 256>\") (pattern \"c:@F@sum\")\n"
    "    (frame 0 \"outer\" (at 0 8:3-8:10))\n"
    "    (frame 1 \"inner\" (at 1 2:1-2:9 (in 0)) 0)\n"
    "    (at 0 3:17-3:20) (region (at 0 3:1-20:2)) (max-threads 256) (labels 2) launch-unknown\n"
    "    (param 0 \"in\" ptr (object 1))\n"
    "    (param 1 \"n\" i32)\n"
    "    (object 0 shared \"sd\" f32 4 (dims 16 16) (bytes 1024) (at 0 4:20-4:22))\n"
    "    (object 1 global \"in\" f32 4 (param 0) const restrict)\n"
    "    (object 2 dynamic \"buf\" void 0 (dims 0))\n"
    "    (object 3 constant \"c\" f32 4)\n"
    "    (object 4 argument \"s\" void 0 (bytes 24))\n"
    "    (object 5 local \"l\" u8 1)\n"
    "    (var 0 \"i\" i32 (at 0 5:7-5:8))\n"
    "    (var 1 \"\" f32)\n"
    "    (var 2 \"\" u32)\n"
    "    (var 3 \"\" bool)\n"
    "    (launch (grid 0 1 1) (block 256 1 1) (dynamic 0) cooperative (at 0 30:3-30:20))\n"
    "    (launch (grid 4 1 1) (block 64 2 1) (at 0 31:3-31:20))\n"
    "    (body\n"
    "      (let 0 (cast.i32 tid.x) (text \"i = threadIdx.x\") (at 0 5:7-5:20))\n"
    "      (block 0\n"
    "        (do\n"
    "          (loop\n"
    "            (do\n"
    "              (if (lt.i32 (var.i32 0) (param.i32 1)) (from loop) (text \"i < n\") "
    "(at 0 6:10-6:15)\n"
    "                (then\n"
    "                  (block 1\n"
    "                    (do\n"
    "                      (br 1 (from continue) (at 0 7:3-7:11)))))\n"
    "                (else\n"
    "                  (br 0 (from loop) (at 0 6:10-6:15))))\n"
    "              (exit (at 0 9:3-9:9))))))\n"
    "      (access write f32 4 (add.ptr (base.ptr 0) (const.i64 8)) (bounds (lt.i32 (var.i32 0) "
    "(const.i32 16))) (value (var.f32 1)) volatile (through \"p\") (text \"sd[i]\") "
    "(at 0 10:3-10:8 (in 1) (macro (at 1 1:9-1:12 (macro (at 1 5:9-5:12))))))\n"
    "      (access read f32 4 (base.ptr 1) (result 1) async (at 0 11:3-11:8))\n"
    "      (access write void 64 (base.ptr 2) async bulk (signals (base.ptr 2)) (at 0 11:3-11:8))\n"
    "      (access read i32 4 (base.ptr 1) async (launched beside) (at 0 11:3-11:8))\n"
    "      (async wait bulk reads (pending (const.i32 0)) (at 0 11:3-11:8))\n"
    "      (access rmw u32 4 (base.ptr 2) (value (const.u32 1)) (compare (const.u32 0)) (result 2) "
    "(atomic cas grid acq_rel) (at 0 12:3-12:8))\n"
    "      (sync barrier block orders (name \"__syncthreads()\") (at 0 13:3-13:18))\n"
    "      (sync barrier block orders aligned (id (const.u32 1)) (count (const.u32 64)) "
    "(name \"bar.sync\") (at 0 13:3-13:18))\n"
    "      (sync wait block orders (object (base.ptr 2)) (at 0 13:3-13:18))\n"
    "      (sync wait block orders (object (base.ptr 2)) (parity (const.u32 1)) (result 3) (at 0 "
    "13:3-13:18))\n"
    "      (sync arrive block orders (object (base.ptr 2)) (bytes (const.u32 64)) (at 0 "
    "13:3-13:18))\n"
    "      (sync arrive warp (tile 16) (at 0 13:3-13:18))\n"
    "      (sync shuffle warp (mask (const.u32 4294967295)) (value (var.f32 1)) (lane (const.u32 "
    "0)) "
    "(width 32) (result 1) (result-scope warp) (name \"__shfl_sync()\") (at 0 14:3-14:8))\n"
    "      (sync vote warp (mask (const.u32 1)) (value true) (result 3) (at 0 14:3-14:8))\n"
    "      (sync elect warp (mask (const.u32 1)) (result 3) (at 0 14:3-14:8))\n"
    "      (fence block (at 0 15:3-15:8))\n"
    "      (fence grid (proxy async) (at 0 15:3-15:8))\n"
    "      (async commit (at 0 16:3-16:8))\n"
    "      (async wait (pending (const.i32 2)) (at 0 16:3-16:8))\n"
    "      (assume (ne.i32 (param.i32 1) (const.i32 0)) (at 0 17:3-17:8))\n"
    "      (havoc 0 thread (why \"clock\") each (at 0 18:3-18:8))\n"
    "      (call \"foo\" (args (var.i32 0) (base.ptr 0)) (result 1) (at 0 18:3-18:8))\n"
    "      (opaque \"asm\" (at 0 19:3-19:8))))\n"
    "  (kernel \"other\"\n"
    "    (at 0 40:1-40:6) (skipped \"goto into a loop\")\n"
    "    (body))\n"
    ")\n";

START_TEST(every_field_survives) {
    csl_module *m = read_ok(everything);
    char *text = module_text(m);
    ck_assert_str_eq(text, everything);
    free(text);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const char *wrong = csl_verify_kernel(ctx, m, &m->kernels[i]);
        ck_assert_msg(!wrong, "%s", wrong);
    }
    ck_assert_str_eq(m->files[1].path, "h\x01\n\t\xc3\xa9.cuh");
    const csl_kernel *k = &m->kernels[0];
    ck_assert_uint_eq(k->launches[0].block[0], 256);
    ck_assert_int_eq(k->launches[1].dynamic_bytes, -1);
    ck_assert_uint_eq(k->objects[0].dims[1], 16);
    ck_assert_uint_eq(k->objects[0].param, UINT32_MAX);
    /* Two statements of one inlined call share its frame. */
    const csl_stmt *write = k->body->next->next;
    ck_assert_str_eq(write->place->chain->function, "inner");
    ck_assert_ptr_eq(write->place->chain->parent, write->place->chain->site->chain);
}
END_TEST

START_TEST(layout_is_free) {
    csl_module *m = read_ok("; a comment\n(module(kernel\"k\"(at 0 1:2-3:4)\n"
                            "(body(exit(at 0 1:1-1:2));x\n)))  ; end");
    ck_assert_uint_eq(m->nkernels, 1);
    ck_assert_int_eq(m->kernels[0].body->kind, CSL_STMT_EXIT);
    ck_assert_uint_eq(m->kernels[0].place->end_col, 4);
}
END_TEST

/* ---- expressions --------------------------------------------------------------------------- */

static void expect_same(csl_expr *e) {
    char *text = expr_text(e);
    const char *at = text, *error;
    csl_expr *again = csl_read_expr(ctx, &at, &error);
    ck_assert_msg(again != NULL, "%s in %s", error, text);
    ck_assert_str_eq(at, "");
    ck_assert_ptr_eq(again, e); /* hash-consed: the same expression is the same pointer */
    free(text);
}

static void expect_text(csl_expr *e, const char *want) {
    char *text = expr_text(e);
    ck_assert_str_eq(text, want);
    free(text);
    expect_same(e);
}

START_TEST(expressions) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0);
    csl_expr *b = csl_leaf(ctx, CSL_OP_SYM, CSL_BOOL, 7);
    expect_text(x, "tid.x");
    expect_text(csl_leaf(ctx, CSL_OP_GDIM, CSL_U32, 2), "gdim.z");
    expect_text(csl_true(ctx), "true");
    expect_text(csl_const(ctx, CSL_I32, INT32_MIN), "(const.i32 -2147483648)");
    expect_text(csl_const(ctx, CSL_I64, INT64_MIN), "(const.i64 -9223372036854775808)");
    expect_text(csl_const(ctx, CSL_U64, -1), "(const.u64 18446744073709551615)");
    expect_text(csl_const(ctx, CSL_PTR, 0), "(const.ptr 0)");
    expect_text(csl_float(ctx, CSL_F64, -3), "(const.f64 -3.0)");
    expect_text(csl_float(ctx, CSL_F64, 0.1), "(const.f64 0x3fb999999999999a)");
    expect_text(csl_float(ctx, CSL_F32, -0.0), "(const.f32 0x8000000000000000)");
    expect_same(csl_float(ctx, CSL_F32, 1e38));
    expect_same(csl_float(ctx, CSL_F64, 1e300 * 1e300));
    expect_text(csl_binary(ctx, CSL_OP_ADD, x, csl_const(ctx, CSL_U32, 1)),
                "(add.u32 tid.x (const.u32 1))");
    expect_text(csl_binary(ctx, CSL_OP_LT, x, csl_const(ctx, CSL_U32, 9)),
                "(lt.u32 tid.x (const.u32 9))");
    expect_text(csl_not(ctx, b), "(not (sym.bool 7))");
    expect_text(csl_pure(ctx, CSL_F32, "f\"", 1, &x), "(pure.f32 \"f\\\"\" tid.x)");
    expect_text(csl_pure(ctx, CSL_F32, "g", 0, NULL), "(pure.f32 \"g\")");
    expect_text(csl_ite(ctx, b, csl_cast(ctx, CSL_I32, x), csl_const(ctx, CSL_I32, 0)),
                "(ite.i32 (sym.bool 7) (cast.i32 tid.x) (const.i32 0))");
}
END_TEST

START_TEST(shared_nodes_are_written_once) {
    /* As a tree this has 2^60 nodes. */
    csl_expr *e = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0);
    for (int i = 0; i < 60; i++) {
        csl_expr *pure = csl_pure(ctx, CSL_U32, "f", 1, &e);
        e = csl_binary(ctx, CSL_OP_MUL, e, pure);
    }
    char *text = expr_text(e);
    ck_assert_uint_lt(strlen(text), 4000);
    ck_assert_ptr_nonnull(strstr(text, "#3="));
    free(text);
    expect_same(e);
}
END_TEST

START_TEST(reading_moves_behind_the_expression) {
    const char *at = " (add.i32 (const.i32 1) (const.i32 2)) rest", *error;
    csl_expr *e = csl_read_expr(ctx, &at, &error);
    ck_assert_str_eq(at, " rest");
    ck_assert_int_eq(e->op, CSL_OP_ADD); /* as written, not folded */
}
END_TEST

/* ---- errors -------------------------------------------------------------------------------- */

static const struct {
    const char *text, *error;
} bad_modules[] = {
    {"", "1:1: expected '(', found the end"},
    {"(module", "1:8: expected ')', found the end"},
    {"(module) x", "1:10: text behind the module"},
    {"(modul)", "1:2: expected 'module'"},
    {"(module\n  (thing))", "2:4: 'thing' is not known here"},
    {"(module (file 1 \"a\"))", "1:15: expected index 0"},
    {"(module (file 0 \"a))", "1:17: string without an end"},
    {"(module (file 0 \"\\q\"))", "1:17: unknown escape in a string"},
    {"(module (file 0 \"\\x00\"))", "1:17: unknown escape in a string"},
    {"(module (kernel \"k\" (labels 1000001)))", "1:29: number above 1000000"},
    {"(module (kernel \"k\" (var 0 \"i\" int)))", "1:32: 'int' is not a type"},
    {"(module (kernel \"k\" (at 0 1:2)))", "1:30: expected '-'"},
    {"(module (kernel \"k\" (at 0 1:1-1:2 (in 0))))", "1:39: no frame 0"},
    {"(module (kernel \"k\" (object 0 shared \"s\" i32 4 (dims 1 2 3 4 5))))",
     "1:62: more than 4 dimensions"},
    {"(module (kernel \"k\" (body (jump))))", "1:28: 'jump' is not a statement"},
    {"(module (kernel \"k\" (body (exit volatile))))", "1:33: 'volatile' is not known here"},
    {"(module (kernel \"k\" (body (exit (then)))))", "1:34: 'then' is not known here"},
    {"(module (kernel \"k\" (body (loop (do (exit)) (do)))))", "1:46: a second 'do'"},
    {"(module (kernel \"k\" (body (async 1))))", "1:34: expected commit or wait"},
};

START_TEST(module_errors) {
    const char *error = NULL;
    csl_module *m = csl_read_module(ctx, bad_modules[_i].text, &error);
    ck_assert_ptr_null(m);
    ck_assert_str_eq(error, bad_modules[_i].error);
}
END_TEST

static const struct {
    const char *text, *error;
} bad_expressions[] = {
    {"()", "1:2: expected a word"},
    {"tid.w", "1:1: 'tid.w' is not an expression"},
    {"(frob.i32 tid.x)", "1:2: 'frob.i32' is not an operator with a type"},
    {"(add tid.x tid.y)", "1:2: 'add' needs a type"},
    {"(and.bool true true)", "1:2: 'and.bool' does not take a type"},
    {"(const.i8 128)", "1:11: number above 127"},
    {"(const.i8 -129)", "1:12: number above 128"},
    {"(const.u8 -1)", "1:11: expected a number"},
    {"(const.f64 0x12)", "1:12: a double's bits are 16 hexadecimal digits"},
    {"(const.void 0)", "1:1: const: expression of type void"},
    {"(const.u64 18446744073709551616)", "1:12: number above 18446744073709551615"},
    {"(add.u32 tid.x)", "1:1: add: wrong number of operands"},
    {"(add.i32 tid.x tid.y)", "1:1: add: operand types that do not fit the operator"},
    {"(lt.i32 tid.x tid.y)", "1:1: operands are not of the comparison's type"},
    {"(and true tid.x)", "1:1: and: operand of a logical operator that is not a bool"},
    {"(and true)", "1:1: and: logical operator with less than two operands"},
    {"(ite.i32 tid.x tid.x tid.x)",
     "1:1: ite: ite whose condition is not a bool or whose arms differ in type"},
    {"#0#", "1:3: #0# is not known here"},
    {"#0=(neg.i32 #0#)", "1:15: #0# is not known here"},
    {"#1=tid.x", "1:3: expected #0="},
};

START_TEST(expression_errors) {
    const char *at = bad_expressions[_i].text, *error = NULL;
    ck_assert_ptr_null(csl_read_expr(ctx, &at, &error));
    ck_assert_str_eq(error, bad_expressions[_i].error);
}
END_TEST

START_TEST(deep_nesting_is_an_error) {
    enum { DEPTH = 200000 };
    char *text = malloc(DEPTH * 9 + 1);
    for (int i = 0; i < DEPTH; i++)
        memcpy(text + 9 * i, "(neg.u32 ", 9);
    text[DEPTH * 9] = '\0';
    const char *at = text, *error = NULL;
    ck_assert_ptr_null(csl_read_expr(ctx, &at, &error));
    ck_assert_ptr_nonnull(strstr(error, "nested more than"));
    free(text);
}
END_TEST

/* Every way to cut the text short, and many ways to damage it: an error or a module that prints
 * and reads again, never a crash. */
START_TEST(damaged_text_is_survived) {
    size_t length = strlen(everything);
    char *text = malloc(length + 1);
    uint64_t random = 1;
    unsigned read = 0;
    for (size_t i = 0; i < 2 * length; i++) {
        strcpy(text, everything);
        csl_ctx *own = csl_ctx_new();
        if (i < length) {
            text[i] = '\0';
        } else {
            for (int n = 0; n < 2; n++) {
                random = random * UINT64_C(6364136223846793005) + 1;
                text[(random >> 20) % length] = " ()09:x\"#-"[(random >> 50) % 10];
            }
        }
        const char *error = NULL;
        csl_module *m = csl_read_module(own, text, &error);
        ck_assert((m == NULL) == (error != NULL));
        if (m) {
            char *printed = module_text(m);
            csl_module *again = csl_read_module(own, printed, &error);
            ck_assert_msg(again != NULL, "%s", error);
            char *twice = module_text(again);
            ck_assert_str_eq(printed, twice);
            for (uint32_t k = 0; k < m->nkernels; k++)
                csl_verify_kernel(own, m, &m->kernels[k]);
            free(printed);
            free(twice);
            read++;
        }
        csl_ctx_free(own);
    }
    ck_assert_uint_gt(read, 30);
    free(text);
}
END_TEST

int main(void) {
    TCase *text = tcase_create("text");
    tcase_add_checked_fixture(text, setup, teardown);
    tcase_add_test(text, every_field_survives);
    tcase_add_test(text, layout_is_free);
    tcase_add_test(text, expressions);
    tcase_add_test(text, shared_nodes_are_written_once);
    tcase_add_test(text, reading_moves_behind_the_expression);
    tcase_add_loop_test(text, module_errors, 0, sizeof bad_modules / sizeof *bad_modules);
    tcase_add_loop_test(text, expression_errors, 0,
                        sizeof bad_expressions / sizeof *bad_expressions);
    tcase_add_test(text, deep_nesting_is_an_error);
    tcase_add_test(text, damaged_text_is_survived);
    Suite *suite = suite_create("text");
    suite_add_tcase(suite, text);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
