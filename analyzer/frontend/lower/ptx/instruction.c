/* Splits inline PTX into instructions and operands. */
#include "instruction.h"

#include <ctype.h>
#include <string.h>

static const char *trimmed(csl_ctx *ctx, const char *s, const char *end) {
    while (s < end && isspace((unsigned char)*s))
        s++;
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    return csl_strndup(ctx, s, (size_t)(end - s));
}

/* A copy without comments; newlines become blanks. */
static char *without_comments(csl_ctx *ctx, const char *text) {
    char *copy = csl_alloc(ctx, strlen(text) + 1), *out = copy;
    for (const char *s = text; *s;) {
        if (s[0] == '/' && s[1] == '/') {
            s += strcspn(s, "\n");
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");
            s = end ? end + 2 : s + strlen(s);
        } else {
            *out++ = isspace((unsigned char)*s) ? ' ' : *s;
            s++;
        }
    }
    *out = '\0';
    return copy;
}

/* The end of a statement: its ';' outside brackets, or the end of the text. NULL if the brackets do
 * not match. A brace that opens a block does not count: the caller has skipped it. */
static const char *statement_end(const char *s) {
    int depth = 0;
    for (; *s; s++)
        if (strchr("[({", *s))
            depth++;
        else if (strchr("])}", *s) && --depth < 0)
            return *s == '}' ? s : NULL; /* the end of a block without a last ';' */
        else if (*s == ';' && depth == 0)
            return s;
    return depth ? NULL : s;
}

static bool split_operands(csl_ctx *ctx, csl_ptx *i, const char *s, const char *end) {
    int depth = 0;
    const char *start = s;
    while (s < end && isspace((unsigned char)*s))
        s++;
    if (s == end)
        return true;
    for (; s <= end; s++) {
        if (s < end && strchr("[({", *s))
            depth++;
        else if (s < end && strchr("])}", *s))
            depth--;
        if (s < end && (*s != ',' || depth))
            continue;
        if (i->noperands == CSL_PTX_OPERANDS)
            return false;
        i->operand[i->noperands++] = trimmed(ctx, start, s);
        start = s + 1;
    }
    return true;
}

/* "@!p bar.sync 0, 64": everything but a label. */
static bool read_instruction(csl_ctx *ctx, csl_ptx *i, const char *s, const char *end) {
    if (*s == '@') {
        s++;
        i->negated = *s == '!';
        s += i->negated;
        const char *start = s;
        while (s < end && !isspace((unsigned char)*s))
            s++;
        i->predicate = trimmed(ctx, start, s);
        while (s < end && isspace((unsigned char)*s))
            s++;
    }
    const char *start = s;
    while (s < end && !isspace((unsigned char)*s) && *s != '{' && *s != '[')
        s++;
    i->name = trimmed(ctx, start, s);
    return split_operands(ctx, i, s, end);
}

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* `%=`, which LLVM writes ${:uid}, makes labels unique to a copy of the code; there is only one
 * here. */
static char *without_numbers(csl_ctx *ctx, const char *text) {
    char *plain = csl_strdup(ctx, text), *out = plain;
    for (const char *s = text; *s;)
        if (strncmp(s, "${:uid}", 7) == 0)
            s += 7;
        else if (strncmp(s, "%=", 2) == 0)
            s += 2;
        else
            *out++ = *s++;
    *out = '\0';
    return plain;
}

csl_ptx *csl_ptx_read(csl_ctx *ctx, const char *text, unsigned *count) {
    const char *s = without_numbers(ctx, without_comments(ctx, text));
    size_t most = 1;
    for (const char *p = s; *p; p++)
        most += *p == ';' || *p == ':' || *p == '}';
    csl_ptx *list = csl_alloc(ctx, most * sizeof *list);
    unsigned n = 0;
    while (*s) {
        if (isspace((unsigned char)*s) || *s == '{' || *s == '}' || *s == ';') {
            s++;
            continue;
        }
        const char *word = s;
        while (is_name_char(*word))
            word++;
        if (*word == ':' && word[1] != ':' && word > s) { /* a label */
            list[n++].name = csl_strndup(ctx, s, (size_t)(word + 1 - s));
            s = word + 1;
            continue;
        }
        const char *end = statement_end(s);
        if (!end)
            return NULL;
        if (*s != '.') { /* .reg, .pragma and the like declare */
            if (!read_instruction(ctx, &list[n], s, end))
                return NULL;
            n++;
        }
        s = end;
    }
    *count = n;
    return list;
}

bool csl_ptx_is(const csl_ptx *i, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(i->name, prefix, n) == 0 && (i->name[n] == '\0' || i->name[n] == '.');
}

bool csl_ptx_has(const csl_ptx *i, const char *part) {
    size_t n = strlen(part);
    for (const char *s = strchr(i->name, '.'); s; s = strchr(s + 1, '.'))
        if (strncmp(s + 1, part, n) == 0 &&
            (s[n + 1] == '\0' || s[n + 1] == '.' || s[n + 1] == ':'))
            return true;
    return false;
}
