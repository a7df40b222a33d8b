#include "text_file.h"

#include <glib.h>
#include <string.h>

/* "PATH: why". GLib says "Failed to open file “PATH”: why". */
static char *problem(const char *path, GError *error) {
    const char *colon = g_strrstr(error->message, ": ");
    char *line = g_strdup_printf("%s: %s", path,
                                 g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT)
                                     ? "no such file"
                                     : (colon ? colon + 2 : error->message));
    g_error_free(error);
    return line;
}

char *csl_read_text(const char *path, char **text, size_t *bytes) {
    GError *error = NULL;
    return g_file_get_contents(path, text, bytes, &error) ? NULL : problem(path, error);
}

char *csl_write_text(const char *path, const char *text) {
    GError *error = NULL;
    return g_file_set_contents(path, text, -1, &error) ? NULL : problem(path, error);
}
