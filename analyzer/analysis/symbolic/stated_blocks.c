/* The blocks that launches state, as numbers or as a choice of numbers: `n <= 4 ? 64 : 128`. Which
 * of them goes with which parameters is a term (queries/launch_terms.c). */
#include "symbolic.h"
#include "../../limits/limits.h"

#include <string.h>

typedef struct choice {
    uint32_t v[CSL_ROOM_shapes_tried], n;
} choice;

void csl_add_block(csl_analysis *a, const uint32_t s[3]) {
    const uint32_t n = a->shapes.n;
    for (uint32_t i = 0; i < n; i++)
        if (memcmp(a->shapes.shape[i], s, sizeof a->shapes.shape[i]) == 0)
            return;
    uint32_t(*list)[3] = csl_alloc(a->ctx, (n + 1) * sizeof *list);
    if (n)
        memcpy(list, a->shapes.shape, n * sizeof *list);
    memcpy(list[n], s, sizeof *list);
    a->shapes.shape = (const uint32_t(*)[3])list;
    a->shapes.n = n + 1;
}

/* The numbers that a term chooses from; false if it is another one or they are too many. */
static bool chooses(const csl_expr *e, choice *c) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    if (e->op == CSL_OP_ITE)
        return chooses(e->kids[1], c) && chooses(e->kids[2], c);
    if (e->op != CSL_OP_CONST || e->value < 1 || e->value > 1024 || c->n == CSL_ROOM_shapes_tried)
        return false;
    c->v[c->n++] = (uint32_t)e->value;
    return true;
}

/* All blocks that the launch may have; false if it does not say. */
static bool add_blocks(csl_analysis *a, const csl_launch *l) {
    choice of[3] = {{.n = 0}};
    for (int d = 0; d < 3; d++)
        if (l->block[d])
            of[d] = (choice){.v = {l->block[d]}, .n = 1};
        else if (!l->says[d] || !chooses(l->says[d], &of[d]))
            return false;
    if ((uint64_t)of[0].n * of[1].n * of[2].n > CSL_ROOM_shapes_tried)
        return false;
    bool any = false;
    for (uint32_t x = 0; x < of[0].n; x++)
        for (uint32_t y = 0; y < of[1].n; y++)
            for (uint32_t z = 0; z < of[2].n; z++) {
                const uint32_t s[3] = {of[0].v[x], of[1].v[y], of[2].v[z]};
                if ((uint64_t)s[0] * s[1] * s[2] > 1024)
                    continue;
                csl_add_block(a, s);
                any = true;
            }
    return any;
}

bool csl_find_stated_blocks(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    bool known = k->nlaunches > 0 && !k->launch_unknown;
    for (uint32_t i = 0; i < k->nlaunches; i++)
        known &= add_blocks(a, &k->launches[i]);
    if (known || !a->options->block[0])
        return known;
    uint32_t s[3] = {a->options->block[0], a->options->block[1], a->options->block[2]};
    for (int d = 1; d < 3; d++)
        s[d] = s[d] ? s[d] : 1;
    csl_add_block(a, s);
    return true;
}

/* Some barrier counts threads, or warps, by a number. */
static bool counts_threads(const csl_stmt *s) {
    for (; s; s = s->next) {
        bool counts = s->kind == CSL_STMT_SYNC && (s->sync->object || s->sync->count);
        if (s->kind == CSL_STMT_IF)
            counts = counts_threads(s->branch.body) || counts_threads(s->branch.other);
        else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK)
            counts = counts_threads(s->block.body);
        if (counts)
            return true;
    }
    return false;
}

bool csl_find_bound_block(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    const uint32_t row[3] = {k->max_threads, 1, 1};
    if (!k->max_threads || (k->max_threads > 1 && !counts_threads(k->body)))
        return false;
    csl_add_block(a, row);
    if (k->max_threads > 1)
        csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL,
                        "the block has as many threads as the launch bounds allow");
    return true;
}
