#include "analyze.h"

#include "../../frontend/frontend.h"
#include "../../limits/limits.h"
#include "../../report/select/fingerprint.h"
#include "../../report/select/notes.h"
#include "../plan/headers.h"
#include "judged.h"
#include "strings.h"
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

/* What the front end made of a file for an architecture. */
typedef struct reading {
    uint32_t arch;
    const csl_module *module;
    csl_parse_log log;
} reading;

/* What one file's analysis collects before instances are merged. */
typedef struct collection {
    csl_ctx *ctx;
    const csl_options *o;
    const csl_input *input;
    const GPtrArray *elsewhere; /* csl_input.launches, of all parts of the file */
    GArray *read;               /* reading; of all parts of the file */
    csl_judged judged;
    const char **arch_names;     /* "sm_80" */
    GPtrArray *notes;            /* const char * */
    GPtrArray *includes, *names; /* const char *, of csl_parse_log */
    GPtrArray *keys, *launches;  /* the same */
    GPtrArray *reached;          /* the same */
    GPtrArray *unseen;           /* the same */
    GPtrArray *folders;          /* csl_header_folders, once they are asked for */
    csl_nested *nested;          /* csl_nested_folders, likewise */
    bool incomplete;
} collection;

/* Those of the file's command line, then those of its configuration. */
static const char *const *parser_args(csl_ctx *ctx, const csl_options *o, const csl_input *input,
                                      uint32_t *n) {
    const GPtrArray *own = input->flags->args, *configured = o->config_args;
    const char **args = csl_alloc(ctx, (own->len + configured->len + 1) * sizeof *args);
    *n = 0;
    for (guint i = 0; i < own->len; i++)
        args[(*n)++] = own->pdata[i];
    for (guint i = 0; i < configured->len; i++)
        args[(*n)++] = configured->pdata[i];
    return args;
}

static const char *find_header(void *finder, const char *name) {
    collection *c = finder;
    if (!c->folders)
        c->folders = csl_header_folders(c->input->path);
    const char *found = csl_find_header(c->folders, name);
    if (found || g_path_is_absolute(name))
        return found;
    if (!c->nested)
        c->nested = csl_nested_folders(c->input->path);
    return csl_find_nested_header(c->nested, name);
}

static bool defines_a_macro(const char *const *args, uint32_t n) {
    bool defines = false;
    for (uint32_t i = 0; i < n; i++)
        defines |= strncmp(args[i], "-D", 2) == 0;
    return defines;
}

static csl_parse_options parse_options(collection *c, uint32_t arch) {
    const csl_options *o = c->o;
    uint32_t nargs;
    const char *const *args = parser_args(c->ctx, o, c->input, &nargs);
    return (csl_parse_options){
        .args = args,
        .nargs = nargs,
        .built = defines_a_macro(args, nargs),
        .barriers = (const char *const *)o->barriers->pdata,
        .nbarriers = o->barriers->len,
        .arch = arch,
        .cuda_path = o->cuda_path,
        .contents = c->input->contents,
        .launches = c->elsewhere ? (const char *const *)c->elsewhere->pdata : NULL,
        .nlaunches = c->elsewhere ? c->elsewhere->len : 0,
        .find_header = find_header,
        .finder = c,
    };
}

/* What the front end counted apart from lowering (csl_audit): a function that several kernels call
 * counts for the first. */
static void print_audit(const csl_module *m) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_audit *a = &m->kernels[i].audit;
        printf("audit: %s: %u calls, %u stores, %u others, %u of them not lowered\n",
               m->kernels[i].name, a->calls, a->stores, a->others, a->missed);
    }
}

static void dump(const collection *c, const csl_module *m) {
    if (c->o->dump & CSL_DUMP_IR)
        csl_print_module(stdout, m);
    if (c->o->dump & CSL_DUMP_AUDIT)
        print_audit(m);
    if (c->o->dump & CSL_DUMP_LIMITS) { /* of reading it; those of its kernels follow */
        printf("%s:\n", c->input->path);
        csl_print_limits(stdout);
    }
}

/* Parses for one architecture, unless another part of the file has done so. */
static reading read_arch(collection *c, uint32_t arch) {
    for (guint i = 0; i < c->read->len; i++)
        if (g_array_index(c->read, reading, i).arch == arch)
            return g_array_index(c->read, reading, i);
    csl_parse_options options = parse_options(c, arch);
    reading new = {.arch = arch};
    csl_limits_begin();
    new.module = csl_parse_file(c->ctx, c->input->path, &options, &new.log);
    g_array_append_val(c->read, new);
    if (new.module)
        dump(c, new.module);
    return new;
}

static bool is_asked_for(const csl_input *input, const char *kernel) {
    return (!input->kernels || csl_holds_string(input->kernels, kernel)) &&
           !(input->left_out && csl_holds_string(input->left_out, kernel));
}

/* Parses for one architecture and analyses what is there, `only_wanted`: the kernels that
 * were not all there before and ask for this one. Returns whether the source tests the
 * architecture; *error is set if there was nothing to analyse. */
static bool analyse_arch(collection *c, const csl_input *input, uint32_t arch_index, uint32_t arch,
                         bool only_wanted, const char **error) {
    const reading from = read_arch(c, arch);
    const csl_module *m = from.module;
    const csl_parse_log log = from.log;
    for (uint32_t i = 0; i < log.nnotes && arch_index == 0; i++)
        g_ptr_array_add(c->notes, (char *)log.notes[i]);
    c->incomplete |= log.nnotes > 0;
    if (!c->judged.broken) {
        c->judged.broken = log.broken;
        c->judged.doubt = log.doubt;
    }
    c->judged.refused = log.refused;
    csl_add_each(c->includes, log.files, log.nfiles);
    csl_add_each(c->names, log.names, log.nnames);
    if (arch_index == 0)
        csl_add_each(c->unseen, log.unseen, log.nunseen);
    else /* a condition that hides a kernel from one shows it to another */
        csl_keep_common(c->unseen, log.unseen, log.nunseen);
    csl_add_each(c->keys, log.keys, log.nkeys);
    csl_add_each(c->reached, log.reached, log.nreached);
    csl_add_each(c->launches, log.launches, log.nlaunches);
    if (!m) {
        *error = log.failure ? log.failure : "the front end gave nothing";
        return false;
    }
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (only_wanted &&
            (m->kernels[i].helper || !csl_wants(c->judged.wanted, m->kernels[i].pattern, arch)))
            continue;
        else if (is_asked_for(input, m->kernels[i].name))
            csl_judge(&c->judged, m, &m->kernels[i], arch_index, &c->arch_names[arch_index]);
    csl_judged_all(&c->judged);
    return log.tests_arch;
}

uint32_t csl_first_arch(const csl_input *input, const csl_options *o) {
    if (o->archs->len)
        return g_array_index(o->archs, uint32_t, 0);
    if (input->flags->arch)
        return input->flags->arch;
    char *text = csl_source_text(input);
    const uint32_t named = text ? csl_arch_of_names(text) : 0;
    g_free(text);
    return named ? named : 800;
}

/* Parses once per architecture asked for; one is enough when the source does not look at it. If
 * none is asked for, kernels that the usual one leaves nothing of, or not all, are looked at for
 * the architecture they ask for.
 */
static void analyse_archs(collection *c, const csl_input *input, csl_result *result) {
    const bool asked = c->o->archs->len || input->flags->arch;
    const uint32_t first = csl_first_arch(input, c->o);
    const uint32_t n = c->o->archs->len ? c->o->archs->len : 1;
    const uint32_t *archs = c->o->archs->len ? (const uint32_t *)c->o->archs->data : &first;
    const char **names = c->arch_names =
        csl_alloc(c->ctx, (n + CSL_ROOM_needed_archs) * sizeof *names);
    uint32_t done = 0;
    for (bool more = true; more && done < n && !result->error; done++) {
        names[done] = csl_format(c->ctx, "sm_%u", archs[done] / 10);
        more = analyse_arch(c, input, done, archs[done], false, &result->error);
    }
    uint32_t arch = UINT32_MAX;
    for (int i = 0; i < CSL_ROOM_needed_archs && !asked && !result->error; i++) {
        arch = csl_newest_wanted(c->judged.wanted, arch);
        if (!arch)
            break;
        names[done] = csl_format(c->ctx, "sm_%u", arch / 10);
        analyse_arch(c, input, done++, arch, true, &result->error);
    }
    const csl_judged *j = &c->judged;
    result->findings = j->sink.items;
    result->nfindings = j->sink.n;
    csl_merge_kernels(c->ctx, result, (const csl_instance *)j->instances->data, j->instances->len);
    csl_merge_findings(c->ctx, result, (const uint32_t *)j->finding_archs->data, names, done);
}

void csl_analyse_prepare(csl_ctx *ctx, const csl_input *input, const csl_options *o) {
    collection c = {.ctx = ctx, .o = o, .input = input};
    csl_parse_options options = parse_options(&c, 0);
    csl_parse_prepare(&options);
}

/* There is a kernel in the text, whatever the parser made of it. */
static bool names_kernels(const csl_input *input) {
    char *text = csl_source_text(input);
    bool any = text && strstr(text, "__global__");
    g_free(text);
    return any;
}

/* Most errors of files that were read without the options of their build are none there. */
static void tell_broken(csl_ctx *ctx, csl_result *result, csl_build_doubt doubt) {

    static const struct {
        csl_confidence confidence;
        const char *needs;
    } told[] = {
        [CSL_BUILD_GIVEN] = {CSL_HIGH, NULL},
        [CSL_BUILD_MISSING] = {CSL_MEDIUM, "the options of its build were not given"},
        [CSL_BUILD_DECIDES] = {CSL_LOW, "options of its build may be missing"},
    };
    csl_add_parse_error(ctx, result, told[doubt].confidence, told[doubt].needs);
}

static csl_result *analyse(csl_ctx *ctx, const csl_input *input, const csl_options *o,
                           const GPtrArray *elsewhere, GArray *read, csl_recall *known) {
    csl_result *result = CSL_NEW(ctx, csl_result);
    result->file = input->path;
    char *error = csl_check_source(input);
    if (error) {
        result->error = csl_strdup(ctx, error);
        g_free(error);
        return result;
    }
    collection c = {
        .ctx = ctx,
        .o = o,
        .input = input,
        .elsewhere = elsewhere,
        .read = read,
        .notes = g_ptr_array_new(),
        .includes = g_ptr_array_new(),
        .names = g_ptr_array_new(),
        .unseen = g_ptr_array_new(),
        .keys = g_ptr_array_new(),
        .reached = g_ptr_array_new(),
        .launches = g_ptr_array_new(),
    };
    csl_judged_init(&c.judged, ctx, input, o, known);
    analyse_archs(&c, input, result);
    result->notes = csl_copy_strings(ctx, c.notes, &result->nnotes);
    result->includes = csl_copy_strings(ctx, c.includes, &result->nincludes);
    result->names = csl_copy_strings(ctx, c.names, &result->nnames);
    result->unseen = csl_copy_strings(ctx, c.unseen, &result->nunseen);
    result->keys = csl_copy_strings(ctx, c.keys, &result->nkeys);
    result->reached = csl_copy_strings(ctx, c.reached, &result->nreached);
    result->launches = csl_copy_strings(ctx, c.launches, &result->nlaunches);
    result->proofs = csl_copy_strings(ctx, c.judged.proofs, &result->nproofs);
    result->incomplete = c.incomplete;
    result->unfiltered = csl_header_filter_failed(c.judged.filter);
    if (c.judged.broken && (result->nkernels || names_kernels(input)))
        result->broken = c.judged.broken;
    if (result->broken)
        tell_broken(ctx, result, c.judged.doubt);
    csl_sort_result(result);
    csl_fingerprint(ctx, result);
    csl_keep_findings(result, CSL_LIMIT(findings));
    if (result->nfindings == CSL_LIMIT(findings) && csl_more_findings(result, CSL_LOW))
        csl_limit_hit(CSL_LIMIT_findings);
    csl_judged_free(&c.judged);
    g_ptr_array_unref(c.notes);
    g_ptr_array_unref(c.includes);
    g_ptr_array_unref(c.names);
    g_ptr_array_unref(c.unseen);
    g_ptr_array_unref(c.keys);
    g_ptr_array_unref(c.reached);
    g_ptr_array_unref(c.launches);
    if (c.folders)
        g_ptr_array_unref(c.folders);
    if (c.nested)
        csl_nested_free(c.nested);
    return result;
}

csl_result *csl_analyse_again(csl_ctx *ctx, const csl_input *input, const csl_options *o,
                              csl_recall *known) {
    GArray *read = g_array_new(FALSE, FALSE, sizeof(reading));
    csl_result *result = analyse(ctx, input, o, input->launches, read, known);
    g_array_unref(read);
    return result;
}

csl_result *csl_analyse_file(csl_ctx *ctx, const csl_input *input, const csl_options *o) {
    return csl_analyse_again(ctx, input, o, NULL);
}

void csl_analyse_parts(csl_ctx *ctx, const csl_input *const *parts, uint32_t n,
                       csl_result **results) {
    GArray *read = g_array_new(FALSE, FALSE, sizeof(reading));
    GPtrArray *launches = g_ptr_array_new();
    for (uint32_t i = 0; i < n; i++)
        if (parts[i]->launches)
            csl_add_each(launches, (const char *const *)parts[i]->launches->pdata,
                         parts[i]->launches->len);
    for (uint32_t i = 0; i < n; i++)
        results[i] = analyse(ctx, parts[i], parts[i]->options, launches, read, NULL);
    g_ptr_array_unref(launches);
    g_array_unref(read);
}
