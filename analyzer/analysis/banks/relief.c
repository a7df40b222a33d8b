/* Which layout of an array ends a conflict: padding and swizzling, tried on all its accesses. */
#include "banks.h"
#include "../../limits/limits.h"

enum { ROW_OF_BANKS = 128, MOST_PADDING = 4 };

static bool costs_no_more(csl_bank_table *t, uint32_t i, const csl_bank_layout *layout,
                          bool must_be_free) {
    if (!csl_limit_spend(CSL_LIMIT_bank_trials, &t->trials))
        return false;
    const csl_bank_cost then =
        csl_bank_cost_of(t->a, t->scratch, &t->sites[i], t->block, layout, true);
    return then.known && !then.misaligned && then.wavefronts <= t->costs[i].wavefronts &&
           (!must_be_free || then.worst.degree <= 1);
}

/* Under the layout the site has no conflict, and no site of the object costs more than before.
 * Sites of which nothing is known lie where data says, under any layout. */
static bool helps(csl_bank_table *t, uint32_t which, const csl_bank_layout *layout) {
    if (!costs_no_more(t, which, layout, true))
        return false;
    for (uint32_t i = 0; i < t->n; i++)
        if (i != which && t->sites[i].object == t->sites[which].object && t->costs[i].known &&
            !costs_no_more(t, i, layout, false))
            return false;
    return true;
}

/* The declaration of the object with a last dimension of `columns`: "tile[32][33]". */
static const char *declared(csl_ctx *ctx, const csl_object *o, uint64_t columns) {
    const char *text = o->name;
    for (uint32_t d = 0; d < o->ndims; d++)
        text = csl_format(ctx, "%s[%llu]", text,
                          (unsigned long long)(d + 1 < o->ndims ? o->dims[d] : columns));
    return text;
}

static const char *for_rows(csl_bank_table *t, uint32_t which) {
    const csl_object *o = t->sites[which].object;
    const uint64_t columns = o->dims[o->ndims - 1];
    const int64_t elem = o->elem_bytes, row = (int64_t)columns * elem;
    if (row == 0)
        return NULL;
    for (int64_t more = 1; more <= MOST_PADDING; more++) {
        const csl_bank_layout padded = {.row = row, .pad = more * elem};
        if (helps(t, which, &padded))
            return csl_format(t->a->ctx, "declare it as `%s`",
                              declared(t->a->ctx, o, columns + (uint64_t)more));
    }
    const csl_bank_layout swizzled = {.row = row, .unit = elem};
    if ((columns & (columns - 1)) || !helps(t, which, &swizzled))
        return NULL;
    return csl_format(t->a->ctx, "swizzle it: put column c of row r at `%s[r][c ^ r %% %llu]`",
                      o->name, (unsigned long long)columns);
}

/* An array without rows: a hole after as many elements as one row of banks holds. */
static const char *for_elements(csl_bank_table *t, uint32_t which) {
    const csl_object *o = t->sites[which].object;
    const int64_t elem = o->elem_bytes ? o->elem_bytes : t->sites[which].bytes;
    if (elem < 4 || ROW_OF_BANKS % elem)
        return NULL;
    const csl_bank_layout holes = {.row = ROW_OF_BANKS, .pad = elem};
    if (!helps(t, which, &holes))
        return NULL;
    const int many = (int)(ROW_OF_BANKS / elem);
    return csl_format(t->a->ctx, "put element i at `%s[i + i / %d]`, and make it longer by 1/%d",
                      o->name, many, many);
}

const char *csl_bank_relief(csl_bank_table *t, uint32_t which) {
    return t->sites[which].object->ndims > 1 ? for_rows(t, which) : for_elements(t, which);
}
