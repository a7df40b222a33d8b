#include "outline.h"

#include <string.h>

/* ---- what is no code --------------------------------------------------------------------------- */

const char *csl_skip_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end : at + strlen(at);
}

const char *csl_skip_comment(const char *at) {
    if (at[1] == '/')
        return csl_skip_line(at);
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* A digit separator (1'000) is no quote. */
bool csl_opens_quote(const char *text, const char *at) {
    return *at == '"' || (*at == '\'' && !(at > text && g_ascii_isxdigit(at[-1])));
}

const char *csl_skip_quoted(const char *at) {
    const char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static const char *skip_directive(const char *at) {
    for (;;) {
        at = csl_skip_line(at);
        const char *last = *at && at[-1] == '\r' ? at - 2 : at - 1;
        if (!*at || *last != '\\')
            return at;
        at++;
    }
}

/* ---- the outline ------------------------------------------------------------------------------- */

/* A brace or semicolon of the code. */
typedef struct mark {
    const char *at;
    bool bracketed; /* stands within ( ) or [ ] */
} mark;

struct csl_outline {
    const char *text;
    GArray *lines; /* const char *: where each starts */
    GArray *marks; /* mark, in order */
};

static void note_lines(csl_outline *o) {
    for (const char *at = o->text;; at++) {
        g_array_append_val(o->lines, at);
        at = csl_skip_line(at);
        if (!*at)
            return;
    }
}

static void note_marks(csl_outline *o) {
    int brackets = 0;
    bool line_start = true;
    for (const char *at = o->text; *at;) {
        if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            at = csl_skip_comment(at);
            continue;
        }
        if (*at == '#' && line_start) {
            at = skip_directive(at);
            continue;
        }
        if (csl_opens_quote(o->text, at)) {
            at = csl_skip_quoted(at);
            line_start = false;
            continue;
        }
        if (*at == '(' || *at == '[') {
            brackets++;
        } else if ((*at == ')' || *at == ']') && brackets > 0) {
            brackets--;
        } else if (*at == '{' || *at == '}' || *at == ';') {
            const mark code = {at, brackets > 0};
            g_array_append_val(o->marks, code);
        }
        line_start = *at == '\n' || (line_start && g_ascii_isspace(*at));
        at++;
    }
}

csl_outline *csl_outline_new(const char *text) {
    csl_outline *o = g_new(csl_outline, 1);
    o->text = text;
    o->lines = g_array_new(FALSE, FALSE, sizeof(const char *));
    o->marks = g_array_new(FALSE, FALSE, sizeof(mark));
    note_lines(o);
    note_marks(o);
    return o;
}

void csl_outline_free(csl_outline *o) {
    if (!o)
        return;
    g_array_unref(o->lines);
    g_array_unref(o->marks);
    g_free(o);
}

/* ---- asking it --------------------------------------------------------------------------------- */

const char *csl_outline_line(const csl_outline *o, uint32_t line) {
    return line && line <= o->lines->len ? g_array_index(o->lines, const char *, line - 1) : NULL;
}

uint32_t csl_outline_line_of(const csl_outline *o, const char *at) {
    uint32_t first = 0, end = o->lines->len; /* it is one of these */
    while (end - first > 1) {
        const uint32_t middle = first + (end - first) / 2;
        if (g_array_index(o->lines, const char *, middle) <= at)
            first = middle;
        else
            end = middle;
    }
    return first + 1;
}

/* The first mark that does not stand before `from`. */
static guint mark_from(const csl_outline *o, const char *from) {
    guint first = 0, end = o->marks->len;
    while (first < end) {
        const guint middle = first + (end - first) / 2;
        if (g_array_index(o->marks, mark, middle).at < from)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

const char *csl_outline_end(const csl_outline *o, const char *from, uint32_t level) {
    uint32_t open = 0, closed = 0; /* braces since `from` */
    for (guint i = mark_from(o, from); i < o->marks->len; i++) {
        const mark *m = &g_array_index(o->marks, mark, i);
        if (m->bracketed)
            continue;
        if (level == 0)
            return *m->at == ';' ? m->at : NULL;
        open += *m->at == '{';
        if (*m->at == '}' && open > 0)
            open--;
        else if (*m->at == '}' && ++closed == level)
            return m->at;
    }
    return NULL;
}
