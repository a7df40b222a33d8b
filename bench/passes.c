#include "passes.h"

#include "../analyzer/analysis/internal.h"
#include "../analyzer/frontend/frontend.h"

#include <clang-c/Index.h>
#include <string.h>
#include <time.h>

const char *const pass_names[PASS_COUNT] = {
    "parse", "lowering", "execution", "intervals",  "uniformity", "divergence", "races",
    "rules", "search",   "relaxed",   "everything", "cases",      "z3",         "rest"};

static double charged[PASS_COUNT];
static pass_id current = PASS_REST;
static double since;

/* Of the process: the front end works on a thread of its own, and nothing runs beside it. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

pass_id passes_enter(pass_id next) {
    double t = now();
    pass_id before = current;
    charged[current] += t - since;
    current = next;
    since = t;
    return before;
}

void passes_start(void) {
    memset(charged, 0, sizeof charged);
    current = PASS_REST;
    since = now();
}

void passes_read(double seconds[PASS_COUNT]) {
    passes_enter(current);
    memcpy(seconds, charged, sizeof charged);
    seconds[PASS_REST] = 0;
}

TIMED(PASS_PARSE, enum CXErrorCode, clang_parseTranslationUnit2,
      (CXIndex index, const char *path, const char *const *args, int nargs,
       struct CXUnsavedFile *files, unsigned nfiles, unsigned flags, CXTranslationUnit *unit),
      (index, path, args, nargs, files, nfiles, flags, unit))
TIMED(PASS_LOWERING, csl_module *, csl_parse_file,
      (csl_ctx * ctx, const char *path, const csl_parse_options *options, csl_parse_log *log),
      (ctx, path, options, log))
TIMED_VOID(PASS_EXECUTION, csl_execute, (csl_analysis * a), (a))
TIMED(PASS_INTERVALS, csl_met, csl_meet, (csl_analysis * a, csl_scope scope, const csl_stmt *skip),
      (a, scope, skip))
TIMED_VOID(PASS_UNIFORMITY, csl_find_uniform, (csl_analysis * a), (a))
TIMED_VOID(PASS_DIVERGENCE, csl_find_divergence, (csl_analysis * a), (a))
TIMED_VOID(PASS_RACES, csl_find_races, (csl_analysis * a), (a))
