/* Which headers were not found, and how many kernels suffer: a line after the summary. */
#include "../report.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <string.h>

typedef struct header {
    char *name;
    uint32_t files, kernels;
    uint32_t last; /* the file that was counted last, plus 1 */
} header;

static void free_header(void *h) {
    g_free(((header *)h)->name);
    g_free(h);
}

/* What is missing in "a.cu:3:10: 'helper.h' file not found": helper.h. NULL for any other note.
 * g_free. */
static char *missing_name(const char *note) {
    const char *end = strstr(note, "' file not found"), *start = end;
    while (start && start > note && start[-1] != '\'')
        start--;
    return end && start != note ? g_strndup(start, (gsize)(end - start)) : NULL;
}

/* lib/... for lib/a.h, since one path finds all headers of a library; else the name. g_free. */
static char *library_of(const char *name) {
    const char *slash = strchr(name, '/');
    return slash && slash > name && name[0] != '.'
               ? g_strdup_printf("%.*s/...", (int)(slash - name), name)
               : g_strdup(name);
}

/* The entry of a header: the only one of its library has its own name. */
static header *header_of(GPtrArray *headers, const char *name) {
    char *library = library_of(name);
    header *h = NULL;
    for (guint i = 0; i < headers->len && !h; i++) {
        header *known = headers->pdata[i];
        char *of = library_of(known->name);
        if (strcmp(of, library) == 0)
            h = known;
        g_free(of);
    }
    if (!h) {
        h = g_new0(header, 1);
        h->name = g_strdup(name);
        g_ptr_array_add(headers, h);
    } else if (strcmp(h->name, name) != 0) {
        g_free(h->name);
        h->name = g_strdup(library);
    }
    g_free(library);
    return h;
}

/* A kernel suffers if nothing could be said about it in a file without one of its headers. */
static uint32_t suffering(const csl_result *result) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < result->nkernels; i++)
        n += result->kernels[i].verdict == CSL_NOT_DECIDED ||
             result->kernels[i].verdict == CSL_NOT_ANALYSED;
    return n;
}

/* Most kernels first, then most files, then by name. */
static gint by_weight(gconstpointer a, gconstpointer b) {
    const header *x = *(header *const *)a, *y = *(header *const *)b;
    if (x->kernels != y->kernels)
        return x->kernels < y->kernels ? 1 : -1;
    if (x->files != y->files)
        return x->files < y->files ? 1 : -1;
    return strcmp(x->name, y->name);
}

static GPtrArray *missing_headers(const csl_result *const *results, uint32_t n) {
    GPtrArray *headers = g_ptr_array_new_with_free_func(free_header);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nnotes; k++) {
            char *name = missing_name(results[i]->notes[k]);
            header *h = name ? header_of(headers, name) : NULL;
            g_free(name);
            if (!h || h->last == i + 1)
                continue;
            h->last = i + 1;
            h->files++;
            h->kernels += suffering(results[i]);
        }
    g_ptr_array_sort(headers, by_weight);
    return headers;
}

void csl_print_missing_headers(FILE *out, const csl_result *const *results, uint32_t n) {
    GPtrArray *headers = missing_headers(results, n);
    for (guint i = 0; i < headers->len && i < CSL_LIMIT(named_headers); i++) {
        const header *h = headers->pdata[i];
        char *name = g_strescape(h->name, NULL);
        fprintf(out, "%s %s (%u file%s", i ? "," : "headers not found:", name, h->files,
                h->files == 1 ? "" : "s");
        if (h->kernels)
            fprintf(out, ", %u kernel%s not decided", h->kernels, h->kernels == 1 ? "" : "s");
        fputc(')', out);
        g_free(name);
    }
    if (headers->len > CSL_LIMIT(named_headers))
        fprintf(out, " and %u more (-v lists them)", headers->len - CSL_LIMIT(named_headers));
    if (headers->len)
        fputs("; an include path finds them: -- -I FOLDER, -p BUILD, extra-args in the "
              "configuration, --cuda-path for those of CUDA\n",
              out);
    g_ptr_array_unref(headers);
}
