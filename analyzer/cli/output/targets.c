#include "targets.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Called with every file that a run writes; `option` is what named it. Ends with what it returns.
 */
typedef char *target_fn(const char *option, const char *path, void *user);

static char *each_target(const csl_options *o, target_fn *look, void *user) {
    char *error = NULL;
    for (guint i = 0; i < o->outputs->len && !error; i++) {
        const csl_output *output = &g_array_index(o->outputs, csl_output, i);
        if (output->file)
            error = look("--format", output->file, user);
    }
    if (o->depfile && !error)
        error = look("--depfile", o->depfile, user);
    if (o->proof && !error)
        error = look("--proof", o->proof, user);
    if (o->stamp && !error)
        error = look("--stamp", o->stamp, user);
    if (o->shard_file && !error)
        error = look("--shard", o->shard_file, user);
    if ((o->write_baseline || o->prune_baseline) && o->baseline && !error)
        error = look("--baseline", o->baseline, user);
    return error;
}

/* ---- one file is another --------------------------------------------------------------------- */

/* Without links, also where there is no file; the caller frees it. */
static char *real_place(const char *path) {
    char *real = realpath(path, NULL), *place = real ? g_strdup(real) : NULL;
    if (!real) {
        char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
        real = realpath(folder, NULL);
        place = real ? g_build_filename(real, name, NULL) : g_canonicalize_filename(path, NULL);
        g_free(name);
        g_free(folder);
    }
    free(real);
    return place;
}

/* Devices and pipes are no files that something could be lost of. */
static bool is_plain(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static bool same_file(const char *a, const char *b) {
    struct stat s, t;
    if (stat(a, &s) == 0 && stat(b, &t) == 0)
        return s.st_dev == t.st_dev && s.st_ino == t.st_ino;
    char *p = real_place(a), *q = real_place(b);
    const bool same = strcmp(p, q) == 0;
    g_free(p);
    g_free(q);
    return same;
}

/* ---- targets and what is read ---------------------------------------------------------------- */

typedef struct reading {
    const char *path, *what;
} reading;

static char *compare(const char *option, const char *path, void *user) {
    const reading *r = user;
    if (!is_plain(path) || !same_file(path, r->path))
        return NULL;
    return g_strdup_printf("%s: %s would be overwritten, which is %s of this run", option, path,
                           r->what);
}

static char *check_against(const csl_options *o, const char *path, const char *what) {
    reading r = {path, what};
    return each_target(o, compare, &r);
}

char *csl_targets_check_read(const csl_options *o, csl_result *const *results, uint32_t n) {
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    char *error = NULL;
    for (uint32_t i = 0; i < n && !error; i++) {
        for (uint32_t k = 0; results[i] && k < results[i]->nincludes && !error; k++)
            if (g_hash_table_add(seen, (char *)results[i]->includes[k]))
                error = check_against(o, results[i]->includes[k], "a header");
        for (uint32_t k = 0; results[i] && k < results[i]->nreads && !error; k++)
            if (g_hash_table_add(seen, (char *)results[i]->reads[k]))
                error = check_against(o, results[i]->reads[k], "read by a source");
    }
    g_hash_table_unref(seen);
    return error;
}

static char *check_inputs(const csl_options *o, const csl_input *inputs, uint32_t n) {
    char *error = o->config ? check_against(o, o->config, "a configuration") : NULL;
    for (uint32_t i = 0; i < n && !error; i++) {
        error = check_against(o, inputs[i].path, "a source");
        const GPtrArray *configs = inputs[i].options->config_files;
        for (guint k = 0; k < configs->len && !error; k++)
            error = check_against(o, configs->pdata[k], "a configuration");
    }
    if (!error && o->changed_lines && strcmp(o->changed_lines, "-") != 0)
        error = check_against(o, o->changed_lines, "the diff");
    if (!error && o->baseline && !o->write_baseline && !o->prune_baseline)
        error = check_against(o, o->baseline, "the baseline");
    if (!error && o->since)
        error = check_against(o, o->since, "an older report");
    for (guint i = 0; i < o->paths->len && o->action != CSL_RUN && !error; i++)
        error = check_against(o, o->paths->pdata[i], "an input");
    return error;
}

/* Any source of the project may be read for what it launches, and its database of commands for
 * what they are. */
static char *check_name(const char *option, const char *path, void *user) {
    static const char *const endings[] = {".cu", "/compile_commands.json"};
    (void)user;
    char *place = real_place(path), *error = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(endings) && !error; i++)
        if (g_str_has_suffix(place, endings[i]) && g_file_test(place, G_FILE_TEST_IS_REGULAR))
            error =
                g_strdup_printf("%s: %s would be overwritten, which is no report", option, path);
    g_free(place);
    return error;
}

/* ---- two texts for one file ------------------------------------------------------------------ */

static char *collect(const char *option, const char *path, void *user) {
    GPtrArray *seen = user;
    (void)option;
    if (!is_plain(path))
        return NULL;
    for (guint i = 0; i < seen->len; i++)
        if (same_file(path, seen->pdata[i]))
            return g_strdup_printf("%s: two texts for one file", path);
    g_ptr_array_add(seen, (char *)path);
    return NULL;
}

static char *check_each_once(const csl_options *o) {
    GPtrArray *seen = g_ptr_array_new();
    char *error = each_target(o, collect, seen);
    g_ptr_array_unref(seen);
    return error;
}

/* ---- inside the project ---------------------------------------------------------------------- */

static bool below(const char *place, const char *folder) {
    const size_t n = strlen(folder);
    return strncmp(place, folder, n) == 0 && (place[n] == '/' || !place[n] || folder[n - 1] == '/');
}

/* In the repository, or below a folder that the command line names. */
static bool in_project(const csl_options *o, csl_sources *sources, const char *place) {
    bool inside = !g_path_is_absolute(csl_sources_path(sources, place));
    for (guint i = 0; i < o->paths->len && !inside; i++) {
        char *folder = realpath(o->paths->pdata[i], NULL);
        inside = folder && g_file_test(folder, G_FILE_TEST_IS_DIR) && below(place, folder);
        free(folder);
    }
    return inside;
}

typedef struct project {
    const csl_options *o;
    csl_sources *sources;
} project;

/* A name asks for the file that it is the name of: not for another one that a link leads to. */
static char *check_link(const char *option, const char *path, void *user) {
    const project *p = user;
    if (!is_plain(path) || !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
        return NULL;
    char *place = real_place(path), *error = NULL;
    if (!in_project(p->o, p->sources, place))
        error = g_strdup_printf("%s: %s is a link to %s, outside of the project: name that file",
                                option, path, place);
    g_free(place);
    return error;
}

/* A configuration comes with the project and asks for nothing outside. */
static char *check_baseline(const csl_options *o, csl_sources *sources) {
    if (o->baseline_named || !o->baseline || !(o->write_baseline || o->prune_baseline))
        return NULL;
    char *place = real_place(o->baseline), *error = NULL;
    if (!in_project(o, sources, place))
        error = g_strdup_printf("--baseline: the configuration names %s, outside of the project: "
                                "name that file on the command line",
                                place);
    g_free(place);
    return error;
}

char *csl_targets_check(const csl_options *o, csl_sources *sources, const csl_input *inputs,
                        uint32_t n) {
    project p = {o, sources};
    char *error = check_inputs(o, inputs, n);
    if (!error)
        error = each_target(o, check_name, NULL);
    if (!error)
        error = check_each_once(o);
    if (!error)
        error = each_target(o, check_link, &p);
    return error ? error : check_baseline(o, sources);
}

static bool is_named(const csl_options *o, const char *place) {
    bool named = false;
    for (guint i = 0; i < o->paths->len && !named; i++) {
        char *full = g_file_test(o->paths->pdata[i], G_FILE_TEST_IS_SYMLINK)
                         ? NULL
                         : real_place(o->paths->pdata[i]);
        named = full && strcmp(full, place) == 0;
        g_free(full);
    }
    return named;
}

char *csl_targets_refuse_edit(const csl_options *o, csl_sources *sources, const char *path) {
    char *place = real_place(path), *why = NULL;
    if (!in_project(o, sources, place) && !is_named(o, place))
        why =
            g_strdup_printf("%s: not changed: it lies outside of the project, at %s", path, place);
    g_free(place);
    return why;
}
