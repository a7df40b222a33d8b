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

csl_slot *csl_table_find(csl_table *table, uint64_t hash, csl_same_fn same, const void *key) {
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
