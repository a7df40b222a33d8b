#include "source.h"
#include "../../files/link.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct source_file {
    char *text;
    size_t *start; /* of each line, and one past the end of the last */
    uint32_t nlines;
} source_file;

struct csl_sources {
    GHashTable *files; /* path -> source_file */
    GHashTable *paths; /* path -> the name that csl_sources_path gives it */
    char *root;        /* of those names */
    bool confined;     /* to the root */
};

static void source_file_free(gpointer data) {
    source_file *f = data;
    g_free(f->text);
    g_free(f->start);
    g_free(f);
}

/* Takes the text. A NUL byte would cut lines short for every reader: it becomes a blank. */
static source_file *source_file_new(char *text, size_t length) {
    source_file *f = g_new0(source_file, 1);
    GArray *start = g_array_new(FALSE, FALSE, sizeof(size_t));
    size_t at = 0;
    while (at < length) {
        g_array_append_val(start, at);
        const char *end = memchr(text + at, '\n', length - at);
        at = end ? (size_t)(end - text) + 1 : length;
    }
    for (size_t i = 0; i < length; i++)
        if (!text[i])
            text[i] = ' ';
    f->nlines = start->len;
    g_array_append_val(start, length);
    f->text = text;
    f->start = (size_t *)(void *)g_array_free(start, FALSE);
    return f;
}

/* The nearest directory with a `.git` (a file in a linked work tree), from the current one up. */
static char *find_root(void) {
    char *here = g_get_current_dir();
    for (char *dir = g_strdup(here);;) {
        char *git = g_build_filename(dir, ".git", NULL);
        gboolean found = g_file_test(git, G_FILE_TEST_EXISTS);
        g_free(git);
        if (found) {
            g_free(here);
            return dir;
        }
        char *parent = g_path_get_dirname(dir);
        gboolean top = strcmp(parent, dir) == 0;
        g_free(dir);
        dir = parent;
        if (top) {
            g_free(dir);
            return here;
        }
    }
}

/* Without links, so that one file has one name; a file that does not exist may have links in its
 * folder. The caller frees it. */
static char *real_name(const char *path) {
    char *real = realpath(path, NULL), *name;
    if (real) {
        name = g_strdup(real);
    } else {
        char *plain = g_canonicalize_filename(path, NULL);
        char *folder = g_path_get_dirname(plain), *base = g_path_get_basename(plain);
        real = realpath(folder, NULL);
        name = real ? g_build_filename(real, base, NULL) : g_strdup(plain);
        g_free(base);
        g_free(folder);
        g_free(plain);
    }
    free(real);
    return name;
}

csl_sources *csl_sources_new(void) {
    csl_sources *sources = g_new0(csl_sources, 1);
    sources->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, source_file_free);
    sources->paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    char *root = find_root();
    sources->root = real_name(root);
    g_free(root);
    return sources;
}

void csl_sources_free(csl_sources *sources) {
    if (!sources)
        return;
    g_hash_table_destroy(sources->files);
    g_hash_table_destroy(sources->paths);
    g_free(sources->root);
    g_free(sources);
}

void csl_sources_put(csl_sources *sources, const char *path, const char *text) {
    g_hash_table_replace(sources->files, g_strdup(path),
                         source_file_new(g_strdup(text), strlen(text)));
}

/* Reading a FIFO would wait for ever, and what the analysis refused as too large is not for us. */
static bool is_plain_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= CSL_LIMIT(text_bytes);
}

void csl_sources_confine(csl_sources *sources) {
    sources->confined = true;
}

static bool may_read(csl_sources *sources, const char *path) {
    if (!sources->confined)
        return true;
    char *real = realpath(path, NULL);
    const bool own = real && !csl_is_private(real);
    free(real);
    return own && !g_path_is_absolute(csl_sources_path(sources, path));
}

static const source_file *find(csl_sources *sources, const char *path) {
    source_file *f = g_hash_table_lookup(sources->files, path);
    if (!f) {
        char *text = NULL;
        gsize length = 0;
        if (!may_read(sources, path) || !is_plain_file(path) ||
            !g_file_get_contents(path, &text, &length, NULL))
            length = 0;
        f = source_file_new(text, length);
        g_hash_table_insert(sources->files, g_strdup(path), f);
    }
    return f;
}

uint32_t csl_sources_lines(csl_sources *sources, const char *path) {
    return find(sources, path)->nlines;
}

const char *csl_sources_text(csl_sources *sources, const char *path, size_t *bytes) {
    const source_file *f = find(sources, path);
    *bytes = f->start[f->nlines];
    return f->text;
}

const char *csl_sources_line(csl_sources *sources, const char *path, uint32_t line,
                             size_t *length) {
    const source_file *f = find(sources, path);
    if (line < 1 || line > f->nlines)
        return NULL;
    const char *text = f->text + f->start[line - 1];
    size_t n = f->start[line] - f->start[line - 1];
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    *length = n;
    return text;
}

uint32_t csl_sources_column(csl_sources *sources, const char *path, uint32_t line,
                            uint32_t column) {
    size_t length;
    const char *text = csl_sources_line(sources, path, line, &length);
    if (!text || column < 2)
        return column;
    /* Past the end of the line (a column may be one past it) bytes and characters are the same. */
    size_t before = MIN(column - 1, length);
    uint32_t characters = column - 1 - (uint32_t)before;
    for (size_t at = 0; at < before; characters++) {
        gunichar c = g_utf8_get_char_validated(text + at, (gssize)(length - at));
        at += c == (gunichar)-1 || c == (gunichar)-2 ? 1 : (size_t)g_unichar_to_utf8(c, NULL);
    }
    return characters + 1;
}

const char *csl_sources_path(csl_sources *sources, const char *path) {
    char *name = g_hash_table_lookup(sources->paths, path);
    if (name)
        return name;
    name = *path ? real_name(path) : g_strdup(sources->root);
    size_t n = strlen(sources->root);
    while (n && sources->root[n - 1] == '/')
        n--;
    if (strncmp(name, sources->root, n) == 0 && name[n] == '/' && name[n + 1])
        memmove(name, name + n + 1, strlen(name + n + 1) + 1);
    else if (strcmp(name, sources->root) == 0)
        strcpy(name, ".");
    g_hash_table_insert(sources->paths, g_strdup(path), name);
    return name;
}

bool csl_sources_exists(csl_sources *sources, const char *name) {
    char *path = g_canonicalize_filename(name, sources->root);
    bool found = g_file_test(path, G_FILE_TEST_EXISTS);
    g_free(path);
    return found;
}

void csl_sources_set_root(csl_sources *sources, const char *root) {
    g_free(sources->root);
    sources->root = real_name(root);
    g_hash_table_remove_all(sources->paths);
}
