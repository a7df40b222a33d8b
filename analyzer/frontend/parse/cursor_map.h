/* What is known of cursors. A function is lowered again for every call of it, and asking libclang
 * the same about the same cursor costs most of that. */
#ifndef CSL_CURSOR_MAP_H
#define CSL_CURSOR_MAP_H

#include <clang-c/Index.h>

#include "../../ir.h"

typedef struct csl_cursor_entry {
    CXCursor cursor;
    void *value; /* NULL: free */
} csl_cursor_entry;

/* From cursors of one translation unit to values that are not NULL. All zero: empty. */
typedef struct csl_cursor_map {
    csl_cursor_entry *entries; /* open addressing; owned by the context */
    uint32_t cap, used;
} csl_cursor_map;

/* NULL if the cursor has no value. */
void *csl_cursor_map_get(const csl_cursor_map *map, CXCursor cursor);
void csl_cursor_map_set(csl_ctx *ctx, csl_cursor_map *map, CXCursor cursor, void *value);

#endif
