#include "links.h"

#include "../../files/link.h"
#include "../../limits/limits.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct looking {
    GPtrArray *to;
    GHashTable *seen; /* folders, by their real paths */
    int entries;
} looking;

/* `beyond`: the folder was reached by a link, so that its own files count. */
static void look_through(looking *l, const char *folder, bool beyond);

static void look_at(looking *l, const char *path, bool beyond) {
    struct stat entry, target;
    if (lstat(path, &entry) != 0 || stat(path, &target) != 0)
        return;
    const bool link = S_ISLNK(entry.st_mode);
    if (S_ISDIR(target.st_mode)) {
        look_through(l, path, beyond || link);
    } else if (S_ISREG(target.st_mode) && (link || beyond)) {
        char *real = realpath(path, NULL);
        if (real && csl_names_header(real))
            g_ptr_array_add(l->to, g_strdup(real));
        free(real);
    }
}

static void look_through(looking *l, const char *folder, bool beyond) {
    char *real = realpath(folder, NULL);
    const bool fresh = real && g_hash_table_add(l->seen, g_strdup(real));
    free(real);
    GDir *dir = fresh ? g_dir_open(folder, 0, NULL) : NULL;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        if (name[0] == '.')
            continue;
        if (csl_limit_exceeded(CSL_LIMIT_linked_entries, (uint64_t)++l->entries))
            break;
        char *path = g_build_filename(folder, name, NULL);
        look_at(l, path, beyond);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
}

void csl_add_linked_headers(GPtrArray *to, const char *folder) {
    looking l = {to, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), 0};
    look_through(&l, folder, false);
    g_hash_table_unref(l.seen);
}
