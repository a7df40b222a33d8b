/* Hash tables of the IR layer. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

uint64_t csl_hash_word(uint64_t hash, uint64_t word) {
    hash ^= word;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static void grow(csl_table *table) {
    csl_table bigger = {.capacity = table->capacity ? table->capacity * 2 : 256,
                        .used = table->used};
    size_t bytes = bigger.capacity * sizeof *bigger.slots;
    bigger.slots = csl_xmalloc(bytes);
    memset(bigger.slots, 0, bytes);
    for (size_t i = 0; i < table->capacity; i++) {
        if (!table->slots[i].item)
            continue;
        size_t at = table->slots[i].hash & (bigger.capacity - 1);
        while (bigger.slots[at].item)
            at = (at + 1) & (bigger.capacity - 1);
        bigger.slots[at] = table->slots[i];
    }
    free(table->slots);
    *table = bigger;
}

csl_table csl_table_copy(const csl_table *table) {
    csl_table copy = *table;
    copy.slots = NULL;
    if (table->capacity) {
        copy.slots = csl_xmalloc(table->capacity * sizeof *copy.slots);
        memcpy(copy.slots, table->slots, table->capacity * sizeof *copy.slots);
    }
    return copy;
}

csl_table_slot *csl_table_find(csl_table *table, uint64_t hash, csl_same_fn same, const void *key) {
    if (4 * (table->used + 1) > 3 * table->capacity)
        grow(table);
    size_t at = hash & (table->capacity - 1);
    while (table->slots[at].item &&
           !(table->slots[at].hash == hash && same(table->slots[at].item, key)))
        at = (at + 1) & (table->capacity - 1);
    return &table->slots[at];
}

/* ---- maps from addresses ------------------------------------------------------------------- */

static struct csl_ptr_entry *find_entry(const csl_ptr_map *map, const void *key) {
    size_t at = (size_t)csl_hash_word(CSL_HASH_SEED, (uintptr_t)key) & (map->capacity - 1);
    while (map->entries[at].key && map->entries[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

void *csl_ptr_map_get(const csl_ptr_map *map, const void *key) {
    return map->capacity ? find_entry(map, key)->value : NULL;
}

void csl_ptr_map_set(csl_ptr_map *map, const void *key, void *value) {
    if (2 * (map->used + 1) > map->capacity) {
        csl_ptr_map old = *map;
        map->capacity = old.capacity ? old.capacity * 2 : 64;
        map->entries = csl_xmalloc(map->capacity * sizeof *map->entries);
        memset(map->entries, 0, map->capacity * sizeof *map->entries);
        for (size_t i = 0; i < old.capacity; i++)
            if (old.entries[i].key)
                *find_entry(map, old.entries[i].key) = old.entries[i];
        free(old.entries);
    }
    struct csl_ptr_entry *entry = find_entry(map, key);
    map->used += !entry->key;
    *entry = (struct csl_ptr_entry){key, value};
}

void csl_ptr_map_free(csl_ptr_map *map) {
    free(map->entries);
    *map = (csl_ptr_map){0};
}

/* ---- what became of expressions ------------------------------------------------------------- */

csl_memo *csl_memo_new(csl_ctx *ctx) {
    csl_memo *memo = CSL_NEW(ctx, csl_memo);
    memo->round = 1;
    memo->older = ctx->memos;
    ctx->memos = memo;
    return memo;
}

void csl_memo_clear(csl_memo *memo) {
    enum { LARGE = 4096 }; /* small ones stay in the cache of the processor */
    memo->used = 0;
    memo->round++; /* so the entries there are count no more */
    if (memo->capacity > LARGE) {
        free(memo->entries);
        memo->entries = NULL;
        memo->capacity = 0;
    }
}

static struct csl_memo_entry *find_memo(const csl_memo *memo, const csl_expr *e) {
    uint32_t at = (e->id * UINT32_C(0x9e3779b9)) >> memo->shift;
    while (memo->entries[at].round == memo->round && memo->entries[at].from != e)
        at = (at + 1) & (memo->capacity - 1);
    return &memo->entries[at];
}

csl_expr *csl_memo_get(const csl_memo *memo, const csl_expr *e) {
    if (memo->used == 0)
        return NULL;
    const struct csl_memo_entry *entry = find_memo(memo, e);
    return entry->round == memo->round ? entry->to : NULL;
}

static void grow_memo(csl_memo *memo) {
    csl_memo old = *memo;
    memo->capacity = old.capacity ? old.capacity * 2 : 64;
    memo->shift = old.capacity ? old.shift - 1 : 32 - 6;
    memo->entries = csl_xmalloc(memo->capacity * sizeof *memo->entries);
    memset(memo->entries, 0, memo->capacity * sizeof *memo->entries);
    memo->round = 1;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entries[i].round == old.round) {
            struct csl_memo_entry *entry = find_memo(memo, old.entries[i].from);
            *entry = old.entries[i];
            entry->round = 1;
        }
    free(old.entries);
}

void csl_memo_set(csl_memo *memo, const csl_expr *e, csl_expr *to) {
    if (2 * (memo->used + 1) > memo->capacity)
        grow_memo(memo);
    struct csl_memo_entry *entry = find_memo(memo, e);
    memo->used += entry->round != memo->round;
    *entry = (struct csl_memo_entry){e, to, memo->round};
}
