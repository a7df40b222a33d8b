/* Finds the stores of a file (host_stores.h).
 *
 * A variable or member holds what the only store into it put there, if that surely ran before: it
 * is a statement of a block of the same function that also holds the point. What takes the address,
 * or makes a reference, is a store of something unknown; so is what happens to an object as a
 * whole, but for copies of it.
 */
#include "host_stores.h"

#include <string.h>

#include "../parse/parse.h"
#include "../recover/recover.h"

typedef struct search {
    const csl_unit *unit;
    csl_host_stores *found;
    CXCursor function;
    const csl_host_frame *top;
} search;

/* ---- one use --------------------------------------------------------------------------------- */

static bool is_wrapper(CXCursor c) {
    const enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
           kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXReinterpretCastExpr ||
           kind == CXCursor_CXXStaticCastExpr;
}

static bool begins_with(CXCursor call, const char *name) {
    CXString s = clang_getCursorSpelling(call);
    const char *text = clang_getCString(s);
    const bool does = text && strncmp(text, name, strlen(name)) == 0;
    clang_disposeString(s);
    return does;
}

/* The call that the address is argument `place` of, of three or more; NULL: it is none. */
static const csl_host_frame *call_with(const csl_host_frame *f, CXCursor address, unsigned place) {
    while (f && is_wrapper(f->cursor)) {
        address = f->cursor;
        f = f->outer;
    }
    const bool is = f && clang_getCursorKind(f->cursor) == CXCursor_CallExpr &&
                    clang_Cursor_getNumArguments(f->cursor) > 2 &&
                    csl_host_inside(address, clang_Cursor_getArgument(f->cursor, place));
    return is ? f : NULL;
}

bool csl_host_is_copied_from(const csl_host_frame *f, CXCursor address) {
    const csl_host_frame *call = call_with(f, address, 1);
    return call && begins_with(call->cursor, "cudaMemcpy");
}

bool csl_host_is_filled(const csl_host_frame **f, CXCursor address) {
    const csl_host_frame *call = call_with(*f, address, 0);
    const bool fills = call && csl_host_spelled(call->cursor, "memset") &&
                       clang_Cursor_getNumArguments(call->cursor) == 3;
    *f = fills ? call : *f;
    return fills;
}

/* The value is read there: `use` is of a scalar type, or a pointer. */
static bool is_read(CXCursor user, CXCursor use) {
    const CXType type = clang_getCanonicalType(clang_getCursorType(use));
    const enum CXCursorKind kind = clang_getCursorKind(user);
    return kind == CXCursor_LambdaExpr || kind == CXCursor_UnaryExpr /* sizeof */ ||
           (kind == CXCursor_UnexposedExpr && !csl_is_array(type) && !csl_is_class(type) &&
            !clang_isVolatileQualifiedType(clang_getCursorType(user))); /* a reference to it is */
}

/* The address is an argument for a parameter `const T *`. */
static bool is_only_read_by(const csl_host_frame *f, CXCursor address) {
    while (f && clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr) {
        address = f->cursor;
        f = f->outer;
    }
    const CXType of = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(address)));
    return f && clang_getCursorKind(f->cursor) == CXCursor_CallExpr &&
           clang_isConstQualifiedType(of) && csl_is_class(of);
}

/* An object that is copied; what makes it const before shows as a conversion. */
static bool is_passed_by_value(const csl_host_frame *f, CXCursor use) {
    while (f && clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr &&
           csl_is_class(clang_getCursorType(f->cursor)))
        f = f->outer;
    return f && csl_host_is_copied(f->cursor, use);
}

static void add(search *s, csl_host_store store) {
    CSL_GROW(s->unit->ctx, s->found->v, s->found->n, s->found->cap);
    s->found->v[s->found->n++] = store;
}

static void add_assigned(search *s, csl_host_store store, const csl_host_frame *f, CXCursor value) {
    store.block_end = csl_host_end_of_block(f->outer, f->cursor);
    store.offset = csl_host_offset(f->cursor);
    store.value = value;
    add(s, store);
}

/* `use` names the variable; s->top is what it stands in. */
static void note(search *s, CXCursor var, CXCursor use) {
    csl_host_store store = {.var = var,
                            .value = clang_getNullCursor(),
                            .function = s->function,
                            .offset = csl_host_offset(use)};
    const csl_host_frame *f = s->top;
    while (f && (clang_getCursorKind(f->cursor) == CXCursor_ParenExpr ||
                 (clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr &&
                  clang_getCursorKind(clang_getCursorReferenced(f->cursor)) == CXCursor_FieldDecl &&
                  store.npath < CSL_ROOM_host_member_depth))) {
        if (clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)
            store.path[store.npath++] = clang_getCursorReferenced(f->cursor);
        use = f->cursor;
        f = f->outer;
    }
    if (!f || is_read(f->cursor, use) || is_passed_by_value(f, use))
        return;
    const struct csl_host_kids kids = csl_host_kids_of(f->cursor);
    if (clang_getCursorKind(f->cursor) == CXCursor_BinaryOperator && kids.n == 2 &&
        clang_getCursorBinaryOperatorKind(f->cursor) == CXBinaryOperator_Assign &&
        clang_equalCursors(kids.v[0], use)) {
        add_assigned(s, store, f, kids.v[1]);
        return;
    }
    if (clang_getCursorUnaryOperatorKind(f->cursor) == CXUnaryOperator_AddrOf &&
        clang_getCursorKind(f->cursor) == CXCursor_UnaryOperator &&
        (csl_host_is_copied_from(f->outer, f->cursor) || is_only_read_by(f->outer, f->cursor)))
        return;
    add(s, store);
}

/* An object is passed by value. */
static bool is_copy(CXCursor call) {
    return clang_getCursorKind(call) == CXCursor_CallExpr &&
           clang_getCursorKind(clang_getCursorReferenced(call)) == CXCursor_Constructor;
}

/* A copy to a __constant__ variable, or another use of it by the host. */
static void note_constant(search *s, CXCursor var, CXCursor use) {
    const csl_host_frame *f = s->top;
    csl_host_store store = {.var = var, .value = clang_getNullCursor(), .function = s->function};
    if (csl_has_attribute(s->function, CXCursor_CUDAGlobalAttr) ||
        csl_has_attribute(s->function, CXCursor_CUDADeviceAttr))
        return;
    while (f && (is_wrapper(f->cursor) || is_copy(f->cursor) ||
                 clang_getCursorUnaryOperatorKind(f->cursor) == CXUnaryOperator_AddrOf)) {
        use = f->cursor;
        f = f->outer;
    }
    store.offset = csl_host_offset(use);
    if (f && clang_getCursorKind(f->cursor) == CXCursor_CallExpr &&
        begins_with(f->cursor, "cudaMemcpyToSymbol") &&
        csl_host_inside(use, clang_Cursor_getArgument(f->cursor, 0)))
        store.value = f->cursor;
    else if (f && begins_with(f->cursor, "cudaMemcpyFromSymbol"))
        return;
    add(s, store);
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Stores into other variables are found by function (host_writes.c). */
static bool is_of_interest(CXCursor var) {
    return clang_getCursorKind(var) == CXCursor_VarDecl &&
           (clang_Cursor_hasVarDeclGlobalStorage(var) == 1 ||
            csl_is_class(csl_plain(clang_getCursorType(var)))) &&
           !csl_is_reference(clang_getCursorType(var));
}

static bool is_function(enum CXCursorKind kind) {
    return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
           kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
           kind == CXCursor_FunctionTemplate;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    search *s = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const CXCursor before = s->function;
    if (clang_isDeclaration(kind)) {
        if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
            return CXChildVisit_Continue;
        if (is_function(kind) && csl_is_kernel(c))
            return CXChildVisit_Continue;
        if (is_function(kind))
            s->function = c;
        s->found->program |= kind == CXCursor_FunctionDecl && csl_host_spelled(c, "main");
    } else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
        const CXCursor var = clang_getCanonicalCursor(clang_getCursorReferenced(c));
        if (is_of_interest(var) && csl_has_attribute(var, CXCursor_CUDAConstantAttr))
            note_constant(s, var, c);
        else if (is_of_interest(var))
            note(s, var, c);
    } else if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt) {
        for (unsigned i = 0; i < s->found->n; i++) /* who knows whether it ran */
            if (clang_equalCursors(s->found->v[i].function, s->function))
                s->found->v[i].block_end = 0;
    }
    const csl_host_frame inner = {c, s->top};
    s->top = &inner;
    clang_visitChildren(c, visit, s);
    s->top = inner.outer;
    s->function = before;
    return CXChildVisit_Continue;
}

const csl_host_stores *csl_host_stores_of(const csl_unit *unit) {
    if (!*unit->stores) {
        search s = {.unit = unit, .function = clang_getNullCursor()};
        s.found = *unit->stores = CSL_NEW(unit->ctx, csl_host_stores);
        csl_visit_declarations(unit, visit, &s);
    }
    return *unit->stores;
}

/* ---- what is stored -------------------------------------------------------------------------- */

/* One is a part of the other. */
static bool overlap(const csl_host_store *s, const CXCursor *path, unsigned npath) {
    for (unsigned i = 0; i < s->npath && i < npath; i++)
        if (!clang_equalCursors(s->path[i], path[i]))
            return false;
    return true;
}

/* It is given no value where it is declared, nor its members by a constructor that is written. */
static bool starts_empty(CXCursor var, const CXCursor *path, unsigned npath) {
    const CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    for (unsigned i = 0; i < npath; i++)
        if (csl_host_kids_of(path[i]).n)
            return false;
    return clang_Cursor_isNull(init) ||
           (clang_getCursorKind(init) == CXCursor_CallExpr &&
            clang_Cursor_getNumArguments(init) == 0 &&
            clang_getCursorKind(clang_getCursorReferenced(init)) == CXCursor_Constructor &&
            clang_CXXMethod_isDefaulted(clang_getCursorReferenced(init)));
}

/* The file may show all that happens to the variable: a program does. */
static bool may_be_closed(CXCursor var) {
    return !clang_Cursor_isNull(clang_getCursorDefinition(var)) &&
           !clang_isVolatileQualifiedType(clang_getCursorType(var)) &&
           clang_Cursor_getStorageClass(var) != CX_SC_Extern;
}

/* No other file names it. */
static bool is_of_file(CXCursor var) {
    const enum CXLinkageKind linkage = clang_getCursorLinkage(var);
    return linkage == CXLinkage_Internal || linkage == CXLinkage_NoLinkage;
}

/* Nothing declares it for other files to name, beside its definition. */
static bool is_declared_once(CXCursor var) {
    return clang_equalCursors(clang_getCanonicalCursor(var), clang_getCursorDefinition(var));
}

/* What a variable of the file begins with, as nothing is stored there: `int block = 2 * WARPS;`. */
static bool keeps_first_value(csl_host_point point, CXCursor var, csl_host_part *part) {
    const CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    if (clang_Cursor_isNull(init) || clang_Cursor_hasVarDeclGlobalStorage(var) != 1 ||
        !is_declared_once(var) || csl_is_recovered(var))
        return false;
    const csl_host_stores *stores = csl_host_stores_of(point.function->unit);
    for (unsigned i = 0; i < stores->n; i++)
        if (clang_equalCursors(stores->v[i].var, var))
            return false;
    *part = (csl_host_part){init, point};
    return true;
}

bool csl_host_stored_member(csl_host_point point, CXCursor var, const CXCursor *path,
                            unsigned npath, csl_host_part *part) {
    const csl_unit *unit = point.function->unit;
    const csl_host_store *one = NULL;
    var = clang_getCanonicalCursor(var);
    if (!is_of_interest(var) || !may_be_closed(var))
        return false;
    if (!starts_empty(var, path, npath))
        return npath == 0 && keeps_first_value(point, var, part);
    const csl_host_stores *stores = csl_host_stores_of(unit); /* takes long the first time */
    if (!is_of_file(var) && !stores->program)
        return false;
    for (unsigned i = 0; i < stores->n; i++) {
        const csl_host_store *s = &stores->v[i];
        if (!clang_equalCursors(s->var, var) || !overlap(s, path, npath))
            continue;
        if (one)
            return false;
        one = s;
    }
    if (!one || clang_Cursor_isNull(one->value) || one->npath != npath ||
        !clang_equalCursors(one->function, point.function->cursor) || one->offset >= point.offset ||
        one->block_end <= point.offset || !csl_host_is_ordered(point.function) ||
        csl_host_has_error(unit, one->function, one->offset, csl_host_end(one->value)))
        return false;
    *part = (csl_host_part){one->value,
                            {point.function, one->offset, point.guards, point.call, point.choices}};
    return true;
}

bool csl_host_stored(csl_host_point point, CXCursor e, csl_host_part *part) {
    CXCursor path[CSL_ROOM_host_member_depth];
    unsigned n = 0;
    e = csl_host_bare(e);
    while (clang_getCursorKind(e) == CXCursor_MemberRefExpr && n < CSL_ROOM_host_member_depth) {
        const struct csl_host_kids object = csl_host_kids_of(e);
        memmove(path + 1, path, n * sizeof *path);
        path[0] = clang_getCursorReferenced(e);
        n++;
        if (object.n != 1)
            return false;
        e = csl_host_bare(object.v[0]);
    }
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr &&
           csl_host_stored_member(point, clang_getCursorReferenced(e), path, n, part);
}

bool csl_host_stored_integer(csl_host_point point, CXCursor var, const CXCursor *path,
                             unsigned npath, int64_t *value) {
    csl_host_part part;
    return csl_host_stored_member(point, var, path, npath, &part) &&
           csl_host_integer(part.where, part.value, value);
}
