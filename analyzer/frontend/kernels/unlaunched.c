/* Kernels that nothing launches, in a file that launches others.
 *
 * Another file could launch such a kernel only if it were declared to it, by a declaration before
 * the definition or by the name in some other place of the text: a table, a macro, a string for the
 * driver. A file that launches nothing is left alone: it may be loaded as a module, or included.
 *
 * An instance of a template that is only launched where nothing comes (`if (T::wide) ... else`) has
 * been noted so already (launch.c). */
#include "../../files/words.h"
#include "kernels.h"

#include <string.h>

/* Behind a comment that begins at s; NULL if none does. */
static const char *behind_comment(const char *s, const char *end) {
    return s[0] == '/' && s + 1 < end && (s[1] == '/' || s[1] == '*') ? csl_behind_text(s, end)
                                                                      : NULL;
}

/* How often the word stands in the text, strings and directives included, but for comments. */
static unsigned count_word(const char *s, const char *end, const char *word) {
    unsigned times = 0;
    while (s < end) {
        const char *behind = behind_comment(s, end);
        const char *string = behind ? NULL : csl_behind_text(s, end);
        size_t n = 0;
        if (string)
            times += count_word(s + 1, string, word);
        while (!behind && !string && s + n < end && csl_is_word_char(s[n]))
            n++;
        times += n && strlen(word) == n && strncmp(s, word, n) == 0;
        s = behind ? behind : string ? string : s + (n ? n : 1);
    }
    return times;
}

static const char *simple_name(const csl_kernel *k) {
    const char *name = k->name;
    for (const char *s = name; *s; s++)
        if (s[0] == ':' && s[1] == ':')
            name = s + 2;
    return name;
}

/* Kernels of that name that the file defines, and none of them is used. */
static unsigned count_defined(const csl_lowered *lowered, const char *path, const char *name) {
    const csl_module *m = lowered->module;
    unsigned n = 0;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        if (k->helper || strcmp(simple_name(k), name) != 0)
            continue;
        if (k->used || k->nlaunches || k->instance || !k->region ||
            strcmp(m->files[k->region->file].path, path) != 0 ||
            !clang_equalCursors(clang_getCanonicalCursor(lowered->of[i]), lowered->of[i]))
            return 0;
        n++;
    }
    return n;
}

static bool launches_some(const csl_module *m) {
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (m->kernels[i].nlaunches)
            return true;
    return false;
}

void csl_note_unlaunched(const csl_unit *unit, const csl_lowered *lowered) {
    const csl_module *m = lowered->module;
    CXFile file = clang_getFile(unit->tu, unit->path);
    size_t size = 0;
    const char *text = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    if (!text || !launches_some(m) || strstr(text, "##")) /* a macro may put the name together */
        return;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const char *name = simple_name(&m->kernels[i]);
        const unsigned defined = count_defined(lowered, unit->path, name);
        m->kernels[i].unlaunched |=
            !m->kernels[i].helper && defined && count_word(text, text + size, name) == defined;
    }
}
