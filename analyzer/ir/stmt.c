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
