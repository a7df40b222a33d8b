/* What facts.h says of ratings, for rules and for the command line. */
#include "confidence/confidence.h"

#include <string.h>

const char *csl_caveat_words(csl_ctx *ctx, const csl_rating *rating) {
    const char *words = NULL;
    for (unsigned i = 0; i < CSL_NCAVEATS; i++) {
        const char *name = csl_caveat_name((csl_caveat)i);
        if (rating->caveats >> i & 1)
            words = words ? csl_format(ctx, "%s %s", words, name) : name;
    }
    return words;
}

bool csl_leave_out_caveats(const char *text, const char **wrong) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        size_t n = strcspn(text, ",");
        unsigned i = 0;
        for (; i < CSL_NCAVEATS; i++) {
            const char *name = csl_caveat_name((csl_caveat)i);
            if (strlen(name) == n && strncmp(name, text, n) == 0)
                break;
        }
        if (i == CSL_NCAVEATS) {
            *wrong = text;
            return false;
        }
        csl_drop_caveat((csl_caveat)i);
        end = text + n;
    }
    return true;
}
