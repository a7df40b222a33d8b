/* Cells at computed places of LOCAL objects:
 *
 *     for (int i = 0; i < n; i++) {
 *         place[i] = i * 32 + lane;
 *         if (place[i] < length) sum += s[place[i]];
 *     }
 *
 * A read at the very address at which the thread has stored before, with no other store to the
 * object between, gives what was stored. An address means another place in the next pass of a loop,
 * so that no such cell outlives a pass.
 */
#include "exec.h"

static uint32_t find_place(const csl_exec *x, const csl_expr *address, uint32_t bytes) {
    for (uint32_t i = x->a->kernel->nvars; i < x->slots.n; i++)
        if (x->slots.v[i].place == address && x->slots.v[i].bytes == bytes)
            return i;
    return CSL_NO_VAR;
}

static uint32_t new_place(csl_exec *x, const csl_expr *address, uint32_t object, uint32_t bytes) {
    csl_slot s = {.name = x->a->kernel->objects[object].name,
                  .object = object,
                  .bytes = bytes,
                  .place = address};
    CSL_PUSH(x->ctx, &x->slots, s);
    return x->slots.n - 1;
}

csl_expr *csl_access_place(csl_exec *x, csl_expr *address, uint32_t object, const csl_access *acc,
                           csl_expr *value) {
    bool plain = acc->atomic == CSL_ATOMIC_NONE && !acc->is_async;
    if (!plain || (!csl_type_integer(acc->type) && acc->type != CSL_PTR))
        return NULL;
    uint32_t slot = find_place(x, address, acc->bytes);
    if (acc->mode == CSL_MODE_READ) {
        csl_expr *stored = slot == CSL_NO_VAR ? NULL : x->slots.v[slot].value;
        return stored && stored->type == acc->type ? stored : NULL;
    }
    if (acc->mode != CSL_MODE_WRITE || !value)
        return NULL;
    if (slot == CSL_NO_VAR)
        slot = new_place(x, address, object, acc->bytes);
    csl_slot_set(x, slot, csl_cast(x->ctx, acc->type, value), NULL);
    return NULL;
}

void csl_forget_places(csl_exec *x) {
    for (uint32_t i = x->a->kernel->nvars; i < x->slots.n; i++)
        if (x->slots.v[i].place && x->slots.v[i].value)
            csl_slot_set(x, i, NULL, NULL);
}
