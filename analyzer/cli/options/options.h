/* The command line, parsed. One table (option_table.c) drives parsing and --help. */
#ifndef CSL_OPTIONS_H
#define CSL_OPTIONS_H

#include "../../report/report.h"
#include "../../report/source/source.h"

#include <glib.h>

typedef enum {
    CSL_RUN,
    CSL_MERGE,
    CSL_LSP,
    CSL_DIFF,
    CSL_HELP,
    CSL_VERSION_INFO,
    CSL_LIST_CHECKS,
    CSL_EXPLAIN,
    CSL_DUMP_CONFIG,
    CSL_GENERATE
} csl_action;

/* Bits of --dump. */
enum {
    CSL_DUMP_IR = 1,
    CSL_DUMP_UNIFORMITY = 2,
    CSL_DUMP_INTERVALS = 4,
    CSL_DUMP_QUERIES = 8,
    CSL_DUMP_AUDIT = 16,
    CSL_DUMP_LIMITS = 32,
    CSL_DUMP_CONFIDENCE = 64,
    CSL_DUMP_BANKS = 128
};

typedef struct csl_output {
    const csl_report_format *format;
    const char *file; /* NULL: standard output */
} csl_output;

/* Threads per block of the kernels whose name matches the glob, where no launch tells. */
typedef struct csl_assumed_block {
    char *kernel;
    uint32_t block_dim[3];
} csl_assumed_block;

#define CSL_FAIL_NEVER (CSL_ERROR + 1)

typedef struct csl_options {
    csl_action action;
    const char *explain;   /* --explain RULE */
    int shell;             /* --generate: 0 bash, 1 zsh, 2 fish */
    GPtrArray *paths;      /* char *: files and directories, "-" with --stdin-filename */
    GPtrArray *clang_args; /* char *: what follows "--" */
    bool fixed_command;    /* there was a "--" */
    GPtrArray *extra_args; /* char *: --extra-arg */
    const char *build_dir; /* -p, or NULL */
    GArray *outputs;       /* csl_output; empty: text on standard output */
    GArray *archs;         /* uint32_t: __CUDA_ARCH__ values (800); empty: sm_80 */
    const char *checks;    /* --checks=GLOBS, or NULL */
    int fail_on;           /* csl_severity or CSL_FAIL_NEVER */
    csl_confidence min_confidence;
    bool fail_on_given, min_confidence_given; /* on the command line */
    const char *header_filter; /* regular expression: findings in matching headers count; or NULL */
    const char *config;        /* --config, or NULL: look for it */
    bool isolated;             /* no configuration */
    GArray *assumed;     /* csl_assumed_block; the last that matches counts. Only configuration */
    GPtrArray *barriers; /* char *: functions that are barriers (config.h) */
    GPtrArray *config_args;  /* char *: flags for the parser, after those of the file */
    GPtrArray *config_files; /* char *: the configurations that all this comes from */
    uint32_t block_dim[3];   /* 0,0,0: not given */
    uint32_t grid_dim[3];
    csl_concerns concerns; /* --concerns; 0: those that the kernel holds something of */
    const char *cuda_path;
    const char *stdin_filename;
    const char *since;                /* an older JSON report, or NULL */
    char *command;                    /* the arguments, joined by blanks; owned */
    const char *link, *commit, *date; /* of the HTML page, or NULL */
    bool fail_on_undecided;
    const char *require_proved; /* glob for names of kernels, or NULL */
    bool strict, verbose, quiet, trace, show_undecided;
    uint32_t shard, shards;      /* --shard=K/N; 0/0: all files */
    const char *shard_file;      /* NULL: standard output */
    const char *depfile, *stamp; /* or NULL */
    const char *proof;           /* --proof, or NULL */
    bool no_cache;
    const char *cache_dir; /* --cache-dir, or NULL: the user's */
    bool show_suppressed;
    const char *add_suppressions; /* the reason, or NULL */
    bool fix, diff;               /* apply what mends itself, or only show it */
    uint32_t fixed;               /* findings that earlier rounds of --fix have ended */
    bool no_hints;                /* try nothing; no option, for the language server */
    const char *baseline;         /* file, or NULL */
    bool baseline_named;          /* on the command line, not by a configuration */
    bool write_baseline, prune_baseline, baseline_strict;
    const char *changed;       /* a commit, or NULL */
    const char *changed_lines; /* file with a unified diff, "-" or NULL */
    int colour;                /* 1 always, 0 never, -1 when standard output is a terminal */
    int jobs;                  /* workers at a time; 0: one per processor */
    uint32_t timeout;          /* seconds of processor time one file may take */
    unsigned dump;             /* CSL_DUMP_ bits */
} csl_options;

/* Fills `o` with defaults and what the arguments say. Returns NULL, or one line that says what is
 * wrong (caller frees). Strings belong to argv. */
char *csl_parse_options_line(csl_options *o, int argc, char **argv);
void csl_options_clear(csl_options *o);

/* Sets one option by its long name, which exists, as --name=value would. Returns NULL, or what is
 * wrong with the value (caller frees). */
char *csl_option_set(csl_options *o, const char *name, const char *value);

/* What the table says about an option. */
typedef struct csl_option_info {
    const char *name;         /* without the dashes */
    char letter;              /* 0: none */
    const char *arg;          /* "FILE", "DIR", "RULE" ..., or NULL: takes no value */
    const char *help;         /* one line */
    const char *const *words; /* the values it takes, NULL-terminated, or NULL */
} csl_option_info;
/* Looks at row `index` of the table; false behind its end. */
bool csl_option_at(size_t index, csl_option_info *info);
/* Completions for a shell (csl_options.shell), from the same table (completions.c). */
void csl_print_completions(FILE *out, int shell);

/* The text of --help. */
void csl_print_help(FILE *out);

/* True if the rule is selected: the last glob of --checks that matches decides, a leading dash
 * deselects; without any match a rule is on unless it is off by default. */
bool csl_check_enabled(const csl_options *o, const csl_rule *rule);

/* No report of the run shows races below: only how many they are is told. A shard keeps all, as the
 * run that joins shards has options of its own. */
csl_confidence csl_told_from(const csl_options *o);

#endif
