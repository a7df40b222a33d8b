/* Which embedded headers a parse may come to, told by the text before it: libclang copies each file
 * that it is given and looks for its folder on disk, which takes longer than a small source does.
 *
 * A header counts as named where the text includes one of that file name, or another that is named
 * does, whatever conditions or folders stand before it: more may be named than are read, not fewer.
 */
#include "parse.h"

#include <glib.h>
#include <string.h>

#include "shim.h"

/* Of each file name its places in csl_shim: GArray of unsigned. Lives as long as the program. */
static GHashTable *by_name;

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void free_places(gpointer places) {
    g_array_unref(places);
}

static void read_names(void) {
    by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_places);
    for (unsigned i = 0; i < csl_nshim; i++) {
        char *name = (char *)file_name(csl_shim[i].path);
        GArray *places = g_hash_table_lookup(by_name, name);
        if (!places) {
            places = g_array_new(FALSE, FALSE, sizeof(unsigned));
            g_hash_table_insert(by_name, name, places);
        }
        g_array_append_val(places, i);
    }
}

static bool mark_name(const char *name, bool *named) {
    bool all = true;
    if (!by_name)
        read_names();
    const GArray *places = g_hash_table_lookup(by_name, file_name(name));
    for (guint i = 0; places && i < places->len; i++) {
        const unsigned place = g_array_index(places, unsigned, i);
        if (named[place])
            continue;
        named[place] = true;
        all = csl_mark_named_headers(csl_shim[place].text, named) && all;
    }
    return all;
}

/* The word at s, which ends there, is a directive or asks for a header. */
static bool is_meant(const char *text, const char *s) {
    static const char asks[] = "__has_";
    const size_t n = sizeof asks - 1;
    if ((size_t)(s - text) >= n && strncmp(s - n, asks, n) == 0)
        return true;
    while (s > text && (s[-1] == ' ' || s[-1] == '\t'))
        s--;
    return s > text && s[-1] == '#';
}

bool csl_mark_named_headers(const char *text, bool *named) {
    static const char word[] = "include";
    bool all = true;
    for (const char *s = text; (s = strstr(s, word));) {
        const bool meant = is_meant(text, s);
        s += sizeof word - 1;
        if (!meant)
            continue;
        s += strspn(s, " \t(");
        const size_t n = *s == '"' ? strcspn(s + 1, "\"\n") : *s == '<' ? strcspn(s + 1, ">\n") : 0;
        if (!n || s[1 + n] == '\n' || !s[1 + n]) {
            all = false; /* a macro says what, or the next folder has it */
            continue;
        }
        char *name = g_strndup(s + 1, n);
        all = mark_name(name, named) && all;
        g_free(name);
    }
    return all;
}
