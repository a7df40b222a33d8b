#include "source.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_INCLUDE = 16 };

typedef struct reader {
    csl_source *to;
    GHashTable *seen; /* `#include <...>` lines outside of any #if, and headers with #pragma once */
    unsigned depth;   /* of `#include "..."` */
    unsigned open;    /* `#if` without its `#endif` so far */
} reader;

/* One file while it is read. */
typedef struct file {
    const char *path, *at; /* at: what is left of it */
    GString *line;         /* of the text, as far as it is read */
    unsigned number;       /* of the line of the file at `at` */
    unsigned begin;        /* of that in which `line` begins */
} file;

static bool read_file(reader *r, const char *path);

/* ---- directives ------------------------------------------------------------------------------ */

/* What follows the word of a directive: "if" in "# if X" gives "X"; NULL if it is another one. */
static const char *directive(const char *line, const char *word) {
    if (*line != '#')
        return NULL;
    line += strspn(line + 1, " ") + 1;
    if (!g_str_has_prefix(line, word))
        return NULL;
    line += strlen(word);
    return g_ascii_isalnum(*line) || *line == '_' ? NULL : line + strspn(line, " ");
}

static void add_line(reader *r, const file *f) {
    unsigned line = r->depth > 1 ? 0 : f->begin;
    g_string_append(r->to->text, f->line->str);
    g_string_append_c(r->to->text, '\n');
    g_array_append_val(r->to->lines, line);
}

/* True the first time. What stands inside of an #if may not be there: it is never known. */
static bool is_new(reader *r, const char *what) {
    return r->open > 0 || g_hash_table_add(r->seen, g_strdup(what));
}

static bool include_own(reader *r, const file *f, const char *name) {
    char *folder = g_path_get_dirname(f->path), *plain = g_strndup(name, strcspn(name, "\""));
    char *path = g_build_filename(folder, plain, NULL), *real = g_canonicalize_filename(path, NULL);
    bool good = g_hash_table_contains(r->seen, real) || read_file(r, real);
    g_free(real);
    g_free(path);
    g_free(plain);
    g_free(folder);
    return good;
}

/* Ends a line of the text. */
static bool end_line(reader *r, file *f) {
    const char *line = g_strchomp(f->line->str), *rest;
    bool good = true;
    if ((rest = directive(line, "include")) && *rest == '"')
        good = include_own(r, f, rest + 1);
    else if ((rest = directive(line, "pragma")) && strcmp(rest, "once") == 0)
        g_hash_table_add(r->seen, g_strdup(f->path));
    else if (*line &&
             (!(rest = directive(line, "include")) || strstr(rest, "assert") || is_new(r, rest)))
        add_line(r, f);
    if (directive(line, "if") || directive(line, "ifdef") || directive(line, "ifndef"))
        r->open++;
    else if (directive(line, "endif") && r->open > 0)
        r->open--;
    g_string_truncate(f->line, 0);
    f->begin = f->number;
    return good;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* Goes over `count` characters, into the line or not. A line of the text has no newline in it. */
static void take(file *f, size_t count, bool keep) {
    for (size_t i = 0; i < count && *f->at; i++, f->at++) {
        f->number += *f->at == '\n';
        if (keep)
            g_string_append_c(f->line, *f->at == '\n' ? ' ' : *f->at);
    }
}

/* A `//` comment, without its newline. One whose line ends in a backslash goes on. */
static void skip_line_comment(file *f) {
    while (*f->at && (*f->at != '\n' || f->at[-1] == '\\'))
        take(f, 1, false);
}

static void add_blank(file *f) {
    if (f->line->len > 0 && f->line->str[f->line->len - 1] != ' ')
        g_string_append_c(f->line, ' ');
}

static void skip_comment(file *f) {
    const char *end = strstr(f->at + 2, "*/");
    take(f, end ? (size_t)(end + 2 - f->at) : strlen(f->at), false);
    add_blank(f);
}

/* R"x(...)x", from the quote on. */
static void take_raw_string(file *f) {
    size_t delimiter = strcspn(f->at + 1, "(\n");
    char *close = g_strdup_printf(")%.*s\"", (int)delimiter, f->at + 1);
    const char *end = strstr(f->at, close);
    take(f, end ? (size_t)(end - f->at) + strlen(close) : strlen(f->at), true);
    g_free(close);
}

/* "..." or '...': ends at the same quote, or with the line. */
static void take_literal(file *f) {
    char quote = *f->at;
    bool raw = quote == '"' && f->line->len > 0 && f->line->str[f->line->len - 1] == 'R';
    if (raw) {
        take_raw_string(f);
        return;
    }
    take(f, 1, true);
    while (*f->at && *f->at != '\n' && *f->at != quote)
        take(f, *f->at == '\\' ? 2 : 1, true);
    if (*f->at == quote)
        take(f, 1, true);
}

static bool read_text(reader *r, file *f) {
    bool good = true;
    while (*f->at && good) {
        if (f->line->len == 0)
            f->begin = f->number;
        if (g_str_has_prefix(f->at, "//")) {
            skip_line_comment(f);
        } else if (g_str_has_prefix(f->at, "/*")) {
            skip_comment(f);
        } else if (*f->at == '"' || *f->at == '\'') {
            take_literal(f);
        } else if (*f->at == '\n') {
            take(f, 1, false);
            good = end_line(r, f);
        } else if (g_ascii_isspace(*f->at)) {
            take(f, 1, false);
            add_blank(f);
        } else {
            take(f, 1, true);
        }
    }
    return good && end_line(r, f);
}

static bool read_file(reader *r, const char *path) {
    char *text = NULL;
    if (r->depth == DEEPEST_INCLUDE || !g_file_get_contents(path, &text, NULL, NULL)) {
        fprintf(stderr, "runtime_tests: %s: %s\n", path,
                r->depth == DEEPEST_INCLUDE ? "included too deep" : "cannot be read");
        return false;
    }
    file f = {.path = path, .at = text, .line = g_string_new(NULL), .number = 1, .begin = 1};
    r->depth++;
    bool good = read_text(r, &f);
    r->depth--;
    g_string_free(f.line, TRUE);
    g_free(text);
    return good;
}

/* ---- the source ------------------------------------------------------------------------------ */

csl_source *csl_source_read(const char *path) {
    csl_source *s = g_new0(csl_source, 1);
    s->text = g_string_new(NULL);
    s->lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    reader r = {.to = s, .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    bool good = read_file(&r, path);
    g_hash_table_destroy(r.seen);
    if (!good) {
        csl_source_free(s);
        s = NULL;
    }
    return s;
}

void csl_source_free(csl_source *s) {
    if (!s)
        return;
    g_string_free(s->text, TRUE);
    g_array_free(s->lines, TRUE);
    g_free(s);
}

unsigned csl_line_of_text(const csl_source *s, unsigned line_of_file) {
    unsigned found = 0;
    for (guint i = 0; i < s->lines->len; i++) {
        unsigned line = g_array_index(s->lines, unsigned, i);
        if (line > 0 && line <= line_of_file)
            found = i + 1;
    }
    return found;
}

unsigned csl_line_of_file(const csl_source *s, unsigned line_of_text) {
    return line_of_text > 0 && line_of_text <= s->lines->len
               ? g_array_index(s->lines, unsigned, line_of_text - 1)
               : 0;
}

void csl_lines_to_text(const csl_source *s, GArray *lines) {
    guint kept = 0;
    for (guint i = 0; i < lines->len; i++) {
        unsigned line = csl_line_of_text(s, g_array_index(lines, unsigned, i));
        if (line > 0 && (kept == 0 || g_array_index(lines, unsigned, kept - 1) != line))
            g_array_index(lines, unsigned, kept++) = line;
    }
    g_array_set_size(lines, kept);
}
