#include "misuse.h"

#include "common.h"

const csl_misuse *csl_other_half(const csl_facts *facts, const csl_misuse *m) {
    const bool named = m->kind == CSL_MISUSE_COUNT && m->number < CSL_NAMED_BARRIERS;
    for (uint32_t i = 0; i < facts->nmisuses && named; i++) {
        const csl_misuse *o = &facts->misuses[i];
        if (o->kind == m->kind && o->number < CSL_NAMED_BARRIERS && o->number != m->number &&
            o->expected == m->expected && (o->coming + m->coming) % m->expected == 0)
            return o;
    }
    return NULL;
}

/* Both halves are about the same, and so are exchanges by one mask. */
static const char *about(const csl_facts *facts, const csl_misuse *m) {
    const csl_misuse *other = csl_other_half(facts, m);
    if (m->kind == CSL_MISUSE_OUTSIDE)
        return csl_format(facts->ctx, "mask %u", m->mask);
    if (!other)
        return NULL;
    const bool first = m->number < other->number;
    return csl_format(facts->ctx, "barriers %u and %u", first ? m->number : other->number,
                      first ? other->number : m->number);
}

/* No document says what becomes of a copy when its block ends. */
static csl_severity severity_of(const char *rule, const csl_misuse *m) {
    return m->kind == CSL_MISUSE_LEFT ? CSL_WARNING : csl_rule_find(rule)->severity;
}

void csl_report_misuse(const csl_facts *facts, csl_sink *sink, const char *rule, const char *kind,
                       const csl_misuse *m, const char *message, const char *remark,
                       const char *fix) {
    const char *name = m->sync->kind == CSL_STMT_SYNC ? m->sync->sync->name : m->sync->text;
    csl_finding f = {
        .rule = rule,
        .concern = m->concern,
        .kind = kind,
        .severity = severity_of(rule, m),
        .confidence = m->rating.level,
        .message = message,
        .needs = m->rating.why,
        .caveats = csl_caveat_words(facts->ctx, &m->rating),
        .region = csl_region_at(facts->module, m->sync->place),
        .function = facts->kernel->name,
        .about = about(facts, m),
        .instance = facts->kernel->instance,
        .witness = m->witness,
        .assumptions = facts->assumptions,
        .nassumptions = facts->nassumptions,
        .fix = fix,
        .identity = csl_format(facts->ctx, "%s\n%s\n%s\n%s", rule, facts->kernel->name, name, kind),
    };
    if (m->launch)
        csl_add_place(facts, &f, m->launch, "launched here");
    csl_add_place(facts, &f, m->sync->place,
                  m->rating.why ? csl_format(facts->ctx, "%s (%s)", remark, m->rating.why)
                                : remark);
    csl_add_calls(facts, &f, m->sync->place);
    for (uint32_t i = 0; i < m->nalso; i++)
        csl_add_related(facts, &f, m->also[i]->place,
                        csl_format(facts->ctx, "%s is concerned as well", m->also[i]->sync->name));
    csl_report(sink, &f);
}

void csl_report_left_copies(const csl_facts *facts, csl_sink *sink, const char *rule,
                            bool reading) {
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        if (m->kind != CSL_MISUSE_LEFT || (m->sync->access->mode == CSL_MODE_READ) != reading)
            continue;
        const char *message =
            csl_format(facts->ctx, "the copy %s `%s` may still be under way when the block ends",
                       reading ? "from" : "to", m->memory);
        csl_report_misuse(facts, sink, rule, "end", m, message, "no thread waits for this copy",
                          "let a thread wait for its group, or its phase, before it ends");
    }
}
