/* Which instances of a template are lowered where it has more than the limit: those whose arguments
 * differ most, not those that happen to stand first; and how many more, as they are cheap. */
#include "kernels.h"
#include "../../limits/limits.h"

typedef struct argument {
    const char *text;
    size_t bytes;
} argument;

typedef struct arguments {
    argument v[CSL_ROOM_instance_arguments];
    unsigned n;
    bool chosen;
} arguments;

/* Those of an instance, "<32, ns::Op<float, 2>>". */
static void split(const char *s, arguments *out) {
    s += *s == '<';
    while (*s && out->n < CSL_ROOM_instance_arguments) {
        int depth = 0;
        const char *end = s;
        for (; *end && (depth > 0 || *end != ','); end++)
            depth += strchr("<([{", *end) ? 1 : strchr(">)]}", *end) ? -1 : 0;
        out->v[out->n++] = (argument){s, (size_t)(end - s)};
        s = *end ? end + 1 : end;
    }
}

static bool same(const arguments *x, const arguments *y, unsigned place) {
    return place < x->n && place < y->n && x->v[place].bytes == y->v[place].bytes &&
           memcmp(x->v[place].text, y->v[place].text, x->v[place].bytes) == 0;
}

/* How many of the instances are the first with their argument at the place. */
static unsigned values_at(const arguments *all, unsigned n, unsigned place) {
    unsigned values = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned k = 0;
        while (k < i && !same(&all[k], &all[i], place))
            k++;
        values += k == i;
    }
    return values;
}

/* What it has that none of the chosen ones has: an argument counts the more the fewer values its
 * place takes, a type more than one of many numbers. */
static double newness(const arguments *all, unsigned n, unsigned i, const unsigned *values) {
    double sum = 0;
    for (unsigned place = 0; place < all[i].n; place++) {
        unsigned k = 0;
        while (k < n && !(all[k].chosen && same(&all[k], &all[i], place)))
            k++;
        sum += k == n ? 1.0 / values[place] : 0;
    }
    return sum;
}

bool *csl_most_different(csl_ctx *ctx, const char *const *instance, unsigned n, unsigned limit) {
    bool *chosen = csl_alloc(ctx, (n + 1) * sizeof *chosen);
    arguments *all = csl_alloc(ctx, (n + 1) * sizeof *all);
    unsigned values[CSL_ROOM_instance_arguments];
    for (unsigned i = 0; i < n; i++) {
        split(instance[i], &all[i]);
        chosen[i] = n <= limit;
    }
    for (unsigned place = 0; n > limit && place < CSL_ROOM_instance_arguments; place++)
        values[place] = values_at(all, n, place);
    for (unsigned k = 0; n > limit && k < limit; k++) {
        unsigned best = n;
        double most = -1;
        for (unsigned i = 0; i < n; i++) {
            const double is = all[i].chosen ? -1 : newness(all, n, i, values);
            if (is > most) /* the first of several */
                most = is, best = i;
        }
        all[best].chosen = chosen[best] = true;
    }
    return chosen;
}

bool csl_spent_all(csl_ctx *ctx, const csl_lower_target *next, csl_spent *spent) {
    const char *pattern = csl_usr(ctx, next->pattern);
    if (!next->instance || pattern != spent->pattern)
        spent->template = spent->instances = 0;
    spent->pattern = pattern;
    return next->instance && ((csl_limit_exceeded(CSL_LIMIT_template_statements, spent->template) &&
                               csl_limit_exceeded(CSL_LIMIT_file_statements, spent->file)) ||
                              (csl_limit_exceeded(CSL_LIMIT_cheap_statements, spent->template) &&
                               csl_limit_reached(CSL_LIMIT_instances, spent->instances)));
}
