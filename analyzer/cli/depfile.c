#include "depfile.h"

#include <string.h>

/* A name as make reads it. */
static void append_name(GString *to, const char *name) {
    for (; *name; name++) {
        if (*name == ' ' || *name == '#')
            g_string_append_c(to, '\\');
        g_string_append_c(to, *name);
        if (*name == '$')
            g_string_append_c(to, '$');
    }
}

/* make has no way to write a name with a line break: such a file is left out. */
static void append_dependency(GString *to, const char *name) {
    if (strpbrk(name, "\r\n"))
        return;
    g_string_append(to, " \\\n  ");
    append_name(to, name);
}

static char *write_text(const char *path, const char *text) {
    GError *error = NULL;
    if (g_file_set_contents(path, text, -1, &error))
        return NULL;
    char *message = g_strdup(error->message);
    g_error_free(error);
    return message;
}

char *csl_write_depfile(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                        uint32_t n) {
    GString *text = g_string_new(NULL);
    append_name(text, o->stamp);
    g_string_append_c(text, ':');
    for (uint32_t i = 0; i < n; i++) {
        append_dependency(text, inputs[i].path);
        for (uint32_t k = 0; k < results[i]->nincludes; k++)
            append_dependency(text, results[i]->includes[k]);
    }
    g_string_append_c(text, '\n');
    char *error = write_text(o->depfile, text->str);
    g_string_free(text, TRUE);
    return error;
}

char *csl_write_stamp(const csl_options *o) {
    return write_text(o->stamp, "");
}
