/* Local memory back to variables.
 *
 * Class objects, and scalars whose address is taken, are lowered as memory. Where every use of
 * such an object is an access inside it, each piece that is only accessed whole and at a constant
 * offset is a variable again, and later passes see values instead of memory. An element of an array
 * member may be accessed by a subscript: the member stays memory (an object with `parted`, whose
 * subscripts are taken to stay inside it), the others do not. Needs: a finished kernel. Keeps:
 * places, texts.
 */
#include "kernels.h"

typedef struct piece {
    uint32_t object;
    int64_t offset;
    csl_type type;
    uint32_t var;
} piece;

/* Bytes of an object that stay memory. */
typedef struct span {
    uint32_t object;
    int64_t from, to;
} span;

typedef struct promotion {
    csl_ctx *ctx;
    csl_kernel *kernel;
    bool *keep; /* per object: stays in memory */
    piece *pieces;
    unsigned npieces, cap_pieces;
    span *spans;
    unsigned nspans, cap_spans;
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

static piece *find_piece(promotion *p, uint32_t object, int64_t offset, csl_type type) {
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
    p->spans[p->nspans++] = (span){object, from, to};
}

/* Pieces of one object that overlap stay memory unless they are the same. */
static void note_piece(promotion *p, uint32_t object, int64_t offset, csl_type type) {
    if (p->keep[object] || find_piece(p, object, offset, type))
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
    p->pieces[p->npieces++] = (piece){object, offset, type, CSL_NO_VAR};
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

/* ---- subscripts ------------------------------------------------------------------------------ */

/* What `e` is at most, if `bounds` hold, which say `0 <= e` too; -1: they do not say. */
static int64_t most(const csl_expr *e, const csl_expr *bounds) {
    const bool all = bounds && bounds->op == CSL_OP_AND;
    int64_t most = -1;
    bool low = e->type == CSL_U32;
    for (unsigned i = 0; bounds && i < (all ? bounds->nkids : 1u); i++) {
        const csl_expr *one = all ? bounds->kids[i] : bounds;
        if (one->op != CSL_OP_LT && one->op != CSL_OP_LE)
            continue;
        const bool strict = one->op == CSL_OP_LT;
        if (one->kids[0] == e && one->kids[1]->op == CSL_OP_CONST)
            most = one->kids[1]->value - strict;
        else if (one->kids[1] == e && one->kids[0]->op == CSL_OP_CONST)
            low |= one->kids[0]->value + strict >= 0;
    }
    return low ? most : -1;
}

/* Adds to *from and *to what one summand of an offset can be. */
static bool add_summand(const csl_expr *e, const csl_expr *bounds, int64_t *from, int64_t *to) {
    int64_t scale = 1;
    if (e->op == CSL_OP_CONST) {
        *from += e->value;
        *to += e->value;
        return true;
    }
    if (e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST) {
        scale = e->kids[1]->value;
        e = e->kids[0];
    }
    int64_t last = most(e, bounds);
    if (last < 0 && e->op == CSL_OP_CAST && e->type == CSL_I64)
        last = most(e->kids[0], bounds);
    if (last < 0 || last > INT32_MAX || scale < 0 || scale > INT32_MAX)
        return false;
    *to += last * scale;
    return true;
}

/* True for an access of a local object whose subscripts say which bytes it can be of. */
static bool stays_in_span(const promotion *p, const csl_access *a, span *where) {
    const csl_expr *e = a->address, *base = NULL, *offset[2] = {NULL, NULL};
    if (e->op != CSL_OP_ADD || e->nkids != 2 || !a->bytes)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (e->kids[i]->op == CSL_OP_BASE)
            base = e->kids[i], offset[0] = e->kids[1 - i];
    if (!base || !is_local(p, base->index))
        return false;
    *where = (span){base->index, 0, a->bytes};
    const bool sum = offset[0]->op == CSL_OP_ADD;
    const csl_expr *const *parts = sum ? (const csl_expr *const *)offset[0]->kids : offset;
    for (unsigned i = 0; i < (sum ? offset[0]->nkids : 1u); i++)
        if (!add_summand(parts[i], a->bounds, &where->from, &where->to))
            return false;
    return where->from >= 0 && where->to <= (int64_t)p->kernel->objects[base->index].bytes;
}

static void look_at_access(promotion *p, const csl_access *a) {
    uint32_t object;
    int64_t offset;
    bool plain = a->mode != CSL_MODE_RMW && a->atomic == CSL_ATOMIC_NONE && !a->is_async &&
                 a->type != CSL_VOID && a->bytes == csl_type_bytes(a->type);
    span where;
    if (plain && constant_address(p, a->address, &object, &offset))
        note_piece(p, object, offset, a->type);
    else if (plain && stays_in_span(p, a, &where))
        note_span(p, where.object, where.from, where.to);
    else
        keep_objects(p, a->address);
    keep_objects(p, a->bounds);
    keep_objects(p, a->value);
    keep_objects(p, a->compare);
    keep_objects(p, a->signals);
    keep_objects(p, a->operand ? a->operand->descriptor : NULL);
}

static void look(promotion *p, const csl_stmt *s) {
    for (; s; s = s->next) {
        switch (s->kind) {
        case CSL_STMT_IF:
            keep_objects(p, s->branch.cond);
            look(p, s->branch.body);
            look(p, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: look(p, s->block.body); break;
        case CSL_STMT_LET: keep_objects(p, s->let.value); break;
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

static void rewrite(promotion *p, csl_stmt *s) {
    for (; s; s = s->next) {
        switch (s->kind) {
        case CSL_STMT_IF:
            rewrite(p, s->branch.body);
            rewrite(p, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: rewrite(p, s->block.body); break;
        case CSL_STMT_ACCESS: rewrite_access(p, s); break;
        default: break;
        }
    }
}

void csl_promote_locals(csl_ctx *ctx, csl_kernel *kernel) {
    promotion p = {.ctx = ctx, .kernel = kernel, .cap_vars = kernel->nvars};
    p.keep = csl_alloc(ctx, kernel->nobjects + 1);
    look(&p, kernel->body);
    rewrite(&p, kernel->body);
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
