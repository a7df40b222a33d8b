/* Launches that pass the same memory twice once pointers have been assigned (sharing.h). */
#include "../hostvalues/host_pointer.h"
#include "sharing.h"

typedef struct slot_of {
    uint32_t param, at;
} slot_of;

/* A set of pointers that are the same memory, as some run of host code found it. */
typedef struct meeting {
    csl_same_memory *same;
    uint32_t n;
    bool clear;
} meeting;

typedef struct moving {
    csl_ctx *ctx;
    csl_run_slot slots[CSL_ROOM_launch_pointers];
    slot_of of[CSL_ROOM_launch_pointers];
    unsigned nslots;
    const csl_launch *launch;
    meeting met[CSL_ROOM_host_run_found];
    unsigned nmet;
    bool more;
    bool unread; /* of some argument it is not known which memory it is */
} moving;

/* ---- what is passed -------------------------------------------------------------------------- */

static void add_slot(moving *m, CXCursor argument, CXCursor field, slot_of of) {
    if (m->nslots == CSL_ROOM_launch_pointers)
        return;
    m->slots[m->nslots] = (csl_run_slot){argument, field};
    m->of[m->nslots++] = of;
}

/* The pointer comes from a name, or from a function that is followed; it is none, or its choice is
 * run. Of others (`from_elsewhere()`, an integer) it is not known which memory it is. */
static bool is_plain(const csl_host_launch *host, CXCursor argument) {
    const CXCursor e = csl_host_bare(argument);
    csl_host_pointer p;
    int64_t n;
    switch (clang_getCursorKind(e)) {
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_UnaryOperator: return true;
    case CXCursor_CallExpr:
        if (!clang_Cursor_isNull(csl_host_called(e)))
            return true;
        break;
    default: break;
    }
    return csl_integer_constant(e, &n) || csl_host_find_pointer(host->point, e, &p);
}

static void add_slots(moving *m, const csl_host_launch *host) {
    const csl_kernel *k = host->kernel;
    unsigned arg = 0;
    for (uint32_t i = 0; i < k->nparams; i++) {
        CXCursor value;
        if (k->params[i].chosen || k->params[i].recovered ||
            !csl_launch_argument(host, arg++, &value))
            continue;
        if (k->params[i].type == CSL_PTR) {
            add_slot(m, value, clang_getNullCursor(), (slot_of){i, 0});
            m->unread |= !is_plain(host, value);
        }
        const CXType type = csl_plain(clang_getCursorType(value));
        if (k->params[i].type != CSL_VOID || !csl_is_class(type) || !csl_has_layout(type))
            continue;
        const csl_cursors fields = csl_fields_of(m->ctx, type);
        for (unsigned f = 0; f < fields.n; f++) {
            const long long bits = clang_getCursorKind(fields.v[f]) == CXCursor_FieldDecl
                                       ? clang_Cursor_getOffsetOfField(fields.v[f])
                                       : -1;
            if (bits >= 0 && csl_scalar_type(clang_getCursorType(fields.v[f])) == CSL_PTR)
                add_slot(m, value, fields.v[f], (slot_of){i, (uint32_t)(bits / 8)});
        }
    }
}

/* ---- what was found -------------------------------------------------------------------------- */

static bool is_told(const csl_launch *launch, slot_of of) {
    for (uint32_t i = 0; i < launch->nsame; i++)
        if (launch->same[i].param == of.param && launch->same[i].at == of.at)
            return true;
    return false;
}

static void found(void *user, const csl_run_pair *pairs, unsigned n, bool clear) {
    moving *m = user;
    const uint32_t told = m->launch->nsame;
    meeting new = {csl_alloc(m->ctx, (told + n + 1) * sizeof(csl_same_memory)), told, clear};
    if (told)
        memcpy(new.same, m->launch->same, told * sizeof *new.same);
    for (unsigned i = 0; i < n; i++) {
        const slot_of a = m->of[pairs[i].slot], b = m->of[pairs[i].of];
        if ((a.param != b.param || a.at != b.at) && !is_told(m->launch, a))
            new.same[new.n++] = (csl_same_memory){a.param, a.at, b.param, b.at, pairs[i].shift};
    }
    if (new.n == told)
        return;
    for (unsigned i = 0; i < m->nmet; i++)
        if (m->met[i].n == new.n &&
            memcmp(m->met[i].same, new.same, new.n * sizeof *new.same) == 0) {
            m->met[i].clear |= clear;
            return;
        }
    if (m->nmet < CSL_ROOM_host_run_found)
        m->met[m->nmet++] = new;
    else
        m->more = true;
}

/* ---- where to begin ---------------------------------------------------------------------------- */

typedef struct root_list {
    CXCursor v[CSL_ROOM_host_run_roots];
    unsigned away[CSL_ROOM_host_run_roots]; /* calls between it and the function of the launch */
    unsigned n;
    bool more;
} root_list;

static void add_root(root_list *r, CXCursor function, unsigned away) {
    for (unsigned i = 0; i < r->n; i++)
        if (clang_equalCursors(r->v[i], function))
            return;
    r->more |= csl_limit_reached(CSL_LIMIT_host_run_roots, r->n);
    if (r->n == CSL_ROOM_host_run_roots)
        return;
    r->away[r->n] = away;
    r->v[r->n++] = function;
}

/* The function, those that call it, and those that call these. */
static void find_roots(root_list *r, const csl_launch_search *s, CXCursor function) {
    add_root(r, function, 0);
    for (unsigned i = 0; i < r->n; i++)
        for (unsigned c = 0; c < s->ncalls; c++)
            if (clang_equalCursors(s->calls[c].function, r->v[i]))
                add_root(r, s->calls[c].in->cursor, r->away[i] + 1);
}

bool csl_is_closed(const csl_launch_search *s, CXCursor function) {
    enum CXLinkageKind linkage = clang_getCursorLinkage(function);
    bool closed = linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal ||
                  linkage == CXLinkage_NoLinkage ||
                  !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function));
    for (unsigned i = 0; i < s->nfunctions && !closed; i++) /* a program of one file */
        closed = csl_host_spelled(s->functions[i]->cursor, "main");
    return closed;
}

bool csl_has_other_calls(const csl_launch_search *s, CXCursor function) {
    return clang_CXCursorSet_contains(s->taken, function) || clang_CXXMethod_isVirtual(function) ||
           clang_getCursorKind(function) == CXCursor_Constructor;
}

void csl_add_moved_launches(csl_launch_search *s, const csl_launch_site *site,
                            const csl_host_launch *host, csl_kernel *k, const csl_launch *launch) {
    root_list roots = {.n = 0};
    moving *m = CSL_NEW(s->unit->ctx, moving);
    m->ctx = s->unit->ctx;
    m->launch = launch;
    add_slots(m, host);
    if (m->nslots < 2)
        return;
    find_roots(&roots, s, site->function->cursor);
    unsigned steps = CSL_LIMIT(host_run_steps);
    bool outside = false, unread = m->unread;
    for (unsigned i = 0; i < roots.n && (i == 0 || outside); i++) {
        const csl_run_query q = {.unit = s->unit,
                                 .root = roots.v[i],
                                 .launch = site->call,
                                 .callee = site->callee,
                                 .pattern = k->pattern,
                                 .slots = m->slots,
                                 .nslots = m->nslots,
                                 .found = found,
                                 .user = m,
                                 .steps = &steps,
                                 .reads = i ? &s->reads : NULL,
                                 .sliced = &s->sliced[i > 0],
                                 .kept = &s->read,
                                 .outside = &outside,
                                 .cut = &unread};
        if (i == 1 && steps > CSL_LIMIT(host_run_outside))
            steps = CSL_LIMIT(host_run_outside);
        const bool all = csl_run_host(&q);
        m->more |= !all && i == 0; /* of callers what is plain to see */
        unread |= (!all && i > 0) || csl_limit_exceeded(CSL_LIMIT_host_run_depth, roots.away[i]);
    }
    for (unsigned i = 0; i < roots.n && outside; i++) /* no run goes into a kernel */
        unread |= csl_has_other_calls(s, roots.v[i]) || csl_is_kernel(roots.v[i]);
    k->unread |= unread || (outside && roots.more);
    for (unsigned i = 0; i < m->nmet; i++) {
        csl_launch other = *launch;
        other.same = m->met[i].same;
        other.nsame = m->met[i].n;
        m->more |= !m->met[i].clear;
        if (m->met[i].clear)
            csl_add_launch(s, k, other);
    }
    if (m->more && !k->may_share)
        k->may_share =
            csl_format(s->unit->ctx, "pointers may be the same memory in the launch of line %u",
                       launch->place->line);
}
