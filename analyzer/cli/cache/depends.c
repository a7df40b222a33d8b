#include "depends.h"

#include "../../files/record.h"
#include "../../files/text.h"
#include "../../limits/limits.h"

#include <string.h>
#include <sys/stat.h>

/* A file or folder as it was when it was read for its digest. */
typedef struct seen {
    char *stamp; /* NULL: it changes */
    char *digest;
} seen;

struct csl_digests {
    GHashTable *files;   /* path -> seen */
    GHashTable *folders; /* path -> seen: of the names in it */
    GHashTable *kinds;   /* path -> GINT_TO_POINTER of 'f', 'd' or '-' */
};

static void free_seen(void *data) {
    seen *s = data;
    g_free(s->stamp);
    g_free(s->digest);
    g_free(s);
}

csl_digests *csl_digests_new(void) {
    csl_digests *d = g_new0(csl_digests, 1);
    d->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_seen);
    d->folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_seen);
    d->kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return d;
}

void csl_digests_free(csl_digests *digests) {
    g_hash_table_unref(digests->files);
    g_hash_table_unref(digests->folders);
    g_hash_table_unref(digests->kinds);
    g_free(digests);
}

/* ---- the state of a path --------------------------------------------------------------------- */

static char *digest_file(const char *path) {
    struct stat status;
    csl_text text;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return g_strdup("");
    char *error = csl_read_file(path, CSL_LIMIT(text_bytes), &text);
    char *digest = error ? g_strdup("") : csl_digest(text.bytes, text.n);
    if (!error)
        g_free(text.bytes);
    g_free(error);
    return digest;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A folder is listed by what looks for folders in it: other names do not count. */
static char *digest_folder(const char *path) {
    GDir *dir = g_dir_open(path, 0, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(names, g_strdup(name));
        g_free(full);
    }
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < names->len; i++)
        g_checksum_update(sum, names->pdata[i], (gssize)strlen(names->pdata[i]) + 1);
    char *digest = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    g_ptr_array_unref(names);
    return digest;
}

/* Read once. What changes while it is read has no stamp. */
static const seen *look(GHashTable *known, const char *path, char *digest_it(const char *path)) {
    seen *s = g_hash_table_lookup(known, path);
    if (s)
        return s;
    char *before = csl_stamp(path);
    s = g_new0(seen, 1);
    s->digest = digest_it(path);
    s->stamp = csl_stamp(path);
    if (g_strcmp0(before, s->stamp) != 0)
        g_clear_pointer(&s->stamp, g_free);
    g_free(before);
    g_hash_table_insert(known, g_strdup(path), s);
    return s;
}

const char *csl_digest_of(csl_digests *digests, const char *path) {
    return look(digests->files, path, digest_file)->digest;
}

static char kind_of(csl_digests *digests, const char *path) {
    void *known = g_hash_table_lookup(digests->kinds, path);
    if (!known) {
        struct stat s;
        const bool found = stat(path, &s) == 0;
        known = GINT_TO_POINTER(!found ? '-' : S_ISDIR(s.st_mode) ? 'd' : 'f');
        g_hash_table_insert(digests->kinds, g_strdup(path), known);
    }
    return (char)GPOINTER_TO_INT(known);
}

/* ---- one result ------------------------------------------------------------------------------ */

/* "KIND WORD PATH" with a NUL behind WORD; the path comes back, or NULL. */
static char *split(char *line) {
    if (strlen(line) < 5 || line[1] != ' ')
        return NULL;
    char *blank = strchr(line + 2, ' ');
    if (!blank || !blank[1])
        return NULL;
    *blank = '\0';
    return blank + 1;
}

/* The entry for one line of a record; NULL: it is not known what was read. */
static char *entry_of(csl_digests *digests, char *line) {
    char *name = split(line), *path = name ? g_strcompress(name) : NULL, *entry = NULL;
    if (path && (*line == 'r' || *line == 'l')) {
        const seen *s = *line == 'r' ? look(digests->files, path, digest_file)
                                     : look(digests->folders, path, digest_folder);
        if (s->stamp && *s->digest && strcmp(s->stamp, line + 2) == 0)
            entry = g_strdup_printf("%c %s %s", *line, s->digest, path);
    } else if (path && *line != '?') {
        entry = g_strdup_printf("%c - %s", *line, path);
    }
    g_free(path);
    return entry;
}

csl_depends *csl_depends_of(csl_digests *digests, const char *record, size_t bytes) {
    csl_depends *to = g_ptr_array_new_with_free_func(g_free);
    char *copy = g_strndup(record, bytes), *at = copy;
    bool known = true;
    while (*at && known) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        char *entry = entry_of(digests, at);
        known = end && entry;
        if (entry)
            g_ptr_array_add(to, entry);
        at = end ? end + 1 : at + strlen(at);
    }
    g_free(copy);
    if (known)
        return to;
    g_ptr_array_unref(to);
    return NULL;
}

static bool holds(csl_digests *digests, const char *entry) {
    const char *blank = strlen(entry) > 2 ? strchr(entry + 2, ' ') : NULL;
    if (!blank)
        return false;
    const char *path = blank + 1;
    const size_t n = (size_t)(blank - entry - 2);
    if (*entry != 'r' && *entry != 'l')
        return kind_of(digests, path) == *entry;
    const seen *s = *entry == 'r' ? look(digests->files, path, digest_file)
                                  : look(digests->folders, path, digest_folder);
    return strlen(s->digest) == n && strncmp(s->digest, entry + 2, n) == 0;
}

bool csl_depends_hold(csl_digests *digests, const csl_depends *depends) {
    bool all = true;
    for (guint i = 0; i < depends->len && all; i++)
        all = holds(digests, depends->pdata[i]);
    return all;
}

static const char *path_of(const char *entry) {
    const char *blank = strchr(entry + 2, ' ');
    return blank ? blank + 1 : "";
}

void csl_depends_tell(csl_ctx *ctx, csl_result *result, const csl_depends *depends) {
    const char **reads = csl_alloc(ctx, (depends->len + 1) * sizeof *reads);
    result->nreads = 0;
    for (guint i = 0; i < depends->len; i++) {
        const char *entry = depends->pdata[i];
        if (*entry == 'r')
            reads[result->nreads++] = csl_strdup(ctx, path_of(entry));
    }
    result->reads = reads;
}

/* ---- texts with findings --------------------------------------------------------------------- */

/* The digest of what was read under this name, up to a blank; NULL: it was not read. */
static const char *digest_in(const csl_depends *depends, const char *path) {
    for (guint i = 0; i < depends->len; i++) {
        const char *entry = depends->pdata[i];
        if (*entry == 'r' && strcmp(path_of(entry), path) == 0)
            return entry + 2;
    }
    return "";
}

csl_texts *csl_texts_new(void) {
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

void csl_texts_add(csl_texts *texts, const csl_result *result, const csl_depends *depends) {
    for (uint32_t i = 0; texts && i < result->nfindings; i++) {
        const char *path = result->findings[i].region.file,
                   *known = g_hash_table_lookup(texts, path);
        const char *digest = digest_in(depends, path);
        char *copy = g_strndup(digest, strcspn(digest, " "));
        if (known && strcmp(known, copy) != 0)
            g_hash_table_insert(texts, g_strdup(path), g_strdup(""));
        else if (!known)
            g_hash_table_insert(texts, g_strdup(path), g_steal_pointer(&copy));
        g_free(copy);
    }
}

bool csl_texts_match(csl_texts *texts, const char *path, const char *text, size_t bytes) {
    const char *known = g_hash_table_lookup(texts, path);
    char *digest = csl_digest(text, bytes);
    const bool same = known && strcmp(known, digest) == 0;
    g_free(digest);
    return same;
}
