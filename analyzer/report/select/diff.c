#include "diff.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const csl_diff_sink *sink;
    char *old_path, *path;       /* of the current file; NULL before its header */
    char *entry;                 /* what `diff --git` and `rename to` call it, or NULL */
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

static bool read_number(const char **at, uint32_t *to) {
    char *end;
    if (!g_ascii_isdigit(**at))
        return false;
    unsigned long number = strtoul(*at, &end, 10);
    *to = (uint32_t)number;
    *at = end;
    return number <= CSL_LIMIT(diff_line);
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

static bool starts(const char *text, size_t n, const char *with) {
    return n >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

static char *read_hunk_line(reader *r, const char *text, size_t n) {
    bool gone = strcmp(r->path, "/dev/null") == 0;
    char kind = n ? text[0] : ' '; /* an empty context line whose blank got lost */
    bool old = kind != '+', new = kind != '-';
    if (kind == '\\') /* "\ No newline at end of file" */
        return NULL;
    if (kind == '\r')
        kind = ' ';
    if (!kind || !strchr(" +-", kind) || (old && !r->old_left) || (new && !r->new_left))
        return wrong(r, "the hunk is shorter than its header says");
    if (kind == '+' && !gone)
        r->sink->changed(r->sink->user, r->path, r->line);
    if (kind == '-' && !gone)
        r->sink->deleted(r->sink->user, r->path, r->line);
    if (kind == '+' && !gone && starts(text, n, "+Subproject commit "))
        r->sink->whole(r->sink->user, r->path);
    r->line += new;
    r->old_left -= old;
    r->new_left -= new;
    return NULL;
}

/* ---- files without hunks ------------------------------------------------------------------- */

/* "a/NAME b/NAME": the name, or NULL if the two are not told apart so. */
static char *entry_name(const char *text) {
    const size_t n = strlen(text);
    char *name = NULL;
    const char *quoted = n > 3 && text[n - 1] == '"' ? g_strrstr(text, " \"") : NULL;
    if (quoted)
        name = unquote(quoted + 1);
    else if (n % 2 && n > 3 && text[n / 2] == ' ' &&
             strncmp(text + 2, text + n / 2 + 3, n / 2 - 2) == 0)
        name = g_strdup(text + n / 2 + 1);
    if (name && has_prefix(name))
        strip_prefix(name);
    return name;
}

/* "Binary files OLD and NEW differ": any of the places where NEW may begin. */
static bool add_binary(reader *r, const char *text) {
    static const char before[] = " and ", after[] = " differ";
    bool any = false;
    const char *end = g_strrstr(text, after);
    for (const char *at = text; end && (at = strstr(at, before)) && at < end;) {
        at += strlen(before);
        if (at > end) /* "and" is the last word before "differ" */
            break;
        char *quoted = g_strndup(at, (gsize)(end - at)), *path = unquote(quoted);
        if (has_prefix(path))
            strip_prefix(path);
        any |= *path != '\0';
        if (*path && strcmp(path, "/dev/null") != 0)
            r->sink->whole(r->sink->user, path);
        g_free(path);
        g_free(quoted);
    }
    return any;
}

static char *read_binary(reader *r, const char *text) {
    r->any = true;
    if (r->entry && *r->entry)
        r->sink->whole(r->sink->user, r->entry);
    else if (!add_binary(r, text))
        return wrong(r, "a file that is no text, and which?");
    return NULL;
}

static void set_entry(reader *r, char *name) {
    g_free(r->entry);
    r->entry = name;
}

/* A line outside of hunks. */
static char *read_header(reader *r, const char *text) {
    if (g_str_has_prefix(text, "@@"))
        return read_hunk_header(r, text);
    if (g_str_has_prefix(text, "diff --git ")) {
        r->any = true;
        set_entry(r, entry_name(text + strlen("diff --git ")));
    } else if (g_str_has_prefix(text, "rename to ") || g_str_has_prefix(text, "copy to ")) {
        set_entry(r, unquote(strstr(text, " to ") + 4));
    } else if (g_str_has_prefix(text, "Binary files ") || strcmp(text, "GIT binary patch") == 0) {
        return read_binary(r, text);
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

/* One line, without its end. */
static char *read_line(reader *r, const char *text, size_t n) {
    if (r->old_left || r->new_left)
        return read_hunk_line(r, text, n);
    char *line = g_strndup(text, n && text[n - 1] == '\r' ? n - 1 : n);
    char *error = read_header(r, line);
    g_free(line);
    return error;
}

char *csl_read_diff(const char *text, size_t bytes, const csl_diff_sink *sink) {
    reader r = {.sink = sink};
    char *error = NULL;
    for (size_t at = 0; at < bytes && !error;) {
        const char *end = memchr(text + at, '\n', bytes - at);
        const size_t n = end ? (size_t)(end - text) - at : bytes - at;
        r.number++;
        error = read_line(&r, text + at, n);
        at += n + 1;
    }
    if (!error && (r.old_left || r.new_left))
        error = g_strdup("it ends inside a hunk");
    if (!error && !r.any && bytes)
        error = g_strdup("this is no unified diff");
    g_free(r.old_path);
    g_free(r.path);
    g_free(r.entry);
    return error;
}
