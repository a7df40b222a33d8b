/* Baselines, and what is stale in them. */
#include "../../analyzer/report/select/baseline.h"
#include "fuzz.h"

#include <glib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path;
    char *error = NULL;
    int fd = fuzz_file(data, size, &path);
    csl_baseline *baseline = csl_baseline_read(path, &error);
    HOLDS(!baseline == (error != NULL));
    HOLDS(!error || !strchr(error, '\n'));
    if (baseline) {
        csl_sources *sources = csl_sources_new();
        csl_baseline_apply(baseline, NULL, 0, sources, false);
        const csl_looked_at nothing = {.sources = sources};
        HOLDS(csl_baseline_stale(baseline, &nothing, NULL) <= csl_baseline_size(baseline));
        csl_sources_free(sources);
    }
    csl_baseline_free(baseline);
    g_free(error);
    close(fd);
    return 0;
}
