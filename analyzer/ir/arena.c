/* The context: a bump allocator and interned strings. */
#include "internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHUNK_BYTES ((size_t)4 * 1024) /* many contexts hold little */
#define CHUNK_BYTES ((size_t)64 * 1024)
#define ALIGNMENT ((size_t)16)

struct csl_chunk {
    csl_chunk *older;
    _Alignas(16) char data[];
};

static void give_up(void) {
    fputs("cudasynclint: out of memory\n", stderr);
    abort();
}

void *csl_xmalloc(size_t bytes) {
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        give_up();
    return p;
}

void *csl_xrealloc(void *old, size_t bytes) {
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p)
        give_up();
    return p;
}

csl_ctx *csl_ctx_new(void) {
    csl_ctx *ctx = csl_xmalloc(sizeof *ctx);
    memset(ctx, 0, sizeof *ctx);
    return ctx;
}

void csl_ctx_free(csl_ctx *ctx) {
    if (!ctx)
        return;
    for (const csl_memo *m = ctx->memos; m; m = m->older)
        free(m->entries);
    while (ctx->chunks) {
        csl_chunk *older = ctx->chunks->older;
        free(ctx->chunks);
        ctx->chunks = older;
    }
    free(ctx->strings.slots);
    free(ctx->exprs.slots);
    free(ctx->junctions.slots);
    free(ctx->negations);
    free(ctx);
}

csl_ctx *csl_ctx_within(const csl_ctx *outer) {
    csl_ctx *ctx = csl_ctx_new();
    ctx->strings = csl_table_copy(&outer->strings);
    ctx->exprs = csl_table_copy(&outer->exprs);
    ctx->junctions = csl_table_copy(&outer->junctions);
    ctx->nexprs = outer->nexprs;
    ctx->negations_capacity = outer->negations_capacity;
    if (outer->negations_capacity) {
        size_t bytes = outer->negations_capacity * sizeof *ctx->negations;
        ctx->negations = memcpy(csl_xmalloc(bytes), outer->negations, bytes);
    }
    return ctx;
}

void csl_ctx_join(csl_ctx *outer, csl_ctx *inner) {
    csl_chunk *oldest = inner->chunks;
    while (oldest && oldest->older)
        oldest = oldest->older;
    if (oldest) {
        oldest->older = outer->chunks;
        outer->chunks = inner->chunks;
        outer->bytes += inner->bytes;
    }
    inner->chunks = NULL;
    csl_ctx_free(inner);
}

size_t csl_ctx_bytes(const csl_ctx *ctx) {
    return ctx->bytes;
}

static char *new_chunk(csl_ctx *ctx, size_t bytes) {
    csl_chunk *chunk = calloc(1, sizeof *chunk + bytes); /* fresh memory is zero as it comes */
    if (!chunk)
        give_up();
    chunk->older = ctx->chunks;
    ctx->chunks = chunk;
    ctx->bytes += bytes;
    return chunk->data;
}

/* As much as there is, so that their number stays small, up to the largest. */
static size_t next_chunk_bytes(const csl_ctx *ctx) {
    if (ctx->bytes < FIRST_CHUNK_BYTES)
        return FIRST_CHUNK_BYTES;
    return ctx->bytes < CHUNK_BYTES ? ctx->bytes : CHUNK_BYTES;
}

void *csl_alloc(csl_ctx *ctx, size_t bytes) {
    if (bytes > SIZE_MAX / 2)
        abort();
    bytes = (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    if ((size_t)(ctx->end - ctx->next) < bytes) {
        const size_t chunk = next_chunk_bytes(ctx);
        if (bytes > chunk / 4) /* a chunk of its own; the current one stays in use */
            return new_chunk(ctx, bytes);
        ctx->next = new_chunk(ctx, chunk);
        ctx->end = ctx->next + chunk;
    }
    void *p = ctx->next;
    ctx->next += bytes;
    return p;
}

char *csl_strndup(csl_ctx *ctx, const char *s, size_t n) {
    n = strnlen(s, n);
    char *copy = csl_alloc(ctx, n + 1);
    memcpy(copy, s, n);
    return copy;
}

char *csl_strdup(csl_ctx *ctx, const char *s) {
    return csl_strndup(ctx, s, strlen(s));
}

char *csl_format(csl_ctx *ctx, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (n < 0)
        abort();
    char *s = csl_alloc(ctx, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    return s;
}

static bool same_string(const void *item, const void *key) {
    return strcmp(item, key) == 0;
}

void **csl_ctx_known(csl_ctx *ctx) {
    return &ctx->known;
}

uint64_t csl_operators_made(const csl_ctx *ctx) {
    return ctx->made;
}

const char *csl_intern(csl_ctx *ctx, const char *s) {
    uint64_t hash = CSL_HASH_SEED;
    for (const char *p = s; *p; p++)
        hash = csl_hash_word(hash, (unsigned char)*p);
    csl_table_slot *slot = csl_table_find(&ctx->strings, hash, same_string, s);
    if (!slot->item) {
        *slot = (csl_table_slot){.hash = hash, .item = csl_strdup(ctx, s)};
        ctx->strings.used++;
    }
    return slot->item;
}
