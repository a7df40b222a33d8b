/* The front end: one CUDA source file in, one IR module out. The only folder that knows libclang.
 *
 * Runs inside a limited worker process: a hostile source may crash or hang it (cli/worker.c).
 */
#ifndef CSL_FRONTEND_H
#define CSL_FRONTEND_H

#include "../ir.h"

/* A place at which a file is mended (recover/mends.c): of the text with all before it in the list.
 */
typedef struct csl_mend {
    const char *path; /* as libclang names it */
    uint32_t offset;
    const char *word; /* that is put there; NULL: `instead`, in place of the character before */
    char instead;
} csl_mend;

typedef struct csl_parse_options {
    const char *const *args; /* clang arguments that passed the allow-list (-I, -D, -std ...) */
    uint32_t nargs;
    uint32_t arch;         /* value of __CUDA_ARCH__: 800 for sm_80 */
    const char *cuda_path; /* folder of a toolkit (csl_toolkit_version), or NULL: only the embedded
                              CUDA declarations */
    const char *contents;  /* text to parse instead of the file's (--stdin-filename), or NULL */
    const char
        *uses; /* text behind it that uses what a parse before found, or NULL (class_uses.c) */
    const char *const *barriers; /* identifiers: functions without a body to take for a barrier of
                                    the whole block; the source need not declare them */
    uint32_t nbarriers;
    /* The folder of the project in which a header lies that the include path does not give, or
     * NULL; the string outlives the parse. May be NULL. Asked only if something else is wrong too.
     */
    const char *(*find_header)(void *finder, const char *name);
    void *finder;
    const char *assumed;         /* what is assumed about macros that nothing defines, or NULL
                                    (hidden_macros.c) */
    const char *dispatched;      /* the same about macros that run what they are given for several
                                    types (dispatch.c): instances rest on it */
    const char *const *launches; /* of this file's kernels in others: lines of csl_parse_log */
    uint32_t nlaunches;
    const csl_mend *mends; /* of what nvcc takes and clang does not */
    uint32_t nmends;
    const bool *named; /* which embedded headers may be included, each by its place among them
                          (parse/named_headers.c); NULL: any */
    bool as_text;      /* nothing precompiled: it clashes with the source's own names */
    bool built;        /* the user gave a macro of the build, so what a build gives is known */
    bool whole_std;    /* start with <algorithm> and <cmath>, which nvcc always includes (slow) */
} csl_parse_options;

/* Whether the compiler, which gets the options of a build, would refuse a file too. */
typedef enum csl_build_doubt {
    CSL_BUILD_GIVEN,   /* the macros of the build were given */
    CSL_BUILD_MISSING, /* they were not */
    CSL_BUILD_DECIDES, /* and the error hangs on them, or on what includes the file */
} csl_build_doubt;

/* What the parse had to say besides the module, for -v and the summary. Strings in the arena. */
typedef struct csl_parse_log {
    const char **notes; /* "a.cu:3:10: 'helper.h' file not found" */
    uint32_t nnotes;
    const char *broken;    /* a #error, or an error of syntax, in a file that misses no header: the
                              compiler would refuse it; NULL: none */
    csl_build_doubt doubt; /* about that */
    const char *refused; /* a #error, or a static_assert outside of device code that fails, although
                            it is about nothing that is not declared; NULL: none */
    const char *failure; /* libclang gave no translation unit: why; NULL otherwise */
    bool tests_arch;     /* the file or a project header tests __CUDA_ARCH__ */
    const char **files;  /* included files on disk, each once, as libclang names them */
    uint32_t nfiles;
    uint32_t written;    /* kernels in the text of the file, whatever became of them */
    const char **unseen; /* of these, such as are not in the module: "LINE<tab>why" */
    uint32_t nunseen;
    const char **keys; /* of the kernels it defines: "KEY<tab>NAME", the same key in all files */
    uint32_t nkeys;
    const char **reached; /* device functions of included files that its kernels call, but for
                             templates without arguments: "LINE:COLUMN<tab>FILE" of the name */
    uint32_t nreached;
    const char **launches; /* of kernels that other files define: "KEY<tab>..." (foreign.h) */
    uint32_t nlaunches;
    const char **names; /* names that the include path gave no file for: headers that were not found
                           or are embedded */
    uint32_t nnames;
} csl_parse_log;

/* Parses `path` and lowers every __global__ function defined in it, and those of included project
 * files that it launches or takes the address of. Returns NULL when log->failure is set. Kernels
 * that cannot be put into the IR are present with `skipped` set. A __device__ function that holds a
 * barrier or a shared access and is reached from no kernel is present too, as a kernel with
 * `helper`. */
csl_module *csl_parse_file(csl_ctx *ctx, const char *path, const csl_parse_options *options,
                           csl_parse_log *log);
/* Makes csl_parse_file cheaper for options like these, in this process and in those it forks later;
 * the results are the same. Not from several threads. With CSL_PLAIN_PARSE in the environment
 * (tests set it) it does nothing. */
void csl_parse_prepare(const csl_parse_options *options);
/* The bare hermetic parse, nothing lowered and nothing prepared: the yardstick of bench/. Returns
 * true if libclang produced a translation unit. */
bool csl_parse_only(const char *path, const csl_parse_options *options);

/* The version of the CUDA Toolkit in this folder, 13000 for 13.0; 0 if there is none. */
unsigned csl_toolkit_version(const char *dir);

const char *csl_libclang_version(void); /* "22.1.8" */

/* The newest architecture from sm_90 on that names in the text are of, such as the 900 of
 * SM90_TMA_LOAD and Sm90; 0: none (named_arch.c). */
uint32_t csl_arch_of_names(const char *text);

#endif
