/* The lexer of the text form. It meets hostile input: every token is bounded. */
#include "text.h"
#include "../limits/limits.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* Position of `at`, counted from 1. */
static void locate(const csl_reader *r, const char *at, unsigned *line, unsigned *col) {
    *line = *col = 1;
    for (const char *p = r->start; p < at; p++) {
        (*col)++;
        if (*p == '\n') {
            (*line)++;
            *col = 1;
        }
    }
}

void csl_read_fail(csl_reader *r, const char *fmt, ...) {
    if (r->error)
        return;
    char what[256];
    unsigned line, col;
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    locate(r, r->token, &line, &col);
    r->error = csl_format(r->ctx, "%u:%u: %s", line, col, what);
    r->at += strlen(r->at);
}

static void skip_blanks(csl_reader *r) {
    for (;; r->at++) {
        if (*r->at == ';')
            r->at += strcspn(r->at, "\n");
        if (!*r->at || !strchr(" \t\r\n", *r->at))
            break;
    }
    r->token = r->at;
}

bool csl_read_more(csl_reader *r) {
    skip_blanks(r);
    return *r->at && *r->at != ')';
}

bool csl_read_peek(csl_reader *r, char c) {
    skip_blanks(r);
    return *r->at == c;
}

void csl_read_char(csl_reader *r, char c) {
    if (csl_read_peek(r, c))
        r->at++;
    else if (*r->at)
        csl_read_fail(r, "expected '%c'", c);
    else
        csl_read_fail(r, "expected '%c', found the end", c);
}

void csl_read_open(csl_reader *r) {
    csl_read_char(r, '(');
    if (csl_limit_exceeded(CSL_LIMIT_text_depth, ++r->depth))
        csl_read_fail(r, "lists nested more than %d deep", CSL_LIMIT(text_depth));
}

void csl_read_close(csl_reader *r) {
    csl_read_char(r, ')');
    r->depth--;
}

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || (c && strchr("._-", c));
}

const char *csl_read_word(csl_reader *r) {
    size_t n = 0;
    skip_blanks(r);
    while (is_word_char(r->at[n]))
        n++;
    if (n == 0)
        csl_read_fail(r, "expected a word");
    else if (n >= sizeof r->word)
        csl_read_fail(r, "word too long");
    if (r->error)
        n = 0;
    memcpy(r->word, r->at, n);
    r->word[n] = '\0';
    r->at += n;
    return r->word;
}

void csl_read_keyword(csl_reader *r, const char *word) {
    if (strcmp(csl_read_word(r), word) != 0)
        csl_read_fail(r, "expected '%s'", word);
}

unsigned csl_read_name(csl_reader *r, const csl_names *names) {
    const char *word = csl_read_word(r);
    unsigned i = csl_find_name(names, word, strlen(word));
    if (i < names->count)
        return i;
    csl_read_fail(r, "'%s' is not a %s", word, names->what);
    return 0;
}

uint64_t csl_read_unsigned(csl_reader *r, uint64_t max) {
    uint64_t value = 0;
    skip_blanks(r);
    if (!isdigit((unsigned char)*r->at))
        csl_read_fail(r, "expected a number");
    for (; isdigit((unsigned char)*r->at); r->at++) {
        unsigned digit = (unsigned)(*r->at - '0');
        if (value > max / 10 || value * 10 > max - digit) {
            csl_read_fail(r, "number above %llu", (unsigned long long)max);
            return 0;
        }
        value = value * 10 + digit;
    }
    if (isalpha((unsigned char)*r->at))
        csl_read_fail(r, "expected a number");
    return r->error ? 0 : value;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The character that an escape (r->at is behind the backslash) stands for; 0 on error. */
static char read_escape(csl_reader *r) {
    char c = *r->at;
    if (c)
        r->at++;
    switch (c) {
    case '"':
    case '\\': return c;
    case 'n': return '\n';
    case 't': return '\t';
    case 'x':
        if (hex_digit(r->at[0]) >= 0 && hex_digit(r->at[1]) >= 0) {
            int code = hex_digit(r->at[0]) * 16 + hex_digit(r->at[1]);
            r->at += 2;
            if (code)
                return (char)code;
        }
        break;
    default: break;
    }
    csl_read_fail(r, "unknown escape in a string");
    return '\0';
}

char *csl_read_string(csl_reader *r) {
    csl_read_char(r, '"');
    /* As long as what is between the quotes at most. */
    size_t room = 0;
    while (r->at[room] && r->at[room] != '"')
        room += r->at[room] == '\\' && r->at[room + 1] ? 2 : 1;
    char *text = csl_alloc(r->ctx, room + 1);
    size_t n = 0;
    while (*r->at && *r->at != '"') {
        if (*r->at != '\\') {
            text[n++] = *r->at++;
        } else {
            r->at++;
            char c = read_escape(r);
            if (c)
                text[n++] = c;
        }
    }
    if (*r->at)
        r->at++;
    else
        csl_read_fail(r, "string without an end");
    return text;
}

void *csl_grow_array(csl_ctx *ctx, void *items, size_t n, size_t item_bytes) {
    if (n & (n - 1)) /* room is a power of two, and not used up unless n is one */
        return items;
    void *grown = csl_alloc(ctx, (n ? 2 * n : 1) * item_bytes);
    if (n)
        memcpy(grown, items, n * item_bytes);
    return grown;
}
