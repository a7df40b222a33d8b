#include "../../files/link.h"
#include "../../files/words.h"
#include "project.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "../plan/headers.h"
#include "../../limits/limits.h"

typedef struct looking {
    const GPtrArray *kernels;
    char *self; /* the file itself, canonical */
    GPtrArray *found;
    guint files;
    gsize bytes;
    bool all;  /* every source was looked at */
    bool full; /* no further ones are */
} looking;

/* ---- text ------------------------------------------------------------------------------------ */

/* The next place of the name as a word; NULL: there is none. */
static const char *next_word(const char *s, const char *name) {
    const size_t n = strlen(name);
    for (const char *at = s; (at = strstr(at, name)); at++)
        if ((at == s || !csl_is_word_char(at[-1])) && !csl_is_word_char(at[n]))
            return at;
    return NULL;
}

/* NAME(parameters) {: no call is followed by a brace. */
static bool is_definition(const char *behind_name) {
    const char *s = behind_name + strspn(behind_name, " \t\r\n");
    int depth = 0;
    if (*s != '(')
        return false;
    do {
        depth += *s == '(';
        depth -= *s == ')';
        s++;
    } while (*s && depth > 0);
    s += strspn(s, " \t\r\n");
    return *s == '{';
}

bool csl_text_launches(const char *text) {
    return strstr(text, "<<<") || strstr(text, "LaunchKernel") ||
           strstr(text, "LaunchCooperativeKernel");
}

static bool may_launch(const char *text, const char *name) {
    bool mentioned = false;
    for (const char *at = text; (at = next_word(at, name)); at += strlen(name)) {
        mentioned = true;
        if (is_definition(at + strlen(name)))
            return false;
    }
    return mentioned;
}

static void look_at(looking *l, const char *path) {
    char *text = NULL;
    gsize length = 0;
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    if (csl_limit_reached(CSL_LIMIT_project_sources, l->files) ||
        csl_limit_exceeded(CSL_LIMIT_project_bytes, l->bytes + (gsize)status.st_size)) {
        l->full = true;
        return;
    }
    l->files++;
    l->bytes += (gsize)status.st_size;
    if (!g_file_get_contents(path, &text, &length, NULL)) {
        l->all = false;
        return;
    }
    for (gsize i = 0; i < length; i++) /* no text ends before its file does */
        if (!text[i])
            text[i] = ' ';
    bool wanted = false;
    if (csl_text_launches(text))
        for (guint i = 0; i < l->kernels->len && !wanted; i++)
            wanted = may_launch(text, l->kernels->pdata[i]);
    g_free(text);
    if (wanted && csl_limit_reached(CSL_LIMIT_project_launches, l->found->len))
        l->full = true;
    else if (wanted)
        g_ptr_array_add(l->found, g_strdup(path));
}

/* ---- folders --------------------------------------------------------------------------------- */

/* The caller frees it; NULL: nothing says where the project begins. */
static char *project_of(const char *file) {
    static const char *const marks[] = {
        "compile_commands.json", "build/compile_commands.json", ".git", ".hg", ".svn", NULL};
    char *folder = g_path_get_dirname(file);
    char *project = csl_folder_with(folder, marks, 1);
    g_free(folder);
    return project;
}

static gint by_name(gconstpointer a, gconstpointer b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Links to folders and hidden ones are not followed. */
static void look_through(looking *l, const char *folder) {
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (name[0] != '.')
            g_ptr_array_add(names, g_strdup(name));
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(names, by_name);
    for (guint i = 0; i < names->len && !l->full; i++) {
        char *path = g_build_filename(folder, names->pdata[i], NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            if (!g_file_test(path, G_FILE_TEST_IS_SYMLINK))
                look_through(l, path);
        } else if (csl_names_cuda_unit(path) && strcmp(path, l->self) != 0) {
            look_at(l, path);
        }
        g_free(path);
    }
    g_ptr_array_unref(names);
}

GPtrArray *csl_project_launchers(const char *path, const GPtrArray *kernels, bool *all) {
    looking l = {.kernels = kernels,
                 .self = g_canonicalize_filename(path, NULL),
                 .found = g_ptr_array_new_with_free_func(g_free),
                 .all = true};
    char *project = project_of(l.self);
    if (project)
        look_through(&l, project);
    *all = l.all && !l.full;
    g_free(project);
    g_free(l.self);
    return l.found;
}
