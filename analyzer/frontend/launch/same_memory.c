/* What the arguments of a launch say of the pointers among them (sharing.h). */
#include "../hostvalues/host_pointer.h"
#include "sharing.h"

#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct passed {
    uint32_t param, at;
    csl_host_pointer pointer;
} passed;

typedef struct gathering {
    const csl_host_launch *host;
    passed v[CSL_ROOM_launch_pointers];
    unsigned n;
} gathering;

static void add_pointer(gathering *g, csl_host_part part, uint32_t param, uint32_t at) {
    const csl_host_point here = g->host->point;
    csl_host_pointer p;
    if (g->n == CSL_ROOM_launch_pointers || !csl_host_find_pointer(part.where, part.value, &p))
        return;
    const CXCursor base = clang_getCursorReferenced(csl_host_bare(p.base));
    if (part.where.offset != here.offset && part.where.function == here.function &&
        !csl_is_array(clang_getCursorType(base)) && /* which stays where it is */
        !csl_host_unassigned(here.function, base, part.where.offset, here.offset))
        return;
    g->v[g->n++] = (passed){param, at, p};
}

/* The pointers among the members of a class object, and of the objects in it. */
static void add_members(gathering *g, CXCursor argument, uint32_t param, CXType type,
                        csl_host_field *path, unsigned n, uint32_t at) {
    csl_ctx *ctx = g->host->point.function->unit->ctx;
    if (!csl_is_class(type) || !csl_has_layout(type) || n == CSL_ROOM_host_member_depth)
        return;
    const csl_cursors fields = csl_fields_of(ctx, type);
    unsigned place = 0;
    for (unsigned i = 0; i < fields.n; i++) {
        if (clang_getCursorKind(fields.v[i]) != CXCursor_FieldDecl)
            continue;
        const long long bits = clang_Cursor_getOffsetOfField(fields.v[i]);
        const CXType of = clang_getCursorType(fields.v[i]);
        csl_host_part part;
        path[n] = (csl_host_field){fields.v[i], place++};
        if (bits < 0)
            continue;
        const uint32_t here = at + (uint32_t)(bits / 8);
        if (csl_scalar_type(of) != CSL_PTR)
            add_members(g, argument, param, csl_plain(of), path, n + 1, here);
        else if (csl_host_find_member(g->host->point, argument, path, n + 1, &part))
            add_pointer(g, part, param, here);
    }
}

bool csl_launch_argument(const csl_host_launch *host, unsigned i, CXCursor *argument) {
    if (!clang_Cursor_isNull(host->addresses))
        return csl_host_find_addressed(host->point, host->addresses, i, argument);
    if ((int)(host->skip + i) >= clang_Cursor_getNumArguments(host->call))
        return false;
    *argument = clang_Cursor_getArgument(host->call, host->skip + i);
    return true;
}

/* Parameters that are pointers, or members of those that are structures. */
static void gather(gathering *g, bool pointers) {
    const csl_kernel *k = g->host->kernel;
    unsigned arg = 0;
    for (uint32_t i = 0; i < k->nparams; i++) {
        csl_host_field path[CSL_ROOM_host_member_depth];
        CXCursor value;
        if (k->params[i].chosen || k->params[i].recovered ||
            !csl_launch_argument(g->host, arg++, &value))
            continue;
        if (k->params[i].type == CSL_PTR && pointers)
            add_pointer(g, (csl_host_part){value, g->host->point}, i, 0);
        else if (k->params[i].type == CSL_VOID && !pointers)
            add_members(g, value, i, csl_plain(clang_getCursorType(value)), path, 0, 0);
    }
}

static bool is_told(const csl_launch *launch, const passed *p) {
    for (uint32_t i = 0; i < launch->nsame; i++)
        if (launch->same[i].param == p->param && launch->same[i].at == p->at)
            return true;
    return false;
}

/* The variable of the device that the pointer points to, among the objects that the kernel names
 * itself: `__managed__ int m[64]; k<<<1, 64>>>(m)`. UINT32_MAX: none. */
static uint32_t own_object(const csl_host_launch *host, const passed *p) {
    const CXCursor var = clang_getCursorReferenced(csl_host_bare(p->pointer.base));
    const csl_kernel *k = host->kernel;
    if (!clang_Cursor_isNull(p->pointer.index) || clang_getCursorKind(var) != CXCursor_VarDecl ||
        !csl_has_attribute(var, CXCursor_CUDADeviceAttr))
        return UINT32_MAX;
    const char *name = csl_spelling(host->point.function->unit->ctx, var);
    for (uint32_t i = 0; i < k->nobjects; i++)
        if (k->objects[i].kind == CSL_OBJ_GLOBAL && k->objects[i].param == UINT32_MAX &&
            k->objects[i].name && !strcmp(k->objects[i].name, name))
            return i;
    return UINT32_MAX;
}

void csl_find_same_memory(const csl_host_launch *host, csl_launch *launch) {
    gathering g = {.host = host};
    if (clang_Cursor_isNull(host->call) && clang_Cursor_isNull(host->addresses))
        return;
    gather(&g, true);
    gather(&g, false);
    launch->same = csl_alloc(host->point.function->unit->ctx, (g.n + 1) * sizeof *launch->same);
    for (unsigned i = 0; i < g.n; i++) {
        const uint32_t object = own_object(host, &g.v[i]);
        if (object != UINT32_MAX && !is_told(launch, &g.v[i]))
            launch->same[launch->nsame++] = (csl_same_memory){g.v[i].param, g.v[i].at, UINT32_MAX,
                                                              object, g.v[i].pointer.bytes};
        for (unsigned j = 0; j < i; j++) {
            const passed *p = &g.v[i], *of = &g.v[j];
            int64_t shift;
            if ((p->param == of->param && p->at == of->at) || is_told(launch, p) ||
                !csl_host_same_pointer(host->point, &p->pointer, &of->pointer, &shift))
                continue;
            launch->same[launch->nsame++] =
                (csl_same_memory){p->param, p->at, of->param, of->at, shift};
            break;
        }
    }
}
