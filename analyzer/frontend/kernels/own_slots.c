/* Values that threads keep in slots of shared memory of their own: `s[threadIdx.x] = i; ... i =
 * s[threadIdx.x];`. Where every store to an array is to the slot that is named by threadIdx.x, what
 * a thread reads there is what it has last stored itself, and later passes see that value.
 *
 * Blocks of several rows share such slots. Then two threads store to one slot, in the same
 * statement: that is a race, which is told as ever, as the accesses stay.
 * Needs: a finished kernel. Keeps: accesses, places, texts.
 */
#include "local_spans.h"

/* Bytes of a slot. */
typedef struct slot {
    uint32_t object;
    int64_t stride, offset;
} slot;

typedef struct slots {
    csl_ctx *ctx;
    csl_kernel *kernel;
    int64_t *stride; /* per object: of slots that its stores name; 0: none, -1: of others, too */
    csl_expr **set;  /* per variable: the value of its one assignment; NULL: none, or others */
    bool *assigned;
    unsigned cap_vars;
} slots;

enum { DEEPEST = 16, MOST = 1 << 16 };

/* `index` is a multiple of threadIdx.x plus a constant. */
static bool is_of_thread(const slots *all, const csl_expr *index, unsigned depth, int64_t *stride,
                         int64_t *offset) {
    int64_t s[2] = {0}, o[2] = {0};
    if (depth > DEEPEST)
        return false;
    switch (index->op) {
    case CSL_OP_VAR:
        return all->set[index->index] &&
               is_of_thread(all, all->set[index->index], depth + 1, stride, offset);
    case CSL_OP_CONST:
        *stride = 0, *offset = index->value;
        return index->value >= 0 && index->value <= MOST;
    case CSL_OP_TID: *stride = 1, *offset = 0; return index->index == 0;
    case CSL_OP_CAST:
        return csl_type_bytes((csl_type)index->type) >= 4 &&
               is_of_thread(all, index->kids[0], depth + 1, stride, offset);
    case CSL_OP_ADD:
    case CSL_OP_MUL:
        if (index->nkids != 2 || !is_of_thread(all, index->kids[0], depth + 1, &s[0], &o[0]) ||
            !is_of_thread(all, index->kids[1], depth + 1, &s[1], &o[1]))
            return false;
        if (index->op == CSL_OP_MUL && s[0] && s[1])
            return false;
        *stride = index->op == CSL_OP_ADD ? s[0] + s[1] : s[0] * o[1] + s[1] * o[0];
        *offset = index->op == CSL_OP_ADD ? o[0] + o[1] : o[0] * o[1];
        return *stride >= 0 && *stride <= MOST && *offset >= 0 && *offset <= MOST;
    default: return false;
    }
}

/* The base of an array and what is added to it; false: it is no such address. */
static bool parts_of(const csl_expr *address, uint32_t *object, const csl_expr **index) {
    if (address->op != CSL_OP_ADD || address->nkids != 2 || address->kids[0]->op != CSL_OP_BASE)
        return false;
    *object = address->kids[0]->index;
    *index = address->kids[1];
    return true;
}

static bool slot_of(const slots *s, const csl_access *a, slot *of) {
    const csl_expr *index;
    return csl_is_ordinary(a) && !a->is_volatile && parts_of(a->address, &of->object, &index) &&
           is_of_thread(s, index, 0, &of->stride, &of->offset) && of->stride > 0 &&
           of->offset + a->bytes <= of->stride;
}

/* ---- variables ----------------------------------------------------------------------------------- */

static void note_assigned(void *user, uint32_t var, csl_expr *value) {
    slots *s = user;
    s->set[var] = s->assigned[var] ? NULL : value;
    s->assigned[var] = true;
}

/* ---- which arrays ---------------------------------------------------------------------------- */

static bool lose(void *user, csl_expr *e) {
    if (e->op == CSL_OP_BASE)
        ((const slots *)user)->stride[e->index] = -1;
    return false;
}

/* Arrays whose address is used as a value may be stored to anywhere. */
static void look_at(slots *s, csl_expr *e) {
    if (e)
        csl_find_part(s->ctx, e, lose, s);
}

static void look_at_access(slots *s, const csl_access *a) {
    uint32_t object;
    const csl_expr *index;
    slot of;
    if (!csl_is_ordinary(a) || !parts_of(a->address, &object, &index))
        look_at(s, a->address);
    else if (a->mode == CSL_MODE_WRITE && slot_of(s, a, &of))
        s->stride[object] = !s->stride[object] || s->stride[object] == of.stride ? of.stride : -1;
    else if (a->mode == CSL_MODE_WRITE)
        s->stride[object] = -1;
    look_at(s, a->value);
    look_at(s, a->compare);
    look_at(s, a->signals);
    look_at(s, a->size);
    look_at(s, a->operand ? a->operand->descriptor : NULL);
}

static void look(slots *s, const csl_stmt *body) {
    for (; body; body = body->next)
        switch (body->kind) {
        case CSL_STMT_IF:
            look_at(s, body->branch.cond);
            look(s, body->branch.body);
            look(s, body->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: look(s, body->block.body); break;
        case CSL_STMT_LET: look_at(s, body->let.value); break;
        case CSL_STMT_ACCESS: look_at_access(s, body->access); break;
        case CSL_STMT_SYNC:
            look_at(s, body->sync->object);
            look_at(s, body->sync->value);
            break;
        case CSL_STMT_CALL:
            for (uint32_t i = 0; i < body->call.nargs; i++)
                look_at(s, body->call.args[i]);
            break;
        default: break;
        }
}

/* ---- which reads ----------------------------------------------------------------------------- */

static bool may_store(const slots *s, const csl_stmt *body, const slot *to, uint32_t bytes);

static bool any_may_store(const slots *s, const csl_stmt *body, const slot *to, uint32_t bytes) {
    for (; body; body = body->next)
        if (may_store(s, body, to, bytes))
            return true;
    return false;
}

/* The statement, or one in it, stores to that part of the thread's slot or may do anything. */
static bool may_store(const slots *s, const csl_stmt *body, const slot *to, uint32_t bytes) {
    const csl_access *a = body->access;
    slot of;
    switch (body->kind) {
    case CSL_STMT_IF:
        return any_may_store(s, body->branch.body, to, bytes) ||
               any_may_store(s, body->branch.other, to, bytes);
    case CSL_STMT_LOOP:
    case CSL_STMT_BLOCK: return any_may_store(s, body->block.body, to, bytes);
    case CSL_STMT_ACCESS:
        return a->mode != CSL_MODE_READ && slot_of(s, a, &of) && of.object == to->object &&
               of.offset < to->offset + bytes && to->offset < of.offset + a->bytes;
    case CSL_STMT_CALL: return !body->call.plain;
    case CSL_STMT_OPAQUE: return true;
    default: return false;
    }
}

static csl_stmt *put_let(slots *s, csl_stmt *before, uint32_t var, csl_expr *value) {
    csl_stmt *let = csl_stmt_new(s->ctx, CSL_STMT_LET, before->place);
    let->let.var = var;
    let->let.value = value;
    let->next = before->next;
    before->next = let;
    return let;
}

/* Reads behind the store, in the same sequence, of what it stored: they get a variable's value. */
static void hand_on(slots *s, csl_stmt *store, const slot *to) {
    const csl_access *w = store->access;
    uint32_t var = CSL_NO_VAR;
    for (csl_stmt *t = store->next; t && !may_store(s, t, to, w->bytes); t = t->next) {
        csl_access *r = t->kind == CSL_STMT_ACCESS ? t->access : NULL;
        if (!r || r->mode != CSL_MODE_READ || r->address != w->address || r->type != w->type ||
            r->result == CSL_NO_VAR || !csl_is_ordinary(r) || r->is_volatile)
            continue;
        if (var == CSL_NO_VAR) {
            csl_kernel *k = s->kernel;
            CSL_GROW(s->ctx, k->vars, k->nvars, s->cap_vars);
            k->vars[k->nvars] = (csl_var){k->objects[to->object].name, w->type, store->place};
            var = k->nvars++;
            put_let(s, store, var, w->value);
        }
        put_let(s, t, r->result, csl_leaf(s->ctx, CSL_OP_VAR, w->type, var));
        r->result = CSL_NO_VAR;
    }
}

static void rewrite(slots *s, csl_stmt *body) {
    slot of;
    for (; body; body = body->next)
        switch (body->kind) {
        case CSL_STMT_IF:
            rewrite(s, body->branch.body);
            rewrite(s, body->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: rewrite(s, body->block.body); break;
        case CSL_STMT_ACCESS:
            if (body->access->mode == CSL_MODE_WRITE && body->access->value &&
                body->access->value->type == body->access->type && slot_of(s, body->access, &of) &&
                s->stride[of.object] == of.stride &&
                s->kernel->objects[of.object].kind == CSL_OBJ_SHARED)
                hand_on(s, body, &of);
            break;
        default: break;
        }
}

void csl_lower_own_slots(csl_ctx *ctx, csl_kernel *kernel) {
    slots s = {.ctx = ctx, .kernel = kernel, .cap_vars = kernel->nvars};
    s.stride = csl_alloc(ctx, (kernel->nobjects + 1) * sizeof *s.stride);
    s.set = csl_alloc(ctx, (kernel->nvars + 1) * sizeof(csl_expr *));
    s.assigned = csl_alloc(ctx, kernel->nvars + 1);
    csl_visit_assigned(kernel->body, note_assigned, &s);
    look(&s, kernel->body);
    rewrite(&s, kernel->body);
}
