/* The words that a name is made of. */
#include "name_words.h"

#include <ctype.h>
#include <string.h>

#define LONGEST 16 /* with the zero; longer ones are cut */

/* Reads the next word and returns what is behind it; the word is empty if there is none. */
static const char *next_word(const char *s, char word[LONGEST]) {
    size_t length = 0;
    while (*s && !isalpha((unsigned char)*s))
        s++;
    for (bool lower = false; isalpha((unsigned char)*s); s++) {
        if (lower && isupper((unsigned char)*s))
            break;
        lower = islower((unsigned char)*s);
        if (length < LONGEST - 1)
            word[length++] = (char)tolower((unsigned char)*s);
    }
    word[length] = '\0';
    return s;
}

static bool is_in(const char *word, const char *const *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}

bool csl_has_word(const char *name, const char *const *list, size_t n) {
    char word[LONGEST];
    for (const char *s = name; *s;) {
        s = next_word(s, word);
        if (is_in(word, list, n))
            return true;
    }
    return false;
}

bool csl_names_warp_size(const char *name) {
    static const char *const warp[] = {"warp", "warpsize"},
                             *const size[] = {"size", "sz", "warpsize"},
                             *const threads[] = {"threads"};
    static const char *const all[] = {"",     "warp", "warpsize", "size", "sz", "threads",
                                      "per",  "in",   "num",      "n",    "k",  "c",
                                      "cuda", "gpu",  "nv",       "cu",   "hw", "device"};
    char word[LONGEST];
    for (const char *s = name; *s;) {
        s = next_word(s, word);
        if (!is_in(word, all, sizeof all / sizeof *all))
            return false;
    }
    return CSL_HAS_WORD(name, warp) && (CSL_HAS_WORD(name, size) || CSL_HAS_WORD(name, threads));
}
