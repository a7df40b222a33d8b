#include "headers.h"
#include "../../limits/limits.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>

/* A project is as high as the folder with its repository. Without one its end is unknown. */
enum { MIN_PARTS = 2 }; /* of a path: what lies in `/` or `/home` is not one project */

static const char *const repository[] = {".git", ".hg", ".svn", NULL};

static bool holds_one(const char *folder, const char *const *names) {
    for (; *names; names++) {
        char *path = g_build_filename(folder, *names, NULL);
        bool found = g_file_test(path, G_FILE_TEST_EXISTS);
        g_free(path);
        if (found)
            return true;
    }
    return false;
}

static guint parts_of(const char *folder) {
    guint n = 0;
    for (const char *s = folder; *s; s++)
        n += *s == G_DIR_SEPARATOR && s[1];
    return n;
}

/* The folders above the file, nearest first, up to the top of the project. */
static GPtrArray *folders_above(const char *path) {
    GPtrArray *above = g_ptr_array_new_with_free_func(g_free);
    char *full = g_canonicalize_filename(path, NULL);
    char *at = g_path_get_dirname(full);
    guint last = 0;
    while (!last && above->len < CSL_LIMIT(project_levels) && parts_of(at) >= MIN_PARTS) {
        g_ptr_array_add(above, at);
        if (holds_one(at, repository))
            last = above->len;
        at = g_path_get_dirname(at);
    }
    g_free(at);
    g_free(full);
    if (!last)
        last = MIN(above->len, CSL_LIMIT(unmarked_levels));
    g_ptr_array_set_size(above, (gint)last);
    return above;
}

char *csl_folder_with(const char *folder, const char *const *names, unsigned min_parts) {
    char *at = g_canonicalize_filename(folder, NULL);
    for (guint i = 0; i < CSL_LIMIT(project_levels) && parts_of(at) >= min_parts; i++) {
        if (holds_one(at, names))
            return at;
        char *above = g_path_get_dirname(at);
        g_free(at);
        at = above;
    }
    g_free(at);
    return NULL;
}

char *csl_repository_of(const char *folder) {
    return csl_folder_with(folder, repository, MIN_PARTS);
}

char *csl_project_top(const char *path) {
    GPtrArray *above = folders_above(path);
    char *top = above->len ? g_strdup(above->pdata[above->len - 1]) : g_path_get_dirname(path);
    g_ptr_array_unref(above);
    return top;
}

static gint by_name(gconstpointer a, gconstpointer b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The entry is a folder, or, with `links`, a link to one. Most file systems say so at once. */
static bool is_folder(const struct dirent *entry, const char *path, bool links) {
    if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
        return entry->d_type == DT_DIR;
    return g_file_test(path, G_FILE_TEST_IS_DIR) &&
           (links || !g_file_test(path, G_FILE_TEST_IS_SYMLINK));
}

/* The folders in `folder`, by name; hidden ones are not the project's. */
static GPtrArray *folders_in(const char *folder, bool links) {
    GPtrArray *in = g_ptr_array_new_with_free_func(g_free);
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    for (guint n = 0; dir && n < CSL_LIMIT(folder_entries) && (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        n++;
        char *path = g_build_filename(folder, entry->d_name, NULL);
        if (entry->d_name[0] != '.' && is_folder(entry, path, links))
            g_ptr_array_add(in, path);
        else
            g_free(path);
    }
    if (dir)
        closedir(dir);
    g_ptr_array_sort(in, by_name);
    return in;
}

/* As a user would name it: relative to where the tool runs (`here`), if it lies there and the file
 * is named that way too. Takes the folder. */
static char *as_named(char *folder, const char *here, const char *path) {
    char *named = NULL;
    size_t n = strlen(here);
    if (!g_path_is_absolute(path) && strcmp(folder, here) == 0)
        named = g_strdup(".");
    else if (!g_path_is_absolute(path) && g_str_has_prefix(folder, here) && folder[n] == '/')
        named = g_strdup(folder + n + 1);
    if (!named)
        return folder;
    g_free(folder);
    return named;
}

GPtrArray *csl_header_folders(const char *path) {
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free), *above = folders_above(path);
    for (guint i = 0; i < above->len; i++) {
        g_ptr_array_add(folders, g_strdup(above->pdata[i]));
        GPtrArray *in = folders_in(above->pdata[i], true);
        for (guint k = 0; k < in->len; k++)
            g_ptr_array_add(folders, g_strdup(in->pdata[k]));
        for (guint k = 0; k < in->len; k++)
            g_ptr_array_add(folders, g_build_filename(in->pdata[k], "include", NULL));
        g_ptr_array_unref(in);
    }
    g_ptr_array_unref(above);
    char *here = g_get_current_dir();
    for (guint i = 0; i < folders->len; i++)
        folders->pdata[i] = as_named(folders->pdata[i], here, path);
    g_free(here);
    return folders;
}

static bool holds_header(const char *folder, const char *name) {
    char *path = g_build_filename(folder, name, NULL);
    const bool found = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    g_free(path);
    return found;
}

const char *csl_find_header(const GPtrArray *folders, const char *name) {
    if (g_path_is_absolute(name))
        return NULL;
    for (guint i = 0; i < folders->len; i++)
        if (holds_header(folders->pdata[i], name))
            return folders->pdata[i];
    return NULL;
}

/* ---- headers that lie deeper ----------------------------------------------------------------- */

static void free_folders(gpointer folders) {
    g_ptr_array_unref(folders);
}

/* The folder above `folder` has something of that name. */
static void add_nested(GHashTable *by_name, const char *folder, const char *here,
                       const char *path) {
    char *name = g_path_get_basename(folder);
    GPtrArray *above = g_hash_table_lookup(by_name, name);
    if (!above) {
        above = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(by_name, g_strdup(name), above);
    }
    g_ptr_array_add(above, as_named(g_path_get_dirname(folder), here, path));
    g_free(name);
}

csl_nested *csl_nested_folders(const char *path) {
    csl_nested *nested = g_new(csl_nested, 1);
    nested->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_folders);
    GPtrArray *folders = nested->all = g_ptr_array_new_with_free_func(g_free);
    char *full = g_canonicalize_filename(path, NULL), *own = g_path_get_dirname(full);
    char *top = csl_repository_of(own), *here = g_get_current_dir();
    if (top)
        g_ptr_array_add(folders, top);
    for (guint i = 0; i < folders->len; i++) {
        GPtrArray *in = folders_in(folders->pdata[i], false);
        for (guint k = 0; k < in->len; k++) {
            add_nested(nested->by_name, in->pdata[k], here, path);
            g_ptr_array_add(folders, g_strdup(in->pdata[k]));
        }
        g_ptr_array_unref(in);
        if (csl_limit_reached(CSL_LIMIT_nested_folders, folders->len)) {
            g_hash_table_remove_all(nested->by_name);
            g_ptr_array_set_size(folders, 0);
            break;
        }
    }
    for (guint i = 0; i < folders->len; i++)
        folders->pdata[i] = as_named(folders->pdata[i], here, path);
    g_free(here);
    g_free(own);
    g_free(full);
    return nested;
}

void csl_nested_free(csl_nested *nested) {
    g_hash_table_unref(nested->by_name);
    g_ptr_array_unref(nested->all);
    g_free(nested);
}

const char *csl_find_nested_header(const csl_nested *nested, const char *name) {
    char *first = g_strndup(name, strcspn(name, "/"));
    const GPtrArray *above = NULL;
    if (name[strlen(first)])
        above = g_hash_table_lookup(nested->by_name, first);
    else if (strchr(name, '.')) /* `version` is a header of the standard library */
        above = nested->all;
    const char *found = NULL;
    bool several = false;
    for (guint i = 0; above && i < above->len && !several; i++) {
        const bool here = holds_header(above->pdata[i], name);
        several = found && here;
        found = here ? above->pdata[i] : found;
    }
    g_free(first);
    return several ? NULL : found;
}
