#include "record.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const variant_names[CSL_VARIANTS] = {"optimised", "debug"};
static const char *const tool_names[CSL_TOOLS] = {"racecheck", "synccheck"};

/* ---- memory ---------------------------------------------------------------------------------- */

static void free_replay(gpointer item) {
    csl_replay *p = item;
    g_free(p->rule);
    g_free(p->kernel);
    g_free(p->launched);
    g_free(p->confirmed);
    g_free(p);
}

static void free_bank_count(gpointer item) {
    csl_bank_count *c = item;
    g_free(c->kernel);
    g_free(c);
}

csl_record *csl_record_new(void) {
    csl_record *r = g_new0(csl_record, 1);
    r->version = CSL_RECORD_VERSION;
    r->replays = g_ptr_array_new_with_free_func(free_replay);
    r->banks = g_ptr_array_new_with_free_func(free_bank_count);
    for (int t = 0; t < CSL_TOOLS; t++) {
        r->tools[t].lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
        r->tools[t].kernels = g_ptr_array_new_with_free_func(g_free);
    }
    return r;
}

void csl_record_free(csl_record *r) {
    if (!r)
        return;
    g_free(r->name);
    g_free(r->source);
    g_free(r->date);
    g_free(r->device.name);
    g_free(r->device.capability);
    g_free(r->device.driver);
    g_free(r->device.toolkit);
    g_free(r->device.sanitizer);
    for (int v = 0; v < CSL_VARIANTS; v++) {
        g_free(r->runs[v].flags);
        g_free(r->runs[v].message);
    }
    for (int t = 0; t < CSL_TOOLS; t++) {
        g_free(r->tools[t].state);
        g_free(r->tools[t].message);
        g_array_free(r->tools[t].lines, TRUE);
        g_ptr_array_free(r->tools[t].kernels, TRUE);
    }
    g_ptr_array_free(r->replays, TRUE);
    g_ptr_array_free(r->banks, TRUE);
    g_free(r->profiled);
    g_free(r);
}

static unsigned saw_in(const csl_runs *runs) {
    return (runs->hang ? CSL_SAW_HANG : 0) | (runs->wrong ? CSL_SAW_WRONG : 0) |
           (runs->error ? CSL_SAW_ERROR : 0);
}

unsigned csl_record_debug_only(const csl_record *r) {
    return saw_in(&r->runs[CSL_DEBUG]) & ~saw_in(&r->runs[CSL_OPTIMISED]);
}

unsigned csl_record_saw(const csl_record *r) {
    unsigned saw = 0;
    for (int v = 0; v < CSL_VARIANTS; v++)
        saw |= saw_in(&r->runs[v]);
    saw |= r->tools[CSL_RACECHECK].hazards > 0 ? CSL_SAW_RACECHECK : 0;
    saw |= r->tools[CSL_SYNCCHECK].hazards > 0 ? CSL_SAW_SYNCCHECK : 0;
    return saw ? saw : CSL_SAW_OK;
}

char *csl_record_path(const csl_case *c, const char *folder) {
    return g_strdup_printf("%s/%s.json", folder ? folder : c->records, c->name);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void set_text(json_t *to, const char *key, const char *value) {
    json_object_set_new(to, key, value ? json_string(value) : json_null());
}

static void set_number(json_t *to, const char *key, gint64 value) {
    json_object_set_new(to, key, json_integer(value));
}

static json_t *runs_json(const csl_runs *r) {
    json_t *j = json_object();
    set_text(j, "flags", r->flags);
    set_number(j, "runs", r->runs);
    set_number(j, "ok", r->ok);
    set_number(j, "wrong", r->wrong);
    set_number(j, "hang", r->hang);
    set_number(j, "error", r->error);
    set_number(j, "noisy", r->noisy);
    set_number(j, "milliseconds", r->milliseconds);
    set_text(j, "message", r->message);
    return j;
}

static json_t *hazards_json(const csl_hazards *h) {
    json_t *j = json_object(), *lines = json_array(), *kernels = json_array();
    for (guint i = 0; i < h->lines->len; i++)
        json_array_append_new(lines, json_integer(g_array_index(h->lines, unsigned, i)));
    for (guint i = 0; i < h->kernels->len; i++)
        json_array_append_new(kernels, json_string(h->kernels->pdata[i]));
    set_text(j, "state", h->state);
    set_number(j, "errors", h->errors);
    set_number(j, "warnings", h->warnings);
    set_number(j, "hazards", h->hazards);
    json_object_set_new(j, "lines", lines);
    json_object_set_new(j, "kernels", kernels);
    set_number(j, "milliseconds", h->milliseconds);
    set_text(j, "message", h->message);
    return j;
}

static json_t *replays_json(const GPtrArray *replays) {
    json_t *all = json_array();
    for (guint i = 0; i < replays->len; i++) {
        const csl_replay *p = replays->pdata[i];
        json_t *j = json_object();
        set_text(j, "rule", p->rule);
        set_text(j, "kernel", p->kernel);
        set_number(j, "line", p->line);
        json_object_set_new(
            j, "block", json_pack("[i,i,i]", (int)p->block[0], (int)p->block[1], (int)p->block[2]));
        set_text(j, "launched", p->launched);
        set_text(j, "confirmed", p->confirmed);
        json_array_append_new(all, j);
    }
    return all;
}

static json_t *banks_json(const GPtrArray *banks) {
    json_t *all = json_array();
    for (guint i = 0; i < banks->len; i++) {
        const csl_bank_count *c = banks->pdata[i];
        json_t *j = json_object();
        set_text(j, "kernel", c->kernel);
        set_number(j, "loadRequests", c->load_requests);
        set_number(j, "loadWavefronts", c->load_wavefronts);
        set_number(j, "storeRequests", c->store_requests);
        set_number(j, "storeWavefronts", c->store_wavefronts);
        json_array_append_new(all, j);
    }
    return all;
}

static json_t *record_json(const csl_record *r) {
    json_t *j = json_object(), *observed = json_array();
    char *words = csl_saw_words(csl_record_saw(r), " ");
    char **each = g_strsplit(words, " ", -1);
    for (char **w = each; *w; w++)
        json_array_append_new(observed, json_string(*w));
    g_strfreev(each);
    g_free(words);
    set_number(j, "version", CSL_RECORD_VERSION);
    set_text(j, "case", r->name);
    set_text(j, "source", r->source);
    json_object_set_new(j, "observed", observed);
    set_text(j, "date", r->date);
    set_text(j, "device", r->device.name);
    set_text(j, "capability", r->device.capability);
    set_text(j, "driver", r->device.driver);
    set_text(j, "toolkit", r->device.toolkit);
    set_text(j, "sanitizer", r->device.sanitizer);
    set_number(j, "deadlineMilliseconds", (gint64)(r->deadline * 1000));
    for (int v = 0; v < CSL_VARIANTS; v++)
        json_object_set_new(j, variant_names[v], runs_json(&r->runs[v]));
    for (int t = 0; t < CSL_TOOLS; t++)
        json_object_set_new(j, tool_names[t], hazards_json(&r->tools[t]));
    set_number(j, "staticMilliseconds", r->static_milliseconds);
    json_object_set_new(j, "witnesses", replays_json(r->replays));
    if (r->profiled) {
        set_text(j, "profiled", r->profiled);
        json_object_set_new(j, "banks", banks_json(r->banks));
    }
    return j;
}

/* SHA-256 over the fields. It depends on their order and not on blanks. */
static char *digest_of(const json_t *fields) {
    char *text = json_dumps(fields, JSON_COMPACT);
    char *salted = g_strconcat("cudasynclint record\n", text, NULL);
    char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, salted, -1);
    g_free(salted);
    free(text);
    return digest;
}

bool csl_record_write(const csl_record *r, const char *path) {
    json_t *j = record_json(r);
    char *digest = digest_of(j);
    set_text(j, "digest", digest);
    char *text = json_dumps(j, JSON_INDENT(1));
    char *lines = g_strconcat(text, "\n", NULL);
    char *folder = g_path_get_dirname(path);
    GError *error = NULL;
    bool written =
        g_mkdir_with_parents(folder, 0777) == 0 && g_file_set_contents(path, lines, -1, &error);
    if (!written)
        fprintf(stderr, "runtime_tests: %s: %s\n", path, error ? error->message : strerror(errno));
    g_clear_error(&error);
    g_free(folder);
    g_free(lines);
    free(text);
    g_free(digest);
    json_decref(j);
    return written;
}

/* ---- reading --------------------------------------------------------------------------------- */

static char *get_text(const json_t *from, const char *key) {
    return g_strdup(json_string_value(json_object_get(from, key)));
}

static gint64 get_number(const json_t *from, const char *key) {
    return json_integer_value(json_object_get(from, key));
}

static void read_runs(csl_runs *r, const json_t *j) {
    r->flags = get_text(j, "flags");
    r->runs = (unsigned)get_number(j, "runs");
    r->ok = (unsigned)get_number(j, "ok");
    r->wrong = (unsigned)get_number(j, "wrong");
    r->hang = (unsigned)get_number(j, "hang");
    r->error = (unsigned)get_number(j, "error");
    r->noisy = (unsigned)get_number(j, "noisy");
    r->milliseconds = (unsigned)get_number(j, "milliseconds");
    r->message = get_text(j, "message");
}

static void read_hazards(csl_hazards *h, const json_t *j) {
    size_t i;
    const json_t *item;
    h->state = get_text(j, "state");
    h->errors = (unsigned)get_number(j, "errors");
    h->warnings = (unsigned)get_number(j, "warnings");
    h->hazards = get_number(j, "hazards");
    h->milliseconds = (unsigned)get_number(j, "milliseconds");
    h->message = get_text(j, "message");
    json_array_foreach(json_object_get(j, "lines"), i, item) {
        unsigned line = (unsigned)json_integer_value(item);
        g_array_append_val(h->lines, line);
    }
    json_array_foreach(json_object_get(j, "kernels"), i, item)
        g_ptr_array_add(h->kernels, g_strdup(json_string_value(item)));
}

static void read_replays(GPtrArray *replays, const json_t *all) {
    size_t i;
    const json_t *j;
    json_array_foreach(all, i, j) {
        csl_replay *p = g_new0(csl_replay, 1);
        p->rule = get_text(j, "rule");
        p->kernel = get_text(j, "kernel");
        p->line = (unsigned)get_number(j, "line");
        for (size_t d = 0; d < 3; d++)
            p->block[d] =
                (unsigned)json_integer_value(json_array_get(json_object_get(j, "block"), d));
        p->launched = get_text(j, "launched");
        p->confirmed = get_text(j, "confirmed");
        g_ptr_array_add(replays, p);
    }
}

static void read_banks(GPtrArray *banks, const json_t *all) {
    size_t i;
    const json_t *j;
    json_array_foreach(all, i, j) {
        csl_bank_count *c = g_new0(csl_bank_count, 1);
        c->kernel = get_text(j, "kernel");
        c->load_requests = get_number(j, "loadRequests");
        c->load_wavefronts = get_number(j, "loadWavefronts");
        c->store_requests = get_number(j, "storeRequests");
        c->store_wavefronts = get_number(j, "storeWavefronts");
        g_ptr_array_add(banks, c);
    }
}

/* Whether the digest is that of the other fields. Takes the digest out of the object. */
static bool untouched(json_t *j) {
    char *noted = get_text(j, "digest");
    json_object_del(j, "digest");
    char *digest = digest_of(j);
    bool same = noted && strcmp(noted, digest) == 0;
    g_free(digest);
    g_free(noted);
    return same;
}

static bool is_version(gint64 version) {
    return version >= 1 && version <= CSL_RECORD_VERSION;
}

csl_record *csl_record_read(const char *path, char **why) {
    json_error_t problem;
    *why = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return NULL;
    json_t *j = json_load_file(path, JSON_REJECT_DUPLICATES, &problem);
    if (!json_is_object(j) || !is_version(get_number(j, "version")) || !untouched(j)) {
        *why = j ? g_strdup("it was not written by runtime_tests, or changed afterwards")
                 : g_strdup_printf("line %d: %s", problem.line, problem.text);
        json_decref(j);
        return NULL;
    }
    csl_record *r = csl_record_new();
    r->version = (unsigned)get_number(j, "version");
    r->name = get_text(j, "case");
    r->source = get_text(j, "source");
    r->date = get_text(j, "date");
    r->device.name = get_text(j, "device");
    r->device.capability = get_text(j, "capability");
    r->device.driver = get_text(j, "driver");
    r->device.toolkit = get_text(j, "toolkit");
    r->device.sanitizer = get_text(j, "sanitizer");
    r->deadline = (double)get_number(j, "deadlineMilliseconds") / 1000;
    for (int v = 0; v < CSL_VARIANTS; v++)
        read_runs(&r->runs[v], json_object_get(j, variant_names[v]));
    for (int t = 0; t < CSL_TOOLS; t++)
        read_hazards(&r->tools[t], json_object_get(j, tool_names[t]));
    r->static_milliseconds = (unsigned)get_number(j, "staticMilliseconds");
    read_replays(r->replays, json_object_get(j, "witnesses"));
    r->profiled = get_text(j, "profiled");
    read_banks(r->banks, json_object_get(j, "banks"));
    json_decref(j);
    return r;
}

/* ---- comparing ------------------------------------------------------------------------------- */

csl_record *csl_record_read_fresh(const csl_case *c, const char *folder) {
    char *path = csl_record_path(c, folder), *why;
    csl_record *r = csl_record_read(path, &why);
    if (r && strcmp(r->source, c->hash) != 0) {
        csl_record_free(r);
        r = NULL;
    }
    g_free(why);
    g_free(path);
    return r;
}

char *csl_record_complaint(const csl_case *c, const char *folder) {
    char *path = csl_record_path(c, folder), *why, *complaint = NULL;
    csl_record *r = csl_record_read(path, &why);
    bool unobserved = c->gpu && strcmp(c->gpu, "unobserved") == 0;
    if (!c->gpu)
        complaint = g_strdup("no `// gpu:` comment");
    else if (why)
        complaint = g_strdup_printf("the record %s is broken: %s", path, why);
    else if (!r && !unobserved)
        complaint = g_strdup_printf("claims `gpu: %s`, and there is no record of it", c->gpu);
    else if (r && unobserved)
        complaint = g_strdup_printf("says `gpu: unobserved`, and there is a record %s", path);
    else if (r && strcmp(r->name, c->name) != 0)
        complaint = g_strdup_printf("the record %s is that of %s", path, r->name);
    else if (r && strcmp(r->source, c->hash) != 0)
        complaint = g_strdup_printf("the record %s is of another version of the source", path);
    else if (r)
        complaint = csl_claim_complaint(c->gpu, csl_record_saw(r), csl_record_debug_only(r));
    csl_record_free(r);
    g_free(why);
    g_free(path);
    return complaint;
}
