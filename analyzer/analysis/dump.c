/* What --dump=uniformity and --dump=intervals print.
 *
 *   blur: symbol 1, value of `pass` in the loop at line 4: grid
 *   blur: different warps: 8:44 reads `row[t - 1]`, 5:9 writes `row[t]`, next pass of the loop at
 * line 4
 *
 * A symbol has the widest scope whose threads agree on it, or a closed form. A pair of accesses
 * shares a barrier interval and is asked about later: can two threads get there and touch the same
 * bytes? A condition beside an access is that no barrier is met on the way to the other one.
 */
#include "dump.h"

void csl_print_met(FILE *out, csl_analysis *a, const csl_met *met) {
    for (uint32_t i = 0; i < met->n; i++) {
        csl_print_pair(out, a, met->v[i]);
        fputc('\n', out);
    }
}

static const char *symbol_kind(csl_sym_kind kind) {
    switch (kind) {
    case CSL_SYM_ITER: return "number of the pass";
    case CSL_SYM_TRIPS: return "number of passes";
    case CSL_SYM_HEAD: return "reaching the pass";
    case CSL_SYM_PHI: return "value";
    case CSL_SYM_EXIT: return "last value";
    case CSL_SYM_BEFORE: return "value one pass before";
    case CSL_SYM_LOAD: return "load";
    case CSL_SYM_SYNC: return "result";
    case CSL_SYM_HAVOC: break;
    }
    return "unknown";
}

void csl_print_symbols(FILE *out, const csl_analysis *a) {
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if (!s->used)
            continue;
        fprintf(out, "%s: symbol %u, %s", a->kernel->name, i, symbol_kind(s->kind));
        if (*s->name && s->kind != CSL_SYM_ITER)
            fprintf(out, " of `%s`", s->name);
        if (s->of)
            fprintf(out, " of the loop at line %u", s->of->stmt->place->line);
        else if (s->loop)
            fprintf(out, " in the loop at line %u", s->loop->stmt->place->line);
        fputs(s->def ? ": = " : ": ", out);
        if (s->def)
            csl_print_expr(out, s->def);
        else
            fputs(csl_scope_name(s->uniform), out);
        fputc('\n', out);
    }
}

void csl_print_families(FILE *out, const csl_analysis *a) {
    for (uint32_t i = 0; i < a->families.n; i++) {
        const csl_family *f = &a->families.v[i];
        if (f->whole)
            continue;
        fprintf(out, "%s: ", a->kernel->name);
        if (f->tensor)
            fputs("groups of the tensor core", out);
        else if (f->root)
            fprintf(out, "barrier objects `%s` from byte %lld, %lld in a ring",
                    csl_object_of_root(a, f->root)->name, (long long)f->start,
                    (long long)f->stages);
        else
            fprintf(out, "named barrier %lld", (long long)f->number);
        if (f->owners)
            fprintf(out, ", for each group of %u threads", f->owners);
        fprintf(out, "%s%s%s: %s\n", f->by_warp ? ", lanes arrive for their warps" : "",
                f->handover ? ", others go on behind a barrier" : "",
                f->first < 0     ? ", first awaited in the phase before the first"
                : f->skipped > 0 ? ", first awaited at a later stage"
                                 : "",
                f->open ? f->open : "in order");
    }
}

void csl_print_forms(FILE *out, csl_analysis *a) {
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if (s->kind != CSL_SYM_PHI || !s->def || !s->next || !s->init || !s->loop)
            continue;
        csl_expr *const terms[] = {csl_sym_expr(a, s->loop->iter), csl_expand(a, s->init),
                                   csl_expand(a, s->next), csl_expand(a, s->def)};
        fputs(csl_type_name(s->type), out);
        for (size_t t = 0; t < sizeof terms / sizeof *terms; t++) {
            fputc('\t', out);
            csl_print_expr(out, terms[t]);
        }
        fputc('\n', out);
    }
}

typedef struct judged {
    const csl_analysis *a;
    bool all;
} judged;

/* Of symbols that nothing depends on it was not found out who agrees on them. */
static csl_expr *is_judged(void *user, csl_expr *leaf) {
    judged *j = user;
    j->all &= leaf->op != CSL_OP_SYM || csl_sym_of(j->a, leaf)->used;
    return leaf;
}

void csl_print_claims(FILE *out, csl_analysis *a) {
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if (s->kind != CSL_SYM_PHI || !(s->used || s->def) || !s->loop ||
            s->slot >= a->kernel->nvars || !csl_type_integer(s->type))
            continue;
        const csl_place *at = s->loop->stmt->place;
        csl_expr *value = csl_expand(a, csl_sym_expr(a, i));
        judged j = {a, true};
        csl_map(a->ctx, value, is_judged, &j);
        if (!j.all)
            continue;
        const csl_range r = csl_range_of(a, value);
        fprintf(out, "%u:%u\t%u\t%s\t", at->line, at->col, s->slot,
                csl_scope_name(csl_scope_of(a, value)));
        if (r.lo >= INT64_MIN && r.hi <= INT64_MAX)
            fprintf(out, "%lld\t%lld\n", (long long)r.lo, (long long)r.hi);
        else
            fputs("-\t-\n", out);
    }
}
