/* Which bytes of a local object an address can be of:
 *
 *     for (int i = 0; i < 3; i++) key[i] = 0;           what the loop counts
 *     x.key[i] = 0;                                     the bounds of the subscript
 *     for (int i = 0; i < 3; i++) { int &k = key[i]; k = 0; }
 *
 * A loop counts if its variable is assigned in two places, once a constant and once, at the end of
 * the loop, itself and a constant step: at the test and behind it no value but these occurs. A
 * reference is a variable that is assigned once and serves as the address of ordinary accesses.
 */
#include "local_spans.h"

typedef struct variable {
    unsigned assigned;     /* how often, in the text */
    const csl_stmt *start; /* the LET of a constant */
    const csl_stmt *let;   /* the last LET seen */
    bool used;             /* other than as the address of an ordinary access */
    int64_t reach;         /* ... which are of this many bytes from where it points, at most */
    bool bounded;          /* its value is known to be between these here */
    int64_t least, most;
} variable;

struct csl_known_spans {
    csl_ctx *ctx;
    const csl_kernel *kernel;
    variable *var;
    uint8_t *seen; /* per expression id: its variables are known to be used */
    uint32_t cap_seen;
};

bool csl_is_ordinary(const csl_access *a) {
    return a->mode != CSL_MODE_RMW && a->atomic == CSL_ATOMIC_NONE && !a->is_async &&
           a->type != CSL_VOID && a->bytes == csl_type_bytes(a->type);
}

/* ---- what the kernel does with its variables ------------------------------------------------- */

static void note_uses(csl_known_spans *k, const csl_expr *e) {
    if (!e)
        return;
    if (e->id >= k->cap_seen) {
        uint32_t cap = 2 * e->id + 64;
        uint8_t *grown = csl_alloc(k->ctx, cap);
        if (k->cap_seen)
            memcpy(grown, k->seen, k->cap_seen);
        k->seen = grown;
        k->cap_seen = cap;
    }
    if (k->seen[e->id])
        return;
    k->seen[e->id] = 1;
    if (e->op == CSL_OP_VAR)
        k->var[e->index].used = true;
    for (unsigned i = 0; i < e->nkids; i++)
        note_uses(k, e->kids[i]);
}

/* The variable that the address is, or lies a constant behind. */
static uint32_t address_of_variable(const csl_expr *e, int64_t *offset) {
    *offset = 0;
    if (e->op == CSL_OP_ADD && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST) {
        *offset = e->kids[1]->value;
        e = e->kids[0];
    }
    return e->op == CSL_OP_VAR && *offset >= 0 && *offset <= INT32_MAX ? e->index : CSL_NO_VAR;
}

static void note_access(csl_known_spans *k, const csl_access *a) {
    int64_t offset;
    uint32_t var = csl_is_ordinary(a) ? address_of_variable(a->address, &offset) : CSL_NO_VAR;
    if (var == CSL_NO_VAR)
        note_uses(k, a->address);
    else if (k->var[var].reach < offset + a->bytes)
        k->var[var].reach = offset + a->bytes;
    note_uses(k, a->bounds);
    note_uses(k, a->value);
    note_uses(k, a->compare);
    note_uses(k, a->signals);
    note_uses(k, a->size);
}

static void note_sync(csl_known_spans *k, const csl_sync *y) {
    const csl_expr *used[] = {y->mask,  y->id,    y->count, y->object, y->parity,
                              y->bytes, y->value, y->lane,  y->apart};
    for (unsigned i = 0; i < sizeof used / sizeof *used; i++)
        note_uses(k, used[i]);
}

static void note_assigned(csl_known_spans *k, uint32_t var) {
    if (var != CSL_NO_VAR)
        k->var[var].assigned++;
}

static void note_all(csl_known_spans *k, const csl_stmt *s) {
    for (; s; s = s->next) {
        switch (s->kind) {
        case CSL_STMT_IF:
            note_uses(k, s->branch.cond);
            note_all(k, s->branch.body);
            note_all(k, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: note_all(k, s->block.body); break;
        case CSL_STMT_LET:
            note_uses(k, s->let.value);
            note_assigned(k, s->let.var);
            k->var[s->let.var].let = s;
            if (s->let.value->op == CSL_OP_CONST)
                k->var[s->let.var].start = s;
            break;
        case CSL_STMT_ACCESS:
            note_access(k, s->access);
            note_assigned(k, s->access->result);
            break;
        case CSL_STMT_SYNC:
            note_sync(k, s->sync);
            note_assigned(k, s->sync->result);
            break;
        case CSL_STMT_ASYNC: note_uses(k, s->async.pending); break;
        case CSL_STMT_ASSUME: note_uses(k, s->cond); break;
        case CSL_STMT_HAVOC: note_assigned(k, s->havoc.var); break;
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE:
            for (uint32_t i = 0; i < s->call.nargs; i++)
                note_uses(k, s->call.args[i]);
            note_assigned(k, s->call.result);
            break;
        default: break;
        }
    }
}

csl_known_spans *csl_known_spans_of(csl_ctx *ctx, const csl_kernel *kernel) {
    csl_known_spans *k = csl_alloc(ctx, sizeof *k);
    k->ctx = ctx;
    k->kernel = kernel;
    k->var = csl_alloc(ctx, (kernel->nvars + 1) * sizeof *k->var);
    note_all(k, kernel->body);
    return k;
}

/* ---- loops that count ------------------------------------------------------------------------ */

/* `end < v` or `end <= v` leaves the loop, or `v < end` or `v <= end`: the variable, and the last
 * value that does not. */
static uint32_t tested(const csl_expr *cond, int64_t *last, bool *up) {
    if (cond->op != CSL_OP_LT && cond->op != CSL_OP_LE)
        return CSL_NO_VAR;
    *up = cond->kids[0]->op == CSL_OP_CONST;
    const csl_expr *v = cond->kids[*up], *end = cond->kids[!*up];
    if (v->op != CSL_OP_VAR || end->op != CSL_OP_CONST || end->value < INT32_MIN / 2 ||
        end->value > INT32_MAX / 2)
        return CSL_NO_VAR;
    const int64_t past = cond->op == CSL_OP_LE;
    *last = *up ? end->value - past : end->value + past;
    return v->index;
}

static const csl_stmt *last_of(const csl_stmt *s) {
    while (s->next)
        s = s->next;
    return s;
}

/* By how much it changes the variable, in steps that stay small; 0: in another way. */
static int64_t step_of(const csl_stmt *s, uint32_t var) {
    const csl_expr *e = s->kind == CSL_STMT_LET && s->let.var == var ? s->let.value : NULL;
    if (!e || e->op != CSL_OP_ADD || e->nkids != 2 || e->kids[0]->op != CSL_OP_VAR ||
        e->kids[0]->index != var || e->kids[1]->op != CSL_OP_CONST ||
        e->kids[1]->value < INT32_MIN / 2 || e->kids[1]->value > INT32_MAX / 2)
        return 0;
    return e->kids[1]->value;
}

uint32_t csl_enter_passes(csl_known_spans *k, const csl_stmt *loop) {
    const csl_stmt *test = loop->block.body;
    if (!test || test->kind != CSL_STMT_IF || test->branch.other || !test->branch.body ||
        test->branch.body->kind != CSL_STMT_BR)
        return CSL_NO_VAR;
    int64_t last;
    bool up;
    uint32_t var = tested(test->branch.cond, &last, &up);
    if (var == CSL_NO_VAR)
        return CSL_NO_VAR;
    variable *v = &k->var[var];
    const int64_t step = step_of(last_of(test), var);
    if (v->assigned != 2 || !v->start || v->bounded || step == 0 || (step > 0) != up)
        return CSL_NO_VAR;
    const int64_t start = v->start->let.value->value;
    if (start < INT32_MIN / 2 || start > INT32_MAX / 2 || (up ? start > last : start < last) ||
        (!csl_type_signed(k->kernel->vars[var].type) && (start < 0 || step < 0)))
        return CSL_NO_VAR;
    v->bounded = true;
    v->least = up ? start : last;
    v->most = up ? last : start;
    return var;
}

void csl_leave_passes(csl_known_spans *k, uint32_t counter) {
    if (counter != CSL_NO_VAR)
        k->var[counter].bounded = false;
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* What `e` is at most, if `bounds` hold, which say `0 <= e` too; -1: they do not say. */
static int64_t most(const csl_expr *e, const csl_expr *bounds) {
    const bool all = bounds && bounds->op == CSL_OP_AND;
    int64_t most = -1;
    bool low = e->type == CSL_U32;
    for (unsigned i = 0; bounds && i < (all ? bounds->nkids : 1u); i++) {
        const csl_expr *one = all ? bounds->kids[i] : bounds;
        if (one->op != CSL_OP_LT && one->op != CSL_OP_LE)
            continue;
        const bool strict = one->op == CSL_OP_LT;
        if (one->kids[0] == e && one->kids[1]->op == CSL_OP_CONST)
            most = one->kids[1]->value - strict;
        else if (one->kids[1] == e && one->kids[0]->op == CSL_OP_CONST)
            low |= one->kids[0]->value + strict >= 0;
    }
    return low ? most : -1;
}

/* Between which numbers `e` lies, as its bounds and the loops around say; both are far from the
 * limits of 32 bits. */
static bool between(const csl_known_spans *k, const csl_expr *e, const csl_expr *bounds,
                    int64_t *least, int64_t *greatest) {
    int64_t last = most(e, bounds);
    if (last >= 0) {
        *least = 0;
        *greatest = last;
    } else if (e->op == CSL_OP_CONST) {
        *least = *greatest = e->value;
    } else if (e->op == CSL_OP_VAR && k->var[e->index].bounded) {
        *least = k->var[e->index].least;
        *greatest = k->var[e->index].most;
    } else if (e->op == CSL_OP_CAST && e->type == CSL_I64 &&
               (e->kids[0]->type == CSL_I32 || e->kids[0]->type == CSL_U32)) {
        return between(k, e->kids[0], bounds, least, greatest);
    } else if (e->op == CSL_OP_ADD && e->nkids == 2 && e->type != CSL_PTR) {
        int64_t low, high;
        if (!between(k, e->kids[0], bounds, least, greatest) ||
            !between(k, e->kids[1], bounds, &low, &high))
            return false;
        *least += low;
        *greatest += high;
    } else if (e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST &&
               e->kids[1]->value >= 0 && e->kids[1]->value <= INT32_MAX / 2) {
        if (!between(k, e->kids[0], bounds, least, greatest))
            return false;
        *least *= e->kids[1]->value;
        *greatest *= e->kids[1]->value;
    } else {
        return false;
    }
    return *least >= (csl_type_signed((csl_type)e->type) ? INT32_MIN / 2 : 0) &&
           *greatest <= INT32_MAX / 2;
}

/* Where in a local object an address lies that is its own and a sum. */
static bool place_in_local(const csl_known_spans *k, const csl_expr *address,
                           const csl_expr *bounds, csl_span *where) {
    if (address->op != CSL_OP_ADD || address->nkids != 2)
        return false;
    const unsigned base = address->kids[0]->op == CSL_OP_BASE ? 0 : 1;
    const csl_expr *b = address->kids[base], *offset = address->kids[1 - base];
    if (b->op != CSL_OP_BASE || k->kernel->objects[b->index].kind != CSL_OBJ_LOCAL ||
        !between(k, offset, bounds, &where->from, &where->to))
        return false;
    where->object = b->index;
    return true;
}

static bool lies_inside(const csl_known_spans *k, const csl_span *where) {
    return where->from >= 0 && where->to <= (int64_t)k->kernel->objects[where->object].bytes;
}

bool csl_span_of_access(const csl_known_spans *k, const csl_access *a, csl_span *where) {
    if (!csl_is_ordinary(a) || !place_in_local(k, a->address, a->bounds, where))
        return false;
    where->to += a->bytes;
    return lies_inside(k, where);
}

bool csl_span_of_pointer(const csl_known_spans *k, const csl_stmt *let, csl_span *where) {
    const variable *v = &k->var[let->let.var];
    if (v->used || v->assigned != 1 || !place_in_local(k, let->let.value, NULL, where))
        return false;
    where->to += v->reach;
    return lies_inside(k, where);
}
