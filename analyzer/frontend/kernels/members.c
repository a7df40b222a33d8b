/* Members of structs that a kernel is given by value become parameters of their own: a launch that
 * shows what it puts into them says as much of them as of plain arguments. */
#include "kernels.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct naming {
    csl_ctx *ctx;
    csl_kernel *kernel;
    uint32_t nplain; /* parameters before */
    uint32_t param;  /* the one that is looked at, */
    CXType type;     /* its type */
} naming;

/* The parameter that is the member of that type at the offset; UINT32_MAX: it cannot be one. */
static uint32_t member_at(naming *n, int64_t offset, csl_type type) {
    csl_kernel *k = n->kernel;
    CXCursor path[CSL_ROOM_host_member_depth];
    unsigned parts = 0;
    for (uint32_t i = n->nplain; i < k->nparams; i++)
        if (k->params[i].of == n->param && k->params[i].at == offset && k->params[i].type == type)
            return i;
    if (csl_limit_reached(CSL_LIMIT_named_members, k->nparams - n->nplain) ||
        !csl_find_member_path(n->ctx, n->type, offset, type, path, &parts) || !parts)
        return UINT32_MAX;
    const char *name = k->params[n->param].name;
    for (unsigned i = 0; i < parts; i++)
        name = csl_format(n->ctx, "%s.%s", name, csl_spelling(n->ctx, path[i]));
    csl_param *more = csl_alloc(n->ctx, (k->nparams + 1) * sizeof *more);
    memcpy(more, k->params, k->nparams * sizeof *more);
    more[k->nparams] = (csl_param){.name = csl_intern(n->ctx, name),
                                   .type = type,
                                   .object = UINT32_MAX,
                                   .member = true,
                                   .of = n->param,
                                   .at = (uint32_t)offset};
    k->params = more;
    return k->nparams++;
}

static void name_loads(naming *n, csl_stmt *s) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_IF) {
            name_loads(n, s->branch.body);
            name_loads(n, s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            name_loads(n, s->block.body);
        }
        if (s->kind != CSL_STMT_ACCESS)
            continue;
        const csl_access *acc = s->access;
        int64_t offset;
        if (!csl_reads_integer(n->kernel, acc, n->kernel->params[n->param].object, &offset))
            continue;
        const uint32_t var = acc->result;
        const csl_type type = acc->type;
        const uint32_t is = member_at(n, offset, type);
        if (is == UINT32_MAX)
            continue;
        s->kind = CSL_STMT_LET;
        s->let.var = var;
        s->let.value = csl_leaf(n->ctx, CSL_OP_PARAM, type, is);
    }
}

void csl_name_members(csl_ctx *ctx, CXCursor function, csl_kernel *k) {
    naming n = {.ctx = ctx, .kernel = k, .nplain = k->nparams};
    const csl_cursors kids = csl_children(ctx, function);
    uint32_t param = 0;
    for (unsigned i = 0; i < kids.n && param < n.nplain; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        if (kind != CXCursor_ParmDecl && kind != CXCursor_NonTypeTemplateParameter)
            continue;
        n.param = param++;
        n.type = csl_plain(clang_getCursorType(kids.v[i]));
        const uint32_t object = k->params[n.param].object;
        if (object != UINT32_MAX && k->objects[object].kind == CSL_OBJ_ARGUMENT &&
            csl_is_class(n.type))
            name_loads(&n, k->body);
    }
}
