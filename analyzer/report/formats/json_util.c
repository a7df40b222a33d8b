#include "json_util.h"
#include "../source/escape.h"

#include <stdbool.h>
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

/* Control characters beyond ASCII, and those that reorder text. */
static bool commands(gunichar c) {
    return (c >= 0x80 && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

void csl_json_print(FILE *out, const char *document) {
    const char *from = document;
    for (const char *at = document; *at; at = g_utf8_next_char(at)) {
        const gunichar c = g_utf8_get_char(at);
        if (!commands(c))
            continue;
        fwrite(from, 1, (size_t)(at - from), out);
        fprintf(out, "\\u%04X", c);
        from = g_utf8_next_char(at);
    }
    fputs(from, out);
}

void csl_json_dump(FILE *out, json_t *value) {
    char *text = json_dumps(value, JSON_INDENT(2));
    csl_json_print(out, text);
    fputc('\n', out);
    free(text);
    json_decref(value);
}
