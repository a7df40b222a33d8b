/* Block barriers and warp operations, see collective.h. Semantics: CUDA C++ Programming Guide,
 * "Synchronization Functions" and "Warp Vote", "Match", "Shuffle Functions": all live lanes of the
 * mask come to the same operation; only __syncwarp() and block barriers order memory. */
#include "collective.h"

static uint64_t site_of(uint32_t pc) {
    return (oracle.current->path ^ pc) * 0x100000001b3u;
}

static uint32_t caller(const void *address) {
    return (uint32_t)(uintptr_t)address;
}

/* ---- the block ----------------------------------------------------------------------------- */

int oracle_block_barrier(int kind, int value) {
    oracle_thread *t = oracle.current;
    t->pc = caller(__builtin_return_address(0));
    t->site = site_of(t->pc);
    t->value = (uint64_t)(value != 0);
    t->state = AT_BARRIER;
    oracle_fibre_leave();
    return (int)oracle.barrier_total[kind];
}

bool oracle_release_block(void) {
    oracle_thread *first = NULL, *gone = NULL;
    uint64_t count = 0, live = 0;
    for (uint32_t i = 0; i < oracle.nthreads; i++) {
        oracle_thread *t = &oracle.thread[i];
        if (t->state == ENDED) {
            gone = t;
            continue;
        }
        if (t->state != AT_BARRIER)
            return false;
        first = first ? first : t;
        count += t->value;
        live++;
        if (t->site != first->site) {
            oracle.current = first;
            oracle_report_event(EVENT_BARRIER, first->pc, t->pc, t->index);
            oracle_stop(RUN_STOPPED);
        }
    }
    if (gone) {
        oracle.current = first;
        oracle_report_event(EVENT_EARLY, first->pc, 0, gone->index);
        oracle.current = NULL;
    }
    oracle.barrier_total[0] = count;
    oracle.barrier_total[1] = count == live;
    oracle.barrier_total[2] = count != 0;
    oracle.epoch++;
    for (uint32_t i = 0; i < oracle.nthreads; i++) {
        oracle_thread *t = &oracle.thread[i];
        t->fenced = t->atomic = false;
        if (t->state == AT_BARRIER)
            t->state = RUNNABLE;
    }
    return true;
}

/* ---- a warp -------------------------------------------------------------------------------- */

static oracle_thread *lane_of(uint32_t warp, unsigned lane) {
    uint32_t index = warp * WARP + lane;
    return index < oracle.nthreads ? &oracle.thread[index] : NULL;
}

/* The live lanes of the operation that t waits in, or 0 if one of them is elsewhere. */
static unsigned complete(const oracle_thread *t, uint32_t warp) {
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < WARP; lane++) {
        const oracle_thread *u = lane_of(warp, lane);
        if (!(t->mask >> lane & 1) || !u || u->state == ENDED)
            continue;
        if (u->state != IN_WARP || u->op != t->op || u->mask != t->mask ||
            (t->op != OP_SYNCWARP && u->site != t->site))
            return 0;
        lanes |= 1u << lane;
    }
    return lanes;
}

static void exchange(uint32_t warp, unsigned lanes) {
    for (unsigned to = 0; to < WARP; to++) {
        if (!(lanes >> to & 1))
            continue;
        oracle_thread *t = lane_of(warp, to);
        *t->present = lanes;
        for (unsigned from = 0; from < WARP; from++)
            t->received[from] =
                lanes >> from & 1 ? lane_of(warp, from)->value : oracle_random() % 64;
    }
}

/* Each lane knows what the others did before. */
static void join(uint32_t warp, unsigned lanes) {
    uint32_t known[WARP] = {0};
    for (unsigned lane = 0; lane < WARP; lane++)
        for (unsigned i = 0; lanes >> lane & 1 && i < WARP; i++)
            if (known[i] < lane_of(warp, lane)->clock[i])
                known[i] = lane_of(warp, lane)->clock[i];
    for (unsigned lane = 0; lane < WARP; lane++)
        for (unsigned i = 0; lanes >> lane & 1 && i < WARP; i++)
            lane_of(warp, lane)->clock[i] = known[i] + (i == lane);
}

bool oracle_release_warps(void) {
    bool any = false;
    for (uint32_t i = 0; i < oracle.nthreads; i++) {
        oracle_thread *t = &oracle.thread[i];
        if (t->state != IN_WARP)
            continue;
        uint32_t warp = i / WARP;
        unsigned lanes = complete(t, warp);
        if (!lanes)
            continue;
        if (t->op == OP_SYNCWARP)
            join(warp, lanes);
        else
            exchange(warp, lanes);
        for (unsigned lane = 0; lane < WARP; lane++)
            if (lanes >> lane & 1)
                lane_of(warp, lane)->state = RUNNABLE;
        any = true;
    }
    return any;
}

unsigned oracle_lane(void) {
    return oracle.current->index % WARP;
}

static void wait_in_warp(warp_op op, unsigned mask, uint32_t pc) {
    oracle_thread *t = oracle.current;
    t->pc = pc;
    if (!(mask >> oracle_lane() & 1)) {
        oracle_report_event(EVENT_MASK, pc, 0, t->index);
        oracle_stop(RUN_STOPPED);
    }
    t->site = site_of(pc);
    t->op = op;
    t->mask = mask;
    t->state = IN_WARP;
    oracle_fibre_leave();
}

unsigned oracle_exchange(unsigned mask, uint64_t value, uint64_t received[WARP]) {
    unsigned present = 0;
    oracle.current->value = value;
    oracle.current->received = received;
    oracle.current->present = &present;
    wait_in_warp(OP_EXCHANGE, mask, caller(__builtin_return_address(0)));
    return present;
}

void oracle_syncwarp(unsigned mask) {
    wait_in_warp(OP_SYNCWARP, mask, caller(__builtin_return_address(0)));
}

unsigned oracle_active_lanes(void) {
    return 1u << oracle_lane();
}
