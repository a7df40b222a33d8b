/* Copies of kernels for launches that pass the same memory twice (sharing.h). */
#include "sharing.h"

#include <string.h>

typedef struct rewriting {
    csl_ctx *ctx;
    csl_kernel *kernel; /* the copy */
    const csl_launch *launch;
    uint32_t replaced; /* loads of pointers in structures */
} rewriting;

/* ---- expressions ----------------------------------------------------------------------------- */

static csl_expr *moved(csl_ctx *ctx, csl_expr *pointer, int64_t bytes) {
    return bytes ? csl_binary(ctx, CSL_OP_ADD, pointer, csl_const(ctx, CSL_I64, bytes)) : pointer;
}

static csl_expr *base_of(const rewriting *r, uint32_t param) {
    return csl_leaf(r->ctx, CSL_OP_BASE, CSL_PTR, r->kernel->params[param].object);
}

static csl_expr *other_of(const rewriting *r, const csl_same_memory *s) {
    return s->of == UINT32_MAX ? csl_leaf(r->ctx, CSL_OP_BASE, CSL_PTR, s->of_at)
                               : base_of(r, s->of);
}

static bool is_pointer(const rewriting *r, uint32_t param) {
    return r->kernel->params[param].type == CSL_PTR;
}

/* A pointer parameter that is another one. */
static csl_expr *other_base(void *user, csl_expr *leaf) {
    const rewriting *r = user;
    for (uint32_t i = 0; i < r->launch->nsame && leaf->op == CSL_OP_BASE; i++) {
        const csl_same_memory *s = &r->launch->same[i];
        if (is_pointer(r, s->param) && r->kernel->params[s->param].object == leaf->index)
            return moved(r->ctx, other_of(r, s), s->shift);
    }
    return leaf;
}

static csl_expr *rewritten(rewriting *r, csl_expr *e) {
    return e ? csl_map(r->ctx, e, other_base, r) : NULL;
}

/* ---- statements ------------------------------------------------------------------------------ */

/* What the load of a pointer in a structure is the same as; NULL: it is none, or there is nothing
 * to be said of it. */
static const csl_same_memory *member_read(const rewriting *r, const csl_stmt *s) {
    const csl_access *a = s->access;
    if (a->mode != CSL_MODE_READ || a->type != CSL_PTR || a->result == CSL_NO_VAR)
        return NULL;
    for (uint32_t i = 0; i < r->launch->nsame; i++) {
        const csl_same_memory *m = &r->launch->same[i];
        if (!is_pointer(r, m->param) && a->address == moved(r->ctx, base_of(r, m->param), m->at))
            return m;
    }
    return NULL;
}

static csl_stmt *let(const rewriting *r, const csl_stmt *like, uint32_t var, csl_expr *value) {
    csl_stmt *s = csl_stmt_new(r->ctx, CSL_STMT_LET, like->place);
    s->text = like->text;
    s->let.var = var;
    s->let.value = value;
    return s;
}

/* The pointer is loaded from where the other one lies, or it is the other parameter. */
static void add_member(rewriting *r, csl_seq *to, const csl_stmt *s, const csl_same_memory *m) {
    const uint32_t var = s->access->result;
    csl_expr *pointer = other_of(r, m);
    r->replaced++;
    if (m->of != UINT32_MAX && !is_pointer(r, m->of)) {
        csl_stmt *copy = csl_stmt_new(r->ctx, s->kind, s->place);
        *copy = *s;
        copy->next = NULL;
        copy->access = CSL_NEW(r->ctx, csl_access);
        *copy->access = *s->access;
        copy->access->address = moved(r->ctx, pointer, m->of_at);
        csl_seq_add(to, copy);
        pointer = csl_leaf(r->ctx, CSL_OP_VAR, CSL_PTR, var);
        if (!m->shift)
            return;
    }
    csl_seq_add(to, let(r, s, var, moved(r->ctx, pointer, m->shift)));
}

static void rewrite_access(rewriting *r, csl_stmt *s) {
    csl_access *a = CSL_NEW(r->ctx, csl_access);
    *a = *s->access;
    a->address = rewritten(r, a->address);
    a->bounds = rewritten(r, a->bounds);
    a->value = rewritten(r, a->value);
    a->compare = rewritten(r, a->compare);
    s->access = a;
}

static void rewrite_sync(rewriting *r, csl_stmt *s) {
    csl_sync *y = CSL_NEW(r->ctx, csl_sync);
    *y = *s->sync;
    csl_expr **terms[] = {&y->mask, &y->id, &y->count, &y->object, &y->value, &y->lane, &y->apart};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        *terms[i] = rewritten(r, *terms[i]);
    s->sync = y;
}

static void rewrite_call(rewriting *r, csl_stmt *s) {
    csl_expr **args = csl_alloc(r->ctx, (s->call.nargs + 1) * sizeof *args);
    for (uint32_t i = 0; i < s->call.nargs; i++)
        args[i] = rewritten(r, s->call.args[i]);
    s->call.args = args;
}

static csl_stmt *rewrite(rewriting *r, const csl_stmt *s) {
    csl_seq to = {0};
    for (; s; s = s->next) {
        const csl_same_memory *m = s->kind == CSL_STMT_ACCESS ? member_read(r, s) : NULL;
        if (m) {
            add_member(r, &to, s, m);
            continue;
        }
        csl_stmt *copy = csl_stmt_new(r->ctx, s->kind, s->place);
        *copy = *s;
        copy->next = NULL;
        switch (copy->kind) {
        case CSL_STMT_IF:
            copy->branch.cond = rewritten(r, copy->branch.cond);
            copy->branch.body = rewrite(r, copy->branch.body);
            copy->branch.other = rewrite(r, copy->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: copy->block.body = rewrite(r, copy->block.body); break;
        case CSL_STMT_LET: copy->let.value = rewritten(r, copy->let.value); break;
        case CSL_STMT_ACCESS: rewrite_access(r, copy); break;
        case CSL_STMT_SYNC: rewrite_sync(r, copy); break;
        case CSL_STMT_ASYNC: copy->async.pending = rewritten(r, copy->async.pending); break;
        case CSL_STMT_ASSUME: copy->cond = rewritten(r, copy->cond); break;
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE: rewrite_call(r, copy); break;
        default: break;
        }
        csl_seq_add(&to, copy);
    }
    return to.first;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static bool same_memory(const csl_launch *a, const csl_launch *b) {
    return a->nsame == b->nsame &&
           (!a->nsame || memcmp(a->same, b->same, a->nsame * sizeof *a->same) == 0);
}

/* "`in` and `out` are the same memory in the launch of line 12" */
static const char *words_of(const csl_launch_search *s, const csl_kernel *k, const csl_launch *l) {
    const csl_same_memory *m = &l->same[0];
    const char *a = m->of == UINT32_MAX ? k->objects[m->of_at].name : k->params[m->of].name;
    const char *b = k->params[m->param].name;
    csl_ctx *ctx = s->unit->ctx;
    const char *where = csl_format(ctx, "in the launch of line %u", l->place->line);
    if (m->of == m->param)
        return csl_format(ctx, "pointers in `%s` point to the same memory %s", a, where);
    return csl_format(ctx, "`%s` and `%s` point to the same memory %s", a, b, where);
}

/* The kernel for the launches like `first`. */
static csl_kernel copy_for(csl_launch_search *s, const csl_kernel *k,
                           const csl_shared_launch *first, unsigned nlaunches) {
    csl_kernel copy = *k;
    rewriting r = {s->unit->ctx, &copy, &first->launch, 0};
    copy.shares = words_of(s, k, &first->launch);
    copy.may_share = NULL;
    copy.audit = (csl_audit){0};
    copy.launches = csl_new_launches(r.ctx, nlaunches);
    copy.nlaunches = 0;
    copy.launch_unknown = false;
    for (unsigned i = 0; i < nlaunches; i++) {
        const csl_shared_launch *l = &first[i];
        if (l->kernel != k || !same_memory(&l->launch, &first->launch))
            continue;
        if (l->known)
            copy.launches[copy.nlaunches++] = l->launch;
        copy.launch_unknown |= !l->known;
    }
    copy.elsewhere |= copy.launch_unknown;
    copy.body = rewrite(&r, k->body);
    for (uint32_t i = 0; i < first->launch.nsame; i++)
        copy.shares_more |= !r.replaced && !is_pointer(&r, first->launch.same[i].param);
    return copy;
}

static bool is_first(const csl_launch_search *s, unsigned i) {
    for (unsigned j = 0; j < i; j++)
        if (s->sharing[j].kernel == s->sharing[i].kernel &&
            same_memory(&s->sharing[j].launch, &s->sharing[i].launch))
            return false;
    return true;
}

void csl_add_sharing_kernels(csl_launch_search *s) {
    csl_module *m = s->lowered->module;
    csl_ctx *ctx = s->unit->ctx;
    if (!s->nsharing)
        return;
    csl_kernel *all = csl_alloc(ctx, (m->nkernels + s->nsharing + 1) * sizeof *all);
    CXCursor *of = csl_alloc(ctx, (m->nkernels + s->nsharing + 1) * sizeof *of);
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        const uint32_t before = n;
        const bool otherwise = k->nlaunches || k->launch_unknown || k->skipped;
        if (otherwise) {
            of[n] = s->lowered->of[i];
            all[n++] = *k;
        }
        for (unsigned j = 0; j < s->nsharing && !k->skipped; j++)
            if (s->sharing[j].kernel == k && is_first(s, j)) {
                of[n] = s->lowered->of[i];
                all[n++] = copy_for(s, k, &s->sharing[j], s->nsharing - j);
            }
        if (n == before) {
            of[n] = s->lowered->of[i];
            all[n++] = *k;
        }
    }
    m->kernels = all;
    m->nkernels = n;
    s->lowered->of = of;
}
