#include "entry.h"

#include <string.h>

/* The next line, its line end cut off; NULL at the end. */
static char *next_line(char **at) {
    char *line = *at, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *end = '\0';
    *at = end + 1;
    return line;
}

const char *csl_entry_read(csl_text *text, csl_depends *depends) {
    char *at = text->bytes, *digest = next_line(&at), *line;
    if (!digest)
        return NULL;
    char *found = csl_digest(at, text->n - (size_t)(at - text->bytes));
    const bool whole = strcmp(found, digest) == 0;
    g_free(found);
    while (whole && (line = next_line(&at)) && *line)
        g_ptr_array_add(depends, g_strcompress(line));
    return whole && line ? at : NULL;
}

GString *csl_entry_write(const csl_depends *depends, const char *document, size_t bytes) {
    GString *body = g_string_new(NULL);
    for (guint i = 0; i < depends->len; i++) {
        char *line = g_strescape(depends->pdata[i], NULL);
        g_string_append_printf(body, "%s\n", line);
        g_free(line);
    }
    g_string_append_c(body, '\n');
    g_string_append_len(body, document, (gssize)bytes);
    char *digest = csl_digest(body->str, body->len);
    g_string_prepend_c(body, '\n');
    g_string_prepend(body, digest);
    g_free(digest);
    return body;
}
