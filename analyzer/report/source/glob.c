#include "glob.h"

#include <stddef.h>

/* Behind the character at s, which may have several bytes. */
static const char *next_character(const char *s) {
    do
        s++;
    while (((unsigned char)*s & 0xc0) == 0x80);
    return s;
}

bool csl_glob_matches(const char *glob, const char *text) {
    /* What follows the last star seen, and where it was tried last. An earlier star need not be
     * tried again: the last one can take up whatever that would change. */
    const char *behind_star = NULL, *tried = NULL;
    while (*text) {
        if (*glob == '*') {
            behind_star = ++glob;
            tried = text;
        } else if (*glob == '?') {
            glob++;
            text = next_character(text);
        } else if (*glob == *text) {
            glob++;
            text++;
        } else if (behind_star) {
            glob = behind_star;
            text = ++tried;
        } else {
            return false;
        }
    }
    while (*glob == '*')
        glob++;
    return !*glob;
}
