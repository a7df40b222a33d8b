#include "../../files/words.h"
#include "directive.h"
#include "../../limits/limits.h"

#include <string.h>

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool take(cursor *c, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static void skip_blanks(cursor *c) {
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
        c->at++;
}

static bool at_word_end(const cursor *c) {
    return c->at == c->end || !(csl_is_word_char(*c->at) || *c->at == '-');
}

/* One of the words, whole; -1 for none. */
static int take_word(cursor *c, const char *const *words, int n) {
    for (int i = 0; i < n; i++) {
        cursor rest = *c;
        if (take(&rest, words[i]) && at_word_end(&rest)) {
            *c = rest;
            return i;
        }
    }
    return -1;
}

/* "(a, b)" or "[a, b]"; NULL if it is not there or not closed. */
static char **take_rules(cursor *c, char open, char close) {
    if (c->at == c->end || *c->at != open)
        return NULL;
    const char *stop = memchr(c->at, close, (size_t)(c->end - c->at));
    if (!stop)
        return NULL;
    char *list = g_strndup(c->at + 1, (gsize)(stop - c->at - 1));
    char **rules = g_strsplit(list, ",", CSL_ROOM_comment_rules + 2);
    g_free(list);
    for (char **r = rules; *r; r++) {
        g_strstrip(*r);
        if (g_str_has_prefix(*r, "cudasynclint-"))
            memmove(*r, *r + 13, strlen(*r + 13) + 1);
    }
    c->at = stop + 1;
    return rules;
}

static char *take_reason(cursor *c) {
    skip_blanks(c);
    if (c->at < c->end && *c->at == ':')
        c->at++;
    char *reason = g_strndup(c->at, MIN((gsize)(c->end - c->at), CSL_LIMIT(reason_bytes)));
    return g_strstrip(reason);
}

/* What is quoted of a comment. A long one goes on with its digest, so that two stay two. */
static char *shortened(const char *text, size_t n) {
    if (n <= CSL_ROOM_comment_text)
        return g_strndup(text, n);
    char *digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, n);
    char *line = g_strdup_printf("%.*s... (%.8s)", CSL_ROOM_comment_text, text, digest);
    g_free(digest);
    return line;
}

/* Fills in what follows the keyword. `from` is where the directive starts. */
static void finish(csl_directive *d, const csl_comment *comment, const char *from, cursor c,
                   const char *brackets) {
    d->rules = take_rules(&c, brackets[0], brackets[1]);
    if (!d->rules && c.at < c.end && *c.at == brackets[0])
        d->kind = CSL_DIRECTIVE_UNKNOWN; /* a list that is not closed */
    if (d->rules && g_strv_length(d->rules) > CSL_ROOM_comment_rules) {
        d->kind = CSL_DIRECTIVE_UNKNOWN;
        g_clear_pointer(&d->rules, g_strfreev);
    }
    d->text = shortened(from, (size_t)(c.at - from));
    d->line = comment->line;
    d->column = comment->column + (uint32_t)(from - comment->text);
    d->end_column = comment->column + (uint32_t)(c.at - comment->text);
    d->alone = comment->alone;
    d->reason = take_reason(&c);
}

static bool parse_nolint(const csl_comment *comment, csl_directive *d) {
    static const char *const words[] = {"NOLINTNEXTLINE", "NOLINTBEGIN", "NOLINTEND", "NOLINT"};
    static const csl_directive_kind kinds[] = {CSL_DIRECTIVE_NEXT_LINE, CSL_DIRECTIVE_BEGIN,
                                               CSL_DIRECTIVE_END, CSL_DIRECTIVE_LINE};
    cursor c = {comment->text, comment->text + comment->length};
    for (; c.at < c.end; c.at++) {
        const char *from = c.at;
        int word = take_word(&c, words, G_N_ELEMENTS(words));
        if (word >= 0) {
            d->kind = kinds[word];
            finish(d, comment, from, c, "()");
            return true;
        }
    }
    return false;
}

/* Only at the start of a comment: elsewhere the tool may just be mentioned. */
static bool parse_own(const csl_comment *comment, csl_directive *d) {
    static const char *const words[] = {"ignore",     "ignore-next-line", "ignore-begin",
                                        "ignore-end", "ignore-kernel",    "ignore-file"};
    static const csl_directive_kind kinds[] = {CSL_DIRECTIVE_LINE,   CSL_DIRECTIVE_NEXT_LINE,
                                               CSL_DIRECTIVE_BEGIN,  CSL_DIRECTIVE_END,
                                               CSL_DIRECTIVE_KERNEL, CSL_DIRECTIVE_FILE};
    cursor c = {comment->text, comment->text + comment->length};
    while (c.at < c.end && (g_ascii_isspace(*c.at) || *c.at == '*' || *c.at == '!' || *c.at == '/'))
        c.at++;
    const char *from = c.at;
    if (!take(&c, "cudasynclint:"))
        return false;
    skip_blanks(&c);
    static const char *const others[] = {"assume"}; /* frontend/: a fact, not a suppression */
    if (take_word(&c, others, G_N_ELEMENTS(others)) >= 0)
        return false;
    int word = take_word(&c, words, G_N_ELEMENTS(words));
    d->ours = true;
    d->kind = word >= 0 ? kinds[word] : CSL_DIRECTIVE_UNKNOWN;
    while (word < 0 && !at_word_end(&c))
        c.at++;
    cursor list = c;
    skip_blanks(&list);
    if (list.at < list.end && *list.at == '[')
        c = list;
    finish(d, comment, from, c, "[]");
    return true;
}

bool csl_parse_directive(const csl_comment *comment, csl_directive *directive) {
    *directive = (csl_directive){0};
    return parse_own(comment, directive) || parse_nolint(comment, directive);
}

void csl_directive_clear(csl_directive *directive) {
    g_free(directive->text);
    g_free(directive->reason);
    g_strfreev(directive->rules);
}
