#include "proof.h"

#include <glib.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../../files/text.h"

typedef enum { PAIRS, FACTS, FORMS, CLAIMS, SETTLED, QUERIES, NPARTS } part;
static const char *const names[] = {"pairs", "facts", "forms", "claims", "settled", "queries"};

struct csl_proof {
    FILE *out[NPARTS];
    char *text[NPARTS];
    size_t size[NPARTS];
};

csl_proof *csl_proof_begin(csl_analysis_options *options) {
    csl_proof *p = g_new0(csl_proof, 1);
    for (int i = 0; i < NPARTS; i++)
        if (!(p->out[i] = open_memstream(&p->text[i], &p->size[i])))
            abort();
    options->dump_intervals = p->out[PAIRS];
    options->dump_uniformity = p->out[FACTS];
    options->dump_forms = p->out[FORMS];
    options->dump_claims = p->out[CLAIMS];
    options->dump_settled = p->out[SETTLED];
    options->dump_queries = p->out[QUERIES];
    return p;
}

static json_t *lines(const char *text) {
    json_t *list = json_array();
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        json_array_append_new(list, json_stringn(text, (size_t)(end - text)));
    return list;
}

/* A query is followed by a line `; ANSWER (WHO)`. */
static json_t *queries(const char *text) {
    json_t *list = json_array();
    for (const char *answer; (answer = strstr(text, "\n; "));) {
        const char *end = strchr(answer + 1, '\n'), *by = strrchr(answer, '\n');
        for (by = answer; by < end && *by != '('; by++)
            ;
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:o}", "text",
                                        json_stringn(text, (size_t)(answer + 1 - text)), "answer",
                                        json_stringn(answer + 3, (size_t)(by - answer - 4)), "by",
                                        json_stringn(by + 1, (size_t)(end - by - 2))));
        text = end + 1;
    }
    return list;
}

static json_t *assumptions(const csl_kernel_result *k) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < k->nassumptions; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "kind",
                                              csl_assumption_kind_name(k->assumptions[i].kind),
                                              "text", k->assumptions[i].text));
    return list;
}

static json_t *concerns(const csl_kernel_result *k) {
    json_t *list = json_array();
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (k->concern[c].state == CSL_CONCERN_PROVED)
            json_array_append_new(list, json_string(csl_concern_name((csl_concern)c)));
    return list;
}

static json_t *record(const csl_proof *p, const csl_kernel_result *k, const char *instance) {
    json_t *to = json_pack("{s:s, s:s?, s:s, s:i, s:s?, s:s?, s:o, s:o}", "kernel", k->name,
                           "instance", instance, "file", k->region.file, "line",
                           (int)k->region.line, "arch", k->narchs ? k->archs[0] : NULL, "blocks",
                           k->blocks, "concerns", concerns(k), "assumptions", assumptions(k));
    for (int i = 0; i < NPARTS; i++)
        json_object_set_new(to, names[i], i == QUERIES ? queries(p->text[i]) : lines(p->text[i]));
    return to;
}

const char *csl_proof_end(csl_proof *proof, csl_ctx *ctx, const csl_kernel_result *result,
                          const char *instance) {
    const char *text = NULL;
    for (int i = 0; i < NPARTS; i++)
        fclose(proof->out[i]);
    if (result->verdict == CSL_PROVED) {
        json_t *of = record(proof, result, instance);
        char *dump = of ? json_dumps(of, JSON_COMPACT) : NULL;
        text = dump ? csl_strdup(ctx, dump) : NULL;
        free(dump);
        json_decref(of);
    }
    for (int i = 0; i < NPARTS; i++)
        free(proof->text[i]);
    g_free(proof);
    return text;
}

char *csl_proof_write(const char *file, csl_result *const *results, uint32_t n) {
    GString *text = g_string_new("{\"schema\": 1, \"kernels\": [");
    const char *before = "\n";
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; results[i] && k < results[i]->nproofs; k++) {
            g_string_append(text, before);
            g_string_append(text, results[i]->proofs[k]);
            before = ",\n";
        }
    g_string_append(text, "\n]}\n");
    char *error = csl_write_file(file, text->str, text->len);
    g_string_free(text, TRUE);
    return error;
}
