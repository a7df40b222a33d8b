/* The analysis of one kernel, from IR to facts: the pipeline, read from top to bottom. */
#include "asked.h"
#include "banks/banks.h"
#include "dump.h"
#include "../limits/limits.h"

/* Pointers that the caller of a function passes, and that are shared memory by their names. */
static void assume_shared(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    for (uint32_t i = 0; i < k->nobjects; i++)
        if (k->objects[i].kind == CSL_OBJ_SHARED && k->objects[i].param != UINT32_MAX)
            csl_assume_that(a, CSL_ASSUMED_DECLARATION, k->objects[i].name, NULL,
                            csl_format(a->ctx, "`%s` is an array of its own that the block shares",
                                       k->objects[i].name));
}

/* Concerns of other blocks and of copies are judged where the kernel holds what they are about. */
static csl_concerns enabled_concerns(const csl_analysis *a, csl_concerns any) {
    const csl_concerns always =
        CSL_ABOUT(BARRIERS) | CSL_ABOUT(WARPS) | CSL_ABOUT(SHARED) | CSL_ABOUT(GLOBAL);
    return a->options->concerns ? a->options->concerns : always | any;
}

static void put_asked(const csl_analysis *a, csl_facts *f) {
    const csl_concerns any = csl_find_concerns(a);
    f->enabled = enabled_concerns(a, any);
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        f->asked[c].any = any >> c & 1;
        f->asked[c].safe = a->asked[c].safe;
        f->asked[c].undecided = a->asked[c].undecided;
        f->asked[c].racing = a->asked[c].racing;
    }
    f->obstacles = a->obstacles.v;
    f->nobstacles = a->obstacles.n;
    f->assumed = a->assumptions.v;
    f->nassumptions = a->assumptions.n;
    f->assumptions = csl_alloc(a->ctx, (a->assumptions.n + 1) * sizeof *f->assumptions);
    for (uint32_t i = 0; i < a->assumptions.n; i++)
        f->assumptions[i] = a->assumptions.v[i].text;
}

/* The kernel waits at barriers that may be none of the whole block. */
static bool has_partial_barriers(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (s->kind == CSL_STMT_SYNC && (s->sync->object || s->sync->id))
            return true;
    }
    return false;
}

/* Groups of copies are waited for, and barriers that turn out to be of the whole block may tell
 * others of it. */
static bool tells_of_groups(const csl_analysis *a) {
    bool full = false, waits = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        full |= s->kind == CSL_STMT_SYNC && s->sync->full;
        waits |= s->kind == CSL_STMT_ASYNC && s->async.wait;
    }
    return full && waits;
}

/* Counts tickets, in a second execution, where there are any; and groups where it matters. */
static void find_families(csl_analysis *a) {
    if (!has_partial_barriers(a))
        return;
    csl_mark_full_barriers(a);
    if (csl_find_families(a) || tells_of_groups(a)) {
        csl_execute_again(a);
        csl_refine_shapes(a);
        csl_find_own_places(a);
    }
}

/* What was guessed or said before the analysis. */
static void take_premises(csl_analysis *a) {
    if (a->kernel->recovered) {
        csl_obstruct(a, CSL_ABOUT_ALL, NULL, a->kernel->recovered);
        csl_assume_that(a, CSL_ASSUMED_DECLARATION, NULL, NULL, a->kernel->recovered);
    }
    assume_shared(a);
    if (a->kernel->shares)
        csl_assume_that(a, CSL_ASSUMED_SAME_MEMORY, NULL, NULL, a->kernel->shares);
    if (a->kernel->launched_in_clusters)
        csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL,
                        csl_format(a->ctx, "a cluster has %ux%ux%u blocks, as the launches say",
                                   a->kernel->cluster[0], a->kernel->cluster[1],
                                   a->kernel->cluster[2]));
    if (a->kernel->constants)
        csl_assume_that(a, CSL_ASSUMED_VALUE, NULL, NULL, a->kernel->constants);
    if (a->options->broken)
        csl_obstruct(a, CSL_ABOUT_ALL, NULL, a->options->broken);
}

/* Barriers that count who comes. */
static void find_counted(csl_analysis *a) {
    csl_find_named(a);
    csl_find_miscounted(a);
    csl_find_phases(a);
    csl_find_unset(a);
    csl_find_still_objects(a);
    csl_find_tried(a);
}

static void run_passes(csl_analysis *a) {
    take_premises(a);
    csl_find_shapes(a);
    csl_find_launch_terms(a);
    csl_execute(a);
    csl_refine_shapes(a);
    csl_find_grid_terms(a);
    csl_find_own_places(a);
    find_families(a);
    csl_obstruct_traps(a, csl_find_concerns(a));
    csl_find_aliases(a);
    csl_mark_used(a);
    csl_mark_lost_values(a);
    csl_bound_tables(a);
    csl_find_allocations(a);
    csl_mark_full_barriers(a);
    csl_mark_loops_with_barriers(a);
    a->met = csl_meet(a, CSL_SCOPE_BLOCK, NULL);
    if (a->options->dump_intervals) {
        csl_print_met(a->options->dump_intervals, a, &a->met);
        csl_met in_warp = csl_meet(a, CSL_SCOPE_WARP, NULL);
        csl_print_met(a->options->dump_intervals, a, &in_warp);
    }
    csl_find_uniform(a);
    csl_mark_values_of_lost(a);
    csl_ask_aliases(a);
    csl_settle_families(a);
    csl_check_initialised(a);
    csl_size_tiles(a);
    if (a->options->dump_uniformity)
        csl_print_families(a->options->dump_uniformity, a);
    csl_obstruct_barriers(a);
    if (a->options->dump_uniformity)
        csl_print_symbols(a->options->dump_uniformity, a);
    if (a->options->dump_forms)
        csl_print_forms(a->options->dump_forms, a);
    if (a->options->dump_claims)
        csl_print_claims(a->options->dump_claims, a);
    csl_find_divergence(a);
    csl_find_races(a);
    if (a->options->find_redundant)
        csl_find_redundant(a);
    if (a->options->find_banks || a->options->dump_banks)
        csl_find_bank_conflicts(a);
    csl_find_absent_lanes(a); /* last: they take nothing from the budget of the others */
    csl_find_unnamed_lanes(a);
    csl_check_sources(a);
    csl_check_warp_groups(a);
    csl_check_joint_places(a);
    csl_check_stale_reads(a);
    csl_check_grid(a);
    csl_find_launched(a);
    find_counted(a);
    csl_check_tensor_memory(a);
    csl_assume_dead_writes(a);
    csl_assume_known_objects(a);
    csl_find_unpublished(a);
    csl_find_early(a);
    csl_find_out_of_reach(a);
    if (enabled_concerns(a, csl_find_concerns(a)) & CSL_ABOUT(GRID)) {
        csl_find_grid_races(a);
        csl_check_cluster(a);
    }

    bool found = a->divergences.n || a->races.n || a->absent_lanes.n || a->unpublished.n;
    csl_check_bounds(a);
    if (!found)
        csl_tell_of_numbers(a);
    csl_assume_distinct(a);
}

static csl_facts *facts_of(const csl_analysis *a) {
    csl_facts *f = CSL_NEW(a->ctx, csl_facts);
    *f = (csl_facts){
        .ctx = a->ctx,
        .module = a->module,
        .kernel = a->kernel,
        .divergences = a->divergences.v,
        .ndivergences = a->divergences.n,
        .absent_lanes = a->absent_lanes.v,
        .nabsent_lanes = a->absent_lanes.n,
        .misuses = a->misuses.v,
        .nmisuses = a->misuses.n,
        .races = a->races.v,
        .nraces = a->races.n,
        .unpublished = a->unpublished.v,
        .nunpublished = a->unpublished.n,
        .redundant = a->redundant.v,
        .nredundant = a->redundant.n,
        .bank_conflicts = a->bank_conflicts.v,
        .nbank_conflicts = a->bank_conflicts.n,
        .shapes = a->shape_words,
    };
    put_asked(a, f);
    return f;
}

const csl_facts *csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                    csl_decider *d, const csl_analysis_options *options) {
    csl_analysis *a = CSL_NEW(ctx, csl_analysis);
    a->ctx = ctx;
    a->module = m;
    a->kernel = k;
    a->options = options;
    a->pairs = csl_ctx_new();
    csl_limits_begin();
    csl_decider_begin(d);
    a->asker = csl_asker_new(ctx, d);

    run_passes(a);
    const csl_facts *f = facts_of(a);
    if (options->dump_limits) {
        fprintf(options->dump_limits, "%s:\n", k->name);
        csl_print_limits(options->dump_limits);
    }
    if (options->dump_confidence)
        csl_print_ratings(options->dump_confidence, a);
    csl_ctx_free(a->pairs);
    csl_memo_clear(a->expanded);
    return f;
}
