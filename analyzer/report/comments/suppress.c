#include "suppress.h"
#include "comments.h"
#include "../source/glob.h"
#include "../select/fingerprint.h"
#include "../report.h"
#include "../../limits/limits.h"

#include <string.h>

/* A directive and what it covers. */
typedef struct scope {
    csl_directive d;      /* its texts belong to the comments */
    uint32_t first, last; /* lines; nothing if last < first */
    const char *kernel;   /* CSL_DIRECTIVE_KERNEL: its name */
    const char *problem;  /* why it covers nothing, or NULL */
    bool *used;           /* per entry of d.rules; one if there is no list */
} scope;

typedef struct suppressor {
    csl_ctx *ctx;
    csl_result *result;
    const csl_comments *comments;
    const csl_suppress_options *options;
    GHashTable *files; /* path -> GArray of scope */
    GArray *added;     /* csl_finding: about the comments themselves */
} suppressor;

/* ---- reading a file's directives ----------------------------------------------------------- */

static uint32_t entries(const csl_directive *d) {
    return d->rules ? g_strv_length(d->rules) : 1;
}

static bool same_rules(const csl_directive *a, const csl_directive *b) {
    if (a->ours != b->ours || !a->rules != !b->rules)
        return false;
    return !a->rules || g_strv_equal((const char *const *)a->rules, (const char *const *)b->rules);
}

/* Closes the nearest open range with the same rules. */
static void close_range(GArray *scopes, scope *end) {
    for (guint i = scopes->len; i-- > 0;) {
        scope *s = &g_array_index(scopes, scope, i);
        if (s->d.kind == CSL_DIRECTIVE_BEGIN && s->problem && same_rules(&s->d, &end->d)) {
            s->last = end->d.line;
            s->problem = NULL;
            return;
        }
    }
    end->problem = "ends no range";
}

static void find_kernel(const csl_result *result, const char *path, scope *s) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < result->nkernels; i++) {
        const csl_kernel_result *k = &result->kernels[i];
        if (k->region.line >= s->d.line && k->region.line < best &&
            strcmp(k->region.file, path) == 0) {
            best = k->region.line;
            s->kernel = k->name;
        }
    }
    if (!s->kernel)
        s->problem = "stands above no kernel";
}

/* What a directive covers. */
static void resolve(suppressor *s, uint32_t next_code, const char *path, GArray *scopes,
                    scope *to) {
    const csl_directive *d = &to->d;
    to->first = 1;
    to->last = 0;
    switch (d->kind) {
    case CSL_DIRECTIVE_LINE:
        to->first = d->line;
        to->last = d->ours && d->alone ? next_code : d->line;
        break;
    case CSL_DIRECTIVE_NEXT_LINE:
        to->first = d->line + 1;
        to->last = d->ours ? next_code : d->line + 1;
        break;
    case CSL_DIRECTIVE_BEGIN:
        to->first = d->line;
        to->problem = "begins a range that nothing ends";
        break;
    case CSL_DIRECTIVE_END: close_range(scopes, to); break;
    case CSL_DIRECTIVE_KERNEL: find_kernel(s->result, path, to); break;
    case CSL_DIRECTIVE_FILE: to->last = UINT32_MAX; break;
    case CSL_DIRECTIVE_UNKNOWN: to->problem = "is no suppression we know"; break;
    }
}

static GArray *read_scopes(suppressor *s, const char *path) {
    GArray *scopes = g_array_new(FALSE, FALSE, sizeof(scope));
    const GArray *remarks = csl_comments_of(s->comments, path);
    for (guint i = 0; remarks && i < remarks->len; i++) {
        const csl_remark *remark = &g_array_index(remarks, csl_remark, i);
        scope new = {.d = remark->d};
        resolve(s, remark->next_code, path, scopes, &new);
        new.used = g_new0(bool, entries(&new.d) + 1);
        g_array_append_val(scopes, new);
    }
    return scopes;
}

static void free_scopes(gpointer data) {
    GArray *scopes = data;
    for (guint i = 0; i < scopes->len; i++)
        g_free(g_array_index(scopes, scope, i).used);
    g_array_unref(scopes);
}

static GArray *scopes_of(suppressor *s, const char *path) {
    GArray *scopes = g_hash_table_lookup(s->files, path);
    if (!scopes) {
        scopes = read_scopes(s, path);
        g_hash_table_insert(s->files, g_strdup(path), scopes);
    }
    return scopes;
}

/* ---- applying them ------------------------------------------------------------------------- */

static bool covers(const scope *s, const csl_finding *f) {
    if (s->problem || s->d.kind == CSL_DIRECTIVE_END)
        return false;
    if (s->kernel)
        return f->function && strcmp(f->function, s->kernel) == 0;
    uint32_t end = MAX(f->region.end_line, f->region.line);
    return f->region.line <= s->last && end >= s->first;
}

/* Marks the entries that mean the rule; true if there are any. */
static bool use(scope *s, const char *rule) {
    if (!s->d.rules)
        return s->used[0] = true;
    bool any = false;
    for (uint32_t i = 0; s->d.rules[i]; i++)
        if (csl_glob_matches(s->d.rules[i], rule))
            any = s->used[i] = true;
    return any;
}

/* Why a comment suppresses the finding, or NULL. Every comment that does counts as used. */
static const char *suppression(suppressor *s, const csl_finding *f) {
    const char *why = NULL;
    GArray *scopes = scopes_of(s, f->region.file);
    for (guint i = 0; i < scopes->len; i++) {
        scope *at = &g_array_index(scopes, scope, i);
        if (covers(at, f) && use(at, f->rule) && !why)
            why = *at->d.reason ? csl_format(s->ctx, "comment: %s", at->d.reason) : "comment";
    }
    return why;
}

/* ---- judging comments ---------------------------------------------------------------------- */

static bool settled(const csl_kernel_result *k) {
    return (k->verdict == CSL_PROVED || k->verdict == CSL_FINDINGS) && k->undecided == 0;
}

/* True if the analysis said all there is to say about what the comment covers: every kernel that
 * overlaps it is settled. Lines outside of kernels may be of functions that any kernel calls. */
static bool analysed(const csl_result *r, const scope *s) {
    if (r->nkernels == 0)
        return false;
    bool inside = false, all = true, touched = true;
    for (uint32_t i = 0; i < r->nkernels; i++) {
        const csl_kernel_result *k = &r->kernels[i];
        bool same = s->kernel ? strcmp(k->name, s->kernel) == 0
                              : k->region.line <= s->last && k->region.end_line >= s->first;
        inside |= same && (s->kernel || (k->region.line <= s->first &&
                                         k->region.end_line >= MIN(s->last, s->first + 1)));
        touched &= !same || settled(k);
        all &= settled(k);
    }
    return inside ? touched : all;
}

/* True if every rule that is on by default and that the entry means took part in the run. */
static bool judged(const suppressor *s, const char *entry) {
    bool any = false;
    for (uint32_t i = 0; i < csl_nrules; i++) {
        const csl_rule *rule = &csl_rules[i];
        bool exact = strcmp(entry, rule->name) == 0;
        if (!exact && (rule->off_by_default || !csl_glob_matches(entry, rule->name)))
            continue;
        if (rule->run && !s->options->enabled(rule, s->options->user))
            return false;
        any = true;
    }
    return any;
}

/* NOLINT is shared with other tools: only a list that names a rule of ours is ours to judge. */
static bool is_ours(const csl_directive *d) {
    if (d->ours || !d->rules)
        return d->ours;
    for (uint32_t i = 0; d->rules[i]; i++)
        for (uint32_t k = 0; k < csl_nrules; k++)
            if (strcmp(d->rules[i], "*") != 0 && csl_glob_matches(d->rules[i], csl_rules[k].name))
                return true;
    return false;
}

/* `words` say it with the comment's text, which makes the finding's identity. */
static void complain(suppressor *s, const csl_directive *d, const csl_rule *rule,
                     const char *message, const char *words, const char *fix) {
    csl_finding f = {
        .rule = rule->name,
        .kind = "comment",
        .severity = rule->severity,
        .confidence = CSL_HIGH,
        .message = message,
        .region = {s->result->file, d->line, d->column, d->line, d->end_column},
        .fix = fix,
        .identity = csl_format(s->ctx, "%s\n%s", rule->name, words),
    };
    g_array_append_val(s->added, f);
}

/* Says what does not work, or is not needed. */
static void judge(suppressor *s, const scope *at, const csl_rule *rule) {
    static const char fix[] = "remove or correct the comment";
    const csl_directive *d = &at->d;
    if (!is_ours(d))
        return;
    if (at->problem) {
        complain(s, d, rule, csl_format(s->ctx, "this comment %s", at->problem),
                 csl_format(s->ctx, "`%s` %s", d->text, at->problem), fix);
        return;
    }
    if (d->kind == CSL_DIRECTIVE_END)
        return;
    for (uint32_t i = 0; i < entries(d); i++) {
        const char *entry = d->rules ? d->rules[i] : "*";
        if (d->ours && !strpbrk(entry, "*?") && !csl_rule_find(entry))
            complain(s, d, rule, "this comment names a rule that does not exist",
                     csl_format(s->ctx, "`%s`: there is no rule `%s`", d->text, entry), fix);
        else if (!at->used[i] && judged(s, entry) && analysed(s->result, at))
            complain(s, d, rule,
                     entries(d) == 1 ? "this comment suppresses nothing"
                                     : csl_format(s->ctx, "`%s` suppresses nothing here", entry),
                     entries(d) == 1
                         ? csl_format(s->ctx, "`%s` suppresses nothing", d->text)
                         : csl_format(s->ctx, "`%s` suppresses nothing: `%s`", d->text, entry),
                     fix);
    }
}

/* Wants a reason of every comment in our own spelling: users of NOLINT are not used to it. */
static void judge_reason(suppressor *s, const scope *at, const csl_rule *rule) {
    const csl_directive *d = &at->d;
    if (d->ours && !at->problem && d->kind != CSL_DIRECTIVE_END && !*d->reason)
        complain(s, d, rule, "this suppression does not say why",
                 csl_format(s->ctx, "`%s` does not say why", d->text), "put the reason behind it");
}

typedef void judge_fn(suppressor *s, const scope *at, const csl_rule *rule);

/* Every comment of the input, by a rule about comments, if that takes part in the run. */
static void judge_all(suppressor *s, const char *name, judge_fn *judge_one) {
    const csl_rule *rule = csl_rule_find(name);
    if (!rule || !s->options->enabled(rule, s->options->user))
        return;
    GArray *scopes = scopes_of(s, s->result->file);
    const guint most = s->added->len + CSL_LIMIT(comment_complaints);
    guint i = 0;
    for (; i < scopes->len && s->added->len < most; i++)
        judge_one(s, &g_array_index(scopes, scope, i), rule);
    if (i == scopes->len && i < CSL_LIMIT(remarks))
        return;
    const csl_directive *d = &g_array_index(scopes, scope, MIN(i, scopes->len - 1)).d;
    complain(s, d, rule, "the comments from here on are too many to look at", "too many comments",
             "remove those that suppress nothing");
}

/* ---- result -------------------------------------------------------------------------------- */

/* Appends the findings about comments, with fingerprints: their identities are of no other rule, so
 * the ordinals of the rest are not disturbed. */
static void append(suppressor *s) {
    csl_result *r = s->result;
    csl_result comments = {.file = r->file,
                           .findings = (csl_finding *)(void *)s->added->data,
                           .nfindings = s->added->len};
    csl_fingerprint(s->ctx, &comments);
    uint32_t n = r->nfindings + comments.nfindings;
    csl_finding *all = csl_alloc(s->ctx, n * sizeof *all);
    if (r->nfindings)
        memcpy(all, r->findings, r->nfindings * sizeof *all);
    memcpy(all + r->nfindings, comments.findings, comments.nfindings * sizeof *all);
    r->findings = all;
    r->nfindings = n;
    csl_sort_result(r);
}

uint32_t csl_suppress(csl_ctx *ctx, csl_result *result, csl_sources *sources,
                      const csl_suppress_options *options) {
    if (result->error) /* no findings, and its text may be anything */
        return 0;
    csl_comments *own = options->comments ? NULL : csl_comments_read(&result, 1, sources);
    suppressor s = {.ctx = ctx,
                    .result = result,
                    .comments = own ? own : options->comments,
                    .options = options};
    s.files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_scopes);
    s.added = g_array_new(FALSE, FALSE, sizeof(csl_finding));
    uint32_t kept = 0, suppressed = 0;
    for (uint32_t i = 0; i < result->nfindings; i++) {
        csl_finding *f = &result->findings[i];
        f->suppressed = suppression(&s, f);
        suppressed += f->suppressed != NULL;
        if (!f->suppressed || options->show)
            result->findings[kept++] = *f;
    }
    result->nfindings = kept;
    judge_all(&s, "unused-suppression", judge);
    judge_all(&s, "suppression-reason", judge_reason);
    if (s.added->len)
        append(&s);
    g_array_unref(s.added);
    g_hash_table_destroy(s.files);
    csl_comments_free(own);
    return suppressed;
}
