/* The command line: which argument is what. option_table.c knows the options. */
#include "options.h"

#include <string.h>

#include "../../report/source/glob.h"
#include "option_table.h"

/* Sets one option and puts its name before what is wrong. */
static char *apply(csl_options *o, const csl_option *opt, const char *value) {
    char *error = csl_option_store(opt, o, value);
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
    const csl_option *opt = csl_option_find(name, equals ? (size_t)(equals - name) : strlen(name));
    if (!opt)
        return csl_unknown_option(argv[*i]);
    if (!opt->arg)
        return equals ? g_strdup_printf("--%s takes no value", opt->name) : apply(o, opt, NULL);
    if (equals)
        return apply(o, opt, equals + 1);
    if (opt->arg[0] == '[')
        return apply(o, opt, NULL);
    if (*i + 1 >= argc)
        return g_strdup_printf("--%s needs a value: --%s=%s", opt->name, opt->name, opt->arg);
    return apply(o, opt, argv[++*i]);
}

/* -v, -j4, -j 4. */
static char *parse_short(csl_options *o, int argc, char **argv, int *i) {
    const char *arg = argv[*i];
    const csl_option *opt = csl_option_find_letter(arg[1]);
    if (!opt || (!opt->arg && arg[2]))
        return csl_unknown_option(arg);
    if (!opt->arg)
        return apply(o, opt, NULL);
    if (arg[2])
        return apply(o, opt, arg + 2);
    if (*i + 1 >= argc)
        return g_strdup_printf("-%c needs a value: -%c %s", arg[1], arg[1], opt->arg);
    return apply(o, opt, argv[++*i]);
}

/* What only all arguments together can get wrong. */
static char *check_together(const csl_options *o) {
    guint on_stdout = 0;
    for (guint i = 0; i < o->outputs->len; i++)
        on_stdout += g_array_index(o->outputs, csl_output, i).file == NULL;
    if (on_stdout > 1)
        return g_strdup("two reports on standard output: give one a file, --format=F:FILE");
    if (o->action == CSL_MERGE &&
        (o->paths->len == 0 || o->shards || o->depfile || o->stdin_filename || o->fix || o->diff))
        return g_strdup("merge takes the files that --shard wrote, and options of reports");
    if (o->action == CSL_DIFF && o->paths->len != 2)
        return g_strdup("diff takes two reports: OLD.json NEW.json");
    if (o->action == CSL_LSP && (o->paths->len || o->outputs->len || o->stdin_filename ||
                                 o->shards || o->stamp || o->dump || o->fix || o->diff ||
                                 o->write_baseline || o->prune_baseline || o->add_suppressions))
        return g_strdup(
            "lsp takes no file and no option of reports: the editor shows what is found");
    if (o->shards && (o->stdin_filename || o->dump || o->depfile || o->outputs->len || o->fix ||
                      o->diff || o->write_baseline || o->add_suppressions))
        return g_strdup("--shard writes one file, for merge: no report, no standard input");
    if (o->proof && (o->dump || o->shards || o->action != CSL_RUN))
        return g_strdup("--proof writes what --dump prints, of one run");
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
    if (o->add_suppressions && o->stdin_filename)
        return g_strdup("--add-suppressions: standard input cannot be changed");
    if (o->stdin_filename && strcmp(o->stdin_filename, "-") == 0)
        return g_strdup("--stdin-filename: what is the name of the file?");
    if (o->diff && on_stdout)
        return g_strdup("--diff uses standard output: give the report a file, --format=F:FILE");
    if (o->stdin_filename && o->paths->len &&
        !g_ptr_array_find_with_equal_func(o->paths, "-", g_str_equal, NULL))
        return g_strdup("--stdin-filename names what `-` reads: add `-` to the files");
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
        .timeout = 120,
    };
    GString *command = g_string_new("cudasynclint");
    for (int k = 1; k < argc; k++)
        g_string_append_printf(command, " %s", argv[k]);
    o->command = g_string_free(command, FALSE);
    int i = 1;
    if (argc > 1 && strcmp(argv[1], "merge") == 0) {
        o->action = CSL_MERGE;
        i++;
    } else if (argc > 1 && strcmp(argv[1], "diff") == 0) {
        o->action = CSL_DIFF;
        i++;
    } else if (argc > 1 && strcmp(argv[1], "lsp") == 0) {
        o->action = CSL_LSP;
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
    o->baseline_named = o->baseline != NULL;
    return check_together(o);
}

void csl_options_clear(csl_options *o) {
    g_free(o->command);
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

csl_confidence csl_told_from(const csl_options *o) {
    return o->shards || o->dump & CSL_DUMP_CONFIDENCE ? CSL_LOW : o->min_confidence;
}
