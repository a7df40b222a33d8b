/* Which instances of a template are lowered where it has more than the limit: those whose arguments
 * differ most, not those that happen to stand first; and how many more, as they are cheap.
 *
 * Arguments that are types made from templates differ by their own arguments, too. What counts of
 * <Run<Op<float>, 2>, int> is
 *
 *   Run<Op<float>, 2>, Run and int    as arguments of the kernel
 *   Op<float>, Op and 2               as those of Run
 *   float                             as that of Op
 */
#include "kernels.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "../../limits/limits.h"

typedef struct part {
    unsigned place;
    bool chosen; /* one of the chosen instances has it */
} part;

typedef struct place {
    unsigned parts; /* that it takes */
    unsigned depth; /* 0: of the kernel itself */
} place;

typedef struct parts {
    GHashTable *numbers; /* char *text -> number + 1: of parts and of places */
    GArray *parts;       /* part */
    GArray *places;      /* place */
} parts;

typedef struct instance {
    unsigned part[CSL_ROOM_instance_arguments];
    unsigned n;
    bool chosen;
} instance;

/* The number of a text, the next if it is a new one. Takes the text. */
static unsigned number_of(parts *p, char *text, unsigned next) {
    const unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(p->numbers, text));
    if (known)
        g_free(text);
    else
        g_hash_table_insert(p->numbers, text, GUINT_TO_POINTER(next + 1));
    return known ? known - 1 : next;
}

static void add_part(parts *p, instance *to, const char *where, unsigned depth, const char *text,
                     size_t bytes) {
    if (to->n == CSL_ROOM_instance_arguments)
        return;
    const unsigned at = number_of(p, g_strdup(where), p->places->len);
    if (at == p->places->len) {
        const place added = {0, depth};
        g_array_append_val(p->places, added);
    }
    const unsigned number =
        number_of(p, g_strdup_printf("%s=%.*s", where, (int)bytes, text), p->parts->len);
    if (number == p->parts->len) {
        const part added = {at, false};
        g_array_append_val(p->parts, added);
        g_array_index(p->places, place, at).parts++;
    }
    to->part[to->n++] = number;
}

/* The end of the argument that begins at s; of all of them. */
static const char *end_of(const char *s, bool all) {
    int depth = 0;
    for (; *s && (depth > 0 || (*s != '>' && (all || *s != ','))); s++)
        depth += strchr("<([{", *s) ? 1 : strchr(">)]}", *s) ? -1 : 0;
    return s;
}

static const char *next_argument(const char *end) {
    return *end == ',' ? end + 1 + strspn(end + 1, " ") : end;
}

/* "Run" of "Run<Op<float>, 2>", "A::B" of "A<int>::B". The caller frees it. */
static GString *name_of(const char *s, const char *end) {
    GString *name = g_string_new(NULL);
    for (; s < end; s++)
        if (*s == '<')
            s = end_of(s + 1, true);
        else
            g_string_append_c(name, *s);
    return name;
}

/* The arguments of `of` that begin at s, and theirs. */
static void add_arguments(parts *p, instance *to, const char *of, unsigned depth, const char *s) {
    unsigned n = 0;
    for (const char *at = s; *at && *at != '>'; n++) {
        const char *end = end_of(at, false);
        char *where = g_strdup_printf("%s<%u", of, n);
        GString *name = name_of(at, end);
        add_part(p, to, where, depth, name->str, name->len);
        g_free(where);
        if (name->len < (size_t)(end - at)) {
            where = g_strdup_printf("%s<%u whole", of, n);
            add_part(p, to, where, depth, at, (size_t)(end - at));
            g_free(where);
        }
        g_string_free(name, TRUE);
        at = next_argument(end);
    }
    const char *end = end_of(s, true);
    for (const char *c = s; c < end && to->n < CSL_ROOM_instance_arguments; c++) {
        if (*c != '<')
            continue;
        while (s < c && end_of(s, false) < c)
            s = next_argument(end_of(s, false));
        GString *name = name_of(s, c);
        add_arguments(p, to, name->str, depth + 1, c + 1);
        g_string_free(name, TRUE);
        c = end_of(c + 1, true);
    }
}

/* What it has that none of the chosen ones has: a part counts the more the fewer its place takes, a
 * type more than one of many numbers, and the kernel's own arguments more than theirs. */
static double newness(const parts *p, const instance *x) {
    double sum = 0;
    for (unsigned i = 0; i < x->n; i++) {
        const part *has = &g_array_index(p->parts, part, x->part[i]);
        const place *at = &g_array_index(p->places, place, has->place);
        if (!has->chosen)
            sum += ldexp(1.0 / at->parts, -3 * (int)at->depth);
    }
    return sum;
}

static void choose(const parts *p, instance *x) {
    x->chosen = true;
    for (unsigned i = 0; i < x->n; i++)
        g_array_index(p->parts, part, x->part[i]).chosen = true;
}

bool *csl_most_different(csl_ctx *ctx, const char *const *texts, unsigned n, unsigned limit) {
    bool *chosen = csl_alloc(ctx, (n + 1) * sizeof *chosen);
    if (n <= limit) {
        for (unsigned i = 0; i < n; i++)
            chosen[i] = true;
        return chosen;
    }
    instance *all = csl_alloc(ctx, n * sizeof *all);
    parts p = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
               g_array_new(FALSE, FALSE, sizeof(part)), g_array_new(FALSE, FALSE, sizeof(place))};
    for (unsigned i = 0; i < n; i++)
        add_arguments(&p, &all[i], "", 0, texts[i] + (*texts[i] == '<'));
    for (unsigned k = 0; k < limit; k++) {
        unsigned best = n;
        double most = -1;
        for (unsigned i = 0; i < n; i++) {
            const double is = all[i].chosen ? -1 : newness(&p, &all[i]);
            if (is > most) /* the first of several */
                most = is, best = i;
        }
        choose(&p, &all[best]);
        chosen[best] = true;
    }
    g_hash_table_unref(p.numbers);
    g_array_unref(p.parts);
    g_array_unref(p.places);
    return chosen;
}

bool csl_spent_all(csl_ctx *ctx, const csl_lower_target *next, csl_spent *spent) {
    const char *pattern = csl_usr(ctx, next->pattern);
    if (!next->instance || pattern != spent->pattern)
        spent->template = spent->instances = 0;
    spent->pattern = pattern;
    return next->instance && ((csl_limit_exceeded(CSL_LIMIT_template_statements, spent->template) &&
                               csl_limit_exceeded(CSL_LIMIT_file_statements, spent->file)) ||
                              (csl_limit_exceeded(CSL_LIMIT_cheap_statements, spent->template) &&
                               csl_limit_reached(CSL_LIMIT_instances, spent->instances)));
}
