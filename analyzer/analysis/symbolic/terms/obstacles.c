/* What stands against a proof, what a proof rests on, and what was asked: noted while the passes
 * run, by the concerns it is about. */
#include "terms.h"
#include "../../../limits/limits.h"

#include <string.h>

static csl_region region_of(const csl_analysis *a, const csl_place *place) {
    return place ? csl_region_at(a->module, place) : (csl_region){.file = NULL};
}

static csl_assumption *find_assumption(csl_analysis *a, csl_assumption_kind kind,
                                       const char *text) {
    for (uint32_t i = 0; i < a->assumptions.n; i++)
        if (a->assumptions.v[i].kind == kind && !strcmp(a->assumptions.v[i].text, text))
            return &a->assumptions.v[i];
    return NULL;
}

void csl_assume_that(csl_analysis *a, csl_assumption_kind kind, const char *name,
                     const csl_place *place, const char *text) {
    csl_assumption *known = find_assumption(a, kind, text);
    if (!known) {
        const csl_assumption new = {.kind = kind, .text = text, .at = region_of(a, place)};
        CSL_PUSH(a->ctx, &a->assumptions, new);
        known = &a->assumptions.v[a->assumptions.n - 1];
    }
    for (uint32_t i = 0; name && i < known->nnames; i++)
        if (!strcmp(known->names[i], name))
            return;
    if (!name)
        return;
    const char **names = csl_alloc(a->ctx, (known->nnames + 1) * sizeof *names);
    if (known->nnames)
        memcpy(names, known->names, known->nnames * sizeof *names);
    names[known->nnames++] = name;
    known->names = names;
}

/* The concerns of which not enough obstacles are known yet, this one not among them. */
static csl_concerns wanting(const csl_analysis *a, csl_concerns about, const csl_place *place,
                            const char *why) {
    uint32_t of[CSL_CONCERN_COUNT] = {0};
    for (uint32_t i = 0; i < a->obstacles.n; i++) {
        const csl_fact_obstacle *o = &a->obstacles.v[i];
        for (int c = 0; c < CSL_CONCERN_COUNT; c++)
            of[c] += o->about >> c & 1;
        if (o->place == place && !strcmp(o->why, why))
            about &= ~o->about;
    }
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (of[c] >= CSL_LIMIT(obstacles))
            about &= ~(1u << c);
    return about;
}

void csl_obstruct(csl_analysis *a, csl_concerns about, const csl_node *node, const char *why) {
    const csl_place *place = node ? node->stmt->place : NULL;
    a->obstructed |= about;
    const csl_fact_obstacle o = {wanting(a, about, place, why), place, why};
    if (o.about)
        CSL_PUSH(a->ctx, &a->obstacles, o);
}

csl_concerns csl_about_root(const csl_analysis *a, const csl_expr *root) {
    const csl_object *o = csl_object_of_root(a, root);
    if (o)
        return csl_is_of_block(o->kind) ? CSL_ABOUT(SHARED) : CSL_ABOUT(GLOBAL);
    csl_concerns about = CSL_ABOUT(GLOBAL);
    for (uint32_t i = 0; i < a->kernel->nobjects; i++)
        if (a->kernel->objects[i].kind == CSL_OBJ_SHARED ||
            a->kernel->objects[i].kind == CSL_OBJ_DYNAMIC)
            about |= CSL_ABOUT(SHARED);
    return about;
}

csl_concern csl_concern_of_sync(const csl_sync *s) {
    if (s->scope > CSL_SCOPE_BLOCK)
        return CSL_CONCERN_GRID;
    if (s->scope < CSL_SCOPE_BLOCK)
        return CSL_CONCERN_WARPS;
    return s->object ? CSL_CONCERN_ASYNC : CSL_CONCERN_BARRIERS;
}

void csl_count_answer(csl_analysis *a, csl_concerns about, csl_verdict verdict) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (about >> c & 1) {
            a->asked[c].safe += csl_is_safe(verdict);
            a->asked[c].undecided += verdict == CSL_UNDECIDED;
            a->asked[c].racing += verdict == CSL_POSSIBLE;
            if (verdict == CSL_POSSIBLE)
                a->racing |= 1u << c;
        }
}
