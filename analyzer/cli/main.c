/* cudasynclint: arguments in, exit code out. */
#include "../analysis/facts.h"
#include "../decide/z3/solver.h"
#include "../frontend/frontend.h"
#include "../limits/limits.h"
#include "diff/diff.h"
#include "options/config.h"
#include "output/exit_codes.h"
#include "output/messages.h"
#include "run/run.h"
#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_version(void) {
    printf("cudasynclint %s\nlibclang %s\nZ3 %s\n", CSL_VERSION, csl_libclang_version(),
           csl_solver_version());
}

static void list_checks(const csl_options *o) {
    for (uint32_t i = 0; i < csl_nrules; i++) {
        const csl_rule *r = &csl_rules[i];
        printf("%-24s %-8s %-4s %s\n", r->name, csl_severity_name(r->severity),
               csl_check_enabled(o, r) ? "on" : "off", r->summary);
    }
}

static int dump_config(const csl_options *o) {
    char *error = csl_dump_config(o);
    if (!error)
        return CSL_EXIT_CLEAN;
    csl_complain("cudasynclint", error);
    g_free(error);
    return CSL_EXIT_USAGE;
}

/* bench_limits (bench/): CSL_LIMITS="name=value,..." changes limits, for measuring alone. */
static bool read_limits(void) {
#ifdef CSL_SWEEP_LIMITS
    const char *wrong = NULL, *text = getenv("CSL_LIMITS");
    if (text && !csl_limits_read(text, &wrong)) {
        fprintf(stderr, "CSL_LIMITS: no such limit, or no number: %s\n", wrong);
        return false;
    }
#endif
    return true;
}

/* CSL_WITHOUT_CAVEATS="data,parameter" leaves rows of confidence.def out, for measuring what each
 * does (bench/precision.py); with --no-cache. */
static bool read_caveats(void) {
    const char *wrong = NULL, *text = getenv("CSL_WITHOUT_CAVEATS");
    if (text && !csl_leave_out_caveats(text, &wrong)) {
        fprintf(stderr, "CSL_WITHOUT_CAVEATS: no such caveat: %s\n", wrong);
        return false;
    }
    return true;
}

/* A closed standard descriptor would become the number of the next file that is opened, and what
 * is written there would end up in it. Standard output is opened for reading: writing to it fails,
 * and is reported. */
static void open_standard_files(void) {
    static const int mode[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", mode[fd]) != fd)
            _exit(CSL_EXIT_USAGE);
}

/* What was printed may still be on its way to a full disk. */
static int check_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "cudasynclint: standard output: cannot be written: %s\n", strerror(errno));
    return CSL_EXIT_USAGE;
}

int main(int argc, char **argv) {
    open_standard_files();
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files: the write fails instead */
    csl_options o;
    char *error = csl_parse_options_line(&o, argc, argv);
    int code = CSL_EXIT_CLEAN;
    if (!read_limits() || !read_caveats())
        return CSL_EXIT_USAGE;
    if (error) {
        char *hint = g_strdup_printf("%s (see cudasynclint --help)", error);
        csl_complain("cudasynclint", hint);
        g_free(hint);
        g_free(error);
        code = CSL_EXIT_USAGE;
    } else {
        switch (o.action) {
        case CSL_RUN:
        case CSL_MERGE: code = csl_run(&o); break;
        case CSL_DIFF: code = csl_diff(&o); break;
        case CSL_LSP: code = csl_serve(&o); break;
        case CSL_HELP: csl_print_help(stdout); break;
        case CSL_VERSION_INFO: print_version(); break;
        case CSL_GENERATE: csl_print_completions(stdout, o.shell); break;
        case CSL_DUMP_CONFIG: code = dump_config(&o); break;
        case CSL_LIST_CHECKS: list_checks(&o); break;
        case CSL_EXPLAIN: fputs(csl_page_of(o.explain), stdout); break;
        }
    }
    csl_options_clear(&o);
    return code == CSL_EXIT_USAGE ? code : check_output(code);
}
