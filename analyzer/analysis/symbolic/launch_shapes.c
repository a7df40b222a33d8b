/* What a kernel and its launches say about the launch. Block shapes: from the launches in the file,
 * __launch_bounds__, the command line (docs/how-it-works.md). The grid. Parameters that
 * are sizes. */
#include "symbolic.h"
#include "../../limits/limits.h"

#define COUNT_OF(list) (sizeof list / sizeof *list)

typedef struct dims {
    bool read[3];    /* by an expression of its own */
    bool indexed[3]; /* by threadIdx itself, not only blockDim */
    bool ranked[3];  /* as part of the thread's linear number */
    bool grid[3];    /* blockIdx or gridDim */
    bool barrier;
    bool *size;        /* by parameter, see csl_analysis.size */
    int64_t row;       /* by which the kernel numbers its threads, 0: it does not */
    bool several_rows; /* ... in several ways */
    bool *signs;       /* by parameter: a negative one means something to the program */
} dims;

static bool is_leaf(const csl_expr *e, csl_op op, uint32_t index) {
    return e->op == op && e->index == index;
}

/* (...) * blockDim.x + threadIdx.x, in either order. */
static bool is_rank(const csl_expr *e) {
    if (e->op != CSL_OP_ADD)
        return false;
    for (int i = 0; i < 2; i++) {
        const csl_expr *row = e->kids[!i];
        if (is_leaf(e->kids[i], CSL_OP_TID, 0) && row->op == CSL_OP_MUL &&
            (is_leaf(row->kids[0], CSL_OP_BDIM, 0) || is_leaf(row->kids[1], CSL_OP_BDIM, 0)))
            return true;
    }
    return false;
}

static const csl_expr *bare(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e;
}

/* `threadIdx.y * 32 + threadIdx.x`, in either order. */
static void note_numbering(dims *d, const csl_expr *e) {
    for (int i = 0; i < 2 && e->op == CSL_OP_ADD && e->nkids == 2; i++) {
        const csl_expr *row = bare(e->kids[!i]);
        if (!is_leaf(bare(e->kids[i]), CSL_OP_TID, 0) || row->op != CSL_OP_MUL ||
            !is_leaf(bare(row->kids[0]), CSL_OP_TID, 1) || row->kids[1]->op != CSL_OP_CONST)
            continue;
        d->several_rows |= d->row && d->row != row->kids[1]->value;
        d->row = row->kids[1]->value;
    }
}

static bool is_unsigned(csl_type t) {
    return csl_type_integer(t) && t != CSL_BOOL && t != CSL_PTR && !csl_type_signed(t);
}

/* The signed parameter, of at least 32 bits, that the term is or is made of by conversion; NULL. */
static const csl_expr *signed_param(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e->op == CSL_OP_PARAM && csl_type_signed((csl_type)e->type) &&
                   csl_type_bytes((csl_type)e->type) >= 4
               ? e
               : NULL;
}

/* `i < n` of an i that is unsigned itself and a signed n. */
static void note_size(dims *d, const csl_expr *e) {
    for (int i = 0; i < 2; i++) {
        const csl_expr *x = e->kids[i], *other = e->kids[!i];
        const csl_expr *of = x->op == CSL_OP_CAST ? signed_param(x) : NULL;
        const bool index =
            other->op != CSL_OP_CONST &&
            (other->op != CSL_OP_CAST || is_unsigned((csl_type)other->kids[0]->type));
        if (of && index && is_unsigned((csl_type)x->type))
            d->size[of->index] = true;
    }
}

/* `n < 0` and what else tells a negative n from others. */
static void note_sign(dims *d, const csl_expr *e) {
    for (unsigned i = 0; i < e->nkids && e->nkids <= 2; i++) {
        const csl_expr *of = signed_param(e->kids[i]);
        const csl_expr *c = e->nkids == 2 ? e->kids[1 - i] : NULL;
        if (!of || (c && (c->op != CSL_OP_CONST || !csl_type_signed((csl_type)c->type))))
            continue;
        const bool zero_counts = (e->op == CSL_OP_LT && i == 0) || (e->op == CSL_OP_LE && i == 1);
        const bool compares =
            e->op == CSL_OP_LT || e->op == CSL_OP_LE || e->op == CSL_OP_EQ || e->op == CSL_OP_NE;
        d->signs[of->index] |= e->op == CSL_OP_NEG || (e->op == CSL_OP_SHR && i == 0) ||
                               (compares && (c->value < 0 || (c->value == 0 && zero_counts))) ||
                               ((e->op == CSL_OP_MAX || e->op == CSL_OP_MIN) && c->value <= 0);
    }
}

/* `unsigned m = n`: what is negative has a meaning as something else. */
static void note_conversion(dims *d, const csl_expr *value) {
    const csl_expr *of = value->op == CSL_OP_CAST ? signed_param(value) : NULL;
    if (of && is_unsigned((csl_type)value->type))
        d->signs[of->index] = true;
}

static void note_expr(dims *d, const csl_expr *e, bool rank) {
    if (!e)
        return;
    if (e->op == CSL_OP_LT || e->op == CSL_OP_LE)
        note_size(d, e);
    note_sign(d, e);
    note_numbering(d, e);
    if (e->op == CSL_OP_TID || e->op == CSL_OP_BDIM) {
        if (rank)
            d->ranked[e->index] = true;
        else
            d->read[e->index] = true;
        d->indexed[e->index] |= !rank && e->op == CSL_OP_TID;
    }
    if (e->op == CSL_OP_BID || e->op == CSL_OP_GDIM)
        d->grid[e->index] = true;
    rank |= is_rank(e);
    for (uint32_t i = 0; i < e->nkids; i++)
        note_expr(d, e->kids[i], rank);
}

static void note_dims(dims *d, const csl_stmt *s) {
    for (; s; s = s->next) {
        switch (s->kind) {
        case CSL_STMT_IF:
            note_expr(d, s->branch.cond, false);
            note_dims(d, s->branch.body);
            note_dims(d, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: note_dims(d, s->block.body); break;
        case CSL_STMT_LET:
            note_expr(d, s->let.value, false);
            note_conversion(d, s->let.value);
            break;
        case CSL_STMT_ACCESS:
            note_expr(d, s->access->address, false);
            note_expr(d, s->access->value, false);
            break;
        case CSL_STMT_SYNC:
            d->barrier |= csl_sync_counts(s, CSL_SCOPE_WARP);
            note_expr(d, s->sync->mask, false);
            note_expr(d, s->sync->value, false);
            note_expr(d, s->sync->lane, false);
            break;
        case CSL_STMT_ASSUME: note_expr(d, s->cond, false); break;
        case CSL_STMT_CALL:
            for (uint32_t i = 0; i < s->call.nargs; i++)
                note_expr(d, s->call.args[i], false);
            break;
        default: break;
        }
    }
}

static bool is_only_shape(const csl_analysis *a, const uint32_t s[3]) {
    const uint32_t *only = a->shapes.shape[0];
    return a->shapes.n == 1 && only[0] == s[0] && only[1] == s[1] && only[2] == s[2];
}

/* The grid, where every launch says how large it is. A kernel that asks where in the grid it is
 * depends on that. */
static void find_grid(csl_analysis *a, const dims *used) {
    static const char *const names[3] = {"x", "y", "z"};
    const csl_kernel *k = a->kernel;
    for (int d = 0; d < 3; d++) {
        uint32_t least = a->options->grid[d], most = least;
        if (!most && k->nlaunches > 0 && !k->launch_unknown) {
            least = most = k->launches[0].grid[d];
            for (uint32_t i = 0; i < k->nlaunches; i++) {
                uint32_t n = k->launches[i].grid[d];
                least = n < least ? n : least;
                most = n > most ? n : most;
            }
        }
        if (!least)
            continue; /* one of the launches does not say */
        a->grid_least[d] = least;
        a->grid_most[d] = most;
        if (used->grid[d] && least == most)
            csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL,
                            csl_format(a->ctx, "gridDim.%s is %u", names[d], most));
        else if (used->grid[d])
            csl_assume_that(
                a, CSL_ASSUMED_GRID, NULL, NULL,
                csl_format(a->ctx, "gridDim.%s is between %u and %u", names[d], least, most));
    }
}

static void find_sizes(csl_analysis *a, const dims *used) {
    const csl_kernel *k = a->kernel;
    a->size = csl_alloc(a->ctx, (k->nparams + 1) * sizeof *a->size);
    for (uint32_t i = 0; i < k->nparams; i++)
        if (used->size[i] && !used->signs[i])
            a->size[i] = csl_format(a->ctx, "%s is not negative (it is compared as unsigned)",
                                    k->params[i].name);
}

/* The block that the collectives of the kernel work in, unless the kernel asks for more dimensions
 * than they know of. */
static bool made_for_one(const csl_kernel *k, const dims *used) {
    if (!k->made_for[0] || k->made_for_several ||
        (uint64_t)k->made_for[0] * k->made_for[1] * k->made_for[2] > 1024)
        return false;
    for (int d = 1; d < 3; d++)
        if (used->indexed[d] && k->made_for[d] == 1)
            return false;
    return true;
}

/* An instance with numbers that were made up: they are the sizes of the block, or one of them is.
 * False if they do not say enough, or say more than __launch_bounds__ lets be. */
static bool block_of_numbers(const csl_kernel *k, const dims *used, uint32_t block[3]) {
    uint32_t first = k->numbers[0], last = k->numbers[1];
    if (!first || used->indexed[2] || (used->indexed[1] && !last))
        return false;
    block[0] = used->indexed[1] || first > last ? first : last;
    block[1] = used->indexed[1] ? last : 1;
    block[2] = 1;
    return !k->max_threads || (uint64_t)block[0] * block[1] <= k->max_threads;
}

/* What every launch says of one dimension, though not of all: `dim3(32, rows)`. A block that cannot
 * be says nothing. */
static void find_same(const csl_analysis *a, uint32_t same[3]) {
    static const uint32_t most[3] = {1024, 1024, 64};
    uint64_t threads = 1;
    bool possible = true;
    for (int d = 0; d < 3; d++) {
        same[d] = a->kernel->same[d];
        possible &= same[d] <= most[d];
        threads *= same[d] ? same[d] : 1;
    }
    for (int d = 0; d < 3 && (!possible || threads > a->shapes.max_threads); d++)
        same[d] = same[d] == 1;
}

static const char *words_of(csl_ctx *ctx, const uint32_t (*list)[3], uint32_t n) {
    const char *words = "";
    for (uint32_t i = 0; i < n; i++)
        words = csl_format(ctx, "%s%s%ux%ux%u", words, i ? ", " : "", list[i][0], list[i][1],
                           list[i][2]);
    return words;
}

void csl_find_shapes(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    dims used = {.size = csl_alloc(a->ctx, k->nparams + 1),
                 .signs = csl_alloc(a->ctx, k->nparams + 1)};
    note_dims(&used, k->body);
    find_sizes(a, &used);
    find_grid(a, &used);
    a->row_of_numbers =
        used.several_rows || used.row < 8 || used.row > 64 || used.row % 8 ? 0 : used.row;
    a->shapes.max_threads = k->max_threads ? k->max_threads : 1024;
    a->shape_words = k->max_threads
                         ? csl_format(a->ctx, "every block of at most %u threads", k->max_threads)
                         : "every block shape";
    bool known = csl_find_stated_blocks(a);
    bool made = made_for_one(k, &used);
    if (made && !known) {
        a->shapes.n = 0;
        csl_add_block(a, k->made_for);
        csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL,
                        "the block is the one that the collectives in the kernel are made for");
    } else if (made && known && !is_only_shape(a, k->made_for))
        csl_obstruct(a, CSL_ABOUT_ALL, NULL,
                     "launched with another block than its collectives are made for");
    known |= made;
    uint32_t block[3];
    if (!known && block_of_numbers(k, &used, block)) {
        a->shapes.n = 0;
        csl_add_block(a, block);
        a->block_guessed = !k->names_block;
        csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL,
                        "the block has the size that was made up for the template");
        known = true;
    }
    if (!known && !used.indexed[1] && !used.indexed[2]) {
        a->shapes.n = 0;
        known = csl_find_bound_block(a);
    }
    if (known) {
        a->shape_words = words_of(a->ctx, a->shapes.shape, a->shapes.n);
        return;
    }
    a->shapes.n = 0;
    static const char *const names[3] = {"x", "y", "z"};
    uint32_t same[3];
    find_same(a, same);
    for (int d = 0; d < 3; d++) {
        /* a kernel with barriers that never asks who it is still has several threads; so has one
         * that does not even ask for its block */
        bool single = d > 0 || (!used.barrier && (used.grid[0] || used.grid[1] || used.grid[2]));
        bool one = !used.read[d] && !used.ranked[d] && single && k->same[d] <= 1;
        a->shapes.fixed[d] = one ? 1 : same[d];
        if (one || same[d])
            csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL,
                            csl_format(a->ctx, "blockDim.%s is %u (%s)", names[d],
                                       a->shapes.fixed[d],
                                       one ? "the kernel never reads it" : "in every launch"));
    }
    a->idle[2] = !used.indexed[2];
    a->idle[1] = !used.indexed[1] && a->idle[2];
    a->never_asks = !a->shapes.fixed[0] && !used.read[0] && !used.ranked[0] && !used.barrier;
}

/* ---- what is really executed ----------------------------------------------------------------- */

/* Dimensions that terms are made of. */
typedef struct made_of {
    bool of[3];
    unsigned looks; /* left; without any they are taken for made of all */
} made_of;

static bool note_part(void *user, csl_expr *e) {
    made_of *m = user;
    if (m->looks == 0) {
        m->of[0] = m->of[1] = m->of[2] = true;
        return true;
    }
    --m->looks;
    if (e->op == CSL_OP_TID || e->op == CSL_OP_BDIM)
        m->of[e->index] = true;
    return false;
}

static bool is_rank_part(void *user, csl_expr *e) {
    (void)user;
    return is_rank(e);
}

/* Terms of the kernel: those that decide where a thread goes and what it touches, and others. */
typedef struct kernel_terms {
    csl_expr **deciding, **other;
    size_t ndeciding, nother;
} kernel_terms;

static kernel_terms terms_of(const csl_analysis *a) {
    kernel_terms t = {0};
    const size_t room = 8 * (size_t)a->nodes.n + 3 * (size_t)a->syms.n + 1;
    t.deciding = csl_alloc(a->ctx, room * sizeof *t.deciding);
    t.other = csl_alloc(a->ctx, (2 * (size_t)a->nodes.n + 1) * sizeof *t.other);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *const terms[] = {n->reach, n->cond, n->address, n->bounds,
                                   n->mask,  n->lane, n->id,      n->count};
        for (size_t k = 0; k < COUNT_OF(terms); k++)
            t.deciding[t.ndeciding++] = terms[k];
        t.other[t.nother++] = n->value;
        t.other[t.nother++] = n->offered;
    }
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        csl_expr *const terms[] = {s->init, s->next, s->def};
        for (size_t k = 0; k < COUNT_OF(terms); k++)
            t.deciding[t.ndeciding++] = terms[k];
    }
    return t;
}

/* `apart`: not as part of the thread's linear number. */
static made_of dimensions_in(csl_analysis *a, csl_expr *const *terms, size_t n, bool apart) {
    made_of m = {.looks = CSL_LIMIT(rank_looks)};
    csl_find_uncovered(a->ctx, terms, n, note_part, apart ? is_rank_part : NULL, &m);
    return m;
}

static bool is_thread(void *looks, csl_expr *part) {
    unsigned *left = looks;
    return *left == 0 || --*left == 0 || part->op == CSL_OP_TID;
}

/* It contains no more of threadIdx than the number of the lane: `tid % 32`, `tid & 31`. */
static bool is_of_lane(void *looks, csl_expr *part) {
    (void)looks;
    for (uint32_t i = 0; i < 2 && part->nkids == 2; i++) {
        const csl_expr *by = part->kids[1 - i];
        if (by->op == CSL_OP_CONST &&
            ((part->op == CSL_OP_REM && i == 0 && by->value == 32) ||
             (part->op == CSL_OP_BAND && by->value >= 0 && by->value < 32)))
            return true;
    }
    return false;
}

/* Nothing in the kernel tells its warps apart. */
static bool are_warps_alike(csl_analysis *a) {
    unsigned looks = CSL_LIMIT(thread_looks);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *terms[] = {n->reach, n->cond, n->address, n->mask, n->lane};
        for (size_t t = 0; t < COUNT_OF(terms); t++)
            terms[t] = terms[t] ? csl_expand(a, terms[t]) : NULL;
        if (csl_find_uncovered(a->ctx, terms, COUNT_OF(terms), is_thread, is_of_lane, &looks))
            return false;
    }
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        csl_expr *const terms[] = {s->init, s->next, s->def};
        if (csl_find_uncovered(a->ctx, terms, COUNT_OF(terms), is_thread, is_of_lane, &looks))
            return false;
    }
    return true;
}

void csl_refine_shapes(csl_analysis *a) {
    static const char *const names[3] = {"x", "y", "z"};
    a->warps_alike =
        !a->shapes.n && (a->kernel->helper || !csl_has_block_barrier(a)) && are_warps_alike(a);
    a->for_a_warp = a->warps_alike && !csl_has_block_barrier(a);
    if (a->shapes.n)
        return;
    if (a->shapes.fixed[1] == 1 && a->shapes.fixed[2] == 1) {
        csl_bound_by_arrays(a);
        return;
    }
    const kernel_terms t = terms_of(a);
    const made_of index = dimensions_in(a, t.deciding, t.ndeciding, true);
    const made_of deciding = dimensions_in(a, t.deciding, t.ndeciding, false);
    const made_of other = dimensions_in(a, t.other, t.nother, false);
    a->idle[2] |= !index.of[2];
    a->idle[1] |= !index.of[1] && a->idle[2];
    for (int d = 1; d < 3; d++) {
        if (a->shapes.fixed[d] || deciding.of[d] || other.of[d])
            continue;
        a->shapes.fixed[d] = 1;
        csl_assume_that(
            a, CSL_ASSUMED_BLOCK, NULL, NULL,
            csl_format(a->ctx, "blockDim.%s is 1 (the kernel never reads it)", names[d]));
    }
}
