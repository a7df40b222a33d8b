/* One row of the table of options, for the parser (options.c). */
#ifndef CSL_OPTION_TABLE_H
#define CSL_OPTION_TABLE_H

#include "options.h"

/* How regular expressions are compiled: names of files are bytes, not UTF-8. */
#define CSL_ANY_BYTES G_REGEX_RAW

typedef struct csl_option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    const char *arg;  /* how --help names the value; NULL: takes none; in brackets: may be left out,
                         and is then given behind `=` alone */
    const char *help; /* one line */
    /* Stores the value. NULL: the field of csl_options at offset `field` takes it: a const char *,
     * or a bool that becomes true when there is no `arg`. */
    char *(*set)(csl_options *o, const char *value);
    size_t field;
} csl_option;

/* The option of that name (`length` bytes, without the dashes) or letter; NULL: there is none. */
const csl_option *csl_option_find(const char *name, size_t length);
const csl_option *csl_option_find_letter(char letter);

/* Stores a value; NULL for an option that takes none. Returns NULL, or what is wrong with it
 * (caller frees). */
char *csl_option_store(const csl_option *option, csl_options *o, const char *value);

/* The error for an argument that is no option (caller frees). */
char *csl_unknown_option(const char *argument);

#endif
