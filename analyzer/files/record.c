#undef _FORTIFY_SOURCE /* its open() is an inline function */
#include "link.h"
#include "record.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Times of files count in steps of this size at most: a file that was written in the last step may
 * be written again and keep its time. */
static const gint64 clock_step = 10000000; /* nanoseconds */

static bool recording;
static GHashTable *asked; /* path -> "KIND STAMP" */
static char *refused;

/* ---- stamps ---------------------------------------------------------------------------------- */

static gint64 nanoseconds(struct timespec t) {
    return (gint64)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The time of the last change of the inode is set by the kernel alone: `cp -p` and `touch` cannot
 * make a new text look old. */
static char *stamp_of(const struct stat *s) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const gint64 changed = nanoseconds(s->st_ctim);
    if (nanoseconds(now) - changed < clock_step)
        return NULL;
    return g_strdup_printf("%llu.%llu.%lld.%lld", (unsigned long long)s->st_dev,
                           (unsigned long long)s->st_ino, (long long)s->st_size,
                           (long long)changed);
}

/* ---- the C library ---------------------------------------------------------------------------- */

/* The next definition of this name behind ours. */
static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        _exit(2);
    return found;
}

/* Calls of one function: its pointer is looked up once. Assigning through the union keeps ISO C
 * from a cast between functions and objects. */
#define ORIGINAL(name, type, ...)                                                                  \
    static union {                                                                                 \
        void *object;                                                                              \
        type (*call)(__VA_ARGS__);                                                                 \
    } real;                                                                                        \
    if (!real.object)                                                                              \
    real.object = original(name)

int csl_open_quietly(const char *path, int flags) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

static int stat_quietly(const char *path, struct stat *to) {
    ORIGINAL("stat", int, const char *, struct stat *);
    return real.call(path, to);
}

/* ---- the record ------------------------------------------------------------------------------- */

/* Made up by the kernel: no part of a project. */
static bool is_made_up(const char *path) {
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 ||
           strncmp(path, "/dev/", 5) == 0;
}

/* Later answers about a path must agree with earlier ones; reading says more than seeing. */
static void note(const char *path, char kind, char *stamp) {
    if (!recording || !path || !*path || is_made_up(path)) {
        g_free(stamp);
        return;
    }
    const int error = errno;
    const bool must_have_stamp = kind == 'r' || kind == 'l';
    const char *known = g_hash_table_lookup(asked, path);
    char *line = must_have_stamp && !stamp ? g_strdup("? -")
                                           : g_strdup_printf("%c %s", kind, stamp ? stamp : "-");
    const bool file = known && (*known == 'f' || *known == 'r');
    const bool folder = known && (*known == 'd' || *known == 'l');
    if (!known || (*known == 'f' && *line == 'r') || (*known == 'd' && *line == 'l'))
        g_hash_table_insert(asked, g_strdup(path), g_steal_pointer(&line));
    else if (strcmp(known, line) != 0 && !(file && kind == 'f') && !(folder && kind == 'd') &&
             *known != '?')
        g_hash_table_insert(asked, g_strdup(path), g_strdup("? -"));
    g_free(line);
    g_free(stamp);
    errno = error;
}

static bool is_missing(int error) {
    return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP;
}

static void note_status(const char *path, int result, const struct stat *s) {
    if (result == 0 && S_ISLNK(s->st_mode)) /* what it leads to is asked for next */
        return;
    if (recording && result == 0)
        note(path, S_ISDIR(s->st_mode) ? 'd' : 'f', NULL);
    else if (recording)
        note(path, is_missing(errno) ? '-' : '?', NULL);
}

static void refuse(const char *path) {
    if (recording && !refused)
        refused = g_strdup(path);
    note(path, '?', NULL);
}

/* What a name that was opened leads to may be private. */
static bool is_private(int fd) {
    char link[40], real[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const long n = syscall(SYS_readlinkat, AT_FDCWD, link, real, sizeof real - 1);
    real[n > 0 ? n : 0] = 0;
    return csl_is_private(real);
}

/* After an attempt to open a file for reading: returns what the caller gets. */
static int check_opened(const char *path, int fd) {
    struct stat s;
    const int error = errno;
    if (fd < 0) {
        if (is_missing(error))
            note(path, '-', NULL);
        else if (error == EACCES && stat_quietly(path, &s) == 0 && !S_ISDIR(s.st_mode))
            refuse(path);
        else
            note(path, '?', NULL);
        errno = error;
        return fd;
    }
    if (fstat(fd, &s) == 0 && ((S_ISREG(s.st_mode) && !is_private(fd)) || S_ISDIR(s.st_mode))) {
        note(path, S_ISDIR(s.st_mode) ? 'd' : 'r', S_ISDIR(s.st_mode) ? NULL : stamp_of(&s));
        return fd;
    }
    close(fd);
    refuse(path);
    errno = EACCES;
    return -1;
}

static bool is_device_of_ours(const char *path) {
    return strcmp(path, "/dev/null") == 0 || strcmp(path, "/dev/urandom") == 0;
}

static int open_recorded(const char *path, int flags, mode_t mode) {
    if (!recording || (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) ||
        is_device_of_ours(path))
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    const int fd = csl_open_quietly(path, flags | O_NONBLOCK);
    if (fd >= 0 && !(flags & O_NONBLOCK))
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return check_opened(path, fd);
}

/* ---- in the place of the C library's ----------------------------------------------------------- */

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...);                                                    \
    int name(const char *path, int flags, ...) {                                                   \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;            \
        va_end(more);                                                                              \
        return open_recorded(path, flags, mode);                                                   \
    }
OPEN(open)
OPEN(open64)

#define STATUS(name, type)                                                                         \
    int name(const char *path, type *to) {                                                         \
        ORIGINAL(#name, int, const char *, type *);                                                \
        const int result = real.call(path, to);                                                    \
        note_status(path, result, (const struct stat *)(const void *)to);                          \
        return result;                                                                             \
    }
STATUS(stat, struct stat)
STATUS(lstat, struct stat)
STATUS(stat64, struct stat64)
STATUS(lstat64, struct stat64)

int access(const char *path, int mode) {
    ORIGINAL("access", int, const char *, int);
    const int result = real.call(path, mode);
    struct stat s;
    if (recording) {
        const int error = errno;
        note_status(path, stat_quietly(path, &s), &s);
        errno = error;
    }
    return result;
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    ORIGINAL("readlink", ssize_t, const char *, char *, size_t);
    const ssize_t n = real.call(path, buffer, size);
    if (recording && n < 0 && is_missing(errno))
        note(path, '-', NULL);
    return n;
}

char *realpath(const char *path, char *to) {
    ORIGINAL("realpath", char *, const char *, char *);
    char *result = real.call(path, to);
    struct stat s;
    if (recording && path) {
        const int error = errno;
        note_status(path, stat_quietly(path, &s), &s);
        errno = error;
    }
    return result;
}

DIR *opendir(const char *path) {
    ORIGINAL("opendir", DIR *, const char *);
    DIR *result = real.call(path);
    struct stat s;
    if (recording && result)
        note(path, 'l', fstat(dirfd(result), &s) == 0 ? stamp_of(&s) : NULL);
    else if (recording)
        note(path, is_missing(errno) ? '-' : '?', NULL);
    return result;
}

#define FOPEN(name)                                                                                \
    FILE *name(const char *path, const char *mode);                                                \
    FILE *name(const char *path, const char *mode) {                                               \
        ORIGINAL(#name, FILE *, const char *, const char *);                                       \
        if (!recording || *mode != 'r' || strchr(mode, '+'))                                       \
            return real.call(path, mode);                                                          \
        const int fd = open_recorded(path, O_RDONLY | O_CLOEXEC, 0);                               \
        return fd < 0 ? NULL : fdopen(fd, mode);                                                   \
    }
FOPEN(fopen)
FOPEN(fopen64)

/* ---- asking for it ----------------------------------------------------------------------------- */

void csl_record_start(void) {
    if (!asked)
        asked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    recording = true;
}

void csl_record_pause(void) {
    recording = false;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *csl_record_text(void) {
    GString *text = g_string_new(NULL);
    guint n = 0;
    char **paths = asked ? (char **)g_hash_table_get_keys_as_array(asked, &n) : NULL;
    if (n)
        qsort(paths, n, sizeof *paths, compare_names);
    for (guint i = 0; i < n; i++) {
        char *name = g_strescape(paths[i], NULL);
        g_string_append_printf(text, "%s %s\n", (char *)g_hash_table_lookup(asked, paths[i]), name);
        g_free(name);
    }
    g_free(paths);
    return g_string_free(text, FALSE);
}

const char *csl_record_refused(void) {
    return refused;
}

char *csl_stamp(const char *path) {
    struct stat s;
    return stat_quietly(path, &s) == 0 ? stamp_of(&s) : NULL;
}
