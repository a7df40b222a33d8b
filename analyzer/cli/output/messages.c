#include "messages.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "../../limits/limits.h"
#include "../../report/source/escape.h"

void csl_say(const char *line) {
    char *clean = csl_visible_n(line, CSL_LIMIT(said_bytes));
    fprintf(stderr, "%s%s\n", clean, strlen(line) > CSL_LIMIT(said_bytes) ? "..." : "");
    g_free(clean);
}

void csl_complain(const char *where, const char *what) {
    char *line = g_strdup_printf("%s: %s", where, what);
    csl_say(line);
    g_free(line);
}

void csl_print_failure(const csl_result *result) {
    char *what = g_strdup_printf("not analysed: %s", result->error);
    csl_complain(result->file, what);
    g_free(what);
}
