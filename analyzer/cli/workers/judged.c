/* One kernel after the other: analysis, rules, verdict.
 *
 * What an analysis leaves behind serves those of the next kernels, as instances of one template ask
 * the same questions, and facts are looked at again when both of two made-up numbers were tried.
 * Where it has become too much, what the kernels came to is copied and all of it freed.
 */
#include "judged.h"

#include "../../../rules/common.h"
#include "../../limits/limits.h"
#include "../../report/source/glob.h"
#include "../proof/proof.h"
#include "keep.h"
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

/* An instance of a template with two numbers that were made up, and its findings. Its facts lie in
 * the memory of the analysis. */
typedef struct made_up {
    const char *pattern;
    const csl_facts *facts;
    uint32_t instance;   /* index into csl_judged.instances */
    uint32_t first, end; /* of the findings in the sink */
} made_up;

/* A kernel that was analysed and is to be recalled. */
typedef struct found {
    char *key; /* of csl_recall_key */
    csl_decider_state before, after;
    uint32_t instance;   /* index into csl_judged.instances */
    uint32_t first, end; /* of the findings in the sink */
} found;

void csl_judged_init(csl_judged *j, csl_ctx *ctx, const csl_input *input, const csl_options *o,
                     csl_recall *known) {
    *j = (csl_judged){
        .ctx = ctx,
        .o = o,
        .input = input,
        .decider = csl_decider_new(csl_decide_defaults()),
        .known = known,
        .sources = csl_sources_new(),
        .filter = csl_header_filter_new(o->header_filter),
        .sink = {.ctx = ctx},
        .finding_archs = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        .instances = g_array_new(FALSE, FALSE, sizeof(csl_instance)),
        .proofs = g_ptr_array_new(),
        .wanted = g_array_new(FALSE, FALSE, sizeof(csl_wanted)),
        .made_up = g_array_new(FALSE, FALSE, sizeof(made_up)),
        .found = g_array_new(FALSE, FALSE, sizeof(found)),
    };
}

void csl_judged_free(csl_judged *j) {
    csl_decider_free(j->decider);
    csl_header_filter_free(j->filter);
    csl_sources_free(j->sources);
    g_array_unref(j->finding_archs);
    g_array_unref(j->instances);
    g_ptr_array_unref(j->proofs);
    g_array_unref(j->wanted);
    g_array_unref(j->made_up);
    g_array_unref(j->found);
}

/* ---- one kernel ------------------------------------------------------------------------------ */

/* --block-dim, or what the configuration assumes of this kernel. */
static void known_block(const csl_options *o, const char *kernel, uint32_t block[3]) {
    memcpy(block, o->block_dim, sizeof o->block_dim);
    for (guint i = 0; i < o->assumed->len; i++) {
        const csl_assumed_block *a = &g_array_index(o->assumed, csl_assumed_block, i);
        if (csl_glob_matches(a->kernel, kernel))
            memcpy(block, a->block_dim, sizeof a->block_dim);
    }
}

static csl_analysis_options analysis_options(const csl_options *o, const csl_kernel *k,
                                             const char *broken) {
    csl_analysis_options a = {
        .dump_uniformity = o->dump & CSL_DUMP_UNIFORMITY ? stdout : NULL,
        .dump_intervals = o->dump & CSL_DUMP_INTERVALS ? stdout : NULL,
        .dump_queries = o->dump & CSL_DUMP_QUERIES ? stdout : NULL,
        .dump_limits = o->dump & CSL_DUMP_LIMITS ? stdout : NULL,
        .dump_confidence = o->dump & CSL_DUMP_CONFIDENCE ? stdout : NULL,
        .dump_banks = o->dump & CSL_DUMP_BANKS ? stdout : NULL,
    };
    known_block(o, k->name, a.block);
    memcpy(a.grid, o->grid_dim, sizeof a.grid);
    a.concerns = o->concerns;
    /* What is found with one of two made-up numbers is compared with what is with the other. */
    a.told_from = k->numbers[1] ? CSL_LOW : csl_told_from(o);
    a.broken = broken;
    const csl_rule *redundant = csl_rule_find("redundant-barrier");
    a.find_redundant = !k->helper && redundant && csl_check_enabled(o, redundant);
    const csl_rule *banks = csl_rule_find("bank-conflict");
    a.find_banks = !k->helper && banks && csl_check_enabled(o, banks);
    return a;
}

/* Findings in the input itself are wanted, and in the headers that the filter wants. */
static bool is_wanted(csl_judged *j, const char *file) {
    return strcmp(j->input->path, file) == 0 ||
           csl_header_filter_wants(j->filter, csl_sources_path(j->sources, file));
}

/* Drops findings in headers that the user does not care about; they start at `from`. */
static void drop_unwanted(csl_judged *j, uint32_t from) {
    csl_sink *sink = &j->sink;
    const uint32_t n = sink->n;
    sink->n = from;
    for (uint32_t i = from; i < n; i++)
        if (is_wanted(j, sink->items[i].region.file))
            sink->items[sink->n++] = sink->items[i];
}

/* Counts the findings in the sink from `first` to `end` that are worth showing, by concern. */
static void count_shown(const csl_judged *j, uint32_t first, uint32_t end,
                        uint32_t shown[CSL_CONCERN_COUNT]) {
    for (uint32_t i = first; i < end; i++) {
        const csl_finding *f = &j->sink.items[i];
        shown[f->concern] += f->severity > CSL_NOTE && f->confidence >= j->o->min_confidence;
    }
}

/* Runs the selected rules. */
static void run_rules(csl_judged *j, const csl_facts *facts) {
    uint32_t before = j->sink.n;
    for (uint32_t i = 0; i < csl_nrules; i++)
        if (csl_rules[i].run && csl_check_enabled(j->o, &csl_rules[i]))
            csl_rules[i].run(facts, &j->sink);
    drop_unwanted(j, before);
}

/* Why the kernel cannot be analysed, or NULL. A front end that breaks the rules of the IR is our
 * own bug: test builds stop there. */
static const char *obstacle(csl_judged *j, const csl_module *m, const csl_kernel *k) {
    if (k->skipped)
        return k->skipped;
    const char *broken = csl_verify_kernel(j->ctx, m, k);
    if (!broken)
        return NULL;
#ifdef CSL_CHECK_PASSES
    fprintf(stderr, "%s: the IR is not well formed: %s\n", k->name, broken);
    abort();
#else
    return csl_format(j->ctx, "internal error: the IR is not well formed: %s", broken);
#endif
}

/* Analyses a kernel and runs the rules; *operators: made for that. */
static csl_kernel_result judge(csl_judged *j, const csl_module *m, const csl_kernel *k,
                               const csl_analysis_options *options, uint64_t *operators) {
    if (!j->work)
        j->work = csl_ctx_within(j->ctx);
    const uint64_t before = csl_operators_made(j->work);
    const csl_facts *facts = csl_analyse_kernel(j->work, m, k, j->decider, options);
    made_up made = {k->pattern, facts, j->instances->len, j->sink.n, 0};
    run_rules(j, facts);
    made.end = j->sink.n;
    *operators = csl_operators_made(j->work) - before;
    uint32_t shown[CSL_CONCERN_COUNT] = {0};
    count_shown(j, made.first, made.end, shown);
    if (k->numbers[1])
        g_array_append_val(j->made_up, made);
    return csl_judge_kernel(facts, shown);
}

/* The same, unless it is known what that comes to. */
static csl_kernel_result judge_or_find(csl_judged *j, const csl_module *m, const csl_kernel *k,
                                       const csl_analysis_options *options, const char *arch,
                                       uint64_t *operators) {
    if (!j->known || k->numbers[1])
        return judge(j, m, k, options, operators);
    found one = {
        .before = csl_decider_now(j->decider), .instance = j->instances->len, .first = j->sink.n};
    one.key = csl_recall_key(m, k, arch, options->broken, one.before);
    const csl_recalled *known = csl_recall_find(j->known, one.key);
    if (known) {
        for (uint32_t i = 0; i < known->nfindings; i++)
            csl_report(&j->sink, &known->findings[i]);
        csl_decider_resume(j->decider, known->after);
        *operators = known->operators;
        g_free(one.key);
        return known->result;
    }
    const csl_kernel_result result = judge(j, m, k, options, operators);
    one.end = j->sink.n;
    one.after = csl_decider_now(j->decider);
    g_array_append_val(j->found, one);
    return result;
}

/* ---- two made-up numbers ----------------------------------------------------------------------- */

static bool has_finding(const csl_judged *j, const made_up *in, const csl_finding *f) {
    for (uint32_t i = in->first; i < in->end; i++) {
        const csl_finding *g = &j->sink.items[i];
        if (!strcmp(f->rule, g->rule) && f->region.line == g->region.line &&
            !strcmp(f->region.file, g->region.file))
            return true;
    }
    return false;
}

/* One of two numbers is the size of the block, as a rule, and it is unknown which. What happens
 * only if it is the one, and not if it is the other, is of low confidence. */
static void caveat_made_up(csl_judged *j) {
    for (guint i = 0; i < j->made_up->len; i++) {
        const made_up *one = &g_array_index(j->made_up, made_up, i);
        bool has_caveat = false;
        uint32_t shown[CSL_CONCERN_COUNT] = {0};
        for (guint n = 0; n < j->made_up->len; n++) {
            const made_up *other = &g_array_index(j->made_up, made_up, n);
            for (uint32_t k = one->first; n != i && k < one->end; k++)
                if (!strcmp(one->pattern, other->pattern) &&
                    !has_finding(j, other, &j->sink.items[k])) {
                    j->sink.items[k].confidence = CSL_LOW;
                    has_caveat = true;
                }
        }
        if (!has_caveat)
            continue;
        count_shown(j, one->first, one->end, shown);
        csl_kernel_result *of = &g_array_index(j->instances, csl_instance, one->instance).result;
        const csl_kernel_result before = *of;
        *of = csl_judge_kernel(one->facts, shown);
        of->archs = before.archs;
        of->narchs = before.narchs;
    }
    g_array_set_size(j->made_up, 0);
}

/* ---- the memory of the analyses --------------------------------------------------------------- */

/* A kernel behind this one has the other of two made-up numbers. */
static bool awaits_other(const csl_judged *j, const csl_module *m, const csl_kernel *k) {
    for (guint i = 0; i < j->made_up->len; i++)
        for (const csl_kernel *next = k + 1; next < m->kernels + m->nkernels; next++)
            if (next->numbers[1] &&
                strcmp(next->pattern, g_array_index(j->made_up, made_up, i).pattern) == 0)
                return true;
    return false;
}

/* Nothing will look at the facts of the kernels judged so far. */
static void settle(csl_judged *j) {
    caveat_made_up(j);
    j->nkept_findings = j->sink.n;
    j->nkept_instances = j->instances->len;
}

/* What was found lies in the context: it may be recalled. */
static void let_recall(csl_judged *j) {
    for (guint i = 0; i < j->found->len; i++) {
        const found *one = &g_array_index(j->found, found, i);
        const csl_instance *of = &g_array_index(j->instances, csl_instance, one->instance);
        const csl_recalled kernel = {.result = of->result,
                                     .findings = j->sink.n ? &j->sink.items[one->first] : NULL,
                                     .nfindings = one->end - one->first,
                                     .after = one->after,
                                     .operators = of->operators};
        csl_recall_add(j->known, j->ctx, one->key, one->before, &kernel);
        g_free(one->key);
    }
    g_array_set_size(j->found, 0);
}

/* Copies what lies in the memory of the analyses and frees it. */
static void end_work(csl_judged *j) {
    const uint32_t findings = j->nkept_findings, instances = j->nkept_instances;
    settle(j);
    csl_keep_results(j->ctx, j->sink.items + findings, j->sink.n - findings,
                     (csl_instance *)(void *)j->instances->data + instances,
                     j->instances->len - instances);
    let_recall(j);
    csl_ctx_free(j->work);
    j->work = NULL;
}

void csl_judged_all(csl_judged *j) {
    settle(j);
    let_recall(j);
    if (j->work)
        csl_ctx_join(j->ctx, j->work);
    j->work = NULL;
}

/* ---- in order -------------------------------------------------------------------------------- */

void csl_judge(csl_judged *j, const csl_module *m, const csl_kernel *k, uint32_t arch,
               const char **arch_name) {
    csl_instance to = {k->pattern, k->instance, {.name = k->name}, 0};
    const char *why = obstacle(j, m, k);
    csl_proof *proof = NULL;
    if (why) {
        to.result = csl_not_judged(m, k, why);
    } else if (csl_is_beyond(j->instances, &to, *arch_name)) {
        to.instance = NULL;
        to.result =
            csl_not_judged(m, k, "further instances are not analysed (limit: file_operators)");
        to.result.verdict = CSL_NOT_DECIDED;
    } else {
        csl_analysis_options options =
            analysis_options(j->o, k, j->broken ? j->broken : j->refused);
        proof = j->o->proof ? csl_proof_begin(&options) : NULL;
        to.result = judge_or_find(j, m, k, &options, *arch_name, &to.operators);
        while (j->finding_archs->len < j->sink.n)
            g_array_append_val(j->finding_archs, arch);
    }
    to.result.archs = arch_name;
    to.result.narchs = 1;
    const char *proved = proof ? csl_proof_end(proof, j->ctx, &to.result, k->instance) : NULL;
    if (proved)
        g_ptr_array_add(j->proofs, (char *)proved);
    const csl_wanted more = {k->pattern, k->emptied ? k->needs_arch : k->also_arch};
    if (more.arch)
        g_array_append_val(j->wanted, more);
    g_array_append_val(j->instances, to);
    if (j->work && csl_limit_exceeded(CSL_LIMIT_kept_bytes, csl_ctx_bytes(j->work)) &&
        !awaits_other(j, m, k))
        end_work(j);
}
