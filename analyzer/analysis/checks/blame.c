/* Why threads part: not the condition that reads a value, but the memory that gave them two.
 *
 * Needs: csl_find_uniform().
 */
#include "divergence.h"

static bool decides(csl_builder *b, csl_expr *const deciding[2], uint32_t var) {
    return (deciding[0] && csl_term_has(b, deciding[0], var)) ||
           (deciding[1] && csl_term_has(b, deciding[1], var));
}

const csl_object *csl_blamed(csl_analysis *a, csl_builder *b, const csl_query *q,
                             csl_expr *const deciding[2], csl_scope scope) {
    const csl_object *blamed = NULL;
    for (uint32_t i = 0; i < q->nvars; i++) {
        if (!decides(b, deciding, i))
            continue;
        if (i < CSL_DV_BDIM) /* who they are */
            return NULL;
        if (i < CSL_DV_FREE || q->vars[i].side == 0)
            continue; /* the same for both */
        const csl_node *load = csl_loaded_by(b, i);
        if (!load || load->ntargets != 1 || csl_scope_of(a, load->address) < scope)
            return NULL;
        const csl_object *from = csl_object_of_root(a, load->targets[0].root);
        if (!from || (blamed && blamed != from))
            return NULL;
        blamed = from;
    }
    return blamed;
}
