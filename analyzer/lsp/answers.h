/* What the server says of a view: diagnostics, code actions, hovers, one line of status. */
#ifndef CSL_LSP_ANSWERS_H
#define CSL_LSP_ANSWERS_H

#include "view.h"

/* An array of Diagnostic: one per finding, with the places that tell it and the steps of both
 * threads as related information; and one for a file that was not analysed. */
json_t *csl_diagnostics(const csl_view *v);

/* An array of CodeAction for the lines from `first` to `last` (from 0): fixes that were tried,
 * suppressions, the pages of the rules. `uri` is the document's. */
json_t *csl_code_actions(const csl_view *v, const char *uri, json_int_t first, json_int_t last);
/* True if a finding in these lines has an edit that could be tried. */
bool csl_could_try(const csl_view *v, json_int_t first, json_int_t last);
/* The command of the action "Explain RULE"; its argument is the rule. */
#define CSL_LSP_EXPLAIN "cudasynclint.explain"

/* A Hover for a position: the findings there and the verdict on the kernel around it, with its
 * obstacles and what it rests on. Null if there is nothing. */
json_t *csl_hover(const csl_view *v, json_int_t line, json_int_t character);

/* {"text": "3 proved, 1 undecided, 2 findings", "proved": 3, ...} */
json_t *csl_status(const csl_view *v);

#endif
