/* Kernels that begin before the one launched before has ended: what that one may still write is
 * touched behind griddepcontrol.wait (cudaGridDependencySynchronize()) only. Behind it all of it is
 * done and seen (CUDA programming guide, Programmatic Dependent Launch; PTX ISA, griddepcontrol).
 * What the thread reads of its own arguments was there before.
 *
 * Needs: csl_find_uniform().
 */
#include "blocks.h"

static bool is_wait(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope == CSL_SCOPE_GRID && !s->sync->orders &&
           s->sync->kind == CSL_SYNC_WAIT;
}

/* The thread has waited on every way to the node. */
static bool is_behind(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < n->order; i++)
        if (is_wait(a->nodes.v[i]->stmt) && csl_comes_too(a->nodes.v[i], n))
            return true;
    return false;
}

static bool is_of_device(const csl_analysis *a, const csl_node *n) {
    for (uint32_t t = 0; n->stmt->kind == CSL_STMT_ACCESS && t < n->ntargets; t++) {
        const csl_object *o = csl_object_of_root(a, n->targets[t].root);
        if (!o || o->kind == CSL_OBJ_GLOBAL)
            return true;
    }
    return csl_may_do_anything(n->stmt);
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static csl_node *first_wait(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_wait(a->nodes.v[i]->stmt))
            return a->nodes.v[i];
    return NULL;
}

/* The first architecture whose kernels overlap with the one before (CUDA programming guide,
 * Programmatic Dependent Launch). */
enum { OVERLAPS_FROM = 900 };

static bool may_begin_early(const csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    if (a->module->arch && a->module->arch < OVERLAPS_FROM)
        return false;
    for (uint32_t i = 0; i < k->nlaunches; i++)
        if (k->launches[i].begins != CSL_BEGINS_AFTER)
            return true;
    return false;
}

static void check(csl_analysis *a) {
    csl_node *wait = first_wait(a);
    if (!wait && !may_begin_early(a))
        return;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_of_device(a, a->nodes.v[i]) && !is_behind(a, a->nodes.v[i])) {
            csl_obstruct(a, CSL_ABOUT(GRID), wait ? wait : a->nodes.v[i],
                         "what the kernel launched before has written is not modelled");
            return;
        }
}

/* ---- findings -------------------------------------------------------------------------------- */

static bool is_of_parameter(const csl_analysis *a, const csl_node *n, uint32_t param) {
    const csl_kernel *k = a->kernel;
    if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->is_state || n->ntargets != 1)
        return false;
    return csl_object_of_root(a, n->targets[0].root) == &k->objects[k->params[param].object];
}

/* Two threads are told of, as for all findings: both come there. */
static bool report(csl_analysis *a, csl_node *n, const csl_stored_before *before) {
    csl_relation r = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_BLOCK, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach[2] = {csl_side(b, 0, n->reach), csl_side(b, 1, n->reach)};
    csl_query q = csl_builder_query(b, reach[0], reach[1]);
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    csl_expr *deciding[2] = {NULL, NULL};
    const csl_access *x = n->stmt->access;
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    csl_unpublished u = {.kind = CSL_UNPUBLISHED_EARLY,
                         .reader = n->stmt,
                         .before = before,
                         .object_name = x->through ? x->through : o->name,
                         .rating = csl_rate(a, b, &q, deciding, reach)};
    u.element = u.object_name;
    csl_hold(a, &u.rating, before->lets_begin ? CSL_CAVEAT_kernel_before : CSL_CAVEAT_no_trigger,
             before->kernel);
    const char *does = csl_format(a->ctx, "%s %s", x->mode == CSL_MODE_WRITE ? "writes" : "reads",
                                  n->stmt->text ? n->stmt->text : u.object_name);
    const csl_ending end[2] = {{n, does}, {n, does}};
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    u.witness = csl_tell_best(&solution, end, &u.rating);
    if (u.witness)
        CSL_PUSH(a->ctx, &a->unpublished, u);
    return u.witness != NULL;
}

void csl_find_early(csl_analysis *a) {
    check(a);
    for (uint32_t l = 0; l < a->kernel->nlaunches; l++) {
        const csl_launch *launch = &a->kernel->launches[l];
        for (uint32_t k = 0; k < launch->nbefore; k++) {
            bool told = false;
            for (uint32_t i = 0; i < a->nodes.n && !told; i++) {
                csl_node *n = a->nodes.v[i];
                told = is_of_parameter(a, n, launch->before[k].param) && !is_behind(a, n) &&
                       report(a, n, &launch->before[k]);
            }
        }
    }
}
