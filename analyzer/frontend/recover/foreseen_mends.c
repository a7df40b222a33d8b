/* What the text tells before the first parse: the file and all that it includes are read, whatever
 * conditions stand around. Mends, for each of which another parse would be needed (mends.c), and
 * which embedded headers it may include (named_headers.c).
 *
 * Operands without a comma between them, and launches with blanks in their brackets, are told by
 * their text alone. An argument `T::member` of a
 * call misses `typename` if the same text has `typename T::member` elsewhere: it is a type then.
 * A list of initialisers in `<<<...>>>` misses `dim3`. What is not told so is left to the errors of
 * the parse.
 */
#include "recover.h"

#include <stdlib.h>
#include <string.h>

#include "../../files/words.h"
#include "../../limits/limits.h"

typedef struct look {
    csl_ctx *ctx;
    GPtrArray *dirs;    /* const char *: the user's include path */
    GHashTable *places; /* of the names that were looked for there: char * or NULL */
    GHashTable *seen;   /* char *: the files, by their real paths */
    GPtrArray *to_read; /* char *: where each was found first */
    GArray *found;      /* csl_mend */
    bool *named;        /* which embedded headers are included */
    bool others;        /* there may be more of them */
} look;

/* ---- what is missed -------------------------------------------------------------------------- */

static void add(look *l, const char *path, size_t offset, const char *word, char instead) {
    const csl_mend m = {csl_strdup(l->ctx, path), (uint32_t)offset, word, instead};
    g_array_append_val(l->found, m);
}

/* What nvcc reads in another way than clang. */
static void find_characters(look *l, const char *path, const char *text) {
    if (!strstr(text, "asm") && !strstr(text, "<< <") && !strstr(text, ">> >") &&
        !strstr(text, " #pragma"))
        return;
    char *taken = g_strdup(text);
    csl_take_as_nvcc(taken);
    for (size_t i = 0; text[i]; i++)
        if (taken[i] != text[i])
            add(l, path, i + 1, NULL, taken[i]);
    g_free(taken);
}

static const char *skip_blanks(const char *s) {
    while (g_ascii_isspace(*s))
        s++;
    return s;
}

/* Where the name begins that ends before s. */
static const char *name_before(const char *text, const char *s) {
    while (s > text && csl_is_word_char(s[-1]))
        s--;
    return s;
}

/* The arguments that hold the one at [s, end) are those of a call: `load<axis, C::component>(`. */
static bool is_of_call(const char *text, const char *s, const char *end) {
    int depth = 0;
    for (s--; s > text && (depth || *s != '<'); s--) {
        depth += (*s == '>') - (*s == '<');
        if (depth < 0 || strchr(";{}", *s))
            return false;
    }
    if (s == text || !csl_is_word_char(s[-1]))
        return false;
    for (depth = 0; *end && (depth || *end != '>'); end++) {
        depth += (*end == '<') - (*end == '>');
        if (strchr(";{}", *end))
            return false;
    }
    return *end && *skip_blanks(end + 1) == '(';
}

/* An argument of a call that is nothing but `T::member`, T a parameter, where `typename T::member`
 * stands elsewhere. */
static void find_types(look *l, const char *path, const char *text) {
    for (const char *s = strstr(text, "::"); s; s = strstr(s + 2, "::")) {
        const char *name = name_before(text, s), *member = s + 2, *end = member, *before = name;
        while (csl_is_word_char(*end))
            end++;
        while (before > text && g_ascii_isspace(before[-1]))
            before--;
        if (name == s || end == member || before == text || !strchr("<,", before[-1]) ||
            !strchr(">,", *skip_blanks(end)) || !*skip_blanks(end) ||
            !is_of_call(text, before, end))
            continue;
        char *typed = g_strdup_printf("typename %.*s", (int)(end - name), name);
        const char *known = strstr(text, typed);
        while (known && csl_is_word_char(known[strlen(typed)]))
            known = strstr(known + 1, typed);
        if (known)
            add(l, path, (size_t)(name - text), "typename ", 0);
        g_free(typed);
    }
}

/* `k<<<n, {32, 4}>>>`: a list of initialisers at s, the grid or the block. */
static void find_shape(look *l, const char *path, const char *text, const char *s) {
    int depth = 0, argument = 0;
    bool starts = true;
    size_t lists[2], n = 0;
    for (; *s && !strchr(";#", *s) && (depth || strncmp(s, ">>>", 3) != 0); s++) {
        if (starts && *s == '{' && argument < 2)
            lists[n++] = (size_t)(s - text);
        starts = depth == 0 && (*s == ',' || (starts && (g_ascii_isspace(*s) || *s == '\\')));
        argument += depth == 0 && *s == ',';
        depth += (strchr("([{", *s) != NULL) - (strchr(")]}", *s) != NULL);
        if (depth < 0)
            return;
    }
    for (size_t i = 0; i < n && *s == '>'; i++)
        add(l, path, lists[i], "dim3", 0);
}

static void find_shapes(look *l, const char *path, const char *text) {
    for (const char *s = strstr(text, "<<<"); s; s = strstr(s + 3, "<<<"))
        find_shape(l, path, text, s + 3);
}

/* ---- files ----------------------------------------------------------------------------------- */

static char *file_in(const char *folder, const char *name) {
    char *path = strcmp(folder, ".") == 0 ? g_strdup_printf("./%s", name)
                                          : g_build_filename(folder, name, NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        g_clear_pointer(&path, g_free);
    return path;
}

/* Where the include path has the header, or NULL. */
static const char *place_of(look *l, const char *name) {
    gpointer known;
    if (g_hash_table_lookup_extended(l->places, name, NULL, &known))
        return known;
    char *place = NULL;
    for (guint i = 0; !place && i < l->dirs->len; i++)
        place = file_in(l->dirs->pdata[i], name);
    g_hash_table_insert(l->places, g_strdup(name), place);
    return place;
}

static void include(look *l, const char *from, const char *name, bool quoted) {
    char *own = quoted ? g_path_get_dirname(from) : NULL, *place = own ? file_in(own, name) : NULL;
    if (!place)
        place = g_strdup(place_of(l, name));
    g_free(own);
    const bool full = csl_limit_reached(CSL_LIMIT_mended_headers, g_hash_table_size(l->seen));
    l->others |= full;
    if (place && !full && csl_is_first_of_file(l->seen, place))
        g_ptr_array_add(l->to_read, place);
    else
        g_free(place);
}

static void read_includes(look *l, const char *path, const char *text) {
    l->others |= !csl_mark_named_headers(text, l->named);
    for (const char *s = strchr(text, '#'); s; s = strchr(s, '#')) {
        for (s++; *s == ' ' || *s == '\t'; s++)
            ;
        if (strncmp(s, "include", 7) != 0)
            continue;
        for (s += 7; *s == ' ' || *s == '\t'; s++)
            ;
        const char *close = *s == '"' ? "\"\n" : *s == '<' ? ">\n" : NULL;
        const size_t n = close ? strcspn(s + 1, close) : 0;
        char *name = g_strndup(s + 1, n);
        const bool named = n && s[1 + n] == close[0];
        if (named && g_path_is_absolute(name))
            l->others = true;
        else if (named)
            include(l, path, name, *s == '"');
        g_free(name);
    }
}

static void read_all(look *l, const char *path, const char *contents) {
    read_includes(l, path, contents);
    /* Comments that become code move what is behind them. */
    if (!strstr(contents, "cudasynclint:")) {
        find_types(l, path, contents);
        find_shapes(l, path, contents);
    }
    for (guint i = 0; i < l->to_read->len; i++) {
        const char *header = l->to_read->pdata[i];
        char *text = csl_read_source(header);
        if (text) {
            read_includes(l, header, text);
            find_characters(l, header, text);
            find_types(l, header, text);
            find_shapes(l, header, text);
        }
        free(text);
    }
}

const csl_parse_options *csl_with_foreseen_mends(csl_ctx *ctx, const char *path,
                                                 const csl_parse_options *options) {
    look l = {.ctx = ctx,
              .dirs = g_ptr_array_new(),
              .places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
              .seen = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL),
              .to_read = g_ptr_array_new_with_free_func(g_free),
              .found = g_array_new(FALSE, FALSE, sizeof(csl_mend)),
              .named = csl_alloc(ctx, csl_nshim * sizeof(bool))};
    char *own = options->contents ? NULL : csl_read_source(path);
    const char *contents = options->contents ? options->contents : own;
    const bool can = contents && csl_read_dirs(options, l.dirs);
    if (can)
        read_all(&l, path, contents);
    const csl_parse_options *with = l.found->len ? csl_add_mends(ctx, options, l.found) : NULL;
    if (can && !l.others) {
        csl_parse_options *told = CSL_NEW(ctx, csl_parse_options);
        *told = with ? *with : *options;
        told->named = l.named;
        with = told;
    }
    free(own);
    g_ptr_array_unref(l.dirs);
    g_hash_table_unref(l.places);
    g_hash_table_unref(l.seen);
    g_ptr_array_unref(l.to_read);
    g_array_unref(l.found);
    return with;
}
