/* Cells of LOCAL objects that are read in another way than they were stored.
 *
 * At computed places:
 *
 *     for (int i = 0; i < n; i++) {
 *         place[i] = i * 32 + lane;
 *         if (place[i] < length) sum += s[place[i]];
 *     }
 *
 * A read at the very address at which the thread has stored before, with no other store to the
 * object between, gives what was stored. An address means another place in the next pass of a loop,
 * so that no such cell outlives a pass.
 *
 * In another width:
 *
 *     union { uint64_t all; struct { uint16_t address : 14, : 2; uint16_t stride; uint32_t rest; };
 * }
 *
 * A read gives the part of a wider number that lies there, or the number that narrower ones make
 * up. A store to a part of a number leaves the parts beside it. All targets are little endian.
 */
#include "exec.h"

/* ---- computed places ------------------------------------------------------------------------- */

static uint32_t find_place(const csl_exec *x, const csl_expr *address, uint32_t object,
                           uint32_t bytes) {
    CSL_EACH_CELL(x, i, object)
    if (x->slots.v[i].place == address && x->slots.v[i].bytes == bytes)
        return i;
    return CSL_NO_VAR;
}

static uint32_t new_place(csl_exec *x, const csl_expr *address, uint32_t object, uint32_t bytes) {
    return csl_add_cell(x, (csl_slot){.name = x->a->kernel->objects[object].name,
                                      .object = object,
                                      .bytes = bytes,
                                      .place = address});
}

csl_expr *csl_access_place(csl_exec *x, csl_expr *address, uint32_t object, const csl_access *acc,
                           csl_expr *value) {
    bool plain = acc->atomic == CSL_ATOMIC_NONE && !acc->is_async;
    if (!plain || (!csl_type_integer(acc->type) && acc->type != CSL_PTR))
        return NULL;
    uint32_t slot = find_place(x, address, object, acc->bytes);
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

/* ---- parts of numbers -------------------------------------------------------------------------- */

enum { MOST = 8 }; /* bytes of a number */

static csl_type unsigned_of(uint32_t bytes) {
    return bytes == 1 ? CSL_U8 : bytes == 2 ? CSL_U16 : bytes == 4 ? CSL_U32 : CSL_U64;
}

/* A cell that is known, at a constant place of its object, and an integer of its size. */
static bool is_number(const csl_slot *s) {
    if (s->place || !s->value || s->bytes > MOST)
        return false;
    const csl_type type = (csl_type)s->value->type;
    return csl_type_integer(type) && type != CSL_BOOL && csl_type_bytes(type) == s->bytes;
}

static csl_expr *moved(csl_exec *x, csl_op op, csl_expr *e, int64_t bytes) {
    return csl_binary(x->ctx, op, e, csl_const(x->ctx, (csl_type)e->type, 8 * bytes));
}

/* Arithmetic is done in 32 bits at least. */
static csl_type wide(uint32_t bytes) {
    return bytes == 8 ? CSL_U64 : CSL_U32;
}

/* So many bytes of the cell, `first` bytes behind its beginning. */
static csl_expr *part_of(csl_exec *x, uint32_t cell, int64_t first, uint32_t bytes) {
    const csl_slot *s = &x->slots.v[cell];
    csl_expr *number = csl_cast(x->ctx, unsigned_of(s->bytes), s->value);
    csl_expr *all = csl_cast(x->ctx, wide(s->bytes), number);
    return csl_cast(x->ctx, unsigned_of(bytes), moved(x, CSL_OP_SHR, all, first));
}

/* The shortest such number: a wide one that a loop changes here and there is a symbol. */
static csl_expr *inside_another(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    uint32_t best = CSL_NO_VAR;
    CSL_EACH_CELL(x, i, object) {
        const csl_slot *s = &x->slots.v[i];
        if (is_number(s) && s->bytes > bytes && s->offset <= offset &&
            s->offset + s->bytes >= offset + bytes &&
            (best == CSL_NO_VAR || s->bytes < x->slots.v[best].bytes))
            best = i;
    }
    return best == CSL_NO_VAR ? NULL : part_of(x, best, offset - x->slots.v[best].offset, bytes);
}

/* The longest known cell that begins there and ends in time, or CSL_NO_VAR. */
static uint32_t longest_at(const csl_exec *x, uint32_t object, int64_t offset, int64_t end) {
    uint32_t best = CSL_NO_VAR;
    CSL_EACH_CELL(x, i, object) {
        const csl_slot *s = &x->slots.v[i];
        if (is_number(s) && s->offset == offset && s->offset + s->bytes <= end &&
            (best == CSL_NO_VAR || s->bytes > x->slots.v[best].bytes))
            best = i;
    }
    return best;
}

static csl_expr *made_of_others(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    const csl_type type = wide(bytes);
    const int64_t end = offset + bytes;
    csl_expr *all = csl_const(x->ctx, type, 0);
    for (int64_t at = offset; at < end;) {
        const uint32_t cell = longest_at(x, object, at, end);
        if (cell == CSL_NO_VAR)
            return NULL;
        csl_expr *part = csl_cast(x->ctx, type, part_of(x, cell, 0, x->slots.v[cell].bytes));
        all = csl_binary(x->ctx, CSL_OP_BOR, all, moved(x, CSL_OP_SHL, part, at - offset));
        at += x->slots.v[cell].bytes;
    }
    return all;
}

csl_expr *csl_read_parts(csl_exec *x, uint32_t object, int64_t offset, const csl_access *acc) {
    const csl_type type = acc->type;
    const uint32_t bytes = acc->bytes;
    if (!csl_type_integer(type) || type == CSL_BOOL || csl_type_bytes(type) != bytes)
        return NULL;
    csl_expr *value = inside_another(x, object, offset, bytes);
    if (!value && bytes > 1)
        value = made_of_others(x, object, offset, bytes);
    return value ? csl_cast(x->ctx, type, value) : NULL;
}

/* Cells for the bytes of `whole` from one offset to another, counted from its beginning: each as
 * long as its place in the number allows. What is known already says no less. */
static void keep(csl_exec *x, uint32_t whole, int64_t from, int64_t to) {
    while (from < to) {
        uint32_t bytes = 1;
        while (from % (2 * (int64_t)bytes) == 0 && from + 2 * (int64_t)bytes <= to)
            bytes *= 2;
        csl_expr *part = part_of(x, whole, from, bytes);
        const csl_slot *s = &x->slots.v[whole];
        const uint32_t cell = csl_cell_at(x, s->object, s->offset + from, bytes);
        if (!x->slots.v[cell].value)
            csl_slot_set(x, cell, part, NULL);
        from += bytes;
    }
}

void csl_keep_parts_beside(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes) {
    const uint32_t n = x->slots.n;
    CSL_EACH_CELL(x, i, object) {
        if (i >= n) /* made here */
            break;
        if (!is_number(&x->slots.v[i]) || x->slots.v[i].bytes <= bytes)
            continue;
        const int64_t start = x->slots.v[i].offset, end = start + x->slots.v[i].bytes;
        if (start > offset || end < offset + bytes)
            continue;
        keep(x, i, 0, offset - start);
        keep(x, i, offset + bytes - start, end - start);
    }
}
