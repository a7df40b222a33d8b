/* compile_commands.json, from its text to the words of its commands. */
#include "../../analyzer/cli/plan/compdb.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path;
    char *error = NULL;
    int fd = fuzz_file(data, size, &path);
    csl_compdb *d = csl_compdb_read(path, &error);
    HOLDS(!d == (error != NULL));
    HOLDS(!error || !strchr(error, '\n'));
    for (uint32_t i = 0; d && i < csl_compdb_size(d); i++) {
        HOLDS(csl_compdb_file(d, i) && csl_compdb_directory(d, i));
        GPtrArray *words = csl_compdb_words(d, i);
        for (guint k = 0; k < words->len; k++)
            HOLDS(words->pdata[k]);
        g_ptr_array_unref(words);
    }
    csl_compdb_free(d);
    g_free(error);
    close(fd);
    return 0;
}
