/* A search in blocks of one shape: the values of the unknowns, and what is done for one choice of
 * the shared ones. */
#include "search_state.h"
#include "../../limits/limits.h"

#include <string.h>

enum { NO_VAR = UINT32_MAX, MANY_VARS = UINT32_MAX - 1 };

/* ---- start ----------------------------------------------------------------------------------- */

/* Of each node the only variable it mentions, NO_VAR or MANY_VARS. */
static uint32_t *find_only(const csl_search *s) {
    const csl_tape *t = s->t;
    uint32_t *only_of = CSL_POOL_ARRAY(s->pool, uint32_t, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        uint32_t only = node->e->op == CSL_OP_SYM ? node->e->index : NO_VAR;
        for (unsigned k = 0; k < node->e->nkids; k++) {
            uint32_t kid = only_of[node->kid[k]];
            only = only == NO_VAR || only == kid ? kid : kid == NO_VAR ? only : MANY_VARS;
        }
        only_of[i] = only;
    }
    return only_of;
}

static csl_sieve sieve_of(const csl_search *s, const uint32_t *only, uint32_t var) {
    const csl_tape *t = s->t;
    csl_sieve v = {.nconjuncts = 0};
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        v.nconjuncts += only[t->conjunct[i]] == var;
    if (v.nconjuncts == 0)
        return v;
    v.conjunct = CSL_POOL_ARRAY(s->pool, uint32_t, v.nconjuncts);
    v.node = CSL_POOL_ROOM(s->pool, uint32_t, t->n);
    for (uint32_t i = 0, n = 0; i < t->nconjuncts; i++)
        if (only[t->conjunct[i]] == var)
            v.conjunct[n++] = t->conjunct[i];
    for (uint32_t i = 0; i < t->n; i++)
        if ((only[i] == var || only[i] == NO_VAR) && t->node[i].e->nkids > 0)
            v.node[v.nnodes++] = i;
    return v;
}

bool csl_search_start(csl_search *s) {
    const csl_tape *t = s->t;
    unsigned sides[2] = {0, 0};
    for (unsigned side = 0; side < 2 && t->offset[0] != CSL_NO_NODE; side++)
        sides[side] = t->node[t->offset[side]].sides;
    s->of_one = sides[1] == 1 && !(sides[0] & 2);
    if (!s->of_one && ((sides[0] & 2) || (sides[1] & 1)))
        return false; /* an offset of one thread that depends on the other */
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        s->mixed |= t->node[t->conjunct[i]].sides == 3;
    s->columns = csl_columns_new(s->pool, t);
    s->most_threads = UINT32_MAX;
    const uint32_t *only = find_only(s);
    for (int side = 0; side < 3; side++) {
        csl_unknowns u = csl_find_unknowns(s->pool, t, side, s->all);
        s->unknowns[side] = u;
        s->column[side] = CSL_POOL_ARRAY(s->pool, int64_t *, u.n);
        s->sieves[side] = CSL_POOL_ARRAY(s->pool, csl_sieve, u.n);
        for (uint32_t k = 0; k < u.n; k++) {
            s->column[side][k] = csl_column(s->columns, t->var[u.vars[k].var]);
            s->sieves[side][k] = sieve_of(s, only, u.vars[k].var);
        }
        s->most_choices = s->all ? CSL_LIMIT(private_choices) : CSL_LIMIT(sampled_choices);
        s->choices[side] = CSL_POOL_ROOM(s->pool, int64_t, 2 * s->most_choices * (size_t)u.n);
        s->good[side] = CSL_POOL_ROOM(s->pool, uint32_t, 2 * (size_t)s->most_choices);
    }
    csl_order_terms(s);
    csl_shared_start(s);
    return true;
}

/* ---- one choice of the shared unknowns ------------------------------------------------------- */

bool csl_search_threads(csl_search *s) {
    bool had = s->best != NULL;
    for (unsigned one = 1; one <= 2; one++) {
        csl_search_side(s, one);
        if (s->nlanes[one] == 0)
            return true;
    }
    csl_search_pairs(s);
    if (!had && s->best && s->left > CSL_LIMIT(after_witness))
        s->left = CSL_LIMIT(after_witness);
    return !(s->any && s->best);
}

/* ---- values of the unknowns ------------------------------------------------------------------ */

/* Takes out the values that break a conjunct which only this unknown decides. */
static void filter(const csl_search *s, const csl_sieve *sieve, csl_candidates *c) {
    uint32_t kept = 0;
    if (sieve->nconjuncts == 0)
        return;
    for (uint32_t from = 0; from < c->n; from += CSL_LANES) {
        unsigned lanes = c->n - from < CSL_LANES ? c->n - from : CSL_LANES;
        bool good[CSL_LANES];
        memset(good, true, sizeof good);
        memcpy(csl_column(s->columns, s->t->var[c->var]), c->value + from,
               lanes * sizeof *c->value);
        csl_columns_run_nodes(s->columns, sieve->node, sieve->nnodes, lanes);
        for (uint32_t i = 0; i < sieve->nconjuncts; i++) {
            const int64_t *value = csl_column(s->columns, sieve->conjunct[i]);
            const uint8_t *undefined = csl_undefined(s->columns, sieve->conjunct[i]);
            for (unsigned l = 0; l < lanes; l++)
                good[l] = good[l] && value[l] && !undefined[l];
        }
        for (unsigned l = 0; l < lanes; l++) {
            c->value[kept] = c->value[from + l];
            kept += good[l];
        }
    }
    c->n = kept;
}

typedef struct chooser {
    csl_search *s;
    unsigned side;
} chooser;

static bool keep_choice(void *user, const int64_t *choice) {
    csl_search *s = ((chooser *)user)->s;
    unsigned side = ((chooser *)user)->side;
    uint32_t n = s->unknowns[side].n;
    /* A single unknown gets a better share: it is most often the number of a pass. */
    uint32_t most = n == 1 && !s->all ? 2 * s->most_choices : s->most_choices;
    if (s->nchoices[side] == most) {
        s->complete = false;
        s->has_all[side] = false;
        return false;
    }
    if (n > 0)
        memcpy(s->choices[side] + (size_t)s->nchoices[side] * n, choice, n * sizeof *choice);
    s->nchoices[side]++;
    return true;
}

bool csl_search_values(csl_search *s, const uint32_t shape[3]) {
    bool complete = true;
    for (unsigned d = 0; d < 3; d++)
        s->dim[d] = shape[d];
    for (unsigned side = 0; side < 3; side++) {
        s->has_all[side] = false;
        complete &= csl_find_candidates(s->t, &s->unknowns[side], s->within, s->dim, s->all);
        for (uint32_t k = 0; k < s->unknowns[side].n; k++)
            filter(s, &s->sieves[side][k], &s->unknowns[side].vars[k]);
    }
    return complete;
}

void csl_search_choices(csl_search *s) {
    int64_t *choice = CSL_POOL_ARRAY(s->pool, int64_t, s->q->nvars);
    for (unsigned side = 1; side <= 2; side++) {
        chooser c = {s, side};
        if (s->has_all[side])
            continue; /* from the try before, of the same values */
        s->nchoices[side] = 0;
        s->has_all[side] = true;
        csl_each_choice(&s->unknowns[side], choice, keep_choice, &c);
    }
}
