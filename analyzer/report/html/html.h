/* The parts of the HTML report. The page is at the same time well-formed XML, so that a test can
 * check that nothing in it opens or closes what it should not. */
#ifndef CSL_REPORT_HTML_H
#define CSL_REPORT_HTML_H

#include "../report.h"
#include "../source/escape.h"
#include "../source/source.h"

#include <glib.h>

extern const char csl_html_style[];  /* CSS */
extern const char csl_html_script[]; /* JavaScript: filters, sorting; neither holds `<` nor `&` */

/* What all parts of one page share. */
typedef struct csl_html_page {
    const csl_report_options *options;
    csl_sources *sources;
    GHashTable *ids; /* const csl_finding * -> char *: its permalink */
    GHashTable *old; /* fingerprints that an older run has; NULL: there is none to compare with */
    bool folded;     /* there are many findings: their details are closed */
} csl_html_page;

/* The verdict as a class of the style sheet and as words. */
extern const char *const csl_html_verdict_class[], *const csl_html_verdict_label[];

/* parts.c: the permalink of a finding, made of its fingerprint. */
const char *csl_html_id(const csl_html_page *page, const csl_finding *f);
/* The class "new" or "old" of a finding and those under it; "" without an older run. */
const char *csl_html_since(const csl_html_page *page, const csl_finding *f);
/* "a.cu:12", linked if there is a template of links. */
void csl_html_place(GString *out, const csl_html_page *page, const char *file, uint32_t line);
/* One line of the source with its number; nothing without the source. */
void csl_html_line(GString *out, const csl_html_page *page, const char *file, uint32_t line);
/* What was run: version, commit, command, configuration, date, as far as given. */
void csl_html_run(GString *out, const csl_html_page *page);

/* index.c: filters, and a table with a row for each finding, which the script sorts. */
void csl_html_index(GString *out, const csl_html_page *page, const csl_result *const *results,
                    uint32_t n);
/* Forms are hidden until the script runs: without it they would do nothing. They show the elements
 * of class `what` whose data match. */
void csl_html_open_form(GString *out, const char *what, const char *legend);
void csl_html_checkbox(GString *out, const char *name, const char *value, const char *label);
void csl_html_close_form(GString *out);

/* kernels.c: the table of verdicts. */
void csl_html_kernels(GString *out, const csl_html_page *page, const csl_result *const *results,
                      uint32_t n);

/* finding.c: one finding as an <article>, `number` counting from 1 over the whole report. */
void csl_html_finding(GString *out, const csl_html_page *page, const csl_finding *f,
                      uint32_t number);

/* excerpt.c: the source lines around a finding and its related places, with what happens there.
 * Sets told[i] for every related place i that it tells. */
void csl_html_excerpt(GString *out, csl_sources *sources, const csl_finding *f, bool *told);

/* witness.c: the picture of the two witness threads: a table with a lane for each, barrier
 * intervals as bands, and the row in which they part or collide. */
void csl_html_witness(GString *out, csl_sources *sources, const csl_finding *f);

#endif
