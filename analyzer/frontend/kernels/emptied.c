/* Kernels of which the preprocessor left nothing, because `#if __CUDA_ARCH__ >= 900` stands around
 * the body or around the functions that it calls, or a constant, a macro or a specialisation
 * depends on it. Nothing is said of them: they are not analysed, and it is told for which
 * architecture they would be: the file is lowered for others to see which one shows them. Of
 * kernels with more to show it is noted for which architecture. */
#include <stdlib.h>
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
    csl_trial_parse parse; /* NULL: nothing is tried */
    uint32_t n, archs[CSL_ROOM_arch_trials];
    const csl_module *modules[CSL_ROOM_arch_trials]; /* NULL: it is no program there */
} trials;

static const csl_module *trial(trials *t, uint32_t arch) {
    if (!t->parse)
        return NULL;
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
    if (!t->parse)
        return csl_arch_for_guards(t->unit, of);
    const uint32_t n = csl_archs_to_try(t->unit, of, NULL, archs, CSL_LIMIT(arch_trials));
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
        why =
            csl_format(ctx, t->parse ? "%s; --arch=sm_%u shows it" : "%s; --arch=sm_%u may show it",
                       why, needs / 10);
    k->emptied = true;
    k->needs_arch = needs;
    k->skipped = csl_intern(ctx, why);
}

/* ---- kernels with more to show ---------------------------------------------------------------- */

/* The newest architecture that guards in what the kernel reaches ask for, above that of the unit;
 * 0: none. Toolkits ask for it everywhere and mean the same. */
static uint32_t newest_reached(trials *t, csl_places *places, CXCursor of) {
    const CXCursor from[2] = {of, clang_getSpecializedCursorTemplate(of)};
    const csl_cursors all =
        csl_reached(t->unit->ctx, places, from, clang_Cursor_isNull(from[1]) ? 1 : 2, NULL);
    uint32_t newest = 0;
    for (unsigned i = 0; i < all.n && !csl_limit_reached(CSL_LIMIT_guarded_functions, i); i++) {
        if (csl_in_library(places, all.v[i]) || !csl_has_body(all.v[i]))
            continue;
        const uint32_t arch = csl_newest_arch_of_guards(t->unit, all.v[i]);
        newest = arch > newest ? arch : newest;
    }
    return newest;
}

static char *ir_text(const csl_module *m, const csl_kernel *k) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    csl_print_kernel(out, m, k);
    fclose(out);
    return text;
}

/* The kernel is another one for that architecture. */
static bool differs_for(trials *t, const csl_module *m, const csl_kernel *k, uint32_t arch) {
    const csl_module *other = trial(t, arch);
    bool differs = false;
    for (uint32_t i = 0; other && i < other->nkernels && !differs; i++) {
        const csl_kernel *o = &other->kernels[i];
        if (strcmp(o->pattern, k->pattern) != 0 || g_strcmp0(o->instance, k->instance) != 0)
            continue;
        char *text[2] = {ir_text(m, k), ir_text(other, o)};
        differs = g_strcmp0(text[0], text[1]) != 0;
        free(text[0]);
        free(text[1]);
    }
    return differs;
}

/* ---- kernels that another architecture has ---------------------------------------------------- */

/* The kernel on that line of the file as another architecture has it; NULL: none has. */
static const csl_kernel *there_for(trials *t, uint32_t line, const char *guard, uint32_t *arch) {
    uint32_t archs[CSL_ROOM_arch_trials];
    const uint32_t n =
        csl_archs_to_try(t->unit, clang_getNullCursor(), guard, archs, CSL_LIMIT(arch_trials));
    for (uint32_t i = 0; i < n; i++) {
        const csl_module *m = trial(t, archs[i]);
        const csl_kernel *k = m ? csl_kernel_on_line(m, t->unit->path, line) : NULL;
        *arch = archs[i];
        if (k && !k->helper)
            return k;
    }
    return NULL;
}

static csl_kernel *of_pattern(csl_module *m, const char *pattern) {
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (strcmp(m->kernels[i].pattern, pattern) == 0)
            return &m->kernels[i];
    return NULL;
}

/* Adds what another architecture has on that line, as not analysed. Where the module has a kernel
 * of the same name, that one learns of the architecture. */
static void add_absent(trials *t, csl_lowered *lowered, uint32_t line, const char *guard,
                       const char *why) {
    csl_ctx *ctx = t->unit->ctx;
    csl_module *m = lowered->module;
    uint32_t arch = 0;
    const csl_kernel *k = there_for(t, line, guard, &arch);
    csl_kernel *same = k ? of_pattern(m, k->pattern) : NULL;
    if (!k || same) {
        if (same && !same->also_arch)
            same->also_arch = arch;
        return;
    }
    const uint32_t name[4] = {k->place->line, k->place->col, k->place->end_line, k->place->end_col};
    const uint32_t all[4] = {k->region->line, k->region->col, k->region->end_line,
                             k->region->end_col};
    csl_kernel absent = {.name = k->name,
                         .pattern = k->pattern,
                         .place = csl_place_elsewhere(lowered->places, t->unit->path, name),
                         .region = csl_place_elsewhere(lowered->places, t->unit->path, all),
                         .launch_unknown = true,
                         .emptied = true,
                         .needs_arch = arch};
    absent.skipped =
        csl_intern(ctx, csl_format(ctx, "it is not there for sm_%u (%s); --arch=sm_%u shows it",
                                   t->unit->options->arch / 10, why, arch / 10));
    csl_add_kernel(ctx, lowered, &absent);
}

/* Kernels that are written and not found, behind a condition that may ask for the architecture. */
static void add_all_absent(trials *t, csl_lowered *lowered) {
    csl_parse_log log = {0};
    csl_count_written(t->unit, lowered->module, &log);
    for (uint32_t i = 0; i < log.nunseen; i++) {
        char *text;
        const uint32_t line = (uint32_t)strtoul(log.unseen[i], &text, 10);
        const char *why = text + strspn(text, "\t"); /* "behind `#else` of `#if X`" */
        const char *guard = strrchr(why, '#');
        const size_t n = guard ? strlen(guard) : 0;
        const char *condition = n ? csl_strndup(t->unit->ctx, guard, n - 1) : NULL;
        if (condition && csl_may_ask_arch(t->unit, condition))
            add_absent(t, lowered, line, condition, why);
    }
}

void csl_mark_emptied_kernels(const csl_unit *unit, csl_lowered *lowered, csl_trial_parse parse) {
    trials t = {.unit = unit, .parse = parse};
    const bool tests = csl_tests_arch(unit);
    for (uint32_t i = 0; i < lowered->module->nkernels; i++) {
        csl_kernel *k = &lowered->module->kernels[i];
        if (k->skipped || k->helper || clang_Cursor_isNull(lowered->of[i]))
            continue;
        if (!does_something(k, k->body)) {
            mark(&t, k, lowered->of[i], tests);
            continue;
        }
        k->also_arch = csl_newest_arch_of_guards(unit, lowered->of[i]);
        const uint32_t reached = tests && t.parse && !k->also_arch
                                     ? newest_reached(&t, lowered->places, lowered->of[i])
                                     : 0;
        if (reached && differs_for(&t, lowered->module, k, reached))
            k->also_arch = reached;
    }
    if (tests)
        add_all_absent(&t, lowered);
}
