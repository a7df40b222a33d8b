/* The rule table: rules.def turned into records. */
#include "rule.h"

#include <string.h>

#define RULE(id, name, severity, off, summary)                                                     \
    extern const char csl_page_##id[];                                                             \
    void csl_rule_##id(const csl_facts *facts, csl_sink *sink);
#define REPORT_RULE(id, name, severity, off, summary) extern const char csl_page_##id[];
#define TOPIC(id, name) extern const char csl_page_##id[];
#include "rules.def"
#undef RULE
#undef REPORT_RULE
#undef TOPIC

const csl_rule csl_rules[] = {
#define RULE(id, name, severity, off, summary)                                                     \
    {name, summary, severity, off, csl_page_##id, csl_rule_##id},
#define REPORT_RULE(id, name, severity, off, summary)                                              \
    {name, summary, severity, off, csl_page_##id, NULL},
#define TOPIC(id, name)
#include "rules.def"
#undef RULE
#undef REPORT_RULE
#undef TOPIC
    {0}, /* C has no empty arrays; never counted */
};

static const struct {
    const char *name, *page;
} topics[] = {
#define RULE(id, name, severity, off, summary)
#define REPORT_RULE(id, name, severity, off, summary)
#define TOPIC(id, name) {name, csl_page_##id},
#include "rules.def"
#undef RULE
#undef REPORT_RULE
#undef TOPIC
};

const uint32_t csl_nrules = sizeof csl_rules / sizeof csl_rules[0] - 1;

const csl_rule *csl_rule_find(const char *name) {
    for (uint32_t i = 0; i < csl_nrules; i++)
        if (strcmp(csl_rules[i].name, name) == 0)
            return &csl_rules[i];
    return NULL;
}

const char *csl_page_of(const char *name) {
    const csl_rule *rule = csl_rule_find(name);
    for (size_t i = 0; !rule && i < sizeof topics / sizeof *topics; i++)
        if (strcmp(topics[i].name, name) == 0)
            return topics[i].page;
    return rule ? rule->page : NULL;
}
