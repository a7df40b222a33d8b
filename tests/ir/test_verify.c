/* The verifier accepts a good kernel and names what is wrong with a bad one. */
#include "../../analyzer/ir.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* A kernel with this head (fields, tables) and body. */
static const char *verify_text(csl_ctx *ctx, const char *head, const char *body) {
    static const char tables[] =
        "(at 0 1:1-1:2) (labels 2) (param 0 \"p\" ptr (object 1)) (param 1 \"n\" i32)"
        "(object 0 shared \"s\" i32 4) (object 1 global \"p\" i32 4 (param 0))"
        "(var 0 \"i\" i32) (var 1 \"f\" f32)";
    const char *error = NULL;
    char *text = csl_format(ctx, "(module (file 0 \"a.cu\") (kernel \"k\" %s (body %s)))",
                            *head ? head : tables, body);
    csl_module *m = csl_read_module(ctx, text, &error);
    ck_assert_msg(m != NULL, "%s", error);
    return csl_verify_kernel(ctx, m, &m->kernels[0]);
}

#define AT " (at 0 5:3-5:9)"
static const char *const good[] = {
    "",
    "(let 0 (const.i32 1))",
    "(block 0 (do (loop (do (br 0" AT ")))))",
    "(block 0 (do (br 0" AT "))) (block 0 (do (br 0" AT ")))",
    "(loop (do (exit" AT ")))",
    "(access read i32 4 (base.ptr 0) (result 0)" AT ")",
    "(access write void 16 (base.ptr 0)" AT ")",
    "(access rmw i32 4 (base.ptr 0) (value (const.i32 1)) (atomic add grid relaxed)" AT ")",
    "(access read i32 4 (base.ptr 0) (atomic load block acquire)" AT ")",
    "(sync barrier block orders" AT ")",
    "(sync barrier warp (tile 8)" AT ")",
    "(fence block" AT ") (async commit" AT ") (async wait (pending (const.i32 1))" AT ")",
};

START_TEST(accepts) {
    csl_ctx *ctx = csl_ctx_new();
    const char *wrong = verify_text(ctx, "", good[_i]);
    ck_assert_msg(wrong == NULL, "%s", wrong);
    csl_ctx_free(ctx);
}
END_TEST

static const struct {
    const char *body, *wrong;
} bad[] = {
    /* places */
    {"(exit)", "exit: statement without a place"},
    {"(if true (then))", "if: statement without a place"},
    {"(block 0 (do (br 0)))", "br: statement without a place"},
    {"(exit (at 1 1:1-1:2))", "exit at 1:1: place in file 1 of 1"},
    {"(exit (at 0 0:1-1:2))", "exit at 0:1: place 0:1; lines and columns count from 1"},
    {"(exit (at 0 2:2-2:1))", "exit at 2:2: place 2:2 ends before it begins"},
    {"(exit (at 0 1:1-1:2 (macro (at 4 1:1-1:2))))", "exit at 1:1: place in file 4 of 1"},
    /* labels and structure */
    {"(br 0" AT ")", "br at 5:3: no block with label 0 around it"},
    {"(block 0 (do)) (br 0" AT ")", "br at 5:3: no block with label 0 around it"},
    {"(block 2 (do))", "block: label 2 of 2"},
    {"(br 7" AT ")", "br at 5:3: label 7 of 2"},
    {"(block 0 (do (block 0 (do))))", "block: label 0 inside a block with the same label"},
    {"(loop (do)) (exit" AT ")", "loop: statement after a loop"},
    /* expressions */
    {"(if (const.i32 1)" AT " (then))", "if at 5:3: condition is i32, not bool"},
    {"(assume tid.x" AT ")", "assume at 5:3: condition is u32, not bool"},
    {"(let 0 (sym.i32 3))", "let: symbol 3 in a kernel"},
    {"(let 0 (var.i32 2))", "let: variable 2 of 2"},
    {"(let 0 (var.i32 1))", "let: variable 1 is f32, not i32"},
    {"(let 0 (neg.i32 (param.i32 2)))", "let: parameter 2 of 2"},
    {"(let 0 (neg.i32 (param.i32 0)))", "let: parameter 0 is ptr, not i32"},
    {"(let 1 (const.i32 1))", "let: value is i32, not f32"},
    {"(let 2 (const.i32 1))", "let: variable 2 of 2"},
    {"(havoc 2 thread" AT ")", "havoc at 5:3: variable 2 of 2"},
    /* accesses */
    {"(access read i32 4 (base.ptr 2)" AT ")", "access at 5:3: object 2 of 2"},
    {"(access read i32 4 (const.i64 0)" AT ")", "access at 5:3: address is i64, not ptr"},
    {"(access read i32 8 (base.ptr 0)" AT ")", "access at 5:3: 8 bytes of type i32"},
    {"(access read void 0 (base.ptr 0)" AT ")", "access at 5:3: access of no bytes"},
    {"(access read i32 4 (base.ptr 0) (bounds tid.x)" AT ")",
     "access at 5:3: bounds is u32, not bool"},
    {"(access read i32 4 (base.ptr 0) (value (const.i32 0))" AT ")",
     "access at 5:3: read that stores a value"},
    {"(access write i32 4 (base.ptr 0) (value tid.x)" AT ")",
     "access at 5:3: value is u32, not i32"},
    {"(access write i32 4 (base.ptr 0) (result 0)" AT ")", "access at 5:3: write with a result"},
    {"(access read i32 4 (base.ptr 0) (result 1)" AT ")",
     "access at 5:3: result of type i32 in variable 1"},
    {"(access read i32 4 (base.ptr 0) (result 9)" AT ")", "access at 5:3: variable 9 of 2"},
    {"(access rmw i32 4 (base.ptr 0)" AT ")",
     "access at 5:3: read-modify-write that is not atomic"},
    {"(access read i32 4 (base.ptr 0) (atomic add grid relaxed)" AT ")",
     "access at 5:3: atomic add that is a read"},
    {"(access rmw i32 4 (base.ptr 0) (atomic add thread relaxed)" AT ")",
     "access at 5:3: atomic of scope thread"},
    {"(access rmw i32 4 (base.ptr 0) (compare (const.i32 0)) (atomic add grid relaxed)" AT ")",
     "access at 5:3: compare without cas"},
    /* synchronisation */
    {"(sync barrier thread" AT ")", "sync at 5:3: synchronisation of scope thread"},
    {"(sync barrier warp" AT ")", "sync at 5:3: warp scope without mask or tile"},
    {"(sync barrier warp (tile 64)" AT ")", "sync at 5:3: tile of 64 lanes"},
    {"(sync barrier block aligned" AT ")", "sync at 5:3: aligned without a barrier number"},
    {"(sync barrier block (id (var.f32 1))" AT ")",
     "sync at 5:3: barrier number is f32, not an integer"},
    {"(sync barrier block (object tid.x)" AT ")", "sync at 5:3: barrier object is u32, not ptr"},
    {"(sync shuffle warp (tile 32) (width 32)" AT ")",
     "sync at 5:3: shuffle without a value or with width 32"},
    {"(sync shuffle warp (tile 32) (value tid.x) (width 33)" AT ")",
     "sync at 5:3: shuffle without a value or with width 33"},
    {"(sync vote warp (tile 32) (value (sym.bool 1))" AT ")", "sync at 5:3: symbol 1 in a kernel"},
    {"(sync vote warp (tile 32) (result 5)" AT ")", "sync at 5:3: variable 5 of 2"},
    {"(access write i32 4 (base.ptr 0) (launched beside)" AT ")",
     "access at 5:3: a launched kernel that copies for its own"},
    /* the rest */
    {"(async commit (pending (const.i32 1))" AT ")",
     "async at 5:3: commit with a number of pending groups"},
    {"(call \"f\" (args (var.i32 8))" AT ")", "call at 5:3: variable 8 of 2"},
    {"(opaque \"asm\" (result 8)" AT ")", "opaque at 5:3: variable 8 of 2"},
};

START_TEST(rejects) {
    csl_ctx *ctx = csl_ctx_new();
    const char *wrong = verify_text(ctx, "", bad[_i].body);
    ck_assert_ptr_nonnull(wrong);
    ck_assert_str_eq(wrong, csl_format(ctx, "kernel k: %s", bad[_i].wrong));
    csl_ctx_free(ctx);
}
END_TEST

static const struct {
    const char *head, *wrong;
} bad_tables[] = {
    {"(labels 0)", "no place"},
    {"(at 1 1:1-1:2)", "place in file 1 of 1"},
    {"(at 0 1:1-1:2) (param 0 \"p\" ptr)", "parameter 0: needs an object"},
    {"(at 0 1:1-1:2) (param 0 \"p\" i32 (object 0)) (object 0 global \"p\" i32 4)",
     "parameter 0: cannot have an object"},
    {"(at 0 1:1-1:2) (param 0 \"p\" ptr (object 0))", "parameter 0: object 0 of 0"},
    {"(at 0 1:1-1:2) (param 0 \"p\" ptr (object 0)) (object 0 global \"p\" i32 4)",
     "parameter 0: its object belongs to another"},
    {"(at 0 1:1-1:2) (object 0 global \"p\" i32 4 (param 3))", "object 0: parameter 3 of 0"},
    {"(at 0 1:1-1:2) (var 0 \"i\" void)", "variable 0 of type void"},
    {"(frame 0 \"f\") (at 0 1:1-1:2 (in 0))", "call chain with a call that has no name or place"},
};

START_TEST(rejects_tables) {
    csl_ctx *ctx = csl_ctx_new();
    const char *wrong = verify_text(ctx, bad_tables[_i].head, "");
    ck_assert_ptr_nonnull(wrong);
    ck_assert_str_eq(wrong, csl_format(ctx, "kernel k: %s", bad_tables[_i].wrong));
    csl_ctx_free(ctx);
}
END_TEST

/* What the text form cannot express. */
START_TEST(rejects_broken_pointers) {
    csl_ctx *ctx = csl_ctx_new();
    csl_place place = {.line = 1, .col = 1, .end_line = 1, .end_col = 2};
    csl_file file = {"a.cu"};
    csl_kernel k = {.name = "k", .place = &place};
    csl_module m = {.ctx = ctx, .files = &file, .nfiles = 1, .kernels = &k, .nkernels = 1};

    csl_stmt *s = csl_stmt_new(ctx, CSL_STMT_ACCESS, &place);
    k.body = s;
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k), "kernel k: access at 1:1: no data");
    s->access = CSL_NEW(ctx, csl_access);
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k), "kernel k: access at 1:1: no address");

    k.body = csl_stmt_new(ctx, CSL_STMT_SYNC, &place);
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k), "kernel k: sync at 1:1: no data");
    k.body = csl_stmt_new(ctx, CSL_STMT_CALL, &place);
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k), "kernel k: call at 1:1: no name or reason");
    k.body = csl_stmt_new(ctx, CSL_STMT_ASSUME, &place);
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k), "kernel k: assume at 1:1: no condition");

    s = csl_stmt_new(ctx, CSL_STMT_EXIT, &place);
    s->next = s;
    k.body = s;
    ck_assert_str_eq(csl_verify_kernel(ctx, &m, &k),
                     "kernel k: exit at 1:1: statement that stands in two places");
    csl_ctx_free(ctx);
}
END_TEST

int main(void) {
    TCase *verify = tcase_create("verify");
    tcase_add_loop_test(verify, accepts, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(verify, rejects, 0, sizeof bad / sizeof *bad);
    tcase_add_loop_test(verify, rejects_tables, 0, sizeof bad_tables / sizeof *bad_tables);
    tcase_add_test(verify, rejects_broken_pointers);
    Suite *suite = suite_create("verify");
    suite_add_tcase(suite, verify);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
