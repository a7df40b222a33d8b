/* Members of objects whose class nothing declares: those that variables of the class are asked for;
 * and of objects that nothing declares.
 */
#include <string.h>

#include "name_uses.h"

/* The variable that a use of a type declares: NAME<...> *const x. w->n if none. */
static unsigned declared_by(const csl_words *w, unsigned i) {
    i++;
    if (csl_is_char(w, i, "<"))
        i = csl_closing_word(w, i) + 1;
    while (csl_is_char(w, i, "*&") || csl_word_is(w, i, "&&") || csl_is_qualifier(w, i))
        i++;
    if (!csl_word_is_name(w, i) ||
        !(csl_is_char(w, i + 1, ";,)=[{:") || csl_is_char(w, i + 1, "(")))
        return w->n;
    return i;
}

static void look_at_field(const csl_words *w, unsigned i, csl_recovered_name *of) {
    i += csl_word_is(w, i, "template");
    if (!csl_word_is_name(w, i) || csl_is_operator_word(w, i))
        return;
    csl_recovered_name *m = csl_recovered_member(of, w->v[i].s, w->v[i].n);
    m->is_field = true;
    unsigned k = i + 1;
    if (csl_is_char(w, k, "<") && csl_closing_word(w, k) < w->n &&
        csl_is_char(w, csl_closing_word(w, k) + 1, "("))
        m->shape |= CSL_USED_AS_FUNCTION | CSL_USED_AS_TEMPLATE;
    else if (csl_is_char(w, k, "("))
        m->shape |= CSL_USED_AS_FUNCTION;
    else if (csl_is_char(w, k, "["))
        m->shape |= CSL_USED_AS_POINTER;
    else
        m->shape |= csl_is_char(w, k, ".") ? CSL_USED_AS_OBJECT : CSL_USED_AS_VALUE;
    if (csl_is_char(w, k, "=!") && csl_is_char(w, k + 1, "=") && csl_word_is(w, k + 2, "nullptr"))
        m->shape |= CSL_USED_AS_POINTER;
    while (csl_is_char(w, k, "[") && csl_closing_word(w, k) < w->n)
        k = csl_closing_word(w, k) + 1;
    if (!(m->shape & CSL_USED_AS_FUNCTION) && (csl_is_char(w, k, ".") || csl_word_is(w, k, "->"))) {
        if (csl_word_is(w, k, "->"))
            m->shape |= CSL_USED_AS_POINTER;
        m->is_class = true;
        look_at_field(w, k + 1, m);
    }
}

/* T *p = x.m: i is x. */
static bool becomes_pointer(const csl_words *w, unsigned i) {
    if (i < 3 || !csl_is_char(w, i - 1, "=") || !csl_word_is_name(w, i - 2))
        return false;
    i -= 3;
    while (i > 0 && csl_is_qualifier(w, i))
        i--;
    return csl_is_char(w, i, "*");
}

void csl_find_fields(const csl_words *w, const GPtrArray *names) {
    GHashTable *variables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned i = 0; i < w->n; i++) {
        csl_recovered_name *g = csl_word_is_name(w, i) ? csl_name_of_word(names, &w->v[i]) : NULL;
        unsigned v = g && !(i > 0 && (csl_is_char(w, i - 1, ".") || csl_word_is(w, i - 1, "->")))
                         ? declared_by(w, i)
                         : w->n;
        if (v < w->n)
            g_hash_table_insert(variables, g_strndup(w->v[v].s, w->v[v].n), g);
        if (!csl_word_is_name(w, i) || (i > 0 && csl_is_char(w, i - 1, ".")))
            continue;
        unsigned k = i + 1;
        while (csl_is_char(w, k, "[") && csl_closing_word(w, k) < w->n)
            k = csl_closing_word(w, k) + 1;
        if (!csl_is_char(w, k, ".") && !csl_word_is(w, k, "->"))
            continue;
        char *name = g_strndup(w->v[i].s, w->v[i].n);
        csl_recovered_name *type = g_hash_table_lookup(variables, name);
        if (g && k == i + 1 && !csl_word_is(w, i - 1, "->")) {
            g->shape |= CSL_USED_AS_OBJECT | (csl_is_char(w, k, ".") ? 0 : CSL_USED_AS_POINTER);
            g->type = type;
        }
        csl_recovered_name *of = type ? type : g;
        if (type)
            type->is_class = true;
        if (of && (type || g->shape & CSL_USED_AS_OBJECT))
            look_at_field(w, k + 1, of);
        if (type && becomes_pointer(w, i))
            csl_recovered_member(type, w->v[k + 1].s, w->v[k + 1].n)->shape |= CSL_USED_AS_POINTER;
        g_free(name);
    }
    g_hash_table_unref(variables);
}
