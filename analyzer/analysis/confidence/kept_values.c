/* Stores and the tests that what is stored has to pass. */
#include "caveats.h"

/* ---- values that are kept from being left out ------------------------------------------------
 *
 * `if (sum != 0) *out = sum;` at the end of a kernel that measures something. The test never holds
 * for the data that it is run with. */

/* A number that was loaded, or that a loop has made, which threads of a block have each of its own.
 */
static bool is_own(csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    return s &&
           (s->kind == CSL_SYM_LOAD || s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_EXIT ||
            s->kind == CSL_SYM_HAVOC) &&
           csl_scope_of(a, (csl_expr *)e) < CSL_SCOPE_BLOCK;
}

typedef struct stored {
    csl_analysis *a;
    csl_expr *in; /* where it is looked for */
} stored;

static bool is_part_of(void *user, csl_expr *e) {
    const stored *s = user;
    return is_own(s->a, e) && csl_mentions_sym(s->a, s->in, e->index);
}

static bool is_constant(const csl_expr *e) {
    return csl_without_casts(e)->op == CSL_OP_CONST;
}

/* `value != 0`, `value < 0`: a test of what is stored against a constant. */
static bool tests_value(csl_analysis *a, const csl_expr *part, csl_expr *value) {
    while (part->op == CSL_OP_NOT)
        part = part->kids[0];
    if (part->op == CSL_OP_AND || part->op == CSL_OP_OR) {
        for (unsigned i = 0; i < part->nkids; i++)
            if (tests_value(a, part->kids[i], value))
                return true;
        return false;
    }
    if (part->op != CSL_OP_EQ && part->op != CSL_OP_NE && part->op != CSL_OP_LT &&
        part->op != CSL_OP_LE)
        return false;
    const int of = is_constant(part->kids[0]);
    stored s = {a, part->kids[of]};
    return is_constant(part->kids[!of]) && csl_find_part(a->ctx, value, is_part_of, &s);
}

/* No thread reads the object, nor does anything else with it. */
static bool is_written_only(const csl_analysis *a, const csl_expr *root, const csl_stmt *by) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        for (uint32_t t = 0; t < n->ntargets; t++)
            if (n->targets[t].root == root && n->stmt != by)
                return false;
    }
    return true;
}

bool csl_only_keeps_value(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                          const csl_query *q) {
    const csl_node *n = p->side[0].node;
    if (n->stmt != p->side[1].node->stmt || n->stmt->access->mode != CSL_MODE_WRITE || !n->value ||
        n->ntargets != 1 || !is_written_only(a, n->targets[0].root, n->stmt))
        return false;
    for (uint32_t i = 0; i < q->nvars; i++)
        if ((i < CSL_DV_BDIM || q->vars[i].side != 0) && csl_term_has(b, q->offset[0], i))
            return false;
    uint32_t parts;
    csl_expr *reach = csl_expand(a, n->reach), *value = csl_expand(a, n->value);
    csl_expr *const *part = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (tests_value(a, part[i], value))
            return true;
    return false;
}

/* ---- values for which a test says the same ---------------------------------------------------
 *
 * Threads part because one reads a number while another stores there, but what is stored passes the
 * same test: `while (n > 0) { if (first) n = min(n, most); barrier; ... }`. */

typedef struct same_number {
    csl_builder *b;
    const csl_node *load;
    csl_expr *number;
} same_number;

/* All loads of that place give the one number. */
static csl_expr *take_number(void *user, csl_expr *leaf) {
    const same_number *s = user;
    csl_analysis *a = csl_builder_analysis(s->b);
    const csl_node *n = leaf->op == CSL_OP_SYM ? csl_loaded_by(s->b, leaf->index) : NULL;
    return n && n->address && leaf->type == s->number->type &&
                   csl_expand(a, n->address) == csl_expand(a, s->load->address)
               ? s->number
               : leaf;
}

typedef struct tested {
    csl_expr *test, *number, *stored;
} tested;

static csl_expr *put_stored(void *user, csl_expr *leaf) {
    const tested *t = user;
    return leaf == t->number ? t->stored : leaf;
}

/* It stores a number in the place of the load, and no other. */
static bool stores_there(csl_analysis *a, const csl_node *w, const csl_node *load) {
    const csl_access *acc = w->stmt->access;
    return acc->mode == CSL_MODE_WRITE && acc->atomic == CSL_ATOMIC_NONE && !acc->is_async &&
           w->value && csl_expand(a, w->address) == csl_expand(a, load->address);
}

/* Another thread that comes to store there has found a number for which the test of this one says
 * what it says of what is stored. */
static bool keeps(csl_analysis *a, const same_number *s, int side, csl_expr *test,
                  const csl_node *w) {
    if (!stores_there(a, w, s->load) || w->value->type != s->number->type)
        return false;
    csl_expr *kept = csl_map(a->ctx, csl_side(s->b, 1 - side, w->value), take_number, (void *)s);
    csl_expr *comes = csl_map(a->ctx, csl_side(s->b, 1 - side, w->reach), take_number, (void *)s);
    tested t = {test, s->number, kept};
    csl_expr *then = csl_map(a->ctx, test, put_stored, &t);
    csl_expr *same = csl_binary(a->ctx, CSL_OP_EQ, test, then);
    csl_query q =
        csl_builder_query(s->b, csl_and(a->ctx, comes, csl_not(a->ctx, same)), csl_true(a->ctx));
    return csl_is_safe(csl_ask(a, &q, CSL_USE_RATING).verdict);
}

bool csl_stores_keep_test(csl_analysis *a, csl_builder *b, const csl_query *q,
                          csl_expr *const deciding[2]) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const int side = q->vars[i].side - 1;
        const csl_node *load = side >= 0 ? csl_loaded_by(b, i) : NULL;
        csl_expr *test = load ? deciding[side] : NULL;
        if (!test || test->type != CSL_BOOL || !csl_term_has(b, test, i))
            continue;
        const same_number s = {b, load, csl_leaf(a->ctx, CSL_OP_SYM, q->vars[i].type, i)};
        bool any = false, kept = !a->met.cut;
        for (uint32_t j = 0; j < a->met.n && kept; j++) {
            const csl_open *open = a->met.v[j]->side;
            if (open[0].node != load && open[1].node != load)
                continue;
            any = true;
            kept = keeps(a, &s, side, test, open[open[0].node == load].node);
        }
        if (any && kept)
            return true;
    }
    return false;
}

/* A thread does something with the number besides testing it, also with what it was when a loop
 * ended. */
static bool is_used(csl_analysis *a, uint32_t number) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *const used[] = {n->address, n->value, n->mask,  n->lane,
                                  n->offered, n->id,    n->count, n->bytes};
        for (unsigned k = 0; k < sizeof used / sizeof *used; k++)
            if (used[k] && csl_mentions_sym(a, csl_expand(a, used[k]), number))
                return true;
    }
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if (s->kind == CSL_SYM_HEAD) /* whether a pass is reached: that is the test */
            continue;
        if ((s->kind == CSL_SYM_EXIT && s->inner == number && is_used(a, i)) ||
            (s->next && csl_mentions_sym(a, csl_expand(a, s->next), number)) ||
            (s->init && csl_mentions_sym(a, csl_expand(a, s->init), number)))
            return true;
    }
    return false;
}

bool csl_reads_for_kept_test(csl_analysis *a, csl_builder *b, const csl_pair_query *p) {
    for (int side = 0; side < 2; side++) {
        const csl_node *load = p->side[side].node;
        if (load->stmt->access->mode != CSL_MODE_READ || load->sym == CSL_NO_VAR || p->in_flight ||
            !stores_there(a, p->side[1 - side].node, load) || is_used(a, load->sym))
            continue;
        bool any = false, kept = true;
        csl_expr *number = csl_side(b, side, csl_sym_expr(a, load->sym));
        const same_number s = {b, load, number};
        for (uint32_t i = 0; i < a->nodes.n && kept && number->op == CSL_OP_SYM; i++) {
            const csl_node *n = a->nodes.v[i];
            if (!n->cond || !csl_mentions_sym(a, csl_expand(a, n->cond), load->sym))
                continue;
            any = true;
            kept = keeps(a, &s, side, csl_side(b, side, n->cond), p->side[1 - side].node);
        }
        if (any && kept)
            return true;
    }
    return false;
}
