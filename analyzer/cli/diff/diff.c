#include "diff.h"

#include "../../files/text.h"
#include "../../report/compare/compare.h"
#include "../run/pass.h"
#include "../run/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef void writer(FILE *out, csl_ctx *ctx, const csl_comparison *c);

static writer *writer_of(const csl_output *output) {
    const char *name = output->format->name;
    return strcmp(name, "text") == 0       ? csl_compare_text
           : strcmp(name, "markdown") == 0 ? csl_compare_markdown
           : strcmp(name, "html") == 0     ? csl_compare_html
                                           : NULL;
}

static bool write_one(csl_ctx *ctx, const csl_output *output, const csl_comparison *c) {
    writer *write = writer_of(output);
    if (!write) {
        fprintf(stderr, "cudasynclint: diff writes text, markdown and html, not %s\n",
                output->format->name);
        return false;
    }
    char *text = NULL, *error = NULL;
    size_t bytes = 0;
    FILE *out = output->file ? open_memstream(&text, &bytes) : stdout;
    if (out)
        write(out, ctx, c);
    if (!out || fflush(out) != 0 || ferror(out))
        error = g_strdup_printf("%s: cannot be written: %s",
                                output->file ? output->file : "standard output", g_strerror(errno));
    if (out && output->file)
        fclose(out);
    if (!error && output->file)
        error = csl_write_file(output->file, text, bytes);
    free(text);
    if (error)
        csl_complain("cudasynclint", error);
    g_free(error);
    return !error;
}

static int code_of(const csl_options *o, const csl_comparison *c) {
    bool worse = c->nworse > 0 && o->fail_on != CSL_FAIL_NEVER;
    for (uint32_t i = 0; i < c->nfresh; i++)
        worse |= (int)c->fresh[i].after->severity >= o->fail_on;
    return worse ? CSL_EXIT_FINDINGS : CSL_EXIT_CLEAN;
}

int csl_diff(const csl_options *o) {
    csl_ctx *ctx = csl_ctx_new();
    char *error = NULL;
    const csl_past_report *before = csl_read_report(ctx, o->paths->pdata[0], &error);
    const csl_past_report *after = before ? csl_read_report(ctx, o->paths->pdata[1], &error) : NULL;
    int code = CSL_EXIT_USAGE;
    if (after) {
        const csl_comparison *c = csl_compare_runs(ctx, before, after);
        const csl_output text = {csl_report_format_find("text"), NULL};
        bool good = o->outputs->len > 0 || write_one(ctx, &text, c);
        for (guint i = 0; i < o->outputs->len; i++)
            good &= write_one(ctx, &g_array_index(o->outputs, csl_output, i), c);
        code = good ? code_of(o, c) : CSL_EXIT_USAGE;
    } else {
        fprintf(stderr, "cudasynclint: %s\n", error);
        g_free(error);
    }
    csl_ctx_free(ctx);
    return code;
}
