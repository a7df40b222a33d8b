/* Threads that wait for each other, or for what never comes, as a trial of the block has seen
 * (trial/): told of kernels of whose barriers it is not known that none waits for ever, and nothing
 * else was found.
 *
 * Needs: csl_settle_families().
 */
#include "../checks.h"
#include "../../trial/trial.h"

/* The families of objects of which more could not be said. */
static bool is_any_open(const csl_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->families.n; i++) {
        const csl_family *f = &a->families.v[i];
        any |= f->open && !f->whole && !f->tensor;
        if (f->crosses)
            return false;
    }
    return any;
}

static bool is_told(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->misuses.n; i++)
        if (a->misuses.v[i].rating.level > CSL_LOW)
            return true;
    return false;
}

void csl_find_hangs(csl_analysis *a) {
    csl_hang h = {0};
    if (!is_any_open(a) || is_told(a) || !csl_try_block(a, &h))
        return;
    csl_ctx *ctx = a->ctx;
    csl_node *n = h.at[0];
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    for (int side = 0; side < 2; side++)
        csl_builder_fact(b, csl_side(b, side, h.where[side]));
    const csl_misuse m = {.concern = csl_concern_of_sync(n->stmt->sync),
                          .kind = CSL_MISUSE_PHASE,
                          .phase = h.ended ? CSL_PHASE_NEVER : CSL_PHASE_CIRCLE,
                          .sync = n->stmt};
    const char *second = h.at[1] == n ? "waits at %s, too"
                         : h.ended    ? "was at %s last"
                                      : "waits at %s";
    const csl_ending end[2] = {{n, csl_format(ctx, "waits at %s for ever", n->stmt->sync->name)},
                               {h.at[1], csl_format(ctx, second, h.at[1]->stmt->sync->name)}};
    csl_tell_misuse(b, &r, h.numbers, end, m);
}
