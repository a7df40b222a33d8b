#include "line_diff.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* The lines of a text: equal numbers are equal lines. */
static GArray *number_lines(GHashTable *numbers, const char *text, size_t n) {
    GArray *lines = g_array_sized_new(FALSE, FALSE, sizeof(guint), 1); /* never NULL */
    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        const size_t next = at + length + 1;
        if (length && text[at + length - 1] == '\r')
            length--;
        GBytes *line = g_bytes_new(text + at, length);
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, line));
        if (number) {
            g_bytes_unref(line);
        } else {
            number = g_hash_table_size(numbers) + 1;
            g_hash_table_insert(numbers, line, GUINT_TO_POINTER(number));
        }
        g_array_append_val(lines, number);
        at = next;
    }
    return lines;
}

/* What lies between the common beginning and the common end: `n` lines of the old text, `m` of the
 * new one, of which `skip` come before. */
typedef struct middle {
    const guint *old, *new;
    int n, m;
    uint32_t skip;
} middle;

static middle trim(const GArray *old, const GArray *new) {
    const guint *a = (const guint *)(const void *)old->data,
                *b = (const guint *)(const void *)new->data;
    guint first = 0, n = old->len, m = new->len;
    while (first < n && first < m && a[first] == b[first])
        first++;
    while (n > first && m > first && a[n - 1] == b[m - 1]) {
        n--;
        m--;
    }
    return (middle){a + first, b + first, (int)(n - first), (int)(m - first), first};
}

static void add_line(const csl_line_changes *to, const middle *t, int y) {
    const uint32_t line = t->skip + (uint32_t)y + 1;
    to->changed(to->user, line, line);
}

static void delete_at(const csl_line_changes *to, const middle *t, int y) {
    to->deleted(to->user, t->skip + (uint32_t)y + 1);
}

/* Myers: how far each diagonal k = x - y comes with d edits. row(d) holds k = -d ... d. */
static int *row(int *rows, int d) {
    return rows + (size_t)d * (size_t)d + (size_t)d;
}

/* Where the path to diagonal k with d edits comes from: true if by a line of the new text. */
static bool comes_by_addition(int *before, int k, int d) {
    return k == -d || (k != d && before[k - 1] < before[k + 1]);
}

/* Returns the least number of edits, or -1 if that is more than `most`. */
static int search(const middle *t, int *rows, int most) {
    for (int d = 0; d <= most; d++) {
        int *now = row(rows, d), *before = d ? row(rows, d - 1) : NULL;
        for (int k = -d; k <= d; k += 2) {
            int x = 0;
            if (d)
                x = comes_by_addition(before, k, d) ? before[k + 1] : before[k - 1] + 1;
            int y = x - k;
            while (x < t->n && y >= 0 && y < t->m && t->old[x] == t->new[y]) {
                x++;
                y++;
            }
            now[k] = x;
            if (x >= t->n && y >= t->m)
                return d;
        }
    }
    return -1;
}

static void trace_back(const middle *t, int *rows, int d, const csl_line_changes *to) {
    int x = t->n, y = t->m;
    for (; d > 0; d--) {
        const int k = x - y;
        int *before = row(rows, d - 1);
        if (comes_by_addition(before, k, d)) {
            x = before[k + 1];
            y = x - (k + 1);
            add_line(to, t, y);
        } else {
            x = before[k - 1];
            y = x - (k - 1);
            delete_at(to, t, y);
        }
    }
}

void csl_compare_lines(const char *old, size_t nold, const char *new, size_t nnew,
                       const csl_line_changes *to) {
    GHashTable *numbers =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    GArray *a = number_lines(numbers, old, nold), *b = number_lines(numbers, new, nnew);
    const middle t = trim(a, b);
    const int most = MIN(t.n + t.m, CSL_ROOM_line_edits);
    int *rows = g_new(int, ((size_t)most + 1) * ((size_t)most + 1) + 1);
    const int d = search(&t, rows, most);
    if (d >= 0) {
        trace_back(&t, rows, d, to);
    } else {
        if (t.m)
            to->changed(to->user, t.skip + 1, t.skip + (uint32_t)t.m);
        delete_at(to, &t, 0);
        delete_at(to, &t, t.m);
    }
    g_free(rows);
    g_array_unref(a);
    g_array_unref(b);
    g_hash_table_unref(numbers);
}
