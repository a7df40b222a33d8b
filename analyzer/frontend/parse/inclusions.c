/* Which files a translation unit was made of, and which names the include path was asked for. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

typedef struct list {
    csl_ctx *ctx;
    const char **items;
    uint32_t n, cap;
} list;

static void add(list *l, const char *text) {
    for (uint32_t i = 0; i < l->n; i++)
        if (strcmp(l->items[i], text) == 0)
            return;
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 16;
        const char **grown = csl_alloc(l->ctx, l->cap * sizeof *grown);
        if (l->n)
            memcpy(grown, l->items, l->n * sizeof *grown);
        l->items = grown;
    }
    l->items[l->n++] = csl_strdup(l->ctx, text);
}

typedef struct inclusions {
    const char *main_file;
    list files, names;
} inclusions;

/* An embedded header is no file, but a file of its name in the project would take its place. */
static void visit(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    inclusions *to = data;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    const char *embedded = path ? csl_shim_name(path) : NULL;
    if (embedded)
        add(&to->names, embedded);
    else if (path && !csl_is_shim_path(path) && strcmp(path, to->main_file) != 0)
        add(&to->files, path);
    clang_disposeString(name);
}

/* "'helper.h' file not found" */
static bool add_missing(list *names, const char *message) {
    const char *end = strstr(message, "' file not found");
    if (!end || message[0] != '\'')
        return false;
    add(names, csl_strndup(names->ctx, message + 1, (size_t)(end - message - 1)));
    return true;
}

static bool given(const csl_parse_options *options, const char *folder) {
    for (uint32_t i = 1; i < options->nargs; i++)
        if (strcmp(options->args[i - 1], "-idirafter") == 0 &&
            strcmp(options->args[i], folder) == 0)
            return true;
    return false;
}

/* Names of other libraries' headers for which there are only ours. */
static void visit_vendor(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    CXString path = clang_getFileName(file);
    const char *name = csl_vendor_header(clang_getCString(path));
    if (name)
        add(data, name);
    clang_disposeString(path);
}

const csl_parse_options *csl_with_folders(csl_ctx *ctx, const csl_parse_options *options,
                                          const char *const *folders, uint32_t n) {
    csl_parse_options *with = CSL_NEW(ctx, csl_parse_options);
    const char **args = csl_alloc(ctx, (options->nargs + 2 * n + 1) * sizeof *args);
    *with = *options;
    with->args = args;
    with->named = NULL; /* what is found there may name any */
    if (options->nargs)
        memcpy(args, options->args, options->nargs * sizeof *args);
    for (uint32_t i = 0; i < n; i++) {
        if (given(options, folders[i]))
            continue;
        args[with->nargs++] = "-idirafter";
        args[with->nargs++] = folders[i];
    }
    return with->nargs > options->nargs ? with : NULL;
}

const csl_parse_options *csl_with_headers(const csl_unit *unit) {
    const csl_parse_options *options = unit->options;
    list missing = {.ctx = unit->ctx}, folders = {.ctx = unit->ctx};
    bool other = false;
    for (uint32_t i = 0; i < unit->nerrors; i++)
        other |= !add_missing(&missing, unit->errors[i].message);
    if (other)
        clang_getInclusions(unit->tu, visit_vendor, &missing);
    for (uint32_t i = 0; i < missing.n && other && options->find_header; i++) {
        const char *folder = options->find_header(options->finder, missing.items[i]);
        if (folder)
            add(&folders, folder);
    }
    return csl_with_folders(unit->ctx, options, folders.items, folders.n);
}

/* Where a stand-in leaves names to be recovered, the library's own header is what is missing. */
static void note_vendor_headers(const csl_unit *unit, csl_parse_log *log) {
    list headers = {.ctx = unit->ctx};
    clang_getInclusions(unit->tu, visit_vendor, &headers);
    const char **notes = csl_alloc(unit->ctx, (log->nnotes + headers.n) * sizeof *notes);
    if (log->nnotes)
        memcpy(notes, log->notes, log->nnotes * sizeof *notes);
    for (uint32_t i = 0; i < headers.n; i++)
        notes[log->nnotes++] = csl_format(unit->ctx, "%s: only a stand-in: '%s' file not found",
                                          unit->path, headers.items[i]);
    log->notes = notes;
}

void csl_note_inclusions(const csl_unit *unit, csl_parse_log *log) {
    inclusions to = {.main_file = unit->path, .files.ctx = unit->ctx, .names.ctx = unit->ctx};
    clang_getInclusions(unit->tu, visit, &to);
    if (unit->recovered)
        note_vendor_headers(unit, log);
    for (uint32_t i = 0; i < unit->nerrors; i++)
        add_missing(&to.names, unit->errors[i].message);
    log->files = to.files.items;
    log->nfiles = to.files.n;
    log->names = to.names.items;
    log->nnames = to.names.n;
}
