/* The embedded declarations as libclang has read them already: a precompiled header, so that not
 * every parse starts with core.h, nor with what most sources include (often.h). Private to
 * frontend/.
 *
 * They are written when the tool is built (precompile/main.c), one for each C++ standard in use,
 * and are part of the program: no file that another user could have written is ever trusted.
 * libclang reads files only, so csl_parse_prepare puts them into files in memory, which end with
 * the process.
 *
 * A parse uses one only where it means the same as the text would: not with a toolkit, with flags
 * of the user's that the text could notice, or with another libclang than the one that wrote it.
 * What differs is that a source sees more of the C++ library than it includes; where that clashes
 * with its own names it is parsed again without (csl_clashes_with_std).
 */
#ifndef CSL_PRECOMPILED_H
#define CSL_PRECOMPILED_H

#include "../frontend.h"

typedef struct csl_precompiled {
    const char *standard; /* "-std=c++17" */
    const char *begin, *end;
} csl_precompiled;

/* Written by precompile/main.c; empty where nothing could be written (CSL_PRECOMPILE=OFF). */
extern const csl_precompiled csl_precompiled_headers[];
extern const unsigned csl_nprecompiled;
extern const char csl_precompiled_by[]; /* clang_getClangVersion */
extern const char
    *const csl_precompiled_files[]; /* csl_shim paths that are in it; ends with NULL */

/* The path of the precompiled header for these options, to be used in place of core.h; NULL: none.
 * The string stays valid until the next call. */
const char *csl_precompiled_for(const csl_parse_options *options);

/* True if a macro of this name, defined before core.h or behind it, makes no difference to core.h:
 * the name is none of its words, nor can its macros put it together from them. */
bool csl_core_ignores(const char *name, size_t length);

#endif
