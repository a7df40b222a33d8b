#include "common.h"

#include <string.h>

const char *csl_thread_name(const csl_facts *facts, const csl_witness *w, int which) {
    char words[CSL_THREAD_WORDS];
    csl_thread_words(w->block, w->threads[which].thread, words);
    const int64_t *block = w->threads[which].block;
    if (memcmp(block, w->threads[!which].block, sizeof w->threads[0].block) == 0)
        return csl_strdup(facts->ctx, words);
    if (block[1] || block[2])
        return csl_format(facts->ctx, "%s of block (%lld,%lld,%lld)", words, (long long)block[0],
                          (long long)block[1], (long long)block[2]);
    return csl_format(facts->ctx, "%s of block %lld", words, (long long)block[0]);
}

const char *csl_headline(const char *message, const char *shorter) {
    return strlen(message) <= CSL_HEADLINE ? message : shorter;
}

const char *csl_sync_words(const csl_facts *facts, const csl_sync *sync) {
    enum { LONGEST = 24 };
    size_t n = strcspn(sync->name, "(");
    if (n + 2 > LONGEST)
        return "barrier";
    return sync->name[n] ? csl_format(facts->ctx, "%.*s()", (int)n, sync->name) : sync->name;
}

void csl_add_place(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                   const char *remark) {
    csl_region at = csl_region_at(facts->module, place);
    for (uint32_t i = 0; i < finding->nplaces; i++) {
        csl_related *p = &finding->related[i];
        if (p->region.line == at.line && p->region.column == at.column &&
            strcmp(p->region.file, at.file) == 0) {
            p->message = csl_format(facts->ctx, "%s; %s", p->message, remark);
            return;
        }
    }
    csl_add_related(facts, finding, place, remark);
    finding->nplaces = finding->nrelated;
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
