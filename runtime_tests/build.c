#include "build.h"

#include "watchdog.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* nvcc takes seconds; minutes mean that something is wrong. */
static const csl_watch_limits compile_limits = {.deadline = 300, .grace = 2, .output = 1 << 16};

/* The optimised build names source lines, which changes no code, and has the CUDA runtime as a
 * shared library: a preloaded one can then stand between the two (reshape.c). */
static const char *const variant_flags[CSL_VARIANTS] = {"-O3 -lineinfo -cudart shared", "-G"};
static const char *const variant_suffix[CSL_VARIANTS] = {"opt", "debug"};

char *csl_program(const csl_setup *setup, const csl_case *c, int variant) {
    return g_strdup_printf("%s/%s.%s", setup->build, c->name, variant_suffix[variant]);
}

char *csl_build_flags(const csl_setup *setup, const csl_case *c, int variant) {
    char *own = g_strjoinv(" ", c->nvcc);
    char *arch = strstr(own, "-gencode=") ? NULL : g_strdup_printf("-arch=%s ", setup->arch);
    char *flags = g_strdup_printf("%s%s%s%s", arch ? arch : "", variant_flags[variant],
                                  *own ? " " : "", own); /* a case may need one like sm_90a */
    g_free(arch);
    g_free(own);
    return flags;
}

/* Runs nvcc. The program finds the runtime library of the toolkit it was built with. */
static bool compile(const csl_setup *setup, const char *flags, const char *source,
                    const char *program) {
    char *bin = g_path_get_dirname(setup->nvcc), *root = g_path_get_dirname(bin);
    char *rpath = g_strdup_printf("-Xlinker -rpath,%s/lib64 -Xlinker -rpath,%s/lib", root, root);
    char *line = g_strdup_printf("%s %s %s", setup->nvcc, flags, rpath);
    char *with_files = g_strdup_printf("%s\n-o\n%s\n%s", line, program, source);
    char **argv = g_strsplit_set(with_files, " \n", -1);
    csl_watched w;
    csl_watch((const char *const *)argv, NULL, &compile_limits, &w);
    bool good = w.ending == CSL_ENDING_EXIT && w.code == 0;
    if (!good)
        fprintf(stderr, "runtime_tests: cannot build %s:\n%s\n", source, w.output);
    g_free(w.output);
    g_strfreev(argv);
    g_free(with_files);
    g_free(line);
    g_free(rpath);
    g_free(root);
    g_free(bin);
    return good;
}

/* Compiles `source` unless the program was made from the same things: `version` says which. */
static bool build(const csl_setup *setup, const char *flags, const char *source, const char *hash,
                  const char *program) {
    char *version = g_strdup_printf("%s %s %s\n", hash, setup->nvcc, flags);
    char *note = g_strdup_printf("%s.made-from", program), *made_from = NULL;
    char *folder = g_path_get_dirname(program);
    bool good = g_file_get_contents(note, &made_from, NULL, NULL) &&
                strcmp(made_from, version) == 0 && g_file_test(program, G_FILE_TEST_EXISTS);
    if (!good) {
        g_unlink(note);
        good = g_mkdir_with_parents(folder, 0777) == 0 && compile(setup, flags, source, program) &&
               g_file_set_contents(note, version, -1, NULL);
    }
    g_free(folder);
    g_free(made_from);
    g_free(note);
    g_free(version);
    return good;
}

bool csl_build(const csl_setup *setup, const csl_case *c, int variant) {
    char *program = csl_program(setup, c, variant);
    char *flags = csl_build_flags(setup, c, variant);
    bool good = build(setup, flags, c->path, c->hash, program);
    g_free(flags);
    g_free(program);
    return good;
}

bool csl_build_health(const csl_setup *setup) {
    char *text = NULL, *hash = NULL;
    char *program = g_build_filename(setup->build, "health", NULL);
    char *flags = g_strdup_printf("-arch=%s -O3", setup->arch);
    bool good = g_file_get_contents(setup->health, &text, NULL, NULL);
    if (!good)
        fprintf(stderr, "runtime_tests: %s cannot be read\n", setup->health);
    hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text ? text : "", -1);
    good = good && build(setup, flags, setup->health, hash, program);
    g_free(flags);
    g_free(program);
    g_free(hash);
    g_free(text);
    return good;
}
