/* Where --fix puts a line: the first two bytes say behind which place, the rest is the source. */
#include "../../analyzer/report/source/edit.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    char *text = fuzz_text(data + 2, size - 2);
    const csl_edit edit = {.statement = "__syncthreads();",
                           .after = {"a.cu", data[0], 1 + data[1] % 80, data[0], 1 + data[1] % 80}};
    for (uint32_t level = 0; level < 3; level++) {
        csl_insertion to;
        if (data[0] == 0 || !csl_place_edit(text, &edit, level, &to))
            continue;
        char *new = csl_insert_lines(text, &to, 1);
        HOLDS(strlen(new) == strlen(text) + strlen(to.line));
        HOLDS(csl_line_before(to.after, &to, 1) == to.after);
        g_free(new);
        g_free((char *)to.line);
    }
    free(text);
    return 0;
}
