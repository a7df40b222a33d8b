#include "git.h"

#include <glib.h>
#include <string.h>

/* Runs git and returns what it prints; NULL and one line in *error if it fails. */
static char *git(const char *const *argv, char **error) {
    char *out = NULL, *err = NULL;
    int status;
    GError *failure = NULL;
    if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err,
                      &status, &failure)) {
        *error = g_strdup(failure->message);
        g_error_free(failure);
        return NULL;
    }
    if (!g_spawn_check_wait_status(status, NULL)) {
        err[strcspn(err, "\n")] = '\0';
        *error = g_strdup(*err ? err : "git failed");
        g_clear_pointer(&out, g_free);
    }
    g_free(err);
    return out;
}

/* Files that git does not know are new. Their names come one per line, quoted as in a diff if they
 * are unusual. */
static char *add_untracked(csl_changed_lines *changes) {
    /* :/ is the root of the work tree, wherever in it we are. */
    static const char *const argv[] = {"git",         "-c",       "core.quotePath=false",
                                       "ls-files",    "--others", "--exclude-standard",
                                       "--full-name", "--",       ":/",
                                       NULL};
    char *error = NULL, *out = git(argv, &error);
    if (!out)
        return error;
    char **names = g_strsplit(out, "\n", -1);
    for (char **name = names; *name; name++) {
        size_t n = strlen(*name);
        if (n > 1 && **name == '"' && (*name)[n - 1] == '"') {
            (*name)[n - 1] = '\0';
            char *plain = g_strcompress(*name + 1);
            csl_changes_add_file(changes, plain);
            g_free(plain);
        } else if (n) {
            csl_changes_add_file(changes, *name);
        }
    }
    g_strfreev(names);
    g_free(out);
    return NULL;
}

char *csl_git_changes(const char *ref, csl_changed_lines *changes) {
    if (ref[0] == '-' || !*ref) /* git would take it for an option */
        return g_strdup("this is no commit");
    const char *argv[] = {"git",
                          "diff",
                          "--no-color",
                          "--no-ext-diff",
                          "--no-relative",
                          "--src-prefix=a/",
                          "--dst-prefix=b/",
                          "--unified=0",
                          "--merge-base",
                          ref,
                          "--",
                          NULL};
    char *error = NULL, *diff = git(argv, &error);
    if (!diff)
        return error;
    error = csl_changes_add_diff(changes, diff);
    g_free(diff);
    return error ? error : add_untracked(changes);
}
