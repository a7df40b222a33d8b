#include <string.h>

#include "trial.h"
#include "worse.h"

/* A finding whose edit is in the text of one kernel, and the places that are left for it. */
typedef struct attempt {
    uint32_t finding, kernel; /* indices into the result, and into that of the text as it is */
    uint32_t level;           /* the next to try */
    bool over;                /* it is known what comes of it, or that it is to be tried alone */
    csl_insertion insertion;  /* of this round */
} attempt;

typedef struct rounds {
    csl_mend *m;
    const csl_result *result;
    GArray *attempts; /* attempt */
    GArray *round;    /* guint: of these, those that this round tries */
    bool *busy;       /* by kernel: one of its findings is in this round */
    GArray **ends;
} rounds;

static attempt *attempt_at(const rounds *r, guint i) {
    return &g_array_index(r->attempts, attempt, i);
}

/* The kernel that the edit is in the text of, if the finding is about it and its name means nothing
 * else; nkernels if there is none. */
static uint32_t kernel_of(const csl_result *of, const csl_finding *f) {
    uint32_t kernel = of->nkernels;
    for (uint32_t i = 0; i < of->nkernels; i++) {
        const csl_kernel_result *k = &of->kernels[i];
        const bool around = k->region.file && strcmp(k->region.file, of->file) == 0 &&
                            k->region.line <= f->edit->after.line &&
                            f->edit->after.end_line <= k->region.end_line;
        const bool named = g_strcmp0(k->name, f->function) == 0;
        if (around != named || (around && kernel < of->nkernels))
            return of->nkernels;
        if (around)
            kernel = i;
    }
    return kernel;
}

static void find_attempts(rounds *r) {
    for (uint32_t i = 0; i < r->result->nfindings; i++) {
        if (!csl_has_edit(&r->result->findings[i], r->result))
            continue;
        const attempt a = {.finding = i, .kernel = kernel_of(r->m->now, &r->result->findings[i])};
        if (a.kernel < r->m->now->nkernels)
            g_array_append_val(r->attempts, a);
    }
}

/* Sets the insertion of the next level that has a place. Where there is none left the finding has
 * no simple end; one of a warp may have one with a mask. */
static bool next_place(rounds *r, attempt *a) {
    const csl_edit *edit = r->result->findings[a->finding].edit;
    for (; a->level <= CSL_LIMIT(fix_levels); a->level++)
        if (csl_place_edit(r->m->outline, edit, a->level, &a->insertion)) {
            g_ptr_array_add(r->m->lines, (gpointer)a->insertion.line);
            return true;
        }
    a->over = true;
    if (strcmp(edit->statement, "__syncwarp();") != 0)
        r->ends[a->finding] = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    return false;
}

/* One attempt of each kernel that has one left. */
static void choose(rounds *r) {
    memset(r->busy, 0, r->m->now->nkernels * sizeof *r->busy);
    g_array_set_size(r->round, 0);
    for (guint i = 0; i < r->attempts->len; i++) {
        attempt *a = attempt_at(r, i);
        if (a->over || r->busy[a->kernel] || !next_place(r, a))
            continue;
        r->busy[a->kernel] = true;
        g_array_append_val(r->round, i);
    }
}

/* Kernels whose text is as it was are said the same of. */
static bool others_the_same(const rounds *r, const csl_result *after) {
    const csl_result *before = r->m->now;
    if (!csl_file_no_worse(before, after))
        return false;
    for (uint32_t i = 0; i < after->nkernels; i++)
        if (!r->busy[i] && !csl_kernel_no_worse(before, after, i))
            return false;
    return true;
}

static void judge(const rounds *r, attempt *a, const csl_result *after) {
    const csl_result *before = r->m->now;
    const csl_finding *f = &r->result->findings[a->finding];
    a->level++;
    if (csl_count_like(after, f) >= csl_count_like(before, f))
        return;
    a->over = true; /* what else comes to light may have an end, too */
    if (!csl_kernel_no_worse(before, after, a->kernel))
        return;
    r->ends[a->finding] = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    g_array_append_val(r->ends[a->finding], a->insertion);
}

/* Returns whether another round may help. */
static bool try_round(rounds *r) {
    csl_mend *m = r->m;
    GArray *insertions = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    for (guint i = 0; i < r->round->len; i++)
        csl_insert_sorted(insertions, attempt_at(r, g_array_index(r->round, guint, i))->insertion);
    csl_ctx *ctx = csl_ctx_new();
    const csl_result *after = csl_try_text(m, insertions, ctx);
    const bool fine = after && others_the_same(r, after);
    for (guint i = 0; i < r->round->len && fine; i++)
        judge(r, attempt_at(r, g_array_index(r->round, guint, i)), after);
    csl_ctx_free(ctx);
    g_array_unref(insertions);
    return fine;
}

void csl_try_together(csl_mend *m, const csl_result *result, GArray **ends) {
    rounds r = {.m = m, .result = result, .ends = ends};
    r.attempts = g_array_new(FALSE, FALSE, sizeof(attempt));
    r.round = g_array_new(FALSE, FALSE, sizeof(guint));
    r.busy = g_new0(bool, m->now->nkernels + 1);
    find_attempts(&r);
    for (choose(&r); r.round->len > 1 && m->trials < CSL_LIMIT(hint_trials);)
        if (!try_round(&r))
            break;
        else
            choose(&r);
    g_free(r.busy);
    g_array_unref(r.round);
    g_array_unref(r.attempts);
}
