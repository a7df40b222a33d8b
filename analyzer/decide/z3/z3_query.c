/* What a query says, for Z3: its variables, its threads, and its conditions. */
#ifdef CSL_WITH_Z3

#include "z3_terms.h"

static unsigned max(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static void variables(csl_z3_terms *e, csl_pool *pool) {
    const csl_tape *t = e->t;
    e->row = CSL_POOL_ARRAY(pool, csl_z3_term, t->q->nvars);
    for (uint32_t v = 0; v < t->q->nvars; v++) {
        if (csl_type_integer(t->q->vars[v].type)) {
            csl_range r = t->var[v] == CSL_NO_NODE
                              ? t->var_range[v]
                              : csl_range_meet(t->var_range[v], t->node[t->var[v]].range);
            e->row[v] = csl_z3_integer(e, r);
        }
    }
}

static Z3_ast fixed(csl_z3_terms *e, uint32_t v, unsigned width) {
    return csl_z3_resize(e, e->row[v].bits, e->row[v].width, width);
}

/* Thread ids inside the block, an allowed shape, and two threads of the right kind. */
static void threads(csl_z3_terms *e) {
    const csl_shapes *s = e->t->q->shapes;
    csl_wide volume = 1, least = max(s->max_threads, 32); /* a warp has a number, too */
    for (unsigned d = 0; d < 3; d++)
        volume *= csl_shapes_range(s, d).hi;
    /* Room for the product of the dimensions, and so for thread numbers. */
    const unsigned W = csl_z3_width((csl_range){0, volume > least ? volume : least});
    Z3_context c = e->c;
    Z3_ast linear[2], dim[3], same = NULL, allowed = NULL;
    for (unsigned d = 0; d < 3; d++) {
        dim[d] = fixed(e, CSL_DV_BDIM + d, W);
        Z3_ast a = fixed(e, CSL_DV_TID1 + d, W), b = fixed(e, CSL_DV_TID2 + d, W);
        csl_z3_require(e, csl_z3_both(e, Z3_mk_bvslt(c, a, dim[d]), Z3_mk_bvslt(c, b, dim[d])));
        if (s->n == 0 && s->fixed[d])
            csl_z3_require(e, Z3_mk_eq(c, dim[d], csl_z3_number(e, s->fixed[d], W)));
        Z3_ast equal = Z3_mk_eq(c, a, b);
        same = same ? csl_z3_both(e, same, equal) : equal;
    }
    csl_z3_require(e, Z3_mk_not(c, same));
    for (uint32_t i = 0; i < s->n; i++) {
        Z3_ast one = NULL;
        for (unsigned d = 0; d < 3; d++) {
            Z3_ast equal = Z3_mk_eq(c, dim[d], csl_z3_number(e, s->shape[i][d], W));
            one = one ? csl_z3_both(e, one, equal) : equal;
        }
        allowed = csl_z3_either(e, allowed, one);
    }
    if (s->n == 0) {
        Z3_ast product = Z3_mk_bvmul(c, Z3_mk_bvmul(c, dim[0], dim[1]), dim[2]);
        allowed = Z3_mk_bvsle(c, product, csl_z3_number(e, s->max_threads, W));
    }
    csl_z3_require(e, allowed);
    if (e->t->q->pair == CSL_PAIR_BLOCK || e->t->q->pair == CSL_PAIR_ANY)
        return;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t first = side == 0 ? CSL_DV_TID1 : CSL_DV_TID2;
        Z3_ast n =
            Z3_mk_bvadd(c, Z3_mk_bvmul(c, fixed(e, first + 2, W), dim[1]), fixed(e, first + 1, W));
        n = Z3_mk_bvadd(c, Z3_mk_bvmul(c, n, dim[0]), fixed(e, first, W));
        linear[side] = Z3_mk_bvlshr(c, n, csl_z3_number(e, 5, W));
    }
    Z3_ast one_warp = Z3_mk_eq(c, linear[0], linear[1]);
    csl_z3_require(e, e->t->q->pair == CSL_PAIR_SAME_WARP ? one_warp : Z3_mk_not(c, one_warp));
}

static void conditions(csl_z3_terms *e) {
    const csl_tape *t = e->t;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        csl_z3_term v = e->term[t->conjunct[i]];
        csl_z3_require(e, v.truth);
        if (v.undefined)
            csl_z3_require(e, Z3_mk_not(e->c, v.undefined));
    }
    if (t->offset[0] == CSL_NO_NODE)
        return;
    csl_range overlap = {1 - (csl_wide)t->q->bytes[0], (csl_wide)t->q->bytes[1] - 1};
    unsigned w = csl_z3_width(overlap);
    for (unsigned s = 0; s < 2; s++) {
        Z3_ast undefined = e->term[t->offset[s]].undefined;
        if (undefined)
            csl_z3_require(e, Z3_mk_not(e->c, undefined));
        w = max(w, csl_z3_width(t->node[t->offset[s]].range));
    }
    w++;
    Z3_ast distance =
        Z3_mk_bvsub(e->c, csl_z3_value(e, t->offset[0], w), csl_z3_value(e, t->offset[1], w));
    csl_z3_require(e, csl_z3_inside(e, distance, w, overlap));
}

void csl_z3_say(csl_z3_terms *e, csl_pool *pool) {
    e->term = CSL_POOL_ARRAY(pool, csl_z3_term, e->t->n);
    variables(e, pool);
    for (uint32_t i = 0; i < e->t->n; i++)
        csl_z3_encode(e, i);
    threads(e);
    conditions(e);
}

#endif
