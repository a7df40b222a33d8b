/* GitHub workflow commands: findings as annotations on the lines of a pull request. A step shows at
 * most ten of each kind and drops the rest silently, so a last line counts what is lost.
 */
#include "../source/escape.h"
#include "../report.h"
#include "../source/source.h"
#include "../../limits/limits.h"

static const char *command_of(csl_severity s) {
    static const char *const commands[] = {"notice", "warning", "error"};
    return commands[s];
}

static void put_property(GString *out, const char *name, const char *value) {
    g_string_append_printf(out, "%s=", name);
    csl_escape_github_property(out, value);
}

/* Columns only for a region on one line: GitHub refuses others. */
static void put_region(GString *out, csl_sources *sources, const csl_region *r) {
    put_property(out, "file", csl_sources_path(sources, r->file));
    if (r->line < 1)
        return;
    g_string_append_printf(out, ",line=%u", r->line);
    if (r->end_line > r->line)
        g_string_append_printf(out, ",endLine=%u", r->end_line);
    else if (r->column >= 1)
        g_string_append_printf(
            out, ",col=%u,endColumn=%u", csl_sources_column(sources, r->file, r->line, r->column),
            csl_sources_column(sources, r->file, r->line, MAX(r->end_column, r->column)));
}

static void put_finding(GString *out, csl_sources *sources, const csl_finding *f) {
    g_string_append_printf(out, "::%s ", command_of(f->severity));
    put_region(out, sources, &f->region);
    g_string_append_c(out, ',');
    put_property(out, "title", f->rule);
    g_string_append(out, "::");
    csl_escape_github(out, f->message);
    for (uint32_t i = 0; i < f->nrelated; i++) {
        g_string_append_printf(out, "%%0A  line %u: ", f->related[i].region.line);
        csl_escape_github(out, f->related[i].message);
    }
    char *also = csl_also_words(f, sources);
    if (also) {
        g_string_append(out, "%0A  ");
        csl_escape_github(out, also);
    }
    g_free(also);
    if (f->fix) {
        g_string_append(out, "%0AFix: ");
        csl_escape_github(out, f->fix);
    }
    g_string_append_c(out, '\n');
}

static void put_failure(GString *out, csl_sources *sources, const csl_result *r) {
    g_string_append(out, "::error ");
    put_property(out, "file", csl_sources_path(sources, r->file));
    g_string_append(out, ",title=not analysed::");
    csl_escape_github(out, r->error);
    g_string_append_c(out, '\n');
}

void csl_report_github(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    GString *text = g_string_new(NULL);
    uint32_t written[3] = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (results[i]->error) {
            put_failure(text, options->sources, results[i]);
            written[CSL_ERROR]++;
        }
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            const csl_finding *f = &results[i]->findings[k];
            if (f->suppressed)
                continue; /* an annotation cannot say that it does not count */
            put_finding(text, options->sources, f);
            written[f->severity]++;
        }
    }
    uint32_t lost = 0;
    for (int s = 0; s < 3; s++)
        if (written[s] > CSL_LIMIT(annotations))
            lost += written[s] - CSL_LIMIT(annotations);
    if (lost) /* a plain line: one more command might not be shown itself */
        g_string_append_printf(text,
                               "cudasynclint: %u of %u annotations are beyond the ten of each kind "
                               "that GitHub shows\n",
                               lost, written[0] + written[1] + written[2]);
    fputs(text->str, out);
    g_string_free(text, TRUE);
}
