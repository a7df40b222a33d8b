/* PTX instructions of the copy engine: copies in bulk, by address or by the description of a
 * tensor; and st.bulk.
 *
 * Source of the semantics: PTX ISA, cp.async.bulk, cp.reduce.async.bulk, cp.async.bulk.tensor. A
 * tensor copy moves a tile whose size stands in the description, which the host makes: of the
 * memory it describes nothing is said here, of shared memory the tile has 16 bytes at least.
 */
#include "asm.h"
#include "../../../limits/limits.h"

/* The copy engine adds, or does another such operation, element by element; atomically, but only
 * for others of its kind (PTX ISA, cp.reduce.async.bulk). */
static void mark_reduction(csl_access *x, csl_scope scope) {
    x->mode = CSL_MODE_RMW;
    x->atomic = CSL_ATOMIC_ADD;
    x->atomic_scope = scope;
    x->order = CSL_ORDER_RELAXED;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* What the statement may give a variable but by LET. */
static bool may_assign(const csl_stmt *s, uint32_t var) {
    switch (s->kind) {
    case CSL_STMT_IF:
    case CSL_STMT_LOOP:
    case CSL_STMT_BLOCK: return true;
    case CSL_STMT_HAVOC: return s->havoc.var == var;
    case CSL_STMT_ACCESS: return s->access->result == var;
    case CSL_STMT_SYNC: return s->sync->result == var;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: return s->call.result == var;
    default: return false;
    }
}

static const csl_expr *root_of(const csl_expr *address) {
    while (address->op == CSL_OP_ADD)
        address = address->kids[0];
    return address;
}

/* The statement leaves what is stored there alone. */
static bool spares(const csl_stmt *s, const csl_expr *address) {
    if (s->kind == CSL_STMT_LET || s->kind == CSL_STMT_HAVOC)
        return true;
    if (s->kind != CSL_STMT_ACCESS || s->access->mode == CSL_MODE_READ)
        return s->kind == CSL_STMT_ACCESS;
    const csl_expr *one = root_of(address), *other = root_of(s->access->address);
    return one->op == CSL_OP_BASE && other->op == CSL_OP_BASE && one != other;
}

/* What the statement reads, if that was stored there last; NULL: it is not known. */
static const csl_expr *stored_before(const csl_seq *seq, const csl_stmt *reads) {
    const csl_expr *address = reads->access->address;
    const csl_stmt *end = reads;
    for (; seq; seq = seq->around, end = NULL) {
        const csl_stmt *last = NULL;
        for (const csl_stmt *s = seq->first; s != end; s = s->next)
            if (!spares(s, address))
                last = s;
        if (last)
            return last->kind == CSL_STMT_ACCESS && last->access->mode == CSL_MODE_WRITE &&
                           last->access->address == address &&
                           last->access->type == reads->access->type
                       ? last->access->value
                       : NULL;
    }
    return NULL;
}

/* What the statements of the sequence give the variable last: a constant, another variable or NULL;
 * false: none gives it anything. */
static bool last_value(const csl_seq *seq, uint32_t var, const csl_expr **value) {
    bool given = false;
    for (const csl_stmt *s = seq->first; s; s = s->next) {
        const bool lets = s->kind == CSL_STMT_LET && s->let.var == var;
        if (!lets && !may_assign(s, var))
            continue;
        *value = lets ? s->let.value : s->kind == CSL_STMT_ACCESS ? stored_before(seq, s) : NULL;
        given = true;
    }
    return given;
}

/* A variable that these statements, or those before the call whose body they are, give a constant,
 * as that. */
static csl_expr *constant_leaf(void *user, csl_expr *leaf) {
    csl_asm *a = user;
    const csl_expr *value = NULL;
    const csl_seq *seq = a->L->seq;
    if (leaf->op != CSL_OP_VAR)
        return leaf;
    while (seq && !last_value(seq, leaf->index, &value))
        seq = seq->around;
    return value && (value->op == CSL_OP_CONST || value->op == CSL_OP_VAR)
               ? csl_cast(a->L->ctx, (csl_type)leaf->type, (csl_expr *)value)
               : leaf;
}

csl_expr *csl_asm_constant(csl_asm *a, const char *text) {
    csl_expr *size = csl_asm_value(a, text, CSL_U32);
    for (unsigned i = 0; size->op != CSL_OP_CONST; i++) {
        csl_expr *known = csl_map(a->L->ctx, size, constant_leaf, a);
        if (known == size || csl_limit_reached(CSL_LIMIT_size_steps, i))
            break;
        size = known;
    }
    return size;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* commit_group, wait_group{.read} N */
static bool bulk_group(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "cp.async.bulk.commit_group")) {
        csl_emit(a->L, CSL_STMT_ASYNC, a->at)->async.bulk = true;
        return true;
    }
    if (!csl_ptx_is(i, "cp.async.bulk.wait_group") || !i->noperands)
        return false;
    csl_expr *n = csl_asm_value(a, i->operand[0], CSL_I32);
    csl_stmt *s = csl_emit(a->L, CSL_STMT_ASYNC, a->at);
    s->async.wait = true;
    s->async.bulk = true;
    s->async.reads = csl_ptx_has(i, "read");
    s->async.pending = n;
    return true;
}

/* What the access of a copy touches: so many bytes, or the number that `size` is (NULL: none). */
typedef struct extent {
    uint32_t bytes;
    csl_expr *size;
} extent;

static csl_access *touches(csl_asm *a, csl_mode mode, csl_expr *address, extent e) {
    csl_access *x = csl_asm_access(a, mode, address, CSL_VOID, e.bytes);
    x->is_bulk = true;
    x->is_box = e.size != NULL;
    x->size = e.size;
    return x;
}

/* What is written when the copy ends, and counted at the object (NULL: at none). */
static csl_access *brings(csl_asm *a, csl_expr *to, extent e, csl_expr *object) {
    csl_access *write = touches(a, CSL_MODE_WRITE, to, e);
    write->is_async = true;
    write->signals = object;
    return write;
}

/* The blocks of the cluster that `.multicast::cluster` copies to, a bit each; 0: the copy is to one
 * address. False: they are not known. */
static bool find_blocks(csl_asm *a, const csl_ptx *i, const char *mask, uint32_t *blocks) {
    *blocks = 0;
    if (!csl_ptx_has(i, "multicast"))
        return true;
    const csl_expr *known = mask ? csl_asm_constant(a, mask) : NULL;
    if (!known || known->op != CSL_OP_CONST || !(known->value & 0xffff))
        return false;
    *blocks = known->value & 0xffff;
    return true;
}

/* The tile that is written, inside an object of that size (0: not known). */
static void is_tile(csl_access *write, uint32_t within) {
    write->is_box = true;
    write->within = within;
}

/* The copy to each of the blocks: to the same place there, counted at the object in the same place.
 * `within` is NULL if it is of no tile. */
static void bring_to(csl_asm *a, csl_expr *to, extent e, csl_expr *object, uint32_t blocks,
                     const uint32_t *within) {
    csl_ctx *ctx = a->L->ctx;
    if (!blocks) {
        csl_access *write = brings(a, to, e, object);
        if (within)
            is_tile(write, *within);
    }
    for (uint32_t rank = 0; blocks >> rank; rank++) {
        if (!(blocks >> rank & 1))
            continue;
        csl_expr *there = csl_place_of_block(ctx, CSL_I64, csl_const(ctx, CSL_U32, rank));
        a->L->kernel->maps_blocks = true;
        csl_access *write = brings(a, csl_binary(ctx, CSL_OP_ADD, to, there), e,
                                   csl_binary(ctx, CSL_OP_ADD, object, there));
        if (within)
            is_tile(write, *within);
    }
}

/* A copy in bulk. */
typedef struct copy {
    csl_asm *a;
    csl_expr *to, *from;
    csl_expr *object; /* counts the bytes; NULL: the copy is in a group */
    uint32_t blocks;
    bool stores, from_global, reduces;
} copy;

static void read_source(const copy *c, csl_expr *from, extent e) {
    csl_access *read = touches(c->a, CSL_MODE_READ, from, e);
    read->is_async = c->stores || !c->from_global;
    if (!c->stores && read->is_async)
        read->signals = c->object; /* it has been read when it has been written */
}

static void write_goal(const copy *c, csl_expr *to, extent e) {
    if (c->reduces)
        mark_reduction(brings(c->a, to, e, c->object), CSL_SCOPE_GRID);
    else
        bring_to(c->a, to, e, c->object, c->blocks, NULL);
}

static void read_piece(void *user, csl_expr *at) {
    const copy *c = user;
    read_source(c, csl_binary(c->a->L->ctx, CSL_OP_ADD, c->from, at),
                (extent){CSL_LEAST_TILE, NULL});
}

static void write_piece(void *user, csl_expr *at) {
    const copy *c = user;
    write_goal(c, csl_binary(c->a->L->ctx, CSL_OP_ADD, c->to, at), (extent){CSL_LEAST_TILE, NULL});
}

/* Of a copy whose size is computed, what is in global memory is touched piece by piece: sizes are
 * multiples of 16 bytes (PTX ISA, cp.async.bulk). In shared memory it is one access, whose bytes
 * its barrier object counts. No shared memory has so many that 32 bits with a sign are too few. */
static void copy_computed(copy *c, csl_expr *size) {
    const extent e = {CSL_LEAST_TILE, size};
    if (c->from_global)
        csl_emit_range(c->a->L, c->a->at, size, CSL_LEAST_TILE, read_piece, c);
    else
        read_source(c, c->from, e);
    if (c->stores)
        csl_emit_range(c->a->L, c->a->at, size, CSL_LEAST_TILE, write_piece, c);
    else
        write_goal(c, c->to, e);
}

/* cp.async.bulk.shared::cluster.{global, shared::cta}.mbarrier... [dst], [src], size, [object]{,
 * mask}
 * cp{.reduce}.async.bulk.global.shared::cta.bulk_group{.op.type} [dst], [src], size */
static bool bulk_copy(csl_asm *a, const csl_ptx *i) {
    copy c = {.a = a, .stores = csl_ptx_has(i, "bulk_group") && csl_ptx_has(i, "global")};
    const bool loads = !c.stores && csl_ptx_has(i, "mbarrier");
    const char *mask = loads && i->noperands > 4 ? i->operand[4] : NULL;
    if ((!loads && !c.stores) || i->noperands < (loads ? 4u : 3u) ||
        !find_blocks(a, i, mask, &c.blocks))
        return false;
    csl_expr *size = csl_asm_constant(a, i->operand[2]);
    if (!csl_type_integer((csl_type)size->type) || (size->op == CSL_OP_CONST && size->value <= 0))
        return false;
    c.to = csl_asm_address(a, i->operand[0]);
    c.from = csl_asm_address(a, i->operand[1]);
    c.object = loads ? csl_asm_address(a, i->operand[3]) : NULL;
    c.from_global = !c.stores && csl_ptx_has(i, "global");
    c.reduces = csl_ptx_is(i, "cp.reduce.async.bulk");
    if (size->op != CSL_OP_CONST) {
        copy_computed(&c, csl_cast(a->L->ctx, CSL_I32, csl_asm_value(a, i->operand[2], CSL_U32)));
        return true;
    }
    const extent e = {(uint32_t)size->value, NULL};
    read_source(&c, c.from, e);
    write_goal(&c, c.to, e);
    return true;
}

/* st.async...mbarrier::complete_tx::bytes{.v2, .v4}.type [dst], value, [object]
 * red.async...mbarrier::complete_tx::bytes.op.type [dst], value, [object]: to the shared memory of
 * a block of the cluster, and counted there (PTX ISA, st.async, red.async). */
static bool value_copy(csl_asm *a, const csl_ptx *i) {
    unsigned count;
    const csl_type type = csl_asm_type(i, &count);
    if (i->noperands != 3 || !csl_ptx_has(i, "mbarrier") || i->operand[2][0] != '[')
        return false;
    csl_expr *to = csl_asm_address(a, i->operand[0]), *object = csl_asm_address(a, i->operand[2]);
    csl_access *write = brings(a, to, (extent){csl_type_bytes(type) * count, NULL}, object);
    if (csl_ptx_is(i, "red.async"))
        mark_reduction(write, CSL_SCOPE_CLUSTER);
    return true;
}

/* The mask of blocks: behind the object, and what im2col needs, may come the policy of the cache.
 */
static const char *last_scalar(const csl_ptx *i) {
    const unsigned after = csl_ptx_has(i, "L2::cache_hint") && i->noperands > 4 ? 2 : 1;
    return i->operand[i->noperands - after];
}

/* cp.async.bulk.tensor.Nd.shared::cluster.global...mbarrier... [dst], [map, {x, y}], [object], ...
 * cp{.reduce}.async.bulk.tensor.Nd.global.shared::cta...bulk_group [map, {x, y}], [src] */
static bool tensor_copy(csl_asm *a, const csl_ptx *i) {
    const bool loads = csl_ptx_has(i, "mbarrier"), stores = csl_ptx_has(i, "bulk_group");
    const char *mask = loads && i->noperands > 3 ? last_scalar(i) : NULL;
    uint32_t blocks;
    if (loads == stores || i->noperands < (loads ? 3u : 2u) || csl_ptx_has(i, "cta_group") ||
        !find_blocks(a, i, mask, &blocks))
        return false;
    csl_expr *shared = csl_asm_address(a, i->operand[loads ? 0 : 1]);
    const extent known = {csl_asm_tile_bytes(a), NULL};
    if (loads) {
        const uint32_t within = csl_asm_size_of_named(a, i->operand[0]);
        csl_expr *object = csl_asm_address(a, i->operand[2]);
        csl_asm_read_map(a, i->operand[1], object);
        if (known.bytes)
            bring_to(a, shared, known, object, blocks, NULL);
        else
            bring_to(a, shared, (extent){CSL_LEAST_TILE, NULL}, object, blocks, &within);
        return true;
    }
    csl_asm_read_map(a, i->operand[0], NULL);
    if (known.bytes)
        touches(a, CSL_MODE_READ, shared, known)->is_async = true;
    else
        csl_asm_tile(a, shared, false, false);
    return true;
}

void csl_asm_tile(csl_asm *a, csl_expr *address, bool is_tensor, bool is_tracked) {
    for (int whole = 0; whole < 2; whole++) { /* what is read for sure, and what may be */
        csl_access *read = csl_asm_access(a, CSL_MODE_READ, address, CSL_VOID, CSL_LEAST_TILE);
        read->is_async = read->is_bulk = true;
        read->is_box = whole;
        read->is_tensor = is_tensor;
        read->is_tracked = is_tracked;
    }
}

/* clusterlaunchcontrol.try_cancel...mbarrier::complete_tx::bytes.b128 [dst], [object]: the answer,
 * of 16 bytes, comes like a copy in bulk (PTX ISA, clusterlaunchcontrol.try_cancel). That of
 * another block is not followed. */
static bool try_cancel(csl_asm *a, const csl_ptx *i) {
    if (i->noperands != 2 || csl_ptx_has(i, "multicast"))
        return false;
    csl_expr *to = csl_asm_address(a, i->operand[0]), *object = csl_asm_address(a, i->operand[1]);
    brings(a, to, (extent){16, NULL}, object);
    return true;
}

/* st.bulk{.weak}{.shared::cta} [a], size, value: the thread itself fills so many bytes of shared
 * memory (PTX ISA, st.bulk: a weak store). */
static bool fill(csl_asm *a, const csl_ptx *i) {
    csl_expr *size = i->noperands == 3 ? csl_asm_constant(a, i->operand[1]) : NULL;
    if (!size || size->op != CSL_OP_CONST || size->value <= 0)
        return false;
    csl_asm_access(a, CSL_MODE_WRITE, csl_asm_address(a, i->operand[0]), CSL_VOID,
                   (uint32_t)size->value);
    return true;
}

bool csl_asm_bulk(csl_asm *a, const csl_ptx *i) {
    if (csl_ptx_is(i, "st.bulk"))
        return fill(a, i);
    if (csl_ptx_is(i, "clusterlaunchcontrol.try_cancel"))
        return try_cancel(a, i);
    if (csl_ptx_is(i, "st.async") || csl_ptx_is(i, "red.async"))
        return value_copy(a, i);
    if (csl_ptx_is(i, "cp.async.bulk.prefetch"))
        return true;
    if (csl_ptx_has(i, "tensor"))
        return tensor_copy(a, i);
    return bulk_group(a, i) || bulk_copy(a, i);
}
