/* barrier-divergence: one thread takes the arm that holds the barrier, another does not, or jumps
 * past it. */
#include "common.h"
#include "divergence.h"

void csl_rule_barrier_divergence(const csl_facts *facts, csl_sink *sink);

static const char *origin_word(csl_origin o) {
    switch (o) {
    case CSL_FROM_SWITCH: return "`switch`";
    case CSL_FROM_CONDITIONAL: return "`?:`";
    case CSL_FROM_AND: return "`&&`";
    case CSL_FROM_OR: return "`||`";
    case CSL_FROM_CONTINUE: return "`continue`";
    case CSL_FROM_GOTO: return "`goto`";
    case CSL_FROM_RETURN: return "`return` of the function";
    case CSL_FROM_BREAK: return "`break`";
    default: return "`if`";
    }
}

void csl_rule_barrier_divergence(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->ndivergences; i++) {
        const csl_divergence *d = &facts->divergences[i];
        if (d->part != CSL_PART_ARM && d->part != CSL_PART_SKIP)
            continue;
        const char *name = csl_sync_words(facts, d->barrier->sync), *message, *fix;
        if (d->part == CSL_PART_SKIP)
            message = csl_format(facts->ctx, "some threads jump past this %s", name);
        else if (d->other_arm)
            message = "some threads wait at another barrier instead";
        else
            message = csl_format(facts->ctx, "some threads never reach this %s", name);
        if (d->part == CSL_PART_SKIP)
            fix = csl_format(facts->ctx, "let every thread reach it before the %s",
                             origin_word(d->origin));
        else if (d->other_arm)
            fix = "use one barrier after both arms, which every thread reaches";
        else
            fix = csl_format(facts->ctx, "move it out of the %s, so that every thread reaches it",
                             origin_word(d->origin));
        csl_report_divergence(facts, sink, "barrier-divergence", d, message, fix, NULL);
    }
}
