/* A source of C++20 that is given without `-std`. nvcc takes C++17 then, so the project must ask
 * for more where it compiles the file. */
#include "recover.h"

#include <string.h>

#define NEEDED "-std=c++20"

/* Words of C++20; before, they are names that nothing declares. */
static const char *const words[] = {"'concept'", "'requires'", "'consteval'", "'constinit'",
                                    "'co_await'"};

static bool is_given(const csl_parse_options *options) {
    for (uint32_t i = 0; i < options->nargs; i++)
        if (strncmp(options->args[i], "-std=", strlen("-std=")) == 0)
            return true;
    return false;
}

static bool names_word(const char *message) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

const csl_parse_options *csl_with_standard(const csl_unit *unit) {
    const csl_parse_options *options = unit->options;
    if (is_given(options))
        return NULL;
    uint32_t i = 0;
    while (i < unit->nerrors && !names_word(unit->errors[i].message))
        i++;
    if (i == unit->nerrors)
        return NULL;
    csl_parse_options *with = CSL_NEW(unit->ctx, csl_parse_options);
    const char **args = csl_alloc(unit->ctx, (options->nargs + 1) * sizeof *args);
    *with = *options;
    with->args = args;
    args[0] = NEEDED; /* what is given may name the next word */
    with->nargs++;
    if (options->nargs)
        memcpy(args + 1, options->args, options->nargs * sizeof *args);
    return with;
}
