/* The words of a source, as much as it takes to see how a name is used. */
#include <ctype.h>
#include <string.h>

#include "../../files/words.h"
#include "recover.h"

/* Behind a string or character literal that starts at s. */
static const char *after_literal(const char *s, const char *end) {
    char quote = *s++;
    while (s < end && *s != quote && *s != '\n')
        s += *s == '\\' && s + 1 < end ? 2 : 1;
    return s < end ? s + 1 : end;
}

static const char *after_line(const char *s, const char *end) {
    while (s < end && !(*s == '\n' && s[-1] != '\\'))
        s++;
    return s;
}

static const char *after_comment(const char *s, const char *end) {
    for (s += 2; s + 1 < end && !(s[0] == '*' && s[1] == '/'); s++)
        ;
    return s + 1 < end ? s + 2 : end;
}

/* A directive keeps its words only where it defines a macro: they are code as well. */
static bool is_define(const char *s, const char *end) {
    for (s++; s < end && (*s == ' ' || *s == '\t'); s++)
        ;
    return end - s > 6 && strncmp(s, "define", 6) == 0;
}

static void add(GArray *words, const char *s, size_t n) {
    csl_word w = {s, (unsigned)n};
    g_array_append_val(words, w);
}

void csl_read_words(GArray *words, const char *text, size_t length) {
    const char *end = text + length;
    bool line_start = true;
    for (const char *s = text; s < end;) {
        if (*s == '\n')
            line_start = true;
        if (isspace((unsigned char)*s) || *s == '\\') {
            s++;
            continue;
        }
        size_t n = 1;
        if (s + 1 < end && s[0] == '/' && s[1] == '/') {
            s = after_line(s, end);
        } else if (s + 1 < end && s[0] == '/' && s[1] == '*') {
            s = after_comment(s, end);
        } else if (*s == '"' || *s == '\'') {
            s = after_literal(s, end);
            add(words, "0", 1); /* some value */
        } else if (*s == '#' && line_start) {
            s = is_define(s, end) ? s + 1 : after_line(s, end);
        } else {
            if (csl_is_word_char(*s))
                while (s + n < end && csl_is_word_char(s[n]))
                    n++;
            else if (s + 1 < end && ((s[0] == ':' && s[1] == ':') || (s[0] == '-' && s[1] == '>') ||
                                     (s[0] == '&' && s[1] == '&')))
                n = 2;
            add(words, s, n);
            s += n;
        }
        line_start = line_start && s < end && *s == '\n';
    }
    add(words, ";", 1);
}

bool csl_word_is(const csl_words *w, unsigned i, const char *text) {
    return i < w->n && strlen(text) == w->v[i].n && memcmp(w->v[i].s, text, w->v[i].n) == 0;
}

bool csl_word_is_name(const csl_words *w, unsigned i) {
    return i < w->n && csl_is_word_char(w->v[i].s[0]) && !isdigit((unsigned char)w->v[i].s[0]);
}

unsigned csl_closing_word(const csl_words *w, unsigned i) {
    const bool angle = w->v[i].s[0] == '<';
    int depth = 0, round = 0;
    for (; i < w->n; i++) {
        char c = w->v[i].s[0];
        if (angle && (c == ';' || c == '{' || c == '}' || round < 0))
            return w->n;
        if (angle && w->v[i].n == 1) {
            round += c == '(' || c == '[';
            round -= c == ')' || c == ']';
            if (round == 0)
                depth += (c == '<') - (c == '>');
        } else {
            depth += c == '(' || c == '[' || c == '{';
            depth -= c == ')' || c == ']' || c == '}';
        }
        if (depth == 0)
            return i;
    }
    return w->n;
}
