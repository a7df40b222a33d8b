/* The values of options and of keys of the configuration: words, numbers, sizes, names of rules.
 * What returns a string returns NULL, or what is wrong with the value, in a line for people (caller
 * frees). */
#ifndef CSL_VALUES_H
#define CSL_VALUES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* "; did you mean `NAME`?" for the nearest of the names (NULL-terminated), "" if none is near. The
 * caller frees it. */
char *csl_did_you_mean(const char *word, const char *const *names);

/* Sets *to to the position of `value` in `words` (NULL-terminated). */
char *csl_value_word(int *to, const char *const *words, const char *value);

/* A number from `least` to `most` that ends at *end. */
bool csl_read_number(const char *text, const char **end, uint32_t least, uint32_t most,
                     uint32_t *to);
/* The same for a value that is nothing else. */
char *csl_value_number(uint32_t *to, const char *value, uint32_t least, uint32_t most);

/* "X", "X,Y" or "X,Y,Z", up to `most` each; missing dimensions are 1. */
char *csl_value_dim(uint32_t to[3], const char *value, const uint32_t most[3]);

/* Globs of rules, separated by commas, a dash before those to leave out. One that matches no rule
 * is a misspelling. */
char *csl_value_globs(const char *checks);
/* The error for a name that is no rule's: "`NAME` WHAT; did you mean ..." */
char *csl_no_rule(const char *name, const char *what);

#endif
