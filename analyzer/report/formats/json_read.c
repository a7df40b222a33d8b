/* Reads the document that csl_write_result writes. A value that is missing or has another type is
 * an error, never a default. */
#include "../source/escape.h"
#include "../report.h"

#include <jansson.h>
#include <string.h>

typedef struct reader {
    csl_ctx *ctx;
    const char *error; /* the first one */
} reader;

static json_t *member(reader *r, json_t *from, const char *key, json_type type) {
    json_t *value = json_object_get(from, key);
    if (value && json_typeof(value) == type)
        return value;
    if (!r->error)
        r->error = csl_format(r->ctx, "`%s` is missing or has the wrong type", key);
    return NULL;
}

/* The bytes that csl_write_result was given. */
static const char *bytes_of(reader *r, const char *s) {
    char *bytes = csl_bytes_from_utf8(s);
    const char *copy = csl_strdup(r->ctx, bytes);
    g_free(bytes);
    return copy;
}

/* A string; NULL if the value is null. */
static const char *text(reader *r, json_t *from, const char *key) {
    json_t *value = json_object_get(from, key);
    if (json_is_null(value))
        return NULL;
    value = member(r, from, key, JSON_STRING);
    return value ? bytes_of(r, json_string_value(value)) : NULL;
}

/* A string that must not be null. */
static const char *needed(reader *r, json_t *from, const char *key) {
    json_t *value = member(r, from, key, JSON_STRING);
    return value ? bytes_of(r, json_string_value(value)) : "";
}

static uint32_t number(reader *r, json_t *from, const char *key) {
    json_t *value = member(r, from, key, JSON_INTEGER);
    return value ? (uint32_t)json_integer_value(value) : 0;
}

/* An array; *n is 0 when there is none. */
static json_t *array(reader *r, json_t *from, const char *key, uint32_t *n) {
    json_t *value = member(r, from, key, JSON_ARRAY);
    *n = value ? (uint32_t)json_array_size(value) : 0;
    return value;
}

static const char **texts(reader *r, json_t *from, const char *key, uint32_t *n) {
    json_t *items = array(r, from, key, n);
    const char **to = csl_alloc(r->ctx, (*n + 1) * sizeof *to);
    for (uint32_t i = 0; i < *n; i++) {
        const char *s = json_string_value(json_array_get(items, i));
        if (!s && !r->error)
            r->error = csl_format(r->ctx, "`%s` holds something that is no string", key);
        to[i] = bytes_of(r, s ? s : "");
    }
    return to;
}

/* The word's position in an enumeration of `count` names. */
static int word(reader *r, json_t *from, const char *key, int count, const char *(*name)(int)) {
    json_t *value = member(r, from, key, JSON_STRING);
    for (int i = 0; value && i < count; i++)
        if (strcmp(json_string_value(value), name(i)) == 0)
            return i;
    if (!r->error)
        r->error = csl_format(r->ctx, "`%s` is not a known word", key);
    return 0;
}

static const char *severity_name(int i) {
    return csl_severity_name((csl_severity)i);
}

static const char *confidence_name(int i) {
    return csl_confidence_name((csl_confidence)i);
}

static const char *verdict_name(int i) {
    return csl_kernel_verdict_name((csl_kernel_verdict)i);
}

static const char *state_name(int i) {
    return csl_concern_state_name((csl_concern_state)i);
}

static const char *concern_name(int i) {
    return csl_concern_name((csl_concern)i);
}

static const char *kind_name(int i) {
    return csl_assumption_kind_name((csl_assumption_kind)i);
}

static void triple(reader *r, json_t *from, const char *key, int64_t to[3]) {
    uint32_t n;
    json_t *items = array(r, from, key, &n);
    if (n != 3 && !r->error)
        r->error = csl_format(r->ctx, "`%s` is not three numbers", key);
    for (uint32_t i = 0; i < 3; i++)
        to[i] = json_integer_value(json_array_get(items, i));
}

static csl_region region(reader *r, json_t *from) {
    return (csl_region){needed(r, from, "file"), number(r, from, "line"), number(r, from, "column"),
                        number(r, from, "endLine"), number(r, from, "endColumn")};
}

static void read_trace(reader *r, json_t *from, csl_trace *to) {
    triple(r, from, "block", to->block);
    triple(r, from, "thread", to->thread);
    json_t *steps = array(r, from, "steps", &to->nsteps);
    to->steps = csl_alloc(r->ctx, (to->nsteps + 1) * sizeof *to->steps);
    for (uint32_t i = 0; i < to->nsteps; i++) {
        json_t *step = json_array_get(steps, i);
        to->steps[i] = (csl_step){.region = region(r, step),
                                  .interval = number(r, step, "interval"),
                                  .text = needed(r, step, "text")};
    }
}

static csl_witness *read_witness(reader *r, json_t *finding) {
    if (json_is_null(json_object_get(finding, "witness")))
        return NULL;
    json_t *from = member(r, finding, "witness", JSON_OBJECT);
    csl_witness *to = CSL_NEW(r->ctx, csl_witness);
    triple(r, from, "block", to->block);
    json_t *values = member(r, from, "values", JSON_OBJECT);
    to->values = csl_alloc(r->ctx, (json_object_size(values) + 1) * sizeof *to->values);
    const char *name;
    json_t *value;
    json_object_foreach(values, name, value) to->values[to->nvalues++] =
        (csl_value){bytes_of(r, name), json_integer_value(value)};
    uint32_t n;
    json_t *threads = array(r, from, "threads", &n);
    if (n != 2) {
        r->error = r->error ? r->error : "a witness has two threads";
        return to;
    }
    for (uint32_t i = 0; i < 2; i++)
        read_trace(r, json_array_get(threads, i), &to->threads[i]);
    return to;
}

static csl_edit *read_edit(reader *r, json_t *finding) {
    if (json_is_null(json_object_get(finding, "edit")))
        return NULL;
    json_t *from = member(r, finding, "edit", JSON_OBJECT);
    csl_edit *to = CSL_NEW(r->ctx, csl_edit);
    *to = (csl_edit){region(r, from), needed(r, from, "statement"), number(r, from, "lanes")};
    return to;
}

/* Of the edit's file, from the first line to the last. */
static void read_mends(reader *r, json_t *finding, csl_finding *to) {
    if (!json_object_get(finding, "edits"))
        return;
    json_t *list = array(r, finding, "edits", &to->nmends);
    to->mends = csl_alloc(r->ctx, (to->nmends + 1) * sizeof *to->mends);
    for (uint32_t i = 0; i < to->nmends; i++) {
        json_t *one = json_array_get(list, i);
        to->mends[i] = (csl_insertion){number(r, one, "afterLine"), needed(r, one, "text")};
        if (i && to->mends[i].after < to->mends[i - 1].after)
            r->error = r->error ? r->error : "`edits` are not in order";
    }
    if (to->nmends && !to->edit)
        r->error = r->error ? r->error : "`edits` without `edit`";
}

static csl_finding read_finding(reader *r, json_t *from) {
    csl_finding f = {
        .rule = needed(r, from, "rule"),
        .kind = text(r, from, "kind"),
        .severity = (csl_severity)word(r, from, "severity", 3, severity_name),
        .confidence = (csl_confidence)word(r, from, "confidence", 3, confidence_name),
        .message = needed(r, from, "message"),
        .needs = json_object_get(from, "needs") ? text(r, from, "needs") : NULL,
        .caveats = json_object_get(from, "caveats") ? text(r, from, "caveats") : NULL,
        .region = region(r, from),
        .function = text(r, from, "function"),
        .instance = text(r, from, "instance"),
        .witness = read_witness(r, from),
        .fix = text(r, from, "fix"),
        .edit = read_edit(r, from),
        .fingerprint = text(r, from, "fingerprint"),
        .identity = text(r, from, "identity"),
        .about = text(r, from, "about"),
        .comes_of = text(r, from, "comesOf"),
        .second_call = json_is_true(json_object_get(from, "secondCall")),
    };
    if (json_object_get(from, "concern"))
        f.concern = (csl_concern)word(r, from, "concern", CSL_CONCERN_COUNT, concern_name);
    if (json_object_get(from, "suppressed"))
        f.suppressed = text(r, from, "suppressed");
    read_mends(r, from, &f);
    f.assumptions = texts(r, from, "assumptions", &f.nassumptions);
    json_t *related = array(r, from, "related", &f.nrelated);
    f.nplaces = MIN((uint32_t)json_integer_value(json_object_get(from, "places")), f.nrelated);
    f.related = csl_alloc(r->ctx, (f.nrelated + 1) * sizeof *f.related);
    for (uint32_t i = 0; i < f.nrelated; i++) {
        json_t *item = json_array_get(related, i);
        f.related[i] = (csl_related){region(r, item), needed(r, item, "message")};
    }
    return f;
}

static void read_concerns(reader *r, json_t *kernel, csl_kernel_result *k) {
    json_t *from = member(r, kernel, "concerns", JSON_OBJECT);
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        csl_concern_verdict *v = &k->concern[c];
        json_t *one = member(r, from, csl_concern_name((csl_concern)c), JSON_OBJECT);
        v->state = (csl_concern_state)word(r, one, "verdict", CSL_CONCERN_FINDINGS + 1, state_name);
        json_t *queries = member(r, one, "queries", JSON_OBJECT);
        v->safe = number(r, queries, "safe");
        v->undecided = number(r, queries, "undecided");
        v->racing = number(r, queries, "racing");
        json_t *list = array(r, one, "obstacles", &v->nobstacles);
        csl_obstacle *obstacles = csl_alloc(r->ctx, (v->nobstacles + 1) * sizeof *obstacles);
        for (uint32_t i = 0; i < v->nobstacles; i++) {
            json_t *o = json_array_get(list, i);
            obstacles[i] = (csl_obstacle){{.file = text(r, o, "file"),
                                           .line = number(r, o, "line"),
                                           .column = number(r, o, "column")},
                                          needed(r, o, "why")};
        }
        v->obstacles = obstacles;
    }
}

static void read_assumptions(reader *r, json_t *kernel, csl_kernel_result *k) {
    json_t *list = array(r, kernel, "assumptions", &k->nassumptions);
    csl_assumption *to = csl_alloc(r->ctx, (k->nassumptions + 1) * sizeof *to);
    for (uint32_t i = 0; i < k->nassumptions; i++) {
        json_t *a = json_array_get(list, i);
        to[i] = (csl_assumption){
            .kind = (csl_assumption_kind)word(r, a, "kind", CSL_ASSUMED_COUNT, kind_name),
            .text = needed(r, a, "text"),
            .at = {.file = text(r, a, "file"),
                   .line = number(r, a, "line"),
                   .column = number(r, a, "column")}};
        to[i].names = texts(r, a, "names", &to[i].nnames);
    }
    k->assumptions = to;
}

static csl_kernel_result read_kernel(reader *r, json_t *from) {
    csl_kernel_result k = {
        .name = needed(r, from, "name"),
        .instances = text(r, from, "instances"),
        .region = region(r, from),
        .verdict = (csl_kernel_verdict)word(r, from, "verdict", CSL_VERDICT_COUNT, verdict_name),
        .why = text(r, from, "why"),
        .blocks = text(r, from, "blocks"),
        .used = json_is_true(json_object_get(from, "used")),
        .made_up = json_is_true(json_object_get(from, "madeUp")),
        .helper = json_is_true(json_object_get(from, "helper")),
        .emptied = json_is_true(json_object_get(from, "emptied")),
    };
    k.archs = texts(r, from, "architectures", &k.narchs);
    read_concerns(r, from, &k);
    read_assumptions(r, from, &k);
    json_t *queries = member(r, from, "queries", JSON_OBJECT);
    k.safe = number(r, queries, "safe");
    k.undecided = number(r, queries, "undecided");
    k.racing = number(r, queries, "racing");
    return k;
}

static void read_more(reader *r, json_t *from, csl_result *to) {
    uint32_t n;
    json_t *counts = array(r, from, "more", &n);
    for (uint32_t i = 0; i <= CSL_HIGH; i++) {
        const json_t *count = json_array_get(counts, i);
        if (json_is_integer(count))
            to->more[i] = (uint32_t)json_integer_value(count);
        else if (!r->error)
            r->error = "`more` holds something that is no number";
    }
}

csl_result *csl_read_result(csl_ctx *ctx, const char *document, size_t bytes, const char **error) {
    json_error_t where;
    json_t *top = json_loadb(document, bytes, 0, &where);
    if (!top) {
        *error = csl_format(ctx, "line %d: %s", where.line, where.text);
        return NULL;
    }
    reader r = {ctx, NULL};
    csl_result *to = CSL_NEW(ctx, csl_result);
    to->file = needed(&r, top, "file");
    to->error = text(&r, top, "error");
    to->broken = text(&r, top, "broken");
    to->incomplete = json_is_true(json_object_get(top, "incomplete"));
    to->unfiltered = json_is_true(json_object_get(top, "unfiltered"));
    read_more(&r, top, to);
    to->notes = texts(&r, top, "notes", &to->nnotes);
    to->includes = texts(&r, top, "includes", &to->nincludes);
    to->names = texts(&r, top, "names", &to->nnames);
    to->unseen = texts(&r, top, "unseen", &to->nunseen);
    to->keys = texts(&r, top, "keys", &to->nkeys);
    to->reached = texts(&r, top, "reached", &to->nreached);
    to->launches = texts(&r, top, "launches", &to->nlaunches);
    to->proofs = texts(&r, top, "proofs", &to->nproofs);
    to->tried = json_is_true(json_object_get(top, "tried"));
    to->linked = json_is_true(json_object_get(top, "linked"));
    json_t *findings = array(&r, top, "findings", &to->nfindings);
    to->findings = csl_alloc(ctx, (to->nfindings + 1) * sizeof *to->findings);
    for (uint32_t i = 0; i < to->nfindings; i++)
        to->findings[i] = read_finding(&r, json_array_get(findings, i));
    json_t *kernels = array(&r, top, "kernels", &to->nkernels);
    to->kernels = csl_alloc(ctx, (to->nkernels + 1) * sizeof *to->kernels);
    for (uint32_t i = 0; i < to->nkernels; i++)
        to->kernels[i] = read_kernel(&r, json_array_get(kernels, i));
    json_decref(top);
    *error = r.error;
    return r.error ? NULL : to;
}
