/* What a cache entry says that its result depends on: the record of a worker, kept. */
#include "../../analyzer/cli/cache/depends.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    csl_digests *digests = csl_digests_new();
    char *record = fuzz_text(data, size);
    csl_depends *depends = csl_depends_of(digests, record, strlen(record));
    if (depends) {
        for (guint i = 0; i < depends->len; i++) { /* what was read has not changed since */
            char *entry = depends->pdata[i];
            GPtrArray one = {(gpointer *)&entry, 1};
            HOLDS(csl_depends_hold(digests, &one) || (*entry != 'r' && *entry != 'l'));
        }
        csl_ctx *ctx = csl_ctx_new();
        csl_result result = {.file = "a.cu"};
        csl_depends_tell(ctx, &result, depends);
        HOLDS(result.nreads <= depends->len);
        csl_ctx_free(ctx);
        g_ptr_array_unref(depends);
    }
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free); /* those of an entry */
    for (char *at = record, *end; (end = strchr(at, '\n')); at = end + 1)
        g_ptr_array_add(lines, g_strndup(at, (size_t)(end - at)));
    csl_depends_hold(digests, lines);
    g_ptr_array_unref(lines);
    free(record);
    csl_digests_free(digests);
    return 0;
}
