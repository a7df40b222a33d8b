/* Threads of two blocks: do they touch the same bytes of global memory?
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"
#include "../../limits/limits.h"

bool csl_is_memory_access(const csl_node *n) {
    return csl_is_data_access(n) && n->ntargets > 0;
}

/* Memory that all blocks see: a pointer that was loaded has to be the same for them. */
bool csl_is_for_all(csl_analysis *a, const csl_target *t) {
    const csl_object *o = csl_object_of_root(a, t->root);
    return o ? o->kind == CSL_OBJ_GLOBAL : csl_scope_of(a, t->root) == CSL_SCOPE_GRID;
}

bool csl_share_memory(csl_analysis *a, const csl_node *x, const csl_node *y) {
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0; j < y->ntargets; j++)
            if (x->targets[i].root == y->targets[j].root && csl_is_for_all(a, &x->targets[i]))
                return true;
    return false;
}

/* ---- two blocks ------------------------------------------------------------------------------ */

csl_expr *csl_see_block(void *user, csl_expr *leaf) {
    if (leaf->op == CSL_OP_BID)
        ((bool *)user)[leaf->index] = true;
    return leaf;
}

static csl_expr *see_grid(void *user, csl_expr *leaf) {
    if (leaf->op == CSL_OP_BID || leaf->op == CSL_OP_GDIM)
        ((bool *)user)[leaf->index] = true;
    return leaf;
}

bool csl_is_single_block(const csl_analysis *a) {
    return a->grid_most[0] == 1 && a->grid_most[1] == 1 && a->grid_most[2] == 1;
}

static void see_all(csl_analysis *a) {
    a->grid_seen = true;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *e[] = {n->reach, n->address, n->value, n->cond};
        for (int k = 0; k < 4; k++)
            if (e[k])
                csl_map(a->ctx, csl_expand(a, e[k]), see_grid, a->grid_used);
    }
}

/* In a dimension that the kernel never looks at, the grid is taken to be one block wide, unless a
 * launch says something else: all of them would do the same. */
bool csl_find_blocks(csl_finder *f) {
    csl_analysis *a = f->a;
    if (!a->grid_seen)
        see_all(a);
    for (int d = 0; d < 3; d++)
        f->blocks[d] |= a->grid_used[d] || a->grid_most[d] > 1;
    const bool any = f->blocks[0] || f->blocks[1] || f->blocks[2];
    f->blocks[0] |= !any;
    return any;
}

/* Adds that the two sides are in different blocks. */
void csl_assume_two_blocks(const csl_finder *f, csl_builder *b) {
    csl_analysis *a = f->a;
    csl_expr *same = csl_true(a->ctx);
    for (uint32_t d = 0; d < 3; d++) {
        if (!f->blocks[d])
            continue;
        csl_expr *bid = csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d);
        same = csl_and(a->ctx, same,
                       csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, bid), csl_side(b, 1, bid)));
    }
    csl_builder_fact(b, csl_not(a->ctx, same));
}

/* The question whether threads of two blocks touch the same bytes. `roughly`: under the conditions
 * on their place in the grid alone. False if they cannot. */
static bool ask_of_two_blocks(csl_finder *f, csl_node *x, csl_node *y, uint32_t i, uint32_t j,
                              bool roughly, csl_clash *out) {
    csl_analysis *a = f->a;
    csl_pair_query *p = CSL_NEW(a->pairs, csl_pair_query);
    *p = (csl_pair_query){
        .side = {{.node = x, .cond = csl_true(a->ctx)}, {.node = y, .cond = csl_true(a->ctx)}},
        .round = CSL_ROUND_FREE,
        .scope = CSL_SCOPE_GRID};
    *out = (csl_clash){
        .pair = p,
        .relation = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID, .round = CSL_ROUND_FREE},
        .target = &x->targets[i]};
    csl_query q;
    if (!csl_is_for_all(a, &x->targets[i]))
        return false;
    if (!roughly && !csl_race_query(a, p, &out->relation, i, j, &q, &out->builder))
        return false;
    if (roughly) {
        if (x->targets[i].root != y->targets[j].root)
            return false;
        out->builder = csl_builder_new(a, &out->relation);
        q.offset[0] = csl_side(out->builder, 0, x->targets[i].offset);
        q.offset[1] = csl_side(out->builder, 1, y->targets[j].offset);
        q.bytes[0] = x->stmt->access->bytes;
        q.bytes[1] = y->stmt->access->bytes;
        q.guard[0] = csl_side(out->builder, 0, csl_of_place(a, x->reach));
        q.guard[1] = csl_side(out->builder, 1, csl_of_place(a, y->reach));
    }
    csl_assume_two_blocks(f, out->builder);
    out->query = csl_builder_query(out->builder, q.guard[0], q.guard[1]);
    for (int k = 0; k < 2; k++)
        out->query.offset[k] = q.offset[k], out->query.bytes[k] = q.bytes[k];
    return true;
}

/* Threads of two blocks touch the same bytes: POSSIBLE with the values in *out, or only roughly so:
 * UNDECIDED. */
csl_verdict csl_of_two_blocks(csl_finder *f, csl_node *x, csl_node *y, csl_clash *out) {
    csl_verdict worst = CSL_SAFE;
    for (uint32_t i = 0; i < x->ntargets; i++)
        for (uint32_t j = 0;
             j < y->ntargets && !csl_limit_reached(CSL_LIMIT_publish_questions, f->questions);
             j++) {
            csl_clash rough;
            if (!ask_of_two_blocks(f, x, y, i, j, false, out))
                continue;
            f->questions++;
            csl_answer answer = csl_ask(f->a, &out->query, CSL_USE_WITNESS);
            out->value = answer.value;
            if (answer.verdict == CSL_POSSIBLE)
                return CSL_POSSIBLE;
            if (answer.verdict != CSL_UNDECIDED || worst == CSL_UNDECIDED)
                continue;
            f->questions++;
            ask_of_two_blocks(f, x, y, i, j, true, &rough);
            if (csl_ask(f->a, &rough.query, CSL_USE_WITNESS).verdict == CSL_POSSIBLE)
                worst = CSL_UNDECIDED;
        }
    return worst;
}
