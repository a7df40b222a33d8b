/* What --proof says of each pair of accesses: the question whose answer keeps the two apart. */
#include "asker.h"

#include <stdlib.h>
#include <string.h>

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

void csl_print_pair(FILE *out, csl_analysis *a, const csl_pair_query *q) {
    static const char *const rounds[] = {"", "next pass", "a pass later than the next",
                                         "passes not in step"};
    const char *who = q->scope == CSL_SCOPE_WARP    ? "one warp"
                      : q->scope == CSL_SCOPE_BLOCK ? "different warps"
                                                    : "different blocks";
    fprintf(out, "%s: %s: ", a->kernel->name, who);
    print_side(out, a, &q->side[0]);
    fputs(", ", out);
    print_side(out, a, &q->side[1]);
    if (q->pivot)
        fprintf(out, ", %s of the loop at line %u", rounds[q->round], q->pivot->stmt->place->line);
}

/* ---- questions that were answered `safe` ----------------------------------------------------- */

struct csl_settled {
    CSL_VEC(const char *) questions; /* their texts, each once */
};

static bool is_written(const csl_analysis *a) {
    return a->options->dump_settled != NULL;
}

/* In one line: those of the text are apart by tabs. */
static const char *text_of(csl_analysis *a, const csl_query *q) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    csl_print_query(out, q);
    fclose(out);
    for (char *s = strchr(text, '\n'); s; s = strchr(s, '\n'))
        *s = '\t';
    const char *kept = csl_intern(a->ctx, text);
    free(text);
    return kept;
}

void csl_note_safe(csl_analysis *a, const csl_query *q) {
    if (!is_written(a))
        return;
    csl_settled *s = a->asker->settled;
    if (!s)
        s = a->asker->settled = CSL_NEW(a->ctx, csl_settled);
    const char *text = text_of(a, q);
    uint32_t i = 0;
    while (i < s->questions.n && s->questions.v[i] != text)
        i++;
    if (i == s->questions.n) {
        CSL_PUSH(a->ctx, &s->questions, text);
        fprintf(a->options->dump_settled, "question\t%s\n", text);
    }
    a->asker->question = i + 1;
}

void csl_note_pair(csl_analysis *a, const csl_pair_query *q, uint32_t i, uint32_t j,
                   const char *answer) {
    FILE *out = a->options->dump_settled;
    if (!out)
        return;
    fputs("pair\t", out);
    csl_print_pair(out, a, q);
    fprintf(out, "\t%u\t%u\t", i * q->side[1].node->ntargets + j,
            q->side[0].node->ntargets * q->side[1].node->ntargets);
    if (answer)
        fprintf(out, "%s\n", answer);
    else
        fprintf(out, "%u\n", a->asker->question);
}
