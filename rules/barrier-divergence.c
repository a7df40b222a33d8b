/* barrier-divergence: one thread takes the arm that holds the barrier, another does not, or jumps
 * past it. */
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
        const char *scope = csl_barrier_scope(d);
        const char *condition = csl_condition_words(facts, d);
        const char *claim, *fix;
        if (d->part == CSL_PART_SKIP)
            claim = csl_format(facts->ctx,
                               "is jumped over by some threads of the %s: %s differs "
                               "between them",
                               scope, condition);
        else if (d->other_arm)
            claim = csl_format(facts->ctx,
                               "is reached by some threads of the %s while others wait "
                               "at another barrier: %s differs between them",
                               scope, condition);
        else
            claim = csl_format(facts->ctx,
                               "is not reached by all threads of the %s: %s differs "
                               "between them",
                               scope, condition);
        if (d->part == CSL_PART_SKIP)
            fix = csl_format(facts->ctx, "let every thread reach the barrier before the %s",
                             origin_word(d->origin));
        else if (d->other_arm)
            fix = "use one barrier after both arms";
        else
            fix = csl_format(facts->ctx, "move the barrier out of the %s", origin_word(d->origin));
        csl_report_divergence(facts, sink, "barrier-divergence", d, claim, fix);
    }
}
