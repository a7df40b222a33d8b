#include "../../files/words.h"
#include "scan.h"

#include <string.h>

typedef enum { CODE, LINE_COMMENT, BLOCK_COMMENT, STRING, CHARACTER, RAW_STRING } state;

typedef struct word {
    const char *at; /* NULL: none */
    size_t length;
} word;

/* A brace or parenthesis that is open, with the loops that end when it closes. */
typedef struct bracket {
    char open;
    bool loop_header; /* `(` right after `for` or `while` */
    bool control;     /* `(` right after one of those, `if` or the like */
    bool body;        /* `{` of a function or lambda */
    uint32_t line;
    word name;     /* of the function whose parameters or body this opens */
    GArray *loops; /* uint32_t: first lines; only for `{` */
} bracket;

typedef struct scanner {
    csl_scan *scan;
    state state;
    uint32_t line;
    const char *text; /* of the line */
    size_t length, at;
    char delimiter[20]; /* of a raw string: `)delim"` */
    bool directive;     /* inside a preprocessor directive */
    bool header_next;   /* `for` or `while` was read: the next `(` opens its header */
    bool control_next;  /* the same, for these and `if`, `switch`, `catch` */
    bool body_next;     /* parameters or a capture list were read: a `{` opens a body */
    uint32_t header_line;
    word name;            /* of the function or lambda whose body may come */
    bool named;           /* it stays, whatever parentheses follow (`: member(x)`) */
    word last, assigned;  /* the last word read, and the last in front of a `=` */
    csl_definition macro; /* the #define that this line belongs to; name NULL: none */
    GArray *waiting;      /* uint32_t: first lines of loops whose body comes next */
    GArray *brackets;     /* bracket */
} scanner;

/* ---- loops --------------------------------------------------------------------------------- */

static void end_loops(scanner *s, GArray *starts) {
    for (guint i = 0; i < starts->len; i++) {
        csl_lines loop = {g_array_index(starts, uint32_t, i), s->line};
        g_array_append_val(s->scan->loops, loop);
    }
    g_array_set_size(starts, 0);
}

static void open_bracket(scanner *s, char c) {
    bracket b = {.open = c, .line = s->line};
    b.loop_header = c == '(' && s->header_next;
    b.control = c == '(' && s->control_next;
    b.body = c == '{' && s->body_next;
    b.name = c == '{' ? s->name : s->last;
    if (c == '{') { /* the body of every loop that waits for one */
        b.loops = s->waiting;
        s->waiting = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    }
    s->header_next = s->control_next = s->body_next = false;
    s->named &= c != '{';
    g_array_append_val(s->brackets, b);
}

static void close_bracket(scanner *s, char open) {
    if (s->brackets->len == 0)
        return;
    bracket b = g_array_index(s->brackets, bracket, s->brackets->len - 1);
    if (b.open != open) /* branches of the preprocessor may not match */
        return;
    g_array_set_size(s->brackets, s->brackets->len - 1);
    s->body_next = b.open == '(' && !b.control;
    if (s->body_next && !s->named)
        s->name = b.name;
    if (b.body) {
        csl_definition body = {{b.line, s->line}, b.name.at, b.name.length};
        g_array_append_val(s->scan->bodies, body);
    }
    if (b.loop_header)
        g_array_append_val(s->waiting, s->header_line);
    if (b.loops) {
        end_loops(s, b.loops);
        g_array_unref(b.loops);
    }
}

static bool in_parentheses(const scanner *s) {
    return s->brackets->len &&
           g_array_index(s->brackets, bracket, s->brackets->len - 1).open == '(';
}

/* How many bytes at the start of the text are of one word. */
static size_t word_length(const char *text, size_t n) {
    size_t length = 0;
    while (length < n && csl_is_word_char(text[length]))
        length++;
    return length;
}

static bool is_control(const char *text, size_t n) {
    static const char *const words[] = {"if", "for", "while", "switch", "catch", "constexpr"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (strlen(words[i]) == n && memcmp(words[i], text, n) == 0)
            return true;
    return false;
}

static void read_word(scanner *s) {
    const char *text = s->text + s->at;
    size_t n = word_length(text, s->length - s->at);
    s->last = (word){text, n};
    s->control_next = is_control(text, n);
    if ((n == 3 && memcmp(text, "for", n) == 0) || (n == 5 && memcmp(text, "while", n) == 0)) {
        s->header_next = true;
        s->header_line = s->line;
    } else if (n == 2 && memcmp(text, "do", n) == 0) {
        g_array_append_val(s->waiting, s->line);
    }
    s->at += n - 1;
}

static void read_structure(scanner *s, char c) {
    switch (c) {
    case '(':
    case '{': open_bracket(s, c); break;
    case ')': close_bracket(s, '('); break;
    case '}': close_bracket(s, '{'); break;
    case ']': /* perhaps the captures of a lambda: its name is that of the variable */
        s->body_next = true;
        s->name = s->last = s->assigned;
        break;
    case ':': s->named = s->body_next; break;
    case '=':
        s->assigned = s->last;
        s->body_next = false;
        break;
    case ',': s->body_next = false; break;
    case ';':
        s->body_next = s->named = false;
        if (!in_parentheses(s))
            end_loops(s, s->waiting); /* a body without braces */
        break;
    default:
        if (g_ascii_isalpha(c) || c == '_')
            read_word(s);
    }
}

/* ---- text ---------------------------------------------------------------------------------- */

static bool starts(const scanner *s, const char *what) {
    size_t n = strlen(what);
    return s->length - s->at >= n && memcmp(s->text + s->at, what, n) == 0;
}

/* Start of the word that ends right before `at`. */
static size_t word_before(const scanner *s, size_t at) {
    while (at && csl_is_word_char(s->text[at - 1]))
        at--;
    return at;
}

/* R"delim( with any encoding prefix; remembers how it ends. */
static bool opens_raw_string(scanner *s) {
    size_t from = word_before(s, s->at);
    if (from == s->at || s->text[s->at - 1] != 'R' || s->at - from > 3)
        return false;
    const char *open = memchr(s->text + s->at, '(', s->length - s->at);
    size_t n = open ? (size_t)(open - s->text) - s->at - 1 : 0;
    if (!open || n > 16)
        return false;
    g_snprintf(s->delimiter, sizeof s->delimiter, ")%.*s\"", (int)n, s->text + s->at + 1);
    return true;
}

/* A quote inside a number separates digits: 1'000. */
static bool separates_digits(const scanner *s) {
    size_t from = word_before(s, s->at);
    return from < s->at && g_ascii_isdigit(s->text[from]);
}

static void add_comment(scanner *s, size_t from, size_t to) {
    csl_comment c = {s->line, (uint32_t)from + 1, s->text + from, to - from, false};
    g_array_append_val(s->scan->comments, c);
}

static void read_code(scanner *s) {
    char c = s->text[s->at];
    if (starts(s, "//")) {
        s->state = LINE_COMMENT;
        add_comment(s, s->at + 2, s->length);
        s->at = s->length;
        return;
    }
    if (starts(s, "/*")) {
        s->state = BLOCK_COMMENT;
        s->at += 2;
        return;
    }
    if (g_ascii_isspace(c)) {
        s->at++;
        return;
    }
    if (c == '#' && !s->scan->code->data[s->line])
        s->directive = true;
    s->scan->code->data[s->line] = 1;
    if (c == '"')
        s->state = opens_raw_string(s) ? RAW_STRING : STRING;
    else if (c == '\'' && !separates_digits(s))
        s->state = CHARACTER;
    else if (!s->directive)
        read_structure(s, c);
    s->at++;
}

/* Inside quotes. */
static void read_quoted(scanner *s) {
    s->scan->code->data[s->line] = 1;
    const char *raw_end = s->state == RAW_STRING ? s->delimiter : NULL;
    if (raw_end) {
        if (starts(s, raw_end)) {
            s->state = CODE;
            s->at += strlen(raw_end);
            return;
        }
    } else if (s->text[s->at] == '\\') {
        s->at++;
    } else if (s->text[s->at] == (s->state == STRING ? '"' : '\'')) {
        s->state = CODE;
    }
    s->at++;
}

/* Up to the end of a block comment or of the line. */
static void read_block_comment(scanner *s) {
    size_t from = s->at;
    while (s->at < s->length && !starts(s, "*/"))
        s->at++;
    add_comment(s, from, s->at);
    if (s->at < s->length) {
        s->state = CODE;
        s->at += 2;
    }
}

static size_t skip_blanks(const scanner *s, size_t at) {
    while (at < s->length && (s->text[at] == ' ' || s->text[at] == '\t'))
        at++;
    return at;
}

/* Notes the macro that a directive defines, if it does. */
static void begin_macro(scanner *s) {
    static const char keyword[] = "define";
    const size_t n = strlen(keyword);
    size_t at = skip_blanks(s, skip_blanks(s, 0) + 1); /* behind the # */
    if (at + n >= s->length || memcmp(s->text + at, keyword, n) != 0)
        return;
    at = skip_blanks(s, at + n);
    s->macro = (csl_definition){
        {s->line, s->line}, s->text + at, word_length(s->text + at, s->length - at)};
}

static void end_macro(scanner *s) {
    s->macro.lines.last = s->line;
    if (s->macro.name)
        g_array_append_val(s->scan->macros, s->macro);
    s->macro.name = NULL;
}

static void scan_line(scanner *s) {
    const bool continues = s->directive;
    s->at = 0;
    guint first_comment = s->scan->comments->len;
    if (s->state == LINE_COMMENT) { /* the line before ended with a backslash */
        add_comment(s, 0, s->length);
        s->at = s->length;
    }
    while (s->at < s->length)
        if (s->state == CODE)
            read_code(s);
        else if (s->state == BLOCK_COMMENT)
            read_block_comment(s);
        else
            read_quoted(s);
    if (s->directive && !continues)
        begin_macro(s);
    bool continued = s->length && s->text[s->length - 1] == '\\';
    if (!continued) {
        end_macro(s);
        s->directive = false;
        if (s->state != BLOCK_COMMENT && s->state != RAW_STRING)
            s->state = CODE;
    }
    for (guint i = first_comment; i < s->scan->comments->len; i++)
        g_array_index(s->scan->comments, csl_comment, i).alone = !s->scan->code->data[s->line];
}

csl_scan *csl_scan_file(csl_sources *sources, const char *path) {
    uint32_t lines = csl_sources_lines(sources, path);
    csl_scan *scan = g_new0(csl_scan, 1);
    scan->comments = g_array_new(FALSE, FALSE, sizeof(csl_comment));
    scan->loops = g_array_new(FALSE, FALSE, sizeof(csl_lines));
    scan->bodies = g_array_new(FALSE, FALSE, sizeof(csl_definition));
    scan->macros = g_array_new(FALSE, FALSE, sizeof(csl_definition));
    scan->code = g_byte_array_new();
    g_byte_array_set_size(scan->code, lines + 1);
    memset(scan->code->data, 0, lines + 1);
    scanner s = {.scan = scan,
                 .waiting = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                 .brackets = g_array_new(FALSE, FALSE, sizeof(bracket))};
    for (s.line = 1; s.line <= lines; s.line++) {
        s.text = csl_sources_line(sources, path, s.line, &s.length);
        scan_line(&s);
    }
    s.line = lines;
    while (s.brackets->len) /* what nothing closed reaches to the end */
        close_bracket(&s, g_array_index(s.brackets, bracket, s.brackets->len - 1).open);
    end_loops(&s, s.waiting);
    g_array_unref(s.waiting);
    g_array_unref(s.brackets);
    return scan;
}

void csl_scan_free(csl_scan *scan) {
    g_array_unref(scan->comments);
    g_array_unref(scan->loops);
    g_array_unref(scan->bodies);
    g_array_unref(scan->macros);
    g_byte_array_unref(scan->code);
    g_free(scan);
}

bool csl_scan_has_code(const csl_scan *scan, uint32_t line) {
    return line < scan->code->len && scan->code->data[line];
}
