/* Barrier objects that count bytes: copies in bulk complete at them.
 *
 * One thread arrives for a phase and says how many bytes it expects; it issues the copies that
 * bring them, to the same stage. Then the phase ends when they have come, and who has waited for it
 * may read them. What the issuing thread did before is handed over by its arrival, not by the
 * copies.
 */
#include "settle.h"

/* The ticket whose phase the copy completes in. */
csl_expr *csl_ticket_of_copy(csl_analysis *a, const csl_node *copy, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    csl_expr *given = csl_tickets_at(a, copy, family, CSL_TICKETS_GIVEN);
    const csl_node *arrival = NULL;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->loop == copy->loop && csl_is_arrival(f->uses.v[i]->stmt->sync))
            arrival = f->uses.v[i];
    if (!arrival || arrival->order > copy->order)
        return given;
    return csl_binary(a->ctx, CSL_OP_SUB, given, csl_const(a->ctx, CSL_I32, 1));
}

/* The copies of the arrival's phase bring what it expects. */
static const char *check_arrival(csl_analysis *a, csl_family *f, csl_node *arrival) {
    int64_t sum = 0;
    csl_expr *reach = csl_expand(a, arrival->reach);
    for (uint32_t i = 0; i < f->copies.n; i++) {
        const csl_node *copy = f->copies.v[i];
        if (copy->loop == arrival->loop && csl_expand(a, copy->reach) == reach)
            sum += copy->stmt->access->bytes;
        else if (copy->loop == arrival->loop)
            return "copies in bulk that are issued under other conditions than they are expected";
    }
    csl_expr *bytes = csl_expand(a, arrival->bytes);
    if (bytes->op != CSL_OP_CONST)
        return "a number of bytes that is not known";
    if (bytes->value == sum)
        return NULL;
    f->fault.kind = CSL_PHASE_BYTES;
    f->fault.at = arrival;
    f->fault.wrong = csl_true(a->ctx);
    return "another number of bytes than copies bring";
}

const char *csl_check_bytes(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    bool any = f->copies.n > 0;
    for (uint32_t i = 0; i < f->uses.n; i++)
        any |= f->uses.v[i]->stmt->sync->bytes != NULL;
    if (!any)
        return NULL;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        csl_expr *own;
        if (!csl_is_arrival(n->stmt->sync))
            continue;
        if (!n->bytes || n->stmt->sync->kind != CSL_SYNC_ARRIVE)
            return "arrivals that expect no bytes, at a barrier object that counts them";
        for (uint32_t k = 0; k < i; k++)
            if (csl_is_arrival(f->uses.v[k]->stmt->sync) && f->uses.v[k]->loop == n->loop)
                return "bytes that are expected at several places";
        for (uint32_t s = 0; s < a->shapes.n; s++)
            if (!csl_own_condition(a, n, &own) ||
                csl_count_coming(a, own, a->shapes.shape[s], 1) != 1)
                return "bytes that several threads expect";
        const char *why = check_arrival(a, f, n);
        if (why)
            return why;
    }
    for (uint32_t i = 0; i < f->copies.n; i++) {
        const csl_node *copy = f->copies.v[i];
        bool awaited = false;
        for (uint32_t k = 0; k < f->uses.n; k++)
            awaited |= f->uses.v[k]->loop == copy->loop && f->uses.v[k]->bytes;
        if (!awaited)
            return "a copy in bulk that is not expected where it is issued";
        if (!csl_at_stage(a, f, copy->signalled, copy, csl_ticket_of_copy(a, copy, family)))
            return "a copy in bulk that completes at another stage than it is expected";
    }
    return NULL;
}
