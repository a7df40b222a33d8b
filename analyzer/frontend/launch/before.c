/* Launches that may begin before the kernel launched before has ended, and what that one stores
 * (CUDA C++ Programming Guide, "Programmatic Dependent Launch and Synchronization").
 *
 * The launch before is the nearest one that stands before it in the text of the same function, with
 * no call between of which it is not known that it waits for nothing.
 */
#include "../hostvalues/host_pointer.h"
#include "sharing.h"

#include <string.h>

/* ---- the attribute --------------------------------------------------------------------------- */

typedef struct attribute {
    csl_host_function *function;
    bool named, off;
} attribute;

static enum CXChildVisitResult find_attribute(CXCursor c, CXCursor parent, CXClientData data) {
    attribute *a = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        a->named |= csl_host_spelled(c, "cudaLaunchAttributeProgrammaticStreamSerialization");
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) {
        const struct csl_host_kids kids = csl_host_kids_of(c);
        int64_t allowed;
        if (kids.n == 2 &&
            csl_host_spelled(csl_host_bare(kids.v[0]), "programmaticStreamSerializationAllowed"))
            a->off |= !csl_host_integer(csl_host_point_of(a->function, c), kids.v[1], &allowed) ||
                      allowed == 0;
    }
    return CXChildVisit_Recurse;
}

/* As the function says that holds the launch; one that gets its attributes from elsewhere may begin
 * early if any function of the file names that one. */
static csl_begin begin_of(csl_launch_search *s, csl_host_function *function) {
    attribute here = {.function = function};
    clang_visitChildren(function->cursor, find_attribute, &here);
    if (here.named && !here.off)
        return CSL_BEGINS_EARLY;
    for (unsigned i = 0; i < s->nfunctions && !here.named && s->early == CSL_NOT_LOOKED; i++)
        clang_visitChildren(s->functions[i]->cursor, find_attribute, &here);
    if (s->early != CSL_SOMEWHERE)
        s->early = here.named ? CSL_SOMEWHERE : CSL_NOWHERE;
    return s->early == CSL_SOMEWHERE ? CSL_BEGINS_MAYBE_EARLY : CSL_BEGINS_AFTER;
}

/* ---- the launch before ----------------------------------------------------------------------- */

typedef struct between {
    unsigned from, to; /* offsets */
    bool waits;
} between;

static bool is_harmless(CXCursor call) {
    static const char *const names[] = {"operator=",           "cudaGetLastError",
                                        "cudaPeekAtLastError", "cudaFuncSetAttribute",
                                        "cudaLaunchKernelEx",  "cudaLaunchKernelExC"};
    const enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(call));
    bool harmless = kind == CXCursor_Constructor;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        harmless |= csl_host_spelled(call, names[i]);
    return harmless;
}

/* A call that begins behind the one launch and ends before the other. */
static enum CXChildVisitResult find_wait(CXCursor c, CXCursor parent, CXClientData data) {
    between *b = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_CallExpr && csl_host_offset(c) >= b->from &&
        csl_host_end(c) <= b->to)
        b->waits |= !is_harmless(c);
    return CXChildVisit_Recurse;
}

static const csl_launch_site *site_before(const csl_launch_search *s, const csl_launch_site *site) {
    const csl_launch_site *before = NULL;
    for (unsigned i = 0; i < s->nsites; i++) {
        const csl_launch_site *other = &s->sites[i];
        if (other->function == site->function &&
            csl_host_end(other->call) <= csl_host_offset(site->call) &&
            (!before || csl_host_offset(before->call) < csl_host_offset(other->call)))
            before = other;
    }
    if (!before || before->guards != site->guards || !csl_host_is_ordered(site->function))
        return NULL;
    between b = {csl_host_end(before->call), csl_host_offset(site->call), false};
    clang_visitChildren(site->function->cursor, find_wait, &b);
    return b.waits ? NULL : before;
}

/* ---- what it stores -------------------------------------------------------------------------- */

typedef struct stores {
    uint32_t object;
    bool *derived; /* by variable: it may hold a pointer into the object */
    bool more;     /* one of them was new */
    bool lets_begin;
    const csl_place *first;
} stores;

static bool is_of_object(void *user, csl_expr *part) {
    const stores *s = user;
    return part->op == CSL_OP_BASE  ? part->index == s->object
           : part->op == CSL_OP_VAR ? s->derived[part->index]
                                    : false;
}

static void look(stores *s, csl_ctx *ctx, const csl_stmt *at) {
    for (; at; at = at->next)
        switch (at->kind) {
        case CSL_STMT_IF:
            look(s, ctx, at->branch.body);
            look(s, ctx, at->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: look(s, ctx, at->block.body); break;
        case CSL_STMT_LET:
            if (!s->derived[at->let.var] && csl_find_part(ctx, at->let.value, is_of_object, s))
                s->derived[at->let.var] = s->more = true;
            break;
        case CSL_STMT_SYNC:
            s->lets_begin |= at->sync->kind == CSL_SYNC_ARRIVE &&
                             at->sync->scope == CSL_SCOPE_GRID && !at->sync->orders;
            break;
        case CSL_STMT_ACCESS:
            if (!s->first && at->access->mode != CSL_MODE_READ &&
                csl_find_part(ctx, at->access->address, is_of_object, s))
                s->first = at->place;
            break;
        default: break;
        }
}

static stores stores_to(csl_ctx *ctx, const csl_kernel *k, uint32_t param) {
    stores s = {.object = k->params[param].object,
                .derived = csl_alloc(ctx, (k->nvars + 1) * sizeof(bool))};
    do {
        s.more = false;
        look(&s, ctx, k->body);
    } while (s.more);
    return s;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* The pointer that the launch passes for the parameter, as it was at the launch. */
static bool find_passed(const csl_host_launch *host, uint32_t param, csl_host_pointer *p) {
    const csl_kernel *k = host->kernel;
    CXCursor value;
    unsigned arg = 0;
    for (uint32_t i = 0; i < param; i++)
        arg += !k->params[i].chosen && !k->params[i].recovered;
    return k->params[param].type == CSL_PTR && !k->params[param].chosen &&
           !k->params[param].recovered && csl_launch_argument(host, arg, &value) &&
           csl_host_find_pointer(host->point, value, p);
}

static void add(const csl_launch_search *s, const csl_host_launch *host, csl_launch *launch,
                const csl_host_launch *earlier, const csl_launch_site *site) {
    const csl_kernel *k = host->kernel, *before = earlier->kernel;
    csl_ctx *ctx = s->unit->ctx;
    launch->before = csl_alloc(ctx, (k->nparams + 1) * sizeof *launch->before);
    for (uint32_t i = 0; i < k->nparams; i++) {
        csl_host_pointer p, q;
        int64_t shift;
        bool found = false;
        for (uint32_t j = 0; j < before->nparams && find_passed(host, i, &p) && !found; j++) {
            if (!find_passed(earlier, j, &q) ||
                !csl_host_same_pointer(host->point, &p, &q, &shift) || shift != 0 ||
                !csl_host_unassigned(host->point.function,
                                     clang_getCursorReferenced(csl_host_bare(p.base)),
                                     earlier->point.offset, host->point.offset))
                continue;
            const stores stored = stores_to(ctx, before, j);
            found = stored.first != NULL;
            if (found)
                launch->before[launch->nbefore++] = (csl_stored_before){
                    i, before->name, csl_place_of(s->lowered->places, site->call, NULL),
                    stored.first, stored.lets_begin};
        }
    }
}

void csl_find_stored_before(csl_launch_search *s, const csl_launch_site *site,
                            const csl_host_launch *host, csl_launch *launch) {
    launch->begins = begin_of(s, site->function);
    const csl_launch_site *before =
        launch->begins == CSL_BEGINS_EARLY ? site_before(s, site) : NULL;
    if (!before)
        return;
    csl_host_point point = csl_host_point_of(before->function, before->call);
    point.guards = before->guards;
    point.call = host->point.call;
    const csl_meant meant = csl_kernels_meant(s, point, before->callee);
    if (meant.n != 1 || meant.open || meant.kernels[0]->skipped || !meant.kernels[0]->body)
        return;
    const csl_host_launch earlier =
        csl_launch_of_site(before, point, meant.kernels[0], meant.callee[0]);
    add(s, host, launch, &earlier, before);
}
