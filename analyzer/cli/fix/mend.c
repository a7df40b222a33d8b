#include "mend.h"

#include <string.h>

#include "../../limits/limits.h"
#include "../../report/report.h"
#include "../../report/source/source.h"
#include "../workers/analyze.h"
#include "trial.h"
#include "worse.h"

enum { LANES = 32 };

/* What a report would say about another text of the file; NULL if it says nothing. */
static csl_result *analyse_text(const csl_mend *m, char *text, csl_ctx *ctx) {
    csl_input input = *m->input;
    input.contents = text;
    csl_result *result = csl_analyse_again(ctx, &input, &m->options, m->known);
    csl_dedupe(&result, 1, m->sources);
    return result->error ? NULL : result;
}

/* ---- one file ------------------------------------------------------------------------------ */

void csl_insert_sorted(GArray *to, csl_insertion insertion) {
    guint at = 0;
    while (at < to->len && g_array_index(to, csl_insertion, at).after <= insertion.after)
        at++;
    g_array_insert_val(to, at, insertion);
}

bool csl_has_edit(const csl_finding *f, const csl_result *result) {
    return !result->incomplete && !result->broken && f->edit && !f->suppressed &&
           strcmp(f->edit->after.file, result->file) == 0;
}

bool csl_any_edit(const csl_result *result) {
    bool any = false;
    for (uint32_t i = 0; i < result->nfindings && !any; i++)
        any = csl_has_edit(&result->findings[i], result);
    return any;
}

/* A finding that is there `after` and was not before. Its edit is one of the text as it was, too:
 * nothing there has moved. A barrier in a loop often brings out that the other half of the loop
 * misses one too: what is one finding for the reader, because one cause hides the other, then takes
 * two barriers. */
static const csl_finding *next_finding(const csl_mend *m, const csl_result *after) {
    for (uint32_t i = 0; i < after->nfindings; i++) {
        const csl_finding *f = &after->findings[i];
        if (csl_count_like(after, f) > csl_count_like(m->now, f))
            return csl_has_edit(f, after) ? f : NULL;
    }
    return NULL;
}

/* Keeps these insertions and what the analysis says with them. */
static void keep(csl_mend *m, GArray *insertions, csl_ctx *ctx, csl_result *after) {
    g_array_unref(m->kept);
    m->kept = g_array_ref(insertions);
    if (m->ctx)
        csl_ctx_free(m->ctx);
    m->ctx = ctx;
    m->now = after;
}

static GArray *copy(const GArray *insertions) {
    GArray *to = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    g_array_append_vals(to, insertions->data, insertions->len);
    return to;
}

csl_result *csl_try_text(csl_mend *m, const GArray *insertions, csl_ctx *ctx) {
    char *text =
        csl_insert_in_lines(m->text, (const csl_insertion *)insertions->data, insertions->len);
    csl_result *result = analyse_text(m, text, ctx);
    g_free(text);
    m->trials++;
    return result;
}

static bool try_finding(csl_mend *m, const csl_finding *goal, const csl_finding *f,
                        const GArray *insertions, const csl_result *before, uint32_t depth);

/* Adds one barrier for `f` at one level, and, if others come to light then, theirs. */
static bool try_level(csl_mend *m, const csl_finding *goal, const csl_finding *f,
                      const GArray *insertions, const csl_result *before, uint32_t depth,
                      uint32_t level) {
    csl_insertion insertion;
    if (m->trials >= m->max_trials) {
        csl_limit_hit(m->limit);
        return false;
    }
    if (!csl_place_edit(m->outline, f->edit, level, &insertion))
        return false;
    g_ptr_array_add(m->lines, (gpointer)insertion.line);
    GArray *more = copy(insertions);
    csl_insert_sorted(more, insertion);
    csl_ctx *ctx = csl_ctx_new();
    csl_result *after = csl_try_text(m, more, ctx);
    const csl_finding *next;
    bool done = false;
    if (after && csl_count_like(after, f) < csl_count_like(before, f) &&
        csl_count_like(after, goal) < csl_count_like(m->now, goal)) {
        if (csl_no_worse(m->now, after)) {
            keep(m, more, ctx, after);
            ctx = NULL;
            done = true;
        } else if (depth < CSL_LIMIT(fix_chain) && (next = next_finding(m, after))) {
            done = try_finding(m, goal, next, more, after, depth + 1);
        }
    }
    if (ctx)
        csl_ctx_free(ctx);
    g_array_unref(more);
    return done;
}

/* Sets *lane to that of a witness thread; false if the block's shape decides which it is. */
static bool lane_of(const csl_trace *of, uint32_t *lane) {
    *lane = (uint32_t)(of->thread[0] % LANES);
    return of->thread[1] == 0 && of->thread[2] == 0;
}

/* The same for a barrier of some lanes of the warp, behind the access or the block around it. */
static bool try_mask(csl_mend *m, const csl_finding *goal, const csl_finding *f,
                     const GArray *insertions, const csl_result *before, uint32_t depth,
                     uint32_t mask) {
    char statement[32];
    snprintf(statement, sizeof statement, "__syncwarp(0x%x);", mask);
    csl_edit edit = *f->edit;
    edit.statement = statement;
    csl_finding with = *f;
    with.edit = &edit;
    for (uint32_t level = 0; level <= 1; level++)
        if (try_level(m, goal, &with, insertions, before, depth, level))
            return true;
    return false;
}

/* Not all lanes come where a branch is narrower than a warp: a barrier of those that do in the
 * witness; of half of the warp, of a quarter and so on, of those around its two lanes. */
static bool try_masks(csl_mend *m, const csl_finding *goal, const csl_finding *f,
                      const GArray *insertions, const csl_result *before, uint32_t depth) {
    uint32_t a, b;
    if (strcmp(f->edit->statement, "__syncwarp();") != 0)
        return false;
    const uint32_t lanes = f->edit->lanes;
    if (lanes && lanes != UINT32_MAX && try_mask(m, goal, f, insertions, before, depth, lanes))
        return true;
    if (!f->witness || !lane_of(&f->witness->threads[0], &a) ||
        !lane_of(&f->witness->threads[1], &b))
        return false;
    for (uint32_t size = LANES / 2; size > 1 && a / size == b / size; size /= 2) {
        const uint32_t mask = ((1u << size) - 1) << (a / size * size);
        if (mask != lanes && try_mask(m, goal, f, insertions, before, depth, mask))
            return true;
    }
    return false;
}

/* Looks for barriers behind the access, or behind the blocks around it, with which the finding
 * `goal` is gone and nothing is new. Returns whether there are; else nothing is kept. */
static bool try_finding(csl_mend *m, const csl_finding *goal, const csl_finding *f,
                        const GArray *insertions, const csl_result *before, uint32_t depth) {
    for (uint32_t level = 0; level <= CSL_LIMIT(fix_levels); level++)
        if (try_level(m, goal, f, insertions, before, depth, level))
            return true;
    return try_masks(m, goal, f, insertions, before, depth);
}

/* Drops what later barriers made superfluous. */
static void drop_superfluous(csl_mend *m) {
    for (guint i = 0; i < m->kept->len && m->kept->len > 1 && m->trials < m->max_trials;) {
        GArray *fewer = copy(m->kept);
        g_array_remove_index(fewer, i);
        csl_ctx *ctx = csl_ctx_new();
        csl_result *after = csl_try_text(m, fewer, ctx);
        if (after && csl_no_worse(m->now, after)) {
            keep(m, fewer, ctx, after);
        } else {
            csl_ctx_free(ctx);
            i++;
        }
        g_array_unref(fewer);
    }
}

csl_mend *csl_mend_open(const csl_input *input) {
    csl_mend *m = g_new0(csl_mend, 1);
    m->input = input;
    m->options = *input->options;
    m->options.checks = NULL;
    m->options.header_filter = ".*";
    m->sources = csl_sources_new();
    m->text = csl_source_text(input);
    m->outline = csl_outline_new(csl_mend_text(m));
    m->kept = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    m->lines = g_ptr_array_new_with_free_func(g_free);
    m->first = csl_ctx_new();
    m->known = csl_recall_new(m->first);
    m->now = m->text ? analyse_text(m, m->text, m->first) : NULL;
    m->max_trials = CSL_LIMIT(fix_trials);
    m->limit = CSL_LIMIT_fix_trials;
    return m;
}

uint32_t csl_mend_all(csl_mend *m, const csl_result *result) {
    uint32_t fixed = 0;
    bool *done = g_new0(bool, result->nfindings + 1);
    for (bool more = m->now != NULL; more;) { /* one barrier may let another help */
        more = false;
        for (uint32_t i = 0; i < result->nfindings; i++) {
            const csl_finding *f = &result->findings[i];
            if (done[i] || !csl_has_edit(f, result))
                continue;
            const bool gone = !csl_count_like(m->now, f); /* with an earlier one */
            done[i] = gone || try_finding(m, f, f, m->kept, m->now, 1);
            fixed += done[i];
            more |= done[i] && !gone;
        }
    }
    g_free(done);
    if (m->now)
        drop_superfluous(m);
    return fixed;
}

/* The insertions that end one finding, tried for it alone; nothing is kept. */
static GArray *mend_one(csl_mend *m, const csl_finding *f) {
    csl_mend alone = *m;
    alone.ctx = NULL;
    alone.kept = g_array_ref(m->kept);
    const uint32_t most = m->trials + CSL_LIMIT(hint_trials_alone);
    alone.limit =
        most < CSL_LIMIT(hint_trials) ? CSL_LIMIT_hint_trials_alone : CSL_LIMIT_hint_trials;
    alone.max_trials = MIN(CSL_LIMIT(hint_trials), most);
    if (try_finding(&alone, f, f, alone.kept, alone.now, 1))
        drop_superfluous(&alone);
    if (alone.ctx)
        csl_ctx_free(alone.ctx);
    m->trials = alone.trials;
    return alone.kept;
}

GPtrArray *csl_mend_each(csl_mend *m, const csl_result *result) {
    GPtrArray *each = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    GArray **known = g_new0(GArray *, result->nfindings + 1);
    if (m->now)
        csl_try_together(m, result, known);
    for (uint32_t i = 0; i < result->nfindings; i++)
        if (csl_has_edit(&result->findings[i], result))
            g_ptr_array_add(each, known[i] ? known[i]
                                  : m->now ? mend_one(m, &result->findings[i])
                                           : g_array_ref(m->kept));
    g_free(known);
    return each;
}

const char *csl_mend_text(const csl_mend *m) {
    return m->text ? m->text : "";
}

const GArray *csl_mend_kept(const csl_mend *m) {
    return m->kept;
}

void csl_mend_free(csl_mend *m) {
    if (m->ctx)
        csl_ctx_free(m->ctx);
    csl_recall_free(m->known);
    csl_ctx_free(m->first);
    g_array_unref(m->kept);
    g_ptr_array_unref(m->lines);
    csl_sources_free(m->sources);
    csl_outline_free(m->outline);
    g_free(m->text);
    g_free(m);
}
