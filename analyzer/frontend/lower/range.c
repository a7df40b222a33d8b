/* for (T x : range) over an array, a list, or an object of a class. */
#include "lifetime.h"

#include <string.h>

/* ---- over a list ----------------------------------------------------------------------------- */

/* The list of `for (T x : {a, b})`; null: it is none, or not one of numbers or pointers by value.
 */
static CXCursor list_of(csl_lower_state *L, CXCursor range, CXType declared) {
    const CXCursor none = clang_getNullCursor();
    const CXType of = csl_is_reference(declared) ? clang_getPointeeType(declared) : declared;
    csl_cursors kids = {&range, 1};
    if (csl_scalar_type(of) == CSL_VOID ||
        (csl_is_reference(declared) && !clang_isConstQualifiedType(of)))
        return none;
    while (kids.n == 1 && clang_getCursorKind(kids.v[0]) == CXCursor_UnexposedExpr)
        kids = csl_children(L->scratch, kids.v[0]);
    return kids.n == 1 && clang_getCursorKind(kids.v[0]) == CXCursor_InitListExpr ? kids.v[0]
                                                                                  : none;
}

/* One pass for each element; what they are is known before the first. */
static void passes(csl_lower_state *L, CXCursor variable, CXType declared, CXCursor list,
                   CXCursor body) {
    const CXType of =
        csl_plain(csl_is_reference(declared) ? clang_getPointeeType(declared) : declared);
    const csl_cursors elements = csl_expr_children(L->scratch, list);
    csl_expr **value = csl_alloc(L->scratch, (elements.n + 1) * sizeof *value);
    for (unsigned i = 0; i < elements.n; i++)
        value[i] = csl_freeze(L, csl_rvalue_as(L, elements.v[i], csl_scalar_type(of)), list);
    csl_loop l = {.jump = {.stmt = clang_getNullCursor(),
                           .has_break = true,
                           .has_continue = true,
                           .break_label = csl_new_label(L),
                           .outer = L->act->jumps,
                           .block = L->act->block}};
    l.block = csl_emit(L, CSL_STMT_BLOCK, list);
    l.block->block.label = l.jump.break_label;
    l.outer = L->seq;
    L->seq = &l.body;
    for (unsigned i = 0; i < elements.n; i++) {
        const csl_lval local = csl_new_local(L, variable, of, csl_spelling(L->ctx, variable));
        csl_bind(L, L->act, variable, local);
        csl_store(L, local, value[i], variable, variable);
        l.jump.continue_label = csl_new_label(L);
        l.jump.continue_used = false;
        csl_loop_body(L, &l, body);
    }
    l.block->block.body = l.body.first;
    L->seq = l.outer;
}

/* ---- over an object of a class --------------------------------------------------------------- */

/* What `for (T x : object)` stands for ([stmt.ranged]). libclang shows neither the test nor the
 * step; the initial value of x names the hidden __begin, and that of __begin names __range. */
typedef struct iteration {
    CXCursor range, begin, end;
    CXCursor test, step; /* operators of the iterator; null: it is a pointer */
    bool ends_if;        /* the test is operator== */
} iteration;

typedef struct hidden {
    csl_ctx *ctx;
    const char *name; /* what it begins with */
    CXCursor found;
} hidden;

static enum CXChildVisitResult find_hidden(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    hidden *h = data;
    const CXCursor named = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
        strncmp(csl_spelling(h->ctx, named), h->name, strlen(h->name)) != 0)
        return CXChildVisit_Recurse;
    h->found = named;
    return CXChildVisit_Break;
}

static CXCursor hidden_in(csl_lower_state *L, CXCursor variable, const char *name) {
    hidden h = {L->ctx, name, clang_getNullCursor()};
    clang_visitChildren(variable, find_hidden, &h);
    return h.found;
}

/* The method of the class that has the name and so many parameters and is constant if the object
 * is; null: there is none, no body of it, or a choice between several that only the compiler makes.
 */
static CXCursor method_of(csl_lower_state *L, CXType type, const char *name, int parameters) {
    const csl_cursors methods = csl_methods_of(L->scratch, csl_plain(type));
    const bool constant = clang_isConstQualifiedType(type);
    CXCursor found[2] = {clang_getNullCursor(), clang_getNullCursor()};
    unsigned n[2] = {0};
    for (unsigned i = 0; i < methods.n; i++) {
        const bool alike = (clang_CXXMethod_isConst(methods.v[i]) != 0) == constant;
        if (clang_Cursor_getNumArguments(methods.v[i]) != parameters ||
            strcmp(csl_spelling(L->ctx, methods.v[i]), name) != 0)
            continue;
        found[alike] = methods.v[i];
        n[alike]++;
    }
    const bool alike = n[1] > 0;
    return n[alike] == 1 && (alike || !constant) ? csl_definition_of(L, found[alike])
                                                 : clang_getNullCursor();
}

/* A method of the class, or a function that it calls its friend, has the name. */
static bool declares(csl_lower_state *L, CXType class, const char *name) {
    const CXCursor decl = clang_getTypeDeclaration(csl_plain(class));
    const csl_cursors members = csl_children(L->scratch, decl);
    for (unsigned i = 0; i < members.n; i++) {
        csl_cursors named = {&members.v[i], 1};
        if (clang_getCursorKind(members.v[i]) == CXCursor_FriendDecl)
            named = csl_children(L->scratch, members.v[i]);
        for (unsigned k = 0; k < named.n; k++)
            if (strcmp(csl_spelling(L->ctx, named.v[k]), name) == 0)
                return true;
    }
    return false;
}

/* The comparison of two iterators by that method, likewise. */
static CXCursor test_of(csl_lower_state *L, CXType iterator, const char *name) {
    const CXCursor test = method_of(L, iterator, name, 1);
    if (csl_is_null(test))
        return test;
    const CXType type = clang_getCursorType(clang_Cursor_getArgument(test, 0));
    return clang_equalTypes(csl_plain(clang_getNonReferenceType(type)), csl_plain(iterator))
               ? test
               : clang_getNullCursor();
}

static bool is_iteration(csl_lower_state *L, CXCursor variable, iteration *it) {
    it->begin = hidden_in(L, variable, "__begin");
    if (csl_is_null(it->begin))
        return false;
    it->range = hidden_in(L, it->begin, "__range");
    if (csl_is_null(it->range))
        return false;
    const CXType of = clang_getCanonicalType(clang_getCursorType(it->range));
    const CXType object = csl_is_reference(of) ? clang_getPointeeType(of) : of;
    const CXType iterator = clang_getCanonicalType(clang_getCursorType(it->begin));
    it->end = method_of(L, object, "end", 0);
    if (csl_is_null(it->end) ||
        !clang_equalTypes(csl_plain(clang_getCursorResultType(it->end)), csl_plain(iterator)))
        return false;
    it->test = it->step = clang_getNullCursor();
    if (csl_value_type(iterator) == CSL_PTR)
        return true;
    it->step = method_of(L, iterator, "operator++", 0);
    it->ends_if = !declares(L, iterator, "operator!=");
    it->test = test_of(L, iterator, it->ends_if ? "operator==" : "operator!=");
    return !csl_is_null(it->step) && !csl_is_null(it->test);
}

static void iterate(csl_lower_state *L, CXCursor s, const iteration *it, CXCursor variable,
                    CXCursor body) {
    csl_lower_declaration(L, it->range);
    csl_lower_declaration(L, it->begin);
    const csl_lval *range = csl_lookup(L->act, it->range), *now = csl_lookup(L->act, it->begin);
    if (!range || !now) {
        csl_emit_opaque(L, s, "range-based for over a class");
        return;
    }
    const bool pointer = csl_is_null(it->step);
    csl_lval last;
    csl_expr *end = csl_run_with(L, it->end, *range, NULL, s, &last), *more;
    if (pointer)
        end = csl_freeze(L, end, s);
    csl_loop l;
    csl_start_loop(L, &l, s);
    if (pointer)
        more = csl_binary(L->ctx, CSL_OP_NE, csl_load(L, *now, s), end);
    else
        more = csl_truth(L->ctx, csl_run_with(L, it->test, *now, &last, s, NULL));
    csl_loop_test(L, s, it->ends_if ? csl_not(L->ctx, more) : more, l.jump.break_label);
    csl_refuse_destructor(L, variable);
    csl_lower_declaration(L, variable);
    csl_loop_body(L, &l, body);
    if (pointer) {
        const CXType element = csl_element_type(now->type);
        csl_store(L, *now,
                  csl_offset_address(L, csl_load(L, *now, s), csl_const(L->ctx, CSL_I64, 1),
                                     csl_sizeof(element)),
                  s, s);
    } else {
        csl_run_with(L, it->step, *now, NULL, s, NULL);
    }
    csl_finish_loop(L, &l);
}

/* for (T x : array) counts through the elements, for (T x : {a, b}) takes them one by one, and
 * for (T x : object) runs what its class says. */
void csl_lower_range_for(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    CXCursor variable = clang_getNullCursor(), range = clang_getNullCursor(),
             body = clang_getNullCursor();
    csl_hidden_initialiser(L, s);
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_VarDecl)
            variable = kids.v[i];
        else if (clang_isExpression(k) && i + 1 < kids.n)
            range = kids.v[i];
        else
            body = kids.v[i];
    }
    CXType type = clang_getCanonicalType(clang_getCursorType(range));
    long long n = clang_getArraySize(type);
    const bool whole = !csl_is_null(variable) && !csl_is_null(range) && !csl_is_null(body);
    const CXType declared = clang_getCanonicalType(clang_getCursorType(variable));
    const CXCursor list = whole ? list_of(L, range, declared) : clang_getNullCursor();
    if (!csl_is_null(list)) {
        passes(L, variable, declared, list, body);
        return;
    }
    iteration it = {0};
    if (whole && !csl_is_array(type) && is_iteration(L, variable, &it)) {
        iterate(L, s, &it, variable, body);
        return;
    }
    if (!whole || !csl_is_array(type) || n < 0) {
        csl_emit_opaque(L, s, "range-based for over a class");
        return;
    }
    CXType elem = clang_getArrayElementType(type);
    csl_lval array = csl_lower_lvalue(L, range);
    csl_expr *base = csl_freeze(L, csl_address_of(L, array, range), range);
    uint32_t index = csl_new_var(L, "", CSL_I64, clang_getNullCursor());
    csl_emit_let(L, index, csl_const(L->ctx, CSL_I64, 0), range, NULL);
    csl_loop l;
    csl_start_loop(L, &l, s);
    csl_expr *i = csl_var_value(L, index);
    csl_loop_test(L, range, csl_binary(L->ctx, CSL_OP_LT, i, csl_const(L->ctx, CSL_I64, n)),
                  l.jump.break_label);
    csl_lval element = csl_lval_memory(csl_offset_address(L, base, i, csl_sizeof(elem)), elem);
    element.through = array.through;
    if (csl_is_reference(declared)) {
        element.address = csl_freeze(L, element.address, variable);
        csl_bind(L, L->act, variable, element);
    } else {
        csl_lval local = csl_new_local(L, variable, declared, csl_spelling(L->ctx, variable));
        csl_bind(L, L->act, variable, local);
        csl_refuse_destructor(L, variable);
        csl_copy_object(L, local, element, false, false, variable);
    }
    csl_loop_body(L, &l, body);
    csl_emit_let(
        L, index,
        csl_binary(L->ctx, CSL_OP_ADD, csl_var_value(L, index), csl_const(L->ctx, CSL_I64, 1)),
        range, NULL);
    csl_finish_loop(L, &l);
}
