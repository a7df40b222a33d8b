/* Local memory back to variables.
 *
 * Class objects, and scalars whose address is taken, are lowered as memory. Where every use of
 * such an object is a plain access at a constant offset, each piece of it is a variable again, and
 * later passes see values instead of memory. Needs: a finished kernel. Keeps: places, texts.
 */
#include "kernels.h"

typedef struct piece {
    uint32_t object;
    int64_t offset;
    csl_type type;
    uint32_t var;
} piece;

typedef struct promotion {
    csl_ctx *ctx;
    csl_kernel *kernel;
    bool *keep; /* per object: stays in memory */
    piece *pieces;
    unsigned npieces, cap_pieces;
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

/* Pieces of one object must not overlap unless they are the same. */
static void note_piece(promotion *p, uint32_t object, int64_t offset, csl_type type) {
    if (p->keep[object] || find_piece(p, object, offset, type))
        return;
    for (unsigned i = 0; i < p->npieces; i++) {
        const piece *q = &p->pieces[i];
        if (q->object == object && q->offset < offset + (int64_t)csl_type_bytes(type) &&
            offset < q->offset + (int64_t)csl_type_bytes(q->type)) {
            p->keep[object] = true;
            return;
        }
    }
    CSL_GROW(p->ctx, p->pieces, p->npieces, p->cap_pieces);
    p->pieces[p->npieces++] = (piece){object, offset, type, CSL_NO_VAR};
}

static void look_at_access(promotion *p, const csl_access *a) {
    uint32_t object;
    int64_t offset;
    bool plain = a->mode != CSL_MODE_RMW && a->atomic == CSL_ATOMIC_NONE && !a->is_async &&
                 a->type != CSL_VOID && a->bytes == csl_type_bytes(a->type);
    if (plain && constant_address(p, a->address, &object, &offset))
        note_piece(p, object, offset, a->type);
    else
        keep_objects(p, a->address);
    keep_objects(p, a->bounds);
    keep_objects(p, a->value);
    keep_objects(p, a->compare);
    keep_objects(p, a->signals);
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
    uint32_t var = variable_of(p, find_piece(p, object, offset, a->type));
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
