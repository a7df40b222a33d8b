/* One table of options; parsing and --help read it. */
#include "options.h"

#include "../report/glob.h"

#include <stdlib.h>
#include <string.h>

/* Names of files are bytes, not UTF-8. */
#define ANY_BYTES G_REGEX_RAW

/* Stores the value of one option. Returns NULL, or what is wrong with the value (caller frees). */
typedef char *set_fn(csl_options *o, const char *value);

typedef struct option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    const char *arg;  /* how --help names the value; NULL: takes none */
    const char *help; /* one line */
    set_fn *set;
} option;

/* The words that options take, in the order of their values. */
static const char *const severities[] = {"note", "warning", "error", "never", NULL};
static const char *const confidences[] = {"low", "medium", "high", NULL};
static const char *const whens[] = {"never", "always", "auto", NULL};
static const char *const stages[] = {"ir", "uniformity", "intervals", "queries", NULL};
static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static int index_of(const char *const *words, const char *word) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* Sets *to to the position of `value` in `words`, plus `base`. */
static char *set_word(int *to, const char *const *words, const char *value) {
    int i = index_of(words, value);
    if (i < 0) {
        char *choices = g_strjoinv(", ", (char **)words);
        char *error = g_strdup_printf("`%s` is none of %s", value, choices);
        g_free(choices);
        return error;
    }
    *to = i;
    return NULL;
}

/* A number from `least` to `most` that ends at `end`. */
static bool read_number(const char *text, const char **end, uint32_t least, uint32_t most,
                        uint32_t *to) {
    char *stop;
    if (!g_ascii_isdigit(text[0]))
        return false;
    unsigned long long value = strtoull(text, &stop, 10);
    *end = stop;
    if (value < least || value > most)
        return false;
    *to = (uint32_t)value;
    return true;
}

static char *set_number(uint32_t *to, const char *value, uint32_t least, uint32_t most) {
    const char *end;
    if (!read_number(value, &end, least, most, to) || *end)
        return g_strdup_printf("`%s` is not a number from %u to %u", value, least, most);
    return NULL;
}

/* "X", "X,Y" or "X,Y,Z"; missing dimensions are 1. */
static char *set_dim(uint32_t to[3], const char *value, const uint32_t most[3]) {
    uint32_t dim[3] = {1, 1, 1};
    const char *at = value;
    for (int i = 0; i < 3; i++) {
        if (!read_number(at, &at, 1, most[i], &dim[i]))
            break;
        if (!*at) {
            memcpy(to, dim, sizeof dim);
            return NULL;
        }
        if (*at++ != ',')
            break;
    }
    return g_strdup_printf("`%s` is not X[,Y[,Z]] with X from 1 to %u, Y to %u, Z to %u", value,
                           most[0], most[1], most[2]);
}

/* A glob that matches no rule is a misspelling. */
static char *check_globs(const char *checks) {
    char *error = NULL;
    char **globs = g_strsplit(checks, ",", -1);
    for (int i = 0; globs[i] && !error; i++) {
        const char *glob = g_strstrip(globs[i]);
        bool found = false;
        for (uint32_t k = 0; k < csl_nrules && !found; k++)
            found = csl_glob_matches(glob[0] == '-' ? glob + 1 : glob, csl_rules[k].name);
        if (!found)
            error = g_strdup_printf("`%s` matches no rule", glob);
    }
    g_strfreev(globs);
    return error;
}

static char *set_checks(csl_options *o, const char *value) {
    o->checks = value;
    return check_globs(value);
}

static char *set_header_filter(csl_options *o, const char *value) {
    GError *error = NULL;
    GRegex *regex = g_regex_new(value, ANY_BYTES, 0, &error);
    if (!regex) {
        char *message = g_strdup_printf("`%s` is not a regular expression: %s", value, error->message);
        g_error_free(error);
        return message;
    }
    g_regex_unref(regex);
    o->header_filter = value;
    return NULL;
}

static char *set_config(csl_options *o, const char *value) {
    o->config = value;
    return NULL;
}

static char *set_isolated(csl_options *o, const char *value) {
    (void)value;
    o->isolated = true;
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
    g_free(name);
    if (!output.format) {
        GString *names = g_string_new(NULL);
        for (uint32_t i = 0; i < csl_nreport_formats; i++)
            g_string_append_printf(names, "%s%s", i ? ", " : "", csl_report_formats[i].name);
        char *error = g_strdup_printf("`%s` is none of %s", value, names->str);
        g_string_free(names, TRUE);
        return error;
    }
    if (output.file && !*output.file)
        return g_strdup_printf("`%s` names no file after the colon", value);
    g_array_append_val(o->outputs, output);
    return NULL;
}

static char *set_fail_on(csl_options *o, const char *value) {
    o->fail_on_given = true;
    return set_word(&o->fail_on, severities, value);
}

static char *set_min_confidence(csl_options *o, const char *value) {
    int i = 0;
    char *error = set_word(&i, confidences, value);
    if (!error)
        o->min_confidence = (csl_confidence)i;
    o->min_confidence_given = true;
    return error;
}

static char *set_block_dim(csl_options *o, const char *value) {
    static const uint32_t most[3] = {1024, 1024, 64};
    char *error = set_dim(o->block_dim, value, most);
    if (!error && (uint64_t)o->block_dim[0] * o->block_dim[1] * o->block_dim[2] > 1024)
        error = g_strdup_printf("`%s` is more than 1024 threads", value);
    return error;
}

static char *set_grid_dim(csl_options *o, const char *value) {
    static const uint32_t most[3] = {2147483647, 65535, 65535};
    return set_dim(o->grid_dim, value, most);
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
    if (read_number(digits, &end, 30, 999, &arch))
        for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
            known |= strcmp(end, ends[i]) == 0;
    if (!known)
        return g_strdup_printf("`%s` is not an architecture such as sm_80", value);
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
    o->cuda_path = value;
    return NULL;
}

static char *set_build_dir(csl_options *o, const char *value) {
    o->build_dir = value;
    return NULL;
}

static char *set_extra_arg(csl_options *o, const char *value) {
    g_ptr_array_add(o->extra_args, (char *)value);
    return NULL;
}

static char *set_stdin_filename(csl_options *o, const char *value) {
    o->stdin_filename = value;
    return NULL;
}

static char *set_strict(csl_options *o, const char *value) {
    (void)value;
    o->strict = true;
    return NULL;
}

static char *set_jobs(csl_options *o, const char *value) {
    uint32_t jobs = 0;
    char *error = set_number(&jobs, value, 0, 1024);
    if (!error)
        o->jobs = (int)jobs;
    return error;
}

static char *set_timeout(csl_options *o, const char *value) {
    return set_number(&o->timeout, value, 1, 86400);
}

/* K/N or K/N:FILE. */
static char *set_shard(csl_options *o, const char *value) {
    const char *end;
    uint32_t k, n;
    if (!read_number(value, &end, 1, 100000, &k) || *end != '/' ||
        !read_number(end + 1, &end, 1, 100000, &n) || k > n || (*end && (*end != ':' || !end[1])))
        return g_strdup_printf("`%s` is not K/N[:FILE] with K from 1 to N", value);
    o->shard = k;
    o->shards = n;
    o->shard_file = *end ? end + 1 : NULL;
    return NULL;
}

static char *set_depfile(csl_options *o, const char *value) {
    o->depfile = value;
    return NULL;
}

static char *set_stamp(csl_options *o, const char *value) {
    o->stamp = value;
    return NULL;
}

static char *set_no_cache(csl_options *o, const char *value) {
    (void)value;
    o->no_cache = true;
    return NULL;
}

static char *set_cache_dir(csl_options *o, const char *value) {
    o->cache_dir = value;
    return NULL;
}

static char *set_verbose(csl_options *o, const char *value) {
    (void)value;
    o->verbose = true;
    return NULL;
}

static char *set_quiet(csl_options *o, const char *value) {
    (void)value;
    o->quiet = true;
    return NULL;
}

static char *set_colour(csl_options *o, const char *value) {
    char *error = set_word(&o->colour, whens, value);
    if (!error && o->colour == 2)
        o->colour = -1;
    return error;
}

static char *set_dump(csl_options *o, const char *value) {
    char *error = NULL;
    char **parts = g_strsplit(value, ",", -1);
    for (int i = 0; parts[i] && !error; i++) {
        int bit = 0;
        error = set_word(&bit, stages, parts[i]);
        if (!error)
            o->dump |= 1u << bit;
    }
    g_strfreev(parts);
    return error;
}

static char *set_show_suppressed(csl_options *o, const char *value) {
    (void)value;
    o->show_suppressed = true;
    return NULL;
}

static char *set_add_suppressions(csl_options *o, const char *value) {
    if (!*value)
        return g_strdup("say why, for those who read the comment");
    o->add_suppressions = value;
    return NULL;
}

static char *set_fix(csl_options *o, const char *value) {
    (void)value;
    o->fix = true;
    return NULL;
}

static char *set_diff(csl_options *o, const char *value) {
    (void)value;
    o->diff = true;
    return NULL;
}

static char *set_baseline(csl_options *o, const char *value) {
    o->baseline = value;
    return NULL;
}

static char *set_write_baseline(csl_options *o, const char *value) {
    (void)value;
    o->write_baseline = true;
    return NULL;
}

static char *set_prune_baseline(csl_options *o, const char *value) {
    (void)value;
    o->prune_baseline = true;
    return NULL;
}

static char *set_baseline_strict(csl_options *o, const char *value) {
    (void)value;
    o->baseline_strict = true;
    return NULL;
}

static char *set_changed(csl_options *o, const char *value) {
    o->changed = value;
    return NULL;
}

static char *set_changed_lines(csl_options *o, const char *value) {
    o->changed_lines = value;
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
    if (!csl_rule_find(value))
        return g_strdup_printf("no rule `%s`; --list-checks names them", value);
    o->action = CSL_EXPLAIN;
    o->explain = value;
    return NULL;
}

static char *set_generate(csl_options *o, const char *value) {
    o->action = CSL_GENERATE;
    return set_word(&o->shell, shells, value);
}

static const option options[] = {
    {"checks", 0, "GLOBS", "rules to run: -*,barrier-* (the last match decides)", set_checks},
    {"min-confidence", 0, "C", "report findings of confidence low, medium (default) or high and up",
     set_min_confidence},
    {"fail-on", 0, "SEVERITY", "exit 1 from note, warning (default), error or never on",
     set_fail_on},
    {"strict", 0, NULL, "exit 3 if anything was degraded, undecided or not analysed", set_strict},
    {"format", 0, "F[:FILE]", "write a report, to FILE if given; may be repeated:", set_format},
    {"show-suppressed", 0, NULL, "report suppressed findings too, marked as such",
     set_show_suppressed},
    {"add-suppressions", 0, "REASON", "write a suppression comment above every finding",
     set_add_suppressions},
    {"fix", 0, NULL, "insert missing barriers where that provably ends a finding", set_fix},
    {"diff", 0, NULL, "print what --fix would change, as a unified diff", set_diff},
    {"baseline", 0, "FILE", "accept the findings that FILE holds", set_baseline},
    {"write-baseline", 0, NULL, "accept all findings: write them into the baseline",
     set_write_baseline},
    {"prune-baseline", 0, NULL, "drop baseline entries that no finding matches any more",
     set_prune_baseline},
    {"baseline-strict", 0, NULL, "exit 1 if the baseline has such entries", set_baseline_strict},
    {"changed", 0, "REF", "report only what changes since this git commit concern", set_changed},
    {"changed-lines", 0, "DIFF", "the same for the changes of a unified diff (- is stdin)",
     set_changed_lines},
    {"header-filter", 0, "REGEX", "of the findings in headers, report those in matching files",
     set_header_filter},
    {"config", 0, "FILE", "use this configuration (default: the nearest .cudasynclint.yaml)",
     set_config},
    {"isolated", 0, NULL, "use no configuration", set_isolated},
    {"dump-config", 0, NULL, "print the configuration of the files named", set_dump_config},
    {"block-dim", 0, "X[,Y[,Z]]", "threads per block of kernels whose launch is not seen",
     set_block_dim},
    {"grid-dim", 0, "X[,Y[,Z]]", "blocks of the grid, likewise", set_grid_dim},
    {"arch", 0, "sm_NN", "architecture to analyse for (default sm_80); may be repeated", set_arch},
    {"cuda-path", 0, "DIR", "use the headers of this CUDA Toolkit, not the built-in declarations",
     set_cuda_path},
    {"build", 'p', "DIR", "take compiler flags, and files if none is named, from DIR's compile_commands.json",
     set_build_dir},
    {"extra-arg", 0, "ARG", "one more compiler flag for every file; may be repeated",
     set_extra_arg},
    {"stdin-filename", 0, "FILE", "read the source `-` from standard input, as if it were FILE",
     set_stdin_filename},
    {"jobs", 'j', "N", "files analysed at a time (default 0: one per processor)", set_jobs},
    {"timeout", 0, "SECONDS", "processor time one file may take (default 30)", set_timeout},
    {"shard", 0, "K/N[:FILE]", "analyse part K of N; write what `cudasynclint merge` reads", set_shard},
    {"depfile", 0, "FILE", "write a make rule: --stamp depends on the sources and headers read",
     set_depfile},
    {"stamp", 0, "FILE", "write this empty file when the exit status is 0", set_stamp},
    {"no-cache", 0, NULL, "analyse every file, keep nothing for the next run", set_no_cache},
    {"cache-dir", 0, "DIR", "keep results there (default: cudasynclint in $XDG_CACHE_HOME)",
     set_cache_dir},
    {"verbose", 'v', NULL, "one line per kernel, and what was dropped or not understood",
     set_verbose},
    {"quiet", 'q', NULL, "no summary line", set_quiet},
    {"color", 0, "WHEN", "auto (default), always or never", set_colour},
    {"dump", 0, "STAGES", "print stages: ir,uniformity,intervals,queries", set_dump},
    {"list-checks", 0, NULL, "list the rules", set_list_checks},
    {"explain", 0, "RULE", "print the page of a rule", set_explain},
    {"generate", 0, "SHELL", "print completions for bash, zsh or fish", set_generate},
    {"version", 0, NULL, "print versions", set_version},
    {"help", 'h', NULL, "print this text", set_help},
};

static const option *find_option(const char *name, size_t length) {
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static const option *find_letter(char letter) {
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
        if (options[i].letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

/* The words that an option takes, or NULL. */
static const char *const *words_of(const option *o) {
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
    const option *o = &options[index];
    *info = (csl_option_info){o->name, o->letter, o->arg, o->help, words_of(o)};
    return true;
}

void csl_print_help(FILE *out) {
    fputs("Usage: cudasynclint [options] FILE|DIR... [-- clang arguments]\n"
          "Checks CUDA sources for barriers that not every thread reaches and for data races.\n"
          "`cudasynclint merge [options] FILE...` makes the reports of runs with --shard.\n\n"
          "Options:\n",
          out);
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        const option *o = &options[i];
        char *left = g_strdup_printf("--%s%s%s", o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
        if (o->letter)
            fprintf(out, "  -%c, %-23s %s\n", o->letter, left, o->help);
        else
            fprintf(out, "      %-23s %s\n", left, o->help);
        g_free(left);
        if (o->set == set_format)
            for (uint32_t k = 0; k < csl_nreport_formats; k++)
                fprintf(out, "%30s  %-10s %s\n", "", csl_report_formats[k].name, csl_report_formats[k].summary);
    }
    fputs("\nExit status: 0 nothing at or above --fail-on; 1 findings; 2 usage error, or no CUDA\n"
          "file in a directory; 3 a file was not analysed.\n",
          out);
}

char *csl_option_set(csl_options *o, const char *name, const char *value) {
    return find_option(name, strlen(name))->set(o, value);
}

/* Sets one option and puts its name before what is wrong. */
static char *apply(csl_options *o, const option *opt, const char *value) {
    char *error = opt->set(o, value);
    if (!error)
        return NULL;
    char *line = g_strdup_printf("--%s: %s", opt->name, error);
    g_free(error);
    return line;
}

/* --name, --name=value, --name value. *i moves on when the value is the next argument. */
static char *parse_long(csl_options *o, int argc, char **argv, int *i) {
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    const option *opt = find_option(name, equals ? (size_t)(equals - name) : strlen(name));
    if (!opt)
        return g_strdup_printf("unknown option `%s`", argv[*i]);
    if (!opt->arg)
        return equals ? g_strdup_printf("--%s takes no value", opt->name) : apply(o, opt, NULL);
    if (equals)
        return apply(o, opt, equals + 1);
    if (*i + 1 >= argc)
        return g_strdup_printf("--%s needs a value: --%s=%s", opt->name, opt->name, opt->arg);
    return apply(o, opt, argv[++*i]);
}

/* -v, -j4, -j 4. */
static char *parse_short(csl_options *o, int argc, char **argv, int *i) {
    const char *arg = argv[*i];
    const option *opt = find_letter(arg[1]);
    if (!opt || (!opt->arg && arg[2]))
        return g_strdup_printf("unknown option `%s`", arg);
    if (!opt->arg)
        return apply(o, opt, NULL);
    if (arg[2])
        return apply(o, opt, arg + 2);
    if (*i + 1 >= argc)
        return g_strdup_printf("-%c needs a value", opt->letter);
    return apply(o, opt, argv[++*i]);
}

/* What only all arguments together can get wrong. */
static char *check_together(const csl_options *o) {
    guint on_stdout = 0;
    for (guint i = 0; i < o->outputs->len; i++)
        on_stdout += g_array_index(o->outputs, csl_output, i).file == NULL;
    if (on_stdout > 1)
        return g_strdup("two reports on standard output: give one a file, --format=F:FILE");
    if (o->action == CSL_MERGE && (o->paths->len == 0 || o->shards || o->depfile || o->stdin_filename ||
                                  o->fix || o->diff))
        return g_strdup("merge takes the files that --shard wrote, and options of reports");
    if (o->shards && (o->stdin_filename || o->dump || o->depfile || o->outputs->len ||
                      o->fix || o->diff || o->write_baseline || o->add_suppressions))
        return g_strdup("--shard writes one file, for merge: no report, no standard input");
    if (o->depfile && !o->stamp)
        return g_strdup("--depfile needs --stamp: what depends on the files?");
    if (o->action == CSL_RUN && o->paths->len == 0 && !o->stdin_filename && !o->build_dir)
        return g_strdup("no file or directory given");
    if ((o->fix || o->diff) && (o->write_baseline || o->prune_baseline || o->add_suppressions))
        return g_strdup("--fix and --diff change code; record findings in another run");
    if (o->fix && o->diff)
        return g_strdup("--fix and --diff contradict each other");
    if (o->fix && o->stdin_filename)
        return g_strdup("--fix: standard input cannot be changed; --diff shows the changes");
    if (o->diff && on_stdout)
        return g_strdup("--diff uses standard output: give the report a file, --format=F:FILE");
    if (o->config && o->isolated)
        return g_strdup("--config and --isolated contradict each other");
    return NULL;
}

char *csl_parse_options_line(csl_options *o, int argc, char **argv) {
    *o = (csl_options){
        .paths = g_ptr_array_new(),
        .clang_args = g_ptr_array_new(),
        .extra_args = g_ptr_array_new(),
        .outputs = g_array_new(FALSE, TRUE, sizeof(csl_output)),
        .archs = g_array_new(FALSE, TRUE, sizeof(uint32_t)),
        .assumed = g_array_new(FALSE, TRUE, sizeof(csl_assumed_block)),
        .barriers = g_ptr_array_new(),
        .config_args = g_ptr_array_new(),
        .config_files = g_ptr_array_new(),
        .fail_on = CSL_WARNING,
        .min_confidence = CSL_MEDIUM,
        .colour = -1,
        .timeout = 30,
    };
    int i = 1;
    if (argc > 1 && strcmp(argv[1], "merge") == 0) {
        o->action = CSL_MERGE;
        i++;
    }
    for (; i < argc; i++) {
        char *error = NULL;
        if (strcmp(argv[i], "--") == 0) {
            o->fixed_command = true;
            while (++i < argc)
                g_ptr_array_add(o->clang_args, argv[i]);
        } else if (g_str_has_prefix(argv[i], "--")) {
            error = parse_long(o, argc, argv, &i);
        } else if (argv[i][0] == '-' && argv[i][1]) {
            error = parse_short(o, argc, argv, &i);
        } else {
            g_ptr_array_add(o->paths, argv[i]);
        }
        if (error)
            return error;
    }
    return check_together(o);
}

void csl_options_clear(csl_options *o) {
    g_ptr_array_free(o->paths, TRUE);
    g_ptr_array_free(o->clang_args, TRUE);
    g_ptr_array_free(o->extra_args, TRUE);
    g_array_free(o->outputs, TRUE);
    g_array_free(o->archs, TRUE);
    g_array_free(o->assumed, TRUE);
    g_ptr_array_free(o->barriers, TRUE);
    g_ptr_array_free(o->config_args, TRUE);
    g_ptr_array_free(o->config_files, TRUE);
}

bool csl_file_wanted(const csl_options *o, const char *input, const char *file) {
    if (!o->header_filter || strcmp(input, file) == 0)
        return true;
    while (g_str_has_prefix(file, "./"))
        file += 2;
    return g_regex_match_simple(o->header_filter, file, ANY_BYTES, 0);
}

bool csl_check_enabled(const csl_options *o, const csl_rule *rule) {
    bool on = !rule->off_by_default;
    char **globs = g_strsplit(o->checks ? o->checks : "", ",", -1);
    for (int i = 0; globs[i]; i++) {
        const char *glob = g_strstrip(globs[i]);
        bool wanted = glob[0] != '-';
        if (csl_glob_matches(wanted ? glob : glob + 1, rule->name))
            on = wanted;
    }
    g_strfreev(globs);
    return on;
}
