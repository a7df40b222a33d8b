/* Reports: from the results of all files to text on a stream. A report sees findings and verdicts,
 * never the analysis.
 *
 * Results pass through these steps, in this order, before any report sees them: csl_dedupe,
 * suppressions, baseline, changed lines, confidence (csl_drop_low). A step edits the result in
 * place.
 */
#ifndef CSL_REPORT_H
#define CSL_REPORT_H

#include "../../rules/finding.h"
#include "../../rules/rule.h"
#include "../ir.h"

typedef struct csl_report_options {
    bool verbose;        /* one line per kernel, and the notes */
    bool trace;          /* text: all that a finding says, not its six lines */
    bool show_undecided; /* text: the obstacles of undecided kernels */
    bool colour;         /* escape sequences, for a terminal */
    uint32_t hidden;     /* causes dropped as below --min-confidence, for the summary */
    uint32_t suppressed; /* ... by a comment or the baseline */
    uint32_t unchanged;  /* ... not of the change that was asked about */
    const char *const *changed_gates; /* files of that change that decide what counts */
    uint32_t nchanged_gates;
    const struct csl_past_report *since; /* HTML: an older run, to tell what is new; or NULL */
    const char *link;                    /* HTML: template of links to source lines, or NULL */
    const char *command, *configuration, *date; /* HTML: of the run; NULL or "": not shown */
    const char *commit;          /* ... what {commit} of the template stands for; or NULL */
    struct csl_sources *sources; /* the text that findings point into (source.h); never NULL */
} csl_report_options;

/* Writes the results of all files, in order. The stream may be a pipe; the caller checks it for
 * write errors. */
typedef void csl_report_fn(FILE *out, const csl_result *const *results, uint32_t n,
                           const csl_report_options *options);

typedef struct csl_report_format {
    const char *name;    /* --format=NAME */
    const char *summary; /* one line */
    csl_report_fn *write;
} csl_report_format;

/* The formats in the order of --help; formats.c. */
extern const csl_report_format csl_report_formats[];
extern const uint32_t csl_nreport_formats;
const csl_report_format *csl_report_format_find(const char *name); /* NULL: no such format */

csl_report_fn csl_report_text;     /* text.c */
csl_report_fn csl_report_json;     /* json.c */
csl_report_fn csl_report_sarif;    /* sarif.c: SARIF 2.1.0 */
csl_report_fn csl_report_html;     /* html.c: one self-contained page */
csl_report_fn csl_report_github;   /* github.c: workflow commands */
csl_report_fn csl_report_gitlab;   /* gitlab.c: Code Quality */
csl_report_fn csl_report_junit;    /* junit.c */
csl_report_fn csl_report_rdjson;   /* rdjson.c: Reviewdog Diagnostic Format */
csl_report_fn csl_report_markdown; /* markdown.c: a summary page */

/* ---- results (result.c) ---------------------------------------------------------------------- */

typedef struct csl_counts {
    uint32_t files, failed; /* failed: csl_result.error is set */
    uint32_t broken;        /* ... .broken is set */
    uint32_t incomplete;    /* ... .incomplete is set */
    uint32_t more;          /* findings that no report has */
    uint32_t kernels;
    uint32_t by_verdict[CSL_VERDICT_COUNT]; /* indexed by csl_kernel_verdict */
    uint32_t findings, by_severity[3];      /* indexed by csl_severity */
} csl_counts;
csl_counts csl_count(const csl_result *const *results, uint32_t n);

/* Sorts findings by line, column, rule and message, related places excepted; kernels by line. */
void csl_sort_result(csl_result *result);
/* Keeps so many findings, those of high confidence and severity first, and counts the others. */
void csl_keep_findings(csl_result *result, uint32_t most);
/* How many of the others have at least that confidence. */
uint32_t csl_more_findings(const csl_result *result, csl_confidence least);
/* One line: "12 kernels: 7 proved, 3 undecided (--show-undecided says why), 1 not analysed",
 * and what else the reader must know: files that failed, findings that are hidden. */
void csl_print_summary(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options);
/* One more line if headers were not found: which ones, in how many files, how many kernels of these
 * files are not decided, and what would find them. Each header is named once; the five that matter
 * most are. */
void csl_print_missing_headers(FILE *out, const csl_result *const *results, uint32_t n);
/* Keeps one of the findings that several inputs have in common, in a header they include: the
 * first, with the highest confidence of all. */
void csl_dedupe(csl_result *const *results, uint32_t n, struct csl_sources *sources);
/* Removes findings below `least` and returns how many. */
uint32_t csl_drop_low(csl_result *result, csl_confidence least);
/* What it is worth to its reader: by confidence, then by severity. */
unsigned csl_finding_weight(const csl_finding *f);
/* For reports: the results with one finding for each cause (gather.c), the others of the cause
 * under it. Suppressed ones stay as they are. Copies in `ctx`, which share what findings hold. */
const csl_result *const *csl_gather(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                                    struct csl_sources *sources);
/* How many findings that would be. */
uint32_t csl_count_causes(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                          struct csl_sources *sources);
/* "and 3 more places: lines 10, 12, 14; also in `k2`": what stands under the finding; NULL for
 * nothing. g_free. */
char *csl_also_words(const csl_finding *f, struct csl_sources *sources);
/* A file that was not analysed: a result with nothing but `error` (copied). */
csl_result *csl_failed_result(csl_ctx *ctx, const char *file, const char *error);

/* ---- JSON (json.c writes, json_read.c reads) ------------------------------------------------- */

/* One result as a JSON document, everything in it included, and back. Workers send their result
 * this way. csl_read_result takes `bytes` of text and returns NULL, with one line in *error, when
 * the text is not such a document. All strings in the arena. */
char *csl_write_result(csl_ctx *ctx, const csl_result *result);
csl_result *csl_read_result(csl_ctx *ctx, const char *text, size_t bytes, const char **error);

#endif
