/* Functions that the user knows to be barriers of the block, and whose body is not there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* As a template with an ellipsis it never wins against a declaration of the source itself; `any`
 * keeps explicit template arguments from choosing it. */
char *csl_barrier_declarations(const csl_parse_options *options) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        abort();
    fputs("struct __csl_any_barrier;\n", out);
    for (uint32_t i = 0; i < options->nbarriers; i++)
        fprintf(out, "template <__csl_any_barrier *any = nullptr> __device__ void %s(...);\n",
                options->barriers[i]);
    fclose(out);
    return text;
}

bool csl_is_barrier_name(const csl_parse_options *options, const char *name) {
    for (uint32_t i = 0; i < options->nbarriers; i++)
        if (strcmp(options->barriers[i], name) == 0)
            return true;
    return false;
}
