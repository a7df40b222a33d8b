/* Where a thread of a witness need not be followed any further. */
#include "replay.h"

bool csl_stops_behind(const csl_runner *r) {
    const csl_analysis *a = r->s->a;
    bool stops = !r->barrier && !r->s->r->in_flight && !r->s->r->unfenced;
    for (uint32_t i = 0; i < a->nodes.n && stops; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        stops = s->kind != CSL_STMT_SYNC ||
                (s->sync->kind != CSL_SYNC_ARRIVE && s->sync->scope != CSL_SCOPE_WARP);
    }
    return stops;
}

/* The witness tells the passes of all loops from this one outwards. */
static bool is_told(const csl_runner *r, const csl_loop *loop) {
    bool told = true;
    for (const csl_loop *l = loop; l && told; l = l->parent)
        told = r->want[l->id].known;
    return told;
}

bool csl_is_late_pass(const csl_runner *r, const csl_loop *loop, uint32_t pass) {
    return csl_loop_inside(r->goal->loop, loop) && is_told(r, loop) &&
           (int64_t)pass > r->want[loop->id].value && csl_in_told_pass(r, loop->parent, 0);
}

bool csl_goal_is_behind(const csl_runner *r, const csl_node *n, bool there) {
    const csl_loop *outermost = r->goal->loop;
    if (there)
        return is_told(r, outermost);
    while (outermost && outermost->parent)
        outermost = outermost->parent;
    return n && n->order > r->goal->order &&
           !(outermost && n->loop && csl_loop_inside(n->loop, outermost));
}
