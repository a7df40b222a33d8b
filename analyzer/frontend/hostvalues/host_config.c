/* Configurations of cudaLaunchKernelEx: which expression fills a part of the structure. */
#include "host_impl.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

static const char *const names[] = {"gridDim", "blockDim", "dynamicSmemBytes"};

/* The element of `{...}` for the field: by name, or by its place. Null: it is not there. */
static CXCursor element(csl_ctx *ctx, CXCursor list, csl_config field) {
    csl_cursors elements = csl_expr_children(ctx, list);
    for (unsigned i = 0; i < elements.n; i++) {
        csl_cursors parts = csl_children(ctx, elements.v[i]);
        bool named = parts.n == 2 && clang_getCursorKind(parts.v[0]) == CXCursor_MemberRef;
        if (named ? csl_host_spelled(parts.v[0], names[field]) : i == (unsigned)field)
            return named ? parts.v[1] : elements.v[i];
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
    return elements.n <= 4;
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
            part->value = element(ctx, value, field);
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
