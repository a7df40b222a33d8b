/* A whole entry of the cache: as it stands in the file, and with the digest that makes it whole.
 * What is read is written as the same entry. */
#include "../../analyzer/cli/cache/entry.h"
#include "../../analyzer/report/report.h"
#include "fuzz.h"

#include <stdbool.h>

/* Takes the bytes. Returns whether they were an entry. */
static bool read_entry(char *bytes, size_t n) {
    csl_text text = {bytes, n};
    csl_depends *depends = g_ptr_array_new_with_free_func(g_free);
    csl_digests *digests = csl_digests_new();
    const char *document = csl_entry_read(&text, depends);
    if (document) {
        csl_ctx *ctx = csl_ctx_new();
        const char *wrong = NULL;
        csl_result *result = csl_read_result(ctx, document, strlen(document), &wrong);
        HOLDS(!result == (wrong != NULL));
        csl_depends_hold(digests, depends);
        if (result)
            csl_depends_tell(ctx, result, depends);
        GString *again = csl_entry_write(depends, document, strlen(document));
        csl_text back = {again->str, again->len};
        csl_depends *more = g_ptr_array_new_with_free_func(g_free);
        const char *same = csl_entry_read(&back, more);
        HOLDS(same && strcmp(same, document) == 0 && more->len == depends->len);
        for (guint i = 0; i < more->len; i++)
            HOLDS(strcmp(more->pdata[i], depends->pdata[i]) == 0);
        g_ptr_array_unref(more);
        g_string_free(again, TRUE);
        csl_ctx_free(ctx);
    }
    csl_digests_free(digests);
    g_ptr_array_unref(depends);
    free(bytes);
    return document != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_entry(fuzz_text(data, size), size);
    char *digest = csl_digest((const char *)data, size), *whole = malloc(size + 80);
    HOLDS(whole);
    const size_t head = (size_t)snprintf(whole, 80, "%s\n", digest);
    if (size)
        memcpy(whole + head, data, size);
    whole[head + size] = '\0';
    g_free(digest);
    const bool entry = read_entry(whole, head + size);
    const bool blank = (size && data[0] == '\n') || memmem(data, size, "\n\n", 2);
    HOLDS(!entry || blank || memchr(data, 0, size));
    return 0;
}
