/* The picture of the two witness threads. It is a table, so it reads in order without styles: one
 * column per thread, one group of rows per barrier interval. Within an interval nothing orders the
 * threads; steps at the same place share a row, and what lies between them stands side by side.
 */
#include "html.h"
#include "../../limits/limits.h"

#include <inttypes.h>
#include <string.h>

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
    uint8_t length[CSL_ROOM_page_steps + 1]
                  [CSL_ROOM_page_steps + 1]; /* of the rests from i and j on */
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
    uint32_t first = t->nsteps > CSL_ROOM_page_steps ? t->nsteps - CSL_ROOM_page_steps : 0;
    return (run){t->steps + first, t->steps + t->nsteps};
}

/* One of the two is not the thread but its copy, which goes on by itself. */
static gboolean is_copy(const csl_finding *f) {
    return strcmp(f->rule, "async-copy-unsynced") == 0 ||
           strcmp(f->rule, "copy-source-reused") == 0 ||
           strcmp(f->rule, "proxy-fence-missing") == 0;
}

static gboolean is_race(const csl_finding *f) {
    return f->kind && (strcmp(f->kind, "RAW") == 0 || strcmp(f->kind, "WAR") == 0 ||
                       strcmp(f->kind, "WAW") == 0);
}

/* All rows in order. The last steps of a race are the two accesses: they get the last row. */
static GArray *rows_of(const csl_finding *f) {
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(row));
    run a = last_steps(&f->witness->threads[0]), b = last_steps(&f->witness->threads[1]);
    gboolean collide = is_race(f) && a.at < a.end && b.at < b.end &&
                       (is_copy(f) || a.end[-1].interval == b.end[-1].interval);
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

/* "thread 32 of block (1,0,0)"; "copy of thread 32" for what is under way. g_free. */
static char *lane_name(const csl_finding *f, int t) {
    const csl_witness *w = f->witness;
    const int64_t *block = w->threads[t].block;
    char words[CSL_THREAD_WORDS];
    GString *name = g_string_new(t == 0 && is_copy(f) ? "copy of " : "");
    g_string_append(name, csl_thread_words(w->block, w->threads[t].thread, words));
    if (block[0] || block[1] || block[2] || memcmp(block, w->threads[!t].block, 24) != 0) {
        g_string_append(name, " of block ");
        put_triple(name, block);
    }
    return g_string_free(name, FALSE);
}

static void put_caption(GString *out, const csl_finding *f) {
    const csl_witness *w = f->witness;
    g_string_append(out, "<caption>The two witness threads, in a block of blockDim ");
    put_triple(out, w->block);
    for (uint32_t i = 0; i < w->nvalues; i++) {
        csl_html_put(out, ", <code>%s</code> = ", w->values[i].name);
        g_string_append_printf(out, "%" PRId64, w->values[i].value);
    }
    for (int t = 0; t < 2; t++)
        if (w->threads[t].nsteps > CSL_ROOM_page_steps)
            csl_html_put(out, ". %u earlier steps of thread %u are left out",
                         w->threads[t].nsteps - CSL_ROOM_page_steps, (uint32_t)t + 1);
    g_string_append(out, "</caption>\n<thead><tr><th scope=\"col\">Barrier interval</th>");
    for (int t = 0; t < 2; t++) {
        char *name = lane_name(f, t);
        csl_html_put(out, "<th scope=\"col\">%s</th>", name);
        g_free(name);
    }
    g_string_append(out, "</tr></thead>\n");
}

/* What all cells of a picture share. */
typedef struct picture {
    csl_sources *sources;
    const csl_finding *f;
    char *lane[2]; /* their names, which a narrow page shows in every cell */
    guint last[2]; /* row of each thread's last step */
} picture;

/* One cell of a lane; the file is named when it is not that of the finding. After a thread's last
 * step its lane ends. */
static void put_cell(GString *out, const picture *p, const csl_step *step, int lane, guint row_at) {
    const char *class = lane == 0 ? "lane one" : "lane two";
    if (!step) {
        csl_html_put(out, "<td class=\"%s%s\"></td>", class,
                     row_at > p->last[lane] ? " over" : " idle");
        return;
    }
    csl_html_put(out, "<td class=\"%s%s\" data-lane=\"%s\">%m <small class=\"place\">", class,
                 row_at == p->last[lane] ? " last" : "", p->lane[lane], step->text);
    if (strcmp(step->region.file, p->f->region.file) == 0)
        csl_html_put(out, "line %u</small></td>", step->region.line);
    else
        csl_html_put(out, "%s:%u</small></td>", csl_sources_path(p->sources, step->region.file),
                     step->region.line);
}

static const char *meeting_words(const csl_finding *f) {
    return !is_race(f)  ? "Here they part"
           : is_copy(f) ? "The copy may still be under way: nothing has waited for it"
                        : "They collide: the same bytes, no barrier between";
}

/* The rows [from, to) of one interval. A row that meets is followed by one that says so. */
static void put_band(GString *out, const picture *p, GArray *rows, guint from, guint to) {
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
            put_cell(out, p, r->step[lane], lane, i);
        g_string_append(out, "</tr>\n");
        if (r->meet)
            csl_html_put(out, "<tr class=\"%s\"><td colspan=\"2\">%s</td></tr>\n",
                         is_race(p->f) ? "meet collide" : "meet part", meeting_words(p->f));
    }
    g_string_append(out, "</tbody>\n");
}

void csl_html_witness(GString *out, csl_sources *sources, const csl_finding *f) {
    GArray *rows = rows_of(f);
    mark_meeting(rows, f);
    picture p = {sources, f, {lane_name(f, 0), lane_name(f, 1)}, {0, 0}};
    for (guint i = 0; i < rows->len; i++)
        for (int lane = 0; lane < 2; lane++)
            if (g_array_index(rows, row, i).step[lane])
                p.last[lane] = i;
    if (rows->len) {
        g_string_append(out, "<table class=\"lanes\">\n");
        put_caption(out, f);
        for (guint from = 0, to; from < rows->len; from = to) {
            for (to = from + 1; to < rows->len && g_array_index(rows, row, to).interval ==
                                                      g_array_index(rows, row, from).interval;)
                to++;
            put_band(out, &p, rows, from, to);
        }
        g_string_append(out, "</table>\n");
    }
    g_free(p.lane[0]);
    g_free(p.lane[1]);
    g_array_free(rows, TRUE);
}
