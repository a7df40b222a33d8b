/* The rest of what programs call: atomics, fences, pauses, clocks, and the host's questions. */
#include "launch.h"

#include <stdlib.h>

void oracle_atomic(const volatile void *p, size_t size, int scope, const void *from);
void oracle_fence(void);
void oracle_pause(void);
uint64_t oracle_clock(void);
_Noreturn void oracle_discard(void);
bool oracle_launch_was_bad(void);

void oracle_atomic(const volatile void *p, size_t size, int scope, const void *from) {
    oracle_atomic_access((const void *)(uintptr_t)p, size, scope, (uint32_t)(uintptr_t)from);
}

void oracle_fence(void) {
    if (!oracle.current)
        return;
    oracle.current->fenced = true;
    oracle_blocks_fence();
}

/* What others do next comes first. */
void oracle_pause(void) {
    if (oracle.current)
        oracle_fibre_leave();
}

uint64_t oracle_clock(void) {
    static uint64_t ticks;
    return ticks += 100;
}

void oracle_discard(void) {
    if (oracle.running)
        oracle_stop(RUN_UNDEFINED);
    abort();
}

static bool bad;

void oracle_launch_failed(void) {
    bad = true;
}

bool oracle_launch_was_bad(void) {
    bool was = bad;
    bad = false;
    return was;
}

/* Written by the driver (compile.py): pairs of a kernel's stub and what calls it, ended by NULL. */
extern void *const oracle_stubs[];
void (*oracle_caller(const void *stub))(void **args);

void (*oracle_caller(const void *stub))(void **args) {
    for (void *const *pair = oracle_stubs; *pair; pair += 2)
        if (*pair == stub)
            return (void (*)(void **))(uintptr_t)pair[1];
    return NULL;
}
