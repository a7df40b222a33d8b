/* Configurations of cudaLaunchKernelEx: which expression fills a part of the structure. */
#include <string.h>

#include "host_impl.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

/* What a structure says of a launch, in the order of its members. */
static const struct config_type {
    const char *type;
    struct {
        const char *name;
        csl_config field;
        int part; /* 3: the whole field */
    } members[8];
} types[] = {
    {"cudaLaunchConfig_t",
     {{"gridDim", CSL_CONFIG_GRID, 3},
      {"blockDim", CSL_CONFIG_BLOCK, 3},
      {"dynamicSmemBytes", CSL_CONFIG_BYTES, 3}}},
    {"CUlaunchConfig",
     {{"gridDimX", CSL_CONFIG_GRID, 0},
      {"gridDimY", CSL_CONFIG_GRID, 1},
      {"gridDimZ", CSL_CONFIG_GRID, 2},
      {"blockDimX", CSL_CONFIG_BLOCK, 0},
      {"blockDimY", CSL_CONFIG_BLOCK, 1},
      {"blockDimZ", CSL_CONFIG_BLOCK, 2},
      {"sharedMemBytes", CSL_CONFIG_BYTES, 3}}},
    {"cudaKernelNodeParams",
     {{"func", CSL_CONFIG_KERNEL, 3},
      {"gridDim", CSL_CONFIG_GRID, 3},
      {"blockDim", CSL_CONFIG_BLOCK, 3},
      {"sharedMemBytes", CSL_CONFIG_BYTES, 3},
      {"kernelParams", CSL_CONFIG_ARGUMENTS, 3}}},
    {"cudaGraphNodeParams", {{NULL, CSL_CONFIG_OTHER, 0}}},
};
enum { MEMBERS = sizeof types[0].members / sizeof types[0].members[0] };

bool csl_host_is_structure(CXType type, const char *name) {
    const CXCursor decl = clang_getTypeDeclaration(type);
    const size_t n = strlen(name), stem = n > 2 && strcmp(name + n - 2, "_t") == 0 ? n - 2 : n;
    char tag[64];
    snprintf(tag, sizeof tag, "%.*s_st", (int)stem, name);
    return csl_host_spelled(decl, name) || csl_host_spelled(decl, tag);
}

static const struct config_type *config_type(CXType type) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (csl_host_is_structure(csl_plain(type), types[i].type))
            return &types[i];
    return NULL;
}

bool csl_host_is_config(CXType type) {
    return config_type(type) != NULL;
}

bool csl_host_takes_config(CXCursor call) {
    static const char *const names[] = {"cuLaunchKernelEx", "cudaGraphAddKernelNode",
                                        "cudaGraphExecKernelNodeSetParams",
                                        "cudaGraphKernelNodeSetParams", "cudaGraphAddNode"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (csl_host_spelled(call, names[i]))
            return true;
    return false;
}

bool csl_host_is_config_argument(const csl_host_frame *f) {
    while (f && clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr)
        f = f->outer;
    return f && clang_getCursorKind(f->cursor) == CXCursor_CallExpr &&
           csl_host_takes_config(f->cursor);
}

int csl_host_config_part(CXCursor member) {
    const struct csl_host_kids object = csl_host_kids_of(member);
    const struct config_type *t =
        object.n == 1 ? config_type(clang_getCursorType(object.v[0])) : NULL;
    if (t && !t->members[0].name && csl_host_spelled(member, "kernel"))
        return CSL_HOST_WHOLE; /* of the parameters of any node */
    for (int i = 0; t && i < MEMBERS && t->members[i].name; i++)
        if (csl_host_spelled(member, t->members[i].name))
            return CSL_HOST_FIELD(t->members[i].field, t->members[i].part);
    return CSL_HOST_FIELD(CSL_CONFIG_OTHER, 3);
}

/* The element of `{...}` for the part of the field: by name, or by its place. Null: it is not
 * there. *single: it is that part alone, not the whole field. */
static CXCursor element(csl_ctx *ctx, CXCursor list, csl_config field, int which, bool *single) {
    const struct config_type *t = config_type(clang_getCursorType(list));
    csl_cursors elements = csl_expr_children(ctx, list);
    for (unsigned i = 0; t && i < elements.n; i++) {
        csl_cursors parts = csl_children(ctx, elements.v[i]);
        bool named = parts.n == 2 && clang_getCursorKind(parts.v[0]) == CXCursor_MemberRef;
        unsigned at = named ? 0 : i;
        while (named && at < MEMBERS && t->members[at].name &&
               !csl_host_spelled(parts.v[0], t->members[at].name))
            at++;
        if (at < MEMBERS && t->members[at].name && t->members[at].field == field &&
            (t->members[at].part == 3 || t->members[at].part == which)) {
            *single = t->members[at].part != 3;
            return named ? parts.v[1] : elements.v[i];
        }
    }
    return clang_getNullCursor();
}

/* Nothing but the shape, the bytes and the stream is in the list. */
static bool only_shape(csl_ctx *ctx, CXCursor list) {
    csl_cursors elements = csl_expr_children(ctx, list);
    for (unsigned i = 0; i < elements.n; i++) {
        csl_cursors parts = csl_children(ctx, elements.v[i]);
        if (parts.n == 2 &&
            (csl_host_spelled(parts.v[0], "attrs") || csl_host_spelled(parts.v[0], "numAttrs")))
            return false;
    }
    const struct config_type *t = config_type(clang_getCursorType(list));
    unsigned members = 0;
    while (t && members < MEMBERS && t->members[members].name)
        members++;
    return elements.n <= members + 1;
}

/* The variable behind `&config`, `config`, `object.config` or a pointer that holds such an address.
 */
static bool variable_of(csl_host_point *point, CXCursor *e) {
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        CXCursor bare = csl_host_bare(*e);
        struct csl_host_kids kids = csl_host_kids_of(bare);
        enum CXCursorKind kind = clang_getCursorKind(bare);
        int part;
        if ((kind == CXCursor_UnaryOperator || kind == CXCursor_CallExpr) && kids.n == 1) {
            *e = kids.v[0]; /* &config, *config, a copy */
            continue;
        }
        if (kind == CXCursor_MemberRefExpr) {
            *e = clang_getCursorReferenced(bare);
            return csl_host_enter_constructor(point, bare);
        }
        if (kind != CXCursor_DeclRefExpr)
            return false;
        CXCursor var = clang_getCursorReferenced(bare);
        enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(var)).kind;
        *e = var;
        if (type != CXType_Pointer && clang_getCursorKind(var) == CXCursor_VarDecl &&
            type != CXType_LValueReference)
            return true;
        if (!csl_host_definition(*point, var, CSL_HOST_WHOLE, e, &part, point))
            return false;
    }
    return false;
}

bool csl_host_config(csl_host_point point, CXCursor config, csl_config field, int which,
                     csl_host_part *part) {
    const bool vector = field == CSL_CONFIG_GRID || field == CSL_CONFIG_BLOCK;
    const int component = CSL_HOST_FIELD(field, vector ? which : 3);
    csl_ctx *ctx = point.function->unit->ctx;
    bool single = false;
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        CXCursor value;
        int of;
        if (!variable_of(&point, &config) ||
            !csl_host_definition(point, config, component, &value, &of, &point))
            return false;
        *part = (csl_host_part){value, point};
        if (of == CSL_HOST_WHOLE) {
            value = csl_host_bare(value);
            if (csl_host_returned(point, value, part)) {
                config = part->value;
                point = part->where;
                continue;
            }
            if (clang_getCursorKind(value) != CXCursor_InitListExpr) {
                config = value; /* a copy of another */
                continue;
            }
            part->value = clang_getNullCursor();
            if (field == CSL_CONFIG_OTHER)
                return only_shape(ctx, value);
            part->value = element(ctx, value, field, which, &single);
            if (single)
                return !clang_Cursor_isNull(part->value);
        } else if (of == component && vector) {
            return true; /* assigned on its own */
        }
        if (!vector)
            return true;
        return !clang_Cursor_isNull(part->value) &&
               csl_host_find_part(part->where, part->value, which, part);
    }
    return false;
}
