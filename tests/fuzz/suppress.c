/* Suppression comments: the input is a source with a finding on each of its first lines. */
#include "../../analyzer/report/report.h"
#include "../../analyzer/report/comments/suppress.h"
#include "fuzz.h"

#include <stdbool.h>

enum { FINDINGS = 8 };

static bool enabled(const csl_rule *rule, const void *user) {
    (void)rule;
    (void)user;
    return true;
}

static void suppress(const char *source, bool show) {
    csl_finding findings[FINDINGS];
    for (uint32_t i = 0; i < FINDINGS; i++)
        findings[i] = (csl_finding){.rule = i % 2 ? "shared-race" : "barrier-divergence",
                                    .severity = CSL_ERROR,
                                    .message = "m",
                                    .function = "k",
                                    .identity = "i",
                                    .fingerprint = "f",
                                    .region = {"a.cu", i + 1, 1, i + 1, 5}};
    csl_kernel_result kernels[] = {
        {.name = "k", .region = {"a.cu", 1, 1, 4, 1}, .verdict = CSL_FINDINGS},
        {.name = "l", .region = {"a.cu", 5, 1, 9, 1}, .verdict = CSL_PROVED},
    };
    csl_result result = {.file = "a.cu",
                         .findings = findings,
                         .nfindings = FINDINGS,
                         .kernels = kernels,
                         .nkernels = 2};
    csl_ctx *ctx = csl_ctx_new();
    csl_sources *sources = csl_sources_new();
    csl_sources_put(sources, "a.cu", source);
    const csl_suppress_options options = {.show = show, .enabled = enabled};
    uint32_t suppressed = csl_suppress(ctx, &result, sources, &options);
    uint32_t left = 0;
    for (uint32_t i = 0; i < result.nfindings; i++)
        if (!result.findings[i].kind || strcmp(result.findings[i].kind, "comment") != 0)
            left += !result.findings[i].suppressed;
    HOLDS(suppressed + left == FINDINGS);
    csl_sources_free(sources);
    csl_ctx_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *source = fuzz_text(data, size);
    suppress(source, false);
    suppress(source, true);
    free(source);
    return 0;
}
