/* Configuration files, .cudasynclint.yaml: the nearest one above each source file counts; with
 * `inherit: true` those above it count too. The command line beats all of them.
 *
 *   inherit: true                 # also what the next file above says
 *   checks: "-*,barrier-*"        # text, or a list of globs
 *   fail-on: warning
 *   min-confidence: medium
 *   header-filter: "^src/"        # a regular expression
 *   baseline: baseline.json
 *   extra-args: [-Iinclude, -DN=4]
 *   barriers: [my_sync]           # functions without a body that are barriers of the block
 *   assume:
 *     - kernel: "reduce*"
 *       block-dim: [256, 1, 1]
 *   overrides:
 *     - paths: ["old*"]           # * is any text, slashes too; relative to this file
 *       fail-on: error            # and every other key but inherit, baseline, overrides
 *
 * Relative paths are taken from the directory of the file.
 */
#ifndef CSL_CONFIG_H
#define CSL_CONFIG_H

#include "options.h"

#define CSL_CONFIG_NAME ".cudasynclint.yaml"

/* ---- one file (config_read.c) ---------------------------------------------------------------- */

/* What a file, or one override in it, says. */
typedef struct csl_settings {
    char *checks;          /* globs, or NULL */
    int fail_on;           /* csl_severity or CSL_FAIL_NEVER; -1: not given */
    int min_confidence;    /* csl_confidence; -1: not given */
    char *header_filter;   /* or NULL */
    GPtrArray *extra_args; /* char *, as written */
    GPtrArray *barriers;   /* char * */
    GArray *assumed;       /* csl_assumed_block */
} csl_settings;

typedef struct csl_override {
    GPtrArray *paths; /* char *: globs */
    csl_settings settings;
} csl_override;

typedef struct csl_config {
    char *path, *directory;
    bool inherit;
    char *baseline; /* joined with the directory, or NULL */
    csl_settings settings;
    GArray *overrides; /* csl_override */
} csl_config;

/* Reads a file. Returns NULL and sets *error to "FILE:LINE: what is wrong" (caller frees). */
csl_config *csl_config_read(const char *path, char **error);
void csl_config_free(csl_config *config);

/* ---- all files of a run (config.c) ----------------------------------------------------------- */

typedef struct csl_configs csl_configs;

/* The options must outlive the configurations. */
csl_configs *csl_configs_new(const csl_options *o);
void csl_configs_free(csl_configs *c);

/* The options for one source file: those of the command line, and of the configuration where the
 * command line is silent. Owned by the configurations. Returns NULL and sets *error (caller frees)
 * if a configuration cannot be used. */
const csl_options *csl_configs_for(csl_configs *c, const char *source, char **error);

/* Prints the configuration of every path of the command line (of the current directory if there is
 * none) as YAML that can be read back (config_dump.c). Returns NULL, or what is wrong. */
char *csl_dump_config(const csl_options *o);

#endif
