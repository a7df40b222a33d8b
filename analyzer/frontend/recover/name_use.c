/* What a name is, judged by what stands around it. */
#include <ctype.h>
#include <string.h>

#include "name_uses.h"
#include "name_words.h"

csl_recovered_name *csl_recovered_name_new(const char *name, unsigned n) {
    csl_recovered_name *g = g_new0(csl_recovered_name, 1);
    g->name = g_strndup(name, n);
    g->members = g_ptr_array_new_with_free_func(csl_recovered_name_free);
    g->arguments = g_array_new(FALSE, TRUE, sizeof(bool));
    return g;
}

void csl_recovered_name_free(void *name) {
    csl_recovered_name *g = name;
    g_ptr_array_unref(g->members);
    g_array_unref(g->arguments);
    g_free((char *)g->name);
    g_free((char *)g->within);
    g_free(g);
}

csl_recovered_name *csl_name_of_word(const GPtrArray *names, const csl_word *w) {
    for (guint i = 0; i < names->len; i++) {
        csl_recovered_name *g = names->pdata[i];
        if (strlen(g->name) == w->n && memcmp(g->name, w->s, w->n) == 0)
            return g;
    }
    return NULL;
}

csl_recovered_name *csl_recovered_member(csl_recovered_name *of, const char *name, unsigned n) {
    csl_word w = {name, n};
    csl_recovered_name *m = csl_name_of_word(of->members, &w);
    if (!m) {
        m = csl_recovered_name_new(name, n);
        g_ptr_array_add(of->members, m);
    }
    return m;
}

static bool one_of(const csl_words *w, unsigned i, const char *const *list, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (csl_word_is(w, i, list[k]))
            return true;
    return false;
}
#define ONE_OF(w, i, list) one_of(w, i, list, sizeof(list) / sizeof(list)[0])

bool csl_is_qualifier(const csl_words *w, unsigned i) {
    static const char *const words[] = {"const", "volatile", "__restrict__", "__restrict",
                                        "restrict"};
    return ONE_OF(w, i, words);
}

bool csl_is_operator_word(const csl_words *w, unsigned i) {
    static const char *const words[] = {"and", "or", "not", "xor", "operator"};
    return ONE_OF(w, i, words);
}

static bool is_number(const csl_words *w, unsigned i) {
    return i < w->n && isdigit((unsigned char)w->v[i].s[0]);
}

static const char *const builtin_types[] = {
    "void",     "bool", "char",   "short", "int",  "long",   "float",  "double", "signed",
    "unsigned", "auto", "size_t", "uint",  "half", "float2", "float4", "int2",   "int4"};
static const char *const integer_types[] = {"bool",     "char",    "short",   "int",  "long",
                                            "unsigned", "auto",    "size_t",  "uint", "uint32_t",
                                            "int32_t",  "int64_t", "uint64_t"};
static const char *const declaring[] = {"static",          "inline",     "extern",     "template",
                                        "constexpr",       "__global__", "__device__", "__host__",
                                        "__forceinline__", "__inline__", "__shared__"};
static const char *const before_type[] = {
    "static",     "const",      "constexpr", "__device__",      "__host__",
    "__global__", "__shared__", "inline",    "__forceinline__", "extern",
    "typename",   "typedef",    "new",       "public",          "volatile"};

/* ---- template arguments ---------------------------------------------------------------------- */

/* CAPITALS or kConstant: the usual spelling of a number. */
static bool looks_constant(const csl_word *w) {
    if (w->n > 2 && w->s[0] == 'k' && isupper((unsigned char)w->s[1]))
        return true;
    bool letters = false;
    for (unsigned i = 0; i < w->n; i++) {
        if (islower((unsigned char)w->s[i]))
            return false;
        letters |= isalpha((unsigned char)w->s[i]) != 0;
    }
    return letters && w->n > 1;
}

/* Does the source declare this name as a value rather than as a type? */
static bool is_value_name(const csl_words *w, unsigned at) {
    static const char *const types[] = {"class", "typename", "struct", "using"};
    for (unsigned i = 1; i < w->n; i++) {
        if (w->v[i].n != w->v[at].n || memcmp(w->v[i].s, w->v[at].s, w->v[at].n) != 0)
            continue;
        if (ONE_OF(w, i - 1, types))
            return false;
        if (ONE_OF(w, i - 1, integer_types))
            return true;
    }
    return looks_constant(&w->v[at]);
}

/* Is the template argument at [from, to) a value? */
static bool is_value_argument(const csl_words *w, unsigned from, unsigned to) {
    static const char *const truths[] = {"true", "false", "sizeof"};
    if (is_number(w, from) || ONE_OF(w, from, truths) || csl_is_char(w, from, "(-!&"))
        return true;
    for (unsigned i = from; i < to; i++)
        if (csl_is_char(w, i, "+-/%|") ||
            (csl_is_char(w, i, "*") && i + 1 < to && !csl_is_char(w, i + 1, "*")))
            return true;
    if (to == from + 1 && csl_word_is_name(w, from))
        return !ONE_OF(w, from, builtin_types) && is_value_name(w, from);
    return to > from && csl_word_is_name(w, to - 1) && csl_word_is(w, to - 2, "::") &&
           (csl_word_is(w, to - 1, "value") || looks_constant(&w->v[to - 1]));
}

static void note_arguments(const csl_words *w, unsigned open, unsigned close,
                           csl_recovered_name *g) {
    unsigned from = open + 1, index = 0;
    int depth = 0;
    for (unsigned i = open + 1; i <= close; i++) {
        if (csl_is_char(w, i, "<([{"))
            depth++;
        if ((i == close || csl_is_char(w, i, ",")) && depth == 0) {
            if (i > from && index < 16) {
                bool value = is_value_argument(w, from, i);
                if (index == g->arguments->len)
                    g_array_append_val(g->arguments, value);
                index++;
            }
            from = i + 1;
        }
        if (i < close && csl_is_char(w, i, ">)]}"))
            depth--;
    }
}

/* ---- one use --------------------------------------------------------------------------------- */

/* Two words before the parenthesis of a function: the first of them is no type. */
static bool is_attribute(const csl_words *w, unsigned i) {
    while (csl_word_is_name(w, i + 1) && csl_word_is_name(w, i + 2) && looks_constant(&w->v[i + 1]))
        i++; /* macros beside it */
    if (ONE_OF(w, i + 1, declaring) || ONE_OF(w, i + 1, builtin_types))
        return true;
    if (csl_is_qualifier(w, i + 1) || csl_is_operator_word(w, i + 1))
        return false;
    unsigned k = i + 2;
    if (csl_is_char(w, k, "<"))
        k = csl_closing_word(w, k) + 1;
    while (csl_is_char(w, k, "*&"))
        k++;
    return csl_word_is_name(w, k) && csl_is_char(w, k + 1, "(");
}

/* A macro that says in its name that what follows is a kernel. */
static bool names_kernel(const csl_words *w, unsigned i) {
    if (!csl_word_is_name(w, i) || !looks_constant(&w->v[i]))
        return false;
    char *name = g_strndup(w->v[i].s, w->v[i].n);
    const bool is = csl_has_word(name, CSL_NAMES_KERNEL);
    g_free(name);
    return is;
}

static bool places(const csl_words *w, unsigned i) {
    static const char *const words[] = {"__device__", "__global__", "__host__"};
    return ONE_OF(w, i, words) || names_kernel(w, i);
}

static bool placed(const csl_words *w, unsigned i) {
    for (unsigned k = i; k-- > 0 && i - k < 8 && !csl_is_char(w, k, ";}{>");)
        if (places(w, k))
            return true;
    for (unsigned k = i + 1; k < w->n && k - i < 8 && !csl_is_char(w, k, ";}{("); k++)
        if (places(w, k))
            return true;
    return false;
}

/* The first word of the body of the function whose parameters open at i; w->n if it has none. */
static unsigned body_of(const csl_words *w, unsigned i) {
    unsigned close = csl_closing_word(w, i);
    return csl_is_char(w, close + 1, "{") ? close + 1 : w->n;
}

static bool is_launched(const csl_words *w, unsigned name) {
    for (unsigned i = 0; i + 3 < w->n; i++) {
        if (w->v[i].n != w->v[name].n || memcmp(w->v[i].s, w->v[name].s, w->v[i].n) != 0)
            continue;
        unsigned k = i + 1;
        if (csl_is_char(w, k, "<") && !csl_is_char(w, k + 1, "<") && csl_closing_word(w, k) < w->n)
            k = csl_closing_word(w, k) + 1;
        if (csl_is_char(w, k, "<") && csl_is_char(w, k + 1, "<") && csl_is_char(w, k + 2, "<"))
            return true;
    }
    return false;
}

/* Behind `static`, attributes, further macros and __launch_bounds__(...), which only kernels have
 * (*bounds). */
static unsigned behind_specifiers(const csl_words *w, unsigned i, bool *bounds) {
    static const char *const alone[] = {"static",          "inline",       "extern",
                                        "__forceinline__", "__noinline__", "constexpr"};
    static const char *const limits[] = {"__launch_bounds__", "__cluster_dims__"};
    for (;; i++) {
        const bool limit = ONE_OF(w, i, limits);
        if (csl_is_char(w, i + 1, "(") && (limit || csl_word_is(w, i, "__attribute__")))
            i = csl_closing_word(w, i + 1);
        else if (csl_is_char(w, i, "[") && csl_is_char(w, i + 1, "["))
            i = csl_closing_word(w, i);
        else if (!ONE_OF(w, i, alone) && !(i < w->n && csl_word_is_name(w, i + 1) &&
                                           csl_word_is_name(w, i) && looks_constant(&w->v[i])))
            return i;
        *bounds |= limit;
    }
}

/* "NAME void f(...) {" or "NAME f(...) {" that is launched, or asks for its block and returns
 * nothing, or says in its name what it is. */
static unsigned kernel_shape(const csl_words *w, unsigned i) {
    bool block = false, value = false;
    unsigned name = behind_specifiers(w, i + 1, &block);
    const bool result = !csl_word_is(w, name, "void");
    if (!result) {
        block |= names_kernel(w, i);
        name = behind_specifiers(w, name + 1, &block);
    }
    if (!csl_word_is_name(w, name) || !csl_is_char(w, name + 1, "("))
        return 0;
    unsigned open = body_of(w, name + 1), close = open < w->n ? csl_closing_word(w, open) : w->n;
    for (unsigned k = open; k < close; k++) {
        block |= csl_word_is(w, k, "blockIdx");
        value |= csl_word_is(w, k, "return") && !csl_is_char(w, k + 1, ";");
    }
    if (close == w->n || value || (result && !looks_constant(&w->v[i])) ||
        !(block || is_launched(w, name)))
        return 0;
    return CSL_USED_AS_KERNEL | (result ? CSL_USED_AS_RESULT : 0);
}

static bool statement_starts(const csl_words *w, unsigned i) {
    return i > 0 && (csl_is_char(w, i - 1, ";{}") || csl_word_is(w, i - 1, "else"));
}

/* (NAME)x, sizeof(NAME), name_cast<NAME>(x) */
static bool is_cast(const csl_words *w, unsigned i, unsigned after) {
    if (i < 2)
        return false;
    const csl_word *p = &w->v[i - 2];
    if (csl_is_char(w, i - 1, "<") && csl_is_char(w, after, ">"))
        return p->n > 5 && memcmp(p->s + p->n - 5, "_cast", 5) == 0;
    if (!csl_is_char(w, i - 1, "(") || !csl_is_char(w, after, ")"))
        return false;
    static const char *const sizes[] = {"sizeof", "alignof"};
    if (ONE_OF(w, i - 2, sizes))
        return true;
    return (!csl_word_is_name(w, i - 2) || csl_word_is(w, i - 2, "return")) &&
           !csl_is_char(w, i - 2, ")]") &&
           (csl_word_is_name(w, after + 1) || is_number(w, after + 1) ||
            csl_is_char(w, after + 1, "("));
}

static void look_at(const csl_words *w, unsigned i, csl_recovered_name *g);

static void look_at_member(const csl_words *w, unsigned i, csl_recovered_name *of) {
    i += csl_word_is(w, i, "template");
    if (!csl_word_is_name(w, i))
        return;
    csl_recovered_name *m = csl_recovered_member(of, w->v[i].s, w->v[i].n);
    m->is_scoped = true;
    look_at(w, i, m);
}

static void look_behind_arguments(const csl_words *w, unsigned i, csl_recovered_name *g) {
    unsigned close = csl_closing_word(w, i + 1);
    if (close == w->n) {
        g->shape |= CSL_USED_AS_VALUE;
        return;
    }
    note_arguments(w, i + 1, close, g);
    if (csl_word_is(w, close + 1, "::")) {
        g->shape |= CSL_USED_AS_TYPE | CSL_USED_AS_TEMPLATE | CSL_USED_AS_SCOPE;
        look_at_member(w, close + 2, g);
    } else if (csl_is_char(w, close + 1, "(")) {
        g->shape |= CSL_USED_AS_FUNCTION | CSL_USED_AS_TEMPLATE;
    } else if (csl_word_is_name(w, close + 1) || csl_is_char(w, close + 1, ">,{)&*;") ||
               csl_word_is(w, close + 1, "&&")) {
        g->shape |= CSL_USED_AS_TYPE | CSL_USED_AS_TEMPLATE;
    } else {
        g->shape |= CSL_USED_AS_VALUE;
    }
}

static void look_at_call(const csl_words *w, unsigned i, csl_recovered_name *g) {
    unsigned close = csl_closing_word(w, i + 1);
    if (close < w->n && csl_is_char(w, close + 1, "{") && statement_starts(w, i) &&
        csl_word_is_name(w, i + 2) && csl_is_char(w, i + 3, ",)"))
        g->shape |= CSL_USED_AS_LOOP;
    else
        g->shape |= CSL_USED_AS_FUNCTION;
}

/* A line of its own between statements: no type begins one whose next word is no declarator. */
static bool is_bare(const csl_words *w, unsigned i) {
    if (i + 2 >= w->n || !statement_starts(w, i) || !looks_constant(&w->v[i]) ||
        is_attribute(w, i) || ONE_OF(w, i + 1, declaring) || csl_is_qualifier(w, i + 1) ||
        !memchr(w->v[i].s, '\n', (size_t)(w->v[i + 1].s - w->v[i].s)))
        return false;
    return csl_is_char(w, i + 2, "[(=+-.");
}

/* Where `a::b::NAME`, NAME word i, begins. */
static unsigned start_of(const csl_words *w, unsigned i) {
    while (i > 1 && csl_word_is(w, i - 1, "::") && csl_word_is_name(w, i - 2))
        i -= 2;
    return i;
}

/* "const NAME &x": where it begins, `first`, tells a declaration from an expression, and what is
 * behind x: "; NAME * x - y;" is a product. Of a name with its scope in an argument or a parameter,
 * "(a::NAME &x,", only its spelling does. */
static bool is_declared_type(const csl_words *w, unsigned i, unsigned first, unsigned after) {
    if (after == i + 1 || !csl_word_is_name(w, after) || first < 2)
        return false;
    if (!csl_is_char(w, after + 1, ";=,()[]{:<>") && !csl_word_is(w, after + 1, "::") &&
        !csl_word_is_name(w, after + 1))
        return false;
    if (first < i && csl_is_char(w, first - 1, "(,") && csl_is_char(w, after + 1, ",)"))
        return !looks_constant(&w->v[i]);
    return csl_is_char(w, first - 1, csl_is_char(w, after + 1, ">,") ? ";}<" : ";}") ||
           (csl_is_char(w, first - 1, "{") && !csl_is_char(w, first - 2, "=],({")) ||
           ONE_OF(w, first - 1, before_type);
}

/* The innermost bracket that is open at word i is that of a call, not of template arguments. */
static bool in_call(const csl_words *w, unsigned i) {
    enum { FAR_AWAY = 200 };
    unsigned closed = 0;
    for (unsigned at = i; at-- > 0 && i - at < FAR_AWAY && !csl_is_char(w, at, ";{}");)
        if (csl_is_char(w, at, ")"))
            closed++;
        else if (csl_is_char(w, at, "(") && closed-- == 0)
            return true;
        else if (closed == 0 && csl_is_char(w, at, "<")) {
            const unsigned end = csl_closing_word(w, at);
            if (end > i && end < w->n)
                return false;
        }
    return false;
}

/* Notes how word i, an occurrence of the name, is used. */
static void look_at(const csl_words *w, unsigned i, csl_recovered_name *g) {
    unsigned after = i + 1;
    if (csl_word_is(w, i + 1, "::")) {
        g->shape |= CSL_USED_AS_SCOPE;
        look_at_member(w, i + 2, g);
        return;
    }
    if (csl_is_char(w, i + 1, "<")) {
        look_behind_arguments(w, i, g);
        return;
    }
    if (csl_is_char(w, i + 1, "(")) {
        look_at_call(w, i, g);
        return;
    }
    while (csl_is_char(w, after, "*&") || csl_word_is(w, after, "&&") || csl_is_qualifier(w, after))
        after++;
    if (!placed(w, i))
        g->shape |= kernel_shape(w, i);
    if (csl_word_is_name(w, i + 1) && is_bare(w, i)) {
        g->shape |= CSL_USED_AS_BARE;
    } else if (csl_word_is_name(w, i + 1) && !csl_is_operator_word(w, i + 1)) {
        bool attribute = !csl_is_qualifier(w, i + 1) && is_attribute(w, i);
        g->shape |= attribute ? CSL_USED_AS_ATTRIBUTE : CSL_USED_AS_TYPE;
        if (attribute && placed(w, i))
            g->shape |= CSL_USED_AS_PLACED;
    } else if (is_cast(w, i, after) ||
               (after > i + 1 && (csl_is_char(w, after, ">)") || csl_is_qualifier(w, i + 1)))) {
        g->shape |= CSL_USED_AS_TYPE;
    } else if (is_declared_type(w, i, start_of(w, i), after)) {
        g->shape |= CSL_USED_AS_TYPE;
    } else if (csl_is_char(w, i + 1, ";") && statement_starts(w, i)) {
        g->shape |= CSL_USED_AS_STATEMENT;
    } else if (csl_is_char(w, i + 1, "[")) {
        g->shape |= CSL_USED_AS_ARRAY;
    } else if (csl_is_char(w, i + 1, "{") && i > 0 && !csl_is_char(w, i - 1, ")")) {
        g->shape |= CSL_USED_AS_TYPE;
    } else if (i > 0 && csl_is_char(w, i - 1, "<,") && csl_is_char(w, i + 1, ">,")) {
        g->shape |=
            looks_constant(&w->v[i]) || in_call(w, i) ? CSL_USED_AS_VALUE : CSL_USED_AS_ARGUMENT;
    } else {
        g->shape |= CSL_USED_AS_VALUE;
    }
}

/* ---- all of them ------------------------------------------------------------------------------ */

/* "#define NAME (1 + 2)" in a branch that is not taken: NAME is no function. */
static bool is_defined_plain(const csl_words *w, unsigned i) {
    return i > 0 && csl_word_is(w, i - 1, "define") && w->v[i].s[w->v[i].n] != '(';
}

void csl_name_uses(const csl_words *w, GPtrArray *names) {
    for (unsigned i = 0; i < w->n; i++) {
        csl_recovered_name *g = csl_word_is_name(w, i) ? csl_name_of_word(names, &w->v[i]) : NULL;
        bool member = i > 0 && (csl_is_char(w, i - 1, ".") || csl_word_is(w, i - 1, "->"));
        if (g && !member && !is_defined_plain(w, i))
            look_at(w, i, g);
    }
    csl_find_fields(w, names);
}
