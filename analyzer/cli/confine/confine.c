#define _GNU_SOURCE /* dl_iterate_phdr */
#include "confine.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "../../files/sandbox.h"
#include "../plan/headers.h"
#include "links.h"

/* Headers of the system, of compilers and toolkits; where libclang reads which system this is; what
 * the C library looks at. */
static const char *const of_system[] = {"/usr",
                                        "/opt",
                                        "/lib",
                                        "/lib64",
                                        "/nix/store",
                                        "/etc/alpine-release",
                                        "/etc/arch-release",
                                        "/etc/debian_version",
                                        "/etc/env.d/gcc",
                                        "/etc/exherbo-release",
                                        "/etc/gentoo-release",
                                        "/etc/lsb-release",
                                        "/etc/os-release",
                                        "/etc/redhat-release",
                                        "/etc/SuSE-release",
                                        "/dev/null",
                                        "/dev/urandom",
                                        "/proc/cpuinfo",
                                        "/proc/meminfo"};

/* The folder above that of libclang: its own headers lie there. */
static int add_compiler(struct dl_phdr_info *library, size_t size, void *user) {
    (void)size;
    if (strstr(library->dlpi_name, "libclang") || strstr(library->dlpi_name, "libLLVM")) {
        char *folder = g_path_get_dirname(library->dlpi_name);
        g_ptr_array_add(user, g_build_filename(folder, "..", NULL));
        g_free(folder);
    }
    return 0;
}

/* What -I and its like name, and its repository: headers include their neighbours there. */
static void add_include_path(GPtrArray *to, const char *path) {
    char *repository = csl_repository_of(path);
    g_ptr_array_add(to, g_strdup(path));
    if (repository)
        g_ptr_array_add(to, repository);
}

/* -I DIR and its like; -include names a file. */
static void add_include_paths(GPtrArray *to, const GPtrArray *args) {
    static const char *const pairs[] = {"-I",         "-isystem", "-iquote",
                                        "-idirafter", "-include", "-imacros"};
    for (guint i = 0; i < args->len; i++) {
        const char *word = args->pdata[i];
        for (size_t k = 0; k < G_N_ELEMENTS(pairs); k++) {
            const size_t n = strlen(pairs[k]);
            if (strcmp(word, pairs[k]) == 0 && i + 1 < args->len)
                add_include_path(to, args->pdata[i + 1]);
            else if (strncmp(word, pairs[k], n) == 0 && word[n])
                add_include_path(to, word + n);
        }
    }
}

void csl_confine(const csl_input *input, bool links) {
    GPtrArray *readable = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = 0; i < G_N_ELEMENTS(of_system); i++)
        g_ptr_array_add(readable, g_strdup(of_system[i]));
    dl_iterate_phdr(add_compiler, readable);
    char *real = realpath(input->path, NULL);
    if (real)
        g_ptr_array_add(readable, csl_project_top(real));
    free(real);
    g_ptr_array_add(readable, g_strdup(input->path));
    if (input->options->cuda_path)
        g_ptr_array_add(readable, g_strdup(input->options->cuda_path));
    const guint first = readable->len;
    g_ptr_array_add(readable, csl_project_top(input->path));
    add_include_paths(readable, input->flags->args);
    const guint last = readable->len;
    for (guint i = first; links && i < last; i++)
        csl_add_linked_headers(readable, readable->pdata[i]);
    csl_sandbox_enter((const char *const *)readable->pdata, readable->len);
    g_ptr_array_unref(readable);
}
