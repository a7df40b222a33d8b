/* Which kernels an expression means: the kernel itself, a variable that holds its address, a table
 * of kernels, a parameter whose argument is looked up in the call, an argument of a template, what
 * a function returns. */
#include "search.h"

#include "../parse/parse.h"
#include "foreign.h"
#include "../../limits/limits.h"

/* ---- kernels --------------------------------------------------------------------------------- */

csl_kernel *csl_kernel_of(csl_launch_search *s, CXCursor function) {
    csl_module *m = s->lowered->module;
    if (clang_Cursor_isNull(function))
        return NULL;
    CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition))
        definition = function;
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (clang_equalCursors(definition, s->lowered->of[i]) && !(s->settled && s->settled[i]))
            return &m->kernels[i];
    return csl_foreign_kernel(s, function);
}

void csl_note_escape(csl_launch_search *s, csl_kernel *k) {
    k->launch_unknown = k->elsewhere = k->used = true;
    for (uint32_t i = 0; i < s->lowered->module->nkernels; i++)
        s->escaped[i] |= k == &s->lowered->module->kernels[i];
}

void csl_note_dead(csl_launch_search *s, const csl_meant *meant) {
    const csl_module *m = s->lowered->module;
    for (unsigned i = 0; i < meant->n; i++)
        for (uint32_t k = 0; k < m->nkernels; k++)
            s->dead[k] |= meant->kernels[i] == &m->kernels[k];
}

static bool is_reference(CXCursor c) {
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr ||
           clang_getCursorKind(c) == CXCursor_OverloadedDeclRef ||
           clang_getCursorKind(c) == CXCursor_MemberRefExpr;
}

static enum CXChildVisitResult find_reference(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (!is_reference(c))
        return CXChildVisit_Recurse;
    *(CXCursor *)data = c;
    return CXChildVisit_Break;
}

CXCursor csl_reference_in(CXCursor e) {
    CXCursor found = clang_getNullCursor();
    if (is_reference(e))
        return e;
    clang_visitChildren(e, find_reference, &found);
    return found;
}

static enum CXChildVisitResult find_operator(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const CXCursor named = clang_getCursorReferenced(c);
    *(bool *)data |= clang_getCursorKind(named) == CXCursor_OverloadedDeclRef &&
                     csl_host_spelled(named, "operator&");
    return CXChildVisit_Continue;
}

/* No overload takes a function, so it is the one of the language that is meant there. */
bool csl_takes_address(CXCursor call, CXCursor *of) {
    bool is = false;
    if (clang_getCursorKind(call) != CXCursor_CallExpr || clang_Cursor_getNumArguments(call) != 1 ||
        !clang_Cursor_isNull(clang_getCursorReferenced(call)))
        return false;
    clang_visitChildren(call, find_operator, &is);
    *of = clang_Cursor_getArgument(call, 0);
    return is;
}

/* ---- what an expression means ---------------------------------------------------------------- */

typedef struct meaning {
    csl_launch_search *s;
    csl_meant *found;
    unsigned depth;
} meaning;

/* A template that is meant with several arguments, as by a table of its instances, has none. */
static void add(meaning *m, csl_kernel *k, CXCursor callee) {
    for (unsigned i = 0; i < m->found->n; i++)
        if (m->found->kernels[i] == k) {
            if (!clang_equalCursors(m->found->callee[i], callee))
                m->found->callee[i] = clang_getNullCursor();
            return;
        }
    if (m->found->n == CSL_ROOM_meant_kernels) {
        m->found->open = true;
        return;
    }
    m->found->kernels[m->found->n] = k;
    m->found->callee[m->found->n++] = callee;
}

static void find(meaning *m, csl_host_point point, CXCursor e);

csl_kernel *csl_instance_of(csl_launch_search *s, CXCursor template_, uint32_t *from) {
    csl_module *m = s->lowered->module;
    const char *pattern = csl_is_kernel(template_) ? csl_usr(s->unit->ctx, template_) : NULL;
    for (; pattern && *from < m->nkernels; ++*from)
        if (m->kernels[*from].pattern == pattern && m->kernels[*from].instance &&
            !(s->settled && s->settled[*from]))
            return &m->kernels[(*from)++];
    return NULL;
}

/* The reference gives the template another number than the instance has there. */
static bool gives_other_numbers(csl_host_point point, CXCursor reference, CXCursor instance) {
    const csl_host_numbers given = csl_host_find_numbers(reference);
    unsigned number = 0;
    const int n = given.nested ? 0 : clang_Cursor_getNumTemplateArguments(instance);
    for (int i = 0; i < n && number < given.n; i++) {
        int64_t value;
        const enum CXTemplateArgumentKind kind =
            clang_Cursor_getTemplateArgumentKind(instance, (unsigned)i);
        if (kind == CXTemplateArgumentKind_Type || kind == CXTemplateArgumentKind_Template)
            continue;
        if (kind != CXTemplateArgumentKind_Integral)
            return false;
        if (csl_host_integer(point, given.v[number++], &value) &&
            value != clang_Cursor_getTemplateArgumentValue(instance, (unsigned)i) &&
            (unsigned long long)value !=
                clang_Cursor_getTemplateArgumentUnsignedValue(instance, (unsigned)i)) /* `true` */
            return true;
    }
    return false;
}

/* In a template the name may mean one of several functions: those that are kernels of the module
 * are then launched in a way that is not known. In a list of initialisers it means an instance,
 * and which is not said: any. */
static void overloaded(meaning *m, csl_host_point point, CXCursor reference, CXCursor callee) {
    unsigned n = clang_getNumOverloadedDecls(reference);
    for (unsigned i = 0; i < n; i++) {
        const CXCursor decl = clang_getOverloadedDecl(reference, i);
        csl_kernel *k = csl_kernel_of(m->s, decl);
        if (k && n == 1)
            add(m, k, callee);
        else if (k)
            csl_note_escape(m->s, k);
        for (uint32_t at = 0; !k && (k = csl_instance_of(m->s, decl, &at)); k = NULL)
            if (n != 1)
                csl_note_escape(m->s, k);
            else if (!gives_other_numbers(point, callee, m->s->lowered->of[at - 1]))
                add(m, k, clang_getNullCursor());
    }
}

/* `template <auto K> void run() { K<<<...>>>(); }`: the function's own USR names what K is. */
static void template_argument(meaning *m, csl_host_point point) {
    csl_ctx *ctx = m->s->unit->ctx;
    const char *own = csl_usr(ctx, point.function->cursor);
    csl_module *module = m->s->lowered->module;
    unsigned before = m->found->n;
    for (uint32_t i = 0; i < module->nkernels; i++) {
        const char *usr = csl_usr(ctx, m->s->lowered->of[i]);
        const char *name = strchr(usr, '@'), *end = name ? strrchr(name, '>') : NULL;
        if (!name)
            continue;
        size_t n = end ? (size_t)(end + 1 - name) : strcspn(name, "#");
        const char *fragment = csl_strndup(ctx, name, n);
        const char *at = strstr(own, fragment);
        if (at && at > own && at[-1] == '#' && strchr("#>", at[n]))
            add(m, &module->kernels[i], clang_getNullCursor());
    }
    m->found->open |= m->found->n == before;
}

/* What a table of the whole file holds. */
static void initialiser(meaning *m, csl_host_point point, CXCursor var) {
    CXCursor list = clang_Cursor_getVarDeclInitializer(var);
    list = clang_Cursor_isNull(list) ? list : csl_host_bare(list);
    if (clang_Cursor_isNull(list)) {
        m->found->open = true;
        return;
    }
    if (clang_getCursorKind(list) != CXCursor_InitListExpr) {
        find(m, point, list);
        return;
    }
    csl_cursors elements = csl_expr_children(m->s->unit->ctx, list);
    for (unsigned i = 0; i < elements.n; i++)
        find(m, point, elements.v[i]);
}

/* `table[i]`, an element of a constant std::array: all of them may be meant. False: it is none. */
static bool element(meaning *m, csl_host_point point, CXCursor e) {
    if (clang_getCursorKind(e) != CXCursor_CallExpr || !csl_host_spelled(e, "operator[]") ||
        clang_Cursor_getNumArguments(e) != 2)
        return false;
    const CXCursor table = clang_getCursorReferenced(csl_host_bare(clang_Cursor_getArgument(e, 0)));
    CXCursor list;
    if (clang_getCursorKind(table) != CXCursor_VarDecl ||
        !clang_isConstQualifiedType(clang_getCursorType(table)) ||
        !csl_host_list(&point, clang_Cursor_getArgument(e, 0), &list))
        return false;
    csl_cursors elements = csl_expr_children(m->s->unit->ctx, list);
    for (unsigned i = 0; i < elements.n; i++)
        find(m, point, elements.v[i]);
    return true;
}

/* The kernel whose address is looked up. */
static void symbol(meaning *m, CXCursor reference) {
    csl_kernel *k = csl_kernel_of(m->s, clang_getCursorReferenced(reference));
    if (k)
        add(m, k, reference);
    m->found->open |= !k;
}

/* One value if it is clear which, else all that were ever put into it. */
static void variable(meaning *m, csl_host_point point, CXCursor var) {
    csl_host_point where;
    CXCursor value;
    int part;
    bool parameter = clang_getCursorKind(var) == CXCursor_ParmDecl, named = false;
    for (unsigned i = 0; i < m->s->nnamed; i++)
        if (!m->s->named[i].name && clang_equalCursors(m->s->named[i].variable, var)) {
            symbol(m, m->s->named[i].symbol);
            named = true;
        }
    if (named)
        return;
    if (csl_host_definition(point, var, CSL_HOST_WHOLE, &value, &part, &where) &&
        clang_getCursorKind(csl_host_bare(value)) != CXCursor_InitListExpr) {
        find(m, where, value);
        return;
    }
    if (parameter) {
        m->found->open = true;
        return;
    }
    unsigned before = m->found->n;
    initialiser(m, point, var);
    csl_launch_search *s = m->s;
    for (unsigned i = 0; i < s->nflows; i++) {
        const csl_flow *f = &s->flows[i];
        if (f->to != CSL_FLOW_VARIABLE || !clang_equalCursors(f->variable, var))
            continue;
        csl_kernel *k = csl_kernel_of(s, f->what);
        if (k)
            add(m, k, clang_getNullCursor());
    }
    if (m->found->n > before && clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(var)))
        m->found->open = false; /* it was declared without a value */
}

/* `pick(n)`: what the function may return. False: the call is of no such function. */
static bool chosen(meaning *m, CXCursor e) {
    const CXCursor chooser = clang_getCursorKind(e) == CXCursor_CallExpr
                                 ? csl_chooser_of(clang_getCursorReferenced(e))
                                 : clang_getNullCursor();
    csl_host_function *function =
        clang_Cursor_isNull(chooser) ? NULL
                                     : csl_cursor_map_get(&m->s->known, csl_cursor_as_met(chooser));
    if (!function)
        return false;
    const csl_cursors choices = csl_choices_of(m->s->unit->ctx, chooser);
    for (unsigned i = 0; i < choices.n; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(csl_host_bare(choices.v[i]));
        if (kind != CXCursor_CXXNullPtrLiteralExpr && kind != CXCursor_GNUNullExpr &&
            kind != CXCursor_IntegerLiteral)
            find(m, csl_host_point_of(function, choices.v[i]), choices.v[i]);
    }
    m->found->open |= choices.n == 0;
    return true;
}

static void find(meaning *m, csl_host_point point, CXCursor e) {
    if (csl_limit_reached(CSL_LIMIT_callee_chain, m->depth)) {
        m->found->open = true;
        return;
    }
    m->depth++;
    e = csl_host_bare(e);
    enum CXCursorKind kind = clang_getCursorKind(e);
    struct csl_host_kids kids = csl_host_kids_of(e);
    CXCursor what = clang_getCursorReferenced(e), inner;
    csl_host_part held;
    enum CXCursorKind is = clang_getCursorKind(what);
    if (kind == CXCursor_OverloadedDeclRef) {
        overloaded(m, point, e, e);
    } else if (is_reference(e) && (is == CXCursor_VarDecl || is == CXCursor_ParmDecl)) {
        variable(m, point, what);
    } else if (is_reference(e) && is == CXCursor_OverloadedDeclRef) {
        overloaded(m, point, what, e);
    } else if (is == CXCursor_FieldDecl && csl_host_find_field(point, e, &held)) {
        find(m, held.where, held.value);
    } else if (is_reference(e) && !clang_Cursor_isNull(what)) {
        csl_kernel *k = csl_kernel_of(m->s, what);
        if (k)
            add(m, k, e);
        m->found->open |= is == CXCursor_FieldDecl || is == CXCursor_NonTypeTemplateParameter;
    } else if (kind == CXCursor_ConditionalOperator && kids.n == 3) {
        find(m, point, kids.v[1]);
        find(m, point, kids.v[2]);
    } else if ((kind == CXCursor_UnaryOperator || kind == CXCursor_ArraySubscriptExpr) &&
               kids.n > 0) {
        find(m, point, kids.v[0]);
    } else if (csl_takes_address(e, &inner)) {
        find(m, point, inner);
    } else if (element(m, point, e) || chosen(m, e)) {
        /* what it holds, or gives, was added */
    } else if (is_reference(e)) {
        inner = clang_getNullCursor();
        clang_visitChildren(e, find_reference, &inner);
        if (clang_getCursorKind(inner) == CXCursor_OverloadedDeclRef)
            overloaded(m, point, inner, e);
        else
            template_argument(m, point);
    } else {
        m->found->open = true;
    }
    m->depth--;
}

csl_meant csl_kernels_meant(csl_launch_search *s, csl_host_point point, CXCursor e) {
    csl_meant found = {.n = 0};
    meaning m = {s, &found, 0};
    find(&m, point, e);
    return found;
}

csl_meant csl_kernels_named(csl_launch_search *s, CXCursor handle) {
    csl_meant found = {.n = 0};
    meaning m = {s, &found, 0};
    CXCursor reference = csl_reference_in(handle);
    CXCursor var =
        clang_Cursor_isNull(reference) ? reference : clang_getCursorReferenced(reference);
    csl_module *module = s->lowered->module;
    for (unsigned i = 0; i < s->nnamed && !clang_Cursor_isNull(var); i++) {
        if (!s->named[i].name && clang_equalCursors(s->named[i].variable, var))
            symbol(&m, s->named[i].symbol);
        for (uint32_t k = 0; k < module->nkernels; k++)
            if (s->named[i].name && clang_equalCursors(s->named[i].variable, var) &&
                strcmp(module->kernels[k].name, s->named[i].name) == 0 &&
                !(s->settled && s->settled[k]))
                add(&m, &module->kernels[k], clang_getNullCursor());
    }
    return found;
}

csl_meant csl_kernels_of_node(csl_launch_search *s, csl_host_point point, CXCursor params) {
    csl_host_part part;
    if (csl_host_config(point, params, CSL_CONFIG_KERNEL, 0, &part) &&
        !clang_Cursor_isNull(part.value))
        return csl_kernels_meant(s, part.where, part.value);
    return (csl_meant){.n = 0, .open = true};
}

/* ---- escapes --------------------------------------------------------------------------------- */

/* What goes into the variable is launched, if anything is done with it. */
static bool stays_known(csl_launch_search *s, CXCursor variable, unsigned depth) {
    if (csl_is_holder(variable))
        return csl_holder_is_kept(s, variable);
    for (unsigned i = 0; i < s->nflows; i++) {
        const csl_flow *f = &s->flows[i];
        if (!clang_equalCursors(f->what, variable))
            continue;
        if (f->to == CSL_FLOW_LOST || csl_limit_reached(CSL_LIMIT_callee_chain, depth) ||
            (f->to == CSL_FLOW_VARIABLE && !clang_equalCursors(f->variable, variable) &&
             !stays_known(s, f->variable, depth + 1)))
            return false;
    }
    return true;
}

void csl_note_escapes(csl_launch_search *s) {
    for (unsigned i = 0; i < s->nflows; i++) {
        const csl_flow *f = &s->flows[i];
        csl_kernel *k = csl_kernel_of(s, f->what);
        if (k && (f->to == CSL_FLOW_LOST ||
                  (f->to == CSL_FLOW_VARIABLE && (s->lost || !stays_known(s, f->variable, 0)))))
            csl_note_escape(s, k);
    }
}
