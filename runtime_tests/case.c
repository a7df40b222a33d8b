#include "case.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gpu_mark[] = "// gpu:";

static const struct {
    const char *word;
    unsigned bit;
} words[] = {{"hang", CSL_SAW_HANG},           {"wrong", CSL_SAW_WRONG},
             {"error", CSL_SAW_ERROR},         {"racecheck", CSL_SAW_RACECHECK},
             {"synccheck", CSL_SAW_SYNCCHECK}, {"ok", CSL_SAW_OK}};

unsigned csl_saw_of_word(const char *word) {
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].bit;
    return 0;
}

char *csl_saw_words(unsigned saw, const char *separator) {
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (saw & words[i].bit)
            g_string_append_printf(text, "%s%s", text->len > 0 ? separator : "", words[i].word);
    return g_string_free(text, FALSE);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The length of the path of the corpus that holds the file, an absolute path. */
static size_t corpus_length(const char *path) {
    static const char folder[] = "/corpus/";
    char *own = g_path_get_dirname(path), *above = g_path_get_dirname(own);
    size_t length = strlen(above);
    for (const char *at = path; (at = strstr(at, folder)); at++)
        length = (size_t)(at - path) + strlen(folder) - 1;
    g_free(above);
    g_free(own);
    return length;
}

static void read_names(csl_case *c, const char *path) {
    char *real = g_canonicalize_filename(path, NULL);
    size_t length = corpus_length(real);
    const char *inside = real + length + 1;
    char *corpus = g_strndup(real, length), *above = g_path_get_dirname(corpus);
    char *file = g_path_get_basename(real);
    c->path = g_strdup(path);
    c->name = g_strndup(inside, strlen(inside) - (g_str_has_suffix(inside, ".cu") ? 3 : 0));
    c->rule = g_strndup(inside, strcspn(inside, "/"));
    c->records = g_build_filename(above, "runtime_tests", "records", NULL);
    c->bad = g_str_has_prefix(file, "bad_");
    g_free(file);
    g_free(above);
    g_free(corpus);
    g_free(real);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void add_words(GPtrArray *to, const char *text) {
    char **parts = g_strsplit_set(text, " \t\r", -1);
    for (char **p = parts; *p; p++)
        if (**p)
            g_ptr_array_add(to, g_strdup(*p));
    g_strfreev(parts);
}

static char **as_strv(GPtrArray *array) {
    g_ptr_array_add(array, NULL);
    return (char **)g_ptr_array_free(array, FALSE);
}

static void read_needs(csl_case *c, const char *text) {
    char **parts = g_strsplit_set(text, ", \t\r", -1);
    for (char **p = parts; *p; p++)
        if (g_str_has_prefix(*p, "gpus="))
            c->gpus = (unsigned)strtoul(*p + strlen("gpus="), NULL, 10);
        else if (g_str_has_prefix(*p, "sm_"))
            c->arch = (unsigned)strtoul(*p + strlen("sm_"), NULL, 10);
    g_strfreev(parts);
}

static void read_comments(csl_case *c, const char *text) {
    GPtrArray *flags = g_ptr_array_new(), *nvcc = g_ptr_array_new();
    char **lines = g_strsplit(text, "\n", -1);
    for (char **l = lines; *l; l++) {
        if (g_str_has_prefix(*l, gpu_mark)) {
            g_free(c->gpu);
            c->gpu = g_strstrip(g_strdup(*l + strlen(gpu_mark)));
        } else if (g_str_has_prefix(*l, "// flags:")) {
            add_words(flags, *l + strlen("// flags:"));
        } else if (g_str_has_prefix(*l, "// nvcc:")) {
            add_words(nvcc, *l + strlen("// nvcc:"));
        } else if (g_str_has_prefix(*l, "// needs:")) {
            read_needs(c, *l + strlen("// needs:"));
        }
    }
    g_strfreev(lines);
    c->flags = as_strv(flags);
    c->nvcc = as_strv(nvcc);
}

static char *hash_of(const csl_case *c) {
    char *nvcc = g_strjoinv(" ", c->nvcc),
         *built = g_strconcat(nvcc, "\n", c->source->text->str, NULL);
    char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, built, -1);
    g_free(built);
    g_free(nvcc);
    return hash;
}

csl_case *csl_case_read(const char *path) {
    char *text;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return NULL;
    csl_case *c = g_new0(csl_case, 1);
    c->gpus = 1;
    c->source = csl_source_read(path);
    read_names(c, path);
    read_comments(c, text);
    g_free(text);
    if (!c->source) {
        csl_case_free(c);
        return NULL;
    }
    c->hash = hash_of(c);
    return c;
}

void csl_case_free(csl_case *c) {
    if (!c)
        return;
    g_free(c->path);
    g_free(c->rule);
    g_free(c->name);
    g_free(c->records);
    g_free(c->gpu);
    g_strfreev(c->flags);
    g_strfreev(c->nvcc);
    csl_source_free(c->source);
    g_free(c->hash);
    g_free(c);
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool chosen(const char *name, const GPtrArray *only) {
    for (guint i = 0; i < only->len; i++)
        if (fnmatch(only->pdata[i], name, 0) == 0)
            return true;
    return only->len == 0;
}

static void collect(const char *path, const GPtrArray *only, GPtrArray *cases) {
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        csl_case *c = g_str_has_suffix(path, ".cu") ? csl_case_read(path) : NULL;
        if (c && chosen(c->name, only))
            g_ptr_array_add(cases, c);
        else
            csl_case_free(c);
        return;
    }
    for (const char *name; (name = g_dir_read_name(dir));) {
        char *child = g_build_filename(path, name, NULL);
        collect(child, only, cases);
        g_free(child);
    }
    g_dir_close(dir);
}

static int by_name(const void *a, const void *b) {
    const csl_case *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

GPtrArray *csl_cases(const char *path, const GPtrArray *only) {
    GPtrArray *cases = g_ptr_array_new_with_free_func((GDestroyNotify)csl_case_free);
    collect(path, only, cases);
    g_ptr_array_sort(cases, by_name);
    return cases;
}

/* ---- the claim ------------------------------------------------------------------------------- */

bool csl_case_write_claim(const csl_case *c, const char *claim) {
    char *text;
    if (!g_file_get_contents(c->path, &text, NULL, NULL))
        return false;
    char **lines = g_strsplit(text, "\n", -1);
    bool found = false;
    for (char **l = lines; *l; l++) {
        if (!g_str_has_prefix(*l, gpu_mark))
            continue;
        g_free(*l);
        *l = g_strdup_printf("%s %s", gpu_mark, claim);
        found = true;
    }
    char *changed = g_strjoinv("\n", lines);
    if (found && strcmp(changed, text) != 0)
        found = g_file_set_contents(c->path, changed, -1, NULL);
    g_free(changed);
    g_strfreev(lines);
    g_free(text);
    return found;
}

static const char debug_mark[] = "(-G)";

char *csl_claim_words(unsigned saw, unsigned debug_only) {
    GString *text = g_string_new(NULL);
    for (unsigned late = 0; late < 2; late++)
        for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
            if (saw & words[i].bit && !(debug_only & words[i].bit) == !late)
                g_string_append_printf(text, "%s%s%s", text->len > 0 ? ", " : "", words[i].word,
                                       late ? debug_mark : "");
    return g_string_free(text, FALSE);
}

/* What is wrong with one word of a claim, or NULL. Adds what it claims to *claimed. */
static char *word_complaint(const char *word, unsigned saw, unsigned debug_only,
                            unsigned *claimed) {
    const bool marked = g_str_has_suffix(word, debug_mark);
    char *plain = g_strndup(word, strlen(word) - (marked ? strlen(debug_mark) : 0));
    const unsigned bit = csl_saw_of_word(plain);
    *claimed |= bit;
    g_free(plain);
    if (!bit)
        return g_strdup_printf("`gpu: %s` is no word that is known", word);
    if (!(saw & bit))
        return g_strdup_printf("claims `gpu: %s`, which the record does not show", word);
    if (marked != ((debug_only & bit) != 0))
        return g_strdup_printf("claims `gpu: %s`, which the record shows for %s", word,
                               marked ? "the other build, too" : "the -G build alone");
    return NULL;
}

char *csl_claim_complaint(const char *claim, unsigned saw, unsigned debug_only) {
    char **parts = g_strsplit_set(claim, ", \t\r", -1);
    char *complaint = NULL;
    unsigned claimed = 0;
    for (char **p = parts; *p && !complaint; p++)
        if (**p)
            complaint = word_complaint(*p, saw, debug_only, &claimed);
    if (!complaint && !claimed)
        complaint = g_strdup("an empty `// gpu:` comment");
    g_strfreev(parts);
    return complaint;
}
