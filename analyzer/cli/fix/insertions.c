#include "insertions.h"

json_t *csl_insertions_json(const GArray *insertions) {
    json_t *array = json_array();
    for (guint i = 0; i < insertions->len; i++) {
        const csl_insertion *at = &g_array_index(insertions, csl_insertion, i);
        json_array_append_new(array, json_pack("[I, s]", (json_int_t)at->after, at->line));
    }
    return array;
}

csl_insertion *csl_insertions_read(csl_ctx *ctx, const json_t *array, uint32_t *n) {
    *n = (uint32_t)json_array_size(array);
    csl_insertion *to = csl_alloc(ctx, (*n + 1) * sizeof *to);
    for (uint32_t i = 0; i < *n; i++) {
        const json_t *pair = json_array_get(array, i);
        to[i].after = (uint32_t)json_integer_value(json_array_get(pair, 0));
        to[i].line = csl_strdup(ctx, json_string_value(json_array_get(pair, 1)));
    }
    return to;
}
