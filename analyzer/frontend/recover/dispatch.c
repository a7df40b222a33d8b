/* Macros that nothing defines and that are given a lambda, or a block, to run:
 *
 *     AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "name", [&] {
 *         kernel<scalar_t><<<blocks, 256>>>(x.data_ptr<scalar_t>());
 *     });
 *
 * Such a macro runs what it is given once for each of several types, or sizes, by a name that is
 * known inside only. It is defined to do so for two: what it launches is then instantiated. */
#include <ctype.h>
#include <string.h>

#include "../../files/words.h"
#include "../parse/parse.h"
#include "recover.h"
#include "../../limits/limits.h"

typedef struct span {
    const char *s, *end;
} span;

typedef struct dispatcher {
    const char *name;
    unsigned leading;  /* arguments before what is run: the fewest of all uses */
    bool block, takes; /* a block in braces; a lambda with parameters */
    const char *names[CSL_ROOM_dispatcher_names];
    unsigned nnames;
} dispatcher;

typedef struct finder {
    const csl_unit *unit;
    dispatcher v[CSL_ROOM_dispatchers];
    unsigned n;
} finder;

static const char *behind_blanks(const char *s, const char *end) {
    while (s < end && isspace((unsigned char)*s))
        s++;
    return s;
}

/* The name in "use of undeclared identifier 'NAME'" and the like; NULL if it is another error. */
static const char *undeclared(csl_ctx *ctx, const char *message) {
    static const char *const starts[] = {"use of undeclared identifier '", "unknown type name '"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t n = strlen(starts[i]);
        if (strncmp(message, starts[i], n) == 0 && strchr(message + n, '\''))
            return csl_strndup(ctx, message + n, strcspn(message + n, "'"));
    }
    return NULL;
}

/* The arguments of NAME(...): how many stand before the first that is a lambda or a block, where
 * that begins and where it all ends. False if there is none. */
static bool read_use(const char *s, const char *end, unsigned *leading, const char **run,
                     const char **close) {
    int depth = 0;
    bool start = true;
    *leading = 0;
    *run = NULL;
    for (s++; s < end; s++) {
        if (*s == '"' || *s == '\'') {
            const char quote = *s;
            for (s++; s < end && *s != quote && *s != '\n'; s++)
                s += *s == '\\';
            start = false;
            continue;
        }
        if (depth == 0 && *s == ')') {
            *close = s;
            return *run && !csl_limit_exceeded(CSL_LIMIT_dispatcher_arguments, *leading);
        }
        if (depth == 0 && start && !*run && (*s == '[' || *s == '{'))
            *run = s;
        if (strchr("([{", *s))
            depth++;
        if (strchr(")]}", *s) && --depth < 0)
            return false;
        if (depth == 0 && *s == ',' && !*run)
            ++*leading;
        if (!isspace((unsigned char)*s))
            start = *s == ',' && depth == 0;
    }
    return false;
}

/* The lambda that begins at s has parameters. */
static bool takes_arguments(const char *s, const char *end) {
    const char *capture = memchr(s, ']', (size_t)(end - s));
    if (!capture)
        return true;
    s = behind_blanks(capture + 1, end);
    return s < end && *s == '(' && *behind_blanks(s + 1, end) != ')';
}

/* An undeclared name there is used as an argument of a template or as the type of a pointer. */
static bool is_argument(const char *text, const char *at, size_t n, const char *end) {
    const char *before = at, *behind = behind_blanks(at + n, end);
    while (before > text && isspace((unsigned char)before[-1]))
        before--;
    return behind < end &&
           (strchr(">*", *behind) || (*behind == ',' && before > text && strchr("<,", before[-1])));
}

static void add_name(dispatcher *d, const char *name) {
    for (unsigned i = 0; i < d->nnames; i++)
        if (strcmp(d->names[i], name) == 0)
            return;
    if (d->nnames < CSL_ROOM_dispatcher_names)
        d->names[d->nnames++] = name;
}

static dispatcher *dispatcher_of(finder *f, const char *name) {
    for (unsigned i = 0; i < f->n; i++)
        if (strcmp(f->v[i].name, name) == 0)
            return &f->v[i];
    if (f->n == CSL_ROOM_dispatchers)
        return NULL;
    f->v[f->n] = (dispatcher){.name = name, .leading = UINT32_MAX};
    return &f->v[f->n++];
}

/* One use of a name, whose arguments begin behind `open`. An error inside that is about a missing
 * name says that the macro is missing: those of a macro's expansion count as errors of its name. */
static void look_at(finder *f, CXFile file, span text, span word, const char *open) {
    const char *run, *close;
    unsigned leading;
    dispatcher *d = NULL;
    if (!read_use(open, text.end, &leading, &run, &close))
        return;
    for (uint32_t i = 0; i < f->unit->nerrors; i++) {
        const csl_source_error *e = &f->unit->errors[i];
        const char *what = undeclared(f->unit->ctx, e->message);
        const char *at = text.s + e->offset;
        if (!what || e->file != file || at < open || at >= close)
            continue;
        if (!d)
            d = dispatcher_of(f, csl_strndup(f->unit->ctx, word.s, (size_t)(word.end - word.s)));
        if (d && is_argument(text.s, at, strlen(what), close))
            add_name(d, what);
    }
    if (!d)
        return;
    d->leading = leading < d->leading ? leading : d->leading;
    d->block |= *run == '{';
    d->takes |= *run == '[' && takes_arguments(run, close);
}

/* Names in capitals before a parenthesis. */
static void look_through(finder *f, CXFile file, span text) {
    for (const char *s = text.s; s < text.end;) {
        const char *word = s;
        bool capitals = isupper((unsigned char)*s);
        while (s < text.end && csl_is_word_char(*s))
            capitals &= !islower((unsigned char)*s++);
        const char *open = behind_blanks(s, text.end);
        if (s == word)
            s++;
        else if (capitals && s > word + 2 && open < text.end && *open == '(')
            look_at(f, file, text, (span){word, s}, open);
    }
}

/* A name in capitals stands for a number, any other for a type. */
static const char *declaration(csl_ctx *ctx, const char *name, bool second) {
    static const char *const sizes[] = {"DIM", "SIZE", "BLOCK", "NUM", "LEN", "TILE", "THREADS"};
    bool number = true, size = false;
    for (const char *s = name; *s; s++)
        number = number && !islower((unsigned char)*s);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        size |= strstr(name, sizes[i]) != NULL;
    if (!number)
        return csl_format(ctx, "using %s = %s; ", name, second ? "double" : "float");
    return csl_format(ctx, "constexpr int %s = %d; ", name, size ? (second ? 128 : 64) : !second);
}

/* "-DNAME(a1, a2, ...)=do { { using T = float; __VA_ARGS__(); } ... } while (0)" */
static const char *definition(csl_ctx *ctx, const dispatcher *d) {
    const char *text = csl_format(ctx, "-D%s(", d->name), *run = "__VA_ARGS__();";
    for (unsigned i = 0; i < d->leading; i++)
        text = csl_format(ctx, "%sa%u, ", text, i);
    text = csl_format(ctx, "%s...)=do { ", text);
    if (d->block)
        run = "__VA_ARGS__;";
    else if (d->takes)
        run = "(void)(__VA_ARGS__);";
    for (int second = 0; second < (d->nnames ? 2 : 1); second++) {
        text = csl_format(ctx, "%s{ ", text);
        for (unsigned i = 0; i < d->nnames; i++)
            text = csl_format(ctx, "%s%s", text, declaration(ctx, d->names[i], second));
        text = csl_format(ctx, "%s%s } ", text, run);
    }
    return csl_format(ctx, "%s} while (0)", text);
}

const csl_parse_options *csl_with_dispatchers(const csl_unit *unit) {
    finder f = {.unit = unit};
    CXFile file = clang_getFile(unit->tu, unit->path);
    size_t size = 0;
    const char *text = unit->nerrors && file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    if (text)
        look_through(&f, file, (span){text, text + size});
    if (!f.n)
        return NULL;
    csl_parse_options *with = CSL_NEW(unit->ctx, csl_parse_options);
    const char **args = csl_alloc(unit->ctx, (unit->options->nargs + f.n) * sizeof *args);
    *with = *unit->options;
    with->args = args;
    if (with->nargs)
        memcpy(args, unit->options->args, with->nargs * sizeof *args);
    for (unsigned i = 0; i < f.n; i++)
        args[with->nargs++] = definition(unit->ctx, &f.v[i]);
    with->dispatched = csl_intern(
        unit->ctx, csl_format(unit->ctx, "`%s`, which nothing defines, runs its code for two types",
                              f.v[0].name));
    return with;
}
