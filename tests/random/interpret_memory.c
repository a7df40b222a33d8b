/* Memory of the oracle, see interpret_memory.h. */
#include "interpret_memory.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

typedef enum { KIND_READ, KIND_WRITE, KIND_ATOMIC } touch_kind;

typedef struct record {
    const csl_stmt *stmt;
    uint32_t thread, when;
    touch_kind kind;
    uint32_t next; /* index + 1 of an older record of the same byte; 0: none */
} record;

typedef struct block {
    uint8_t *bytes;
    uint32_t size;
    uint32_t *last; /* per byte: index + 1 of its newest record; NULL for LOCAL objects */
} block;

struct csl_memory {
    const csl_kernel *k;
    block *blocks; /* per object; LOCAL: `size` bytes per thread in a row */
    record *log;
    uint32_t nlog, capacity;
};

static uint32_t size_of(const csl_object *o) {
    return o->bytes && o->bytes < (1u << 20) ? (uint32_t)o->bytes : CSL_MEMORY_DEFAULT;
}

static void *zeroed(size_t n) {
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        abort();
    return p;
}

/* Elements of the object's own type, so that the values are small numbers for the kernel too. */
static void fill_bytes(block *b, const csl_object *o, uint32_t total, csl_fill fill,
                       csl_random *r) {
    uint32_t step = o->elem_bytes && o->elem_bytes <= 8 ? o->elem_bytes : 4;
    for (uint32_t i = 0; i + step <= total; i += step) {
        int64_t value = 0;
        switch (fill) {
        case CSL_FILL_ONE: value = 1; break;
        case CSL_FILL_BITS: value = csl_random_below(r, 2); break;
        case CSL_FILL_SMALL: value = (int64_t)csl_random_below(r, 70) - 2; break;
        default: break;
        }
        memcpy(b->bytes + i, &value, step); /* little endian */
    }
}

csl_memory *csl_memory_new(const csl_kernel *k, uint32_t nthreads, csl_fill fill, uint64_t seed) {
    csl_memory *m = zeroed(sizeof *m);
    m->k = k;
    m->blocks = zeroed((k->nobjects + 1) * sizeof *m->blocks);
    csl_random r = {seed};
    for (uint32_t i = 0; i < k->nobjects; i++) {
        const csl_object *o = &k->objects[i];
        block *b = &m->blocks[i];
        b->size = size_of(o);
        uint32_t total = b->size * (o->kind == CSL_OBJ_LOCAL ? nthreads : 1);
        b->bytes = zeroed(total);
        if (o->kind != CSL_OBJ_LOCAL)
            b->last = zeroed(b->size * sizeof *b->last);
        fill_bytes(b, o, total, fill, &r);
    }
    return m;
}

void csl_memory_free(csl_memory *m) {
    for (uint32_t i = 0; i < m->k->nobjects; i++) {
        free(m->blocks[i].bytes);
        free(m->blocks[i].last);
    }
    free(m->blocks);
    free(m->log);
    free(m);
}

int64_t csl_memory_address(uint32_t object, int64_t offset) {
    return (((int64_t)object + 1) << 40) + offset;
}

/* Splits an address; NULL if `bytes` from there are not inside one object. */
static block *locate(const csl_memory *m, int64_t address, uint32_t bytes, uint32_t *object,
                     uint32_t *offset) {
    int64_t which = (address >> 40) - 1, at = address & ((INT64_C(1) << 40) - 1);
    if (which < 0 || which >= m->k->nobjects || at + bytes > m->blocks[which].size)
        return NULL;
    *object = (uint32_t)which;
    *offset = (uint32_t)at;
    return &m->blocks[which];
}

static void add_record(csl_memory *m, block *b, uint32_t at, touch_kind kind,
                       const csl_memory_use *use) {
    if (m->nlog == m->capacity) {
        m->capacity = m->capacity ? 2 * m->capacity : 1024;
        m->log = realloc(m->log, m->capacity * sizeof *m->log);
        if (!m->log)
            abort();
    }
    m->log[m->nlog++] = (record){use->stmt, use->thread, use->now, kind, b->last[at]};
    b->last[at] = m->nlog;
}

/* Compares with the log of one byte. */
static bool clashes(const csl_memory *m, const block *b, uint32_t at, touch_kind kind,
                    const csl_memory_use *use, csl_memory_clash *clash, bool *known) {
    *known = false;
    for (uint32_t i = b->last[at]; i; i = m->log[i - 1].next) {
        const record *r = &m->log[i - 1];
        if (r->thread == use->thread) {
            *known |= r->kind == kind && r->when == use->now;
            continue;
        }
        if (r->kind == kind && kind != KIND_WRITE)
            continue; /* two reads, two atomics */
        if (use->seen[r->thread] >= r->when)
            continue;
        *clash = (csl_memory_clash){r->stmt, r->thread};
        return true;
    }
    return false;
}

csl_touch csl_memory_touch(csl_memory *m, int64_t address, const csl_access *acc,
                           const csl_memory_use *use, csl_memory_clash *clash) {
    uint32_t object, offset;
    block *b = locate(m, address, acc->bytes, &object, &offset);
    if (!b)
        return CSL_TOUCH_OUTSIDE;
    csl_object_kind owner = m->k->objects[object].kind;
    if (owner == CSL_OBJ_CONSTANT || owner == CSL_OBJ_ARGUMENT)
        return acc->mode == CSL_MODE_READ ? CSL_TOUCH_OK : CSL_TOUCH_OUTSIDE;
    if (!b->last)
        return CSL_TOUCH_OK;
    touch_kind kind = acc->atomic != CSL_ATOMIC_NONE ? KIND_ATOMIC
                      : acc->mode == CSL_MODE_READ   ? KIND_READ
                                                     : KIND_WRITE;
    for (uint32_t i = 0; i < acc->bytes; i++) {
        bool known;
        if (clashes(m, b, offset + i, kind, use, clash, &known))
            return CSL_TOUCH_RACE;
        if (!known)
            add_record(m, b, offset + i, kind, use);
    }
    return CSL_TOUCH_OK;
}

static uint8_t *bytes_of(const csl_memory *m, int64_t address, csl_type type, uint32_t thread) {
    uint32_t object, offset;
    block *b = locate(m, address, csl_type_bytes(type), &object, &offset);
    if (!b)
        abort(); /* touch() has said OK */
    bool local = m->k->objects[object].kind == CSL_OBJ_LOCAL;
    return b->bytes + (local ? thread * b->size : 0) + offset;
}

int64_t csl_memory_load(const csl_memory *m, int64_t address, csl_type type, uint32_t thread) {
    const uint8_t *from = bytes_of(m, address, type, thread);
    int64_t value = 0;
    if (type == CSL_F32) {
        float f;
        memcpy(&f, from, sizeof f);
        double d = f;
        memcpy(&value, &d, sizeof value);
        return value;
    }
    memcpy(&value, from, csl_type_bytes(type));
    return csl_normalise(type, value);
}

void csl_memory_store(csl_memory *m, int64_t address, csl_type type, uint32_t thread,
                      int64_t value) {
    uint8_t *to = bytes_of(m, address, type, thread);
    if (type == CSL_F32) {
        double d;
        memcpy(&d, &value, sizeof d);
        float f = (float)d;
        memcpy(to, &f, sizeof f);
        return;
    }
    memcpy(to, &value, csl_type_bytes(type));
}

void csl_memory_forget(csl_memory *m) {
    for (uint32_t i = 0; i < m->k->nobjects; i++)
        if (m->blocks[i].last)
            memset(m->blocks[i].last, 0, m->blocks[i].size * sizeof *m->blocks[i].last);
    m->nlog = 0;
}
