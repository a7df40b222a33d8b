/* Block shapes: from the launches in the file, __launch_bounds__, the command line (design section
 * 6, "Block shape"). */
#include "internal.h"

typedef struct dims {
    bool read[3];
} dims;

static csl_expr *note_dim(void *user, csl_expr *leaf) {
    dims *d = user;
    if (leaf->op == CSL_OP_TID || leaf->op == CSL_OP_BDIM)
        d->read[leaf->index] = true;
    return leaf;
}

static void note_dims(csl_ctx *ctx, const csl_stmt *s, dims *d) {
    for (; s; s = s->next) {
        csl_expr *e[6] = {0};
        switch (s->kind) {
        case CSL_STMT_IF:
            e[0] = s->branch.cond;
            note_dims(ctx, s->branch.body, d);
            note_dims(ctx, s->branch.other, d);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: note_dims(ctx, s->block.body, d); break;
        case CSL_STMT_LET: e[0] = s->let.value; break;
        case CSL_STMT_ACCESS:
            e[0] = s->access->address, e[1] = s->access->value, e[2] = s->access->bounds;
            break;
        case CSL_STMT_SYNC: e[0] = s->sync->mask, e[1] = s->sync->value, e[2] = s->sync->lane; break;
        case CSL_STMT_ASSUME: e[0] = s->cond; break;
        case CSL_STMT_CALL:
            for (uint32_t i = 0; i < s->call.nargs; i++)
                csl_map(ctx, s->call.args[i], note_dim, d);
            break;
        default: break;
        }
        for (int i = 0; i < 6; i++)
            if (e[i])
                csl_map(ctx, e[i], note_dim, d);
    }
}

static void add_shape(csl_analysis *a, uint32_t (*list)[3], const uint32_t s[3]) {
    for (uint32_t i = 0; i < a->shapes.n; i++)
        if (list[i][0] == s[0] && list[i][1] == s[1] && list[i][2] == s[2])
            return;
    for (int d = 0; d < 3; d++)
        list[a->shapes.n][d] = s[d];
    a->shapes.n++;
}

void csl_find_shapes(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    dims used = {{true, false, false}};
    note_dims(a->ctx, k->body, &used);
    a->shapes.max_threads = k->max_threads ? k->max_threads : 1024;
    a->shape_words = k->max_threads
                         ? csl_format(a->ctx, "every block of at most %u threads", k->max_threads)
                         : "every block shape";
    uint32_t(*list)[3] = csl_alloc(a->ctx, (k->nlaunches + 1) * sizeof *list);
    a->shapes.shape = (const uint32_t(*)[3])list;
    bool known = k->nlaunches > 0 && !k->launch_unknown;
    if (a->options->block[0]) {
        uint32_t s[3] = {a->options->block[0], a->options->block[1], a->options->block[2]};
        for (int d = 1; d < 3; d++)
            s[d] = s[d] ? s[d] : 1;
        add_shape(a, list, s);
        known = true;
    } else if (known) {
        for (uint32_t i = 0; i < k->nlaunches; i++) {
            const uint32_t *s = k->launches[i].block;
            if (s[0] && s[1] && s[2] && (uint64_t)s[0] * s[1] * s[2] <= 1024)
                add_shape(a, list, s);
            else
                known = false;
        }
    }
    if (known) {
        const char *words = "";
        for (uint32_t i = 0; i < a->shapes.n; i++)
            words = csl_format(a->ctx, "%s%s%ux%ux%u", words, i ? ", " : "", list[i][0], list[i][1],
                               list[i][2]);
        a->shape_words = words;
        return;
    }
    a->shapes.n = 0;
    static const char *const names[3] = {"x", "y", "z"};
    for (int d = 1; d < 3; d++)
        if (!used.read[d]) {
            a->shapes.unused[d] = true;
            csl_assume_that(a, csl_format(a->ctx, "blockDim.%s is 1 (the kernel never reads it)",
                                          names[d]));
        }
}
