/* Unified diffs of --changed-lines. */
#include "../../analyzer/report/select/diff.h"
#include "fuzz.h"

static void line(void *user, const char *path, uint32_t at) {
    (void)user;
    HOLDS(path && *path && at > 0);
}

static void file(void *user, const char *path) {
    (void)user;
    HOLDS(path && *path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const csl_diff_sink sink = {.changed = line, .deleted = line, .whole = file};
    free(csl_read_diff((const char *)data, size, &sink));
    return 0;
}
