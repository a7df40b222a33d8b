#include "git.h"

#include "../../report/select/line_diff.h"
#include "git_process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of the merge base. */
typedef struct blob {
    char mode[7]; /* "100644", "120000" a link, "160000" a repository */
    char *id;
} blob;

struct csl_git {
    char *root;          /* of the work tree, without links */
    GHashTable *base;    /* path -> blob */
    GHashTable *tracked; /* path: added since the base; of a renamed file -> its blob, or NULL */
    GHashTable *touched; /* path -> any: what git knows to differ */
    GPtrArray *listed;   /* the same, in order */
    GHashTable *ignored; /* once it is asked for */
    GHashTable *seen;    /* names that were added */
    GHashTable
        *inner; /* path of another repository -> the files of its commit that the base holds */
};

static void free_blob(void *data) {
    blob *b = data;
    if (b)
        g_free(b->id);
    g_free(b);
}

void csl_git_free(csl_git *git) {
    if (!git)
        return;
    g_free(git->root);
    g_hash_table_unref(git->base);
    g_hash_table_unref(git->tracked);
    g_hash_table_unref(git->touched);
    g_ptr_array_unref(git->listed);
    if (git->ignored)
        g_hash_table_unref(git->ignored);
    g_hash_table_unref(git->seen);
    g_hash_table_unref(git->inner);
    g_free(git);
}

static blob *new_blob(const char *mode, const char *id) {
    blob *b = g_new0(blob, 1);
    g_strlcpy(b->mode, mode, sizeof b->mode);
    b->id = g_strdup(id);
    return b;
}

/* ---- what the commits hold ------------------------------------------------------------------- */

/* The next piece of text that a NUL ends; NULL at the end. */
static const char *next_piece(GBytes *bytes, gsize *at) {
    gsize n;
    const char *text = g_bytes_get_data(bytes, &n);
    const char *end = *at < n ? memchr(text + *at, 0, n - *at) : NULL;
    if (!end)
        return NULL;
    const char *piece = text + *at;
    *at = (gsize)(end - text) + 1;
    return piece;
}

static GHashTable *new_blobs(void) {
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_blob);
}

/* "100644 blob ID\tPATH" for every file of a commit; `option`: an option of git that says where it
 * is. */
static char *read_commit(GHashTable *to, const char *option, const char *commit) {
    const char *const words[] = {option, "ls-tree", "-r", "-z", "--full-tree", commit, NULL};
    char *error = NULL;
    GBytes *bytes = csl_git_ask(words, &error);
    if (!bytes)
        return error;
    gsize at = 0;
    for (const char *piece; (piece = next_piece(bytes, &at));) {
        const char *tab = strchr(piece, '\t');
        char **word = g_strsplit(piece, " ", 3);
        if (tab && g_strv_length(word) == 3) {
            word[2][strcspn(word[2], "\t")] = '\0';
            g_hash_table_insert(to, g_strdup(tab + 1), new_blob(word[0], word[2]));
        }
        g_strfreev(word);
    }
    g_bytes_unref(bytes);
    return NULL;
}

static void list(csl_git *git, const char *path) {
    if (g_hash_table_add(git->touched, g_strdup(path)))
        g_ptr_array_add(git->listed, g_strdup(path));
}

/* ":OLD-MODE MODE OLD-ID ID STATUS", PATH and, if it was renamed or copied, its new path: what the
 * index holds otherwise than the base. */
static char *read_index(csl_git *git, const char *commit) {
    const char *const words[] = {"diff-index",  "--cached",      "--raw",         "-z",   "-M",
                                 "--no-abbrev", "--no-ext-diff", "--no-textconv", commit, "--",
                                 NULL};
    char *error = NULL;
    GBytes *bytes = csl_git_ask(words, &error);
    if (!bytes)
        return error;
    gsize at = 0;
    for (const char *piece; (piece = next_piece(bytes, &at));) {
        char **word = g_strsplit(piece, " ", 5);
        const char *path = next_piece(bytes, &at);
        const bool whole = path && g_strv_length(word) == 5 && *word[0] == ':';
        const char status = whole ? *word[4] : 'X';
        const char *renamed = status == 'R' || status == 'C' ? next_piece(bytes, &at) : NULL;
        if (whole)
            list(git, renamed ? renamed : path);
        if (renamed)
            g_hash_table_insert(git->tracked, g_strdup(renamed), new_blob(word[0] + 1, word[2]));
        else if (status == 'A')
            g_hash_table_insert(git->tracked, g_strdup(path), NULL);
        g_strfreev(word);
    }
    g_bytes_unref(bytes);
    return NULL;
}

/* The commit to compare with; NULL and *error if there is none. */
static char *merge_base(const char *ref, char **error) {
    char *name = g_strdup_printf("%s^{commit}", ref);
    const char *const verify[] = {"rev-parse",        "--verify", "--quiet",
                                  "--end-of-options", name,       NULL};
    char *commit = csl_git_line(verify, error);
    g_free(name);
    if (!commit) {
        g_free(*error);
        *error = g_strdup_printf("there is no commit `%s` here: a clone may hold only the newest "
                                 "ones (fetch-depth: 0)",
                                 ref);
        return NULL;
    }
    const char *const words[] = {"merge-base", "HEAD", commit, NULL};
    char *base = csl_git_line(words, error);
    if (!base) {
        g_free(*error);
        *error = g_strdup_printf("HEAD and `%s' have no commit in common here: a clone may hold "
                                 "only the newest ones (fetch-depth: 0)",
                                 ref);
    }
    g_free(commit);
    return base;
}

/* The root of the work tree around the current folder. */
static char *find_root(char **error) {
    const char *const words[] = {"rev-parse", "--show-toplevel", NULL};
    char *top = csl_git_line(words, error), *here = realpath(".", NULL);
    char *root = top ? realpath(top, NULL) : NULL;
    if (!top && *error && strstr(*error, "not a git repository")) {
        g_free(*error);
        *error = g_strdup("the current directory is in no git repository");
    }
    const size_t n = root && strcmp(root, "/") ? strlen(root) : 0;
    if (top && (!root || !here || strncmp(here, root, n) != 0 || (here[n] && here[n] != '/'))) {
        *error = g_strdup("the work tree of this repository lies elsewhere");
        g_clear_pointer(&root, free);
    }
    char *result = root ? g_strdup(root) : NULL;
    g_free(top);
    free(root);
    free(here);
    return result;
}

char *csl_git_open(csl_git **to, const char *ref) {
    if (ref[0] == '-' || !*ref) /* git would take it for an option */
        return g_strdup("this is no commit");
    char *error = NULL, *root = find_root(&error), *base = root ? merge_base(ref, &error) : NULL;
    if (!base) {
        g_free(root);
        return error;
    }
    csl_git *git = g_new0(csl_git, 1);
    git->root = root;
    git->base = new_blobs();
    git->tracked = new_blobs();
    git->inner =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    git->touched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    git->listed = g_ptr_array_new_with_free_func(g_free);
    git->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    error = read_commit(git->base, "--no-pager", base);
    if (!error)
        error = read_index(git, base);
    g_free(base);
    if (error)
        csl_git_free(git);
    else
        *to = git;
    return error;
}

const GPtrArray *csl_git_listed(const csl_git *git) {
    return git->listed;
}

/* ---- one file -------------------------------------------------------------------------------- */

/* The path from the root of the work tree, or NULL. */
static const char *below_root(const csl_git *git, const char *path) {
    const size_t n = strlen(git->root);
    return strncmp(path, git->root, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

/* The name that git gives to a text: SHA-1, or SHA-256 in repositories that use that. */
static char *name_of(const char *text, size_t n, size_t digits) {
    GChecksum *sum = g_checksum_new(digits == 40 ? G_CHECKSUM_SHA1 : G_CHECKSUM_SHA256);
    char *header = g_strdup_printf("blob %zu", n);
    g_checksum_update(sum, (const guchar *)header, (gssize)strlen(header) + 1);
    g_checksum_update(sum, (const guchar *)text, (gssize)n);
    char *name = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    g_free(header);
    return name;
}

static bool same_text(const blob *b, const char *text, size_t n) {
    char *name = name_of(text, n, strlen(b->id));
    const bool same = strcmp(name, b->id) == 0;
    g_free(name);
    return same;
}

/* A link whose text is not that of the base leads to another file than it did. */
static bool link_changed(const csl_git *git, const char *full, const char *rest) {
    char text[4096];
    ssize_t n = readlink(full, text, sizeof text);
    const blob *b = g_hash_table_lookup(git->base, rest);
    return n >= 0 && (!b || strcmp(b->mode, "120000") != 0 || !same_text(b, text, (size_t)n));
}

/* True if a part of the path, as it is named, is such a link. */
static bool by_changed_link(const csl_git *git, const char *file) {
    char *full = g_canonicalize_filename(file, NULL);
    bool changed = false;
    for (char *at = full + 1; !changed; at++) {
        if (*at && *at != '/')
            continue;
        const char end = *at;
        *at = '\0';
        char *folder = g_path_get_dirname(full), *name = g_path_get_basename(full);
        char *real = realpath(folder, NULL);
        char *place = real ? g_build_filename(real, name, NULL) : g_strdup(full);
        const char *rest = below_root(git, place);
        changed = rest && link_changed(git, place, rest);
        g_free(place);
        free(real);
        g_free(name);
        g_free(folder);
        *at = end;
        if (!end)
            break;
    }
    g_free(full);
    return changed;
}

/* Another repository that `files` hold a commit of: what `path` lies in, or NULL. */
static const blob *inner_repository(GHashTable *files, const char *path, char **name) {
    char *part = g_strdup(path);
    for (char *slash; (slash = strrchr(part, '/'));) {
        *slash = '\0';
        const blob *b = g_hash_table_lookup(files, part);
        if (b && strcmp(b->mode, "160000") == 0) {
            *name = part;
            return b;
        }
    }
    g_free(part);
    return NULL;
}

/* What is neither tracked nor ever will be: files, and folders with a slash behind their name. */
static GHashTable *read_ignored(const csl_git *git) {
    GHashTable *ignored = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *const words[] = {"-C",          git->root,   "ls-files",
                                 "--others",    "--ignored", "--exclude-standard",
                                 "--directory", "-z",        NULL};
    char *error = NULL;
    GBytes *bytes = csl_git_ask(words, &error);
    g_free(error);
    gsize at = 0;
    for (const char *piece; bytes && (piece = next_piece(bytes, &at));)
        g_hash_table_add(ignored, g_strdup(piece));
    if (bytes)
        g_bytes_unref(bytes);
    return ignored;
}

static bool is_ignored(csl_git *git, const char *path) {
    if (!git->ignored)
        git->ignored = read_ignored(git);
    char *part = g_strdup(path);
    bool ignored = g_hash_table_contains(git->ignored, part);
    for (char *slash; !ignored && (slash = strrchr(part, '/'));) {
        slash[1] = '\0';
        ignored = g_hash_table_contains(git->ignored, part);
        *slash = '\0';
    }
    g_free(part);
    return ignored;
}

typedef struct sink {
    csl_changed_lines *changes;
    const char *name;
} sink;

static void changed(void *user, uint32_t first, uint32_t last) {
    const sink *s = user;
    csl_changes_add_lines(s->changes, s->name, first, last);
}

static void deleted(void *user, uint32_t line) {
    const sink *s = user;
    csl_changes_add_deletion(s->changes, s->name, line);
}

/* Compares with the text of the base. */
static void compare(const blob *b, csl_changed_lines *changes, csl_sources *sources,
                    const char *file, const char *name) {
    size_t n;
    const char *text = csl_sources_text(sources, file, &n);
    if (text && same_text(b, text, n))
        return;
    const char *const words[] = {"cat-file", "blob", b->id, NULL};
    char *error = NULL;
    GBytes *old = text && b->mode[1] == '0' ? csl_git_ask(words, &error) : NULL;
    g_free(error);
    if (!old) {
        csl_changes_add_file(changes, name);
        return;
    }
    gsize nold;
    const char *was = g_bytes_get_data(old, &nold);
    sink s = {changes, name};
    const csl_line_changes to = {changed, deleted, &s};
    csl_compare_lines(was ? was : "", nold, text, n, &to);
    g_bytes_unref(old);
}

/* The files of the commit of another repository, which lies in `place`; none if it is not there. */
static GHashTable *inner_files(csl_git *git, const char *place, const char *commit) {
    GHashTable *files = g_hash_table_lookup(git->inner, place);
    if (!files) {
        files = new_blobs();
        char *option = g_strdup_printf("--git-dir=%s/%s/.git", git->root, place);
        g_free(read_commit(files, option, commit));
        g_free(option);
        g_hash_table_insert(git->inner, g_strdup(place), files);
    }
    return files;
}

/* A file `rest` of another repository, of which the base holds the commit `of`. What the index of
 * this one says of its text counts for nothing, and what it may hold besides is new. */
static void add_inner(csl_git *git, csl_changed_lines *changes, csl_sources *sources,
                      const char *file, const char *place, const blob *of, const char *rest) {
    GHashTable *files = inner_files(git, place, of->id);
    const blob *b = g_hash_table_lookup(files, rest);
    char *deeper = NULL;
    const blob *next = b ? NULL : inner_repository(files, rest, &deeper);
    if (b) {
        compare(b, changes, sources, file, csl_sources_path(sources, file));
    } else if (next) {
        char *there = g_build_filename(place, deeper, NULL);
        add_inner(git, changes, sources, file, there, next, rest + strlen(deeper) + 1);
        g_free(there);
    } else {
        csl_changes_add_file(changes, csl_sources_path(sources, file));
    }
    g_free(deeper);
}

/* `path` from the root of the work tree. */
static void add_path(csl_git *git, csl_changed_lines *changes, csl_sources *sources,
                     const char *file, const char *name, const char *path) {
    char *inner = NULL;
    const blob *b = g_hash_table_lookup(git->base, path);
    void *added = NULL;
    const bool tracked = g_hash_table_lookup_extended(git->tracked, path, NULL, &added);
    if (!b && tracked)
        b = added;
    if (b)
        compare(b, changes, sources, file, name);
    else if ((b = inner_repository(git->base, path, &inner)))
        if (g_hash_table_contains(git->touched, inner))
            csl_changes_add_file(changes, name);
        else
            add_inner(git, changes, sources, file, inner, b, path + strlen(inner) + 1);
    else if (tracked || !is_ignored(git, path))
        csl_changes_add_file(changes, name);
    g_free(inner);
}

void csl_git_add(csl_git *git, csl_changed_lines *changes, csl_sources *sources, const char *file) {
    if (!g_hash_table_add(git->seen, g_strdup(file)))
        return;
    const char *name = csl_sources_path(sources, file);
    char *real = realpath(file, NULL);
    char *full = real ? g_strdup(real) : g_canonicalize_filename(file, NULL);
    const char *path = below_root(git, full);
    if (by_changed_link(git, file))
        csl_changes_add_file(changes, name);
    else if (path)
        add_path(git, changes, sources, file, name, path);
    g_free(full);
    free(real);
}
