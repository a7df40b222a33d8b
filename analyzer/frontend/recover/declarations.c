/* The declarations of recovered names. The value of a number is never used (taint.c): it only has
 * to make arrays of that size possible. */
#include <string.h>

#include "recover.h"
#include "name_words.h"
#include "../../limits/limits.h"

static const char rest[] = "class... A_> ";

/* Explicit template arguments may be types or values. Of these forms at most one fits a call. */
static void print_template_function(GString *out, const char *name, const char *before,
                                    const char *after) {
    static const char *const forms[] = {
        "template <class... T_, ", "template <long long V_, long long... W_, ",
        "template <class T_, long long V_, long long... W_, ",
        "template <class T_, class U_, long long V_, long long... W_, "};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        g_string_append_printf(out, "%s%s%s %s(A_ &&...)%s;\n", forms[i], rest, before, name,
                               after);
}

/* `member`: of an object. */
static void print_function(GString *out, const csl_recovered_name *g, bool is_static, bool member) {
    const char *after = member ? " const" : "";
    char *before =
        g_strdup_printf("%s__host__ __device__ %s", is_static ? "static " : "",
                        g->shape & CSL_USED_AS_POINTER ? "__csl_unknown_pointer" : "__csl_unknown");
    if (g->shape & CSL_USED_AS_TEMPLATE)
        print_template_function(out, g->name, before, after);
    else
        g_string_append_printf(out, "template <%s%s %s(A_ &&...)%s;\n", rest, before, g->name,
                               after);
    g_free(before);
}

static void print_parameters(GString *out, const csl_recovered_name *g) {
    g_string_append(out, "template <");
    for (guint i = 0; i < g->arguments->len; i++)
        g_string_append_printf(out,
                               g_array_index(g->arguments, bool, i) ? "%slong long V%u_ = 0"
                                                                    : "%sclass T%u_ = int",
                               i ? ", " : "", i);
    g_string_append(out, "> ");
}

static bool is_type(const csl_recovered_name *g) {
    return g->is_class || g->shape & (CSL_USED_AS_TYPE | CSL_USED_AS_SCOPE) ||
           (g->shape & CSL_USED_AS_ARGUMENT &&
            !(g->shape & (CSL_USED_AS_VALUE | CSL_USED_AS_FUNCTION)));
}

static bool needs_class(const csl_recovered_name *g) {
    return g->is_class || g->members->len ||
           (g->shape & CSL_USED_AS_TYPE && g->shape & CSL_USED_AS_TEMPLATE);
}

static void print_members(GString *out, const csl_recovered_name *g, unsigned depth);

static void print_class(GString *out, const csl_recovered_name *g, unsigned depth) {
    if (g->arguments->len && g->shape & CSL_USED_AS_TYPE)
        print_parameters(out, g);
    g_string_append_printf(out,
                           "struct %s : __csl_unknown {\n%s() = default;\n%s(%s &) = default;\n"
                           "%s(const %s &) = default;\ntemplate <class T_, class... R_> __host__ "
                           "__device__ %s(T_ &&, R_ &&...);\n%s &operator=(const %s &) = "
                           "default;\n",
                           g->name, g->name, g->name, g->name, g->name, g->name, g->name, g->name,
                           g->name);
    print_members(out, g, depth + 1);
    g_string_append(out, "};\n");
}

/* x.m: data unless it is called. Its class, if it has members itself, gets a name of its own. */
static void print_field(GString *out, const csl_recovered_name *m, unsigned depth) {
    const char *star =
        m->shape & CSL_USED_AS_POINTER && !(m->shape & CSL_USED_AS_OBJECT) ? "*" : "";
    if (m->shape & CSL_USED_AS_FUNCTION) {
        print_function(out, m, false, true);
    } else if (m->members->len) {
        g_string_append_printf(out, "struct csl_%s_ : __csl_unknown {\n", m->name);
        print_members(out, m, depth + 1);
        g_string_append_printf(out, "} %s%s;\n", star, m->name);
    } else {
        g_string_append_printf(out, "%s %s;\n", *star ? "__csl_unknown_pointer" : "int", m->name);
    }
}

/* One thing that numbers stand for is the same everywhere (taint.c knows it by the attribute). */
static void print_number(GString *out, const csl_recovered_name *g, const char *before) {
    bool known = csl_names_warp_size(g->name);
    g_string_append_printf(out, "%sconstexpr int %s%s = %d;\n", before, g->name,
                           known ? " __attribute__((annotate(\"known\")))" : "", known ? 32 : 64);
}

static void print_scoped(GString *out, const csl_recovered_name *m, unsigned depth) {
    if (is_type(m) && needs_class(m))
        print_class(out, m, depth);
    else if (is_type(m))
        g_string_append_printf(out, "typedef int %s;\n", m->name);
    else if (m->shape & CSL_USED_AS_FUNCTION)
        print_function(out, m, true, false);
    else
        print_number(out, m, "static ");
}

static void print_members(GString *out, const csl_recovered_name *g, unsigned depth) {
    if (depth > CSL_LIMIT(member_chain))
        return;
    for (guint i = 0; i < g->members->len; i++) {
        const csl_recovered_name *m = g->members->pdata[i];
        if (strcmp(m->name, "operator") == 0) /* x.operator=(y): it has them all */
            continue;
        if (m->is_field && !m->is_scoped)
            print_field(out, m, depth);
        else
            print_scoped(out, m, depth);
    }
}

/* NAME.m of a name that is nothing else. */
static bool is_object(const csl_recovered_name *g) {
    return !(g->shape &
             ~(unsigned)(CSL_USED_AS_OBJECT | CSL_USED_AS_POINTER | CSL_USED_AS_VALUE)) &&
           g->shape & CSL_USED_AS_OBJECT && !g->is_class;
}

/* Of the class that a declaration names which conditions hide, or of one of its own. */
static void print_object(GString *out, const csl_recovered_name *g) {
    const char *star = g->shape & CSL_USED_AS_POINTER ? "*" : "";
    const csl_recovered_name *type = g->type;
    if (type && type->arguments->len == 0) {
        g_string_append_printf(out, "extern __device__ %s%s%s %s%s;\n",
                               type->within ? type->within : "", type->within ? "::" : "",
                               type->name, star, g->name);
        return;
    }
    g_string_append_printf(out, "struct csl_%s_ : __csl_unknown {\n", g->name);
    print_members(out, g, 1);
    g_string_append_printf(out, "};\nextern __device__ csl_%s_ %s%s;\n", g->name, star, g->name);
}

static void print_name(GString *out, const csl_recovered_name *g) {
    if (g->shape & CSL_USED_AS_BARE) {
        print_function(out, g, false, false);
        g_string_append_printf(out, "#define %s %s();\n", g->name, g->name);
    } else if (g->shape & CSL_USED_AS_KERNEL && !(g->shape & CSL_USED_AS_PLACED)) {
        g_string_append_printf(out, "#define %s __global__%s\n", g->name,
                               g->shape & CSL_USED_AS_RESULT ? " void" : "");
    } else if (g->shape & CSL_USED_AS_ATTRIBUTE) {
        g_string_append_printf(out, "#define %s %s\n", g->name,
                               g->shape & CSL_USED_AS_PLACED
                                   ? ""
                                   : "__host__ __device__ __attribute__((annotate(\"placed\")))");
    } else if (g->shape & CSL_USED_AS_LOOP) {
        g_string_append_printf(out,
                               "#define %s(i_, ...) for (int i_ = __csl_guessed_loop(); "
                               "__csl_guessed_loop(); i_ = __csl_guessed_loop())\n",
                               g->name);
    } else if (is_type(g) && needs_class(g)) {
        print_class(out, g, 0);
    } else if (is_type(g)) {
        g_string_append_printf(out, "typedef int %s;\n", g->name);
    } else if (g->shape & CSL_USED_AS_FUNCTION) {
        print_function(out, g, false, false);
    } else if (g->shape & CSL_USED_AS_ARRAY) {
        g_string_append_printf(out, "extern __device__ int %s[];\n", g->name);
    } else if (g->shape & CSL_USED_AS_STATEMENT && !(g->shape & CSL_USED_AS_VALUE)) {
        print_function(out, g, false, false);
        g_string_append_printf(out, "#define %s %s()\n", g->name, g->name);
    } else {
        print_number(out, g, "");
    }
}

static void print_spaces(GString *out, const char *within, bool open) {
    char **parts = g_strsplit(within, "::", -1);
    for (char **p = parts; *p; p++)
        if (open)
            g_string_append_printf(out, "namespace %s {\n", *p);
        else
            g_string_append(out, "}\n");
    g_strfreev(parts);
}

static void print_names(GString *out, const GPtrArray *names, bool objects) {
    for (guint i = 0; i < names->len; i++) {
        const csl_recovered_name *g = names->pdata[i];
        if (g->header || g->dropped || is_object(g) != objects)
            continue;
        if (g->within)
            print_spaces(out, g->within, true);
        if (objects)
            print_object(out, g);
        else
            print_name(out, g);
        if (g->within)
            print_spaces(out, g->within, false);
    }
}

void csl_print_recovered(GString *out, const GPtrArray *names) {
    for (guint i = 0; i < names->len; i++) {
        const csl_recovered_name *g = names->pdata[i];
        if (g->header)
            g_string_append_printf(out, "#include <%s>\n", g->header);
    }
    g_string_append(out, "#include <csl/unknown.h>\n");
    print_names(out, names, false);
    print_names(out, names, true);
}
