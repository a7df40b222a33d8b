#include "cursor_map.h"

#include "parse.h"

static inline bool identical(const CXCursor *a, const CXCursor *b) {
    return a->data[1] == b->data[1] && a->data[0] == b->data[0] && a->data[2] == b->data[2] &&
           a->kind == b->kind && a->xdata == b->xdata;
}

bool csl_cursor_identical(CXCursor a, CXCursor b) {
    return identical(&a, &b);
}

static inline uint32_t hash_of(const CXCursor *cursor) {
    uint64_t hash = ((uintptr_t)cursor->data[0] >> 4) * UINT64_C(31) + (uintptr_t)cursor->data[1];
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32 ^ hash >> 48);
}

uint32_t csl_cursor_hash(CXCursor cursor) {
    return hash_of(&cursor);
}

/* Expressions that lie side by side in libclang's memory have slots side by side, as they are
 * looked for one after the other: those of one place in it share a part of the map. */
static inline uint32_t home_of(const CXCursor *cursor) {
    const bool is_node = (uintptr_t)cursor->data[1] > 1; /* else what a declaration has there */
    const uintptr_t node = (uintptr_t)cursor->data[is_node],
                    other = is_node ? (uintptr_t)cursor->data[0] : 0;
    const uint64_t part = ((node >> 10) + other) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(part >> 32) << 6 | (node >> 4 & 63);
}

static csl_cursor_entry *find(const csl_cursor_map *map, const CXCursor *cursor) {
    uint32_t at = home_of(cursor) & (map->cap - 1);
    while (map->entries[at].value && !identical(&map->entries[at].cursor, cursor))
        at = (at + 1) & (map->cap - 1);
    return &map->entries[at];
}

void *csl_cursor_map_get(const csl_cursor_map *map, CXCursor cursor) {
    return map->cap ? find(map, &cursor)->value : NULL;
}

static void grow(csl_ctx *ctx, csl_cursor_map *map) {
    const csl_cursor_map old = *map;
    map->cap = old.cap ? 2 * old.cap : 256;
    map->entries = csl_alloc(ctx, map->cap * sizeof *map->entries);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.entries[i].value)
            *find(map, &old.entries[i].cursor) = old.entries[i];
}

void *csl_cursor_map_add(csl_ctx *ctx, csl_cursor_map *map, CXCursor cursor, void *value) {
    if (2 * (map->used + 1) > map->cap)
        grow(ctx, map);
    csl_cursor_entry *entry = find(map, &cursor);
    if (entry->value)
        return entry->value;
    map->used++;
    *entry = (csl_cursor_entry){cursor, value};
    return value;
}

void csl_cursor_map_set(csl_ctx *ctx, csl_cursor_map *map, CXCursor cursor, void *value) {
    if (csl_cursor_map_add(ctx, map, cursor, value) != value)
        find(map, &cursor)->value = value;
}

uint32_t csl_asked_slot(CXCursor cursor) {
    return home_of(&cursor) & (CSL_ASKED - 1);
}

bool csl_is_asked_anew(csl_asked *last, CXCursor cursor) {
    const unsigned units = csl_units_opened();
    if (last->units == units && identical(&last->of, &cursor))
        return false;
    *last = (csl_asked){cursor, units};
    return true;
}

CXCursor csl_cursor_as_met(CXCursor cursor) {
    if (clang_isDeclaration(cursor.kind))
        cursor.data[1] = NULL; /* first of its group, if it was met there */
    return cursor;
}

/* The slot of the cursor, or the free one for it. */
static uint32_t *slot_of(const csl_cursor_set *set, CXCursor cursor) {
    uint32_t at = csl_cursor_hash(cursor) & (set->nslots - 1);
    while (set->slots[at] &&
           (set->slots[at] > set->n || !csl_cursor_identical(set->v[set->slots[at] - 1], cursor)))
        at = (at + 1) & (set->nslots - 1);
    return &set->slots[at];
}

bool csl_cursor_set_has(const csl_cursor_set *set, CXCursor cursor) {
    return set->n && *slot_of(set, csl_cursor_as_met(cursor));
}

static void grow_slots(csl_ctx *ctx, csl_cursor_set *set) {
    while (set->nslots < 4 * (set->n + 1))
        set->nslots = set->nslots ? 2 * set->nslots : 16;
    set->slots = csl_alloc(ctx, set->nslots * sizeof *set->slots);
    for (set->used = 0; set->used < set->n; set->used++)
        *slot_of(set, set->v[set->used]) = set->used + 1;
}

bool csl_cursor_set_add(csl_ctx *ctx, csl_cursor_set *set, CXCursor cursor) {
    if (4 * (set->used + 1) > 3 * set->nslots)
        grow_slots(ctx, set);
    cursor = csl_cursor_as_met(cursor);
    uint32_t *slot = slot_of(set, cursor);
    if (*slot)
        return false;
    CSL_GROW(ctx, set->v, set->n, set->cap);
    set->v[set->n++] = cursor;
    set->used++;
    *slot = set->n;
    return true;
}

void csl_cursor_set_cut(csl_cursor_set *set, unsigned n) {
    set->n = n < set->n ? n : set->n;
}
