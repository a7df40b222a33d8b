/* Closed forms and bounds of loops, against running the loop in the machine's own arithmetic. */
#include "../facts_test.h"

#include "../../../analyzer/analysis/symbolic/symbolic.h"
#include "../../../analyzer/analysis/symbolic/terms/loops.h"

/* Variable 0 starts with `init` and becomes `next` at the end of every pass; each pass writes it to
 * `out`, and ends the loop where `leave` holds. Parameter 0: n, an i32. */
static const char *loop(const char *type, unsigned bytes, const char *init, const char *leave,
                        const char *next) {
    /* clang-format off */
    return csl_format(ctx,
        "(module (file 0 \"k.cu\") (kernel \"k\" " AT(1) " (labels 2)"
        "  (param 0 \"n\" i32) (param 1 \"out\" ptr (object 0))"
        "  (object 0 global \"out\" %s %u (param 1)) (var 0 \"v\" %s)"
        "  (launch (grid 1 1 1) (block 256 1 1) " AT(99) ")"
        "  (body (let 0 %s " AT(2) ")"
        "    (block 0 " AT(3) " (do (loop " AT(3) " (do"
        "      (if %s (from loop) (text \"test\") " AT(4) " (then (br 0 (from loop) " AT(4) ")))"
        "      (access write %s %u (base.ptr 0) (value (var.%s 0)) (text \"out\") " AT(5) ")"
        "      (let 0 %s " AT(6) "))))))))",
        type, bytes, type, init, leave, type, bytes, type, next);
    /* clang-format on */
}

/* The kernel after symbolic execution. */
static csl_analysis *execute(const char *text) {
    const char *error = NULL;
    const csl_module *m = csl_read_module(ctx, text, &error);
    ck_assert_msg(m != NULL, "%s\n%s", error ? error : "no module", text);
    const char *broken = csl_verify_kernel(ctx, m, &m->kernels[0]);
    ck_assert_msg(!broken, "%s\n%s", broken ? broken : "", text);
    csl_analysis *a = CSL_NEW(ctx, csl_analysis);
    a->ctx = ctx;
    a->module = m;
    a->kernel = &m->kernels[0];
    a->options = &options;
    a->pairs = ctx;
    csl_find_shapes(a);
    csl_execute(a);
    ck_assert_uint_eq(a->loops.n, 1);
    return a;
}

static csl_expr *put_parameter(void *user, csl_expr *leaf) {
    return leaf->op == CSL_OP_PARAM ? user : leaf;
}

/* What the loop writes in pass k, as its closed form says; false if it has none. */
static bool written(csl_analysis *a, int64_t pass, int64_t n, int64_t *value) {
    csl_node *write = NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_ACCESS)
            write = a->nodes.v[i];
    ck_assert_ptr_nonnull(write);
    csl_expr *e = csl_expand(a, write->value);
    e = csl_replace_sym(a, e, a->loops.v[0]->iter, csl_const(ctx, CSL_I32, pass));
    if (e->syms)
        return false;
    e = csl_map(ctx, e, put_parameter, csl_const(ctx, CSL_I32, n));
    ck_assert_int_eq(e->op, CSL_OP_CONST);
    *value = csl_normalise((csl_type)e->type, e->value);
    return true;
}

/* A loop that runs for ever in the text; `step` is what the text says, in C. */
typedef struct row {
    csl_type type;
    const char *name, *init, *next;
    int64_t first; /* what `init` is with n = 7 */
    int64_t (*step)(int64_t v);
    bool has_form;
} row;

static int64_t plus_three(int64_t v) {
    return v + 3;
}
static int64_t minus_one(int64_t v) {
    return v - 1;
}
static int64_t doubled(int64_t v) {
    return 2 * v;
}
static int64_t halved(int64_t v) {
    return v >> 1;
}
static int64_t flipped(int64_t v) {
    return v ^ 1;
}
static int64_t one_less(int64_t v) {
    return 1 - v;
}
static int64_t in_a_ring(int64_t v) {
    return v == 4 ? 0 : v + 1;
}
static int64_t times_itself(int64_t v) {
    return v * v + 1;
}

#define V(type) "(var." type " 0)"
#define C(type, n) "(const." type " " n ")"
static const row rows[] = {
    {CSL_I32, "i32", C("i32", "5"), "(add.i32 " V("i32") " " C("i32", "3") ")", 5, plus_three,
     true},
    {CSL_I32, "i32", "(param.i32 0)", "(add.i32 " V("i32") " " C("i32", "3") ")", 7, plus_three,
     true},
    {CSL_U32, "u32", C("u32", "2"), "(sub.u32 " V("u32") " " C("u32", "1") ")", 2, minus_one, true},
    {CSL_U8, "u8", C("u8", "250"), "(cast.u8 (add.i32 (cast.i32 " V("u8") ") " C("i32", "3") "))",
     250, plus_three, true},
    {CSL_I16, "i16", C("i16", "32760"),
     "(cast.i16 (add.i32 (cast.i32 " V("i16") ") " C("i32", "3") "))", 32760, plus_three, true},
    {CSL_U64, "u64", C("u64", "1"), "(sub.u64 " V("u64") " " C("u64", "1") ")", 1, minus_one, true},
    {CSL_U32, "u32", C("u32", "1"), "(mul.u32 " V("u32") " " C("u32", "2") ")", 1, doubled, true},
    {CSL_I32, "i32", C("i32", "1024"), "(shr.i32 " V("i32") " " C("i32", "1") ")", 1024, halved,
     true},
    {CSL_I32, "i32", C("i32", "0"), "(bxor.i32 " V("i32") " " C("i32", "1") ")", 0, flipped, true},
    {CSL_I32, "i32", C("i32", "0"), "(sub.i32 " C("i32", "1") " " V("i32") ")", 0, one_less, true},
    {CSL_I32, "i32", C("i32", "0"),
     "(ite.i32 (eq.i32 " V("i32") " " C("i32", "4") ") " C("i32", "0") " (add.i32 " V("i32") " " C(
         "i32", "1") "))",
     0, in_a_ring, true},
    {CSL_U32, "u32", C("u32", "3"),
     "(add.u32 (mul.u32 " V("u32") " " V("u32") ") " C("u32", "1") ")", 3, times_itself, false},
};

START_TEST(a_closed_form_is_what_the_loop_does) {
    const row *r = &rows[_i];
    csl_analysis *a = execute(loop(r->name, csl_type_bytes(r->type), r->init,
                                   "(eq.i32 (param.i32 0) (const.i32 -1))", r->next));
    int64_t v = r->first, form;
    for (int64_t pass = 0; pass < 40; pass++) {
        if (!written(a, pass, 7, &form)) {
            ck_assert_msg(!r->has_form, "%s has no closed form", r->next);
            return;
        }
        ck_assert_msg(form == v, "%s in pass %d: %lld, not %lld", r->next, (int)pass,
                      (long long)form, (long long)v);
        v = csl_normalise(r->type, r->step(v));
    }
    ck_assert_msg(r->has_form, "%s: a closed form, but none is expected", r->next);
}
END_TEST

/* The greatest number of a pass that is not the last. */
static int64_t most(const char *init, const char *leave, const char *next) {
    csl_analysis *a = execute(loop("i32", 4, init, leave, next));
    csl_sym *iter = a->syms.v[a->loops.v[0]->iter];
    ck_assert(iter->hi <= CSL_MOST_PASSES);
    return (int64_t)iter->hi;
}

START_TEST(a_test_bounds_the_passes) {
    const char *up = "(add.i32 (var.i32 0) (const.i32 4))", *zero = "(const.i32 0)";
    /* for (v = 0; v < 64; v += 4): passes 0 to 16, in the last of which the test ends it */
    ck_assert_int_eq(most(zero, "(le.i32 (const.i32 64) (var.i32 0))", up), 16);
    ck_assert_int_eq(most(zero, "(lt.i32 (const.i32 64) (var.i32 0))", up), 17);
    const char *down = "(sub.i32 (var.i32 0) (const.i32 1))";
    ck_assert_int_eq(most("(const.i32 8)", "(le.i32 (var.i32 0) (const.i32 0))", down), 8);
    /* a signed counter does not overflow, whatever is tested */
    ck_assert_int_eq(most(zero, "(le.i32 (const.i32 64) (param.i32 0))", up), INT32_MAX / 4);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("loops");
    tcase_add_loop_test(tests, a_closed_form_is_what_the_loop_does, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tests, a_test_bounds_the_passes);
    return run_case("loops", tests);
}
