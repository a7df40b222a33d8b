/* PTX instructions of the tensor core of sm_100 and of the memory it has: tcgen05.
 *
 * Source of the semantics: PTX ISA, "TensorCore 5th Generation Family Instructions". Tensor memory
 * has lanes and columns; it is allocated in columns of all lanes. Loads and stores are of a warp,
 * whose threads each have a lane, and end when the warp waits for them. Matrix operations are of
 * one thread; they read shared memory through the async proxy and end when a tcgen05.commit says so
 * at a barrier object. Those of two blocks, sparse ones and such with scales are not modelled.
 */
#include "asm.h"

#include <stdlib.h>
#include <string.h>

static csl_expr *number(csl_asm *a, int64_t n) {
    return csl_const(a->L->ctx, CSL_U32, n);
}

static csl_expr *binary(csl_asm *a, csl_op op, csl_expr *x, csl_expr *y) {
    return csl_binary(a->L->ctx, op, x, y);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static csl_expr *tensor_memory(csl_lower_state *L) {
    unsigned i = 0;
    while (i < L->nobjects && L->objects[i].kind != CSL_OBJ_TENSOR)
        i++;
    if (i == L->nobjects) {
        CXType none = {.kind = CXType_Invalid};
        i = csl_new_object(L, CSL_OBJ_TENSOR, clang_getNullCursor(), none,
                           csl_intern(L->ctx, "tensor memory"));
        csl_object *o = &L->objects[i];
        o->elem = CSL_U32;
        o->elem_bytes = CSL_TENSOR_CELL;
        o->ndims = 2;
        o->dims[0] = CSL_TENSOR_LANES;
        o->dims[1] = UINT64_C(1) << CSL_TENSOR_SHIFT;
        o->bytes = o->dims[0] * o->dims[1] * CSL_TENSOR_CELL;
    }
    return csl_object_address(L, i);
}

/* "[$1]", "[$1 + 8]", "$1": lane and column as a number. */
static csl_expr *place_of(csl_asm *a, const char *text) {
    csl_ctx *ctx = a->L->ctx;
    text += strspn(text, "[ ");
    const char *end = text + strcspn(text, "+] ");
    const char *plus = strchr(end, '+');
    csl_expr *place = csl_cast(
        ctx, CSL_U32, csl_asm_value(a, csl_strndup(ctx, text, (size_t)(end - text)), CSL_U32));
    return plus ? binary(a, CSL_OP_ADD, place, number(a, strtol(plus + 1, NULL, 0))) : place;
}

/* The cell so many lanes behind the place. */
static csl_expr *cell(csl_asm *a, csl_expr *place, csl_expr *lanes) {
    csl_ctx *ctx = a->L->ctx;
    csl_expr *behind =
        binary(a, CSL_OP_MUL, csl_cast(ctx, CSL_I64, lanes),
               csl_const(ctx, CSL_I64, CSL_TENSOR_CELL * (INT64_C(1) << CSL_TENSOR_SHIFT)));
    csl_expr *first = binary(a, CSL_OP_MUL, csl_cast(ctx, CSL_I64, place),
                             csl_const(ctx, CSL_I64, CSL_TENSOR_CELL));
    return binary(a, CSL_OP_ADD, tensor_memory(a->L), binary(a, CSL_OP_ADD, first, behind));
}

static csl_access *touch(csl_asm *a, csl_mode mode, csl_expr *address, int64_t columns) {
    csl_access *x = csl_asm_access(a, mode, address, CSL_VOID, (uint32_t)columns * CSL_TENSOR_CELL);
    x->through = csl_intern(a->L->ctx, "tensor memory");
    return x;
}

/* How all lanes are touched. */
typedef struct manner {
    bool tracked, copies, vague; /* as is_tracked, is_bulk, is_vague of an access */
    uint32_t shape;
} manner;

/* All lanes of so many columns: the first one, of which it is easy to tell, and any of them. */
static void touch_lanes(csl_asm *a, csl_mode mode, csl_expr *place, int64_t columns, manner how) {
    csl_expr *any = csl_emit_havoc(a->L, CSL_U32, CSL_SCOPE_THREAD, a->at, NULL);
    csl_expr *lane[] = {number(a, 0), binary(a, CSL_OP_BAND, any, number(a, CSL_TENSOR_LANES - 1))};
    for (int all = 0; all < 2; all++) {
        csl_access *x = touch(a, mode, cell(a, place, lane[all]), columns);
        x->is_async = x->is_tracked = how.tracked;
        x->is_bulk = how.copies;
        x->is_vague = how.vague;
        x->shape = how.shape;
    }
}

/* ---- a warp ---------------------------------------------------------------------------------- */

/* Statements up to end_lanes() are for lanes below `n`. */
static csl_stmt *begin_lanes(csl_asm *a, int64_t n, csl_seq *body, csl_seq **outer) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_IF, a->at);
    s->origin = CSL_FROM_IF;
    s->branch.cond = binary(a, CSL_OP_LT, csl_asm_value(a, "%laneid", CSL_U32), number(a, n));
    *outer = a->L->seq;
    *body = (csl_seq){.around = *outer};
    a->L->seq = body;
    return s;
}

static void end_lanes(csl_asm *a, csl_stmt *s, csl_seq *outer) {
    s->branch.body = a->L->seq->first;
    a->L->seq = outer;
}

/* The number behind "x" in the name, or 0. */
static int64_t repeats(const csl_ptx *i) {
    for (const char *p = strstr(i->name, ".x"); p; p = strstr(p + 1, ".x"))
        if (p[2] >= '1' && p[2] <= '9')
            return strtol(p + 2, NULL, 10);
    return 0;
}

/* tcgen05.ld.sync.aligned.SHAPE.xN.b32 {r, ...}, [place]; tcgen05.st...  [place], {r, ...}
 * Row i of a shape is that of lane i of the warp, in the part of the lanes that the warp reaches:
 * the address may name it or leave it out. */
static bool move(csl_asm *a, const csl_ptx *i, csl_mode mode) {
    static const struct {
        const char *shape;
        int64_t lanes, columns;
    } shapes[] = {{"32x32b", 32, 1}, {"16x64b", 16, 2}, {"16x128b", 16, 4}, {"16x256b", 16, 8}};
    const char *address = i->operand[mode == CSL_MODE_READ ? 1 : 0];
    int64_t lanes = 0, columns = repeats(i);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        if (csl_ptx_has(i, shapes[k].shape)) {
            lanes = shapes[k].lanes;
            columns *= shapes[k].columns;
        }
    if (i->noperands != 2 || !lanes || !columns || columns > CSL_TENSOR_COLUMNS ||
        csl_ptx_has(i, "red") || csl_ptx_has(i, "pack::16b") || csl_ptx_has(i, "unpack::16b"))
        return false;
    const int64_t part_of_lanes = INT64_C(32) << CSL_TENSOR_SHIFT;
    csl_expr *given = place_of(a, address), *thread = csl_linear_thread(a->L->ctx);
    csl_expr *row = binary(a, CSL_OP_BAND, thread, number(a, CSL_TENSOR_LANES - 1));
    csl_expr *place = binary(a, CSL_OP_BAND, given, number(a, part_of_lanes - 1));
    csl_expr *named = binary(a, CSL_OP_DIV, given, number(a, part_of_lanes));
    csl_expr *own = binary(a, CSL_OP_DIV, row, number(a, 32));
    csl_seq body, *outer;
    csl_stmt *part = lanes < 32 ? begin_lanes(a, lanes, &body, &outer) : NULL;
    csl_access *x = touch(a, mode, cell(a, place, row), columns);
    x->is_async = x->is_lanes = true;
    x->bounds = csl_or(a->L->ctx, binary(a, CSL_OP_EQ, named, own),
                       binary(a, CSL_OP_EQ, named, number(a, 0)));
    if (part)
        end_lanes(a, part, outer);
    if (mode == CSL_MODE_READ)
        csl_asm_write(a, i->operand[0], NULL);
    return true;
}

/* tcgen05.wait::ld, wait::st: for all that the thread has issued. */
static void wait_for(csl_asm *a, bool loads) {
    for (int waits = 0; waits < 2; waits++) {
        csl_stmt *s = csl_emit(a->L, CSL_STMT_ASYNC, a->at);
        s->async.lanes = true;
        s->async.reads = loads;
        s->async.wait = waits;
        s->async.pending = waits ? csl_const(a->L->ctx, CSL_I32, 0) : NULL;
    }
}

/* tcgen05.alloc [dst], columns: one lane stands for the warp that writes the place. Only how places
 * differ matters: that of the first is 0, that of another one is behind those before. */
static void allocate(csl_asm *a, const csl_ptx *i) {
    csl_expr *to = csl_asm_address(a, i->operand[0]);
    const csl_expr *columns = csl_asm_constant(a, i->operand[1]);
    const bool known =
        columns->op == CSL_OP_CONST && columns->value > 0 && columns->value <= CSL_TENSOR_COLUMNS;
    csl_seq body, *outer;
    csl_stmt *one = begin_lanes(a, 1, &body, &outer);
    csl_access *x = csl_asm_access(a, CSL_MODE_WRITE, to, CSL_U32, 4);
    x->allocates = true;
    if (a->L->columns < CSL_TENSOR_COLUMNS)
        x->value = number(a, a->L->columns);
    a->L->columns += known ? (unsigned)columns->value : CSL_TENSOR_COLUMNS;
    end_lanes(a, one, outer);
}

/* tcgen05.dealloc place, columns: as if the warp wrote all of it. */
static void release(csl_asm *a, const csl_ptx *i) {
    csl_expr *place = place_of(a, i->operand[0]);
    const csl_expr *columns = csl_asm_constant(a, i->operand[1]);
    const bool known =
        columns->op == CSL_OP_CONST && columns->value > 0 && columns->value <= CSL_TENSOR_COLUMNS;
    csl_seq body, *outer;
    csl_stmt *one = begin_lanes(a, 1, &body, &outer);
    touch_lanes(a, CSL_MODE_WRITE, place, known ? columns->value : CSL_TENSOR_COLUMNS,
                (manner){.vague = !known});
    end_lanes(a, one, outer);
}

/* ---- one thread ------------------------------------------------------------------------------ */

/* The shape of a product, by its description: N / 8 in bits 17 to 22, M / 16 in 24 to 28 (PTX ISA,
 * instruction descriptor). Below them stands what says how much it goes along K. 0: not known. */
enum { N_FROM = 17, N_BITS = 0x3f, N_UNIT = 8, M_FROM = 24, M_BITS = 0x1f };

static uint32_t shape_of(csl_asm *a, const csl_ptx *i) {
    static const char *const kinds[] = {"kind::f16", "kind::tf32", "kind::f8f6f4", "kind::i8"};
    const csl_expr *d = csl_asm_constant(a, i->operand[3]);
    uint32_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && !csl_ptx_has(i, kinds[kind]))
        kind++;
    if (d->op != CSL_OP_CONST)
        return 0;
    return ((uint32_t)d->value & ((uint32_t)N_BITS << N_FROM | (uint32_t)M_BITS << M_FROM)) |
           (kind + 1);
}

static int64_t columns_of(uint32_t shape) {
    return (shape >> N_FROM & N_BITS) * N_UNIT;
}

/* tcgen05.mma.cta_group::1.kind::K [d], a, b, description{, {lanes left out}}, whether d is read:
 * `a` is a descriptor or a place in tensor memory, where each of its rows has 32 bytes. */
static bool multiply(csl_asm *a, const csl_ptx *i) {
    enum { LEAST = 8, MOST = 256, ROW = 32 / CSL_TENSOR_CELL };
    if (i->noperands < 5 || csl_ptx_has(i, "sp") || csl_ptx_has(i, "ws") ||
        csl_ptx_has(i, "block_scale"))
        return false;
    csl_expr *to = place_of(a, i->operand[0]);
    const uint32_t shape = shape_of(a, i);
    const int64_t columns = columns_of(shape);
    if (i->operand[1][0] == '[')
        touch_lanes(a, CSL_MODE_READ, place_of(a, i->operand[1]), ROW, (manner){.tracked = true});
    else
        csl_asm_operand(a, i->operand[1], true);
    csl_asm_operand(a, i->operand[2], true);
    manner how = {.tracked = true, .shape = shape};
    touch_lanes(a, CSL_MODE_WRITE, to, columns ? columns : LEAST, how);
    how.vague = true;
    if (!columns)
        touch_lanes(a, CSL_MODE_WRITE, to, MOST, how);
    return true;
}

/* tcgen05.cp.cta_group::1.SHAPE [place], descriptor */
static bool copy(csl_asm *a, const csl_ptx *i) {
    const int64_t columns = csl_ptx_has(i, "128x256b")   ? 8
                            : csl_ptx_has(i, "128x128b") ? 4
                            : csl_ptx_has(i, "32x128b")  ? 4
                                                         : 0;
    if (i->noperands != 2 || !columns || csl_ptx_has(i, "b8x16"))
        return false;
    csl_asm_operand(a, i->operand[1], true);
    touch_lanes(a, CSL_MODE_WRITE, place_of(a, i->operand[0]), columns,
                (manner){.tracked = true, .copies = true});
    return true;
}

/* tcgen05.shift.cta_group::1.down [place]: rows of 32 bytes move to the next lane. */
static bool shift(csl_asm *a, const csl_ptx *i) {
    enum { ROW = 32 / CSL_TENSOR_CELL };
    if (i->noperands != 1)
        return false;
    touch_lanes(a, CSL_MODE_WRITE, place_of(a, i->operand[0]), ROW,
                (manner){.tracked = true, .shape = CSL_TENSOR_SHIFTS});
    return true;
}

/* tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [object] */
static bool commit(csl_asm *a, const csl_ptx *i) {
    if (i->noperands != 1 || csl_ptx_has(i, "multicast"))
        return false;
    csl_asm_commit(a, csl_asm_address(a, i->operand[0]));
    return true;
}

/* tcgen05.fence::before_thread_sync, after_thread_sync */
static void order(csl_asm *a, csl_proxy proxy) {
    csl_stmt *s = csl_emit(a->L, CSL_STMT_FENCE, a->at);
    s->fence.scope = CSL_SCOPE_WARP;
    s->fence.proxy = proxy;
}

/* ---- all ------------------------------------------------------------------------------------- */

bool csl_asm_tcgen05(csl_asm *a, const csl_ptx *i) {
    const bool loads = csl_ptx_has(i, "wait::ld");
    if (csl_ptx_has(i, "cta_group::2"))
        return false; /* two blocks together */
    if (csl_ptx_is(i, "tcgen05.ld") || csl_ptx_is(i, "tcgen05.st"))
        return move(a, i, csl_ptx_is(i, "tcgen05.ld") ? CSL_MODE_READ : CSL_MODE_WRITE);
    if (csl_ptx_is(i, "tcgen05.mma"))
        return multiply(a, i);
    if (csl_ptx_is(i, "tcgen05.cp"))
        return copy(a, i);
    if (csl_ptx_is(i, "tcgen05.shift"))
        return shift(a, i);
    if (csl_ptx_is(i, "tcgen05.commit"))
        return commit(a, i);
    if (loads || csl_ptx_has(i, "wait::st"))
        wait_for(a, loads);
    else if (csl_ptx_has(i, "fence::before_thread_sync"))
        order(a, CSL_PROXY_BEFORE);
    else if (csl_ptx_has(i, "fence::after_thread_sync"))
        order(a, CSL_PROXY_AFTER);
    else if (csl_ptx_is(i, "tcgen05.alloc") && i->noperands == 2)
        allocate(a, i);
    else if (csl_ptx_is(i, "tcgen05.dealloc") && i->noperands == 2)
        release(a, i);
    else
        return csl_ptx_is(i, "tcgen05.relinquish_alloc_permit");
    return true;
}
