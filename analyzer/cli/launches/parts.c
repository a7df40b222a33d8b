#include "parts.h"

csl_parts *csl_parts_new(void) {
    return g_array_new(FALSE, FALSE, sizeof(csl_part));
}

void csl_parts_add(csl_parts *parts, uint32_t file, csl_input input) {
    const csl_part part = {.file = file, .input = input};
    g_array_append_val(parts, part);
}

void csl_parts_add_kernel(csl_parts *parts, uint32_t file, csl_input input, const char *kernel,
                          GPtrArray *launches) {
    GPtrArray *name = g_ptr_array_new();
    g_ptr_array_add(name, (gpointer)kernel);
    input.kernels = name;
    input.launches = launches;
    csl_parts_add(parts, file, input);
}

void csl_parts_look(const csl_pass *r, csl_parts *parts) {
    csl_input *inputs = g_new(csl_input, parts->len + 1);
    csl_pass pass = {.o = r->o,
                     .ctx = r->ctx,
                     .inputs = inputs,
                     .in_parts = true,
                     .digests = r->digests,
                     .texts = r->texts,
                     .cache = r->cache};
    for (guint i = 0; i < parts->len; i++)
        inputs[i] = g_array_index(parts, csl_part, i).input;
    pass.results = g_new0(csl_result *, parts->len + 1);
    if (parts->len)
        csl_pass_all(&pass, parts->len);
    for (guint i = 0; i < parts->len; i++)
        g_array_index(parts, csl_part, i).result = pass.results[i];
    g_free(pass.results);
    g_free(inputs);
}

void csl_parts_free(csl_parts *parts) {
    for (guint i = 0; i < parts->len; i++) {
        const csl_input *input = &g_array_index(parts, csl_part, i).input;
        if (input->kernels) {
            g_ptr_array_unref((GPtrArray *)input->kernels);
            g_ptr_array_unref((GPtrArray *)input->launches);
        }
    }
    g_array_unref(parts);
}
