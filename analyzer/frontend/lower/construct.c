/* Constructors: member initialisers, bodies, default values. */
#include "lower.h"

/* The default initialiser of a field. Its other expression children are the bounds of an array
 * type and the width of a bit-field, which stand behind `[` and `:`. */
CXCursor csl_field_initialiser(csl_lower_state *L, CXCursor field) {
    csl_cursors kids = csl_operands(L, field);
    if (!kids.n)
        return clang_getNullCursor();
    CXCursor last = kids.v[kids.n - 1];
    if (clang_getCursorKind(last) == CXCursor_InitListExpr ||
        csl_char_before(L->places, last) == '=')
        return last;
    return clang_getNullCursor();
}

/* Member and base initialisers as written, then the body. Members that are not mentioned get
 * their default initialisers. */
static void run_initialisers(csl_lower_state *L, csl_activation *act, CXCursor ctor) {
    csl_activation *outer = L->act;
    csl_lval self = act->self;
    csl_cursors kids = csl_children(L->ctx, ctor);
    CXCursor pending = clang_getNullCursor();
    CXCursor cls = clang_getTypeDeclaration(clang_getCanonicalType(self.type));
    csl_cursors members = csl_children(L->ctx, cls);
    L->act = act;
    for (unsigned m = 0; m < members.n; m++) {
        if (clang_getCursorKind(members.v[m]) != CXCursor_FieldDecl)
            continue;
        bool mentioned = false;
        for (unsigned i = 0; i < kids.n && !mentioned; i++)
            mentioned = clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef &&
                        clang_equalCursors(clang_getCursorReferenced(kids.v[i]), members.v[m]);
        CXCursor init = csl_field_initialiser(L, members.v[m]);
        if (!mentioned && !clang_Cursor_isNull(init))
            csl_initialise_member(L, self, members.v[m], init);
        else if (!mentioned)
            csl_default_construct(L, csl_member_slot(L, self, members.v[m], ctor), ctor);
    }
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_MemberRef || k == CXCursor_TypeRef) {
            pending = kids.v[i];
        } else if (clang_isExpression(k) && !clang_Cursor_isNull(pending)) {
            CXCursor target = clang_getCursorReferenced(pending);
            if (clang_getCursorKind(target) == CXCursor_FieldDecl) {
                csl_initialise_member(L, self, target, kids.v[i]);
            } else {
                CXType base = csl_plain(clang_getCursorType(kids.v[i]));
                csl_lower_aggregate(L, kids.v[i], csl_base_of(L, self, base, kids.v[i]));
            }
            pending = clang_getNullCursor();
        }
    }
    L->act = outer;
}

static void run_constructor(csl_lower_state *L, CXCursor at, CXCursor def, csl_cursors args,
                            csl_lval dest) {
    csl_activation *act = csl_new_activation(L, def, at);
    act->has_this = true;
    act->self = dest;
    csl_bind_arguments(L, act, def, args);
    run_initialisers(L, act, def);
    csl_lower_body(L, def, act);
}

void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at) {
    if (!csl_is_class(dest.type) || dest.kind != CSL_LV_MEMORY)
        return;
    CXCursor cls = clang_getTypeDeclaration(clang_getCanonicalType(dest.type));
    csl_cursors kids = csl_children(L->ctx, cls);
    bool any = false;
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_Constructor)
            continue;
        CXCursor def = csl_definition_of(L, kids.v[i]);
        if (!clang_CXXConstructor_isDefaultConstructor(kids.v[i]) || clang_Cursor_isNull(def))
            continue;
        if (!csl_is_recursive(L, def) && L->inline_depth < CSL_MAX_INLINE &&
            L->nstmts < CSL_MAX_STMTS)
            run_constructor(L, at, def, (csl_cursors){NULL, 0}, dest);
        return;
    }
    for (unsigned i = 0; i < kids.n && !any; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_FieldDecl)
            continue;
        CXCursor init = csl_field_initialiser(L, kids.v[i]);
        if (!clang_Cursor_isNull(init))
            csl_initialise_member(L, dest, kids.v[i], init);
        else
            csl_default_construct(L, csl_member_slot(L, dest, kids.v[i], at), at);
    }
}

bool csl_has_destructor(csl_lower_state *L, CXType type) {
    csl_cursors kids = csl_children(L->ctx, clang_getTypeDeclaration(clang_getCanonicalType(type)));
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_Destructor)
            continue;
        CXCursor def = clang_getCursorDefinition(kids.v[i]);
        if (clang_Cursor_isNull(def))
            return !clang_CXXMethod_isDefaulted(kids.v[i]);
        CXCursor body = csl_body_of(L->ctx, def);
        return !clang_Cursor_isNull(body) && csl_children(L->ctx, body).n > 0;
    }
    return false;
}

void csl_construct(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_call c = csl_resolve_call(L, e);
    if (csl_is_array(dest.type)) {
        CXType elem = clang_getArrayElementType(clang_getCanonicalType(dest.type));
        long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
        for (long long i = 0; i < n && i < 16; i++) {
            csl_lval one =
                csl_lval_memory(csl_offset_address(L, dest.address, csl_const(L->ctx, CSL_I64, i),
                                                   csl_sizeof(elem)),
                                elem);
            csl_construct(L, e, one);
        }
        return;
    }
    bool copies = clang_CXXConstructor_isCopyConstructor(c.callee) ||
                  clang_CXXConstructor_isMoveConstructor(c.callee);
    if (!clang_Cursor_isNull(c.definition) && !csl_is_recursive(L, c.definition) &&
        L->inline_depth < CSL_MAX_INLINE && L->nstmts < CSL_MAX_STMTS) {
        run_constructor(L, e, c.definition, c.args, dest);
    } else if (copies && c.args.n >= 1) {
        if (csl_is_lvalue(L, c.args.v[0])) {
            csl_lval src = csl_bind_reference(L, c.args.v[0]);
            src.type = dest.type;
            csl_copy(L, dest, src, e);
        } else {
            csl_lower_aggregate(L, c.args.v[0], dest);
        }
    } else if (c.args.n == 0) {
        csl_default_construct(L, dest, e);
    } else {
        csl_keep_call(L, &c, csl_callee_name(L, &c), NULL, NULL);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "constructor that is not known");
    }
}
