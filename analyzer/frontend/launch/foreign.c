#include "foreign.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

#include <stdlib.h>

enum {
    KEY,
    PATH,
    LINE,
    COL,
    END_LINE,
    END_COL,
    GRID,
    BLOCK = 9,
    BYTES = 12,
    FLAGS,
    SAYS,
    GIVEN = 17,
    SAME,
    FIELDS
};

/* ---- kernels --------------------------------------------------------------------------------- */

/* It or the template it is made of. */
static bool is_kernel(CXCursor function) {
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);
    return csl_is_kernel(function) || (!clang_Cursor_isNull(pattern) && csl_is_kernel(pattern));
}

static void take_parameters(csl_ctx *ctx, csl_kernel *k, CXCursor function) {
    int n = clang_Cursor_getNumArguments(function);
    k->nparams = n > 0 ? (uint32_t)n : 0;
    k->params = csl_alloc(ctx, (k->nparams + 1) * sizeof *k->params);
    for (uint32_t i = 0; i < k->nparams; i++) {
        CXCursor p = clang_Cursor_getArgument(function, i);
        CXType type = clang_getCanonicalType(clang_getCursorType(p));
        bool pointer = csl_is_array(type) || type.kind == CXType_Pointer;
        k->params[i].name = csl_spelling(ctx, p);
        k->params[i].type = pointer ? CSL_PTR : csl_scalar_type(type);
        k->params[i].object = UINT32_MAX;
    }
}

csl_kernel *csl_foreign_kernel(csl_launch_search *s, CXCursor function) {
    csl_ctx *ctx = s->unit->ctx;
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl ||
        !clang_Cursor_isNull(clang_getCursorDefinition(function)) ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(function)) || !is_kernel(function))
        return NULL;
    const char *key = csl_kernel_key(ctx, function);
    for (unsigned i = 0; i < s->nforeign; i++)
        if (s->foreign[i]->key == key)
            return s->foreign[i];
    if (csl_limit_reached(CSL_LIMIT_foreign_kernels, s->nforeign))
        return NULL;
    csl_kernel *k = CSL_NEW(ctx, csl_kernel);
    k->name = csl_spelling(ctx, function);
    k->key = key;
    take_parameters(ctx, k, function);
    CSL_GROW(ctx, s->foreign, s->nforeign, s->cap_foreign);
    s->foreign[s->nforeign++] = k;
    return k;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void print_term(FILE *out, const csl_expr *e) {
    fputc('\t', out);
    if (e)
        csl_print_expr(out, e);
}

static const char *launch_line(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                               const csl_launch *l) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    const csl_place *p = l->place;
    fprintf(out, "%s\t%s\t%u\t%u\t%u\t%u", k->key, m->files[p->file].path, p->line, p->col,
            p->end_line, p->end_col);
    for (int i = 0; i < 3; i++)
        fprintf(out, "\t%u", l->grid[i]);
    for (int i = 0; i < 3; i++)
        fprintf(out, "\t%u", l->block[i]);
    fprintf(out, "\t%lld\t%s%s%s%s", (long long)l->dynamic_bytes,
            l->cooperative ? "cooperative " : "", l->asserted ? "asserted " : "",
            l->one_way ? "chosen " : "", l->begins ? "early" : "");
    for (int i = 0; i < 3; i++)
        print_term(out, l->says[i]);
    print_term(out, l->given);
    fputc('\t', out);
    for (uint32_t i = 0; i < l->nsame; i++)
        fprintf(out, "%s%u %u %u %u %lld", i ? ";" : "", l->same[i].param, l->same[i].at,
                l->same[i].of, l->same[i].of_at, (long long)l->same[i].shift);
    fclose(out);
    const char *line = csl_strdup(ctx, text);
    free(text);
    return line;
}

void csl_note_foreign(const csl_launch_search *s, csl_parse_log *log) {
    csl_ctx *ctx = s->unit->ctx;
    const csl_module *m = s->lowered->module;
    uint32_t n = 0;
    log->keys = csl_alloc(ctx, (m->nkernels + 1) * sizeof *log->keys);
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (!m->kernels[i].helper && !m->kernels[i].left_out)
            log->keys[log->nkeys++] =
                csl_format(ctx, "%s\t%s", m->kernels[i].key, m->kernels[i].name);
    for (unsigned i = 0; i < s->nforeign; i++)
        n += s->foreign[i]->nlaunches + 1;
    n += s->nsharing;
    log->launches = csl_alloc(ctx, (n + 1) * sizeof *log->launches);
    for (unsigned i = 0; i < s->nforeign; i++) {
        const csl_kernel *k = s->foreign[i];
        for (uint32_t j = 0; j < k->nlaunches; j++)
            log->launches[log->nlaunches++] = launch_line(ctx, m, k, &k->launches[j]);
        for (unsigned j = 0; j < s->nsharing; j++)
            if (s->sharing[j].kernel == k)
                log->launches[log->nlaunches++] = launch_line(ctx, m, k, &s->sharing[j].launch);
        if (k->launch_unknown) /* and others */
            log->launches[log->nlaunches++] = csl_format(ctx, "%s\t?", k->key);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Parameters of the kernel and numbers only; parts counts what may still be looked at. */
static bool is_term_of(const csl_kernel *k, const csl_expr *e, unsigned *parts) {
    if (!csl_limit_spend(CSL_LIMIT_foreign_term, parts))
        return false;
    if (e->op == CSL_OP_PARAM)
        return e->index < k->nparams && k->params[e->index].type == (csl_type)e->type;
    if (e->nkids == 0)
        return e->op == CSL_OP_CONST;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_term_of(k, e->kids[i], parts))
            return false;
    return true;
}

/* False if there is something that is no term of the type. */
static bool read_term(csl_ctx *ctx, const csl_kernel *k, const char *text, csl_type type,
                      csl_expr **to) {
    const char *error;
    unsigned parts = CSL_LIMIT(foreign_term);
    *to = NULL;
    if (!*text)
        return true;
    csl_expr *e = csl_read_expr(ctx, &text, &error);
    if (!e || *text || e->type != type || !is_term_of(k, e, &parts))
        return false;
    *to = e;
    return true;
}

static bool read_number(const char *text, uint32_t *to) {
    char *end;
    long long n = strtoll(text, &end, 10);
    *to = (uint32_t)n;
    return end > text && *end == '\0' && n >= 0 && n <= UINT32_MAX;
}

/* The parameter may have a pointer there. */
static bool holds_pointer(const csl_kernel *k, unsigned param, unsigned at) {
    if (param >= k->nparams || k->params[param].object == UINT32_MAX)
        return false;
    return k->params[param].type == CSL_PTR ? at == 0
                                            : k->params[param].type == CSL_VOID && at % 8 == 0;
}

/* Pointers that are the same memory. */
static bool read_same(csl_ctx *ctx, const csl_kernel *k, const char *text, csl_launch *to) {
    to->same = csl_alloc(ctx, (strlen(text) / 9 + 1) * sizeof *to->same); /* "1 0 0 0 0" */
    while (*text) {
        csl_same_memory s;
        long long shift;
        int length;
        if (sscanf(text, "%u %u %u %u %lld%n", &s.param, &s.at, &s.of, &s.of_at, &shift, &length) <
                5 ||
            !holds_pointer(k, s.param, s.at) || !holds_pointer(k, s.of, s.of_at) ||
            (s.param == s.of && s.at == s.of_at))
            return false;
        s.shift = shift;
        to->same[to->nsame++] = s;
        text += length;
        text += *text == ';';
    }
    return true;
}

/* Splits the line at its tabs; the number of fields. */
static unsigned split(csl_ctx *ctx, const char *line, const char *field[FIELDS]) {
    char *copy = csl_strdup(ctx, line);
    unsigned n = 0;
    for (char *at = copy; at && n < FIELDS; n++) {
        field[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return n;
}

/* False if it is not understood: then the kernel may be launched in any way. */
static bool read_line(csl_launch_search *s, const csl_kernel *k, const char *const *field,
                      csl_launch *to) {
    csl_ctx *ctx = s->unit->ctx;
    uint32_t at[4];
    char *end;
    bool good = true;
    *to = (csl_launch){.cooperative = strstr(field[FLAGS], "cooperative") != NULL,
                       .asserted = strstr(field[FLAGS], "asserted") != NULL,
                       .one_way = strstr(field[FLAGS], "chosen") != NULL,
                       .configured = true,
                       .begins = strstr(field[FLAGS], "early") ? CSL_BEGINS_MAYBE_EARLY
                                                               : CSL_BEGINS_AFTER};
    for (int i = 0; i < 4; i++)
        good = good && read_number(field[LINE + i], &at[i]);
    for (int i = 0; i < 3 && good; i++)
        good = read_number(field[GRID + i], &to->grid[i]) &&
               read_number(field[BLOCK + i], &to->block[i]) &&
               read_term(ctx, k, field[SAYS + i], CSL_U32, &to->says[i]);
    to->dynamic_bytes = strtoll(field[BYTES], &end, 10);
    good = good && *end == '\0' && read_term(ctx, k, field[GIVEN], CSL_BOOL, &to->given) &&
           read_same(ctx, k, field[SAME], to);
    if (good)
        to->place = csl_place_elsewhere(s->lowered->places, field[PATH], at);
    return good;
}

void csl_take_foreign(csl_launch_search *s) {
    const csl_parse_options *options = s->unit->options;
    csl_module *m = s->lowered->module;
    for (uint32_t i = 0; i < options->nlaunches; i++) {
        const char *field[FIELDS];
        unsigned n = split(s->unit->ctx, options->launches[i], field);
        for (uint32_t k = 0; k < m->nkernels && n > 1; k++) {
            csl_kernel *kernel = &m->kernels[k];
            csl_launch launch;
            if (strcmp(kernel->key, field[KEY]) != 0)
                continue;
            if (n == FIELDS && read_line(s, kernel, field, &launch))
                csl_add_launch(s, kernel, launch);
            else {
                kernel->launch_unknown = kernel->elsewhere = kernel->used = true;
                memset(kernel->same, 0, sizeof kernel->same);
            }
        }
    }
}
