/* bank-conflict: lanes of a warp ask one bank for different words at the same time. */
#include "common.h"

void csl_rule_bank_conflict(const csl_facts *facts, csl_sink *sink);

/* "lanes 0 and 1 ask for `tile[0][3]` and `tile[1][3]` of one bank, in pass 2 of the loop ..." */
static const char *remark_of(const csl_facts *facts, const csl_bank_conflict *c) {
    const char *what =
        c->element[0] && c->element[1]
            ? csl_format(facts->ctx, "lanes %u and %u of a warp ask for `%s` and `%s` of one bank",
                         c->lane[0], c->lane[1], c->element[0], c->element[1])
            : csl_format(facts->ctx,
                         "lanes %u and %u of a warp ask for different words of one bank",
                         c->lane[0], c->lane[1]);
    return c->when ? csl_format(facts->ctx, "%s, %s", what, c->when) : what;
}

static void report(const csl_facts *facts, csl_sink *sink, const csl_bank_conflict *c) {
    const csl_place *place = c->access->place;
    const char *object = c->object->name;
    csl_finding f = {
        .rule = "bank-conflict",
        .concern = CSL_CONCERN_SHARED,
        .kind = "banks",
        .severity = csl_rule_find("bank-conflict")->severity,
        .confidence = c->all_come ? CSL_MEDIUM : CSL_HIGH,
        .message =
            csl_headline(csl_format(facts->ctx, "%u-way bank conflict in `%s`", c->degree, object),
                         csl_format(facts->ctx, "%u-way bank conflict", c->degree)),
        .needs = c->all_come ? "if all lanes get there" : NULL,
        .region = csl_region_at(facts->module, place),
        .function = facts->kernel->name,
        .instance = facts->kernel->instance,
        .fix = c->relief,
        .identity = csl_format(facts->ctx, "bank-conflict\n%s\n%s", facts->kernel->name, object),
    };
    csl_add_place(facts, &f, place, remark_of(facts, c));
    csl_add_calls(facts, &f, place);
    for (uint32_t i = 0; i < c->nalso; i++)
        csl_add_related(facts, &f, c->also[i].access->place,
                        csl_format(facts->ctx, "%u-way here", c->also[i].degree));
    csl_report(sink, &f);
}

void csl_rule_bank_conflict(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nbank_conflicts; i++)
        report(facts, sink, &facts->bank_conflicts[i]);
}
