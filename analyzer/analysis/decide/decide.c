/* The order of the engines, cheapest first:
 *
 *   1. trivial      ranges alone contradict the conditions, or the block has one thread
 *   2. rules        short proofs (rules.h); microseconds
 *   3. samples      a witness among small blocks and values
 *   4. case split   the rules again, in each case of a small unknown
 *   5. everything   if that is little
 *   6. Z3           bit-vectors, limited by count
 *   7. shape by shape, for shapes people launch: safe for those that were tried
 */
#include <stdio.h>
#include <stdlib.h>

#include "enumerate.h"
#include "rules.h"

struct csl_decider {
    csl_decide_options options;
};

csl_decide_options csl_decide_defaults(void) {
    return (csl_decide_options){
        .enumerate_budget = 50000, .solver_calls = 20, .solver_rlimit = 300000};
}

csl_decider *csl_decider_new(csl_decide_options options) {
    csl_decider *d = calloc(1, sizeof *d);
    if (!d) {
        abort();
    }
    d->options = options;
    return d;
}

void csl_decider_free(csl_decider *d) {
    free(d);
}

void csl_replay_failed(const char *engine) {
#ifdef CSL_CHECK_PASSES
    fprintf(stderr, "cudasynclint: internal error: witness of %s does not replay\n", engine);
    abort();
#else
    (void)engine;
#endif
}

static csl_answer undecided(const char *by) {
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = by};
}

bool csl_trivially_safe(const csl_tape *t) {
    uint32_t threads = csl_shapes_max_threads(t->q->shapes);
    if (threads < 2 || (t->q->pair == CSL_PAIR_DIFFERENT_WARPS && threads <= 32)) {
        return true;
    }
    bool impossible = t->contradiction;
    for (uint32_t i = 0; i < t->nconjuncts; i++) {
        impossible |= t->node[t->conjunct[i]].range.hi < 1;
    }
    return impossible;
}

static csl_answer by_rules(csl_pool *pool, const csl_tape *t, bool split) {
    if (csl_trivially_safe(t)) {
        return (csl_answer){.verdict = CSL_SAFE, .by = "trivial"};
    }
    const char *rule = csl_rules_prove(pool, t);
    if (!rule && split && csl_split_proves(pool, t)) {
        rule = "cases";
    }
    return rule ? (csl_answer){.verdict = CSL_SAFE, .by = rule} : undecided("rules");
}

csl_answer csl_decide_rules(const csl_query *q) {
    csl_pool pool = {0};
    csl_answer a = by_rules(&pool, csl_tape_new(&pool, q, true), true);
    csl_pool_free(&pool);
    return a;
}

csl_answer csl_decide_enumerate(const csl_query *q, uint64_t budget) {
    csl_pool pool = {0};
    csl_tape *t = csl_tape_new(&pool, q, true);
    csl_answer a = {.verdict = CSL_SAFE, .by = "trivial"};
    if (t->n > CSL_TAPE_LIMIT) {
        a = undecided("size");
    } else if (!csl_trivially_safe(t)) {
        a = csl_enumerate_samples(&pool, t, budget);
        if (a.verdict == CSL_UNDECIDED) {
            a = csl_enumerate_all(&pool, t, budget);
        }
    }
    csl_pool_free(&pool);
    return a;
}

csl_answer csl_decide(csl_decider *d, const csl_query *q) {
    csl_pool pool = {0};
    csl_tape *t = csl_tape_new(&pool, q, true);
    csl_answer a = undecided("size");
    if (t->n <= CSL_TAPE_LIMIT) {
        a = by_rules(&pool, t, false);
        if (a.verdict == CSL_UNDECIDED) {
            a = csl_enumerate_samples(&pool, t, d->options.enumerate_budget);
        }
        if (a.verdict == CSL_UNDECIDED) {
            a = csl_enumerate_all(&pool, t, d->options.enumerate_budget);
        }
    }
    csl_pool_free(&pool);
    return a;
}
