/* The tool with $CSL_OPEN in the environment runs its children without a sandbox (linked with
 * --wrap): what the sandbox costs is the difference. For measuring only. */
#include "../analyzer/cli/confine/confine.h"
#include "../analyzer/files/sandbox.h"

#include <stdlib.h>

static bool is_open;

/* Before main(), since a worker knows no environment. */
__attribute__((constructor)) static void choose(void) {
    is_open = getenv("CSL_OPEN") != NULL;
}

void __real_csl_confine(const csl_input *input, bool links);
void __wrap_csl_confine(const csl_input *input, bool links);
void __wrap_csl_confine(const csl_input *input, bool links) {
    if (!is_open)
        __real_csl_confine(input, links);
}

void __real_csl_sandbox_enter(const char *const *readable, size_t n);
void __wrap_csl_sandbox_enter(const char *const *readable, size_t n);
void __wrap_csl_sandbox_enter(const char *const *readable, size_t n) {
    if (!is_open)
        __real_csl_sandbox_enter(readable, n);
}
