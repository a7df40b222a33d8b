/* runtime_tests: runs the corpus on a GPU under a watchdog and records what happened.
 *
 *     runtime_tests [OPTION...] [CORPUS]      CORPUS: a folder of folders of cases (default:
 * corpus)
 *
 * builds every case, runs it, and writes a record into runtime_tests/records (or --out). What it
 * writes from records and the checker, without a GPU: --write-plan, --write-claims, --carry,
 * --table, --evidence. Exit: 0 done; 1 something was not as it should be; 2 it cannot work at all
 * (no GPU, no nvcc, wrong arguments). It changes no setting of the device and never resets it. */
#include "build.h"
#include "carry.h"
#include "device.h"
#include "evidence.h"
#include "lint.h"
#include "schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- arguments ------------------------------------------------------------------------------- */

typedef struct arguments {
    char *corpus, *build, *out, *arch, *nvcc, *sanitizer, *profiler, *reshape, *health, *plan,
        *carry;
    char *tool, *write_plan, *table, *evidence, *explanations;
    char **only;
    int jobs, hang_jobs, build_jobs, repeats, debug_repeats;
    double deadline, sanitizer_deadline, seconds;
    gboolean build_only, again, write_claims, without_sanitizer, noise;
} arguments;

static void die(const char *message) {
    fprintf(stderr, "runtime_tests: %s\n", message);
    exit(2);
}

static void parse_arguments(int argc, char **argv, arguments *a) {
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    *a = (arguments){.jobs = MAX(cores / 2, 1),
                     .hang_jobs = MAX(cores / 2, 1),
                     .build_jobs = MAX(cores, 1),
                     .repeats = 8,
                     .debug_repeats = 1,
                     .deadline = 8,
                     .sanitizer_deadline = 40};
    const GOptionEntry entries[] = {
        {"build", 0, 0, G_OPTION_ARG_FILENAME, &a->build, "folder for the programs", "DIR"},
        {"out", 0, 0, G_OPTION_ARG_FILENAME, &a->out, "folder of the records", "DIR"},
        {"only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->only, "cases RULE/NAME that match", "GLOB"},
        {"again", 0, 0, G_OPTION_ARG_NONE, &a->again, "also cases with a fresh record", NULL},
        {"build-only", 0, 0, G_OPTION_ARG_NONE, &a->build_only, "build, and run nothing", NULL},
        {"arch", 0, 0, G_OPTION_ARG_STRING, &a->arch, "compile for it (default sm_90)", "sm_NN"},
        {"nvcc", 0, 0, G_OPTION_ARG_FILENAME, &a->nvcc, "the compiler", "FILE"},
        {"sanitizer", 0, 0, G_OPTION_ARG_FILENAME, &a->sanitizer, "compute-sanitizer", "FILE"},
        {"profiler", 0, 0, G_OPTION_ARG_FILENAME, &a->profiler, "Nsight Compute's ncu", "FILE"},
        {"without-sanitizer", 0, 0, G_OPTION_ARG_NONE, &a->without_sanitizer,
         "leave racecheck and synccheck out", NULL},
        {"reshape", 0, 0, G_OPTION_ARG_FILENAME, &a->reshape, "library for witnesses", "FILE"},
        {"health", 0, 0, G_OPTION_ARG_FILENAME, &a->health, "source of the health check", "FILE"},
        {"plan", 0, 0, G_OPTION_ARG_FILENAME, &a->plan,
         "what --write-plan wrote: its witnesses are replayed", "FILE"},
        {"build-jobs", 0, 0, G_OPTION_ARG_INT, &a->build_jobs, "compilers at once", "N"},
        {"jobs", 0, 0, G_OPTION_ARG_INT, &a->jobs, "cases at once", "N"},
        {"hang-jobs", 0, 0, G_OPTION_ARG_INT, &a->hang_jobs, "of those that may hang", "N"},
        {"repeats", 0, 0, G_OPTION_ARG_INT, &a->repeats, "runs of the -O3 build, at most", "N"},
        {"debug-repeats", 0, 0, G_OPTION_ARG_INT, &a->debug_repeats, "of the -G build, at most",
         "N"},
        {"noise", 0, 0, G_OPTION_ARG_NONE, &a->noise,
         "keep the device busy during every second run", NULL},
        {"deadline", 0, 0, G_OPTION_ARG_DOUBLE, &a->deadline, "of a run", "SECONDS"},
        {"sanitizer-deadline", 0, 0, G_OPTION_ARG_DOUBLE, &a->sanitizer_deadline,
         "of a run under compute-sanitizer", "SECONDS"},
        {"seconds", 0, 0, G_OPTION_ARG_DOUBLE, &a->seconds, "start no case later", "SECONDS"},
        {"tool", 0, 0, G_OPTION_ARG_FILENAME, &a->tool, "the checker, instead of --plan", "FILE"},
        {"write-plan", 0, 0, G_OPTION_ARG_FILENAME, &a->write_plan,
         "what the checker says of the cases, for --plan", "FILE"},
        {"write-claims", 0, 0, G_OPTION_ARG_NONE, &a->write_claims,
         "put what was recorded into the `// gpu:` comments", NULL},
        {"carry", 0, 0, G_OPTION_ARG_FILENAME, &a->carry,
         "take records over from an earlier tree, for cases of the same text", "DIR"},
        {"table", 0, 0, G_OPTION_ARG_FILENAME, &a->table, "write the table of all cases", "FILE"},
        {"evidence", 0, 0, G_OPTION_ARG_FILENAME, &a->evidence, "write the comparison", "FILE"},
        {"explanations", 0, 0, G_OPTION_ARG_FILENAME, &a->explanations,
         "why checker and sanitizers disagree", "FILE"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL}};
    GOptionContext *context = g_option_context_new("[CORPUS]");
    GError *error = NULL;
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error))
        die(error->message);
    g_option_context_free(context);
    if (argc > 2)
        die("more than one corpus");
    a->corpus = g_strdup(argc == 2 ? argv[1] : "corpus");
    if (a->jobs < 1 || a->hang_jobs < 1 || a->build_jobs < 1 || a->repeats < 1 ||
        a->debug_repeats < 1 || a->deadline <= 0 || a->sanitizer_deadline <= 0)
        die("a number that must be positive is not");
}

/* ---- tools ----------------------------------------------------------------------------------- */

/* The program that was named, or the one of that name in PATH or in CUDA's usual place. */
static char *find_program(const char *given, const char *name) {
    char *found = g_find_program_in_path(given ? given : name);
    if (!found && !given) {
        char *usual = g_build_filename("/usr/local/cuda/bin", name, NULL);
        found = g_find_program_in_path(usual);
        g_free(usual);
    }
    char *real = found ? realpath(found, NULL) : NULL;
    g_free(found);
    return real;
}

/* A file that is installed beside this program, or in the source tree: an absolute path, or NULL.
 */
static char *find_file(const char *given, const char *beside, const char *source) {
    char *self = g_file_read_link("/proc/self/exe", NULL), *folder = g_path_get_dirname(self);
    char *near = g_build_filename(folder, beside, NULL);
    char *real = realpath(given ? given : near, NULL);
    if (!real && !given && source)
        real = realpath(source, NULL);
    g_free(near);
    g_free(folder);
    g_free(self);
    return real;
}

static void complain(const char *missing, const char *remedy) {
    fprintf(stderr, "runtime_tests: no %s: %s\n", missing, remedy);
}

static csl_setup find_tools(const arguments *a) {
    csl_setup s = {.build = a->build ? a->build : "build/gpu",
                   .out = a->out,
                   .arch = a->arch ? a->arch : "sm_90",
                   .repeats = (unsigned)a->repeats,
                   .debug_repeats = (unsigned)a->debug_repeats,
                   .noise = a->noise,
                   .deadline = a->deadline,
                   .sanitizer_deadline = a->sanitizer_deadline};
    s.nvcc = find_program(a->nvcc, "nvcc");
    s.sanitizer = a->without_sanitizer ? NULL : find_program(a->sanitizer, "compute-sanitizer");
    s.profiler = find_program(a->profiler, "ncu");
    s.reshape = find_file(a->reshape, "libreshape.so", NULL);
    s.health = find_file(a->health, "health.cu", "runtime_tests/health.cu");
    bool good = s.nvcc && s.health && s.reshape;
    if (!s.nvcc)
        complain("nvcc", "install the CUDA Toolkit, or name it with --nvcc=FILE");
    if (!s.sanitizer && !a->without_sanitizer && !a->build_only) {
        complain("compute-sanitizer", "name it with --sanitizer=FILE, or say --without-sanitizer");
        good = false;
    }
    if (!s.health)
        complain("health.cu", "name it with --health=FILE");
    if (!s.reshape)
        complain("libreshape.so", "name it with --reshape=FILE");
    if (!good)
        exit(2);
    return s;
}

/* ---- with a GPU ------------------------------------------------------------------------------ */

static int observe_all(const arguments *a, const GPtrArray *cases) {
    static csl_setup setup; /* its strings last as long as the program */
    setup = find_tools(a);
    GPtrArray *plan = a->plan ? csl_plan_read(a->plan) : NULL;
    if (a->plan && !plan)
        return 2;
    /* Most of the time goes into making contexts, one after another for the whole device. One
     * hardware queue instead of eight halves it. No case launches into several streams. */
    g_setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", FALSE);
    const csl_schedule schedule = {.jobs = (unsigned)a->jobs,
                                   .hang_jobs = (unsigned)a->hang_jobs,
                                   .again = a->again,
                                   .seconds = a->seconds};
    bool health_built = csl_build_health(&setup);
    if (!a->build_only && (!health_built || !csl_device_query(&setup)))
        die("no GPU that can be used");
    bool built = csl_build_all(&setup, cases, (unsigned)a->build_jobs) && health_built;
    if (a->build_only)
        return built ? 0 : 1;
    return csl_observe_all(&setup, &schedule, cases, plan, a->tool) ? 0 : 1;
}

/* ---- without a GPU --------------------------------------------------------------------------- */

static GPtrArray *lint_all(const arguments *a, const GPtrArray *cases) {
    GPtrArray *lints = g_ptr_array_new_with_free_func((GDestroyNotify)csl_lint_free);
    if (!a->tool)
        die("--tool=FILE is missing: the checker");
    for (guint i = 0; i < cases->len; i++) {
        csl_lint *l = csl_lint_run(a->tool, cases->pdata[i]);
        if (!l)
            exit(2);
        g_ptr_array_add(lints, l);
    }
    return lints;
}

static int write_plan(const arguments *a, const GPtrArray *cases) {
    GPtrArray *lints = lint_all(a, cases);
    bool written = csl_plan_write(lints, a->write_plan);
    g_ptr_array_free(lints, TRUE);
    return written ? 0 : 2;
}

/* Puts into each `// gpu:` comment what the record of the case shows; a case without a record, or
 * with one of another source, becomes unobserved. */
static int write_claims(const arguments *a, const GPtrArray *cases) {
    unsigned failed = 0;
    for (guint i = 0; i < cases->len; i++) {
        const csl_case *c = cases->pdata[i];
        char *path = csl_record_path(c, a->out), *why;
        csl_record *r = csl_record_read(path, &why);
        bool fresh = r && strcmp(r->source, c->hash) == 0;
        char *words = fresh ? csl_claim_words(csl_record_saw(r), csl_record_debug_only(r))
                            : g_strdup("unobserved");
        if (why || (r && !fresh)) {
            fprintf(stderr, "runtime_tests: %s: %s\n", path,
                    why ? why : "it is of another version of the source");
            failed++;
        } else if (!csl_case_write_claim(c, words)) {
            fprintf(stderr, "runtime_tests: %s: no `// gpu:` line that can be written\n", c->path);
            failed++;
        }
        g_free(words);
        csl_record_free(r);
        g_free(why);
        g_free(path);
    }
    return failed > 0;
}

static FILE *open_for_writing(const char *path) {
    FILE *to = fopen(path, "w");
    if (!to)
        die("a file for the table or the comparison cannot be written");
    return to;
}

static int write_evidence(const arguments *a, const GPtrArray *cases) {
    GPtrArray *lints = lint_all(a, cases);
    csl_evidence *e = csl_evidence_new(cases, lints, a->out);
    bool good = true;
    if (a->table) {
        FILE *to = open_for_writing(a->table);
        csl_evidence_table(e, to);
        good = fclose(to) == 0;
    }
    if (a->evidence) {
        if (!a->explanations)
            die("--explanations=FILE is missing");
        FILE *to = open_for_writing(a->evidence);
        good &= csl_evidence_page(e, a->explanations, to);
        good &= fclose(to) == 0;
    }
    csl_evidence_free(e);
    g_ptr_array_free(lints, TRUE);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    static arguments a; /* its strings last as long as the program */
    parse_arguments(argc, argv, &a);
    setvbuf(stdout, NULL, _IOLBF, 0);
    GPtrArray *only = g_ptr_array_new();
    for (char **glob = a.only; glob && *glob; glob++)
        g_ptr_array_add(only, *glob);
    GPtrArray *cases = csl_cases(a.corpus, only);
    if (cases->len == 0)
        die("no cases");
    int code = a.write_plan            ? write_plan(&a, cases)
               : a.write_claims        ? write_claims(&a, cases)
               : a.carry               ? !csl_carry(cases, a.carry, a.out)
               : a.table || a.evidence ? write_evidence(&a, cases)
                                       : observe_all(&a, cases);
    g_ptr_array_free(cases, TRUE);
    g_ptr_array_free(only, TRUE);
    return code;
}
