/* Explicit instantiations that a macro of the project writes, `DECLARE_CASE(float);`, where the
 * macro begins with `template`. As prepare.c says, libclang shows no cursor for them. Behind the
 * last line the same uses stand once more, in a class and with `friend` for `template`: a friend
 * declaration names the instance, and has a cursor.
 *
 * So do those that the source writes itself inside a namespace.
 *
 * The definition of the macro is looked for in the text of the file and of the headers that it
 * includes by a path relative to itself. Lines are found by their looks, so that a use that
 * conditions of the preprocessor remove is repeated as well. */
#include "../../files/words.h"
#include "parse.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct span {
    const char *s, *end;
} span;

typedef struct source {
    char *text;
    const char *path;
} source;

typedef struct finder {
    source texts[CSL_ROOM_macro_headers + 1]; /* the file itself first */
    char *paths[CSL_ROOM_macro_headers + 1];
    unsigned ntexts;
    span spaces[CSL_ROOM_macro_namespaces]; /* what opens each namespace around, or extern "C" */
    unsigned nspaces, blocks, nuses;
    FILE *out;
} finder;

static span word_at(const char *s) {
    const char *end = s;
    while (csl_is_word_char(*end))
        end++;
    return (span){s, end};
}

static bool is(span w, const char *text) {
    return (size_t)(w.end - w.s) == strlen(text) && strncmp(w.s, text, strlen(text)) == 0;
}

static const char *skip_blank(const char *s) {
    while (isspace((unsigned char)*s) || (*s == '\\' && (s[1] == '\n' || s[1] == '\r')))
        s++;
    return s;
}

/* Behind the directive at s, with the lines that continue it. */
static const char *skip_directive(const char *s) {
    while (*s && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return s;
}

/* Behind the comment, string or character at s; s if there is none. */
static const char *skip_text(const char *s) {
    if (s[0] == '/' && s[1] == '/')
        return skip_directive(s);
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (*s != '"' && *s != '\'')
        return s;
    const char *end = s + 1;
    while (*end && *end != *s && *end != '\n')
        end += *end == '\\' && end[1] ? 2 : 1;
    return *end ? end + 1 : end;
}

/* Behind the parenthesis that closes the one at s; NULL if none does. */
static const char *skip_parentheses(const char *s) {
    unsigned depth = 0;
    for (; *s; s++) {
        depth += *s == '(' ? 1u : 0u;
        depth -= *s == ')' ? 1u : 0u;
        if (depth == 0)
            return s + 1;
    }
    return NULL;
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* The last `#define NAME(` in the text before `end`, from its `#` on; NULL if there is none. */
static const char *find_define(const char *text, const char *end, span name) {
    const char *found = NULL;
    for (const char *p = text; (p = strchr(p, '#')) && p < end; p++) {
        const char *s = p + 1;
        while (*s == ' ' || *s == '\t')
            s++;
        span word = word_at(s);
        span defined = word_at(skip_blank(word.end));
        if (is(word, "define") && defined.end - defined.s == name.end - name.s &&
            strncmp(defined.s, name.s, (size_t)(name.end - name.s)) == 0 && *defined.end == '(')
            found = p;
    }
    return found;
}

static bool writes_instance(const finder *f, span name, const char *end, unsigned depth,
                            span *definition) {
    for (unsigned i = 0; i < f->ntexts; i++) {
        const char *text = f->texts[i].text;
        const char *define = find_define(text, i == 0 ? end : text + strlen(text), name);
        const char *body = define ? skip_parentheses(strchr(define, '(')) : NULL;
        if (!body)
            continue;
        span first = word_at(body = skip_blank(body));
        *definition = i == 0 ? (span){define, skip_directive(define)} : (span){NULL, NULL};
        if (is(first, "template"))
            return *skip_blank(first.end) != '<';
        span inner;
        return depth > 0 && first.end > first.s && *skip_blank(first.end) == '(' &&
               writes_instance(f, first, end, depth - 1, &inner);
    }
    return false;
}

/* Reads the headers that text number i includes by a path relative to itself. */
static void read_headers(finder *f, unsigned i) {
    const char *path = f->texts[i].path, *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash + 1 - path) : 0;
    for (const char *p = f->texts[i].text;
         (p = strchr(p, '#')) && f->ntexts <= CSL_ROOM_macro_headers; p++) {
        const char *s = p + 1;
        while (*s == ' ' || *s == '\t')
            s++;
        span word = word_at(s);
        const char *quote = skip_blank(word.end);
        const char *end = *quote == '"' ? strchr(quote + 1, '"') : NULL;
        if (!is(word, "include") || !end)
            continue;
        size_t size = (size_t)folder + (size_t)(end - quote) + 1;
        char *name = malloc(size);
        if (!name)
            abort();
        snprintf(name, size, "%.*s%.*s", folder, path, (int)(end - quote - 1), quote + 1);
        bool known = false;
        for (unsigned j = 0; j < f->ntexts; j++)
            known = known || strcmp(f->texts[j].path, name) == 0;
        char *text = known ? NULL : csl_read_source(name);
        if (!text) {
            free(name);
            continue;
        }
        f->paths[f->ntexts] = name;
        f->texts[f->ntexts++] = (source){text, name};
    }
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* Behind the name in "RESULT NAME(PARAMS)", if it is not qualified and no arguments are there: as a
 * friend it would be a function of its own. `end` otherwise. */
static const char *without_arguments(const char *s, const char *end) {
    const char *close = memchr(s, '(', (size_t)(end - s));
    while (close && close > s && isspace((unsigned char)close[-1]))
        close--;
    const char *name = close;
    while (name && name > s && csl_is_word_char(name[-1]))
        name--;
    return !name || name == s || name == close || name[-1] == ':' ? end : close;
}

/* What stands from s to `end`, once more as a member of a class. */
static void repeat(finder *f, const char *s, const char *end) {
    for (unsigned i = 0; i < f->nspaces; i++)
        fprintf(f->out, "%.*s {\n", (int)(f->spaces[i].end - f->spaces[i].s), f->spaces[i].s);
    const char *name = without_arguments(s, end);
    fprintf(f->out, "class __csl_uses_%u { %.*s%s%.*s; };\n", f->nuses++, (int)(name - s), s,
            name < end ? "<>" : "", (int)(end - name), name);
    for (unsigned i = 0; i < f->nspaces; i++)
        fputs("}\n", f->out);
}

static void add_use(finder *f, span name, const char *end) {
    if (f->ntexts == 1)
        for (unsigned i = 0; i < f->ntexts && f->ntexts <= CSL_ROOM_macro_headers; i++)
            read_headers(f, i);
    span definition;
    if (csl_limit_reached(CSL_LIMIT_macro_uses, f->nuses) ||
        !writes_instance(f, name, name.s, CSL_LIMIT(macro_nesting), &definition))
        return;
    if (definition.s) /* the source may have ended it since */
        fprintf(f->out, "#undef %.*s\n%.*s\n", (int)(name.end - name.s), name.s,
                (int)(definition.end - definition.s), definition.s);
    repeat(f, name.s, end);
}

/* `template void run<float>(float *);` in a namespace: prepare.c knows names of none. */
static void add_plain(finder *f, span word) {
    const char *end = strchr(word.end, ';');
    if (f->nspaces && !csl_limit_reached(CSL_LIMIT_macro_uses, f->nuses) && end &&
        *skip_blank(word.end) != '<')
        repeat(f, word.s, end);
}

/* A block begins at `brace`; `from` is behind the statement before. */
static void open_block(finder *f, const char *from, const char *brace) {
    span word = word_at(skip_blank(from)), next = word_at(skip_blank(word.end));
    bool space = is(word, "namespace") || is(next, "namespace");
    bool linkage = is(word, "extern") && *skip_blank(word.end) == '"';
    if (f->blocks || !(space || linkage) || f->nspaces == CSL_ROOM_macro_namespaces)
        f->blocks++;
    else
        f->spaces[f->nspaces++] = (span){word.s, brace};
}

static void find_uses(finder *f, const char *text) {
    const char *from = text; /* where a declaration may begin */
    for (const char *p = text, *next; *p; p = next) {
        next = p + 1;
        if (skip_text(p) > p) {
            next = skip_text(p);
            if (*p == '/' && skip_blank(from) == p) /* a comment before a declaration */
                from = next;
        } else if (*p == '#') {
            next = from = skip_directive(p);
        } else if (*p == '{') {
            open_block(f, from, p);
            from = next;
        } else if (*p == '}') {
            *(f->blocks || !f->nspaces ? &f->blocks : &f->nspaces) -= f->blocks || f->nspaces;
            from = next;
        } else if (*p == ';') {
            from = next;
        } else if (csl_is_word_char(*p)) {
            span name = word_at(p);
            const char *open = skip_blank(name.end);
            const char *end = *open == '(' ? skip_parentheses(open) : NULL;
            next = name.end;
            if (!f->blocks && skip_blank(from) == p && is(name, "template"))
                add_plain(f, name);
            if (end && !f->blocks && skip_blank(from) == p) {
                add_use(f, name, end);
                from = *skip_blank(end) == '{' ? from : end;
                next = end;
            }
        }
    }
}

char *csl_macro_uses(const char *path, const char *contents) {
    char *text = NULL;
    size_t size = 0;
    finder f = {.ntexts = 1, .out = open_memstream(&text, &size)};
    if (!f.out)
        abort();
    f.texts[0] = (source){(char *)contents, path};
    fputs("\n#define template friend\n", f.out);
    find_uses(&f, contents);
    fputs("#undef template\n", f.out);
    fclose(f.out);
    if (!f.nuses)
        *text = '\0';
    for (unsigned i = 1; i < f.ntexts; i++) {
        free(f.texts[i].text);
        free(f.paths[i]);
    }
    return text;
}
