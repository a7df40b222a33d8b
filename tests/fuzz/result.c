/* The documents of workers, of the cache and of shards: what is read is written and reads back the
 * same. */
#include "../../analyzer/report/report.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    csl_ctx *ctx = csl_ctx_new();
    const char *error = NULL;
    csl_result *result = csl_read_result(ctx, (const char *)data, size, &error);
    HOLDS(!result == (error != NULL));
    if (result) {
        const char *first = csl_write_result(ctx, result);
        csl_result *again = csl_read_result(ctx, first, strlen(first), &error);
        HOLDS(again);
        HOLDS(strcmp(first, csl_write_result(ctx, again)) == 0);
    }
    csl_ctx_free(ctx);
    return 0;
}
