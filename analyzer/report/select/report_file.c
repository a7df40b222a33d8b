#include "report_file.h"

#include "../../child/foreign.h"
#include "../../limits/limits.h"
#include "../source/escape.h"

#include <glib.h>
#include <string.h>

typedef struct reader {
    csl_ctx *ctx;
    bool failed;
} reader;

static const char *text(reader *r, const json_t *from, const char *key) {
    const char *value = json_string_value(json_object_get(from, key));
    r->failed |= !value;
    return csl_strdup(r->ctx, value ? value : "");
}

static uint32_t number(reader *r, const json_t *from, const char *key) {
    const json_t *value = json_object_get(from, key);
    r->failed |= !json_is_integer(value);
    return (uint32_t)json_integer_value(value);
}

static const char *severity_name(int i) {
    return csl_severity_name((csl_severity)i);
}

static const char *verdict_name(int i) {
    return csl_kernel_verdict_name((csl_kernel_verdict)i);
}

static const char *state_name(int i) {
    return csl_concern_state_name((csl_concern_state)i);
}

static int word(reader *r, const json_t *from, const char *key, int count,
                const char *(*name)(int)) {
    const char *value = json_string_value(json_object_get(from, key));
    for (int i = 0; value && i < count; i++)
        if (strcmp(value, name(i)) == 0)
            return i;
    r->failed = true;
    return 0;
}

static csl_past_finding read_finding(reader *r, const json_t *from) {
    return (csl_past_finding){
        .file = text(r, from, "file"),
        .rule = text(r, from, "rule"),
        .message = text(r, from, "message"),
        .fingerprint = text(r, from, "fingerprint"),
        .line = number(r, from, "line"),
        .severity = (csl_severity)word(r, from, "severity", CSL_ERROR + 1, severity_name),
        .suppressed = json_object_get(from, "suppressed") != NULL,
    };
}

/* An entry and the others of its cause. */
static void read_entry(reader *r, const json_t *from, csl_past_report *to) {
    const json_t *also = json_object_get(from, "also");
    to->findings[to->nfindings++] = read_finding(r, from);
    for (size_t i = 0; i < json_array_size(also); i++)
        to->findings[to->nfindings++] = read_finding(r, json_array_get(also, i));
}

static size_t count_findings(const json_t *entries) {
    size_t n = json_array_size(entries);
    for (size_t i = 0; i < json_array_size(entries); i++)
        n += json_array_size(json_object_get(json_array_get(entries, i), "also"));
    return n;
}

static csl_past_kernel read_kernel(reader *r, const json_t *from) {
    csl_past_kernel k = {
        .file = text(r, from, "file"),
        .name = text(r, from, "name"),
        .line = number(r, from, "line"),
        .verdict = (csl_kernel_verdict)word(r, from, "verdict", CSL_VERDICT_COUNT, verdict_name),
    };
    const char *why = json_string_value(json_object_get(from, "why"));
    k.why = why ? csl_strdup(r->ctx, why) : NULL;
    const json_t *concerns = json_object_get(from, "concerns");
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        k.state[c] =
            (csl_concern_state)word(r, json_object_get(concerns, csl_concern_name((csl_concern)c)),
                                    "verdict", CSL_CONCERN_FINDINGS + 1, state_name);
    return k;
}

csl_past_report *csl_read_report(csl_ctx *ctx, const char *path, char **error) {
    bool wrong = false;
    json_t *top =
        csl_foreign_file(path, CSL_LIMIT(shard_bytes), csl_foreign_json, NULL, &wrong, error);
    if (!top) {
        char *reason = csl_visible(*error); /* it may quote the file */
        g_free(*error);
        *error = wrong ? g_strdup_printf("%s cannot be read: %s", path, reason) : g_strdup(reason);
        g_free(reason);
        return NULL;
    }
    reader r = {ctx, json_integer_value(json_object_get(top, "version")) != 2};
    csl_past_report *to = CSL_NEW(ctx, csl_past_report);
    to->path = path;
    const json_t *findings = json_object_get(top, "findings"),
                 *kernels = json_object_get(top, "kernels");
    r.failed |= !json_is_array(findings) || !json_is_array(kernels);
    to->findings = csl_alloc(ctx, (count_findings(findings) + 1) * sizeof *to->findings);
    for (size_t i = 0; i < json_array_size(findings); i++)
        read_entry(&r, json_array_get(findings, i), to);
    to->nkernels = (uint32_t)json_array_size(kernels);
    to->kernels = csl_alloc(ctx, (to->nkernels + 1) * sizeof *to->kernels);
    for (uint32_t i = 0; i < to->nkernels; i++)
        to->kernels[i] = read_kernel(&r, json_array_get(kernels, i));
    json_decref(top);
    if (!r.failed)
        return to;
    *error = g_strdup_printf("%s is no JSON report of version 2 (--format=json writes one)", path);
    return NULL;
}
