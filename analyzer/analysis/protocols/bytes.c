/* Barrier objects that count bytes: copies in bulk complete at them.
 *
 * A thread that arrives for a phase says how many bytes it expects; it issues the copies that bring
 * them, to the same stage. Then the phase ends when all have come, and who has waited for it may
 * read them. What the issuing thread did before is handed over by its arrival, not by the
 * copies.
 */
#include "settle.h"
#include "../../limits/limits.h"

/* Under both conditions the same threads come: they are the same, or they are about the thread's
 * coordinates and as many threads come under one, under the other and under both. */
static bool come_alike(csl_analysis *a, csl_expr *one, csl_expr *other) {
    csl_expr *own[2], *shared[2];
    if (one == other)
        return true;
    if (!a->shapes.n || !csl_split_by_thread(a, one, CSL_SCOPE_BLOCK, &own[0], &shared[0]) ||
        !csl_split_by_thread(a, other, CSL_SCOPE_BLOCK, &own[1], &shared[1]) ||
        shared[0] != shared[1])
        return false;
    csl_expr *both = csl_and(a->ctx, own[0], own[1]);
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t n = csl_count_coming(a, both, a->shapes.shape[s], 1);
        if (csl_count_coming(a, own[0], a->shapes.shape[s], 1) != n ||
            csl_count_coming(a, own[1], a->shapes.shape[s], 1) != n)
            return false;
    }
    return true;
}

/* The same if lane 0 of a whole warp is the one that is elected: CUTLASS's pipelines expect bytes
 * in the first thread of a warp group, and main loops issue copies in the elected one. */
static bool come_elected(csl_analysis *a, csl_expr *one, csl_expr *other) {
    csl_expr *first[2] = {csl_as_elected(a, one), csl_as_elected(a, other)};
    if ((first[0] == one && first[1] == other) || !come_alike(a, first[0], first[1]))
        return false;
    csl_assume_first_elected(a);
    return true;
}

/* The copy is issued where the node stands, in the same passes. */
static bool stands_with(csl_analysis *a, const csl_node *n, const csl_node *copy) {
    csl_expr *there = csl_expand(a, n->reach), *reach = csl_expand(a, copy->reach);
    return n->loop == copy->loop && (come_alike(a, there, reach) || come_elected(a, there, reach));
}

/* The thread that copies arrives there as well. */
static bool has_own_arrival(csl_analysis *a, const csl_node *copy, uint32_t family) {
    const csl_family *f = family ? &a->families.v[family - 1] : NULL;
    for (uint32_t i = 0; f && i < f->uses.n; i++)
        if (csl_is_arrival(f->uses.v[i]->stmt->sync) && stands_with(a, f->uses.v[i], copy))
            return true;
    return false;
}

enum { EACH_PASS = -1 }; /* as often as a loop makes passes */

/* How often the copy is issued for each time that the node is reached: once where it stands, or in
 * each pass of a loop there, or by so many other threads; 0: that is not sure. */
static int64_t times_with(csl_analysis *a, const csl_node *n, const csl_node *copy) {
    const csl_loop *l = copy->loop;
    csl_expr *own[2];
    if (stands_with(a, n, copy))
        return 1;
    if (l == n->loop)
        return has_own_arrival(a, copy, n->stmt->sync->family) ? 0
                                                               : csl_copies_for(a, n, copy, own);
    if (!l || l == n->loop || l->parent != n->loop || !l->top_tested)
        return 0;
    const csl_expr *trips = csl_expand(a, csl_sym_expr(a, l->trips));
    csl_expr *there = csl_expand(a, n->reach), *reach = csl_expand(a, copy->reach);
    csl_expr *stay = csl_stays_by_pass(a, l);
    if (trips->op != CSL_OP_CONST)
        return stay && come_alike(a, reach, csl_and(a->ctx, there, csl_expand(a, stay))) ? EACH_PASS
                                                                                         : 0;
    if (csl_limit_reached(CSL_LIMIT_copies_summed, trips->value))
        return 0;
    for (int64_t pass = 0; pass < trips->value; pass++)
        if (!come_alike(a, csl_replace_sym(a, reach, l->iter, csl_const(a->ctx, CSL_I32, pass)),
                        there))
            return 0;
    return trips->value;
}

/* The ticket whose phase the copy completes in. */
csl_expr *csl_ticket_of_copy(csl_analysis *a, const csl_node *copy, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    csl_expr *given = csl_tickets_at(a, copy, family, CSL_TICKETS_GIVEN);
    const csl_node *arrival = NULL;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (times_with(a, f->uses.v[i], copy) && csl_is_arrival(f->uses.v[i]->stmt->sync))
            arrival = f->uses.v[i];
    if (arrival && arrival->loop == copy->loop && !stands_with(a, arrival, copy))
        given = csl_given_by_other(a, arrival, copy, family);
    if (!arrival || arrival->order > copy->order)
        return given;
    return csl_binary(a->ctx, CSL_OP_SUB, given, csl_const(a->ctx, CSL_I32, 1));
}

static bool expects_apart(const csl_node *n) {
    return n->bytes && !csl_is_arrival(n->stmt->sync);
}

/* The bytes that the thread expects with its arrival or shortly before it; NULL: none. */
static csl_expr *bytes_of(csl_analysis *a, const csl_family *f, const csl_node *arrival) {
    csl_expr *sum = arrival->bytes ? csl_expand(a, arrival->bytes) : NULL;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        if (!expects_apart(n) || n->order > arrival->order || !stands_with(a, n, arrival))
            continue;
        csl_expr *more = csl_expand(a, n->bytes);
        sum = sum ? csl_binary(a->ctx, CSL_OP_ADD, sum, more) : more;
    }
    return sum;
}

static bool is_tile(const csl_node *copy) {
    return copy->stmt->access->is_box && !copy->size;
}

/* What tiles may bring together, and what of it is read for sure. */
typedef struct tile_sums {
    int64_t rooms, filled; /* of those that do not have room for all; what is read to its end */
    int64_t needs;         /* of all that are read to the end of their room */
    int64_t ends;          /* at most, for their arrays end there; 0: not known */
    uint32_t n, open;
    const csl_node *last; /* one with room for all, if there is any */
} tile_sums;

static tile_sums sum_tiles(csl_analysis *a, const csl_family *f, const csl_node *arrival,
                           int64_t bytes) {
    tile_sums t = {0};
    for (uint32_t i = 0; i < f->copies.n; i++) {
        const csl_node *copy = f->copies.v[i];
        const int64_t times = is_tile(copy) ? times_with(a, arrival, copy) : 0;
        const int64_t room = times ? csl_room_of_tile(a, copy) : 0;
        if (!times)
            continue;
        if (times == EACH_PASS) { /* of so many nothing is known */
            t.n = t.open = 2;
            continue;
        }
        const int64_t end = csl_end_of_tile(a, copy);
        t.ends = end && (t.ends || !t.n) ? t.ends + times * end : 0;
        t.n += (uint32_t)times;
        const bool full = room && csl_tile_is_read_from(a, copy, room - 1, room) == CSL_POSSIBLE;
        t.needs += full ? times * room : 0;
        if (!room || room > bytes) {
            t.open += (uint32_t)times;
            t.last = copy;
            continue;
        }
        t.last = t.last ? t.last : copy;
        t.rooms += times * room;
        t.filled += full ? times * room : 0;
    }
    return t;
}

/* The one tile that is left brings so many bytes. */
static csl_verdict is_more_read(csl_analysis *a, const tile_sums *t, int64_t bytes) {
    const int64_t end = csl_end_of_tile(a, t->last);
    const int64_t room = end ? end : csl_room_of_tile(a, t->last);
    return room <= bytes ? CSL_SAFE : csl_tile_is_read_from(a, t->last, bytes, room);
}

/* What is expected is not what the tiles bring, for sure or perhaps. */
static csl_verdict is_other(csl_analysis *a, const tile_sums *t, int64_t bytes) {
    if ((t->ends && t->ends < bytes) || (t->n > 1 && t->needs > bytes))
        return CSL_POSSIBLE;
    if (bytes <= 0 || t->open > 1)
        return CSL_UNDECIDED;
    if (t->n == 1)
        return is_more_read(a, t, bytes);
    if (!t->open)
        return t->rooms == bytes ? CSL_SAFE : CSL_UNDECIDED;
    /* the others fill their room, and this one is read to its end */
    const int64_t left = bytes - t->rooms;
    if (t->filled != t->rooms || left <= 0)
        return CSL_UNDECIDED;
    const csl_verdict more = is_more_read(a, t, left);
    const int64_t room = csl_room_of_tile(a, t->last);
    return more != CSL_SAFE || csl_tile_is_read_from(a, t->last, left - 1, room) == CSL_POSSIBLE
               ? more
               : CSL_UNDECIDED;
}

/* Tiles bring what is left of what is expected: one of them all of it, several as much as there is
 * room for, if that is all of it, or one of them what the others leave. */
static const char *size_tiles(csl_analysis *a, csl_family *f, csl_node *arrival, int64_t bytes) {
    const tile_sums t = sum_tiles(a, f, arrival, bytes);
    const csl_verdict other = t.n ? is_other(a, &t, bytes) : CSL_SAFE;
    if (other == CSL_UNDECIDED)
        return "tiles whose sizes are not known";
    if (other == CSL_POSSIBLE) {
        csl_blame(f, CSL_PHASE_BYTES, arrival, csl_true(a->ctx));
        return "another number of bytes than tiles bring";
    }
    for (uint32_t i = 0; i < f->copies.n; i++) {
        csl_node *copy = f->copies.v[i];
        const bool alone = copy == t.last && (t.n == 1 || t.open == 1);
        if (!is_tile(copy) || !times_with(a, arrival, copy))
            continue;
        const int64_t size = !alone     ? csl_room_of_tile(a, copy)
                             : t.n == 1 ? bytes
                                        : bytes - t.rooms;
        if (copy->stmt->access->within && copy->stmt->access->within < size)
            return "a tile that is larger than the object it is copied to";
        csl_set_tile(a, copy, size, t.n > 1 && t.open);
    }
    return NULL;
}

/* What the copies bring that an arrival expects. */
typedef struct brought {
    int64_t bytes;  /* of those whose size is a number */
    csl_expr *more; /* of those that compute it; NULL: none */
    bool tiles;
    bool unknown; /* it is not known what some bring */
} brought;

static void add_computed(csl_analysis *a, csl_expr *size, brought *b) {
    b->more = b->more ? csl_binary(a->ctx, CSL_OP_ADD, b->more, size) : size;
}

/* The passes of the loop, `pass < x`: not less than none, as their bytes are expected. */
static csl_expr *passes_of(csl_analysis *a, const csl_loop *l) {
    csl_expr *bound = csl_bound_of_passes(a, l);
    if (!bound)
        return csl_expand(a, csl_sym_expr(a, l->trips));
    csl_assume_that(a, CSL_ASSUMED_TILE, NULL, l->node->stmt->place,
                    "no barrier object is told to expect less than no bytes");
    return bound;
}

static void add_copy(csl_analysis *a, const csl_node *arrival, const csl_node *copy, int64_t times,
                     brought *b) {
    csl_expr *size = copy->size ? csl_expand(a, copy->size) : NULL;
    const bool each_pass = times == EACH_PASS;
    b->tiles |= is_tile(copy);
    b->bytes += copy->stmt->access->is_box || each_pass ? 0 : times * csl_bytes_brought(copy);
    for (int64_t pass = 0; size && pass < times; pass++)
        add_computed(a, copy->loop != arrival->loop ? csl_in_pass(a, copy->loop, size, pass) : size,
                     b);
    if (!each_pass || is_tile(copy))
        return;
    if (!size)
        size = csl_const(a->ctx, CSL_I32, csl_bytes_brought(copy));
    if (!csl_mentions_loop(a, size, copy->loop))
        add_computed(a,
                     csl_binary(a->ctx, CSL_OP_MUL, csl_cast(a->ctx, CSL_I32, size),
                                csl_cast(a->ctx, CSL_I32, passes_of(a, copy->loop))),
                     b);
    else
        b->unknown = true;
}

static bool is_awaited(csl_analysis *a, const csl_family *f, const csl_node *copy) {
    for (uint32_t k = 0; k < f->uses.n; k++)
        if (times_with(a, f->uses.v[k], copy) && csl_is_arrival(f->uses.v[k]->stmt->sync) &&
            bytes_of(a, f, f->uses.v[k]))
            return true;
    return false;
}

/* A copy that may bring part of what some arrival elsewhere expects, so that no sum is sure. */
static bool is_any_astray(csl_analysis *a, const csl_family *f) {
    for (uint32_t i = 0; i < f->copies.n; i++)
        if (!is_awaited(a, f, f->copies.v[i]))
            return true;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_ACCESS && csl_ends_at_object(a->nodes.v[i]) &&
            !a->nodes.v[i]->family)
            return true;
    return false;
}

/* The copies of the arrival's phase bring what it expects. */
static const char *check_arrival(csl_analysis *a, csl_family *f, csl_node *arrival,
                                 csl_expr *bytes) {
    brought b = {0};
    int64_t left;
    for (uint32_t i = 0; i < f->copies.n; i++) {
        const csl_node *copy = f->copies.v[i];
        const int64_t times = times_with(a, arrival, copy);
        if (times)
            add_copy(a, arrival, copy, times, &b);
        else if (is_awaited(a, f, copy))
            continue; /* by another arrival */
        else if (copy->loop != arrival->loop && copy->loop &&
                 (!arrival->loop || csl_loop_inside(copy->loop, arrival->loop)))
            return "copies in bulk that a loop of their own issues";
        else if (copy->loop == arrival->loop)
            return "copies in bulk that are issued under other conditions than they are expected";
    }
    if (b.unknown || !csl_bytes_apart(a, bytes, b.more, &left))
        return "a number of bytes that is not known";
    if (b.tiles)
        return size_tiles(a, f, arrival, left - b.bytes);
    if (left == b.bytes)
        return NULL;
    if (is_any_astray(a, f))
        return "copies in bulk that are issued elsewhere than they are expected";
    f->fault.kind = CSL_PHASE_BYTES;
    f->fault.at = arrival;
    f->fault.wrong = csl_true(a->ctx);
    return "another number of bytes than copies bring";
}

/* Threads expect the bytes of the copies that each of them issues, and do so whenever they arrive.
 */
static const char *check_expecting(csl_analysis *a, csl_family *f, const csl_node *n,
                                   csl_expr *own) {
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (!csl_count_coming(a, own, a->shapes.shape[s], 1))
            return "bytes that no thread expects";
    for (uint32_t k = 0; k < f->uses.n; k++) {
        const csl_node *m = f->uses.v[k];
        csl_expr *other;
        if (m == n || !csl_is_arrival(m->stmt->sync))
            continue;
        if (m->loop == n->loop && bytes_of(a, f, m))
            return "bytes that are expected at several places";
        if (bytes_of(a, f, m))
            continue;
        if (!csl_own_condition(a, m, &other))
            return "arrivals that expect no bytes, at a barrier object that counts them";
        for (uint32_t s = 0; s < a->shapes.n; s++)
            if (csl_count_coming(a, csl_and(a->ctx, own, other), a->shapes.shape[s], 1))
                return "a thread that expects bytes with some of its arrivals";
    }
    return NULL;
}

/* Copies count bytes there, and no one says how many: a mistake of who arrives. */
static void blame_unexpected(csl_analysis *a, csl_family *f) {
    csl_node *arrival = NULL;
    if (a->kernel->maps_blocks)
        return;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        if (n->bytes)
            return;
        arrival = !arrival && csl_is_arrival(n->stmt->sync) ? n : arrival;
    }
    if (arrival)
        csl_blame(f, CSL_PHASE_BYTES, arrival, csl_true(a->ctx));
}

/* Every copy, and all that is expected apart, belongs to an arrival that expects it. */
static const char *check_issued(csl_analysis *a, csl_family *f) {
    for (uint32_t i = 0; i < f->copies.n; i++) {
        const csl_node *copy = f->copies.v[i];
        if (!is_awaited(a, f, copy)) {
            blame_unexpected(a, f);
            return "a copy in bulk that is not expected where it is issued";
        }
        if (!csl_at_stage(a, f, copy->signalled, copy,
                          csl_ticket_of_copy(a, copy, (uint32_t)(f - a->families.v))))
            return "a copy in bulk that completes at another stage than it is expected";
    }
    for (uint32_t i = 0; i < f->uses.n; i++) {
        bool arrives = !expects_apart(f->uses.v[i]);
        for (uint32_t k = 0; k < f->uses.n; k++)
            arrives |= f->uses.v[k]->order > f->uses.v[i]->order &&
                       csl_is_arrival(f->uses.v[k]->stmt->sync) &&
                       stands_with(a, f->uses.v[k], f->uses.v[i]);
        if (!arrives)
            return "bytes that are expected where the thread does not arrive";
    }
    return NULL;
}

/* Fills in csl_family.copiers. */
static void find_copiers(csl_analysis *a, csl_family *f) {
    csl_expr *own[2];
    f->copiers = NULL;
    for (uint32_t i = 0; i < f->copies.n; i++)
        for (uint32_t k = 0; k < f->uses.n; k++) {
            const csl_node *copy = f->copies.v[i], *use = f->uses.v[k];
            if (copy->loop == use->loop && !stands_with(a, use, copy) && times_with(a, use, copy) &&
                csl_copies_for(a, use, copy, own))
                f->copiers = f->copiers ? csl_or(a->ctx, f->copiers, own[1]) : own[1];
        }
}

const char *csl_check_bytes(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    bool any = f->copies.n > 0;
    for (uint32_t i = 0; i < f->uses.n; i++)
        any |= f->uses.v[i]->bytes != NULL;
    if (!any)
        return NULL;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        csl_expr *own, *bytes = csl_is_arrival(n->stmt->sync) ? bytes_of(a, f, n) : NULL;
        if (n->stmt->sync->tracks || (n->bytes && n->stmt->sync->kind != CSL_SYNC_ARRIVE))
            return "copies of both kinds at one barrier object";
        if (!bytes)
            continue;
        if (!csl_own_condition(a, n, &own))
            return "bytes that several threads expect";
        const char *why = check_expecting(a, f, n, own);
        if (!why)
            why = check_arrival(a, f, n, bytes);
        if (why)
            return why;
    }
    const char *why = check_issued(a, f);
    if (!why)
        find_copiers(a, f);
    return why;
}
