/* Barrier objects that are given up (mbarrier.inval) and initialised again: what comes behind that
 * has phases of its own. That the threads are done with the old ones by then is asked like any race
 * on the object.
 *
 * Source of the semantics: PTX ISA, mbarrier.init ("on a memory location containing a valid
 * mbarrier object": undefined) and mbarrier.inval.
 */
#include "settle.h"

/* Some use comes before, and not in another arm. */
static bool has_used(const csl_family *f, const csl_node *init) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->order < init->order && !csl_in_other_arms(f->uses.v[i], init))
            return true;
    return false;
}

/* Uses stand before and behind it, none in a loop around it. */
static bool parts(csl_analysis *a, const csl_family *f, const csl_node *init) {
    bool before = false, behind = false;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        before |= f->uses.v[i]->order < init->order;
        behind |= f->uses.v[i]->order > init->order;
        if (init->loop && csl_loop_inside(f->uses.v[i]->loop, init->loop))
            return false;
    }
    return before && behind && !csl_set_up_in(a, init) && has_used(f, init);
}

typedef enum { IN_USE, GIVEN_UP, NOT_KNOWN } state;

/* What has become of the object before it is initialised there. */
static state state_before(csl_analysis *a, const csl_family *f, const csl_node *init) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->order < init->order && f->uses.v[i]->order > last)
            last = f->uses.v[i]->order;
    state s = IN_USE;
    for (uint32_t i = 0; i < init->order; i++) {
        const csl_node *n = a->nodes.v[i];
        bool known;
        if (!csl_sets_up(a, f, n, &known) || n->value || !csl_is_within(f, n))
            continue;
        if (!known || n->order < last || csl_set_up_in(a, n) ||
            (!csl_comes_too(n, init) && csl_expand(a, n->reach) != csl_expand(a, init->reach)))
            return NOT_KNOWN;
        s = GIVEN_UP;
    }
    return s;
}

static const csl_node *first_behind(const csl_family *f, const csl_node *init) {
    const csl_node *first = NULL;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->order > init->order && (!first || f->uses.v[i]->order < first->order))
            first = f->uses.v[i];
    return first;
}

/* Moves the uses behind the node to a family of their own. */
static void part(csl_analysis *a, uint32_t family, const csl_node *init) {
    csl_family old = a->families.v[family], later = old;
    later.since = init->order;
    later.uses.v = NULL;
    later.uses.n = later.uses.cap = 0;
    old.until = init->order;
    uint32_t left = 0;
    for (uint32_t i = 0; i < old.uses.n; i++)
        if (old.uses.v[i]->order > init->order)
            CSL_PUSH(a->ctx, &later.uses, old.uses.v[i]);
        else
            old.uses.v[left++] = old.uses.v[i];
    old.uses.n = left;
    a->families.v[family] = old;
    CSL_PUSH(a->ctx, &a->families, later);
}

static void part_family(csl_analysis *a, uint32_t family) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_family *f = &a->families.v[family];
        bool known;
        if (!csl_sets_up(a, f, n, &known) || !known || !n->value || !csl_is_within(f, n) ||
            !parts(a, f, n))
            continue;
        const state s = state_before(a, f, n);
        if (s == GIVEN_UP) {
            part(a, family, n);
            return; /* those behind are looked at in turn */
        }
        f->open = "a barrier object that is initialised while it is in use";
        if (s == IN_USE && f->stages == 1)
            f->reused = first_behind(f, n)->stmt;
        return;
    }
}

void csl_part_by_set_up(csl_analysis *a) {
    for (uint32_t i = 0; i < a->families.n; i++)
        part_family(a, i);
}
