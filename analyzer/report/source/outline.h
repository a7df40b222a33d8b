/* Where statements and blocks of a source end, found once for many edits: its lines, and the braces
 * and semicolons of its code.
 */
#ifndef CSL_REPORT_OUTLINE_H
#define CSL_REPORT_OUTLINE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct csl_outline csl_outline;

/* Of a text, which must outlive it. Free with csl_outline_free. */
csl_outline *csl_outline_new(const char *text);
void csl_outline_free(csl_outline *o);

/* The start of a line (from 1); NULL: there is none. */
const char *csl_outline_line(const csl_outline *o, uint32_t line);
/* The line that a place of the text is in. */
uint32_t csl_outline_line_of(const csl_outline *o, const char *at);
/* From `from` on, outside all brackets: the first semicolon (level 0; NULL if a brace comes first),
 * or the brace that closes the block around `from` (level 1), the one around that (2) and so on.
 * NULL: there is none. */
const char *csl_outline_end(const csl_outline *o, const char *from, uint32_t level);

/* Behind something at the place `at` of a text: its line, to the newline or the end of the text;
 * the comment that starts there; the closing quote of what is quoted there. */
const char *csl_skip_line(const char *at);
const char *csl_skip_comment(const char *at);
const char *csl_skip_quoted(const char *at);
/* True for a quote that opens something, at a place of the text that is code. */
bool csl_opens_quote(const char *text, const char *at);

#endif
