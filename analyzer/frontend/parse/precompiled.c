#define _GNU_SOURCE /* memfd_create */
#include "../../files/words.h"
#include "precompiled.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../recover/recover.h"

#define NO_STANDARD "-std=c++17" /* embedded.c */
#define MAX_STANDARDS 8

static int copies[MAX_STANDARDS]; /* file descriptor + 1; 0: none */
static GHashTable *words;         /* of the files in the headers: csl_word */

/* ---- names that matter ----------------------------------------------------------------------- */

static guint hash_word(gconstpointer word) {
    const csl_word *w = word;
    guint hash = 5381;
    for (unsigned i = 0; i < w->n; i++)
        hash = hash * 33 + (guchar)w->s[i];
    return hash;
}

static gboolean equal_words(gconstpointer a, gconstpointer b) {
    const csl_word *x = a, *y = b;
    return x->n == y->n && memcmp(x->s, y->s, x->n) == 0;
}

static void add_words(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *s = text; s < end;) {
        const char *start = s;
        while (s < end && csl_is_word_char(*s))
            s++;
        if (s > start) {
            csl_word *w = g_new(csl_word, 1);
            *w = (csl_word){start, (unsigned)(s - start)};
            g_hash_table_add(words, w);
        } else {
            s++;
        }
    }
}

/* Of comments and directives too: #ifdef asks for names as well. */
static void read_words(void) {
    words = g_hash_table_new_full(hash_word, equal_words, g_free, NULL);
    for (const char *const *file = csl_precompiled_files; *file; file++)
        for (unsigned i = 0; i < csl_nshim; i++)
            if (strcmp(csl_shim[i].path, *file) == 0)
                add_words(csl_shim[i].text, csl_shim[i].bytes);
}

bool csl_core_ignores(const char *name, size_t length) {
    enum { LONGEST = 128 };
    bool made[LONGEST + 1] = {true}; /* made[i]: words make up the first i letters */
    if (length > LONGEST)
        return false;
    if (!words)
        read_words();
    for (unsigned end = 1; end <= length; end++)
        for (unsigned start = 0; start < end && !made[end]; start++) {
            csl_word w = {name + start, end - start};
            made[end] = made[start] && g_hash_table_contains(words, &w);
        }
    return !made[length];
}

/* ---- options --------------------------------------------------------------------------------- */

/* "-DNAME=1", "-UNAME" */
static bool is_harmless_macro(const char *arg) {
    const char *name = arg + 2;
    return csl_core_ignores(name, strcspn(name, "=("));
}

/* The folder, of -I or -isystem, holds a file that core.h would include in place of the embedded
 * one. What -iquote and -idirafter name does not come before these. */
static bool hides_header(const char *folder) {
    bool hides = false;
    for (const char *const *file = csl_precompiled_files; *file && !hides; file++) {
        char *shim_path = csl_join(SHIM_ROOT, *file);
        const char *name = csl_shim_name(shim_path);
        char *path = name ? g_build_filename(folder, name, NULL) : NULL;
        hides = path && access(path, F_OK) == 0;
        g_free(path);
        free(shim_path);
    }
    return hides;
}

/* The last -std; NULL if another argument could mean something to core.h. */
static const char *standard_of(const csl_parse_options *options) {
    const char *standard = NO_STANDARD;
    for (uint32_t i = 0; i < options->nargs; i++) {
        const char *arg = options->args[i], *folder = NULL;
        bool last = i + 1 == options->nargs;
        if (strcmp(arg, "-iquote") == 0 || strcmp(arg, "-idirafter") == 0 ||
            strcmp(arg, "-include") == 0) /* what that names comes behind core.h */
            i++;
        else if (strcmp(arg, "-isystem") == 0 && !last)
            folder = options->args[++i];
        else if (g_str_has_prefix(arg, "-I"))
            folder = arg + 2;
        else if (g_str_has_prefix(arg, "-std="))
            standard = arg;
        else if (!(g_str_has_prefix(arg, "-D") || g_str_has_prefix(arg, "-U")) ||
                 !is_harmless_macro(arg))
            return NULL;
        if (folder && hides_header(folder))
            return NULL;
    }
    return standard;
}

/* Its place in csl_precompiled_headers, -1 if there is none. */
static int header_for(const csl_parse_options *options) {
    const char *standard = options->cuda_path || options->as_text ? NULL : standard_of(options);
    for (unsigned i = 0; standard && i < csl_nprecompiled && i < MAX_STANDARDS; i++)
        if (strcmp(csl_precompiled_headers[i].standard, standard) == 0)
            return (int)i;
    return -1;
}

/* ---- files in memory ------------------------------------------------------------------------- */

static bool write_all(int fd, const char *data, size_t n) {
    while (n > 0) {
        ssize_t written = write(fd, data, n);
        if (written <= 0)
            return false;
        data += written;
        n -= (size_t)written;
    }
    return true;
}

/* A file that can no longer be changed, by no worker either; -1 if that cannot be had. */
static int open_copy(const csl_precompiled *header) {
    int fd = memfd_create("cudasynclint", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && write_all(fd, header->begin, (size_t)(header->end - header->begin)) &&
        fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool is_readable_here(void) {
    CXString version = clang_getClangVersion();
    bool same = strcmp(clang_getCString(version), csl_precompiled_by) == 0;
    clang_disposeString(version);
    return same;
}

/* It makes its tables with the first index: once, not again in each worker. Its handlers of signals
 * are not wanted (worker.c). */
static void start_libclang(void) {
    static bool started;
    if (started)
        return;
    started = true;
    g_setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", TRUE);
    clang_disposeIndex(clang_createIndex(0, 0));
}

void csl_parse_prepare(const csl_parse_options *options) {
    int i = header_for(options);
    start_libclang();
    if (i >= 0 && !copies[i] && is_readable_here() && !g_getenv("CSL_PLAIN_PARSE"))
        copies[i] = open_copy(&csl_precompiled_headers[i]) + 1;
}

const char *csl_precompiled_for(const csl_parse_options *options) {
    static char path[40];
    int i = header_for(options);
    if (i < 0 || !copies[i])
        return NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", copies[i] - 1);
    return path;
}
