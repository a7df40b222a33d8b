/* What a witness fixes of the thread that a replay follows: the values of terms in the passes it
 * speaks of. */
#include "replay.h"

/* The value of a term for one side. A run asks for the same ones in each pass of a loop. */
static csl_known value_for(csl_runner *r, int side, csl_expr *e) {
    const uintptr_t hash = ((uintptr_t)e >> 4) * 0x9e3779b97f4a7c15u + (uintptr_t)side;
    csl_replay_value *at = &r->values[hash % CSL_REPLAY_VALUES];
    if (at->e != e || at->side != side) {
        *at = (csl_replay_value){.e = e, .side = side};
        at->is.known = csl_solution_value(r->s, side, e, &at->is.value);
    }
    return at->is;
}

csl_known csl_fixed_value(csl_runner *r, csl_expr *e) {
    return value_for(r, r->side, e);
}

bool csl_in_told_pass(const csl_runner *r, const csl_loop *loop, int64_t before) {
    for (const csl_loop *l = loop; l; l = l->parent) {
        int64_t shift = l == r->s->r->pivot ? before : 0;
        if (r->want[l->id].known && r->pass[l->id] + shift != r->want[l->id].value)
            return false;
    }
    return true;
}

csl_known csl_fixed_now(csl_runner *r, const csl_loop *loop, csl_expr *e) {
    const csl_relation *rel = r->s->r;
    csl_known k = {0, false};
    if (csl_in_told_pass(r, loop, 0))
        k = csl_fixed_value(r, e);
    bool around = rel->pivot && loop && csl_loop_inside(loop, rel->pivot);
    if (!k.known && around && rel->round == CSL_ROUND_NEXT && r->side == 1 &&
        csl_in_told_pass(r, loop, 1))
        k = value_for(r, CSL_SIDE_BEFORE, e);
    if (!k.known && around && rel->round == CSL_ROUND_LATER && r->side == 0 &&
        csl_in_told_pass(r, loop, -1))
        k = value_for(r, CSL_SIDE_AFTER, e);
    return k;
}

csl_known csl_fixed_at_exit(csl_runner *r, const csl_loop *loop, uint32_t sym) {
    csl_analysis *a = r->s->a;
    csl_known k = {0, false};
    for (const csl_loop *l = loop; l && !k.known; l = l->parent) {
        csl_known trips = csl_fixed_value(r, csl_sym_expr(a, l->trips));
        if (csl_loop_inside(r->goal->loop, l) || (trips.known && trips.value != r->pass[l->id]))
            continue;
        for (uint32_t i = 0; i < l->exits.n && !k.known; i++)
            if (a->syms.v[l->exits.v[i]]->inner == sym)
                k = csl_fixed_value(r, csl_sym_expr(a, l->exits.v[i]));
    }
    return k;
}
