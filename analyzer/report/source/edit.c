#include "edit.h"

#include <string.h>

/* ---- where a statement ends ---------------------------------------------------------------- */

static const char *skip_line(const char *at) {
    while (*at && *at != '\n')
        at++;
    return at;
}

static const char *skip_comment(const char *at) {
    if (at[1] == '/')
        return skip_line(at);
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* Behind the closing quote. A digit separator (1'000) is no quote, which the caller sees. */
static const char *skip_quoted(const char *at) {
    const char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static const char *skip_directive(const char *at) {
    for (;;) {
        at = skip_line(at);
        const char *last = *at && at[-1] == '\r' ? at - 2 : at - 1;
        if (!*at || *last != '\\')
            return at;
        at++;
    }
}

static bool is_separator(const char *text, const char *at) {
    return *at == '\'' && at > text && g_ascii_isxdigit(at[-1]);
}

/* From `from` on, outside all brackets: the first semicolon (level 0; NULL if a brace comes first),
 * or the brace that closes the block around `from` (level 1), the one around that (2) and so on. */
static const char *end_of(const char *text, const char *from, uint32_t level) {
    int brackets = 0;
    uint32_t open = 0, closed = 0; /* braces since `from` */
    bool line_start = true;
    for (const char *at = text; *at;) {
        if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            at = skip_comment(at);
            continue;
        }
        if (*at == '#' && line_start) {
            at = skip_directive(at);
            continue;
        }
        if ((*at == '"' || *at == '\'') && !is_separator(text, at)) {
            at = skip_quoted(at);
            line_start = false;
            continue;
        }
        if (*at == '(' || *at == '[')
            brackets++;
        else if ((*at == ')' || *at == ']') && brackets > 0)
            brackets--;
        if (brackets == 0 && at >= from) {
            if (level == 0 && (*at == '{' || *at == '}'))
                return NULL;
            if (level == 0 && *at == ';')
                return at;
            open += *at == '{';
            if (*at == '}' && open > 0)
                open--;
            else if (*at == '}' && ++closed == level)
                return at;
        }
        line_start = *at == '\n' || (line_start && g_ascii_isspace(*at));
        at++;
    }
    return NULL;
}

/* Behind blanks and comments. */
static const char *next_token(const char *at) {
    for (;;)
        if (g_ascii_isspace(*at))
            at++;
        else if (*at == '/' && (at[1] == '/' || at[1] == '*'))
            at = skip_comment(at);
        else
            return at;
}

/* True if nothing but comments that end there stands before the end of the line. */
static bool ends_line(const char *at, const char *newline) {
    while (at < newline)
        if (g_ascii_isspace(*at))
            at++;
        else if (*at == '/' && at[1] == '*')
            at = skip_comment(at);
        else
            return at[0] == '/' && at[1] == '/';
    return at == newline;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* The start of a line (from 1), or NULL. */
static const char *start_of_line(const char *text, uint32_t line) {
    for (; line > 1; line--) {
        text = skip_line(text);
        if (!*text++)
            return NULL;
    }
    return text;
}

static uint32_t line_of(const char *text, const char *at) {
    uint32_t line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static size_t indentation(const char *line) {
    return strspn(line, " \t");
}

/* `if (...)`, `else`, `for (...)` and the like: what follows is its body. */
static bool opens_body(const char *line) {
    const char *end = skip_line(line);
    while (end > line && g_ascii_isspace(end[-1]))
        end--;
    size_t n = (size_t)(end - line);
    return (n && end[-1] == ')') || (n >= 4 && strncmp(end - 4, "else", 4) == 0);
}

/* The indentation of the block that the statement of this line stands in: the new statement comes
 * behind an `if` without braces, not into it. */
static char *block_indentation(const char *text, uint32_t line) {
    const char *at = start_of_line(text, line);
    size_t width = indentation(at);
    for (uint32_t above = line - 1; above > 0; above--) {
        const char *before = start_of_line(text, above);
        if (indentation(before) >= width || !opens_body(before))
            break;
        at = before;
        width = indentation(before);
    }
    return g_strndup(at, width);
}

bool csl_place_edit(const char *text, const csl_edit *edit, uint32_t level, csl_insertion *to) {
    const char *from = start_of_line(text, edit->after.end_line);
    if (!from || strlen(from) < edit->after.end_column - 1)
        return false;
    const char *end = end_of(text, from + edit->after.end_column - 1, level);
    if (!end)
        return false;
    const char *newline = skip_line(end);
    if (!*newline || newline[-1] == '\\' || !ends_line(end + 1, newline))
        return false;
    const char *next = next_token(newline);
    if (strncmp(next, "else", 4) == 0 && !g_ascii_isalnum(next[4]) && next[4] != '_')
        return false;
    const bool carriage = newline[-1] == '\r';
    to->after = line_of(text, end);
    char *indent = block_indentation(text, level ? to->after : edit->after.line);
    to->line = g_strconcat(indent, edit->statement, carriage ? "\r\n" : "\n", NULL);
    g_free(indent);
    return true;
}

char *csl_insert_lines(const char *text, const csl_insertion *insertions, uint32_t n) {
    GString *new = g_string_new(NULL);
    const char *at = text;
    for (uint32_t i = 0; i < n; i++) {
        const char *to = start_of_line(text, insertions[i].after + 1);
        g_string_append_len(new, at, to - at);
        g_string_append(new, insertions[i].line);
        at = to;
    }
    g_string_append(new, at);
    return g_string_free(new, FALSE);
}

/* Where the code of a line ends: at a comment up to its end, or at its end. */
static const char *end_of_code(const char *line) {
    const char *end = skip_line(line), *at = line;
    while (at < end && !(at[0] == '/' && at[1] == '/'))
        if (at[0] == '/' && at[1] == '*')
            at = skip_comment(at);
        else if ((*at == '"' || *at == '\'') && !is_separator(line, at))
            at = skip_quoted(at);
        else
            at++;
    return at > end ? end : at > line && at == end && at[-1] == '\r' ? at - 1 : at;
}

char *csl_insert_in_lines(const char *text, const csl_insertion *insertions, uint32_t n) {
    GString *new = g_string_new(NULL);
    const char *at = text;
    for (uint32_t i = 0; i < n; i++) {
        const char *to = end_of_code(start_of_line(text, insertions[i].after));
        to = to < at ? at : to;
        g_string_append_len(new, at, to - at);
        const char *statement = insertions[i].line;
        g_string_append_c(new, ' ');
        g_string_append_len(new, statement, (gssize)strcspn(statement, "\r\n"));
        g_string_append_c(new, ' ');
        at = to;
    }
    g_string_append(new, at);
    return g_string_free(new, FALSE);
}

/* ---- unified diff -------------------------------------------------------------------------- */

enum { CONTEXT = 3 };

static void print_line(FILE *out, char mark, const char *line) {
    const char *end = skip_line(line);
    fprintf(out, "%c%.*s\n", mark, (int)(end - line), line);
    if (!*end)
        fputs("\\ No newline at end of file\n", out);
}

void csl_print_insertions(FILE *out, const char *name, const char *text,
                          const csl_insertion *insertions, uint32_t n) {
    const size_t bytes = strlen(text);
    const uint32_t lines = line_of(text, text + bytes) - (bytes && text[bytes - 1] == '\n');
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
            print_line(out, ' ', start_of_line(text, line));
            for (; k < end && insertions[k].after == line; k++)
                print_line(out, '+', insertions[k].line);
        }
    }
}
