/* SARIF 2.1.0 (OASIS), written so that GitHub code scanning, GitLab and the editors' viewers show
 * it well: rules carry their pages, a result links its related places from the message, the two
 * witness threads are two thread flows of one code flow, and what was not analysed is a
 * notification, so that "no results" is honest. The fix is a sentence in the message; where edits
 * were checked to end the finding, they are its `fixes`.
 */
#include "../source/escape.h"
#include "json_util.h"
#include "../report.h"
#include "../source/source.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

enum { CONTEXT_LINES = 2 }; /* before and after a result */

/* ---- rules --------------------------------------------------------------------------------- */

/* "barrier-divergence" -> "BarrierDivergence", the form SARIF asks for. */
static char *pascal_case(const char *name) {
    GString *out = g_string_new(NULL);
    gboolean upper = TRUE;
    for (; *name; name++) {
        if (*name == '-')
            upper = TRUE;
        else {
            g_string_append_c(out, upper ? g_ascii_toupper(*name) : *name);
            upper = FALSE;
        }
    }
    return g_string_free(out, FALSE);
}

/* The first paragraph of the page that is no heading, on one line. */
static json_t *first_paragraph(const csl_rule *rule) {
    char **paragraph = g_strsplit(rule->page, "\n\n", -1);
    const char *found = rule->summary;
    for (char **p = paragraph; *p && found == rule->summary; p++) {
        g_strstrip(*p);
        if (**p && **p != '#')
            found = g_strdelimit(*p, "\n", ' ');
    }
    char *valid = csl_utf8(found);
    char *cut = g_utf8_strlen(valid, -1) > CSL_ROOM_description
                    ? g_utf8_substring(valid, 0, CSL_ROOM_description)
                    : g_strdup(valid);
    json_t *text = json_string(cut);
    g_free(cut);
    g_free(valid);
    g_strfreev(paragraph);
    return text;
}

static json_t *rule_object(const csl_rule *rule) {
    char *name = pascal_case(rule->name);
    json_t *o = json_object();
    json_object_set_new(o, "id", json_string(rule->name));
    json_object_set_new(o, "name", json_string(name));
    json_object_set_new(o, "shortDescription",
                        json_pack("{so}", "text", csl_json_text(rule->summary)));
    json_object_set_new(o, "fullDescription", json_pack("{so}", "text", first_paragraph(rule)));
    json_object_set_new(o, "help", json_pack("{ssss}", "text", rule->page, "markdown", rule->page));
    json_object_set_new(o, "defaultConfiguration",
                        json_pack("{sbss}", "enabled", !rule->off_by_default, "level",
                                  csl_severity_name(rule->severity)));
    json_object_set_new(
        o, "properties",
        json_pack("{ssssso}", "precision", "high", "problem.severity",
                  rule->severity == CSL_NOTE ? "recommendation" : csl_severity_name(rule->severity),
                  "tags", json_pack("[sss]", "cuda", "concurrency", "correctness")));
    g_free(name);
    return o;
}

static json_t *driver(void) {
    json_t *rules = json_array();
    for (uint32_t i = 0; i < csl_nrules; i++)
        json_array_append_new(rules, rule_object(&csl_rules[i]));
    return json_pack("{ssssssso}", "name", "cudasynclint", "version", CSL_VERSION,
                     "semanticVersion", CSL_VERSION, "rules", rules);
}

/* ---- places -------------------------------------------------------------------------------- */

static json_t *region_object(csl_sources *sources, const csl_region *r) {
    json_t *o = json_pack("{so}", "startLine", csl_json_number(r->line));
    if (r->column < 1)
        return o;
    uint32_t start = csl_sources_column(sources, r->file, r->line, r->column);
    json_object_set_new(o, "startColumn", csl_json_number(start));
    if (r->end_line < r->line || r->end_column < 1 ||
        (r->end_line == r->line && r->end_column < r->column))
        return o; /* no usable end */
    uint32_t end = csl_sources_column(sources, r->file, r->end_line, r->end_column);
    json_object_set_new(o, "endLine", csl_json_number(r->end_line));
    json_object_set_new(o, "endColumn", csl_json_number(end));
    return o;
}

static json_t *artifact_location(csl_sources *sources, const char *file) {
    const char *path = csl_sources_path(sources, file);
    GString *uri = g_string_new(NULL);
    csl_escape_uri(uri, path);
    json_t *artifact = json_pack("{ss}", "uri", uri->str);
    if (path[0] != '/')
        json_object_set_new(artifact, "uriBaseId", json_string("%SRCROOT%"));
    g_string_free(uri, TRUE);
    return artifact;
}

static json_t *physical_location(csl_sources *sources, const csl_region *r) {
    json_t *o = json_pack("{so}", "artifactLocation", artifact_location(sources, r->file));
    if (r->line >= 1)
        json_object_set_new(o, "region", region_object(sources, r));
    return o;
}

static json_t *location(csl_sources *sources, const csl_region *r, const char *message) {
    json_t *o = json_pack("{so}", "physicalLocation", physical_location(sources, r));
    if (message)
        json_object_set_new(o, "message", json_pack("{so}", "text", csl_json_text(message)));
    return o;
}

/* The marked text, if it is on one line; NULL if not, or without the line. */
static json_t *snippet(csl_sources *sources, const csl_region *r) {
    size_t length = 0;
    const char *bytes = r->line >= 1 ? csl_sources_line(sources, r->file, r->line, &length) : NULL;
    if (!bytes || r->end_line != r->line || r->column < 1 || r->end_column <= r->column ||
        r->end_column - 1 > length)
        return NULL;
    char *visible = csl_visible_n(bytes + r->column - 1, r->end_column - r->column);
    json_t *o = json_pack("{ss}", "text", visible);
    g_free(visible);
    return o;
}

/* The lines around the place of a result, for readers without the sources; NULL without lines. */
static json_t *context_region(csl_sources *sources, const csl_region *r) {
    uint32_t lines = csl_sources_lines(sources, r->file);
    if (r->line < 1 || r->line > lines)
        return NULL;
    uint32_t first = r->line > CONTEXT_LINES ? r->line - CONTEXT_LINES : 1;
    uint32_t last = MIN(r->line + CONTEXT_LINES, lines);
    GString *text = g_string_new(NULL);
    for (uint32_t line = first; line <= last; line++) {
        size_t length;
        const char *bytes = csl_sources_line(sources, r->file, line, &length);
        char *visible = csl_visible_n(bytes, length);
        g_string_append_printf(text, "%s\n", visible);
        g_free(visible);
    }
    json_t *o = json_pack("{sosos{ss}}", "startLine", csl_json_number(first), "endLine",
                          csl_json_number(last), "snippet", "text", text->str);
    g_string_free(text, TRUE);
    return o;
}

/* ---- results ------------------------------------------------------------------------------- */

/* Appends plain text. In a SARIF message "[text](1)" is a link, so a bracket of the source that
 * could be read as one gets a backslash; in the text of a link every bracket does. */
static void append_plain(GString *out, const char *s, gboolean in_link) {
    char *visible = csl_visible(s);
    for (const char *p = visible; *p; p++) {
        gboolean link_end = p[0] == ']' && p[1] == '(';
        if (link_end || (in_link && strchr("[]\\", *p)))
            g_string_append_c(out, '\\');
        g_string_append_c(out, *p);
    }
    g_free(visible);
}

static json_t *result_message(const csl_finding *f) {
    GString *text = g_string_new(NULL);
    append_plain(text, f->message, FALSE);
    g_string_append_c(text, '.');
    if (f->fix) {
        g_string_append(text, "\nFix: ");
        append_plain(text, f->fix, FALSE);
    }
    for (uint32_t i = 0; i < f->nrelated; i++) {
        g_string_append(text, i == 0 ? "\nSee [" : ", [");
        append_plain(text, f->related[i].message, TRUE);
        g_string_append_printf(text, "](%u)", i + 1);
    }
    if (f->nrelated)
        g_string_append_c(text, '.');
    for (uint32_t i = 0; i < f->nalso; i++) {
        g_string_append(text, i == 0 ? "\nAlso [" : ", [");
        append_plain(text, f->also[i].message, TRUE);
        g_string_append_printf(text, "](%u)", f->nrelated + i + 1);
    }
    if (f->nalso)
        g_string_append_c(text, '.');
    json_t *o = json_pack("{ss}", "text", text->str);
    g_string_free(text, TRUE);
    return o;
}

static json_t *triple(const int64_t v[3]) {
    char *text = g_strdup_printf("(%" PRId64 ",%" PRId64 ",%" PRId64 ")", v[0], v[1], v[2]);
    json_t *o = json_pack("{ss}", "text", text);
    g_free(text);
    return o;
}

/* One witness thread, or NULL when it has no steps (SARIF wants at least one). */
static json_t *thread_flow(csl_sources *sources, const csl_witness *w, int which) {
    const csl_trace *t = &w->threads[which];
    if (t->nsteps == 0)
        return NULL;
    json_t *locations = json_array();
    for (uint32_t i = 0; i < t->nsteps; i++) {
        const csl_step *s = &t->steps[i];
        char *interval = g_strdup_printf("%u", s->interval);
        json_t *state = json_pack("{s{ss}}", "barrier interval", "text", interval);
        json_array_append_new(locations,
                              json_pack("{soso}", "location",
                                        location(sources, &s->region, s->text), "state", state));
        g_free(interval);
    }
    json_t *initial = json_pack("{sososo}", "blockDim", triple(w->block), "blockIdx",
                                triple(t->block), "threadIdx", triple(t->thread));
    for (uint32_t i = 0; i < w->nvalues; i++) {
        char *name = csl_visible(w->values[i].name);
        char *value = g_strdup_printf("%" PRId64, w->values[i].value);
        json_object_set_new(initial, name, json_pack("{ss}", "text", value));
        g_free(value);
        g_free(name);
    }
    return json_pack("{sssososo}", "id", which == 0 ? "thread 1" : "thread 2", "message",
                     triple(t->thread), "initialState", initial, "locations", locations);
}

static json_t *code_flows(csl_sources *sources, const csl_witness *w) {
    json_t *flows = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *flow = thread_flow(sources, w, i);
        if (flow)
            json_array_append_new(flows, flow);
    }
    if (json_array_size(flows) == 0) {
        json_decref(flows);
        return NULL;
    }
    return json_pack("[{s{ss}so}]", "message", "text", "the two witness threads", "threadFlows",
                     flows);
}

/* One fix: its new lines, each in place of nothing at the start of the line that follows. */
static json_t *fixes(csl_sources *sources, const csl_finding *f) {
    json_t *replacements = json_array();
    for (uint32_t i = 0; i < f->nmends; i++) {
        const uint32_t line = f->mends[i].after + 1;
        char *text = csl_utf8(f->mends[i].line);
        json_array_append_new(replacements,
                              json_pack("{s{sososisi}s{ss}}", "deletedRegion", "startLine",
                                        csl_json_number(line), "endLine", csl_json_number(line),
                                        "startColumn", 1, "endColumn", 1, "insertedContent", "text",
                                        text));
        g_free(text);
    }
    return json_pack("[{s{so}s[{soso}]}]", "description", "text",
                     csl_json_text(f->fix ? f->fix : "insert the missing barrier"),
                     "artifactChanges", "artifactLocation",
                     artifact_location(sources, f->edit->after.file), "replacements", replacements);
}

static json_t *property_bag(const csl_finding *f) {
    json_t *o = json_pack("{ssso}", "confidence", csl_confidence_name(f->confidence), "kind",
                          csl_json_text(f->kind));
    if (f->instance)
        json_object_set_new(o, "instance", csl_json_text(f->instance));
    if (f->fix)
        json_object_set_new(o, "fix", csl_json_text(f->fix));
    json_t *assumptions = json_array();
    for (uint32_t i = 0; i < f->nassumptions; i++)
        json_array_append_new(assumptions, csl_json_text(f->assumptions[i]));
    json_object_set_new(o, "assumptions", assumptions);
    json_t *also = json_array();
    for (uint32_t i = 0; i < f->nalso; i++)
        json_array_append_new(also, csl_json_text(f->also[i].fingerprint));
    if (f->nalso)
        json_object_set_new(o, "alsoFingerprints", also);
    else
        json_decref(also);
    return o;
}

/* The places that tell the finding, then the others of the same cause. */
static json_t *related_locations(csl_sources *sources, const csl_finding *f) {
    json_t *related = json_array();
    for (uint32_t i = 0; i < f->nrelated + f->nalso; i++) {
        const csl_finding *other = i < f->nrelated ? NULL : &f->also[i - f->nrelated];
        json_t *r = other ? location(sources, &other->region, other->message)
                          : location(sources, &f->related[i].region, f->related[i].message);
        json_object_set_new(r, "id", json_integer(i + 1));
        json_array_append_new(related, r);
    }
    return related;
}

static json_t *result_object(csl_sources *sources, const csl_finding *f) {
    json_t *o = json_pack("{so}", "ruleId", csl_json_text(f->rule));
    const csl_rule *rule = csl_rule_find(f->rule);
    if (rule)
        json_object_set_new(o, "ruleIndex", json_integer(rule - csl_rules));
    json_object_set_new(o, "level", json_string(csl_severity_name(f->severity)));
    json_object_set_new(o, "message", result_message(f));

    json_t *place = location(sources, &f->region, NULL);
    json_t *physical = json_object_get(place, "physicalLocation");
    json_t *text = snippet(sources, &f->region), *context = context_region(sources, &f->region);
    if (text)
        json_object_set_new(json_object_get(physical, "region"), "snippet", text);
    if (context)
        json_object_set_new(physical, "contextRegion", context);
    if (f->function)
        json_object_set_new(place, "logicalLocations",
                            json_pack("[{soss}]", "fullyQualifiedName", csl_json_text(f->function),
                                      "kind", "function"));
    json_object_set_new(o, "locations", json_pack("[o]", place));

    json_object_set_new(o, "relatedLocations", related_locations(sources, f));
    json_t *flows = f->witness ? code_flows(sources, f->witness) : NULL;
    if (flows)
        json_object_set_new(o, "codeFlows", flows);
    json_object_set_new(
        o, "partialFingerprints",
        json_pack("{so}", "cudasynclintFingerprint/v1", csl_json_text(f->fingerprint)));
    if (f->suppressed) {
        const char *kind = strcmp(f->suppressed, "baseline") == 0 ? "external" : "inSource";
        json_object_set_new(
            o, "suppressions",
            json_pack("[{ssso}]", "kind", kind, "justification", csl_json_text(f->suppressed)));
    }
    if (f->nmends)
        json_object_set_new(o, "fixes", fixes(sources, f));
    json_object_set_new(o, "properties", property_bag(f));
    return o;
}

/* ---- what was not analysed ----------------------------------------------------------------- */

static json_t *notification(csl_sources *sources, const char *id, const char *level,
                            const csl_region *place, const char *message) {
    return json_pack("{s{ss}sss{so}s[o]}", "descriptor", "id", id, "level", level, "message",
                     "text", csl_json_text(message), "locations", location(sources, place, NULL));
}

static void notify_kernel(json_t *list, csl_sources *sources, const csl_kernel_result *k) {
    if (k->verdict != CSL_NOT_DECIDED && k->verdict != CSL_NOT_ANALYSED)
        return;
    const char *verdict = csl_kernel_verdict_name(k->verdict);
    char words[CSL_VERDICT_WORDS];
    char *text = g_strdup_printf("kernel %s is %s: %s", k->name, csl_verdict_words(k, words),
                                 k->why ? k->why : "");
    json_array_append_new(list, notification(sources, verdict,
                                             k->verdict == CSL_NOT_ANALYSED ? "warning" : "note",
                                             &k->region, text));
    g_free(text);
}

/* The verdicts, for which SARIF has no place of its own. */
static json_t *kernel_property(csl_sources *sources, const csl_kernel_result *k) {
    json_t *concerns = json_object(), *archs = json_array(), *assumptions = json_array();
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        json_object_set_new(concerns, csl_concern_name((csl_concern)c),
                            json_string(csl_concern_state_name(k->concern[c].state)));
    for (uint32_t i = 0; i < k->narchs; i++)
        json_array_append_new(archs, csl_json_text(k->archs[i]));
    for (uint32_t i = 0; i < k->nassumptions; i++)
        json_array_append_new(assumptions, csl_json_text(k->assumptions[i].text));
    return json_pack("{sosossso?so?sososo}", "name", csl_json_text(k->name), "location",
                     location(sources, &k->region, NULL), "verdict",
                     csl_kernel_verdict_name(k->verdict), "why",
                     k->why ? csl_json_text(k->why) : NULL, "blocks",
                     k->blocks ? csl_json_text(k->blocks) : NULL, "concerns", concerns,
                     "architectures", archs, "assumptions", assumptions);
}

static void notify_more(json_t *list, csl_sources *sources, const csl_result *r) {
    csl_region place = {.file = r->file};
    char *text = g_strdup_printf("%u more findings than are listed", csl_more_findings(r, CSL_LOW));
    json_array_append_new(list,
                          notification(sources, "findings-not-listed", "error", &place, text));
    g_free(text);
}

/* Missing includes and errors: what the front end did not understand may hide a finding. */
static void notify_incomplete(json_t *list, csl_sources *sources, const csl_result *r) {
    csl_region place = {.file = r->file};
    for (uint32_t i = 0; i < r->nnotes; i++)
        json_array_append_new(list,
                              notification(sources, "incomplete", "note", &place, r->notes[i]));
}

static json_t *invocation(csl_sources *sources, const csl_result *const *results, uint32_t n) {
    gboolean success = TRUE;
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = results[i];
        if (r->error) {
            csl_region place = {.file = r->file};
            json_array_append_new(
                list, notification(sources, "file-not-analysed", "error", &place, r->error));
            success = FALSE;
        }
        if (csl_more_findings(r, CSL_LOW))
            notify_more(list, sources, r);
        if (r->incomplete)
            notify_incomplete(list, sources, r);
        for (uint32_t k = 0; k < r->nkernels; k++)
            notify_kernel(list, sources, &r->kernels[k]);
    }
    return json_pack("{sbso}", "executionSuccessful", success, "toolExecutionNotifications", list);
}

void csl_report_sarif(FILE *out, const csl_result *const *results, uint32_t n,
                      const csl_report_options *options) {
    json_t *found = json_array();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t f = 0; f < results[i]->nfindings; f++)
            json_array_append_new(found, result_object(options->sources, &results[i]->findings[f]));
    json_t *kernels = json_array();
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nkernels; k++)
            json_array_append_new(kernels,
                                  kernel_property(options->sources, &results[i]->kernels[k]));
    json_t *run = json_pack(
        "{s{so}s{s{s{ss}}}sos{ss}sssos{so}}", "tool", "driver", driver(), "originalUriBaseIds",
        "%SRCROOT%", "description", "text", "the root of the repository", "invocations",
        json_pack("[o]", invocation(options->sources, results, n)), "automationDetails", "id",
        "cudasynclint/", "columnKind", "unicodeCodePoints", "results", found, "properties",
        "kernels", kernels);
    csl_json_dump(out, json_pack("{ssssso}", "version", "2.1.0", "$schema",
                                 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                                 "schemas/sarif-schema-2.1.0.json",
                                 "runs", json_pack("[o]", run)));
}
