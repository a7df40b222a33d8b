/* The comparison of --changed: two texts with a NUL between them. */
#include "../../analyzer/report/select/line_diff.h"
#include "fuzz.h"

typedef struct counts {
    uint32_t lines; /* of the new text */
} counts;

static void changed(void *user, uint32_t first, uint32_t last) {
    const counts *c = user;
    HOLDS(first >= 1 && first <= last && last <= c->lines);
}

static void deleted(void *user, uint32_t line) {
    const counts *c = user;
    HOLDS(line >= 1 && line <= c->lines + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *old = (const char *)data, *middle = size ? memchr(old, 0, size) : NULL;
    const char *new = middle ? middle + 1 : old + size;
    const size_t nold = middle ? (size_t)(middle - old) : size, nnew = size - (size_t)(new - old);
    counts c = {nnew && new[nnew - 1] != '\n'};
    for (size_t i = 0; i < nnew; i++)
        c.lines += new[i] == '\n';
    const csl_line_changes to = {changed, deleted, &c};
    csl_compare_lines(old, nold, new, nnew, &to);
    return 0;
}
