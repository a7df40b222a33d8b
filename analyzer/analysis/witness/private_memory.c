/* The private memory of the machine: the slots that were written, none over another, in the order
 * of their addresses. */
#include <string.h>

#include "../../limits/limits.h"
#include "machine.h"

/* The first slot that ends behind the address. */
static uint32_t first_behind(const csl_machine *m, int64_t address) {
    uint32_t from = 0, to = m->nmemory;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        const csl_private *p = &m->memory[middle];
        if (p->address + p->bytes > address)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

static bool is_slot(const csl_machine *m, uint32_t i, int64_t address, uint32_t bytes) {
    return i < m->nmemory && m->memory[i].address == address && m->memory[i].bytes == bytes;
}

/* The slot of exactly these bytes, or NULL. Arrays are gone through in their order, as a rule. */
static csl_private *slot_of(csl_machine *m, int64_t address, uint32_t bytes) {
    uint32_t i = m->last_slot;
    if (!is_slot(m, i, address, bytes) && !is_slot(m, ++i, address, bytes))
        i = first_behind(m, address);
    if (!is_slot(m, i, address, bytes))
        return NULL;
    m->last_slot = i;
    return &m->memory[i];
}

/* A byte of an integer (the least first, as on a GPU). */
static csl_known byte_of(const csl_private *p, int64_t address) {
    return (csl_known){(int64_t)((uint64_t)p->value.value >> 8 * (address - p->address) & 0xff),
                       true};
}

csl_known csl_private_load(csl_machine *m, int64_t address, uint32_t bytes, csl_type type) {
    static const csl_known unknown = {0, false};
    const csl_private *slot = slot_of(m, address, bytes);
    if (slot)
        return slot->value;
    uint64_t all = 0;
    if (bytes > sizeof all || !csl_type_integer(type))
        return unknown;
    uint32_t at = first_behind(m, address);
    for (uint32_t i = 0; i < bytes; i++) {
        at += at < m->nmemory && m->memory[at].address + m->memory[at].bytes <= address + i;
        if (at == m->nmemory || m->memory[at].address > address + i ||
            !csl_type_integer(m->memory[at].type))
            return unknown;
        all |= (uint64_t)byte_of(&m->memory[at], address + i).value << 8 * i;
    }
    return (csl_known){csl_normalise(type, (int64_t)all), true};
}

/* What comes in the place of some slots. */
enum { MOST_BESIDE = 2 * sizeof(int64_t) };
typedef struct pieces {
    csl_private v[MOST_BESIDE + 1];
    uint32_t n;
} pieces;

/* Of an integer the bytes from..to become slots of their own. */
static void add_bytes(const csl_machine *m, pieces *to, const csl_private *p, int64_t from,
                      int64_t end) {
    for (int64_t at = from; at < end && csl_type_integer(p->type); at++)
        if (!csl_limit_reached(CSL_LIMIT_private_slots, m->nmemory + to->n))
            to->v[to->n++] = (csl_private){at, 1, CSL_U8, byte_of(p, at)};
}

/* Puts pieces in the place of the slots from..to. */
static void replace(csl_machine *m, uint32_t from, uint32_t to, const pieces *by) {
    const uint32_t n = m->nmemory - (to - from) + by->n;
    if (n > m->capacity) {
        m->capacity = m->capacity ? 2 * m->capacity : 32;
        csl_private *more = csl_alloc(m->scratch, m->capacity * sizeof *more);
        if (m->nmemory)
            memcpy(more, m->memory, m->nmemory * sizeof *more);
        m->memory = more;
    }
    if (m->nmemory > to)
        memmove(m->memory + from + by->n, m->memory + to, (m->nmemory - to) * sizeof *m->memory);
    if (by->n)
        memcpy(m->memory + from, by->v, by->n * sizeof *by->v);
    m->nmemory = n;
}

void csl_private_store(csl_machine *m, int64_t address, uint32_t bytes, csl_type type,
                       csl_known value) {
    csl_private *slot = value.known ? slot_of(m, address, bytes) : NULL;
    if (slot) {
        slot->type = type;
        slot->value = value;
        return;
    }
    const int64_t end = address + bytes;
    const uint32_t from = first_behind(m, address);
    uint32_t to = from;
    while (to < m->nmemory && m->memory[to].address < end)
        to++;
    pieces by = {.n = 0};
    if (to > from)
        add_bytes(m, &by, &m->memory[from], m->memory[from].address, address);
    const uint32_t before = by.n;
    if (to > from)
        add_bytes(m, &by, &m->memory[to - 1], end,
                  m->memory[to - 1].address + m->memory[to - 1].bytes);
    if (value.known &&
        !csl_limit_reached(CSL_LIMIT_private_slots, m->nmemory - (to - from) + by.n)) {
        memmove(&by.v[before + 1], &by.v[before], (by.n - before) * sizeof *by.v);
        by.v[before] = (csl_private){address, bytes, type, value};
        by.n++;
    }
    replace(m, from, to, &by);
}

void csl_private_forget(csl_machine *m) {
    m->nmemory = 0;
}
