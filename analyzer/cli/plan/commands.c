#include "commands.h"

#include "../../files/link.h"
#include "../../files/text.h"
#include "../../report/source/escape.h"
#include "compdb.h"
#include "../../limits/limits.h"

#include <stdlib.h>
#include <string.h>

#define DATABASE "compile_commands.json"

/* More than the largest projects have. */

typedef struct database {
    csl_compdb *commands;
    GPtrArray *paths;      /* char *, per entry: resolved where the file exists */
    csl_nvcc_args **flags; /* per entry: translated on first use */
    GArray *cuda;          /* guint: the entries that compile CUDA */
    GHashTable *by_path;   /* path -> index of its first entry + 1 */
} database;

struct csl_commands {
    const csl_options *o;
    GPtrArray *databases;  /* every one that was opened; owns them */
    database *given;       /* of -p, or NULL */
    GPtrArray *sources;    /* of that, char * */
    GHashTable *found;     /* directory -> database above it, or NULL */
    GHashTable *by_folder; /* directory -> csl_nvcc_args */
    csl_nvcc_args *fixed;  /* what follows "--", or NULL */
};

/* ---- databases ------------------------------------------------------------------------------- */

static void database_free(void *data) {
    database *d = data;
    for (guint i = 0; i < d->paths->len; i++)
        csl_nvcc_args_free(d->flags[i]);
    g_free(d->flags);
    g_ptr_array_unref(d->paths);
    g_array_unref(d->cuda);
    g_hash_table_unref(d->by_path);
    csl_compdb_free(d->commands);
    g_free(d);
}

/* The path with links resolved, as far as it exists. */
static char *resolved(const char *directory, const char *file) {
    char *full =
        g_path_is_absolute(file) ? g_strdup(file) : g_build_filename(directory, file, NULL);
    char *real = realpath(full, NULL);
    char *path = real ? g_strdup(real) : g_canonicalize_filename(full, NULL);
    free(real);
    g_free(full);
    return path;
}

static bool compiles_cuda(const database *d, guint at) {
    if (csl_names_cuda(d->paths->pdata[at]))
        return true;
    GPtrArray *words = csl_compdb_words(d->commands, at);
    bool cuda = false;
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        cuda |= g_str_has_prefix(word, "-xcu") || g_str_has_prefix(word, "-x=cu");
        if (strcmp(word, "-x") == 0 && i + 1 < words->len)
            cuda |= g_str_has_prefix(words->pdata[i + 1], "cu");
    }
    g_ptr_array_unref(words);
    return cuda;
}

static void add_path(database *d, char *path) {
    g_ptr_array_add(d->paths, path);
    if (!g_hash_table_contains(d->by_path, path))
        g_hash_table_insert(d->by_path, path, GUINT_TO_POINTER(d->paths->len));
    const guint at = d->paths->len - 1;
    if (compiles_cuda(d, at))
        g_array_append_val(d->cuda, at);
}

static database *database_open(csl_commands *c, const char *path, char **error) {
    csl_compdb *commands = csl_compdb_read(path, error);
    if (!commands)
        return NULL;
    database *d = g_new0(database, 1);
    g_ptr_array_add(c->databases, d);
    d->commands = commands;
    d->paths = g_ptr_array_new_with_free_func(g_free);
    d->cuda = g_array_new(FALSE, FALSE, sizeof(guint));
    d->by_path = g_hash_table_new(g_str_hash, g_str_equal);
    const uint32_t n = csl_compdb_size(commands);
    d->flags = g_new0(csl_nvcc_args *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        add_path(d, resolved(csl_compdb_directory(commands, i), csl_compdb_file(commands, i)));
    return d;
}

/* Reads flags; those of --extra-arg come last. */
static csl_nvcc_args *read_flags(const csl_commands *c, const GPtrArray *words, guint first,
                                 const char *directory) {
    const guint own = words->len > first ? words->len - first : 0;
    const GPtrArray *extra = c->o->extra_args;
    const char **all = g_new(const char *, own + extra->len + 1);
    for (guint i = 0; i < own; i++)
        all[i] = words->pdata[first + i];
    for (guint i = 0; i < extra->len; i++)
        all[own + i] = extra->pdata[i];
    csl_nvcc_args *flags = csl_nvcc_args_read(all, own + extra->len, directory);
    g_free(all);
    return flags;
}

static const csl_nvcc_args *entry_flags(const csl_commands *c, database *d, guint i) {
    if (!d->flags[i]) {
        GPtrArray *words = csl_compdb_words(d->commands, i);
        d->flags[i] = read_flags(c, words, 1, csl_compdb_directory(d->commands, i));
        g_ptr_array_unref(words);
    }
    return d->flags[i];
}

/* How many characters of leading directories two paths share. */
static size_t shared_directories(const char *a, const char *b) {
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            shared = i + 1;
    return shared;
}

static const csl_nvcc_args *database_flags(csl_commands *c, database *d, const char *real,
                                           bool *listed) {
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(d->by_path, real));
    size_t most = 0;
    *listed = at > 0;
    for (guint i = 0; i < d->cuda->len && !*listed; i++) {
        const guint neighbour = g_array_index(d->cuda, guint, i);
        size_t shared = shared_directories(real, d->paths->pdata[neighbour]);
        if (shared > most) {
            most = shared;
            at = neighbour + 1;
        }
    }
    return at ? entry_flags(c, d, at - 1) : NULL;
}

/* The database of a directory itself or, as most projects have it, of its `build` folder; NULL if
 * there is none. The caller frees it. */
static char *database_in(const char *directory) {
    static const char *const folders[] = {"", "build"};
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *path = g_build_filename(directory, folders[i], DATABASE, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return path;
        g_free(path);
    }
    return NULL;
}

/* The nearest compile_commands.json of the directory or one above it. One that cannot be read is
 * reported once and counts as none. */
static database *database_above(csl_commands *c, const char *directory) {
    void *known;
    if (g_hash_table_lookup_extended(c->found, directory, NULL, &known))
        return known;
    database *d = NULL;
    char *path = database_in(directory);
    if (path) {
        char *error = NULL;
        d = database_open(c, path, &error);
        char *clean = error ? csl_visible(error) : NULL;
        if (clean)
            fprintf(stderr, "cudasynclint: ignored: %s\n", clean);
        g_free(clean);
        g_free(error);
    } else if (strcmp(directory, "/") != 0) {
        char *parent = g_path_get_dirname(directory);
        d = database_above(c, parent);
        g_free(parent);
    }
    g_free(path);
    g_hash_table_insert(c->found, g_strdup(directory), d);
    return d;
}

/* ---- no database ----------------------------------------------------------------------------- */

/* Where projects keep headers. */
static const char *const header_dirs[] = {
    "include", "inc",        "Include",        "Inc", "common", "Common", "src",
    "utils",   "common/inc", "common/include", NULL};

static bool is_repository(const char *directory) {
    char *git = g_build_filename(directory, ".git", NULL);
    bool found = g_file_test(git, G_FILE_TEST_EXISTS);
    g_free(git);
    return found;
}

static void add_header_dirs(GPtrArray *words, const char *directory) {
    g_ptr_array_add(words, g_strdup("-idirafter"));
    g_ptr_array_add(words, g_strdup(directory));
    for (const char *const *name = header_dirs; *name; name++) {
        char *headers = g_build_filename(directory, *name, NULL);
        if (g_file_test(headers, G_FILE_TEST_IS_DIR)) {
            g_ptr_array_add(words, g_strdup("-idirafter"));
            g_ptr_array_add(words, g_strdup(headers));
        }
        g_free(headers);
    }
}

/* The include directories between a file and the top of its repository. They come last, so that
 * they only find what nothing else has. */
static const csl_nvcc_args *flags_by_folder(csl_commands *c, const char *directory) {
    csl_nvcc_args *flags = g_hash_table_lookup(c->by_folder, directory);
    if (flags)
        return flags;
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    char *at = g_strdup(directory);
    bool top = false;
    while (!top && strcmp(at, "/") != 0) {
        top = is_repository(at);
        add_header_dirs(words, at);
        char *parent = g_path_get_dirname(at);
        g_free(at);
        at = parent;
    }
    if (!top) /* outside a repository there is nothing to go by */
        g_ptr_array_set_size(words, 0);
    flags = read_flags(c, words, 0, NULL);
    g_ptr_array_unref(words);
    g_free(at);
    g_hash_table_insert(c->by_folder, g_strdup(directory), flags);
    return flags;
}

/* ---- the whole ------------------------------------------------------------------------------- */

csl_commands *csl_commands_open(const csl_options *o, char **error) {
    csl_commands *c = g_new0(csl_commands, 1);
    c->o = o;
    c->databases = g_ptr_array_new_with_free_func(database_free);
    c->sources = g_ptr_array_new();
    c->found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    c->by_folder =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)csl_nvcc_args_free);
    if (o->fixed_command)
        c->fixed = read_flags(c, o->clang_args, 0, NULL);
    *error = NULL;
    if (o->build_dir) {
        char *path = g_str_has_suffix(o->build_dir, ".json")
                         ? g_strdup(o->build_dir)
                         : g_build_filename(o->build_dir, DATABASE, NULL);
        c->given = database_open(c, path, error);
        g_free(path);
    }
    if (*error) {
        csl_commands_free(c);
        return NULL;
    }
    const database *d = c->given;
    for (guint i = 0; d && i < d->cuda->len; i++)
        g_ptr_array_add(c->sources, d->paths->pdata[g_array_index(d->cuda, guint, i)]);
    return c;
}

void csl_commands_free(csl_commands *c) {
    g_hash_table_unref(c->found);
    g_ptr_array_unref(c->databases);
    g_hash_table_unref(c->by_folder);
    g_ptr_array_unref(c->sources);
    if (c->fixed)
        csl_nvcc_args_free(c->fixed);
    g_free(c);
}

const GPtrArray *csl_commands_sources(const csl_commands *c) {
    return c->sources;
}

const csl_nvcc_args *csl_commands_for(csl_commands *c, const char *path, bool *listed) {
    *listed = false;
    if (c->fixed)
        return c->fixed;
    char *real = resolved(".", path), *directory = g_path_get_dirname(real);
    database *d = c->given ? c->given : database_above(c, directory);
    const csl_nvcc_args *flags = d ? database_flags(c, d, real, listed) : NULL;
    if (!flags)
        flags = flags_by_folder(c, directory);
    g_free(directory);
    g_free(real);
    return flags;
}
