#include "pool.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 32 * 1024 };

struct csl_pool_chunk {
    struct csl_pool_chunk *next;
    size_t used, size;
    alignas(16) unsigned char data[];
};

void *csl_pool_room(csl_pool *pool, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    struct csl_pool_chunk *c = pool->chunks;
    if (!c || c->size - c->used < bytes) {
        size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        c = malloc(sizeof *c + size);
        if (!c) {
            fputs("cudasynclint: out of memory\n", stderr);
            abort();
        }
        c->next = pool->chunks;
        c->used = 0;
        c->size = size;
        pool->chunks = c;
    }
    void *p = c->data + c->used;
    c->used += bytes;
    return p;
}

void *csl_pool_alloc(csl_pool *pool, size_t bytes) {
    return memset(csl_pool_room(pool, bytes), 0, bytes);
}

void csl_pool_free(csl_pool *pool) {
    while (pool->chunks) {
        struct csl_pool_chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
}
