/* Slots and random edits, see edit.h. */
#include "edit.h"

#include <string.h>

/* ---- finding ------------------------------------------------------------------------------- */

#define MAX_FOUND 2000

static void find_slots(csl_slots *out, csl_stmt **at) {
    for (; *at && out->n < MAX_FOUND; at = &(*at)->next) {
        csl_stmt *s = *at;
        out->slot[out->n++] = at;
        if (s->kind == CSL_STMT_IF) {
            find_slots(out, &s->branch.body);
            find_slots(out, &s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            find_slots(out, &s->block.body);
        }
    }
}

csl_slots csl_find_slots(csl_ctx *ctx, csl_kernel *k) {
    csl_slots out = {csl_alloc(ctx, (MAX_FOUND + 1) * sizeof *out.slot), 0};
    find_slots(&out, &k->body);
    return out;
}

static void note(csl_places *out, csl_expr **e) {
    if (*e && out->n < MAX_FOUND)
        out->expr[out->n++] = e;
}

csl_places csl_find_exprs(csl_ctx *ctx, csl_kernel *k) {
    csl_places out = {csl_alloc(ctx, (MAX_FOUND + 1) * sizeof *out.expr), 0};
    csl_slots slots = csl_find_slots(ctx, k);
    for (uint32_t i = 0; i < slots.n; i++) {
        csl_stmt *s = *slots.slot[i];
        switch (s->kind) {
        case CSL_STMT_IF: note(&out, &s->branch.cond); break;
        case CSL_STMT_LET: note(&out, &s->let.value); break;
        case CSL_STMT_ACCESS:
            note(&out, &s->access->address);
            note(&out, &s->access->bounds);
            note(&out, &s->access->value);
            break;
        case CSL_STMT_SYNC: note(&out, &s->sync->value); break;
        default: break;
        }
    }
    return out;
}

/* ---- edits --------------------------------------------------------------------------------- */

static bool is_sync(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC;
}

/* A random statement that `fits` (NULL: any); NULL if there is none. */
static csl_stmt **pick(csl_gen *g, bool (*fits)(const csl_stmt *)) {
    csl_slots all = csl_find_slots(g->ctx, g->k);
    uint32_t n = 0;
    for (uint32_t i = 0; i < all.n; i++)
        if (!fits || fits(*all.slot[i]))
            all.slot[n++] = all.slot[i];
    return n ? all.slot[csl_random_below(&g->r, n)] : NULL;
}

static void take_out(csl_stmt **at) {
    csl_stmt *s = *at;
    *at = s->next;
    s->next = NULL;
}

/* Puts what `seq` holds before the statement at the slot. */
static void put_before(csl_stmt **at, const csl_seq *seq) {
    if (!seq->first || (*at)->kind == CSL_STMT_LOOP)
        return; /* a loop is alone in its block */
    seq->last->next = *at;
    *at = seq->first;
}

static void insert_barrier(csl_gen *g) {
    csl_stmt **at = pick(g, NULL);
    csl_seq made = {0};
    g->seq = &made;
    if (csl_random_chance(&g->r, 85))
        csl_barrier(g);
    else
        csl_warp_barrier(g);
    put_before(at, &made);
}

static void insert_jump(csl_gen *g) {
    csl_stmt **at = pick(g, NULL);
    csl_seq made = {0};
    csl_nest n = {0};
    g->seq = &made;
    g->nuniform = g->nvarying = 0;
    csl_begin_if(g, &n, csl_any_condition(g));
    csl_exit_thread(g);
    csl_end_if(g, &n);
    put_before(at, &made);
}

static void wrap(csl_gen *g) {
    csl_stmt **at = pick(g, csl_random_chance(&g->r, 50) ? is_sync : NULL);
    if (!at || (*at)->kind == CSL_STMT_LOOP)
        return;
    csl_stmt *s = *at, *next = s->next;
    csl_seq made = {0};
    csl_nest n = {0};
    g->seq = &made;
    g->nuniform = g->nvarying = 0; /* they may have no value here */
    csl_begin_if(g, &n, csl_any_condition(g));
    take_out(at);
    csl_seq_add(g->seq, s);
    csl_end_if(g, &n);
    made.last->next = next;
    *at = made.first;
}

static void swap_with_next(csl_gen *g) {
    csl_stmt **at = pick(g, NULL), *s = *at, *next = s->next;
    if (!next)
        return;
    s->next = next->next;
    next->next = s;
    *at = next;
}

typedef struct nudge {
    csl_ctx *ctx;
    int64_t which, by;
} nudge;

static csl_expr *nudge_leaf(void *user, csl_expr *leaf) {
    nudge *n = user;
    if (leaf->op != CSL_OP_CONST || leaf->type != CSL_I32 || n->which-- != 0)
        return leaf;
    return csl_const(n->ctx, CSL_I32, leaf->value + n->by);
}

/* Changes one constant of one expression by one. Subscripts keep their bounds: both are rebuilt. */
static void change_constant(csl_gen *g) {
    csl_places all = csl_find_exprs(g->ctx, g->k);
    for (uint32_t tries = 0; all.n && tries < 8; tries++) {
        csl_expr **e = all.expr[csl_random_below(&g->r, all.n)];
        nudge n = {g->ctx, csl_random_below(&g->r, 2), csl_random_chance(&g->r, 50) ? 1 : -1};
        csl_expr *changed = csl_map(g->ctx, *e, nudge_leaf, &n);
        if (changed != *e) {
            *e = changed;
            return;
        }
    }
}

static void change_access(csl_gen *g) {
    csl_places all = csl_find_exprs(g->ctx, g->k);
    csl_expr **e = all.n ? all.expr[csl_random_below(&g->r, all.n)] : NULL;
    g->nuniform = g->nvarying = 0;
    if (e && (*e)->type == CSL_I32)
        *e = csl_any_varying(g);
    else if (e && (*e)->type == CSL_BOOL)
        *e = csl_any_condition(g);
}

void csl_edit(csl_gen *g) {
    csl_seq *seq = g->seq;
    if (!g->k->body)
        return;
    switch (csl_random_below(&g->r, 12)) {
    case 0:
    case 1:
    case 2: {
        csl_stmt **at = pick(g, is_sync);
        if (at && !(*at)->sync->value) /* a result would stay without a value */
            take_out(at);
        break;
    }
    case 3: insert_barrier(g); break;
    case 4: insert_jump(g); break;
    case 5:
    case 6: wrap(g); break;
    case 7: swap_with_next(g); break;
    case 8: change_access(g); break;
    case 9: {
        csl_stmt **at = pick(g, NULL);
        take_out(at);
        break;
    }
    default: change_constant(g); break;
    }
    g->seq = seq;
}
