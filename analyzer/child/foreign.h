/* The one way to read text that strangers wrote: a configuration, a database, a baseline, a diff, a
 * shard, comments in sources, standard input. A limited child that may open no file and start
 * nothing (sandbox.h) reads it and makes a JSON value of it, which this process gets packed
 * (packed.h).
 */
#ifndef CSL_CHILD_FOREIGN_H
#define CSL_CHILD_FOREIGN_H

#include "../files/text.h"

#include <jansson.h>
#include <stdbool.h>

/* Makes a value of a text; runs in the child, and sees what this process has in memory. Returns
 * NULL and sets *error to one line (caller frees) if the text is wrong. */
typedef json_t *csl_foreign_reader(const csl_text *text, const void *user, char **error);

/* The reader of JSON itself: "line 3: what is wrong". */
json_t *csl_foreign_json(const csl_text *text, const void *user, char **error);

/* Of a file of at most `most` bytes, which is opened here and read in the child; "-" is standard
 * input, for which there is no deadline. Returns NULL and sets *error: what csl_read_file or the
 * reader says, or "PATH: reading it took more than ..." and the like if the child failed; *wrong
 * (or NULL) tells whether it was the reader. */
json_t *csl_foreign_file(const char *path, size_t most, csl_foreign_reader *reader,
                         const void *user, bool *wrong, char **error);

/* Of a text that is in memory, or none: `reader` finds what it reads in `user`. */
json_t *csl_foreign_text(const csl_text *text, csl_foreign_reader *reader, const void *user,
                         char **error);

#endif
