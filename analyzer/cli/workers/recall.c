#include "recall.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

struct csl_recall {
    const csl_ctx *ctx;
    GHashTable *kernels; /* digest -> csl_recalled; owns both */
};

static void free_kernel(gpointer kernel) {
    g_free((gpointer)((csl_recalled *)kernel)->findings);
    g_free(kernel);
}

csl_recall *csl_recall_new(const csl_ctx *ctx) {
    csl_recall *k = g_new(csl_recall, 1);
    k->ctx = ctx;
    k->kernels = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_kernel);
    return k;
}

void csl_recall_free(csl_recall *k) {
    if (k)
        g_hash_table_unref(k->kernels);
    g_free(k);
}

/* ---- the digest ------------------------------------------------------------------------------ */

static void put_text(FILE *out, const char *text) {
    fprintf(out, "%zu:%s\n", text ? strlen(text) : 0, text ? text : "");
}

static void put_expr(FILE *out, const csl_expr *e) {
    if (e)
        csl_print_expr(out, e);
    fputc('\n', out);
}

/* What the text form leaves out of launches. */
static void put_launch(FILE *out, const csl_launch *l) {
    for (int d = 0; d < 3; d++)
        put_expr(out, l->says[d]);
    put_expr(out, l->given);
    fprintf(out, "%d\n", l->one_way);
    for (uint32_t i = 0; i < l->nsame; i++)
        fprintf(out, "same %u %u %u %u %lld\n", l->same[i].param, l->same[i].at, l->same[i].of,
                l->same[i].of_at, (long long)l->same[i].shift);
}

static void put_access(FILE *out, const csl_stmt *s) {
    for (; s; s = s->next)
        if (s->kind == CSL_STMT_ACCESS) {
            fputc(s->access->is_vague ? 'v' : '.', out);
        } else if (s->kind == CSL_STMT_IF) {
            put_access(out, s->branch.body);
            put_access(out, s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            put_access(out, s->block.body);
        }
}

/* What the text form leaves out of kernels. */
static void put_rest(FILE *out, const csl_kernel *k) {
    put_text(out, k->key);
    put_text(out, k->shares);
    put_text(out, k->may_share);
    put_text(out, k->recovered);
    fprintf(out, "%d %u %u %u %d %d %d\n", k->bound_unknown, k->made_for[0], k->made_for[1],
            k->made_for[2], k->made_for_several, k->shares_more, k->unread);
    fprintf(out, "%u %u %u %d %d\n", k->same[0], k->same[1], k->same[2], k->helper, k->used);
    fprintf(out, "%u %u %u %u\n", k->audit.calls, k->audit.stores, k->audit.others,
            k->audit.missed);
    fprintf(out, "%u %u %d %u\n", k->numbers[0], k->numbers[1], k->names_block, k->left_out);
    for (uint32_t i = 0; i < k->nparams; i++)
        fprintf(out, "%d %d\n", k->params[i].recovered, k->params[i].chosen);
    for (uint32_t i = 0; i < k->nlaunches; i++)
        put_launch(out, &k->launches[i]);
    put_access(out, k->body);
}

char *csl_recall_key(const csl_module *m, const csl_kernel *k, const char *arch, const char *broken,
                     csl_decider_state before) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        abort();
    put_text(out, arch);
    put_text(out, broken);
    fprintf(out, "%u %u\n", before.searches_left, before.witnesses_in_a_row);
    for (uint32_t i = 0; i < m->nfiles; i++)
        put_text(out, m->files[i].path);
    csl_print_kernel(out, m, k);
    put_rest(out, k);
    fclose(out);
    char *key = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, bytes);
    free(text);
    return key;
}

/* ---- looking up ------------------------------------------------------------------------------ */

const csl_recalled *csl_recall_find(const csl_recall *k, const char *key) {
    return g_hash_table_lookup(k->kernels, key);
}

void csl_recall_add(csl_recall *k, const csl_ctx *ctx, const char *key, csl_decider_state before,
                    const csl_recalled *found) {
    if (ctx != k->ctx || found->after.open != before.open)
        return;
    csl_recalled *kernel = g_new(csl_recalled, 1);
    *kernel = *found;
    kernel->findings = g_memdup2(found->findings, found->nfindings * sizeof *found->findings);
    g_hash_table_replace(k->kernels, g_strdup(key), kernel);
}
