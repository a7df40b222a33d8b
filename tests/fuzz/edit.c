/* Where --fix puts a line: the first two bytes say behind which place, the rest is the source. */
#include "../../analyzer/report/source/edit.h"
#include "fuzz.h"

static size_t lines_of(const char *text) {
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    char *text = fuzz_text(data + 2, size - 2);
    const csl_edit edit = {.statement = "__syncthreads();",
                           .after = {"a.cu", data[0], 1 + data[1] % 80, data[0], 1 + data[1] % 80}};
    csl_outline *outline = csl_outline_new(text);
    for (uint32_t level = 0; level < 3; level++) {
        csl_insertion to;
        if (data[0] == 0 || !csl_place_edit(outline, &edit, level, &to))
            continue;
        char *new = csl_insert_lines(text, &to, 1);
        HOLDS(strlen(new) == strlen(text) + strlen(to.line));
        g_free(new);
        new = csl_insert_in_lines(text, &to, 1);
        HOLDS(strlen(new) >= strlen(text) + strlen(edit.statement));
        HOLDS(lines_of(new) == lines_of(text));
        g_free(new);
        g_free((char *)to.line);
    }
    csl_outline_free(outline);
    free(text);
    return 0;
}
