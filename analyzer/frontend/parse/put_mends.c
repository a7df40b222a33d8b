/* The text of files with what clang misses in them (recover/mends.c). Lines stay as they are, and
 * columns are told as in the file (places.c). */
#include "parse.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static uint32_t length_of(const csl_mend *m) {
    return m->word ? (uint32_t)strlen(m->word) : 0;
}

uint32_t csl_mended_before(const csl_parse_options *options, const char *path, uint32_t offset) {
    uint32_t at = offset; /* in the text as it was before those from i on */
    for (uint32_t i = options->nmends; i-- > 0;) {
        const csl_mend *m = &options->mends[i];
        if (m->offset < at && strcmp(m->path, path) == 0)
            at = at - m->offset < length_of(m) ? m->offset : at - length_of(m);
    }
    return offset - at;
}

char *csl_put_mends(const csl_parse_options *options, const char *path, const char *text) {
    GString *out = NULL;
    for (uint32_t i = 0; i < options->nmends; i++) {
        const csl_mend *m = &options->mends[i];
        if (strcmp(m->path, path) != 0)
            continue;
        if (!out)
            out = g_string_new(text);
        if (m->offset > out->len)
            continue;
        if (m->word)
            g_string_insert(out, m->offset, m->word);
        else
            out->str[m->offset - 1] = ',';
    }
    char *put = out ? strdup(out->str) : NULL;
    if (out)
        g_string_free(out, TRUE);
    if (out && !put)
        abort();
    return put;
}
