/* Z3 on bit-vectors, for what tactics and enumeration leave.
 *
 * A fresh solver for every query makes answers independent of the order of queries; `rlimit`
 * bounds the work by count. */
#include "solver.h"

#ifndef CSL_WITH_Z3

csl_solver *csl_solver_new(uint32_t work, uint32_t total) {
    (void)work;
    (void)total;
    return NULL;
}

void csl_solver_begin(csl_solver *s, uint32_t work) {
    (void)s;
    (void)work;
}

uint32_t csl_solver_total_left(const csl_solver *s) {
    (void)s;
    return 0;
}

void csl_solver_free(csl_solver *s) {
    (void)s;
}

uint32_t csl_solver_work_left(const csl_solver *s) {
    (void)s;
    return 0;
}

csl_answer csl_solver_decide(csl_solver *s, const csl_query *q, uint32_t limit) {
    (void)limit;
    (void)s;
    (void)q;
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = "no solver"};
}

const char *csl_solver_version(void) {
    return "none";
}

#else

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "z3_terms.h"
#include "../../limits/limits.h"

struct csl_solver {
    Z3_context c; /* NULL before the first query */
    uint32_t work_left, total_left;
};

static bool failed; /* the error handler has no user pointer; the default one ends the process */

static void on_error(Z3_context c, Z3_error_code code) {
    (void)c;
    (void)code;
    failed = true;
}

/* Z3's core rather than its tactics for bit-vectors: these spend more on preparing a query of our
 * size than the core on answering it. */
static Z3_solver new_solver(Z3_context c, uint32_t rlimit) {
    Z3_solver s = Z3_mk_simple_solver(c);
    Z3_solver_inc_ref(c, s);
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), rlimit);
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "random_seed"), 0);
    Z3_solver_set_params(c, s, p);
    Z3_params_dec_ref(c, p);
    return s;
}

/* What all checks of the context took so far, in the units of rlimit. */
static uint32_t work_so_far(Z3_context c, Z3_solver s) {
    Z3_stats all = Z3_solver_get_statistics(c, s);
    uint32_t work = 0;
    Z3_stats_inc_ref(c, all);
    for (unsigned i = 0; i < Z3_stats_size(c, all); i++)
        if (Z3_stats_is_uint(c, all, i) && strcmp(Z3_stats_get_key(c, all, i), "rlimit count") == 0)
            work = Z3_stats_get_uint_value(c, all, i);
    Z3_stats_dec_ref(c, all);
    return work;
}

/* Reads the model of the last satisfiable check; false on any trouble. */
static bool read_model(csl_z3_terms *e, Z3_solver s, int64_t *out) {
    Z3_model m = Z3_solver_get_model(e->c, s);
    bool good = m != NULL && !failed;
    if (!good)
        return false;
    Z3_model_inc_ref(e->c, m);
    for (uint32_t v = 0; v < e->t->q->nvars && good; v++) {
        Z3_ast n;
        uint64_t bits = 0;
        out[v] = csl_bits(e->t->q->vars[v].lo);
        if (!e->row[v].bits)
            continue;
        unsigned w = e->row[v].width < 64 ? e->row[v].width : 64;
        Z3_ast low = csl_z3_resize(e, e->row[v].bits, e->row[v].width, w);
        good = Z3_model_eval(e->c, m, low, true, &n) && Z3_get_numeral_uint64(e->c, n, &bits);
        /* The sign bit of a width below 64 is carried up. */
        out[v] = w < 64 ? (int64_t)(bits << (64 - w)) >> (64 - w) : (int64_t)bits;
    }
    Z3_model_dec_ref(e->c, m);
    return good && !failed;
}

static void spend(csl_solver *s, uint32_t work) {
    s->work_left -= work < s->work_left ? work : s->work_left;
    s->total_left -= work < s->total_left ? work : s->total_left;
}

static csl_answer solve(csl_solver *solver, csl_z3_terms *e, uint32_t limit) {
    const csl_query *q = e->t->q;
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "z3"};
    const uint32_t left = csl_solver_work_left(solver);
    limit = left < limit ? left : limit;
    /* An answer about many gates is quick or never comes. */
    if (csl_limit_reached(CSL_LIMIT_solver_many_gates, e->gates) &&
        limit > CSL_LIMIT(solver_gates_check))
        limit = CSL_LIMIT(solver_gates_check);
    Z3_solver s = new_solver(e->c, limit);
    for (unsigned i = 0; i < Z3_ast_vector_size(e->c, e->assertions); i++)
        Z3_solver_assert(e->c, s, Z3_ast_vector_get(e->c, e->assertions, i));
    uint32_t before = work_so_far(e->c, s);
    Z3_lbool found = failed ? Z3_L_UNDEF : Z3_solver_check(e->c, s);
    uint32_t work = work_so_far(e->c, s) - before;
    if (found != Z3_L_FALSE) /* proofs are worth any work */
        spend(solver, work);
    if (found == Z3_L_FALSE && !failed) {
        a.verdict = CSL_SAFE;
    } else if (found == Z3_L_TRUE) {
        int64_t *value = csl_alloc(q->ctx, q->nvars * sizeof *value);
        if (read_model(e, s, value)) {
            a.verdict = csl_query_holds(q, value) ? CSL_POSSIBLE : CSL_UNDECIDED;
            a.value = a.verdict == CSL_POSSIBLE ? value : NULL;
            if (a.verdict == CSL_UNDECIDED && !e->has_fresh && !failed)
                csl_replay_failed("z3");
        }
    }
    Z3_solver_dec_ref(e->c, s);
    return a;
}

csl_solver *csl_solver_new(uint32_t work, uint32_t total) {
    csl_solver *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->work_left = work;
    s->total_left = total;
    return s;
}

static void close_context(csl_solver *s) {
    if (s->c)
        Z3_del_context(s->c);
    s->c = NULL;
}

void csl_solver_free(csl_solver *s) {
    if (s)
        close_context(s);
    free(s);
}

void csl_solver_begin(csl_solver *s, uint32_t work) {
    close_context(s); /* the order of its terms is part of what it finds */
    s->work_left = work;
}

uint32_t csl_solver_work_left(const csl_solver *s) {
    return s->work_left < s->total_left ? s->work_left : s->total_left;
}

uint32_t csl_solver_total_left(const csl_solver *s) {
    return s->total_left;
}

/* A context fills two tables of 8 MB when it is opened. Of memory that the system gives out in
 * large pages, where it has them, that takes a fraction of the time. What is given back here is
 * what the tables are made of. */
static void ask_for_large_pages(void) {
    enum { PAGE = 2 << 20, TABLES = 10 * PAGE };
    static bool asked;
    char *memory = asked ? NULL : malloc(TABLES);
    if (memory) {
        char *first = memory + (PAGE - (uintptr_t)memory % PAGE) % PAGE;
        madvise(first, TABLES - PAGE, MADV_HUGEPAGE);
        free(memory);
    }
    asked = true;
}

static void open_context(csl_solver *s) {
    if (s->c)
        return;
    ask_for_large_pages();
    Z3_config config = Z3_mk_config();
    s->c = Z3_mk_context(config); /* not reference-counted: terms live as long as it does */
    Z3_del_config(config);
    Z3_set_error_handler(s->c, on_error);
}

/* To open a context takes longer than most answers. */
static csl_answer ask(csl_solver *s, const csl_tape *t, csl_pool *pool, uint32_t limit) {
    failed = false;
    open_context(s);
    csl_z3_terms e = {.c = s->c, .t = t};
    e.assertions = Z3_mk_ast_vector(e.c);
    Z3_ast_vector_inc_ref(e.c, e.assertions);
    csl_z3_say(&e, pool);
    const csl_answer a = solve(s, &e, limit);
    Z3_ast_vector_dec_ref(e.c, e.assertions);
    return a;
}

csl_answer csl_solver_decide(csl_solver *s, const csl_query *q, uint32_t limit) {
    csl_pool pool = {0};
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "z3"};
    csl_tape *t = csl_tape_new(&pool, q, true);
    if (t->contradiction) {
        a.verdict = CSL_SAFE;
    } else if (!csl_limit_exceeded(CSL_LIMIT_solver_nodes, t->n)) {
        csl_tape_widen(t);
        if (!csl_z3_too_large(t))
            a = ask(s, t, &pool, limit);
    }
    csl_pool_free(&pool);
    return a;
}

const char *csl_solver_version(void) {
    return Z3_get_full_version();
}

#endif
