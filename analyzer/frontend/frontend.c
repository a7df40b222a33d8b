/* The front end's two entry points. Both work on a thread with a big stack. */
#include "parse/parse.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>

#include "recover/recover.h"
#include "launch/launch.h"
#include "instances/instances.h"
#include "../limits/limits.h"

/* Virtual memory; only what a source really needs is touched. */
#define STACK_BYTES ((size_t)512 << 20)

struct job {
    csl_ctx *ctx; /* NULL: parse only */
    const char *path;
    const csl_parse_options *options;
    csl_parse_log *log;
    csl_module *module;
    const char *failure;
};

/* What might help: a newer standard; what nvcc can do without; nvcc includes part of
 * the C++ library without being asked to; that costs time to parse, so only a source that uses it
 * without including it gets it. NULL: nothing. */
static const csl_parse_options *with_more(const csl_unit *unit) {
    const csl_parse_options *with = csl_with_standard(unit);
    if (!with)
        with = csl_with_mends(unit);
    if (with)
        return with;
    const bool clashes = csl_clashes_with_std(unit);
    if (!clashes && !csl_misses_std(unit)) {
        with = csl_with_headers(unit);
        if (!with)
            with = csl_with_macros(unit);
        return with ? with : csl_with_dispatchers(unit);
    }
    csl_parse_options *options = CSL_NEW(unit->ctx, csl_parse_options);
    *options = *unit->options;
    options->as_text |= clashes;
    options->whole_std |= !clashes;
    return options;
}

/* Opens the unit; when headers are missing and the project has them elsewhere, again with these. A
 * header that is found may include others that are not. */
static const char *open_unit(struct job *job, csl_unit *unit) {
    const csl_parse_options *options = job->options,
                            *foreseen =
                                job->ctx ? csl_with_foreseen(job->ctx, job->path, options) : NULL;
    options = foreseen ? foreseen : options;
    if (job->ctx && (foreseen = csl_with_foreseen_mends(job->ctx, job->path, options)))
        options = foreseen;
    for (int try = 1;; try++) {
        const char *failure = csl_unit_open(unit, job->ctx, job->path, options, NULL);
        if (failure || !job->ctx)
            return failure;
        csl_collect_errors(unit, job->log);
        options = !csl_limit_reached(CSL_LIMIT_parses, try) ? with_more(unit) : NULL;
        if (!options)
            return NULL;
        csl_unit_close(unit);
    }
}

/* Parses once more, with recovered declarations or without (NULL); NULL or why it failed. */
static const char *open_recovered(const struct job *job, csl_unit *unit, const csl_unit *before,
                                  const char *recovered, csl_parse_log *log) {
    const char *failure = csl_unit_open(unit, job->ctx, job->path, before->options, recovered);
    unit->recovered_text = recovered;
    if (!failure)
        csl_collect_errors(unit, log);
    return failure;
}

/* The same in the place of the unit before, which is closed first: two of a large source at a time
 * are more than a worker may need. */
static const char *open_again(const struct job *job, csl_unit *unit, const char *recovered,
                              csl_parse_log *log) {
    const csl_unit before = *unit;
    csl_unit_close(unit);
    return open_recovered(job, unit, &before, recovered, log);
}

static const char *text_of(const struct job *job, const csl_recovery *recovery) {
    char *text = csl_recovery_text(recovery);
    const char *kept = csl_strdup(job->ctx, text);
    g_free(text);
    return kept;
}

/* Parses a large source again with declarations of the names that were missing, once; and as it was
 * if that has more errors. */
static void parse_large_with_recovered(struct job *job, csl_unit *unit, csl_recovery *recovery) {
    const uint32_t before = unit->nerrors;
    csl_parse_log log = {0}, known = {0};
    if (!csl_recover_from_errors(recovery, unit))
        return;
    if (!open_again(job, unit, text_of(job, recovery), &log) && unit->nerrors <= before)
        *job->log = log;
    else
        job->failure = open_again(job, unit, NULL, &known);
}

/* Parses again with such declarations, and keeps what has the fewest errors. An error may have
 * hidden others: a second round sees those. */
static void parse_with_recovered(struct job *job, csl_unit *unit, csl_recovery *recovery) {
    csl_unit best = *unit, last = *unit;
    for (int round = 0; !csl_limit_reached(CSL_LIMIT_recovered_parses, round) &&
                        csl_recover_from_errors(recovery, &last);
         round++) {
        csl_unit next;
        csl_parse_log log = {0};
        const char *failure = open_recovered(job, &next, &last, text_of(job, recovery), &log);
        if (last.tu != best.tu)
            csl_unit_close(&last);
        last = next;
        if (failure)
            break;
        if (last.nerrors < best.nerrors) {
            csl_unit_close(&best);
            best = last;
            *job->log = log;
        }
    }
    if (last.tu != best.tu)
        csl_unit_close(&last);
    *unit = best;
}

static void recover(struct job *job, csl_unit *unit) {
    csl_recovery *recovery = csl_recovery_new();
    if (csl_is_large(unit))
        parse_large_with_recovered(job, unit, recovery);
    else
        parse_with_recovered(job, unit, recovery);
    csl_recovery_free(recovery);
}

/* Parses again with uses of the methods of classes that the file instantiates. */
static void add_class_uses(struct job *job, csl_unit *unit) {
    const char *uses = csl_class_uses(unit);
    if (!uses)
        return;
    csl_parse_options *options = CSL_NEW(job->ctx, csl_parse_options);
    csl_parse_log log = {0};
    *options = *unit->options;
    options->uses = uses;
    unit->options = options;
    job->failure = open_again(job, unit, unit->recovered_text, &log);
}

/* Parses again with uses of the templates that nothing instantiates. */
static void add_archetypes(struct job *job, const csl_unit *unit, csl_lowered *lowered,
                           csl_launchers launchers, bool whole) {
    char *text = csl_archetype_text(unit, lowered, launchers, whole);
    if (!text)
        return;
    csl_unit more;
    csl_parse_log log = {0};
    csl_parse_options options = *unit->options;
    options.contents = text;
    if (!csl_unit_open(&more, job->ctx, job->path, &options, unit->recovered_text)) {
        csl_collect_errors(&more, &log);
        if (launchers.n)
            csl_lower_launched(&more, unit, lowered);
        csl_lower_archetypes(&more, unit, lowered);
    }
    csl_unit_close(&more);
    g_free(text);
}

/* Parses again with what asks for the bounds of instances that could not be read. */
static void read_bounds(const struct job *job, const csl_unit *unit, csl_lowered *lowered) {
    csl_parse_options options = *unit->options;
    options.uses = csl_bound_probes(unit, lowered);
    if (!options.uses)
        return;
    csl_unit more;
    if (!csl_unit_open(&more, job->ctx, job->path, &options, unit->recovered_text))
        csl_take_bounds(&more, lowered);
    csl_unit_close(&more);
}

static const csl_module *for_arch(const csl_unit *unit, uint32_t arch) {
    csl_unit other;
    csl_parse_log log = {0};
    csl_parse_options options = *unit->options;
    options.arch = arch;
    const csl_module *m = NULL;
    if (!csl_unit_open(&other, unit->ctx, unit->path, &options, unit->recovered_text)) {
        csl_collect_errors(&other, &log);
        m = log.broken ? NULL : csl_lower_unit(&other).module;
    }
    csl_unit_close(&other);
    return m;
}

static void *work(void *arg) {
    struct job *job = arg;
    csl_unit unit;
    job->failure = open_unit(job, &unit);
    if (!job->failure && job->ctx) {
        if (csl_recovery_needed(&unit) && !csl_is_huge(&unit))
            recover(job, &unit);
        if (!job->failure && !csl_is_large(&unit))
            add_class_uses(job, &unit);
    }
    if (!job->failure && job->ctx) {
        csl_note_inclusions(&unit, job->log);
        job->log->tests_arch = csl_tests_arch(&unit);
        csl_note_refusal(&unit, job->log);
        if (job->log->nnotes) /* headers are missing */
            csl_note_missing_macros(&unit);
        const bool large = csl_is_large(&unit);
        csl_lowered lowered = csl_lower_unit(&unit);
        csl_note_reached(&unit, &lowered, job->log);
        csl_mark_emptied_kernels(&unit, &lowered, large ? NULL : for_arch);
        csl_find_launches(&unit, &lowered, job->log);
        csl_note_unlaunched(&unit, &lowered);
        if (!large)
            read_bounds(job, &unit, &lowered);
        csl_lower_in_clusters(&unit, &lowered);
        csl_find_constants(&unit, &lowered);
        const csl_launchers launchers = csl_find_launchers(&unit, &lowered);
        if (launchers.n || !large)
            add_archetypes(job, &unit, &lowered, launchers, false);
        if (!large)
            add_archetypes(job, &unit, &lowered, (csl_launchers){0}, true);
        job->module = lowered.module;
        csl_count_written(&unit, job->module, job->log);
        if (job->module->nkernels == 0)
            csl_note_errors(&unit, job->log);
    }
    csl_unit_close(&unit);
    return NULL;
}

/* Where the system has no thread left it runs on the stack that is there. */
static void run_on_big_stack(struct job *job) {
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    if (pthread_create(&thread, &attr, work, job) == 0)
        pthread_join(thread, NULL);
    else
        work(job);
    pthread_attr_destroy(&attr);
}

csl_module *csl_parse_file(csl_ctx *ctx, const char *path, const csl_parse_options *options,
                           csl_parse_log *log) {
    *log = (csl_parse_log){0};
    struct job job = {.ctx = ctx, .path = path, .options = options, .log = log};
    run_on_big_stack(&job);
    log->failure = job.failure;
    return job.module;
}

bool csl_parse_only(const char *path, const csl_parse_options *options) {
    struct job job = {.path = path, .options = options};
    run_on_big_stack(&job);
    return !job.failure;
}

const char *csl_libclang_version(void) {
    static char version[32];
    CXString full = clang_getClangVersion(); /* "Debian clang version 22.1.8 (...)" */
    const char *s = strstr(clang_getCString(full), "version ");
    size_t n = 0;
    for (s = s ? s + strlen("version ") : ""; n + 1 < sizeof version; s++) {
        if (!isdigit((unsigned char)*s) && *s != '.')
            break;
        version[n++] = *s;
    }
    version[n] = '\0';
    clang_disposeString(full);
    return version;
}
