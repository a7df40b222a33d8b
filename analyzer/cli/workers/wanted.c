#include "wanted.h"

#include <string.h>

bool csl_wants(const GArray *wanted, const char *pattern, uint32_t arch) {
    for (guint i = 0; i < wanted->len; i++) {
        const csl_wanted *w = &g_array_index(wanted, csl_wanted, i);
        if (w->arch == arch && strcmp(w->pattern, pattern) == 0)
            return true;
    }
    return false;
}

uint32_t csl_newest_wanted(const GArray *wanted, uint32_t end) {
    uint32_t newest = 0;
    for (guint i = 0; i < wanted->len; i++) {
        const uint32_t needs = g_array_index(wanted, csl_wanted, i).arch;
        newest = needs < end && needs > newest && needs >= 700 ? needs : newest;
    }
    return newest;
}
