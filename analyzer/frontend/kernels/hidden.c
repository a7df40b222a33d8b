/* Kernels that the parser does not see: their first line uses a macro that a missing header
 * defines, of a form that is not recovered. They are counted and named, as not analysed.
 *
 *     STATIC_KERNEL(128) name(float *x) { x[threadIdx.x] = 1; }
 */
#include <glib.h>

#include "../recover/recover.h"
#include "kernels.h"
#include "../../limits/limits.h"

typedef struct finder {
    const csl_unit *unit;
    csl_lower_state *L;
    CXFile file;
    const char *text;
    csl_words words;
} finder;

static unsigned offset_of(const finder *f, unsigned i) {
    return (unsigned)(f->words.v[i].s - f->text);
}

/* There is an error between the two words. */
static const csl_source_error *error_in(const finder *f, unsigned from, unsigned to) {
    for (uint32_t i = 0; i < f->unit->nerrors; i++) {
        const csl_source_error *e = &f->unit->errors[i];
        if (e->file && csl_same_file(e->file, f->file) && e->offset >= offset_of(f, from) &&
            e->offset < offset_of(f, to))
            return e;
    }
    return NULL;
}

/* What only device code names. */
static bool is_device_body(const csl_words *w, unsigned from, unsigned to) {
    static const char *const words[] = {"threadIdx", "blockIdx", "__shared__", "__syncthreads"};
    for (unsigned i = from; i < to; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (csl_word_is(w, i, words[k]))
                return true;
    return false;
}

/* `if (x) { ... }` is no function. */
static bool is_statement(const csl_words *w, unsigned i) {
    static const char *const words[] = {"if", "for", "while", "switch", "catch", "constexpr"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (csl_word_is(w, i, words[k]))
            return true;
    return false;
}

static bool is_seen(const csl_module *m, const char *name) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const char *known = m->kernels[i].name, *last = strrchr(known, ':');
        if (strcmp(last ? last + 1 : known, name) == 0)
            return true;
    }
    return false;
}

/* The parser takes the function of that name for one of the host. */
static bool is_host_function(const finder *f, unsigned name) {
    CXCursor c = clang_getCursor(
        f->unit->tu, clang_getLocationForOffset(f->unit->tu, f->file, offset_of(f, name)));
    enum CXCursorKind kind = clang_getCursorKind(c);
    return (kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate) &&
           !csl_has_attribute(c, CXCursor_CUDADeviceAttr) &&
           !csl_has_attribute(c, CXCursor_CUDAGlobalAttr);
}

/* The function whose parameters open at word i, with its first word; false: none, or it is seen. */
static bool note(finder *f, unsigned first, unsigned i, csl_module *m, csl_kernel *out) {
    const csl_words *w = &f->words;
    unsigned close = csl_closing_word(w, i), body = close + 1;
    if (close >= w->n || !csl_word_is(w, body, "{"))
        return false;
    unsigned end = csl_closing_word(w, body);
    const csl_source_error *e = error_in(f, first, body);
    if (end >= w->n || !is_device_body(w, body, end) || (!e && !is_host_function(f, i - 1)))
        return false;
    csl_ctx *ctx = f->unit->ctx;
    const char *name = csl_intern(ctx, csl_strndup(ctx, w->v[i - 1].s, w->v[i - 1].n));
    if (is_seen(m, name))
        return false;
    *out = (csl_kernel){.name = name, .launch_unknown = true};
    for (unsigned k = first; k < i; k++)
        out->helper |= csl_word_is(w, k, "__device__");
    out->pattern = csl_intern(ctx, csl_format(ctx, "hidden:%s", name));
    unsigned line, col;
    clang_getFileLocation(clang_getLocationForOffset(f->unit->tu, f->file, offset_of(f, i - 1)),
                          NULL, &line, &col, NULL);
    out->place = out->region = csl_place_at(f->L->places, f->file, line, col, NULL);
    out->skipped =
        csl_intern(ctx, csl_format(ctx, "the parser does not see it: %s",
                                   e ? e->message : "nothing says that it runs on a device"));
    return true;
}

static unsigned find_all(finder *f, csl_module *m, csl_kernel *out) {
    const csl_words *w = &f->words;
    unsigned n = 0, first = 0;
    for (unsigned i = 0; i + 1 < w->n && !csl_limit_reached(CSL_LIMIT_hidden_kernels, n); i++) {
        if (csl_word_is(w, i, ";") || csl_word_is(w, i, "}") || csl_word_is(w, i, "{")) {
            first = i + 1;
            continue;
        }
        if (i > first && csl_word_is(w, i, "(") && csl_word_is_name(w, i - 1) &&
            !is_statement(w, i - 1) && note(f, first, i, m, &out[n]))
            n++;
    }
    return n;
}

void csl_list_hidden_kernels(csl_lower_state *L, csl_lowered *out) {
    const csl_unit *unit = L->unit;
    csl_module *m = out->module;
    size_t size = 0;
    CXFile file = clang_getFile(unit->tu, unit->path);
    const char *text = unit->nerrors && file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    if (!text)
        return;
    GArray *list = g_array_new(FALSE, FALSE, sizeof(csl_word));
    csl_read_words(list, text, size);
    finder f = {unit, L, file, text, {(csl_word *)(void *)list->data, list->len}};
    csl_kernel *found = csl_alloc(unit->ctx, CSL_LIMIT(hidden_kernels) * sizeof *found);
    unsigned n = find_all(&f, m, found);
    g_array_unref(list);
    for (unsigned i = 0; i < n; i++)
        csl_add_kernel(unit->ctx, out, &found[i]);
}
