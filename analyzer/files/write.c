/* The only place that writes files. A new text is written into a file without a name, which then
 * takes the place of the old one: a run that is killed leaves nothing behind. */
#include "text.h"
#include "../limits/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Where a text goes. */
typedef struct target {
    char *real;   /* without links; NULL: no regular file */
    char *folder; /* of that */
    bool exists;
    struct stat status; /* if it exists */
} target;

static void clear(target *t) {
    free(t->real);
    g_free(t->folder);
}

/* ---- finding it ------------------------------------------------------------------------------ */

/* What the kernel makes up: a name there stands for an open file, which nothing may replace. */
static bool is_made_up(const char *path) {
    char *full = g_canonicalize_filename(path, NULL);
    const bool made_up = g_str_has_prefix(full, "/dev/") || g_str_has_prefix(full, "/proc/");
    g_free(full);
    return made_up;
}

/* A new file: its folder, without links, and its name. */
static char *new_place(const char *path) {
    char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
    char *real = realpath(folder, NULL), *full = NULL;
    if (real) {
        char *joined = g_build_filename(real, name, NULL);
        full = strdup(joined);
        g_free(joined);
    }
    free(real);
    g_free(name);
    g_free(folder);
    return full;
}

/* Returns 0 or an error number. */
static int find(const char *path, target *t) {
    struct stat link;
    if (stat(path, &t->status) == 0) {
        if (S_ISDIR(t->status.st_mode))
            return EISDIR;
        if (!S_ISREG(t->status.st_mode) || is_made_up(path))
            return 0;
        t->exists = true;
        t->real = realpath(path, NULL);
    } else if (errno == ENOENT && lstat(path, &link) != 0) {
        t->real = new_place(path);
    } else { /* a link that leads nowhere, too: what it would make is not what was named */
        return errno == ENOENT ? ELOOP : errno;
    }
    if (!t->real)
        return errno;
    t->folder = g_path_get_dirname(t->real);
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_at(int fd, const char *bytes, size_t n, bool seekable) {
    for (size_t at = 0; at < n;) {
        ssize_t written =
            seekable ? pwrite(fd, bytes + at, n - at, (off_t)at) : write(fd, bytes + at, n - at);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            at += (size_t)written;
    }
    return true;
}

/* A device or a pipe, whose reader has to be there. */
static int write_through(const char *path, const csl_text *text) {
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    int error = write_at(fd, text->bytes, text->n, false) ? 0 : errno;
    if (close(fd) != 0 && !error)
        error = errno;
    return error;
}

/* Gives `fd` the owner, the mode and the attributes of the file that it replaces. */
static bool dress_as(int fd, const target *t) {
    struct stat new;
    if (fstat(fd, &new) != 0)
        return false;
    if ((new.st_uid != t->status.st_uid || new.st_gid != t->status.st_gid) &&
        fchown(fd, t->status.st_uid, t->status.st_gid) != 0)
        return false;
    char names[4096], value[65536];
    ssize_t n = listxattr(t->real, names, sizeof names);
    for (ssize_t at = 0; at < n; at += (ssize_t)strlen(names + at) + 1) {
        ssize_t bytes = getxattr(t->real, names + at, value, sizeof value);
        if (bytes < 0 || fsetxattr(fd, names + at, value, (size_t)bytes, 0) != 0)
            return false;
    }
    return (n >= 0 || errno == ENOTSUP) && fchmod(fd, t->status.st_mode & 07777) == 0;
}

static mode_t new_file_mode(void) {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Opens a file in the folder: without a name (*name NULL), or with one where that is not possible.
 * The caller frees *name. */
static int open_beside(const target *t, char **name) {
    *name = NULL;
    int fd = access("/proc/self/fd", X_OK) == 0
                 ? open(t->folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)
                 : -1;
    if (fd >= 0)
        return fd;
    *name = g_build_filename(t->folder, ".cudasynclint-XXXXXX", NULL);
    fd = g_mkstemp_full(*name, O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        g_clear_pointer(name, g_free);
    return fd;
}

/* Gives a file without a name one in the folder. */
static char *name_it(int fd, const target *t) {
    char *from = g_strdup_printf("/proc/self/fd/%d", fd);
    for (unsigned i = 0; i < 100; i++) {
        char *name = g_strdup_printf("%s/.cudasynclint-%d-%u", t->folder, (int)getpid(), i);
        if (linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            g_free(from);
            return name;
        }
        g_free(name);
        if (errno != EEXIST)
            break;
    }
    g_free(from);
    return NULL;
}

/* Fills the file that was opened beside the target and puts it in its place. */
static int put_in_place(int fd, char **name, const target *t, const csl_text *text) {
    if (!write_at(fd, text->bytes, text->n, true) || (t->exists && fsync(fd) != 0))
        return errno;
    if (!*name && !(*name = name_it(fd, t)))
        return errno;
    return rename(*name, t->real) == 0 ? 0 : errno;
}

/* Into the file itself, for which there must be room beforehand; the old text comes back if it
 * fails. */
static int overwrite(const target *t, const csl_text *text) {
    csl_text was;
    char *problem = csl_read_file(t->real, CSL_LIMIT(written_bytes), &was);
    int fd = problem ? -1 : open(t->real, O_WRONLY | O_CLOEXEC), error = 0;
    g_free(problem);
    if (fd < 0)
        return errno ? errno : EFBIG;
    const int room = text->n > was.n ? posix_fallocate(fd, 0, (off_t)text->n) : 0;
    if (room == ENOSPC || room == EFBIG || room == EDQUOT)
        error = room;
    else if (!write_at(fd, text->bytes, text->n, true) || ftruncate(fd, (off_t)text->n) != 0 ||
             fsync(fd) != 0)
        error = errno;
    if (error && (!write_at(fd, was.bytes, was.n, true) || ftruncate(fd, (off_t)was.n) != 0))
        error = EIO;
    close(fd);
    g_free(was.bytes);
    return error;
}

static int replace(const target *t, const csl_text *text) {
    if (t->exists && access(t->real, W_OK) != 0)
        return errno;
    if (t->exists && t->status.st_nlink > 1)
        return overwrite(t, text);
    char *name;
    int fd = open_beside(t, &name);
    if (fd < 0)
        return errno;
    const bool dressed = t->exists ? dress_as(fd, t) : fchmod(fd, new_file_mode()) == 0;
    int error = dressed ? put_in_place(fd, &name, t, text) : 0;
    if (name && (error || !dressed))
        unlink(name);
    close(fd);
    g_free(name);
    return dressed ? error : t->exists ? overwrite(t, text) : EPERM;
}

/* Signals that end the run wait until the file is whole. */
static int write_to(const char *path, const target *t, const csl_text *text) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    if (!t->real) /* a pipe may wait for its reader */
        return write_through(path, text);
    sigset_t block, before;
    sigemptyset(&block);
    for (size_t i = 0; i < G_N_ELEMENTS(ending); i++)
        sigaddset(&block, ending[i]);
    sigprocmask(SIG_BLOCK, &block, &before);
    const int error = replace(t, text);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static char *problem(const char *path, int error) {
    return error ? g_strdup_printf("%s: cannot be written: %s", path,
                                   error == ELOOP ? "a link that leads nowhere" : g_strerror(error))
                 : NULL;
}

char *csl_write_file(const char *path, const char *bytes, size_t n) {
    target t = {0};
    const csl_text text = {(char *)bytes, n};
    int error = find(path, &t);
    if (!error)
        error = write_to(path, &t, &text);
    clear(&t);
    return problem(path, error);
}

/* Locks the folder of the file, in which other runs lock it too: -1 if the system cannot lock it,
 * -2 if another run does not let go of it. */
static int lock(const target *t) {
    int fd = open(t->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK || i == CSL_ROOM_lock_tries) {
            const int result = errno == EWOULDBLOCK ? -2 : -1;
            close(fd);
            return result;
        }
        g_usleep(100000);
    }
    return fd;
}

static char *change(const char *path, csl_new_text *make, void *user, const target *t) {
    csl_text was = {NULL, 0};
    char *error = t->exists ? csl_read_file(path, CSL_LIMIT(written_bytes), &was) : NULL;
    if (!error) {
        csl_text new = make(&was, user, &error);
        if (new.bytes && !error)
            error = problem(path, write_to(path, t, &new));
        g_free(new.bytes);
        g_free(was.bytes);
    }
    return error;
}

char *csl_change_file(const char *path, csl_new_text *make, void *user) {
    target t = {0};
    int failed = find(path, &t);
    char *error = NULL;
    if (!failed && !t.real)
        failed = EINVAL; /* a device has no old text */
    const int locked = failed ? -1 : lock(&t);
    clear(&t);
    t = (target){0};
    if (!failed) /* as it is now */
        failed = find(path, &t);
    if (locked == -2)
        error = g_strdup_printf("%s: cannot be written: another run is writing here", path);
    else
        error = failed ? problem(path, failed) : change(path, make, user, &t);
    if (locked >= 0)
        close(locked);
    clear(&t);
    return error;
}
