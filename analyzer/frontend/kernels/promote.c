/* Local memory back to variables.
 *
 * Class objects, and scalars whose address is taken, are lowered as memory. Where every use of
 * such an object is an access inside it, each piece that is only accessed whole and at a constant
 * offset is a variable again, and later passes see values instead of memory. An element of an array
 * member may be accessed by a subscript, or by a reference: the member stays memory (an object with
 * `parted`, whose subscripts are taken to stay inside it), the others do not (local_spans.c).
 * Needs: a finished kernel. Keeps: places, texts.
 */
#include "local_spans.h"

typedef struct piece {
    uint32_t object;
    int64_t offset;
    csl_type type;
    uint32_t var;
    bool read;
} piece;

typedef struct promotion {
    csl_ctx *ctx;
    csl_kernel *kernel;
    bool *keep; /* per object: stays in memory */
    piece *pieces;
    unsigned npieces, cap_pieces;
    csl_span *spans; /* bytes that stay memory */
    unsigned nspans, cap_spans;
    csl_known_spans *known;
    uint8_t *seen; /* per expression id: its objects are known to stay */
    uint32_t cap_seen;
    unsigned cap_vars;
} promotion;

static bool is_local(const promotion *p, uint32_t object) {
    return p->kernel->objects[object].kind == CSL_OBJ_LOCAL;
}

/* Every object the expression mentions stays in memory: its address is used as a value. */
static void keep_objects(promotion *p, const csl_expr *e) {
    if (!e)
        return;
    if (e->id >= p->cap_seen) {
        uint32_t cap = 2 * e->id + 64;
        uint8_t *grown = csl_alloc(p->ctx, cap);
        if (p->cap_seen)
            memcpy(grown, p->seen, p->cap_seen);
        p->seen = grown;
        p->cap_seen = cap;
    }
    if (p->seen[e->id])
        return;
    p->seen[e->id] = 1;
    if (e->op == CSL_OP_BASE)
        p->keep[e->index] = true;
    for (unsigned i = 0; i < e->nkids; i++)
        keep_objects(p, e->kids[i]);
}

/* True for the address of a local object plus a constant. */
static bool constant_address(const promotion *p, const csl_expr *e, uint32_t *object,
                             int64_t *offset) {
    const csl_expr *base = e;
    *offset = 0;
    if (e->op == CSL_OP_ADD && e->nkids == 2) {
        unsigned b = e->kids[0]->op == CSL_OP_BASE ? 0 : 1;
        base = e->kids[b];
        if (e->kids[1 - b]->op != CSL_OP_CONST)
            return false;
        *offset = e->kids[1 - b]->value;
    }
    if (base->op != CSL_OP_BASE || !is_local(p, base->index))
        return false;
    *object = base->index;
    return true;
}

static piece *find_piece(const promotion *p, uint32_t object, int64_t offset, csl_type type) {
    for (unsigned i = p->npieces; i-- > 0;)
        if (p->pieces[i].object == object && p->pieces[i].offset == offset &&
            p->pieces[i].type == type)
            return &p->pieces[i];
    return NULL;
}

static void note_span(promotion *p, uint32_t object, int64_t from, int64_t to) {
    for (unsigned i = p->nspans; i-- > 0;)
        if (p->spans[i].object == object && p->spans[i].from <= from && to <= p->spans[i].to)
            return;
    CSL_GROW(p->ctx, p->spans, p->nspans, p->cap_spans);
    p->spans[p->nspans++] = (csl_span){object, from, to};
}

/* Pieces of one object that overlap stay memory unless they are the same. */
static void note_piece(promotion *p, uint32_t object, int64_t offset, csl_type type, bool read) {
    piece *known = find_piece(p, object, offset, type);
    if (known)
        known->read |= read;
    if (p->keep[object] || known)
        return;
    const int64_t end = offset + (int64_t)csl_type_bytes(type);
    for (unsigned i = 0; i < p->npieces; i++) {
        const piece *q = &p->pieces[i];
        const int64_t q_end = q->offset + (int64_t)csl_type_bytes(q->type);
        if (q->object == object && q->offset < end && offset < q_end)
            note_span(p, object, offset < q->offset ? offset : q->offset,
                      end > q_end ? end : q_end);
    }
    CSL_GROW(p->ctx, p->pieces, p->npieces, p->cap_pieces);
    p->pieces[p->npieces++] = (piece){object, offset, type, CSL_NO_VAR, read};
}

/* The piece becomes a variable. */
static bool is_promoted(const promotion *p, const piece *q) {
    const int64_t end = q->offset + (int64_t)csl_type_bytes(q->type);
    bool memory = p->keep[q->object];
    for (unsigned i = 0; i < p->nspans && !memory; i++)
        memory =
            p->spans[i].object == q->object && p->spans[i].from < end && q->offset < p->spans[i].to;
    return !memory;
}

static void look_at_access(promotion *p, const csl_access *a) {
    uint32_t object;
    int64_t offset;
    csl_span where;
    if (csl_is_ordinary(a) && constant_address(p, a->address, &object, &offset))
        note_piece(p, object, offset, a->type, a->mode == CSL_MODE_READ);
    else if (csl_span_of_access(p->known, a, &where))
        note_span(p, where.object, where.from, where.to);
    else
        keep_objects(p, a->address);
    keep_objects(p, a->bounds);
    keep_objects(p, a->value);
    keep_objects(p, a->compare);
    keep_objects(p, a->signals);
    keep_objects(p, a->size);
    keep_objects(p, a->operand ? a->operand->descriptor : NULL);
}

static void look_at_let(promotion *p, const csl_stmt *s) {
    csl_span where;
    if (csl_span_of_pointer(p->known, s, &where))
        note_span(p, where.object, where.from, where.to);
    else
        keep_objects(p, s->let.value);
}

static void look(promotion *p, const csl_stmt *body, const csl_stmt *loop) {
    uint32_t counter = CSL_NO_VAR;
    for (const csl_stmt *s = body; s; s = s->next) {
        if (loop && s == body->next)
            counter = csl_enter_passes(p->known, loop);
        switch (s->kind) {
        case CSL_STMT_IF:
            keep_objects(p, s->branch.cond);
            look(p, s->branch.body, NULL);
            look(p, s->branch.other, NULL);
            break;
        case CSL_STMT_LOOP: look(p, s->block.body, s); break;
        case CSL_STMT_BLOCK: look(p, s->block.body, NULL); break;
        case CSL_STMT_LET: look_at_let(p, s); break;
        case CSL_STMT_ACCESS: look_at_access(p, s->access); break;
        case CSL_STMT_SYNC:
            keep_objects(p, s->sync->mask);
            keep_objects(p, s->sync->id);
            keep_objects(p, s->sync->count);
            keep_objects(p, s->sync->object);
            keep_objects(p, s->sync->parity);
            keep_objects(p, s->sync->bytes);
            keep_objects(p, s->sync->value);
            keep_objects(p, s->sync->lane);
            keep_objects(p, s->sync->apart);
            break;
        case CSL_STMT_ASSUME: keep_objects(p, s->cond); break;
        case CSL_STMT_CALL:
            for (uint32_t i = 0; i < s->call.nargs; i++)
                keep_objects(p, s->call.args[i]);
            break;
        default: break;
        }
    }
    csl_leave_passes(p->known, counter);
}

/* ---- rewriting ------------------------------------------------------------------------------- */

static uint32_t variable_of(promotion *p, piece *q) {
    csl_kernel *k = p->kernel;
    if (q->var != CSL_NO_VAR)
        return q->var;
    CSL_GROW(p->ctx, k->vars, k->nvars, p->cap_vars);
    k->vars[k->nvars] = (csl_var){
        .name = k->objects[q->object].name, .type = q->type, .place = k->objects[q->object].place};
    return q->var = k->nvars++;
}

/* Turns an access to a promoted piece into the assignment it is. */
static void rewrite_access(promotion *p, csl_stmt *s) {
    csl_access *a = s->access;
    uint32_t object;
    int64_t offset;
    if (!constant_address(p, a->address, &object, &offset) || p->keep[object])
        return;
    piece *of = find_piece(p, object, offset, a->type);
    if (!is_promoted(p, of))
        return;
    uint32_t var = variable_of(p, of);
    if (a->mode == CSL_MODE_READ) {
        s->kind = CSL_STMT_LET;
        s->let.var = a->result == CSL_NO_VAR ? var : a->result;
        s->let.value = csl_leaf(p->ctx, CSL_OP_VAR, a->type, var);
    } else if (a->value) {
        s->kind = CSL_STMT_LET;
        s->let.var = var;
        s->let.value = a->value;
    } else {
        s->kind = CSL_STMT_HAVOC;
        s->havoc.var = var;
        s->havoc.scope = CSL_SCOPE_THREAD;
        s->havoc.why = "stored value is not known";
    }
}

/* The statement loads a part of a class for a copy, of which that part is never read: a compiler
 * does not load it either. The store to the copy follows it. */
static bool loads_unread_part(const promotion *p, const csl_stmt *s) {
    const csl_stmt *next = s->next;
    uint32_t object;
    int64_t offset;
    if (s->kind != CSL_STMT_ACCESS || s->access->mode != CSL_MODE_READ ||
        !csl_is_ordinary(s->access) || !csl_is_plain(s->access) || !next ||
        next->kind != CSL_STMT_ACCESS || next->access->mode != CSL_MODE_WRITE ||
        !next->access->value || next->access->value->op != CSL_OP_VAR ||
        next->access->value->index != s->access->result ||
        !constant_address(p, next->access->address, &object, &offset) ||
        p->kernel->objects[object].elem != CSL_VOID)
        return false;
    const piece *to = find_piece(p, object, offset, next->access->type);
    return to && !to->read && is_promoted(p, to);
}

static void rewrite(promotion *p, csl_stmt **at) {
    for (csl_stmt *s; (s = *at); at = &s->next) {
        while (s && loads_unread_part(p, s))
            s = *at = s->next->next;
        if (!s)
            return;
        switch (s->kind) {
        case CSL_STMT_IF:
            rewrite(p, &s->branch.body);
            rewrite(p, &s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: rewrite(p, &s->block.body); break;
        case CSL_STMT_ACCESS: rewrite_access(p, s); break;
        default: break;
        }
    }
}

void csl_promote_locals(csl_ctx *ctx, csl_kernel *kernel) {
    promotion p = {.ctx = ctx, .kernel = kernel, .cap_vars = kernel->nvars};
    p.keep = csl_alloc(ctx, kernel->nobjects + 1);
    p.known = csl_known_spans_of(ctx, kernel);
    look(&p, kernel->body, NULL);
    rewrite(&p, &kernel->body);
    /* What is read before it is written has any value. */
    csl_seq body = {0};
    for (unsigned i = 0; i < p.npieces; i++) {
        if (p.pieces[i].var == CSL_NO_VAR)
            continue;
        kernel->objects[p.pieces[i].object].parted = true;
        csl_stmt *s = csl_stmt_new(ctx, CSL_STMT_HAVOC, kernel->region);
        s->havoc.var = p.pieces[i].var;
        s->havoc.scope = CSL_SCOPE_THREAD;
        s->havoc.why = "uninitialised";
        csl_seq_add(&body, s);
    }
    if (body.last) {
        body.last->next = kernel->body;
        kernel->body = body.first;
    }
}
