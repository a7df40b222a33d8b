/* Arguments and headers of every parse: nothing from the system. */
#include "embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A nonexistent --cuda-path keeps the driver from looking for a toolkit, and a nonexistent
 * --gcc-toolchain from looking for a compiler; the real value of __CUDA_ARCH__ is defined by hand
 * because libclang refuses architectures it does not know. The limits at the end bound what a
 * hostile file can cost. */
static const char *const fixed_args[] = {
    "-x",
    "cuda",
    "-std=c++17",
    "--cuda-device-only",
    "--cuda-gpu-arch=sm_80",
    "--cuda-path=" SHIM_ROOT "none",
    "-nocudainc",
    "-nocudalib",
    "-fgpu-rdc",
    "--gcc-toolchain=" SHIM_ROOT "none",
    "--no-default-config",
    "-nostdinc",
    "-nostdinc++",
    "-Wno-everything",
    "-ferror-limit=0",
    "-ftemplate-depth=128",
    "-fconstexpr-steps=20000",
    "-fconstexpr-depth=128",
    "-fbracket-depth=256",
    "-Xclang",
    "-fcuda-allow-variadic-functions", /* an error in device code before 20 */
};

/* -I, so that they come before any -isystem. Each of the headers says itself that it is a system
 * header. Those of toolkit/ stand in for what a toolkit of the user's has. */
static const char *const shim_dirs[] = {"-I", SHIM_ROOT "include", "-I", SHIM_ROOT "std"};

static unsigned add(const char **args, unsigned n, const char *const *more, size_t count) {
    memcpy(args + n, more, count * sizeof *more);
    return n + (unsigned)count;
}

unsigned csl_add_fixed_args(const char **args, unsigned n) {
    return add(args, n, fixed_args, sizeof fixed_args / sizeof *fixed_args);
}

unsigned csl_add_shim_dirs(const char **args, unsigned n) {
    return add(args, n, shim_dirs, sizeof shim_dirs / sizeof *shim_dirs);
}

char *csl_join(const char *a, const char *b) {
    size_t n = strlen(a) + strlen(b) + 1;
    char *s = malloc(n);
    if (!s)
        abort();
    snprintf(s, n, "%s%s", a, b);
    return s;
}

void csl_shim_files(struct CXUnsavedFile *files) {
    for (unsigned i = 0; i < csl_nshim; i++) {
        files[i].Filename = csl_join(SHIM_ROOT, csl_shim[i].path);
        files[i].Contents = csl_shim[i].text;
        files[i].Length = csl_shim[i].bytes;
    }
}
