/* Compiler flags as projects write them, for nvcc, clang or gcc, reduced to the few that decide what
 * a source means. An allow-list: a compilation database is untrusted input, so nothing that is not
 * in the table of flags.c reaches libclang.
 */
#ifndef CSL_FLAGS_H
#define CSL_FLAGS_H

#include "../ir.h"

typedef struct csl_flags {
    const char **args; /* for csl_parse_options: include paths, macros, -std */
    uint32_t nargs;
    uint32_t arch;        /* highest architecture asked for as __CUDA_ARCH__ has it (800); 0: none */
    const char **dropped; /* flags that were not on the list, as written, for -v */
    uint32_t ndropped;
} csl_flags;

/* Adds what `words` say to `to`. Relative paths are relative to `directory` (NULL: they stay as they
 * are). With `nvcc`, values are lists separated by commas. Names of sources, response files that
 * cannot be read and unknown flags are dropped. Everything in the arena. */
void csl_translate_flags(csl_ctx *ctx, csl_flags *to, const char *const *words, uint32_t n,
                         const char *directory, bool nvcc);

/* Splits a command as a POSIX shell would, without expanding anything. *n is the number of words;
 * an open quote ends with the text. */
const char **csl_split_command(csl_ctx *ctx, const char *command, uint32_t *n);

/* True if the program a command starts with is nvcc. */
bool csl_is_nvcc(const char *program);

#endif
