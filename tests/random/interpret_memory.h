/* Memory of the oracle: the bytes of every object, and who touched which since the last block
 * barrier. */
#ifndef CSL_INTERPRET_MEMORY_H
#define CSL_INTERPRET_MEMORY_H

#include "interpret.h"

typedef struct csl_memory csl_memory;

/* Objects of unknown size get CSL_MEMORY_DEFAULT bytes; LOCAL ones exist once per thread. */
#ifndef CSL_MEMORY_DEFAULT
#define CSL_MEMORY_DEFAULT 4096
#endif
csl_memory *csl_memory_new(const csl_kernel *k, uint32_t nthreads, csl_fill fill, uint64_t seed);
void csl_memory_free(csl_memory *m);

/* The address of a byte of an object as a pointer value. */
int64_t csl_memory_address(uint32_t object, int64_t offset);

/* Who touches memory: `now` is the thread's own clock, `seen` what it knows of each other. */
typedef struct csl_memory_use {
    const csl_stmt *stmt;
    uint32_t thread, now;
    const uint32_t *seen;
} csl_memory_use;

typedef struct csl_memory_clash {
    const csl_stmt *stmt;
    uint32_t thread;
} csl_memory_clash;

typedef enum { CSL_TOUCH_OK, CSL_TOUCH_OUTSIDE, CSL_TOUCH_RACE } csl_touch;

/* Logs an access and compares it with those of other threads; RACE fills *clash. */
csl_touch csl_memory_touch(csl_memory *m, int64_t address, const csl_access *acc,
                           const csl_memory_use *use, csl_memory_clash *clash);
/* After touch() said OK. */
int64_t csl_memory_load(const csl_memory *m, int64_t address, csl_type type, uint32_t thread);
void csl_memory_store(csl_memory *m, int64_t address, csl_type type, uint32_t thread,
                      int64_t value);
/* A block barrier: what was logged is ordered before everything to come. */
void csl_memory_forget(csl_memory *m);

#endif
