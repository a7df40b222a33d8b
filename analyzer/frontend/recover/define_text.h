/* `#define` in the text of a file, whether the preprocessor reaches it or not. */
#ifndef CSL_DEFINE_TEXT_H
#define CSL_DEFINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The next name that the text up to `end` defines, and its length; NULL: none. */
const char *csl_next_define(const char *text, const char *end, size_t *length);
/* The word (`length` bytes) stands in the text. */
bool csl_text_names(const char *text, size_t size, const char *word, size_t length);
/* The text (`size` bytes) defines a macro of that name (`length` bytes) somewhere. */
bool csl_text_defines(const char *text, size_t size, const char *name, size_t length);

#endif
