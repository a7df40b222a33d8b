/* The verifier: what every pass may take for granted about a kernel. */
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct verifier {
    csl_ctx *ctx;
    const csl_module *m;
    const csl_kernel *k;
    const char *error;
    const csl_stmt *stmt; /* the statement being looked at, or NULL */
    csl_ptr_map seen;     /* expressions and statements that were looked at */
    bool *in_scope;       /* by label: an enclosing block has it */
} verifier;

__attribute__((format(printf, 3, 4))) static void require(verifier *v, bool ok, const char *fmt,
                                                          ...) {
    if (ok || v->error)
        return;
    char what[256], where[64] = "";
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    const csl_place *place = v->stmt ? v->stmt->place : NULL;
    if (v->stmt && place)
        snprintf(where, sizeof where, "%s at %u:%u: ", csl_stmt_names.names[v->stmt->kind],
                 place->line, place->col);
    else if (v->stmt)
        snprintf(where, sizeof where, "%s: ", csl_stmt_names.names[v->stmt->kind]);
    v->error = csl_format(v->ctx, "kernel %s: %s%s", v->k->name ? v->k->name : "?", where, what);
}

/* True the first time. */
static bool first_visit(verifier *v, const void *what) {
    if (csl_ptr_map_get(&v->seen, what))
        return false;
    csl_ptr_map_set(&v->seen, what, v);
    return true;
}

/* ---- places -------------------------------------------------------------------------------- */

static void verify_place(verifier *v, const csl_place *p) {
    for (; p && !v->error && first_visit(v, p); p = p->macro) {
        require(v, p->file < v->m->nfiles, "place in file %u of %u", p->file, v->m->nfiles);
        require(v, p->line > 0 && p->col > 0, "place %u:%u; lines and columns count from 1",
                p->line, p->col);
        require(v, p->end_line > p->line || (p->end_line == p->line && p->end_col >= p->col),
                "place %u:%u ends before it begins", p->line, p->col);
        for (const csl_frame *f = p->chain; f && first_visit(v, f); f = f->parent) {
            require(v, f->function && f->site, "call chain with a call that has no name or place");
            verify_place(v, f->site);
        }
    }
}

/* ---- expressions --------------------------------------------------------------------------- */

static void verify_leaf(verifier *v, const csl_expr *e) {
    const csl_kernel *k = v->k;
    switch ((csl_op)e->op) {
    case CSL_OP_VAR:
        require(v, e->index < k->nvars, "variable %u of %u", e->index, k->nvars);
        if (!v->error)
            require(v, k->vars[e->index].type == e->type, "variable %u is %s, not %s", e->index,
                    csl_type_name(k->vars[e->index].type), csl_type_name(e->type));
        break;
    case CSL_OP_PARAM:
        require(v, e->index < k->nparams, "parameter %u of %u", e->index, k->nparams);
        if (!v->error)
            require(v, k->params[e->index].type == e->type, "parameter %u is %s, not %s", e->index,
                    csl_type_name(k->params[e->index].type), csl_type_name(e->type));
        break;
    case CSL_OP_BASE:
        require(v, e->index < k->nobjects, "object %u of %u", e->index, k->nobjects);
        break;
    case CSL_OP_SYM: require(v, false, "symbol %u in a kernel", e->index); break;
    default: break;
    }
}

static void verify_nodes(verifier *v, const csl_expr *e) {
    if (v->error || !first_visit(v, e))
        return;
    const char *wrong =
        csl_check_node(e->op, e->type, (csl_payload){.value = e->value}, e->nkids, e->kids);
    require(v, !wrong, "%s: %s", csl_op_name(e->op), wrong ? wrong : "");
    if (e->nkids == 0)
        verify_leaf(v, e);
    for (unsigned i = 0; i < e->nkids; i++)
        verify_nodes(v, e->kids[i]);
}

/* An expression of the given type. */
static void verify_expr(verifier *v, const csl_expr *e, csl_type type, const char *role) {
    require(v, e != NULL, "no %s", role);
    if (v->error)
        return;
    require(v, e->type == type, "%s is %s, not %s", role, csl_type_name(e->type),
            csl_type_name(type));
    verify_nodes(v, e);
}

/* An integer, or nothing. */
static void verify_integer(verifier *v, const csl_expr *e, const char *role) {
    if (!e || v->error)
        return;
    require(v, csl_type_integer(e->type), "%s is %s, not an integer", role, csl_type_name(e->type));
    verify_nodes(v, e);
}

static void verify_var(verifier *v, uint32_t var) {
    require(v, var < v->k->nvars, "variable %u of %u", var, v->k->nvars);
}

/* ---- leaves -------------------------------------------------------------------------------- */

static void verify_atomic(verifier *v, const csl_access *a) {
    csl_mode mode = a->atomic == CSL_ATOMIC_LOAD    ? CSL_MODE_READ
                    : a->atomic == CSL_ATOMIC_STORE ? CSL_MODE_WRITE
                                                    : CSL_MODE_RMW;
    if (a->atomic == CSL_ATOMIC_NONE) {
        require(v, a->mode != CSL_MODE_RMW, "read-modify-write that is not atomic");
        return;
    }
    require(v, a->mode == mode, "atomic %s that is a %s", csl_atomic_names.names[a->atomic],
            csl_mode_names.names[a->mode]);
    require(v, a->atomic_scope >= CSL_SCOPE_WARP, "atomic of scope thread");
}

static void verify_access(verifier *v, const csl_access *a) {
    require(v, a != NULL, "no data");
    if (v->error)
        return;
    verify_expr(v, a->address, CSL_PTR, "address");
    if (a->bounds)
        verify_expr(v, a->bounds, CSL_BOOL, "bounds");
    require(v, a->bytes > 0, "access of no bytes");
    require(v, a->type == CSL_VOID || a->bytes == csl_type_bytes(a->type), "%u bytes of type %s",
            a->bytes, csl_type_name(a->type));
    const csl_type whole = a->type == CSL_VOID ? CSL_U64 : a->type;
    require(v, !a->value || a->mode != CSL_MODE_READ, "read that stores a value");
    if (a->value)
        verify_expr(v, a->value, whole, "value");
    require(v, !a->compare || a->atomic == CSL_ATOMIC_CAS, "compare without cas");
    if (a->compare)
        verify_expr(v, a->compare, a->type, "compare");
    if (a->result != CSL_NO_VAR) {
        verify_var(v, a->result);
        require(v, a->mode != CSL_MODE_WRITE, "write with a result");
        if (!v->error)
            require(v, v->k->vars[a->result].type == whole, "result of type %s in variable %u",
                    csl_type_name(a->type), a->result);
    }
    if (a->signals)
        verify_expr(v, a->signals, CSL_PTR, "barrier object");
    require(v, !a->signals || a->is_async, "a barrier object for no copy");
    require(v, !a->launched || (a->is_async && !a->is_bulk && !a->signals && !a->is_state),
            "a launched kernel that copies for its own");
    require(v, !a->launched || a->result == CSL_NO_VAR, "a result of a launched kernel");
    verify_integer(v, a->size, "size of a copy");
    require(v, !a->size || (a->is_box && a->is_bulk), "a size of what is no copy in bulk");
    require(v, !a->within || a->is_box, "an object around what is no tile");
    require(v, !a->operand || (a->is_box && a->is_tensor), "a descriptor of what is no operand");
    if (a->operand)
        verify_expr(v, a->operand->descriptor, CSL_U64, "descriptor");
    require(v, !a->is_tensor || a->is_bulk, "the tensor core reads through another proxy");
    require(v, !(a->is_lanes || a->is_tracked) || a->is_async, "an end of what ends at once");
    require(v, !a->shape || a->is_tracked, "the shape of no product");
    require(v, !a->is_map || a->mode == CSL_MODE_READ, "a proxy through which nothing is written");
    verify_atomic(v, a);
}

static void verify_sync(verifier *v, const csl_sync *s) {
    require(v, s != NULL, "no data");
    if (v->error)
        return;
    require(v, s->scope >= CSL_SCOPE_WARP, "synchronisation of scope %s", csl_scope_name(s->scope));
    require(v, s->scope != CSL_SCOPE_WARP || s->mask || s->tile, "warp scope without mask or tile");
    require(v, s->tile <= 32 || s->tile == 128 || s->id, "tile of %u lanes", s->tile);
    require(v, !s->aligned || s->id, "aligned without a barrier number");
    verify_integer(v, s->mask, "mask");
    verify_integer(v, s->id, "barrier number");
    verify_integer(v, s->count, "thread count");
    verify_integer(v, s->lane, "lane");
    require(v, !s->apart || s->swaps, "apart without a swap");
    verify_integer(v, s->apart, "lanes apart");
    require(v, !s->drops || s->object, "drops without a barrier object");
    require(v, !s->parity || (s->object && s->kind == CSL_SYNC_WAIT), "parity without a wait");
    require(v, !s->bytes || (s->object && s->kind == CSL_SYNC_ARRIVE), "bytes without an arrival");
    verify_integer(v, s->parity, "parity");
    verify_integer(v, s->bytes, "bytes");
    if (s->object)
        verify_expr(v, s->object, CSL_PTR, "barrier object");
    if (s->value)
        verify_nodes(v, s->value);
    if (s->kind == CSL_SYNC_SHUFFLE)
        require(v, s->value && s->width <= 32, "shuffle without a value or with width %u",
                s->width);
    if (s->result != CSL_NO_VAR)
        verify_var(v, s->result);
}

static void verify_call(verifier *v, const csl_stmt *s) {
    require(v, s->call.what != NULL, "no name or reason");
    for (uint32_t i = 0; i < s->call.nargs; i++) {
        require(v, s->call.args[i] != NULL, "no argument %u", i);
        if (!v->error)
            verify_nodes(v, s->call.args[i]);
    }
    if (s->call.result != CSL_NO_VAR)
        verify_var(v, s->call.result);
}

/* ---- statements ---------------------------------------------------------------------------- */

static void verify_sequence(verifier *v, const csl_stmt *s);

static void verify_label(verifier *v, uint32_t label) {
    require(v, label < v->k->nlabels, "label %u of %u", label, v->k->nlabels);
}

static void verify_block(verifier *v, const csl_stmt *s) {
    uint32_t label = s->block.label;
    verify_label(v, label);
    if (v->error)
        return;
    require(v, !v->in_scope[label], "label %u inside a block with the same label", label);
    v->in_scope[label] = true;
    verify_sequence(v, s->block.body);
    v->in_scope[label] = false;
}

static void verify_stmt(verifier *v, const csl_stmt *s) {
    bool structure =
        s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LET;
    require(v, (unsigned)s->kind < CSL_STMT_COUNT, "unknown kind of statement");
    require(v, s->place || structure, "statement without a place");
    verify_place(v, s->place);
    if (v->error)
        return;
    switch (s->kind) {
    case CSL_STMT_IF:
        verify_expr(v, s->branch.cond, CSL_BOOL, "condition");
        verify_sequence(v, s->branch.body);
        verify_sequence(v, s->branch.other);
        break;
    case CSL_STMT_LOOP: verify_sequence(v, s->block.body); break;
    case CSL_STMT_BLOCK: verify_block(v, s); break;
    case CSL_STMT_BR:
        verify_label(v, s->label);
        if (!v->error)
            require(v, v->in_scope[s->label], "no block with label %u around it", s->label);
        break;
    case CSL_STMT_LET:
        verify_var(v, s->let.var);
        if (!v->error)
            verify_expr(v, s->let.value, v->k->vars[s->let.var].type, "value");
        break;
    case CSL_STMT_ACCESS: verify_access(v, s->access); break;
    case CSL_STMT_SYNC: verify_sync(v, s->sync); break;
    case CSL_STMT_ASYNC:
        require(v, s->async.wait || !s->async.reads || s->async.lanes,
                "commit that waits for reads");
        require(v, s->async.wait || !s->async.pending, "commit with a number of pending groups");
        verify_integer(v, s->async.pending, "number of pending groups");
        break;
    case CSL_STMT_ASSUME: verify_expr(v, s->cond, CSL_BOOL, "condition"); break;
    case CSL_STMT_HAVOC:
        verify_var(v, s->havoc.var);
        verify_integer(v, s->havoc.of, "what it is of");
        require(v, !s->havoc.sums || s->havoc.of, "a sum of nothing");
        break;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: verify_call(v, s); break;
    case CSL_STMT_FENCE:
    case CSL_STMT_EXIT:
    case CSL_STMT_COUNT: break;
    }
}

static void verify_sequence(verifier *v, const csl_stmt *s) {
    const csl_stmt *around = v->stmt;
    for (; s && !v->error; s = s->next) {
        v->stmt = s;
        require(v, first_visit(v, s), "statement that stands in two places");
        if (!v->error)
            verify_stmt(v, s);
        /* Nothing but BR and EXIT leaves a loop, so control never comes past one. */
        require(v, s->kind != CSL_STMT_LOOP || !s->next, "statement after a loop");
    }
    v->stmt = around;
}

/* ---- tables -------------------------------------------------------------------------------- */

static void verify_params(verifier *v) {
    const csl_kernel *k = v->k;
    for (uint32_t i = 0; i < k->nparams && !v->error; i++) {
        const csl_param *p = &k->params[i];
        bool has_object = p->type == CSL_PTR || p->type == CSL_VOID;
        require(v, p->name != NULL, "parameter %u without a name", i);
        require(v, has_object == (p->object != UINT32_MAX), "parameter %u: %s an object", i,
                has_object ? "needs" : "cannot have");
        if (has_object && !v->error) {
            require(v, p->object < k->nobjects, "parameter %u: object %u of %u", i, p->object,
                    k->nobjects);
            if (!v->error)
                require(v, k->objects[p->object].param == i,
                        "parameter %u: its object belongs to another", i);
        }
    }
}

static void verify_tables(verifier *v) {
    const csl_kernel *k = v->k;
    require(v, k->name != NULL, "no name");
    require(v, k->place != NULL, "no place");
    verify_place(v, k->place);
    verify_place(v, k->region);
    verify_params(v);
    for (uint32_t i = 0; i < k->nobjects && !v->error; i++) {
        const csl_object *o = &k->objects[i];
        require(v, o->name != NULL, "object %u without a name", i);
        require(v, o->ndims <= CSL_MAX_DIMS, "object %u with %u dimensions", i, o->ndims);
        require(v, o->param == UINT32_MAX || o->param < k->nparams, "object %u: parameter %u of %u",
                i, o->param, k->nparams);
        verify_place(v, o->place);
    }
    for (uint32_t i = 0; i < k->nvars && !v->error; i++) {
        require(v, k->vars[i].name != NULL, "variable %u without a name", i);
        require(v, k->vars[i].type != CSL_VOID, "variable %u of type void", i);
        verify_place(v, k->vars[i].place);
    }
    for (uint32_t i = 0; i < k->nlaunches && !v->error; i++)
        verify_place(v, k->launches[i].place);
}

const char *csl_verify_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k) {
    verifier v = {.ctx = ctx, .m = m, .k = k};
    v.in_scope = csl_xmalloc(k->nlabels);
    memset(v.in_scope, 0, k->nlabels);
    verify_tables(&v);
    verify_sequence(&v, k->body);
    free(v.in_scope);
    csl_ptr_map_free(&v.seen);
    return v.error;
}
