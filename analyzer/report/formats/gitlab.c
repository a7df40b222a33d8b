/* GitLab Code Quality: an array of issues for the merge request widget. GitLab shows only the
 * description, so the rule stands in it, and merges issues of equal fingerprint, so the file is
 * part of it. */
#include "../source/escape.h"
#include "json_util.h"
#include "../report.h"
#include "../source/source.h"

#include <glib.h>

static const char *severity_of(csl_severity s) {
    static const char *const names[] = {"info", "minor", "major"};
    return names[s];
}

/* A digest of the file and `key`: the same defect in two files is two issues. */
static json_t *fingerprint(const char *path, const char *key) {
    char *text = g_strdup_printf("%s\n%s", path, key);
    char *hex = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    json_t *value = json_string(hex);
    g_free(hex);
    g_free(text);
    return value;
}

static json_t *issue(csl_sources *sources, const csl_region *place, const char *rule,
                     const char *message, const char *severity, const char *key) {
    const char *path = csl_sources_path(sources, place->file);
    char *description = g_strdup_printf("%s: %s", rule, message);
    json_t *o = json_pack("{so so so ss s{so s{so}}}", "description", csl_json_text(description),
                          "check_name", csl_json_text(rule), "fingerprint", fingerprint(path, key),
                          "severity", severity, "location", "path", csl_json_text(path), "lines",
                          "begin", csl_json_number(MAX(place->line, 1)));
    g_free(description);
    return o;
}

/* The widget shows nothing else: what is wrong, where and how, and what to do. g_free. */
static char *description_of(const csl_finding *f, csl_sources *sources) {
    GString *text = g_string_new(f->message);
    for (uint32_t i = 0; i < f->nplaces; i++)
        g_string_append_printf(text, "%s line %u: %s", i ? ";" : ".", f->related[i].region.line,
                               f->related[i].message);
    char *also = csl_also_words(f, sources);
    if (also)
        g_string_append_printf(text, "; %s", also);
    g_free(also);
    if (f->fix)
        g_string_append_printf(text, ". Fix: %s", f->fix);
    return g_string_free(text, FALSE);
}

void csl_report_gitlab(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    json_t *issues = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = results[i];
        csl_region whole = {.file = r->file, .line = 1};
        if (r->error)
            json_array_append_new(issues, issue(options->sources, &whole, "not-analysed", r->error,
                                                "critical", "not analysed"));
        for (uint32_t k = 0; k < r->nfindings; k++) {
            const csl_finding *f = &r->findings[k];
            if (f->suppressed)
                continue; /* the widget cannot show that one does not count */
            char *description = description_of(f, options->sources);
            json_array_append_new(issues, issue(options->sources, &f->region, f->rule, description,
                                                severity_of(f->severity), f->fingerprint));
            g_free(description);
        }
    }
    csl_json_dump(out, issues);
}
