/* The text form of expressions.
 *
 *   EXPR = true | false | tid.x | bid.y | bdim.z | gdim.x       (and so on)
 *        | (const.TYPE NUMBER)         floats: an integral number such as 2.0, or the 16 hex digits
 *                                      of the double, 0x3fb999999999999a
 *        | (var.TYPE INDEX)            also sym, param, base
 *        | (pure.TYPE "name" EXPR...)
 *        | (lt.TYPE EXPR EXPR)         also eq, ne, le; TYPE is the operands'
 *        | (and EXPR EXPR...) | (or EXPR EXPR...) | (not EXPR)
 *        | (exact.TYPE EXPR)           a cast that keeps the value
 *        | (OP.TYPE EXPR...)           everything else; TYPE is the result's
 *        | #N=EXPR | #N#
 *
 * An expression is a DAG. In a large one (as a tree) a node that occurs again is written once, as
 * #N=EXPR with N counting from 0 within the expression, and is #N# from then on.
 */
#include "text.h"

#include <inttypes.h>

enum { PLAIN_TREE_NODES = 256 };

void csl_print_string(FILE *out, const char *s) {
    fputc('"', out);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c == '\t')
            fputs("\\t", out);
        else if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

/* Does not depend on the locale, as "%g" would. */
static void print_double(FILE *out, int64_t bits) {
    const double exact = 0x1p53; /* integers up to here are doubles */
    double value = csl_to_double(bits);
    if (value > -exact && value < exact) {
        int64_t integer = (int64_t)value;
        if (csl_from_double((double)integer) == bits) {
            fprintf(out, "%" PRId64 ".0", integer);
            return;
        }
    }
    fprintf(out, "0x%016" PRIx64, (uint64_t)bits);
}

static void print_constant(FILE *out, const csl_expr *e) {
    if (e->type == CSL_BOOL) {
        fputs(e->value ? "true" : "false", out);
        return;
    }
    fprintf(out, "(const.%s ", csl_type_name(e->type));
    if (csl_type_float(e->type))
        print_double(out, e->value);
    else if (csl_type_signed(e->type))
        fprintf(out, "%" PRId64, e->value);
    else
        fprintf(out, "%" PRIu64, (uint64_t)e->value);
    fputc(')', out);
}

static bool is_builtin(const csl_expr *e) {
    return e->op == CSL_OP_TID || e->op == CSL_OP_BID || e->op == CSL_OP_BDIM ||
           e->op == CSL_OP_GDIM;
}

static void print_leaf(FILE *out, const csl_expr *e) {
    if (e->op == CSL_OP_CONST)
        print_constant(out, e);
    else if (is_builtin(e) && e->type == CSL_U32 && e->index < 3)
        fprintf(out, "%s.%c", csl_op_name(e->op), "xyz"[e->index]);
    else
        fprintf(out, "(%s.%s %" PRIu32 ")", csl_op_name(e->op), csl_type_name(e->type), e->index);
}

/* The nodes that occur again. While they are looked for a node is SEEN or REPEATED; when it has
 * been written its value is LABEL + N. */
enum { SEEN = 1, REPEATED = 2, LABEL = 3 };
typedef struct expr_printer {
    FILE *out;
    csl_ptr_map state;
    uintptr_t nlabels;
} expr_printer;

static uintptr_t state_of(const expr_printer *p, const csl_expr *e) {
    return (uintptr_t)csl_ptr_map_get(&p->state, e);
}

static void find_repeated(expr_printer *p, const csl_expr *e) {
    if (e->nkids == 0)
        return;
    bool again = state_of(p, e) != 0;
    csl_ptr_map_set(&p->state, e, (void *)(uintptr_t)(again ? REPEATED : SEEN));
    for (unsigned i = 0; i < e->nkids && !again; i++)
        find_repeated(p, e->kids[i]);
}

/* Nodes of the tree, given up on beyond the limit. */
static unsigned tree_nodes(const csl_expr *e, unsigned limit) {
    unsigned n = 1;
    for (unsigned i = 0; i < e->nkids && n <= limit; i++)
        n += tree_nodes(e->kids[i], limit - n);
    return n;
}

static void print(expr_printer *p, const csl_expr *e) {
    if (e->nkids == 0 && e->op != CSL_OP_PURE) {
        print_leaf(p->out, e);
        return;
    }
    uintptr_t state = state_of(p, e);
    if (state >= LABEL) {
        fprintf(p->out, "#%" PRIuPTR "#", state - LABEL);
        return;
    }
    if (state == REPEATED) {
        fprintf(p->out, "#%" PRIuPTR "=", p->nlabels);
        csl_ptr_map_set(&p->state, e, (void *)(LABEL + p->nlabels++));
    }
    bool comparison = e->op >= CSL_OP_EQ && e->op <= CSL_OP_LE;
    fprintf(p->out, "(%s", csl_is_exact(e) ? "exact" : csl_op_name(e->op));
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR && e->op != CSL_OP_NOT)
        fprintf(p->out, ".%s", csl_type_name(comparison ? e->kids[0]->type : e->type));
    if (e->op == CSL_OP_PURE) {
        fputc(' ', p->out);
        csl_print_string(p->out, e->name);
    }
    for (unsigned i = 0; i < e->nkids; i++) {
        fputc(' ', p->out);
        print(p, e->kids[i]);
    }
    fputc(')', p->out);
}

void csl_print_expr(FILE *out, const csl_expr *e) {
    expr_printer p = {.out = out};
    if (tree_nodes(e, PLAIN_TREE_NODES) > PLAIN_TREE_NODES)
        find_repeated(&p, e);
    print(&p, e);
    csl_ptr_map_free(&p.state);
}
