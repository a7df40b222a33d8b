/* What wgmma reads of an operand, where its descriptor is known.
 *
 * Source: PTX ISA, "Asynchronous warpgroup level matrix shared memory layout", "Matrix descriptor
 * format". K is 32 bytes. Eight rows make an atom, in which each has as many bytes as are swizzled
 * (128, 64 or 32), or 16. Where elements lie along K atoms are apart by the stride, and 16 bytes to
 * the next 16 by the leading dimension if nothing is swizzled. Where they lie across K an atom is
 * of eight steps of K, with so many bytes of elements along M or N; the next eight are apart by the
 * stride, the next elements by the leading dimension.
 */
#include "protocols.h"

#include <string.h>

enum { EIGHT = 8, LINE = 16, OF_K = 32, NARROW = 2 /* bytes of an element that lies across */ };

typedef struct fields {
    int64_t leading, stride; /* bytes */
    int64_t swizzled;        /* bytes of a row, LINE: nothing is */
} fields;

static bool field(csl_analysis *a, const csl_node *n, unsigned from, int64_t *bytes) {
    enum { BITS = 14 };
    uint64_t value;
    const bool known = csl_known_bits(a, n->descriptor, from, BITS, &value);
    *bytes = known ? (int64_t)value << CSL_DESCRIPTOR_SHIFT : 0;
    return known;
}

static bool read_fields(csl_analysis *a, const csl_node *n, fields *f) {
    enum { BASE_FROM = 49, BASE_BITS = 3 };
    static const int64_t bytes[] = {LINE, 128, 64, 32};
    uint64_t base, swizzle;
    if (!field(a, n, CSL_LEADING_FROM, &f->leading) || !field(a, n, CSL_STRIDE_FROM, &f->stride) ||
        !csl_known_bits(a, n->descriptor, BASE_FROM, BASE_BITS, &base) || base ||
        !csl_known_bits(a, n->descriptor, CSL_SWIZZLE_FROM, 2, &swizzle))
        return false;
    f->swizzled = bytes[swizzle];
    return true;
}

static void set(csl_node *n, int64_t bytes, bool vague) {
    n->stmt->access->bytes = (uint32_t)bytes;
    n->stmt->access->is_vague = vague;
}

/* Rows that begin inside the bytes that are swizzled are read from where these begin. */
static bool begin_row(csl_analysis *a, csl_node *n, int64_t bytes) {
    csl_expr *offset = csl_expand(a, n->targets[0].offset);
    int64_t constant = 0;
    csl_expr *whole = csl_multiples(a, offset, bytes, &constant);
    const csl_range r = csl_range_of(a, csl_rest(a, offset, bytes));
    const csl_wide floor = r.lo - (r.lo % bytes + bytes) % bytes;
    if (csl_range_unbounded(r) || r.hi >= floor + bytes)
        return false;
    n->targets[0].offset = csl_binary(a->ctx, CSL_OP_ADD, whole,
                                      csl_const(a->ctx, (csl_type)whole->type, (int64_t)floor));
    n->stmt->access->is_moved = r.hi != floor;
    return true;
}

/* From the first byte to the last, of what is swizzled from where its first row begins. */
static int64_t reach_of(const csl_operand *o, const fields *f) {
    const int64_t atoms = o->rows / EIGHT, elements = f->swizzled / NARROW;
    const int64_t groups = (o->rows + elements - 1) / elements;
    if (o->across)
        return (groups - 1) * f->leading + f->stride + EIGHT * f->swizzled;
    return (atoms - 1) * f->stride + EIGHT * f->swizzled + (f->swizzled == LINE ? f->leading : 0);
}

static bool size_along(csl_analysis *a, csl_node *n, const csl_operand *o, const fields *f) {
    const bool plain = f->swizzled == LINE;
    const bool dense = plain ? f->leading == EIGHT * LINE && f->stride == 2 * f->leading
                             : f->swizzled == OF_K && f->stride == EIGHT * OF_K;
    if (!plain && !begin_row(a, n, f->swizzled))
        return false;
    set(n, reach_of(o, f), !dense);
    return true;
}

/* The first piece: of what is not swizzled by 128 bytes it stands for all. */
static bool size_across(csl_node *n, const csl_operand *o, const fields *f) {
    const int64_t atom = EIGHT * f->swizzled;
    if (f->swizzled == LINE)
        return false;
    if (f->swizzled / NARROW == CSL_OPERAND_ROWS)
        set(n, f->stride + atom, f->stride != atom || o->rows < CSL_OPERAND_ROWS);
    else
        set(n, reach_of(o, f), true);
    return true;
}

bool csl_reaches_beyond(csl_analysis *a, const csl_node *n, csl_wide last, int64_t bytes) {
    const csl_operand *o = n->stmt->access->operand;
    fields f;
    if (!o || o->rows % EIGHT || !read_fields(a, n, &f) || (o->across && f.swizzled == LINE))
        return false; /* it is not known */
    if (last < 0 || last > bytes)
        return true;
    const csl_wide row = o->across || f.swizzled == LINE ? last : last - last % f.swizzled;
    return row + reach_of(o, &f) > bytes;
}

bool csl_size_operand(csl_analysis *a, csl_node *n) {
    const csl_operand *o = n->stmt->access->operand;
    fields f;
    if (!o || o->piece || n->ntargets != 1 || o->rows % EIGHT || !read_fields(a, n, &f))
        return false;
    if (!(o->across ? size_across(n, o, &f) : size_along(a, n, o, &f)))
        return false;
    /* ptxas puts what is missing there and warns (C7517, C7519). */
    csl_assume_that(a, CSL_ASSUMED_REGISTERS, NULL, n->stmt->place,
                    "registers of wgmma are fenced before it and used only when it was waited for");
    csl_assume_that(a, CSL_ASSUMED_TILE, NULL, n->stmt->place,
                    "operands of wgmma begin where the swizzling of their descriptors asks");
    return true;
}

void csl_size_piece(csl_analysis *a, csl_node *n, const csl_node *least, bool described) {
    const csl_operand *o = n->stmt->access->operand;
    fields f;
    csl_target *t = csl_alloc(a->ctx, least->ntargets * sizeof *t);
    n->targets = memcpy(t, least->targets, least->ntargets * sizeof *t);
    n->ntargets = least->ntargets;
    if (!described || !read_fields(a, n, &f) || f.swizzled / NARROW != CSL_OPERAND_ROWS)
        return; /* where the operand begins: the first piece is all of it */
    const int64_t atom = EIGHT * f.swizzled, behind = o->piece * f.leading;
    t->offset = csl_binary(a->ctx, CSL_OP_ADD, t->offset,
                           csl_const(a->ctx, (csl_type)t->offset->type, behind));
    set(n, f.stride + atom, f.stride != atom || o->rows < (o->piece + 1) * CSL_OPERAND_ROWS);
}
