/* Conditions of the preprocessor that a missing header decides: `#if PROJECT_VERSION >= 3` around a
 * barrier, where nothing that was read defines the name. */
#define _GNU_SOURCE /* memmem */
#include <ctype.h>

#include "../../files/words.h"
#include "../../limits/limits.h"
#include "../parse/parse.h"
#include "define_text.h"
#include "name_words.h"
#include "recover.h"

typedef struct text {
    const char *at, *end;
} text;

typedef struct group {
    uint32_t offset, line;
    bool open; /* a name in its conditions is not defined */
} group;

typedef struct reading {
    csl_unit *unit;
    CXFile file;
    text all;
    group groups[CSL_ROOM_nested_conditions];
    unsigned depth;
    csl_source_error *errors;
    uint32_t nerrors, cap;
} reading;

/* The word is a whole one of the text. */
static bool names(text t, const char *word) {
    return csl_text_names(t.at, (size_t)(t.end - t.at), word, strlen(word));
}

typedef struct definition {
    const csl_unit *unit;
    text name;
    bool found;
} definition;

/* Some file that was read has a `#define` of the name, reached or not. */
static void look_in(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
    definition *d = data;
    size_t size = 0;
    const char *p = d->found ? NULL : clang_getFileContents(d->unit->tu, file, &size);
    (void)stack;
    (void)n;
    d->found |= p && csl_text_defines(p, size, d->name.at, (size_t)(d->name.end - d->name.at));
}

/* Our declarations that every source begins with have one, which are not read as text as a rule. */
static bool is_of_core(text name) {
    size_t size;
    const char *core;
    for (unsigned i = 0; (core = csl_core_text(i, &size)); i++)
        if (csl_text_defines(core, size, name.at, (size_t)(name.end - name.at)))
            return true;
    return false;
}

static bool is_defined(const reading *r, text name) {
    definition d = {r->unit, name, is_of_core(name)};
    clang_getInclusions(r->unit->tu, look_in, &d);
    return d.found;
}

/* The user decides about it, or it is one of another compiler. */
static bool is_given(const reading *r, text name) {
    const char *word = csl_strndup(r->unit->ctx, name.at, (size_t)(name.end - name.at));
    return word[0] == '_' || csl_has_word(word, CSL_NAMES_ELSEWHERE) ||
           csl_is_given_macro(r->unit->options, word);
}

/* A name in the condition that nothing defines. */
static bool has_undefined(const reading *r, text condition) {
    for (const char *p = condition.at; p < condition.end;) {
        const char *from = p;
        while (p < condition.end && csl_is_word_char(*p))
            p++;
        const text name = {from, p};
        if (p == from)
            p++;
        else if (!isdigit((unsigned char)*from) && !names(name, "defined") && !is_given(r, name) &&
                 !is_defined(r, name))
            return true;
    }
    return false;
}

static void close_group(reading *r, const char *at) {
    static const char *const words[] = {"sync", "barrier", "wait", "arrive"};
    const group *g = &r->groups[--r->depth];
    const text inside = {r->all.at + g->offset, at};
    bool waits = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && g->open; i++)
        waits |=
            memmem(inside.at, (size_t)(inside.end - inside.at), words[i], strlen(words[i])) != NULL;
    if (!waits)
        return;
    CSL_GROW(r->unit->ctx, r->errors, r->nerrors, r->cap);
    r->errors[r->nerrors++] =
        (csl_source_error){.file = r->file,
                           .line = g->line,
                           .col = 1,
                           .offset = g->offset,
                           .message = "a header that is missing may decide this condition",
                           .open = true};
}

/* A line that begins with `#`. */
static void directive(reading *r, text line, uint32_t number) {
    const char *p = line.at;
    while (p < line.end && (*p == ' ' || *p == '\t' || *p == '#'))
        p++;
    const text rest = {p, line.end};
    const bool begins = line.end - p > 2 && strncmp(p, "if", 2) == 0;
    if (begins && r->depth < CSL_ROOM_nested_conditions)
        r->groups[r->depth++] = (group){(uint32_t)(line.at - r->all.at), number, false};
    if (!r->depth)
        return;
    const char *condition = p;
    while (condition < line.end && csl_is_word_char(*condition))
        condition++;
    if (begins || names(rest, "elif"))
        r->groups[r->depth - 1].open |= has_undefined(r, (text){condition, line.end});
    else if (names(rest, "endif"))
        close_group(r, line.at);
}

void csl_note_missing_macros(csl_unit *unit) {
    size_t size = 0;
    reading r = {.unit = unit, .file = clang_getFile(unit->tu, unit->path)};
    r.all.at = r.file ? clang_getFileContents(unit->tu, r.file, &size) : NULL;
    if (!r.all.at)
        return;
    r.all.end = r.all.at + (size < unit->own_bytes ? size : unit->own_bytes);
    uint32_t number = 1;
    for (const char *p = r.all.at, *end; p < r.all.end; p = end + 1, number++) {
        end = memchr(p, '\n', (size_t)(r.all.end - p));
        end = end ? end : r.all.end;
        const char *first = p;
        while (first < end && (*first == ' ' || *first == '\t'))
            first++;
        if (first < end && *first == '#')
            directive(&r, (text){first, end}, number);
    }
    if (!r.nerrors)
        return;
    csl_source_error *all = csl_alloc(unit->ctx, (unit->nerrors + r.nerrors) * sizeof *all);
    if (unit->nerrors)
        memcpy(all, unit->errors, unit->nerrors * sizeof *all);
    memcpy(all + unit->nerrors, r.errors, r.nerrors * sizeof *all);
    unit->errors = all;
    unit->nerrors += r.nerrors;
}
