/* Looks for definitions (define_text.h). */
#define _GNU_SOURCE /* memmem */
#include "define_text.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

bool csl_text_defines(const char *text, size_t size, const char *name, size_t length) {
    static const char word[] = "define";
    const char *end = text + size;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), word, sizeof word - 1));) {
        p += sizeof word - 1;
        if (p == end || !is_blank(*p))
            continue;
        while (p < end && is_blank(*p))
            p++;
        const size_t left = (size_t)(end - p);
        if (left > length && memcmp(p, name, length) == 0 && !isalnum((unsigned char)p[length]) &&
            p[length] != '_')
            return true;
    }
    return false;
}
