/* Every barrier object that a thread may come to was initialised: by some thread of the block that
 * comes there always, or whenever objects are come to at all.
 *
 * Source of the semantics: PTX ISA, mbarrier: any operation but mbarrier.init, on a place that
 * holds no valid object, is undefined. That it is done before is asked like any race on the object.
 */
#include "protocols.h"
#include "../../limits/limits.h"

/* An object that some thread of the block initialises where `when` holds. */
typedef struct start {
    csl_expr *root, *when;
    int64_t offset;
    const csl_node *at;
    const csl_loop *within; /* it is done anew in each pass of that, or NULL */
} start;

typedef struct starts {
    csl_analysis *a;
    const uint32_t *shape; /* NULL: unknown, so only the first thread is there for certain */
    bool others;           /* there may be more of them */
    CSL_VEC(start) v;
} starts;

static void add_start(starts *s, const csl_node *n, const csl_expr *offset, csl_expr *when) {
    const start new = {n->targets[0].root, when, offset->value, n, csl_set_up_in(s->a, n)};
    for (uint32_t i = 0; i < s->v.n; i++)
        if (s->v.v[i].root == new.root && s->v.v[i].offset == new.offset &&
            s->v.v[i].when == new.when && s->v.v[i].within == new.within)
            return;
    s->others |= offset->op != CSL_OP_CONST || new.within;
    if (offset->op == CSL_OP_CONST)
        CSL_PUSH(s->a->ctx, &s->v, new);
}

/* Those that threads initialise there under the condition; false: none comes. */
static bool add_of_threads(starts *s, const csl_node *n, csl_expr *reach, csl_expr *offset) {
    csl_analysis *a = s->a;
    csl_expr *own, *when;
    if (!csl_split_by_thread(a, csl_as_elected(a, reach), CSL_SCOPE_BLOCK, &own, &when)) {
        s->others = true;
        return false;
    }
    const uint32_t threads = s->shape ? s->shape[0] * s->shape[1] * s->shape[2] : 1;
    bool any = false;
    for (uint32_t t = 0; t < threads; t++) {
        if (!csl_is_true(csl_of_thread(a, own, s->shape, t)))
            continue;
        csl_expr *here = csl_of_thread(a, offset, s->shape, t);
        add_start(s, n, here, when);
        any = true;
        if (here == offset)
            break; /* the same for all */
    }
    return any;
}

/* The thread goes through that pass. */
static csl_expr *goes_in(csl_analysis *a, const csl_loop *l, uint32_t pass) {
    csl_expr *stay = l->stay && l->top_tested ? csl_stays_by_pass(a, l) : NULL;
    if (stay)
        return csl_in_pass(a, l, stay, pass);
    return csl_binary(a->ctx, CSL_OP_LT, csl_const(a->ctx, CSL_I32, pass),
                      csl_expand(a, csl_sym_expr(a, l->trips)));
}

static void add_starts(starts *s, const csl_node *n) {
    csl_analysis *a = s->a;
    const csl_loop *l = csl_set_up_in(a, n) == n->loop ? NULL : n->loop;
    csl_expr *reach = csl_without_ends(a, n, csl_expand(a, n->reach));
    csl_expr *offset = csl_expand(a, n->targets[0].offset), *goes = csl_true(a->ctx);
    bool any = l != NULL;
    if (!l)
        add_of_threads(s, n, reach, offset);
    for (uint32_t pass = 0; any && !csl_limit_exceeded(CSL_LIMIT_ring_stages, pass); pass++) {
        goes = csl_and(a->ctx, goes, goes_in(a, l, pass));
        any = add_of_threads(s, n, csl_and(a->ctx, csl_in_pass(a, l, reach, pass), goes),
                             csl_in_pass(a, l, offset, pass));
    }
    s->others |= any; /* in further passes */
}

static bool starts_at(const starts *s, const csl_node *use, csl_expr *root, int64_t offset) {
    const bool remote = csl_is_remote_signal(s->a, use);
    csl_expr *reach = csl_expand(s->a, use->reach);
    for (uint32_t i = 0; i < s->v.n; i++) {
        const start *at = &s->v.v[i];
        if (at->root == root && at->offset == offset && at->at->order < use->order &&
            (!at->within || csl_loop_inside(use->loop, at->within)) &&
            (csl_is_true(at->when) || (!remote && csl_is_implied(s->a, at->when, reach))))
            return true;
    }
    return false;
}

/* Some thread may come to the object there, as far as its coordinates tell. */
static bool is_used_at(const starts *s, const csl_node *n, const csl_target *t, int64_t offset) {
    csl_analysis *a = s->a;
    csl_expr *at = csl_as_elected(a, csl_expand(a, t->offset));
    if (!s->shape || !csl_is_of_thread(a->ctx, at))
        return true;
    csl_expr *reach = csl_as_elected(a, csl_expand(a, n->reach));
    csl_expr *own = csl_binary(a->ctx, CSL_OP_EQ, at, csl_const(a->ctx, CSL_I64, offset));
    own = csl_and(a->ctx, own, csl_of_thread_alone(a, reach));
    return csl_count_coming(a, own, s->shape, 1) > 0;
}

/* No thread initialises the object at that place: a mistake of who comes to it. */
static void note_unset(const starts *s, csl_node *n, const csl_target *t, int64_t offset) {
    csl_analysis *a = s->a;
    csl_ctx *ctx = a->ctx;
    if (s->others || n->signals || csl_is_remote_signal(a, n) || !s->shape)
        return;
    csl_expr *wrong =
        csl_binary(ctx, CSL_OP_EQ, csl_expand(a, t->offset), csl_const(ctx, CSL_I64, offset));
    for (uint32_t i = 0; i < s->v.n; i++)
        if (s->v.v[i].root == t->root && s->v.v[i].offset == offset)
            wrong = csl_and(ctx, wrong, csl_not(ctx, s->v.v[i].when));
    const csl_unset unset = {n, wrong};
    CSL_PUSH(ctx, &a->unset, unset);
}

static void check_use(const starts *s, csl_node *n) {
    const csl_target *t = n->signals ? n->signalled : n->targets;
    csl_places p;
    if (!csl_find_places(s->a, n, t, n->signals ? n->nsignalled : n->ntargets, &p))
        return; /* its barrier is not modelled */
    for (int64_t group = p.from; group < p.from + (p.owners ? p.groups : 1); group++)
        for (int64_t k = 0; k < p.stages; k++) {
            const int64_t offset = p.start + group * p.apart + k * p.stride;
            if (starts_at(s, n, p.root, offset) || !is_used_at(s, n, t, offset))
                continue;
            s->a->uses_unset = true;
            csl_obstruct(s->a, CSL_ABOUT_ALL, n, "a barrier object that may not be initialised");
            note_unset(s, n, t, offset);
            return;
        }
}

static bool is_use(const csl_node *n) {
    return n->signals || (n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->object);
}

void csl_check_initialised(csl_analysis *a) {
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n && !any; i++)
        any = is_use(a->nodes.v[i]);
    for (uint32_t k = 0; any && (k == 0 || k < a->shapes.n); k++) {
        starts s = {.a = a, .shape = a->shapes.n ? a->shapes.shape[k] : NULL};
        for (uint32_t i = 0; i < a->nodes.n; i++) {
            const csl_node *n = a->nodes.v[i];
            const bool begins = csl_begins_object(n);
            s.others |= csl_may_do_anything(n->stmt) || (begins && n->ntargets != 1);
            if (begins && n->ntargets == 1)
                add_starts(&s, n);
        }
        for (uint32_t i = 0; i < a->nodes.n; i++)
            if (is_use(a->nodes.v[i]))
                check_use(&s, a->nodes.v[i]);
    }
}
