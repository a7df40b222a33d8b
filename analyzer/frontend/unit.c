/* Opens a translation unit: the clang arguments, the embedded headers, nothing from the system. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "guess.h"
#include "shim.h"

#define BARRIERS SHIM_ROOT "barriers.h" /* csl_barrier_declarations */
#define MAX_ARGS 42                     /* our own; the user's come on top */

/* The fixed part. A nonexistent --cuda-path keeps the driver from looking for a toolkit; the real
 * value of __CUDA_ARCH__ is defined by hand because libclang refuses architectures it does not
 * know. The limits at the end bound what a hostile file can cost. */
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
    "--no-default-config",
    "-nostdinc",
    "-nostdinc++",
    "-U__CUDA_ARCH__",
    "-include",
    SHIM_ROOT "core.h",
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
#define STAND_INS SHIM_ROOT "toolkit"

/* Of the C++ library, what nvcc always includes. */
static const char *const always[] = {SHIM_ROOT "std/csl/algorithm.h", SHIM_ROOT "std/csl/cmath.h"};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

bool csl_is_shim_path(const char *path) {
    return strncmp(path, SHIM_ROOT, strlen(SHIM_ROOT)) == 0;
}

/* libclang 19 takes all files that exist only in memory for one: their names decide. */
bool csl_same_file(CXFile a, CXFile b) {
    if (a == b || !a || !b || !clang_File_isEqual(a, b))
        return a == b;
    CXString first = clang_getFileName(a), second = clang_getFileName(b);
    const char *x = clang_getCString(first), *y = clang_getCString(second);
    bool same = (!csl_is_shim_path(x) && !csl_is_shim_path(y)) || strcmp(x, y) == 0;
    clang_disposeString(first);
    clang_disposeString(second);
    return same;
}

const char *csl_shim_name(const char *path) {
    static const char *const roots[] = {SHIM_ROOT "include/", SHIM_ROOT "std/",
                                        SHIM_ROOT "toolkit/"};
    for (size_t i = 0; i < COUNT(roots); i++)
        if (strncmp(path, roots[i], strlen(roots[i])) == 0)
            return path + strlen(roots[i]);
    return NULL;
}

char *csl_join(const char *a, const char *b) {
    size_t n = strlen(a) + strlen(b) + 1;
    char *s = malloc(n);
    if (!s)
        abort();
    snprintf(s, n, "%s%s", a, b);
    return s;
}

static void add_file(struct CXUnsavedFile *files, unsigned *count, const char *path,
                     const char *text) {
    files[*count].Filename = csl_join(path, "");
    files[*count].Contents = text;
    files[(*count)++].Length = strlen(text);
}

/* The embedded headers under their made-up paths, also in the place of those of the toolkit, and,
 * if given, the declarations of barriers, the guesses and the text of the main file. The paths are
 * owned by the caller. */
static struct CXUnsavedFile *unsaved_files(const char *path, const char *contents,
                                           const char *barriers, const char *guesses,
                                           csl_toolkit *toolkit, unsigned *count) {
    struct CXUnsavedFile *files = calloc(3 * csl_nshim + 3, sizeof *files);
    if (!files)
        abort();
    for (unsigned i = 0; i < csl_nshim; i++) {
        files[i].Filename = csl_join(SHIM_ROOT, csl_shim[i].path);
        files[i].Contents = csl_shim[i].text;
        files[i].Length = csl_shim[i].bytes;
    }
    *count = csl_toolkit_replace(toolkit, files, csl_nshim);
    if (barriers)
        add_file(files, count, BARRIERS, barriers);
    if (guesses)
        add_file(files, count, CSL_GUESS_HEADER, guesses);
    if (contents)
        add_file(files, count, path, contents);
    return files;
}

static const char *error_text(enum CXErrorCode code) {
    switch (code) {
    case CXError_Success: return NULL;
    case CXError_Crashed: return "libclang crashed while parsing it";
    case CXError_InvalidArguments: return "libclang did not accept the command line";
    case CXError_ASTReadError: return "libclang could not build a syntax tree";
    default: return "libclang could not parse it";
    }
}

/* A toolkit's include directory or the system's own: found on real command lines, and no substitute
 * for the embedded headers. */
static bool is_system_dir(const char *dir) {
    static const char *const marks[] = {"/cuda_runtime_api.h", "/stdio.h", "/vector",
                                        "/cuda/std/version"};
    for (size_t i = 0; i < COUNT(marks); i++) {
        struct stat status;
        char *path = csl_join(dir, marks[i]);
        bool found = stat(path, &status) == 0;
        free(path);
        if (found)
            return true;
    }
    return false;
}

/* Puts the user's arguments behind args[n], with the embedded headers where they belong: behind the
 * include paths of the project, before what is asked for last (-idirafter: -I, so that its files
 * still count as the project's) and before those of the system. Returns the new end. */
static unsigned add_user_args(const char **args, unsigned n, const csl_parse_options *options) {
    const uint32_t nuser = options->nargs;
    const char *const *user = options->args;
    const char **late = malloc(2 * (nuser + 1) * sizeof *late);
    if (!late)
        abort();
    unsigned nlate = 0;
    for (uint32_t i = 0; i < nuser; i++) {
        bool pair = i + 1 < nuser &&
                    (strcmp(user[i], "-isystem") == 0 || strcmp(user[i], "-idirafter") == 0);
        const char *dir = pair ? user[i + 1] : strncmp(user[i], "-I", 2) == 0 ? user[i] + 2 : NULL;
        bool of_system = dir && is_system_dir(dir);
        if (of_system || strcmp(user[i], "-idirafter") == 0) {
            late[nlate++] = of_system ? "-idirafter" : "-I";
            late[nlate++] = dir ? dir : "";
        } else {
            args[n++] = user[i];
            if (pair)
                args[n++] = user[i + 1];
        }
        i += pair;
    }
    for (size_t i = 0; i < COUNT(shim_dirs); i++)
        args[n++] = shim_dirs[i];
    if (!options->cuda_path) {
        args[n++] = "-I";
        args[n++] = STAND_INS;
    }
    for (unsigned i = 0; i < nlate; i++)
        args[n++] = late[i];
    free(late);
    return n;
}

const char *csl_unit_open(csl_unit *unit, csl_ctx *ctx, const char *path,
                          const csl_parse_options *options, const char *guesses) {
    *unit = (csl_unit){.ctx = ctx, .path = path, .options = options, .guessed = guesses != NULL};
    csl_toolkit_open(&unit->toolkit, options);

    const char **args = malloc((MAX_ARGS + CSL_TOOLKIT_ARGS + 2 * options->nargs) * sizeof *args);
    if (!args)
        abort();
    unsigned n = 0;
    char arch[40];
    snprintf(arch, sizeof arch, "-D__CUDA_ARCH__=%u", options->arch);
    for (size_t i = 0; i < COUNT(fixed_args); i++)
        args[n++] = fixed_args[i];
    args[n++] = arch;
    if (options->nbarriers) {
        args[n++] = "-include";
        args[n++] = BARRIERS;
    }
    for (size_t i = 0; options->whole_std && i < COUNT(always); i++) {
        args[n++] = "-include";
        args[n++] = always[i];
    }
    n = add_user_args(args, n, options);
    if (guesses) {
        args[n++] = "-include";
        args[n++] = CSL_GUESS_HEADER;
    }
    if (options->cuda_path) {
        n = csl_toolkit_add_args(&unit->toolkit, args, n);
        args[n++] = "-isystem";
        args[n++] = STAND_INS;
    }

    unsigned nfiles;
    char *prepared = ctx ? csl_prepared_text(path, options->contents) : NULL;
    char *barriers = options->nbarriers ? csl_barrier_declarations(options) : NULL;
    struct CXUnsavedFile *files = unsaved_files(path, prepared ? prepared : options->contents,
                                                barriers, guesses, &unit->toolkit, &nfiles);
    unit->index = clang_createIndex(0, 0);
    enum CXErrorCode code = clang_parseTranslationUnit2(
        unit->index, path, args, (int)n, files, nfiles, CXTranslationUnit_KeepGoing, &unit->tu);
    for (unsigned i = 0; i < nfiles; i++)
        free((char *)files[i].Filename);
    free(files);
    free(prepared);
    free(barriers);
    free(args);
    return error_text(code);
}

static void count_always(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    CXString name = clang_getFileName(file);
    for (size_t i = 0; i < COUNT(always); i++)
        *(unsigned *)data += strcmp(clang_getCString(name), always[i]) == 0;
    clang_disposeString(name);
}

bool csl_has_whole_std(const csl_unit *unit) {
    unsigned found = 0;
    clang_getInclusions(unit->tu, count_always, &found);
    return found >= COUNT(always);
}

void csl_unit_close(csl_unit *unit) {
    if (unit->tu)
        clang_disposeTranslationUnit(unit->tu);
    if (unit->index)
        clang_disposeIndex(unit->index);
    csl_toolkit_close(&unit->toolkit);
    unit->tu = NULL;
    unit->index = NULL;
}
