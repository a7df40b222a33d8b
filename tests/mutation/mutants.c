/* Finding barriers in source text, see mutants.h. */
#include "mutants.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* A copy in which comments and the insides of strings are blank; positions stay. */
static char *code_only(const char *source) {
    char *code = g_strdup(source);
    for (char *p = code; *p;) {
        if (p[0] == '/' && p[1] == '/') {
            for (; *p && *p != '\n'; p++)
                *p = ' ';
        } else if (p[0] == '/' && p[1] == '*') {
            char *end = strstr(p + 2, "*/");
            end = end ? end + 2 : p + strlen(p);
            for (; p < end; p++)
                if (*p != '\n')
                    *p = ' ';
        } else if (*p == '"') {
            for (p++; *p && *p != '"' && *p != '\n'; p++)
                if (*p == '\\' && p[1])
                    *p++ = ' ';
            p += *p != 0;
        } else {
            p++;
        }
    }
    return code;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Can a statement begin at `at`? */
static bool begins_statement(const char *code, const char *at) {
    const char *p = at;
    while (p > code && isspace((unsigned char)p[-1]))
        p--;
    if (p == code || strchr(";{})", p[-1]))
        return true;
    bool label = p[-1] == ':' && (p < code + 2 || p[-2] != ':');
    bool after_else = p >= code + 4 && !strncmp(p - 4, "else", 4);
    return label || after_else;
}

/* Behind the parenthesis that closes the first one at or after `p`, or NULL. */
static const char *behind_call(const char *p) {
    int depth = 0;
    for (; *p && *p != ';'; p++) {
        depth += *p == '(';
        if (*p == ')' && --depth == 0)
            return p + 1;
    }
    return NULL;
}

static bool is_call_of(const char *text, const char *name) {
    return g_str_has_prefix(text, name) && text[strlen(name)] == '(';
}

/* Is this the text of a barrier call, as a statement? */
static bool is_barrier(const char *text) {
    static const char *const calls[] = {
        "__syncthreads",
        "__syncthreads_or",
        "__syncthreads_and",
        "__syncthreads_count",
        "__syncwarp",
        "__barrier_sync",
        "cg::sync",
        "sync",
        "cooperative_groups::sync",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(calls); i++)
        if (is_call_of(text, calls[i]))
            return true;
    const char *p = text; /* GROUP.sync() */
    while (is_word(*p) || *p == '.' || *p == ':')
        p++;
    return *p == '(' && p - text > 5 && !strncmp(p - 5, ".sync", 5);
}

/* `asm ... ("bar.sync 0;")`; the string is only in the source itself. */
static bool is_asm_barrier(const char *text) {
    if (!g_str_has_prefix(text, "asm") || is_word(text[3]))
        return false;
    const char *quote = strchr(text, '"');
    return quote && (g_str_has_prefix(quote + 1, "bar.sync 0") ||
                     g_str_has_prefix(quote + 1, "barrier.sync 0"));
}

/* Does the function around this point return a value? Judged by the closest line above that
 * looks like the head of a device function. */
static bool returns_value(const char *code, const char *at) {
    for (const char *p = at; p > code; p--) {
        if (p != code && p[-1] != '\n')
            continue;
        const char *end = strchr(p, '\n');
        char *line = g_strndup(p, end ? (gsize)(end - p) : strlen(p));
        bool head = strstr(line, "__device__") || strstr(line, "__global__") || strstr(line, "= [");
        bool is_void = strstr(line, "void ") || strstr(line, "= [");
        g_free(line);
        if (head)
            return !is_void;
    }
    return false;
}

static void add(GArray *out, csl_mutant_kind kind, const char *source, const char *code,
                const char *from, const char *to) {
    gsize head = (gsize)(from - code), length = (gsize)(to - from);
    csl_mutant m = {.kind = kind, .line = 1};
    for (const char *p = code; p < from; p++)
        m.line += *p == '\n';
    m.barrier = g_strndup(source + head, length);
    GString *text = g_string_new_len(source, (gssize)head);
    switch (kind) {
    case CSL_MUTANT_WRAP:
        g_string_append_printf(text, "{ if (threadIdx.x < 16) %s; }", m.barrier);
        break;
    case CSL_MUTANT_RETURN:
        g_string_append_printf(text, "{ if (threadIdx.x == 5) return%s; %s; }",
                               returns_value(code, from) ? " {}" : "", m.barrier);
        break;
    default: g_string_append(text, "{ }"); break;
    }
    g_string_append(text, source + head + length + 1); /* behind the semicolon */
    m.text = g_string_free(text, FALSE);
    g_array_append_val(out, m);
}

GArray *csl_mutants_of(const char *source) {
    GArray *out = g_array_new(FALSE, FALSE, sizeof(csl_mutant));
    char *code = code_only(source);
    for (const char *p = code; *p; p++) {
        if (!is_word(*p) || (p > code && (is_word(p[-1]) || strchr(".:>", p[-1]))))
            continue;
        if (!is_barrier(p) && !is_asm_barrier(source + (p - code)))
            continue;
        const char *end = behind_call(p);
        if (!end || *end != ';' || !begins_statement(code, p))
            continue;
        for (int kind = 0; kind < CSL_MUTANT_KINDS; kind++)
            add(out, (csl_mutant_kind)kind, source, code, p, end);
    }
    g_free(code);
    return out;
}

void csl_mutants_free(GArray *mutants) {
    for (guint i = 0; i < mutants->len; i++) {
        g_free(g_array_index(mutants, csl_mutant, i).barrier);
        g_free(g_array_index(mutants, csl_mutant, i).text);
    }
    g_array_free(mutants, TRUE);
}
