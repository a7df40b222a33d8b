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
static void add_missing(list *names, const char *message) {
    const char *end = strstr(message, "' file not found");
    if (end && message[0] == '\'')
        add(names, csl_strndup(names->ctx, message + 1, (size_t)(end - message - 1)));
}

void csl_note_inclusions(const csl_unit *unit, csl_parse_log *log) {
    inclusions to = {.main_file = unit->path, .files.ctx = unit->ctx, .names.ctx = unit->ctx};
    clang_getInclusions(unit->tu, visit, &to);
    for (uint32_t i = 0; i < unit->nerrors; i++)
        add_missing(&to.names, unit->errors[i].message);
    log->files = to.files.items;
    log->nfiles = to.files.n;
    log->names = to.names.items;
    log->nnames = to.names.n;
}
