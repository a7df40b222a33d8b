/* Whose turn it is: that every wait and arrival is at the stage, and in the phase, that its ticket
 * names (settle.c, "places").
 */
#include "settle.h"

void csl_blame(csl_family *f, csl_phase_fault kind, csl_node *n, csl_expr *wrong) {
    f->fault.kind = kind;
    f->fault.at = n;
    f->fault.wrong = wrong;
}

static csl_expr *constant(csl_analysis *a, int64_t n) {
    return csl_const(a->ctx, CSL_I32, n);
}

/* The ticket plus as many rounds as make it at least 0. */
static csl_expr *from_zero(csl_analysis *a, const csl_family *f, csl_expr *ticket,
                           int64_t *rounds) {
    *rounds = f->first < 0 ? 1 : 0;
    return csl_binary(a->ctx, CSL_OP_ADD, ticket, constant(a, *rounds * f->stages));
}

/* The place of the stage whose turn it is. */
static csl_expr *place_of(csl_analysis *a, const csl_family *f, csl_expr *ticket) {
    csl_expr *stage = csl_binary(a->ctx, CSL_OP_REM, ticket, constant(a, f->stages));
    return csl_binary(a->ctx, CSL_OP_ADD, csl_const(a->ctx, CSL_I64, f->start),
                      csl_binary(a->ctx, CSL_OP_MUL, csl_cast(a->ctx, CSL_I64, stage),
                                 csl_const(a->ctx, CSL_I64, f->stride)));
}

/* Where among the stages of its own group the thread is; NULL: it may be elsewhere. */
static csl_expr *offset_of(csl_analysis *a, const csl_family *f, const csl_node *n,
                           const csl_target *target) {
    csl_expr *offset = csl_expand(a, target->offset);
    return f->owners ? csl_of_first_group(a, n, offset, f->owners, f->apart) : offset;
}

bool csl_at_stage(csl_analysis *a, const csl_family *f, const csl_target *target, const csl_node *n,
                  csl_expr *ticket) {
    csl_expr *place = place_of(a, f, ticket), *offset = offset_of(a, f, n, target);
    int64_t gap;
    if (!offset)
        return false;
    if (csl_gap(a, offset, place, &gap))
        return gap == 0;
    return csl_same_in_passes(a, csl_expand(a, n->reach), offset, place) ||
           csl_never(a, n->reach, csl_not(a->ctx, csl_binary(a->ctx, CSL_OP_EQ, offset, place)));
}

/* What is wrong is not so in the first pass of the loops around. */
static bool begins_well(csl_analysis *a, const csl_node *n, csl_expr *wrong) {
    for (const csl_loop *l = n->loop; l; l = l->parent)
        wrong = csl_expand(a, csl_first_pass(a, l, wrong));
    return csl_is_false(wrong);
}

static bool arrives_in_turn(csl_analysis *a, uint32_t family, const csl_node *n) {
    return csl_is_arrival(n->stmt->sync) && csl_at_stage(a, &a->families.v[family], n->targets, n,
                                                         csl_ticket_of_arrival(a, n, family));
}

void csl_blame_stage(csl_analysis *a, uint32_t family, csl_node *n, csl_expr *ticket) {
    csl_family *f = &a->families.v[family];
    csl_expr *offset = offset_of(a, f, n, n->targets);
    if (!n->loop || !offset)
        return;
    csl_expr *wrong =
        csl_not(a->ctx, csl_binary(a->ctx, CSL_OP_EQ, offset, place_of(a, f, ticket)));
    if (!begins_well(a, n, wrong))
        return;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *other = f->uses.v[i];
        if (other != n && other->loop && other->loop != n->loop && f->stages > 1 &&
            (arrives_in_turn(a, family, other) ||
             (other->stmt->sync->kind == CSL_SYNC_WAIT &&
              csl_at_stage(a, f, other->targets, other, csl_ticket_of_wait(a, other, family))))) {
            csl_blame(f, CSL_PHASE_STAGE, n, wrong);
            return;
        }
    }
}

/* Who comes to the node comes to the other one: it stands in no arm that the other does not. */
static bool stands_with(const csl_node *n, const csl_node *other) {
    bool all = true;
    for (const csl_parting *p = n->arms; p && all; p = p->before) {
        const csl_parting *q = other->arms;
        while (q && (q->node != p->node || q->arm != p->arm))
            q = q->before;
        all = q;
    }
    return all;
}

/* Phases end in rounds of a loop, and the threads of this wait behind it have not waited in them:
 * which phase it is that they wait for is not how often they have waited. */
static bool joins_late(const csl_family *f, const csl_node *n) {
    bool rounds = false, waited = false;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *other = f->uses.v[i];
        rounds |= other->loop != NULL;
        waited |= other->loop && other->stmt->sync->kind == CSL_SYNC_WAIT &&
                  other->order < n->order && stands_with(n, other);
    }
    return rounds && !waited;
}

/* The parity that the wait names is that of the phase of its ticket. */
static bool has_parity(csl_analysis *a, csl_family *f, csl_node *n, csl_expr *ticket) {
    csl_ctx *ctx = a->ctx;
    int64_t rounds;
    csl_expr *t = from_zero(a, f, ticket, &rounds);
    csl_expr *turns = csl_binary(ctx, CSL_OP_DIV, t, constant(a, f->stages));
    csl_expr *bit = csl_plain_number(a, csl_binary(ctx, CSL_OP_BAND, turns, constant(a, 1)));
    csl_expr *named = csl_plain_number(a, csl_expand(a, n->parity));
    bool same = true;
    for (int64_t v = 0; v < 2 && same; v++) {
        csl_expr *is = csl_with_part(ctx, named, bit, constant(a, v));
        same = csl_is_const(is, v ^ rounds) && (bit->op != CSL_OP_CONST || bit->value == v);
    }
    if (bit->op == CSL_OP_CONST)
        same = csl_is_const(named, bit->value ^ rounds);
    if (same)
        return true;
    csl_expr *meant = rounds ? csl_binary(ctx, CSL_OP_BXOR, bit, constant(a, 1)) : bit;
    csl_expr *wrong =
        csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, csl_cast(ctx, CSL_I32, named), meant));
    if (csl_same_in_passes(a, csl_expand(a, n->reach), csl_cast(ctx, CSL_I32, named), meant) ||
        csl_never(a, n->reach, wrong))
        return true;
    if (n->loop ? csl_is_false(csl_expand(a, csl_first_pass(a, n->loop, wrong)))
                : !joins_late(f, n))
        csl_blame(f, CSL_PHASE_PARITY, n, wrong); /* it begins well */
    return false;
}

/* Waiting with the token of the thread's own last arrival, wherever that was. */
static bool is_token(csl_analysis *a, uint32_t family, const csl_node *n, const csl_expr *token,
                     csl_expr *ticket) {
    if (token && token->op == CSL_OP_ITE)
        return is_token(a, family, n, token->kids[1], ticket) &&
               is_token(a, family, n, token->kids[2], ticket);
    const csl_sym *s = token && token->op == CSL_OP_SYM ? csl_sym_of(a, token) : NULL;
    const csl_node *arrival = s && s->kind == CSL_SYM_SYNC ? s->node : NULL;
    int64_t gap;
    return arrival && arrival->stmt->sync->family == family + 1 && arrival->loop == n->loop &&
           csl_gap(a, csl_ticket_of_arrival(a, arrival, family), ticket, &gap) && gap == 0;
}

static bool is_wait(const csl_node *n) {
    return n->stmt->sync->kind != CSL_SYNC_ARRIVE;
}

static const char *wrong_wait(csl_analysis *a, uint32_t family, csl_node *n) {
    csl_family *f = &a->families.v[family];
    csl_expr *ticket = csl_ticket_of_wait(a, n, family);
    int64_t rounds;
    if (!f->root || n->stmt->sync->kind == CSL_SYNC_BARRIER)
        return NULL; /* it waits for its own arrival */
    csl_expr *counted = from_zero(a, f, ticket, &rounds);
    if (!csl_at_stage(a, f, n->targets, n, counted)) {
        csl_blame_stage(a, family, n, counted);
        return "a wait for another stage than the one whose turn it is";
    }
    if (n->parity ? !has_parity(a, f, n, ticket) : !is_token(a, family, n, n->offered, ticket))
        return "a wait for a phase that is not known";
    return NULL;
}

/* All waits are right if the first is for that ticket; else *right of them are, before one is not.
 */
static const char *try_first(csl_analysis *a, uint32_t family, int64_t ticket, uint32_t *right) {
    csl_family *f = &a->families.v[family];
    const char *why = NULL;
    f->first = ticket < 0 ? ticket : 0;
    f->skipped = ticket > 0 ? ticket : 0;
    *right = 0;
    for (uint32_t i = 0; i < f->uses.n && !why; i++)
        if (is_wait(f->uses.v[i])) {
            why = wrong_wait(a, family, f->uses.v[i]);
            *right += !why;
        }
    if (!why)
        f->fault.kind = CSL_PHASE_RIGHT;
    return why;
}

/* Tickets end in their order: threads arrive, one after the other, and nothing else. */
static bool end_in_order(const csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->bytes || f->uses.v[i]->stmt->sync->tracks ||
            f->uses.v[i]->stmt->sync->commits)
            return false;
    return f->root && !f->copies.n;
}

const char *csl_find_first_wait(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    uint32_t right, later_right, unused;
    const char *why = try_first(a, family, 0, &right);
    if (!why || !f->root)
        return why;
    csl_family usual = *f; /* what is told is told of that, or of the other usual one */
    const char *later = try_first(a, family, -f->stages, &later_right);
    if (!later)
        return NULL;
    if (later_right >= right) {
        usual = *f;
        why = later;
    }
    for (int64_t less = 1; less < f->stages; less++)
        if (!try_first(a, family, less - f->stages, &unused) ||
            (end_in_order(f) && !try_first(a, family, less, &unused)))
            return NULL;
    *f = usual;
    return why;
}

bool csl_is_waited_at(const csl_family *f) {
    bool any = false;
    for (uint32_t i = 0; i < f->uses.n; i++)
        any |= f->uses.v[i]->stmt->sync->kind != CSL_SYNC_ARRIVE;
    return any;
}

/* ---- passes in turn ------------------------------------------------------------------------------ */

/* The condition says that x % m is r; x is not negative. */
typedef struct turn {
    csl_expr *x;
    int64_t m, r;
} turn;

static bool find_turn(csl_analysis *a, csl_expr *reach, turn *t) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n);
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *c = part[i], *e = c->nkids == 2 ? c->kids[0] : c;
        if ((c->op != CSL_OP_EQ && c->op != CSL_OP_NE) || c->kids[1]->op != CSL_OP_CONST ||
            (e->op != CSL_OP_REM && e->op != CSL_OP_BAND) || e->kids[1]->op != CSL_OP_CONST ||
            e->kids[1]->value < 1 || e->kids[1]->value > CSL_LIMIT(ring_stages))
            continue;
        const int64_t m = e->kids[1]->value + (e->op == CSL_OP_BAND);
        t->x = csl_plain_number(a, e->kids[0]);
        t->r = c->op == CSL_OP_NE ? 1 - c->kids[1]->value : c->kids[1]->value;
        t->m = m;
        if ((e->op == CSL_OP_BAND && (m & (m - 1))) || (c->op == CSL_OP_NE && m != 2) || t->r < 0 ||
            t->r >= m || t->x->type != CSL_I32 || csl_range_of(a, t->x).lo < 0)
            continue;
        return true;
    }
    return false;
}

/* (x + c) / m as x / m and a constant. */
static csl_expr *quotient(csl_analysis *a, csl_expr *e, const turn *t) {
    int64_t more;
    if (e->kids[1]->op != CSL_OP_CONST || e->kids[1]->value != t->m ||
        !csl_type_signed((csl_type)e->type) || csl_range_of(a, e->kids[0]).lo < 0 ||
        !csl_gap(a, e->kids[0], t->x, &more) || more < -INT32_MAX || more > INT32_MAX)
        return e;
    const int64_t rest = ((t->r + more) % t->m + t->m) % t->m, whole = (t->r + more - rest) / t->m;
    csl_expr *first = csl_binary(a->ctx, CSL_OP_DIV, t->x, csl_const(a->ctx, CSL_I32, t->m));
    return csl_binary(a->ctx, CSL_OP_ADD, csl_cast(a->ctx, (csl_type)e->type, first),
                      csl_const(a->ctx, (csl_type)e->type, whole));
}

static csl_expr *in_turn(csl_analysis *a, csl_expr *e, const turn *t) {
    const bool known = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL ||
                       e->op == CSL_OP_MIN || e->op == CSL_OP_MAX || e->op == CSL_OP_CAST ||
                       e->op == CSL_OP_ITE;
    if (e->op == CSL_OP_DIV)
        return quotient(a, e, t);
    if (!known || e->nkids > 3)
        return e;
    csl_expr *kids[3];
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = e->op == CSL_OP_ITE && i == 0 ? e->kids[0] : in_turn(a, e->kids[i], t);
    return csl_rebuild(a->ctx, e, kids);
}

csl_expr *csl_in_step(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    turn t;
    return find_turn(a, reach, &t) ? in_turn(a, e, &t) : e;
}
