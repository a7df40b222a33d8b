/* The picture of the two witness threads. It is a table, so it reads in order without styles: one
 * column per thread, one group of rows per barrier interval. Within an interval nothing orders the
 * threads; steps at the same place share a row, and what lies between them stands side by side.
 */
#include "html.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_STEPS = 60 }; /* of each thread: the last ones, which say most */

typedef struct row {
    const csl_step *step[2]; /* either may be NULL: this thread does nothing here */
    uint32_t interval;
    gboolean meet; /* the row in which the threads part or collide */
} row;

/* Steps [at, end) of one thread. */
typedef struct run {
    const csl_step *at, *end;
} run;

static gboolean same_place(const csl_step *a, const csl_step *b) {
    return a->region.line == b->region.line && a->region.column == b->region.column &&
           strcmp(a->region.file, b->region.file) == 0;
}

static void add_row(GArray *rows, const csl_step *left, const csl_step *right) {
    row r = {{left, right}, left ? left->interval : right->interval, FALSE};
    g_array_append_val(rows, r);
}

/* Steps with no partner at the same place, side by side. */
static void add_apart(GArray *rows, run a, run b) {
    while (a.at < a.end || b.at < b.end) {
        const csl_step *left = a.at < a.end ? a.at++ : NULL;
        add_row(rows, left, b.at < b.end ? b.at++ : NULL);
    }
}

/* Pairs the steps of one interval along a longest common subsequence of places. */
static void align(GArray *rows, run a, run b) {
    uint8_t length[MAX_STEPS + 1][MAX_STEPS + 1]; /* of the rests from i and j on */
    ptrdiff_t n = a.end - a.at, m = b.end - b.at;
    for (ptrdiff_t i = n; i >= 0; i--) {
        for (ptrdiff_t j = m; j >= 0; j--)
            if (i == n || j == m)
                length[i][j] = 0;
            else if (same_place(a.at + i, b.at + j))
                length[i][j] = length[i + 1][j + 1] + 1;
            else
                length[i][j] = MAX(length[i + 1][j], length[i][j + 1]);
    }
    run left = {a.at, a.at}, right = {b.at, b.at}; /* passed, but in no row yet */
    while (left.end < a.end && right.end < b.end) {
        ptrdiff_t i = left.end - a.at, j = right.end - b.at;
        if (same_place(left.end, right.end)) {
            add_apart(rows, left, right);
            add_row(rows, left.end, right.end);
            left.at = ++left.end;
            right.at = ++right.end;
        } else if (length[i + 1][j] >= length[i][j + 1]) {
            left.end++;
        } else {
            right.end++;
        }
    }
    add_apart(rows, (run){left.at, a.end}, (run){right.at, b.end});
}

/* The steps from the first on that are in its interval. */
static run same_interval(run all) {
    run r = {all.at, all.at};
    while (r.end < all.end && r.end->interval == r.at->interval)
        r.end++;
    return r;
}

static run last_steps(const csl_trace *t) {
    uint32_t first = t->nsteps > MAX_STEPS ? t->nsteps - MAX_STEPS : 0;
    return (run){t->steps + first, t->steps + t->nsteps};
}

static gboolean is_race(const csl_finding *f) {
    return f->kind && (strcmp(f->kind, "RAW") == 0 || strcmp(f->kind, "WAR") == 0 ||
                       strcmp(f->kind, "WAW") == 0);
}

/* All rows in order. The last steps of a race are the two accesses: they get the last row. */
static GArray *rows_of(const csl_finding *f) {
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(row));
    run a = last_steps(&f->witness->threads[0]), b = last_steps(&f->witness->threads[1]);
    gboolean collide =
        is_race(f) && a.at < a.end && b.at < b.end && a.end[-1].interval == b.end[-1].interval;
    if (collide) {
        a.end--;
        b.end--;
    }
    while (a.at < a.end || b.at < b.end) {
        run left = same_interval(a), right = same_interval(b);
        if (left.at < left.end && right.at < right.end) { /* the earlier interval goes first */
            if (left.at->interval < right.at->interval)
                right.end = right.at;
            else if (right.at->interval < left.at->interval)
                left.end = left.at;
        }
        align(rows, left, right);
        a.at = left.end;
        b.at = right.end;
    }
    if (collide)
        add_row(rows, a.end, b.end);
    return rows;
}

/* Marks where the threads collide (the last row of a race), or part: the last row in which both
 * are at the same place. */
static void mark_meeting(GArray *rows, const csl_finding *f) {
    for (guint i = rows->len; i-- > 0;) {
        row *r = &g_array_index(rows, row, i);
        if (is_race(f) || (r->step[0] && r->step[1] && same_place(r->step[0], r->step[1]))) {
            r->meet = !is_race(f) || (r->step[0] && r->step[1]);
            return;
        }
    }
}

static void put_triple(GString *out, const int64_t v[3]) {
    g_string_append_printf(out, "(%" PRId64 ",%" PRId64 ",%" PRId64 ")", v[0], v[1], v[2]);
}

static void put_caption(GString *out, const csl_witness *w) {
    g_string_append(out, "<caption>The two witness threads, in a block of blockDim ");
    put_triple(out, w->block);
    for (uint32_t i = 0; i < w->nvalues; i++) {
        csl_html_put(out, ", <code>%s</code> = ", w->values[i].name);
        g_string_append_printf(out, "%" PRId64, w->values[i].value);
    }
    for (int t = 0; t < 2; t++)
        if (w->threads[t].nsteps > MAX_STEPS)
            csl_html_put(out, ". %u earlier steps of thread %u are left out",
                         w->threads[t].nsteps - MAX_STEPS, (uint32_t)t + 1);
    g_string_append(out, "</caption>\n<thead><tr><th scope=\"col\">Barrier interval</th>");
    for (int t = 0; t < 2; t++) {
        g_string_append(out, "<th scope=\"col\">thread ");
        put_triple(out, w->threads[t].thread);
        const int64_t *block = w->threads[t].block;
        if (block[0] || block[1] || block[2] || memcmp(block, w->threads[!t].block, 24) != 0) {
            g_string_append(out, " of block ");
            put_triple(out, block);
        }
        g_string_append(out, "</th>");
    }
    g_string_append(out, "</tr></thead>\n");
}

/* One cell of a lane; the file is named when it is not `home`. After a thread's last step its lane
 * ends. */
static void put_cell(GString *out, const csl_step *step, const char *home, int lane, gboolean last,
                     gboolean over) {
    const char *class = lane == 0 ? "lane one" : "lane two";
    if (!step) {
        csl_html_put(out, "<td class=\"%s%s\"></td>", class, over ? " over" : " idle");
        return;
    }
    csl_html_put(out, "<td class=\"%s%s\">%m <small class=\"place\">", class, last ? " last" : "",
                 step->text);
    if (strcmp(step->region.file, home) == 0)
        csl_html_put(out, "line %u</small></td>", step->region.line);
    else
        csl_html_put(out, "%s:%u</small></td>", step->region.file, step->region.line);
}

/* The rows [from, to) of one interval. A row that meets is followed by one that says so. */
static void put_band(GString *out, GArray *rows, guint from, guint to, const guint last[2],
                     const csl_finding *f) {
    uint32_t height = to - from;
    for (guint i = from; i < to; i++)
        height += g_array_index(rows, row, i).meet;
    uint32_t interval = g_array_index(rows, row, from).interval;
    csl_html_put(out, "<tbody>\n<tr><th scope=\"rowgroup\" rowspan=\"%u\">%u</th>", height,
                 interval);
    for (guint i = from; i < to; i++) {
        const row *r = &g_array_index(rows, row, i);
        if (i > from)
            g_string_append(out, "<tr>");
        for (int lane = 0; lane < 2; lane++)
            put_cell(out, r->step[lane], f->region.file, lane, i == last[lane], i > last[lane]);
        g_string_append(out, "</tr>\n");
        if (r->meet)
            csl_html_put(out, "<tr class=\"%s\"><td colspan=\"2\">%s</td></tr>\n",
                         is_race(f) ? "meet collide" : "meet part",
                         is_race(f) ? "They collide: the same bytes, no barrier between"
                                    : "Here they part");
    }
    g_string_append(out, "</tbody>\n");
}

void csl_html_witness(GString *out, const csl_finding *f) {
    GArray *rows = rows_of(f);
    mark_meeting(rows, f);
    guint last[2] = {0, 0}; /* row of each thread's last step */
    for (guint i = 0; i < rows->len; i++)
        for (int lane = 0; lane < 2; lane++)
            if (g_array_index(rows, row, i).step[lane])
                last[lane] = i;
    if (rows->len) {
        g_string_append(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                             "aria-label=\"Witness threads\"><table class=\"lanes\">\n");
        put_caption(out, f->witness);
        for (guint from = 0, to; from < rows->len; from = to) {
            for (to = from + 1; to < rows->len && g_array_index(rows, row, to).interval ==
                                                      g_array_index(rows, row, from).interval;)
                to++;
            put_band(out, rows, from, to, last, f);
        }
        g_string_append(out, "</table></div>\n");
    }
    g_array_free(rows, TRUE);
}
