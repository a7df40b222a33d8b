/* The side of the block that waits: what it needs between the wait and the read, so that it sees
 * what came before the signal. A fence of the device behind the wait, or a load that acquires; and,
 * if one thread waits for its block, a barrier.
 *
 * Source of the semantics: PTX ISA, "Memory Consistency Model", release and acquire patterns.
 */
#include "gates.h"

csl_unheard csl_find_unheard(const csl_finder *f, csl_builder *b, csl_node *const side[2]) {
    csl_unheard u = {.lack = CSL_LACKS_NOTHING};
    if (side[0]->stmt->access->is_async || side[1]->stmt->access->is_async)
        return u;
    u = csl_flag_unheard(f, b, side);
    if (!u.lack)
        u = csl_counter_unheard(f->a, side);
    if (u.lack == CSL_LACKS_BARRIER) /* another thread waits */
        csl_builder_fact(b, csl_side(b, u.told, csl_not(f->a->ctx, u.gate->loop->node->reach)));
    return u;
}
