/* The verdict on a kernel, from the facts: of each concern, and of the kernel.
 *
 * A concern has findings if some are shown. It is undecided if facts about it are not shown, or if
 * something stands against its proof; else it is proved if it was asked anything.
 */
#include "facts.h"
#include "../limits/limits.h"

#include <string.h>

typedef struct judge {
    const csl_facts *facts;
    csl_obstacle *obstacles[CSL_CONCERN_COUNT];
    csl_kernel_result *to;
} judge;

static void obstruct(judge *j, csl_concern c, const csl_place *place, const char *why) {
    csl_concern_verdict *v = &j->to->concern[c];
    if (v->nobstacles == CSL_ROOM_record_obstacles)
        return;
    if (!v->nobstacles)
        v->obstacles = j->obstacles[c] =
            csl_alloc(j->facts->ctx, CSL_ROOM_record_obstacles * sizeof *v->obstacles);
    j->obstacles[c][v->nobstacles++] = (csl_obstacle){
        place ? csl_region_at(j->facts->module, place) : (csl_region){.file = j->to->region.file},
        why};
}

/* ---- facts that no report shows -------------------------------------------------------------- */

static const char *hidden_race(const csl_facts *f, const csl_race *r) {
    const char *what =
        r->object ? csl_format(f->ctx, "`%s`", r->object_name) : "memory behind a loaded pointer";
    return r->same_value ? csl_format(f->ctx, "several threads write the same value to %s", what)
                         : csl_format(f->ctx, "possible race on %s, not reported", what);
}

static void add_divergences(judge *j, const csl_divergence *d, uint32_t n, csl_concern c,
                            const char *why) {
    for (uint32_t i = 0; i < n; i++) {
        const bool ends = (d[i].part == CSL_PART_EXIT || d[i].as_exit) && !d[i].stores_due;
        if (d[i].concern == c)
            obstruct(j, c, d[i].barrier->place,
                     ends ? "some threads end before a barrier, which waits for the others" : why);
    }
}

static void add_hidden(judge *j, csl_concern c) {
    const csl_facts *f = j->facts;
    add_divergences(j, f->divergences, f->ndivergences, c,
                    "barrier that some threads may not reach, not reported");
    add_divergences(j, f->absent_lanes, f->nabsent_lanes, c,
                    "lanes of the mask may not come here, not reported");
    for (uint32_t i = 0; i < f->nraces; i++)
        if (f->races[i].concern == c && !(f->races[i].same_value && f->races[i].in_warp))
            obstruct(j, c, f->races[i].second->place, hidden_race(f, &f->races[i]));
    for (uint32_t i = 0; i < f->nmisuses; i++)
        if (f->misuses[i].concern == c)
            obstruct(j, c, f->misuses[i].sync->place, "possible misuse of a barrier, not reported");
    for (uint32_t i = 0; i < f->nunpublished && c == CSL_CONCERN_GRID; i++) {
        const csl_unpublished *u = &f->unpublished[i];
        obstruct(j, c,
                 (u->signal ? u->signal
                  : u->gate ? u->gate
                            : u->reader)
                     ->place,
                 "a store that another block may not see, not reported");
    }
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static void judge_concern(judge *j, csl_concern c, bool shown) {
    const csl_facts *f = j->facts;
    csl_concern_verdict *v = &j->to->concern[c];
    v->safe = f->asked[c].safe;
    v->undecided = f->asked[c].undecided;
    v->racing = f->asked[c].racing;
    j->to->safe += v->safe;
    j->to->undecided += v->undecided;
    j->to->racing += v->racing;
    if (shown) {
        v->state = CSL_CONCERN_FINDINGS;
        return;
    }
    if (!(f->enabled >> c & 1))
        return;
    add_hidden(j, c);
    for (uint32_t i = 0; i < f->nobstacles; i++)
        if (f->obstacles[i].about >> c & 1)
            obstruct(j, c, f->obstacles[i].place, f->obstacles[i].why);
    v->state = v->nobstacles     ? CSL_CONCERN_UNDECIDED
               : f->asked[c].any ? CSL_CONCERN_PROVED
                                 : CSL_CONCERN_NOTHING;
}

/* Accesses that only a barrier keeps apart are apart only if every thread reaches it. */
static void rest_on_barriers(judge *j) {
    const csl_concern_verdict *barriers = &j->to->concern[CSL_CONCERN_BARRIERS];
    static const csl_concern resting[] = {CSL_CONCERN_SHARED, CSL_CONCERN_GLOBAL, CSL_CONCERN_ASYNC,
                                          CSL_CONCERN_GRID};
    if (!j->facts->asked[CSL_CONCERN_BARRIERS].any || barriers->state < CSL_CONCERN_UNDECIDED)
        return;
    for (size_t i = 0; i < sizeof resting / sizeof *resting; i++)
        if (j->to->concern[resting[i]].state == CSL_CONCERN_PROVED) {
            obstruct(j, resting[i], NULL, "it holds only if every thread reaches the barriers");
            j->to->concern[resting[i]].state = CSL_CONCERN_UNDECIDED;
        }
}

/* The first obstacle of the first undecided concern: "line 12: ..." or "a.cuh:12: ...". */
static const char *first_reason(const csl_facts *f, const csl_kernel_result *k) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        const csl_concern_verdict *v = &k->concern[c];
        if (v->state != CSL_CONCERN_UNDECIDED)
            continue;
        const csl_obstacle *o = &v->obstacles[0];
        if (!o->at.line)
            return o->why;
        return strcmp(o->at.file, k->region.file)
                   ? csl_format(f->ctx, "%s:%u: %s", o->at.file, o->at.line, o->why)
                   : csl_format(f->ctx, "line %u: %s", o->at.line, o->why);
    }
    return NULL;
}

/* From the kernel's name to the end of its definition. */
static csl_region kernel_region(const csl_module *m, const csl_kernel *k) {
    csl_region region = csl_region_at(m, k->place);
    if (k->region && k->region->file == k->place->file) {
        region.end_line = k->region->end_line;
        region.end_column = k->region->end_col;
    }
    return region;
}

csl_kernel_result csl_judge_kernel(const csl_facts *facts,
                                   const uint32_t shown[CSL_CONCERN_COUNT]) {
    csl_kernel_result r = {
        .name = facts->kernel->name,
        .region = kernel_region(facts->module, facts->kernel),
        .assumptions = facts->assumed,
        .nassumptions = facts->nassumptions,
        .used = facts->kernel->used,
        .made_up = facts->kernel->made_up,
        .helper = facts->kernel->helper,
    };
    judge j = {.facts = facts, .to = &r};
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        judge_concern(&j, (csl_concern)c, shown[c] > 0);
    rest_on_barriers(&j);
    r.verdict = csl_verdict_of_concerns(&r);
    if (r.verdict == CSL_NOT_DECIDED)
        r.why = first_reason(facts, &r);
    if (r.verdict == CSL_PROVED)
        r.blocks = facts->shapes;
    if (facts->kernel->helper && r.verdict != CSL_FINDINGS) { /* right for which arguments? */
        r.verdict = CSL_NOT_ANALYSED;
        r.why = "no kernel calls it";
        r.blocks = NULL;
    }
    return r;
}

csl_kernel_result csl_not_judged(const csl_module *m, const csl_kernel *k, const char *why) {
    return (csl_kernel_result){
        .name = k->name,
        .region = kernel_region(m, k),
        .verdict = k->left_out ? CSL_NOT_DECIDED : CSL_NOT_ANALYSED,
        .why = why,
        .used = k->used,
        .made_up = k->made_up,
        .helper = k->helper,
        .emptied = k->emptied,
    };
}
