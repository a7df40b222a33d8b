#include "git_process.h"
#include "../../limits/limits.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a repository could say otherwise, and what the command line says last counts. */
static const char *const fixed[] = {
    "git",
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.untrackedCache=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.attributesFile=/dev/null",
    "-c",
    "core.quotePath=false",
    "-c",
    "core.sshCommand=false",
    "-c",
    "protocol.allow=never",
    "-c",
    "diff.external=",
    "-c",
    "safe.bareRepository=explicit",
};

/* The environment is the user's, apart from what changes the answers. */
static char **environment(void) {
    char **e = g_get_environ();
    static const char *const set[][2] = {{"LC_ALL", "C"},
                                         {"GIT_OPTIONAL_LOCKS", "0"},
                                         {"GIT_NO_REPLACE_OBJECTS", "1"},
                                         {"GIT_NO_LAZY_FETCH", "1"},
                                         {"GIT_TERMINAL_PROMPT", "0"}};
    static const char *const unset[] = {"GIT_EXTERNAL_DIFF", "GIT_ATTR_SOURCE", "GIT_DIFF_OPTS"};
    for (size_t i = 0; i < G_N_ELEMENTS(set); i++)
        e = g_environ_setenv(e, set[i][0], set[i][1], TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(unset); i++)
        e = g_environ_unsetenv(e, unset[i]);
    return e;
}

/* Runs in the child, before git. */
static void limit(gpointer user) {
    (void)user;
    setrlimit(RLIMIT_CPU, &(struct rlimit){CSL_LIMIT(git_seconds), CSL_LIMIT(git_seconds) + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* Reads both channels to their ends; false if there is too much, or it takes too long. */
static bool receive(int out, int err, GByteArray *to, GString *complaints) {
    struct pollfd fds[] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    const gint64 end = g_get_monotonic_time() + (gint64)CSL_LIMIT(git_wait) * G_USEC_PER_SEC;
    guint8 buffer[65536];
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (poll(fds, 2, 1000) < 0 && errno != EINTR)
            return false;
        if (g_get_monotonic_time() > end || to->len > CSL_LIMIT(git_bytes))
            return false;
        for (int i = 0; i < 2; i++) {
            if (fds[i].fd < 0 || !fds[i].revents)
                continue;
            ssize_t n = read(fds[i].fd, buffer, sizeof buffer);
            if (n == 0 || (n < 0 && errno != EINTR))
                fds[i].fd = -1;
            else if (n > 0 && i == 0)
                g_byte_array_append(to, buffer, (guint)n);
            else if (n > 0 && complaints->len < sizeof buffer)
                g_string_append_len(complaints, (char *)buffer, n);
        }
    }
    return true;
}

/* What git complains of, for people who do not think of git. Takes the text. */
static char *explain(char *text) {
    char *line;
    if (strstr(text, "dubious ownership"))
        line = g_strdup("the repository belongs to another user, and git does not open it: "
                        "git config --global --add safe.directory FOLDER");
    else if (strstr(text, "not a git repository"))
        line = g_strdup("the current folder is in no git repository");
    else if (strstr(text, "bare repository"))
        line = g_strdup("the current folder is a repository inside of another one: not opened");
    else {
        text[strcspn(text, "\n")] = '\0';
        line = g_strdup(*text ? text : "git failed");
    }
    g_free(text);
    return line;
}

static bool succeeded(GPid pid, bool received) {
    int status = 0;
    if (!received)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return received && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

GBytes *csl_git_ask(const char *const *words, char **error) {
    const char *argv[CSL_ROOM_git_words + 1];
    size_t n = 0;
    for (; n < G_N_ELEMENTS(fixed); n++)
        argv[n] = fixed[n];
    while (*words && n < CSL_ROOM_git_words)
        argv[n++] = *words++;
    argv[n] = NULL;
    char **variables = environment();
    GPid pid;
    int out, err;
    GError *failure = NULL;
    bool started = g_spawn_async_with_pipes(NULL, (char **)argv, variables,
                                            G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, limit,
                                            NULL, &pid, NULL, &out, &err, &failure);
    g_strfreev(variables);
    if (!started) {
        *error = g_strdup(failure->message);
        g_error_free(failure);
        return NULL;
    }
    GByteArray *to = g_byte_array_new();
    GString *complaints = g_string_new(NULL);
    const bool received = receive(out, err, to, complaints);
    close(out);
    close(err);
    if (succeeded(pid, received)) {
        g_string_free(complaints, TRUE);
        return g_byte_array_free_to_bytes(to);
    }
    g_byte_array_unref(to);
    char *text = g_string_free(complaints, FALSE);
    *error = received ? explain(text) : g_strdup("git gives no answer, or too long a one");
    if (!received)
        g_free(text);
    return NULL;
}

char *csl_git_line(const char *const *words, char **error) {
    GBytes *bytes = csl_git_ask(words, error);
    if (!bytes)
        return NULL;
    gsize n;
    const char *text = g_bytes_get_data(bytes, &n);
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    char *line = g_strndup(text ? text : "", n);
    g_bytes_unref(bytes);
    return line;
}

bool csl_git_agrees(const char *const *words) {
    char *error = NULL;
    GBytes *bytes = csl_git_ask(words, &error);
    g_free(error);
    if (bytes)
        g_bytes_unref(bytes);
    return bytes != NULL;
}

bool csl_git_tracks_below(const char *folder) {
    const char *const words[] = {"-C", folder, "ls-files", "-z", "--", ".", NULL};
    char *error = NULL;
    GBytes *bytes = csl_git_ask(words, &error);
    g_free(error);
    gsize n = 0;
    const char *names = bytes ? g_bytes_get_data(bytes, &n) : NULL;
    const bool any = n && memchr(names, '/', n);
    if (bytes)
        g_bytes_unref(bytes);
    return any;
}
