#include "plan.h"

#include "../../child/foreign.h"
#include "../../files/link.h"
#include "../../limits/limits.h"
#include "../../report/source/escape.h"
#include "headers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No source is this large; a device or a broken file may be. */

static void clear_input(void *data) {
    csl_input *input = data;
    g_free(input->path);
    g_free(input->contents);
    g_free(input->error);
    if (input->own_flags)
        csl_nvcc_args_free(input->own_flags);
}

/* Adds a file unless the same file is in the plan already, perhaps under another name. */
static void add_file(GArray *plan, GHashTable *seen, const char *path, const char *error,
                     bool named) {
    char *real = realpath(path, NULL);
    bool known = !g_hash_table_add(seen, g_strdup(real ? real : path));
    free(real);
    if (known)
        return;
    csl_input input = {.path = g_strdup(path), .error = g_strdup(error), .named = named};
    g_array_append_val(plan, input);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory, sorted; NULL if it cannot be read. */
static GPtrArray *names_in(const char *path) {
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir)
        return NULL;
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    return names;
}

/* Returns whether there is anything to say about the directory: a CUDA file, or an error. */
static bool walk(GArray *plan, GHashTable *seen, const char *path) {
    GPtrArray *names = names_in(path);
    if (!names) {
        char *error = g_strdup_printf("cannot read the directory: %s", g_strerror(errno));
        add_file(plan, seen, path, error, false);
        g_free(error);
        return true;
    }
    bool any = false;
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        if (name[0] == '.')
            continue;
        char *full = g_build_filename(path, name, NULL);
        struct stat entry, target;
        if (lstat(full, &entry) == 0) {
            if (S_ISDIR(entry.st_mode)) {
                any |= walk(plan, seen, full);
            } else if (csl_names_cuda(name) && stat(full, &target) == 0 &&
                       S_ISREG(target.st_mode)) {
                add_file(plan, seen, full, NULL, false);
                any = true;
            }
        }
        g_free(full);
    }
    g_ptr_array_free(names, TRUE);
    return any;
}

/* In the child: the text, if it is one. A NUL would hide the rest from every reader of it. */
static json_t *source_text(const csl_text *text, const void *user, char **error) {
    (void)user;
    if (memchr(text->bytes, 0, text->n)) {
        *error = g_strdup("standard input is not text");
        return NULL;
    }
    char *utf8 = csl_bytes_to_utf8(text->bytes);
    json_t *value = json_string(utf8);
    g_free(utf8);
    return value;
}

static void add_stdin(GArray *plan, const csl_options *o) {
    csl_input input = {.path = g_strdup(o->stdin_filename ? o->stdin_filename : "<stdin>"),
                       .named = true};
    json_t *text =
        csl_foreign_file("-", CSL_LIMIT(source_bytes), source_text, NULL, NULL, &input.error);
    if (text)
        input.contents = csl_bytes_from_utf8(json_string_value(text));
    json_decref(text);
    g_array_append_val(plan, input);
}

static void add_empty(GArray *plan, const char *path, const char *error) {
    csl_input input = {.path = g_strdup(path), .error = g_strdup(error), .empty_dir = true};
    g_array_append_val(plan, input);
}

/* One argument. */
static void add_path(GArray *plan, GHashTable *seen, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        add_file(plan, seen, path, errno == ENOENT ? "no such file" : g_strerror(errno), true);
    } else if (S_ISDIR(status.st_mode)) {
        if (!walk(plan, seen, path))
            add_empty(plan, path, "no .cu or .cuh file in this directory");
    } else if (!S_ISREG(status.st_mode)) {
        add_file(plan, seen, path, "not a regular file", true);
    } else {
        add_file(plan, seen, path, NULL, true);
    }
}

/* As the user would write it: relative to the current directory if it lies below. */
static const char *below_here(const char *path) {
    char *here = g_get_current_dir();
    size_t n = strlen(here);
    const char *rest = strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
    g_free(here);
    return rest;
}

GArray *csl_plan_new(void) {
    GArray *plan = g_array_new(FALSE, TRUE, sizeof(csl_input));
    g_array_set_clear_func(plan, clear_input);
    return plan;
}

void csl_plan_set_flags(GArray *plan, csl_commands *commands) {
    for (guint i = 0; i < plan->len; i++) {
        csl_input *input = &g_array_index(plan, csl_input, i);
        input->flags = input->own_flags ? input->own_flags
                                        : csl_commands_for(commands, input->path, &input->listed);
    }
}

GArray *csl_plan(const csl_options *o, csl_commands *commands) {
    GArray *plan = csl_plan_new();
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool from_stdin = o->stdin_filename && o->paths->len == 0;
    for (guint i = 0; i < o->paths->len; i++) {
        const char *path = o->paths->pdata[i];
        if (strcmp(path, "-") == 0)
            from_stdin = true;
        else
            add_path(plan, seen, path);
    }
    const GPtrArray *listed = csl_commands_sources(commands);
    for (guint i = 0; i < listed->len && o->paths->len == 0 && !from_stdin; i++)
        add_file(plan, seen, below_here(listed->pdata[i]), NULL, false);
    if (plan->len == 0 && !from_stdin)
        add_empty(plan, o->build_dir, "no CUDA source in this compilation database");
    g_hash_table_unref(seen);
    if (from_stdin)
        add_stdin(plan, o);
    return plan;
}

/* Looks for a NUL. Returns -1, or its offset, or -2 when reading fails. */
static long find_nul(int fd) {
    char buffer[65536];
    long at = 0;
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n == 0)
            return -1;
        if (n < 0)
            return -2;
        char *nul = memchr(buffer, 0, (size_t)n);
        if (nul)
            return at + (nul - buffer);
        at += n;
    }
}

/* A link of the project leads to any file of the project, and elsewhere to sources. Reports quote
 * what they read. */
static char *check_link(const char *path) {
    char *error = NULL, *other = csl_link_to_no_source(path);
    if (!other)
        return NULL;
    char *folder = g_path_get_dirname(path), *real = realpath(folder, NULL);
    char *place = g_build_filename(real ? real : folder, "x", NULL), *top = csl_project_top(place);
    const size_t n = strlen(top);
    if (strncmp(other, top, n) != 0 || other[n] != '/')
        error = g_strdup_printf("it is a link to %s, outside of the project, which is no source",
                                other);
    g_free(top);
    g_free(place);
    free(real);
    g_free(folder);
    g_free(other);
    return error;
}

char *csl_check_source(const csl_input *input) {
    if (input->contents)
        return NULL;
    char *link = check_link(input->path);
    if (link)
        return link;
    int fd = open(input->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return g_strdup_printf("cannot be read: %s", g_strerror(errno));
    struct stat status;
    char *error = NULL;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        error = g_strdup("not a regular file");
    } else if (csl_limit_exceeded(CSL_LIMIT_source_bytes, status.st_size)) {
        error = g_strdup_printf("larger than %d MB", CSL_LIMIT(source_bytes) >> 20);
    } else {
        long nul = find_nul(fd);
        if (nul >= 0)
            error = g_strdup_printf("not text: NUL byte at offset %ld", nul);
        else if (nul == -2)
            error = g_strdup_printf("cannot be read: %s", g_strerror(errno));
    }
    close(fd);
    return error;
}

char *csl_source_text(const csl_input *input) {
    char *text = NULL;
    if (input->contents)
        return g_strdup(input->contents);
    g_file_get_contents(input->path, &text, NULL, NULL);
    return text;
}
