/* Opens a translation unit: the clang arguments, the embedded headers, nothing from the system. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "embedded.h"
#include "../recover/recover.h"
#include "precompiled.h"

#define BARRIERS SHIM_ROOT "barriers.h" /* csl_barrier_declarations */
#define STAND_INS SHIM_ROOT "toolkit"
/* For libraries of host code, before all others: the real ones need more of the C++ library than
 * std/ has, and no kernel needs them. */
#define HOST SHIM_ROOT "host"
#define VENDOR SHIM_ROOT "vendor" /* for libraries that are not part of CUDA: searched last */

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

bool csl_stands_in_file(CXFile file, CXCursor c) {
    CXFile at = NULL;
    clang_getExpansionLocation(clang_getCursorLocation(c), &at, NULL, NULL, NULL);
    return at && csl_same_file(at, file);
}

const char *csl_shim_name(const char *path) {
    static const char *const roots[] = {SHIM_ROOT "include/", SHIM_ROOT "std/",
                                        SHIM_ROOT "toolkit/", SHIM_ROOT "vendor/",
                                        SHIM_ROOT "host/"};
    for (size_t i = 0; i < COUNT(roots); i++)
        if (strncmp(path, roots[i], strlen(roots[i])) == 0)
            return path + strlen(roots[i]);
    return NULL;
}

const char *csl_core_text(unsigned which, size_t *size) {
    for (unsigned i = 0; i < csl_nshim; i++)
        if (strncmp(csl_shim[i].path, "core", 4) == 0 && which-- == 0) {
            *size = csl_shim[i].bytes;
            return csl_shim[i].text;
        }
    return NULL;
}

bool csl_is_embedded_header(const char *name) {
    for (unsigned i = 0; i < csl_nshim; i++) {
        const char *known = strchr(csl_shim[i].path, '/');
        if (known && strcmp(known + 1, name) == 0)
            return true;
    }
    return false;
}

const char *csl_vendor_header(const char *path) {
    static const char root[] = VENDOR "/", ours[] = VENDOR "/csl/";
    bool is_vendor = strncmp(path, root, sizeof root - 1) == 0;
    return is_vendor && strncmp(path, ours, sizeof ours - 1) != 0 ? path + sizeof root - 1 : NULL;
}

static void add_file(struct CXUnsavedFile *files, unsigned *count, const char *path,
                     const char *text) {
    files[*count].Filename = csl_join(path, "");
    files[*count].Contents = text;
    files[(*count)++].Length = strlen(text);
}

/* The headers that are mended. */
static void add_mended_headers(struct CXUnsavedFile *files, unsigned *count, const char *main_path,
                               const csl_parse_options *options) {
    for (uint32_t i = 0; i < options->nmends; i++) {
        const char *path = options->mends[i].path;
        bool known = strcmp(path, main_path) == 0;
        for (uint32_t k = 0; k < i && !known; k++)
            known = strcmp(path, options->mends[k].path) == 0;
        char *text = known ? NULL : csl_read_source(path);
        if (text)
            add_file(files, count, path, csl_put_mends(options, path, text));
        free(text);
    }
}

/* The embedded headers under their made-up paths, also in the place of those of the toolkit, and,
 * if given, the declarations of barriers, the recovered declarations, the text of the main file and
 * headers that are mended. The paths are owned by the caller, and so are the texts from *own on. */
static struct CXUnsavedFile *unsaved_files(const char *path, const char *contents,
                                           const char *barriers, const char *recovered_text,
                                           csl_toolkit *toolkit, unsigned *count,
                                           const csl_parse_options *options, unsigned *own) {
    struct CXUnsavedFile *files = calloc(3 * csl_nshim + 3 + options->nmends, sizeof *files);
    if (!files)
        abort();
    csl_shim_files(files);
    *count = csl_toolkit_replace(toolkit, files, csl_nshim);
    if (barriers)
        add_file(files, count, BARRIERS, barriers);
    if (recovered_text)
        add_file(files, count, CSL_RECOVERED_HEADER, recovered_text);
    if (contents)
        add_file(files, count, path, contents);
    *own = *count;
    add_mended_headers(files, count, path, options);
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

/* Puts the user's arguments behind args[n], with the embedded headers where they belong: but for
 * those of host libraries behind the include paths of the project, before what is asked for last
 * (-idirafter: -I, so that its files still count as the project's) and before those of the system.
 * Returns the new end. */
static unsigned add_user_args(const char **args, unsigned n, const csl_parse_options *options) {
    const uint32_t nuser = options->nargs;
    const char *const *user = options->args;
    const char **late = malloc(2 * (nuser + 1) * sizeof *late);
    if (!late)
        abort();
    unsigned nlate = 0;
    args[n++] = "-I";
    args[n++] = HOST;
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
    n = csl_add_shim_dirs(args, n);
    if (!options->cuda_path) {
        args[n++] = "-I";
        args[n++] = STAND_INS;
    }
    for (unsigned i = 0; i < nlate; i++)
        args[n++] = late[i];
    args[n++] = "-I";
    args[n++] = VENDOR;
    free(late);
    return n;
}

bool csl_is_given_macro(const csl_parse_options *options, const char *name) {
    const size_t length = strlen(name);
    bool found = false;
    for (uint32_t i = 0; i < options->nargs; i++) {
        const char *arg = options->args[i];
        bool apart = i > 0 && (strcmp(options->args[i - 1], "-D") == 0 ||
                               strcmp(options->args[i - 1], "-U") == 0);
        bool joined = strncmp(arg, "-D", 2) == 0 || strncmp(arg, "-U", 2) == 0;
        const char *what = apart ? arg : joined ? arg + 2 : "";
        found |= strncmp(what, name, length) == 0 && (!what[length] || what[length] == '=');
    }
    return found;
}

/* The macros that say the architecture. */
typedef struct arch_args {
    char macro[7][64];
    unsigned n;
} arch_args;

static void add_macro(arch_args *to, const char *format, uint32_t number) {
    snprintf(to->macro[to->n++], sizeof *to->macro, format, number);
}

/* From sm_90 on with what it has for itself and its family: sm_90a. CUTLASS takes clang for a
 * compiler that knows nothing beyond sm_90, and puts a trap in place of each instruction then; its
 * own macros say otherwise (cutlass/arch/config.h, which lets them be given). */
static arch_args args_of_arch(uint32_t arch) {
    arch_args to = {.n = 0};
    add_macro(&to, "-D__CUDA_ARCH__=%u", arch);
    if (arch >= 900) {
        add_macro(&to, "-D__CUDA_ARCH_FEAT_SM%u_ALL", arch / 10);
        add_macro(&to, "-D__CUDA_ARCH_SPECIFIC__=%u", arch);
    }
    if (arch >= 1000) {
        add_macro(&to, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%u", arch / 100 * 100);
        add_macro(&to, "-DCUTLASS_ARCH_MMA_SM%u_SUPPORTED=1", arch / 10);
        add_macro(&to, "-DCUTLASS_ARCH_MMA_SM%u_ENABLED=1", arch / 10);
        add_macro(&to, "-DCUTLASS_ARCH_MMA_SM%uA_ENABLED=1", arch / 10);
    }
    return to;
}

/* The whole command line, with the embedded declarations either as they are or `precompiled`.
 * Returns how many there are; the caller frees *to. */
static unsigned make_args(const char ***to, const csl_unit *unit, const arch_args *arch,
                          const char *precompiled) {
    const csl_parse_options *options = unit->options;
    const char **args = malloc((MAX_ARGS + CSL_TOOLKIT_ARGS + 2 * options->nargs) * sizeof *args);
    if (!args)
        abort();
    unsigned n = csl_add_fixed_args(args, 0);
    args[n++] = precompiled ? "-include-pch" : "-include";
    args[n++] = precompiled ? precompiled : CORE;
    args[n++] = "-U__CUDA_ARCH__";
    for (unsigned i = 0; i < arch->n; i++)
        args[n++] = arch->macro[i];
    if (options->nbarriers) {
        args[n++] = "-include";
        args[n++] = BARRIERS;
    }
    for (size_t i = 0; options->whole_std && i < COUNT(always); i++) {
        args[n++] = "-include";
        args[n++] = always[i];
    }
    n = add_user_args(args, n, options);
    if (csl_is_given_macro(options, "NDEBUG")) {
        args[n++] = "-include";
        args[n++] = SHIM_ROOT "std/assert.h";
    }
    if (unit->recovered) {
        args[n++] = "-include";
        args[n++] = CSL_RECOVERED_HEADER;
    }
    if (options->cuda_path) {
        n = csl_toolkit_add_args(&unit->toolkit, args, n);
        args[n++] = "-isystem";
        args[n++] = STAND_INS;
    }
    *to = args;
    return n;
}

static unsigned opened;

unsigned csl_units_opened(void) {
    return opened;
}

/* Puts into some[] what of the files a parse with the declarations precompiled may come to. Returns
 * how many that are. */
static unsigned named_files(const csl_unit *unit, const char *recovered_text,
                            const struct CXUnsavedFile *files, unsigned nfiles,
                            struct CXUnsavedFile *some) {
    const char *forced = unit->options->whole_std /* make_args */
                             ? "#include <assert.h>\n#include <algorithm.h>\n#include <cmath.h>\n"
                             : "#include <assert.h>\n";
    bool *named = calloc(csl_nshim, sizeof *named), all = !unit->options->named;
    if (!named)
        abort();
    if (!all)
        memcpy(named, unit->options->named, csl_nshim * sizeof *named);
    all |= recovered_text && !csl_mark_named_headers(recovered_text, named);
    all |= !csl_mark_named_headers(forced, named);
    unsigned n = 0;
    for (unsigned i = 0; i < nfiles; i++)
        if (all || i >= csl_nshim || named[i])
            some[n++] = files[i];
    free(named);
    return n;
}

static enum CXErrorCode parse(csl_unit *unit, struct CXUnsavedFile *files, unsigned nfiles,
                              const char *precompiled) {
    const char **args;
    const arch_args arch = args_of_arch(unit->options->arch);
    unsigned n = make_args(&args, unit, &arch, precompiled);
    unit->precompiled = precompiled != NULL;
    opened++;
    /* What is precompiled is not visited: that would read all of it. */
    unit->index = clang_createIndex(unit->precompiled, 0);
    enum CXErrorCode code =
        clang_parseTranslationUnit2(unit->index, unit->path, args, (int)n, files, nfiles,
                                    CXTranslationUnit_KeepGoing, &unit->tu);
    free(args);
    return code;
}

const char *csl_unit_open(csl_unit *unit, csl_ctx *ctx, const char *path,
                          const csl_parse_options *options, const char *recovered_text) {
    *unit = (csl_unit){
        .ctx = ctx, .path = path, .options = options, .recovered = recovered_text != NULL};
    if (ctx) {
        unit->stores = CSL_NEW(ctx, struct csl_host_stores *);
        unit->memo = CSL_NEW(ctx, struct csl_host_memo *);
        unit->texts = CSL_NEW(ctx, struct csl_unit_texts *);
    }
    csl_toolkit_open(&unit->toolkit, options);
    unsigned nfiles, own;
    char *prepared = ctx ? csl_prepared_text(path, options, &unit->own_bytes) : NULL;
    char *barriers = options->nbarriers ? csl_barrier_declarations(options) : NULL;
    struct CXUnsavedFile *files =
        unsaved_files(path, prepared ? prepared : options->contents, barriers, recovered_text,
                      &unit->toolkit, &nfiles, options, &own);
    const char *precompiled = ctx ? csl_precompiled_for(options) : NULL;
    enum CXErrorCode code = CXError_Failure;
    if (precompiled) {
        struct CXUnsavedFile *some = calloc(nfiles, sizeof *some);
        if (!some)
            abort();
        unsigned nsome = named_files(unit, recovered_text, files, nfiles, some);
        code = parse(unit, some, nsome, precompiled);
        free(some);
    }
    if (code != CXError_Success) {
        if (precompiled) /* that may be the reason */
            clang_disposeIndex(unit->index);
        code = parse(unit, files, nfiles, NULL);
    }
    for (unsigned i = 0; i < nfiles; i++)
        free((char *)files[i].Filename);
    for (unsigned i = own; i < nfiles; i++)
        free((char *)files[i].Contents);
    free(files);
    free(prepared);
    free(barriers);
    return error_text(code);
}

typedef struct visit {
    CXCursorVisitor visit;
    CXClientData data;
} visit;

/* Where precompiled declarations are not visited, libclang shows what it made of templates as well.
 * That lies where the template does; a specialisation that the source writes does not. */
static bool is_instantiated(CXCursor c) {
    CXCursor pattern = clang_getSpecializedCursorTemplate(c);
    if (clang_Cursor_isNull(pattern))
        return false;
    CXSourceLocation at = clang_getCursorLocation(c);
    CXCursor definition = clang_getCursorDefinition(pattern);
    return clang_equalLocations(at, clang_getCursorLocation(pattern)) ||
           clang_equalLocations(at, clang_getCursorLocation(definition));
}

static enum CXChildVisitResult visit_one(CXCursor c, CXCursor parent, CXClientData data) {
    const visit *v = data;
    if (clang_getCursorKind(parent) == CXCursor_TranslationUnit && is_instantiated(c))
        return CXChildVisit_Continue;
    return v->visit(c, parent, v->data);
}

void csl_visit_declarations(const csl_unit *unit, CXCursorVisitor visitor, CXClientData data) {
    CXCursor all = clang_getTranslationUnitCursor(unit->tu);
    visit v = {visitor, data};
    if (unit->precompiled)
        clang_visitChildren(all, visit_one, &v);
    else
        clang_visitChildren(all, visitor, data);
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
