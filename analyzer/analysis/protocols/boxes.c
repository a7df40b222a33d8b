/* Tiles that the copy engine and the tensor core move: how large they are no instruction says.
 *
 * A barrier object that counts bytes says it: what is expected is what comes (bytes.c). Of others
 * the most is known: a tile does not reach beyond the row of the array, or the stage, that it
 * begins in, and in dynamic shared memory not to where another one begins. An operand of the tensor
 * core lies inside what was copied there, from its beginning to its end. All of this is assumed of
 * the descriptions that the host makes, and a proof lists it.
 */
#include "protocols.h"

static bool is_tile(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_box;
}

/* The whole array, or its first row that starts at multiples of what stages are apart. */
static int64_t row_of(const csl_object *o, int64_t step) {
    int64_t row = (int64_t)o->bytes;
    for (uint32_t d = 0; d < o->ndims && (step ? step % row : o->ndims > 1 && d == 0); d++)
        row = o->dims[d] ? row / (int64_t)o->dims[d] : row;
    return step && step % row ? 0 : row;
}

/* Bytes from a tile at one place of dynamic shared memory to where the next tile begins, or to the
 * end. */
static int64_t before_next(csl_analysis *a, const csl_node *n, int64_t start) {
    int64_t next = start < CSL_MOST_SHARED ? CSL_MOST_SHARED : start;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *m = a->nodes.v[i];
        if (!is_tile(m) || m->stmt->access->is_tensor || m->ntargets != 1 ||
            m->targets[0].root != n->targets[0].root)
            continue;
        csl_expr *offset = csl_expand(a, m->targets[0].offset);
        const csl_range r = csl_range_of(a, offset);
        const int64_t step = csl_step_of(offset), first = (int64_t)r.lo;
        const int64_t at =
            step && first <= start ? first + ((start - first) / step + 1) * step : first;
        if (at > start && at < next && at <= r.hi)
            next = at;
    }
    return next - start;
}

/* The bytes from where the tile begins to where its row, its stage or its memory ends, or 0. */
static int64_t room_at(csl_analysis *a, const csl_node *n) {
    const csl_object *o = n->ntargets == 1 ? csl_object_of_root(a, n->targets[0].root) : NULL;
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return 0;
    csl_expr *offset = csl_expand(a, n->targets[0].offset);
    const int64_t step = csl_step_of(offset);
    const csl_range r = csl_range_of(a, offset);
    if ((o->kind == CSL_OBJ_DYNAMIC || !o->bytes) && step)
        return step < CSL_LEAST_TILE ? 0 : step;
    if (r.lo < 0)
        return 0;
    if (o->kind == CSL_OBJ_DYNAMIC || !o->bytes)
        return before_next(a, n, (int64_t)r.lo);
    const int64_t row = row_of(o, step);
    if (!row)
        return 0;
    return row - (int64_t)r.lo % row;
}

int64_t csl_room_of_tile(csl_analysis *a, const csl_node *n) {
    const int64_t room = room_at(a, n), within = n->stmt->access->within;
    return within && (!room || within < room) ? within : room;
}

int64_t csl_end_of_tile(csl_analysis *a, const csl_node *n) {
    const csl_object *o = n->ntargets == 1 ? csl_object_of_root(a, n->targets[0].root) : NULL;
    const csl_expr *offset = o ? csl_expand(a, n->targets[0].offset) : NULL;
    const bool declared = o && o->kind == CSL_OBJ_SHARED && o->bytes;
    if (!declared || offset->op != CSL_OP_CONST || offset->value < 0)
        return 0;
    return (int64_t)o->bytes - offset->value;
}

void csl_set_tile(csl_analysis *a, csl_node *n, int64_t bytes, bool vague) {
    n->stmt->access->bytes = (uint32_t)bytes;
    n->stmt->access->is_vague = vague;
    csl_assume_that(a, CSL_ASSUMED_TILE, NULL, n->stmt->place,
                    "tiles are as large as their barrier objects expect, and none reaches beyond "
                    "the row or the stage that it begins in, or to where another begins");
}

/* ---- what is read of a tile ---------------------------------------------------------------------- */

csl_expr *csl_multiples(csl_analysis *a, csl_expr *e, int64_t stride, int64_t *constant) {
    if (e->op == CSL_OP_ADD) {
        csl_expr *one = csl_multiples(a, e->kids[0], stride, constant);
        csl_expr *other = csl_multiples(a, e->kids[1], stride, constant);
        return csl_binary(a->ctx, CSL_OP_ADD, one, other);
    }
    if (e->op == CSL_OP_CONST)
        *constant += e->value;
    else if (csl_step_of(e) % stride == 0)
        return e;
    return csl_const(a->ctx, CSL_I64, 0);
}

csl_expr *csl_rest(csl_analysis *a, csl_expr *e, int64_t stride) {
    if (e->op == CSL_OP_ADD)
        return csl_binary(a->ctx, CSL_OP_ADD, csl_rest(a, e->kids[0], stride),
                          csl_rest(a, e->kids[1], stride));
    const bool whole = e->op != CSL_OP_CONST && csl_step_of(e) % stride == 0;
    return whole ? csl_const(a->ctx, (csl_type)e->type, 0) : e;
}

/* A thread may come to the node with an offset of `least` to `most`. */
static csl_verdict reaches(csl_analysis *a, const csl_node *n, csl_expr *offset, int64_t least,
                           int64_t most) {
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *from = csl_const(a->ctx, (csl_type)offset->type, least);
    csl_expr *to = csl_const(a->ctx, (csl_type)offset->type, most);
    csl_expr *both = csl_and(a->ctx, csl_expand(a, n->reach),
                             csl_and(a->ctx, csl_binary(a->ctx, CSL_OP_LE, from, offset),
                                     csl_binary(a->ctx, CSL_OP_LE, offset, to)));
    csl_query q = csl_builder_query(b, csl_side(b, 0, both), csl_true(a->ctx));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF | CSL_USE_WITNESS | CSL_USE_SOLVER).verdict;
    csl_builder_done(b);
    return v;
}

csl_verdict csl_tile_is_read_from(csl_analysis *a, const csl_node *copy, int64_t behind,
                                  int64_t room) {
    csl_expr *to = csl_expand(a, copy->targets[0].offset);
    const int64_t stride = csl_step_of(to);
    const csl_range all = csl_range_of(a, to);
    csl_verdict worst = CSL_SAFE;
    for (uint32_t i = 0; i < a->nodes.n && room; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || n->ntargets != 1 || n == copy ||
            n->targets[0].root != copy->targets[0].root)
            continue;
        csl_expr *offset = csl_expand(a, n->targets[0].offset);
        const csl_range r = csl_range_of(a, offset);
        const csl_access *access = n->stmt->access;
        const bool meets = r.lo < all.hi + room && r.hi + access->bytes > all.lo;
        if (access->mode != CSL_MODE_READ && meets)
            return CSL_SAFE; /* it may read what others have written */
        if (access->mode != CSL_MODE_READ || access->is_async || !meets || worst == CSL_POSSIBLE)
            continue;
        int64_t constant = 0;
        csl_expr *stage = stride ? csl_multiples(a, offset, stride, &constant) : NULL;
        csl_expr *inside = stage ? csl_binary(a->ctx, CSL_OP_SUB, offset, stage) : offset;
        const int64_t first = (int64_t)all.lo - (int64_t)access->bytes; /* ends where it begins */
        const csl_verdict v = reaches(a, n, inside, first + behind + 1, first + room);
        worst = v == CSL_SAFE ? worst : v;
    }
    return worst;
}

/* ---- operands of the tensor core ---------------------------------------------------------------- */

/* The operand lies in a stage of what `copy` fills: it is taken for all of it. */
static bool lies_in(csl_analysis *a, csl_node *operand, const csl_node *copy) {
    if (operand->ntargets != 1 || copy->ntargets != 1 ||
        operand->targets[0].root != copy->targets[0].root || !copy->completes)
        return false;
    csl_expr *to = csl_expand(a, copy->targets[0].offset);
    csl_expr *from = csl_expand(a, operand->targets[0].offset);
    const csl_range all = csl_range_of(a, to), read = csl_range_of(a, from);
    const int64_t stride = csl_step_of(to), bytes = copy->stmt->access->bytes;
    if (read.lo < all.lo || read.hi + CSL_LEAST_TILE > all.hi + bytes || (stride && stride < bytes))
        return false;
    int64_t constant = 0;
    csl_expr *stage = stride ? csl_multiples(a, from, stride, &constant) : NULL;
    const int64_t start = (int64_t)all.lo, inside = constant - start;
    if (stride && inside < 0)
        return false;
    const int64_t begin = start + (stride ? inside / stride * stride : 0);
    const csl_wide last = csl_range_of(a, stride ? csl_rest(a, from, stride) : from).hi - begin;
    if (csl_reaches_beyond(a, operand, last, bytes))
        return false;
    operand->stmt->access->is_moved = last != 0;
    operand->targets[0].offset =
        !stride ? csl_const(a->ctx, CSL_I64, begin)
                : csl_binary(a->ctx, CSL_OP_ADD, stage, csl_const(a->ctx, CSL_I64, begin));
    csl_set_tile(a, operand, bytes, true);
    return true;
}

/* ---- all ------------------------------------------------------------------------------------------ */

/* Whether the descriptor of an operand has told. */
static bool size_tile(csl_analysis *a, csl_node *n) {
    for (uint32_t i = 0; n->stmt->access->is_tensor && i < a->nodes.n; i++) {
        const csl_node *copy = a->nodes.v[i];
        if (copy->stmt->kind == CSL_STMT_ACCESS && copy->stmt->access->is_bulk &&
            copy->stmt->access->mode == CSL_MODE_WRITE && lies_in(a, n, copy))
            return false;
    }
    if (csl_size_operand(a, n))
        return true;
    const int64_t room = csl_room_of_tile(a, n);
    if (room >= CSL_LEAST_TILE)
        csl_set_tile(a, n, room, true);
    else
        csl_obstruct(a, CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), n,
                     "a tile of shared memory whose size is not known");
    return false;
}

void csl_size_tiles(csl_analysis *a) {
    bool described = false; /* the operand of which pieces follow */
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (!is_tile(n))
            continue;
        const csl_operand *o = n->stmt->access->operand;
        if (n->size) {
            csl_size_computed(a, n);
            continue;
        }
        if (o && o->piece)
            csl_size_piece(a, n, a->nodes.v[i - o->piece - 1], described);
        else if (n->stmt->access->bytes == CSL_LEAST_TILE)
            described = size_tile(a, n);
        if (!n->stmt->access->is_tensor)
            csl_assume_that(a, CSL_ASSUMED_TILE, NULL, n->stmt->place,
                            "the global memory of tensor copies is not accessed otherwise, and "
                            "each tile of it is written once");
    }
}
