/* What the host copies into __constant__ variables (launch.h): `h.rows = 51; ...;
 * cudaMemcpyToSymbol(d, &h, sizeof h);`. A load of a member that holds one integer becomes that
 * integer; the kernel says so, since a copy that this file does not show would make it another. */
#include "../hostvalues/host_stores.h"

#include <string.h>

#include "launch.h"
#include "../parse/parse.h"

typedef struct filling {
    const csl_unit *unit;
    csl_lowered *lowered;
    csl_kernel *kernel;
    CXCursor cursor; /* of the kernel */
    /* of the object that is looked at: */
    uint32_t object;
    CXCursor copy; /* the call */
    csl_host_point point;
    CXCursor from; /* the variable that is copied, as the copy names it */
    bool used;
} filling;

/* ---- the copy -------------------------------------------------------------------------------- */

/* The variable whose address the expression is. */
static CXCursor addressed(CXCursor e) {
    e = csl_host_bare(e);
    const struct csl_host_kids kids = csl_host_kids_of(e);
    if (clang_getCursorKind(e) != CXCursor_UnaryOperator || kids.n != 1 ||
        clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_AddrOf)
        return clang_getNullCursor();
    e = csl_host_bare(kids.v[0]);
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr ? e : clang_getNullCursor();
}

/* The call copies all of a variable of the type. */
static bool copies_whole(csl_host_point point, CXCursor call, CXType type, CXCursor *from) {
    const int n = clang_Cursor_getNumArguments(call);
    int64_t bytes, offset = 0;
    if (n < 3)
        return false;
    *from = addressed(clang_Cursor_getArgument(call, 1));
    const CXCursor behind = n > 3 ? clang_Cursor_getArgument(call, 3) : call;
    if (n > 3 && csl_host_is_written(behind) && !csl_host_integer(point, behind, &offset))
        return false;
    return !clang_Cursor_isNull(*from) && offset == 0 &&
           clang_equalTypes(csl_plain(clang_getCursorType(*from)), csl_plain(type)) &&
           csl_host_integer(point, clang_Cursor_getArgument(call, 2), &bytes) &&
           bytes == clang_Type_getSizeOf(csl_plain(type));
}

static bool is_at(const filling *f, const csl_object *o, CXCursor var) {
    const csl_place *place = csl_place_of(f->lowered->places, var, NULL);
    return o->place && !strcmp(o->name, csl_spelling(f->unit->ctx, var)) &&
           place->file == o->place->file && place->line == o->place->line &&
           place->col == o->place->col;
}

/* Finds the only copy to the object. */
static bool find_copy(filling *f, const csl_object *o) {
    const csl_host_stores *stores = csl_host_stores_of(f->unit);
    const csl_host_store *copy = NULL;
    for (uint32_t i = 0; i < stores->n; i++) {
        const csl_host_store *s = &stores->v[i];
        if (!csl_has_attribute(s->var, CXCursor_CUDAConstantAttr) || !is_at(f, o, s->var))
            continue;
        if (copy || clang_Cursor_isNull(s->value))
            return false;
        copy = s;
    }
    if (!copy || csl_is_copied_late(f->unit, copy->value, f->cursor))
        return false;
    csl_host_function *function = CSL_NEW(f->unit->ctx, csl_host_function);
    *function = (csl_host_function){.unit = f->unit, .cursor = copy->function};
    f->copy = copy->value;
    f->point = csl_host_point_of(function, copy->value);
    return copies_whole(f->point, copy->value, clang_getCursorType(copy->var), &f->from);
}

/* ---- loads ----------------------------------------------------------------------------------- */

static bool is_known(filling *f, const csl_stmt *s, int64_t *value) {
    const csl_access *acc = s->access;
    CXCursor path[CSL_ROOM_host_member_depth];
    unsigned n = 0;
    int64_t offset;
    return csl_reads_integer(f->kernel, acc, f->object, &offset) &&
           csl_find_member_path(f->unit->ctx, csl_plain(clang_getCursorType(f->from)), offset,
                                acc->type, path, &n) &&
           (n ? csl_host_stored_integer(f->point, clang_getCursorReferenced(f->from), path, n,
                                        value)
              : csl_host_integer(f->point, f->from, value));
}

static void fill(filling *f, csl_stmt *s) {
    int64_t value;
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_IF) {
            fill(f, s->branch.body);
            fill(f, s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            fill(f, s->block.body);
        } else if (s->kind == CSL_STMT_ACCESS && is_known(f, s, &value)) {
            const uint32_t var = s->access->result;
            const csl_type type = f->kernel->vars[var].type;
            s->kind = CSL_STMT_LET;
            s->let.var = var;
            s->let.value = csl_const(f->unit->ctx, type, csl_normalise(type, value));
            f->used = true;
        }
    }
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* "`d` holds what line 51 copies there" */
static void tell(filling *f, const csl_object *o) {
    csl_ctx *ctx = f->unit->ctx;
    const csl_place *place = csl_place_of(f->lowered->places, f->copy, NULL);
    const char *words =
        csl_format(ctx, "`%s` holds what line %u copies there", o->name, place->line);
    f->kernel->constants =
        f->kernel->constants ? csl_format(ctx, "%s, %s", f->kernel->constants, words) : words;
}

void csl_find_constants(const csl_unit *unit, csl_lowered *lowered) {
    for (uint32_t i = 0; i < lowered->module->nkernels; i++) {
        csl_kernel *k = &lowered->module->kernels[i];
        filling f = {.unit = unit, .lowered = lowered, .kernel = k, .cursor = lowered->of[i]};
        for (f.object = 0; f.object < k->nobjects && !k->skipped; f.object++)
            if (k->objects[f.object].kind == CSL_OBJ_CONSTANT &&
                find_copy(&f, &k->objects[f.object])) {
                f.used = false;
                fill(&f, k->body);
                if (f.used)
                    tell(&f, &k->objects[f.object]);
            }
    }
}
