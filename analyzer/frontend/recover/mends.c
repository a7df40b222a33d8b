/* What nvcc compiles and clang does not, where clang names the place: the file is parsed again with
 * what it misses there.
 *
 * Explicit arguments of a function template that are types, without `typename`:
 *
 *     load<axis, C::component>(dst.real, src.real);
 *
 * nvcc 13 takes this in a template, as C++17 and as C++20; it refuses `Pair<C::component> p;`.
 * Operands of inline assembly in a header without a comma between them, `"r"(a) "l"(b)` (those of
 * the file itself: parse/prepare.c).
 *
 * What is put where: parse/put_mends.c.
 */
#include "recover.h"

#include <string.h>

#include "../../files/words.h"

/* A name with a scope begins at the place of the error, no macro that writes one. */
static bool misses_typename(const csl_source_error *e, const char *text, size_t size) {
    size_t at = e->offset;
    if (!csl_is_missing_typename(e->message))
        return false;
    while (at < size && csl_is_word_char(text[at]))
        at++;
    return at + 1 < size && (text[at] == '<' || (text[at] == ':' && text[at + 1] == ':'));
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

static gint last_first(gconstpointer a, gconstpointer b) {
    const csl_mend *x = a, *y = b;
    const int order = strcmp(x->path, y->path);
    return order ? order : x->offset < y->offset ? 1 : x->offset > y->offset ? -1 : 0;
}

/* The list of a round has its last places first, so that none moves another. */
static const csl_parse_options *with(const csl_unit *unit, GArray *found) {
    const csl_parse_options *had = unit->options;
    csl_mend *all = csl_alloc(unit->ctx, (had->nmends + found->len) * sizeof(csl_mend));
    csl_parse_options *more = CSL_NEW(unit->ctx, csl_parse_options);
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
        const bool comma = text && misses_comma(e, text, size);
        if (!text || (!comma && !misses_typename(e, text, size)))
            continue;
        CXString name = clang_getFileName(e->file);
        const csl_mend m = {csl_strdup(unit->ctx, clang_getCString(name)), e->offset, comma};
        if (!csl_is_shim_path(m.path))
            g_array_append_val(found, m);
        clang_disposeString(name);
    }
    const csl_parse_options *more = found->len ? with(unit, found) : NULL;
    g_array_free(found, TRUE);
    return more;
}
