/* What git prints for --changed: the input answers its questions, one after the other, with \x01
 * between the answers. */
#include "../../analyzer/cli/gates/git.h"
#include "../../analyzer/cli/gates/git_process.h"
#include "fuzz.h"

static const uint8_t *rest;
static size_t left;

GBytes *csl_git_ask(const char *const *words, char **error) {
    (void)words;
    if (!left) {
        *error = g_strdup("no answer");
        return NULL;
    }
    const uint8_t *answer = rest, *end = memchr(rest, 1, left);
    const size_t n = end ? (size_t)(end - rest) : left;
    rest += n + (end != NULL);
    left -= n + (end != NULL);
    return g_bytes_new(answer, n);
}

char *csl_git_line(const char *const *words, char **error) {
    (void)words;
    (void)error;
    return g_strdup("/");
}

bool csl_git_agrees(const char *const *words) {
    (void)words;
    return left % 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rest = data;
    left = size;
    csl_git *git = NULL;
    char *error = csl_git_open(&git, "HEAD");
    HOLDS(!git == (error != NULL));
    g_free(error);
    if (!git)
        return 0;
    csl_changed_lines *changes = csl_changes_new();
    csl_sources *sources = csl_sources_new();
    const GPtrArray *listed = csl_git_listed(git);
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < listed->len; i++)
        HOLDS(g_hash_table_add(names, listed->pdata[i])); /* none twice */
    g_hash_table_unref(names);
    csl_git_add(git, changes, sources, "/etc/passwd");
    csl_git_add(git, changes, sources, "/no/such.cu");
    csl_sources_free(sources);
    csl_changes_free(changes);
    csl_git_free(git);
    return 0;
}
