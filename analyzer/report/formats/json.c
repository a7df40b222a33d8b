/* JSON, version 2 (cudasynclint.schema.json): the report, and the document in which a worker
 * hands its result to the parent, which holds the same objects and a few more fields. */
#include "../source/escape.h"
#include "../report.h"
#include "json_util.h"
#include "../select/deciding.h"
#include "../source/source.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *text(const char *s) {
    if (!s)
        return json_null();
    char *utf8 = csl_bytes_to_utf8(s);
    json_t *value = json_string(utf8);
    g_free(utf8);
    return value;
}

static json_t *texts(const char *const *items, uint32_t n) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(array, text(items[i]));
    return array;
}

static json_t *triple(const int64_t v[3]) {
    return json_pack("[I, I, I]", (json_int_t)v[0], (json_int_t)v[1], (json_int_t)v[2]);
}

static void set_region(json_t *to, const csl_region *r) {
    json_object_set_new(to, "file", text(r->file));
    json_object_set_new(to, "line", json_integer(r->line));
    json_object_set_new(to, "column", json_integer(r->column));
    json_object_set_new(to, "endLine", json_integer(r->end_line));
    json_object_set_new(to, "endColumn", json_integer(r->end_column));
}

static json_t *related_json(const csl_related *related) {
    json_t *to = json_object();
    set_region(to, &related->region);
    json_object_set_new(to, "message", text(related->message));
    return to;
}

static json_t *trace_json(const csl_trace *trace) {
    json_t *steps = json_array();
    for (uint32_t i = 0; i < trace->nsteps; i++) {
        json_t *step = json_object();
        set_region(step, &trace->steps[i].region);
        json_object_set_new(step, "interval", json_integer(trace->steps[i].interval));
        json_object_set_new(step, "text", text(trace->steps[i].text));
        json_array_append_new(steps, step);
    }
    return json_pack("{s:o, s:o, s:o}", "block", triple(trace->block), "thread",
                     triple(trace->thread), "steps", steps);
}

static json_t *witness_json(const csl_witness *w) {
    if (!w)
        return json_null();
    json_t *values = json_object();
    for (uint32_t i = 0; i < w->nvalues; i++) {
        char *name = csl_bytes_to_utf8(w->values[i].name);
        json_object_set_new(values, name, json_integer(w->values[i].value));
        g_free(name);
    }
    return json_pack("{s:o, s:o, s:[o, o]}", "block", triple(w->block), "values", values, "threads",
                     trace_json(&w->threads[0]), trace_json(&w->threads[1]));
}

static json_t *edit_json(const csl_edit *edit) {
    if (!edit)
        return json_null();
    json_t *to = json_object();
    set_region(to, &edit->after);
    json_object_set_new(to, "statement", text(edit->statement));
    json_object_set_new(to, "lanes", json_integer(edit->lanes));
    return to;
}

/* The new lines that were tried. */
static json_t *mends_json(const csl_finding *f) {
    json_t *to = json_array();
    for (uint32_t i = 0; i < f->nmends; i++) {
        json_t *one = json_pack("{s:I}", "afterLine", (json_int_t)f->mends[i].after);
        json_object_set_new(one, "text", text(f->mends[i].line));
        json_array_append_new(to, one);
    }
    return to;
}

static json_t *findings_json(const csl_finding *findings, uint32_t n);

static json_t *finding_json(const csl_finding *f) {
    json_t *to = json_object();
    json_object_set_new(to, "rule", text(f->rule));
    json_object_set_new(to, "kind", text(f->kind));
    json_object_set_new(to, "severity", text(csl_severity_name(f->severity)));
    json_object_set_new(to, "confidence", text(csl_confidence_name(f->confidence)));
    json_object_set_new(to, "message", text(f->message));
    json_object_set_new(to, "needs", text(f->needs));
    if (f->caveats)
        json_object_set_new(to, "caveats", text(f->caveats));
    set_region(to, &f->region);
    json_object_set_new(to, "function", text(f->function));
    json_object_set_new(to, "instance", text(f->instance));
    json_t *related = json_array();
    for (uint32_t i = 0; i < f->nrelated; i++)
        json_array_append_new(related, related_json(&f->related[i]));
    json_object_set_new(to, "related", related);
    json_object_set_new(to, "places", json_integer(f->nplaces));
    json_object_set_new(to, "witness", witness_json(f->witness));
    json_object_set_new(to, "assumptions", texts(f->assumptions, f->nassumptions));
    json_object_set_new(to, "fix", text(f->fix));
    if (f->nmends)
        json_object_set_new(to, "edits", mends_json(f));
    json_object_set_new(to, "fingerprint", text(f->fingerprint));
    if (f->nalso)
        json_object_set_new(to, "also", findings_json(f->also, f->nalso));
    if (f->suppressed)
        json_object_set_new(to, "suppressed", text(f->suppressed));
    return to;
}

static json_t *findings_json(const csl_finding *findings, uint32_t n) {
    json_t *to = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(to, finding_json(&findings[i]));
    return to;
}

static json_t *obstacle_json(const csl_obstacle *o) {
    return json_pack("{s:o, s:I, s:I, s:s, s:o, s:s}", "file", text(o->at.file), "line",
                     (json_int_t)o->at.line, "column", (json_int_t)o->at.column, "kind",
                     csl_obstacle_kind(o->why), "why", text(o->why), "decidedBy",
                     csl_deciding(o->why));
}

static json_t *queries_json(uint32_t safe, uint32_t undecided, uint32_t racing) {
    return json_pack("{s:I, s:I, s:I}", "safe", (json_int_t)safe, "undecided",
                     (json_int_t)undecided, "racing", (json_int_t)racing);
}

static json_t *concerns_json(const csl_kernel_result *k) {
    json_t *to = json_object();
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        const csl_concern_verdict *v = &k->concern[c];
        json_t *one = json_object(), *obstacles = json_array();
        for (uint32_t i = 0; i < v->nobstacles; i++)
            json_array_append_new(obstacles, obstacle_json(&v->obstacles[i]));
        json_object_set_new(one, "verdict", text(csl_concern_state_name(v->state)));
        json_object_set_new(one, "obstacles", obstacles);
        json_object_set_new(one, "queries", queries_json(v->safe, v->undecided, v->racing));
        json_object_set_new(to, csl_concern_name((csl_concern)c), one);
    }
    return to;
}

static json_t *assumption_json(const csl_assumption *a) {
    json_t *to = json_object();
    json_object_set_new(to, "kind", text(csl_assumption_kind_name(a->kind)));
    json_object_set_new(to, "text", text(a->text));
    json_object_set_new(to, "names", texts(a->names, a->nnames));
    json_object_set_new(to, "file", text(a->at.file));
    json_object_set_new(to, "line", json_integer(a->at.line));
    json_object_set_new(to, "column", json_integer(a->at.column));
    return to;
}

static json_t *kernel_json(const csl_kernel_result *k) {
    json_t *to = json_object();
    json_object_set_new(to, "name", text(k->name));
    json_object_set_new(to, "instances", text(k->instances));
    set_region(to, &k->region);
    json_object_set_new(to, "verdict", text(csl_kernel_verdict_name(k->verdict)));
    json_object_set_new(to, "why", text(k->why));
    json_object_set_new(to, "blocks", text(k->blocks));
    json_object_set_new(to, "architectures", texts(k->archs, k->narchs));
    json_object_set_new(to, "concerns", concerns_json(k));
    json_t *assumptions = json_array();
    for (uint32_t i = 0; i < k->nassumptions; i++)
        json_array_append_new(assumptions, assumption_json(&k->assumptions[i]));
    json_object_set_new(to, "assumptions", assumptions);
    json_object_set_new(to, "queries", queries_json(k->safe, k->undecided, k->racing));
    return to;
}

/* "LINE<tab>why" */
static json_t *unseen_json(const char *file, const char *kernel) {
    char *why;
    json_int_t line = strtoll(kernel, &why, 10);
    return json_pack("{s:o, s:I, s:o}", "file", text(file), "line", line, "why",
                     text(*why == '\t' && why[1] ? why + 1 : NULL));
}

static json_t *stats_json(const csl_result *const *results, uint32_t n,
                          const csl_report_options *options) {
    csl_counts c = csl_count(results, n);
    json_t *to = json_object();
    json_object_set_new(to, "files", json_integer(c.files));
    json_object_set_new(to, "filesNotAnalysed", json_integer(c.failed));
    json_object_set_new(to, "filesBroken", json_integer(c.broken));
    json_object_set_new(to, "kernels", json_integer(c.kernels));
    json_object_set_new(to, "kernelsProved", json_integer(c.by_verdict[CSL_PROVED]));
    json_object_set_new(to, "kernelsWithFindings", json_integer(c.by_verdict[CSL_FINDINGS]));
    json_object_set_new(to, "kernelsUndecided", json_integer(c.by_verdict[CSL_NOT_DECIDED]));
    json_object_set_new(to, "kernelsNotAnalysed", json_integer(c.by_verdict[CSL_NOT_ANALYSED]));
    json_object_set_new(to, "kernelsWithNothingToCheck",
                        json_integer(c.by_verdict[CSL_NOTHING_TO_CHECK]));
    json_object_set_new(to, "findings", json_integer(c.findings));
    json_object_set_new(to, "errors", json_integer(c.by_severity[CSL_ERROR]));
    json_object_set_new(to, "warnings", json_integer(c.by_severity[CSL_WARNING]));
    json_object_set_new(to, "notes", json_integer(c.by_severity[CSL_NOTE]));
    json_object_set_new(to, "findingsNotListed", json_integer(c.more));
    json_object_set_new(to, "hidden", json_integer(options->hidden));
    json_object_set_new(to, "suppressed", json_integer(options->suppressed));
    json_object_set_new(to, "unchanged", json_integer(options->unchanged));
    return to;
}

/* Every "file" gets the spelling of all formats (csl_sources_path). */
static void spell_files(json_t *value, csl_sources *sources) {
    const char *key;
    json_t *item;
    size_t i;
    json_t *file = json_object_get(value, "file");
    if (json_is_string(file)) {
        char *path = csl_bytes_from_utf8(json_string_value(file));
        json_object_set_new(value, "file", text(csl_sources_path(sources, path)));
        g_free(path);
    }
    json_object_foreach(value, key, item) spell_files(item, sources);
    json_array_foreach(value, i, item) spell_files(item, sources);
}

void csl_report_json(FILE *out, const csl_result *const *results, uint32_t n,
                     const csl_report_options *options) {
    json_t *findings = json_array(), *kernels = json_array(), *failed = json_array();
    json_t *unseen = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = results[i];
        for (uint32_t k = 0; k < r->nfindings; k++)
            json_array_append_new(findings, finding_json(&r->findings[k]));
        for (uint32_t k = 0; k < r->nkernels; k++)
            json_array_append_new(kernels, kernel_json(&r->kernels[k]));
        for (uint32_t k = 0; k < r->nunseen; k++)
            json_array_append_new(unseen, unseen_json(r->file, r->unseen[k]));
        if (r->error)
            json_array_append_new(
                failed, json_pack("{s:o, s:o}", "file", text(r->file), "why", text(r->error)));
    }
    json_t *top = json_pack("{s:i, s:{s:s, s:s}, s:o, s:o, s:o, s:o, s:o}", "version", 2, "tool",
                            "name", "cudasynclint", "version", CSL_VERSION, "findings", findings,
                            "kernels", kernels, "notAnalysed", failed, "notSeen", unseen, "stats",
                            stats_json(results, n, options));
    spell_files(top, options->sources);
    char *document = json_dumps(top, JSON_INDENT(2)), *report = csl_hide_bytes(document);
    csl_json_print(out, report);
    fputc('\n', out);
    g_free(report);
    free(document);
    json_decref(top);
}

char *csl_write_result(csl_ctx *ctx, const csl_result *result) {
    json_t *findings = json_array(), *kernels = json_array();
    for (uint32_t i = 0; i < result->nfindings; i++) {
        json_t *finding = finding_json(&result->findings[i]);
        json_object_set_new(finding, "identity", text(result->findings[i].identity));
        json_object_set_new(finding, "about", text(result->findings[i].about));
        json_object_set_new(finding, "comesOf", text(result->findings[i].comes_of));
        json_object_set_new(finding, "concern",
                            text(csl_concern_name(result->findings[i].concern)));
        json_object_set_new(finding, "secondCall", json_boolean(result->findings[i].second_call));
        json_object_set_new(finding, "edit", edit_json(result->findings[i].edit));
        json_array_append_new(findings, finding);
    }
    for (uint32_t i = 0; i < result->nkernels; i++) {
        json_t *kernel = kernel_json(&result->kernels[i]);
        json_object_set_new(kernel, "used", json_boolean(result->kernels[i].used));
        json_object_set_new(kernel, "madeUp", json_boolean(result->kernels[i].made_up));
        json_object_set_new(kernel, "helper", json_boolean(result->kernels[i].helper));
        json_object_set_new(kernel, "emptied", json_boolean(result->kernels[i].emptied));
        json_array_append_new(kernels, kernel);
    }
    json_t *top = json_object();
    json_object_set_new(top, "file", text(result->file));
    json_object_set_new(top, "error", text(result->error));
    json_object_set_new(top, "broken", text(result->broken));
    json_object_set_new(top, "incomplete", json_boolean(result->incomplete));
    json_object_set_new(top, "unfiltered", json_boolean(result->unfiltered));
    json_object_set_new(top, "findings", findings);
    json_object_set_new(top, "more",
                        json_pack("[III]", (json_int_t)result->more[CSL_LOW],
                                  (json_int_t)result->more[CSL_MEDIUM],
                                  (json_int_t)result->more[CSL_HIGH]));
    json_object_set_new(top, "kernels", kernels);
    json_object_set_new(top, "notes", texts(result->notes, result->nnotes));
    json_object_set_new(top, "includes", texts(result->includes, result->nincludes));
    json_object_set_new(top, "names", texts(result->names, result->nnames));
    json_object_set_new(top, "unseen", texts(result->unseen, result->nunseen));
    json_object_set_new(top, "keys", texts(result->keys, result->nkeys));
    json_object_set_new(top, "reached", texts(result->reached, result->nreached));
    json_object_set_new(top, "launches", texts(result->launches, result->nlaunches));
    json_object_set_new(top, "proofs", texts(result->proofs, result->nproofs));
    json_object_set_new(top, "tried", json_boolean(result->tried));
    json_object_set_new(top, "linked", json_boolean(result->linked));
    char *dump = json_dumps(top, JSON_COMPACT);
    char *copy = csl_strdup(ctx, dump);
    free(dump);
    json_decref(top);
    return copy;
}
