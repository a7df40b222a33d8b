#include "fix.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../report/edit.h"
#include "../report/escape.h"
#include "analyze.h"

/* Each edit that is tried costs an analysis of the file. One finding may take a few barriers, each
 * behind one of a few blocks. */
enum { MAX_TRIALS = 200, MAX_CHAIN = 3, MAX_LEVEL = 3 };

/* One file that is being mended. */
typedef struct mend {
    const csl_input *input;
    const csl_limits *limits;
    char *text;         /* as it is */
    GArray *kept;       /* csl_insertion, by line */
    GPtrArray *lines;   /* char *: of the insertions tried */
    csl_ctx *ctx;       /* of `now` */
    csl_result *now;    /* what the analysis says with all that is kept */
    uint32_t fixed, trials;
} mend;

/* ---- analysing a text ---------------------------------------------------------------------- */

typedef struct trial {
    csl_input input;
    csl_ctx *ctx;
    csl_result *result; /* NULL: the analysis failed */
} trial;

static const char *analyse(uint32_t index, void *user) {
    (void)index;
    const trial *t = user;
    csl_ctx *ctx = csl_ctx_new();
    return csl_write_result(ctx, csl_analyse_file(ctx, &t->input, t->input.options));
}

static void take(uint32_t index, const csl_outcome *outcome, void *user) {
    (void)index;
    trial *t = user;
    const char *error = NULL;
    if (!outcome->failure)
        t->result = csl_read_result(t->ctx, outcome->document, outcome->bytes, &error);
}

/* What the analysis says about another text of the file; NULL if it says nothing. */
static csl_result *analyse_text(const mend *m, char *text, csl_ctx *ctx) {
    trial t = {.input = *m->input, .ctx = ctx};
    t.input.contents = text;
    csl_run_jobs(1, 1, m->limits, analyse, take, &t);
    return t.result && !t.result->error ? t.result : NULL;
}

/* ---- comparing ----------------------------------------------------------------------------- */

/* How many findings are this one, as far as one can tell without lines. */
static uint32_t count(const csl_result *r, const csl_finding *like) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->nfindings; i++)
        n += strcmp(r->findings[i].rule, like->rule) == 0 &&
             g_strcmp0(r->findings[i].identity, like->identity) == 0;
    return n;
}

static bool kernel_no_worse(const csl_kernel_result *before, const csl_kernel_result *after) {
    return strcmp(before->name, after->name) == 0 && after->undecided <= before->undecided &&
           (after->verdict != CSL_NOT_ANALYSED || before->verdict == CSL_NOT_ANALYSED);
}

/* Nothing new: no finding, no error, no doubt. */
static bool no_worse(const csl_result *before, const csl_result *after) {
    if (after->incomplete > before->incomplete || after->nnotes > before->nnotes ||
        after->nkernels != before->nkernels)
        return false;
    for (uint32_t i = 0; i < after->nkernels; i++)
        if (!kernel_no_worse(&before->kernels[i], &after->kernels[i]))
            return false;
    for (uint32_t i = 0; i < after->nfindings; i++)
        if (count(after, &after->findings[i]) > count(before, &after->findings[i]))
            return false;
    return true;
}

/* ---- one file ------------------------------------------------------------------------------ */

static void insert_sorted(GArray *to, csl_insertion insertion) {
    guint at = 0;
    while (at < to->len && g_array_index(to, csl_insertion, at).after <= insertion.after)
        at++;
    g_array_insert_val(to, at, insertion);
}

static char *text_with(const mend *m, const GArray *insertions) {
    return csl_insert_lines(m->text, (const csl_insertion *)insertions->data, insertions->len);
}

/* The edit belongs into the file itself: what it does to others that include a header is not
 * known here. */
static bool has_edit(const csl_finding *f, const csl_result *result) {
    return f->edit && !f->suppressed && strcmp(f->edit->after.file, result->file) == 0;
}

/* A finding that is there `after` and was not before, its edit in terms of the text as it was.
 * A barrier in a loop often brings out that the other half of the loop misses one too: what is one
 * finding for the reader, because one cause hides the other, then takes two barriers. */
static bool next_finding(const mend *m, const csl_result *after, const GArray *insertions,
                         csl_finding *next, csl_edit *edit) {
    const csl_insertion *lines = (const csl_insertion *)insertions->data;
    for (uint32_t i = 0; i < after->nfindings; i++) {
        const csl_finding *f = &after->findings[i];
        if (count(after, f) <= count(m->now, f))
            continue;
        if (!has_edit(f, after))
            return false;
        *next = *f;
        *edit = *f->edit;
        edit->after.line = csl_line_before(edit->after.line, lines, insertions->len);
        edit->after.end_line = csl_line_before(edit->after.end_line, lines, insertions->len);
        next->edit = edit;
        return true;
    }
    return false;
}

/* Keeps these insertions and what the analysis says with them. */
static void keep(mend *m, GArray *insertions, csl_ctx *ctx, csl_result *after) {
    g_array_unref(m->kept);
    m->kept = g_array_ref(insertions);
    csl_ctx_free(m->ctx);
    m->ctx = ctx;
    m->now = after;
}

static GArray *copy(const GArray *insertions) {
    GArray *to = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
    g_array_append_vals(to, insertions->data, insertions->len);
    return to;
}

static csl_result *analyse_with(mend *m, const GArray *insertions, csl_ctx *ctx) {
    char *text = text_with(m, insertions);
    csl_result *result = analyse_text(m, text, ctx);
    g_free(text);
    m->trials++;
    return result;
}

static bool try_finding(mend *m, const csl_finding *goal, const csl_finding *f,
                        const GArray *insertions, const csl_result *before, uint32_t depth);

/* Adds one barrier for `f` at one level, and, if others come to light then, theirs. */
static bool try_level(mend *m, const csl_finding *goal, const csl_finding *f,
                      const GArray *insertions, const csl_result *before, uint32_t depth,
                      uint32_t level) {
    csl_insertion insertion;
    if (m->trials >= MAX_TRIALS || !csl_place_edit(m->text, f->edit, level, &insertion))
        return false;
    g_ptr_array_add(m->lines, insertion.line);
    GArray *more = copy(insertions);
    insert_sorted(more, insertion);
    csl_ctx *ctx = csl_ctx_new();
    csl_result *after = analyse_with(m, more, ctx);
    csl_finding next;
    csl_edit edit;
    bool done = false;
    if (after && count(after, f) < count(before, f) && count(after, goal) < count(m->now, goal)) {
        if (no_worse(m->now, after)) {
            keep(m, more, ctx, after);
            ctx = NULL;
            done = true;
        } else if (depth < MAX_CHAIN && next_finding(m, after, more, &next, &edit)) {
            done = try_finding(m, goal, &next, more, after, depth + 1);
        }
    }
    if (ctx)
        csl_ctx_free(ctx);
    g_array_unref(more);
    return done;
}

/* Looks for barriers behind the access, or behind the blocks around it, with which the finding
 * `goal` is gone and nothing is new. Returns whether there are; else nothing is kept. */
static bool try_finding(mend *m, const csl_finding *goal, const csl_finding *f,
                        const GArray *insertions, const csl_result *before, uint32_t depth) {
    for (uint32_t level = 0; level <= MAX_LEVEL; level++)
        if (try_level(m, goal, f, insertions, before, depth, level))
            return true;
    return false;
}

/* Drops what later barriers made superfluous. */
static void drop_superfluous(mend *m) {
    for (guint i = 0; i < m->kept->len && m->kept->len > 1 && m->trials < MAX_TRIALS;) {
        GArray *fewer = copy(m->kept);
        g_array_remove_index(fewer, i);
        csl_ctx *ctx = csl_ctx_new();
        csl_result *after = analyse_with(m, fewer, ctx);
        if (after && no_worse(m->now, after)) {
            keep(m, fewer, ctx, after);
        } else {
            csl_ctx_free(ctx);
            i++;
        }
        g_array_unref(fewer);
    }
}

static void mend_file(mend *m, const csl_result *result) {
    m->ctx = csl_ctx_new();
    m->now = analyse_text(m, m->text, m->ctx);
    for (uint32_t i = 0; m->now && i < result->nfindings; i++) {
        const csl_finding *f = &result->findings[i];
        if (has_edit(f, result)) /* an earlier barrier may have ended this one too */
            m->fixed += !count(m->now, f) || try_finding(m, f, f, m->kept, m->now, 1);
    }
    if (m->now)
        drop_superfluous(m);
    csl_ctx_free(m->ctx);
}

/* Keeps the permissions, and the link if the name is one. */
static bool write_file(const mend *m) {
    char *real = realpath(m->input->path, NULL);
    char *text = text_with(m, m->kept);
    struct stat status;
    GError *error = NULL;
    bool done = real && stat(real, &status) == 0 &&
                g_file_set_contents_full(real, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                         (int)(status.st_mode & 07777), &error);
    if (!done) {
        char *name = csl_visible(m->input->path);
        fprintf(stderr, "%s: cannot be written%s%s\n", name, error ? ": " : "",
                error ? error->message : "");
        g_free(name);
    }
    g_clear_error(&error);
    g_free(text);
    free(real);
    return done;
}

static char *text_of(const csl_input *input) {
    char *text = NULL;
    if (input->contents)
        return g_strdup(input->contents);
    g_file_get_contents(input->path, &text, NULL, NULL);
    return text;
}

static bool any_edit(const csl_result *result) {
    for (uint32_t i = 0; i < result->nfindings; i++)
        if (has_edit(&result->findings[i], result))
            return true;
    return false;
}

uint32_t csl_fix(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                 uint32_t n, const csl_limits *limits, csl_sources *sources, bool *failed) {
    uint32_t fixed = 0, findings = 0;
    for (uint32_t i = 0; i < n; i++) {
        findings += results[i]->nfindings;
        char *text = any_edit(results[i]) ? text_of(&inputs[i]) : NULL;
        if (!text)
            continue;
        mend m = {.input = &inputs[i], .limits = limits, .text = text};
        m.kept = g_array_new(FALSE, FALSE, sizeof(csl_insertion));
        m.lines = g_ptr_array_new_with_free_func(g_free);
        mend_file(&m, results[i]);
        const csl_insertion *kept = (const csl_insertion *)m.kept->data;
        if (o->diff)
            csl_print_insertions(stdout, csl_sources_path(sources, inputs[i].path), text, kept,
                                 m.kept->len);
        else if (m.kept->len && !write_file(&m))
            *failed = true;
        fixed += m.fixed;
        g_array_unref(m.kept);
        g_ptr_array_unref(m.lines);
        g_free(text);
    }
    if (!o->quiet)
        fprintf(stderr, "%u of %u finding%s %s\n", fixed, findings, findings == 1 ? "" : "s",
                o->diff ? "can be fixed" : "fixed");
    return fixed;
}
