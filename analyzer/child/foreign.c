#include "foreign.h"

#include "../files/sandbox.h"
#include "../limits/limits.h"
#include "packed.h"
#include "worker.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One text and what becomes of it. */
typedef struct reading {
    const char *path;     /* NULL: the text is in memory */
    size_t most;          /* of its bytes */
    const csl_text *text; /* if it is in memory */
    csl_foreign_reader *reader;
    const void *user;
    char *answer, *failure; /* of the child */
} reading;

/* ---- in the child ---------------------------------------------------------------------------- */

/* A list: true and the value; or what is wrong, and whether the reader says so. */
static char *pack_answer(json_t *value, bool wrong, const char *error) {
    char *said = g_utf8_make_valid(error ? error : "", -1); /* it may quote any bytes */
    json_t *all =
        value ? json_pack("[b, o]", true, value) : json_pack("[b, s, b]", false, said, wrong);
    char *answer = csl_pack(all);
    json_decref(all);
    g_free(said);
    return answer;
}

static const char *read_one(uint32_t index, void *user) {
    (void)index;
    const reading *r = user;
    csl_text own = {NULL, 0};
    char *error = NULL;
    if (r->path)
        error = csl_read_descriptor(STDIN_FILENO, r->path, r->most, &own);
    const bool wrong = !error;
    json_t *value = error ? NULL : r->reader(r->path ? &own : r->text, r->user, &error);
    char *answer = pack_answer(value, wrong, error);
    g_free(own.bytes);
    g_free(error);
    return answer;
}

/* ---- in the parent --------------------------------------------------------------------------- */

/* Address space that this process has already: the child begins with it. */
static uint64_t address_space(void) {
    unsigned long long pages = 0;
    char *text = NULL;
    if (g_file_get_contents("/proc/self/statm", &text, NULL, NULL))
        sscanf(text, "%llu", &pages);
    g_free(text);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

#ifdef CSL_FUZZ /* millions of texts: each is read in this process */
static void read_in_child(reading *r, int input, const csl_limits *limits) {
    (void)limits;
    const int kept = dup(STDIN_FILENO);
    if (input >= 0)
        dup2(input, STDIN_FILENO);
    r->answer = (char *)read_one(0, r);
    dup2(kept, STDIN_FILENO);
    close(kept);
}
#else
static void confine(uint32_t index, void *user) {
    (void)index;
    (void)user;
    csl_sandbox_enter(NULL, 0);
}

static void take(uint32_t index, const csl_outcome *outcome, void *user) {
    (void)index;
    reading *r = user;
    r->failure = g_strdup(outcome->failure);
    if (!outcome->failure)
        r->answer = g_strndup(outcome->document, outcome->bytes);
}

static void read_in_child(reading *r, int input, const csl_limits *limits) {
    const csl_work work = {confine, read_one, take, input};
    csl_run_jobs(1, 1, limits, &work, r);
}
#endif

/* The value or the error that the child sent. */
static json_t *answer_of(const reading *r, bool *wrong, char **error) {
    json_t *all = csl_unpack(r->answer, strlen(r->answer)), *value = NULL;
    if (json_is_true(json_array_get(all, 0)) && json_array_size(all) == 2)
        value = json_incref(json_array_get(all, 1));
    const char *said = json_string_value(json_array_get(all, 1));
    if (!value) {
        *error = g_strdup(said && json_is_false(json_array_get(all, 0))
                              ? said
                              : "what reads it broke: its answer has no sense");
        *wrong = json_is_true(json_array_get(all, 2));
    }
    json_decref(all);
    return value;
}

static json_t *read_with(reading *r, int input, bool forever, bool *wrong, char **error) {
    const uint64_t room = (uint64_t)CSL_LIMIT(foreign_bytes) + CSL_STACK_BYTES;
    const csl_limits limits = {.cpu_seconds = (uint32_t)CSL_LIMIT(foreign_seconds),
                               .idle_seconds = forever ? UINT32_MAX : 30,
                               .wall_seconds = forever ? UINT32_MAX : 600,
                               .memory = address_space() + room};
    bool own_wrong;
    wrong = wrong ? wrong : &own_wrong;
    *wrong = false;
    *error = NULL;
    read_in_child(r, input, &limits);
    json_t *value = NULL;
    if (r->answer)
        value = answer_of(r, wrong, error);
    else
        *error = g_strdup_printf("%s%sreading it failed: %s", r->path ? r->path : "",
                                 r->path ? ": " : "", r->failure);
    g_free(r->answer);
    g_free(r->failure);
    return value;
}

json_t *csl_foreign_file(const char *path, size_t most, csl_foreign_reader *reader,
                         const void *user, bool *wrong, char **error) {
    const bool standard = strcmp(path, "-") == 0;
    const int fd = csl_open_file(path, error);
    if (fd < 0) {
        if (wrong)
            *wrong = false;
        return NULL;
    }
    reading r = {.path = path, .most = most, .reader = reader, .user = user};
    json_t *value = read_with(&r, fd, standard, wrong, error);
    close(fd);
    return value;
}

json_t *csl_foreign_text(const csl_text *text, csl_foreign_reader *reader, const void *user,
                         char **error) {
    reading r = {.text = text, .reader = reader, .user = user};
    return read_with(&r, -1, false, NULL, error);
}

/* Of a message of jansson: up to what it quotes. */
static size_t told_bytes(const char *message) {
    const char *quoted = strstr(message, " near '");
    return quoted ? (size_t)(quoted - message) : strlen(message);
}

json_t *csl_foreign_json(const csl_text *text, const void *user, char **error) {
    (void)user;
    json_error_t where;
    json_t *value = json_loadb(text->bytes, text->n, 0, &where);
    if (!value) /* what stands there is not told: the file may be another one than its name says */
        *error =
            g_strdup_printf("line %d: %.*s", where.line, (int)told_bytes(where.text), where.text);
    return value;
}
