#include "worse.h"

#include <glib.h>
#include <string.h>

uint32_t csl_count_like(const csl_result *r, const csl_finding *like) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->nfindings; i++)
        n += strcmp(r->findings[i].rule, like->rule) == 0 &&
             g_strcmp0(r->findings[i].identity, like->identity) == 0;
    return n;
}

/* What was proved stays proved. Where a finding is gone, what is left undecided was so before. */
static bool concern_no_worse(const csl_concern_verdict *before, const csl_concern_verdict *after) {
    if (after->undecided > before->undecided)
        return false;
    return after->state != CSL_CONCERN_UNDECIDED || before->state == CSL_CONCERN_UNDECIDED ||
           (before->state == CSL_CONCERN_FINDINGS && after->undecided);
}

static bool verdict_no_worse(const csl_kernel_result *before, const csl_kernel_result *after) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (!concern_no_worse(&before->concern[c], &after->concern[c]))
            return false;
    return strcmp(before->name, after->name) == 0 &&
           (after->verdict != CSL_NOT_ANALYSED || before->verdict == CSL_NOT_ANALYSED);
}

static bool more_like(const csl_result *before, const csl_result *after, const csl_finding *f) {
    return csl_count_like(after, f) > csl_count_like(before, f);
}

bool csl_file_no_worse(const csl_result *before, const csl_result *after) {
    if (after->incomplete > before->incomplete || after->nnotes > before->nnotes ||
        after->nkernels != before->nkernels)
        return false;
    for (uint32_t i = 0; i < after->nfindings; i++)
        if (!after->findings[i].function && more_like(before, after, &after->findings[i]))
            return false;
    return true;
}

bool csl_kernel_no_worse(const csl_result *before, const csl_result *after, uint32_t kernel) {
    const csl_kernel_result *now = &after->kernels[kernel];
    if (!verdict_no_worse(&before->kernels[kernel], now))
        return false;
    for (uint32_t i = 0; i < after->nfindings; i++)
        if (g_strcmp0(after->findings[i].function, now->name) == 0 &&
            more_like(before, after, &after->findings[i]))
            return false;
    return true;
}

bool csl_no_worse(const csl_result *before, const csl_result *after) {
    if (!csl_file_no_worse(before, after))
        return false;
    for (uint32_t i = 0; i < after->nkernels; i++)
        if (!verdict_no_worse(&before->kernels[i], &after->kernels[i]))
            return false;
    for (uint32_t i = 0; i < after->nfindings; i++)
        if (more_like(before, after, &after->findings[i]))
            return false;
    return true;
}
