/* Reads queries back; the form is described in query_text.c. */
#include "query_text.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    csl_ctx *ctx;
    const char *text, *at;
    const char *error;
    csl_query *q;
    csl_dvar *vars;
    uint32_t room;
    csl_expr **lets; /* by number */
    uint32_t nlets;
} reader;

static void fail(reader *r, const char *what) {
    if (r->error)
        return;
    unsigned line = 1, col = 1;
    for (const char *c = r->text; c < r->at; c++) {
        line += *c == '\n';
        col = *c == '\n' ? 1 : col + 1;
    }
    r->error = csl_format(r->ctx, "%u:%u: %s", line, col, what);
}

static void skip_blanks(reader *r) {
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* The next word: everything up to a blank or parenthesis. Empty at a parenthesis or the end. */
static char *word(reader *r) {
    skip_blanks(r);
    const char *from = r->at;
    while (*r->at && !isspace((unsigned char)*r->at) && *r->at != '(' && *r->at != ')')
        r->at++;
    return csl_strndup(r->ctx, from, (size_t)(r->at - from));
}

static bool rest_of_line(reader *r) {
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
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

/* Of any 64-bit type. */
static csl_wide bound(reader *r) {
    const char *w = word(r);
    char *end;
    errno = 0;
    if (*w == '-')
        return number_in(r, w);
    unsigned long long n = strtoull(w, &end, 0);
    if (errno || end == w || *end) {
        fail(r, "a number is expected");
        return 0;
    }
    return n;
}

static int index_of(const char *w, const char *const *names, int n) {
    int i = 0;
    while (i < n && strcmp(w, names[i]) != 0)
        i++;
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
    for (int t = 0; t < CSL_TYPE_COUNT; t++)
        if (strcmp(w, csl_type_name((csl_type)t)) == 0)
            return (csl_type)t;
    fail(r, "unknown type");
    return CSL_I32;
}

static uint32_t var_named(reader *r, char *w) {
    char *row = strchr(w, '#');
    if (row) {
        int64_t n = number_in(r, row + 1);
        if (n >= 0 && n < r->q->nvars)
            return (uint32_t)n;
    }
    for (uint32_t v = 0; v < r->q->nvars && !row; v++)
        if (strcmp(w, r->vars[v].name) == 0)
            return v;
    fail(r, "unknown variable");
    return 0;
}

static csl_expr *read_term(reader *r, csl_type wanted);

static unsigned read_kids(reader *r, csl_op op, csl_type type, csl_expr **kids) {
    unsigned n = 0;
    for (skip_blanks(r); !r->error && *r->at != ')'; skip_blanks(r)) {
        if (n == CSL_ROOM_text_kids) {
            fail(r, "too many operands");
            return 0;
        }
        kids[n] = read_term(r, op == CSL_OP_ITE && n == 0 ? CSL_BOOL : type);
        n++;
    }
    r->at += !r->error;
    return n;
}

static bool counts_bits(csl_op op) {
    return op == CSL_OP_POPC || op == CSL_OP_CLZ || op == CSL_OP_FFS || op == CSL_OP_BREV;
}

static csl_expr *build(reader *r, csl_op op, csl_type type, const char *name, unsigned n,
                       csl_expr **kids) {
    csl_ctx *ctx = r->ctx;
    csl_expr *e = NULL;
    if (op == CSL_OP_PURE)
        return csl_pure(ctx, type, name, n, kids);
    if (op == CSL_OP_AND || op == CSL_OP_OR) {
        e = op == CSL_OP_AND ? csl_true(ctx) : csl_false(ctx);
        for (unsigned i = 0; i < n; i++)
            e = op == CSL_OP_AND ? csl_and(ctx, e, kids[i]) : csl_or(ctx, e, kids[i]);
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
    bool exact = strcmp(op_name, "exact") == 0;
    int op = exact ? CSL_OP_CAST : 0;
    while (!exact && op < CSL_OP_COUNT && strcmp(op_name, csl_op_name((csl_op)op)) != 0)
        op++;
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
    csl_expr *kids[CSL_ROOM_text_kids];
    unsigned n = read_kids(r, (csl_op)op, type, kids);
    if (!r->error && exact && n == 1)
        return csl_cast_exact(r->ctx, type, kids[0]);
    return r->error ? NULL : build(r, (csl_op)op, type, name, n, kids);
}

static csl_expr *read_term(reader *r, csl_type wanted) {
    skip_blanks(r);
    if (*r->at == '(') {
        r->at++;
        return read_operation(r, wanted);
    }
    char *w = word(r);
    if (w[0] == '$') {
        int64_t n = number_in(r, w + 1);
        csl_expr *e = n >= 0 && n < r->nlets ? r->lets[n] : NULL;
        if (!e)
            fail(r, "unknown term");
        return e;
    }
    if (isdigit((unsigned char)w[0]) || w[0] == '-')
        return csl_const(r->ctx, wanted, csl_normalise(wanted, number_in(r, w)));
    uint32_t v = var_named(r, w);
    return r->error ? NULL : csl_leaf(r->ctx, CSL_OP_SYM, r->vars[v].type, v);
}

static void read_let(reader *r) {
    int64_t n = number(r);
    if (n < 0 || n >= CSL_LIMIT(text_lets)) {
        fail(r, "the number of a term is expected");
        return;
    }
    csl_expr *e = read_term(r, CSL_I32);
    if (n >= r->nlets) {
        csl_expr **more = csl_alloc(r->ctx, 2 * ((size_t)n + 1) * sizeof *more);
        if (r->nlets)
            memcpy(more, r->lets, r->nlets * sizeof *more);
        r->lets = more;
        r->nlets = 2 * ((uint32_t)n + 1);
    }
    r->lets[n] = e;
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
            s->fixed[w[0] - 'x'] = 1;
        } else if (w[0] >= 'x' && w[0] <= 'z' && sscanf(w + 1, "=%u", &x) == 1) {
            s->fixed[w[0] - 'x'] = x;
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
    v->role = (csl_role)choice(r, csl_role_names, 8, "unknown role");
    v->type = type_named(r, word(r));
    v->side = choice(r, csl_side_names, 3, "`shared`, `one` or `two` is expected");
    v->lo = bound(r);
    v->hi = bound(r);
    r->q->nvars++;
}

static void read_range(reader *r) {
    uint32_t v = var_named(r, word(r));
    r->vars[v].lo = bound(r);
    r->vars[v].hi = bound(r);
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
    static const char *const lines[] = {"pair",   "shapes", "var",    "range",  "fact",
                                        "guard1", "guard2", "touch1", "touch2", "let"};
    csl_query *q = CSL_NEW(ctx, csl_query);
    reader r = {.ctx = ctx, .text = text, .at = text, .q = q, .room = 32};
    csl_shapes *every = CSL_NEW(ctx, csl_shapes);
    every->max_threads = 1024;
    *q = (csl_query){.ctx = ctx, .nvars = CSL_DV_FREE, .fact = csl_true(ctx), .shapes = every};
    q->guard[0] = q->guard[1] = csl_true(ctx);
    r.vars = csl_alloc(ctx, r.room * sizeof *r.vars);
    for (uint32_t v = 0; v < CSL_DV_FREE; v++)
        r.vars[v] = csl_fixed_var(v);
    for (skip_blanks(&r); *r.at && !r.error; skip_blanks(&r)) {
        switch (index_of(word(&r), lines, 10)) {
        case 0:
            q->pair = (csl_pair)choice(&r, csl_pair_names, CSL_PAIR_ANY + 1, "unknown pair");
            break;
        case 1: read_shapes(&r); break;
        case 2: read_var(&r); break;
        case 3: read_range(&r); break;
        case 4: q->fact = read_term(&r, CSL_BOOL); break;
        case 5: q->guard[0] = read_term(&r, CSL_BOOL); break;
        case 6: q->guard[1] = read_term(&r, CSL_BOOL); break;
        case 7: read_touch(&r, 0); break;
        case 8: read_touch(&r, 1); break;
        case 9: read_let(&r); break;
        default: fail(&r, "unknown line");
        }
    }
    if (!r.error && !q->offset[0] != !q->offset[1])
        fail(&r, "one offset is missing");
    q->vars = r.vars;
    *error = r.error;
    return r.error ? NULL : q;
}
