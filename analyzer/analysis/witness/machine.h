/* Runs the IR of a kernel for one thread, statement by statement, with plain numbers.
 *
 * It knows nothing of terms, symbols or closed forms, so what it sees does not repeat a mistake of
 * the symbolic execution. Numbers it cannot compute (what memory or another thread holds) it asks
 * of its owner; an unknown value is marked as such, and so is everything made of it.
 */
#ifndef CSL_MACHINE_H
#define CSL_MACHINE_H

#include "../../ir.h"

typedef struct csl_known {
    int64_t value; /* as csl_expr.value would hold it */
    bool known;
} csl_known;

/* What the thread is about to do; `value` is the address of an ACCESS (its bytes are those of the
 * statement), whether the condition of an IF holds, or how many groups an ASYNC leaves open. */
typedef struct csl_moment {
    const csl_stmt *stmt;
    csl_known value;
} csl_moment;

/* A slot of private memory that has been written. */
typedef struct csl_private {
    int64_t address;
    uint32_t bytes;
    csl_type type;
    csl_known value;
} csl_private;

typedef struct csl_machine {
    /* set by the owner */
    csl_ctx *ctx;     /* of the expressions */
    csl_ctx *scratch; /* of what it has for itself */
    const csl_kernel *kernel;
    int64_t tid[3], bid[3], bdim[3], gdim[3];
    int64_t *param;  /* scalar parameters */
    uint32_t budget; /* statements it may still run */
    void *owner;
    csl_known (*result)(void *owner, const csl_stmt *s); /* of a load, collective or call */
    bool (*choose)(void *owner, const csl_stmt *s);      /* an IF whose condition is unknown */
    bool
        passes_unknown; /* ... it is asked, but neither arm runs, and what both assign is unknown */
    /* A pass begins, from 0; false: stop here. */
    bool (*start_pass)(void *owner, const csl_stmt *loop, uint32_t pass);
    bool (*see)(void *owner, const csl_moment *m); /* false: stop here */
    /* Before a pass of the loop: true if it is left now, by a jump to the end of *label. */
    bool (*passes_by)(void *owner, const csl_stmt *loop, uint32_t *label);
    /* its own */
    csl_known *var;
    csl_private *memory; /* in the order of their addresses */
    uint32_t nmemory, capacity;
    uint32_t last_slot; /* of memory that was looked for and found */
    uint32_t label;     /* a BR is on its way to the end of this block */
    bool spent;         /* the budget ran out */
} csl_machine;

/* Runs the thread from the start of the kernel until it ends, is stopped, or the budget is spent.
 */
void csl_machine_run(csl_machine *m);
csl_known csl_machine_eval(csl_machine *m, const csl_expr *e);
/* The pointer value of an object. Addresses of shared memory fit into 32 bits, as on a GPU. */
int64_t csl_machine_base(const csl_kernel *k, uint32_t object);
/* ... of memory of which only is known that `origin` numbers the pointer to it. */
int64_t csl_machine_unknown_base(uint32_t origin);

/* What the bytes of private memory hold, as a value of the type (private_memory.c). */
csl_known csl_private_load(csl_machine *m, int64_t address, uint32_t bytes, csl_type type);
void csl_private_store(csl_machine *m, int64_t address, uint32_t bytes, csl_type type,
                       csl_known value);
/* All of it may have been stored to. */
void csl_private_forget(csl_machine *m);

#endif
