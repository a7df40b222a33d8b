/* The text that is parsed where it has to say more than the file does. Lines stay as they are.
 *
 * Explicit instantiations of functions, `template void run<float>(float *, int);`: libclang shows
 * no cursor for them, and with it none for the kernels they instantiate. The text gets a function
 * behind its last line that takes the address of each, as any other code could.
 *
 * Comments `// cudasynclint: assume EXPR` where a statement may stand: they become the statement
 * `__csl_assume(EXPR);`.
 *
 * Launches with blanks in their brackets, `k << <1, 64>> > (p)`, as some formatters write them:
 * nvcc takes them, clang does not. The brackets are put together, the columns stay.
 *
 * What a parse before has missed and nvcc does not (recover/mends.c), in headers as well. Columns
 * are told as in the file (places.c).
 *
 * Operands of inline assembly without a comma between them, `"r"(a) "r"(b)`: nvcc takes them, clang
 * does not. A blank there becomes the comma.
 */
#include "../../files/words.h"
#include "parse.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct text {
    char *s;
    size_t n, cap;
} text;

static void append(text *t, const char *s, size_t n) {
    if (t->n + n + 1 > t->cap) {
        t->cap = 2 * (t->n + n + 1);
        t->s = realloc(t->s, t->cap);
        if (!t->s)
            abort();
    }
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

static void append_text(text *t, const char *s) {
    append(t, s, strlen(s));
}

/* The result type without what only a declaration may carry. */
static void append_result(text *t, const char *s, const char *end) {
    static const char *const keywords[] = {"__global__", "__device__",      "__host__",
                                           "extern",     "__forceinline__", "inline"};
    while (s < end) {
        size_t n = 0;
        while (s + n < end && csl_is_word_char(s[n]))
            n++;
        bool skip = false;
        for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
            skip = skip || (strlen(keywords[i]) == n && strncmp(s, keywords[i], n) == 0);
        if (!n)
            n = 1;
        if (!skip)
            append(t, s, n);
        s += n;
    }
}

/* One instantiation "RESULT NAME<ARGS>(PARAMS)" becomes "RESULT (*uN)(PARAMS) = &NAME<ARGS>;". The
 * arguments may be left out: the type of the pointer says them. */
static bool append_use(text *t, const char *s, const char *end, unsigned number) {
    const char *params = memchr(s, '(', (size_t)(end - s));
    if (!params || params == s || memchr(s, '{', (size_t)(end - s)) ||
        memchr(s, ';', (size_t)(end - s)))
        return false;
    const char *close = params;
    while (close > s && isspace((unsigned char)close[-1]))
        close--;
    int depth = 0;
    const char *name = close;
    while (name > s && (depth > 0 || name[-1] == '>')) {
        name--;
        depth += *name == '>' ? 1 : *name == '<' ? -1 : 0;
    }
    while (name > s && (csl_is_word_char(name[-1]) || name[-1] == ':'))
        name--;
    if (name == s || name == close || name[-1] == '>') /* a member of an instance */
        return false;
    char declarator[32];
    snprintf(declarator, sizeof declarator, " (*u%u)", number);
    append_result(t, s, name);
    append_text(t, declarator);
    append(t, params, (size_t)(end - params));
    append_text(t, " = &");
    append(t, name, (size_t)(close - name));
    append_text(t, ";\n");
    return true;
}

char *csl_read_source(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        csl_limit_exceeded(CSL_LIMIT_prepared_bytes, st.st_size))
        return NULL;
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *s = malloc((size_t)st.st_size + 1);
    if (!s)
        abort();
    size_t n = fread(s, 1, (size_t)st.st_size, f);
    fclose(f);
    s[n] = '\0';
    if (strlen(s) != n) { /* not text */
        free(s);
        return NULL;
    }
    return s;
}

/* ---- uses ------------------------------------------------------------------------------------ */

static void append_uses(text *out, const char *contents) {
    text uses = {0};
    unsigned n = 0;
    size_t length = strlen("template");
    for (const char *p = contents;
         !csl_limit_reached(CSL_LIMIT_unqualified_uses, n) && (p = strstr(p, "template"));
         p += length) {
        const char *line = p;
        while (line > contents && (line[-1] == ' ' || line[-1] == '\t'))
            line--;
        if ((line > contents && !strchr("\n;}", line[-1])) || !isspace((unsigned char)p[length]))
            continue;
        const char *s = p + length;
        while (isspace((unsigned char)*s))
            s++;
        const char *end = strchr(s, ';');
        if (*s == '<' || !end || strncmp(s, "class", 5) == 0 || strncmp(s, "struct", 6) == 0)
            continue;
        if (append_use(&uses, s, end, n))
            n++;
    }
    if (n) {
        append_text(out, "static void __csl_uses()\n{\n");
        append_text(out, uses.s);
        append_text(out, "}\n");
    }
    free(uses.s);
}

/* ---- assumptions ----------------------------------------------------------------------------- */

/* True if a statement may begin at s: what comes before ends one or opens a block. Comment lines
 * in between do not count. */
static bool statement_may_stand(const char *contents, const char *s) {
    while (s > contents) {
        const char *line = s;
        while (line > contents && line[-1] != '\n')
            line--;
        const char *first = line;
        while (first < s && isspace((unsigned char)*first))
            first++;
        if (first == s || strncmp(first, "//", 2) == 0) { /* nothing on this line */
            s = line > contents ? line - 1 : contents;
            continue;
        }
        const char *last = s;
        while (isspace((unsigned char)last[-1]))
            last--;
        return last[-1] == ';' || last[-1] == '{' || last[-1] == '}';
    }
    return false;
}

static void append_with_assumptions(text *out, const char *contents) {
    static const char mark[] = "cudasynclint:", word[] = "assume";
    const char *done = contents;
    for (const char *p = contents; (p = strstr(p, mark)); p += strlen(mark)) {
        const char *comment = p, *expr = p + strlen(mark);
        while (comment > contents && (comment[-1] == ' ' || comment[-1] == '\t'))
            comment--;
        while (*expr == ' ' || *expr == '\t')
            expr++;
        if (comment - contents < 2 || strncmp(comment - 2, "//", 2) != 0 ||
            strncmp(expr, word, strlen(word)) != 0 || csl_is_word_char(expr[strlen(word)]) ||
            !statement_may_stand(contents, comment - 2))
            continue;
        expr += strlen(word);
        size_t length = strcspn(expr, "\r\n");
        append(out, done, (size_t)(comment - 2 - done));
        append_text(out, "__csl_assume(");
        append(out, expr, length);
        append_text(out, ");");
        done = p = expr + length;
        p -= strlen(mark); /* the loop steps over it again */
    }
    append_text(out, done);
}

/* ---- launches ------------------------------------------------------------------------------- */

/* "<< <" behind the name of a kernel or its template arguments; not `operator<< <char>`. */
static bool opens_launch(const char *contents, const char *s) {
    static const char word[] = "operator";
    size_t before = (size_t)(s - contents);
    if (before >= strlen(word) && strncmp(s - strlen(word), word, strlen(word)) == 0)
        return false;
    while (s > contents && isspace((unsigned char)s[-1]))
        s--;
    return s > contents && (csl_is_word_char(s[-1]) || s[-1] == '>');
}

/* The brackets that close the launch whose arguments begin at s: ">>>" or ">> >" before a bracket
 * of the call; NULL: none before the statement ends. */
static char *closing_brackets(char *s) {
    for (; *s && *s != ';'; s++) {
        bool joined = strncmp(s, ">>>", 3) == 0, apart = strncmp(s, ">> >", 4) == 0;
        if (!joined && !apart)
            continue;
        const char *behind = s + (joined ? 3 : 4);
        while (isspace((unsigned char)*behind))
            behind++;
        if (*behind == '(')
            return s;
    }
    return NULL;
}

static void join_launches(char *contents) {
    for (char *s = contents; (s = strstr(s, "<<")); s += 2) {
        bool joined = s[2] == '<', apart = strncmp(s, "<< <", 4) == 0;
        if ((!joined && !apart) || !opens_launch(contents, s))
            continue;
        char *close = closing_brackets(s + (joined ? 3 : 4));
        if (!close)
            continue;
        memcpy(s, joined ? "<<<" : "<<< ", joined ? 3 : 4);
        if (close[2] == ' ')
            memcpy(close, ">>> ", 4);
    }
}

/* ---- inline assembly ------------------------------------------------------------------------- */

/* Behind the string, the character or the comment that begins at s; s if none does. */
static char *behind_literal(char *s) {
    if (strncmp(s, "//", 2) == 0)
        return s + strcspn(s, "\n");
    if (strncmp(s, "/*", 2) == 0) {
        char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (*s != '"' && *s != '\'')
        return s;
    const char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s == quote ? s + 1 : s;
}

/* The bracket behind `asm volatile`, or NULL. */
static char *assembly_begins(char *s) {
    s += strspn(s, "_ \t\n");
    if (strncmp(s, "volatile", 8) == 0)
        s += 8 + strspn(s + 8, "_ \t\n");
    return *s == '(' ? s : NULL;
}

/* Behind an operand: if another one follows, a comma is put between them. */
static void put_comma(char *s) {
    char *blank = NULL;
    for (; isspace((unsigned char)*s); s++)
        if (*s == ' ' || *s == '\t')
            blank = s;
    if (blank && (*s == '"' || *s == '['))
        *blank = ',';
}

/* Operands come behind a colon; what is in brackets before it is of a macro in the text. */
static void part_operands(char *contents) {
    for (char *s = contents; (s = strstr(s, "asm")); s++) {
        char *p = assembly_begins(s + strlen("asm"));
        int depth = 0;
        bool operands = false;
        while (p && *p && *p != ';') {
            char *behind = behind_literal(p);
            if (behind != p) {
                p = behind;
                continue;
            }
            depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
            if (depth == 0)
                break;
            operands |= *p == ':';
            if (*p++ == ')' && depth == 1 && operands)
                put_comma(p);
        }
    }
}

static char *behind_blanks(char *s) {
    return s + strspn(s, " \t");
}

/* `#define NO_WARNING #pragma hd_warning_disable`: nvcc preprocesses first, and takes what the
 * macro leaves on a line of its own for a directive. The macro is made an empty one. */
static void empty_pragma_macros(char *contents) {
    static const char define[] = "define", pragma[] = "pragma";
    for (char *p = contents; (p = strstr(p, define)); p += strlen(define)) {
        char *before = p;
        while (before > contents && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        char *name = behind_blanks(p + strlen(define));
        char *body = behind_blanks(name + strcspn(name, " \t\n("));
        if (before > contents && before[-1] == '#' && *body == '#' &&
            strncmp(behind_blanks(body + 1), pragma, strlen(pragma)) == 0)
            memcpy(body, "//", 2);
    }
}

void csl_take_as_nvcc(char *contents) {
    join_launches(contents);
    part_operands(contents);
    empty_pragma_macros(contents);
}

/* ---- mends ----------------------------------------------------------------------------------- */

static uint32_t length_of(const csl_mend *m) {
    return m->word ? (uint32_t)strlen(m->word) : 0;
}

uint32_t csl_mended_before(const csl_parse_options *options, const char *path, uint32_t offset) {
    uint32_t at = offset; /* in the text as it was before those from i on */
    for (uint32_t i = options->nmends; i-- > 0;) {
        const csl_mend *m = &options->mends[i];
        if (m->offset < at && strcmp(m->path, path) == 0)
            at = at - m->offset < length_of(m) ? m->offset : at - length_of(m);
    }
    return offset - at;
}

char *csl_put_mends(const csl_parse_options *options, const char *path, const char *contents) {
    GString *out = NULL;
    for (uint32_t i = 0; i < options->nmends; i++) {
        const csl_mend *m = &options->mends[i];
        if (strcmp(m->path, path) != 0)
            continue;
        if (!out)
            out = g_string_new(contents);
        if (m->offset > out->len)
            continue;
        if (m->word)
            g_string_insert(out, m->offset, m->word);
        else
            out->str[m->offset - 1] = m->instead;
    }
    char *put = out ? strdup(out->str) : NULL;
    if (out)
        g_string_free(out, TRUE);
    if (out && !put)
        abort();
    return put;
}

/* ---- all of it ------------------------------------------------------------------------------- */

char *csl_prepared_text(const char *path, const csl_parse_options *options, size_t *own_bytes) {
    *own_bytes = SIZE_MAX;
    char *own = options->contents ? NULL : csl_read_source(path);
    const char *contents = options->contents ? options->contents : own;
    if (!contents)
        return NULL;
    text out = {0};
    append_with_assumptions(&out, contents);
    csl_take_as_nvcc(out.s);
    text uses = {0};
    append_uses(&uses, contents);
    char *more = csl_macro_uses(path, contents);
    append_text(&uses, more);
    append_text(&uses, options->uses ? options->uses : "");
    free(more);
    *own_bytes = out.n;
    if (uses.n)
        append_text(&out, "\n;\n"); /* what the file leaves open becomes an error of its own */
    append(&out, uses.s, uses.n);
    free(uses.s);
    char *mended = csl_put_mends(options, path, out.s);
    if (mended) {
        *own_bytes += strlen(mended) - out.n;
        free(out.s);
        out.s = mended;
    }
    if (strcmp(out.s, contents) == 0) {
        free(out.s);
        out.s = NULL;
    }
    free(own);
    return out.s;
}
