/* Which names get a declaration: those that the errors of a parse complain about. */
#include "../../files/words.h"
#include "recover.h"

#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

struct csl_recovery {
    GPtrArray *names; /* csl_recovered_name, in the order of the errors */
};

csl_recovery *csl_recovery_new(void) {
    csl_recovery *g = g_new0(csl_recovery, 1);
    g->names = g_ptr_array_new_with_free_func(csl_recovered_name_free);
    return g;
}

void csl_recovery_free(csl_recovery *g) {
    g_ptr_array_unref(g->names);
    g_free(g);
}

/* ---- embedded headers ------------------------------------------------------------------------ */

/* True if the text declares the name outside of any class or function: "#define X", "struct X",
 * "X(" behind a type, "} X;". */
static bool declares(const csl_words *w, const char *name) {
    static const char *const words[] = {"struct", "class", "namespace", "using", "define", "enum"};
    int depth = 0;
    for (unsigned i = 0; i < w->n; i++) {
        char c = w->v[i].s[0];
        depth += (c == '{') - (c == '}');
        if (i == 0 || !csl_word_is(w, i, name))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            if (csl_word_is(w, i - 1, words[k]))
                return depth == 0 || csl_word_is(w, i - 1, "define");
        bool behind = csl_word_is_name(w, i - 1) || csl_word_is(w, i - 1, "*") ||
                      csl_word_is(w, i - 1, "}") || csl_word_is(w, i - 1, "&");
        if (depth == 0 && behind && (csl_word_is(w, i + 1, "(") || csl_word_is(w, i + 1, ";")))
            return true;
    }
    return false;
}

/* The headers of CUDA and the C library that may be taken for granted under any name: no helpers
 * that a user may have written differently. */
static bool is_common(const char *path) {
    static const char *const prefixes[] = {"include/helper", "include/cutil", "include/csl",
                                           "std/csl", "include/cu_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (g_str_has_prefix(path, prefixes[i]))
            return false;
    return g_str_has_prefix(path, "include/") || g_str_has_prefix(path, "std/") ||
           g_str_has_prefix(path, "toolkit/") || g_str_has_prefix(path, "vendor/");
}

/* A header of the C++ library that declares it in namespace std. */
static bool declares_in_std(const csl_words *w, const char *name) {
    static const char *const words[] = {"struct", "class", "using", "bool"};
    for (unsigned i = 1; i < w->n; i++) {
        if (!csl_word_is(w, i, name))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            if (csl_word_is(w, i - 1, words[k]))
                return true;
        if (csl_word_is(w, i + 1, "(") && csl_word_is_name(w, i - 1) &&
            !csl_word_is(w, i - 1, "return"))
            return true;
    }
    return false;
}

static const char *embedded_header(const char *name, bool in_std) {
    /* Namespaces of which each header declares a part. */
    static const char *const whole[][2] = {
        {"cub", "cub/cub.cuh"}, {"at", "csl/torch.h"}, {"c10", "csl/torch.h"}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole && !in_std; i++)
        if (strcmp(name, whole[i][0]) == 0)
            return whole[i][1];
    for (unsigned i = 0; i < csl_nshim; i++) {
        if (!is_common(csl_shim[i].path) || !strstr(csl_shim[i].text, name) ||
            (in_std && !g_str_has_prefix(csl_shim[i].path, "std/")))
            continue;
        GArray *list = g_array_new(FALSE, FALSE, sizeof(csl_word));
        csl_read_words(list, csl_shim[i].text, csl_shim[i].bytes);
        csl_words w = {(csl_word *)(void *)list->data, list->len};
        bool found = in_std ? declares_in_std(&w, name) : declares(&w, name);
        g_array_unref(list);
        if (found)
            return strchr(csl_shim[i].path, '/') + 1;
    }
    return NULL;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The nth text between quotes of a message (0 is the first), NULL if there are fewer; g_free. */
static char *quoted(const char *message, unsigned n) {
    for (const char *s = message; (s = strchr(s, '\''));) {
        const char *end = strchr(s + 1, '\'');
        if (!end)
            return NULL;
        if (n-- == 0)
            return g_strndup(s + 1, (size_t)(end - s - 1));
        s = end + 1;
    }
    return NULL;
}

static bool is_identifier(const char *s) {
    if (!s || !(g_ascii_isalpha(*s) || *s == '_'))
        return false;
    while (csl_is_word_char(*s))
        s++;
    return !*s;
}

static csl_recovered_name *find(const csl_recovery *g, const char *name, const char *within) {
    for (guint i = 0; i < g->names->len; i++) {
        csl_recovered_name *n = g->names->pdata[i];
        if (strcmp(n->name, name) == 0 && g_strcmp0(n->within, within) == 0)
            return n;
    }
    return NULL;
}

/* The complaints about undeclared names. The shape is what the message alone tells. */
static const struct {
    const char *text;
    unsigned shape;
    bool within; /* the second quoted text is a namespace */
} complaints[] = {
    {"use of undeclared identifier '", 0, false},
    {"use of undeclared '", 0, false},
    {"unknown type name '", CSL_USED_AS_TYPE, false},
    {"unknown class name '", CSL_USED_AS_TYPE | CSL_USED_AS_SCOPE, false},
    {"no template named '", CSL_USED_AS_TYPE | CSL_USED_AS_TEMPLATE, true},
    {"no member named '", 0, true},
    {"no type named '", 0, true}, /* also of a call alone in braces: it reads as a declaration */
};

/* "float4", but also "const uint2" between quotes. */
static bool names_vector(const char *message) {
    for (const char *s = message + 1; *s; s++)
        if (*s >= '2' && *s <= '4' && s[1] == '\'' && g_ascii_isalpha(s[-1]))
            return true;
    return false;
}

/* "x + y" of two float4, or of something that is said to be one. */
static bool misses_operator(const char *message) {
    return g_str_has_prefix(message, "no viable overloaded '") ||
           (g_str_has_prefix(message, "invalid operands to binary expression") &&
            names_vector(message));
}

/* x + y of two float4: what everybody writes in the same way. */
static bool add_vector_operators(csl_recovery *g, const char *message) {
    static const char header[] = "helper_math.h";
    if (!misses_operator(message) || find(g, header, NULL))
        return false;
    csl_recovered_name *n = csl_recovered_name_new(header, sizeof header - 1);
    n->header = header;
    g_ptr_array_add(g->names, n);
    return true;
}

bool csl_may_teach(const char *message) {
    bool names = false;
    for (size_t i = 0; i < sizeof complaints / sizeof complaints[0]; i++)
        names |= g_str_has_prefix(message, complaints[i].text);
    return names || misses_operator(message) ||
           g_str_has_prefix(message, "member reference base type '") ||
           g_str_has_prefix(message, "expected namespace name") ||
           g_str_has_prefix(message, "expected class name");
}

static bool add_name(csl_recovery *g, const char *message) {
    for (size_t i = 0; i < sizeof complaints / sizeof complaints[0]; i++) {
        if (!g_str_has_prefix(message, complaints[i].text))
            continue;
        char *name = quoted(message, 0);
        const char *in_space = strstr(message, "' in namespace '");
        char *within = in_space ? quoted(in_space + 1, 0) : NULL;
        bool known =
            !is_identifier(name) || g_str_has_prefix(name, "__csl") ||
            (complaints[i].within && !within && !(complaints[i].shape & CSL_USED_AS_TEMPLATE)) ||
            (within && strchr(within, '(')) || find(g, name, within) ||
            csl_limit_reached(CSL_LIMIT_recovered_names, g->names->len);
        if (!known) {
            csl_recovered_name *n = csl_recovered_name_new(name, (unsigned)strlen(name));
            n->shape = complaints[i].shape;
            n->within = g_strdup(within);
            bool in_std = within && strcmp(within, "std") == 0;
            n->header = within && !in_std ? NULL : embedded_header(name, in_std);
            n->dropped = in_std && !n->header;
            g_ptr_array_add(g->names, n);
        }
        g_free(name);
        g_free(within);
        return !known;
    }
    return false;
}

/* The word at the place of an error whose message begins so and names nothing; NULL: another error.
 */
static char *word_of(const csl_unit *unit, const csl_source_error *e, const char *message) {
    size_t size = 0, n = 0;
    const char *text = e->file && g_str_has_prefix(e->message, message)
                           ? clang_getFileContents(unit->tu, e->file, &size)
                           : NULL;
    while (text && e->offset + n < size && csl_is_word_char(text[e->offset + n]))
        n++;
    char *word = text ? g_strndup(text + e->offset, n) : NULL;
    if (word && is_identifier(word))
        return word;
    g_free(word);
    return NULL;
}

/* `namespace cg = cooperative_groups;` or `using namespace cub;` in a header whose includer has the
 * declaration. */
static bool add_namespace(csl_recovery *g, const csl_unit *unit, const csl_source_error *e) {
    char *name = word_of(unit, e, "expected namespace name");
    const char *header = name ? embedded_header(name, false) : NULL;
    bool added = header && !find(g, name, NULL);
    if (added) {
        csl_recovered_name *r = csl_recovered_name_new(name, (unsigned)strlen(name));
        r->header = header;
        g_ptr_array_add(g->names, r);
    }
    g_free(name);
    return added;
}

/* `struct half : public base`: without it the class would be empty, and no error of its own. */
static bool add_base(csl_recovery *g, const csl_unit *unit, const csl_source_error *e) {
    char *name = word_of(unit, e, "expected class name");
    csl_recovered_name *n = name ? find(g, name, NULL) : NULL;
    bool added = name && (!n || (!n->is_class && !n->header));
    if (added && !n) {
        n = csl_recovered_name_new(name, (unsigned)strlen(name));
        n->header = embedded_header(name, false);
        n->shape = CSL_USED_AS_TYPE;
        g_ptr_array_add(g->names, n);
    }
    if (added)
        n->is_class = true;
    g_free(name);
    return added;
}

/* A name that the source itself declares further down: the recovered declaration stands in its way.
 */
static bool drop_name(csl_recovery *g, const char *message) {
    if (!strstr(message, "redefinition") && !strstr(message, "redeclar") &&
        !strstr(message, "is ambiguous"))
        return false;
    char *name = quoted(message, 0);
    csl_recovered_name *n = name ? find(g, name, NULL) : NULL;
    g_free(name);
    bool dropped = n && !n->dropped;
    if (dropped)
        n->dropped = true;
    return dropped;
}

/* The shape of a member by what stands behind its name. */
static unsigned member_shape(const csl_words *w, unsigned behind) {
    const unsigned close = csl_word_is(w, behind, "<") ? csl_closing_word(w, behind) : w->n;
    if (close < w->n && csl_word_is(w, close + 1, "("))
        return CSL_USED_AS_FUNCTION | CSL_USED_AS_TEMPLATE;
    return csl_word_is(w, behind, "(")   ? CSL_USED_AS_FUNCTION
           : csl_word_is(w, behind, "[") ? CSL_USED_AS_POINTER
                                         : CSL_USED_AS_VALUE;
}

/* The recovered class of that type, "const a::X<float> *"; NULL if it is none. */
static csl_recovered_name *class_of(const csl_recovery *g, const char *type) {
    const char *last = type;
    for (const char *s = type; *s && *s != '<'; s++)
        if (g_str_has_prefix(s, "const ") || g_str_has_prefix(s, "::"))
            last = s + (*s == ':' ? 2 : 6);
    char *name = g_strndup(last, strcspn(last, " *&<"));
    csl_recovered_name *found = find(g, name, NULL);
    for (guint i = 0; i < g->names->len && !found; i++) {
        csl_recovered_name *n = g->names->pdata[i];
        for (guint k = 0; k < n->members->len && !found && last > type; k++) {
            csl_recovered_name *m = n->members->pdata[k]; /* the class of a scope */
            found = strcmp(m->name, name) == 0 ? m : NULL;
        }
        found = !found && n->within && strcmp(n->name, name) == 0 ? n : found;
    }
    g_free(name);
    return found && !found->header ? found : NULL;
}

static bool note_member(csl_recovered_name *n, const char *name, unsigned length, unsigned shape) {
    csl_recovered_name *m = csl_recovered_member(n, name, length);
    const bool added = !m->is_field;
    m->is_field = n->is_class = true;
    m->shape |= shape;
    return added;
}

/* "member reference base type 'X' ... is not a structure or union": a class then, whose member the
 * source names at that place. "no member named 'm' in 'X<float>'": such a class has it. */
static bool add_member(csl_recovery *g, const csl_unit *unit, const csl_source_error *e) {
    const bool missing =
        g_str_has_prefix(e->message, "no member named '") && !strstr(e->message, "in namespace");
    if (!e->file || (!missing && !g_str_has_prefix(e->message, "member reference base type '")))
        return false;
    char *type = quoted(e->message, missing), *member = missing ? quoted(e->message, 0) : NULL;
    csl_recovered_name *n = type ? class_of(g, type) : NULL;
    size_t size = 0;
    const char *text = clang_getFileContents(unit->tu, e->file, &size);
    bool added = false;
    if (n && text && e->offset < size) {
        GArray *list = g_array_new(FALSE, FALSE, sizeof(csl_word));
        csl_read_words(list, text + e->offset, MIN(size - e->offset, 200));
        csl_words w = {(csl_word *)(void *)list->data, list->len};
        if (missing && is_identifier(member)) /* in a macro the name stands elsewhere */
            added =
                note_member(n, member, (unsigned)strlen(member),
                            csl_word_is(&w, 0, member) ? member_shape(&w, 1) : CSL_USED_AS_VALUE);
        const bool was_class = n->is_class;
        for (unsigned i = 0; !missing && i + 1 < w.n && i < 12; i++)
            if ((csl_word_is(&w, i, ".") || csl_word_is(&w, i, "->")) &&
                csl_word_is_name(&w, i + 1)) {
                added = note_member(n, w.v[i + 1].s, w.v[i + 1].n, member_shape(&w, i + 2));
                break;
            }
        if (!missing && !was_class) /* which member, the next parse says */
            added = n->is_class = true;
        g_array_unref(list);
    }
    g_free(member);
    g_free(type);
    return added;
}

/* "no type named 'X' in 'a::C'": what was taken for a number there is a type. */
static bool add_scoped_type(csl_recovery *g, const char *message) {
    if (!g_str_has_prefix(message, "no type named '") || strstr(message, "in namespace"))
        return false;
    char *name = quoted(message, 0), *type = quoted(message, 1);
    csl_recovered_name *n = type && is_identifier(name) ? class_of(g, type) : NULL;
    bool added = false;
    if (n) {
        csl_recovered_name *m = csl_recovered_member(n, name, (unsigned)strlen(name));
        added = !(m->shape & CSL_USED_AS_TYPE);
        m->shape |= CSL_USED_AS_TYPE;
        m->is_scoped = true;
    }
    g_free(name);
    g_free(type);
    return added;
}

/* ---- the files ------------------------------------------------------------------------------- */

typedef struct reading {
    const csl_unit *unit;
    GArray *words;
} reading;

static void read_one(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    reading *r = data;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    size_t size = 0;
    const char *text = clang_getFileContents(r->unit->tu, file, &size);
    if (text && path && !csl_is_shim_path(path) &&
        !clang_Location_isInSystemHeader(clang_getLocationForOffset(r->unit->tu, file, 0)))
        csl_read_words(r->words, text, size);
    clang_disposeString(name);
}

bool csl_recover_from_errors(csl_recovery *g, const csl_unit *unit) {
    guint known = g->names->len;
    bool learnt = false;
    for (uint32_t i = 0; i < unit->nerrors; i++)
        learnt |= add_namespace(g, unit, &unit->errors[i]);
    if (learnt) /* the other errors may follow from these */
        return true;
    for (uint32_t i = 0; i < unit->nerrors; i++) {
        const char *message = unit->errors[i].message;
        learnt |= add_name(g, message) || drop_name(g, message) ||
                  add_vector_operators(g, message) || add_scoped_type(g, message) ||
                  add_member(g, unit, &unit->errors[i]) || add_base(g, unit, &unit->errors[i]);
    }
    if (g->names->len == known)
        return learnt;
    reading r = {unit, g_array_new(FALSE, FALSE, sizeof(csl_word))};
    clang_getInclusions(unit->tu, read_one, &r);
    csl_words w = {(csl_word *)(void *)r.words->data, r.words->len};
    csl_name_uses(&w, g->names);
    g_array_unref(r.words);
    return true;
}

char *csl_recovery_text(const csl_recovery *g) {
    GString *out = g_string_new("#pragma clang system_header\n");
    csl_print_recovered(out, g->names);
    return g_string_free(out, FALSE);
}
