/* Conflicts of shared-memory banks. Needs csl_find_uniform(). */
#ifndef CSL_BANKS_H
#define CSL_BANKS_H

#include "lanes.h"
#include "wavefronts.h"

/* Fills in csl_analysis.bank_conflicts, and prints for --dump=banks what each access of shared
 * memory costs whose address is known. */
void csl_find_bank_conflicts(csl_analysis *a);

/* ---- what the files of this folder share ------------------------------------------------------ */

enum { CSL_BANK_LOOPS = 3 }; /* around an access, whose passes its address depends on */

/* An access of shared memory, the same for each lane. */
typedef struct csl_bank_site {
    csl_node *node;
    const csl_object *object;
    csl_expr *offset, *guard; /* expanded */
    uint32_t iter[CSL_BANK_LOOPS];
    const csl_loop *loop[CSL_BANK_LOOPS]; /* the innermost comes first */
    csl_expr
        *stay[CSL_BANK_LOOPS]; /* condition on which a pass is not the last; or NULL: unknown */
    uint32_t nloops;
    uint32_t bytes;
} csl_bank_site;

/* Another layout of an object: rows of `row` bytes get `pad` more; or, in a row, the unit of
 * `unit` bytes at column c of row r lies at column c ^ (r % columns). */
typedef struct csl_bank_layout {
    int64_t row, pad; /* row 0: as it is */
    int64_t unit;     /* > 0: the second */
} csl_bank_layout;

/* What all requests of a site come to, for one shape of the block. */
typedef struct csl_bank_cost {
    bool known;      /* its address is, in all that was looked at */
    bool exact;      /* the condition to get there is, and so are its passes: the sums are right */
    bool shifted;    /* its places are known but for a number that all lanes share */
    bool open;       /* ... but for what the block shares, which decides whether lanes get there */
    bool misaligned; /* the layout breaks an alignment */
    uint64_t requests, wavefronts, ideal;
    csl_wavefronts worst;
    uint32_t warp; /* of the worst request */
    uint32_t pass[CSL_BANK_LOOPS];
    int64_t place[2]; /* of the two lanes named in `worst` */
} csl_bank_cost;

/* `by_pass`: the passes of its loops are gone through; else a pass is a number that all lanes
 * share, and nothing is summed up over them. */
csl_bank_cost csl_bank_cost_of(csl_analysis *a, csl_ctx *scratch, const csl_bank_site *site,
                               const uint32_t block[3], const csl_bank_layout *layout,
                               bool by_pass);

/* The accesses of a kernel, what they cost, and for which block. */
typedef struct csl_bank_table {
    csl_analysis *a;
    csl_ctx *scratch;
    const csl_bank_site *sites;
    const csl_bank_cost *costs;
    uint32_t n;
    uint32_t block[3];
    unsigned trials; /* that are left */
} csl_bank_table;

/* A layout of the object under which site `which` has no conflict and no other site costs more:
 * tried. In words ("declare it as `tile[32][33]`"), or NULL: none was found. */
const char *csl_bank_relief(csl_bank_table *t, uint32_t which);

void csl_print_bank_cost(FILE *to, const csl_bank_table *t, uint32_t i);

#endif
