/* Shared by the files that print and read the text form. */
#ifndef CSL_IR_TEXT_H
#define CSL_IR_TEXT_H

#include "internal.h"

/* The words of the text form, indexed by the enumerations of ir.h (names.c). */
typedef struct csl_names {
    const char *const *names;
    unsigned count;
    const char *what; /* "access mode", for messages */
} csl_names;
extern const csl_names csl_type_names, csl_op_names, csl_scope_names, csl_stmt_names,
    csl_origin_names, csl_mode_names, csl_atomic_names, csl_order_names, csl_mask_names,
    csl_proxy_names, csl_launched_names, csl_sync_names, csl_object_names;

/* A string literal of the text form, with its quotes. */
void csl_print_string(FILE *out, const char *s);

/* ---- reading ------------------------------------------------------------------------------- */

/* A cursor over the text. The first error is kept and moves the cursor to the end, so that every
 * loop over a list ends by itself and callers need not check after each token; what a function
 * returns after an error is valid (empty, 0, NULL for expressions) but has no meaning. */
typedef struct csl_reader {
    csl_ctx *ctx;
    const char *start, *at;
    const char *token; /* where the last token began: the place of an error */
    const char *error; /* "LINE:COL: what", or NULL */
    unsigned depth;    /* open lists, bounded so that recursion is */
    char word[64];
    csl_expr **labels; /* #N= of the current expression; NULL while N is being read */
    uint32_t nlabels;
} csl_reader;

__attribute__((format(printf, 2, 3))) void csl_read_fail(csl_reader *r, const char *fmt, ...);
/* True if another item follows in the current list. */
bool csl_read_more(csl_reader *r);
/* True if the next character, blanks skipped, is c; it is not consumed. */
bool csl_read_peek(csl_reader *r, char c);
/* Consumes one character. */
void csl_read_char(csl_reader *r, char c);
/* "(" and ")". Opening counts the depth. */
void csl_read_open(csl_reader *r);
void csl_read_close(csl_reader *r);
/* A word such as `let`; valid until the next one is read. */
const char *csl_read_word(csl_reader *r);
/* Reads a word and wants it to be this one. */
void csl_read_keyword(csl_reader *r, const char *word);
/* One of the names; its index. */
unsigned csl_read_name(csl_reader *r, const csl_names *names);
/* The index of text[0..length) among the names, or names->count. */
unsigned csl_find_name(const csl_names *names, const char *text, size_t length);
uint64_t csl_read_unsigned(csl_reader *r, uint64_t max);
/* A string literal, in the arena. */
char *csl_read_string(csl_reader *r);
csl_expr *csl_read_one_expr(csl_reader *r);

/* An array in the arena with room for element n, given that it holds n elements. */
void *csl_grow_array(csl_ctx *ctx, void *items, size_t n, size_t item_bytes);

#endif
