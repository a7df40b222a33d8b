#include "header_filter.h"

#include <glib.h>

#include "option_table.h"

struct csl_header_filter {
    GRegex *expression; /* or NULL: wants all */
    GHashTable *wanted; /* by name: GINT_TO_POINTER(1) if it is */
    bool failed;
};

csl_header_filter *csl_header_filter_new(const char *expression) {
    csl_header_filter *filter = g_new0(csl_header_filter, 1);
    filter->expression = expression ? g_regex_new(expression, CSL_ANY_BYTES, 0, NULL) : NULL;
    filter->wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return filter;
}

void csl_header_filter_free(csl_header_filter *filter) {
    if (filter->expression)
        g_regex_unref(filter->expression);
    g_hash_table_unref(filter->wanted);
    g_free(filter);
}

static bool matches(csl_header_filter *filter, const char *name) {
    GError *error = NULL;
    const bool found = g_regex_match_full(filter->expression, name, -1, 0, 0, NULL, &error);
    if (!error)
        return found;
    g_error_free(error);
    return filter->failed = true;
}

bool csl_header_filter_wants(csl_header_filter *filter, const char *name) {
    gpointer known;
    if (!filter->expression)
        return true;
    if (g_hash_table_lookup_extended(filter->wanted, name, NULL, &known))
        return GPOINTER_TO_INT(known);
    const bool wanted = matches(filter, name);
    g_hash_table_insert(filter->wanted, g_strdup(name), GINT_TO_POINTER(wanted));
    return wanted;
}

bool csl_header_filter_failed(const csl_header_filter *filter) {
    return filter->failed;
}
