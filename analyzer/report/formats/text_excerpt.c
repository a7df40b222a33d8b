/* Source lines of the text report: each place once, with its line, a mark and its own remark.
 *
 *      8 |         if (tid < s) {
 *        |             ^~~~~~~ thread 0: `0 < 32` is true; thread 32: `32 < 32` is false
 *
 * Long lines are cut around what is marked. Tabs are copied, so marks stay in place. */
#include "text.h"

#include "../source/escape.h"
#include "../source/source.h"
#include "../../limits/limits.h"

#include <string.h>

enum {
    BEFORE_MARK = 20, /* characters shown of a long line before the mark */
    LONGEST_MARK = 24
};

/* The part of a line that is shown, in characters from 1. */
typedef struct window {
    const char *line;
    size_t length;
    uint32_t first, last; /* last is behind the end */
} window;

static size_t step_of(const window *w, size_t at) {
    size_t next = at + 1;
    while (next < w->length && (w->line[next] & 0xC0) == 0x80)
        next++;
    return next - at;
}

/* The byte at which character `column` starts. */
static size_t byte_of(const window *w, uint32_t column) {
    size_t at = 0;
    for (uint32_t i = 1; i < column && at < w->length; i++)
        at += step_of(w, at);
    return at;
}

static window window_of(const char *line, size_t length, uint32_t mark) {
    window w = {line, length, 1, 1};
    for (size_t at = 0; at < length; at += step_of(&w, at))
        w.last++;
    if (w.last <= CSL_ROOM_shown_line)
        return w;
    if (mark > CSL_ROOM_shown_line - BEFORE_MARK)
        w.first = mark - BEFORE_MARK;
    w.last = MIN(w.last, w.first + CSL_ROOM_shown_line);
    return w;
}

static void put_line(const csl_printer *p, const window *w, uint32_t number) {
    const size_t from = byte_of(w, w->first), to = byte_of(w, w->last);
    char *clean = csl_visible_n(w->line + from, to - from);
    fprintf(p->out, "%5u | %s%s%s\n", number, w->first > 1 ? "..." : "", clean,
            to < w->length ? "..." : "");
    g_free(clean);
}

static void put_gutter(const csl_printer *p) {
    fputs("      | ", p->out);
}

/* The mark under characters [from, to), then the remark. */
static void put_mark(const csl_printer *p, const window *w, uint32_t from, uint32_t to,
                     const char *remark) {
    const bool colour = p->options->colour;
    put_gutter(p);
    fputs(w->first > 1 ? "   " : "", p->out);
    for (uint32_t i = w->first; i < from; i++) {
        const size_t at = byte_of(w, i);
        fputc(at < w->length && w->line[at] == '\t' ? '\t' : ' ', p->out);
    }
    fputs(colour ? "\033[1;32m^" : "^", p->out);
    for (uint32_t i = from + 1; i < MIN(MIN(to, w->last), from + LONGEST_MARK); i++)
        fputc('~', p->out);
    fputs(colour ? "\033[0m" : "", p->out);
    if (*remark) {
        fputc(' ', p->out);
        csl_text_put(p, remark);
    }
    fputc('\n', p->out);
}

/* All remarks of one line, under it; of a long one, under the part that each is about. */
static void put_places(const csl_printer *p, const csl_related *const *places, uint32_t n) {
    csl_sources *sources = p->options->sources;
    const csl_region *at = &places[0]->region;
    size_t length;
    const char *line = csl_sources_line(sources, at->file, at->line, &length);
    const bool shown = line && at->column >= 1 && at->column <= length + 1;
    window w = {0};
    for (uint32_t i = 0; i < n; i++) {
        const csl_region *r = &places[i]->region;
        const uint32_t from = csl_sources_column(sources, r->file, r->line, r->column);
        if (shown && (!w.line || from < w.first || from > w.last)) {
            w = window_of(line, length, from);
            put_line(p, &w, r->line);
        }
        uint32_t to = w.last;
        if (r->end_line == r->line)
            to = csl_sources_column(sources, r->file, r->line, MAX(r->end_column, r->column + 1));
        if (shown) {
            put_mark(p, &w, from, to, places[i]->message);
        } else if (*places[i]->message) {
            fprintf(p->out, "%5u | ", r->line);
            csl_text_put(p, places[i]->message);
            fputc('\n', p->out);
        }
    }
}

typedef struct order {
    csl_sources *sources;
    const char *first; /* the file whose places come first */
} order;

static gint by_place(gconstpointer a, gconstpointer b, gpointer user) {
    const csl_related *x = *(const csl_related *const *)a, *y = *(const csl_related *const *)b;
    const order *o = user;
    const char *f = csl_sources_path(o->sources, x->region.file),
               *g = csl_sources_path(o->sources, y->region.file);
    const bool own_f = strcmp(f, o->first) == 0, own_g = strcmp(g, o->first) == 0;
    if (own_f != own_g)
        return own_f ? -1 : 1;
    if (strcmp(f, g) != 0)
        return strcmp(f, g);
    if (x->region.line != y->region.line)
        return x->region.line < y->region.line ? -1 : 1;
    return (x->region.column > y->region.column) - (x->region.column < y->region.column);
}

void csl_text_excerpt(const csl_printer *p, const csl_region *at, const csl_related *places,
                      uint32_t n) {
    csl_sources *sources = p->options->sources;
    order o = {sources, csl_sources_path(sources, at->file)};
    GPtrArray *sorted = g_ptr_array_new();
    for (uint32_t i = 0; i < n && i < CSL_LIMIT(shown_places); i++)
        g_ptr_array_add(sorted, (gpointer)&places[i]);
    g_ptr_array_sort_with_data(sorted, by_place, &o);
    const csl_related *const *v = (const csl_related *const *)sorted->pdata;
    const char *file = o.first;
    for (guint i = 0, end; i < sorted->len; i = end) {
        const char *own = csl_sources_path(sources, v[i]->region.file);
        for (end = i + 1; end < sorted->len; end++)
            if (v[end]->region.line != v[i]->region.line ||
                strcmp(csl_sources_path(sources, v[end]->region.file), own) != 0)
                break;
        if (strcmp(own, file) != 0) {
            fputs("  in ", p->out);
            csl_text_put(p, own);
            fputs(":\n", p->out);
        }
        file = own;
        put_places(p, &v[i], end - i);
    }
    g_ptr_array_unref(sorted);
}
