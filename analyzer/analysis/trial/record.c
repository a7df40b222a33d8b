/* What one thread of a trial does with barriers, as the machine runs it. */
#include "trial.h"
#include "../witness/replay.h"

typedef struct recorder {
    csl_block *b;
    csl_tried *trace;
    csl_machine m;
    uint32_t *pass;  /* by loop */
    uint32_t events; /* of barriers and copies */
    bool failed;
} recorder;

static bool value_of(recorder *r, const csl_expr *e, int64_t otherwise, int64_t *out) {
    const csl_known k = e ? csl_machine_eval(&r->m, e) : (csl_known){otherwise, true};
    *out = k.value;
    r->failed |= !k.known;
    return k.known;
}

/* Shared memory of the thread's own block also has addresses as one of a cluster
 * (CSL_CLUSTER_SHIFT); of another block's, nothing is known. */
static int64_t in_own_block(recorder *r, int64_t address) {
    const csl_kernel *k = r->b->a->kernel;
    const int64_t block = INT64_C(1) << CSL_CLUSTER_SHIFT;
    if (!k->maps_blocks || address < block)
        return address;
    const bool may_be_either = k->nobjects > 0 && csl_machine_base(k, k->nobjects - 1) >= block;
    r->failed |= may_be_either || address >= 2 * block;
    return address - block;
}

/* Objects elsewhere count threads of other blocks as well. */
static bool is_of_block(const recorder *r, int64_t address) {
    const csl_kernel *k = r->b->a->kernel;
    for (uint32_t i = 0; i < k->nobjects; i++) {
        const int64_t at = address - csl_machine_base(k, i);
        const csl_object_kind kind = k->objects[i].kind;
        if ((kind == CSL_OBJ_SHARED || kind == CSL_OBJ_DYNAMIC) && at >= 0 && at < CSL_MOST_SHARED)
            return true;
    }
    return false;
}

static bool object_of(recorder *r, const csl_expr *e, int64_t *object) {
    if (!value_of(r, e, 0, object))
        return false;
    *object = in_own_block(r, *object);
    r->failed |= !is_of_block(r, *object);
    return !r->failed;
}

static csl_trial_event *push(recorder *r, csl_deed deed, csl_node *n) {
    csl_tried *t = r->trace;
    csl_trial_event e = {.deed = deed, .node = n, .count = 1, .of = UINT32_MAX};
    uint32_t i = 0;
    r->events += deed < CSL_DOES_ACCESS;
    for (const csl_loop *l = n->loop; l && i < CSL_TRIAL_LOOPS; l = l->parent)
        e.pass[i++] = r->pass[l->id];
    CSL_PUSH(r->b->scratch, t, e);
    return &t->v[t->n - 1];
}

static void gather(recorder *r, csl_node *n, int64_t mask) {
    push(r, CSL_DOES_WARP, n)->number = mask & UINT32_MAX;
}

/* ---- statements ------------------------------------------------------------------------------ */

/* Where in shared memory the access is, goes to the event; or that it is outside of its object. The
 * tensor core names its operands by the bits of an address that count there. */
static bool find_place(recorder *r, const csl_node *n, csl_known address, csl_trial_event *e) {
    const csl_kernel *k = r->b->a->kernel;
    const csl_access *x = n->stmt->access;
    for (uint32_t i = 0; i < n->ntargets && address.known; i++) {
        const csl_expr *root = n->targets[i].root;
        const csl_object *o = root->op == CSL_OP_BASE ? &k->objects[root->index] : NULL;
        if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
            continue;
        const int64_t base = csl_machine_base(k, root->index);
        const int64_t size = o->bytes ? (int64_t)o->bytes : CSL_MOST_SHARED;
        const int64_t at = x->is_tensor ? address.value & CSL_SHARED_ADDRESS : address.value - base;
        if (at >= 0 && at + e->bytes <= size) {
            e->of = root->index;
            e->address = base + at;
            return true;
        }
        r->b->strays |= n->ntargets == 1;
    }
    return false;
}

/* Whom else the access may clash with: not what lanes do together. */
static bool may_clash(const csl_node *n) {
    const csl_access *x = n->stmt->access;
    return csl_is_plain(x) && !x->is_state && !x->joint && !x->is_spare && !x->is_lanes &&
           n->ntargets > 0;
}

static int64_t number_in_block(const recorder *r) {
    const int64_t *id = r->m.tid, *dim = r->m.bdim;
    return (id[2] * dim[1] + id[1]) * dim[0] + id[0];
}

static int64_t lane_of(const recorder *r) {
    return number_in_block(r) % 32;
}

/* The tensor core reads for a whole warp group. */
static bool is_for_others(const recorder *r, const csl_access *x) {
    return x->is_tensor && !x->is_tracked && number_in_block(r) % CSL_WARP_GROUP != 0;
}

/* The bytes of the access; false: that it is of so many is not sure. */
static bool size_of(recorder *r, const csl_node *n, int64_t *bytes) {
    const csl_access *x = n->stmt->access;
    *bytes = x->bytes;
    if (x->size) {
        const bool known = value_of(r, x->size, 0, bytes);
        r->b->strays |= x->bytes != CSL_LEAST_TILE && *bytes > x->bytes;
        return known && *bytes > 0;
    }
    if (x->is_vague) /* it begins there */
        *bytes = CSL_LEAST_TILE;
    return !x->is_moved;
}

static void touch(recorder *r, csl_node *n, csl_known address) {
    csl_trial_event at = {.of = UINT32_MAX};
    if (r->b->strays || !may_clash(n) || !size_of(r, n, &at.bytes) ||
        is_for_others(r, n->stmt->access) || !find_place(r, n, address, &at))
        return;
    r->b->strays |= csl_limit_reached(CSL_LIMIT_trial_accesses, r->b->accesses++);
    csl_trial_event *e = push(r, CSL_DOES_ACCESS, n);
    e->address = at.address;
    e->of = at.of;
    e->bytes = at.bytes;
}

/* Other copies are in groups, for which only their thread waits. */
static void see_access(recorder *r, csl_node *n, csl_known address) {
    const csl_access *x = n->stmt->access;
    int64_t object, count, bytes;
    if (x->is_state && x->mode == CSL_MODE_WRITE) {
        r->failed |= !address.known;
        if (x->value && value_of(r, x->value, 0, &count)) {
            csl_trial_event *e = push(r, CSL_DOES_INIT, n);
            e->object = in_own_block(r, address.value);
            e->count = count;
        }
        return;
    }
    r->failed |= x->launched != CSL_LAUNCHED_NOT;
    if (!x->signals)
        touch(r, n, address);
    if (!x->signals || x->mode != CSL_MODE_WRITE || !object_of(r, x->signals, &object))
        return;
    const bool sure = size_of(r, n, &bytes);
    if (x->size && !sure)
        return; /* of no bytes */
    csl_trial_event *e = push(r, CSL_DOES_COPY, n);
    e->object = object;
    e->bytes = bytes;
    const bool told = !x->is_box || x->size || (x->bytes != CSL_LEAST_TILE && !x->is_vague);
    e->brings = sure && told ? bytes : 0;
    if (may_clash(n))
        find_place(r, n, address, e);
}

/* ---- tiles ------------------------------------------------------------------------------------ */

static bool expects_at(const csl_trial_event *e, int64_t object) {
    return e->deed == CSL_DOES_ARRIVE && e->object == object && e->bytes > 0;
}

static bool copies_at(const csl_trial_event *e, int64_t object) {
    return e->deed == CSL_DOES_COPY && e->object == object;
}

/* The thread expects the bytes of its copies at the object before it issues them. */
static bool expects_first(const csl_tried *t, int64_t object) {
    uint32_t i = 0;
    while (!expects_at(&t->v[i], object) && !copies_at(&t->v[i], object))
        i++;
    return expects_at(&t->v[i], object);
}

/* The tiles from event `from` to `to` bring as much each, all that the phase still expects. Of one
 * of several it is not known how much it writes, but for its beginning. */
static bool share(csl_tried *t, uint32_t from, uint32_t to, int64_t object, int64_t bytes) {
    int64_t tiles = 0;
    for (uint32_t i = from; i < to; i++)
        if (copies_at(&t->v[i], object)) {
            tiles += !t->v[i].brings;
            bytes -= t->v[i].brings;
        }
    const int64_t each = tiles ? bytes / tiles : 0;
    if (each < CSL_LEAST_TILE)
        return false;
    for (uint32_t i = from; i < to; i++) {
        csl_trial_event *e = &t->v[i];
        if (!copies_at(e, object) || e->brings)
            continue;
        const csl_access *x = e->node->stmt->access;
        const bool whole = tiles == 1 && x->is_vague && each <= x->bytes;
        e->bytes = whole ? each : CSL_LEAST_TILE;
        bytes -= each;
        e->brings = bytes < each ? each + bytes : each;
    }
    return true;
}

/* Tiles are as large as their thread expects at the object, in front of them or behind: so it is
 * assumed (protocols/boxes.c). */
static void size_tiles(recorder *r) {
    csl_tried *t = r->trace;
    for (uint32_t i = 0; i < t->n && !r->failed; i++) {
        const int64_t object = t->v[i].object;
        uint32_t from = i, to = i;
        if (t->v[i].deed != CSL_DOES_COPY || t->v[i].brings)
            continue;
        while (from > 0 && !expects_at(&t->v[from], object))
            from--;
        while (to < t->n && !expects_at(&t->v[to], object))
            to++;
        const uint32_t told = expects_first(t, object) ? from : to;
        r->failed |= told == t->n || !share(t, from, to, object, t->v[told].bytes);
    }
}

/* ---- synchronisation -------------------------------------------------------------------------- */

/* How many groups are open that a wait leaves open; if that is not known, none are. */
static void see_groups(recorder *r, csl_node *n, csl_known open) {
    if (n->stmt->async.tensor)
        gather(r, n, UINT32_MAX);
    push(r, CSL_DOES_GROUP, n)->number = open.known ? open.value : 0;
}

/* Lanes of a warp that come together: those of the mask, or of the tile; of four warps, which do
 * not wait for each other, each for itself (wgmma). */
static void see_warp(recorder *r, csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    int64_t mask = UINT32_MAX;
    if (y->tile > 32) {
        gather(r, n, mask);
    } else if (y->tile) {
        mask = (INT64_C(1) << y->tile) - 1;
        gather(r, n, mask << lane_of(r) / y->tile * y->tile);
    } else if (value_of(r, y->mask, UINT32_MAX, &mask)) {
        gather(r, n, mask);
    }
}

static void see_named(recorder *r, csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    const uint32_t all = (r->b->threads + 31) / 32 * 32;
    int64_t id, count;
    if (!value_of(r, y->id, 0, &id) || !value_of(r, y->count, all, &count))
        return;
    gather(r, n, UINT32_MAX); /* it counts warps */
    csl_trial_event *e =
        push(r, y->kind == CSL_SYNC_ARRIVE ? CSL_DOES_NAMED_ARRIVE : CSL_DOES_NAMED, n);
    e->number = id;
    e->count = count;
}

static void see_object(recorder *r, csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    int64_t object, count, bytes, number;
    const uint32_t arrival = r->trace->n;
    const bool untold = y->kind == CSL_SYNC_WAIT && !y->parity && !y->value; /* which phase */
    if (untold || !object_of(r, y->object, &object) || !value_of(r, y->count, 1, &count) ||
        !value_of(r, y->bytes, 0, &bytes) ||
        !value_of(r, y->kind == CSL_SYNC_WAIT ? y->parity ? y->parity : y->value : NULL, 0,
                  &number)) {
        r->failed = true;
        return;
    }
    if (y->kind != CSL_SYNC_WAIT) {
        csl_trial_event *e = push(r, y->drops ? CSL_DOES_DROP : CSL_DOES_ARRIVE, n);
        e->object = object;
        e->count = count;
        e->bytes = bytes;
        e->tracks = y->tracks || y->commits;
    }
    if (y->kind == CSL_SYNC_ARRIVE || (y->kind == CSL_SYNC_WAIT && y->result != CSL_NO_VAR))
        return; /* a look sees nothing: it may */
    csl_trial_event *e = push(r, y->parity ? CSL_DOES_WAIT : CSL_DOES_TOKEN, n);
    e->object = object;
    e->number = y->kind == CSL_SYNC_BARRIER ? arrival : number;
    r->failed |= !y->parity && (e->number < 0 || e->number >= arrival + 1);
}

static void see_sync(recorder *r, csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    if (y->object)
        see_object(r, n);
    else if (y->id)
        see_named(r, n);
    else if (y->scope == CSL_SCOPE_WARP)
        see_warp(r, n);
    else if (y->scope == CSL_SCOPE_BLOCK && y->kind == CSL_SYNC_BARRIER)
        push(r, CSL_DOES_BLOCK, n);
    else
        r->failed = true;
}

static bool see(void *owner, const csl_moment *now) {
    recorder *r = owner;
    csl_node *n = csl_node_of_stmt(r->b->a, now->stmt);
    if (!n)
        r->failed |= now->stmt->kind != CSL_STMT_IF && now->stmt->kind != CSL_STMT_BR;
    else if (now->stmt->kind == CSL_STMT_ACCESS)
        see_access(r, n, now->value);
    else if (now->stmt->kind == CSL_STMT_SYNC)
        see_sync(r, n);
    else if (now->stmt->kind == CSL_STMT_ASYNC)
        see_groups(r, n, now->value);
    return !r->failed && !csl_limit_reached(CSL_LIMIT_trial_events, r->events);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* What is made of the thread's own number: lane 0 is elected, a look sees nothing, the token of an
 * arrival is the number of its event. */
static csl_known result(void *owner, const csl_stmt *s) {
    recorder *r = owner;
    csl_analysis *a = r->b->a;
    const csl_node *n = csl_node_of_stmt(a, s);
    if (!n)
        return (csl_known){0, false};
    if (s->kind == CSL_STMT_SYNC && s->sync->kind == CSL_SYNC_ELECT)
        return (csl_known){lane_of(r) == 0, true};
    if (s->kind == CSL_STMT_SYNC && s->sync->object)
        return (csl_known){s->sync->kind == CSL_SYNC_WAIT ? 0 : r->trace->n - 1, true};
    return n->read ? csl_machine_eval(&r->m, csl_expand(a, n->read)) : (csl_known){0, false};
}

/* Nothing in there has to do with barriers, or with which way the thread goes. */
static bool is_quiet(const csl_stmt *s) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_SYNC || s->kind == CSL_STMT_EXIT || s->kind == CSL_STMT_ASYNC ||
            s->kind == CSL_STMT_BR || s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE ||
            (s->kind == CSL_STMT_ACCESS && (s->access->is_state || s->access->is_async)))
            return false;
        if (s->kind == CSL_STMT_IF && !(is_quiet(s->branch.body) && is_quiet(s->branch.other)))
            return false;
        if ((s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) && !is_quiet(s->block.body))
            return false;
    }
    return true;
}

/* Nothing is known of what stands there, nor of what it changes. */
static bool choose(void *owner, const csl_stmt *s) {
    recorder *r = owner;
    r->failed |= !is_quiet(s->branch.body) || !is_quiet(s->branch.other);
    return false;
}

static bool start_pass(void *owner, const csl_stmt *loop, uint32_t pass) {
    recorder *r = owner;
    const csl_node *n = csl_node_of_stmt(r->b->a, loop);
    if (n)
        r->pass[n->own->id] = pass;
    return !r->failed;
}

static bool passes_by(void *owner, const csl_stmt *loop, uint32_t *label) {
    (void)owner, (void)loop, (void)label;
    return false;
}

bool csl_record_block(csl_block *b) {
    csl_analysis *a = b->a;
    recorder r = {.b = b};
    r.pass = csl_alloc(b->scratch, (a->loops.n + 1) * sizeof *r.pass);
    r.m = (csl_machine){.ctx = a->ctx,
                        .scratch = b->scratch,
                        .kernel = a->kernel,
                        .param = b->param,
                        .budget = b->budget,
                        .owner = &r,
                        .result = result,
                        .choose = choose,
                        .start_pass = start_pass,
                        .see = see,
                        .passes_by = passes_by,
                        .passes_unknown = true};
    for (uint32_t d = 0; d < 3; d++) {
        r.m.bdim[d] = b->bdim[d];
        r.m.gdim[d] = b->gdim[d];
    }
    for (uint32_t t = 0; t < b->threads && !r.failed; t++) {
        r.trace = &b->thread[t];
        r.events = 0;
        r.m.tid[0] = r.trace->tid[0] = t % b->bdim[0];
        r.m.tid[1] = r.trace->tid[1] = t / b->bdim[0] % b->bdim[1];
        r.m.tid[2] = r.trace->tid[2] = t / b->bdim[0] / b->bdim[1];
        csl_machine_run(&r.m);
        size_tiles(&r);
        r.failed |= r.m.spent || csl_limit_reached(CSL_LIMIT_trial_events, r.events);
    }
    b->budget = r.m.budget;
    return !r.failed;
}
