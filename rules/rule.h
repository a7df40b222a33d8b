/* A rule is a record plus a function. One table (rules/table.c, whose rows are in rules/rules.def)
 * drives --list-checks, --explain, --checks, documentation and reports. */
#ifndef CSL_RULE_H
#define CSL_RULE_H

#include "finding.h"

/* analysis/facts.h, which a rule includes. Reports read the table too and see no analysis. */
typedef struct csl_facts csl_facts;
typedef struct csl_sink csl_sink;

typedef struct csl_rule {
    const char *name;    /* "barrier-divergence" */
    const char *summary; /* one line */
    csl_severity severity;
    bool off_by_default;
    const char *page; /* the Markdown page, compiled in */
    /* Reads the facts of one kernel and reports findings. NULL for a rule of the report layer. */
    void (*run)(const csl_facts *facts, csl_sink *sink);
} csl_rule;

extern const csl_rule csl_rules[];
extern const uint32_t csl_nrules;
const csl_rule *csl_rule_find(const char *name);
/* The page of a rule, or of a topic that is none ("undecided", "parse-error"); NULL: no such page.
 */
const char *csl_page_of(const char *name);

/* Appends a copy of the finding; the sink owns nothing but its array. */
void csl_report(csl_sink *sink, const csl_finding *finding);

#endif
