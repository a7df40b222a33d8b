/* What libclang complained about: errors for the lowering, missing includes for the log. */
#include "parse.h"
#include "../../files/words.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

static const char open_block[] = "expected '}'";

const char *csl_error_text(csl_ctx *ctx, const csl_source_error *e) {
    if (!e->file)
        return e->message;
    CXString name = clang_getFileName(e->file);
    const char *text =
        csl_format(ctx, "%s:%u:%u: %s", clang_getCString(name), e->line, e->col, e->message);
    clang_disposeString(name);
    return text;
}

static csl_source_error read_error(csl_ctx *ctx, CXDiagnostic d) {
    csl_source_error e = {0};
    clang_getExpansionLocation(clang_getDiagnosticLocation(d), &e.file, &e.line, &e.col, &e.offset);
    CXString message = clang_getDiagnosticSpelling(d);
    e.message = csl_strdup(ctx, clang_getCString(message));
    clang_disposeString(message);
    CXString category = clang_getDiagnosticCategoryText(d);
    e.user = strcmp(clang_getCString(category), "User-Defined Issue") == 0;
    clang_disposeString(category);
    return e;
}

/* `sizeof(T::member)` without `typename`, which nvcc takes. Where clang tells how to mend it, it
 * went on with the type; elsewhere recover/mends.c mends it. */
bool csl_is_missing_typename(const char *message) {
    static const char words[] = "missing 'typename' prior to dependent type name";
    return strncmp(message, words, sizeof words - 1) == 0;
}

const char *csl_missing_template(const char *message) {
    static const char words[] = "missing 'template' keyword prior to dependent template name '";
    return strncmp(message, words, sizeof words - 1) == 0 ? message + sizeof words - 1 : NULL;
}

/* An error of clang that hides nothing: nvcc takes `%laneid` for the register, a `__restrict__`
 * before the `*`, which clang leaves out, and an `alignas` behind `__shared__`, which clang before
 * 20 leaves out, in two wordings, and `typename B::C<int>` of a dependent B without `template`,
 * which clang takes for one. A type or a name may follow these words. */
static bool is_harmless(CXDiagnostic d) {
    static const char *const messages[] = {
        "invalid % escape in inline assembly string", "restrict requires a pointer or reference",
        "an attribute list cannot appear here", "'alignas' attribute cannot be applied to types",
        "use 'template' keyword to treat '"};
    CXString message = clang_getDiagnosticSpelling(d);
    bool harmless = false;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        harmless |= strncmp(clang_getCString(message), messages[i], strlen(messages[i])) == 0;
    harmless |=
        csl_is_missing_typename(clang_getCString(message)) && clang_getDiagnosticNumFixIts(d);
    clang_disposeString(message);
    return harmless;
}

static bool is_ours(CXFile file) {
    CXString name = clang_getFileName(file);
    const bool ours = csl_is_shim_path(clang_getCString(name));
    clang_disposeString(name);
    return ours;
}

/* Our own declarations have no bodies. clang says so where an argument of such a template is a type
 * that only this file can name. */
static bool is_undefined_of_ours(const csl_source_error *e) {
    return e->file && strstr(e->message, "is used but not defined in this translation unit") &&
           is_ours(e->file);
}

/* #error, or text that no declaration could make right: syntax, `#if` without an end. */
static bool is_of_syntax(CXDiagnostic d, const csl_source_error *e) {
    static const char *const categories[] = {"Parse Issue", "Lexical or Preprocessor Issue"};
    CXString category = clang_getDiagnosticCategoryText(d);
    const char *text = clang_getCString(category);
    bool syntax = e->user;
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        syntax |= strcmp(text, categories[i]) == 0;
    clang_disposeString(category);
    CXString message = clang_getDiagnosticSpelling(d);
    const char *words = clang_getCString(message);
    syntax &= !strstr(words, "unknown type name") && !strstr(words, "bracket nesting level");
    clang_disposeString(message);
    return syntax;
}

/* The error is of a name that nothing declares. */
static bool is_of_name(const csl_source_error *e) {
    static const char *const begin[] = {"unknown type name", "use of undeclared identifier",
                                        "no member named", "no template named", "no type named"};
    bool name = false;
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        name |= strncmp(e->message, begin[i], strlen(begin[i])) == 0;
    return name;
}

/* The error is of a name in a library that an embedded header stands for, which has not all of it.
 */
static bool is_of_library(const csl_source_error *e) {
    static const char *const namespaces[] = {"'std'", "'at'",   "'c10'",     "'torch'",
                                             "'cub'", "'cute'", "'cutlass'", "'thrust'"};
    bool library = false;
    for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
        library |= ends_with(e->message, namespaces[i]);
    return library && is_of_name(e);
}

/* What is wrong behind such a name in its line comes of that, and what is wrong in a file that
 * misses a name of a library may come of ours. */
static bool may_follow(const csl_source_error *before, uint32_t n, const csl_source_error *e) {
    for (uint32_t i = 0; i < n; i++)
        if (is_of_library(&before[i]) ||
            (is_of_name(&before[i]) && before[i].line == e->line && before[i].file && e->file &&
             csl_same_file(before[i].file, e->file)))
            return true;
    return false;
}

/* It lies in what was added behind the text of the file: a use of an instance that a condition of
 * the preprocessor took away, say. Not so at its first character, which is a semicolon: there is
 * told what the file leaves open. */
static bool is_added(const csl_unit *unit, CXFile main_file, const csl_source_error *e) {
    size_t size = 0;
    return e->file && main_file && e->offset > unit->own_bytes && e->offset - unit->own_bytes > 1 &&
           csl_same_file(e->file, main_file) && clang_getFileContents(unit->tu, main_file, &size) &&
           e->offset < size;
}

/* Reads of its notes what it is about, too. */
static void read_notes(const csl_unit *unit, CXFile main_file, CXDiagnostic d,
                       csl_source_error *of) {
    const CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        csl_source_error e = {.message = ""};
        clang_getExpansionLocation(clang_getDiagnosticLocation(note), &e.file, NULL, NULL,
                                   &e.offset);
        of->asked |= is_added(unit, main_file, &e);
        of->of_ours |= e.file && is_ours(e.file);
        clang_disposeDiagnostic(note);
    }
}

/* A block that the end of the text leaves open is told where it begins. */
static void tell_where_open(const csl_unit *unit, CXFile main_file, CXDiagnostic d,
                            csl_source_error *e) {
    const CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    csl_source_error at = {0};
    if (strncmp(e->message, open_block, strlen(open_block)) != 0 || !e->file || !main_file ||
        !csl_same_file(e->file, main_file) || e->offset < unit->own_bytes ||
        !clang_getNumDiagnosticsInSet(notes))
        return;
    CXDiagnostic note = clang_getDiagnosticInSet(notes, 0);
    clang_getExpansionLocation(clang_getDiagnosticLocation(note), &at.file, &at.line, &at.col,
                               &at.offset);
    clang_disposeDiagnostic(note);
    e->file = at.file, e->line = at.line, e->col = at.col, e->offset = at.offset;
    e->message = "a block that is never closed";
}

/* The line begins a part of the text that a macro of the user decides: `#if`, `#ifdef` or `#elif`
 * of a name that is not reserved. `#ifndef` is left out, as it guards a header. */
static bool is_condition(const char *line, const char *end) {
    const char *s = csl_behind_hash(line, end);
    if (!s || strncmp(s, "ifndef", 6) == 0 ||
        (strncmp(s, "if", 2) != 0 && strncmp(s, "elif", 4) != 0))
        return false;
    while (s < end && csl_is_word_char(*s))
        s++;
    while (s < end) {
        const char *word = s;
        while (s < end && csl_is_word_char(*s))
            s++;
        if (s == word)
            s++;
        else if (isalpha((unsigned char)*word) && !(s - word == 7 && !strncmp(word, "defined", 7)))
            return true;
    }
    return false;
}

/* Not what a compiler is given by itself. */
static bool is_header(const char *path) {
    static const char *const sources[] = {".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
    bool header = true;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        header &= !ends_with(path, sources[i]);
    return header;
}

static void note_stand_in(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    CXString name = clang_getFileName(file);
    *(bool *)data |= csl_vendor_header(clang_getCString(name)) != NULL;
    clang_disposeString(name);
}

/* It includes headers of a library for which ours stand in: these have not all names. */
static bool has_stand_ins(const csl_unit *unit) {
    bool any = false;
    clang_getInclusions(unit->tu, note_stand_in, &any);
    return any;
}

/* A compiler reads a header behind what includes it, and a `#error`, or what a condition above the
 * error leaves out, may hang on a macro that a build defines. With the headers themselves, in place
 * of ours, there may be no error. */
static csl_build_doubt doubt_of(const csl_unit *unit, const csl_source_error *e) {
    size_t size = 0;
    const char *text = e->file ? clang_getFileContents(unit->tu, e->file, &size) : NULL;
    if (is_header(unit->path) || has_stand_ins(unit) || (e->file && is_ours(e->file)))
        return CSL_BUILD_DECIDES;
    if (unit->options->built)
        return CSL_BUILD_GIVEN;
    if (!text)
        return CSL_BUILD_MISSING;
    if (e->user)
        return CSL_BUILD_DECIDES;
    const char *const at = text + (e->offset < size ? e->offset : size);
    for (const char *line = text, *end; line < at; line = end + 1) {
        end = memchr(line, '\n', (size_t)(at - line));
        end = end ? end : at;
        if (is_condition(line, end))
            return CSL_BUILD_DECIDES;
    }
    return CSL_BUILD_MISSING;
}

void csl_collect_errors(csl_unit *unit, csl_parse_log *log) {
    unsigned n = clang_getNumDiagnostics(unit->tu);
    CXFile main_file = clang_getFile(unit->tu, unit->path);
    csl_source_error *errors = csl_alloc(unit->ctx, n * sizeof *errors);
    log->notes = csl_alloc(unit->ctx, n * sizeof *log->notes);
    log->nnotes = 0;
    log->broken = NULL; /* of the parse before */
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(unit->tu, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !is_harmless(d)) {
            csl_source_error *e = &errors[unit->nerrors++];
            *e = read_error(unit->ctx, d);
            read_notes(unit, main_file, d, e);
            tell_where_open(unit, main_file, d, e);
            if (is_added(unit, main_file, e) || is_undefined_of_ours(e))
                unit->nerrors--;
            else if (ends_with(e->message, "file not found"))
                log->notes[log->nnotes++] = csl_error_text(unit->ctx, e);
            else if (!log->broken && is_of_syntax(d, e) &&
                     !may_follow(errors, unit->nerrors - 1, e)) {
                log->broken = csl_error_text(unit->ctx, e);
                log->doubt = doubt_of(unit, e);
            }
        }
        clang_disposeDiagnostic(d);
    }
    unit->errors = errors;
    if (log->nnotes) /* a header that is not there may have declared it */
        log->broken = NULL;
}

bool csl_misses_std(const csl_unit *unit) {
    bool misses = false;
    for (uint32_t i = 0; i < unit->nerrors && !misses; i++)
        misses = ends_with(unit->errors[i].message, "in namespace 'std'");
    return misses && !unit->options->whole_std && !csl_has_whole_std(unit);
}

bool csl_clashes_with_std(const csl_unit *unit) {
    bool clashes = false;
    for (uint32_t i = 0; i < unit->nerrors && unit->precompiled && !clashes; i++)
        clashes = unit->errors[i].of_ours &&
                  (ends_with(unit->errors[i].message, "is ambiguous") ||
                   strncmp(unit->errors[i].message, "redefinition of", 15) == 0);
    return clashes;
}

void csl_note_errors(const csl_unit *unit, csl_parse_log *log) {
    const char **notes =
        csl_alloc(unit->ctx, (log->nnotes + CSL_ROOM_parse_errors) * sizeof *notes);
    if (log->nnotes)
        memcpy(notes, log->notes, log->nnotes * sizeof *notes);
    for (uint32_t i = 0, added = 0; i < unit->nerrors && added < CSL_ROOM_parse_errors; i++) {
        if (unit->errors[i].open || ends_with(unit->errors[i].message, "file not found"))
            continue;
        notes[log->nnotes++] = csl_error_text(unit->ctx, &unit->errors[i]);
        added++;
    }
    log->notes = notes;
}
