/* The words that a name is made of. */
#include "name_words.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <string.h>

/* Reads the next word and returns what is behind it; the word is empty if there is none. */
static const char *next_word(const char *s, char word[CSL_ROOM_word_bytes]) {
    size_t length = 0;
    while (*s && !isalpha((unsigned char)*s))
        s++;
    for (bool lower = false; isalpha((unsigned char)*s); s++) {
        if (lower && isupper((unsigned char)*s))
            break;
        lower = islower((unsigned char)*s);
        if (length < CSL_ROOM_word_bytes - 1)
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

static const struct {
    csl_name_list list;
    const char *word;
} names[] = {
#define CSL_NAME(list, word) {CSL_NAMES_##list, word},
#include "names.def"
#undef CSL_NAME
};

static bool in_list(const char *word, csl_name_list list) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].list == list && strcmp(names[i].word, word) == 0)
            return true;
    return false;
}

bool csl_has_word(const char *name, csl_name_list list) {
    char word[CSL_ROOM_word_bytes];
    for (const char *s = name; *s;) {
        s = next_word(s, word);
        if (in_list(word, list))
            return true;
    }
    return false;
}

bool csl_only_computes(const char *name) {
    char plain[2 * CSL_ROOM_word_bytes];
    size_t n = 0;
    for (const char *s = name; *s; s++) {
        if (*s == '_')
            continue;
        if (n == sizeof plain - 1)
            return false;
        plain[n++] = (char)tolower((unsigned char)*s);
    }
    plain[n] = '\0';
    return in_list(plain, CSL_NAMES_COMPUTES);
}

static bool has_one(const char *name, const char *const *list, size_t n) {
    char word[CSL_ROOM_word_bytes];
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
    char word[CSL_ROOM_word_bytes];
    for (const char *s = name; *s;) {
        s = next_word(s, word);
        if (!is_in(word, all, sizeof all / sizeof *all))
            return false;
    }
    return has_one(name, warp, 2) && (has_one(name, size, 3) || has_one(name, threads, 1));
}
