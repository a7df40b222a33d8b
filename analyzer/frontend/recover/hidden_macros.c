/* Device code that a missing header hides.
 *
 *     #include "project.h"          // not found; it would define HAVE_MMA
 *     __global__ void f(...) {
 *     #ifdef HAVE_MMA
 *         __shared__ float tile[256]; ...
 *     #else
 *         NO_CODE;
 *     #endif
 *
 * A kernel is written for what it does, so where such a condition hides what threads of a block do
 * together and shows nothing of the kind, the macro is taken to be defined. So it is where all of
 * the file is behind it (`#ifdef USE_CUDA`). Whole functions may be hidden as long as there are
 * kernels beside them: they are variants for other types or devices.
 *
 * Where a file has errors, the macro of a build for CUDA is taken to be defined as well
 * (backend_macros.h).
 */
#include <ctype.h>
#include <glib.h>
#include <string.h>

#include "../../files/words.h"
#include "recover.h"
#include "backend_macros.h"
#include "define_text.h"
#include "name_words.h"
#include "../../limits/limits.h"

#define LONG_CODE 600 /* characters: more than a barrier and what belongs to it */

typedef struct span {
    const char *s, *end;
} span;

/* One #if up to its #endif. */
typedef struct condition {
    span test;         /* the line of the #if behind the word; with it */
    const char *word;  /* "if", "ifdef", "ifndef" */
    const char *begin; /* of the code behind it */
    span then, other;  /* its code; other: NULL if there is no #else */
    bool elif;
} condition;

typedef struct finder {
    const csl_unit *unit;
    span text;      /* of the main file */
    GString *files; /* text of all files, to look for definitions in */
    const char *names[CSL_ROOM_hidden_macros];
    unsigned n;
} finder;

static bool holds(span code, const char *word) {
    return code.s && g_strstr_len(code.s, code.end - code.s, word);
}

/* Threads of a block work together in it. */
static bool works(span code) {
    return holds(code, "__shared__") || holds(code, "__global__") ||
           (holds(code, "__sync") && code.end - code.s > LONG_CODE);
}

/* There are whole functions in the code, and kernels besides. */
static bool is_variant(const finder *f, span code) {
    const span before = {f->text.s, code.s}, behind = {code.end, f->text.end};
    return (holds(code, "__global__") || holds(code, "__device__")) &&
           (holds(before, "__global__") || holds(behind, "__global__"));
}

/* Neither the user nor a file says what the macro is. */
static bool is_open(const finder *f, const char *name) {
    return !csl_is_given_macro(f->unit->options, name) &&
           !csl_text_defines(f->files->str, f->files->len, name, strlen(name));
}

/* A macro of the project for what the code needs, not one for another compiler or for tests, nor
 * one that the user decides. */
static bool may_be_assumed(const finder *f, const char *name) {
    return name[0] != '_' && !csl_has_word(name, CSL_NAMES_ELSEWHERE) && is_open(f, name);
}

static bool is_assumed(const finder *f, const char *name) {
    for (unsigned i = 0; i < f->n; i++)
        if (strcmp(f->names[i], name) == 0)
            return true;
    return false;
}

/* All names of a condition, or none. */
static void assume(finder *f, const GPtrArray *names) {
    for (guint i = 0; i < names->len; i++)
        if (!is_assumed(f, names->pdata[i]) && !may_be_assumed(f, names->pdata[i]))
            return;
    for (guint i = 0; i < names->len && f->n < CSL_ROOM_hidden_macros; i++)
        if (!is_assumed(f, names->pdata[i]))
            f->names[f->n++] = names->pdata[i];
}

/* One of the names hides other code as well. */
static bool is_related(const finder *f, const GPtrArray *names) {
    for (guint i = 0; i < names->len; i++)
        if (is_assumed(f, names->pdata[i]))
            return true;
    return false;
}

/* The names of a condition like "defined(A) && B", in which nothing is negated or compared; with
 * `negated`, the one of "!defined(A)". False if it has another form. */
static bool read_names(finder *f, span test, bool negated, GPtrArray *names) {
    bool neg = false;
    for (const char *s = test.s; s < test.end;) {
        if (*s == '/' && s + 1 < test.end && (s[1] == '/' || s[1] == '*'))
            break;
        if (isalpha((unsigned char)*s) || *s == '_') {
            const char *from = s;
            while (s < test.end && csl_is_word_char(*s))
                s++;
            char *name = g_strndup(from, (gsize)(s - from));
            if (strcmp(name, "defined") != 0)
                g_ptr_array_add(names, csl_strdup(f->unit->ctx, name));
            g_free(name);
            continue;
        }
        neg |= *s == '!';
        if (!strchr(" \t()&!\r", *s))
            return false;
        s++;
    }
    return names->len && neg == negated && (!negated || names->len == 1);
}

static void judge(finder *f, const condition *c) {
    bool negated = strncmp(c->word, "ifndef", 6) == 0;
    bool plain_if = strncmp(c->word, "if", 2) == 0 && !csl_is_word_char(c->word[2]);
    if (c->elif || (!negated && !plain_if && strncmp(c->word, "ifdef", 5) != 0))
        return;
    for (int k = 0; k < 2; k++) { /* the code is behind A, or behind the #else of !A */
        span hidden = k ? c->other : c->then, shown = k ? c->then : c->other;
        if ((negated && !k) || (!negated && !plain_if && k) || works(shown) ||
            is_variant(f, hidden))
            continue;
        GPtrArray *names = g_ptr_array_new();
        if (read_names(f, c->test, k && plain_if, names) && (works(hidden) || is_related(f, names)))
            assume(f, names);
        g_ptr_array_free(names, TRUE);
    }
}

static bool directive(span line, const char *word, const char **at) {
    const size_t n = strlen(word);
    *at = csl_behind_hash(line.s, line.end);
    return *at && (size_t)(line.end - *at) >= n && strncmp(*at, word, n) == 0;
}

static void read_text(finder *f, const char *text, size_t length) {
    condition stack[CSL_ROOM_nested_conditions];
    unsigned depth = 0;
    const char *end = text + length, *at;
    for (const char *s = text; s < end;) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        span line = {s, stop ? stop : end};
        s = line.end + 1;
        if (directive(line, "if", &at)) {
            const char *behind = at;
            while (behind < line.end && csl_is_word_char(*behind))
                behind++;
            if (depth < CSL_ROOM_nested_conditions)
                stack[depth] = (condition){.test = {behind, line.end}, .word = at, .begin = s};
            depth++;
        } else if (depth > 0 && depth <= CSL_ROOM_nested_conditions && directive(line, "el", &at)) {
            condition *c = &stack[depth - 1];
            c->elif |= strncmp(at, "else", 4) != 0;
            c->then = (span){c->begin, line.s};
            c->other = (span){s, s};
        } else if (depth > 0 && directive(line, "endif", &at)) {
            depth--;
            if (depth >= CSL_ROOM_nested_conditions)
                continue;
            condition *c = &stack[depth];
            if (c->other.s)
                c->other.end = line.s;
            else
                c->then = (span){c->begin, line.s};
            judge(f, c);
        }
    }
}

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    finder *f = data;
    CXString name = clang_getFileName(file);
    size_t size = 0;
    const char *text = clang_getFileContents(f->unit->tu, file, &size);
    if (text && clang_getCString(name) && !csl_is_shim_path(clang_getCString(name)))
        g_string_append_len(f->files, text, (gssize)size);
    clang_disposeString(name);
}

static void assume_backend(void *user, const char *name, size_t length) {
    finder *f = user;
    const char *macro = csl_strndup(f->unit->ctx, name, length);
    if (f->n < CSL_ROOM_hidden_macros && !is_assumed(f, macro) && is_open(f, macro))
        f->names[f->n++] = macro;
}

static bool misses_header(const csl_unit *unit) {
    for (uint32_t i = 0; i < unit->nerrors; i++)
        if (strstr(unit->errors[i].message, "' file not found"))
            return true;
    return false;
}

typedef struct own {
    const csl_unit *unit;
    bool found;
} own;

static enum CXChildVisitResult find_own(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    own *o = data;
    CXSourceLocation at = clang_getCursorLocation(c);
    unsigned offset = 0;
    clang_getExpansionLocation(at, NULL, NULL, NULL, &offset);
    o->found = clang_Location_isFromMainFile(at) && offset < o->unit->own_bytes;
    return o->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* All that the file declares is hidden, without an #error about it: its build system defines the
 * macro. */
static bool is_empty(const csl_unit *unit) {
    if (unit->nerrors)
        return false;
    own o = {unit, false};
    csl_visit_declarations(unit, find_own, &o);
    return !o.found;
}

const csl_parse_options *csl_with_macros(const csl_unit *unit) {
    const csl_parse_options *options = unit->options;
    const bool hides = misses_header(unit) || is_empty(unit);
    if (options->assumed || (!hides && !unit->nerrors))
        return NULL;
    finder f = {.unit = unit, .files = g_string_new(NULL)};
    clang_getInclusions(unit->tu, add_file, &f);
    CXFile main_file = clang_getFile(unit->tu, unit->path);
    size_t size = 0;
    const char *text = clang_getFileContents(unit->tu, main_file, &size);
    size = size < unit->own_bytes ? size : unit->own_bytes;
    f.text = (span){text, text + size};
    for (int i = 0; i < 2 && text && hides; i++) /* the second time for what is related */
        read_text(&f, text, size);
    if (unit->nerrors)
        csl_find_backend_macros(f.files->str, f.files->len, assume_backend, &f);
    g_string_free(f.files, TRUE);
    if (!f.n)
        return NULL;
    csl_parse_options *with = CSL_NEW(unit->ctx, csl_parse_options);
    const char **args = csl_alloc(unit->ctx, (options->nargs + f.n) * sizeof *args);
    *with = *options;
    with->args = args;
    if (options->nargs)
        memcpy(args, options->args, options->nargs * sizeof *args);
    for (unsigned i = 0; i < f.n; i++)
        args[with->nargs++] = csl_format(unit->ctx, "-D%s", f.names[i]);
    with->assumed = csl_intern(
        unit->ctx, csl_format(unit->ctx, "`%s`%s, which nothing defines, %s defined", f.names[0],
                              f.n > 1 ? " and other macros" : "", f.n > 1 ? "are" : "is"));
    return with;
}
