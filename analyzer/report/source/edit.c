#include "../../files/words.h"
#include "edit.h"

#include <string.h>

/* Behind blanks and comments. */
static const char *next_token(const char *at) {
    for (;;)
        if (g_ascii_isspace(*at))
            at++;
        else if (*at == '/' && (at[1] == '/' || at[1] == '*'))
            at = csl_skip_comment(at);
        else
            return at;
}

/* True if nothing but comments that end there stands before the end of the line. */
static bool ends_line(const char *at, const char *newline) {
    while (at < newline)
        if (g_ascii_isspace(*at))
            at++;
        else if (*at == '/' && at[1] == '*')
            at = csl_skip_comment(at);
        else
            return at[0] == '/' && at[1] == '/';
    return at == newline;
}

/* ---- lines --------------------------------------------------------------------------------- */

static size_t indentation(const char *line) {
    return strspn(line, " \t");
}

/* `if (...)`, `else`, `for (...)` and the like: what follows is its body. */
static bool opens_body(const char *line) {
    const char *end = csl_skip_line(line);
    while (end > line && g_ascii_isspace(end[-1]))
        end--;
    size_t n = (size_t)(end - line);
    return (n && end[-1] == ')') || (n >= 4 && strncmp(end - 4, "else", 4) == 0);
}

/* The indentation of the block that the statement of this line stands in: the new statement comes
 * behind an `if` without braces, not into it. */
static char *block_indentation(const csl_outline *o, uint32_t line) {
    const char *at = csl_outline_line(o, line);
    size_t width = indentation(at);
    for (uint32_t above = line - 1; above > 0; above--) {
        const char *before = csl_outline_line(o, above);
        if (indentation(before) >= width || !opens_body(before))
            break;
        at = before;
        width = indentation(before);
    }
    return g_strndup(at, width);
}

bool csl_place_edit(const csl_outline *o, const csl_edit *edit, uint32_t level, csl_insertion *to) {
    const char *from = csl_outline_line(o, edit->after.end_line);
    if (!from || csl_skip_line(from) < from + edit->after.end_column - 1)
        return false;
    const char *end = csl_outline_end(o, from + edit->after.end_column - 1, level);
    if (!end)
        return false;
    const char *newline = csl_skip_line(end);
    if (!*newline || newline[-1] == '\\' || !ends_line(end + 1, newline))
        return false;
    const char *next = next_token(newline);
    if (strncmp(next, "else", 4) == 0 && !csl_is_word_char(next[4]))
        return false;
    const bool carriage = newline[-1] == '\r';
    to->after = csl_outline_line_of(o, end);
    char *indent = block_indentation(o, level ? to->after : edit->after.line);
    to->line = g_strconcat(indent, edit->statement, carriage ? "\r\n" : "\n", NULL);
    g_free(indent);
    return true;
}

char *csl_insert_lines(const char *text, const csl_insertion *insertions, uint32_t n) {
    csl_outline *o = csl_outline_new(text);
    GString *new = g_string_new(NULL);
    const char *at = text;
    for (uint32_t i = 0; i < n; i++) {
        const char *to = csl_outline_line(o, insertions[i].after + 1);
        g_string_append_len(new, at, to - at);
        g_string_append(new, insertions[i].line);
        at = to;
    }
    g_string_append(new, at);
    csl_outline_free(o);
    return g_string_free(new, FALSE);
}

/* Where the code of a line ends: at a comment up to its end, or at its end. */
static const char *end_of_code(const char *line) {
    const char *end = csl_skip_line(line), *at = line;
    while (at < end && !(at[0] == '/' && at[1] == '/'))
        if (at[0] == '/' && at[1] == '*')
            at = csl_skip_comment(at);
        else if (csl_opens_quote(line, at))
            at = csl_skip_quoted(at);
        else
            at++;
    return at > end ? end : at > line && at == end && at[-1] == '\r' ? at - 1 : at;
}

char *csl_insert_in_lines(const char *text, const csl_insertion *insertions, uint32_t n) {
    csl_outline *o = csl_outline_new(text);
    GString *new = g_string_new(NULL);
    const char *at = text;
    for (uint32_t i = 0; i < n; i++) {
        const char *to = end_of_code(csl_outline_line(o, insertions[i].after));
        to = to < at ? at : to;
        g_string_append_len(new, at, to - at);
        const char *statement = insertions[i].line;
        g_string_append_c(new, ' ');
        g_string_append_len(new, statement, (gssize)strcspn(statement, "\r\n"));
        g_string_append_c(new, ' ');
        at = to;
    }
    g_string_append(new, at);
    csl_outline_free(o);
    return g_string_free(new, FALSE);
}

/* ---- unified diff -------------------------------------------------------------------------- */

enum { CONTEXT = 3 };

static void print_line(FILE *out, char mark, const char *line) {
    const char *end = csl_skip_line(line);
    fprintf(out, "%c%.*s\n", mark, (int)(end - line), line);
    if (!*end)
        fputs("\\ No newline at end of file\n", out);
}

void csl_print_insertions(FILE *out, const char *name, const char *text,
                          const csl_insertion *insertions, uint32_t n) {
    const size_t bytes = strlen(text);
    csl_outline *o = csl_outline_new(text);
    const uint32_t lines =
        csl_outline_line_of(o, text + bytes) - (bytes && text[bytes - 1] == '\n');
    if (n)
        fprintf(out, "--- a/%s\n+++ b/%s\n", name, name);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1;
             end < n && insertions[end].after <= insertions[end - 1].after + 2 * CONTEXT;)
            end++;
        const uint32_t first = MAX((int64_t)insertions[i].after - CONTEXT + 1, 1);
        const uint32_t last = MIN(insertions[end - 1].after + CONTEXT, lines);
        const uint32_t count = last - first + 1;
        fprintf(out, "@@ -%u,%u +%u,%u @@\n", first, count, first + i, count + (end - i));
        for (uint32_t line = first, k = i; line <= last; line++) {
            print_line(out, ' ', csl_outline_line(o, line));
            for (; k < end && insertions[k].after == line; k++)
                print_line(out, '+', insertions[k].line);
        }
    }
    csl_outline_free(o);
}
