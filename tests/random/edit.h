/* Finding one's way through the statements of a kernel, and small random changes to them. */
#ifndef CSL_EDIT_H
#define CSL_EDIT_H

#include "generate.h"

/* Every statement of a kernel in source order, as the pointer that points at it, so that it can be
 * taken out or replaced. Valid until the next change. */
typedef struct csl_slots {
    csl_stmt ***slot;
    uint32_t n;
} csl_slots;
csl_slots csl_find_slots(csl_ctx *ctx, csl_kernel *k);

/* Every expression that stands in a statement of the kernel: conditions, values, addresses. */
typedef struct csl_places {
    csl_expr ***expr;
    uint32_t n;
} csl_places;
csl_places csl_find_exprs(csl_ctx *ctx, csl_kernel *k);

/* One random change to the kernel under construction. */
void csl_edit(csl_gen *g);

#endif
