/* Of what kind an obstacle is, and what would decide it, by the words it is told in. */
#include "deciding.h"

#include <string.h>

/* The first row whose words stand in the obstacle. */
static const struct {
    const char *words, *kind, *advice;
} rows[] = {
    {"not reported", "finding", "--min-confidence=low shows the finding"},
    {"the call of", "call",
     "the file that defines it, in the same run, or `barriers` in the configuration"},
    {"limit:", "budget", "a smaller kernel: a budget of docs/limits.md was used up"},
    {"nothing declares", "header",
     "the header that declares it: -- -I FOLDER, -p BUILD, --cuda-path=DIR"},
    {"file not found", "header", "the header: -- -I FOLDER, -p BUILD, --cuda-path=DIR"},
    {": expected ", "source",
     "a file that compiles: the options nvcc gets, with -p BUILD or behind --"},
    {" expected", "construct", "another way to write it"}, /* arrivals, bytes */
    {"every thread reaches the barriers", "concern", "what decides `barriers`"},
    {"same value", "value", "one thread that writes"},
    {"body", "call",
     "the file that defines it, in the same run, or `barriers` in the configuration"},
    {"no definition", "call", "the file that defines it, in the same run"},
    {"recursi", "construct", "a loop in place of the recursion"},
    {"pointer to a function", "call", "a call by name"},
    {"virtual", "call", "a call by name"},
    {"assembly", "construct", "an intrinsic or cuda::ptx in place of the assembly"},
    {"a trap", "construct", "the macros and the --arch of the build"},
    {"launch", "launch", "the launch in the same run, or --block-dim=X,Y,Z"},
    {"shape", "launch",
     "--block-dim=X,Y,Z, `assume` in the configuration, or the launch in the same run"},
    {"could not replay", "question", "a second look: --dump=queries shows the question"},
    {"could not decide", "question", "assert() of what holds of the values, or --block-dim=X,Y,Z"},
    {"could not prove", "question", "assert() of what holds of the values, or --block-dim=X,Y,Z"},
    {"loaded", "value", "assert() of what holds of the loaded value"},
    {"end before a barrier", "barrier", "threads that live until the last barrier"},
    {"has ended", "barrier", "lanes that all come to what they exchange values at"},
    {"come to a barrier or not", "barrier", "a condition that is the same for all threads"},
    {"barrier of the warp that not every lane", "barrier", "a mask of the lanes that come there"},
    {"not initialised here", "call", "the call that initialises it, in the same file"},
    {"did not come to", "construct", "another way to write it"},
    {"lock", "construct", "a barrier or an atomic in place of the lock"},
    {"too deep", "budget", "a smaller expression"},
    {"too many", "budget", "a smaller kernel"},
    {"too large", "budget", "a smaller kernel"},
    {"not modelled", "construct", "another way to write it"},
    {"not followed", "construct", "another way to write it"},
    {"not known", "value", "another way to write it, or assert() of what is known"},
    {"", "other", "nothing simple: see --explain=undecided"},
};

static size_t row_of(const char *why) {
    size_t i = 0;
    while (i + 1 < sizeof rows / sizeof *rows && !strstr(why, rows[i].words))
        i++;
    return i;
}

const char *csl_deciding(const char *why) {
    return rows[row_of(why)].advice;
}

const char *csl_obstacle_kind(const char *why) {
    return rows[row_of(why)].kind;
}
