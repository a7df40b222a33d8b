/* The words for severities and confidences, as reports and options spell them. */
#include "finding.h"

const char *csl_severity_name(csl_severity s) {
    static const char *const names[] = {"note", "warning", "error"};
    return names[s];
}

const char *csl_confidence_name(csl_confidence c) {
    static const char *const names[] = {"low", "medium", "high"};
    return names[c];
}
