/* The text form of a query, for --dump=queries and for tests:
 *
 *   pair block                          block, different-warps or same-warp
 *   shapes max 1024 unused y z          or a list: shapes 32x1x1 16x16x1
 *   var n param u32 shared 0 1000       name, role, type, shared / one / two, least, greatest
 *   range t1.x 0 31                     of one of the nine fixed variables, if not the usual one
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
#include "tape.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const fixed_names[CSL_DV_FREE] = {"t1.x", "t1.y",   "t1.z",   "t2.x",  "t2.y",
                                                     "t2.z", "bdim.x", "bdim.y", "bdim.z"};
static const char *const role_names[] = {"tid",   "bdim", "bid",  "gdim",
                                         "param", "iter", "data", "approx"};
static const char *const pair_names[] = {"block", "different-warps", "same-warp"};
static const char *const side_names[] = {"shared", "one", "two"};

static csl_dvar fixed_var(uint32_t v) {
    csl_dvar var = {.type = CSL_U32, .name = fixed_names[v]};
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
        fputs(fixed_names[v], out);
        return;
    }
    for (const char *c = q->vars[v].name; c && *c; c++) {
        fputc(isalnum((unsigned char)*c) || *c == '.' ? *c : '_', out);
    }
    if (with_row) {
        fprintf(out, "#%u", v);
    }
}

static bool relation(csl_op op) {
    return op == CSL_OP_EQ || op == CSL_OP_NE || op == CSL_OP_LT || op == CSL_OP_LE;
}

static bool counts_bits(csl_op op) {
    return op == CSL_OP_POPC || op == CSL_OP_CLZ || op == CSL_OP_FFS || op == CSL_OP_BREV;
}

static void print_term(FILE *out, const csl_query *q, const csl_expr *e) {
    if (e->op == CSL_OP_SYM) {
        print_name(out, q, e->index, true);
        return;
    }
    csl_op op = (csl_op)e->op;
    csl_type type = (csl_type)(relation(op) ? e->kids[0]->type : e->type);
    fprintf(out, "(%s.%s", csl_op_name(op), csl_type_name(type));
    if (op == CSL_OP_CONST) {
        fprintf(out, " %" PRId64, e->value);
    } else if (op == CSL_OP_PURE) {
        fprintf(out, " %s", e->name);
    }
    for (unsigned i = 0; i < e->nkids; i++) {
        fputc(' ', out);
        print_term(out, q, e->kids[i]);
    }
    fputc(')', out);
}

static void print_line(FILE *out, const csl_query *q, const char *word, const csl_expr *e) {
    fprintf(out, "%s ", word);
    print_term(out, q, e);
    fputc('\n', out);
}

void csl_print_query(FILE *out, const csl_query *q) {
    fprintf(out, "pair %s\nshapes", pair_names[q->pair]);
    for (uint32_t i = 0; i < q->shapes->n; i++) {
        const uint32_t *s = q->shapes->shape[i];
        fprintf(out, " %ux%ux%u", s[0], s[1], s[2]);
    }
    if (q->shapes->n == 0) {
        fprintf(out, " max %u", q->shapes->max_threads);
        fputs(q->shapes->unused[0] || q->shapes->unused[1] || q->shapes->unused[2] ? " unused" : "",
              out);
        for (unsigned d = 0; d < 3; d++) {
            if (q->shapes->unused[d]) {
                fprintf(out, " %c", "xyz"[d]);
            }
        }
    }
    fputc('\n', out);
    for (uint32_t v = 0; v < q->nvars; v++) {
        const csl_dvar *var = &q->vars[v];
        csl_dvar usual = v < CSL_DV_FREE ? fixed_var(v) : *var;
        if (v >= CSL_DV_FREE) {
            fputs("var ", out);
            print_name(out, q, v, false);
            fprintf(out, " %s %s %s %" PRId64 " %" PRId64 "\n", role_names[var->role],
                    csl_type_name(var->type), side_names[var->side], var->lo, var->hi);
        } else if (usual.lo != var->lo || usual.hi != var->hi) {
            fprintf(out, "range %s %" PRId64 " %" PRId64 "\n", fixed_names[v], var->lo, var->hi);
        }
    }
    print_line(out, q, "fact", q->fact);
    print_line(out, q, "guard1", q->guard[0]);
    print_line(out, q, "guard2", q->guard[1]);
    for (unsigned s = 0; s < 2 && q->offset[0]; s++) {
        fprintf(out, "touch%u %u ", s + 1, q->bytes[s]);
        print_term(out, q, q->offset[s]);
        fputc('\n', out);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    csl_ctx *ctx;
    const char *text, *at;
    const char *error;
    csl_query *q;
    csl_dvar *vars;
    uint32_t room;
} reader;

static void fail(reader *r, const char *what) {
    if (r->error) {
        return;
    }
    unsigned line = 1, col = 1;
    for (const char *c = r->text; c < r->at; c++) {
        line += *c == '\n';
        col = *c == '\n' ? 1 : col + 1;
    }
    r->error = csl_format(r->ctx, "%u:%u: %s", line, col, what);
}

static void skip_blanks(reader *r) {
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

/* The next word: everything up to a blank or parenthesis. Empty at a parenthesis or the end. */
static char *word(reader *r) {
    skip_blanks(r);
    const char *from = r->at;
    while (*r->at && !isspace((unsigned char)*r->at) && *r->at != '(' && *r->at != ')') {
        r->at++;
    }
    return csl_strndup(r->ctx, from, (size_t)(r->at - from));
}

static bool rest_of_line(reader *r) {
    while (*r->at == ' ' || *r->at == '\t') {
        r->at++;
    }
    return *r->at != '\n' && *r->at != '\0';
}

static int64_t number_in(reader *r, const char *w) {
    char *end;
    errno = 0;
    long long n = strtoll(w, &end, 0);
    if (errno || end == w || *end) {
        fail(r, "a number is expected");
        return 0;
    }
    return n;
}

static int64_t number(reader *r) {
    return number_in(r, word(r));
}

static int index_of(const char *w, const char *const *names, int n) {
    int i = 0;
    while (i < n && strcmp(w, names[i]) != 0) {
        i++;
    }
    return i;
}

/* One of a list of words. */
static int choice(reader *r, const char *const *names, int n, const char *what) {
    int i = index_of(word(r), names, n);
    if (i == n) {
        fail(r, what);
        return 0;
    }
    return i;
}

static csl_type type_named(reader *r, const char *w) {
    for (int t = 0; t < CSL_TYPE_COUNT; t++) {
        if (strcmp(w, csl_type_name((csl_type)t)) == 0) {
            return (csl_type)t;
        }
    }
    fail(r, "unknown type");
    return CSL_I32;
}

static uint32_t var_named(reader *r, char *w) {
    char *row = strchr(w, '#');
    if (row) {
        int64_t n = number_in(r, row + 1);
        if (n >= 0 && n < r->q->nvars) {
            return (uint32_t)n;
        }
    }
    for (uint32_t v = 0; v < r->q->nvars && !row; v++) {
        if (strcmp(w, r->vars[v].name) == 0) {
            return v;
        }
    }
    fail(r, "unknown variable");
    return 0;
}

static csl_expr *read_term(reader *r, csl_type wanted);

enum { MAX_KIDS = 64 };

static unsigned read_kids(reader *r, csl_op op, csl_type type, csl_expr **kids) {
    unsigned n = 0;
    for (skip_blanks(r); !r->error && *r->at != ')'; skip_blanks(r)) {
        if (n == MAX_KIDS) {
            fail(r, "too many operands");
            return 0;
        }
        kids[n] = read_term(r, op == CSL_OP_ITE && n == 0 ? CSL_BOOL : type);
        n++;
    }
    r->at += !r->error;
    return n;
}

static csl_expr *build(reader *r, csl_op op, csl_type type, const char *name, unsigned n,
                       csl_expr **kids) {
    csl_ctx *ctx = r->ctx;
    csl_expr *e = NULL;
    if (op == CSL_OP_PURE) {
        return csl_pure(ctx, type, name, n, kids);
    }
    if (op == CSL_OP_AND || op == CSL_OP_OR) {
        e = op == CSL_OP_AND ? csl_true(ctx) : csl_false(ctx);
        for (unsigned i = 0; i < n; i++) {
            e = op == CSL_OP_AND ? csl_and(ctx, e, kids[i]) : csl_or(ctx, e, kids[i]);
        }
    } else if (op == CSL_OP_ITE && n == 3) {
        e = csl_ite(ctx, kids[0], kids[1], kids[2]);
    } else if (op == CSL_OP_CAST && n == 1) {
        e = csl_cast(ctx, type, kids[0]);
    } else if (op == CSL_OP_NOT && n == 1) {
        e = csl_not(ctx, kids[0]);
    } else if ((op == CSL_OP_NEG || op == CSL_OP_BNOT || counts_bits(op)) && n == 1) {
        e = csl_unary(ctx, op, type, kids[0]);
    } else if (op >= CSL_OP_ADD && op <= CSL_OP_LE && op != CSL_OP_NEG && op != CSL_OP_BNOT &&
               n == 2 && kids[0]->type == kids[1]->type) {
        e = csl_binary(ctx, op, kids[0], kids[1]);
    } else {
        fail(r, "unknown operator, or operands it does not take");
    }
    return e;
}

static csl_expr *read_operation(reader *r, csl_type wanted) {
    char *op_name = word(r);
    char *dot = strchr(op_name, '.');
    csl_type type = wanted;
    if (dot) {
        *dot = '\0';
        type = type_named(r, dot + 1);
    }
    int op = 0;
    while (op < CSL_OP_COUNT && strcmp(op_name, csl_op_name((csl_op)op)) != 0) {
        op++;
    }
    if (op == CSL_OP_CONST) {
        int64_t n = number(r);
        skip_blanks(r);
        if (*r->at != ')') {
            fail(r, "`)` is expected");
            return NULL;
        }
        r->at++;
        return csl_const(r->ctx, type, n);
    }
    const char *name = op == CSL_OP_PURE ? csl_intern(r->ctx, word(r)) : NULL;
    csl_expr *kids[MAX_KIDS];
    unsigned n = read_kids(r, (csl_op)op, type, kids);
    return r->error ? NULL : build(r, (csl_op)op, type, name, n, kids);
}

static csl_expr *read_term(reader *r, csl_type wanted) {
    skip_blanks(r);
    if (*r->at == '(') {
        r->at++;
        return read_operation(r, wanted);
    }
    char *w = word(r);
    if (isdigit((unsigned char)w[0]) || w[0] == '-') {
        return csl_const(r->ctx, wanted, csl_normalise(wanted, number_in(r, w)));
    }
    uint32_t v = var_named(r, w);
    return r->error ? NULL : csl_leaf(r->ctx, CSL_OP_SYM, r->vars[v].type, v);
}

static void read_shapes(reader *r) {
    csl_shapes *s = CSL_NEW(r->ctx, csl_shapes);
    uint32_t(*list)[3] = csl_alloc(r->ctx, 64 * sizeof *list);
    s->max_threads = 1024;
    s->shape = (const uint32_t(*)[3])list;
    r->q->shapes = s;
    while (rest_of_line(r) && !r->error) {
        char *w = word(r);
        unsigned x, y, z;
        if (strcmp(w, "max") == 0) {
            s->max_threads = (uint32_t)number(r);
        } else if (strlen(w) == 1 && w[0] >= 'x' && w[0] <= 'z') {
            s->unused[w[0] - 'x'] = true;
        } else if (sscanf(w, "%ux%ux%u", &x, &y, &z) == 3 && s->n < 64) {
            list[s->n][0] = x, list[s->n][1] = y, list[s->n][2] = z;
            s->n++;
        } else if (strcmp(w, "unused") != 0) {
            fail(r, "a block shape is expected");
        }
    }
}

static void read_var(reader *r) {
    if (r->q->nvars == r->room) {
        csl_dvar *old = r->vars;
        r->room *= 2;
        r->vars = csl_alloc(r->ctx, r->room * sizeof *old);
        memcpy(r->vars, old, r->q->nvars * sizeof *old);
    }
    csl_dvar *v = &r->vars[r->q->nvars];
    v->name = word(r);
    v->role = (csl_role)choice(r, role_names, 8, "unknown role");
    v->type = type_named(r, word(r));
    v->side = choice(r, side_names, 3, "`shared`, `one` or `two` is expected");
    v->lo = number(r);
    v->hi = number(r);
    r->q->nvars++;
}

static void read_range(reader *r) {
    uint32_t v = var_named(r, word(r));
    r->vars[v].lo = number(r);
    r->vars[v].hi = number(r);
}

static void read_touch(reader *r, unsigned side) {
    int64_t bytes = number(r);
    if (bytes < 1 || bytes > UINT32_MAX) {
        fail(r, "a number of bytes is expected");
        return;
    }
    r->q->bytes[side] = (uint32_t)bytes;
    r->q->offset[side] = read_term(r, CSL_I64);
}

csl_query *csl_read_query(csl_ctx *ctx, const char *text, const char **error) {
    static const char *const lines[] = {"pair",   "shapes", "var",    "range", "fact",
                                        "guard1", "guard2", "touch1", "touch2"};
    csl_query *q = CSL_NEW(ctx, csl_query);
    reader r = {.ctx = ctx, .text = text, .at = text, .q = q, .room = 32};
    csl_shapes *every = CSL_NEW(ctx, csl_shapes);
    every->max_threads = 1024;
    *q = (csl_query){.ctx = ctx, .nvars = CSL_DV_FREE, .fact = csl_true(ctx), .shapes = every};
    q->guard[0] = q->guard[1] = csl_true(ctx);
    r.vars = csl_alloc(ctx, r.room * sizeof *r.vars);
    for (uint32_t v = 0; v < CSL_DV_FREE; v++) {
        r.vars[v] = fixed_var(v);
    }
    for (skip_blanks(&r); *r.at && !r.error; skip_blanks(&r)) {
        switch (index_of(word(&r), lines, 9)) {
        case 0: q->pair = (csl_pair)choice(&r, pair_names, 3, "unknown pair"); break;
        case 1: read_shapes(&r); break;
        case 2: read_var(&r); break;
        case 3: read_range(&r); break;
        case 4: q->fact = read_term(&r, CSL_BOOL); break;
        case 5: q->guard[0] = read_term(&r, CSL_BOOL); break;
        case 6: q->guard[1] = read_term(&r, CSL_BOOL); break;
        case 7: read_touch(&r, 0); break;
        case 8: read_touch(&r, 1); break;
        default: fail(&r, "unknown line");
        }
    }
    if (!r.error && !q->offset[0] != !q->offset[1]) {
        fail(&r, "one offset is missing");
    }
    q->vars = r.vars;
    *error = r.error;
    return r.error ? NULL : q;
}
