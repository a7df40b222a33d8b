/* --show-undecided in the text report: a note for each undecided kernel, and under it its
 * obstacles, each with its source line and what would decide it. */
#include "text.h"

#include "../select/deciding.h"

#include <glib.h>
#include <string.h>

/* One obstacle, and the concerns it stands against. */
typedef struct obstacle {
    const csl_obstacle *of;
    csl_concerns about;
} obstacle;

static void add(GArray *all, const csl_obstacle *o, csl_concern c) {
    for (guint i = 0; i < all->len; i++) {
        obstacle *known = &g_array_index(all, obstacle, i);
        if (known->of->at.line == o->at.line && known->of->at.column == o->at.column &&
            g_strcmp0(known->of->at.file, o->at.file) == 0 && strcmp(known->of->why, o->why) == 0) {
            known->about |= 1u << c;
            return;
        }
    }
    obstacle new = {o, 1u << c};
    g_array_append_val(all, new);
}

/* "shared, global: index loaded from memory; would decide it: ..." g_free. */
static char *remark_of(const obstacle *o) {
    GString *text = g_string_new(NULL);
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (o->about >> c & 1)
            g_string_append_printf(text, "%s%s", text->len ? ", " : "",
                                   csl_concern_name((csl_concern)c));
    g_string_append_printf(text, ": %s; would decide it: %s", o->of->why, csl_deciding(o->of->why));
    return g_string_free(text, FALSE);
}

static void print_obstacles(const csl_printer *p, const csl_kernel_result *k, const GArray *all) {
    for (guint i = 0; i < all->len; i++) {
        const obstacle *o = &g_array_index(all, obstacle, i);
        char *remark = remark_of(o);
        csl_region at = o->of->at;
        if (at.line) {
            at.end_line = at.line;
            at.end_column = at.column + 1;
            const csl_related place = {at, remark};
            csl_text_excerpt(p, &k->region, &place, 1);
        } else {
            fputs("  ", p->out);
            csl_text_put(p, remark);
            fputc('\n', p->out);
        }
        g_free(remark);
    }
}

void csl_text_undecided(const csl_printer *p, const csl_kernel_result *k) {
    char words[CSL_VERDICT_WORDS];
    GArray *all = g_array_new(FALSE, FALSE, sizeof(obstacle));
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        for (uint32_t i = 0; i < k->concern[c].nobstacles; i++)
            add(all, &k->concern[c].obstacles[i], (csl_concern)c);
    csl_text_start(p, &k->region, "note");
    csl_text_put(p, k->name);
    fprintf(p->out, " is %s [undecided]\n", csl_verdict_words(k, words));
    print_obstacles(p, k, all);
    if (!all->len && k->why) {
        fputs("  ", p->out);
        csl_text_put(p, k->why);
        fputs("; would decide it: ", p->out);
        csl_text_put(p, csl_deciding(k->why));
        fputc('\n', p->out);
    }
    g_array_unref(all);
}
