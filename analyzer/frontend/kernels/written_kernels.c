/* The kernels that stand in the text of a file against those that were found in it.
 *
 * Counted is the word __global__, and any macro of the unit whose definition holds it, where a
 * function with a body follows: outside comments, strings and directives. */
#include "../../files/words.h"
#include "kernels.h"
#include "../../limits/limits.h"

#include <ctype.h>

typedef struct span {
    const char *s, *end;
    bool turned; /* it is the `#else` of that directive that is open */
} span;

typedef struct counting {
    const csl_unit *unit;
    const csl_module *module;
    csl_parse_log *log;
    const char *macros[CSL_ROOM_global_macros];
    unsigned nmacros;
    span conditions[CSL_ROOM_written_conditions]; /* the directives that are open */
    unsigned nconditions;
} counting;

const char *csl_behind_text(const char *s, const char *end) {
    if (s + 1 < end && s[0] == '/' && s[1] == '/') {
        const char *line = memchr(s, '\n', (size_t)(end - s));
        return line ? line : end;
    }
    if (s + 1 < end && s[0] == '/' && s[1] == '*') {
        for (s += 2; s + 1 < end && !(s[0] == '*' && s[1] == '/');)
            s++;
        return s + 2 < end ? s + 2 : end;
    }
    if (*s != '"' && *s != '\'')
        return NULL;
    const char quote = *s;
    for (s++; s < end && *s != quote && *s != '\n'; s++)
        s += *s == '\\' && s + 1 < end;
    return s < end ? s + 1 : end;
}

/* The end of a directive: of its last line that is continued. */
static const char *end_of_directive(const char *s, const char *end) {
    while (s < end && *s != '\n') {
        const char *behind =
            s[0] == '/' && s + 1 < end && s[1] == '*' ? csl_behind_text(s, end) : NULL;
        if (*s == '\\' && s + 1 < end)
            s++;
        s = behind ? behind : s + 1;
    }
    return s < end ? s : end;
}

/* A body follows, not a semicolon. */
static bool is_definition(const char *s, const char *end) {
    int depth = 0;
    while (s < end) {
        const char *behind = csl_behind_text(s, end);
        if (behind) {
            s = behind;
            continue;
        }
        depth += *s == '(';
        depth -= *s == ')';
        if (depth == 0 && (*s == '{' || *s == ';' || *s == '}' || *s == '#'))
            return *s == '{';
        s++;
    }
    return false;
}

static bool same_word(const char *s, size_t n, const char *word) {
    return strlen(word) == n && strncmp(s, word, n) == 0;
}

static bool stands_for_global(const counting *c, const char *s, size_t n) {
    bool any = same_word(s, n, "__global__");
    for (unsigned i = 0; i < c->nmacros && !any; i++)
        any = same_word(s, n, c->macros[i]);
    return any;
}

/* `#define NAME ... __global__ ...`: not one that only mentions it in the body of a function. */
static void note_macro(counting *c, const char *s, const char *end) {
    static const char define[] = "define", word[] = "__global__";
    while (s < end && (*s == '#' || *s == ' ' || *s == '\t'))
        s++;
    if ((size_t)(end - s) < sizeof define || strncmp(s, define, strlen(define)) != 0)
        return;
    for (s += strlen(define); s < end && (*s == ' ' || *s == '\t');)
        s++;
    size_t n = 0;
    while (s + n < end && csl_is_word_char(s[n]))
        n++;
    for (const char *at = s + n; at + strlen(word) <= end && c->nmacros < CSL_ROOM_global_macros;
         at++)
        if (strncmp(at, word, strlen(word)) == 0) {
            c->macros[c->nmacros++] = csl_strndup(c->unit->ctx, s, n);
            return;
        }
}

static void take_macros(counting *c, const char *text, size_t size) {
    const char *end = text + size;
    for (const char *s = text; s < end;) {
        const char *line = memchr(s, '\n', (size_t)(end - s));
        if (*s == '#') {
            line = end_of_directive(s, end);
            note_macro(c, s, line);
        }
        s = line ? line + 1 : end;
    }
}

static void note_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    counting *c = data;
    CXString name = clang_getFileName(file);
    size_t size = 0;
    const char *text = clang_getFileContents(c->unit->tu, file, &size);
    if (depth > 0 && text && !csl_is_shim_path(clang_getCString(name)) &&
        strstr(text, "__global__")) /* the text ends with a NUL */
        take_macros(c, text, size);
    clang_disposeString(name);
}

static void note_condition(counting *c, const char *s, const char *end) {
    const char *at = s + 1;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    size_t n = (size_t)(end - at);
    if (n > 2 && strncmp(at, "if", 2) == 0) {
        if (c->nconditions < CSL_ROOM_written_conditions)
            c->conditions[c->nconditions] = (span){s, end, false};
        c->nconditions++;
    } else if (n > 2 && strncmp(at, "el", 2) == 0 && c->nconditions &&
               c->nconditions <= CSL_ROOM_written_conditions) {
        span *last = &c->conditions[c->nconditions - 1];
        *last = n > 4 && strncmp(at, "elif", 4) == 0 ? (span){s, end, false}
                                                     : (span){last->s, last->end, true};
    } else if (n >= 5 && strncmp(at, "endif", 5) == 0 && c->nconditions) {
        c->nconditions--;
    }
}

/* `#if 0`: it is not meant to be compiled. */
static bool is_out(const counting *c) {
    for (unsigned i = 0; i < c->nconditions && i < CSL_ROOM_written_conditions; i++) {
        if (c->conditions[i].turned)
            continue;
        const char *s = c->conditions[i].s + 1;
        while (*s == ' ' || *s == '\t')
            s++;
        if (strncmp(s, "if 0", 4) == 0 && !csl_is_word_char(s[4]))
            return true;
    }
    return false;
}

const csl_kernel *csl_kernel_on_line(const csl_module *m, const char *path, uint32_t line) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_place *r = m->kernels[i].region;
        if (r && strcmp(m->files[r->file].path, path) == 0 && r->line <= line &&
            line <= r->end_line)
            return &m->kernels[i];
    }
    return NULL;
}

static void note_unseen(counting *c, uint32_t line) {
    csl_ctx *ctx = c->unit->ctx;
    const char *why = "";
    if (c->nconditions && c->nconditions <= CSL_ROOM_written_conditions) {
        span s = c->conditions[c->nconditions - 1];
        size_t n = (size_t)(s.end - s.s);
        why = csl_format(ctx, "behind %s`%s`", s.turned ? "`#else` of " : "",
                         csl_strndup(ctx, s.s, n < 80 ? n : 80));
    }
    if (!csl_limit_reached(CSL_LIMIT_unseen_kernels, c->log->nunseen))
        c->log->unseen[c->log->nunseen++] = csl_format(ctx, "%u\t%s", line, why);
}

static void count(counting *c, const char *path, span text) {
    uint32_t line = 1;
    bool fresh = true; /* nothing on the line so far */
    for (const char *s = text.s, *next; s < text.end; s = next) {
        next = csl_behind_text(s, text.end);
        size_t n = 1;
        if (!next && *s == '#' && fresh) {
            next = end_of_directive(s, text.end);
            note_macro(c, s, next);
            note_condition(c, s, next);
        } else if (!next && csl_is_word_char(*s)) {
            for (n = 0; s + n < text.end && csl_is_word_char(s[n]);)
                n++;
            next = s + n;
            if (stands_for_global(c, s, n) && is_definition(next, text.end) && !is_out(c)) {
                c->log->written++;
                if (!csl_kernel_on_line(c->module, path, line))
                    note_unseen(c, line);
            }
        } else if (!next) {
            next = s + 1;
        }
        fresh = (fresh && (*s == ' ' || *s == '\t')) || *s == '\n';
        for (const char *at = s; at < next; at++)
            line += *at == '\n';
    }
}

void csl_count_written(const csl_unit *unit, const csl_module *m, csl_parse_log *log) {
    counting c = {.unit = unit, .module = m, .log = log};
    CXFile file = clang_getFile(unit->tu, unit->path);
    size_t size = 0;
    const char *text = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    if (!text)
        return;
    clang_getInclusions(unit->tu, note_header, &c);
    log->unseen = csl_alloc(unit->ctx, CSL_LIMIT(unseen_kernels) * sizeof *log->unseen);
    count(&c, unit->path, (span){text, text + size, false});
}
