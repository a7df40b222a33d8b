#include "waves.h"

#include "../../files/words.h"
#include "../../limits/limits.h"
#include "launches.h"
#include "project.h"

#include <string.h>

enum { LONGEST_NAME = 255 };

/* ---- kernels that a text defines ------------------------------------------------------------- */

/* Behind the bracket that closes the one at s; NULL: it is not closed. */
static const char *behind_brackets(const char *s, char open, char close) {
    int depth = 0;
    for (; *s; s++) {
        depth += (*s == open) - (*s == close);
        if (!depth)
            return s + 1;
    }
    return NULL;
}

/* The name of the kernel whose `__global__` ends at s; the caller frees it. NULL: there is no body.
 * Attributes such as __launch_bounds__(N) stand before the name, template arguments behind it. */
static char *defined_kernel(const char *s) {
    while (s && *s) {
        const char *paren = s + strcspn(s, "(;{}");
        const char *end = paren, *start;
        if (*paren != '(')
            return NULL;
        while (end > s && g_ascii_isspace(end[-1]))
            end--;
        if (end > s && end[-1] == '>')
            while (end > s && *end != '<')
                end--;
        for (start = end; start > s && csl_is_word_char(start[-1]);)
            start--;
        const char *behind = behind_brackets(paren, '(', ')');
        if (end - start > 2 && strncmp(start, "__", 2) == 0) {
            s = behind;
            continue;
        }
        const bool body = behind && behind[strspn(behind, " \t\r\n")] == '{';
        return body && end > start ? g_strndup(start, (gsize)(end - start)) : NULL;
    }
    return NULL;
}

static void add_definitions(csl_waves *o, uint32_t file, const char *text) {
    static const char mark[] = "__global__";
    for (const char *at = text; (at = strstr(at, mark)); at += strlen(mark)) {
        char *name = defined_kernel(at + strlen(mark));
        if (!name)
            continue;
        GArray *in = g_hash_table_lookup(o->definers, name);
        if (in) {
            g_free(name);
        } else {
            in = g_array_new(FALSE, FALSE, sizeof(uint32_t));
            g_hash_table_insert(o->definers, name, in);
        }
        if (!in->len || g_array_index(in, uint32_t, in->len - 1) != file)
            g_array_append_val(in, file);
    }
}

/* ---- kernels that it mentions ---------------------------------------------------------------- */

static void add_mention(csl_waves *o, uint32_t definer, csl_mention m) {
    GArray **to = &o->mentions[definer];
    if (!*to)
        *to = g_array_new(FALSE, FALSE, sizeof(csl_mention));
    for (guint i = (*to)->len; i > 0 && g_array_index(*to, csl_mention, i - 1).by == m.by; i--)
        if (g_array_index(*to, csl_mention, i - 1).name == m.name)
            return;
    g_array_append_val(*to, m);
}

/* A name that several files define means the definition in the nearest folder, as in
 * csl_join_launches, and that in the file itself. */
static void mention(csl_waves *o, const csl_input *inputs, uint32_t file, const char *word) {
    gpointer name, value;
    if (!g_hash_table_lookup_extended(o->definers, word, &name, &value))
        return;
    const GArray *in = value;
    size_t nearest = 0;
    for (guint i = 0; i < in->len; i++) {
        const uint32_t definer = g_array_index(in, uint32_t, i);
        if (definer == file)
            return;
        nearest = MAX(nearest, csl_common_folder(inputs[definer].path, inputs[file].path));
    }
    for (guint i = 0; i < in->len; i++) {
        const uint32_t definer = g_array_index(in, uint32_t, i);
        if (csl_common_folder(inputs[definer].path, inputs[file].path) == nearest)
            add_mention(o, definer, (csl_mention){file, name});
    }
}

static void add_mentions(csl_waves *o, const csl_input *inputs, uint32_t file, const char *text) {
    char word[LONGEST_NAME + 1];
    if (!csl_text_launches(text))
        return;
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (csl_is_word_char(at[length]))
            length++;
        if (length && length <= LONGEST_NAME) {
            memcpy(word, at, length);
            word[length] = '\0';
            mention(o, inputs, file, word);
        }
        at += length ? length : 1;
    }
}

static char *readable_text(const csl_input *input) {
    char *error = input->error ? g_strdup(input->error) : csl_check_source(input);
    char *text = error ? NULL : csl_source_text(input);
    g_free(error);
    return text;
}

static void look_at_texts(csl_waves *o, const csl_input *inputs) {
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < o->n; i++) {
            char *text = readable_text(&inputs[i]);
            if (text && round == 0)
                add_definitions(o, i, text);
            else if (text)
                add_mentions(o, inputs, i, text);
            g_free(text);
        }
}

/* ---- waves ----------------------------------------------------------------------------------- */

/* Files in the order in which they are settled: each behind those that mention its kernels, but for
 * one file of each circle. */
typedef struct settling {
    csl_waves *o;
    GArray **mentioned; /* uint32_t: files whose kernels a file mentions, once for each kernel */
    uint32_t *left;     /* mentions of a file's kernels by files that are not settled */
    bool *settled;
    GArray *ready; /* uint32_t */
} settling;

/* One behind the last of the settled files that mention its kernels; the first where there are too
 * many waves. */
static void settle(settling *s, uint32_t file) {
    const GArray *by = s->o->mentions[file];
    uint32_t wave = 0;
    for (guint i = 0; by && i < by->len; i++) {
        const uint32_t other = g_array_index(by, csl_mention, i).by;
        if (s->settled[other])
            wave = MAX(wave, s->o->wave[other] + 1);
    }
    s->settled[file] = true;
    s->o->wave[file] = csl_limit_reached(CSL_LIMIT_waves, wave) ? 0 : wave;
    s->o->waves = MAX(s->o->waves, s->o->wave[file] + 1);
    for (guint i = 0; i < s->mentioned[file]->len; i++) {
        const uint32_t other = g_array_index(s->mentioned[file], uint32_t, i);
        if (--s->left[other] == 0 && !s->settled[other])
            g_array_append_val(s->ready, other);
    }
}

static void find_waves(csl_waves *o) {
    settling s = {.o = o,
                  .mentioned = g_new(GArray *, o->n + 1),
                  .left = g_new0(uint32_t, o->n + 1),
                  .settled = g_new0(bool, o->n + 1),
                  .ready = g_array_new(FALSE, FALSE, sizeof(uint32_t))};
    for (uint32_t i = 0; i < o->n; i++)
        s.mentioned[i] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < o->n; i++) {
        s.left[i] = o->mentions[i] ? o->mentions[i]->len : 0;
        for (guint k = 0; k < s.left[i]; k++)
            g_array_append_val(s.mentioned[g_array_index(o->mentions[i], csl_mention, k).by], i);
        if (!s.left[i])
            g_array_append_val(s.ready, i);
    }
    for (uint32_t next = 0, done = 0; next < o->n;)
        if (done < s.ready->len)
            settle(&s, g_array_index(s.ready, uint32_t, done++));
        else if (s.settled[next])
            next++;
        else
            settle(&s, next);
    for (uint32_t i = 0; i < o->n; i++)
        g_array_unref(s.mentioned[i]);
    g_array_unref(s.ready);
    g_free(s.mentioned);
    g_free(s.left);
    g_free(s.settled);
}

/* ---- all of it ------------------------------------------------------------------------------- */

csl_waves *csl_waves_new(const csl_input *inputs, uint32_t n) {
    csl_waves *o = g_new(csl_waves, 1);
    *o = (csl_waves){.n = n,
                     .waves = 1,
                     .wave = g_new0(uint32_t, n + 1),
                     .mentions = g_new0(GArray *, n + 1),
                     .definers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                                       (GDestroyNotify)g_array_unref)};
    if (n > 1) {
        look_at_texts(o, inputs);
        find_waves(o);
    }
    return o;
}

void csl_waves_free(csl_waves *o) {
    for (uint32_t i = 0; i < o->n; i++)
        if (o->mentions[i])
            g_array_unref(o->mentions[i]);
    g_hash_table_unref(o->definers);
    g_free(o->mentions);
    g_free(o->wave);
    g_free(o);
}

bool csl_waves_knows(const csl_waves *o, uint32_t definer, const char *kernel) {
    const GArray *by = o->mentions[definer];
    for (guint i = 0; by && i < by->len; i++) {
        const csl_mention m = g_array_index(by, csl_mention, i);
        if (strcmp(m.name, kernel) == 0 && o->wave[m.by] >= o->wave[definer])
            return false;
    }
    return true;
}
