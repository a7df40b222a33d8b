/* What an offset is the sum of: of `4 * (128 * warp + i) + 16` 512 times the warp, 4 times i,
 * and 16.
 */
#include "caveats.h"

void csl_take_parts(csl_expr *e, int64_t times, csl_take_part_fn *take, void *user) {
    if (e->op == CSL_OP_ADD && e->nkids == 2) {
        csl_take_parts(e->kids[0], times, take, user);
        csl_take_parts(e->kids[1], times, take, user);
    } else if (e->op == CSL_OP_MUL && e->kids[1]->op == CSL_OP_CONST && e->kids[1]->value > 0 &&
               e->kids[1]->value <= INT32_MAX && times <= INT32_MAX)
        csl_take_parts(e->kids[0], times * e->kids[1]->value, take, user);
    else if (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->type))
        csl_take_parts(e->kids[0], times, take, user);
    else
        take(user, e, times);
}
