#include "asm_text.h"
#include "../../../limits/limits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *take(csl_ctx *ctx, CXString s) {
    const char *text = csl_strdup(ctx, clang_getCString(s));
    clang_disposeString(s);
    return text;
}

/* asm ( template : outputs : inputs : clobbers ) */
typedef struct sections {
    char *template; /* grows */
    unsigned now;   /* 0: template, 1: outputs, 2: inputs */
    int depth;      /* of parentheses; operands and their expressions are at 1 and deeper */
    unsigned nconstraints, noutputs;
    const char *constraint[CSL_ROOM_asm_operands], *name[CSL_ROOM_asm_operands];
} sections;

static unsigned digits(const char **at, unsigned base, unsigned most) {
    unsigned value = 0;
    for (; most && isxdigit((unsigned char)**at); most--, (*at)++) {
        unsigned char c = (unsigned char)tolower((unsigned char)**at);
        unsigned digit = (unsigned)(isdigit(c) ? c - '0' : c - 'a' + 10);
        if (digit >= base)
            break;
        value = value * base + digit;
    }
    return value;
}

/* The characters of a string literal, raw ones included. */
static const char *literal_text(csl_ctx *ctx, const char *spelling) {
    const char *open = strchr(spelling, '"');
    size_t n = strlen(spelling);
    if (open > spelling && open[-1] == 'R') {
        const char *from = strchr(open, '('), *to = strrchr(spelling, ')');
        return from && to && to > from ? csl_strndup(ctx, from + 1, (size_t)(to - from - 1)) : "";
    }
    char *text = csl_alloc(ctx, n + 1), *out = text;
    for (const char *c = open + 1; *c && *c != '"';) {
        if (*c != '\\') {
            *out++ = *c++;
            continue;
        }
        static const char letters[] = "ntrabfv", values[] = "\n\t\r\a\b\f\v";
        c++;
        const char *known = *c ? strchr(letters, *c) : NULL;
        if (known)
            *out++ = values[known - letters], c++;
        else if (*c == 'x')
            c++, *out++ = (char)digits(&c, 16, 2);
        else if (isdigit((unsigned char)*c))
            *out++ = (char)digits(&c, 8, 3);
        else if (*c)
            *out++ = *c++;
    }
    *out = 0;
    return text;
}

static void see_token(csl_ctx *ctx, sections *s, CXTokenKind kind, const char *text,
                      const char *before) {
    bool operands = s->now == 1 || s->now == 2;
    if (kind == CXToken_Literal && s->depth == 1 && strchr(text, '"')) {
        if (s->now == 0)
            s->template = csl_format(ctx, "%s%s", s->template, literal_text(ctx, text));
        else if (operands && s->nconstraints < CSL_ROOM_asm_operands)
            s->constraint[s->nconstraints++] = literal_text(ctx, text);
        s->noutputs = s->now == 1 ? s->nconstraints : s->noutputs;
    } else if (kind != CXToken_Punctuation) {
        if (operands && s->depth == 1 && strcmp(before, "[") == 0 &&
            s->nconstraints < CSL_ROOM_asm_operands)
            s->name[s->nconstraints] = text;
    } else if (strcmp(text, "(") == 0) {
        s->depth++;
    } else if (strcmp(text, ")") == 0) {
        s->depth--;
    } else if (s->depth == 1) {
        s->now += strcmp(text, ":") == 0 ? 1 : strcmp(text, "::") == 0 ? 2 : 0;
    }
}

static sections read_tokens(csl_ctx *ctx, CXCursor statement) {
    sections s = {.template = csl_strdup(ctx, "")};
    CXTranslationUnit tu = clang_Cursor_getTranslationUnit(statement);
    CXToken *tokens = NULL;
    unsigned n = 0;
    clang_tokenize(tu, clang_getCursorExtent(statement), &tokens, &n);
    const char *before = "";
    for (unsigned i = 0; i < n; i++) {
        const char *text = take(ctx, clang_getTokenSpelling(tu, tokens[i]));
        see_token(ctx, &s, clang_getTokenKind(tokens[i]), text, before);
        before = text;
    }
    clang_disposeTokens(tu, tokens, n);
    return s;
}

/* %1, %h1 and %[name] as $1; %% as %, and %name as it is. Without any colon the text is taken as it
 * is. */
static const char *llvm_form(csl_ctx *ctx, const sections *s) {
    char *text = csl_alloc(ctx, 4 * strlen(s->template) + 1), *out = text;
    for (const char *c = s->template; *c; c++) {
        if (*c == '$')
            *out++ = '$';
        if (*c != '%' || s->now == 0) {
            *out++ = *c;
            continue;
        }
        c++;
        if (isalpha((unsigned char)*c) && isdigit((unsigned char)c[1]))
            c++;
        if (isdigit((unsigned char)*c)) {
            *out++ = '$';
            *out++ = *c;
        } else if (*c == '[') {
            size_t length = strcspn(c + 1, "]");
            unsigned k = 0;
            while (k < s->nconstraints && !(s->name[k] && strlen(s->name[k]) == length &&
                                            strncmp(s->name[k], c + 1, length) == 0))
                k++;
            out += sprintf(out, "$%u", k);
            c += length + (c[length + 1] == ']');
        } else if (*c) {
            if (isalpha((unsigned char)*c))
                *out++ = '%';
            *out++ = *c;
        } else {
            break;
        }
    }
    *out = 0;
    return text;
}

#ifdef CSL_HAVE_ASM_API

/* `%laneid` for `%%laneid`: nvcc takes it, clang reads no further. */
static bool has_bare_name(const char *template) {
    for (const char *c = template; (c = strchr(c, '%')); c += c[1] ? 2 : 1)
        if (isalpha((unsigned char)c[1]) && isalpha((unsigned char)c[2]))
            return true;
    return false;
}

csl_asm_text csl_asm_read(csl_ctx *ctx, CXCursor s) {
    csl_asm_text to = {.noutputs = clang_Cursor_getGCCAssemblyNumOutputs(s)};
    to.noperands = to.noutputs + clang_Cursor_getGCCAssemblyNumInputs(s);
    to.constraint = csl_alloc(ctx, (to.noperands + 1) * sizeof *to.constraint);
    to.operand = csl_alloc(ctx, (to.noperands + 1) * sizeof *to.operand);
    for (unsigned k = 0; k < to.noperands; k++) {
        CXString constraint;
        if (k < to.noutputs)
            clang_Cursor_getGCCAssemblyOutput(s, k, &constraint, &to.operand[k]);
        else
            clang_Cursor_getGCCAssemblyInput(s, k - to.noutputs, &constraint, &to.operand[k]);
        to.constraint[k] = take(ctx, constraint);
    }
    to.text = take(ctx, clang_Cursor_getGCCAssemblyTemplate(s));
    sections words = read_tokens(ctx, s);
    if (words.nconstraints == to.noperands && has_bare_name(words.template))
        to.text = llvm_form(ctx, &words);
    return to;
}

#else

typedef struct operands {
    CXCursor *item;
    unsigned n;
} operands;

static enum CXChildVisitResult collect(CXCursor child, CXCursor parent, CXClientData data) {
    operands *o = data;
    (void)parent;
    if (o->n < CSL_ROOM_asm_operands)
        o->item[o->n++] = child;
    return CXChildVisit_Continue;
}

/* Inputs are converted to values first, which libclang shows as another expression around them. */
static unsigned leading_places(const operands *o) {
    unsigned n = 0;
    for (; n < o->n; n++) {
        enum CXCursorKind kind = clang_getCursorKind(o->item[n]);
        if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr &&
            kind != CXCursor_ArraySubscriptExpr && kind != CXCursor_UnaryOperator &&
            kind != CXCursor_ParenExpr)
            break;
    }
    return n;
}

csl_asm_text csl_asm_read(csl_ctx *ctx, CXCursor statement) {
    operands o = {.item = csl_alloc(ctx, CSL_ROOM_asm_operands * sizeof *o.item)};
    clang_visitChildren(statement, collect, &o);
    sections s = read_tokens(ctx, statement);
    csl_asm_text to = {.noutputs = s.noutputs, .noperands = o.n, .operand = o.item};
    to.constraint = csl_alloc(ctx, CSL_ROOM_asm_operands * sizeof *to.constraint);
    /* Tokens that do not fit the operands are those of a macro's use: nothing is known but which
     * operands may be written. */
    if (s.nconstraints == o.n && s.template[0]) {
        memcpy(to.constraint, s.constraint, sizeof s.constraint);
        to.text = llvm_form(ctx, &s);
        return to;
    }
    to.noutputs = leading_places(&o);
    for (unsigned k = 0; k < o.n; k++)
        to.constraint[k] = "+";
    return to;
}

#endif
