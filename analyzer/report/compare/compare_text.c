/* The comparison of two runs as text and as Markdown. */
#include "compare.h"

#include "../source/escape.h"

#include <glib.h>

static void put(FILE *out, char *line) {
    char *clean = csl_visible(line);
    fprintf(out, "%s\n", clean);
    g_free(clean);
    g_free(line);
}

static void put_findings(FILE *out, const char *word, const csl_finding_pair *pairs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const csl_past_finding *f = pairs[i].after ? pairs[i].after : pairs[i].before;
        char *from =
            pairs[i].before && pairs[i].after
                ? g_strdup_printf(" (was %s:%u)", pairs[i].before->file, pairs[i].before->line)
                : g_strdup("");
        put(out, g_strdup_printf("%s: %s:%u: %s: %s [%s]%s", word, f->file, f->line,
                                 csl_severity_name(f->severity), f->message, f->rule, from));
        g_free(from);
    }
}

static char *counts(const csl_comparison *c) {
    return g_strdup_printf("findings: %u new, %u gone, %u moved, %u as before; verdicts: %u worse, "
                           "%u better; kernels: %u new, %u gone",
                           c->nfresh, c->ngone, c->nmoved, c->nsame, c->nworse,
                           c->nkernels - c->nworse, c->new_kernels, c->gone_kernels);
}

/* "proved -> undecided", or the concerns if the verdict of the kernel is the same. */
static const char *change_of(csl_ctx *ctx, const csl_kernel_pair *p) {
    const char *concerns = csl_changed_concerns(ctx, p);
    return csl_format(ctx, "%s -> %s%s%s%s", csl_kernel_verdict_name(p->before->verdict),
                      csl_kernel_verdict_name(p->after->verdict), *concerns ? " (" : "", concerns,
                      *concerns ? ")" : "");
}

void csl_compare_text(FILE *out, csl_ctx *ctx, const csl_comparison *c) {
    put_findings(out, "new", c->fresh, c->nfresh);
    put_findings(out, "gone", c->gone, c->ngone);
    put_findings(out, "moved", c->moved, c->nmoved);
    for (uint32_t i = 0; i < c->nkernels; i++) {
        const csl_kernel_pair *p = &c->kernels[i];
        put(out, g_strdup_printf("%s: %s:%u: %s: %s%s%s", p->worse ? "worse" : "better",
                                 p->after->file, p->after->line, p->after->name, change_of(ctx, p),
                                 p->after->why ? ": " : "", p->after->why ? p->after->why : ""));
    }
    put(out, counts(c));
}

/* ---- Markdown ------------------------------------------------------------------------------ */

static void put_place(GString *to, const char *file, uint32_t line) {
    char *place = g_strdup_printf("%s:%u", file, line);
    csl_escape_markdown_code(to, place);
    g_free(place);
}

static void put_rows(GString *to, const char *word, const csl_finding_pair *pairs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const csl_past_finding *f = pairs[i].after ? pairs[i].after : pairs[i].before;
        g_string_append_printf(to, "| %s | %s | ", word, csl_severity_name(f->severity));
        put_place(to, f->file, f->line);
        g_string_append(to, " | ");
        csl_escape_message(to, f->message, csl_escape_markdown, csl_escape_markdown_code);
        g_string_append(to, " | ");
        csl_escape_markdown_code(to, f->rule);
        g_string_append(to, " |\n");
    }
}

void csl_compare_markdown(FILE *out, csl_ctx *ctx, const csl_comparison *c) {
    GString *to = g_string_new("## cudasynclint: two runs\n\n");
    char *line = counts(c);
    csl_escape_markdown(to, line);
    g_free(line);
    g_string_append(to, "\n\n");
    if (c->nfresh || c->ngone || c->nmoved)
        g_string_append(to, "| | severity | place | finding | rule |\n|---|---|---|---|---|\n");
    put_rows(to, "new", c->fresh, c->nfresh);
    put_rows(to, "gone", c->gone, c->ngone);
    put_rows(to, "moved", c->moved, c->nmoved);
    if (c->nkernels)
        g_string_append(to, "\n| | kernel | place | verdict |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < c->nkernels; i++) {
        const csl_kernel_pair *p = &c->kernels[i];
        g_string_append_printf(to, "| %s | ", p->worse ? "worse" : "better");
        csl_escape_markdown_code(to, p->after->name);
        g_string_append(to, " | ");
        put_place(to, p->after->file, p->after->line);
        g_string_append(to, " | ");
        csl_escape_markdown(to, change_of(ctx, p));
        g_string_append(to, " |\n");
    }
    fputs(to->str, out);
    g_string_free(to, TRUE);
}
