/* Lists of accesses that are open at a point of the program, and the ways that lead through a piece
 * of code with no barrier: what intervals.c is put together from.
 */
#include "walk.h"
#include "../../limits/limits.h"

#include <string.h>

/* So much more is kept until the walk ends. */
static void carry(csl_interval_walk *p, uint64_t more) {
    p->carried += more;
    if (csl_limit_exceeded(CSL_LIMIT_carried, p->carried))
        p->met.cut = true;
}

void csl_reserve_open(csl_interval_walk *p, csl_open_list *list, uint32_t more) {
    if (list->cap - list->n >= more || p->met.cut)
        return;
    const uint32_t least = list->n + more, twice = 2 * list->cap;
    list->cap = twice > least ? twice : least;
    carry(p, list->cap);
    csl_open *bigger = csl_alloc(p->lists, list->cap * sizeof *bigger);
    if (list->n)
        memcpy(bigger, list->v, list->n * sizeof *bigger);
    list->v = bigger;
}

void csl_add_all(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from) {
    csl_reserve_open(p, to, from->n);
    for (uint32_t i = 0; i < from->n && !p->met.cut; i++)
        CSL_PUSH(p->lists, to, from->v[i]);
}

const csl_crossing *csl_append_crossings(csl_interval_walk *p, const csl_crossing *to,
                                         const csl_crossing *from) {
    for (; from; from = from->next) {
        carry(p, 1);
        csl_crossing *c = CSL_NEW(p->ctx, csl_crossing);
        *c = (csl_crossing){to, from->sync};
        to = c;
    }
    return to;
}

/* The accesses that remain open across a piece of code passed by one passage. */
static void add_by(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from,
                   const csl_passage *by) {
    if (csl_is_false(by->cond))
        return;
    csl_reserve_open(p, to, from->n);
    for (uint32_t i = 0; i < from->n && !p->met.cut; i++) {
        csl_open o = from->v[i];
        o.cond = csl_and(p->ctx, o.cond, by->cond);
        carry(p, o.cond->nkids);
        if (csl_is_false(o.cond))
            continue;
        o.crossings = csl_append_crossings(p, o.crossings, by->crossings);
        CSL_PUSH(p->lists, to, o);
    }
}

void csl_add_if(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from,
                csl_expr *cond) {
    csl_passage by = {cond, NULL};
    add_by(p, to, from, &by);
}

void csl_add_across(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from,
                    const csl_way *w) {
    for (uint32_t i = 0; i < w->through.n; i++)
        add_by(p, to, from, &w->through.v[i]);
}

static bool same_crossings(const csl_crossing *x, const csl_crossing *y) {
    while (x && y && x->sync == y->sync)
        x = x->next, y = y->next;
    return !x && !y;
}

void csl_add_passage(csl_interval_walk *p, csl_way *to, csl_expr *cond,
                     const csl_crossing *crossings) {
    if (csl_is_false(cond))
        return;
    if (csl_limit_reached(CSL_LIMIT_passages, to->through.n))
        crossings = NULL;
    for (uint32_t i = 0; i < to->through.n; i++)
        if (same_crossings(to->through.v[i].crossings, crossings)) {
            to->through.v[i].cond = csl_or(p->ctx, to->through.v[i].cond, cond);
            return;
        }
    csl_passage by = {cond, crossings};
    CSL_PUSH(p->lists, &to->through, by);
}

csl_expr *csl_through(csl_interval_walk *p, const csl_way *w) {
    csl_expr *any = csl_false(p->ctx);
    for (uint32_t i = 0; i < w->through.n; i++)
        any = csl_or(p->ctx, any, w->through.v[i].cond);
    return any;
}

void csl_pin_all(csl_interval_walk *p, csl_open_list *list, const csl_loop *loop,
                 csl_pin_kind kind) {
    carry(p, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        csl_pin *pin = CSL_NEW(p->ctx, csl_pin);
        *pin = (csl_pin){list->v[i].pins, loop, kind};
        list->v[i].pins = pin;
    }
}

csl_way *csl_way_of(csl_interval_walk *p, csl_flow *f, uint32_t label) {
    for (uint32_t i = 0; i < f->ways.n; i++)
        if (f->ways.v[i].label == label)
            return &f->ways.v[i];
    csl_way w = {.label = label};
    CSL_PUSH(p->lists, &f->ways, w);
    return &f->ways.v[f->ways.n - 1];
}

const csl_way *csl_find_way(const csl_flow *f, uint32_t label) {
    for (uint32_t i = 0; i < f->ways.n; i++)
        if (f->ways.v[i].label == label)
            return &f->ways.v[i];
    return NULL;
}
