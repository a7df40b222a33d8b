/* The text form of the IR: what is read prints, reads back and prints the same. */
#include "../../analyzer/ir.h"
#include "fuzz.h"

static char *printed(const csl_module *m) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    HOLDS(out);
    csl_print_module(out, m);
    fclose(out);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    csl_ctx *ctx = csl_ctx_new();
    const char *error = NULL;
    csl_module *m = csl_read_module(ctx, text, &error);
    HOLDS(!m == (error != NULL));
    if (m) {
        for (uint32_t i = 0; i < m->nkernels; i++)
            csl_verify_kernel(ctx, m, &m->kernels[i]);
        char *first = printed(m);
        csl_module *again = csl_read_module(ctx, first, &error);
        HOLDS(again);
        char *second = printed(again);
        HOLDS(strcmp(first, second) == 0);
        free(first);
        free(second);
    }
    csl_ctx_free(ctx);
    free(text);
    return 0;
}
