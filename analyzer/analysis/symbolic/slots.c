/* The state of execution: what every variable and cell holds, and how states of two ways meet. */
#include "exec.h"

void csl_slot_set(csl_exec *x, uint32_t slot, csl_expr *value, const csl_def *def) {
    csl_change old = {slot, x->slots.v[slot].value, x->slots.v[slot].def};
    CSL_PUSH(x->ctx, &x->log, old);
    x->slots.v[slot].value = value;
    x->slots.v[slot].def = def;
}

void csl_roll_back(csl_exec *x, uint32_t mark) {
    while (x->log.n > mark) {
        csl_change *c = &x->log.v[--x->log.n];
        x->slots.v[c->slot].value = c->value;
        x->slots.v[c->slot].def = c->def;
    }
}

/* What has changed since the mark, each slot once, with its present value. */
csl_changes csl_changes_since(csl_exec *x, uint32_t mark) {
    csl_changes out = {0};
    x->stamp++;
    for (uint32_t i = mark; i < x->log.n; i++) {
        uint32_t slot = x->log.v[i].slot;
        if (x->slots.v[slot].stamp == x->stamp)
            continue;
        x->slots.v[slot].stamp = x->stamp;
        csl_change c = {slot, x->slots.v[slot].value, x->slots.v[slot].def};
        CSL_PUSH(x->ctx, &out, c);
    }
    return out;
}

static csl_expr *merge_values(csl_exec *x, csl_expr *c, csl_expr *a, csl_expr *b) {
    if (!a || !b)
        return NULL; /* unknown on one side: a fresh symbol if it is read */
    if (a->type != b->type)
        b = csl_cast(x->ctx, a->type, b);
    return csl_ite(x->ctx, c, a, b);
}

static const csl_change *change_of(const csl_changes *c, uint32_t slot) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->v[i].slot == slot)
            return &c->v[i];
    return NULL;
}

/* Sets every slot changed on either side to ITE(c, a, b); both are relative to the present state.
 */
void csl_merge_states(csl_exec *x, csl_expr *c, const csl_changes *a, const csl_changes *b) {
    for (uint32_t i = 0; i < a->n; i++) {
        const csl_change *other = change_of(b, a->v[i].slot);
        csl_slot *now = &x->slots.v[a->v[i].slot];
        csl_expr *v = merge_values(x, c, a->v[i].value, other ? other->value : now->value);
        csl_slot_set(x, a->v[i].slot, v, a->v[i].def ? a->v[i].def : now->def);
    }
    for (uint32_t i = 0; i < b->n; i++) {
        if (change_of(a, b->v[i].slot))
            continue;
        csl_slot *now = &x->slots.v[b->v[i].slot];
        csl_expr *v = merge_values(x, c, now->value, b->v[i].value);
        csl_slot_set(x, b->v[i].slot, v, b->v[i].def ? b->v[i].def : now->def);
    }
}

void csl_apply_changes(csl_exec *x, const csl_changes *c) {
    for (uint32_t i = 0; i < c->n; i++)
        csl_slot_set(x, c->v[i].slot, c->v[i].value, c->v[i].def);
}
