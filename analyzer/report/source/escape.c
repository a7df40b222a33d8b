#include "escape.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

char *csl_utf8(const char *s) {
    return g_utf8_make_valid(s, -1);
}

/* ---- any bytes ------------------------------------------------------------------------------- */

/* The characters that stand for a byte are U+10FF80 to U+10FFFF, and begin with these two. */
static const gunichar first_byte_character = 0x10ff00;
static const char byte_mark[] = "\xf4\x8f";

static bool stands_for_byte(gunichar c) {
    return c >= first_byte_character + 0x80 && c <= first_byte_character + 0xff;
}

char *csl_bytes_to_utf8(const char *bytes) {
    if (g_utf8_validate(bytes, -1, NULL) && !strstr(bytes, byte_mark))
        return g_strdup(bytes);
    GString *out = g_string_new(NULL);
    while (*bytes) {
        gunichar c = g_utf8_get_char_validated(bytes, -1);
        if (c > 0x10ffff || stands_for_byte(c)) {
            g_string_append_unichar(out, first_byte_character + (guchar)*bytes);
            bytes++;
        } else {
            g_string_append_unichar(out, c);
            bytes = g_utf8_next_char(bytes);
        }
    }
    return g_string_free(out, FALSE);
}

char *csl_bytes_from_utf8(const char *text) {
    if (!strstr(text, byte_mark))
        return g_strdup(text);
    GString *out = g_string_new(NULL);
    for (; *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        if (stands_for_byte(c))
            g_string_append_c(out, (char)(c & 0xff));
        else
            g_string_append_unichar(out, c);
    }
    return g_string_free(out, FALSE);
}

char *csl_hide_bytes(const char *text) {
    if (!strstr(text, byte_mark))
        return g_strdup(text);
    GString *out = g_string_new(NULL);
    for (; *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        g_string_append_unichar(out, stands_for_byte(c) ? 0xfffd : c);
    }
    return g_string_free(out, FALSE);
}

/* ---- for the eye ----------------------------------------------------------------------------- */

/* Characters that would let a name or a source line change how the text around it is read: the
 * bidirectional controls, line and paragraph separators, C1 controls and noncharacters. */
static gboolean misleading(gunichar c) {
    return (c >= 0x80 && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x61c ||
           c == 0x2028 || c == 0x2029 || c == 0xfeff || (c & 0xfffe) == 0xfffe ||
           (c >= 0xfdd0 && c <= 0xfdef);
}

/* One character, with control characters made visible. */
static void put_visible(GString *out, gunichar c) {
    if (c < 0x20 && c != '\t')
        c += 0x2400;
    else if (c == 0x7f)
        c = 0x2421;
    else if (misleading(c))
        c = 0xfffd;
    g_string_append_unichar(out, c);
}

char *csl_visible_n(const char *s, size_t n) {
    char *valid = g_utf8_make_valid(s, (gssize)strnlen(s, n));
    GString *out = g_string_sized_new(strlen(valid));
    for (const char *p = valid; *p; p = g_utf8_next_char(p))
        put_visible(out, g_utf8_get_char(p));
    g_free(valid);
    return g_string_free(out, FALSE);
}

char *csl_visible(const char *s) {
    return csl_visible_n(s, strlen(s));
}

void csl_escape_markup_n(GString *out, const char *s, size_t n) {
    char *clean = csl_visible_n(s, n);
    for (const char *p = clean; *p; p++) {
        switch (*p) {
        case '&': g_string_append(out, "&amp;"); break;
        case '<': g_string_append(out, "&lt;"); break;
        case '>': g_string_append(out, "&gt;"); break;
        case '"': g_string_append(out, "&quot;"); break;
        case '\'': g_string_append(out, "&#39;"); break;
        default: g_string_append_c(out, *p);
        }
    }
    g_free(clean);
}

void csl_escape_markup(GString *out, const char *s) {
    csl_escape_markup_n(out, s, strlen(s));
}

/* GitHub reads %25, %0D and %0A back in messages, and %3A and %2C too in properties. An older form
 * of command starts with ##[ anywhere in a line: a blank goes before that bracket. */
static void github(GString *out, const char *s, const char *special) {
    char *valid = csl_utf8(s);
    for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c < 0x80 && strchr(special, (int)c))
            g_string_append_printf(out, "%%%02X", c);
        else
            put_visible(out, c);
        if (g_str_has_prefix(p, "#[") && g_str_has_suffix(out->str, "##"))
            g_string_append_c(out, ' ');
    }
    g_free(valid);
}

void csl_escape_github(GString *out, const char *s) {
    github(out, s, "%\r\n");
}

void csl_escape_github_property(GString *out, const char *s) {
    github(out, s, "%\r\n:,");
}

/* Every ASCII punctuation character may carry a backslash in Markdown. `<`, `&` and `@` are
 * written as entities, since a backslash does not stop HTML blocks, entities and mentions in every
 * reader. */
void csl_escape_markdown(GString *out, const char *s) {
    char *clean = csl_visible(s);
    for (const char *p = clean; *p; p++) {
        switch (*p) {
        case '&': g_string_append(out, "&amp;"); break;
        case '<': g_string_append(out, "&lt;"); break;
        case '>': g_string_append(out, "&gt;"); break;
        case '@': g_string_append(out, "&#64;"); break;
        case '\t': g_string_append_c(out, ' '); break;
        default:
            if (g_ascii_ispunct(*p) && !strchr(",;()'/%=", *p))
                g_string_append_c(out, '\\');
            g_string_append_c(out, *p);
        }
    }
    g_free(clean);
}

/* An HTML <code> element instead of backticks: in a table cell `|` can be escaped inside it, and
 * no run of backticks in the text can end it. Markdown still formats its content, so that is
 * escaped as text. */
void csl_escape_markdown_code(GString *out, const char *s) {
    g_string_append(out, "<code>");
    csl_escape_markdown(out, s);
    g_string_append(out, "</code>");
}

void csl_escape_uri(GString *out, const char *path) {
    if (path[0] == '/')
        g_string_append(out, "file://");
    for (const char *p = path; *p; p++)
        if (g_ascii_isalnum(*p) || strchr("-._~/", *p))
            g_string_append_c(out, *p);
        else
            g_string_append_printf(out, "%%%02X", (unsigned char)*p);
}

void csl_escape_message(GString *out, const char *message, csl_piece_fn text, csl_piece_fn code) {
    char **part = g_strsplit(message, "`", -1);
    guint n = g_strv_length(part);
    for (guint i = 0; i < n; i++) {
        if (i % 2 == 0)
            text(out, part[i]);
        else if (i + 1 < n)
            code(out, part[i]);
        else { /* the backtick that nothing closes */
            text(out, "`");
            text(out, part[i]);
        }
    }
    g_strfreev(part);
}

static void put_code(GString *out, const char *text) {
    g_string_append(out, "<code>");
    csl_escape_markup(out, text);
    g_string_append(out, "</code>");
}

void csl_html_put(GString *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            g_string_append_c(out, *p);
            continue;
        }
        p++;
        if (*p == 'u') {
            g_string_append_printf(out, "%u", va_arg(args, uint32_t));
            continue;
        }
        const char *text = va_arg(args, const char *);
        if (text && *p == 'm')
            csl_escape_message(out, text, csl_escape_markup, put_code);
        else if (text)
            csl_escape_markup(out, text);
    }
    va_end(args);
}
