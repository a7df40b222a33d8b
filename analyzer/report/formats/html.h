/* The parts of the HTML report. The page is at the same time well-formed XML, so that a test can
 * check that nothing in it opens or closes what it should not. */
#ifndef CSL_REPORT_HTML_H
#define CSL_REPORT_HTML_H

#include "../report.h"
#include "../source/source.h"

#include <glib.h>

extern const char csl_html_style[];  /* CSS */
extern const char csl_html_script[]; /* JavaScript of the filters; neither holds `<` nor `&` */

/* Appends `format`, in which %s is text (NULL: nothing), %m a message with `code` in backticks,
 * %u a uint32_t; all are escaped. There is no way to insert text unescaped. */
void csl_html_put(GString *out, const char *format, ...);

/* One finding as an <article>, `number` counting from 1 over the whole report. */
void csl_html_finding(GString *out, csl_sources *sources, const csl_finding *f, uint32_t number);

/* The source lines around a finding and its related places, with what happens there. */
void csl_html_excerpt(GString *out, csl_sources *sources, const csl_finding *f);

/* The picture of the two witness threads: a table with a lane for each, barrier intervals as
 * bands, and the row in which they part or collide. */
void csl_html_witness(GString *out, const csl_finding *f);

#endif
