/* Files of --shard, which other machines wrote. */
#include "../../analyzer/cli/workers/shard.h"
#include "fuzz.h"

#include <glib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path;
    int fd = fuzz_file(data, size, &path);
    csl_options o = {.paths = g_ptr_array_new()};
    g_ptr_array_add(o.paths, (char *)path);
    csl_ctx *ctx = csl_ctx_new();
    GArray *plan = NULL;
    csl_result **results = NULL;
    char *error = csl_shards_read(ctx, &o, &plan, &results);
    for (guint i = 0; i < plan->len && !error; i++)
        HOLDS(results[i] && results[i]->file);
    g_free(error);
    g_free(results);
    g_array_unref(plan);
    csl_ctx_free(ctx);
    g_ptr_array_unref(o.paths);
    close(fd);
    return 0;
}
