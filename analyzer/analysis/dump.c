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

static void print_side(FILE *out, csl_analysis *a, const csl_open *o) {
    static const char *const verbs[] = {"reads", "writes", "updates"};
    const csl_stmt *s = o->node->stmt;
    fprintf(out, "%u:%u %s `%s`", s->place->line, s->place->col, verbs[s->access->mode],
            s->text ? s->text : "");
    if (!csl_is_true(o->cond)) {
        fputs(" if ", out);
        csl_print_expr(out, csl_expand(a, o->cond));
    }
    for (const csl_pin *p = o->pins; p; p = p->next) {
        static const char *const passes[] = {"first pass", "last whole pass", "pass that leaves",
                                             "pass after the first"};
        fprintf(out, " (%s of the loop at line %u)", passes[p->kind], p->loop->stmt->place->line);
    }
    for (const csl_crossing *c = o->crossings; c; c = c->next)
        fprintf(out, " (across %s at line %u)", c->sync->stmt->sync->name,
                c->sync->stmt->place->line);
}

void csl_print_met(FILE *out, csl_analysis *a, csl_scope scope, const csl_met *met) {
    static const char *const rounds[] = {"", "next pass", "a pass later than the next",
                                         "passes not in step"};
    const char *who = scope == CSL_SCOPE_WARP    ? "one warp"
                      : scope == CSL_SCOPE_BLOCK ? "different warps"
                                                 : "different blocks";
    for (uint32_t i = 0; i < met->n; i++) {
        const csl_pair_query *q = met->v[i];
        fprintf(out, "%s: %s: ", a->kernel->name, who);
        print_side(out, a, &q->side[0]);
        fputs(", ", out);
        print_side(out, a, &q->side[1]);
        if (q->pivot)
            fprintf(out, ", %s of the loop at line %u", rounds[q->round],
                    q->pivot->stmt->place->line);
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
        if (f->root)
            fprintf(out, "barrier objects `%s` from byte %lld, %lld in a ring",
                    csl_object_of_root(a, f->root)->name, (long long)f->start,
                    (long long)f->stages);
        else
            fprintf(out, "named barrier %lld", (long long)f->number);
        fprintf(out, "%s%s: %s\n", f->by_warp ? ", lanes arrive for their warps" : "",
                f->first < 0 ? ", first awaited in the phase before the first" : "",
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
