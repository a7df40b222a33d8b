#include "diff.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const csl_diff_sink *sink;
    char *old_path, *path;       /* of the current file; NULL before its header */
    uint32_t number;             /* line of the diff, from 1 */
    uint32_t line;               /* next line of the new file */
    uint32_t old_left, new_left; /* lines of the hunk still to come */
    bool any;                    /* a file header was seen */
} reader;

static char *wrong(const reader *r, const char *what) {
    return g_strdup_printf("line %u: %s", r->number, what);
}

/* ---- paths --------------------------------------------------------------------------------- */

/* Git quotes unusual names like C strings. */
static char *unquote(const char *text) {
    if (text[0] == '"') {
        size_t n = strlen(text);
        char *inner = g_strndup(text + 1, n > 1 && text[n - 1] == '"' ? n - 2 : n - 1);
        char *path = g_strcompress(inner);
        g_free(inner);
        return path;
    }
    return g_strndup(text, strcspn(text, "\t")); /* diff -u puts a time after a tab */
}

/* Git's prefixes: a/ b/, or with diff.mnemonicPrefix i/ w/ c/ o/. */
static bool has_prefix(const char *path) {
    return strcmp(path, "/dev/null") == 0 ||
           (path[0] && strchr("abciwo", path[0]) && path[1] == '/');
}

static void strip_prefix(char *path) {
    if (strcmp(path, "/dev/null") != 0)
        memmove(path, path + 2, strlen(path + 2) + 1);
}

/* After "+++ PATH". The same first letter on both sides is a folder, not a prefix. */
static void finish_header(reader *r) {
    if (has_prefix(r->old_path) && has_prefix(r->path) && r->old_path[0] != r->path[0]) {
        strip_prefix(r->old_path);
        strip_prefix(r->path);
    }
    if (g_str_has_prefix(r->path, "./"))
        memmove(r->path, r->path + 2, strlen(r->path + 2) + 1);
}

/* ---- hunks --------------------------------------------------------------------------------- */

/* No file has more lines. */
enum { MAX_LINES = 1 << 30 };

static bool read_number(const char **at, uint32_t *to) {
    char *end;
    if (!g_ascii_isdigit(**at))
        return false;
    unsigned long number = strtoul(*at, &end, 10);
    *to = (uint32_t)number;
    *at = end;
    return number <= MAX_LINES;
}

/* "START" or "START,COUNT". Only what is empty may start before the first line. */
static bool read_range(const char **at, uint32_t *start, uint32_t *count) {
    *count = 1;
    if (!read_number(at, start))
        return false;
    if (**at == ',') {
        ++*at;
        if (!read_number(at, count))
            return false;
    }
    return *start > 0 || *count == 0;
}

/* "@@ -START,COUNT +START,COUNT @@". With a count of 0, START is the line before. */
static char *read_hunk_header(reader *r, const char *text) {
    const char *at = text + 4;
    uint32_t old_start, new_start;
    if (!g_str_has_prefix(text, "@@ -") || !read_range(&at, &old_start, &r->old_left) ||
        !g_str_has_prefix(at, " +") || (at += 2, !read_range(&at, &new_start, &r->new_left)) ||
        !g_str_has_prefix(at, " @@"))
        return wrong(r, "this is no hunk header");
    if (!r->path)
        return wrong(r, "a hunk with no `+++` line before it");
    r->line = r->new_left ? new_start : new_start + 1;
    return NULL;
}

static char *read_hunk_line(reader *r, char *text) {
    bool gone = strcmp(r->path, "/dev/null") == 0;
    char kind = text[0];
    bool old = kind != '+', new = kind != '-';
    if (kind == '\\') /* "\ No newline at end of file" */
        return NULL;
    if (kind == '\0' || kind == '\r') /* an empty context line whose blank got lost */
        kind = ' ';
    if (!strchr(" +-", kind) || (old && !r->old_left) || (new && !r->new_left))
        return wrong(r, "the hunk is shorter than its header says");
    if (kind == '+' && !gone)
        r->sink->changed(r->sink->user, r->path, r->line);
    if (kind == '-' && !gone)
        r->sink->deleted(r->sink->user, r->path, r->line);
    r->line += new;
    r->old_left -= old;
    r->new_left -= new;
    return NULL;
}

static char *read_line(reader *r, char *text) {
    if (r->old_left || r->new_left)
        return read_hunk_line(r, text);
    if (g_str_has_prefix(text, "@@"))
        return read_hunk_header(r, text);
    size_t n = strlen(text);
    if (n && text[n - 1] == '\r')
        text[n - 1] = '\0';
    if (g_str_has_prefix(text, "diff --git ")) {
        r->any = true;
    } else if (g_str_has_prefix(text, "--- ")) {
        g_free(r->old_path);
        g_free(r->path);
        r->old_path = unquote(text + 4);
        r->path = NULL;
    } else if (g_str_has_prefix(text, "+++ ") && r->old_path && !r->path) {
        r->path = unquote(text + 4);
        r->any = true;
        finish_header(r);
        if (!*r->path)
            return wrong(r, "a `+++` line without a name");
    }
    return NULL;
}

char *csl_read_diff(const char *text, const csl_diff_sink *sink) {
    reader r = {.sink = sink};
    char *error = NULL;
    char **lines = g_strsplit(text, "\n", -1);
    guint n = g_strv_length(lines);
    if (n && !*lines[n - 1]) /* what follows the last newline is no line */
        n--;
    for (guint i = 0; i < n && !error; i++) {
        r.number = i + 1;
        error = read_line(&r, lines[i]);
    }
    if (!error && (r.old_left || r.new_left))
        error = g_strdup("it ends inside a hunk");
    if (!error && !r.any && n)
        error = g_strdup("this is no unified diff");
    g_strfreev(lines);
    g_free(r.old_path);
    g_free(r.path);
    return error;
}
