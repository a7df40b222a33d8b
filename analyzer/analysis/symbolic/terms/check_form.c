/* Closed forms against the loop itself: the body is run in its real types for the first passes, and
 * the variable must hold what its form says.
 *
 * Where the start and the update are made of constants, that is done for them. With
 * CSL_CHECK_REPLAY in the environment (tests set it) all other leaves get values, too, several
 * times over, and a form that does not hold ends the program. A run ends where the loop is left, or
 * where C leaves the update undefined.
 */
#include <stdio.h>
#include <stdlib.h>

#include "loops.h"
#include "../../../decide/query/tape.h"
#include "../../../limits/limits.h"

enum {
    PASSES = 70, /* more than the bits of any type */
    RUNS = 6     /* with values of their own */
};

typedef struct run {
    csl_analysis *a;
    const csl_loop *loop;
    unsigned number;
    uint32_t var[CSL_ROOM_checked_variables]; /* PHI symbols of the loop */
    int64_t value[CSL_ROOM_checked_variables];
    uint32_t n;
    int64_t pass;
    bool any;     /* leaves may have any value */
    bool unknown; /* something is not known in this run */
} run;

/* What a term is: `undefined` as C has it, so that no such run exists. */
typedef struct outcome {
    int64_t value;
    bool undefined;
} outcome;

/* Some value of the leaf, the same in all of the run. */
static int64_t some_value(run *r, csl_expr *leaf) {
    uint64_t h = ((uint64_t)leaf->op << 32 | leaf->index) * 0x9e3779b97f4a7c15u + r->number;
    csl_range range = csl_range_of(r->a, leaf);
    csl_wide v = 0;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    r->unknown |= !r->any || !csl_type_integer((csl_type)leaf->type);
    switch (r->number % RUNS) {
    case 0: v = (csl_wide)(h % 8); break;
    case 1: v = (csl_wide)(h % 300) - 20; break;
    case 2: v = range.hi - (csl_wide)(h % 100); break;
    case 3: v = range.lo + (csl_wide)(h % 100); break;
    case 4: v = (csl_wide)h; break;
    default: v = (csl_wide)(h % 3) - 1; break;
    }
    v = csl_range_holds(range, v) ? v : v < range.lo ? range.lo : range.hi;
    return csl_bits(v);
}

static outcome eval(run *r, csl_expr *e);

static outcome eval_leaf(run *r, csl_expr *e) {
    if (e->op == CSL_OP_CONST)
        return (outcome){e->value, false};
    if (e->op != CSL_OP_SYM)
        return (outcome){some_value(r, e), false};
    if (e->index == r->loop->iter)
        return (outcome){r->pass, false};
    for (uint32_t i = 0; i < r->n; i++)
        if (r->var[i] == e->index)
            return (outcome){r->value[i], false};
    csl_sym *s = csl_sym_of(r->a, e);
    if (s->kind != CSL_SYM_PHI && s->def)
        return eval(r, s->def);
    r->unknown |= csl_loop_inside(s->loop, r->loop); /* a new value in each pass */
    return (outcome){some_value(r, e), false};
}

/* AND and OR pass over what is undefined where another kid decides. */
static outcome eval_junction(run *r, csl_expr *e) {
    bool decisive = e->op == CSL_OP_OR, undefined = false;
    for (unsigned k = 0; k < e->nkids; k++) {
        outcome kid = eval(r, e->kids[k]);
        if (!kid.undefined && (kid.value != 0) == decisive)
            return (outcome){decisive, false};
        undefined |= kid.undefined;
    }
    return (outcome){!decisive, undefined};
}

/* A conversion between the signed and the unsigned type of one width, which a listed assumption
 * says keeps the number. */
static bool breaks_assumption(const run *r, const csl_expr *e, int64_t from) {
    csl_type to = (csl_type)e->type, of = e->nkids ? (csl_type)e->kids[0]->type : CSL_VOID;
    return r->a->of_numbers & CSL_NO_WRAP && e->op == CSL_OP_CAST && csl_type_integer(of) &&
           csl_type_signed(to) && csl_type_bytes(of) == csl_type_bytes(to) &&
           csl_number(of, from) != csl_number(to, csl_normalise(to, from));
}

static outcome eval(run *r, csl_expr *e) {
    int64_t kid[CSL_ROOM_checked_operands] = {0};
    if (e->nkids == 0 || r->unknown)
        return eval_leaf(r, e);
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR)
        return eval_junction(r, e);
    if (e->op == CSL_OP_ITE) {
        outcome c = eval(r, e->kids[0]);
        return c.undefined ? c : eval(r, e->kids[c.value ? 1 : 2]);
    }
    if (e->op == CSL_OP_PURE || e->nkids > CSL_ROOM_checked_operands) {
        r->unknown = true;
        return (outcome){0, false};
    }
    bool integers = csl_type_integer((csl_type)e->type), undefined = false;
    for (unsigned k = 0; k < e->nkids; k++) {
        outcome o = eval(r, e->kids[k]);
        kid[k] = o.value;
        undefined |= o.undefined;
        integers &= csl_type_integer((csl_type)e->kids[k]->type);
    }
    bool division = e->op == CSL_OP_DIV || e->op == CSL_OP_REM;
    r->unknown |= integers && breaks_assumption(r, e, kid[0]);
    if (integers && !undefined)
        undefined = (csl_is_strict(e) && csl_overflows(e, kid)) || (division && kid[1] == 0);
    return (outcome){csl_eval_op(e, kid), undefined};
}

/* Notes the variables of the loop that the term is made of. */
static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    run *r = user;
    if (leaf->op != CSL_OP_SYM || csl_sym_of(r->a, leaf)->kind != CSL_SYM_PHI ||
        csl_sym_of(r->a, leaf)->loop != r->loop)
        return leaf;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->var[i] == leaf->index)
            return leaf;
    if (r->n == CSL_ROOM_checked_variables)
        r->unknown = true;
    else
        r->var[r->n++] = leaf->index;
    return leaf;
}

static bool start(run *r, uint32_t phi) {
    csl_analysis *a = r->a;
    r->var[r->n++] = phi;
    for (uint32_t i = 0; i < r->n && !r->unknown; i++) {
        csl_sym *s = a->syms.v[r->var[i]];
        if (!s->next || !csl_is_small(s->next, CSL_LIMIT(checked_term)))
            return false;
        csl_map(a->ctx, s->next, note_leaf, r);
    }
    csl_map(a->ctx, r->loop->stay, note_leaf, r);
    if (r->unknown || !csl_is_small(r->loop->stay, CSL_LIMIT(checked_term)))
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        csl_expr *init = csl_expand(a, a->syms.v[r->var[i]]->init);
        if (!a->syms.v[r->var[i]]->next || !csl_is_small(init, CSL_LIMIT(checked_term)))
            return false;
        outcome o = eval(r, init);
        if (o.undefined || r->unknown)
            return false;
        r->value[i] = o.value;
    }
    return true;
}

/* What is not known of the loop's condition holds: no form relies on that. */
static bool goes_on(run *r) {
    uint32_t n;
    csl_expr *stay = r->loop->stay, *const *parts = csl_conjuncts(&stay, &n);
    bool on = true;
    for (uint32_t i = 0; i < n; i++) {
        outcome o = eval(r, parts[i]);
        on = on && (r->unknown || (!o.undefined && o.value));
        r->unknown = false;
    }
    return on;
}

/* Goes on to the next pass; false where there is none, or nothing is known of it. */
static bool step(run *r) {
    int64_t next[CSL_ROOM_checked_variables];
    bool on = goes_on(r);
    for (uint32_t i = 0; i < r->n && !r->unknown; i++) {
        outcome o = eval(r, r->a->syms.v[r->var[i]]->next);
        if (o.undefined)
            return false;
        next[i] = o.value;
    }
    if (r->unknown || !on)
        return false;
    for (uint32_t i = 0; i < r->n; i++)
        r->value[i] = next[i];
    r->pass++;
    return true;
}

static bool holds_in_run(csl_analysis *a, const csl_loop *loop, uint32_t phi, csl_expr *form,
                         unsigned number, bool any) {
    run r = {.a = a, .loop = loop, .number = number, .any = any};
    const csl_wide most = a->syms.v[loop->iter]->hi; /* another variable may bound it */
    const int64_t last = most < PASSES ? (int64_t)most : PASSES;
    if (!start(&r, phi))
        return true;
    do {
        outcome said = eval(&r, form);
        if (r.unknown)
            return true;
        /* at once: the update is, it has no step in the form; or loops make too many passes */
        if (said.undefined && (r.pass == 0 || (a->of_numbers & CSL_FEW_PASSES)))
            return true;
        if (said.undefined || said.value != r.value[0])
            return false;
    } while (r.pass < last && step(&r));
    return true;
}

bool csl_form_holds(csl_analysis *a, const csl_loop *loop, uint32_t phi, csl_expr *form) {
    const bool test = getenv("CSL_CHECK_REPLAY") != NULL;
    if (!csl_type_integer((csl_type)form->type) || !csl_is_small(form, CSL_LIMIT(checked_term)))
        return true;
    bool holds = holds_in_run(a, loop, phi, form, 0, false);
    for (unsigned i = 0; test && i < RUNS && holds; i++)
        holds = holds_in_run(a, loop, phi, form, i, true);
    if (!holds && test) {
        fprintf(stderr, "cudasynclint: internal error: `%s` of %s is not ", a->syms.v[phi]->name,
                a->kernel->name);
        csl_print_expr(stderr, form);
        fprintf(stderr, " with next ");
        csl_print_expr(stderr, a->syms.v[phi]->next);
        fputc('\n', stderr);
        abort();
    }
    return holds;
}
