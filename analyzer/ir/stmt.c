/* Statements: creation and sequences. */
#include "internal.h"

csl_stmt *csl_stmt_new(csl_ctx *ctx, csl_stmt_kind kind, const csl_place *place) {
    csl_stmt *s = CSL_NEW(ctx, csl_stmt);
    s->kind = kind;
    s->place = place;
    if (kind == CSL_STMT_CALL || kind == CSL_STMT_OPAQUE)
        s->call.result = CSL_NO_VAR, s->call.syncs = CSL_SCOPE_GRID;
    return s;
}

void csl_seq_add(csl_seq *seq, csl_stmt *s) {
    if (seq->last)
        seq->last->next = s;
    else
        seq->first = s;
    seq->last = s;
}

void csl_seq_drop_last(csl_seq *seq) {
    csl_stmt *before = NULL;
    for (csl_stmt *s = seq->first; s != seq->last; s = s->next)
        before = s;
    if (before)
        before->next = NULL;
    else
        seq->first = NULL;
    seq->last = before;
}

bool csl_reads_integer(const csl_kernel *k, const csl_access *acc, uint32_t object,
                       int64_t *offset) {
    const csl_expr *address = acc->address;
    *offset = 0;
    if (address->op == CSL_OP_ADD && address->nkids == 2 && address->kids[1]->op == CSL_OP_CONST) {
        *offset = address->kids[1]->value;
        address = address->kids[0];
    }
    return address->op == CSL_OP_BASE && address->index == object && acc->mode == CSL_MODE_READ &&
           !acc->is_volatile && acc->result != CSL_NO_VAR && csl_type_integer(acc->type) &&
           acc->type != CSL_PTR && k->vars[acc->result].type == acc->type;
}
