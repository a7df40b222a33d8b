/* The table of options. --help, completions and the parser of the command line read it. */
#include "option_table.h"

#include <stddef.h>
#include <string.h>

#include "../../frontend/frontend.h"
#include "values.h"

/* The words that options take, in the order of their values. */
static const char *const severities[] = {"note", "warning", "error", "never", NULL};
static const char *const confidences[] = {"low", "medium", "high", NULL};
static const char *const whens[] = {"never", "always", "auto", NULL};
static const char *const stages[] = {"ir",     "uniformity", "intervals", "queries", "audit",
                                     "limits", "confidence", "banks",     NULL};
static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static char *set_checks(csl_options *o, const char *value) {
    o->checks = value;
    return csl_value_globs(value);
}

static char *set_header_filter(csl_options *o, const char *value) {
    GError *error = NULL;
    GRegex *regex = g_regex_new(value, CSL_ANY_BYTES, 0, &error);
    if (!regex) {
        char *message =
            g_strdup_printf("`%s` is not a regular expression: %s", value, error->message);
        g_error_free(error);
        return message;
    }
    g_regex_unref(regex);
    o->header_filter = value;
    return NULL;
}

static char *set_dump_config(csl_options *o, const char *value) {
    (void)value;
    o->action = CSL_DUMP_CONFIG;
    return NULL;
}

static char *set_format(csl_options *o, const char *value) {
    const char *colon = strchr(value, ':');
    char *name = colon ? g_strndup(value, (gsize)(colon - value)) : g_strdup(value);
    csl_output output = {csl_report_format_find(name), colon ? colon + 1 : NULL};
    if (!output.format) {
        int none;
        const char **names = g_new0(const char *, csl_nreport_formats + 1);
        for (uint32_t i = 0; i < csl_nreport_formats; i++)
            names[i] = csl_report_formats[i].name;
        char *error = csl_value_word(&none, names, name);
        g_free(names);
        g_free(name);
        return error;
    }
    g_free(name);
    if (output.file && !*output.file)
        return g_strdup_printf("`%s` names no file after the colon", value);
    g_array_append_val(o->outputs, output);
    return NULL;
}

static char *set_fail_on(csl_options *o, const char *value) {
    o->fail_on_given = true;
    return csl_value_word(&o->fail_on, severities, value);
}

/* Without a value: every kernel. */
static char *set_require_proved(csl_options *o, const char *value) {
    o->require_proved = value ? value : "*";
    return NULL;
}

static char *set_min_confidence(csl_options *o, const char *value) {
    int i = 0;
    char *error = csl_value_word(&i, confidences, value);
    if (!error)
        o->min_confidence = (csl_confidence)i;
    o->min_confidence_given = true;
    return error;
}

static char *set_block_dim(csl_options *o, const char *value) {
    static const uint32_t most[3] = {1024, 1024, 64};
    char *error = csl_value_dim(o->block_dim, value, most);
    if (!error && (uint64_t)o->block_dim[0] * o->block_dim[1] * o->block_dim[2] > 1024)
        error = g_strdup_printf("`%s` is more than 1024 threads", value);
    return error;
}

static char *set_grid_dim(csl_options *o, const char *value) {
    static const uint32_t most[3] = {2147483647, 65535, 65535};
    return csl_value_dim(o->grid_dim, value, most);
}

static char *set_concerns(csl_options *o, const char *value) {
    char bad[32];
    if (csl_concerns_read(value, &o->concerns, bad, sizeof bad))
        return NULL;
    return g_strdup_printf("`%s` is not a concern (barriers, warps, shared, global, async, grid, "
                           "all)",
                           bad);
}

/* The architectures that CUDA has had since sm_30. */
static bool is_architecture(uint32_t arch) {
    static const uint16_t all[] = {30, 32, 35, 37, 50, 52, 53,  60,  61,  62,  70,  72, 75,
                                   80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i] == arch)
            return true;
    return false;
}

/* sm_80, sm_90a, compute_80 or 80, and CMake's 80-real and 80-virtual. One that is named twice
 * counts once. */
static char *set_arch(csl_options *o, const char *value) {
    static const char *const ends[] = {"", "a", "f", "-real", "-virtual", "a-real", "a-virtual"};
    const char *digits = value;
    if (g_str_has_prefix(digits, "sm_"))
        digits += 3;
    else if (g_str_has_prefix(digits, "compute_"))
        digits += 8;
    uint32_t arch;
    const char *end;
    bool known = false;
    if (csl_read_number(digits, &end, 1, 9999, &arch))
        for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
            known |= strcmp(end, ends[i]) == 0;
    if (!known)
        return g_strdup_printf("`%s` is not an architecture such as sm_80", value);
    if (!is_architecture(arch))
        return g_strdup_printf(
            "`%s` is no architecture of CUDA: sm_70, sm_75, sm_80, sm_86, sm_89, "
            "sm_90, sm_100, sm_120 and the like are",
            value);
    arch *= 10;
    for (guint i = 0; i < o->archs->len; i++)
        if (g_array_index(o->archs, uint32_t, i) == arch)
            return NULL;
    g_array_append_val(o->archs, arch);
    return NULL;
}

static char *set_cuda_path(csl_options *o, const char *value) {
    if (!g_file_test(value, G_FILE_TEST_IS_DIR))
        return g_strdup_printf("`%s` is not a directory", value);
    if (!csl_toolkit_version(value))
        return g_strdup_printf("`%s` is no CUDA Toolkit: it has no include/cuda_runtime.h and "
                               "include/cuda_runtime_api.h with a version",
                               value);
    o->cuda_path = value;
    return NULL;
}

static char *set_extra_arg(csl_options *o, const char *value) {
    g_ptr_array_add(o->extra_args, (char *)value);
    return NULL;
}

static char *set_jobs(csl_options *o, const char *value) {
    uint32_t jobs = 0;
    char *error = csl_value_number(&jobs, value, 0, 1024);
    if (!error)
        o->jobs = (int)jobs;
    return error;
}

static char *set_timeout(csl_options *o, const char *value) {
    return csl_value_number(&o->timeout, value, 1, 86400);
}

/* K/N or K/N:FILE. */
static char *set_shard(csl_options *o, const char *value) {
    const char *end;
    uint32_t k, n;
    if (!csl_read_number(value, &end, 1, 100000, &k) || *end != '/' ||
        !csl_read_number(end + 1, &end, 1, 100000, &n) || k > n ||
        (*end && (*end != ':' || !end[1])))
        return g_strdup_printf("`%s` is not K/N[:FILE] with K from 1 to N", value);
    o->shard = k;
    o->shards = n;
    o->shard_file = *end ? end + 1 : NULL;
    return NULL;
}

static char *set_colour(csl_options *o, const char *value) {
    char *error = csl_value_word(&o->colour, whens, value);
    if (!error && o->colour == 2)
        o->colour = -1;
    return error;
}

static char *set_dump(csl_options *o, const char *value) {
    char *error = NULL;
    char **parts = g_strsplit(value, ",", -1);
    for (int i = 0; parts[i] && !error; i++) {
        int bit = 0;
        error = csl_value_word(&bit, stages, parts[i]);
        if (!error)
            o->dump |= 1u << bit;
    }
    g_strfreev(parts);
    return error;
}

static char *set_add_suppressions(csl_options *o, const char *value) {
    if (!*value)
        return g_strdup("say why, for those who read the comment");
    o->add_suppressions = value;
    return NULL;
}

static char *set_help(csl_options *o, const char *value) {
    (void)value;
    o->action = CSL_HELP;
    return NULL;
}

static char *set_version(csl_options *o, const char *value) {
    (void)value;
    o->action = CSL_VERSION_INFO;
    return NULL;
}

static char *set_list_checks(csl_options *o, const char *value) {
    (void)value;
    o->action = CSL_LIST_CHECKS;
    return NULL;
}

static char *set_explain(csl_options *o, const char *value) {
    if (!csl_page_of(value))
        return csl_no_rule(value, "is no rule");
    o->action = CSL_EXPLAIN;
    o->explain = value;
    return NULL;
}

static char *set_generate(csl_options *o, const char *value) {
    o->action = CSL_GENERATE;
    return csl_value_word(&o->shell, shells, value);
}

static const csl_option options[] = {
    {"checks", 0, "GLOBS", "rules to run: -*,barrier-* (the last match decides)", set_checks, 0},
    {"min-confidence", 0, "C", "report findings of confidence low, medium (default) or high and up",
     set_min_confidence, 0},
    {"fail-on", 0, "SEVERITY", "exit 1 from note, warning (default), error or never on",
     set_fail_on, 0},
    {"fail-on-undecided", 0, NULL, "exit 1 if a kernel is undecided", NULL,
     offsetof(csl_options, fail_on_undecided)},
    {"require-proved", 0, "[GLOB]", "exit 1 if a kernel (of a name that matches) is not proved",
     set_require_proved, 0},
    {"strict", 0, NULL, "exit 3 if anything was degraded, undecided or not analysed", NULL,
     offsetof(csl_options, strict)},
    {"format", 0, "F[:FILE]", "write a report, to FILE if given; may be repeated:", set_format, 0},
    {"since", 0, "OLD.json", "in HTML: mark what is new since this JSON report", NULL,
     offsetof(csl_options, since)},
    {"link", 0, "URL", "in HTML: link lines to https://host/o/r/blob/{commit}/{path}#L{line}", NULL,
     offsetof(csl_options, link)},
    {"commit", 0, "ID", "in HTML: the commit that was analysed, for the header and for --link",
     NULL, offsetof(csl_options, commit)},
    {"date", 0, "DATE", "in HTML: the date to show", NULL, offsetof(csl_options, date)},
    {"show-suppressed", 0, NULL, "report suppressed findings too, marked as such", NULL,
     offsetof(csl_options, show_suppressed)},
    {"add-suppressions", 0, "REASON", "write a suppression comment above every finding",
     set_add_suppressions, 0},
    {"fix", 0, NULL, "insert missing barriers where that provably ends a finding", NULL,
     offsetof(csl_options, fix)},
    {"diff", 0, NULL, "print what --fix would change, as a unified diff", NULL,
     offsetof(csl_options, diff)},
    {"baseline", 0, "FILE", "accept the findings that FILE holds", NULL,
     offsetof(csl_options, baseline)},
    {"write-baseline", 0, NULL, "accept all findings: write them into the baseline", NULL,
     offsetof(csl_options, write_baseline)},
    {"prune-baseline", 0, NULL, "drop baseline entries that no finding matches any more", NULL,
     offsetof(csl_options, prune_baseline)},
    {"baseline-strict", 0, NULL, "exit 1 if the baseline has such entries", NULL,
     offsetof(csl_options, baseline_strict)},
    {"changed", 0, "REF", "report only what changes since this git commit concern", NULL,
     offsetof(csl_options, changed)},
    {"changed-lines", 0, "DIFF", "the same for the changes of a unified diff (- is stdin)", NULL,
     offsetof(csl_options, changed_lines)},
    {"header-filter", 0, "REGEX", "of the findings in headers, report those in matching files",
     set_header_filter, 0},
    {"config", 0, "FILE", "use this configuration (default: the nearest .cudasynclint.yaml)", NULL,
     offsetof(csl_options, config)},
    {"isolated", 0, NULL, "use no configuration", NULL, offsetof(csl_options, isolated)},
    {"dump-config", 0, NULL, "print the configuration of the files named", set_dump_config, 0},
    {"block-dim", 0, "X[,Y[,Z]]", "threads per block of kernels whose launch is not seen",
     set_block_dim, 0},
    {"grid-dim", 0, "X[,Y[,Z]]", "blocks of the grid, likewise", set_grid_dim, 0},
    {"concerns", 0, "LIST",
     "what to judge: barriers, warps, shared, global, async, grid, all (default: the last two "
     "where "
     "a kernel holds what they are about)",
     set_concerns, 0},
    {"arch", 0, "sm_NN", "architecture to analyse for (default sm_80); may be repeated", set_arch,
     0},
    {"cuda-path", 0, "DIR", "parse with the headers of this CUDA Toolkit", set_cuda_path, 0},
    {"build", 'p', "DIR",
     "take compiler flags, and files if none is named, from DIR's compile_commands.json", NULL,
     offsetof(csl_options, build_dir)},
    {"extra-arg", 0, "ARG", "one more compiler flag for every file; may be repeated", set_extra_arg,
     0},
    {"stdin-filename", 0, "FILE", "read the source `-` from standard input, as if it were FILE",
     NULL, offsetof(csl_options, stdin_filename)},
    {"jobs", 'j', "N", "files analysed at a time (default 0: one per processor)", set_jobs, 0},
    {"timeout", 0, "SECONDS", "processor time one file may take (default 120)", set_timeout, 0},
    {"shard", 0, "K/N[:FILE]", "analyse part K of N; write what `cudasynclint merge` reads",
     set_shard, 0},
    {"depfile", 0, "FILE", "write a make rule: --stamp depends on the sources and headers read",
     NULL, offsetof(csl_options, depfile)},
    {"stamp", 0, "FILE", "write this empty file when the exit status is 0", NULL,
     offsetof(csl_options, stamp)},
    {"proof", 0, "FILE", "write what the proofs rest on, as JSON, for a checker", NULL,
     offsetof(csl_options, proof)},
    {"no-cache", 0, NULL, "analyse every file, keep nothing for the next run", NULL,
     offsetof(csl_options, no_cache)},
    {"cache-dir", 0, "DIR", "keep results there (default: cudasynclint in $XDG_CACHE_HOME)", NULL,
     offsetof(csl_options, cache_dir)},
    {"verbose", 'v', NULL, "one line per kernel, and what was dropped or not understood", NULL,
     offsetof(csl_options, verbose)},
    {"trace", 0, NULL, "in text: how each finding comes about, with all its values and assumptions",
     NULL, offsetof(csl_options, trace)},
    {"show-undecided", 0, NULL,
     "in text: what stands against a proof of undecided kernels, and what would decide it", NULL,
     offsetof(csl_options, show_undecided)},
    {"quiet", 'q', NULL, "no summary line", NULL, offsetof(csl_options, quiet)},
    {"color", 0, "WHEN", "auto (default), always or never", set_colour, 0},
    {"dump", 0, "STAGES",
     "print stages: ir,uniformity,intervals,queries,audit,limits,confidence,banks", set_dump, 0},
    {"list-checks", 0, NULL, "list the rules", set_list_checks, 0},
    {"explain", 0, "RULE", "print the page of a rule, or of `undecided`, `parse-error`",
     set_explain, 0},
    {"generate", 0, "SHELL", "print completions for bash, zsh or fish", set_generate, 0},
    {"version", 0, NULL, "print versions", set_version, 0},
    {"help", 'h', NULL, "print this text", set_help, 0},
};

const csl_option *csl_option_find(const char *name, size_t length) {
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

const csl_option *csl_option_find_letter(char letter) {
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
        if (options[i].letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

/* The words that an option takes, or NULL. */
static const char *const *words_of(const csl_option *o) {
    return o->set == set_fail_on          ? severities
           : o->set == set_min_confidence ? confidences
           : o->set == set_colour         ? whens
           : o->set == set_dump           ? stages
           : o->set == set_generate       ? shells
                                          : NULL;
}

bool csl_option_at(size_t index, csl_option_info *info) {
    if (index >= G_N_ELEMENTS(options))
        return false;
    const csl_option *o = &options[index];
    *info = (csl_option_info){o->name, o->letter, o->arg, o->help, words_of(o)};
    return true;
}

void csl_print_help(FILE *out) {
    fputs("Usage: cudasynclint [options] FILE|DIR... [-- clang arguments]\n"
          "Checks CUDA sources for barriers that not every thread reaches and for data races.\n"
          "`cudasynclint merge [options] FILE...` makes the reports of runs with --shard.\n"
          "`cudasynclint diff [options] OLD.json NEW.json` says what is new, gone, better, worse.\n"
          "`cudasynclint lsp [options]` is a language server, for editors.\n\n"
          "Options:\n",
          out);
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        const csl_option *o = &options[i];
        const bool optional = o->arg && o->arg[0] == '[';
        char *left = g_strdup_printf("--%s%s%s", o->name,
                                     !o->arg    ? ""
                                     : optional ? "[="
                                                : "=",
                                     o->arg ? o->arg + optional : "");
        if (o->letter)
            fprintf(out, "  -%c, %-23s %s\n", o->letter, left, o->help);
        else
            fprintf(out, "      %-23s %s\n", left, o->help);
        g_free(left);
        if (o->set == set_format)
            for (uint32_t k = 0; k < csl_nreport_formats; k++)
                fprintf(out, "%30s  %-10s %s\n", "", csl_report_formats[k].name,
                        csl_report_formats[k].summary);
    }
    fputs("\nExit status: 0 nothing at or above --fail-on; 1 findings; 2 usage error, or no CUDA\n"
          "file in a directory; 3 a file was not analysed.\n",
          out);
}

char *csl_option_store(const csl_option *option, csl_options *o, const char *value) {
    if (option->set)
        return option->set(o, value);
    void *field = (char *)o + option->field;
    if (option->arg)
        *(const char **)field = value;
    else
        *(bool *)field = true;
    return NULL;
}

char *csl_option_set(csl_options *o, const char *name, const char *value) {
    return csl_option_store(csl_option_find(name, strlen(name)), o, value);
}

/* One of clang's, as people give it to compilers. */
static bool is_of_compiler(const char *argument) {
    static const char *const begin[] = {"-I", "-D", "-U", "-isystem", "-include", "-std="};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(begin); i++)
        is |= g_str_has_prefix(argument, begin[i]);
    return is;
}

char *csl_unknown_option(const char *argument) {
    if (is_of_compiler(argument))
        return g_strdup_printf("`%s` is an option of the compiler; those go behind `--`, as in"
                               " `cudasynclint a.cu -- -I include`",
                               argument);
    char **names = g_new0(char *, G_N_ELEMENTS(options) + 1);
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
        names[i] = g_strconcat("--", options[i].name, NULL);
    char *name = g_strndup(argument, strcspn(argument, "="));
    char *suggestion = strlen(name) > 2 ? csl_did_you_mean(name, (const char *const *)names) : NULL;
    char *error = g_strdup_printf("unknown option `%s`%s", name, suggestion ? suggestion : "");
    g_free(suggestion);
    g_free(name);
    g_strfreev(names);
    return error;
}
