/* Fuzz targets: each file <reader>.c feeds one reader any bytes and checks what must hold for all
 * of them. Built with libFuzzer (preset `fuzz`), or with driver.c as an ordinary test over
 * seeds/<reader>. */
#ifndef CSL_TESTS_FUZZ_H
#define CSL_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The target; always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program if a property does not hold: that is a find. */
#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a string; the caller frees it. A NUL ends it early. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    HOLDS(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* The input as a file in memory, for readers that take a name. The text of *path stays valid until
 * the next call; close the descriptor that is returned. */
static inline int fuzz_file(const uint8_t *data, size_t size, const char **path) {
    static char name[40];
    int fd = memfd_create("input", 0);
    HOLDS(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    *path = name;
    return fd;
}

#endif
