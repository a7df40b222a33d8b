/* Reads expressions; the syntax is described in print_expr.c.
 *
 * Nodes are built exactly as written, without simplification, so that what was printed comes back
 * unchanged. Simplification begins when a pass rewrites them (csl_rebuild, csl_map).
 */
#include "text.h"

#include <ctype.h>
#include <string.h>

static csl_expr *make(csl_reader *r, csl_op op, csl_type type, csl_payload payload, unsigned n,
                      csl_expr *const *kids) {
    if (r->error)
        return NULL;
    const char *wrong = csl_check_node(op, type, payload, n, kids);
    if (wrong) {
        csl_read_fail(r, "%s: %s", csl_op_name(op), wrong);
        return NULL;
    }
    return csl_make_node(r->ctx, op, type, payload, n, kids);
}

/* true, false, tid.x and the like. */
static csl_expr *read_atom(csl_reader *r) {
    const char *word = csl_read_word(r);
    size_t length = strlen(word);
    if (strcmp(word, "true") == 0)
        return csl_true(r->ctx);
    if (strcmp(word, "false") == 0)
        return csl_false(r->ctx);
    unsigned op = length > 2 && word[length - 2] == '.'
                      ? csl_find_name(&csl_op_names, word, length - 2)
                      : CSL_OP_COUNT;
    const char *axis = length ? strchr("xyz", word[length - 1]) : NULL;
    if (op < CSL_OP_TID || op > CSL_OP_GDIM || !axis) {
        csl_read_fail(r, "'%s' is not an expression", word);
        return NULL;
    }
    return csl_leaf(r->ctx, (csl_op)op, CSL_U32, (uint32_t)(axis - "xyz"));
}

static int64_t read_double(csl_reader *r) {
    bool negative = csl_read_peek(r, '-');
    if (negative)
        r->at++;
    if (r->at[0] == '0' && r->at[1] == 'x' && !negative) {
        uint64_t bits = 0;
        unsigned digits = 0;
        for (r->at += 2; digits < 16 && isxdigit((unsigned char)*r->at); digits++, r->at++) {
            int c = tolower((unsigned char)*r->at);
            bits = bits << 4 | (unsigned)(isdigit(c) ? c - '0' : c - 'a' + 10);
        }
        if (digits != 16)
            csl_read_fail(r, "a double's bits are 16 hexadecimal digits");
        return (int64_t)bits;
    }
    double value = (double)csl_read_unsigned(r, UINT64_C(1) << 53);
    csl_read_char(r, '.');
    csl_read_char(r, '0');
    return csl_from_double(negative ? -value : value);
}

static int64_t read_integer(csl_reader *r, csl_type type) {
    if (csl_read_peek(r, '-') && csl_type_signed(type)) {
        r->at++;
        uint64_t below_zero = csl_read_unsigned(r, (uint64_t)csl_type_max(type) + 1);
        return (int64_t)(0 - below_zero);
    }
    return (int64_t)csl_read_unsigned(r, (uint64_t)csl_type_max(type));
}

/* "lt.u32" in r->word: the operator, and the type or CSL_VOID if none is written. *exact: it is the
 * cast of that name. */
static csl_op split_head(csl_reader *r, csl_type *type, bool *exact) {
    const char *word = csl_read_word(r);
    const char *dot = strchr(word, '.');
    size_t length = dot ? (size_t)(dot - word) : strlen(word);
    *exact = length == 5 && strncmp(word, "exact", length) == 0;
    unsigned op = *exact ? CSL_OP_CAST : csl_find_name(&csl_op_names, word, length);
    unsigned t = dot ? csl_find_name(&csl_type_names, dot + 1, strlen(dot + 1)) : CSL_VOID;
    *type = CSL_VOID;
    if (op == CSL_OP_COUNT || t == CSL_TYPE_COUNT) {
        csl_read_fail(r, "'%s' is not an operator with a type", word);
        return CSL_OP_CONST;
    }
    bool logical = op == CSL_OP_AND || op == CSL_OP_OR || op == CSL_OP_NOT;
    if (logical == (dot != NULL))
        csl_read_fail(r, "'%s' %s a type", word, dot ? "does not take" : "needs");
    *type = logical ? CSL_BOOL : (csl_type)t;
    return (csl_op)op;
}

static csl_expr *read_list(csl_reader *r) {
    csl_type type;
    csl_payload payload = {.value = 0};
    csl_expr **kids = NULL;
    unsigned n = 0;
    csl_read_open(r);
    const char *head = r->token;
    bool exact;
    csl_op op = split_head(r, &type, &exact);
    bool comparison = op >= CSL_OP_EQ && op <= CSL_OP_LE;
    if (r->error)
        return NULL;
    if (op == CSL_OP_CONST && type == CSL_VOID)
        csl_read_unsigned(r, 0); /* make() below says what is wrong with it */
    else if (op == CSL_OP_CONST)
        payload.value = csl_type_float(type) ? read_double(r) : read_integer(r, type);
    else if (op == CSL_OP_PURE)
        payload.name = csl_intern(r->ctx, csl_read_string(r));
    else if (op < CSL_OP_PURE)
        payload.index = (uint32_t)csl_read_unsigned(r, UINT32_MAX);
    if (exact)
        payload.index = 1;
    while (csl_read_more(r)) {
        csl_expr *kid = csl_read_one_expr(r);
        kids = csl_grow_array(r->ctx, kids, n, sizeof *kids);
        kids[n++] = kid;
        if (n == UINT16_MAX)
            csl_read_fail(r, "too many operands");
    }
    csl_read_close(r);
    if (r->error)
        return NULL;
    r->token = head;
    if (comparison && n > 0 && kids[0]->type != type)
        csl_read_fail(r, "operands are not of the comparison's type");
    return make(r, op, comparison ? CSL_BOOL : type, payload, n, kids);
}

/* #N=EXPR or #N#. */
static csl_expr *read_label(csl_reader *r) {
    csl_read_char(r, '#');
    uint32_t n = (uint32_t)csl_read_unsigned(r, UINT32_MAX - 1);
    if (!csl_read_peek(r, '=')) {
        csl_read_char(r, '#');
        if (n >= r->nlabels || !r->labels[n])
            csl_read_fail(r, "#%u# is not known here", n);
        return r->error ? NULL : r->labels[n];
    }
    csl_read_char(r, '=');
    if (n != r->nlabels)
        csl_read_fail(r, "expected #%u=", r->nlabels);
    r->labels = csl_grow_array(r->ctx, r->labels, r->nlabels, sizeof *r->labels);
    r->labels[r->nlabels++] = NULL;
    csl_expr *e = csl_read_peek(r, '(') ? read_list(r) : read_atom(r);
    if (!r->error)
        r->labels[n] = e;
    return e;
}

csl_expr *csl_read_one_expr(csl_reader *r) {
    if (csl_read_peek(r, '#'))
        return read_label(r);
    return csl_read_peek(r, '(') ? read_list(r) : read_atom(r);
}

csl_expr *csl_read_expr(csl_ctx *ctx, const char **text, const char **error) {
    csl_reader r = {.ctx = ctx, .start = *text, .at = *text, .token = *text};
    csl_expr *e = csl_read_one_expr(&r);
    *error = r.error;
    if (r.error)
        return NULL;
    *text = r.at;
    return e;
}
