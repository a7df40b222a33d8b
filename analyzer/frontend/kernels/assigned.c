/* Where variables of a body get a value. */
#include "kernels.h"

static void take_unknown(uint32_t var, csl_assigned_fn *take, void *user) {
    if (var != CSL_NO_VAR)
        take(user, var, NULL);
}

void csl_visit_assigned(const csl_stmt *s, csl_assigned_fn *take, void *user) {
    for (; s; s = s->next)
        switch (s->kind) {
        case CSL_STMT_LET: take(user, s->let.var, s->let.value); break;
        case CSL_STMT_ACCESS: take_unknown(s->access->result, take, user); break;
        case CSL_STMT_SYNC: take_unknown(s->sync->result, take, user); break;
        case CSL_STMT_HAVOC: take_unknown(s->havoc.var, take, user); break;
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE: take_unknown(s->call.result, take, user); break;
        case CSL_STMT_IF:
            csl_visit_assigned(s->branch.body, take, user);
            csl_visit_assigned(s->branch.other, take, user);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: csl_visit_assigned(s->block.body, take, user); break;
        default: break;
        }
}
