#include "decide.h"
csl_answer csl_decide_z3(csl_decider *d, const csl_query *q) {
    (void)d;
    (void)q;
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = "z3"};
}
