/* Of what do two threads make a term? To ask whether these parts are the same for both is to ask
 * less than whether the term is: an address is made of more than the thread's number.
 */
#include "builder.h"
#include "../../limits/limits.h"

/* What it is a part of, which was read as a whole; NULL: it is no such part. */
static csl_expr *whole_of(const csl_sym *s) {
    const csl_node *n = s && s->kind == CSL_SYM_HAVOC ? s->node : NULL;
    return n && n->stmt->kind == CSL_STMT_HAVOC && n->stmt->havoc.of ? n->offered : NULL;
}

static void add(csl_sources *s, csl_expr *list[], unsigned *n, csl_expr *e) {
    for (unsigned i = 0; i < *n; i++)
        if (list[i] == e)
            return;
    s->failed |= csl_limit_reached(CSL_LIMIT_value_sources, *n);
    if (!s->failed)
        list[(*n)++] = e;
}

typedef struct own_numbers {
    const csl_analysis *a;
    bool other;
} own_numbers;

static csl_expr *own_leaf(void *user, csl_expr *leaf) {
    own_numbers *own = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(own->a, leaf) : NULL;
    own->other |=
        leaf->op != CSL_OP_TID && leaf->op != CSL_OP_CONST && !(s && s->kind == CSL_SYM_ITER);
    return leaf;
}

/* Made of the thread's number, the passes it is in, and constants alone. */
static bool is_own(csl_analysis *a, csl_expr *e) {
    own_numbers own = {a, false};
    csl_map(a->ctx, e, own_leaf, &own);
    return !own.other;
}

/* It reads memory of the block, once for both threads or in one pass, and nothing that shares a
 * barrier interval with it writes there. */
static const csl_node *quiet_load(const csl_builder *b, const csl_expr *e) {
    const csl_analysis *a = b->a;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    const csl_node *n = s && s->kind == CSL_SYM_LOAD ? s->node : NULL;
    const bool one_pass = n && (!s->loop || csl_loop_inside(b->r.common, s->loop));
    if (!one_pass || b->r.share > CSL_SCOPE_BLOCK || n->stmt->kind != CSL_STMT_ACCESS ||
        n->stmt->access->mode != CSL_MODE_READ || !csl_is_plain(n->stmt->access) ||
        n->ntargets != 1 || a->met.cut)
        return NULL;
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    bool quiet = o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
    for (uint32_t i = 0; i < a->met.n && quiet; i++) {
        const csl_open *side = a->met.v[i]->side;
        for (int k = 0; k < 2; k++)
            quiet &= side[k].node != n || side[!k].node->stmt->kind != CSL_STMT_ACCESS ||
                     side[!k].node->stmt->access->mode == CSL_MODE_READ;
    }
    return quiet ? n : NULL;
}

static void list(csl_builder *b, csl_expr *e, csl_sources *s) {
    if (s->failed)
        return;
    if (s->judge)
        s->judge(b->a, e);
    if (csl_side(b, 0, e) == csl_side(b, 1, e))
        return;
    if (is_own(b->a, e)) {
        add(s, s->own, &s->nown, e);
        return;
    }
    const csl_sym *sym = e->op == CSL_OP_SYM ? csl_sym_of(b->a, e) : NULL;
    const csl_node *steady = csl_steady_load(b->a, e);
    const csl_node *load = steady || !s->quiet ? steady : quiet_load(b, e);
    csl_expr *whole = whole_of(sym);
    if (load && !load->stmt->access->is_volatile)
        add(s, s->place, &s->nplaces, csl_expand(b->a, load->targets[0].offset));
    else if (whole)
        list(b, csl_expand(b->a, whole), s);
    else
        s->failed |= !e->nkids;
    for (uint32_t i = 0; i < e->nkids; i++)
        list(b, e->kids[i], s);
}

void csl_list_sources(csl_builder *b, csl_expr *e, csl_sources *s) {
    s->failed |= !csl_is_small(e, CSL_LIMIT(place_term));
    list(b, e, s);
}
