#include "../../files/words.h"
#include "called.h"

#include <string.h>

static bool line_mentions(GHashTable *names, const char *text, size_t length) {
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && csl_is_word_char(text[end]);)
            end++;
        char *word = g_strndup(text + at, end - at);
        bool found = g_hash_table_contains(names, word);
        g_free(word);
        if (found)
            return true;
    }
    return false;
}

bool csl_mentions(GHashTable *names, csl_sources *sources, const char *file, csl_lines lines) {
    for (uint32_t line = MAX(lines.first, 1); line <= lines.last; line++) {
        size_t length;
        const char *text = csl_sources_line(sources, file, line, &length);
        if (!text)
            break;
        if (line_mentions(names, text, length))
            return true;
    }
    return false;
}

/* ---- the names ----------------------------------------------------------------------------- */

typedef struct search {
    csl_changed_lines *changes;
    csl_sources *sources;
    GHashTable *names;
} search;

/* Adds the name of a definition that is touched, or mentions a name. True if it is new. */
static bool add_definition(search *s, const char *file, const csl_definition *d) {
    char *name = g_strndup(d->name ? d->name : "", d->name ? d->length : 0);
    bool is_new = *name && !g_hash_table_contains(s->names, name) &&
                  (csl_changes_touch(s->changes, s->sources, file, d->lines) ||
                   csl_mentions(s->names, s->sources, file, d->lines));
    if (is_new)
        g_hash_table_add(s->names, name);
    else
        g_free(name);
    return is_new;
}

static bool add_definitions(search *s, const char *file, const GArray *definitions) {
    bool any = false;
    for (guint i = 0; i < definitions->len; i++)
        any |= add_definition(s, file, &g_array_index(definitions, csl_definition, i));
    return any;
}

static bool add_file(search *s, const char *file) {
    const csl_scan *scan = csl_changes_scan(s->changes, s->sources, file);
    bool any = add_definitions(s, file, scan->bodies);
    return add_definitions(s, file, scan->macros) || any;
}

/* The change touches one of the files at least: there can be names. */
static bool any_changed(const search *s, const csl_result *result) {
    bool any = csl_changes_has(s->changes, s->sources, result->file);
    for (uint32_t i = 0; i < result->nincludes && !any; i++)
        any = csl_changes_has(s->changes, s->sources, result->includes[i]);
    return any;
}

GHashTable *csl_changed_names(csl_changed_lines *changes, const csl_result *result,
                              csl_sources *sources) {
    search s = {changes, sources, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    bool more = any_changed(&s, result);
    while (more) { /* each turn follows the calls one function further up */
        more = add_file(&s, result->file);
        for (uint32_t i = 0; i < result->nincludes; i++)
            more |= add_file(&s, result->includes[i]);
    }
    return s.names;
}
