/* From the place of a launch to launches of kernels.
 *
 * A launch whose kernel or block depends on a parameter of its function is looked at once for each
 * call of that function: kernel and block of one call belong together. */
#include "clusters.h"
#include "sharing.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct recording {
    csl_launch_search *s;
    const csl_launch_site *site;
    const csl_known_call *calls[CSL_ROOM_host_call_depth]; /* innermost first */
    unsigned ncalls, contexts;
    const csl_host_choice *choices;
    const csl_host_call *beyond[CSL_ROOM_host_call_depth + 1]; /* the first i calls; NULL: none */
    const csl_kernel *moved[CSL_ROOM_meant_kernels];           /* whose pointers were followed */
    unsigned nmoved;
    bool only_sharing; /* what is no more than a launch of an unknown caller is listed already */
} recording;

/* ---- the list -------------------------------------------------------------------------------- */

static bool same_launch(const csl_launch *a, const csl_launch *b) {
    bool same = a->place->file == b->place->file && a->place->line == b->place->line &&
                a->place->col == b->place->col && a->given == b->given &&
                a->dynamic_bytes == b->dynamic_bytes && a->cooperative == b->cooperative &&
                a->begins == b->begins && a->nbefore == b->nbefore && a->nsame == b->nsame &&
                (!a->nsame || memcmp(a->same, b->same, a->nsame * sizeof *a->same) == 0);
    for (int i = 0; i < 3; i++)
        same = same && a->cluster[i] == b->cluster[i] && a->grid[i] == b->grid[i] &&
               a->block[i] == b->block[i] && a->says[i] == b->says[i] && a->spans[i] == b->spans[i];
    return same;
}

static void add_sharing(csl_launch_search *s, csl_kernel *k, const csl_launch *launch, bool known) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->nsharing; i++) {
        if (s->sharing[i].kernel != k)
            continue;
        if (same_launch(&s->sharing[i].launch, launch))
            return;
        n++;
    }
    if (csl_limit_reached(CSL_LIMIT_sharing_launches, n)) {
        k->launch_unknown = k->elsewhere = true;
        return;
    }
    CSL_GROW(s->unit->ctx, s->sharing, s->nsharing, s->cap_sharing);
    s->sharing[s->nsharing++] = (csl_shared_launch){k, *launch, known};
}

void csl_add_launch(csl_launch_search *s, csl_kernel *k, csl_launch launch) {
    bool known = !csl_limit_reached(CSL_LIMIT_recorded_launches, k->nlaunches);
    for (int i = 0; i < 3; i++) {
        known = known && (launch.block[i] || launch.says[i]);
        k->same[i] = !k->used || k->same[i] == launch.block[i] ? launch.block[i] : 0;
    }
    k->used = true;
    if (launch.nsame) {
        add_sharing(s, k, &launch, known);
        return;
    }
    for (uint32_t i = 0; i < k->nlaunches; i++)
        if (same_launch(&k->launches[i], &launch)) {
            k->launches[i].one_way &= launch.one_way;
            return;
        }
    if (!known) {
        csl_expr *one = csl_said_of_thread(s->unit->ctx, &launch);
        k->launch_unknown = true;
        k->unsized = k->unsized ? csl_or(s->unit->ctx, k->unsized, one) : one;
        return;
    }
    if ((k->nlaunches & (k->nlaunches - 1)) == 0) { /* the room may be used up */
        csl_launch *more = csl_new_launches(s->unit->ctx, k->nlaunches);
        if (k->nlaunches)
            memcpy(more, k->launches, k->nlaunches * sizeof *more);
        k->launches = more;
    }
    k->launches[k->nlaunches++] = launch;
}

/* ---- one launch ------------------------------------------------------------------------------ */

/* Where the values of a launch stand. */
typedef struct configuration {
    CXCursor grid, block, bytes; /* null: left out */
    CXCursor structure;          /* the address of a cudaLaunchConfig_t, or null */
    CXCursor addresses;          /* of the kernel's arguments: an array, or null */
    CXCursor cluster;            /* how many blocks it has, or null */
    CXCursor sizes[6];           /* grid and block, one by one (driver API) */
    bool driver;
} configuration;

static CXCursor argument(CXCursor call, int i) {
    if (i >= clang_Cursor_getNumArguments(call))
        return clang_getNullCursor();
    CXCursor a = clang_Cursor_getArgument(call, (unsigned)i);
    return csl_host_is_written(a) ? a : clang_getNullCursor();
}

static configuration configuration_of(const csl_launch_site *site) {
    const CXCursor none = clang_getNullCursor();
    configuration c = {none, none, none, none, none, none, {none, none, none, none, none, none},
                       false};
    const int first = csl_host_spelled(site->config, "cudaLaunchDevice") ? 2 : 0;
    switch (site->form) {
    case CSL_LAUNCH_BRACKETS:
        c.grid = argument(site->config, first);
        c.block = argument(site->config, first + 1);
        c.bytes = argument(site->config, first + 2);
        break;
    case CSL_LAUNCH_FUNCTION:
    case CSL_LAUNCH_COOPERATIVE:
        c.grid = argument(site->call, 1);
        c.block = argument(site->call, 2);
        c.addresses = argument(site->call, 3);
        c.bytes = argument(site->call, 4);
        break;
    case CSL_LAUNCH_CLUSTER:
        c.grid = argument(site->call, 0);
        c.cluster = argument(site->call, 1);
        c.block = argument(site->call, 2);
        c.bytes = argument(site->call, 3);
        c.addresses = argument(site->call, 6);
        break;
    case CSL_LAUNCH_CONFIG_ARGS: c.addresses = argument(site->call, 2); /* fallthrough */
    case CSL_LAUNCH_CONFIG: c.structure = argument(site->call, 0); break;
    case CSL_LAUNCH_DRIVER_CONFIG:
        c.structure = argument(site->call, 0);
        c.addresses = argument(site->call, 2);
        break;
    case CSL_LAUNCH_NODE: c.structure = site->callee; break;
    case CSL_LAUNCH_DRIVER:
        c.driver = true;
        for (int i = 0; i < 6; i++)
            c.sizes[i] = argument(site->call, 1 + i);
        c.bytes = argument(site->call, 7);
        c.addresses = argument(site->call, 9);
    }
    return c;
}

static uint32_t size_of(csl_host_point point, CXCursor e) {
    int64_t n;
    bool known =
        !clang_Cursor_isNull(e) && csl_host_integer(point, e, &n) && n > 0 && n <= UINT32_MAX;
    return known ? (uint32_t)n : 0;
}

/* Of the structure: 0 if not known. */
static uint32_t field_size(csl_host_point point, CXCursor structure, csl_config field, int which) {
    csl_host_part part;
    if (!csl_host_config(point, structure, field, which, &part))
        return 0;
    return clang_Cursor_isNull(part.value) ? 1 : size_of(part.where, part.value);
}

static int64_t bytes_of(csl_host_point point, const configuration *c) {
    csl_host_part part = {c->bytes, point};
    int64_t n;
    if (!clang_Cursor_isNull(c->structure) &&
        !csl_host_config(point, c->structure, CSL_CONFIG_BYTES, 0, &part))
        return -1;
    if (clang_Cursor_isNull(part.value))
        return 0;
    return csl_host_integer(part.where, part.value, &n) && n >= 0 ? n : -1;
}

csl_host_launch csl_launch_of_site(const csl_launch_site *site, csl_host_point point,
                                   const csl_kernel *k, CXCursor callee) {
    const bool shows = site->form == CSL_LAUNCH_BRACKETS || site->form == CSL_LAUNCH_CONFIG;
    const CXCursor addresses = configuration_of(site).addresses;
    return (csl_host_launch){point,
                             shows ? site->call : clang_getNullCursor(),
                             site->form == CSL_LAUNCH_CONFIG ? 2 : 0,
                             addresses,
                             callee,
                             k,
                             csl_host_only_lists(point, addresses, csl_is_launching)};
}

/* Whether assert() said what a value is, since this was asked last: here or in a caller. */
static bool take_asserts(csl_host_point point) {
    bool took = false;
    for (;;) {
        took |= point.function->took_assert;
        point.function->took_assert = false;
        if (!point.call)
            return took;
        point = point.call->at;
    }
}

/* Here and in callers the variables of loops that count may be asked for. */
static void ask_counts(csl_host_point point, bool counts) {
    for (;;) {
        point.function->counts = counts;
        if (!point.call)
            return;
        point = point.call->at;
    }
}

/* All of it or nothing. */
static void read_cluster(csl_host_point point, CXCursor e, uint32_t cluster[3]) {
    int64_t of[3] = {0};
    if (!clang_Cursor_isNull(e))
        csl_host_dim3(point, e, of);
    bool known = true;
    for (int i = 0; i < 3; i++)
        known = known && of[i] > 0 && of[i] <= CSL_MOST_CLUSTER_BLOCKS;
    for (int i = 0; known && i < 3; i++)
        cluster[i] = (uint32_t)of[i];
}

static csl_launch read_launch(recording *r, csl_host_point point, const csl_kernel *k,
                              CXCursor callee) {
    const csl_launch_site *site = r->site;
    const configuration c = configuration_of(site);
    const csl_host_launch host = csl_launch_of_site(site, point, k, callee);
    csl_launch launch = {.place = csl_place_of(r->s->lowered->places, site->call, NULL),
                         .one_way = csl_host_is_one_way(point)};
    int64_t g[3] = {0}, b[3] = {0};
    csl_host_part other;
    take_asserts(point);
    ask_counts(point, true);
    if (!clang_Cursor_isNull(c.block))
        csl_host_dim3(point, c.block, b);
    if (!clang_Cursor_isNull(c.grid))
        csl_host_dim3(point, c.grid, g);
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = (uint32_t)g[i];
        launch.block[i] = (uint32_t)b[i];
        if (c.driver) {
            launch.block[i] = size_of(point, c.sizes[3 + i]);
            launch.grid[i] = size_of(point, c.sizes[i]);
        } else if (!clang_Cursor_isNull(c.structure)) {
            launch.block[i] = field_size(point, c.structure, CSL_CONFIG_BLOCK, i);
            launch.grid[i] = field_size(point, c.structure, CSL_CONFIG_GRID, i);
        } else if (!launch.block[i] && !clang_Cursor_isNull(c.block)) {
            launch.says[i] = csl_host_term(&host, c.block, i);
        }
        if (!launch.grid[i] && !clang_Cursor_isNull(c.grid))
            launch.spans[i] = csl_host_term(&host, c.grid, i);
    }
    ask_counts(point, false);
    launch.given = csl_host_given(&host, launch.says, &launch.asserted);
    launch.asserted |= take_asserts(point);
    csl_find_same_memory(&host, &launch);
    launch.dynamic_bytes = bytes_of(point, &c);
    launch.cooperative = site->form == CSL_LAUNCH_COOPERATIVE;
    launch.configured = site->form == CSL_LAUNCH_CONFIG || site->form == CSL_LAUNCH_CONFIG_ARGS ||
                        site->form == CSL_LAUNCH_CLUSTER;
    if (!clang_Cursor_isNull(c.structure) && site->form != CSL_LAUNCH_NODE) /* an attribute may */
        launch.cooperative = !csl_host_config(point, c.structure, CSL_CONFIG_OTHER, 0, &other) ||
                             !clang_Cursor_isNull(other.value);
    if (site->form == CSL_LAUNCH_CLUSTER)
        read_cluster(point, c.cluster, launch.cluster);
    else if (launch.configured)
        csl_read_launch_cluster(site, point, launch.cluster);
    if (launch.cooperative && launch.configured)
        csl_find_stored_before(r->s, site, &host, &launch);
    return launch;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void resolve(recording *r);

/* The call is on the way already: of a function that calls itself, one round says it all. */
static bool is_on_the_way(const recording *r, const csl_known_call *call) {
    for (unsigned i = 0; i < r->ncalls; i++)
        if (r->calls[i] == call)
            return true;
    return false;
}

/* Once for each call of the outermost function looked at so far. False: there is none, there are
 * too many, or the function calls itself. */
static bool for_each_call(recording *r, const csl_host_function *function) {
    csl_launch_search *s = r->s;
    unsigned n = 0, again = 0;
    for (unsigned i = 0; i < s->ncalls; i++)
        if (clang_equalCursors(s->calls[i].function, function->cursor)) {
            n++;
            again += is_on_the_way(r, &s->calls[i]);
        }
    n -= again;
    if (!n || csl_limit_exceeded(CSL_LIMIT_host_calls, n) ||
        r->ncalls == CSL_ROOM_host_call_depth ||
        csl_limit_exceeded(CSL_LIMIT_host_contexts, r->contexts + n))
        return false;
    r->contexts += n;
    for (unsigned i = 0; i < s->ncalls; i++)
        if (clang_equalCursors(s->calls[i].function, function->cursor) &&
            !is_on_the_way(r, &s->calls[i])) {
            r->calls[r->ncalls++] = &s->calls[i];
            resolve(r);
            r->ncalls--;
        }
    return !again;
}

/* The function on the way to the launch, the site's own at first. */
static csl_host_function *on_the_way(const recording *r, unsigned i) {
    return i ? r->calls[i - 1]->in : r->site->function;
}

/* Once for each of the choices that were asked for. False: none was, or there are too many. */
static bool for_each_choice(recording *r, csl_host_choice choice) {
    if (!choice.n || csl_limit_exceeded(CSL_LIMIT_host_calls, choice.n) ||
        csl_limit_exceeded(CSL_LIMIT_host_contexts, r->contexts + choice.n))
        return false;
    r->contexts += choice.n;
    choice.outer = r->choices;
    choice.beyond = &r->beyond[r->ncalls];
    r->choices = &choice;
    for (; choice.element < choice.n; choice.element++)
        resolve(r);
    r->choices = choice.outer;
    return true;
}

/* ... for the variable of a loop. */
static bool for_each_element(recording *r) {
    unsigned i = 0;
    while (i < r->ncalls && !on_the_way(r, i)->wanted.n)
        i++;
    return for_each_choice(r, on_the_way(r, i)->wanted);
}

/* The point of the launch, called as r->calls says; `made` is room for the calls. */
static csl_host_point point_of(recording *r, csl_host_call made[CSL_ROOM_host_call_depth]) {
    const csl_host_call *outer = NULL;
    for (unsigned i = r->ncalls; i <= CSL_ROOM_host_call_depth; i++)
        r->beyond[i] = NULL;
    for (unsigned i = r->ncalls; i-- > 0;) {
        const csl_known_call *c = r->calls[i];
        made[i].call = c->call;
        made[i].at = csl_host_point_of(c->in, c->call);
        made[i].at.guards = c->guards;
        made[i].at.choices = r->choices;
        made[i].at.call = outer;
        r->beyond[i] = outer = &made[i];
    }
    csl_host_point point = csl_host_point_of(r->site->function, r->site->call);
    point.guards = r->site->guards;
    point.choices = r->choices;
    point.call = outer;
    return point;
}

static bool block_known(const csl_launch *l) {
    return (l->block[0] || l->says[0]) && (l->block[1] || l->says[1]) &&
           (l->block[2] || l->says[2]);
}

/* Once for each kernel of the site, whatever calls lead there. */
static void add_moved(recording *r, csl_host_point point, csl_kernel *k, CXCursor callee,
                      const csl_launch *launch) {
    const csl_host_launch host = csl_launch_of_site(r->site, point, k, callee);
    for (unsigned i = 0; i < r->nmoved; i++)
        if (r->moved[i] == k)
            return;
    if (r->nmoved < CSL_ROOM_meant_kernels)
        r->moved[r->nmoved++] = k;
    csl_add_moved_launches(r->s, r->site, &host, k, launch);
}

static csl_meant kernels_of(const recording *r, csl_host_point point) {
    switch (r->site->form) {
    case CSL_LAUNCH_DRIVER:
    case CSL_LAUNCH_DRIVER_CONFIG: return csl_kernels_named(r->s, r->site->callee);
    case CSL_LAUNCH_NODE: return csl_kernels_of_node(r->s, point, r->site->callee);
    default: return csl_kernels_meant(r->s, point, r->site->callee);
    }
}

static void resolve(recording *r) {
    csl_host_call made[CSL_ROOM_host_call_depth];
    csl_host_function *outermost = r->ncalls ? r->calls[r->ncalls - 1]->in : r->site->function;
    csl_host_point point = point_of(r, made);
    outermost->wants_call = false;
    for (unsigned i = 0; i <= r->ncalls; i++)
        on_the_way(r, i)->wanted.n = 0;
    const csl_meant meant = kernels_of(r, point);
    if (csl_host_is_dead(point)) {
        csl_note_dead(r->s, &meant);
        return;
    }
    const bool more = csl_has_other_calls(r->s, outermost->cursor);
    if (meant.open && for_each_element(r))
        return;
    if (meant.open && outermost->wants_call) {
        if (for_each_call(r, outermost) && !more)
            return;
        point = point_of(r, made);
        bool called = more;
        for (unsigned i = 0; i < r->s->ncalls; i++)
            called |= clang_equalCursors(r->s->calls[i].function, outermost->cursor);
        if (!called) /* nothing gets here */
            return;
    }
    r->s->lost |= meant.open;
    csl_launch launches[CSL_ROOM_meant_kernels];
    csl_host_choice way = {.n = 0};
    bool known = true;
    for (unsigned i = 0; i < meant.n; i++) {
        outermost->way.n = 0; /* what the shape asks for counts, which is read first */
        launches[i] = read_launch(r, point, meant.kernels[i], meant.callee[i]);
        way = outermost->way;
        known = known && block_known(&launches[i]);
    }
    if (!known && for_each_element(r))
        return;
    if (outermost->wants_call && (!known || csl_is_closed(r->s, outermost->cursor))) {
        if (for_each_call(r, outermost) && !more)
            return;
        point = point_of(r, made);
    }
    if (!known && for_each_choice(r, way))
        return;
    for (unsigned i = 0; i < meant.n; i++) {
        if (!r->only_sharing || launches[i].nsame)
            csl_add_launch(r->s, meant.kernels[i], launches[i]);
        add_moved(r, point, meant.kernels[i], meant.callee[i], &launches[i]);
    }
    if (outermost->wants_call && known && !r->only_sharing) {
        r->only_sharing = true; /* a caller may pass the same memory twice */
        for_each_call(r, outermost);
        r->only_sharing = false;
    }
}

void csl_record_site(csl_launch_search *s, const csl_launch_site *site) {
    recording r = {.s = s, .site = site};
    resolve(&r);
}
