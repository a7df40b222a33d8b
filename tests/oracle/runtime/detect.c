/* Finds two accesses that nothing orders. Each byte that counts has a cell which says who touched
 * it last and when; a cell of an earlier interval is void, so nothing is ever cleared.
 *
 * In a block: same interval (epoch), different threads, and not ordered by __syncwarp (a vector of
 * clocks a thread, over the lanes of its warp). Between blocks: same launch, different blocks. */
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

typedef struct grid_cell {
    uint32_t write_launch, read_launch, atomic_launch;
    uint32_t write_block, read_block, atomic_block;
    uint32_t write_pc, read_pc, atomic_pc;
    bool two_readers;
} grid_cell;

static cell *cells;
static grid_cell *grid_cells;

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

static void *reserve(uint64_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) {
        perror("oracle: shadow memory");
        exit(2);
    }
    return p;
}

void oracle_detect_start(void) {
    cells = reserve(oracle_shadow_size() * sizeof *cells);
    grid_cells = reserve(oracle_shadow_size() * sizeof *grid_cells);
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

static void between_blocks(uint64_t offset, size_t size, bool write, uint32_t pc) {
    uint32_t launch = oracle.launch, block = oracle.block;
    for (size_t i = 0; i < size; i++) {
        grid_cell *c = &grid_cells[offset + i];
        if (c->write_launch == launch && c->write_block != block)
            oracle_report_event(EVENT_GRID, pc, c->write_pc, 0);
        if (c->atomic_launch == launch && c->atomic_block != block)
            oracle_report_event(EVENT_GRID, pc, c->atomic_pc, 0);
        if (write) {
            if (c->read_launch == launch && (c->two_readers || c->read_block != block))
                oracle_report_event(EVENT_GRID, pc, c->read_pc, 0);
            c->write_launch = launch;
            c->write_block = block;
            c->write_pc = pc;
        } else if (c->read_launch != launch) {
            c->read_launch = launch;
            c->read_block = block;
            c->read_pc = pc;
            c->two_readers = false;
        } else {
            c->two_readers |= c->read_block != block;
        }
    }
}

static void spend(void) {
    oracle_settle();
    if (oracle.budget-- == 0)
        oracle_stop(RUN_BUDGET);
}

void oracle_access(const void *address, size_t size, bool write, uint32_t pc) {
    uint64_t offset;
    bool shared;
    if (!oracle.current || !oracle_counts(address, &offset, &shared))
        return;
    spend();
    in_block(offset, address, size, write, shared, pc);
    if (!shared && oracle.nblocks > 1)
        between_blocks(offset, size, write, pc);
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
        grid_cell *g = &grid_cells[offset + i];
        if (shared || oracle.nblocks == 1)
            continue;
        if (scope == 0) {
            between_blocks(offset, size, true, pc);
            break;
        }
        if (g->write_launch == oracle.launch && g->write_block != oracle.block)
            oracle_report_event(EVENT_GRID, pc, g->write_pc, 0);
        if (g->read_launch == oracle.launch && (g->two_readers || g->read_block != oracle.block))
            oracle_report_event(EVENT_GRID, pc, g->read_pc, 0);
        g->atomic_launch = oracle.launch;
        g->atomic_block = oracle.block;
        g->atomic_pc = pc;
    }
}
