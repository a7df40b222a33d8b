/* The words that a name is made of: "blockSum", "block_sum" and "BLOCK_SUM" have two. */
#ifndef CSL_WORDS_OF_NAME_H
#define CSL_WORDS_OF_NAME_H

#include <stdbool.h>

/* The lists of names.def, which says what each means. */
typedef enum {
    CSL_NAMES_COMPUTES,
    CSL_NAMES_TOGETHER,
    CSL_NAMES_COMBINES,
    CSL_NAMES_BLOCK,
    CSL_NAMES_WARP,
    CSL_NAMES_ACROSS,
    CSL_NAMES_ORDERS,
    CSL_NAMES_THREAD,
    CSL_NAMES_ELSEWHERE,
    CSL_NAMES_CUDA,
    CSL_NAMES_SHARED,
    CSL_NAMES_KERNEL
} csl_name_list;

/* One of the words of the name, in small letters, is in the list. */
bool csl_has_word(const char *name, csl_name_list list);
/* The name as a whole is in the list of mathematics. */
bool csl_only_computes(const char *name);

/* A constant of that name is 32: `WARP_SIZE`, `kWarpSize`, `THREADS_PER_WARP`. */
bool csl_names_warp_size(const char *name);

#endif
