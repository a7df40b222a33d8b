#include "cursor_map.h"

#include <string.h>

static bool same(CXCursor a, CXCursor b) {
    return a.data[1] == b.data[1] && a.data[0] == b.data[0] && a.data[2] == b.data[2] &&
           a.kind == b.kind && a.xdata == b.xdata;
}

static csl_cursor_entry *find(const csl_cursor_map *map, CXCursor cursor) {
    uint64_t hash = ((uintptr_t)cursor.data[0] >> 4) * UINT64_C(31) + (uintptr_t)cursor.data[1];
    hash = hash * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    uint32_t at = (uint32_t)hash & (map->cap - 1);
    while (map->entries[at].value && !same(map->entries[at].cursor, cursor))
        at = (at + 1) & (map->cap - 1);
    return &map->entries[at];
}

void *csl_cursor_map_get(const csl_cursor_map *map, CXCursor cursor) {
    return map->cap ? find(map, cursor)->value : NULL;
}

void csl_cursor_map_set(csl_ctx *ctx, csl_cursor_map *map, CXCursor cursor, void *value) {
    if (4 * (map->used + 1) > 3 * map->cap) {
        csl_cursor_map old = *map;
        map->cap = old.cap ? 2 * old.cap : 256;
        map->entries = csl_alloc(ctx, map->cap * sizeof *map->entries);
        for (uint32_t i = 0; i < old.cap; i++)
            if (old.entries[i].value)
                *find(map, old.entries[i].cursor) = old.entries[i];
    }
    csl_cursor_entry *entry = find(map, cursor);
    map->used += !entry->value;
    *entry = (csl_cursor_entry){cursor, value};
}
