#include "analyze.h"

#include "../../../rules/common.h"
#include "../../../rules/sink.h"
#include "../../frontend/frontend.h"
#include "../../limits/limits.h"
#include "../../report/select/fingerprint.h"
#include "../../report/select/notes.h"
#include "../../report/source/glob.h"
#include "../plan/headers.h"
#include "../proof/proof.h"
#include "strings.h"
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

/* An instance of a template with two numbers that were made up, and its findings. */
typedef struct made_up {
    const char *pattern;
    const csl_facts *facts;
    uint32_t instance;   /* index into collection.instances */
    uint32_t first, end; /* of the findings in the sink */
} made_up;

/* What one file's analysis collects before instances are merged. */
typedef struct collection {
    csl_ctx *ctx;
    const csl_options *o;
    const csl_input *input;
    csl_decider *decider;
    csl_recall *known; /* or NULL */
    csl_sink sink;
    const char **arch_names;     /* "sm_80" */
    GArray *finding_archs;       /* uint32_t, one per finding of the sink */
    GArray *instances;           /* csl_instance */
    GArray *made_up;             /* made_up, of one architecture */
    GPtrArray *notes;            /* const char * */
    GPtrArray *includes, *names; /* const char *, of csl_parse_log */
    GPtrArray *keys, *launches;  /* the same */
    GPtrArray *reached;          /* the same */
    GPtrArray *unseen;           /* the same */
    GPtrArray *folders;          /* csl_header_folders, once they are asked for */
    csl_sources *sources;        /* for the names of files */
    GPtrArray *proofs;           /* const char *, of csl_proof_end */
    GArray *wanted;              /* csl_wanted */
    const char *broken;          /* of csl_parse_log, of any architecture */
    bool incomplete;
} collection;

/* Those of the file's command line, then those of its configuration. */
static const char *const *parser_args(csl_ctx *ctx, const csl_options *o, const csl_input *input,
                                      uint32_t *n) {
    const GPtrArray *own = input->flags->args, *configured = o->config_args;
    const char **args = csl_alloc(ctx, (own->len + configured->len + 1) * sizeof *args);
    *n = 0;
    for (guint i = 0; i < own->len; i++)
        args[(*n)++] = own->pdata[i];
    for (guint i = 0; i < configured->len; i++)
        args[(*n)++] = configured->pdata[i];
    return args;
}

static const char *find_header(void *finder, const char *name) {
    collection *c = finder;
    if (!c->folders)
        c->folders = csl_header_folders(c->input->path);
    return csl_find_header(c->folders, name);
}

static csl_parse_options parse_options(collection *c, uint32_t arch) {
    const csl_options *o = c->o;
    uint32_t nargs;
    const char *const *args = parser_args(c->ctx, o, c->input, &nargs);
    return (csl_parse_options){
        .args = args,
        .nargs = nargs,
        .barriers = (const char *const *)o->barriers->pdata,
        .nbarriers = o->barriers->len,
        .arch = arch,
        .cuda_path = o->cuda_path,
        .contents = c->input->contents,
        .launches = c->input->launches ? (const char *const *)c->input->launches->pdata : NULL,
        .nlaunches = c->input->launches ? c->input->launches->len : 0,
        .find_header = find_header,
        .finder = c,
    };
}

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
    a.broken = broken;
    const csl_rule *redundant = csl_rule_find("redundant-barrier");
    a.find_redundant = !k->helper && redundant && csl_check_enabled(o, redundant);
    const csl_rule *banks = csl_rule_find("bank-conflict");
    a.find_banks = !k->helper && banks && csl_check_enabled(o, banks);
    return a;
}

/* Drops findings in headers that the user does not care about; they start at `from`. */
static void drop_unwanted(collection *c, uint32_t from) {
    csl_sink *sink = &c->sink;
    const uint32_t n = sink->n;
    sink->n = from;
    for (uint32_t i = from; i < n; i++)
        if (csl_file_wanted(c->o, c->sources, c->input->path, sink->items[i].region.file))
            sink->items[sink->n++] = sink->items[i];
}

/* Counts the findings in the sink from `first` to `end` that are worth showing, by concern. */
static void count_shown(const collection *c, uint32_t first, uint32_t end,
                        uint32_t shown[CSL_CONCERN_COUNT]) {
    for (uint32_t i = first; i < end; i++) {
        const csl_finding *f = &c->sink.items[i];
        shown[f->concern] += f->severity > CSL_NOTE && f->confidence >= c->o->min_confidence;
    }
}

/* Runs the selected rules. */
static void run_rules(collection *c, const csl_facts *facts) {
    uint32_t before = c->sink.n;
    for (uint32_t i = 0; i < csl_nrules; i++)
        if (csl_rules[i].run && csl_check_enabled(c->o, &csl_rules[i]))
            csl_rules[i].run(facts, &c->sink);
    drop_unwanted(c, before);
}

/* Why the kernel cannot be analysed, or NULL. A front end that breaks the rules of the IR is our
 * own bug: test builds stop there. */
static const char *obstacle(collection *c, const csl_module *m, const csl_kernel *k) {
    if (k->skipped)
        return k->skipped;
    const char *broken = csl_verify_kernel(c->ctx, m, k);
    if (!broken)
        return NULL;
#ifdef CSL_CHECK_PASSES
    fprintf(stderr, "%s: the IR is not well formed: %s\n", k->name, broken);
    abort();
#else
    return csl_format(c->ctx, "internal error: the IR is not well formed: %s", broken);
#endif
}

/* Analyses a kernel and runs the rules. */
static csl_kernel_result judge(collection *c, const csl_module *m, const csl_kernel *k,
                               const csl_analysis_options *options) {
    const csl_facts *facts = csl_analyse_kernel(c->ctx, m, k, c->decider, options);
    made_up made = {k->pattern, facts, c->instances->len, c->sink.n, 0};
    run_rules(c, facts);
    made.end = c->sink.n;
    uint32_t shown[CSL_CONCERN_COUNT] = {0};
    count_shown(c, made.first, made.end, shown);
    if (k->numbers[1])
        g_array_append_val(c->made_up, made);
    return csl_judge_kernel(facts, shown);
}

/* The same, unless it is known what that comes to. */
static csl_kernel_result judge_or_find(collection *c, const csl_module *m, const csl_kernel *k,
                                       const csl_analysis_options *options, const char *arch) {
    if (!c->known || k->numbers[1])
        return judge(c, m, k, options);
    const csl_decider_state before = csl_decider_now(c->decider);
    char *key = csl_recall_key(m, k, arch, options->broken, before);
    const csl_recalled *known = csl_recall_find(c->known, key);
    csl_recalled found = {0};
    if (known) {
        found = *known;
        for (uint32_t i = 0; i < known->nfindings; i++)
            csl_report(&c->sink, &known->findings[i]);
        csl_decider_resume(c->decider, known->after);
    } else {
        const uint32_t first = c->sink.n;
        found.result = judge(c, m, k, options);
        found.nfindings = c->sink.n - first;
        found.findings = found.nfindings ? &c->sink.items[first] : NULL;
        found.after = csl_decider_now(c->decider);
        csl_recall_add(c->known, c->ctx, key, before, &found);
    }
    g_free(key);
    return found.result;
}

/* Verdict and findings of one kernel. */
static void analyse_kernel(collection *c, const csl_module *m, const csl_kernel *k, uint32_t arch) {
    csl_instance to = {k->pattern, k->instance, {.name = k->name}};
    const char *why = obstacle(c, m, k);
    csl_proof *proof = NULL;
    if (why) {
        to.result = csl_not_judged(m, k, why);
    } else {
        csl_analysis_options options = analysis_options(c->o, k, c->broken);
        proof = c->o->proof ? csl_proof_begin(&options) : NULL;
        to.result = judge_or_find(c, m, k, &options, c->arch_names[arch]);
        while (c->finding_archs->len < c->sink.n)
            g_array_append_val(c->finding_archs, arch);
    }
    to.result.archs = &c->arch_names[arch];
    to.result.narchs = 1;
    const char *proved = proof ? csl_proof_end(proof, c->ctx, &to.result, k->instance) : NULL;
    if (proved)
        g_ptr_array_add(c->proofs, (char *)proved);
    const csl_wanted more = {k->pattern, k->emptied ? k->needs_arch : k->also_arch};
    if (more.arch)
        g_array_append_val(c->wanted, more);
    g_array_append_val(c->instances, to);
}

static bool has_finding(const collection *c, const made_up *in, const csl_finding *f) {
    for (uint32_t i = in->first; i < in->end; i++) {
        const csl_finding *g = &c->sink.items[i];
        if (!strcmp(f->rule, g->rule) && f->region.line == g->region.line &&
            !strcmp(f->region.file, g->region.file))
            return true;
    }
    return false;
}

/* One of two numbers is the size of the block, as a rule, and it is unknown which. What happens
 * only if it is the one, and not if it is the other, is of low confidence. */
static void caveat_made_up(collection *c) {
    for (guint i = 0; i < c->made_up->len; i++) {
        const made_up *one = &g_array_index(c->made_up, made_up, i);
        bool has_caveat = false;
        uint32_t shown[CSL_CONCERN_COUNT] = {0};
        for (guint j = 0; j < c->made_up->len; j++) {
            const made_up *other = &g_array_index(c->made_up, made_up, j);
            for (uint32_t k = one->first; j != i && k < one->end; k++)
                if (!strcmp(one->pattern, other->pattern) &&
                    !has_finding(c, other, &c->sink.items[k])) {
                    c->sink.items[k].confidence = CSL_LOW;
                    has_caveat = true;
                }
        }
        if (!has_caveat)
            continue;
        count_shown(c, one->first, one->end, shown);
        csl_kernel_result *of = &g_array_index(c->instances, csl_instance, one->instance).result;
        const csl_kernel_result before = *of;
        *of = csl_judge_kernel(one->facts, shown);
        of->archs = before.archs;
        of->narchs = before.narchs;
    }
    g_array_set_size(c->made_up, 0);
}

/* What the front end counted apart from lowering (csl_audit): a function that several kernels call
 * counts for the first. */
static void print_audit(const csl_module *m) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_audit *a = &m->kernels[i].audit;
        printf("audit: %s: %u calls, %u stores, %u others, %u of them not lowered\n",
               m->kernels[i].name, a->calls, a->stores, a->others, a->missed);
    }
}

/* Parses for one architecture and analyses what is there, `only_wanted`: the kernels that
 * were not all there before and ask for this one. Returns whether the source tests the
 * architecture; *error is set if there was nothing to analyse. */
static bool analyse_arch(collection *c, const csl_input *input, uint32_t arch_index, uint32_t arch,
                         bool only_wanted, const char **error) {
    csl_parse_options options = parse_options(c, arch);
    csl_parse_log log = {0};
    csl_limits_begin();
    const csl_module *m = csl_parse_file(c->ctx, input->path, &options, &log);
    for (uint32_t i = 0; i < log.nnotes && arch_index == 0; i++)
        g_ptr_array_add(c->notes, (char *)log.notes[i]);
    c->incomplete |= log.nnotes > 0;
    c->broken = c->broken ? c->broken : log.broken;
    csl_add_each(c->includes, log.files, log.nfiles);
    csl_add_each(c->names, log.names, log.nnames);
    if (arch_index == 0)
        csl_add_each(c->unseen, log.unseen, log.nunseen);
    else /* a condition that hides a kernel from one shows it to another */
        csl_keep_common(c->unseen, log.unseen, log.nunseen);
    csl_add_each(c->keys, log.keys, log.nkeys);
    csl_add_each(c->reached, log.reached, log.nreached);
    csl_add_each(c->launches, log.launches, log.nlaunches);
    if (!m) {
        *error = log.failure ? log.failure : "the front end gave nothing";
        return false;
    }
    if (c->o->dump & CSL_DUMP_IR)
        csl_print_module(stdout, m);
    if (c->o->dump & CSL_DUMP_AUDIT)
        print_audit(m);
    if (c->o->dump & CSL_DUMP_LIMITS) { /* of reading it; those of its kernels follow */
        printf("%s:\n", input->path);
        csl_print_limits(stdout);
    }
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (only_wanted &&
            (m->kernels[i].helper || !csl_wants(c->wanted, m->kernels[i].pattern, arch)))
            continue;
        else if (!input->kernels ||
                 g_ptr_array_find_with_equal_func((GPtrArray *)input->kernels, m->kernels[i].name,
                                                  g_str_equal, NULL))
            analyse_kernel(c, m, &m->kernels[i], arch_index);
    caveat_made_up(c);
    return log.tests_arch;
}

/* Parses once per architecture asked for; one is enough when the source does not look at it. If
 * none is asked for, kernels that sm_80 leaves nothing of, or not all, are looked at for the
 * architecture they ask for.
 */
static void analyse_archs(collection *c, const csl_input *input, csl_result *result) {
    const bool asked = c->o->archs->len || input->flags->arch;
    const uint32_t fallback = input->flags->arch ? input->flags->arch : 800;
    const uint32_t n = c->o->archs->len ? c->o->archs->len : 1;
    const uint32_t *archs = c->o->archs->len ? (const uint32_t *)c->o->archs->data : &fallback;
    const char **names = c->arch_names =
        csl_alloc(c->ctx, (n + CSL_ROOM_needed_archs) * sizeof *names);
    uint32_t done = 0;
    for (bool more = true; more && done < n && !result->error; done++) {
        names[done] = csl_format(c->ctx, "sm_%u", archs[done] / 10);
        more = analyse_arch(c, input, done, archs[done], false, &result->error);
    }
    uint32_t arch = UINT32_MAX;
    for (int i = 0; i < CSL_ROOM_needed_archs && !asked && !result->error; i++) {
        arch = csl_newest_wanted(c->wanted, arch);
        if (!arch)
            break;
        names[done] = csl_format(c->ctx, "sm_%u", arch / 10);
        analyse_arch(c, input, done++, arch, true, &result->error);
    }
    result->findings = c->sink.items;
    result->nfindings = c->sink.n;
    csl_merge_kernels(c->ctx, result, (const csl_instance *)c->instances->data, c->instances->len);
    csl_merge_findings(c->ctx, result, (const uint32_t *)c->finding_archs->data, names, done);
}

void csl_analyse_prepare(csl_ctx *ctx, const csl_input *input, const csl_options *o) {
    collection c = {.ctx = ctx, .o = o, .input = input};
    csl_parse_options options = parse_options(&c, 0);
    csl_parse_prepare(&options);
}

/* There is a kernel in the text, whatever the parser made of it. */
static bool names_kernels(const csl_input *input) {
    char *text = csl_source_text(input);
    bool any = text && strstr(text, "__global__");
    g_free(text);
    return any;
}

csl_result *csl_analyse_file(csl_ctx *ctx, const csl_input *input, const csl_options *o) {
    return csl_analyse_again(ctx, input, o, NULL);
}

csl_result *csl_analyse_again(csl_ctx *ctx, const csl_input *input, const csl_options *o,
                              csl_recall *known) {
    csl_result *result = CSL_NEW(ctx, csl_result);
    result->file = input->path;
    char *error = csl_check_source(input);
    if (error) {
        result->error = csl_strdup(ctx, error);
        g_free(error);
        return result;
    }
    collection c = {
        .ctx = ctx,
        .o = o,
        .input = input,
        .decider = csl_decider_new(csl_decide_defaults()),
        .known = known,
        .sink = {.ctx = ctx},
        .finding_archs = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        .instances = g_array_new(FALSE, FALSE, sizeof(csl_instance)),
        .made_up = g_array_new(FALSE, FALSE, sizeof(made_up)),
        .proofs = g_ptr_array_new(),
        .wanted = g_array_new(FALSE, FALSE, sizeof(csl_wanted)),
        .sources = csl_sources_new(),
        .notes = g_ptr_array_new(),
        .includes = g_ptr_array_new(),
        .names = g_ptr_array_new(),
        .unseen = g_ptr_array_new(),
        .keys = g_ptr_array_new(),
        .reached = g_ptr_array_new(),
        .launches = g_ptr_array_new(),
    };
    analyse_archs(&c, input, result);
    result->notes = csl_copy_strings(ctx, c.notes, &result->nnotes);
    result->includes = csl_copy_strings(ctx, c.includes, &result->nincludes);
    result->names = csl_copy_strings(ctx, c.names, &result->nnames);
    result->unseen = csl_copy_strings(ctx, c.unseen, &result->nunseen);
    result->keys = csl_copy_strings(ctx, c.keys, &result->nkeys);
    result->reached = csl_copy_strings(ctx, c.reached, &result->nreached);
    result->launches = csl_copy_strings(ctx, c.launches, &result->nlaunches);
    result->proofs = csl_copy_strings(ctx, c.proofs, &result->nproofs);
    result->incomplete = c.incomplete;
    if (c.broken && (result->nkernels || names_kernels(input)))
        result->broken = c.broken;
    if (result->broken)
        csl_add_parse_error(ctx, result, result->broken);
    csl_sort_result(result);
    csl_fingerprint(ctx, result);
    csl_keep_findings(result, CSL_LIMIT(findings));
    if (result->nfindings == CSL_LIMIT(findings) && csl_more_findings(result, CSL_LOW))
        csl_limit_hit(CSL_LIMIT_findings);
    csl_sources_free(c.sources);
    csl_decider_free(c.decider);
    g_array_unref(c.finding_archs);
    g_array_unref(c.instances);
    g_array_unref(c.made_up);
    g_ptr_array_unref(c.notes);
    g_ptr_array_unref(c.includes);
    g_ptr_array_unref(c.names);
    g_ptr_array_unref(c.unseen);
    g_ptr_array_unref(c.keys);
    g_ptr_array_unref(c.reached);
    g_ptr_array_unref(c.launches);
    if (c.folders)
        g_ptr_array_unref(c.folders);
    return result;
}
