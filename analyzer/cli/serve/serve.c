#include "serve.h"

#include "../../lsp/lsp.h"
#include "../run/run.h"

/* As `cudasynclint --stdin-filename=PATH -` would check it. */
static int check(const char *path, bool hints, const csl_report_format *format, void *user) {
    csl_options o = *(const csl_options *)user;
    const csl_output output = {format, NULL};
    o.action = CSL_RUN;
    o.stdin_filename = path;
    o.outputs = g_array_new(FALSE, TRUE, sizeof output);
    g_array_append_val(o.outputs, output);
    o.quiet = true;
    o.no_hints = !hints;
    o.jobs = 1;
    const int code = csl_run(&o);
    g_array_unref(o.outputs);
    return code;
}

int csl_serve(const csl_options *o) {
    return csl_lsp_serve(check, (void *)o);
}
