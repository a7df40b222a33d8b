/* Witnesses for made-up data.
 *
 * What is computed of loaded data on a long way (a byte of a hash) is anything at all to a query.
 * Its witness then speaks of a value that perhaps no contents of memory give, and no replay finds
 * out. Here the order is turned round: memory that nothing has written holds numbers made up of its
 * addresses, one of the two threads runs, and the query is asked for another thread that meets it
 * there. The replay with the same numbers confirms that, or not.
 */
#include "replay.h"

#include <string.h>

/* Any number will do that is the same whenever it is read. (Knuth's multiplicative hashing.) */
static int64_t number_at(int64_t address, csl_type type) {
    uint64_t h = (uint64_t)address * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return csl_normalise(type, (int64_t)(h >> 7));
}

/* Nothing before the load, in its own pass or an earlier one, writes there. */
static bool first_of_all(const csl_analysis *a, const csl_node *load) {
    const csl_expr *root = load->ntargets == 1 ? load->targets[0].root : NULL;
    if (!root || root->op != CSL_OP_BASE || a->kernel->objects[root->index].kind != CSL_OBJ_GLOBAL)
        return false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode == CSL_MODE_READ ||
            (n->order > load->order && !(n->loop && csl_loop_inside(load->loop, n->loop)) &&
             !(load->loop && csl_loop_inside(n->loop, load->loop))))
            continue;
        if (csl_has_target(n, root))
            return false;
    }
    return true;
}

csl_known csl_made_up(csl_runner *r, const csl_node *load) {
    const csl_access *acc = load->stmt->kind == CSL_STMT_ACCESS ? load->stmt->access : NULL;
    csl_known none = {0, false};
    if (!acc || acc->mode != CSL_MODE_READ || !csl_is_plain(acc) || !csl_type_integer(acc->type) ||
        !first_of_all(r->s->a, load))
        return none;
    const csl_known at = csl_machine_eval(&r->m, acc->address);
    return at.known ? (csl_known){number_at(at.value, acc->type), true} : none;
}

/* ---- the other thread ------------------------------------------------------------------------ */

/* Where the thread of that side comes to its access, as an offset into the object. */
static bool comes_to(csl_ctx *scratch, const csl_solution *s, int side, csl_node *access,
                     int64_t *offset) {
    const csl_expr *root = access->ntargets == 1 ? access->targets[0].root : NULL;
    if (!root || root->op != CSL_OP_BASE)
        return false;
    csl_runner *r = csl_runner_new(scratch, s, side, access, NULL);
    csl_runner_run(r);
    for (uint32_t i = 0; i < r->goals.n; i++)
        if (r->goals.v[i].address.known) {
            *offset = r->goals.v[i].address.value - csl_machine_base(s->a->kernel, root->index);
            return true;
        }
    return false;
}

/* What is fixed: the thread of that side, the block, the passes that it was followed to, and all
 * that the place is not made of. */
static void fix(const csl_solution *s, int side, csl_dvar *vars) {
    const uint32_t other = csl_thread_of(s->r, !side);
    for (uint32_t i = 0; i < s->q->nvars; i++) {
        const bool of_other = i < CSL_DV_FREE ? i >= other && i < other + 3
                                              : vars[i].side == (other == CSL_DV_TID1 ? 1 : 2);
        if (!of_other && (i < CSL_DV_FREE || vars[i].role == CSL_ROLE_ITER ||
                          !csl_term_has(s->b, s->q->offset[side], i)))
            vars[i].lo = vars[i].hi = s->value[i];
    }
}

static bool solve(csl_ctx *scratch, csl_solution *s, int side, csl_node *access) {
    csl_analysis *a = s->a;
    csl_query q = *s->q;
    int64_t offset;
    if (!comes_to(scratch, s, side, access, &offset))
        return false;
    csl_dvar *vars = csl_alloc(a->ctx, q.nvars * sizeof *vars);
    memcpy(vars, q.vars, q.nvars * sizeof *vars);
    fix(s, side, vars);
    q.vars = vars;
    csl_expr *there = csl_const(a->ctx, CSL_I64, offset);
    q.fact = csl_and(a->ctx, q.fact, csl_binary(a->ctx, CSL_OP_EQ, q.offset[side], there));
    const csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    s->value = answer.value;
    return answer.verdict == CSL_POSSIBLE;
}

bool csl_try_made_up(const csl_solution *s, csl_node *const access[2], csl_accept accept,
                     void *user) {
    if (s->r->share > CSL_SCOPE_BLOCK || s->r->in_flight || !s->q->offset[0])
        return false;
    csl_ctx *scratch = csl_ctx_new();
    bool found = false;
    for (int side = 0; side < 2 && !found; side++) {
        csl_solution other = *s;
        other.made_up = true;
        found = solve(scratch, &other, side, access[side]) && accept(user, other.q, other.value);
    }
    csl_ctx_free(scratch);
    return found;
}
