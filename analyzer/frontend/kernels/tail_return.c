/* A `return` of a function whose call is the last thing the kernel does ends the thread, as the
 * kernel's own `return` would: the barriers of the function wait for it no longer. */
#include "kernels.h"

static void end_threads(csl_stmt *s, uint32_t label) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_BR && s->label == label && s->origin == CSL_FROM_RETURN)
            s->kind = CSL_STMT_EXIT;
        if (s->kind == CSL_STMT_IF) {
            end_threads(s->branch.body, label);
            end_threads(s->branch.other, label);
        }
        if (s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LOOP)
            end_threads(s->block.body, label);
    }
}

void csl_lower_last_calls(csl_stmt *body) {
    csl_stmt *last = body;
    while (last && last->next)
        last = last->next;
    if (last && last->kind == CSL_STMT_BLOCK) {
        end_threads(last->block.body, last->block.label);
        csl_lower_last_calls(last->block.body);
    } else if (last && last->kind == CSL_STMT_IF) {
        csl_lower_last_calls(last->branch.body);
        csl_lower_last_calls(last->branch.other);
    }
}
