/* Which accesses of shared memory make banks work several times for one request of a warp. */
#include "banks.h"
#include "../../limits/limits.h"

#include <string.h>

/* ---- what is looked at ------------------------------------------------------------------------ */

/* Adds the loops whose number of the pass the term mentions; false: more than are gone through. */
static bool find_loops(csl_analysis *a, csl_expr *e, csl_bank_site *site) {
    for (uint32_t i = 0; i < a->loops.n; i++) {
        csl_loop *loop = a->loops.v[i];
        uint32_t at = 0;
        while (at < site->nloops && site->loop[at] != loop && site->loop[at]->depth > loop->depth)
            at++;
        if ((at < site->nloops && site->loop[at] == loop) || !csl_mentions_sym(a, e, loop->iter))
            continue;
        if (site->nloops == CSL_BANK_LOOPS)
            return false;
        for (uint32_t k = site->nloops++; k > at; k--) {
            site->loop[k] = site->loop[k - 1];
            site->iter[k] = site->iter[k - 1];
            site->stay[k] = site->stay[k - 1];
        }
        site->loop[at] = loop;
        site->iter[at] = loop->iter;
        site->stay[at] = loop->stay ? csl_expand(a, loop->stay) : NULL;
    }
    return true;
}

static bool is_shared(const csl_object *o) {
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
}

/* One instruction: a scalar, or a vector of floating-point numbers; loads and stores of the copy
 * engine and atomics are not. */
static bool is_one_request(const csl_access *x) {
    if (x->atomic != CSL_ATOMIC_NONE || x->is_async || x->is_bulk || x->is_state)
        return false;
    return x->type == CSL_VOID ? x->bytes == 8 || x->bytes == 16 : x->bytes <= 8;
}

static bool make_site(csl_analysis *a, csl_node *n, csl_bank_site *site) {
    if (n->stmt->kind != CSL_STMT_ACCESS || !is_one_request(n->stmt->access) || n->ntargets != 1)
        return false;
    const csl_target *t = &n->targets[0];
    *site = (csl_bank_site){
        .node = n, .object = csl_object_of_root(a, t->root), .bytes = n->stmt->access->bytes};
    if (!is_shared(site->object))
        return false;
    site->offset = csl_expand(a, t->offset);
    site->guard = csl_expand(a, csl_and(a->ctx, n->reach, t->when));
    return find_loops(a, site->offset, site) && find_loops(a, site->guard, site);
}

static bool same_place(const csl_place *x, const csl_place *y) {
    return x->file == y->file && x->line == y->line && x->col == y->col &&
           x->end_line == y->end_line && x->end_col == y->end_col && x->chain == y->chain;
}

/* Parts of one value that is copied as a whole: how many instructions that takes is up to the
 * compiler. */
static bool is_part(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (s != n->stmt && s->kind == CSL_STMT_ACCESS &&
            s->access->mode == n->stmt->access->mode &&
            s->access->address != n->stmt->access->address && same_place(s->place, n->stmt->place))
            return true;
    }
    return false;
}

/* ---- what it costs ---------------------------------------------------------------------------- */

static csl_bank_cost cost_of(csl_bank_table *t, const csl_bank_site *site) {
    static const csl_bank_layout as_it_is;
    csl_bank_cost cost = csl_bank_cost_of(t->a, t->scratch, site, t->block, &as_it_is, true);
    return cost.known ? cost : csl_bank_cost_of(t->a, t->scratch, site, t->block, &as_it_is, false);
}

/* "in pass 4 of the loop in line 12", from 0; NULL without loops. */
static const char *words_of_passes(csl_analysis *a, const csl_bank_site *site,
                                   const csl_bank_cost *cost) {
    const char *text = NULL;
    for (uint32_t i = 0; i < site->nloops; i++)
        if (cost->pass[i])
            text =
                csl_format(a->ctx, "%s%sin pass %u of the loop in line %u", text ? text : "",
                           text ? ", " : "", cost->pass[i] + 1, site->loop[i]->stmt->place->line);
    return text;
}

/* NULL for an object of no declared form. */
static const char *element_at(csl_analysis *a, const csl_object *o, int64_t place) {
    const bool declared = o->ndims && o->elem_bytes && place >= 0;
    return declared ? csl_element_at(a, o, o->name, place) : NULL;
}

/* One fact for each object: its worst access, with the others that have a conflict, too. */
static void tell(csl_bank_table *t, uint32_t worst) {
    csl_analysis *a = t->a;
    const csl_bank_site *site = &t->sites[worst];
    const csl_bank_cost *cost = &t->costs[worst];
    csl_bank_conflict c = {.access = site->node->stmt,
                           .object = site->object,
                           .degree = cost->worst.degree,
                           .when = words_of_passes(a, site, cost),
                           .relief = csl_bank_relief(t, worst),
                           .all_come = cost->open};
    memcpy(c.block, t->block, sizeof c.block);
    for (unsigned i = 0; i < 2; i++) {
        c.lane[i] = cost->worst.lane[i];
        c.element[i] = cost->shifted ? NULL : element_at(a, site->object, cost->place[i]);
    }
    CSL_VEC(csl_bank_other) also = {0};
    for (uint32_t i = 0; i < t->n; i++)
        if (i != worst && t->sites[i].object == site->object && t->costs[i].known &&
            t->costs[i].worst.degree > 1) {
            const csl_bank_other other = {t->sites[i].node->stmt, t->costs[i].worst.degree};
            CSL_PUSH(a->ctx, &also, other);
        }
    c.also = also.v;
    c.nalso = also.n;
    CSL_PUSH(a->ctx, &a->bank_conflicts, c);
}

static bool is_worst(const csl_bank_table *t, uint32_t which) {
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->sites[i].object != t->sites[which].object || !t->costs[i].known)
            continue;
        const uint32_t here = t->costs[i].worst.degree, there = t->costs[which].worst.degree;
        if (here > there || (here == there && i < which))
            return false;
    }
    return true;
}

/* ---- the pass ---------------------------------------------------------------------------------- */

static void find_in_block(csl_analysis *a, csl_ctx *scratch, const csl_bank_site *sites, uint32_t n,
                          const uint32_t block[3]) {
    csl_bank_cost *costs = csl_alloc(scratch, (n + 1) * sizeof *costs);
    csl_bank_table t = {.a = a,
                        .scratch = scratch,
                        .sites = sites,
                        .costs = costs,
                        .n = n,
                        .trials = CSL_LIMIT(bank_trials)};
    memcpy(t.block, block, sizeof t.block);
    for (uint32_t i = 0; i < n; i++) {
        costs[i] = cost_of(&t, &sites[i]);
        if (a->options->dump_banks)
            csl_print_bank_cost(a->options->dump_banks, &t, i);
    }
    for (uint32_t i = 0; i < n; i++)
        if (costs[i].known && costs[i].worst.degree > 1 && is_worst(&t, i))
            tell(&t, i);
}

void csl_find_bank_conflicts(csl_analysis *a) {
    CSL_VEC(csl_bank_site) sites = {0};
    csl_ctx *scratch = csl_ctx_new();
    csl_bank_site site;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (!csl_limit_reached(CSL_LIMIT_bank_accesses, sites.n) &&
            make_site(a, a->nodes.v[i], &site) && !is_part(a, site.node))
            CSL_PUSH(scratch, &sites, site);
    static const uint32_t any[3];
    if (sites.n && a->shapes.n)
        for (uint32_t s = 0; s < a->shapes.n && !a->bank_conflicts.n; s++)
            find_in_block(a, scratch, sites.v, sites.n, a->shapes.shape[s]);
    else if (sites.n && a->shapes.fixed[1] == 1 && a->shapes.fixed[2] == 1)
        find_in_block(a, scratch, sites.v, sites.n, any);
    csl_ctx_free(scratch);
}

void csl_print_bank_cost(FILE *to, const csl_bank_table *t, uint32_t i) {
    const csl_bank_site *site = &t->sites[i];
    const csl_bank_cost *cost = &t->costs[i];
    fprintf(to, "%u:%u %s %u bytes of %s: ", site->node->stmt->place->line,
            site->node->stmt->place->col,
            site->node->stmt->access->mode == CSL_MODE_READ ? "read" : "write", site->bytes,
            site->object->name);
    if (!cost->known)
        fputs("not known\n", to);
    else
        fprintf(to, "%u-way, %llu requests in %llu wavefronts%s\n", cost->worst.degree,
                (unsigned long long)cost->requests, (unsigned long long)cost->wavefronts,
                cost->exact ? "" : ", of what is known");
}
