/* phase-mismatch: a phase of a barrier that is not the one that is meant. */
#include "misuse.h"

void csl_rule_phase_mismatch(const csl_facts *facts, csl_sink *sink);

typedef struct wording {
    const char *kind, *message, *remark, *fix;
} wording;

static const wording words[] = {
    [CSL_PHASE_PARITY] = {"parity", "this waits for the parity of another phase",
                          "it returns at once, or waits for a phase that is long over",
                          "turn the parity once in every round of the stages"},
    [CSL_PHASE_STAGE] = {"stage", "this is at another stage than the one whose turn it is",
                         "the others take the stages one after another",
                         "go on with the next stage, and begin again where the others do"},
    [CSL_PHASE_LOOK] = {"look", "this looks once and goes on, whatever it sees",
                        "nothing is waited for", "look again until it says yes"},
    [CSL_PHASE_NEVER] = {"never", "this waits for a phase at which not all arrive",
                         "it waits for ever", "let all make as many rounds"},
    [CSL_PHASE_CIRCLE] = {"circle", "this waits for threads that wait for this one",
                          "they wait for ever",
                          "let one side start with the phase before the first, which is over"},
    [CSL_PHASE_BYTES] = {"bytes", "this expects another number of bytes than the copies bring",
                         "the phase never ends, or too early", "expect what the copies bring"},
    [CSL_PHASE_EARLY] = {"early", "this may arrive before the phase before has ended",
                         "the arrival counts for the wrong phase",
                         "wait for the phase before, or for who has waited for it"},
    [CSL_PHASE_LIVE] = {"live", "this barrier object is initialised again while it is in use",
                        "what that does is undefined",
                        "give it up with `mbarrier.inval` before it is initialised again"},
    [CSL_PHASE_UNSET] = {"unset", "no thread has initialised this barrier object",
                         "what that does is undefined",
                         "initialise it, and let a barrier of the block come between"},
    [CSL_PHASE_DATA] = {"data", "this uses the memory of a barrier object as data",
                        "what that does is undefined",
                        "give the object up with `mbarrier.inval` before"},
    [CSL_PHASE_LATE] = {"late", "this may come when the next phase has ended, too",
                        "two phases have the same parity: it may wait for ever",
                        "let those who arrive wait until this thread has gone on"},
};

void csl_rule_phase_mismatch(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        if (m->kind != CSL_MISUSE_PHASE || m->phase == CSL_PHASE_COUNTS)
            continue;
        const wording *w = &words[m->phase];
        csl_report_misuse(facts, sink, "phase-mismatch", w->kind, m, w->message, w->remark, w->fix);
    }
}
