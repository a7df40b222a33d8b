/* Makes a kernel smaller as long as it stays interesting. */
#ifndef CSL_SHRINK_H
#define CSL_SHRINK_H

#include "../../analyzer/ir.h"

typedef bool (*csl_interesting)(void *user, const csl_module *m);

/* Changes the first kernel of the module: takes out statements, puts the body of an IF, a BLOCK or
 * a LOOP in its place, and operands or 0 in the place of expressions. Every change is kept that
 * leaves a kernel that verifies and that `interesting` accepts. */
void csl_shrink(csl_ctx *ctx, csl_module *m, csl_interesting interesting, void *user);

#endif
