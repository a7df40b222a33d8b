/* Objects and handles that hold the address of a kernel: `go g{kernel}`, the parameters of a node
 * of a graph, a cudaFunction_t. Where one is passed on, the kernel may be launched by code that is
 * not seen. */
#include "search.h"

#include "../parse/parse.h"

bool csl_looks_up_symbol(CXCursor call) {
    return (csl_host_spelled(call, "cudaGetFuncBySymbol") ||
            csl_host_spelled(call, "cudaGetKernel")) &&
           clang_Cursor_getNumArguments(call) == 2;
}

static bool is_handle(CXType type) {
    const CXType to = clang_getPointeeType(csl_plain(type));
    const CXCursor decl = clang_getTypeDeclaration(csl_plain(to));
    return csl_host_spelled(decl, "CUfunc_st") || csl_host_spelled(decl, "CUkern_st");
}

bool csl_is_holder(CXCursor variable) {
    CXType type = csl_plain(clang_getCursorType(variable));
    while (csl_is_array(type))
        type = csl_plain(clang_getArrayElementType(type));
    return csl_is_class(type) || is_handle(type);
}

/* A walk over the uses of a variable, or of the own members in a method of its class. */
typedef struct look {
    CXCursor variable; /* null: members of *this */
    const csl_host_frame *top;
    unsigned depth; /* methods entered */
    bool kept;
} look;

static bool keeps_own(CXCursor method, unsigned depth);

static const csl_host_frame *out_of(const csl_host_frame *f) {
    while (f && (clang_isUnexposed(clang_getCursorKind(f->cursor)) ||
                 clang_getCursorKind(f->cursor) == CXCursor_ParenExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_CStyleCastExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_CXXReinterpretCastExpr))
        f = f->outer;
    return f;
}

/* A value of the type may be the address of a kernel. */
static bool may_be_address(CXType type) {
    type = csl_plain(type);
    return csl_scalar_type(type) == CSL_PTR || (csl_is_class(type) && !csl_host_is_config(type)) ||
           csl_scalar_type(type) == CSL_VOID;
}

/* The member, or the handle, `use` is launched, assigned, or no address of a kernel. */
static bool is_harmless(const csl_host_frame *f, CXCursor use) {
    csl_launch_form form;
    f = out_of(f);
    if (!f)
        return false;
    const struct csl_host_kids kids = csl_host_kids_of(f->cursor);
    if (clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)
        return is_harmless(f->outer, f->cursor);
    if (clang_getCursorKind(f->cursor) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(f->cursor) == CXBinaryOperator_Assign && kids.n == 2 &&
        csl_host_inside(use, kids.v[0]))
        return true;
    if (clang_getCursorKind(f->cursor) == CXCursor_CallExpr) {
        const int kernel = csl_launching(f->cursor, &form);
        if (csl_host_is_launch(f->cursor) && csl_host_inside(use, kids.v[0]))
            return true;
        if (kernel >= 0 &&
            csl_host_inside(use, clang_Cursor_getArgument(f->cursor, (unsigned)kernel)))
            return true;
        if (csl_host_spelled(f->cursor, "operator=") && clang_Cursor_getNumArguments(f->cursor) &&
            csl_host_inside(use, clang_Cursor_getArgument(f->cursor, 0)))
            return true;
    }
    return !may_be_address(clang_getCursorType(use));
}

/* `object.method(...)` or `object(...)`. */
static bool is_kept_call(const look *l, CXCursor call) {
    const CXCursor method = clang_getCursorDefinition(clang_getCursorReferenced(call));
    return clang_getCursorKind(method) == CXCursor_CXXMethod && csl_has_body(method) &&
           !clang_CXXMethod_isVirtual(method) && keeps_own(method, l->depth + 1);
}

/* What stands around the use keeps the address to itself. */
static bool is_kept(const look *l, CXCursor use) {
    const csl_host_frame *f = out_of(l->top);
    while (f && clang_getCursorKind(f->cursor) == CXCursor_ArraySubscriptExpr)
        f = out_of(f->outer);
    if (!f)
        return false;
    if (clang_getCursorKind(f->cursor) == CXCursor_CallExpr &&
        csl_host_spelled(f->cursor, "operator[]") &&
        clang_isConstQualifiedType(clang_getCursorType(l->variable)))
        return is_harmless(f->outer, f->cursor);
    const CXCursor member = clang_getCursorReferenced(f->cursor);
    const enum CXCursorKind kind = clang_getCursorKind(f->cursor);
    if (kind == CXCursor_MemberRefExpr && clang_getCursorKind(member) == CXCursor_FieldDecl)
        return is_harmless(f->outer, f->cursor);
    if (kind == CXCursor_MemberRefExpr) {
        const csl_host_frame *call = out_of(f->outer);
        return call && clang_getCursorKind(call->cursor) == CXCursor_CallExpr &&
               is_kept_call(l, call->cursor);
    }
    if (kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(f->cursor) == CXUnaryOperator_AddrOf) {
        const csl_host_frame *call = out_of(f->outer);
        return call && clang_getCursorKind(call->cursor) == CXCursor_CallExpr &&
               (csl_host_takes_config(call->cursor) ||
                ((csl_looks_up_symbol(call->cursor) ||
                  csl_host_spelled(call->cursor, "cuModuleGetFunction")) &&
                 csl_host_inside(use, clang_Cursor_getArgument(call->cursor, 0))));
    }
    if (kind == CXCursor_CallExpr && csl_host_spelled(f->cursor, "operator()") &&
        csl_host_inside(use, clang_Cursor_getArgument(f->cursor, 0)))
        return is_kept_call(l, f->cursor);
    return is_handle(clang_getCursorType(l->variable)) && is_harmless(l->top, use);
}

static enum CXChildVisitResult visit_use(CXCursor c, CXCursor parent, CXClientData data) {
    look *l = data;
    const bool own = clang_Cursor_isNull(l->variable);
    if (!own && clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCursorReferenced(c), l->variable))
        l->kept = l->kept && is_kept(l, c);
    if (own && csl_host_is_own_member(c))
        l->kept = l->kept &&
                  clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_FieldDecl &&
                  is_harmless(l->top, c);
    else if (own && clang_getCursorKind(c) == CXCursor_CXXThisExpr &&
             !csl_host_is_own_member(parent))
        l->kept = false;
    csl_host_frame frame = {c, l->top};
    l->top = &frame;
    clang_visitChildren(c, visit_use, l);
    l->top = frame.outer;
    return l->kept ? CXChildVisit_Continue : CXChildVisit_Break;
}

static bool keeps_own(CXCursor method, unsigned depth) {
    look l = {clang_getNullCursor(), NULL, depth, true};
    if (csl_limit_reached(CSL_LIMIT_callee_chain, depth))
        return false;
    clang_visitChildren(method, visit_use, &l);
    return l.kept;
}

bool csl_holder_is_kept(csl_launch_search *s, CXCursor variable) {
    for (unsigned i = 0; i < s->nholders; i++)
        if (clang_equalCursors(s->holders[i].variable, variable))
            return s->holders[i].kept;
    const CXCursor around = clang_getCursorSemanticParent(variable);
    const bool local = csl_has_body(around);
    look l = {variable, NULL, 0,
              clang_getCursorKind(variable) == CXCursor_VarDecl &&
                  clang_getCursorLinkage(variable) != CXLinkage_External};
    if (local && l.kept)
        clang_visitChildren(around, visit_use, &l);
    for (unsigned i = 0; i < s->nfunctions && !local && l.kept; i++)
        clang_visitChildren(s->functions[i]->cursor, visit_use, &l);
    CSL_GROW(s->unit->ctx, s->holders, s->nholders, s->cap_holders);
    s->holders[s->nholders++] = (csl_holder){variable, l.kept};
    return l.kept;
}
