/* The words for severities, as reports and options spell them. */
#include "finding.h"

const char *csl_severity_name(csl_severity s) {
    static const char *const names[] = {"note", "warning", "error"};
    return names[s];
}
