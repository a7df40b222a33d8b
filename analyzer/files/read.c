#include "text.h"
#include "../limits/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *problem(const char *path, int error) {
    return g_strdup_printf("%s: %s", path, error == ENOENT ? "no such file" : g_strerror(error));
}

/* True if there is something to read, or an end of it. */
static bool has_data(int fd) {
    struct pollfd p = {fd, POLLIN, 0};
    int n;
    while ((n = poll(&p, 1, CSL_ROOM_silent_seconds * 1000)) < 0 && errno == EINTR)
        ;
    return n > 0;
}

/* Reads to the end. Returns NULL or why not. */
static char *read_all(int fd, const char *path, size_t most, bool forever, GString *to) {
    char buffer[65536];
    for (;;) {
        if (!forever && !has_data(fd))
            return g_strdup_printf("%s: gave no data for %d s", path, CSL_ROOM_silent_seconds);
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n == 0)
            return NULL;
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            return problem(path, errno);
        if ((size_t)n > most - to->len)
            return g_strdup_printf("%s: larger than %zu MB", path, most >> 20);
        g_string_append_len(to, buffer, n);
    }
}

int csl_open_file(const char *path, char **error) {
    const bool standard = strcmp(path, "-") == 0;
    const int fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        *error = problem(standard ? "standard input" : path, errno);
    return fd;
}

char *csl_read_descriptor(int fd, const char *path, size_t most, csl_text *text) {
    const bool standard = strcmp(path, "-") == 0;
    if (standard)
        path = "standard input";
    struct stat status = {0};
    char *error = NULL;
    if (fstat(fd, &status) != 0)
        error = problem(path, errno);
    else if (S_ISDIR(status.st_mode))
        error = problem(path, EISDIR);
    else if (S_ISREG(status.st_mode) && (uint64_t)status.st_size > most)
        error = g_strdup_printf("%s: larger than %zu MB", path, most >> 20);
    GString *to = g_string_sized_new(S_ISREG(status.st_mode) && !error ? (gsize)status.st_size : 0);
    if (!error)
        error = read_all(fd, path, most, standard || S_ISREG(status.st_mode), to);
    text->n = to->len;
    text->bytes = g_string_free(to, error != NULL);
    return error;
}

char *csl_read_file(const char *path, size_t most, csl_text *text) {
    char *error = NULL;
    *text = (csl_text){NULL, 0};
    const int fd = csl_open_file(path, &error);
    if (fd < 0)
        return error;
    error = csl_read_descriptor(fd, path, most, text);
    close(fd);
    return error;
}

char *csl_digest(const char *bytes, size_t n) {
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, n);
}
