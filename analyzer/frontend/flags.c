#include "flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bounds for response files, which may name each other. */
enum { MAX_DEPTH = 8, MAX_RESPONSE_BYTES = 1 << 20, MAX_WORDS = 100000 };

typedef enum {
    PATH,     /* include path: as written in `to`, then the path */
    FILE_,    /* header that is read first */
    MACRO,    /* definition or undefinition */
    STANDARD, /* language standard */
    ARCH,     /* sm_80, compute_80, 80 */
    GENCODE,  /* arch=compute_80,code=... */
    HOST,     /* flags for the host compiler, separated by commas */
    RESPONSE, /* a file with more flags */
    STREAM,   /* which stream is the default: a macro */
    SKIP      /* dropped with its value, which may look like a flag */
} flag_kind;

typedef struct flag {
    const char *name;
    flag_kind kind;
    const char *to; /* spelling that clang takes */
    bool joined;    /* the value may follow without a blank or `=` */
} flag;

/* Flags with a value. A value that does not look like a flag needs no entry here to be dropped with
 * its flag: words without a dash are dropped anyway. */
static const flag flags[] = {
    {"-I", PATH, "-I", true},
    {"--include-path", PATH, "-I", false},
    {"-isystem", PATH, "-isystem", true},
    {"--system-include", PATH, "-isystem", false},
    {"-iquote", PATH, "-iquote", true},
    {"-idirafter", PATH, "-idirafter", true},
    {"-include", FILE_, "-include", false},
    {"--include", FILE_, "-include", false},
    {"--pre-include", FILE_, "-include", false},
    {"-D", MACRO, "-D", true},
    {"--define-macro", MACRO, "-D", false},
    {"-U", MACRO, "-U", true},
    {"--undefine-macro", MACRO, "-U", false},
    {"-std", STANDARD, NULL, false},
    {"--std", STANDARD, NULL, false},
    {"-arch", ARCH, NULL, false},
    {"--gpu-architecture", ARCH, NULL, false},
    {"--cuda-gpu-arch", ARCH, NULL, false},
    {"--offload-arch", ARCH, NULL, false},
    {"-gencode", GENCODE, NULL, false},
    {"--generate-code", GENCODE, NULL, false},
    {"-Xcompiler", HOST, NULL, false},
    {"--compiler-options", HOST, NULL, false},
    {"--options-file", RESPONSE, NULL, false},
    {"-optf", RESPONSE, NULL, false},
    {"-default-stream", STREAM, NULL, false},
    {"--default-stream", STREAM, NULL, false},
    {"-Xptxas", SKIP, NULL, false},
    {"--ptxas-options", SKIP, NULL, false},
    {"-Xlinker", SKIP, NULL, false},
    {"--linker-options", SKIP, NULL, false},
    {"-Xarchive", SKIP, NULL, false},
    {"--archive-options", SKIP, NULL, false},
    {"-Xnvlink", SKIP, NULL, false},
    {"--nvlink-options", SKIP, NULL, false},
    {"-Xcudafe", SKIP, NULL, false},
    {"-Xfatbin", SKIP, NULL, false},
    {"-Xclang", SKIP, NULL, false},
    {"-Xpreprocessor", SKIP, NULL, false},
    {"-Xassembler", SKIP, NULL, false},
    {"-mllvm", SKIP, NULL, false},
    {"-o", SKIP, NULL, false},
    {"-MF", SKIP, NULL, false},
    {"-MT", SKIP, NULL, false},
    {"-MQ", SKIP, NULL, false},
    {"-MJ", SKIP, NULL, false},
};

/* Flags of nvcc without a value that define a macro. */
static const struct {
    const char *name, *macro;
} switches[] = {
    {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"-expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"-expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"-rdc=true", "-D__CUDACC_RDC__"},
    {"--relocatable-device-code=true", "-D__CUDACC_RDC__"},
    {"-dc", "-D__CUDACC_RDC__"},
    {"--device-c", "-D__CUDACC_RDC__"},
};

typedef struct translation {
    csl_ctx *ctx;
    csl_flags *to;
    const char *directory;
    bool nvcc;
    int depth;
    uint32_t words; /* seen so far, response files included */
} translation;

static void translate(translation *t, const char *const *words, uint32_t n);

static void push(csl_ctx *ctx, const char ***items, uint32_t *n, const char *text) {
    if ((*n & (*n - 1)) == 0) { /* a power of two, or 0: full */
        const char **more = csl_alloc(ctx, (*n ? 2 * (size_t)*n : 1) * sizeof *more);
        if (*n)
            memcpy(more, *items, *n * sizeof *more);
        *items = more;
    }
    (*items)[(*n)++] = text;
}

static void keep(translation *t, const char *arg) {
    push(t->ctx, &t->to->args, &t->to->nargs, arg);
}

static void drop(translation *t, const char *word) {
    push(t->ctx, &t->to->dropped, &t->to->ndropped, csl_strdup(t->ctx, word));
}

static const char *absolute(const translation *t, const char *path) {
    if (!t->directory || path[0] == '/')
        return csl_strdup(t->ctx, path);
    return csl_format(t->ctx, "%s/%s", t->directory, path);
}

static bool is_standard(const char *value) {
    static const char *const known[] = {"03", "11", "14", "17", "20", "23", "1y",
                                        "1z", "2a", "2b", NULL};
    if (strncmp(value, "c++", 3) != 0 && strncmp(value, "gnu++", 5) != 0)
        return false;
    for (const char *const *k = known; *k; k++)
        if (strcmp(strstr(value, "++") + 2, *k) == 0)
            return true;
    return false;
}

/* sm_80, compute_90a, 80; others (native, all) say nothing. */
static void note_arch(csl_flags *to, const char *value) {
    if (strncmp(value, "sm_", 3) == 0)
        value += 3;
    else if (strncmp(value, "compute_", 8) == 0)
        value += 8;
    char *end;
    long number = strtol(value, &end, 10);
    if (number >= 30 && number <= 999 && !isdigit((unsigned char)*end) &&
        (uint32_t)number * 10 > to->arch)
        to->arch = (uint32_t)number * 10;
}

static void note_gencode(translation *t, const char *value) {
    const char *arch = strstr(value, "arch=");
    if (arch && (arch == value || arch[-1] == ','))
        note_arch(t->to, csl_strndup(t->ctx, arch + 5, strcspn(arch + 5, ",")));
}

/* The host compiler's flags are filtered by the same table. */
static void translate_host(translation *t, const char *value) {
    const char **words = NULL;
    uint32_t n = 0;
    for (const char *at = value; *at;) {
        size_t length = strcspn(at, ",");
        if (length)
            push(t->ctx, &words, &n, csl_strndup(t->ctx, at, length));
        at += length + (at[length] == ',');
    }
    bool nvcc = t->nvcc;
    t->nvcc = false;
    translate(t, words, n);
    t->nvcc = nvcc;
}

static char *read_response(translation *t, const char *name) {
    const char *path = absolute(t, name);
    FILE *in = fopen(path, "r");
    if (!in)
        return NULL;
    char *text = csl_alloc(t->ctx, MAX_RESPONSE_BYTES + 1);
    size_t n = fread(text, 1, MAX_RESPONSE_BYTES, in);
    fclose(in);
    text[n] = 0;
    return text;
}

static void translate_response(translation *t, const char *name) {
    char *text = t->depth < MAX_DEPTH ? read_response(t, name) : NULL;
    if (!text) {
        drop(t, csl_format(t->ctx, "@%s", name));
        return;
    }
    uint32_t n;
    const char **words = csl_split_command(t->ctx, text, &n);
    t->depth++;
    translate(t, words, n);
    t->depth--;
}

static void use_value(translation *t, const flag *f, const char *value) {
    switch (f->kind) {
    case PATH:
        if (strcmp(f->to, "-I") == 0) {
            keep(t, csl_format(t->ctx, "-I%s", absolute(t, value)));
            break;
        }
        keep(t, f->to);
        keep(t, absolute(t, value));
        break;
    case FILE_:
        keep(t, f->to);
        keep(t, absolute(t, value));
        break;
    case MACRO:
        if (strncmp(value, "__CUDA_ARCH__", 13) != 0) /* --arch decides it */
            keep(t, csl_format(t->ctx, "%s%s", f->to, value));
        break;
    case STANDARD:
        if (is_standard(value))
            keep(t, csl_format(t->ctx, "-std=%s", value));
        else
            drop(t, csl_format(t->ctx, "-std=%s", value));
        break;
    case ARCH: note_arch(t->to, value); break;
    case GENCODE: note_gencode(t, value); break;
    case HOST: translate_host(t, value); break;
    case RESPONSE: translate_response(t, value); break;
    case STREAM:
        if (strcmp(value, "per-thread") == 0)
            keep(t, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
        break;
    case SKIP: drop(t, csl_format(t->ctx, "%s %s", f->name, value)); break;
    }
}

/* nvcc takes lists: -I a,b. A backslash keeps a comma. */
static void use_values(translation *t, const flag *f, const char *value) {
    if (!t->nvcc || (f->kind != PATH && f->kind != FILE_ && f->kind != MACRO)) {
        use_value(t, f, value);
        return;
    }
    char *part = csl_alloc(t->ctx, strlen(value) + 1);
    size_t n = 0;
    for (const char *c = value;; c++) {
        if (*c == '\\' && c[1] == ',') {
            part[n++] = *++c;
        } else if (*c && *c != ',') {
            part[n++] = *c;
        } else {
            part[n] = 0;
            if (n)
                use_value(t, f, part);
            n = 0;
            if (!*c)
                return;
        }
    }
}

/* The flag a word is, and its value if it is part of the word. */
static const flag *find_flag(const char *word, const char **value) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const flag *f = &flags[i];
        size_t length = strlen(f->name);
        if (strncmp(word, f->name, length) != 0)
            continue;
        const char *rest = word + length;
        *value = *rest == '=' ? rest + 1 : *rest ? rest : NULL;
        if (!*rest || *rest == '=' || f->joined)
            return f;
    }
    return NULL;
}

static const char *find_switch(const char *word) {
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(word, switches[i].name) == 0)
            return switches[i].macro;
    return NULL;
}

static void translate(translation *t, const char *const *words, uint32_t n) {
    for (uint32_t i = 0; i < n && t->words < MAX_WORDS; i++, t->words++) {
        const char *word = words[i], *value, *macro;
        if (word[0] == '@') {
            translate_response(t, word + 1);
            continue;
        }
        if (word[0] != '-' || !word[1])
            continue; /* a source, or the value of a flag that is dropped */
        const flag *f = find_flag(word, &value);
        if (f && !value && i + 1 < n)
            value = words[++i];
        if (f && value)
            use_values(t, f, value);
        else if ((macro = find_switch(word)))
            keep(t, macro);
        else
            drop(t, word);
    }
}

void csl_translate_flags(csl_ctx *ctx, csl_flags *to, const char *const *words, uint32_t n,
                         const char *directory, bool nvcc) {
    translation t = {.ctx = ctx, .to = to, .directory = directory, .nvcc = nvcc};
    translate(&t, words, n);
}

const char **csl_split_command(csl_ctx *ctx, const char *command, uint32_t *n) {
    const char **words = NULL;
    char *text = csl_alloc(ctx, strlen(command) + 1), *to = text;
    const char *c = command;
    *n = 0;
    while (*c) {
        while (*c && isspace((unsigned char)*c))
            c++;
        if (!*c)
            break;
        char *word = to, quote = 0;
        for (; *c && (quote || !isspace((unsigned char)*c)); c++) {
            if (quote ? *c == quote : *c == '\'' || *c == '"')
                quote = quote ? 0 : *c;
            else if (*c == '\\' && c[1] && quote != '\'' &&
                     (!quote || c[1] == '"' || c[1] == '\\' || c[1] == '$' || c[1] == '`'))
                *to++ = *++c;
            else
                *to++ = *c;
        }
        *to++ = 0;
        push(ctx, &words, n, csl_strdup(ctx, word));
        to = text; /* the buffer is free again: the word was copied */
    }
    return words;
}

bool csl_is_nvcc(const char *program) {
    const char *slash = strrchr(program, '/');
    return strstr(slash ? slash + 1 : program, "nvcc") != NULL;
}
