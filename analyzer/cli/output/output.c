#include "output.h"

#include "../../files/text.h"
#include "messages.h"

#include <errno.h>
#include <glib.h>
#include <stdlib.h>

bool csl_write_output(const char *file, csl_print_report *print, void *user) {
    char *text = NULL, *error = NULL;
    size_t bytes = 0;
    FILE *out = file ? open_memstream(&text, &bytes) : stdout;
    if (out)
        print(out, user);
    if (!out || fflush(out) != 0 || ferror(out))
        error = g_strdup_printf("%s: cannot be written: %s", file ? file : "standard output",
                                g_strerror(errno));
    if (out && file)
        fclose(out);
    if (!error && file)
        error = csl_write_file(file, text, bytes);
    free(text);
    if (error)
        csl_complain("cudasynclint", error);
    g_free(error);
    return !error;
}
