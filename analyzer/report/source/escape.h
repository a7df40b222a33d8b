/* Escaping for every output language, in one place. Names, messages and sources come from files we
 * do not control: any bytes but NUL may appear in them. Whatever they hold, what these functions
 * append is valid in the language they are named after and stays inside the text it stands for.
 */
#ifndef CSL_REPORT_ESCAPE_H
#define CSL_REPORT_ESCAPE_H

#include <glib.h>

/* The same text as valid UTF-8: each byte that is not becomes U+FFFD. The caller frees it. */
char *csl_utf8(const char *s);

/* Any bytes as valid UTF-8, and back without loss, for documents that pass between our own
 * processes: a byte 0xNN that is not UTF-8 becomes the private character U+10FFNN. The caller frees
 * the text. */
char *csl_bytes_to_utf8(const char *bytes);
char *csl_bytes_from_utf8(const char *text);
/* For readers that do not know these characters: each of them in the text becomes U+FFFD. The
 * caller frees the result. */
char *csl_hide_bytes(const char *text);

/* Valid UTF-8 on one line, safe to look at: control characters become their pictures (a newline
 * is U+240A), except the tab; characters that reorder text or are no characters become U+FFFD.
 * The caller frees it. csl_visible_n reads at most n bytes. */
char *csl_visible(const char *s);
char *csl_visible_n(const char *s, size_t n);

/* Text or a quoted attribute value of HTML and XML 1.0. */
void csl_escape_markup(GString *out, const char *s);
void csl_escape_markup_n(GString *out, const char *s, size_t n);

/* The message of a GitHub workflow command, and the value of one of its properties. Newlines stay
 * newlines (%0A); other control characters become pictures. */
void csl_escape_github(GString *out, const char *s);
void csl_escape_github_property(GString *out, const char *s);

/* Plain text in Markdown, a table cell included: nothing in it is formatted. */
void csl_escape_markdown(GString *out, const char *s);
/* The same as a code span, which works in a table cell too. */
void csl_escape_markdown_code(GString *out, const char *s);

/* A file name as the path of a URI: "a b.cu" is "a%20b.cu", "/src/a.cu" is "file:///src/a.cu". */
void csl_escape_uri(GString *out, const char *path);

/* Messages quote code `like this`. Calls `piece` for each part in order, with `code` true between
 * two backticks. An odd last backtick is text. */
typedef void (*csl_piece_fn)(GString *out, const char *text);
void csl_escape_message(GString *out, const char *message, csl_piece_fn text, csl_piece_fn code);

/* Appends `format`, in which %s is text (NULL: nothing), %m a message with `code` in backticks,
 * %u a uint32_t; all are escaped. There is no way to insert text unescaped. */
void csl_html_put(GString *out, const char *format, ...);

#endif
