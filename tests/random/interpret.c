/* The oracle, see interpret.h. The statements are flattened to a list with jumps first, so that a
 * thread can stop anywhere: it is a position and the values of its variables. Which thread has
 * seen what is kept in vector clocks: seen[t][u] is how far u had come when a barrier last told t.
 */
#include "interpret.h"

#include "interpret_memory.h"

#include <stdlib.h>
#include <string.h>

#define SLICE 1000 /* steps of one thread before others get a turn: it may loop for ever */
#define MAX_LOOPS 64

typedef enum { STEP_LEAF, STEP_UNLESS, STEP_JUMP, STEP_ENTER, STEP_AGAIN, STEP_END } step_kind;

typedef struct step {
    step_kind kind;
    const csl_stmt *stmt;
    uint32_t target; /* UNLESS, JUMP: position; ENTER, AGAIN: the loop, which is at `back` */
    uint32_t back;
    uint64_t loops; /* bit per enclosing loop */
} step;

typedef enum { READY, WAITING, ENDED } thread_state;

typedef struct thread {
    thread_state state;
    uint32_t at;
    int64_t *var;
    bool *set; /* the variable has a value */
    uint32_t passes[MAX_LOOPS];
    uint32_t tid[3];
} thread;

typedef struct machine {
    const csl_kernel *k;
    const csl_run_input *in;
    step *steps;
    uint32_t nsteps, capacity, nloops;
    uint32_t *label_at; /* end of each block */
    thread *threads;
    uint32_t nthreads;
    uint32_t seen[CSL_RUN_THREADS][CSL_RUN_THREADS];
    csl_memory *memory;
    uint32_t budget;
    csl_run_result result;
    bool over;
} machine;

static void stop(machine *m, const char *why) {
    if (m->over)
        return;
    m->result = (csl_run_result){.outcome = CSL_RUN_DISCARDED, .why = why};
    m->over = true;
}

/* ---- flattening ---------------------------------------------------------------------------- */

static uint32_t emit(machine *m, step_kind kind, const csl_stmt *s, uint64_t loops) {
    if (m->nsteps == m->capacity) {
        m->capacity = m->capacity ? 2 * m->capacity : 64;
        m->steps = realloc(m->steps, m->capacity * sizeof *m->steps);
        if (!m->steps)
            abort();
    }
    m->steps[m->nsteps] = (step){.kind = kind, .stmt = s, .loops = loops};
    return m->nsteps++;
}

static void flatten(machine *m, const csl_stmt *s, uint64_t loops) {
    for (; s; s = s->next) {
        uint32_t at, end;
        switch (s->kind) {
        case CSL_STMT_IF:
            at = emit(m, STEP_UNLESS, s, loops);
            flatten(m, s->branch.body, loops);
            end = emit(m, STEP_JUMP, s, loops);
            m->steps[at].target = m->nsteps;
            flatten(m, s->branch.other, loops);
            m->steps[end].target = m->nsteps;
            break;
        case CSL_STMT_LOOP: {
            uint32_t loop = m->nloops++ % MAX_LOOPS;
            at = emit(m, STEP_ENTER, s, loops);
            m->steps[at].target = loop;
            flatten(m, s->block.body, loops | UINT64_C(1) << loop);
            end = emit(m, STEP_AGAIN, s, loops);
            m->steps[end].target = loop;
            m->steps[end].back = at + 1;
            break;
        }
        case CSL_STMT_BLOCK:
            flatten(m, s->block.body, loops);
            m->label_at[s->block.label] = m->nsteps;
            break;
        default: emit(m, STEP_LEAF, s, loops);
        }
    }
}

/* ---- expressions --------------------------------------------------------------------------- */

/* Undefined in C, so such a run is no evidence: signed overflow, division by zero, wide shifts. */
static bool undefined(const csl_expr *e, const int64_t *kid) {
    csl_type type = e->type;
    if (!csl_type_integer(type))
        return false;
    int64_t exact;
    bool over;
    switch (e->op) {
    case CSL_OP_DIV:
    case CSL_OP_REM: return kid[1] == 0;
    case CSL_OP_SHL:
    case CSL_OP_SHR:
        if (kid[1] < 0 || kid[1] >= 8 * (int64_t)csl_type_bytes(type))
            return true;
        return e->op == CSL_OP_SHL && csl_type_signed(type) &&
               csl_normalise(type, kid[0] << kid[1]) >> kid[1] != kid[0];
    case CSL_OP_ADD: over = __builtin_add_overflow(kid[0], kid[1], &exact); break;
    case CSL_OP_SUB: over = __builtin_sub_overflow(kid[0], kid[1], &exact); break;
    case CSL_OP_MUL: over = __builtin_mul_overflow(kid[0], kid[1], &exact); break;
    case CSL_OP_NEG: over = __builtin_sub_overflow((int64_t)0, kid[0], &exact); break;
    default: return false;
    }
    return csl_type_signed(type) && (over || csl_normalise(type, exact) != exact);
}

static int64_t leaf_value(machine *m, const thread *t, const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST: return e->value;
    case CSL_OP_TID: return t->tid[e->index];
    case CSL_OP_BID: return m->in->bid[e->index];
    case CSL_OP_BDIM: return m->in->block[e->index];
    case CSL_OP_GDIM: return m->in->grid[e->index];
    case CSL_OP_PARAM:
        if (e->index >= CSL_RUN_PARAMS)
            stop(m, "too many parameters");
        return e->index < CSL_RUN_PARAMS ? csl_normalise(e->type, m->in->params[e->index]) : 0;
    case CSL_OP_BASE: return csl_memory_address(e->index, 0);
    case CSL_OP_VAR:
        if (!t->set[e->index])
            stop(m, "read of a variable without a value");
        return t->var[e->index];
    default: stop(m, "expression without a value"); return 0;
    }
}

static int64_t eval(machine *m, const thread *t, const csl_expr *e) {
    if (e->nkids == 0 || e->op == CSL_OP_PURE)
        return leaf_value(m, t, e);
    if (e->op == CSL_OP_ITE) /* the other side may be undefined */
        return eval(m, t, eval(m, t, e->kids[0]) ? e->kids[1] : e->kids[2]);
    int64_t kid[64];
    if (e->nkids > 64) {
        stop(m, "too many operands");
        return 0;
    }
    for (unsigned i = 0; i < e->nkids; i++)
        kid[i] = eval(m, t, e->kids[i]);
    if (undefined(e, kid))
        stop(m, "undefined arithmetic");
    return csl_eval_op(e, kid);
}

static void set_var(thread *t, uint32_t var, int64_t value) {
    if (var == CSL_NO_VAR)
        return;
    t->var[var] = value;
    t->set[var] = true;
}

/* ---- leaves -------------------------------------------------------------------------------- */

static int64_t atomic_result(const csl_access *acc, int64_t old, int64_t value) {
    int64_t result = value; /* exchange and store */
    switch (acc->atomic) {
    case CSL_ATOMIC_ADD: result = (int64_t)((uint64_t)old + (uint64_t)value); break;
    case CSL_ATOMIC_SUB: result = (int64_t)((uint64_t)old - (uint64_t)value); break;
    case CSL_ATOMIC_MIN: result = old < value ? old : value; break;
    case CSL_ATOMIC_MAX: result = old > value ? old : value; break;
    case CSL_ATOMIC_AND: result = old & value; break;
    case CSL_ATOMIC_OR: result = old | value; break;
    case CSL_ATOMIC_XOR: result = old ^ value; break;
    default: break;
    }
    return csl_normalise(acc->type, result);
}

static bool modelled(const csl_access *acc) {
    if (acc->type == CSL_VOID || acc->is_async)
        return false;
    return acc->atomic == CSL_ATOMIC_NONE ||
           (!csl_type_float(acc->type) && acc->atomic != CSL_ATOMIC_CAS &&
            acc->atomic != CSL_ATOMIC_INC && acc->atomic != CSL_ATOMIC_DEC);
}

static void run_access(machine *m, uint32_t self, const csl_stmt *s) {
    thread *t = &m->threads[self];
    const csl_access *acc = s->access;
    if (!modelled(acc)) {
        stop(m, "access that is not modelled");
        return;
    }
    if (acc->bounds && !eval(m, t, acc->bounds))
        stop(m, "subscript out of bounds");
    int64_t address = eval(m, t, acc->address);
    int64_t value = acc->value ? eval(m, t, acc->value) : 0;
    if (m->over)
        return;
    csl_memory_use use = {s, self, m->seen[self][self], m->seen[self]};
    csl_memory_clash clash;
    switch (csl_memory_touch(m->memory, address, acc, &use, &clash)) {
    case CSL_TOUCH_OK: break;
    case CSL_TOUCH_OUTSIDE: stop(m, "access outside its object"); return;
    case CSL_TOUCH_RACE:
        m->over = true;
        m->result = (csl_run_result){.outcome = CSL_RUN_RACE,
                                     .first = clash.stmt,
                                     .second = s,
                                     .thread = {clash.thread, self},
                                     .same_warp = clash.thread / 32 == self / 32};
        return;
    }
    if (m->in->watch && m->in->watch->access)
        m->in->watch->access(m->in->watch->owner, s, self, address);
    int64_t old = 0;
    if (acc->mode != CSL_MODE_WRITE)
        old = csl_memory_load(m->memory, address, acc->type, self);
    if (acc->mode == CSL_MODE_WRITE)
        csl_memory_store(m->memory, address, acc->type, self, value);
    else if (acc->mode == CSL_MODE_RMW)
        csl_memory_store(m->memory, address, acc->type, self, atomic_result(acc, old, value));
    set_var(t, acc->result, old);
}

static void run_leaf(machine *m, uint32_t self, const csl_stmt *s) {
    thread *t = &m->threads[self];
    switch (s->kind) {
    case CSL_STMT_BR: t->at = m->label_at[s->label]; return;
    case CSL_STMT_LET: {
        csl_type type = m->k->vars[s->let.var].type;
        set_var(t, s->let.var, csl_normalise(type, eval(m, t, s->let.value)));
        break;
    }
    case CSL_STMT_ACCESS: run_access(m, self, s); break;
    case CSL_STMT_SYNC: t->state = WAITING; return; /* the barrier moves it on */
    case CSL_STMT_EXIT: t->state = ENDED; return;
    case CSL_STMT_ASSUME:
        if (!eval(m, t, s->cond))
            stop(m, "an assumption does not hold");
        break;
    case CSL_STMT_FENCE: break;
    default: stop(m, "statement that is not modelled"); return;
    }
    t->at++;
}

static void tell_pass(const machine *m, const thread *t, const step *first, uint32_t loop) {
    const csl_run_watch *w = m->in->watch;
    if (!w || !w->pass)
        return;
    uint64_t passes = t->passes[loop];
    for (uint32_t i = 0; i < MAX_LOOPS; i++)
        if (first->loops >> i & 1)
            passes = passes * UINT64_C(1000003) + t->passes[i] + 1;
    w->pass(w->owner, first->stmt, passes, t->var, t->set);
}

static void run_thread(machine *m, uint32_t self) {
    thread *t = &m->threads[self];
    for (uint32_t i = 0; i < SLICE && t->state == READY && !m->over; i++) {
        if (m->budget-- == 0) {
            stop(m, "too long");
            return;
        }
        const step *s = &m->steps[t->at];
        switch (s->kind) {
        case STEP_LEAF: run_leaf(m, self, s->stmt); break;
        case STEP_UNLESS: t->at = eval(m, t, s->stmt->branch.cond) ? t->at + 1 : s->target; break;
        case STEP_JUMP: t->at = s->target; break;
        case STEP_ENTER:
            t->passes[s->target] = 0;
            tell_pass(m, t, s, s->target);
            t->at++;
            break;
        case STEP_AGAIN:
            t->passes[s->target]++;
            t->at = s->back;
            tell_pass(m, t, &m->steps[s->back - 1], s->target);
            break;
        case STEP_END: t->state = ENDED; break;
        }
    }
}

/* ---- barriers ------------------------------------------------------------------------------ */

static const csl_sync *waits_at(const machine *m, uint32_t t) {
    return m->steps[m->threads[t].at].stmt->sync;
}

static bool same_place(const machine *m, uint32_t t, uint32_t u) {
    const thread *x = &m->threads[t], *y = &m->threads[u];
    if (x->at != y->at)
        return false;
    uint64_t loops = m->steps[x->at].loops;
    for (uint32_t i = 0; i < MAX_LOOPS; i++)
        if ((loops >> i & 1) && x->passes[i] != y->passes[i])
            return false;
    return true;
}

/* May the thread wait at this barrier together with the one that stands at `s` (both of a warp)?
 * A tile is a run of lanes, a mask says which lanes. */
static bool takes_part(const csl_sync *s, uint32_t of, uint32_t t) {
    if (s->scope == CSL_SCOPE_BLOCK)
        return true;
    uint32_t tile = s->tile ? s->tile : 32;
    if (of / tile != t / tile)
        return false;
    return s->tile || ((uint64_t)s->mask->value >> t % 32 & 1);
}

static int64_t shuffled(machine *m, const csl_sync *s, uint32_t t) {
    int64_t lane = eval(m, &m->threads[t], s->lane);
    uint32_t from = t / 32 * 32 + (uint32_t)(lane & 31);
    if (from >= m->nthreads || m->threads[from].state == ENDED) {
        stop(m, "shuffle from a lane that is not there");
        return 0;
    }
    return eval(m, &m->threads[from], s->value);
}

/* All who take part in the barrier of thread `of` and have not ended leave it; if it orders
 * memory, each has seen what the others have seen. */
static void open_barrier(machine *m, uint32_t of) {
    const csl_sync *s = waits_at(m, of);
    bool part[CSL_RUN_THREADS];
    uint32_t joined[CSL_RUN_THREADS] = {0};
    int64_t any = 0, result[CSL_RUN_THREADS] = {0};
    for (uint32_t t = 0; t < m->nthreads; t++) {
        part[t] = m->threads[t].state != ENDED && takes_part(s, of, t);
        if (!part[t])
            continue;
        if (s->kind == CSL_SYNC_SHUFFLE)
            result[t] = shuffled(m, s, t);
        else if (s->value)
            any |= eval(m, &m->threads[t], s->value);
        for (uint32_t u = 0; u < m->nthreads; u++)
            joined[u] = m->seen[t][u] > joined[u] ? m->seen[t][u] : joined[u];
    }
    for (uint32_t t = 0; t < m->nthreads; t++) {
        if (!part[t])
            continue;
        if (s->orders) {
            memcpy(m->seen[t], joined, sizeof joined);
            m->seen[t][t]++;
        }
        set_var(&m->threads[t], s->result, s->kind == CSL_SYNC_SHUFFLE ? result[t] : any != 0);
        m->threads[t].state = READY;
        m->threads[t].at++;
    }
}

/* Opens the warp barriers at which all stand who take part; lanes that have ended are not waited
 * for. True if some thread can go on. */
static bool open_warps(machine *m) {
    bool opened = false;
    for (uint32_t t = 0; t < m->nthreads; t++) {
        if (m->threads[t].state != WAITING || waits_at(m, t)->scope != CSL_SCOPE_WARP)
            continue;
        bool all = takes_part(waits_at(m, t), t, t);
        for (uint32_t u = t / 32 * 32; u < m->nthreads && u < t / 32 * 32 + 32; u++)
            if (m->threads[u].state != ENDED && takes_part(waits_at(m, t), t, u))
                all &= m->threads[u].state == WAITING && same_place(m, t, u);
        if (!all)
            continue;
        open_barrier(m, t);
        opened = true;
    }
    return opened;
}

static bool supported(const csl_sync *s) {
    if (s->id || s->object || s->kind == CSL_SYNC_ARRIVE || s->kind == CSL_SYNC_WAIT ||
        s->kind == CSL_SYNC_ELECT)
        return false;
    if (s->scope == CSL_SCOPE_BLOCK)
        return s->kind == CSL_SYNC_BARRIER;
    if (s->kind == CSL_SYNC_SHUFFLE && (!s->lane || s->width != 32))
        return false;
    return s->scope == CSL_SCOPE_WARP && (s->tile || (s->mask && s->mask->op == CSL_OP_CONST));
}

/* No thread can run: open a barrier, or say what is wrong. */
static void settle(machine *m) {
    uint32_t waits = m->nthreads;
    bool in_warp = false;
    for (uint32_t t = m->nthreads; t-- > 0;) {
        if (m->threads[t].state != WAITING)
            continue;
        waits = t;
        in_warp |= waits_at(m, t)->scope == CSL_SCOPE_WARP;
        if (!supported(waits_at(m, t))) {
            stop(m, "synchronisation that is not modelled");
            return;
        }
    }
    if (waits == m->nthreads) {
        m->over = true; /* all have ended; the outcome is CLEAN */
        return;
    }
    if (in_warp) {
        if (!open_warps(m))
            stop(m, "warp barrier that not every lane reaches");
        return;
    }
    for (uint32_t t = 0; t < m->nthreads; t++) {
        if (m->threads[t].state == WAITING && same_place(m, waits, t))
            continue;
        const csl_stmt *barrier = m->steps[m->threads[waits].at].stmt;
        m->over = true;
        m->result = (csl_run_result){.outcome = CSL_RUN_DIVERGENCE,
                                     .first = barrier,
                                     .second = barrier,
                                     .thread = {waits, t}};
        return;
    }
    open_barrier(m, waits);
    csl_memory_forget(m->memory);
    if (m->in->watch && m->in->watch->opened)
        m->in->watch->opened(m->in->watch->owner);
}

/* ---- the run ------------------------------------------------------------------------------- */

static void start_threads(machine *m) {
    const csl_run_input *in = m->in;
    m->nthreads = in->block[0] * in->block[1] * in->block[2];
    m->threads = calloc(m->nthreads, sizeof *m->threads);
    if (!m->threads)
        abort();
    for (uint32_t t = 0; t < m->nthreads; t++) {
        thread *th = &m->threads[t];
        th->var = calloc(m->k->nvars + 1, sizeof *th->var);
        th->set = calloc(m->k->nvars + 1, sizeof *th->set);
        if (!th->var || !th->set)
            abort();
        th->tid[0] = t % in->block[0];
        th->tid[1] = t / in->block[0] % in->block[1];
        th->tid[2] = t / in->block[0] / in->block[1];
        m->seen[t][t] = 1;
    }
}

csl_run_result csl_interpret(const csl_kernel *k, const csl_run_input *input) {
    machine *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->k = k;
    m->in = input;
    m->budget = CSL_RUN_STEPS;
    m->label_at = calloc(k->nlabels + 1, sizeof *m->label_at);
    if (!m->label_at)
        abort();
    flatten(m, k->body, 0);
    emit(m, STEP_END, NULL, 0);
    if (m->nloops > MAX_LOOPS)
        stop(m, "too many loops");
    start_threads(m);
    m->memory = csl_memory_new(k, m->nthreads, input->fill, input->seed);

    while (!m->over) {
        bool all_stand = true;
        for (uint32_t t = 0; t < m->nthreads && !m->over; t++) {
            run_thread(m, t);
            all_stand &= m->threads[t].state != READY;
        }
        if (all_stand && !m->over)
            settle(m);
    }

    if (input->watch && input->watch->opened)
        input->watch->opened(input->watch->owner);
    csl_run_result result = m->result;
    csl_memory_free(m->memory);
    for (uint32_t t = 0; t < m->nthreads; t++) {
        free(m->threads[t].var);
        free(m->threads[t].set);
    }
    free(m->threads);
    free(m->label_at);
    free(m->steps);
    free(m);
    return result;
}
