/* Translates command lines by one table. */
#include "nvcc_args.h"
#include "../../limits/limits.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What an option means to us. Every kind but KEEP takes a value; what is not in the table takes
 * none. */
typedef enum {
    KEEP,     /* takes no value, passed on */
    SKIP,     /* takes a value, dropped with it */
    PATH,     /* -I and the like: passed on in the row's spelling */
    MACRO,    /* -D, -U */
    INCLUDE,  /* -include: a list of files */
    STANDARD, /* -std */
    ARCH,     /* only the number matters */
    HOST,     /* -Xcompiler: words for the host compiler */
    RESPONSE, /* a file with more words */
} meaning;

typedef struct option {
    const char *name;
    meaning means;
    const char *spelling; /* PATH and MACRO: clang's spelling */
    bool joined;          /* the value may follow without a blank: -Idir */
} option;

static const option options[] = {
    {"-I", PATH, "-I", true},
    {"--include-path", PATH, "-I", false},
    {"-isystem", PATH, "-isystem", true},
    {"--system-include", PATH, "-isystem", false},
    {"-iquote", PATH, "-iquote", true},
    {"-idirafter", PATH, "-idirafter", true},
    {"-D", MACRO, "-D", true},
    {"--define-macro", MACRO, "-D", false},
    {"-U", MACRO, "-U", true},
    {"--undefine-macro", MACRO, "-U", false},
    {"-include", INCLUDE, NULL, false},
    {"--pre-include", INCLUDE, NULL, false},
    {"-std", STANDARD, NULL, false},
    {"--std", STANDARD, NULL, false},
    {"-fno-exceptions", KEEP, NULL, false},
    {"-fexceptions", KEEP, NULL, false},
    {"-arch", ARCH, NULL, false},
    {"--gpu-architecture", ARCH, NULL, false},
    {"-gencode", ARCH, NULL, false},
    {"--generate-code", ARCH, NULL, false},
    {"-code", SKIP, NULL, false},
    {"--gpu-code", SKIP, NULL, false},
    {"--cuda-gpu-arch", ARCH, NULL, false},
    {"--offload-arch", ARCH, NULL, false},
    {"-Xcompiler", HOST, NULL, false},
    {"--compiler-options", HOST, NULL, false},
    {"-optf", RESPONSE, NULL, false},
    {"--options-file", RESPONSE, NULL, false},
    /* nvcc's options with a value, so that the value is not taken for a file. */
    {"-x", SKIP, NULL, false},
    {"--x", SKIP, NULL, false},
    {"-o", SKIP, NULL, false},
    {"--output-file", SKIP, NULL, false},
    {"-odir", SKIP, NULL, false},
    {"--output-directory", SKIP, NULL, false},
    {"-MF", SKIP, NULL, false},
    {"--dependency-output", SKIP, NULL, false},
    {"-MT", SKIP, NULL, false},
    {"--dependency-target-name", SKIP, NULL, false},
    {"-MQ", SKIP, NULL, false},
    {"-MJ", SKIP, NULL, false},
    {"-l", SKIP, NULL, true},
    {"--library", SKIP, NULL, false},
    {"-L", SKIP, NULL, true},
    {"--library-path", SKIP, NULL, false},
    {"-ccbin", SKIP, NULL, false},
    {"--compiler-bindir", SKIP, NULL, false},
    {"-arbin", SKIP, NULL, false},
    {"--archiver-binary", SKIP, NULL, false},
    {"-cudart", SKIP, NULL, false},
    {"--cudart", SKIP, NULL, false},
    {"-cudadevrt", SKIP, NULL, false},
    {"--cudadevrt", SKIP, NULL, false},
    {"-ldir", SKIP, NULL, false},
    {"--libdevice-directory", SKIP, NULL, false},
    {"-target-dir", SKIP, NULL, false},
    {"--target-directory", SKIP, NULL, false},
    {"-opt-info", SKIP, NULL, false},
    {"--optimization-info", SKIP, NULL, false},
    {"--optimize", SKIP, NULL, false},
    {"-Ofc", SKIP, NULL, false},
    {"--Ofast-compile", SKIP, NULL, false},
    {"-dopt", SKIP, NULL, false},
    {"--dopt", SKIP, NULL, false},
    {"-ftemplate-depth", SKIP, NULL, false},
    {"--ftemplate-depth", SKIP, NULL, false},
    {"-ftemplate-backtrace-limit", SKIP, NULL, false},
    {"--ftemplate-backtrace-limit", SKIP, NULL, false},
    {"-m", SKIP, NULL, true},
    {"--machine", SKIP, NULL, false},
    {"-Xlinker", SKIP, NULL, false},
    {"--linker-options", SKIP, NULL, false},
    {"-Xarchive", SKIP, NULL, false},
    {"--archive-options", SKIP, NULL, false},
    {"-Xptxas", SKIP, NULL, false},
    {"--ptxas-options", SKIP, NULL, false},
    {"-Xnvlink", SKIP, NULL, false},
    {"--nvlink-options", SKIP, NULL, false},
    {"-Xcudafe", SKIP, NULL, false},
    {"-Xfatbin", SKIP, NULL, false},
    {"-static-global-template-stub", SKIP, NULL, false},
    {"--static-global-template-stub", SKIP, NULL, false},
    {"-device-entity-has-hidden-visibility", SKIP, NULL, false},
    {"--device-entity-has-hidden-visibility", SKIP, NULL, false},
    {"-t", SKIP, NULL, false},
    {"--threads", SKIP, NULL, false},
    {"-split-compile", SKIP, NULL, false},
    {"--split-compile", SKIP, NULL, false},
    {"-split-compile-extended", SKIP, NULL, false},
    {"--split-compile-extended", SKIP, NULL, false},
    {"-fdevice-time-trace", SKIP, NULL, false},
    {"--fdevice-time-trace", SKIP, NULL, false},
    {"-keep-dir", SKIP, NULL, false},
    {"--keep-dir", SKIP, NULL, false},
    {"-time", SKIP, NULL, false},
    {"--time", SKIP, NULL, false},
    {"-run-args", SKIP, NULL, false},
    {"--run-args", SKIP, NULL, false},
    {"-idp", SKIP, NULL, false},
    {"--input-drive-prefix", SKIP, NULL, false},
    {"-ddp", SKIP, NULL, false},
    {"--dependency-drive-prefix", SKIP, NULL, false},
    {"-dp", SKIP, NULL, false},
    {"--drive-prefix", SKIP, NULL, false},
    {"-rdc", SKIP, NULL, false},
    {"--relocatable-device-code", SKIP, NULL, false},
    {"-e", SKIP, NULL, false},
    {"--entries", SKIP, NULL, false},
    {"-maxrregcount", SKIP, NULL, false},
    {"--maxrregcount", SKIP, NULL, false},
    {"-ftz", SKIP, NULL, false},
    {"--ftz", SKIP, NULL, false},
    {"-prec-div", SKIP, NULL, false},
    {"--prec-div", SKIP, NULL, false},
    {"-prec-sqrt", SKIP, NULL, false},
    {"--prec-sqrt", SKIP, NULL, false},
    {"-fmad", SKIP, NULL, false},
    {"--fmad", SKIP, NULL, false},
    {"-default-stream", SKIP, NULL, false},
    {"--default-stream", SKIP, NULL, false},
    {"-Werror", SKIP, NULL, false},
    {"--Werror", SKIP, NULL, false},
    {"-diag-error", SKIP, NULL, false},
    {"--diag-error", SKIP, NULL, false},
    {"-diag-suppress", SKIP, NULL, false},
    {"--diag-suppress", SKIP, NULL, false},
    {"-diag-warn", SKIP, NULL, false},
    {"--diag-warn", SKIP, NULL, false},
    {"-hls", SKIP, NULL, false},
    {"--host-linker-script", SKIP, NULL, false},
    {"-brief-diag", SKIP, NULL, false},
    {"--brief-diagnostics", SKIP, NULL, false},
    {"-jtd", SKIP, NULL, false},
    {"--jump-table-density", SKIP, NULL, false},
    {"-device-stack-protector", SKIP, NULL, false},
    {"--device-stack-protector", SKIP, NULL, false},
    {"-compress-mode", SKIP, NULL, false},
    {"--compress-mode", SKIP, NULL, false},
    {"-frandom-seed", SKIP, NULL, false},
    {"--frandom-seed", SKIP, NULL, false},
    {"-sanitize", SKIP, NULL, false},
    {"--sanitize", SKIP, NULL, false},
    /* clang's and gcc's */
    {"-Xclang", SKIP, NULL, false},
    {"-mllvm", SKIP, NULL, false},
    {"-Xpreprocessor", SKIP, NULL, false},
    {"-Xassembler", SKIP, NULL, false},
    {"-target", SKIP, NULL, false},
    {"-B", SKIP, NULL, true},
    {"-include-pch", SKIP, NULL, false},
    {"-imacros", SKIP, NULL, false},
    {"-isysroot", SKIP, NULL, false},
    {"--sysroot", SKIP, NULL, false},
    {"-ivfsoverlay", SKIP, NULL, false},
    {"-resource-dir", SKIP, NULL, false},
    {"-gcc-toolchain", SKIP, NULL, false},
    {"-iprefix", SKIP, NULL, false},
    {"-u", SKIP, NULL, false},
    {"-z", SKIP, NULL, false},
    {"-T", SKIP, NULL, false},
};

/* Options that begin like a joined one of the table but are something else. */
static const char *const whole_flags[] = {"-lineinfo", "-link", "-lib", "-lto", "-MD",
                                          "-MMD",      "-M",    "-MM",  "-MP",  "-MG"};

typedef struct reader {
    csl_nvcc_args *out;
    const char *directory;
    size_t words; /* read so far */
    size_t bytes; /* of response files, read so far */
    unsigned depth;
    bool host; /* inside -Xcompiler: only what concerns the preprocessor */
} reader;

static void read_words(reader *r, const char *const *words, size_t n);

/* ---- one option ----------------------------------------------------------------------------- */

static void drop(reader *r, const char *word, const char *value) {
    g_ptr_array_add(r->out->dropped,
                    value ? g_strdup_printf("%s %s", word, value) : g_strdup(word));
}

static char *absolute(const reader *r, const char *path) {
    if (!r->directory || g_path_is_absolute(path))
        return g_strdup(path);
    return g_build_filename(r->directory, path, NULL);
}

static void pass(reader *r, const char *spelling, const char *value) {
    /* -isystem and -include want a word of their own; -I and -D must not be split, so that a value
     * that begins with a dash stays a value. */
    if (strlen(spelling) == 2) {
        g_ptr_array_add(r->out->args, g_strconcat(spelling, value, NULL));
    } else {
        g_ptr_array_add(r->out->args, g_strdup(spelling));
        g_ptr_array_add(r->out->args, g_strdup(value));
    }
}

static void pass_path(reader *r, const char *spelling, const char *value) {
    char *path = absolute(r, value);
    pass(r, spelling, path);
    g_free(path);
}

/* A file that is not in the directory is searched for along the include path, by clang. */
static void pass_includes(reader *r, const char *value) {
    char **files = g_strsplit(value, ",", -1);
    for (char **f = files; *f; f++) {
        char *path = absolute(r, *f);
        if (**f)
            pass(r, "-include", g_file_test(path, G_FILE_TEST_IS_REGULAR) ? path : *f);
        g_free(path);
    }
    g_strfreev(files);
}

static bool standard_known(const char *value) {
    static const char *const years[] = {"98", "03", "0x", "11", "1y", "14",
                                        "1z", "17", "2a", "20", "2b", "23"};
    const char *year = g_str_has_prefix(value, "c++")     ? value + 3
                       : g_str_has_prefix(value, "gnu++") ? value + 5
                                                          : "";
    for (size_t i = 0; i < G_N_ELEMENTS(years); i++)
        if (strcmp(year, years[i]) == 0)
            return true;
    return false;
}

/* "arch=compute_80,code=[compute_80,sm_90a]": every number after an underscore counts. */
static void note_arch(reader *r, const char *value) {
    for (const char *s = value; (s = strchr(s, '_')); s++) {
        char *end;
        unsigned long n = strtoul(s + 1, &end, 10);
        if (end > s + 1 && n >= 10 && n < 1000 && n * 10 > r->out->arch)
            r->out->arch = (uint32_t)n * 10;
    }
}

/* The text of a response file; NULL if there is none, or more than may still be read. */
static char *response_text(reader *r, const char *name) {
    char *path = absolute(r, name), *text = NULL;
    struct stat status;
    FILE *file = NULL;
    if (!csl_limit_reached(CSL_LIMIT_response_depth, r->depth) && stat(path, &status) == 0 &&
        S_ISREG(status.st_mode))
        file = fopen(path, "r");
    g_free(path);
    if (!file)
        return NULL;
    if ((uint64_t)status.st_size < CSL_LIMIT(response_bytes) - r->bytes) {
        const size_t size = (size_t)status.st_size;
        text = g_malloc(size + 1);
        text[fread(text, 1, size, file)] = '\0';
        r->bytes += size + 1; /* so that empty ones come to an end too */
    }
    fclose(file);
    return text;
}

static void read_response(reader *r, const char *word, const char *name) {
    char *text = response_text(r, name);
    if (!text) {
        drop(r, word, name);
        return;
    }
    GPtrArray *words = csl_split_command(text);
    g_free(text);
    r->depth++;
    read_words(r, (const char *const *)words->pdata, words->len);
    r->depth--;
    g_ptr_array_free(words, TRUE);
}

/* Words for the host compiler, separated by commas or blanks. */
static void read_host_words(reader *r, const char *value) {
    char **split = g_strsplit_set(value, ", ", -1);
    size_t n = 0;
    for (char **s = split; *s; s++)
        if (**s)
            split[n++] = *s;
        else
            g_free(*s);
    split[n] = NULL;
    bool outer = r->host;
    r->host = true;
    if (!csl_limit_reached(CSL_LIMIT_response_depth, r->depth)) {
        r->depth++;
        read_words(r, (const char *const *)split, n);
        r->depth--;
    }
    r->host = outer;
    g_strfreev(split);
}

static void apply(reader *r, const option *o, const char *word, const char *value) {
    bool for_host =
        o->means == PATH || o->means == MACRO || o->means == INCLUDE || o->means == STANDARD;
    /* An option passed on without its value would take the next word for it. */
    if ((r->host && !for_host) || !*value) {
        drop(r, word, value);
        return;
    }
    switch (o->means) {
    case PATH: pass_path(r, o->spelling, value); break;
    case MACRO: pass(r, o->spelling, value); break;
    case INCLUDE: pass_includes(r, value); break;
    case STANDARD:
        if (standard_known(value))
            g_ptr_array_add(r->out->args, g_strconcat("-std=", value, NULL));
        else
            drop(r, word, value);
        break;
    case ARCH: note_arch(r, value); break;
    case HOST: read_host_words(r, value); break;
    case RESPONSE: read_response(r, word, value); break;
    default: drop(r, word, value); break;
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The option a word names. *value is what the word itself says after `=` or right behind the name;
 * NULL if the value is the next word. */
static const option *find(const char *word, const char **value) {
    *value = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(whole_flags); i++)
        if (strcmp(word, whole_flags[i]) == 0)
            return NULL;
    const option *joined = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        const option *o = &options[i];
        size_t n = strlen(o->name);
        if (strncmp(word, o->name, n) != 0)
            continue;
        if (word[n] == '\0')
            return o;
        if (word[n] == '=') {
            *value = word + n + 1;
            return o;
        }
        if (o->joined && (!joined || n > strlen(joined->name)))
            joined = o;
    }
    if (joined)
        *value = word + strlen(joined->name);
    return joined;
}

static void read_words(reader *r, const char *const *words, size_t n) {
    for (size_t i = 0; i < n && !csl_limit_reached(CSL_LIMIT_command_words, r->words); i++) {
        const char *word = words[i], *value;
        r->words++;
        if (word[0] == '@' && word[1]) {
            read_response(r, "@", word + 1);
            continue;
        }
        if (word[0] != '-' || !word[1]) {
            g_ptr_array_add(r->out->inputs, g_strdup(word));
            continue;
        }
        const option *o = find(word, &value);
        if (o && o->means == KEEP)
            g_ptr_array_add(r->out->args, g_strdup(word));
        else if (!o || (value && o->means == SKIP))
            drop(r, word, NULL);
        else if (value)
            apply(r, o, o->name, value);
        else if (i + 1 < n)
            apply(r, o, word, words[++i]);
        else
            drop(r, word, NULL);
    }
}

csl_nvcc_args *csl_nvcc_args_read(const char *const *words, size_t n, const char *directory) {
    csl_nvcc_args *a = g_new0(csl_nvcc_args, 1);
    a->args = g_ptr_array_new_with_free_func(g_free);
    a->dropped = g_ptr_array_new_with_free_func(g_free);
    a->inputs = g_ptr_array_new_with_free_func(g_free);
    reader r = {.out = a, .directory = directory};
    read_words(&r, words, n);
    return a;
}

void csl_nvcc_args_free(csl_nvcc_args *a) {
    if (!a)
        return;
    g_ptr_array_free(a->args, TRUE);
    g_ptr_array_free(a->dropped, TRUE);
    g_ptr_array_free(a->inputs, TRUE);
    g_free(a);
}
