/* Kernels of which the preprocessor left nothing, because `#if __CUDA_ARCH__ >= 900` stands around
 * the body or around the functions that it calls. Nothing is said of them: they are not analysed,
 * and it is told for which architecture they would be. */
#include "../parse/parse.h"
#include "kernels.h"

/* What the address points into is only the thread's own, or nothing that is written. */
static bool is_private(const csl_kernel *k, const csl_expr *address) {
    while (address->op == CSL_OP_ADD || address->op == CSL_OP_SUB || address->op == CSL_OP_CAST)
        address = address->kids[0];
    if (address->op != CSL_OP_BASE)
        return false;
    const csl_object_kind kind = k->objects[address->index].kind;
    return kind == CSL_OBJ_LOCAL || kind == CSL_OBJ_ARGUMENT || kind == CSL_OBJ_CONSTANT;
}

/* Some statement is there for other threads to notice. */
static bool does_something(const csl_kernel *k, const csl_stmt *s) {
    for (; s; s = s->next)
        switch (s->kind) {
        case CSL_STMT_ACCESS:
            if (!is_private(k, s->access->address))
                return true;
            break;
        case CSL_STMT_IF:
            if (does_something(k, s->branch.body) || does_something(k, s->branch.other))
                return true;
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK:
            if (does_something(k, s->block.body))
                return true;
            break;
        case CSL_STMT_SYNC:
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE:
        case CSL_STMT_FENCE:
        case CSL_STMT_ASYNC: return true;
        default: break;
        }
    return false;
}

static enum CXChildVisitResult find_call(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

void csl_mark_emptied_kernels(const csl_unit *unit, csl_lowered *lowered) {
    const uint32_t now = unit->options->arch;
    for (uint32_t i = 0; i < lowered->module->nkernels; i++) {
        csl_kernel *k = &lowered->module->kernels[i];
        bool calls = false;
        if (k->skipped || k->helper || clang_Cursor_isNull(lowered->of[i]) ||
            does_something(k, k->body))
            continue;
        uint32_t needs = csl_arch_of_guards(unit, lowered->of[i]);
        if (!needs)
            clang_visitChildren(lowered->of[i], find_call, &calls);
        if (calls)
            needs = csl_arch_of_file_guards(unit);
        if (!needs)
            continue;
        k->needs_arch = needs;
        k->skipped = csl_intern(
            unit->ctx, csl_format(unit->ctx, "its body is empty for sm_%u; sm_%u would show it",
                                  now / 10, needs / 10));
    }
}
