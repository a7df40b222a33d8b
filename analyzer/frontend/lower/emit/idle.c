/* Statements that compute an empty object (csl_is_empty): layouts and strides of CuTe, tags. Their
 * numbers are in the type, so what computes them is left out where it does nothing else. */
#include "emit.h"

bool csl_is_empty(csl_lower_state *L, CXType type) {
    type = csl_plain(type);
    if (!csl_is_class(type) || clang_Type_getSizeOf(type) != 1 || !csl_has_layout(type) ||
        csl_fields_of(L->scratch, type).n)
        return false;
    const csl_cursors bases = csl_bases_of(L->scratch, type);
    for (unsigned i = 0; i < bases.n; i++)
        if (!csl_is_empty(L, csl_plain(clang_getCursorType(bases.v[i]))))
            return false;
    return true;
}

bool csl_gets_nothing(csl_lower_state *L, const csl_call *c) {
    if (c->has_object &&
        (clang_Cursor_isNull(c->object) || !csl_is_empty(L, clang_getCursorType(c->object))))
        return false;
    for (unsigned i = 0; i < c->args.n; i++)
        if (!csl_is_empty(L, clang_getCursorType(c->args.v[i])))
            return false;
    return true;
}

csl_since csl_since_here(const csl_lower_state *L) {
    return (csl_since){L->seq, L->seq->last, L->nstmts, L->nvars, L->nobjects, L->kernel->nlabels};
}

/* It reads an object of the thread alone, or writes one that is made here. */
static bool stays_here(const csl_lower_state *L, const csl_access *a, uint32_t objects) {
    const csl_expr *base = a->address;
    while (base->op == CSL_OP_ADD && base->type == CSL_PTR)
        base = base->kids[0];
    if (base->op != CSL_OP_BASE || !csl_is_plain(a))
        return false;
    return L->objects[base->index].kind == CSL_OBJ_LOCAL &&
           (a->mode == CSL_MODE_READ || base->index >= objects);
}

static bool is_idle(const csl_lower_state *L, const csl_since *since, const csl_stmt *s) {
    for (; s; s = s->next) {
        bool idle = false;
        switch (s->kind) {
        case CSL_STMT_LET: idle = s->let.var >= since->vars; break;
        case CSL_STMT_HAVOC: idle = s->havoc.var >= since->vars; break;
        case CSL_STMT_ACCESS: idle = stays_here(L, s->access, since->objects); break;
        case CSL_STMT_BR: idle = s->label >= since->labels; break;
        case CSL_STMT_BLOCK: idle = is_idle(L, since, s->block.body); break;
        case CSL_STMT_IF:
            idle = is_idle(L, since, s->branch.body) && is_idle(L, since, s->branch.other);
            break;
        default: break;
        }
        if (!idle)
            return false;
    }
    return true;
}

bool csl_drop_idle(csl_lower_state *L, const csl_since *since) {
    csl_stmt *first = since->last ? since->last->next : since->seq->first;
    if (L->full || L->seq != since->seq || !is_idle(L, since, first))
        return false;
    L->seq->last = since->last;
    if (since->last)
        since->last->next = NULL;
    else
        L->seq->first = NULL;
    L->nstmts = since->nstmts;
    return true;
}
