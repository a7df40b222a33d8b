#include "common.h"

#include <string.h>

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
