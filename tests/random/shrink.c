/* Shrinking, see shrink.h. */
#include "shrink.h"

#include "edit.h"

#define MAX_QUESTIONS 400

typedef struct shrinker {
    csl_ctx *ctx;
    csl_module *m;
    csl_interesting interesting;
    void *user;
    uint32_t budget; /* questions that may still be asked */
} shrinker;

static bool good(shrinker *x) {
    if (x->budget == 0)
        return false;
    x->budget--;
    return !csl_verify_kernel(x->ctx, x->m, &x->m->kernels[0]) && x->interesting(x->user, x->m);
}

/* Puts the sequence `with` (or nothing) in the place of a statement; undone if that is not good. */
static bool replace(shrinker *x, csl_stmt **at, csl_stmt *with) {
    csl_stmt *s = *at, *next = s->next, *last = with;
    if (!with) {
        *at = next;
    } else {
        while (last->next)
            last = last->next;
        last->next = next;
        *at = with;
    }
    if (good(x))
        return true;
    if (last)
        last->next = NULL;
    *at = s;
    return false;
}

static bool shrink_statements(shrinker *x) {
    bool changed = false;
    for (uint32_t i = 0;; i++) {
        csl_slots all = csl_find_slots(x->ctx, &x->m->kernels[0]);
        if (i >= all.n)
            return changed;
        csl_stmt **at = all.slot[i], *s = *at;
        bool done = replace(x, at, NULL);
        if (!done && s->kind == CSL_STMT_IF)
            done = replace(x, at, s->branch.body) || replace(x, at, s->branch.other);
        if (!done && s->kind == CSL_STMT_BLOCK) {
            csl_stmt *body = s->block.body;
            if (body && body->kind == CSL_STMT_LOOP)
                body = body->block.body;
            done = replace(x, at, body) || replace(x, at, s->block.body);
        }
        if (done) {
            changed = true;
            i--; /* something else stands there now */
        }
    }
}

/* Tries what is simpler than `e` for the whole expression *root, in which `e` is one node: `put`
 * rebuilds the root around a replacement. */
typedef struct hole {
    const struct hole *outer;
    csl_expr *around;
    unsigned kid;
} hole;

static csl_expr *fill(shrinker *x, const hole *h, csl_expr *e) {
    for (; h; h = h->outer) {
        csl_expr *kids[64];
        for (unsigned i = 0; i < h->around->nkids; i++)
            kids[i] = i == h->kid ? e : h->around->kids[i];
        e = csl_rebuild(x->ctx, h->around, kids);
    }
    return e;
}

static bool try_expr(shrinker *x, csl_expr **root, const hole *h, csl_expr *simpler) {
    csl_expr *before = *root, *after = fill(x, h, simpler);
    if (after == before || after->type != before->type)
        return false;
    *root = after;
    if (good(x))
        return true;
    *root = before;
    return false;
}

static bool shrink_node(shrinker *x, csl_expr **root, const hole *h, csl_expr *e, unsigned depth) {
    if (e->nkids == 0 || e->nkids > 64 || depth > 6)
        return false;
    csl_type type = e->type;
    if (csl_type_integer(type) && type != CSL_PTR) {
        if (try_expr(x, root, h, csl_const(x->ctx, type, 0)) ||
            (type == CSL_BOOL && try_expr(x, root, h, csl_true(x->ctx))))
            return true;
    }
    for (unsigned i = 0; i < e->nkids; i++)
        if (e->kids[i]->type == type && try_expr(x, root, h, e->kids[i]))
            return true;
    for (unsigned i = 0; i < e->nkids; i++) {
        hole inner = {h, e, i};
        if (shrink_node(x, root, &inner, e->kids[i], depth + 1))
            return true;
    }
    return false;
}

static bool shrink_expressions(shrinker *x) {
    bool changed = false;
    csl_places all = csl_find_exprs(x->ctx, &x->m->kernels[0]);
    for (uint32_t i = 0; i < all.n; i++)
        while (shrink_node(x, all.expr[i], NULL, *all.expr[i], 0))
            changed = true;
    return changed;
}

void csl_shrink(csl_ctx *ctx, csl_module *m, csl_interesting interesting, void *user) {
    shrinker x = {ctx, m, interesting, user, MAX_QUESTIONS};
    for (int round = 0; round < 6; round++) {
        bool changed = shrink_statements(&x);
        changed |= shrink_expressions(&x);
        if (!changed)
            return;
    }
}
