/* Command lines of compilers: nothing outside the allow-list may come out. The first line of the
 * input is the command, the rest is the response file `r` in its directory. */
#include "../../analyzer/frontend/parse/nvcc_args.h"
#include "fuzz.h"

#include <stdbool.h>

/* How many words the option at words[i] and its value take; 0 if it is not allowed. */
static guint allowed(const GPtrArray *words, guint i) {
    static const char *const two[] = {"-isystem", "-iquote", "-idirafter", "-include"};
    static const char *const one[] = {"-fexceptions", "-fno-exceptions"};
    const char *word = words->pdata[i];
    if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0)
        return word[2] ? 1 : 0; /* alone it would take the next word */
    if (strncmp(word, "-std=c++", 8) == 0 || strncmp(word, "-std=gnu++", 10) == 0)
        return 1;
    for (size_t k = 0; k < G_N_ELEMENTS(one); k++)
        if (strcmp(word, one[k]) == 0)
            return 1;
    for (size_t k = 0; k < G_N_ELEMENTS(two); k++)
        if (strcmp(word, two[k]) == 0)
            return i + 1 < words->len && *(const char *)words->pdata[i + 1] ? 2 : 0;
    return 0;
}

static char folder[] = "/tmp/csl-fuzz-XXXXXX";

static void remove_folder(void) {
    char *name = g_build_filename(folder, "r", NULL);
    unlink(name);
    rmdir(folder);
    g_free(name);
}

/* Makes the folder, and in it the file `r`, which is kept in memory. Returns its descriptor. */
static int response_file(void) {
    static int file = -1;
    if (file >= 0)
        return file;
    file = memfd_create("response", 0);
    HOLDS(file >= 0 && mkdtemp(folder) && atexit(remove_folder) == 0);
    char *name = g_build_filename(folder, "r", NULL);
    char *target = g_strdup_printf("/proc/self/fd/%d", file);
    HOLDS(symlink(target, name) == 0);
    g_free(target);
    g_free(name);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int response = response_file();
    char *text = fuzz_text(data, size), *end = strchr(text, '\n');
    size_t command = end ? (size_t)(end + 1 - text) : size;
    HOLDS(ftruncate(response, 0) == 0);
    HOLDS(pwrite(response, data + command, size - command, 0) == (ssize_t)(size - command));
    if (end)
        *end = '\0';
    GPtrArray *words = csl_split_command(text);
    csl_nvcc_args *a = csl_nvcc_args_read((const char *const *)words->pdata, words->len, folder);
    for (guint i = 0; i < a->args->len;) {
        guint n = allowed(a->args, i);
        HOLDS(n > 0);
        i += n;
    }
    HOLDS(a->arch < 10000);
    csl_nvcc_args_free(a);
    g_ptr_array_unref(words);
    free(text);
    return 0;
}
