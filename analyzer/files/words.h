/* Words in texts that people write: sources, comments, configuration. */
#ifndef CSL_FILES_WORDS_H
#define CSL_FILES_WORDS_H

#include <ctype.h>
#include <stdbool.h>

/* The character may stand in a name or a number of C. */
static inline bool csl_is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

#endif
