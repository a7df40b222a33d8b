/* Which instances of a template are lowered where it has more than the limit: those whose arguments
 * differ most, not those that happen to stand first. */
#include "kernels.h"

/* The arguments of an instance, "<32, ns::Op<float, 2>>", one after the other: *s is moved behind
 * one and what follows it. Its length; 0 at the end. */
static size_t next_argument(const char **s, const char **argument) {
    int depth = 0;
    const char *end = *argument = *s;
    for (; *end && (depth > 0 || *end != ','); end++)
        depth += strchr("<([{", *end) ? 1 : strchr(">)]}", *end) ? -1 : 0;
    *s = *end ? end + 1 : end;
    return (size_t)(end - *argument);
}

unsigned csl_differing_arguments(const char *one, const char *other) {
    const char *s[2] = {one + (*one == '<'), other + (*other == '<')}, *argument[2];
    unsigned n = 0;
    while (*s[0] || *s[1]) {
        size_t a = next_argument(&s[0], &argument[0]), b = next_argument(&s[1], &argument[1]);
        n += a != b || memcmp(argument[0], argument[1], a) != 0;
    }
    return n;
}

/* Each is one that differs in most arguments from the nearest of those before; the first if there
 * are several. */
bool *csl_most_different(csl_ctx *ctx, const char *const *instance, unsigned n, unsigned limit) {
    bool *chosen = csl_alloc(ctx, (n + 1) * sizeof *chosen);
    unsigned *apart = csl_alloc(ctx, (n + 1) * sizeof *apart), next = 0;
    for (unsigned i = 0; i < n; i++)
        apart[i] = UINT32_MAX;
    for (unsigned k = 0; k < n && k < limit; k++) {
        chosen[next] = true;
        apart[next] = 0;
        unsigned best = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned by = csl_differing_arguments(instance[i], instance[next]);
            apart[i] = by < apart[i] ? by : apart[i];
        }
        for (unsigned i = 1; i < n; i++)
            best = (!chosen[i] && (chosen[best] || apart[i] > apart[best])) ? i : best;
        next = best;
    }
    return chosen;
}
