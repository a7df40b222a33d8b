/* What is harmless in effect (benign.def). */
#ifndef CSL_RULES_BENIGN_H
#define CSL_RULES_BENIGN_H

#include "finding.h"

typedef enum {
    CSL_NOT_BENIGN,
#define BENIGN(id, severity) CSL_BENIGN_##id,
#include "benign.def"
#undef BENIGN
} csl_benign;

/* The severity of a finding of the rule. */
csl_severity csl_severity_of(const char *rule, csl_benign kind);

#endif
