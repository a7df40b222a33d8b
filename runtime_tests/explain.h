/* Explanations of disagreements between the checker and what was observed: a text file of lines
 *
 *     TOOL silent GLOB: TEXT      the checker reports, and TOOL does not
 *     TOOL reports GLOB: TEXT     TOOL reports, and the checker does not
 *
 * TOOL is racecheck, synccheck or run (a run that hung, failed or gave a wrong result); GLOB is
 * that of cases (RULE/NAME). A line that starts with a blank continues the one before; `#` starts a
 * comment. The first line that fits a case explains it. */
#ifndef CSL_RUNTIME_EXPLAIN_H
#define CSL_RUNTIME_EXPLAIN_H

#include <glib.h>
#include <stdbool.h>

typedef struct csl_explanation {
    char *tool, *what, *glob, *text;
    GPtrArray *cases; /* of const char *: the names of the cases it was used for */
} csl_explanation;

/* Reads the file. NULL, with a complaint on stderr, if it cannot be read or has a broken line. An
 * array of csl_explanation *, in the order of the file. */
GPtrArray *csl_explanations_read(const char *path);

/* The explanation of one disagreement, with the case noted in it, or NULL. `name` must live as long
 * as the array. */
const csl_explanation *csl_explain(GPtrArray *explanations, const char *tool, const char *what,
                                   const char *name);

#endif
