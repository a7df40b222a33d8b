/* Where the time of one file goes. bench_passes is linked with --wrap for the public functions
 * of the passes (CMakeLists.txt lists them), so the tool itself holds no clock.
 *
 * A pass is charged for the processor time spent in it, less that of the passes it calls.
 */
#ifndef CSL_BENCH_PASSES_H
#define CSL_BENCH_PASSES_H

typedef enum {
    PASS_PARSE,     /* libclang */
    PASS_LOWERING,  /* its tree to IR */
    PASS_LAUNCHES,  /* the index: launches, and what host code says of them */
    PASS_EXECUTION, /* symbolic execution, closed forms */
    PASS_INTERVALS,
    PASS_UNIFORMITY, /* with the queries it builds */
    PASS_DIVERGENCE, /* building queries, findings */
    PASS_RACES,      /* the same */
    PASS_TACTICS,    /* proof rules */
    PASS_SEARCH,     /* for a witness */
    PASS_RELAXED,    /* everything, of a weaker query */
    PASS_EVERYTHING,
    PASS_CASES, /* case split */
    PASS_Z3,
    PASS_REST, /* start of the process, result, and what is not listed */
    PASS_COUNT
} pass_id;

extern const char *const pass_names[PASS_COUNT];

/* Forgets what was charged. */
void passes_start(void);
/* Seconds charged to each pass since then; the rest is left 0. */
void passes_read(double seconds[PASS_COUNT]);

/* For the wrappers: charges the current pass up to now; another one begins. Returns the current. */
pass_id passes_enter(pass_id next);

/* The linker sends calls of NAME to __wrap_NAME, and those of __real_NAME to NAME. */
#define TIMED(which, type, name, parameters, arguments)                                            \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        pass_id before = passes_enter(which);                                                      \
        type result = __real_##name arguments;                                                     \
        passes_enter(before);                                                                      \
        return result;                                                                             \
    }
#define TIMED_VOID(which, name, parameters, arguments)                                             \
    void __real_##name parameters;                                                                 \
    void __wrap_##name parameters;                                                                 \
    void __wrap_##name parameters {                                                                \
        pass_id before = passes_enter(which);                                                      \
        __real_##name arguments;                                                                   \
        passes_enter(before);                                                                      \
    }

#endif
