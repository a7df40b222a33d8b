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

/* What csl_entry_write made of a line, undone; NULL if it has not made it. */
static char *unescape(const char *line) {
    size_t slashes = 0;
    for (size_t n = strlen(line); slashes < n && line[n - slashes - 1] == '\\';)
        slashes++;
    if (slashes % 2)
        return NULL;
    char *text = g_strcompress(line), *again = g_strescape(text, NULL);
    if (strcmp(again, line) != 0)
        g_clear_pointer(&text, g_free);
    g_free(again);
    return text;
}

const char *csl_entry_read(csl_text *text, csl_depends *depends) {
    char *at = text->bytes, *digest = next_line(&at), *line;
    if (!digest)
        return NULL;
    char *found = csl_digest(at, text->n - (size_t)(at - text->bytes));
    bool whole = strcmp(found, digest) == 0;
    g_free(found);
    while (whole && (line = next_line(&at)) && *line) {
        char *entry = unescape(line);
        whole = entry != NULL;
        if (entry)
            g_ptr_array_add(depends, entry);
    }
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
