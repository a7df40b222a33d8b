/* Intrinsics: what lanes exchange. */
#include "intrinsics.h"

static csl_expr *exchange_result(csl_intrinsic *c, csl_sync *sync, csl_scope s) {
    sync->result_scope = s;
    if (csl_scalar_type(c->type) == CSL_VOID) {
        csl_intrinsic_made_up_class(c, s, "exchanged between lanes");
        return NULL;
    }
    sync->result = csl_intrinsic_new_result(c);
    return csl_var_value(c->L, sync->result);
}

static csl_expr *vote(csl_intrinsic *c, bool selects, csl_mask makes) {
    csl_expr *mask = csl_intrinsic_value(c, 0), *v = csl_intrinsic_offered(c, 1);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    sync->mask = mask;
    sync->value =
        v && v->op == CSL_OP_ITE && csl_is_const(v->kids[1], 1) && csl_is_const(v->kids[2], 0)
            ? v->kids[0] /* a condition that was made a number */
            : v;
    sync->selects = selects;
    sync->makes = makes;
    const bool differs = makes == CSL_MASK_MATCH || makes == CSL_MASK_ACTIVE;
    return exchange_result(c, sync, differs ? CSL_SCOPE_THREAD : CSL_SCOPE_WARP);
}

csl_expr *csl_do_vote(csl_intrinsic *c) {
    return vote(c, false, CSL_MASK_NONE);
}

csl_expr *csl_do_select(csl_intrinsic *c) {
    return vote(c, true, CSL_MASK_NONE);
}

csl_expr *csl_do_ballot(csl_intrinsic *c) {
    return vote(c, false, CSL_MASK_BALLOT);
}

csl_expr *csl_do_match(csl_intrinsic *c) {
    return vote(c, false, CSL_MASK_MATCH);
}

csl_expr *csl_do_active(csl_intrinsic *c) {
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    sync->mask = csl_const(c->L->ctx, CSL_U32, 0);
    sync->makes = CSL_MASK_ACTIVE;
    return exchange_result(c, sync, CSL_SCOPE_THREAD);
}

/* A tile smaller than a warp agrees only within the tile. */
csl_expr *csl_do_vote_tile(csl_intrinsic *c) {
    csl_expr *lanes = csl_intrinsic_value(c, 0), *v = csl_intrinsic_offered(c, 1);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_VOTE, CSL_SCOPE_WARP);
    csl_intrinsic_set_tile(c, sync, lanes);
    sync->value = v;
    return exchange_result(c, sync, sync->tile == 32 ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD);
}

bool csl_is_plainly_uniform(const csl_expr *e) {
    if (!e || e->op == CSL_OP_TID || e->op == CSL_OP_VAR || e->op == CSL_OP_SYM)
        return false;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!csl_is_plainly_uniform(e->kids[i]))
            return false;
    return true;
}

/* A shuffle of the value, or of a part of it. */
static csl_sync *emit_shuffle(csl_intrinsic *c, csl_expr *mask, csl_expr *value, csl_expr *lane) {
    const int64_t width = csl_intrinsic_number(c, 3, 0), tile = csl_intrinsic_number(c, 6, 0);
    const bool given = csl_intrinsic_number(c, 4, 0) != 0;
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_SHUFFLE, CSL_SCOPE_WARP);
    if (tile > 0 && tile <= 32)
        sync->tile = (uint32_t)tile;
    else
        sync->mask = mask;
    sync->ranked = tile < 0;
    sync->value = value;
    sync->lane = given ? lane : NULL;
    sync->swaps = csl_intrinsic_number(c, 5, 0) != 0;
    sync->apart = sync->swaps ? lane : NULL;
    sync->width = width > 0 && width <= 32 ? (uint32_t)width : 0;
    /* The analysis may find the lane uniform too; here only what is plain to see. */
    bool same = given && !sync->ranked && sync->width == 32 && csl_is_plainly_uniform(lane);
    sync->result_scope = same ? CSL_SCOPE_WARP : CSL_SCOPE_THREAD;
    return sync;
}

/* How many numbers a class is made of; more than PARTS if it is made of anything else. */
enum { PARTS = 4 };

static unsigned parts_of(csl_lower_state *L, CXType type) {
    csl_cursors field = csl_fields_of(L->scratch, type);
    unsigned n = field.n ? 0 : PARTS + 1;
    for (unsigned i = 0; i < field.n && n <= PARTS; i++) {
        CXType t = clang_getCursorType(field.v[i]);
        const bool whole = csl_scalar_type(t) != CSL_VOID && !csl_is_reference(t) &&
                           !clang_Cursor_isBitField(field.v[i]);
        n += whole ? 1 : csl_is_class(t) ? parts_of(L, t) : PARTS + 1;
    }
    return n;
}

static void shuffle_parts(csl_intrinsic *c, csl_expr *mask, csl_expr *lane, csl_lval from,
                          csl_lval to) {
    csl_lower_state *L = c->L;
    csl_cursors field = csl_fields_of(L->scratch, to.type);
    for (unsigned i = 0; i < field.n; i++) {
        csl_lval part = csl_member_slot(L, from, field.v[i], c->cursor);
        csl_lval place = csl_member_slot(L, to, field.v[i], c->cursor);
        csl_type type = csl_scalar_type(part.type);
        if (type == CSL_VOID) {
            shuffle_parts(c, mask, lane, part, place);
            continue;
        }
        csl_expr *value = csl_load(L, part, c->cursor);
        csl_sync *sync = emit_shuffle(c, mask, value, lane);
        sync->result = csl_new_var(L, "", type, clang_getNullCursor());
        csl_store(L, place, csl_var_value(L, sync->result), c->cursor, c->cursor);
    }
}

/* A pair of halves, a float4: number by number. Other classes are evaluated, and what the lanes
 * get is not known. */
static csl_expr *shuffle_class(csl_intrinsic *c, csl_expr *mask) {
    csl_lval from = csl_bind_reference(c->L, csl_intrinsic_arg(c, 1));
    csl_expr *lane = csl_intrinsic_value(c, 2);
    if (c->dest && parts_of(c->L, c->dest->type) <= PARTS) {
        shuffle_parts(c, mask, lane, from, *c->dest);
        return NULL;
    }
    csl_sync *sync = emit_shuffle(c, mask, csl_const(c->L->ctx, CSL_I32, 0), lane);
    return exchange_result(c, sync, sync->result_scope);
}

csl_expr *csl_do_shuffle(csl_intrinsic *c) {
    csl_expr *mask = csl_intrinsic_value(c, 0);
    if (csl_scalar_type(clang_getCursorType(csl_intrinsic_arg(c, 1))) == CSL_VOID)
        return shuffle_class(c, mask);
    csl_expr *value = csl_intrinsic_value(c, 1), *lane = csl_intrinsic_value(c, 2);
    csl_sync *sync = emit_shuffle(c, mask, value, lane);
    return exchange_result(c, sync, sync->result_scope);
}

csl_expr *csl_do_elect(csl_intrinsic *c) {
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_ELECT, csl_intrinsic_scope(c, 0, CSL_SCOPE_THREAD));
    return exchange_result(c, sync, CSL_SCOPE_THREAD);
}

csl_expr *csl_do_elect_lane(csl_intrinsic *c) {
    csl_expr *mask = csl_intrinsic_value(c, 0);
    csl_sync *sync = csl_emit_sync(c, CSL_SYNC_ELECT, CSL_SCOPE_WARP);
    sync->mask = mask;
    return exchange_result(c, sync, CSL_SCOPE_THREAD);
}
