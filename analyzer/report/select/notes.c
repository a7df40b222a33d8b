#include "notes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ":12" at `at`: the number, and what is behind it; NULL if there is none. */
static const char *read_number(const char *at, uint32_t *number) {
    if (at[0] != ':' || !isdigit((unsigned char)at[1]))
        return NULL;
    char *end;
    *number = (uint32_t)strtoul(at + 1, &end, 10);
    return end;
}

bool csl_read_note(csl_ctx *ctx, const char *note, csl_region *at, const char **text) {
    for (const char *colon = strchr(note, ':'); colon; colon = strchr(colon + 1, ':')) {
        uint32_t line, column;
        const char *end = read_number(colon, &line);
        end = end ? read_number(end, &column) : NULL;
        if (!end || strncmp(end, ": ", 2) != 0)
            continue;
        *at = (csl_region){csl_strndup(ctx, note, (size_t)(colon - note)), line, column, line,
                           column + 1};
        *text = csl_strdup(ctx, end + 2);
        return true;
    }
    return false;
}

/* What else the file says of a kernel may have been lost with the error. */
static void lower(csl_finding *f) {
    if (f->confidence < CSL_HIGH)
        return;
    f->confidence = CSL_MEDIUM;
    f->needs = f->needs ? f->needs : "the file has an error";
}

void csl_add_parse_error(csl_ctx *ctx, csl_result *result, csl_confidence confidence,
                         const char *needs) {
    for (uint32_t i = 0; i < result->nfindings; i++)
        lower(&result->findings[i]);
    csl_region at = {.file = result->file};
    const char *text = result->broken;
    csl_read_note(ctx, result->broken, &at, &text);
    csl_related *place = CSL_NEW(ctx, csl_related);
    *place = (csl_related){at, text};
    csl_finding *all = csl_alloc(ctx, (result->nfindings + 1) * sizeof *all);
    if (result->nfindings)
        memcpy(all, result->findings, result->nfindings * sizeof *all);
    all[result->nfindings++] = (csl_finding){
        .rule = "parse-error",
        .concern = CSL_CONCERN_BARRIERS,
        .kind = "syntax",
        .severity = CSL_ERROR,
        .confidence = confidence,
        .needs = needs,
        .message = "clang, which reads it, does not take this file: nothing in it is proved",
        .region = at,
        .related = place,
        .nrelated = 1,
        .nplaces = 1,
        .fix = "if nvcc takes it, pass the options that it gets: -p BUILD, or -D and -I behind --",
        .identity = csl_format(ctx, "parse-error\n%s", text),
    };
    result->findings = all;
}

static const char *spelled_note(csl_ctx *ctx, const char *note, csl_sources *sources) {
    csl_region at;
    const char *text;
    if (!csl_read_note(ctx, note, &at, &text))
        return note;
    return csl_format(ctx, "%s:%u:%u: %s", csl_sources_path(sources, at.file), at.line, at.column,
                      text);
}

/* The reason is the first obstacle of the first undecided concern. One in another file names it. */
static void spell_reason(csl_ctx *ctx, csl_kernel_result *k, csl_sources *sources) {
    for (int c = 0; k->why && c < CSL_CONCERN_COUNT; c++) {
        const csl_concern_verdict *v = &k->concern[c];
        if (v->state != CSL_CONCERN_UNDECIDED || !v->nobstacles)
            continue;
        const csl_obstacle *o = &v->obstacles[0];
        if (o->at.line && o->at.file && strcmp(o->at.file, k->region.file) != 0)
            k->why = csl_format(ctx, "%s:%u: %s", csl_sources_path(sources, o->at.file), o->at.line,
                                o->why);
        return;
    }
}

void csl_spell_paths(csl_ctx *ctx, csl_result *const *results, uint32_t n, csl_sources *sources) {
    for (uint32_t i = 0; i < n; i++) {
        csl_result *r = results[i];
        for (uint32_t k = 0; k < r->nnotes; k++)
            r->notes[k] = spelled_note(ctx, r->notes[k], sources);
        if (r->broken)
            r->broken = spelled_note(ctx, r->broken, sources);
        for (uint32_t k = 0; k < r->nkernels; k++)
            if (r->kernels[k].verdict == CSL_NOT_DECIDED)
                spell_reason(ctx, &r->kernels[k], sources);
    }
}
