/* Part of the build: precompile FOLDER writes core.h with often.h in their precompiled forms, and
 * precompiled_table.c, which takes them into the program (precompiled.h). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../parse/embedded.h"

/* An empty file that is parsed with these before it. */
#define MAIN_FILE SHIM_ROOT "precompiled.h"

/* Those that core.h can be read with and that nvcc knows. */
static const char *const standards[] = {"c++11", "c++14", "c++17", "c++20"};
enum { STANDARDS = sizeof standards / sizeof *standards };

static void die(const char *what, const char *which) {
    fprintf(stderr, "precompile: %s: %s\n", which, what);
    exit(1);
}

static CXTranslationUnit parse(CXIndex index, const char *standard) {
    const char *args[MAX_ARGS];
    unsigned n = csl_add_fixed_args(args, 0);
    char option[32];
    snprintf(option, sizeof option, "-std=%s", standard);
    args[n++] = option;
    args[n++] = "-include";
    args[n++] = CORE;
    args[n++] = "-include";
    args[n++] = OFTEN;
    n = csl_add_shim_dirs(args, n);
    struct CXUnsavedFile *files = calloc(csl_nshim + 1, sizeof *files);
    if (!files)
        die("no memory", standard);
    csl_shim_files(files);
    files[csl_nshim] = (struct CXUnsavedFile){MAIN_FILE, "", 0};
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(index, MAIN_FILE, args, (int)n, files, csl_nshim + 1,
                                CXTranslationUnit_ForSerialization, &unit);
    for (unsigned i = 0; i < csl_nshim; i++)
        free((char *)files[i].Filename);
    free(files);
    if (!unit)
        die("libclang could not parse core.h", standard);
    if (clang_getNumDiagnostics(unit)) {
        CXString text = clang_formatDiagnostic(clang_getDiagnostic(unit, 0),
                                               clang_defaultDiagnosticDisplayOptions());
        die(clang_getCString(text), standard);
    }
    return unit;
}

/* Which embedded files were read, with any standard. */
static bool *read_files;

static void note_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    (void)data;
    CXString name = clang_getFileName(file);
    for (unsigned i = 0; i < csl_nshim; i++)
        read_files[i] |= strcmp(clang_getCString(name) + strlen(SHIM_ROOT), csl_shim[i].path) == 0;
    clang_disposeString(name);
}

static void write_header(CXIndex index, const char *folder, const char *standard) {
    CXTranslationUnit unit = parse(index, standard);
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.pch", folder, standard);
    if (clang_saveTranslationUnit(unit, path, clang_defaultSaveOptions(unit)) != CXSaveError_None)
        die("cannot be written", path);
    clang_getInclusions(unit, note_file, NULL);
    clang_disposeTranslationUnit(unit);
}

static void write_table(FILE *out, const char *folder) {
    fputs("#include \"analyzer/frontend/parse/precompiled.h\"\n\n", out);
    for (int i = 0; i < STANDARDS; i++)
        fprintf(out,
                "extern const char csl_begin%d[], csl_end%d[];\n"
                "__asm__(\".pushsection .rodata\\n\"\n"
                "        \".balign 16\\n\"\n"
                "        \"csl_begin%d: .incbin \\\"%s/%s.pch\\\"\\n\"\n"
                "        \"csl_end%d: .byte 0\\n\"\n"
                "        \".popsection\");\n",
                i, i, i, folder, standards[i], i);
    fputs("\nconst csl_precompiled csl_precompiled_headers[] = {\n", out);
    for (int i = 0; i < STANDARDS; i++)
        fprintf(out, "    {\"-std=%s\", csl_begin%d, csl_end%d},\n", standards[i], i, i);
    CXString version = clang_getClangVersion();
    fprintf(out,
            "};\nconst unsigned csl_nprecompiled = %d;\n"
            "const char csl_precompiled_by[] = \"%s\";\n"
            "const char *const csl_precompiled_files[] = {\n",
            STANDARDS, clang_getCString(version));
    clang_disposeString(version);
    for (unsigned i = 0; i < csl_nshim; i++)
        if (read_files[i])
            fprintf(out, "    \"%s\",\n", csl_shim[i].path);
    fputs("    NULL};\n", out);
}

int main(int argc, char **argv) {
    if (argc != 2)
        die("usage: precompile FOLDER", "arguments");
    const char *folder = argv[1];
    read_files = calloc(csl_nshim, sizeof *read_files);
    CXIndex index = clang_createIndex(0, 0);
    for (int i = 0; i < STANDARDS; i++)
        write_header(index, folder, standards[i]);
    clang_disposeIndex(index);
    char *path = csl_join(folder, "/precompiled_table.c");
    FILE *out = fopen(path, "w");
    if (out)
        write_table(out, folder);
    if (!out || fclose(out) != 0)
        die("cannot be written", path);
    free(path);
    free(read_files);
    return 0;
}
