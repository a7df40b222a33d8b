/* What is known about the place under the pointer, and about the file. */
#include "answers.h"
#include "channel.h"

#include <glib.h>
#include <string.h>

static void add_finding(GString *out, const csl_finding *f) {
    const csl_rule *rule = csl_rule_find(f->rule);
    g_string_append_printf(out, "**%s** (%s confidence): %s%s%s\n\n", f->rule,
                           csl_confidence_name(f->confidence), f->message, f->needs ? ", " : "",
                           f->needs ? f->needs : "");
    if (rule)
        g_string_append_printf(out, "%s\n\n", rule->summary);
    for (uint32_t i = 0; i < f->nassumptions; i++)
        g_string_append_printf(out, "- assuming %s\n", f->assumptions[i]);
    g_string_append(out, f->nassumptions ? "\n" : "");
}

static void add_obstacles(GString *out, const csl_kernel_result *k) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        const csl_concern_verdict *concern = &k->concern[c];
        for (uint32_t i = 0; i < concern->nobstacles; i++) {
            const csl_obstacle *o = &concern->obstacles[i];
            g_string_append_printf(out, "- %s: ", csl_concern_name((csl_concern)c));
            if (o->at.line)
                g_string_append_printf(out, "line %u: ", o->at.line);
            g_string_append_printf(out, "%s\n", o->why);
        }
    }
}

static void add_kernel(GString *out, const csl_kernel_result *k) {
    char words[CSL_VERDICT_WORDS];
    g_string_append_printf(out, "kernel **%s**: %s", k->name, csl_verdict_words(k, words));
    if (k->blocks)
        g_string_append_printf(out, " for %s", k->blocks);
    g_string_append(out, "\n\n");
    add_obstacles(out, k);
    if (k->verdict == CSL_NOT_ANALYSED && k->why)
        g_string_append_printf(out, "- %s\n", k->why);
    for (uint32_t i = 0; i < k->nassumptions; i++)
        g_string_append_printf(out, "- assuming %s\n", k->assumptions[i].text);
}

json_t *csl_hover(const csl_view *v, json_int_t line, json_int_t character) {
    const csl_result *r = v->result;
    GString *text = g_string_new(NULL);
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (!r->findings[i].suppressed &&
            csl_view_holds(v, &r->findings[i].region, line, character))
            add_finding(text, &r->findings[i]);
    for (uint32_t i = 0; i < r->nkernels; i++)
        if (csl_view_holds(v, &r->kernels[i].region, line, character))
            add_kernel(text, &r->kernels[i]);
    json_t *hover = text->len ? json_pack("{s{ss so}}", "contents", "kind", "markdown", "value",
                                          csl_lsp_text(text->str))
                              : json_null();
    g_string_free(text, TRUE);
    return hover;
}

static void add_count(GString *text, uint32_t n, const char *what, const char *plural) {
    if (n)
        g_string_append_printf(text, "%s%u %s%s", text->len ? ", " : "", n, what,
                               n == 1 ? "" : plural);
}

json_t *csl_status(const csl_view *v) {
    const csl_result *const results[] = {v->result};
    const csl_counts c = csl_count(results, 1);
    const uint32_t *by = c.by_verdict;
    GString *text = g_string_new(NULL);
    add_count(text, c.failed, "file not analysed", "");
    add_count(text, by[CSL_PROVED], "proved", "");
    add_count(text, by[CSL_NOT_DECIDED], "undecided", "");
    add_count(text, by[CSL_NOT_ANALYSED], "not analysed", "");
    add_count(text, by[CSL_NOTHING_TO_CHECK], "nothing to check", "");
    add_count(text, c.findings, "finding", "s");
    json_t *status = json_pack(
        "{so sI sI sI sI}", "text", csl_lsp_text(text->str), "proved", (json_int_t)by[CSL_PROVED],
        "undecided", (json_int_t)by[CSL_NOT_DECIDED], "notAnalysed",
        (json_int_t)by[CSL_NOT_ANALYSED], "findings", (json_int_t)c.findings);
    g_string_free(text, TRUE);
    return status;
}
