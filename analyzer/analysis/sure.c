/* How sure is a fact? (design section 6, "Confidence") */
#include "internal.h"

/* For which of the ordinary one-dimensional blocks a witness exists as well. */
typedef enum { NO_LINE, SOME_LINES, ALL_LINES } lines;

static lines lines_with_witness(csl_analysis *a, const csl_query *q) {
    static const uint32_t line[][3] = {{32, 1, 1},  {64, 1, 1},  {128, 1, 1},
                                       {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
    uint32_t asked = 0, found = 0;
    for (uint32_t i = 0; i < sizeof line / sizeof *line; i++) {
        uint32_t threads = line[i][0];
        if (threads > a->shapes.max_threads || (q->pair == CSL_PAIR_DIFFERENT_WARPS && threads <= 32))
            continue;
        csl_shapes one = a->shapes;
        one.shape = &line[i];
        one.n = 1;
        csl_query fixed = *q;
        fixed.shapes = &one;
        asked++;
        found += csl_ask(a, &fixed).verdict == CSL_POSSIBLE;
    }
    return found == 0 ? NO_LINE : found == asked ? ALL_LINES : SOME_LINES;
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
    lines seen = a->shapes.n ? ALL_LINES : lines_with_witness(a, q);
    if (seen == NO_LINE && a->rows_only_ranked)
        return sure(CSL_SURE_LOW, "only in a block of several rows, which the kernel does not index");
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
    if (seen != ALL_LINES)
        return sure(CSL_SURE_MEDIUM, "depends on the shape of the block");
    return sure(CSL_SURE_HIGH, NULL);
}
