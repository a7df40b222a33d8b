/* Finds two accesses that nothing orders. Each byte that counts has a cell which says who touched
 * it last and when; a cell of an earlier interval is void, so nothing is ever cleared.
 *
 * In a block: same interval (epoch), different threads, and not ordered by __syncwarp (a vector of
 * clocks a thread, over the lanes of its warp). Between blocks: blocks.c. */
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct touch {
    uint32_t clock, pc;
    uint16_t thread;
    bool silent; /* a store of the value that was there */
} touch;

typedef struct cell {
    uint32_t write_epoch, read_epoch, atomic_epoch;
    touch write, read[2], atomic; /* read[1].pc is 0 if there is one reader */
} cell;

static cell *cells;

/* The last store: whether it changed anything shows when it is done. */
static struct {
    bool active, conflicts;
    const char *address;
    uint64_t offset;
    size_t size;
    char before[16];
    event_kind kind; /* of the conflict with an earlier access */
    uint32_t pc, other_pc, other_thread;
    oracle_thread *thread;
} pending;

void *oracle_reserve(uint64_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) {
        perror("oracle: shadow memory");
        exit(2);
    }
    return p;
}

void oracle_detect_start(void) {
    cells = oracle_reserve(oracle_shadow_size() * sizeof *cells);
    oracle_blocks_start();
}

void oracle_settle(void) {
    if (!pending.active)
        return;
    pending.active = false;
    oracle_thread *current = oracle.current;
    oracle.current = pending.thread;
    bool same = memcmp(pending.address, pending.before, pending.size) == 0;
    for (size_t i = 0; same && i < pending.size; i++)
        cells[pending.offset + i].write.silent = true;
    if (pending.conflicts)
        oracle_report_event(same ? EVENT_SAME_VALUE : pending.kind, pending.pc, pending.other_pc,
                            pending.other_thread);
    oracle.current = current;
}

void oracle_forget(void) {
    pending.active = false;
}

/* Whether what the touch stands for happened before what the current thread does now. */
static bool ordered(const touch *before) {
    const oracle_thread *t = oracle.current;
    return before->thread == t->index || (before->thread / WARP == t->index / WARP &&
                                          t->clock[before->thread % WARP] >= before->clock);
}

static event_kind kind_of(bool shared, const touch *other) {
    const oracle_thread *t = oracle.current, *u = &oracle.thread[other->thread];
    if (t->fenced && t->atomic && u->fenced && u->atomic)
        return EVENT_FENCED;
    return shared ? EVENT_RACE_SHARED : EVENT_RACE_GLOBAL;
}

static void race(bool shared, const touch *other, uint32_t pc) {
    oracle_report_event(kind_of(shared, other), pc, other->pc, other->thread);
}

/* Keeps what is there, for oracle_settle(). */
static void begin_store(const char *address, uint64_t offset, size_t size, uint32_t pc) {
    pending.active = true;
    pending.conflicts = false;
    pending.address = address;
    pending.offset = offset;
    pending.size = size;
    memcpy(pending.before, address, size);
    pending.pc = pc;
    pending.thread = oracle.current;
}

/* A race, unless the store that has begun changes nothing. */
static void store_conflicts(bool shared, const touch *other) {
    if (pending.conflicts)
        return;
    pending.conflicts = true;
    pending.kind = kind_of(shared, other);
    pending.other_pc = other->pc;
    pending.other_thread = other->thread;
}

static touch now(uint32_t pc) {
    const oracle_thread *t = oracle.current;
    return (touch){.clock = t->clock[t->index % WARP], .pc = pc, .thread = (uint16_t)t->index};
}

static void note_read(cell *c, uint32_t pc) {
    if (c->read_epoch != oracle.epoch) {
        c->read_epoch = oracle.epoch;
        c->read[0] = now(pc);
        c->read[1].pc = 0;
    } else if (c->read[0].thread == oracle.current->index) {
        c->read[0] = now(pc);
    } else if (!c->read[1].pc || ordered(&c->read[1])) {
        c->read[1] = now(pc);
    }
}

static void against_write(const cell *c, bool shared, uint32_t pc) {
    if (c->write_epoch != oracle.epoch || ordered(&c->write))
        return;
    if (c->write.silent)
        oracle_report_event(EVENT_SAME_VALUE, pc, c->write.pc, c->write.thread);
    else
        race(shared, &c->write, pc);
}

static void against_reads(const cell *c, bool shared) {
    if (c->read_epoch != oracle.epoch)
        return;
    for (int i = 0; i < 2; i++)
        if (c->read[i].pc && !ordered(&c->read[i]))
            store_conflicts(shared, &c->read[i]);
}

static void against_atomic(const cell *c, bool shared, uint32_t pc) {
    if (c->atomic_epoch == oracle.epoch && !ordered(&c->atomic))
        race(shared, &c->atomic, pc);
}

static void in_block(uint64_t offset, const char *address, size_t size, bool write, bool shared,
                     uint32_t pc) {
    if (write)
        begin_store(address, offset, size, pc);
    for (size_t i = 0; i < size; i++) {
        cell *c = &cells[offset + i];
        against_atomic(c, shared, pc);
        if (!write) {
            against_write(c, shared, pc);
            note_read(c, pc);
            continue;
        }
        if (c->write_epoch == oracle.epoch && !ordered(&c->write))
            store_conflicts(shared, &c->write);
        against_reads(c, shared);
        c->write_epoch = oracle.epoch;
        c->write = now(pc);
    }
}

static void spend(void) {
    oracle_settle();
    if (oracle.budget-- == 0)
        oracle_stop(RUN_BUDGET);
}

/* False: nothing is said of what other blocks do there. */
static bool of_thread(const void *address, size_t size, bool write, uint32_t pc, uint64_t *offset) {
    bool shared;
    if (!oracle.current || !oracle_counts(address, offset, &shared))
        return false;
    spend();
    in_block(*offset, address, size, write, shared, pc);
    return !shared && oracle.nblocks > 1;
}

void oracle_access(const void *address, size_t size, bool write, uint32_t pc) {
    uint64_t offset;
    if (of_thread(address, size, write, pc, &offset))
        oracle_blocks_access(offset, size, write, pc);
}

void oracle_volatile_access(const void *address, size_t size, bool write, uint32_t pc) {
    uint64_t offset;
    if (of_thread(address, size, write, pc, &offset))
        oracle_blocks_strong(offset, size, !write, pc);
}

void oracle_atomic_access(const void *address, size_t size, int scope, uint32_t pc) {
    uint64_t offset;
    bool shared;
    if (!oracle.current)
        return;
    oracle.current->atomic = true;
    oracle_maybe_yield();
    if (!oracle_counts(address, &offset, &shared))
        return;
    spend();
    for (size_t i = 0; i < size; i++) {
        cell *c = &cells[offset + i];
        against_write(c, shared, pc);
        for (int r = 0; r < 2; r++)
            if (c->read_epoch == oracle.epoch && c->read[r].pc && !ordered(&c->read[r]))
                race(shared, &c->read[r], pc);
        c->atomic_epoch = oracle.epoch;
        c->atomic = now(pc);
    }
    if (shared || oracle.nblocks == 1)
        return;
    if (scope == 0)
        oracle_blocks_access(offset, size, true, pc);
    else
        oracle_blocks_strong(offset, size, false, pc);
}
