/* .cudasynclint.yaml. */
#include "../../analyzer/cli/options/config.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path;
    char *error = NULL;
    int fd = fuzz_file(data, size, &path);
    csl_config *config = csl_config_read(path, &error);
    HOLDS(!config == (error != NULL));
    HOLDS(!error || !strchr(error, '\n'));
    if (config)
        csl_config_free(config);
    g_free(error);
    close(fd);
    return 0;
}
