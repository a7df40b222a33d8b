#include "common.h"

#include <string.h>

static void copy_thread(const csl_facts *facts, csl_trace *to, const csl_fact_thread *from) {
    memcpy(to->block, from->block, sizeof to->block);
    memcpy(to->thread, from->thread, sizeof to->thread);
    to->nsteps = from->nsteps;
    to->steps = csl_alloc(facts->ctx, (from->nsteps + 1) * sizeof *to->steps);
    for (uint32_t i = 0; i < from->nsteps; i++)
        to->steps[i] = (csl_step){csl_region_at(facts->module, from->steps[i].place),
                                  from->steps[i].interval, from->steps[i].text};
}

csl_witness *csl_witness_of(const csl_facts *facts, const csl_fact_witness *from) {
    if (!from)
        return NULL;
    csl_witness *to = CSL_NEW(facts->ctx, csl_witness);
    memcpy(to->block, from->block, sizeof to->block);
    to->nvalues = from->nvalues;
    to->values = csl_alloc(facts->ctx, (from->nvalues + 1) * sizeof *to->values);
    for (uint32_t i = 0; i < from->nvalues; i++)
        to->values[i] = (csl_value){from->values[i].name, from->values[i].value};
    for (int i = 0; i < 2; i++)
        copy_thread(facts, &to->threads[i], &from->threads[i]);
    return to;
}

csl_confidence csl_confidence_of(csl_rating rating) {
    switch (rating.level) {
    case CSL_SURE_HIGH: return CSL_HIGH;
    case CSL_SURE_MEDIUM: return CSL_MEDIUM;
    case CSL_SURE_LOW: break;
    }
    return CSL_LOW;
}

void csl_add_related(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                     const char *message) {
    if (!place)
        return;
    csl_related *related = csl_alloc(facts->ctx, (finding->nrelated + 1) * sizeof *related);
    if (finding->nrelated)
        memcpy(related, finding->related, finding->nrelated * sizeof *related);
    related[finding->nrelated++] = (csl_related){csl_region_at(facts->module, place), message};
    finding->related = related;
}

void csl_add_calls(const csl_facts *facts, csl_finding *finding, const csl_place *place) {
    for (const csl_frame *c = place->chain; c; c = c->parent)
        csl_add_related(facts, finding, c->site,
                        csl_format(facts->ctx, "in the call of `%s` here", c->function));
}
