/* --add-suppressions: writes `// cudasynclint: ignore[RULE] reason` above the lines of findings. */
#include "../source/escape.h"
#include "../source/scan.h"
#include "suppress.h"

#include <string.h>

/* Rules to ignore from one line on. */
typedef struct place {
    const char *file;
    uint32_t line;
    GPtrArray *rules; /* const char *, in the order of the findings, each once */
} place;

static int by_file_and_line(gconstpointer a, gconstpointer b) {
    const place *p = a, *q = b;
    int order = strcmp(p->file, q->file);
    return order ? order : (p->line > q->line) - (p->line < q->line);
}

static void add_rule(GArray *places, const csl_finding *f) {
    place *at = NULL;
    for (guint i = 0; i < places->len && !at; i++) {
        place *p = &g_array_index(places, place, i);
        if (p->line == f->region.line && strcmp(p->file, f->region.file) == 0)
            at = p;
    }
    if (!at) {
        place new = {f->region.file, f->region.line, g_ptr_array_new()};
        g_array_append_val(places, new);
        at = &g_array_index(places, place, places->len - 1);
    }
    if (!g_ptr_array_find_with_equal_func(at->rules, f->rule, g_str_equal, NULL))
        g_ptr_array_add(at->rules, (gpointer)f->rule);
}

static bool ends_with_backslash(csl_sources *sources, const char *file, uint32_t line) {
    size_t length;
    const char *text = csl_sources_line(sources, file, line, &length);
    return text && length && text[length - 1] == '\\';
}

/* The comment line for a place, with the indent and the line end of the line it stands above. */
static void append_comment(GString *out, const place *p, const char *reason, const char *text,
                           size_t length) {
    size_t indent = 0;
    while (indent < length && (text[indent] == ' ' || text[indent] == '\t'))
        indent++;
    g_string_append_len(out, text, (gssize)indent);
    g_string_append(out, "// cudasynclint: ignore[");
    for (guint i = 0; i < p->rules->len; i++)
        g_string_append_printf(out, "%s%s", i ? "," : "", (char *)p->rules->pdata[i]);
    bool crlf = length > 1 && text[length - 2] == '\r' && text[length - 1] == '\n';
    g_string_append_printf(out, "] %s%s\n", reason, crlf ? "\r" : "");
}

static void refuse(GPtrArray *problems, const place *p) {
    g_ptr_array_add(
        problems, g_strdup_printf("%s:%u: no comment can stand above this line", p->file, p->line));
}

/* The comments of one file. */
typedef struct rewriting {
    csl_sources *sources;
    const place *places; /* `n` of them, all of the file, by line */
    guint n;
    const char *reason;
    const csl_editing *how;
    GPtrArray *problems;
    uint32_t added;
} rewriting;

static csl_text insert(const csl_text *was, void *user, char **error) {
    rewriting *r = user;
    const place *p = r->places, *end = p + r->n;
    if (!was->bytes)
        *error = g_strdup_printf("%s: no such file", p->file);
    else
        *error = r->how->refuse(p->file, was, r->how->user);
    if (*error)
        return (csl_text){NULL, 0};
    GString *new = g_string_sized_new(was->n + 100 * r->n);
    size_t at = 0;
    for (uint32_t line = 1; at < was->n; line++) {
        const char *text = was->bytes + at, *newline = memchr(text, '\n', was->n - at);
        size_t length = newline ? (size_t)(newline - text) + 1 : was->n - at;
        for (; p < end && p->line <= line; p++) {
            if (p->line < line || ends_with_backslash(r->sources, p->file, line - 1)) {
                refuse(r->problems, p);
                continue;
            }
            append_comment(new, p, r->reason, text, length);
            r->added++;
        }
        g_string_append_len(new, text, (gssize)length);
        at += length;
    }
    for (; p < end; p++)
        refuse(r->problems, p);
    const size_t n = new->len;
    return (csl_text){g_string_free(new, r->added == 0), n};
}

/* Returns how many comments were added. */
static uint32_t rewrite(rewriting *r, bool *failed) {
    char *error = csl_change_file(r->places->file, insert, r);
    if (!error)
        return r->added;
    g_ptr_array_add(r->problems, error);
    *failed = true;
    return 0;
}

uint32_t csl_add_suppressions(const csl_result *const *results, uint32_t n, csl_sources *sources,
                              const csl_editing *how, GPtrArray *problems, bool *failed) {
    GArray *places = g_array_new(FALSE, FALSE, sizeof(place));
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            const csl_finding *f = &results[i]->findings[k];
            if (!f->suppressed && g_strcmp0(f->kind, "comment") != 0)
                add_rule(places, f);
        }
    }
    g_array_sort(places, by_file_and_line);
    char *line = csl_visible(how->reason); /* one line, whatever it holds */
    for (size_t end = strlen(line); end && (line[end - 1] == '\\' || line[end - 1] == ' ');)
        line[--end] = '\0'; /* a backslash at the end would swallow the next line */
    uint32_t added = 0;
    for (guint i = 0, end; i < places->len; i = end) {
        const place *first = &g_array_index(places, place, i);
        for (end = i;
             end < places->len && strcmp(g_array_index(places, place, end).file, first->file) == 0;)
            end++;
        rewriting r = {sources, first, end - i, line, how, problems, 0};
        added += rewrite(&r, failed);
    }
    g_free(line);
    for (guint i = 0; i < places->len; i++)
        g_ptr_array_unref(g_array_index(places, place, i).rules);
    g_array_unref(places);
    return added;
}
