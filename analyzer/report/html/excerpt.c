/* The source excerpt of a finding: the lines that take part, a little around them, the regions
 * marked, and under each line what happens there. */
#include "html.h"
#include "../source/escape.h"
#include "../../limits/limits.h"

#include <string.h>

enum { AROUND = 2 }; /* lines shown before and after a place */

/* The lines [first, last] of one file. */
typedef struct range {
    uint32_t first, last;
} range;

static int by_first(gconstpointer a, gconstpointer b) {
    const range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static void add_range(GArray *ranges, const char *file, const csl_region *r, uint32_t lines) {
    if (strcmp(r->file, file) != 0 || r->line < 1 || r->line > lines)
        return;
    range new = {r->line > AROUND ? r->line - AROUND : 1, MIN(r->line + AROUND, lines)};
    g_array_append_val(ranges, new);
}

/* Which lines of `file` to show: disjoint, not adjacent, in order. */
static GArray *ranges_of(csl_sources *sources, const csl_finding *f, const char *file) {
    uint32_t lines = csl_sources_lines(sources, file);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(range));
    add_range(all, file, &f->region, lines);
    for (uint32_t i = 0; i < f->nrelated; i++)
        add_range(all, file, &f->related[i].region, lines);
    g_array_sort(all, by_first);
    guint kept = 0;
    for (guint i = 0; i < all->len; i++) {
        range *r = &g_array_index(all, range, i);
        range *previous = kept ? &g_array_index(all, range, kept - 1) : NULL;
        if (previous && r->first <= previous->last + 1)
            previous->last = MAX(previous->last, r->last);
        else
            g_array_index(all, range, kept++) = *r;
    }
    g_array_set_size(all, kept);
    return all;
}

/* The region of the finding or a related place that starts on this line at or after byte `from`,
 * the leftmost; the finding itself wins a tie. */
static const csl_region *next_mark(const csl_finding *f, const char *file, uint32_t line,
                                   uint32_t from) {
    const csl_region *best = NULL;
    for (uint32_t i = 0; i <= f->nrelated; i++) {
        const csl_region *r = i == 0 ? &f->region : &f->related[i - 1].region;
        if (r->line == line && r->column >= from && strcmp(r->file, file) == 0 &&
            (!best || r->column < best->column))
            best = r;
    }
    return best;
}

/* The text of one line with its regions in <mark>. */
static void put_text(GString *out, const csl_finding *f, const char *file, uint32_t line,
                     const char *text, size_t length) {
    uint32_t at = 1, end = (uint32_t)MIN(length, CSL_LIMIT(page_line_bytes)) + 1;
    const csl_region *r;
    while ((r = next_mark(f, file, line, at)) && r->column < end) {
        uint32_t stop = r->end_line > r->line ? end : MIN(r->end_column, end);
        stop = MAX(stop, r->column + 1);
        csl_escape_markup_n(out, text + at - 1, r->column - at);
        g_string_append(out, r == &f->region ? "<mark>" : "<mark class=\"related\">");
        csl_escape_markup_n(out, text + r->column - 1, stop - r->column);
        g_string_append(out, "</mark>");
        at = stop;
    }
    csl_escape_markup_n(out, text + at - 1, end - at);
    if (length > CSL_LIMIT(page_line_bytes))
        g_string_append(out, "\u2026");
}

static void put_line(GString *out, csl_sources *sources, const csl_finding *f, const char *file,
                     uint32_t line, bool *told) {
    size_t length;
    const char *text = csl_sources_line(sources, file, line, &length);
    gboolean hit = strcmp(f->region.file, file) == 0 && f->region.line == line;
    csl_html_put(out, "<span class=\"%s\"><span class=\"no\">%u</span> ", hit ? "line hit" : "line",
                 line);
    put_text(out, f, file, line, text, length);
    g_string_append(out, "</span>\n");
    for (uint32_t i = 0; i < f->nrelated; i++) {
        const csl_related *r = &f->related[i];
        if (r->region.line != line || strcmp(r->region.file, file) != 0)
            continue;
        told[i] = true;
        csl_html_put(out,
                     "<span class=\"line remark\"><span class=\"no\">\u21b3</span> %m</span>\n",
                     r->message);
    }
}

static void put_file(GString *out, csl_sources *sources, const csl_finding *f, const char *file,
                     bool *told) {
    GArray *ranges = ranges_of(sources, f, file);
    if (ranges->len) {
        csl_html_put(out,
                     "<figure class=\"source\"><figcaption>%s</figcaption>\n"
                     "<pre tabindex=\"0\">",
                     csl_sources_path(sources, file));
        uint32_t shown = 0;
        for (guint i = 0; i < ranges->len && shown < CSL_LIMIT(page_lines); i++) {
            const range *r = &g_array_index(ranges, range, i);
            if (i)
                g_string_append(out, "<span class=\"line gap\">\u22ef</span>\n");
            for (uint32_t line = r->first; line <= r->last && shown < CSL_LIMIT(page_lines);
                 line++, shown++)
                put_line(out, sources, f, file, line, told);
        }
        g_string_append(out, "</pre></figure>\n");
    }
    g_array_free(ranges, TRUE);
}

void csl_html_excerpt(GString *out, csl_sources *sources, const csl_finding *f, bool *told) {
    put_file(out, sources, f, f->region.file, told);
    for (uint32_t i = 0; i < f->nrelated; i++) {
        const char *file = f->related[i].region.file;
        gboolean done = strcmp(file, f->region.file) == 0;
        for (uint32_t k = 0; k < i && !done; k++)
            done = strcmp(file, f->related[k].region.file) == 0;
        if (!done)
            put_file(out, sources, f, file, told);
    }
}
