/* What would decide an obstacle, by the words it is told in. */
#include "deciding.h"

#include <string.h>

/* The first row whose words stand in the obstacle. */
static const struct {
    const char *words, *advice;
} rows[] = {
    {"not reported", "--min-confidence=low shows the finding"},
    {"the call of",
     "the file that defines it, in the same run, or `barriers` in the configuration"},
    {"limit:", "a smaller kernel: a budget of docs/limits.md was used up"},
    {"nothing declares", "the header that declares it: -I FOLDER, -p BUILD, --cuda-path=DIR"},
    {"file not found", "the header: -I FOLDER, -p BUILD, --cuda-path=DIR"},
    {"expected ", "a file that compiles: the options nvcc gets, with -p BUILD or behind --"},
    {"every thread reaches the barriers", "what decides `barriers`"},
    {"same value", "one thread that writes"},
    {"body", "the file that defines it, in the same run, or `barriers` in the configuration"},
    {"no definition", "the file that defines it, in the same run"},
    {"recursi", "a loop in place of the recursion"},
    {"pointer to a function", "a call by name"},
    {"virtual", "a call by name"},
    {"assembly", "an intrinsic or cuda::ptx in place of the assembly"},
    {"launch", "the launch in the same run, or --block-dim=X,Y,Z"},
    {"shape", "--block-dim=X,Y,Z, `assume` in the configuration, or the launch in the same run"},
    {"could not replay", "a second look: --dump=queries shows the question"},
    {"could not decide", "assert() of what holds of the values, or --block-dim=X,Y,Z"},
    {"could not prove", "assert() of what holds of the values, or --block-dim=X,Y,Z"},
    {"loaded", "assert() of what holds of the loaded value"},
    {"lock", "a barrier or an atomic in place of the lock"},
    {"too deep", "a smaller expression"},
    {"too many", "a smaller kernel"},
    {"too large", "a smaller kernel"},
    {"not modelled", "another way to write it"},
    {"not followed", "another way to write it"},
    {"not known", "another way to write it, or assert() of what is known"},
};

const char *csl_deciding(const char *why) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(why, rows[i].words))
            return rows[i].advice;
    return "nothing simple: see --explain=undecided";
}
