#include "../../files/words.h"
#include "fingerprint.h"

#include <glib.h>
#include <string.h>

enum { FINGERPRINT_DIGITS = 32 };

typedef struct keyed {
    char *key; /* the identity, however its code is spaced */
    csl_finding *finding;
} keyed;

static gboolean is_word(char c) {
    return csl_is_word_char(c) || (unsigned char)c >= 0x80;
}

/* Drops the blanks that do not separate words: `f( a, b )` is `f(a,b)`. Newlines stay. */
static char *without_blanks(const char *text) {
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p; p++) {
        const char *next = p + strspn(p, " \t");
        if (next == p)
            g_string_append_c(out, *p);
        else if (out->len && is_word(out->str[out->len - 1]) && is_word(*next))
            g_string_append_c(out, ' ');
        if (next > p)
            p = next - 1;
    }
    return g_string_free(out, FALSE);
}

static int by_key_and_place(gconstpointer a, gconstpointer b) {
    const keyed *x = a, *y = b;
    const csl_finding *f = x->finding, *g = y->finding;
    int order = strcmp(x->key, y->key);
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

static const char *digest(csl_ctx *ctx, const char *key, uint32_t ordinal) {
    char *text = g_strdup_printf("%s\n#%u", key, ordinal);
    char *hex = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    const char *result = csl_strndup(ctx, hex, FINGERPRINT_DIGITS);
    g_free(hex);
    g_free(text);
    return result;
}

void csl_fingerprint(csl_ctx *ctx, csl_result *result) {
    GArray *sorted = g_array_new(FALSE, FALSE, sizeof(keyed));
    for (uint32_t i = 0; i < result->nfindings; i++) {
        keyed k = {without_blanks(result->findings[i].identity), &result->findings[i]};
        g_array_append_val(sorted, k);
    }
    g_array_sort(sorted, by_key_and_place);
    uint32_t ordinal = 0;
    for (guint i = 0; i < sorted->len; i++) {
        const keyed *k = &g_array_index(sorted, keyed, i);
        gboolean equal = i > 0 && strcmp(k[-1].key, k->key) == 0;
        ordinal = equal ? ordinal + 1 : 0;
        k->finding->fingerprint = digest(ctx, k->key, ordinal);
    }
    for (guint i = 0; i < sorted->len; i++)
        g_free(g_array_index(sorted, keyed, i).key);
    g_array_unref(sorted);
}
