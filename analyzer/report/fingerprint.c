#include "fingerprint.h"

#include <glib.h>
#include <string.h>

enum { FINGERPRINT_DIGITS = 32 };

static int by_identity_and_place(gconstpointer a, gconstpointer b) {
    const csl_finding *f = *(csl_finding *const *)a, *g = *(csl_finding *const *)b;
    int order = strcmp(f->identity, g->identity);
    if (order == 0)
        order = strcmp(f->region.file, g->region.file);
    if (order == 0)
        order = (f->region.line > g->region.line) - (f->region.line < g->region.line);
    if (order == 0)
        order = (f->region.column > g->region.column) - (f->region.column < g->region.column);
    if (order == 0) /* same place: as the rules reported them */
        order = (f > g) - (f < g);
    return order;
}

static const char *digest(csl_ctx *ctx, const char *identity, uint32_t ordinal) {
    char *text = g_strdup_printf("%s\n#%u", identity, ordinal);
    char *hex = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    const char *result = csl_strndup(ctx, hex, FINGERPRINT_DIGITS);
    g_free(hex);
    g_free(text);
    return result;
}

void csl_fingerprint(csl_ctx *ctx, csl_result *result) {
    GPtrArray *sorted = g_ptr_array_sized_new(result->nfindings);
    for (uint32_t i = 0; i < result->nfindings; i++)
        g_ptr_array_add(sorted, &result->findings[i]);
    g_ptr_array_sort(sorted, by_identity_and_place);

    uint32_t ordinal = 0;
    const char *previous = NULL;
    for (guint i = 0; i < sorted->len; i++) {
        csl_finding *f = g_ptr_array_index(sorted, i);
        ordinal = previous && strcmp(previous, f->identity) == 0 ? ordinal + 1 : 0;
        previous = f->identity;
        f->fingerprint = digest(ctx, f->identity, ordinal);
    }
    g_ptr_array_free(sorted, TRUE);
}
