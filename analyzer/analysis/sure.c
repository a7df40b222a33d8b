/* How sure is a fact? (design section 6, "Confidence") */
#include "internal.h"

/* A witness exists for every ordinary block shape, not only for the one that was found. */
static bool any_shape(csl_analysis *a, const csl_query *q) {
    static const uint32_t line[][3] = {{32, 1, 1},  {64, 1, 1},  {128, 1, 1},
                                       {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
    static const uint32_t plane[][3] = {{8, 8, 1}, {16, 16, 1}, {32, 8, 1}, {32, 32, 1}};
    static const uint32_t space[][3] = {{4, 4, 4}, {8, 8, 8}, {8, 8, 4}};
    if (a->shapes.n)
        return true;
    const uint32_t(*shape)[3] = line;
    uint32_t n = 6;
    if (!a->shapes.unused[2])
        shape = space, n = 3;
    else if (!a->shapes.unused[1])
        shape = plane, n = 4;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t threads = shape[i][0] * shape[i][1] * shape[i][2];
        if (threads > a->shapes.max_threads || (q->pair == CSL_PAIR_DIFFERENT_WARPS && threads <= 32))
            continue;
        csl_shapes one = a->shapes;
        one.shape = &shape[i];
        one.n = 1;
        csl_query fixed = *q;
        fixed.shapes = &one;
        if (csl_ask(a, &fixed).verdict != CSL_POSSIBLE)
            return false;
    }
    return true;
}

static csl_sure sure(csl_sureness level, const char *why) {
    return (csl_sure){level, why};
}

static const char *named(csl_analysis *a, const char *format, const char *name) {
    return name && *name ? csl_format(a->ctx, format, name) : NULL;
}

csl_sure csl_how_sure(csl_analysis *a, csl_builder *b, const csl_query *q, const int64_t *value,
                      csl_expr *const deciding[2], csl_expr *const reaching[2]) {
    const char *name = NULL;
    (void)value;
    for (int i = 0; i < 2; i++)
        if ((deciding[i] && csl_has_role(b, deciding[i], CSL_ROLE_APPROX, &name)) ||
            csl_has_role(b, reaching[i], CSL_ROLE_APPROX, &name))
            return sure(CSL_SURE_LOW, "depends on a value the analysis does not know");
    for (int i = 0; i < 2; i++)
        if (deciding[i] && csl_has_role(b, deciding[i], CSL_ROLE_DATA, &name)) {
            const char *why = named(a, "depends on the value of `%s`", name);
            return sure(CSL_SURE_MEDIUM, why ? why : "depends on data");
        }
    for (int i = 0; i < 2; i++)
        if (deciding[i] && csl_has_role(b, deciding[i], CSL_ROLE_PARAM, &name)) {
            const char *why = named(a, "depends on the value of `%s`", name);
            return sure(CSL_SURE_MEDIUM, why ? why : "depends on a parameter");
        }
    for (int i = 0; i < 2; i++)
        if (csl_has_role(b, reaching[i], CSL_ROLE_DATA, &name)) {
            const char *why = named(a, "reached depending on the value of `%s`", name);
            return sure(CSL_SURE_MEDIUM, why ? why : "reached depending on data");
        }
    if (!any_shape(a, q))
        return sure(CSL_SURE_MEDIUM, "depends on the shape of the block");
    return sure(CSL_SURE_HIGH, NULL);
}
