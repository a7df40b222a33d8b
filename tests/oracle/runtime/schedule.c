/* Runs the threads of a block: each until it waits; then what waits is released where it may be. */
#include "runtime.h"

#include <string.h>

#include "collective.h"

static uint64_t state = 1;

void oracle_random_seed(uint64_t seed) {
    state = seed * 0x9e3779b97f4a7c15u | 1;
}

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators"). */
uint64_t oracle_random(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

void oracle_maybe_yield(void) {
    if (oracle.mode == RANDOM && oracle_random() >> 62 == 0)
        oracle_fibre_leave();
}

/* The order in which this round visits the threads. */
static void make_order(uint16_t *order) {
    uint32_t n = oracle.nthreads;
    for (uint32_t i = 0; i < n; i++)
        order[i] = (uint16_t)(oracle.mode == REVERSED ? n - 1 - i : i);
    if (oracle.mode != RANDOM)
        return;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = (uint32_t)(oracle_random() % i);
        uint16_t kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* Runs what can run, once each; false if nothing could. */
static bool run_round(void) {
    uint16_t order[MOST_THREADS];
    bool any = false;
    make_order(order);
    for (uint32_t i = 0; i < oracle.nthreads; i++) {
        oracle_thread *t = &oracle.thread[order[i]];
        if (t->state == RUNNABLE) {
            any = true;
            oracle_fibre_enter(t);
        }
    }
    return any;
}

static bool all_ended(void) {
    for (uint32_t i = 0; i < oracle.nthreads; i++)
        if (oracle.thread[i].state != ENDED)
            return false;
    return true;
}

static void start_thread(uint32_t index, const oracle_arguments *arguments, const void *kernel) {
    oracle_thread *t = &oracle.thread[index];
    memset(t, 0, sizeof *t);
    t->index = index;
    t->state = RUNNABLE;
    for (int lane = 0; lane < WARP; lane++)
        t->clock[lane] = 0;
    t->clock[index % WARP] = 1;
    oracle_fibre_make(index, arguments, kernel);
}

/* Who waits where; the launch ends. */
_Noreturn static void deadlock(void) {
    oracle_thread *first = NULL, *other = NULL;
    for (uint32_t i = 0; i < oracle.nthreads; i++) {
        oracle_thread *t = &oracle.thread[i];
        if (t->state == ENDED)
            continue;
        if (!first)
            first = t;
        else if (!other && t->site != first->site)
            other = t;
    }
    oracle.current = first;
    oracle_report_event(EVENT_DEADLOCK, first->pc, other ? other->pc : 0,
                        other ? other->index : first->index);
    oracle_stop(RUN_STOPPED);
}

void oracle_block_run(const oracle_arguments *arguments, const void *kernel) {
    for (uint32_t i = 0; i < oracle.nthreads; i++)
        start_thread(i, arguments, kernel);
    oracle.epoch++;
    for (;;) {
        bool ran = run_round();
        bool warps = oracle_release_warps();
        if (ran || warps)
            continue;
        if (all_ended())
            return;
        if (!oracle_release_block())
            deadlock();
    }
}
