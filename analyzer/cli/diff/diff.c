#include "diff.h"

#include "../output/exit_codes.h"
#include "../../report/compare/compare.h"
#include "../output/messages.h"
#include "../output/output.h"
#include "../output/targets.h"

#include <string.h>

typedef void writer(FILE *out, csl_ctx *ctx, const csl_comparison *c);

static writer *writer_of(const csl_output *output) {
    const char *name = output->format->name;
    return strcmp(name, "text") == 0       ? csl_compare_text
           : strcmp(name, "markdown") == 0 ? csl_compare_markdown
           : strcmp(name, "html") == 0     ? csl_compare_html
                                           : NULL;
}

/* One report of the comparison. */
typedef struct comparison_job {
    writer *write;
    csl_ctx *ctx;
    const csl_comparison *comparison;
} comparison_job;

static void print_comparison(FILE *out, void *user) {
    const comparison_job *job = user;
    job->write(out, job->ctx, job->comparison);
}

static bool write_one(csl_ctx *ctx, const csl_output *output, const csl_comparison *c) {
    comparison_job job = {writer_of(output), ctx, c};
    if (job.write)
        return csl_write_output(output->file, print_comparison, &job);
    fprintf(stderr, "cudasynclint: diff writes text, markdown and html, not %s\n",
            output->format->name);
    return false;
}

static int code_of(const csl_options *o, const csl_comparison *c) {
    bool worse = c->nworse > 0 && o->fail_on != CSL_FAIL_NEVER;
    for (uint32_t i = 0; i < c->nfresh; i++)
        worse |= (int)c->fresh[i].after->severity >= o->fail_on;
    return worse ? CSL_EXIT_FINDINGS : CSL_EXIT_CLEAN;
}

int csl_diff(const csl_options *o) {
    csl_ctx *ctx = csl_ctx_new();
    csl_sources *names = csl_sources_new();
    char *error = csl_targets_check(o, names, NULL, 0);
    csl_sources_free(names);
    const csl_past_report *before = error ? NULL : csl_read_report(ctx, o->paths->pdata[0], &error);
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
        csl_complain("cudasynclint", error);
        g_free(error);
    }
    csl_ctx_free(ctx);
    return code;
}
