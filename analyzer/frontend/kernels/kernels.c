/* Lowers the kernels of a file, one after the other. */
#include "kernels.h"

#include "../lower/intrinsics/intrinsics.h"
#include "../lower/ptx/ptx.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

/* ---- parameters ------------------------------------------------------------------------------ */

static void pointer_parameter(csl_lower_state *L, uint32_t index, CXCursor decl, CXType type) {
    CXType pointee = clang_getCanonicalType(csl_element_type(type));
    const char *name = csl_spelling(L->ctx, decl);
    csl_object_kind kind = csl_is_lent(L, name, type) ? CSL_OBJ_SHARED : CSL_OBJ_GLOBAL;
    uint32_t object = csl_new_object(L, kind, decl, clang_getCursorType(decl), name);
    csl_object *o = &L->objects[object];
    o->param = index;
    o->ndims = 0;
    o->bytes = 0;
    o->elem = csl_scalar_type(pointee);
    o->elem_bytes = (uint32_t)csl_sizeof(pointee);
    o->is_const = clang_isConstQualifiedType(pointee);
    o->is_restrict = clang_isRestrictQualifiedType(type);
    L->kernel->params[index].object = object;
    csl_lval lval = csl_lval_none(type);
    lval.kind = CSL_LV_VALUE;
    lval.value = csl_object_address(L, object);
    lval.decl = decl;
    csl_bind(L, L->act, decl, lval);
}

static void struct_parameter(csl_lower_state *L, uint32_t index, CXCursor decl, CXType type) {
    const char *name = csl_spelling(L->ctx, decl);
    uint32_t object = csl_new_object(L, CSL_OBJ_ARGUMENT, decl, type, name);
    L->objects[object].param = index;
    L->kernel->params[index].object = object;
    csl_bind(L, L->act, decl, csl_lval_memory(csl_object_address(L, object), type));
}

/* T &x: of a function that no kernel reaches it is one of the caller's own variables as a rule, and
 * its value is not known; a kernel's is an object somewhere. */
static void reference_parameter(csl_lower_state *L, uint32_t index, CXCursor decl, CXType type) {
    CXType referred = csl_plain(type);
    const char *name = csl_spelling(L->ctx, decl);
    csl_object_kind kind = csl_is_lent(L, name, type) ? CSL_OBJ_SHARED
                           : L->kernel->helper        ? CSL_OBJ_LOCAL
                                                      : CSL_OBJ_GLOBAL;
    uint32_t object = csl_new_object(L, kind, decl, referred, name);
    if (csl_is_dependent(referred))
        L->objects[object].bytes = 0;
    L->kernel->params[index].type = kind == CSL_OBJ_LOCAL ? CSL_I64 : CSL_PTR; /* an address */
    if (kind != CSL_OBJ_LOCAL) {
        L->objects[object].param = index;
        L->kernel->params[index].object = object;
    }
    csl_bind(L, L->act, decl, csl_lval_memory(csl_object_address(L, object), referred));
}

/* A parameter that the kernel assigns, or whose address it takes, gets a copy of its own. */
static void own_copy(csl_lower_state *L, CXCursor decl, CXType type) {
    bool memory = csl_cursor_set_has(&L->in_memory, decl);
    if (!memory && !csl_cursor_set_has(&L->assigned, decl))
        return;
    csl_lval argument = *csl_lookup(L->act, decl);
    csl_lval local = csl_new_parameter(L, decl, type, csl_spelling(L->ctx, decl));
    if (csl_is_array(type))
        csl_emit_let(L, local.var, argument.value, decl, NULL);
    else
        csl_copy(L, local, argument, decl);
    csl_bind(L, L->act, decl, local);
}

static void parameters(csl_lower_state *L, CXCursor function) {
    csl_cursors kids = csl_children(L->scratch, function);
    csl_kernel *k = L->kernel;
    k->params = csl_alloc(L->ctx, (kids.n + 1) * sizeof *k->params);
    k->nparams = 0;
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_ParmDecl &&
            clang_getCursorKind(kids.v[i]) != CXCursor_NonTypeTemplateParameter)
            continue;
        CXCursor decl = kids.v[i];
        CXType type = clang_getCanonicalType(clang_getCursorType(decl));
        CXType referred = csl_is_reference(type) ? clang_getPointeeType(type) : type;
        if (k->helper && clang_isConstQualifiedType(referred) &&
            csl_scalar_type(referred) != CSL_VOID)
            type = csl_plain(referred); /* as good as by value */
        csl_type scalar = csl_scalar_type(type);
        uint32_t index = k->nparams++;
        k->params[index].name = csl_spelling(L->ctx, decl);
        k->params[index].type = scalar;
        k->params[index].object = UINT32_MAX;
        k->params[index].chosen = clang_getCursorKind(decl) == CXCursor_NonTypeTemplateParameter;
        CXCursor cls = clang_getTypeDeclaration(type);
        if (csl_is_dependent(type) && clang_getCursorKind(decl) == CXCursor_ParmDecl &&
            clang_getCursorKind(cls) == CXCursor_ClassTemplate) {
            k->params[index].type = CSL_VOID;
            struct_parameter(L, index, decl, type);
            csl_object *o = &L->objects[k->params[index].object];
            o->elem = CSL_VOID;
            o->elem_bytes = 0;
            o->bytes = 0;
        } else if (csl_is_array(type) || type.kind == CXType_Pointer) {
            k->params[index].type = CSL_PTR;
            pointer_parameter(L, index, decl, type);
        } else if (csl_is_reference(type)) {
            reference_parameter(L, index, decl, type);
            continue;
        } else if (scalar == CSL_VOID || scalar == CSL_PTR) {
            k->params[index].type = CSL_VOID;
            struct_parameter(L, index, decl, csl_plain(type));
        } else {
            /* What a block passes to a function is one value as a rule, but nothing says so. */
            bool passed = k->helper && clang_getCursorKind(decl) == CXCursor_ParmDecl;
            csl_expr *value = passed ? csl_emit_havoc(L, scalar, CSL_SCOPE_BLOCK, decl,
                                                      "argument of a function that no kernel calls")
                                     : csl_leaf(L->ctx, CSL_OP_PARAM, scalar, index);
            csl_bind(L, L->act, decl, csl_lval_value(value, type, decl));
        }
        own_copy(L, decl, type);
    }
}

/* ---- one kernel ------------------------------------------------------------------------------ */

static const char *qualified_name(csl_ctx *ctx, CXCursor f) {
    const char *name = csl_spelling(ctx, f);
    for (CXCursor p = clang_getCursorSemanticParent(f); !clang_Cursor_isNull(p);
         p = clang_getCursorSemanticParent(p)) {
        enum CXCursorKind k = clang_getCursorKind(p);
        if (k != CXCursor_Namespace && k != CXCursor_StructDecl && k != CXCursor_ClassDecl &&
            k != CXCursor_ClassTemplate)
            break;
        const char *outer = csl_spelling(ctx, p);
        if (outer[0] && outer[0] != '(')
            name = csl_format(ctx, "%s::%s", outer, name);
    }
    return csl_intern(ctx, name);
}

/* What was known while the body was lowered is gone; the kernel keeps what it needs. */
static void keep_kernel(csl_lower_state *L, csl_stmt *body) {
    csl_kernel *k = L->kernel;
    k->body = body;
    k->nvars = L->nvars;
    k->vars = csl_alloc(L->ctx, (L->nvars + 1) * sizeof *k->vars);
    k->nobjects = L->nobjects;
    k->objects = csl_alloc(L->ctx, (L->nobjects + 1) * sizeof *k->objects);
    if (L->nvars)
        memcpy(k->vars, L->vars, L->nvars * sizeof *k->vars);
    if (L->nobjects)
        memcpy(k->objects, L->objects, L->nobjects * sizeof *k->objects);
    k->skipped = L->skipped;
    csl_ctx_free(L->scratch);
    L->scratch = NULL;
}

static void attempt(csl_lower_state *L, const csl_lower_target *target) {
    csl_kernel *k = L->kernel;
    L->scratch = csl_ctx_new();
    L->operands = L->accounted = (csl_cursor_map){0};
    k->nlabels = 0;
    memset(k->made_for, 0, sizeof k->made_for);
    k->made_for_several = false;
    csl_read_cluster(target->function, k->cluster);
    if (target->cluster)
        memcpy(k->cluster, target->cluster, sizeof k->cluster);
    k->maps_blocks = false;
    L->nvars = L->cap_vars = L->nobjects = L->cap_objects = 0;
    L->vars = NULL;
    L->info = NULL;
    L->objects = NULL;
    L->object_decl = NULL;
    L->dynamic_object = -1;
    L->dynamic_name = NULL;
    L->closures = (csl_cursor_map){0};
    L->nrecovered = 0;
    L->assignments = L->nstmts = L->depth = L->inline_depth = 0;
    L->skipped = NULL;
    L->full = false;
    L->unresolved = false;
    L->taken = NULL;
    L->retry = false;

    csl_activation *act = CSL_NEW(L->scratch, csl_activation);
    csl_seq body = {0};
    act->function = target->function;
    act->user_call = clang_getNullCursor();
    act->result = csl_lval_none(clang_getCursorResultType(target->function));
    csl_find_errors(L, act);
    L->act = act;
    L->seq = &body;
    parameters(L, target->function);
    L->seq = &body;
    csl_lower_body(L, target->function, act);
    csl_lower_meeting_arms(L, body.first);
    if (k->helper)
        csl_lower_again(L, &body);
    else
        csl_lower_last_calls(body.first);
    keep_kernel(L, body.first);
}

static bool is_pattern(CXCursor f) {
    for (; !clang_Cursor_isNull(f) && !clang_isInvalid(clang_getCursorKind(f));
         f = clang_getCursorSemanticParent(f)) {
        enum CXCursorKind kind = clang_getCursorKind(f);
        if (kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate)
            return true;
    }
    return false;
}

void csl_lower_kernel(csl_lower_state *L, const csl_lower_target *target, csl_kernel *k) {
    L->kernel = k;
    k->name = qualified_name(L->ctx, target->pattern);
    k->instance = target->instance;
    k->pattern = csl_usr(L->ctx, target->pattern);
    k->key = csl_kernel_key(L->ctx, target->function);
    k->region = csl_place_of(L->places, target->pattern, NULL);
    k->place = csl_name_place(L->places, target->pattern);
    k->launch_unknown = true;
    k->helper = target->helper;
    k->left_out = target->left_out;
    L->open_types = !k->instance && is_pattern(target->function);
    k->made_up = !k->helper && !k->left_out && L->open_types;
    if (k->left_out) {
        k->skipped = csl_intern(
            L->ctx, csl_format(L->ctx, "%u more instances than are analysed", k->left_out));
        return;
    }
    if (target->beyond) {
        k->skipped = "no kernel calls it";
        return;
    }
    k->recovered = csl_recovered_names(L, target);
    L->in_memory = L->assigned = (csl_cursor_set){0};
    L->many_dynamic = false;
    for (unsigned i = 0; !csl_limit_reached(CSL_LIMIT_lowerings, i); i++) {
        attempt(L, target);
        if (!L->retry || L->full) {
            if (!k->skipped) {
                csl_promote_locals(L->ctx, k);
                csl_lower_wait_loops(L->ctx, k);
                csl_lower_null_stores(L->ctx, k);
                if (!k->helper) {
                    csl_lower_own_slots(L->ctx, k);
                    csl_name_members(L->ctx, target->function, k);
                }
            }
            if (!k->recovered)
                k->recovered = L->unit->options->assumed;
            if (!k->recovered && target->instance)
                k->recovered = L->unit->options->dispatched;
            if (!k->recovered && L->taken)
                k->recovered = csl_intern(
                    L->ctx,
                    csl_format(L->ctx, "`%s`, which is not followed, only computes", L->taken));
            return;
        }
    }
    k->skipped = "addresses of its variables are taken in too many ways";
}

/* ---- functions that no kernel calls ---------------------------------------------------------- */

bool csl_has_statement(const csl_stmt *s, csl_stmt_kind kind) {
    for (; s; s = s->next) {
        bool inner = false;
        if (s->kind == kind)
            return true;
        if (s->kind == CSL_STMT_IF)
            inner =
                csl_has_statement(s->branch.body, kind) || csl_has_statement(s->branch.other, kind);
        else if (s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LOOP)
            inner = csl_has_statement(s->block.body, kind);
        if (inner)
            return true;
    }
    return false;
}

static bool uses_shared(const csl_kernel *k) {
    for (uint32_t i = 0; i < k->nobjects; i++)
        if (k->objects[i].kind == CSL_OBJ_SHARED || k->objects[i].kind == CSL_OBJ_DYNAMIC)
            return true;
    return false;
}

bool csl_works_together(const csl_kernel *k) {
    return csl_has_statement(k->body, CSL_STMT_SYNC) ||
           (uses_shared(k) && csl_has_statement(k->body, CSL_STMT_ACCESS));
}

void csl_note_unresolved(csl_lower_state *L, const csl_lower_target *target, csl_lowered *out) {
    const csl_kernel *k = L->kernel;
    if (target->instance || k->left_out || !is_pattern(target->function) ||
        (!csl_works_together(k) && !csl_has_statement(k->body, CSL_STMT_CALL)) ||
        (!L->unresolved && !csl_has_counting_type(L->ctx, target->function)))
        return;
    CSL_GROW(L->ctx, out->unresolved, out->nunresolved, out->cap_unresolved);
    out->unresolved[out->nunresolved++] = target->function;
}

static enum CXChildVisitResult find_shared(CXCursor c, CXCursor parent, CXClientData found) {
    (void)parent;
    *(bool *)found |= csl_has_attribute(c, CXCursor_CUDASharedAttr);
    return *(bool *)found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* A template that keeps something in shared memory for a call of what it takes: the pattern of it
 * does not tell that the call is a collective's. */
static bool lends_shared(CXCursor function) {
    bool found = false;
    clang_visitChildren(function, find_shared, &found);
    return found;
}

/* A device function that no kernel of the file reaches is worth a line if it synchronises or
 * touches shared memory. It is lowered as if a whole block called it. */
static void unreached_helpers(csl_lower_state *L, const csl_lower_targets *targets,
                              csl_lowered *out) {
    csl_module *m = out->module;
    uint64_t statements = 0;
    for (unsigned i = 0; i < targets->nhelpers; i++) {
        csl_lower_target target = {
            .function = targets->helpers[i], .pattern = targets->helpers[i], .helper = true};
        if (csl_cursor_set_has(&L->inlined, target.function))
            continue;
        target.beyond = csl_limit_exceeded(CSL_LIMIT_helper_statements, statements);
        unsigned known = L->inlined.n;
        csl_kernel *k = &m->kernels[m->nkernels];
        csl_lower_kernel(L, &target, k);
        csl_cursor_set_cut(&L->inlined,
                           known); /* what it calls is not reached from a kernel either */
        statements += L->nstmts;
        if (!target.beyond && !L->full && !csl_works_together(k)) {
            if (lends_shared(target.function))
                csl_note_unresolved(L, &target, out);
            memset(k, 0, sizeof *k);
            continue;
        }
        csl_note_unresolved(L, &target, out);
        if (k->skipped)
            k->skipped = "no kernel calls it";
        out->of[m->nkernels++] = target.function;
    }
}

void csl_note_reached(const csl_unit *unit, const csl_lowered *lowered, csl_parse_log *log) {
    CXFile main_file = clang_getFile(unit->tu, unit->path);
    log->reached = csl_alloc(unit->ctx, (lowered->nreached + 1) * sizeof *log->reached);
    for (unsigned i = 0; i < lowered->nreached; i++) {
        CXCursor f = lowered->reached[i];
        if (csl_stands_in_file(main_file, f) || csl_in_library(lowered->places, f) ||
            csl_is_of_system(f))
            continue;
        CXFile file;
        unsigned line, column;
        clang_getFileLocation(clang_getCursorLocation(f), &file, &line, &column, NULL);
        CXString name = clang_getFileName(file);
        log->reached[log->nreached++] =
            csl_format(unit->ctx, "%u:%u\t%s", line, column, clang_getCString(name));
        clang_disposeString(name);
    }
}

csl_lower_state *csl_lower_state_new(const csl_unit *unit, csl_places *places, csl_module *m) {
    csl_lower_state *L = CSL_NEW(unit->ctx, csl_lower_state);
    L->unit = unit;
    L->extensions = (csl_extensions){csl_lower_intrinsic, csl_lower_block_barrier, csl_lower_asm};
    L->ctx = unit->ctx;
    L->places = places;
    L->module = m;
    return L;
}

void csl_add_kernel(csl_ctx *ctx, csl_lowered *to, const csl_kernel *kernel) {
    csl_module *m = to->module;
    csl_kernel *all = csl_alloc(ctx, (m->nkernels + 1) * sizeof *all);
    CXCursor *of = csl_alloc(ctx, (m->nkernels + 1) * sizeof *of);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        all[i] = m->kernels[i];
        of[i] = to->of[i];
    }
    all[m->nkernels] = *kernel;
    of[m->nkernels] = clang_getNullCursor();
    m->kernels = all;
    to->of = of;
    m->nkernels++;
}

/* The next target of the template, if there is one, counts the i-th in; else this one stands for
 * itself and those counted so far. True: there is one. */
static bool leave_out(csl_lower_targets *targets, unsigned i) {
    csl_lower_target *t = &targets->v[i], *next = i + 1 < targets->n ? t + 1 : NULL;
    const unsigned left_out = t->more + 1;
    if (next && clang_equalCursors(next->instance ? next->pattern : next->function, t->pattern)) {
        if (next->left_out)
            next->left_out += left_out;
        else
            next->more = left_out;
        return true;
    }
    t->function = t->pattern;
    t->instance = NULL;
    t->left_out = left_out;
    return false;
}

csl_lowered csl_lower_unit(const csl_unit *unit) {
    csl_ctx *ctx = unit->ctx;
    csl_lowered out = {.module = CSL_NEW(ctx, csl_module)};
    csl_module *m = out.module;
    m->ctx = ctx;
    m->arch = unit->options->arch;
    out.places = csl_places_new(unit, m);
    csl_lower_targets targets = csl_find_targets(unit, out.places);
    csl_lower_state *L = csl_lower_state_new(unit, out.places, m);
    m->kernels = csl_alloc(ctx, (targets.n + targets.nhelpers + 1) * sizeof *m->kernels);
    out.of = csl_alloc(ctx, (targets.n + targets.nhelpers + 1) * sizeof *out.of);
    csl_spent spent = {0};
    for (unsigned i = 0; i < targets.n; i++) {
        csl_lower_target *t = &targets.v[i];
        if (csl_spent_all(ctx, t, &spent) && leave_out(&targets, i))
            continue;
        csl_lower_kernel(L, t, &m->kernels[m->nkernels]);
        spent.file += t->left_out ? 0 : L->nstmts;
        spent.template += L->nstmts;
        spent.instances++;
        csl_note_unresolved(L, t, &out);
        out.of[m->nkernels++] = t->function;
    }
    out.reached = L->reached.v;
    out.nreached = L->reached.n;
    unreached_helpers(L, &targets, &out);
    csl_list_hidden_kernels(L, &out);
    return out;
}
