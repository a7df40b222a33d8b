/* Unified diffs of --changed-lines. */
#include "../../analyzer/report/select/diff.h"
#include "fuzz.h"

static void line(void *user, const char *path, uint32_t at) {
    (void)user;
    HOLDS(path && *path && at > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    free(csl_read_diff(text, &(csl_diff_sink){.changed = line, .deleted = line}));
    free(text);
    return 0;
}
