/* The machine, see machine.h. */
#include "machine.h"

#include "../../decide/query/tape.h"

#include <string.h>

/* ---- addresses ----------------------------------------------------------------------------- */

int64_t csl_machine_base(const csl_kernel *k, uint32_t object) {
    csl_object_kind kind = k->objects[object].kind;
    bool shared = kind == CSL_OBJ_SHARED || kind == CSL_OBJ_DYNAMIC;
    return (int64_t)(object + 1) << (shared ? 20 : 44);
}

int64_t csl_machine_unknown_base(uint32_t origin) {
    return (int64_t)(1 << 17 | (origin & 0xffff)) << 44;
}

/* Objects that are not shared lie one after the other, each as far from the next. */
static bool is_private(const csl_machine *m, int64_t address) {
    const int64_t object = (address >> 44) - 1;
    return object >= 0 && object < m->kernel->nobjects &&
           m->kernel->objects[object].kind == CSL_OBJ_LOCAL;
}

/* ---- expressions --------------------------------------------------------------------------- */

static const csl_known unknown = {0, false};

static csl_known known(int64_t value) {
    return (csl_known){value, true};
}

static csl_known leaf(const csl_machine *m, const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST: return known(e->value);
    case CSL_OP_TID: return known(m->tid[e->index]);
    case CSL_OP_BID: return known(m->bid[e->index]);
    case CSL_OP_BDIM: return known(m->bdim[e->index]);
    case CSL_OP_GDIM: return known(m->gdim[e->index]);
    case CSL_OP_PARAM: return known(m->param[e->index]);
    case CSL_OP_BASE: return known(csl_machine_base(m->kernel, e->index));
    case CSL_OP_VAR: return m->var[e->index];
    default: return unknown;
    }
}

/* AND is false as soon as one operand is known to be; OR likewise with true. */
static csl_known junction(csl_machine *m, const csl_expr *e) {
    bool decisive = e->op == CSL_OP_OR;
    csl_known out = known(!decisive);
    for (unsigned i = 0; i < e->nkids; i++) {
        csl_known k = csl_machine_eval(m, e->kids[i]);
        if (k.known && (k.value != 0) == decisive)
            return known(decisive);
        out.known &= k.known;
    }
    return out;
}

csl_known csl_machine_eval(csl_machine *m, const csl_expr *e) {
    if (e->nkids == 0 && e->op != CSL_OP_PURE)
        return leaf(m, e);
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR)
        return junction(m, e);
    if (e->op == CSL_OP_ITE) {
        csl_known c = csl_machine_eval(m, e->kids[0]);
        if (c.known)
            return csl_machine_eval(m, e->kids[c.value ? 1 : 2]);
        csl_known a = csl_machine_eval(m, e->kids[1]), b = csl_machine_eval(m, e->kids[2]);
        a.known &= b.known && a.value == b.value;
        return a;
    }
    int64_t few[4], *kid = e->nkids <= 4 ? few : csl_alloc(m->scratch, e->nkids * sizeof *kid);
    for (unsigned i = 0; i < e->nkids; i++) {
        csl_known k = csl_machine_eval(m, e->kids[i]);
        if (!k.known)
            return unknown;
        kid[i] = k.value;
    }
    return known(e->op == CSL_OP_PURE ? csl_unknown_function(e, kid) : csl_eval_op(e, kid));
}

static csl_known eval_as(csl_machine *m, csl_type type, csl_expr *e) {
    return csl_machine_eval(m, e->type == type ? e : csl_cast(m->ctx, type, e));
}

static void set_var(csl_machine *m, uint32_t var, csl_known value) {
    if (var == CSL_NO_VAR)
        return;
    value.value = csl_normalise(m->kernel->vars[var].type, value.value);
    m->var[var] = value;
}

/* ---- private memory ------------------------------------------------------------------------ */

static csl_known access_private(csl_machine *m, const csl_access *acc, int64_t address) {
    csl_known old =
        acc->mode == CSL_MODE_WRITE ? unknown : csl_private_load(m, address, acc->bytes, acc->type);
    if (acc->mode != CSL_MODE_READ) {
        bool plain = acc->mode == CSL_MODE_WRITE && acc->value && acc->type != CSL_VOID;
        csl_private_store(m, address, acc->bytes, acc->type,
                          plain ? eval_as(m, acc->type, acc->value) : unknown);
    }
    return old;
}

/* ---- statements ---------------------------------------------------------------------------- */

typedef enum { GO_ON, GO_OUT, GO_END } way; /* GO_OUT: to the end of block m->label */

static way run(csl_machine *m, const csl_stmt *s);

static bool see(csl_machine *m, const csl_stmt *s, csl_known value) {
    csl_moment now = {s, value};
    return m->see(m->owner, &now);
}

static bool run_access(csl_machine *m, const csl_stmt *s) {
    const csl_access *acc = s->access;
    csl_known address = csl_machine_eval(m, acc->address);
    if (!see(m, s, address))
        return false;
    if (!address.known && acc->mode != CSL_MODE_READ)
        csl_private_forget(m); /* it may point there */
    csl_known value = address.known && is_private(m, address.value)
                          ? access_private(m, acc, address.value)
                          : m->result(m->owner, s);
    set_var(m, acc->result, value);
    return true;
}

/* What the statements may assign is not known any more. */
static void forget(csl_machine *m, const csl_stmt *s) {
    for (; s; s = s->next) {
        switch (s->kind) {
        case CSL_STMT_IF:
            forget(m, s->branch.body);
            forget(m, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: forget(m, s->block.body); break;
        case CSL_STMT_LET: set_var(m, s->let.var, unknown); break;
        case CSL_STMT_ACCESS:
            if (s->access->mode != CSL_MODE_READ)
                csl_private_forget(m);
            set_var(m, s->access->result, unknown);
            break;
        case CSL_STMT_SYNC: set_var(m, s->sync->result, unknown); break;
        case CSL_STMT_HAVOC: set_var(m, s->havoc.var, unknown); break;
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE:
            csl_private_forget(m);
            set_var(m, s->call.result, unknown);
            break;
        default: break;
        }
    }
}

static way run_loop(csl_machine *m, const csl_stmt *s) {
    for (uint32_t pass = 0; m->budget > 0; pass++) {
        m->budget--;
        if (m->passes_by(m->owner, s, &m->label)) {
            forget(m, s->block.body);
            return GO_OUT;
        }
        if (!m->start_pass(m->owner, s, pass))
            return GO_END;
        way w = run(m, s->block.body);
        if (w != GO_ON)
            return w;
    }
    m->spent = true;
    return GO_END;
}

static way run_if(csl_machine *m, const csl_stmt *s) {
    csl_known c = csl_machine_eval(m, s->branch.cond);
    const bool neither = !c.known && m->passes_unknown;
    if (!c.known)
        c.value = m->choose(m->owner, s);
    if (!see(m, s, c))
        return GO_END;
    if (neither) {
        forget(m, s->branch.body);
        forget(m, s->branch.other);
        return GO_ON;
    }
    return run(m, c.value ? s->branch.body : s->branch.other);
}

static way run_one(csl_machine *m, const csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_IF: return run_if(m, s);
    case CSL_STMT_LOOP: return run_loop(m, s);
    case CSL_STMT_BLOCK: {
        way w = run(m, s->block.body);
        return w == GO_OUT && m->label == s->block.label ? GO_ON : w;
    }
    case CSL_STMT_BR: m->label = s->label; return see(m, s, unknown) ? GO_OUT : GO_END;
    case CSL_STMT_LET:
        set_var(m, s->let.var, eval_as(m, m->kernel->vars[s->let.var].type, s->let.value));
        return GO_ON;
    case CSL_STMT_ACCESS: return run_access(m, s) ? GO_ON : GO_END;
    case CSL_STMT_SYNC:
        if (!see(m, s, unknown))
            return GO_END;
        if (s->sync->result != CSL_NO_VAR)
            set_var(m, s->sync->result, m->result(m->owner, s));
        return GO_ON;
    case CSL_STMT_HAVOC: set_var(m, s->havoc.var, m->result(m->owner, s)); return GO_ON;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE:
        if (s->call.nargs && !s->call.plain)
            csl_private_forget(m);
        if (s->call.result != CSL_NO_VAR)
            set_var(m, s->call.result, m->result(m->owner, s));
        return GO_ON;
    case CSL_STMT_EXIT: see(m, s, unknown); return GO_END;
    case CSL_STMT_ASYNC: {
        csl_known open = s->async.pending ? csl_machine_eval(m, s->async.pending) : unknown;
        return see(m, s, open) ? GO_ON : GO_END;
    }
    case CSL_STMT_ASSUME:
    case CSL_STMT_FENCE:
    case CSL_STMT_COUNT: return GO_ON;
    }
    return GO_ON;
}

static way run(csl_machine *m, const csl_stmt *s) {
    for (; s; s = s->next) {
        if (m->budget == 0) {
            m->spent = true;
            return GO_END;
        }
        m->budget--;
        way w = run_one(m, s);
        if (w != GO_ON)
            return w;
    }
    return GO_ON;
}

void csl_machine_run(csl_machine *m) {
    const size_t bytes = (m->kernel->nvars + 1) * sizeof *m->var;
    m->var = m->var ? memset(m->var, 0, bytes) : csl_alloc(m->scratch, bytes);
    m->nmemory = 0;
    m->spent = false;
    run(m, m->kernel->body);
}
