#include "run.h"

#include "../output/exit_codes.h"
#include "../../files/sandbox.h"
#include "../../frontend/frontend.h"
#include "../../report/source/escape.h"
#include "../../report/select/report_file.h"
#include "../../report/select/notes.h"
#include "../../report/source/source.h"
#include "../workers/analyze.h"
#include "../options/config.h"
#include "../proof/proof.h"
#include "depfile.h"
#include "../fix/fix.h"
#include "../fix/offer.h"
#include "../gates/gates.h"
#include "../gates/git_process.h"
#include "../gates/verdicts.h"
#include "../plan/plan.h"
#include "../output/messages.h"
#include "../output/output.h"
#include "../launches/looks.h"
#include "../workers/shard.h"
#include "../output/targets.h"

#include <string.h>
#include <unistd.h>

/* ---- reports --------------------------------------------------------------------------------- */

/* Options of compilers that say nothing about what a source means: -O2, -Wall, -Xptxas ... */
static bool is_usual_flag(const char *flag) {
    return strchr("OWfgmcoMXwlLt", flag[flag[0] == '-']) || g_str_has_prefix(flag, "--");
}

static void print_dropped_flags(const char *where, const GPtrArray *dropped, bool usual) {
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < dropped->len; i++)
        if (usual || !is_usual_flag(dropped->pdata[i]))
            g_string_append_printf(list, " %s", (const char *)dropped->pdata[i]);
    if (list->len) {
        g_string_prepend(list, "compiler flags left out:");
        csl_complain(where, list->str);
    }
    g_string_free(list, TRUE);
}

/* Those that the user wrote and that mean nothing to us: for all files at once. */
static void print_unknown_flags(const csl_pass *r, uint32_t n) {
    if (n && r->o->fixed_command && !r->o->verbose && r->inputs[0].flags)
        print_dropped_flags("--", r->inputs[0].flags->dropped, false);
}

/* Workers do their work all the same. */
static void print_sandbox(const csl_options *o) {
    const char *missing = o->verbose ? csl_sandbox_missing() : NULL;
    if (!missing)
        return;
    char *what = g_strdup_printf("this kernel has no %s: workers are less confined", missing);
    csl_complain("note", what);
    g_free(what);
}

static void print_toolkit(const csl_options *o) {
    if (!o->cuda_path || !o->verbose)
        return;
    unsigned version = csl_toolkit_version(o->cuda_path);
    char *what =
        g_strdup_printf("headers of CUDA Toolkit %u.%u", version / 1000, version % 1000 / 10);
    csl_complain(o->cuda_path, what);
    g_free(what);
}

/* "a.cu:12: a kernel in the text that was not seen, behind `#if X`". */
static void print_unseen(const csl_result *result, const char *kernel) {
    const size_t n = strcspn(kernel, "\t");
    const char *why = kernel[n] && kernel[n + 1] ? kernel + n + 1 : NULL;
    char *where = g_strdup_printf("%s:%.*s", result->file, (int)n, kernel);
    char *what = g_strdup_printf("a kernel in the text that was not seen%s%s", why ? ", " : "",
                                 why ? why : "");
    csl_complain(where, what);
    g_free(what);
    g_free(where);
}

/* What the front end did not understand: all of it with -v, else only where a file that the user
 * named turns out to hold nothing. */
static void print_notes(const csl_pass *r, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *result = r->results[i];
        if (r->o->verbose)
            print_dropped_flags(r->inputs[i].path, r->inputs[i].flags->dropped, true);
        for (uint32_t k = 0; k < result->nnotes && r->o->verbose; k++)
            csl_complain("note", result->notes[k]);
        for (uint32_t k = 0; k < result->nunseen && r->o->verbose; k++)
            print_unseen(result, result->unseen[k]);
        if (!r->o->verbose && r->inputs[i].named && result->nnotes && result->nkernels == 0 &&
            !result->broken) {
            char *what =
                g_strdup_printf("no kernel found; %u errors (-v lists them), the first: %s",
                                result->nnotes, result->notes[0]);
            csl_complain(result->file, what);
            g_free(what);
        }
    }
}

/* The user named a database: what it does not list may have been parsed with wrong flags. */
static void print_unlisted(const csl_pass *r, uint32_t n) {
    uint32_t missing = 0;
    for (uint32_t i = 0; i < n && r->o->build_dir && !r->o->fixed_command; i++) {
        if (r->results[i]->error || r->inputs[i].listed)
            continue;
        missing++;
        if (r->o->verbose)
            csl_complain(r->inputs[i].path, "not in the compilation database");
    }
    if (missing && !r->o->verbose)
        fprintf(stderr, "%u file%s not in the compilation database (-v lists them)\n", missing,
                missing == 1 ? "" : "s");
}

/* An expression that backtracks without end hides nothing; said once. */
static void print_unfiltered(const csl_pass *r, uint32_t n) {
    uint32_t files = 0;
    for (uint32_t i = 0; i < n; i++)
        files += r->results[i]->unfiltered;
    if (files)
        fprintf(stderr,
                "the header filter takes too long for some names (%u file%s): what is found there "
                "is reported\n",
                files, files == 1 ? "" : "s");
}

static bool use_colour(const csl_options *o) {
    if (o->colour >= 0)
        return o->colour;
    const char *force = g_getenv("CLICOLOR_FORCE");
    if (g_getenv("NO_COLOR"))
        return false;
    return (force && strcmp(force, "0") != 0) || isatty(STDOUT_FILENO);
}

/* One report of the run. */
typedef struct report_job {
    const csl_report_format *format;
    const csl_result *const *results;
    uint32_t n;
    const csl_report_options *options;
    bool on_stdout;
} report_job;

static void print_report(FILE *out, void *user) {
    const report_job *job = user;
    csl_report_options options = *job->options;
    options.colour &= job->on_stdout;
    job->format->write(out, job->results, job->n, &options);
}

static bool write_reports(const csl_pass *r, const csl_result *const *results, uint32_t n,
                          const csl_report_options *options) {
    const csl_output text = {csl_report_format_find("text"), NULL};
    const GArray *outputs = r->o->outputs;
    bool good = true;
    for (guint i = 0; i < MAX(outputs->len, 1); i++) {
        const csl_output *to = outputs->len ? &g_array_index(outputs, csl_output, i) : &text;
        report_job job = {to->format, results, n, options, !to->file};
        good &= csl_write_output(to->file, print_report, &job);
    }
    return good;
}

/* ---- exit code ------------------------------------------------------------------------------- */

/* True if something was not completely understood (--strict). */
static bool degraded(const csl_result *r) {
    bool any = r->incomplete;
    for (uint32_t i = 0; i < r->nkernels; i++)
        any |= r->kernels[i].verdict == CSL_NOT_DECIDED ||
               r->kernels[i].verdict == CSL_NOT_ANALYSED || r->kernels[i].undecided > 0;
    return any;
}

/* What one file asks for. */
static int file_code(const csl_input *input, const csl_result *result) {
    const csl_options *o = input->options;
    if (input->empty_dir)
        return CSL_EXIT_USAGE;
    if (result->error || result->broken || csl_more_findings(result, o->min_confidence) ||
        (o->strict && degraded(result)))
        return CSL_EXIT_NOT_ANALYSED;
    for (uint32_t k = 0; k < result->nfindings; k++)
        if (!result->findings[k].passes && !result->findings[k].suppressed)
            return CSL_EXIT_FINDINGS;
    return CSL_EXIT_CLEAN;
}

/* Says of each finding whether it fails the run, for reports that pass or fail. */
static void mark_passing(const csl_pass *r, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < r->results[i]->nfindings; k++) {
            csl_finding *f = &r->results[i]->findings[k];
            f->passes = (int)f->severity < r->inputs[i].options->fail_on;
        }
}

/* The highest of all files. */
static int exit_code(const csl_pass *r, uint32_t n) {
    int code = CSL_EXIT_CLEAN;
    for (uint32_t i = 0; i < n; i++)
        code = MAX(code, file_code(&r->inputs[i], r->results[i]));
    return code;
}

/* They are on record now and fail nothing. */
static void drop_findings(csl_result *const *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        results[i]->nfindings = 0;
}

/* Wrong configuration: nothing is analysed. */
static int refuse(char *error) {
    csl_complain("cudasynclint", error);
    g_free(error);
    return CSL_EXIT_USAGE;
}

/* Every input gets the options of its configuration, and the run the baseline that one of them
 * names. Returns NULL, or what is wrong. */
static char *configure(csl_configs *configs, GArray *plan, csl_options *run_options) {
    char *error = NULL;
    for (guint i = 0; i < plan->len && !error; i++) {
        csl_input *input = &g_array_index(plan, csl_input, i);
        input->options = csl_configs_for(configs, input->path, &error);
        if (input->options && input->options->baseline)
            run_options->baseline = input->options->baseline;
    }
    return error;
}

/* Before anything is analysed, so that nothing is analysed for nothing. */
static char *check_targets(const csl_options *o, const GArray *plan) {
    csl_sources *names = csl_sources_new();
    char *error =
        csl_targets_check(o, names, (const csl_input *)(const void *)plan->data, plan->len);
    csl_sources_free(names);
    return error;
}

/* True if a report shows what to do. */
static bool wants_hints(const csl_options *o) {
    return !o->fix && !o->diff && !o->write_baseline && !o->add_suppressions && !o->no_hints;
}

/* Only writes the results down, for `cudasynclint merge`. */
static int finish_shard(const csl_pass *r, uint32_t n) {
    char *error = csl_targets_check_read(r->o, r->results, n);
    if (!error && wants_hints(r->o))
        csl_try_share(r, n);
    if (!error)
        error = csl_shard_write(r->o, r->inputs, r->results, n);
    if (error)
        return refuse(error);
    int code = CSL_EXIT_CLEAN;
    for (uint32_t i = 0; i < n; i++)
        if (r->results[i] && r->results[i]->error)
            code = MAX(code, r->inputs[i].empty_dir ? CSL_EXIT_USAGE : CSL_EXIT_NOT_ANALYSED);
    return code;
}

/* For the build system. Returns the exit code. */
static int leave_traces(const csl_pass *r, uint32_t n, int code) {
    char *error = r->o->depfile ? csl_write_depfile(r->o, r->inputs, r->results, n) : NULL;
    if (!error && r->o->proof)
        error = csl_proof_write(r->o->proof, r->results, n);
    if (!error && r->o->stamp && code == CSL_EXIT_CLEAN)
        error = csl_write_stamp(r->o);
    return error ? refuse(error) : code;
}

/* Reports what was found; with --diff only if asked for. Returns the exit code. */
static int conclude(csl_pass *r, uint32_t n, csl_result_gates *gates,
                    const csl_report_options *options) {
    const csl_options *o = r->o;
    print_toolkit(o);
    print_sandbox(o);
    print_unknown_flags(r, n);
    print_notes(r, n);
    print_unlisted(r, n);
    print_unfiltered(r, n);
    char *error = csl_targets_check_read(o, r->results, n);
    if (error)
        return refuse(error);
    const bool refused = csl_verdict_gates(o, r->results, n, options->sources);
    int code = csl_gates_finish(gates, r->results, n, options->sources, r->texts);
    if (csl_gates_record(gates))
        drop_findings(r->results, n);
    const csl_result *const *entries = csl_gather(r->ctx, r->results, n, options->sources);
    if (!csl_gates_record(gates) && (!o->diff || o->outputs->len) &&
        !write_reports(r, entries, n, options))
        code = CSL_EXIT_USAGE;
    if (code != CSL_EXIT_USAGE)
        code = MAX(code, exit_code(r, n));
    if (refused)
        code = MAX(code, CSL_EXIT_FINDINGS);
    if (!o->quiet)
        csl_print_summary(stderr, entries, n, options);
    return code;
}

/* What reports show besides the results. `sources` is new. */
static csl_report_options report_options(const csl_pass *r, uint32_t n) {
    const csl_options *o = r->o;
    GString *files = g_string_new(NULL);
    for (guint i = 0; n && i < r->inputs[0].options->config_files->len; i++)
        g_string_append_printf(files, "%s%s", i ? ", " : "",
                               (char *)r->inputs[0].options->config_files->pdata[i]);
    csl_report_options options = {.verbose = o->verbose,
                                  .trace = o->trace,
                                  .show_undecided = o->show_undecided,
                                  .colour = use_colour(o),
                                  .since = r->since,
                                  .link = o->link,
                                  .commit = o->commit,
                                  .date = o->date,
                                  .command = o->command,
                                  .configuration = csl_strdup(r->ctx, files->str),
                                  .sources = csl_sources_new()};
    g_string_free(files, TRUE);
    return options;
}

/* From the results to reports and exit code. `known`: the inputs with all launches. Sets *again,
 * and reports nothing, if sources were changed and have to be looked at anew. */
static int finish(csl_pass *r, uint32_t n, const csl_input *known, csl_result_gates *gates,
                  csl_options *o, bool *again) {
    csl_report_options options = report_options(r, n);
    if (o->action == CSL_MERGE)
        csl_sources_confine(options.sources);
    for (uint32_t i = 0; i < n; i++)
        if (r->inputs[i].contents)
            csl_sources_put(options.sources, r->inputs[i].path, r->inputs[i].contents);
    csl_spell_paths(r->ctx, r->results, n, options.sources);
    csl_supersede_unused(r->results, n, options.sources);
    csl_dedupe(r->results, n, options.sources);
    csl_merge_header_kernels(r->ctx, r->results, n, options.sources);
    csl_result_gates_apply(gates, r->ctx, r->inputs, r->results, n, &options);
    const uint32_t all = csl_count_causes(r->ctx, r->results, n, options.sources);
    for (uint32_t i = 0; i < n; i++)
        csl_drop_low(r->results[i], r->inputs[i].options->min_confidence);
    options.hidden = all - csl_count_causes(r->ctx, r->results, n, options.sources);
    bool failed = false;
    if (wants_hints(o) || (o->diff && o->outputs->len))
        csl_offer_fixes(r, known, r->results, n);
    if (o->fix || o->diff) {
        const csl_limits limits = csl_limits_of(o);
        uint32_t fixed = csl_fix(o, known, r->results, n, &limits, options.sources, &failed);
        *again = fixed && o->fix && !failed;
        o->fixed += fixed;
    }
    mark_passing(r, n);
    int code = *again ? CSL_EXIT_CLEAN : conclude(r, n, gates, &options);
    if (failed)
        code = CSL_EXIT_USAGE;
    csl_sources_free(options.sources);
    return *again || code == CSL_EXIT_USAGE ? code : leave_traces(r, n, code);
}

/* `r` has results already if they come from shards. */
static int run_plan(csl_pass *r, GArray *plan, csl_configs *configs, csl_options *o, bool *again) {
    csl_result_gates *gates = NULL;
    csl_looks looks = {0};
    char *error = configure(configs, plan, o);
    if (!error)
        error = check_targets(o, plan);
    if (!error)
        error = csl_result_gates_open(&gates, o);
    if (!error && o->since)
        r->since = csl_read_report(r->ctx, o->since, &error);
    if (!error && o->cache_dir && !o->no_cache && csl_git_tracks_below(o->cache_dir)) {
        csl_complain(o->cache_dir, "no cache: its entries are files of a repository");
        o->no_cache = true;
    }
    if (!error && !r->results)
        error = csl_cache_open(&r->cache, o, r->digests);
    int code;
    if (error) {
        code = refuse(error);
    } else {
        r->inputs = (const csl_input *)(void *)plan->data;
        for (uint32_t i = 0; i < plan->len && r->results; i++)
            if (r->results[i]->error)
                csl_print_failure(r->results[i]);
        if (!r->results) {
            r->results = g_new0(csl_result *, plan->len + 1);
            csl_look_first(r, plan->len, &looks);
        }
        if (!o->shards)
            csl_look_again(r, plan->len, &looks);
        code = o->shards ? finish_shard(r, plan->len)
                         : finish(r, plan->len, looks.known, gates, o, again);
    }
    csl_looks_free(&looks);
    csl_cache_free(r->cache);
    if (gates)
        csl_result_gates_free(gates);
    return code;
}

int csl_run(const csl_options *command_line) {
    char *error = NULL;
    csl_commands *commands = csl_commands_open(command_line, &error);
    if (!commands)
        return refuse(error);
    csl_options o = *command_line;
    csl_pass r = {.o = &o, .ctx = csl_ctx_new(), .digests = csl_digests_new()};
    if (o.action == CSL_RUN && o.add_suppressions)
        r.texts = csl_texts_new();
    GArray *plan = NULL;
    if (o.action == CSL_MERGE)
        error = csl_shards_read(r.ctx, &o, &plan, &r.results);
    else
        plan = csl_plan(&o, commands);
    r.commands = o.action == CSL_RUN ? commands : NULL;
    bool again = false;
    int code;
    if (error) {
        code = refuse(error);
    } else {
        csl_plan_set_flags(plan, commands);
        csl_configs *configs = csl_configs_new(command_line);
        code = run_plan(&r, plan, configs, &o, &again);
        csl_configs_free(configs);
    }
    g_free(r.results);
    csl_digests_free(r.digests);
    if (r.texts)
        g_hash_table_unref(r.texts);
    g_array_unref(plan);
    csl_ctx_free(r.ctx);
    csl_commands_free(commands);
    if (!again)
        return code;
    csl_options rest = *command_line; /* each round ends a finding */
    rest.fixed = o.fixed;
    return csl_run(&rest);
}
