/* Clocks around the passes of the front end and the analysis. */
#include "passes.h"

#include "../analyzer/analysis/checks/checks.h"
#include "../analyzer/frontend/frontend.h"

#include <clang-c/Index.h>

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
