#include "strings.h"

#include <string.h>

bool csl_holds_string(const GPtrArray *strings, const char *string) {
    return string &&
           g_ptr_array_find_with_equal_func((GPtrArray *)strings, string, g_str_equal, NULL);
}

void csl_add_each(GPtrArray *to, const char *const *items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!csl_holds_string(to, items[i]))
            g_ptr_array_add(to, (char *)items[i]);
}

void csl_keep_common(GPtrArray *of, const char *const *items, uint32_t n) {
    for (guint i = of->len; i-- > 0;) {
        uint32_t k = 0;
        while (k < n && strcmp(items[k], of->pdata[i]) != 0)
            k++;
        if (k == n)
            g_ptr_array_remove_index(of, i);
    }
}

const char **csl_copy_strings(csl_ctx *ctx, const GPtrArray *from, uint32_t *n) {
    const char **to = csl_alloc(ctx, (from->len + 1) * sizeof *to);
    for (guint i = 0; i < from->len; i++)
        to[i] = from->pdata[i];
    *n = from->len;
    return to;
}
