/* What a kernel does that a kernel launches (CUDA programming guide, dynamic parallelism). The body
 * was lowered as that of a function; it becomes what some thread of the grid does, whichever it is:
 * its numbers can be any. It has shared memory and barriers of its own, which the kernel that
 * launches it sees nothing of. What it loads may have been changed meanwhile. */
#include "emit.h"

typedef struct pass {
    csl_lower_state *L;
    const csl_child *child;
    uint32_t end; /* label: the thread has ended */
    bool ends;    /* something jumps to it */
} pass;

static csl_expr *own_number(void *user, csl_expr *leaf) {
    const csl_child *child = ((pass *)user)->child;
    switch (leaf->op) {
    case CSL_OP_TID: return child->thread[leaf->index];
    case CSL_OP_BID: return child->number[leaf->index];
    case CSL_OP_BDIM: return child->block[leaf->index];
    case CSL_OP_GDIM: return child->grid[leaf->index];
    default: return leaf;
    }
}

static csl_expr *as_child(pass *p, csl_expr *e) {
    return e ? csl_map(p->L->ctx, e, own_number, p) : NULL;
}

/* ---- accesses -------------------------------------------------------------------------------- */

typedef enum { PRIVATE, OF_ITS_BLOCK, OF_OTHERS } whose;

static whose memory_of(const pass *p, const csl_expr *address) {
    const int32_t root = csl_root_object(p->L, address);
    const csl_object_kind kind = root >= 0 ? p->L->objects[root].kind : CSL_OBJ_GLOBAL;
    if (kind == CSL_OBJ_CONSTANT || kind == CSL_OBJ_ARGUMENT ||
        (kind == CSL_OBJ_LOCAL && (uint32_t)root >= p->child->first_local))
        return PRIVATE;
    return root >= 0 && (uint32_t)root >= p->child->first_object && kind != CSL_OBJ_GLOBAL
               ? OF_ITS_BLOCK
               : OF_OTHERS;
}

static void make_havoc(csl_stmt *s, uint32_t var) {
    s->kind = CSL_STMT_HAVOC;
    s->havoc.var = var;
    s->havoc.scope = CSL_SCOPE_THREAD;
    s->havoc.why = "what a launched kernel finds";
}

static void make_opaque(csl_stmt *s, const char *why) {
    s->kind = CSL_STMT_OPAQUE;
    memset(&s->call, 0, sizeof s->call);
    s->call.what = why;
    s->call.result = CSL_NO_VAR;
    s->call.mild = s->call.quiet = true;
}

/* Nothing is left of the statement: false. */
static bool rewrite_access(pass *p, csl_stmt *s) {
    csl_access *x = s->access;
    const whose memory = memory_of(p, x->address);
    const uint32_t result = x->result;
    x->address = as_child(p, x->address);
    x->bounds = as_child(p, x->bounds);
    x->value = as_child(p, x->value);
    x->compare = as_child(p, x->compare);
    if (memory == PRIVATE)
        return true;
    if (memory == OF_ITS_BLOCK) {
        if (result != CSL_NO_VAR)
            make_havoc(s, result);
        return result != CSL_NO_VAR;
    }
    if (x->is_box) {
        make_opaque(s, "a launched kernel copies a tile");
        return true;
    }
    x->is_async = true;
    x->launched = p->child->order;
    x->is_read_only = x->is_bulk = x->is_tensor = x->is_map = x->is_state = false;
    x->signals = NULL;
    x->result = CSL_NO_VAR;
    if (result != CSL_NO_VAR) {
        csl_stmt *found = csl_stmt_new(p->L->ctx, CSL_STMT_HAVOC, s->place);
        make_havoc(found, result);
        found->next = s->next;
        s->next = found;
    }
    return true;
}

/* ---- statements ------------------------------------------------------------------------------ */

static csl_stmt *rewrite(pass *p, csl_stmt *s);

/* Nothing is left of the statement: false. */
static bool rewrite_one(pass *p, csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_IF:
        s->branch.cond = as_child(p, s->branch.cond);
        s->branch.body = rewrite(p, s->branch.body);
        s->branch.other = rewrite(p, s->branch.other);
        return true;
    case CSL_STMT_LOOP:
    case CSL_STMT_BLOCK: s->block.body = rewrite(p, s->block.body); return true;
    case CSL_STMT_LET: s->let.value = as_child(p, s->let.value); return true;
    case CSL_STMT_BR: return true;
    case CSL_STMT_EXIT:
        s->kind = CSL_STMT_BR;
        s->origin = CSL_FROM_RETURN;
        s->label = p->end;
        return p->ends = true;
    case CSL_STMT_ACCESS: return s->access->launched || rewrite_access(p, s);
    case CSL_STMT_SYNC: {
        const uint32_t result = s->sync->result;
        if (result != CSL_NO_VAR)
            make_havoc(s, result);
        return result != CSL_NO_VAR;
    }
    case CSL_STMT_HAVOC: s->havoc.scope = CSL_SCOPE_THREAD; return true;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE:
        for (uint32_t i = 0; i < s->call.nargs; i++)
            s->call.args[i] = as_child(p, s->call.args[i]);
        return true;
    default: return false; /* fences, groups of copies, what is assumed of its own values */
    }
}

static csl_stmt *rewrite(pass *p, csl_stmt *s) {
    csl_seq kept = {0};
    while (s) {
        csl_stmt *next = s->next; /* of the source: one more may be put in */
        const bool stays = rewrite_one(p, s);
        csl_stmt *added = s->next != next ? s->next : NULL;
        s->next = NULL;
        if (stays)
            csl_seq_add(&kept, s);
        if (added) {
            added->next = NULL;
            csl_seq_add(&kept, added);
        }
        s = next;
    }
    return kept.first;
}

/* ---- what the two kernels do not share --------------------------------------------------------- */

void csl_begin_child(csl_lower_state *L, csl_child *child) {
    child->first_object = L->nobjects;
    child->dynamic_object = L->dynamic_object;
    child->dynamic_name = L->dynamic_name;
    child->hidden = csl_alloc(L->scratch, (L->nobjects + 1) * sizeof *child->hidden);
    for (uint32_t i = 0; i < L->nobjects; i++) {
        child->hidden[i] = L->object_decl[i];
        if (L->objects[i].kind == CSL_OBJ_SHARED)
            L->object_decl[i] = clang_getNullCursor();
    }
    L->dynamic_object = -1;
    L->dynamic_name = NULL;
}

static void end_child(csl_lower_state *L, const csl_child *child) {
    for (uint32_t i = 0; i < child->first_object; i++)
        L->object_decl[i] = child->hidden[i];
    for (uint32_t i = child->first_object; i < L->nobjects; i++)
        if (L->objects[i].kind == CSL_OBJ_SHARED || L->objects[i].kind == CSL_OBJ_DYNAMIC) {
            L->objects[i].kind = CSL_OBJ_LOCAL; /* nothing touches it any more */
            L->object_decl[i] = clang_getNullCursor();
        }
    L->dynamic_object = child->dynamic_object;
    L->dynamic_name = child->dynamic_name;
}

/* Some number below `count`; *in: only if it is one. */
static csl_expr *number_below(csl_lower_state *L, csl_expr *count, csl_expr **in, CXCursor at) {
    if (csl_is_const(count, 1))
        return csl_const(L->ctx, CSL_U32, 0);
    csl_expr *number = csl_emit_havoc(L, CSL_U32, CSL_SCOPE_THREAD, at, NULL);
    L->seq->last->havoc.each = true;
    *in = csl_and(L->ctx, *in, csl_binary(L->ctx, CSL_OP_LT, number, count));
    return number;
}

void csl_emit_child(csl_lower_state *L, csl_child *child, csl_stmt *body, CXCursor at) {
    csl_expr *in = csl_true(L->ctx);
    for (int d = 0; d < 3; d++) {
        child->thread[d] = number_below(L, child->block[d], &in, at);
        child->number[d] = number_below(L, child->grid[d], &in, at);
    }
    pass p = {.L = L, .child = child, .end = csl_new_label(L)};
    body = rewrite(&p, body);
    end_child(L, child);
    if (p.ends) {
        csl_stmt *all = csl_stmt_new(L->ctx, CSL_STMT_BLOCK, csl_here(L, at));
        all->block.label = p.end;
        all->block.body = body;
        body = all;
    }
    csl_stmt *runs = csl_emit(L, CSL_STMT_IF, at); /* a grid of no thread does nothing */
    runs->branch.cond = in;
    runs->branch.body = body;
}
