/* Tickets of barriers, counted while a thread is executed symbolically (nodes.h, csl_family).
 *
 * Where one lane arrives for its warp, all lanes of the warp count the arrival: what any of them
 * did before the last barrier of the warp is handed over by it. What a lane does between that
 * barrier and the arrival is handed over by the next arrival only.
 *
 * Where other threads go on with the tickets behind a barrier of the block, all count those that
 * were given before it (csl_family.handover).
 */
#include "exec.h"

static uint32_t slots_of(const csl_analysis *a) {
    return a->families.n ? a->families.n * CSL_TICKETS + 2 : 0;
}

void csl_tickets_init(csl_exec *x) {
    x->tickets = x->a->first_ticket = x->slots.n;
    for (uint32_t i = 0; i < slots_of(x->a); i++) {
        csl_slot s = {
            .name = "tickets", .object = UINT32_MAX, .value = csl_const(x->ctx, CSL_I32, 0)};
        CSL_PUSH(x->ctx, &x->slots, s);
    }
}

static uint32_t slot_of(const csl_exec *x, uint32_t family, uint32_t which) {
    return x->tickets + family * CSL_TICKETS + which;
}

/* The slot that counts the barriers of the block. */
static uint32_t barriers(const csl_exec *x) {
    return slot_of(x, x->a->families.n, 0);
}

/* ... and the one that counts where all lanes of the warp come together. */
static uint32_t meetings(const csl_exec *x) {
    return barriers(x) + 1;
}

/* The number, where lane 0 is the one that elections choose. */
static csl_expr *as_first(csl_exec *x, csl_expr *number) {
    csl_expr *first = csl_as_elected(x->a, number);
    if (first != number)
        csl_assume_first_elected(x->a);
    return first;
}

static csl_expr *get(csl_exec *x, uint32_t slot) {
    return csl_chosen(x->a, as_first(x, x->slots.v[slot].value), csl_as_elected(x->a, x->pc));
}

static csl_expr *one_more(csl_exec *x, uint32_t slot) {
    return csl_binary(x->ctx, CSL_OP_ADD, get(x, slot), csl_const(x->ctx, CSL_I32, 1));
}

static void arrive(csl_exec *x, uint32_t family) {
    const uint32_t slot = slot_of(x, family, CSL_TICKETS_GIVEN);
    const uint32_t handed = slot_of(x, family, CSL_TICKETS_HANDED);
    csl_expr *given = one_more(x, slot);
    /* both are the same, but where a lane arrives for others */
    csl_slot_set(x, handed, x->a->families.v[family].by_warp ? given : one_more(x, handed), NULL);
    csl_slot_set(x, slot, given, NULL);
}

/* `over`: only looks, and this says whether the phase is over; or NULL. */
static void wait(csl_exec *x, uint32_t family, csl_expr *over) {
    const uint32_t slot = slot_of(x, family, CSL_TICKETS_WAITED);
    csl_expr *more = one_more(x, slot);
    if (over)
        more = csl_ite(x->ctx, csl_truth(x->ctx, over), more, get(x, slot));
    csl_slot_set(x, slot, more, NULL);
}

static bool decides(const csl_family *f, const csl_stmt *s) {
    for (uint32_t i = 0; i < f->deciding.n; i++)
        if (f->deciding.v[i] == s)
            return true;
    return false;
}

static bool gathers(const csl_family *f, const csl_stmt *s) {
    for (uint32_t i = 0; i < f->gathering.n; i++)
        if (f->gathering.v[i] == s)
            return true;
    return false;
}

bool csl_is_arrival(const csl_sync *y) {
    return y->kind != CSL_SYNC_WAIT && !(y->count && csl_is_const(y->count, 0));
}

static bool has_whole_mask(const csl_sync *y) {
    return y->tile == 32 ||
           (y->mask && (csl_is_const(y->mask, UINT32_MAX) || csl_is_const(y->mask, -1)));
}

bool csl_is_barrier_of_warp(const csl_stmt *s) {
    return csl_sync_counts(s, CSL_SCOPE_WARP) &&
           (s->sync->scope > CSL_SCOPE_WARP || has_whole_mask(s->sync));
}

bool csl_gathers_lanes(const csl_stmt *s) {
    return csl_is_barrier_of_warp(s) || (csl_is_of_lanes(s) && has_whole_mask(s->sync)) ||
           (s->kind == CSL_STMT_SYNC && s->sync->id && !s->sync->object);
}

bool csl_is_barrier_of(const csl_family *f, const csl_stmt *s) {
    const bool is = f->owners ? csl_is_barrier_of_warp(s) : csl_sync_counts(s, CSL_SCOPE_BLOCK);
    return f->whole && is && (!f->place || f->place == s);
}

/* The most that the number may be, if that is a choice of constants; else 0. */
static int64_t most_of(const csl_expr *e) {
    if (e->op != CSL_OP_ITE)
        return e->op == CSL_OP_CONST ? e->value : 0;
    const int64_t one = most_of(e->kids[1]), other = most_of(e->kids[2]);
    return one > other ? one : other;
}

/* Those who arrive from here on go on with the number of those who have arrived before. */
static void hand_over(csl_exec *x, uint32_t family) {
    csl_family *f = &x->a->families.v[family];
    f->ahead = most_of(csl_expand(x->a, get(x, slot_of(x, family, CSL_TICKETS_GIVEN))));
    csl_expr *ahead = csl_const(x->ctx, CSL_I32, f->ahead);
    csl_slot_set(x, slot_of(x, family, CSL_TICKETS_GIVEN), ahead, NULL);
    csl_slot_set(x, slot_of(x, family, CSL_TICKETS_HANDED), ahead, NULL);
}

const csl_stmt *csl_whole_of(const csl_stmt *s) {
    const csl_stmt *one = s->kind == CSL_STMT_IF ? s->branch.body : NULL;
    return one && one->kind == CSL_STMT_SYNC ? one->sync->whole : NULL;
}

const csl_stmt *csl_as_one_barrier(const csl_exec *x, const csl_stmt *s) {
    const csl_stmt *whole = x->a->families.n ? csl_whole_of(s) : NULL;
    if (whole && whole->sync->family)
        return whole;
    while (whole && csl_whole_of(s) && s->branch.body->sync->settled &&
           !s->branch.body->sync->family)
        s = s->branch.other; /* no thread has that number (protocols/named.c) */
    return s;
}

static void step_of_family(csl_exec *x, const csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    const uint32_t f = y->family - 1;
    if (csl_is_arrival(y) && !x->a->families.v[f].by_warp)
        arrive(x, f);
    if (y->kind == CSL_SYNC_WAIT && y->result != CSL_NO_VAR)
        wait(x, f, n->read ? n->read : csl_sym_expr(x->a, n->sym));
    else if (y->kind != CSL_SYNC_ARRIVE)
        wait(x, f, NULL);
}

void csl_tickets_step(csl_exec *x, const csl_node *n) {
    const csl_analysis *a = x->a;
    const csl_stmt *s = n->stmt;
    if (!a->families.n)
        return;
    for (uint32_t f = 0; s->kind == CSL_STMT_IF && f < a->families.n; f++)
        if (decides(&a->families.v[f], s))
            arrive(x, f); /* the lane does it for all: it is done when they go on */
    if (s->kind != CSL_STMT_SYNC)
        return;
    if (s->sync->family)
        step_of_family(x, n);
    for (uint32_t f = 0; f < a->families.n; f++)
        if (gathers(&a->families.v[f], s))
            csl_slot_set(x, slot_of(x, f, CSL_TICKETS_HANDED),
                         one_more(x, slot_of(x, f, CSL_TICKETS_GIVEN)), NULL);
    if (csl_sync_counts(s, CSL_SCOPE_BLOCK))
        csl_slot_set(x, barriers(x), one_more(x, barriers(x)), NULL);
    if (csl_gathers_lanes(s))
        csl_slot_set(x, meetings(x), one_more(x, meetings(x)), NULL);
    for (uint32_t f = 0; f < a->families.n; f++)
        if (csl_is_barrier_of(&a->families.v[f], s)) {
            arrive(x, f);
            wait(x, f, NULL);
        } else if (a->families.v[f].handover == s) {
            hand_over(x, f);
        }
}

csl_expr *csl_carried(csl_exec *x, uint32_t slot) {
    csl_expr *value = x->slots.v[slot].value;
    const bool tickets = x->a->families.n && slot >= x->tickets && slot <= meetings(x);
    return tickets && value ? as_first(x, value) : value;
}

void csl_tickets_note(csl_exec *x, csl_node *n) {
    const uint32_t all = slots_of(x->a);
    if (!all)
        return;
    n->tickets = csl_alloc(x->ctx, all * sizeof(csl_expr *));
    for (uint32_t i = 0; i < all; i++)
        n->tickets[i] = get(x, x->tickets + i);
    for (uint32_t f = 0; f < x->a->families.n; f++)
        if (x->a->families.v[f].tensor) {
            csl_expr **number = &n->tickets[f * CSL_TICKETS];
            const uint32_t groups = x->groups + CSL_GROUPS_TENSOR;
            number[CSL_TICKETS_GIVEN] = get(x, groups + CSL_GROUPS_COMMITTED);
            number[CSL_TICKETS_HANDED] = number[CSL_TICKETS_GIVEN];
            number[CSL_TICKETS_WAITED] = get(x, groups + CSL_GROUPS_DONE);
        }
}

void csl_tickets_end(csl_exec *x) {
    if ((!x->a->families.n && !x->copies) || csl_is_false(x->pc))
        return;
    csl_node *end = CSL_NEW(x->ctx, csl_node);
    end->reach = x->pc;
    end->order = x->a->nodes.n;
    csl_groups_note(x, end);
    csl_tickets_note(x, end);
    x->a->end = end;
}

void csl_tickets_change(const csl_exec *x, const csl_stmt *s, bool *slot) {
    const csl_analysis *a = x->a;
    if (!a->families.n || (s->kind != CSL_STMT_IF && s->kind != CSL_STMT_SYNC))
        return;
    for (uint32_t f = 0; f < a->families.n; f++) {
        const bool own = s->kind == CSL_STMT_SYNC
                             ? s->sync->family == f + 1 || csl_is_barrier_of(&a->families.v[f], s)
                             : decides(&a->families.v[f], s);
        const bool hands = gathers(&a->families.v[f], s);
        for (uint32_t i = 0; i < CSL_TICKETS; i++)
            slot[slot_of(x, f, i)] |= own || (hands && i == CSL_TICKETS_HANDED);
    }
    slot[barriers(x)] |= csl_sync_counts(s, CSL_SCOPE_BLOCK);
    slot[meetings(x)] |= csl_gathers_lanes(s);
}

/* ---- executing ------------------------------------------------------------------------------- */

void csl_execute(csl_analysis *a) {
    a->before_run.obstacles = a->obstacles.n;
    a->before_run.assumptions = a->assumptions.n;
    a->before_run.obstructed = a->obstructed;
    csl_run_kernel(a);
}

void csl_execute_again(csl_analysis *a) {
    a->end = NULL;
    a->nodes.n = a->loops.n = a->syms.n = 0;
    a->obstacles.n = a->before_run.obstacles;
    a->assumptions.n = a->before_run.assumptions;
    a->obstructed = a->before_run.obstructed;
    a->vague_waits = false;
    a->expanded = NULL;
    a->wraps_late = a->first_elected = false;
    csl_run_kernel(a);
}
