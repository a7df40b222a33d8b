/* The architecture that the names in a source are of: who writes SM90_TMA_LOAD or arch::Sm100 means
 * the code for one that has it, and for older ones there is often nothing to compile. */
#include <ctype.h>
#include <stdlib.h>

#include "frontend.h"
#include "recover/recover.h"

/* Architectures that have what no older one has, as values of __CUDA_ARCH__. */
static const uint32_t with_more[] = {900, 1000, 1010, 1030, 1100, 1200, 1210};

/* Of SM90_MMA and Sm90 alike; 0: the word names none. */
static uint32_t named(csl_word w) {
    if (w.n < 4 || w.s[0] != 'S' || (w.s[1] != 'M' && w.s[1] != 'm'))
        return 0;
    unsigned i = 2, arch = 0;
    while (i < w.n && isdigit((unsigned char)w.s[i]) && arch < 1000)
        arch = 10 * arch + (unsigned)(w.s[i++] - '0');
    const bool part = i + 1 < w.n && w.s[i] == '_' && isupper((unsigned char)w.s[i + 1]);
    const bool alone = i == w.n && w.s[1] == 'm';
    for (size_t k = 0; (part || alone) && k < sizeof with_more / sizeof *with_more; k++)
        if (with_more[k] == 10 * arch)
            return with_more[k];
    return 0;
}

uint32_t csl_arch_of_names(const char *text) {
    GArray *words = g_array_new(FALSE, FALSE, sizeof(csl_word));
    csl_read_words(words, text, strlen(text));
    uint32_t newest = 0;
    for (guint i = 0; i < words->len; i++) {
        const uint32_t arch = named(g_array_index(words, csl_word, i));
        newest = arch > newest ? arch : newest;
    }
    g_array_unref(words);
    return newest;
}
