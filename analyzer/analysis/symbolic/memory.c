/* Addresses, and the memory only one thread sees.
 *
 * An address is a term; resolving it gives objects and offsets. The scalar slots of LOCAL objects
 * at constant offsets ("cells") behave like variables, so a value stored in a local struct or array
 * and read back keeps its meaning. Everything else that is read is a fresh symbol.
 */
#include "exec.h"
#include "../../limits/limits.h"

void csl_slots_init(csl_exec *x) {
    const csl_kernel *k = x->a->kernel;
    for (uint32_t i = 0; i < k->nvars; i++) {
        csl_slot s = {.name = k->vars[i].name};
        CSL_PUSH(x->ctx, &x->slots, s);
    }
    x->cells = csl_alloc(x->ctx, (k->nobjects + 1) * sizeof *x->cells);
    for (uint32_t i = 0; i < k->nobjects; i++) {
        x->cells[i] = (csl_cells){CSL_NO_VAR, CSL_NO_VAR};
        x->dynamic |= k->objects[i].kind == CSL_OBJ_DYNAMIC;
    }
    x->words = k->nobjects / 64 + 1;
    x->points_to = csl_alloc(x->ctx, (size_t)(k->nvars + 1) * x->words * sizeof *x->points_to);
    x->a->writers = csl_alloc(x->ctx, (k->nobjects + 1) * sizeof *x->a->writers);
    x->a->written = csl_alloc(x->ctx, k->nobjects + 1);
    csl_find_written(x);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static bool is_local(const csl_exec *x, uint32_t object) {
    return object != UINT32_MAX && x->a->kernel->objects[object].kind == CSL_OBJ_LOCAL;
}

uint32_t csl_add_cell(csl_exec *x, csl_slot cell) {
    csl_cells *of = &x->cells[cell.object];
    const uint32_t i = x->slots.n;
    cell.next = CSL_NO_VAR;
    CSL_PUSH(x->ctx, &x->slots, cell);
    if (of->last == CSL_NO_VAR)
        of->first = i;
    else
        x->slots.v[of->last].next = i;
    of->last = i;
    return i;
}

static uint32_t new_cell(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    return csl_add_cell(x, (csl_slot){.name = x->a->kernel->objects[object].name,
                                      .object = object,
                                      .bytes = bytes,
                                      .offset = offset});
}

/* The cell of exactly these bytes, or CSL_NO_VAR. */
static uint32_t find_cell(const csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    CSL_EACH_CELL(x, i, object)
    if (x->slots.v[i].offset == offset && x->slots.v[i].bytes == bytes && !x->slots.v[i].place)
        return i;
    return CSL_NO_VAR;
}

uint32_t csl_cell_at(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    const uint32_t cell = find_cell(x, object, offset, bytes);
    return cell == CSL_NO_VAR ? new_cell(x, object, offset, bytes) : cell;
}

/* Makes every cell of the object that overlaps the bytes unknown, except `but`. bytes 0: all. */
static void spoil(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes, uint32_t but) {
    CSL_EACH_CELL(x, i, object) {
        csl_slot *s = &x->slots.v[i];
        if (i == but || !s->value)
            continue;
        if (!bytes || s->place || (s->offset < offset + bytes && offset < s->offset + s->bytes))
            csl_slot_set(x, i, NULL, NULL);
    }
}

static void spoil_pointees(csl_exec *x, csl_expr *address) {
    uint32_t object;
    int64_t offset;
    csl_simple_address(address, &object, &offset);
    if (object != UINT32_MAX) {
        if (is_local(x, object))
            spoil(x, object, 0, 0, CSL_NO_VAR);
        return;
    }
    if (address->type != CSL_PTR)
        return;
    for (uint32_t i = 0; i < x->a->kernel->nobjects; i++)
        if (is_local(x, i))
            spoil(x, i, 0, 0, CSL_NO_VAR);
}

void csl_forget_memory(csl_exec *x, csl_expr *pointer) {
    spoil_pointees(x, pointer);
}

/* One of the pointers in a local array (`row[4] = {s, s + 64, ...}`), or of the numbers in a short
 * one, chosen by an index that is not constant; NULL if they are not all known. */
static csl_expr *pick_value(csl_exec *x, csl_expr *address, uint32_t object,
                            const csl_access *acc) {
    const csl_object *o = &x->a->kernel->objects[object];
    uint64_t n = acc->bytes ? o->bytes / acc->bytes : 0;
    bool pointer = acc->type == CSL_PTR;
    if (acc->type == CSL_VOID || acc->mode != CSL_MODE_READ || n < 1 ||
        (pointer ? csl_limit_exceeded(CSL_LIMIT_table, n)
                 : csl_limit_exceeded(CSL_LIMIT_short_table, n)) ||
        address->op != CSL_OP_ADD || address->kids[0]->op != CSL_OP_BASE)
        return NULL;
    csl_expr *chosen = NULL;
    for (uint64_t i = n; i-- > 0;) {
        int64_t offset = (int64_t)(i * acc->bytes);
        uint32_t cell = find_cell(x, object, offset, acc->bytes);
        csl_expr *value = cell == CSL_NO_VAR ? NULL : x->slots.v[cell].value;
        if (!value || value->type != acc->type ||
            (!pointer && !csl_is_small(value, CSL_LIMIT(brief_term))))
            return NULL;
        csl_expr *here = csl_binary(x->ctx, CSL_OP_EQ, address->kids[1],
                                    csl_const(x->ctx, (csl_type)address->kids[1]->type, offset));
        chosen = chosen ? csl_ite(x->ctx, here, value, chosen) : value;
    }
    return chosen;
}

/* What has last been stored there, if that is known and of the type. */
static csl_expr *known_value(csl_exec *x, csl_expr *address, const csl_access *acc) {
    uint32_t object;
    int64_t offset;
    if (!csl_simple_address(address, &object, &offset) || !is_local(x, object))
        return NULL;
    uint32_t cell = find_cell(x, object, offset, acc->bytes);
    csl_expr *value = cell == CSL_NO_VAR ? NULL : x->slots.v[cell].value;
    return value && value->type == acc->type ? value : NULL;
}

/* std::min(a, b): one of two objects is read. */
static csl_expr *one_of_two(csl_exec *x, csl_expr *address, const csl_access *acc) {
    if (acc->mode != CSL_MODE_READ || address->op != CSL_OP_ITE)
        return NULL;
    csl_expr *one = known_value(x, address->kids[1], acc);
    csl_expr *other = known_value(x, address->kids[2], acc);
    return one && other ? csl_ite(x->ctx, address->kids[0], one, other) : NULL;
}

csl_expr *csl_access_memory(csl_exec *x, csl_node *n, csl_expr *address, const csl_access *acc,
                            csl_expr *value) {
    uint32_t object;
    int64_t offset;
    csl_expr *picked = one_of_two(x, address, acc);
    if (picked)
        return picked;
    bool constant = csl_simple_address(address, &object, &offset);
    if (object != UINT32_MAX && !is_local(x, object))
        return NULL;
    if (!constant) {
        if (acc->mode != CSL_MODE_READ)
            spoil_pointees(x, address);
        if (object == UINT32_MAX)
            return NULL;
        csl_expr *chosen = pick_value(x, address, object, acc);
        if (!chosen)
            chosen = csl_load_filled(x, address, object, acc);
        return chosen ? chosen : csl_access_place(x, address, object, acc, value);
    }
    const uint32_t cell = csl_cell_at(x, object, offset, acc->bytes);
    csl_expr *old = x->slots.v[cell].value;
    if (!old && (old = csl_load_filled(x, address, object, acc)))
        csl_slot_set(x, cell, old, NULL);
    if (!old && acc->mode != CSL_MODE_WRITE && (old = csl_read_parts(x, object, offset, acc)))
        csl_slot_set(x, cell, old, NULL);
    if (acc->mode != CSL_MODE_WRITE && !old) {
        csl_type type = acc->type == CSL_VOID ? CSL_U32 : acc->type;
        old = csl_unknown(x, CSL_SYM_LOAD, type, x->slots.v[cell].name, n);
        csl_slot_set(x, cell, old, NULL);
    }
    if (acc->mode != CSL_MODE_READ) {
        csl_keep_parts_beside(x, object, offset, acc->bytes);
        spoil(x, object, offset, acc->bytes, cell);
        bool plain = acc->mode == CSL_MODE_WRITE && value && acc->type != CSL_VOID;
        csl_slot_set(x, cell, plain ? csl_cast(x->ctx, acc->type, value) : NULL,
                     plain ? csl_make_def(x, n->stmt, acc->value, value) : NULL);
    }
    /* the same bytes read as another kind of number are not a conversion */
    if (old && csl_type_float(acc->type) != csl_type_float((csl_type)old->type))
        return csl_bits_as(x->ctx, acc->type, old);
    return old;
}

/* ---- what a loop body assigns ---------------------------------------------------------------- */

typedef struct assigned {
    csl_exec *x;
    bool *var;            /* assigned in the body */
    const csl_stmt **let; /* its only LET in the body, or NULL */
    bool *once;
    CSL_VEC(const csl_stmt *) writes, calls;
    bool groups;   /* numbers of groups of copies change */
    bool *tickets; /* by slot: a number of tickets changes */
} assigned;

static void note_assigned(assigned *p, uint32_t var, const csl_stmt *let) {
    if (var == CSL_NO_VAR)
        return;
    p->once[var] = !p->var[var] && let;
    p->let[var] = let;
    p->var[var] = true;
}

static void find_assigned(void *user, const csl_stmt *s) {
    assigned *p = user;
    p->groups |= p->x->copies && csl_groups_change(s);
    csl_tickets_change(p->x, s, p->tickets);
    switch (s->kind) {
    case CSL_STMT_LET: note_assigned(p, s->let.var, s); break;
    case CSL_STMT_ACCESS:
        note_assigned(p, s->access->result, NULL);
        if (s->access->mode != CSL_MODE_READ)
            CSL_PUSH(p->x->ctx, &p->writes, s);
        break;
    case CSL_STMT_SYNC: note_assigned(p, s->sync->result, NULL); break;
    case CSL_STMT_HAVOC: note_assigned(p, s->havoc.var, NULL); break;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE:
        note_assigned(p, s->call.result, NULL);
        if (csl_may_do_anything(s))
            CSL_PUSH(p->x->ctx, &p->calls, s);
        break;
    default: break;
    }
}

/* Every LOCAL object the expression may point to becomes unknown. */
static void spoil_flow(csl_exec *x, csl_expr *e) {
    uint64_t *set = csl_alloc(x->ctx, x->words * sizeof *set);
    csl_add_pointed_to(x, e, set);
    for (uint32_t o = 0; o < x->a->kernel->nobjects; o++)
        if (is_local(x, o) && (set[o / 64] >> (o % 64) & 1))
            spoil(x, o, 0, 0, CSL_NO_VAR);
}

static csl_expr *constant_address(assigned *p, csl_expr *e, unsigned depth);

typedef struct constant_user {
    assigned *p;
    unsigned depth;
    bool failed;
} constant_user;

static csl_expr *constant_leaf(void *user, csl_expr *leaf) {
    constant_user *u = user;
    if (leaf->op != CSL_OP_VAR)
        return leaf;
    assigned *p = u->p;
    if (!p->var[leaf->index]) {
        csl_expr *now = p->x->slots.v[leaf->index].value;
        u->failed |= !now;
        return now ? now : leaf;
    }
    csl_expr *v = p->once[leaf->index] && u->depth < 8
                      ? constant_address(p, p->let[leaf->index]->let.value, u->depth + 1)
                      : NULL;
    u->failed |= !v;
    return v ? v : leaf;
}

/* The address as it will be in every pass, or NULL if a variable of the body decides it. */
static csl_expr *constant_address(assigned *p, csl_expr *e, unsigned depth) {
    constant_user u = {p, depth, false};
    csl_expr *v = csl_map(p->x->ctx, e, constant_leaf, &u);
    return u.failed ? NULL : v;
}

/* The place of a LOCAL object that the access writes, if it is the same in every pass. */
static bool same_place(assigned *p, const csl_access *w, uint32_t *object, int64_t *offset) {
    csl_expr *address = constant_address(p, w->address, 0);
    return address && csl_simple_address(address, object, offset) && is_local(p->x, *object);
}

/* Cells of what is written, and of what lies beside it in wider cells, before any of it changes. */
static void part_cells(assigned *p) {
    uint32_t object;
    int64_t offset;
    for (uint32_t i = 0; i < p->writes.n; i++) {
        const csl_access *w = p->writes.v[i]->access;
        if (!same_place(p, w, &object, &offset))
            continue;
        csl_keep_parts_beside(p->x, object, offset, w->bytes);
        const uint32_t cell = csl_cell_at(p->x, object, offset, w->bytes);
        csl_expr *part = p->x->slots.v[cell].value ? NULL : csl_read_parts(p->x, object, offset, w);
        if (part)
            csl_slot_set(p->x, cell, part, NULL);
    }
}

csl_slot_list csl_slots_assigned(csl_exec *x, const csl_stmt *body) {
    uint32_t nvars = x->a->kernel->nvars;
    assigned p = {.x = x};
    p.var = csl_alloc(x->ctx, nvars + 1);
    p.once = csl_alloc(x->ctx, nvars + 1);
    p.tickets = csl_alloc(x->ctx, x->slots.n + 1);
    const uint32_t nslots = x->slots.n;
    csl_forget_places(x);
    p.let = csl_alloc(x->ctx, (nvars + 1) * sizeof *p.let);
    csl_each_statement(body, find_assigned, &p);

    csl_slot_list out = {0};
    for (uint32_t i = 0; i < nvars; i++)
        if (p.var[i])
            CSL_PUSH(x->ctx, &out, i);
    part_cells(&p);
    bool *cell = csl_alloc(x->ctx, x->slots.n + 1);
    for (uint32_t i = 0; i < p.writes.n; i++) {
        const csl_access *w = p.writes.v[i]->access;
        csl_expr *address = constant_address(&p, w->address, 0);
        uint32_t object;
        int64_t offset;
        if (address && csl_simple_address(address, &object, &offset)) {
            if (!is_local(x, object))
                continue;
            const uint32_t c = csl_cell_at(x, object, offset, w->bytes);
            /* any cell the write overlaps changes with it */
            CSL_EACH_CELL(x, j, object)
            cell[j] |=
                j == c || (!x->slots.v[j].place && x->slots.v[j].offset < offset + w->bytes &&
                           offset < x->slots.v[j].offset + x->slots.v[j].bytes);
            continue;
        }
        spoil_flow(x, w->address); /* an unknown place */
    }
    for (uint32_t i = 0; i < p.calls.n; i++)
        for (uint32_t k = 0; k < p.calls.v[i]->call.nargs; k++)
            spoil_flow(x, p.calls.v[i]->call.args[k]);
    for (uint32_t j = 0; p.groups && j < CSL_GROUPS; j++)
        cell[x->groups + j] = true;
    for (uint32_t j = nvars; j < nslots; j++)
        cell[j] |= p.tickets[j];
    for (uint32_t j = nvars; j < x->slots.n; j++)
        if (cell[j])
            CSL_PUSH(x->ctx, &out, j);
    return out;
}
