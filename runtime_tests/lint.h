/* What the static checker says of the cases, and the plan: a file that carries it to a machine
 * where the checker is not (--write-plan, --plan). */
#ifndef CSL_RUNTIME_LINT_H
#define CSL_RUNTIME_LINT_H

#include "case.h"

#include <jansson.h>

/* A finding of high or medium confidence. Strings are owned. */
typedef struct csl_lint_finding {
    char *rule, *severity, *kernel;
    unsigned line; /* of the text of the source */
    bool has_witness;
    unsigned block[3]; /* of the witness */
} csl_lint_finding;

typedef struct csl_lint {
    char *name;            /* of the case */
    char *source;          /* its hash */
    char *verdict;         /* the worst of its kernels: "findings", "not-analysed", "undecided",
                              "proved", or "none" if it has no kernel */
    GPtrArray *findings;   /* of csl_lint_finding * */
    unsigned milliseconds; /* of processor time that the checker took, its start included */
} csl_lint;

/* Takes what is needed from the checker's JSON report on a case. */
csl_lint *csl_lint_read(const json_t *report, const csl_case *c);

/* Runs the checker `tool` on a case. NULL, with a complaint on stderr, if that fails. */
csl_lint *csl_lint_run(const char *tool, const csl_case *c);
void csl_lint_free(csl_lint *l);

/* Writes what the checker says of the cases (csl_lint *) into a file. False if that fails. */
bool csl_plan_write(const GPtrArray *lints, const char *path);

/* Reads such a file. NULL, with a complaint on stderr, if it is none. */
GPtrArray *csl_plan_read(const char *path);

/* That of the case, or NULL if there is none or it is about another version of the source. */
const csl_lint *csl_plan_find(const GPtrArray *lints, const csl_case *c);

#endif
