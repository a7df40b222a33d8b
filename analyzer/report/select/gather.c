/* One cause, one entry of a report: what is said of one object or one decision of a kernel, what of
 * low confidence needs one thing in a kernel, and what is said of the same places in several
 * kernels, or of several kernels that one macro makes, stands under the weightiest of these
 * findings.
 */
#include "../report.h"
#include "../source/source.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <string.h>

typedef struct group {
    GPtrArray *members; /* csl_finding *, in the order of the results */
    const csl_finding *lead;
} group;

typedef struct gatherer {
    csl_sources *sources;
    GHashTable *by_key;     /* char * -> group */
    GHashTable *by_finding; /* const csl_finding * -> group */
    GPtrArray *groups;
} gatherer;

static void free_group(gpointer p) {
    g_ptr_array_unref(((group *)p)->members);
    g_free(p);
}

/* What a barrier of the block orders, one of the warp orders for its lanes; what comes of a race
 * belongs to that. */
static const char *family_of(const csl_finding *f) {
    if (f->comes_of)
        return f->comes_of;
    return strcmp(f->rule, "warp-sync-missing") == 0 ? "shared-race" : f->rule;
}

/* The same kernel and object; NULL if it is about nothing in particular. g_free. */
static char *key_of_object(const gatherer *g, const csl_result *r, const csl_finding *f) {
    if (!f->about || !f->function)
        return NULL;
    return g_strdup_printf("object\n%s\n%s\n%s\n%s", csl_sources_path(g->sources, r->file),
                           f->function, family_of(f), f->about);
}

/* What only one odd thing makes wrong in a kernel, such as rows that overlap, is one cause,
 * whichever objects it shows at. NULL: it is no such finding. g_free. */
static char *key_of_needs(const gatherer *g, const csl_result *r, const csl_finding *f) {
    if (f->confidence != CSL_LOW || !f->needs || !f->function)
        return NULL;
    return g_strdup_printf("needs\n%s\n%s\n%s\n%s", csl_sources_path(g->sources, r->file),
                           f->function, family_of(f), f->needs);
}

/* The same places, whatever kernel comes there. g_free. */
static char *key_of_places(const gatherer *g, const csl_finding *f) {
    GString *key = g_string_new("places\n");
    g_string_append_printf(key, "%s\n%s\n%s:%u:%u", f->rule, f->kind ? f->kind : "",
                           csl_sources_path(g->sources, f->region.file), f->region.line,
                           f->region.column);
    for (uint32_t i = 0; i < f->nplaces; i++)
        g_string_append_printf(key, "\n%s:%u:%u",
                               csl_sources_path(g->sources, f->related[i].region.file),
                               f->related[i].region.line, f->related[i].region.column);
    return g_string_free(key, FALSE);
}

/* The kernel of the finding begins in its line and not before it: a macro has made both. */
static bool is_made_by_macro(const csl_result *r, const csl_finding *f) {
    bool made = false;
    for (uint32_t i = 0; i < r->nkernels && f->function; i++) {
        const csl_region *k = &r->kernels[i].region;
        made |= strcmp(r->kernels[i].name, f->function) == 0 &&
                g_strcmp0(k->file, f->region.file) == 0 && k->line == f->region.line &&
                k->column >= f->region.column;
    }
    for (uint32_t i = 0; i < f->nplaces; i++)
        made = made && g_strcmp0(f->related[i].region.file, f->region.file) == 0 &&
               f->related[i].region.line == f->region.line &&
               f->related[i].region.column == f->region.column;
    return made;
}

/* The macro that made the kernel, whichever of its uses, and what is said of it: what a use passes
 * may decide. NULL: none did. g_free. */
static char *key_of_macro(const gatherer *g, const csl_result *r, const csl_finding *f) {
    if (!is_made_by_macro(r, f))
        return NULL;
    size_t length = 0, at = f->region.column - 1, n = 0;
    const char *line = csl_sources_line(g->sources, f->region.file, f->region.line, &length);
    while (line && at + n < length && (g_ascii_isalnum(line[at + n]) || line[at + n] == '_'))
        n++;
    if (!n || at + n == length || line[at + n] != '(')
        return NULL;
    GString *key = g_string_new("macro\n");
    g_string_append_printf(key, "%s\n%.*s\n%s\n%d\n%s\n%s",
                           csl_sources_path(g->sources, f->region.file), (int)n, line + at, f->rule,
                           (int)f->confidence, f->message, f->needs ? f->needs : "");
    for (uint32_t i = 0; i < f->nplaces; i++)
        g_string_append_printf(key, "\n%s", f->related[i].message);
    return g_string_free(key, FALSE);
}

static void remember(gatherer *g, char *key, group *in) {
    if (key && !g_hash_table_contains(g->by_key, key))
        g_hash_table_insert(g->by_key, key, in);
    else
        g_free(key);
}

static void add(gatherer *g, const csl_result *r, csl_finding *f) {
    char *keys[] = {key_of_object(g, r, f), key_of_needs(g, r, f), key_of_places(g, f),
                    key_of_macro(g, r, f)};
    group *in = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(keys) && !in; i++)
        in = keys[i] ? g_hash_table_lookup(g->by_key, keys[i]) : NULL;
    if (!in) {
        in = g_new0(group, 1);
        in->members = g_ptr_array_new();
        g_ptr_array_add(g->groups, in);
    }
    g_ptr_array_add(in->members, f);
    if (!in->lead || csl_finding_weight(f) > csl_finding_weight(in->lead))
        in->lead = f;
    g_hash_table_insert(g->by_finding, f, in);
    for (unsigned i = 0; i < G_N_ELEMENTS(keys); i++)
        remember(g, keys[i], in);
}

/* `f` with the others of its group. */
static csl_finding entry_of(csl_ctx *ctx, const csl_finding *f, const group *of) {
    csl_finding entry = *f;
    csl_finding *also = csl_alloc(ctx, of->members->len * sizeof *also);
    for (guint i = 0; i < of->members->len; i++)
        if (of->members->pdata[i] != f)
            also[entry.nalso++] = *(const csl_finding *)of->members->pdata[i];
    entry.also = also;
    return entry;
}

static const csl_result *gathered(csl_ctx *ctx, const gatherer *g, const csl_result *r) {
    csl_result *copy = CSL_NEW(ctx, csl_result);
    *copy = *r;
    copy->findings = csl_alloc(ctx, (r->nfindings + 1) * sizeof *copy->findings);
    copy->nfindings = 0;
    for (uint32_t i = 0; i < r->nfindings; i++) {
        const csl_finding *f = &r->findings[i];
        const group *in = g_hash_table_lookup(g->by_finding, f);
        if (!in)
            copy->findings[copy->nfindings++] = *f;
        else if (in->lead == f)
            copy->findings[copy->nfindings++] = entry_of(ctx, f, in);
    }
    return copy;
}

const csl_result *const *csl_gather(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                                    csl_sources *sources) {
    gatherer g = {sources, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                  g_hash_table_new(NULL, NULL), g_ptr_array_new_with_free_func(free_group)};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nfindings; k++)
            if (!results[i]->findings[k].suppressed)
                add(&g, results[i], &results[i]->findings[k]);
    const csl_result **to = csl_alloc(ctx, (n + 1) * sizeof *to);
    for (uint32_t i = 0; i < n; i++)
        to[i] = gathered(ctx, &g, results[i]);
    g_hash_table_destroy(g.by_key);
    g_hash_table_destroy(g.by_finding);
    g_ptr_array_unref(g.groups);
    return to;
}

uint32_t csl_count_causes(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                          csl_sources *sources) {
    const csl_result *const *entries = csl_gather(ctx, results, n, sources);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += entries[i]->nfindings;
    return count;
}

/* ---- in words ---------------------------------------------------------------------------------- */

/* Appends `text` to those that are there already; further ones are only counted. */
static void name(GString *list, uint32_t *count, const char *text) {
    if ((*count)++ < CSL_LIMIT(named_places))
        g_string_append_printf(list, "%s%s", *count > 1 ? ", " : "", text);
}

static bool same_text(const char *x, const char *y) {
    return g_strcmp0(x, y) == 0;
}

static bool same_line(const csl_finding *x, const csl_finding *y) {
    return x->region.line == y->region.line && same_text(x->region.file, y->region.file);
}

static bool same_kernel(const csl_finding *x, const csl_finding *y) {
    return !y->function || same_text(x->function, y->function);
}

/* The entry or one of its others before the `k`th has it. */
static bool is_named(const csl_finding *f, uint32_t k,
                     bool (*same)(const csl_finding *, const csl_finding *)) {
    bool named = same(f, &f->also[k]);
    for (uint32_t i = 0; i < k && !named; i++)
        named = same(&f->also[i], &f->also[k]);
    return named;
}

static void name_line(GString *list, uint32_t *count, const csl_finding *f,
                      const csl_finding *other, csl_sources *sources) {
    char *text = same_text(f->region.file, other->region.file)
                     ? g_strdup_printf("%u", other->region.line)
                     : g_strdup_printf("%s:%u", csl_sources_path(sources, other->region.file),
                                       other->region.line);
    name(list, count, text);
    g_free(text);
}

static void append_rest(GString *out, uint32_t count) {
    if (count > CSL_LIMIT(named_places))
        g_string_append_printf(out, " and %u more", count - CSL_LIMIT(named_places));
}

/* " of the kind", or the other rule of the family: " [warp-sync-missing]". */
static void append_kinds(GString *out, const csl_finding *f) {
    const csl_finding *other = NULL;
    for (uint32_t i = 0; i < f->nalso && !other; i++)
        if (strcmp(f->also[i].rule, f->rule) != 0)
            other = &f->also[i];
    if (other)
        g_string_append_printf(out, " [%s]", other->rule);
    else
        g_string_append(out, " of the kind");
}

char *csl_also_words(const csl_finding *f, csl_sources *sources) {
    if (!f->nalso)
        return NULL;
    GString *lines = g_string_new(NULL), *kernels = g_string_new(NULL);
    uint32_t nlines = 0, nkernels = 0;
    for (uint32_t i = 0; i < f->nalso; i++) {
        if (!is_named(f, i, same_line))
            name_line(lines, &nlines, f, &f->also[i], sources);
        if (!is_named(f, i, same_kernel)) {
            char *quoted = g_strdup_printf("`%s`", f->also[i].function);
            name(kernels, &nkernels, quoted);
            g_free(quoted);
        }
    }
    GString *out = g_string_new(NULL);
    if (nlines) {
        g_string_append_printf(out, "and %u more place%s: line%s %s", nlines,
                               nlines == 1 ? "" : "s", nlines == 1 ? "" : "s", lines->str);
        append_rest(out, nlines);
    } else if (!nkernels) {
        g_string_append_printf(out, "and %u more", f->nalso);
        append_kinds(out, f);
        g_string_append(out, " at this line");
    }
    if (nkernels) {
        g_string_append_printf(out, "%s %s", nlines ? "; also in" : "also in", kernels->str);
        append_rest(out, nkernels);
    }
    g_string_free(lines, TRUE);
    g_string_free(kernels, TRUE);
    return g_string_free(out, FALSE);
}
