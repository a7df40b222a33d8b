/* Kernels of which the preprocessor left nothing, because `#if __CUDA_ARCH__ >= 900` stands around
 * the body or around the functions that it calls, or a constant, a macro or a specialisation
 * depends on it. Nothing is said of them: they are not analysed, and it is told for which
 * architecture they would be: the file is lowered for others to see which one shows them. Of
 * kernels with more to show it is noted for which architecture. */
#include <string.h>

#include "../../limits/limits.h"
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

/* The file as it is for other architectures. */
typedef struct trials {
    const csl_unit *unit;
    csl_trial_parse parse;
    uint32_t n, archs[CSL_ROOM_arch_trials];
    const csl_module *modules[CSL_ROOM_arch_trials]; /* NULL: it is no program there */
} trials;

static const csl_module *trial(trials *t, uint32_t arch) {
    uint32_t i = 0;
    while (i < t->n && t->archs[i] != arch)
        i++;
    if (i == t->n && !csl_limit_reached(CSL_LIMIT_arch_trials, i)) {
        t->archs[i] = arch;
        t->modules[i] = t->parse(t->unit, arch);
        t->n++;
    }
    return i < t->n ? t->modules[i] : NULL;
}

static bool is_shown(const csl_module *m, const csl_kernel *wanted) {
    for (uint32_t i = 0; m && i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        if (strcmp(k->pattern, wanted->pattern) == 0 && !k->skipped && does_something(k, k->body))
            return true;
    }
    return false;
}

/* The architecture that shows the kernel; 0: none of those that its guards and files ask for. */
static uint32_t shown_by(trials *t, CXCursor of, const csl_kernel *k) {
    uint32_t archs[CSL_ROOM_arch_trials];
    const uint32_t n = csl_archs_to_try(t->unit, of, archs, CSL_LIMIT(arch_trials));
    for (uint32_t i = 0; i < n; i++)
        if (is_shown(trial(t, archs[i]), k))
            return archs[i];
    return 0;
}

static void mark(trials *t, csl_kernel *k, CXCursor of, bool tests) {
    csl_ctx *ctx = t->unit->ctx;
    const char *guard = csl_first_guard(t->unit, of);
    if (!guard && (!tests || csl_is_written_empty(t->unit, of)))
        return;
    const uint32_t needs = tests ? shown_by(t, of, k) : 0;
    if (!needs && !guard)
        return;
    const char *where = guard ? csl_format(ctx, " (`%s`)", guard) : "";
    const char *why =
        csl_format(ctx, "its body is empty for sm_%u%s", t->unit->options->arch / 10, where);
    if (needs)
        why = csl_format(ctx, "%s; --arch=sm_%u shows it", why, needs / 10);
    k->emptied = true;
    k->needs_arch = needs;
    k->skipped = csl_intern(ctx, why);
}

void csl_mark_emptied_kernels(const csl_unit *unit, csl_lowered *lowered, csl_trial_parse parse) {
    trials t = {.unit = unit, .parse = parse};
    const bool tests = csl_tests_arch(unit);
    for (uint32_t i = 0; i < lowered->module->nkernels; i++) {
        csl_kernel *k = &lowered->module->kernels[i];
        if (k->skipped || k->helper || clang_Cursor_isNull(lowered->of[i]))
            continue;
        if (!does_something(k, k->body))
            mark(&t, k, lowered->of[i], tests);
        else
            k->also_arch = csl_newest_arch_of_guards(unit, lowered->of[i]);
    }
}
