/* Lowers CUDA text and looks at the printed IR. */
#ifndef CSL_LOWER_TEST_H
#define CSL_LOWER_TEST_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../analyzer/frontend/frontend.h"

/* The IR of the kernels that these options give, as text, verified; the caller frees it. */
static inline char *ir_with(const csl_parse_options *options) {
    csl_ctx *ctx = csl_ctx_new();
    csl_parse_log log;
    csl_module *m = csl_parse_file(ctx, "test.cu", options, &log);
    ck_assert_msg(m != NULL, "%s", log.failure);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const char *wrong =
            m->kernels[i].skipped ? NULL : csl_verify_kernel(ctx, m, &m->kernels[i]);
        ck_assert_msg(!wrong, "%s: %s", m->kernels[i].name, wrong);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    csl_print_module(out, m);
    fclose(out);
    csl_ctx_free(ctx);
    return text;
}

/* The same of a source. */
static inline char *ir_of(const char *source) {
    const csl_parse_options options = {.arch = 800, .contents = source};
    return ir_with(&options);
}

static inline int run_case(TCase *tc) {
    Suite *s = suite_create("lower");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}

/* How often `part` occurs in the IR. */
static inline unsigned count_of(const char *ir, const char *part) {
    unsigned n = 0;
    for (const char *p = ir; (p = strstr(p, part)); p += strlen(part))
        n++;
    return n;
}

#define ASSERT_HAS(ir, part) ck_assert_msg(strstr((ir), (part)) != NULL, "no %s in\n%s", part, ir)
#define ASSERT_LACKS(ir, part) ck_assert_msg(!strstr((ir), (part)), "%s in\n%s", part, ir)
#define ASSERT_COUNT(ir, part, n)                                                                  \
    ck_assert_msg(count_of((ir), (part)) == (n), "not %d times %s in\n%s", (int)(n), part, ir)

#endif
