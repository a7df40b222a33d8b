#include "messages.h"

#include <glib.h>
#include <stdio.h>

#include "../../report/source/escape.h"

void csl_complain(const char *where, const char *what) {
    char *line = g_strdup_printf("%s: %s", where, what), *clean = csl_visible(line);
    fprintf(stderr, "%s\n", clean);
    g_free(clean);
    g_free(line);
}

void csl_print_failure(const csl_result *result) {
    char *what = g_strdup_printf("not analysed: %s", result->error);
    csl_complain(result->file, what);
    g_free(what);
}
