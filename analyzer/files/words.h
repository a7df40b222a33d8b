/* Words in texts that people write: sources, comments, configuration. */
#ifndef CSL_FILES_WORDS_H
#define CSL_FILES_WORDS_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

/* The character may stand in a name or a number of C. */
static inline bool csl_is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The line [s, end) is a directive of the preprocessor: what stands behind its `#` and blanks, at
 * most `end`; else NULL. */
static inline const char *csl_behind_hash(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if (s == end || *s != '#')
        return NULL;
    for (s++; s < end && (*s == ' ' || *s == '\t'); s++)
        ;
    return s;
}

#endif
