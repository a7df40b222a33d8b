/* Looks for definitions (define_text.h). */
#define _GNU_SOURCE /* memmem */
#include "../../files/words.h"
#include "define_text.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

const char *csl_next_define(const char *text, const char *end, size_t *length) {
    static const char word[] = "define";
    const char *p = text;
    while ((p = memmem(p, (size_t)(end - p), word, sizeof word - 1))) {
        p += sizeof word - 1;
        const char *name = p;
        while (name < end && is_blank(*name))
            name++;
        const char *behind = name;
        while (behind < end && csl_is_word_char(*behind))
            behind++;
        *length = (size_t)(behind - name);
        if (name > p && *length)
            return name;
    }
    return NULL;
}

bool csl_text_names(const char *text, size_t size, const char *word, size_t length) {
    const char *end = text + size;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), word, length)); p++)
        if ((p == text || !csl_is_word_char(p[-1])) &&
            (p + length == end || !csl_is_word_char(p[length])))
            return true;
    return false;
}

bool csl_text_defines(const char *text, size_t size, const char *name, size_t length) {
    size_t n;
    for (const char *p = text; (p = csl_next_define(p, text + size, &n)); p += n)
        if (n == length && memcmp(p, name, n) == 0)
            return true;
    return false;
}
