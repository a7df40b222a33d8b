#include "carry.h"

#include "record.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* ---- version 1 ------------------------------------------------------------------------------- */

/* The hash in a record of version 1: that of the bytes, without the words of the `// gpu:` line. */
static char *hash_of_bytes(const csl_case *c) {
    static const char mark[] = "// gpu:";
    char *text = NULL;
    if (!g_file_get_contents(c->path, &text, NULL, NULL))
        return NULL;
    GString *without = g_string_new(NULL);
    for (const char *line = text, *next; *line; line = next) {
        const char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        if (g_str_has_prefix(line, mark))
            g_string_append_printf(without, "%s\n", mark);
        else
            g_string_append_len(without, line, next - line);
    }
    char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, without->str, -1);
    g_string_free(without, TRUE);
    g_free(text);
    return hash;
}

static char *path_of_version_1(const csl_case *c) {
    return g_strdup_printf("%.*s.gpu.json", (int)(strlen(c->path) - strlen(".cu")), c->path);
}

/* Turns the record into one of the present version. */
static void renew(csl_record *r, const csl_case *c) {
    for (int t = 0; t < CSL_TOOLS; t++)
        csl_lines_to_text(c->source, r->tools[t].lines);
    for (guint i = 0; i < r->replays->len; i++) {
        csl_replay *p = r->replays->pdata[i];
        p->line = csl_line_of_text(c->source, p->line);
    }
    g_free(r->source);
    r->source = g_strdup(c->hash);
}

/* The record of version 1 beside the case, renewed, if it is of these bytes, else NULL. */
static csl_record *read_version_1(const csl_case *c) {
    char *path = path_of_version_1(c), *why, *hash = hash_of_bytes(c);
    csl_record *r = csl_record_read(path, &why);
    if (r && r->version == 1 && g_strcmp0(r->source, hash) == 0) {
        renew(r, c);
    } else {
        csl_record_free(r);
        r = NULL;
    }
    g_free(hash);
    g_free(why);
    g_free(path);
    return r;
}

/* ---- carrying -------------------------------------------------------------------------------- */

static bool same_file_name(const csl_case *a, const csl_case *b) {
    const char *x = strrchr(a->name, '/'), *y = strrchr(b->name, '/');
    return g_strcmp0(x, y) == 0;
}

/* A record of one of the earlier cases that has the text of this one, if possible of one of the
 * same file name. NULL if there is none. */
static csl_record *find_earlier(const GPtrArray *earlier, const csl_case *c) {
    csl_record *found = NULL;
    for (int other_name = 0; other_name < 2; other_name++) {
        for (guint i = 0; !found && i < earlier->len; i++) {
            const csl_case *e = earlier->pdata[i];
            if (strcmp(e->hash, c->hash) != 0 || same_file_name(e, c) == other_name)
                continue;
            found = csl_record_read_fresh(e, NULL);
            if (!found)
                found = read_version_1(e);
        }
    }
    return found;
}

static bool write_for(csl_record *r, const csl_case *c, const char *path) {
    g_free(r->name);
    r->name = g_strdup(c->name);
    return csl_record_write(r, path);
}

bool csl_carry(const GPtrArray *cases, const char *earlier, const char *folder) {
    GPtrArray *none = g_ptr_array_new();
    char *corpus = g_build_filename(earlier, "corpus", NULL);
    GPtrArray *old = csl_cases(corpus, none);
    unsigned kept = 0, carried = 0, left = 0;
    bool good = true;
    for (guint i = 0; i < cases->len; i++) {
        const csl_case *c = cases->pdata[i];
        char *path = csl_record_path(c, folder);
        csl_record *r = csl_record_read_fresh(c, folder);
        bool own = r && strcmp(r->name, c->name) == 0;
        if (!r)
            r = find_earlier(old, c);
        kept += own;
        carried += r && !own;
        if (r && !own) {
            good &= write_for(r, c, path);
        } else if (!r) {
            left++;
            g_unlink(path);
            printf("unobserved: %s\n", c->name);
        }
        csl_record_free(r);
        g_free(path);
    }
    printf("%u records kept, %u carried over, %u cases without\n", kept, carried, left);
    g_ptr_array_free(old, TRUE);
    g_free(corpus);
    g_ptr_array_free(none, TRUE);
    return good;
}
