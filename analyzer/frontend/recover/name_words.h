/* The words that a name is made of: "blockSum", "block_sum" and "BLOCK_SUM" have two. */
#ifndef CSL_WORDS_OF_NAME_H
#define CSL_WORDS_OF_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* One of the words, in small letters, is in the list of n. */
bool csl_has_word(const char *name, const char *const *list, size_t n);
#define CSL_HAS_WORD(name, list) csl_has_word(name, list, sizeof(list) / sizeof *(list))

/* A constant of that name is 32: `WARP_SIZE`, `kWarpSize`, `THREADS_PER_WARP`. */
bool csl_names_warp_size(const char *name);

#endif
