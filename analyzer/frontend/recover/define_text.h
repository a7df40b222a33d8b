/* `#define` in the text of a file, whether the preprocessor reaches it or not. */
#ifndef CSL_DEFINE_TEXT_H
#define CSL_DEFINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The text (`size` bytes) defines a macro of that name (`length` bytes) somewhere. */
bool csl_text_defines(const char *text, size_t size, const char *name, size_t length);

#endif
