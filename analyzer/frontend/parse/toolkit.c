/* A CUDA Toolkit on disk: is it one, which version, and which of its headers are replaced.
 *
 * Its types, its host functions and its libraries' headers are parsed as they are. What the
 * compiler implements (barriers, shuffles, atomics, mathematics) is only declared there, and what
 * synchronises (cooperative groups, cub, cuda::barrier) is written in PTX; for these the headers of
 * shim/include say what they do, so they take the place of the toolkit's. */
#include "toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse.h"
#include "shim.h"

/* Where headers are, below DIR: CUDA 13 moved libcu++, CUB and Thrust. */
static const char *const places[] = {"/include/", "/include/cccl/"};
#define NPLACES (sizeof places / sizeof *places)

static bool exists(const char *dir, const char *name) {
    char *path = csl_join(dir, name);
    bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

/* The number that `key` is given in a file: "#define KEY 13000". 0 if there is none. */
static unsigned defined_number(const char *dir, const char *name, const char *key) {
    char *path = csl_join(dir, name), line[512], word[64];
    FILE *file = fopen(path, "r");
    unsigned found = 0, number;
    free(path);
    while (file && !found && fgets(line, sizeof line, file))
        if (sscanf(line, " # define %63s %u", word, &number) == 2 && strcmp(word, key) == 0)
            found = number;
    if (file)
        fclose(file);
    return found;
}

unsigned csl_toolkit_version(const char *dir) {
    char *headers = csl_join(dir, places[0]);
    unsigned version = 0;
    if (exists(headers, "cuda_runtime.h"))
        version = defined_number(headers, "cuda_runtime_api.h", "CUDART_VERSION");
    free(headers);
    return version;
}

void csl_toolkit_open(csl_toolkit *t, const csl_parse_options *options) {
    *t = (csl_toolkit){0};
    if (!options->cuda_path)
        return;
    unsigned version = csl_toolkit_version(options->cuda_path);
    const struct {
        const char *name;
        unsigned value;
    } defines[] = {{"__CSL_TOOLKIT", 1},
                   {"__CUDACC_VER_MAJOR__", version / 1000},
                   {"__CUDACC_VER_MINOR__", version % 1000 / 10},
                   {"__CUDACC_VER_BUILD__", 0}};
    for (size_t i = 0; i < sizeof defines / sizeof *defines; i++)
        snprintf(t->defines[i], sizeof t->defines[i], "-D%s=%u", defines[i].name, defines[i].value);
    unsigned n = 0;
    for (size_t i = 0; i < NPLACES; i++)
        if (exists(options->cuda_path, places[i]))
            t->dirs[n++] = csl_join(options->cuda_path, places[i]);
}

void csl_toolkit_close(csl_toolkit *t) {
    for (size_t i = 0; i < NPLACES; i++)
        free(t->dirs[i]);
    for (unsigned i = 0; t->texts && i < csl_nshim; i++)
        free(t->texts[i]);
    free(t->texts);
}

unsigned csl_toolkit_add_args(const csl_toolkit *t, const char **args, unsigned n) {
    for (size_t i = 0; t->defines[i][0]; i++)
        args[n++] = t->defines[i];
    for (size_t i = 0; i < NPLACES && t->dirs[i]; i++) {
        args[n++] = "-isystem";
        args[n++] = t->dirs[i];
    }
    return n;
}

/* Text that includes an embedded header. */
static char *redirection(const char *shim_path) {
    static const char form[] = "#pragma clang system_header\n#include \"" SHIM_ROOT "%s\"\n";
    size_t n = sizeof form + strlen(shim_path);
    char *text = malloc(n);
    if (!text)
        abort();
    snprintf(text, n, form, shim_path);
    return text;
}

/* Of "include/mma.h": "mma.h". NULL for what a toolkit has no such header for, or a better one. */
static const char *replacing_name(const char *shim_path) {
    static const char root[] = "include/";
    return strncmp(shim_path, root, sizeof root - 1) == 0 ? shim_path + sizeof root - 1 : NULL;
}

unsigned csl_toolkit_replace(csl_toolkit *t, struct CXUnsavedFile *files, unsigned count) {
    if (!t->dirs[0])
        return count;
    t->texts = calloc(csl_nshim, sizeof *t->texts);
    if (!t->texts)
        abort();
    for (unsigned i = 0; i < csl_nshim; i++) {
        const char *name = replacing_name(csl_shim[i].path);
        for (size_t k = 0; name && k < NPLACES && t->dirs[k]; k++) {
            if (!exists(t->dirs[k], name))
                continue;
            if (!t->texts[i])
                t->texts[i] = redirection(csl_shim[i].path);
            files[count].Filename = csl_join(t->dirs[k], name);
            files[count].Contents = t->texts[i];
            files[count++].Length = strlen(t->texts[i]);
        }
    }
    return count;
}

bool csl_toolkit_has(const csl_toolkit *t, const char *path) {
    for (size_t i = 0; i < NPLACES && t->dirs[i]; i++)
        if (strncmp(path, t->dirs[i], strlen(t->dirs[i])) == 0)
            return true;
    return false;
}
