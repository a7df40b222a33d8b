/* Finds two accesses of different blocks that nothing orders. Each byte has a cell which says what
 * blocks touched it last, in this launch.
 *
 * Blocks run one after the other, so only the earlier block can have told the later one of an
 * access: by an atomic of the device, or a volatile store, that comes after a fence that comes
 * after the access, where the later one has made such an atomic before its own (CUDA C++
 * Programming Guide, "Memory Fence Functions"). Whether the two atomics touch the same place is not
 * asked: perhaps ordered. */
#include "runtime.h"

enum { MOST_BLOCKS = 1 << 24 }; /* of further ones it is not known what they tell */

/* The times of a launch are those of its accesses, from 1; 0: never. */
typedef struct visit {
    uint32_t launch, block, time, pc;
    bool looks; /* an atomic or volatile access that changes nothing */
} visit;

typedef struct cell {
    visit write, atomic, read[2]; /* read[1] is of another block than read[0] */
} cell;

/* What a block has told: everything before that time. */
typedef struct told {
    uint32_t launch, time;
} told;

static cell *cells;
static told *tells;
static struct {
    uint32_t launch, block, fence; /* the time of its last fence */
    bool has_asked;                /* it has made an atomic of the device */
} now;
static uint32_t time_of_launch;

void oracle_blocks_start(void) {
    cells = oracle_reserve(oracle_shadow_size() * sizeof *cells);
    tells = oracle_reserve(MOST_BLOCKS * sizeof *tells);
}

static void enter(void) {
    if (now.launch == oracle.launch && now.block == oracle.block)
        return;
    if (now.launch != oracle.launch)
        time_of_launch = 0;
    now.launch = oracle.launch;
    now.block = oracle.block;
    now.fence = 0;
    now.has_asked = false;
}

void oracle_blocks_fence(void) {
    enter();
    now.fence = ++time_of_launch;
}

static bool may_be_ordered(const visit *before) {
    const told *t = before->block < MOST_BLOCKS ? &tells[before->block] : NULL;
    return now.has_asked && t && t->launch == oracle.launch && before->time < t->time;
}

static void meet(const visit *before, uint32_t pc) {
    if (before->launch == oracle.launch && before->block != oracle.block)
        oracle_report_event(may_be_ordered(before) ? EVENT_FENCED : EVENT_GRID, pc, before->pc, 0);
}

static void note_read(cell *c, const visit *v) {
    const bool of_other = c->read[0].launch == v->launch && c->read[0].block != v->block;
    c->read[of_other] = *v;
    if (!of_other && c->read[1].launch == v->launch && c->read[1].block == v->block)
        c->read[1].launch = 0;
}

void oracle_blocks_access(uint64_t offset, size_t size, bool write, uint32_t pc) {
    enter();
    const visit v = {oracle.launch, oracle.block, ++time_of_launch, pc, false};
    for (size_t i = 0; i < size; i++) {
        cell *c = &cells[offset + i];
        meet(&c->write, pc);
        if (write || !c->atomic.looks)
            meet(&c->atomic, pc);
        if (!write) {
            note_read(c, &v);
            continue;
        }
        for (int r = 0; r < 2; r++)
            meet(&c->read[r], pc);
        c->write = v;
    }
}

void oracle_blocks_strong(uint64_t offset, size_t size, bool looks, uint32_t pc) {
    enter();
    const visit v = {oracle.launch, oracle.block, ++time_of_launch, pc, looks};
    now.has_asked = true;
    if (!looks && now.block < MOST_BLOCKS && now.fence)
        tells[now.block] = (told){now.launch, now.fence};
    for (size_t i = 0; i < size; i++) {
        cell *c = &cells[offset + i];
        meet(&c->write, pc);
        for (int r = 0; r < 2 && !looks; r++)
            meet(&c->read[r], pc);
        if (!looks || c->atomic.launch != v.launch)
            c->atomic = v;
    }
}
