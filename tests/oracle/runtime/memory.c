/* The memory that counts: one arena for what the host allocates, with unmapped pages after each
 * allocation, and the two sections of the program that hold shared and global variables. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA_BYTES ((uint64_t)2 << 30)
enum { PAGE = 4096, GAP = 16 * PAGE };
enum { DYNAMIC_BYTES = 256 * 1024 };

char *const oracle_arena = (char *)0x100000000000;

/* The linker defines these if the sections exist; the program may have no such variables. */
extern char __start_oracle_shared[] __attribute__((weak)),
    __stop_oracle_shared[] __attribute__((weak));
extern char __start_oracle_global[] __attribute__((weak)),
    __stop_oracle_global[] __attribute__((weak));

/* What all `extern __shared__` arrays lie on (--defsym). */
__attribute__((aligned(256))) char oracle_dynamic[DYNAMIC_BYTES];

static size_t used; /* of the arena */

static bool within(const char *p, const char *from, size_t size, uint64_t base, uint64_t *offset) {
    size_t at = (size_t)(p - from);
    if (p < from || at >= size)
        return false;
    *offset = base + at;
    return true;
}

static size_t shared_bytes(void) {
    return (size_t)(__stop_oracle_shared - __start_oracle_shared);
}

static size_t global_bytes(void) {
    return (size_t)(__stop_oracle_global - __start_oracle_global);
}

bool oracle_counts(const void *address, uint64_t *offset, bool *shared) {
    const char *p = address;
    uint64_t base = ARENA_BYTES;
    *shared = false;
    if (within(p, oracle_arena, ARENA_BYTES, 0, offset) ||
        within(p, __start_oracle_global, global_bytes(), base, offset))
        return true;
    *shared = true;
    base += global_bytes();
    if (within(p, __start_oracle_shared, shared_bytes(), base, offset))
        return true;
    if (!within(p, oracle_dynamic, sizeof oracle_dynamic, base + shared_bytes(), offset))
        return false;
    if ((size_t)(p - oracle_dynamic) >= oracle.dynamic_bytes)
        oracle_stop(RUN_FAULT);
    return true;
}

uint64_t oracle_shadow_size(void) {
    return ARENA_BYTES + global_bytes() + shared_bytes() + DYNAMIC_BYTES;
}

void oracle_memory_start(void) {
    void *p = mmap(oracle_arena, ARENA_BYTES, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != oracle_arena) {
        perror("oracle: arena");
        exit(2);
    }
}

/* Words that are small, so that a sum of what nothing stored does not overflow, and not zero, so
 * that storing zero is a change. */
static void poison(char *at, size_t size) {
    for (size_t i = 0; i + 4 <= size; i += 4) {
        int word = oracle.mode == RANDOM     ? (int)(oracle_random() >> 50) + 10000
                   : oracle.mode == REVERSED ? -20011
                                             : 10007;
        memcpy(at + i, &word, sizeof word);
    }
}

void oracle_poison_shared(void) {
    poison(__start_oracle_shared, shared_bytes());
    poison(oracle_dynamic,
           oracle.dynamic_bytes < DYNAMIC_BYTES ? oracle.dynamic_bytes : DYNAMIC_BYTES);
}

void *oracle_allocate(size_t size) {
    size_t rounded = (size + 255) / 256 * 256, pages = (rounded + PAGE - 1) / PAGE * PAGE;
    if (used + pages + GAP > ARENA_BYTES)
        return NULL;
    char *at = oracle_arena + used;
    used += pages + GAP;
    mprotect(at, pages, PROT_READ | PROT_WRITE);
    return at + pages - rounded;
}

bool oracle_allocated(const void *address) {
    return (const char *)address >= oracle_arena && (const char *)address < oracle_arena + used;
}
