/* Macros that a build for CUDA defines, among those for other devices. */
#ifndef CSL_BACKEND_MACROS_H
#define CSL_BACKEND_MACROS_H

#include <stddef.h>

/* Gets the name (`length` bytes, not terminated, in the text). */
typedef void csl_backend_macro(void *user, const char *name, size_t length);

/* Calls `found` for the macro of each `#if` in the text that has one branch for CUDA and another
 * for something else; for one as often as it is tested. */
void csl_find_backend_macros(const char *text, size_t size, csl_backend_macro *found, void *user);

#endif
