/* One parsed source file, as the parts of the front end share it. Private to frontend/. */
#ifndef CSL_PARSE_H
#define CSL_PARSE_H

#include <clang-c/Index.h>

#include "cursor_map.h"
#include "cursors.h"
#include "embedded.h"
#include "../frontend.h"
#include "places.h"
#include "precompiled.h"
#include "toolkit.h"

/* An error libclang reported. After one it may have dropped whole statements, so whatever function
 * holds it is not completely known. `line`, `col` count from 1, `offset` from 0; all of the
 * expansion point (the use of a macro, not its definition). */
typedef struct csl_source_error {
    CXFile file; /* NULL: no place (command line) */
    uint32_t line, col, offset;
    const char *message; /* arena of the unit's ctx */
    bool open;           /* no error: the text may read otherwise there */
    bool user;           /* #error */
    bool asked;          /* of an instance that text behind the file asks for */
    bool of_ours;        /* about an embedded declaration, too */
} csl_source_error;

typedef struct csl_unit {
    csl_ctx *ctx; /* NULL in csl_parse_only: no diagnostics are collected then */
    CXIndex index;
    CXTranslationUnit tu;
    const char *path; /* as the user named it */
    const csl_parse_options *options;
    const csl_source_error *errors; /* in the order libclang reports them */
    uint32_t nerrors;
    csl_toolkit toolkit;        /* empty without --cuda-path */
    const char *recovered_text; /* text of the recovered declarations it was parsed with, or NULL */
    size_t
        own_bytes;  /* of the text that is parsed: what is behind them does not stand in the file */
    bool recovered; /* parsed with declarations of what the source does not declare (recover.h) */
    bool precompiled; /* core.h was not parsed (precompiled.h) */
    struct csl_host_stores *
        *stores;                   /* what the host stores into variables: found when first asked
                                      for (hostvalues/host_stores.c), NULL behind the pointer before */
    struct csl_host_memo **memo;   /* likewise; hostvalues/host_memo.c */
    struct csl_unit_texts **texts; /* likewise; arch.c */
} csl_unit;

/* Parses `path`. Returns NULL on success, else a static string that says why there is no
 * translation unit. Call csl_unit_close in either case. Must run on a big stack (csl_parse_file
 * does): libclang recurses as deep as the source nests. `recovered_text`: text of
 * csl_recovery_text, or NULL.
 */
const char *csl_unit_open(csl_unit *unit, csl_ctx *ctx, const char *path,
                          const csl_parse_options *options, const char *recovered_text);
void csl_unit_close(csl_unit *unit);
/* How many there have been. What is kept of a cursor is good for no unit that is opened later. */
unsigned csl_units_opened(void);
/* clang_visitChildren of the translation unit, for what the source declares. The embedded
 * declarations may be among it or not. */
void csl_visit_declarations(const csl_unit *unit, CXCursorVisitor visit, CXClientData data);
/* True if the source includes what csl_parse_options.whole_std would add. */
bool csl_has_whole_std(const csl_unit *unit);

/* The text to parse when the file (or options->contents) holds explicit instantiations or
 * assumptions in comments (prepare.c). NULL if it is to be parsed as it is. The caller frees it.
 * *own_bytes: how much of it stands in the file; the rest is added behind. */
char *csl_prepared_text(const char *path, const csl_parse_options *options, size_t *own_bytes);
/* Puts the brackets of launches together, and commas that are missing between operands of inline
 * assembly in place of blanks, which nvcc does without, and empties macros that are a pragma; no
 * place moves. */
void csl_take_as_nvcc(char *contents);
/* What says once more, visibly, which instances macros of the source make; "" if none does. The
 * caller frees it (macro_uses.c). */
char *csl_macro_uses(const char *path, const char *contents);
/* The text of a file; NULL if it cannot be read, is none, or is too long. The caller frees it. */
char *csl_read_source(const char *path);
/* The text of that file with what the options put into it; NULL: nothing. free() it. */
char *csl_put_mends(const csl_parse_options *options, const char *path, const char *text);
/* How many bytes were put into that file before an offset of the text that is parsed. */
uint32_t csl_mended_before(const csl_parse_options *options, const char *path, uint32_t offset);

/* Declarations of the functions of options->barriers, for a source that has none itself; the caller
 * frees the text (known_barriers.c). */
char *csl_barrier_declarations(const csl_parse_options *options);
/* -DNAME or -UNAME is among the user's arguments, in one word or two. */
bool csl_is_given_macro(const csl_parse_options *options, const char *name);
/* True if calls of this function are barriers. */
bool csl_is_barrier_name(const csl_parse_options *options, const char *name);

/* True for the embedded declarations (core.h and everything under /__csl__/). */
bool csl_is_shim_path(const char *path);
/* The name by which a source includes an embedded header: "cub/cub.cuh". NULL for any other path.
 */
const char *csl_shim_name(const char *path);
/* The text of one of those that every source begins with; NULL: there are no more. */
const char *csl_core_text(unsigned which, size_t *size);
/* There is an embedded header of that name. */
bool csl_is_embedded_header(const char *name);
/* Marks the embedded headers, by their places in csl_shim, that a text and they themselves may
 * include; false: it may include others, too (named_headers.c). */
bool csl_mark_named_headers(const char *text, bool *named);
/* The same of an embedded header that stands in for another library's: "cutlass/cutlass.h". The
 * library's own is used where the include path has it. */
const char *csl_vendor_header(const char *path);
/* True if both are the same file, perhaps under two names. */
bool csl_same_file(CXFile a, CXFile b);
/* The cursor stands in that file, also when its name came out of a macro, even one of the command
 * line. */
bool csl_stands_in_file(CXFile file, CXCursor c);

/* "a.cu:3:10: 'helper.h' file not found" */
const char *csl_error_text(csl_ctx *ctx, const csl_source_error *e);
/* Collects the errors of the unit and, as notes of the log, the includes that were not found
 * (diagnostics.c). */
void csl_collect_errors(csl_unit *unit, csl_parse_log *log);
/* The message is of a type without `typename` that libclang did not mend. */
bool csl_is_missing_typename(const char *message);
/* ... of a member of a dependent type that is a template, without `template`: its name, and what
 * stands behind it from a quote on; else NULL. */
const char *csl_missing_template(const char *message);
/* True if an error says that a name of namespace std is not there, and the source does not include
 * what nvcc always does. After csl_collect_errors. */
bool csl_misses_std(const csl_unit *unit);
/* True if the source has names of its own that the precompiled part of the C++ library, which it
 * need not include, has as well. Likewise. */
bool csl_clashes_with_std(const csl_unit *unit);
/* Adds the other errors, at most 20, to the notes: they say why a file holds no kernel. */
void csl_note_errors(const csl_unit *unit, csl_parse_log *log);

/* `options` with those of the folders that are not given yet, searched last; NULL: none is new. */
const csl_parse_options *csl_with_folders(csl_ctx *ctx, const csl_parse_options *options,
                                          const char *const *folders, uint32_t n);
/* The folders, found by options->find_header, of headers that were not found: `options` with these
 * added, in the arena of the unit's ctx. NULL if there are none but those already given, or if
 * nothing but the headers is wrong (inclusions.c). After csl_collect_errors. */
const csl_parse_options *csl_with_headers(const csl_unit *unit);

/* Tells the log which files were included (inclusions.c). After csl_collect_errors. */
void csl_note_inclusions(const csl_unit *unit, csl_parse_log *log);

/* True if the main file or a project header names __CUDA_ARCH__ or a macro that stands for an
 * architecture (arch.c). */
bool csl_tests_arch(const csl_unit *unit);
/* Architectures (1000 for sm_100) that may show another text of the function than that of the unit,
 * into archs[0..most): one for each answer to what the function, the condition "#if X" around it
 * (either may be null), then its files compare with. */
uint32_t csl_archs_to_try(const csl_unit *unit, CXCursor function, const char *guard,
                          uint32_t *archs, uint32_t most);
/* False: what "#if X" comes to does not depend on the architecture. It does not name it, nor a
 * macro that the main file or a project header defines. */
bool csl_may_ask_arch(const csl_unit *unit, const char *guard);
/* The main file and its headers that are neither embedded nor of the system are more text than is
 * parsed once more only to learn more (trial_bytes). */
bool csl_is_large(const csl_unit *unit);
/* What libclang made of it, instances included, is so much that not even a name which is missing is
 * worth another parse (recovered_megabytes). */
bool csl_is_huge(const csl_unit *unit);
/* An architecture to which the guards in the text of the function give another text than the unit
 * has; 0: it has none. */
uint32_t csl_arch_for_guards(const csl_unit *unit, CXCursor function);
/* The newest architecture above that of the unit that the text of the function compares with; 0:
 * none. */
uint32_t csl_newest_arch_of_guards(const csl_unit *unit, CXCursor function);
/* The first conditional directive in the text of the function, "#if __CUDA_ARCH__ >= 900", in the
 * arena; NULL: none. */
const char *csl_first_guard(const csl_unit *unit, CXCursor function);
/* Nothing stands between the braces of the function. */
bool csl_is_written_empty(const csl_unit *unit, CXCursor function);

#endif
