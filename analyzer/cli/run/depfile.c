#include "depfile.h"

#include <string.h>

#include "../../files/text.h"

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

/* A rule with the names it has already. */
typedef struct rule {
    GString *text;
    GHashTable *names;
} rule;

/* make has no way to write a name with a line break: such a file is left out. */
static void add_dependency(rule *r, const char *name) {
    if (strpbrk(name, "\r\n") || !g_hash_table_add(r->names, (char *)name))
        return;
    g_string_append(r->text, " \\\n  ");
    append_name(r->text, name);
}

/* What one result comes from: the source, what it includes, its configuration and the baseline. */
static void add_dependencies(rule *r, const csl_input *input, const csl_result *result) {
    add_dependency(r, input->path);
    for (uint32_t i = 0; i < result->nincludes; i++)
        add_dependency(r, result->includes[i]);
    for (uint32_t i = 0; i < result->nreads; i++)
        add_dependency(r, result->reads[i]);
    const csl_options *o = input->options;
    for (guint i = 0; i < o->config_files->len; i++)
        add_dependency(r, o->config_files->pdata[i]);
    if (o->baseline)
        add_dependency(r, o->baseline);
}

char *csl_write_depfile(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                        uint32_t n) {
    rule r = {g_string_new(NULL), g_hash_table_new(g_str_hash, g_str_equal)};
    append_name(r.text, o->stamp);
    g_string_append_c(r.text, ':');
    for (uint32_t i = 0; i < n; i++)
        add_dependencies(&r, &inputs[i], results[i]);
    g_string_append_c(r.text, '\n');
    char *error = csl_write_file(o->depfile, r.text->str, r.text->len);
    g_string_free(r.text, TRUE);
    g_hash_table_unref(r.names);
    return error;
}

char *csl_write_stamp(const csl_options *o) {
    return csl_write_file(o->stamp, "", 0);
}
