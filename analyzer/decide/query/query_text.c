/* The text form of a query, for --dump=queries and for tests:
 *
 *   pair block                          block, different-warps, same-warp, different-groups, any
 *   shapes max 1024 unused y z          or x=32, or a list: shapes 32x1x1 16x16x1
 *   var n param u32 shared 0 1000       name, role, type, shared / one / two, least, greatest
 *   range t1.x 0 31                     of one of the nine fixed variables, if not the usual one
 *   let 12 (add.u32 t1.x n)             a term that occurs as $12 below, in large queries
 *   fact (le.u32 1 n)
 *   guard1 (lt.u32 t1.x n)
 *   guard2 (lt.u32 t2.x n)
 *   touch1 4 (mul.i64 4 (cast.i64 t1.x))    bytes and offset; left out in a divergence query
 *   touch2 4 (mul.i64 4 (cast.i64 t2.x))
 *
 * Variables are written NAME, or NAME#ROW where a name stands in several rows. The fixed ones are
 * t1.x .. t2.z and bdim.x .. bdim.z. The suffix of an operator is the type of its operands, of a
 * cast, a constant or a function the type of the result. A bare number has the type its place
 * asks for. What is left out is true, block, and every shape of up to 1024 threads. */
#include "query_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tape.h"

const char *const csl_fixed_names[CSL_DV_FREE] = {"t1.x", "t1.y",   "t1.z",   "t2.x",  "t2.y",
                                                  "t2.z", "bdim.x", "bdim.y", "bdim.z"};
const char *const csl_role_names[CSL_ROLE_LOST + 1] = {"tid",   "bdim", "bid",  "gdim",
                                                       "param", "iter", "data", "approx"};
const char *const csl_pair_names[CSL_PAIR_ANY + 1] = {"block", "different-warps", "same-warp",
                                                      "different-groups", "any"};
const char *const csl_side_names[3] = {"shared", "one", "two"};

csl_dvar csl_fixed_var(uint32_t v) {
    csl_dvar var = {.type = CSL_U32, .name = csl_fixed_names[v]};
    if (v < CSL_DV_BDIM) {
        var.role = CSL_ROLE_TID;
        var.side = v < CSL_DV_TID2 ? 1 : 2;
        var.hi = v % 3 == 2 ? 63 : 1023;
    } else {
        var.role = CSL_ROLE_BDIM;
        var.lo = 1;
        var.hi = v % 3 == 2 ? 64 : 1024;
    }
    return var;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_name(FILE *out, const csl_query *q, uint32_t v, bool with_row) {
    if (v < CSL_DV_FREE) {
        fputs(csl_fixed_names[v], out);
        return;
    }
    for (const char *c = q->vars[v].name; c && *c; c++)
        fputc(isalnum((unsigned char)*c) || *c == '.' ? *c : '_', out);
    if (with_row)
        fprintf(out, "#%u", v);
}

static bool relation(csl_op op) {
    return op == CSL_OP_EQ || op == CSL_OP_NE || op == CSL_OP_LT || op == CSL_OP_LE;
}

/* The terms of a query as a tape. `named`: written once, in a line of its own, as $NODE. */
typedef struct printer {
    FILE *out;
    const csl_query *q;
    const csl_tape *t;
    bool *named;
} printer;

static void print_node(const printer *p, uint32_t node);

static void print_whole(const printer *p, uint32_t node) {
    const csl_expr *e = p->t->node[node].e;
    if (e->op == CSL_OP_SYM) {
        print_name(p->out, p->q, e->index, true);
        return;
    }
    csl_op op = (csl_op)e->op;
    csl_type type = (csl_type)(relation(op) ? e->kids[0]->type : e->type);
    fprintf(p->out, "(%s.%s", csl_is_exact(e) ? "exact" : csl_op_name(op), csl_type_name(type));
    if (op == CSL_OP_CONST)
        fprintf(p->out, " %" PRId64, e->value);
    else if (op == CSL_OP_PURE)
        fprintf(p->out, " %s", e->name);
    for (unsigned i = 0; i < e->nkids; i++) {
        fputc(' ', p->out);
        print_node(p, p->t->node[node].kid[i]);
    }
    fputc(')', p->out);
}

static void print_node(const printer *p, uint32_t node) {
    if (p->named[node])
        fprintf(p->out, "$%u", node);
    else
        print_whole(p, node);
}

/* Terms written out in full take as many words as their tree has nodes, which can be exponentially
 * more than there are terms. A query beyond this has those named that occur several times. */
enum { MAX_WORDS = 2000, WORTH_A_NAME = 4 };

static void find_named(const printer *p) {
    const csl_tape *t = p->t;
    double *words = calloc(t->n + 1, sizeof *words);
    uint32_t *uses = calloc(t->n + 1, sizeof *uses);
    double all = 0;
    for (uint32_t i = 0; words && uses && i < t->n; i++) {
        words[i] = 1;
        for (unsigned k = 0; k < t->node[i].e->nkids; k++) {
            words[i] += words[t->node[i].kid[k]];
            uses[t->node[i].kid[k]]++;
        }
        all = words[i] > all ? words[i] : all;
    }
    for (uint32_t i = 0; words && uses && i < t->n; i++)
        p->named[i] = all > MAX_WORDS && uses[i] > 1 && words[i] >= WORTH_A_NAME;
    free(words);
    free(uses);
}

static void print_line(const printer *p, const char *word, uint32_t node) {
    fprintf(p->out, "%s ", word);
    print_node(p, node);
    fputc('\n', p->out);
}

static void print_number(FILE *out, csl_wide v) {
    if (v > INT64_MAX)
        fprintf(out, " %" PRIu64, (uint64_t)v);
    else
        fprintf(out, " %" PRId64, (int64_t)v);
}

static void print_bounds(FILE *out, const csl_dvar *var) {
    print_number(out, var->lo);
    print_number(out, var->hi);
    fputc('\n', out);
}

void csl_print_query(FILE *out, const csl_query *q) {
    fprintf(out, "pair %s\nshapes", csl_pair_names[q->pair]);
    for (uint32_t i = 0; i < q->shapes->n; i++) {
        const uint32_t *s = q->shapes->shape[i];
        fprintf(out, " %ux%ux%u", s[0], s[1], s[2]);
    }
    if (q->shapes->n == 0) {
        fprintf(out, " max %u", q->shapes->max_threads);
        const uint32_t *fixed = q->shapes->fixed;
        fputs(fixed[0] == 1 || fixed[1] == 1 || fixed[2] == 1 ? " unused" : "", out);
        for (unsigned d = 0; d < 3; d++)
            if (fixed[d] == 1)
                fprintf(out, " %c", "xyz"[d]);
        for (unsigned d = 0; d < 3; d++)
            if (fixed[d] > 1)
                fprintf(out, " %c=%u", "xyz"[d], fixed[d]);
    }
    fputc('\n', out);
    for (uint32_t v = 0; v < q->nvars; v++) {
        const csl_dvar *var = &q->vars[v];
        csl_dvar usual = v < CSL_DV_FREE ? csl_fixed_var(v) : *var;
        if (v >= CSL_DV_FREE) {
            fputs("var ", out);
            print_name(out, q, v, false);
            fprintf(out, " %s %s %s", csl_role_names[var->role], csl_type_name(var->type),
                    csl_side_names[var->side]);
            print_bounds(out, var);
        } else if (usual.lo != var->lo || usual.hi != var->hi) {
            fprintf(out, "range %s", csl_fixed_names[v]);
            print_bounds(out, var);
        }
    }
    csl_pool pool = {0};
    const csl_tape *t = csl_tape_new(&pool, q, false);
    const printer p = {out, q, t, CSL_POOL_ARRAY(&pool, bool, t->n)};
    find_named(&p);
    for (uint32_t i = 0; i < t->n; i++) {
        if (p.named[i]) {
            fprintf(out, "let %u ", i);
            print_whole(&p, i);
            fputc('\n', out);
        }
    }
    print_line(&p, "fact", t->fact);
    print_line(&p, "guard1", t->guard[0]);
    print_line(&p, "guard2", t->guard[1]);
    for (unsigned s = 0; s < 2 && q->offset[0]; s++) {
        fprintf(out, "touch%u %u ", s + 1, q->bytes[s]);
        print_node(&p, t->offset[s]);
        fputc('\n', out);
    }
    csl_pool_free(&pool);
}
