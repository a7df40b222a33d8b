/* Headers that the first parse would not find, seen before it: the parse after it takes as long.
 *
 * Looked at are `#include`s that no condition surrounds but the guard of a header, in the file and
 * in what it includes. What they do not find the parse would not find either, so it is looked for
 * as inclusions.c does after a parse; what a condition hides is left to that. So is a header of
 * which neither the file nor what includes it names a class: there may be no error but that one,
 * and then the file stays without.
 */
#include "recover.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../files/words.h"
#include "../../limits/limits.h"

typedef struct look {
    csl_ctx *ctx;
    const csl_parse_options *options;
    GPtrArray *dirs;    /* const char *: the user's include path, with the folders found */
    GHashTable *seen;   /* char *: the files that were read in this round, by their real paths */
    GPtrArray *folders; /* const char *: found in this round */
    guint given;        /* how many of the folders are the user's */
    GArray *words;      /* csl_word: the code of the file */
    bool needed;        /* it names a class that a header which was missing defines */
} look;

/* Behind the `#` of the next directive; NULL: there is none. */
static const char *next_directive(const char *s) {
    for (bool starts = true; *s; s++) {
        if (*s == '\n') {
            starts = true;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");
            if (!end)
                return NULL;
            s = end + 1;
        } else if (s[0] == '/' && s[1] == '/') {
            s += strcspn(s, "\n") - 1;
        } else if (*s == '#' && starts) {
            return s + 1;
        } else if (*s == '"' || *s == '\'') {
            const char quote = *s;
            while (s[1] && s[1] != '\n' && s[1] != quote)
                s += s[1] == '\\' && s[2] && s[2] != '\n' ? 2 : 1;
            s += s[1] == quote;
            starts = false;
        } else if (!starts) {
            s += strcspn(s + 1, "\n/\"'");
        } else if (!isspace((unsigned char)*s)) {
            starts = false;
        }
    }
    return NULL;
}

static const char *skip_blanks(const char *s) {
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

/* The directive at s is this one. */
static bool is(const char *s, const char *word) {
    const size_t n = strlen(word);
    return strncmp(s, word, n) == 0 && !csl_is_word_char(s[n]);
}

/* What is being read of one file. */
typedef struct reading {
    unsigned n;      /* directives so far */
    unsigned around; /* conditions */
    unsigned guards; /* how many of these, from the outside, hide nothing the first time */
    bool may_guard;  /* the first directive is a condition that begins a guard */
} reading;

/* Follows the conditions; false: the directive is none of them. */
static bool is_condition(reading *r, const char *s) {
    r->n++;
    if (is(s, "define") && r->n == 2 && r->may_guard)
        r->guards = 1;
    if (strncmp(s, "if", 2) == 0) {
        r->may_guard |= r->n == 1 && is(s, "ifndef");
        r->around++;
    } else if (is(s, "endif")) {
        r->around -= r->around > 0;
    } else if (strncmp(s, "el", 2) != 0) {
        return false;
    }
    r->guards = MIN(r->guards, strncmp(s, "el", 2) == 0 ? r->around - 1 : r->around);
    return true;
}

/* Where the header is found, or NULL; the caller frees it. Beside the file libclang finds one in
 * <brackets>, too, in the end. */
static char *place_of(const look *l, const char *from, const char *name, bool *was_missing) {
    char *own = g_path_get_dirname(from), *place = NULL;
    for (guint i = 0; !place && i <= l->dirs->len; i++) {
        *was_missing |= i > l->given;
        place = g_build_filename(i ? l->dirs->pdata[i - 1] : own, name, NULL);
        if (!g_file_test(place, G_FILE_TEST_IS_REGULAR))
            g_clear_pointer(&place, g_free);
    }
    g_free(own);
    return place;
}

/* The words name a class that the text declares. */
static bool name_class_of(const GArray *words, const char *text) {
    GArray *list = g_array_new(FALSE, FALSE, sizeof(csl_word));
    csl_read_words(list, text, strlen(text));
    const csl_words w = {(csl_word *)list->data, list->len},
                    own = {(csl_word *)words->data, words->len};
    bool named = false;
    for (unsigned i = 0; i + 2 < w.n && !named; i++) {
        if (!(csl_word_is(&w, i, "class") || csl_word_is(&w, i, "struct")) ||
            !(csl_word_is(&w, i + 2, "{") || csl_word_is(&w, i + 2, ":") ||
              csl_word_is(&w, i + 2, ";")))
            continue;
        const csl_word *name = &w.v[i + 1];
        for (unsigned k = 0; k < own.n && !named; k++)
            named = own.v[k].n == name->n && memcmp(own.v[k].s, name->s, name->n) == 0;
    }
    g_array_unref(list);
    return named;
}

static bool is_named(const look *l, const char *text, const char *includer) {
    if (name_class_of(l->words, text))
        return true;
    GArray *words = g_array_new(FALSE, FALSE, sizeof(csl_word));
    csl_read_words(words, includer, strlen(includer));
    const bool named = name_class_of(words, text);
    g_array_unref(words);
    return named;
}

/* `includer`: the text that includes a file which is found in none of the folders that the user
 * names; NULL: it is found in one. */
static void read_file(look *l, const char *path, const char *contents, const char *includer);

static bool is_among(GPtrArray *folders, const char *folder) {
    return g_ptr_array_find_with_equal_func(folders, folder, g_str_equal, NULL);
}

bool csl_is_first_of_file(GHashTable *seen, const char *path) {
    char *file = realpath(path, NULL);
    return file && g_hash_table_add(seen, file);
}

static void include(look *l, const char *from, const char *text, const char *name,
                    bool was_missing) {
    char *place = g_path_is_absolute(name) ? NULL : place_of(l, from, name, &was_missing);
    if (place && csl_is_first_of_file(l->seen, place)) {
        read_file(l, place, NULL, was_missing ? text : NULL);
    } else if (!place && !csl_is_embedded_header(name)) {
        const char *folder = l->options->find_header(l->options->finder, name);
        if (folder && !is_among(l->folders, folder) && !is_among(l->dirs, folder))
            g_ptr_array_add(l->folders, csl_strdup(l->ctx, folder));
    }
    g_free(place);
}

static void read_file(look *l, const char *path, const char *contents, const char *includer) {
    if (g_hash_table_size(l->seen) > CSL_LIMIT(foreseen_headers))
        return;
    char *own = contents ? NULL : csl_read_source(path);
    const char *text = contents ? contents : own;
    reading r = {0};
    if (text && includer && !l->needed)
        l->needed = is_named(l, text, includer);
    for (const char *s = text; s && (s = next_directive(s));) {
        s = skip_blanks(s);
        if (is_condition(&r, s) || r.around > r.guards || !is(s, "include"))
            continue;
        s = skip_blanks(s + strlen("include"));
        const size_t n = *s == '"' ? strcspn(s + 1, "\"\n") : *s == '<' ? strcspn(s + 1, ">\n") : 0;
        char *name = g_strndup(s + 1, n);
        if (n && s[1 + n] != '\n')
            include(l, path, text, name, includer != NULL);
        g_free(name);
    }
    free(own);
}

bool csl_read_dirs(const csl_parse_options *options, GPtrArray *dirs) {
    for (uint32_t i = 0; i < options->nargs; i++) {
        const char *arg = options->args[i];
        const bool apart = strcmp(arg, "-I") == 0 || strcmp(arg, "-isystem") == 0 ||
                           strcmp(arg, "-idirafter") == 0;
        if (apart && i + 1 < options->nargs)
            g_ptr_array_add(dirs, (char *)options->args[++i]);
        else if (strncmp(arg, "-I", 2) == 0)
            g_ptr_array_add(dirs, (char *)arg + 2);
        else if (strncmp(arg, "-i", 2) == 0 || strncmp(arg, "-F", 2) == 0)
            return false;
    }
    return true;
}

/* Reads the file until all is found that can be. */
static void read_all(look *l, const char *path, const char *contents) {
    for (bool again = true; again;) {
        g_hash_table_remove_all(l->seen);
        g_ptr_array_set_size(l->folders, 0);
        read_file(l, path, contents, NULL);
        again = l->folders->len > 0;
        if (again && !l->words->len)
            csl_read_words(l->words, contents, strlen(contents));
        for (guint i = 0; i < l->folders->len; i++)
            g_ptr_array_add(l->dirs, l->folders->pdata[i]);
    }
}

const csl_parse_options *csl_with_foreseen(csl_ctx *ctx, const char *path,
                                           const csl_parse_options *options) {
    look l = {.ctx = ctx,
              .options = options,
              .dirs = g_ptr_array_new(),
              .seen = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL),
              .folders = g_ptr_array_new(),
              .words = g_array_new(FALSE, FALSE, sizeof(csl_word))};
    const bool can = options->find_header && !options->cuda_path && csl_read_dirs(options, l.dirs);
    char *own = can && !options->contents ? csl_read_source(path) : NULL;
    const char *contents = options->contents ? options->contents : own;
    const csl_parse_options *with = NULL;
    l.given = l.dirs->len;
    if (can && contents)
        read_all(&l, path, contents);
    if (l.needed)
        with = csl_with_folders(ctx, options, (const char *const *)l.dirs->pdata + l.given,
                                l.dirs->len - l.given);
    free(own);
    g_ptr_array_unref(l.dirs);
    g_hash_table_unref(l.seen);
    g_ptr_array_unref(l.folders);
    g_array_unref(l.words);
    return with;
}
