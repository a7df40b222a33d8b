/* What is known of cursors. A function is lowered again for every call of it, and asking libclang
 * the same about the same cursor costs most of that. */
#ifndef CSL_CURSOR_MAP_H
#define CSL_CURSOR_MAP_H

#include <clang-c/Index.h>

#include "cursors.h"

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
/* The value that the cursor has, which is `value` if it had none. */
void *csl_cursor_map_add(csl_ctx *ctx, csl_cursor_map *map, CXCursor cursor, void *value);

/* Cursors of one translation unit in the order they were added, each once; those are one that
 * clang_equalCursors takes for one. All zero: empty. */
typedef struct csl_cursor_set {
    CXCursor *v; /* owned by the context */
    unsigned n, cap;
    uint32_t *slots; /* open addressing: one more than a position in v; one past n is of no one */
    uint32_t nslots, used;
} csl_cursor_set;

bool csl_cursor_set_has(const csl_cursor_set *set, CXCursor cursor);
/* Returns false where it was there. */
bool csl_cursor_set_add(csl_ctx *ctx, csl_cursor_set *set, CXCursor cursor);
/* Keeps the first n. */
void csl_cursor_set_cut(csl_cursor_set *set, unsigned n);

/* The same in every field, so that libclang says the same of both. */
bool csl_cursor_identical(CXCursor a, CXCursor b);
uint32_t csl_cursor_hash(CXCursor cursor);

/* What libclang said last of cursors, since most is asked for again: a static array of CSL_ASKED of
 * what begins with a csl_asked, which says whose the answer is. */
enum { CSL_ASKED = 1 << 12 };

typedef struct csl_asked {
    CXCursor of;
    unsigned units; /* that were open: it holds for those */
} csl_asked;

uint32_t csl_asked_slot(CXCursor cursor);
/* True: there is no answer for this cursor; the caller puts one there. */
bool csl_is_asked_anew(csl_asked *last, CXCursor cursor);

/* The cursor as clang_equalCursors compares it: of declarations it leaves out how they were met. */
CXCursor csl_cursor_as_met(CXCursor cursor);

#endif
