#include "json_util.h"
#include "../source/escape.h"

#include <stdlib.h>

json_t *csl_json_text(const char *s) {
    if (!s)
        return json_null();
    char *visible = csl_visible(s);
    json_t *text = json_string(visible);
    g_free(visible);
    return text;
}

json_t *csl_json_number(uint32_t n) {
    return json_integer(MIN(n, (uint32_t)INT32_MAX));
}

void csl_json_dump(FILE *out, json_t *value) {
    char *text = json_dumps(value, JSON_INDENT(2));
    fputs(text, out);
    fputc('\n', out);
    free(text);
    json_decref(value);
}
