/* Command lines of nvcc and clang, reduced to the clang arguments the parser may be given.
 *
 * An allow-list: include paths, macros, forced includes, the language standard and the
 * architecture. Everything else is dropped, because an unknown option may write files, load code or
 * swallow the next word; what was dropped is listed so that a user can see it.
 */
#ifndef CSL_NVCC_ARGS_H
#define CSL_NVCC_ARGS_H

#include <glib.h>
#include <stdint.h>

typedef struct csl_nvcc_args {
    GPtrArray *args;    /* char *: for csl_parse_options.args */
    GPtrArray *dropped; /* char *: options left out, as written, in order */
    GPtrArray *inputs;  /* char *: words that are not options */
    uint32_t arch;      /* highest architecture named, as __CUDA_ARCH__ (800); 0: none */
} csl_nvcc_args;

/* Translates `n` words without the compiler's name. Relative paths are taken from `directory`
 * (NULL: left as they are). Response files (--options-file, -optf, @file) are read, up to a depth
 * and a size. Never fails. Free with csl_nvcc_args_free. */
csl_nvcc_args *csl_nvcc_args_read(const char *const *words, size_t n, const char *directory);
void csl_nvcc_args_free(csl_nvcc_args *a);

/* Splits a command as a POSIX shell would (quotes and backslashes, nothing else). An open quote
 * ends with the text. The array frees its strings. */
GPtrArray *csl_split_command(const char *command);

#endif
