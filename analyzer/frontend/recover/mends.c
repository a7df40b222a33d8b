/* What nvcc compiles and clang does not, where clang names the place: the file is parsed again with
 * what it misses there.
 *
 * Explicit arguments of a function template that are types, without `typename`:
 *
 *     load<axis, C::component>(dst.real, src.real);
 *
 * nvcc 13 takes this in a template, as C++17 and as C++20; it refuses `Pair<C::component> p;`.
 * A function template that is a member of a dependent type, with explicit arguments, without
 * `template`:
 *
 *     T::scale<2>(x), t.scale<N>(x), t->scale<N>(x)
 *
 * nvcc 13 takes these too; read as comparisons they compare a function.
 * Operands of inline assembly in a header without a comma between them, `"r"(a) "l"(b)` (those of
 * the file itself: parse/prepare.c).
 *
 * A grid or a block that is a list of initialisers, without `dim3` (told by the text alone,
 * foreseen_mends.c):
 *
 *     k<<<n, {32, 4}>>>(p)
 *
 * A macro that is a pragma, which nvcc's preprocessor writes out as one and clang does not read:
 *
 *     #define UNROLL #pragma unroll
 *
 * It says nothing of what threads do, so a comment is made of it.
 *
 * What is put where: parse/prepare.c.
 */
#include "recover.h"

#include <string.h>

#include "../../files/words.h"
#include "define_text.h"

/* A name with a scope begins at the place of the error, no macro that writes one. */
static bool misses_typename(const csl_source_error *e, const char *text, size_t size) {
    size_t at = e->offset;
    if (!csl_is_missing_typename(e->message))
        return false;
    while (at < size && csl_is_word_char(text[at]))
        at++;
    return at + 1 < size && (text[at] == '<' || (text[at] == ':' && text[at + 1] == ':'));
}

/* A name at the place is that of a member. */
static bool is_member(const char *text, size_t at) {
    return at >= 2 && (strncmp(text + at - 2, "::", 2) == 0 ||
                       strncmp(text + at - 2, "->", 2) == 0 || text[at - 1] == '.');
}

/* The last name of `T::part::scale<` or of `scale<` of a member, where that begins at the place;
 * SIZE_MAX: it does not. */
static size_t last_member(const char *text, size_t size, size_t at) {
    size_t last = at, end = at;
    while (end < size && csl_is_word_char(text[end])) {
        while (end < size && csl_is_word_char(text[end]))
            end++;
        if (end + 2 >= size || strncmp(text + end, "::", 2) != 0)
            break;
        last = end += 2;
    }
    return last < end && end < size && text[end] == '<' && is_member(text, last) ? last : SIZE_MAX;
}

/* What is compared is a function. */
static bool is_compared(const csl_source_error *e) {
    static const char *const messages[] = {
        "reference to overloaded function could not be resolved",
        "reference to non-static member function must be called"};
    bool any = false;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        any |= strncmp(e->message, messages[i], strlen(messages[i])) == 0;
    return any;
}

/* Where `template` is missing: before the name that the error has, which stands at its place or
 * behind the type whose member it is, or before the last one there. SIZE_MAX: nowhere. */
static size_t misses_template(const csl_source_error *e, const char *text, size_t size) {
    const char *name = csl_missing_template(e->message);
    const size_t n = name ? strcspn(name, "'") : 0;
    for (size_t at = e->offset; n && at + n < size && !strchr(";{}", text[at]); at++)
        if (is_member(text, at) && strncmp(text + at, name, n) == 0 && text[at + n] == '<')
            return at;
    return is_compared(e) ? last_member(text, size, e->offset) : SIZE_MAX;
}

/* `"r"(a) "l"(b)`, at the second string. */
static bool misses_comma(const csl_source_error *e, const char *text, size_t size) {
    size_t at = e->offset;
    if (strcmp(e->message, "expected ')'") != 0 || at == 0 || at >= size ||
        (text[at] != '"' && text[at] != '[') || (text[at - 1] != ' ' && text[at - 1] != '\t'))
        return false;
    while (at > 0 && g_ascii_isspace(text[at - 1]))
        at--;
    return at > 0 && text[at - 1] == ')';
}

/* A word that some text defines as a pragma. */
typedef struct pragma {
    const csl_unit *unit;
    const char *word;
    size_t length;
    CXFile file; /* where; NULL: not found yet */
    size_t at;   /* ... the pragma begins */
} pragma;

static const char *skip_blanks(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    return s;
}

static void find_pragma(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    static const char mark[] = "#pragma";
    pragma *p = data;
    size_t size = 0, n = 0;
    CXString name = clang_getFileName(file);
    const bool own = !p->file && !csl_is_shim_path(clang_getCString(name));
    const char *text = own ? clang_getFileContents(p->unit->tu, file, &size) : NULL;
    (void)stack;
    (void)depth;
    clang_disposeString(name);
    if (!text)
        return;
    const char *end = text + size;
    for (const char *defined = text; !p->file; defined += n) {
        defined = csl_next_define(defined, end, &n);
        if (!defined)
            return;
        const char *at = skip_blanks(defined + n, end);
        if (n != p->length || strncmp(defined, p->word, n) != 0 ||
            (size_t)(end - at) < strlen(mark) || strncmp(at, mark, strlen(mark)) != 0)
            continue;
        p->file = file;
        p->at = (size_t)(at - text);
    }
}

/* Where the pragma begins that the word at the place of the error is; false: it is none. */
static bool is_pragma(const csl_unit *unit, const csl_source_error *e, const char *text,
                      size_t size, pragma *p) {
    size_t n = 0;
    while (e->offset + n < size && csl_is_word_char(text[e->offset + n]))
        n++;
    *p = (pragma){unit, text + e->offset, n, NULL, 0};
    if (n > 0 && strcmp(e->message, "expected expression") == 0)
        clang_getInclusions(unit->tu, find_pragma, p);
    return p->file != NULL;
}

static gint last_first(gconstpointer a, gconstpointer b) {
    const csl_mend *x = a, *y = b;
    const int order = strcmp(x->path, y->path);
    return order ? order : x->offset < y->offset ? 1 : x->offset > y->offset ? -1 : 0;
}

/* The list of a round has its last places first, so that none moves another. */
const csl_parse_options *csl_add_mends(csl_ctx *ctx, const csl_parse_options *had, GArray *found) {
    csl_mend *all = csl_alloc(ctx, (had->nmends + found->len) * sizeof(csl_mend));
    csl_parse_options *more = CSL_NEW(ctx, csl_parse_options);
    *more = *had;
    more->mends = all;
    for (uint32_t i = 0; i < had->nmends; i++)
        all[i] = had->mends[i];
    g_array_sort(found, last_first);
    for (guint i = 0; i < found->len; i++) { /* every instance has the error */
        const csl_mend *m = &g_array_index(found, csl_mend, i);
        if (i == 0 || last_first(m, m - 1) != 0)
            all[more->nmends++] = *m;
    }
    return more;
}

const csl_parse_options *csl_with_mends(const csl_unit *unit) {
    GArray *found = g_array_new(FALSE, FALSE, sizeof(csl_mend));
    for (uint32_t i = 0; i < unit->nerrors; i++) {
        const csl_source_error *e = &unit->errors[i];
        size_t size = 0;
        const char *text = e->file ? clang_getFileContents(unit->tu, e->file, &size) : NULL;
        const size_t template = text ? misses_template(e, text, size) : SIZE_MAX;
        csl_mend m = {NULL, e->offset, NULL, ','};
        CXFile file = e->file;
        pragma of;
        if (template <size)
            m.offset = (uint32_t) template, m.word = "template ";
        else if (text && misses_typename(e, text, size))
            m.word = "typename ";
        else if (text && is_pragma(unit, e, text, size, &of))
            m.word = "//", m.offset = (uint32_t)of.at, file = of.file;
        else if (!text || !misses_comma(e, text, size))
            continue;
        CXString name = clang_getFileName(file);
        m.path = csl_strdup(unit->ctx, clang_getCString(name));
        if (!csl_is_shim_path(m.path))
            g_array_append_val(found, m);
        clang_disposeString(name);
    }
    const csl_parse_options *more =
        found->len ? csl_add_mends(unit->ctx, unit->options, found) : NULL;
    g_array_free(found, TRUE);
    return more;
}
