/* Which pass the time goes to. */
#include "passes.h"

#include <string.h>
#include <time.h>

const char *const pass_names[PASS_COUNT] = {
    "parse", "lowering", "launches", "execution",  "intervals", "uniformity", "divergence", "races",
    "rules", "search",   "relaxed",  "everything", "cases",     "z3",         "rest"};

static double charged[PASS_COUNT];
static pass_id current = PASS_REST;
static double since;

/* Of the process: the front end works on a thread of its own, and nothing runs beside it. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

pass_id passes_enter(pass_id next) {
    double t = now();
    pass_id before = current;
    charged[current] += t - since;
    current = next;
    since = t;
    return before;
}

void passes_start(void) {
    memset(charged, 0, sizeof charged);
    current = PASS_REST;
    since = now();
}

void passes_read(double seconds[PASS_COUNT]) {
    passes_enter(current);
    memcpy(seconds, charged, sizeof charged);
    seconds[PASS_REST] = 0;
}
