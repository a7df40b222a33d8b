/* The formats by name. */
#include "report.h"

#include <string.h>

const csl_report_format csl_report_formats[] = {
    {"text", "file:line:col: severity: message [rule], for people and editors", csl_report_text},
    {"json", "everything, for scripts", csl_report_json},
    {"sarif", "SARIF 2.1.0, for code scanning and editors", csl_report_sarif},
    {"html", "one self-contained page with pictures of the witnesses", csl_report_html},
    {"github", "annotations of a GitHub workflow", csl_report_github},
    {"gitlab", "GitLab Code Quality", csl_report_gitlab},
    {"junit", "JUnit XML, for systems that show tests", csl_report_junit},
    {"rdjson", "Reviewdog Diagnostic Format", csl_report_rdjson},
    {"markdown", "summary for a job page or a merge request", csl_report_markdown},
};
const uint32_t csl_nreport_formats = sizeof csl_report_formats / sizeof csl_report_formats[0];

const csl_report_format *csl_report_format_find(const char *name) {
    for (uint32_t i = 0; i < csl_nreport_formats; i++)
        if (strcmp(csl_report_formats[i].name, name) == 0)
            return &csl_report_formats[i];
    return NULL;
}
