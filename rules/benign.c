#include "benign.h"

#include "rule.h"

csl_severity csl_severity_of(const char *rule, csl_benign kind) {
    static const csl_severity most[] = {
        [CSL_NOT_BENIGN] = CSL_ERROR,
#define BENIGN(id, severity) [CSL_BENIGN_##id] = (severity),
#include "benign.def"
#undef BENIGN
    };
    const csl_severity severity = csl_rule_find(rule)->severity;
    return severity < most[kind] ? severity : most[kind];
}
