/* Which of the names that nothing declares a kernel uses. */
#include <glib.h>

#include "kernels.h"
#include "../../limits/limits.h"

const char *csl_recovered_names(csl_lower_state *L, const csl_lower_target *target) {
    if (!L->unit->recovered)
        return NULL;
    GPtrArray *names = g_ptr_array_new();
    const CXCursor from[2] = {target->function, target->pattern};
    csl_reached(L->ctx, L->places, from, 2, names);
    GString *text = g_string_new(NULL);
    guint n = names->len, told = n > CSL_LIMIT(told_names) ? CSL_LIMIT(told_names) : n;
    for (guint i = 0; i < told; i++)
        g_string_append_printf(text, "%s`%s`",
                               i == 0       ? ""
                               : i + 1 == n ? " and "
                                            : ", ",
                               (const char *)names->pdata[i]);
    if (n > told)
        g_string_append_printf(text, " and %u more", n - told);
    g_string_append(text, n > 1 ? ", which nothing declares, are what their use looks like"
                                : ", which nothing declares, is what its use looks like");
    const char *kept =
        n ? csl_intern(L->ctx, text->str)
        : target->guessed
            ? "a number of its instance, which nothing declares, is what its use looks like"
            : NULL;
    g_string_free(text, TRUE);
    g_ptr_array_unref(names);
    return kept;
}
