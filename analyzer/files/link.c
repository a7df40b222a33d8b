#include "link.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>

char *csl_link_to_other(const char *path, const char *const *endings) {
    if (!g_file_test(path, G_FILE_TEST_IS_SYMLINK) || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return NULL;
    char *real = realpath(path, NULL);
    bool such = !real;
    for (; !such && *endings; endings++)
        such = g_str_has_suffix(real, *endings);
    char *other = such ? NULL : g_strdup(real);
    free(real);
    return other;
}
