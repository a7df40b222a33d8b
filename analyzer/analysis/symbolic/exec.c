/* Symbolic execution of one generic thread over the structured IR.
 *
 * Every statement runs once. Variables (and the scalar slots of LOCAL objects, "cells") hold terms
 * over thread ids, parameters and symbols. A loop body runs once too: variables it assigns are PHI
 * symbols at its head, which get a closed form when the body is done (loops.c). A BR parks the
 * state at its block; where a block or an IF ends, the states that meet are merged with ITE.
 *
 * Needs: a verified kernel. Leaves: nodes with reach conditions, symbols, loops.
 */
#include "exec.h"
#include "terms/loops.h"

#include <string.h>

csl_expr *csl_unknown(csl_exec *x, csl_sym_kind kind, csl_type type, const char *name,
                      csl_node *node) {
    uint32_t s = csl_sym_new(x->a, kind, type, name, x->loop);
    x->a->syms.v[s]->node = node;
    if (node)
        node->sym = s;
    return csl_sym_expr(x->a, s);
}

/* ---- provenance --------------------------------------------------------------------------- */

typedef struct vars_seen {
    csl_exec *x;
    CSL_VEC(const csl_def *) defs;
} vars_seen;

static csl_expr *see_var(void *user, csl_expr *leaf) {
    vars_seen *s = user;
    if (leaf->op == CSL_OP_VAR && s->x->slots.v[leaf->index].def) {
        const csl_def *d = s->x->slots.v[leaf->index].def;
        for (uint32_t i = 0; i < s->defs.n; i++)
            if (s->defs.v[i] == d)
                return leaf;
        CSL_PUSH(s->x->ctx, &s->defs, d);
    }
    return leaf;
}

const csl_def *csl_make_def(csl_exec *x, const csl_stmt *stmt, csl_expr *ir, csl_expr *value) {
    vars_seen s = {.x = x};
    if (ir)
        csl_map(x->ctx, ir, see_var, &s);
    if (stmt->kind == CSL_STMT_LET && !stmt->text && s.defs.n == 1)
        return s.defs.v[0]; /* a temporary adds nothing to the story */
    csl_def *d = CSL_NEW(x->ctx, csl_def);
    *d = (csl_def){stmt, s.defs.v, s.defs.n, value};
    return d;
}

/* ---- nodes -------------------------------------------------------------------------------- */

static csl_node *new_node(csl_exec *x, const csl_stmt *s) {
    csl_node *n = CSL_NEW(x->ctx, csl_node);
    n->stmt = s;
    n->order = x->a->nodes.n;
    n->loop = x->loop;
    n->reach = x->pc;
    n->arms = x->arms;
    n->jumps = x->jumps;
    n->sym = CSL_NO_VAR;
    CSL_PUSH(x->ctx, &x->a->nodes, n);
    return n;
}

static const csl_parting *part(csl_exec *x, const csl_parting *before, csl_node *node, bool arm) {
    csl_parting *p = CSL_NEW(x->ctx, csl_parting);
    *p = (csl_parting){before, node, arm};
    return p;
}

static bool dead(const csl_exec *x) {
    return csl_is_false(x->pc);
}

/* ---- structure ----------------------------------------------------------------------------- */

static csl_node *run(csl_exec *x, const csl_stmt *s);

static csl_node *run_if(csl_exec *x, const csl_stmt *s) {
    csl_node *n = new_node(x, s);
    csl_expr *c = csl_term_of(x, s->branch.cond), *before = x->pc;
    const csl_parting *arms = x->arms;
    uint32_t mark = x->log.n;
    n->cond = c;
    n->def = csl_make_def(x, s, s->branch.cond, c);
    csl_tickets_step(x, n);
    mark = x->log.n;

    x->pc = csl_and(x->ctx, before, c);
    x->arms = part(x, arms, n, true);
    n->body = run(x, s->branch.body);
    csl_expr *pc_then = x->pc;
    csl_changes then = csl_changes_since(x, mark);
    csl_roll_back(x, mark);

    x->pc = csl_and(x->ctx, before, csl_not(x->ctx, c));
    x->arms = part(x, arms, n, false);
    n->other = run(x, s->branch.other);
    csl_expr *pc_else = x->pc;
    x->arms = arms;

    if (csl_is_false(pc_then))
        return n; /* the state is that of the other arm already */
    if (csl_is_false(pc_else)) {
        csl_roll_back(x, mark);
        csl_apply_changes(x, &then);
        x->pc = pc_then;
        return n;
    }
    csl_changes other = csl_changes_since(x, mark);
    csl_roll_back(x, mark);
    csl_merge_states(x, c, &then, &other);
    x->pc = csl_or(x->ctx, pc_then, pc_else);
    return n;
}

/* Drops the jumps to a block that has ended. */
static const csl_parting *forget(csl_exec *x, const csl_parting *p, uint32_t label) {
    if (!p)
        return NULL;
    const csl_parting *before = forget(x, p->before, label);
    if (p->node->stmt->kind == CSL_STMT_BR && p->node->stmt->label == label)
        return before;
    return before == p->before ? p : part(x, before, p->node, p->arm);
}

static csl_node *run_block(csl_exec *x, const csl_stmt *s) {
    csl_node *n = new_node(x, s);
    csl_target_block *b = &x->blocks[s->block.label];
    *b = (csl_target_block){.mark = x->log.n, .loop = x->loop, .entry = x->pc};
    n->body = run(x, s->block.body);
    x->jumps = forget(x, x->jumps, s->block.label);

    /* Merge backwards: the state that falls through is the innermost "else". */
    csl_expr *pc = x->pc;
    csl_changes sum = {0};
    if (!csl_is_false(pc))
        sum = csl_changes_since(x, b->mark);
    bool any = !csl_is_false(pc);
    for (uint32_t i = b->arrivals.n; i-- > 0;) {
        csl_arrival *in = &b->arrivals.v[i];
        if (csl_is_false(in->pc))
            continue;
        csl_roll_back(x, b->mark);
        if (any) {
            csl_merge_states(x, csl_relative(x->ctx, in->pc, b->entry), &in->changes, &sum);
            sum = csl_changes_since(x, b->mark);
            pc = csl_or(x->ctx, in->pc, pc);
        } else {
            sum = in->changes;
            pc = in->pc;
            any = true;
        }
    }
    csl_roll_back(x, b->mark);
    csl_apply_changes(x, &sum);
    x->pc = pc;
    return n;
}

/* The node leads out of every loop around it up to `to`. */
static void leave_loops(csl_exec *x, csl_node *n, const csl_loop *to) {
    for (csl_loop *l = x->loop; l && !csl_loop_inside(to, l); l = l->parent)
        CSL_PUSH(x->ctx, &l->leaves, n);
}

static void run_br(csl_exec *x, csl_node *n) {
    csl_target_block *b = &x->blocks[n->stmt->label];
    csl_arrival in = {x->pc, csl_changes_since(x, b->mark)};
    CSL_PUSH(x->ctx, &b->arrivals, in);
    leave_loops(x, n, b->loop);
    x->jumps = part(x, x->jumps, n, false);
    x->pc = csl_false(x->ctx);
}

static csl_node *run_loop(csl_exec *x, const csl_stmt *s) {
    csl_analysis *a = x->a;
    csl_node *n = new_node(x, s);
    csl_loop *loop = CSL_NEW(x->ctx, csl_loop);
    loop->stmt = s;
    loop->parent = x->loop;
    loop->depth = x->loop ? x->loop->depth + 1 : 0;
    loop->id = a->loops.n;
    loop->node = n;
    loop->entry = x->pc;
    const csl_stmt *test = s->block.body;
    while (test && test->kind != CSL_STMT_IF && test->kind != CSL_STMT_BLOCK &&
           test->kind != CSL_STMT_LOOP)
        test = test->next;
    loop->top_tested = test && test->kind == CSL_STMT_IF && test->origin == CSL_FROM_LOOP;
    CSL_PUSH(x->ctx, &a->loops, loop);
    n->own = loop;
    loop->trips = csl_sym_new(a, CSL_SYM_TRIPS, CSL_I32, "", x->loop);
    a->syms.v[loop->trips]->of = loop;
    x->loop = loop;
    loop->first_sym = a->syms.n;
    loop->iter = csl_sym_new(a, CSL_SYM_ITER, CSL_I32, "pass", loop);
    loop->head = csl_sym_new(a, CSL_SYM_HEAD, CSL_BOOL, "", loop);

    uint32_t mark = x->log.n, nblocks = a->kernel->nlabels;
    uint32_t *arrived = csl_alloc(x->ctx, (nblocks + 1) * sizeof *arrived);
    for (uint32_t i = 0; i < nblocks; i++)
        arrived[i] = x->blocks[i].arrivals.n;
    csl_slot_list carried = csl_slots_assigned(x, s->block.body);
    uint32_t *phi = csl_alloc(x->ctx, (carried.n + 1) * sizeof *phi);
    for (uint32_t i = 0; i < carried.n; i++) {
        csl_slot *slot = &x->slots.v[carried.v[i]];
        phi[i] = CSL_NO_VAR;
        if (!slot->value)
            continue; /* unknown before, unknown in every pass */
        phi[i] = csl_sym_new(a, CSL_SYM_PHI, slot->value->type, slot->name, loop);
        a->syms.v[phi[i]]->init = slot->value;
        a->syms.v[phi[i]]->slot = carried.v[i];
        CSL_PUSH(x->ctx, &loop->phis, phi[i]);
        csl_slot_set(x, carried.v[i], csl_sym_expr(a, phi[i]), slot->def);
    }
    x->pc = csl_and(x->ctx, x->pc, csl_sym_expr(a, loop->head));
    n->body = run(x, s->block.body);
    loop->end_sym = a->syms.n;
    loop->stay = csl_relative(x->ctx, x->pc, loop->entry);
    for (uint32_t i = 0; i < carried.n; i++)
        if (phi[i] != CSL_NO_VAR && !dead(x))
            a->syms.v[phi[i]]->next = csl_carried(x, carried.v[i]);
    csl_close_loop(a, loop);
    x->loop = loop->parent;
    if (!loop->parent)
        csl_close_inner_loops(a, loop);
    csl_memo_clear(x->left);
    for (uint32_t i = 0; i < nblocks; i++) {
        csl_target_block *b = &x->blocks[i];
        for (uint32_t j = arrived[i]; j < b->arrivals.n; j++) {
            csl_arrival *in = &b->arrivals.v[j];
            in->pc = csl_reach_behind(a, loop, x->left, in->pc);
            for (uint32_t c = 0; c < in->changes.n; c++) {
                csl_expr **v = &in->changes.v[c].value;
                bool moves = x->slots.v[in->changes.v[c].slot].place;
                *v = *v && !moves ? csl_exit_pass_again(a, loop, x->left, *v) : NULL;
            }
        }
    }
    csl_roll_back(x, mark);
    x->pc = csl_false(x->ctx); /* only jumps lead out */
    return n;
}

/* ---- leaves -------------------------------------------------------------------------------- */

static void set_result(csl_exec *x, csl_node *n, uint32_t var, csl_sym_kind kind, const char *name,
                       csl_expr *from) {
    if (var == CSL_NO_VAR)
        return;
    csl_expr *v = csl_unknown(x, kind, x->a->kernel->vars[var].type, name, n);
    csl_slot_set(x, var, v, csl_make_def(x, n->stmt, from, v));
}

static void run_access(csl_exec *x, csl_node *n) {
    const csl_access *acc = n->stmt->access;
    n->address = csl_term_of(x, acc->address);
    n->value = csl_term_of(x, acc->value);
    n->bounds = csl_term_of(x, acc->bounds);
    n->signals = csl_term_of(x, acc->signals);
    n->size = csl_term_of(x, acc->size);
    n->descriptor = csl_term_of(x, acc->operand ? acc->operand->descriptor : NULL);
    csl_groups_note(x, n);
    csl_tickets_note(x, n);
    csl_expr *read = csl_access_memory(x, n, n->address, acc, n->value);
    if (acc->result == CSL_NO_VAR)
        return;
    csl_type type = x->a->kernel->vars[acc->result].type;
    if (!read)
        read = csl_load_unwritten(x, n, type);
    if (!read)
        read = csl_load_agreed(x, n, type);
    if (!read)
        read = csl_unknown(x, CSL_SYM_LOAD, type, n->stmt->text ? n->stmt->text : "", n);
    else if (read->type != type)
        read = csl_cast(x->ctx, type, read);
    n->read = read;
    csl_slot_set(x, acc->result, read, csl_make_def(x, n->stmt, acc->address, read));
}

/* The variable gets n->read, in its own type. */
static void give(csl_exec *x, csl_node *n, uint32_t var, csl_expr *from) {
    csl_type type = x->a->kernel->vars[var].type;
    if (n->read->type != type)
        n->read = csl_cast(x->ctx, type, n->read);
    csl_slot_set(x, var, n->read, csl_make_def(x, n->stmt, from, n->read));
}

/* What a shuffle gives is what some lane has offered. */
static void bound_shuffled(csl_exec *x, const csl_node *n) {
    if (n->sym == CSL_NO_VAR || n->stmt->sync->kind != CSL_SYNC_SHUFFLE || !n->offered)
        return;
    csl_sym *s = x->a->syms.v[n->sym];
    if (!csl_type_integer(s->type) || n->offered->type != s->type)
        return;
    const csl_range r = csl_range_of(x->a, n->offered);
    s->lo = r.lo > s->lo ? r.lo : s->lo;
    s->hi = r.hi < s->hi ? r.hi : s->hi;
}

static void run_sync(csl_exec *x, csl_node *n) {
    const csl_sync *s = n->stmt->sync;
    n->mask = csl_term_of(x, s->mask);
    n->id = csl_term_of(x, s->id);
    n->count = csl_term_of(x, s->count);
    n->parity = csl_term_of(x, s->parity);
    n->bytes = csl_term_of(x, s->bytes);
    csl_groups_note(x, n);
    csl_tickets_note(x, n);
    n->lane = csl_term_of(x, s->lane);
    n->apart = csl_term_of(x, s->apart);
    n->offered = csl_term_of(x, s->value);
    n->read = s->result == CSL_NO_VAR ? NULL : csl_exchanged(x, n);
    if (n->read)
        give(x, n, s->result, s->value);
    else
        set_result(x, n, s->result, CSL_SYM_SYNC, csl_name_of_result(s->name), s->value);
    if (n->sym != CSL_NO_VAR)
        x->a->syms.v[n->sym]->declared = s->result_scope;
    bound_shuffled(x, n);
    n->address = csl_term_of(x, s->object);
}

/* One term that holds all arguments of the call; NULL if it has none. */
static csl_expr *made_of(csl_exec *x, const csl_stmt *call) {
    csl_expr **args = csl_alloc(x->ctx, (call->call.nargs + 1) * sizeof *args);
    for (uint32_t i = 0; i < call->call.nargs; i++)
        args[i] = csl_term_of(x, call->call.args[i]);
    return call->call.nargs ? csl_pure(x->ctx, CSL_I32, call->call.what, call->call.nargs, args)
                            : NULL;
}

static void run_leaf(csl_exec *x, csl_node *n) {
    const csl_stmt *s = n->stmt;
    switch (s->kind) {
    case CSL_STMT_BR: run_br(x, n); break;
    case CSL_STMT_ACCESS: run_access(x, n); break;
    case CSL_STMT_SYNC: run_sync(x, n); break;
    case CSL_STMT_ASYNC:
        n->count = csl_term_of(x, s->async.pending);
        csl_tickets_note(x, n);
        break;
    case CSL_STMT_EXIT:
        csl_groups_note(x, n);
        csl_tickets_note(x, n);
        leave_loops(x, n, NULL);
        x->jumps = part(x, x->jumps, n, false);
        x->pc = csl_false(x->ctx);
        break;
    case CSL_STMT_ASSUME:
        n->cond = csl_term_of(x, s->cond);
        if (!csl_is_false(s->cond)) /* nothing runs on behind a trap */
            csl_assume_that(x->a, CSL_ASSUMED_ASSERT, NULL, s->place,
                            "what the source asserts holds");
        x->pc = csl_and(x->ctx, x->pc, n->cond);
        break;
    case CSL_STMT_HAVOC:
        n->offered = csl_term_of(x, s->havoc.of);
        set_result(x, n, s->havoc.var, CSL_SYM_HAVOC, s->text ? s->text : "", NULL);
        if (n->sym != CSL_NO_VAR) {
            x->a->syms.v[n->sym]->declared = s->havoc.scope;
            x->a->syms.v[n->sym]->lost = s->havoc.why != NULL;
            x->a->syms.v[n->sym]->each = s->havoc.each;
        }
        break;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE:
        for (uint32_t i = 0; i < s->call.nargs && !s->call.plain; i++)
            csl_forget_memory(x, csl_term_of(x, s->call.args[i]));
        if (s->call.plain)
            n->offered = made_of(x, s);
        if (s->kind == CSL_STMT_CALL || s->call.result != CSL_NO_VAR)
            set_result(x, n, s->call.result, CSL_SYM_HAVOC, s->call.what, NULL);
        if (n->sym != CSL_NO_VAR)
            x->a->syms.v[n->sym]->lost = true;
        csl_obstruct(x->a, CSL_ABOUT_ALL, n,
                     s->kind == CSL_STMT_CALL
                         ? csl_format(x->ctx, "the call of `%s` is not followed", s->call.what)
                         : s->call.what);
        break;
    default: break;
    }
}

static void run_let(csl_exec *x, const csl_stmt *s) {
    csl_expr *v = csl_combined_with_all(x, csl_term_of(x, s->let.value));
    csl_type type = x->a->kernel->vars[s->let.var].type;
    if (v->type != type)
        v = csl_cast(x->ctx, type, v);
    csl_name_result(x, v, s->let.var);
    csl_slot_set(x, s->let.var, v, csl_make_def(x, s, s->let.value, v));
}

/* Runs a sequence; returns its nodes in order. What cannot be reached gets no node. */
static csl_node *run(csl_exec *x, const csl_stmt *s) {
    csl_node *first = NULL, **last = &first;
    for (const csl_stmt *next = s; next && !dead(x); next = next->next) {
        csl_node *n = NULL;
        s = csl_as_one_barrier(x, next);
        switch (s->kind) {
        case CSL_STMT_IF: {
            csl_expr *c = csl_term_of(x, s->branch.cond);
            const bool known = csl_is_true(c) || csl_is_false(c); /* the other arm does not exist */
            n = known ? run(x, csl_is_true(c) ? s->branch.body : s->branch.other) : run_if(x, s);
            break;
        }
        case CSL_STMT_BLOCK: n = run_block(x, s); break;
        case CSL_STMT_LOOP: n = run_loop(x, s); break;
        case CSL_STMT_LET: run_let(x, s); break;
        default:
            n = new_node(x, s);
            run_leaf(x, n);
            csl_groups_step(x, n);
            csl_tickets_step(x, n);
            break;
        }
        *last = n;
        while (*last)
            last = &(*last)->next;
    }
    return first;
}

void csl_run_kernel(csl_analysis *a) {
    csl_exec x = {.a = a, .ctx = a->ctx, .pc = csl_true(a->ctx), .left = csl_memo_new(a->ctx)};
    csl_slots_init(&x);
    csl_groups_init(&x);
    csl_tickets_init(&x);
    x.blocks = csl_alloc(a->ctx, (a->kernel->nlabels + 1) * sizeof *x.blocks);
    a->root = run(&x, a->kernel->body);
    csl_tickets_end(&x);
    csl_bound_loops(a);
    for (uint32_t i = 0; i < a->syms.n; i++)
        if (a->syms.v[i]->kind == CSL_SYM_PHI)
            csl_closed_form(a, a->syms.v[i]);
    a->expanded = csl_memo_new(a->ctx);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->signals)
            csl_resolve_address(a, a->nodes.v[i]->signals, &a->nodes.v[i]->signalled,
                                &a->nodes.v[i]->nsignalled);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->address)
            csl_resolve_address(a, a->nodes.v[i]->address, &a->nodes.v[i]->targets,
                                &a->nodes.v[i]->ntargets);
}
