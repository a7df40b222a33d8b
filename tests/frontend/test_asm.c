/* Inline PTX: reading its text, and what the instructions become. */
#include "../../analyzer/frontend/lower/ptx/instruction.h"
#include "lower_test.h"

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* The body of a kernel around one asm statement. */
static char *ir_of_asm(const char *statement) {
    return ir_of(csl_format(ctx,
                            "__global__ void k(int *p, unsigned n)\n{\n"
                            "    __shared__ int s[64];\n    unsigned a, v = n;\n    %s\n"
                            "    p[0] = a + v + s[0];\n}\n",
                            statement));
}

START_TEST(text_is_split) {
    unsigned n;
    csl_ptx *list = csl_ptx_read(ctx,
                                 "{ .reg .pred p; // comment\n"
                                 "setp.ne.b32 p, $0, 0; WAIT: /* here */\n"
                                 "@!p cp.async.cg.shared.global [$1 + 16], [$2], 16;\n"
                                 "mma.sync {$3, $4}, {$5, $6} ;"
                                 "ldmatrix.sync.shared.b16{$0, $1}, [$2];"
                                 "red.global.add.u32[$0], $1;}",
                                 &n);
    ck_assert_ptr_nonnull(list);
    ck_assert_uint_eq(n, 6);
    ck_assert_str_eq(list[4].name, "ldmatrix.sync.shared.b16");
    ck_assert_str_eq(list[4].operand[0], "{$0, $1}");
    ck_assert_str_eq(list[5].name, "red.global.add.u32");
    ck_assert_str_eq(list[5].operand[0], "[$0]");
    ck_assert_str_eq(list[0].name, "setp.ne.b32");
    ck_assert_uint_eq(list[0].noperands, 3);
    ck_assert_str_eq(list[0].operand[1], "$0");
    ck_assert_ptr_null(list[0].predicate);
    ck_assert_str_eq(list[1].name, "WAIT:");
    ck_assert_str_eq(list[2].predicate, "p");
    ck_assert(list[2].negated);
    ck_assert_str_eq(list[2].operand[0], "[$1 + 16]");
    ck_assert_str_eq(list[3].operand[0], "{$3, $4}");
    ck_assert(csl_ptx_is(&list[2], "cp.async"));
    ck_assert(!csl_ptx_is(&list[2], "cp.asyn"));
    ck_assert(csl_ptx_has(&list[2], "shared"));
    ck_assert(!csl_ptx_has(&list[2], "cp"));
}
END_TEST

START_TEST(text_that_is_broken) {
    unsigned n;
    ck_assert_ptr_null(csl_ptx_read(ctx, "ld.shared.u32 $0, [$1;", &n));
    ck_assert_ptr_null(csl_ptx_read(ctx, "x a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q;", &n));
    ck_assert_ptr_nonnull(csl_ptx_read(ctx, "", &n));
    ck_assert_uint_eq(n, 0);
}
END_TEST

START_TEST(barriers) {
    char *ir = ir_of_asm("asm volatile(\"bar.sync 0;\");");
    ASSERT_HAS(ir, "(sync barrier block orders (name \"bar.sync\")");
    free(ir);
    ir = ir_of_asm("asm volatile(\"barrier.sync %0, %1;\" :: \"r\"(1), \"r\"(n));");
    ASSERT_HAS(ir, "(sync barrier block orders (id (const.i32 1)) (count (param.u32 1))");
    free(ir);
    ir = ir_of_asm("asm volatile(\"bar.sync 0, 64;\");");
    ASSERT_HAS(ir, "aligned (id (const.i32 0)) (count (const.i32 64))");
    free(ir);
    ir = ir_of_asm("asm volatile(\"bar.warp.sync 0xff;\");");
    ASSERT_HAS(ir, "(sync barrier warp orders (mask (const.u32 255))");
    free(ir);
    ir = ir_of_asm("asm volatile(\"fence.proxy.async; membar.cta;\");");
    ASSERT_HAS(ir, "(fence grid (proxy async)");
    ASSERT_HAS(ir, "(fence block (");
    free(ir);
    ir = ir_of_asm("asm volatile(\"{ .reg .pred P; W: mbarrier.try_wait.parity.b64 P, [%0], 0;"
                   " @P bra D; bra W; D: }\" :: \"l\"(p));");
    ASSERT_HAS(ir, "(sync wait block orders (object (base.ptr 0))");
    ASSERT_LACKS(ir, "(opaque");
    free(ir);
    /* %= makes the labels of each copy its own; waiting with the token of an arrival */
    ir = ir_of_asm(
        "unsigned long long t; asm volatile(\"mbarrier.arrive.b64 %0, [%1+8], 2;\""
        " : \"=l\"(t) : \"l\"(p)); asm volatile(\"{ .reg .pred P; W%=:"
        " mbarrier.test_wait.b64 P, [%0+8], %1; @!P bra W%=; }\" :: \"l\"(p), \"l\"(t));");
    ASSERT_HAS(ir, "(sync arrive block orders (count (const.i32 2)) (object (add.ptr (base.ptr 0)");
    ASSERT_HAS(ir, "(value (var.u64");
    ASSERT_LACKS(ir, "(opaque");
    free(ir);
}
END_TEST

START_TEST(memory) {
    char *ir = ir_of_asm("asm volatile(\"st.shared.u32 [%0+8], %1;\" :: \"l\"(s), \"r\"(n));");
    ASSERT_HAS(ir,
               "(access write u32 4 (add.ptr (base.ptr 1) (const.i64 8)) (value (param.u32 1))");
    free(ir);
    ir = ir_of_asm("asm volatile(\"ld.acquire.gpu.global.u32 %0, [%1];\" : \"=r\"(a) : \"l\"(p));");
    ASSERT_HAS(ir, "(access read u32 4 (base.ptr 0)");
    ASSERT_HAS(ir, "(atomic load grid acquire)");
    free(ir);
    ir = ir_of_asm("asm volatile(\"red.global.add.u32 [%0], 1;\" :: \"l\"(p));");
    ASSERT_HAS(ir,
               "(access rmw u32 4 (base.ptr 0) (value (const.u32 1)) (atomic add grid relaxed)");
    free(ir);
    ir = ir_of_asm("asm volatile(\"{ .reg .pred q; setp.lt.u32 q, %2, 4;"
                   " @q cp.async.ca.shared.global [%0], [%1], 4; }\""
                   " :: \"l\"(s), \"l\"(p), \"r\"(n));");
    ASSERT_HAS(ir, "(if (lt.u32 (param.u32 1) (const.u32 4))");
    ASSERT_HAS(ir, "(access write void 4 (base.ptr 1) async");
    free(ir);
}
END_TEST

START_TEST(values) {
    char *ir = ir_of_asm("asm(\"mov.u32 %0, %%tid.y;\" : \"=r\"(a));");
    ASSERT_HAS(ir, "(let 0 tid.y");
    ASSERT_LACKS(ir, "(opaque");
    free(ir);
    ir = ir_of_asm("asm(\"add.u32 %0, %0, %1;\" : \"+r\"(v) : \"r\"(n));");
    ASSERT_HAS(ir, "(add.u32 (param.u32 1) (var.u32 1))");
    free(ir);
    ir = ir_of_asm("asm(\"{ .reg .u32 t; shl.b32 t, %1, 2; mad.lo.u32 %0, t, 3, 1; }\""
                   " : \"=r\"(v) : \"r\"(n));");
    ASSERT_HAS(ir, "(shl.u32 (param.u32 1)");
    free(ir);
    ir = ir_of_asm("asm(\"shl.b32 %0, %1, %1;\" : \"=r\"(v) : \"r\"(n));");
    ASSERT_HAS(ir, "(shl.u32 (param.u32 1) (param.u32 1))"); /* 0 beyond the width, as in PTX */
    ASSERT_LACKS(ir, "(opaque");
    free(ir);
    ir = ir_of_asm("asm volatile(\"exit;\");");
    ASSERT_HAS(ir, "(exit (at");
    free(ir);
}
END_TEST

/* Whole numbers keep their meaning from type to type; what rounds or saturates does not. */
START_TEST(conversions) {
    char *ir = ir_of_asm("asm(\"cvt.u32.u64 %0, %1;\" : \"=r\"(a) : \"l\"(&s[n]));");
    ASSERT_HAS(ir, "(cast.u32 ");
    ASSERT_LACKS(ir, "value computed in inline assembly");
    free(ir);
    ir = ir_of_asm("asm(\"cvt.s32.s8 %0, %1;\" : \"=r\"(a) : \"r\"(n));");
    ASSERT_HAS(ir, "(cast.i8 (param.u32 1))");
    free(ir);
    const char *const unknown[] = {"cvt.sat.u8.s32", "cvt.rni.s32.f32", "cvt.rn.f32.s32",
                                   "cvt.f32.f16",    "cvt.u32.f32",     "cvt"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        ir =
            ir_of_asm(csl_format(ctx, "asm(\"%s %%0, %%1;\" : \"=r\"(a) : \"r\"(n));", unknown[i]));
        ASSERT_HAS(ir, "value computed in inline assembly");
        free(ir);
    }
}
END_TEST

/* A value that a predicate selects keeps its meaning where both are known. */
START_TEST(selections) {
    char *ir = ir_of_asm("asm(\"{.reg .pred p; setp.lt.u32 p, %1, 7; selp.b32 %0, 1, 0, p;}\" : "
                         "\"=r\"(a) : \"r\"(v));");
    ASSERT_HAS(ir, "(lt.u32 ");
    ASSERT_LACKS(ir, "value of inline assembly");
    ASSERT_LACKS(ir, "value computed in inline assembly");
    free(ir);
    ir = ir_of_asm("a = 0; asm(\"{.reg .b32 x; .reg .pred p; elect.sync x|p, 0xffffffff;\"\n"
                   "\"@p mov.s32 %0, 1;}\" : \"+r\"(a));");
    ASSERT_COUNT(ir, "(sync elect warp", 1);
    ASSERT_HAS(ir, "(ite.u32 (var.bool 2) (const.u32 1) (var.u32 0))");
    free(ir);
    ir = ir_of_asm("asm(\"{.reg .pred p; setp.lt.u32 p, %1, 7; @!p mov.b32 %0, 1;}\" : "
                   "\"=r\"(a) : \"r\"(v));");
    ASSERT_HAS(ir, "value computed in inline assembly"); /* what it was before is not known */
    free(ir);
}
END_TEST

START_TEST(tensor_copies_and_operands_have_a_size_that_is_not_known) {
    char *ir = ir_of_asm("asm volatile(\"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group \"\n"
                         "\"[%0, {%1, %1}], [%2];\" :: \"l\"(p), \"r\"(n), \"r\"(v));");
    ASSERT_HAS(ir, "async bulk box");
    ASSERT_LACKS(ir, "(opaque ");
    free(ir);
    ir = ir_of_asm("asm volatile(\"wgmma.fence.sync.aligned;\");");
    ASSERT_LACKS(ir, "(opaque ");
    free(ir);
    ir = ir_of_asm("asm volatile(\"wgmma.wait_group.sync.aligned 1;\");");
    ASSERT_HAS(ir, "(async wait bulk tensor (pending (const.i32 1))");
    free(ir);
}
END_TEST

START_TEST(one_percent_sign_is_enough) {
    char *ir = ir_of_asm("asm(\"mov.u32 %0, %tid.y;\" : \"=r\"(a));");
    ASSERT_HAS(ir, "tid.y");
    ASSERT_LACKS(ir, "(opaque ");
    free(ir);
}
END_TEST

START_TEST(what_is_not_known_is_opaque) {
    char *ir = ir_of_asm("asm volatile(\"tcgen05.shift.cta_group::2.down [%0];\" :: \"r\"(v));");
    ASSERT_HAS(ir, "(opaque \"inline assembly: tcgen05.shift.cta_group::2.down\"");
    free(ir);
    ir = ir_of_asm("asm volatile(\"L: bar.sync 0; bra L;\");");
    ASSERT_HAS(ir, "(opaque \"inline assembly with branches\"");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("asm");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, text_is_split);
    tcase_add_test(tc, text_that_is_broken);
    tcase_add_test(tc, barriers);
    tcase_add_test(tc, memory);
    tcase_add_test(tc, values);
    tcase_add_test(tc, conversions);
    tcase_add_test(tc, selections);
    tcase_add_test(tc, one_percent_sign_is_enough);
    tcase_add_test(tc, tensor_copies_and_operands_have_a_size_that_is_not_known);
    tcase_add_test(tc, what_is_not_known_is_opaque);
    Suite *s = suite_create("asm");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
