#include "explain.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static void free_explanation(gpointer item) {
    csl_explanation *x = item;
    g_free(x->tool);
    g_free(x->what);
    g_free(x->glob);
    g_free(x->text);
    g_ptr_array_free(x->cases, TRUE);
    g_free(x);
}

/* Splits "TOOL WHAT GLOB: TEXT". NULL if it is not of that form. */
static csl_explanation *read_line(const char *line) {
    char **parts = g_strsplit(line, " ", 4);
    csl_explanation *x = NULL;
    bool known_what = g_strv_length(parts) == 4 &&
                      (strcmp(parts[1], "silent") == 0 || strcmp(parts[1], "reports") == 0);
    if (known_what && g_str_has_suffix(parts[2], ":")) {
        x = g_new0(csl_explanation, 1);
        x->tool = g_strdup(parts[0]);
        x->what = g_strdup(parts[1]);
        x->glob = g_strndup(parts[2], strlen(parts[2]) - 1);
        x->text = g_strstrip(g_strdup(parts[3]));
        x->cases = g_ptr_array_new();
    }
    g_strfreev(parts);
    return x;
}

GPtrArray *csl_explanations_read(const char *path) {
    char *text;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return NULL;
    }
    GPtrArray *all = g_ptr_array_new_with_free_func(free_explanation);
    char **lines = g_strsplit(text, "\n", -1);
    bool good = true;
    for (guint i = 0; lines[i]; i++) {
        char *line = lines[i];
        if (line[0] == '#' || strspn(line, " \t") == strlen(line))
            continue;
        if (line[0] == ' ' && all->len > 0) {
            csl_explanation *last = all->pdata[all->len - 1];
            char *longer = g_strconcat(last->text, " ", g_strstrip(line), NULL);
            g_free(last->text);
            last->text = longer;
            continue;
        }
        csl_explanation *x = read_line(line);
        if (x)
            g_ptr_array_add(all, x);
        else
            fprintf(stderr, "%s:%u: not `TOOL silent|reports GLOB: TEXT`\n", path, i + 1);
        good = good && x;
    }
    g_strfreev(lines);
    g_free(text);
    if (!good) {
        g_ptr_array_free(all, TRUE);
        return NULL;
    }
    return all;
}

const csl_explanation *csl_explain(GPtrArray *explanations, const char *tool, const char *what,
                                   const char *name) {
    for (guint i = 0; i < explanations->len; i++) {
        csl_explanation *x = explanations->pdata[i];
        if (strcmp(x->tool, tool) == 0 && strcmp(x->what, what) == 0 &&
            fnmatch(x->glob, name, 0) == 0) {
            g_ptr_array_add(x->cases, (char *)name);
            return x;
        }
    }
    return NULL;
}
