/* An entry of the cache as a file holds it: the digest of what follows, a line for each thing it
 * depends on, an empty line, the document.
 */
#ifndef CSL_CACHE_ENTRY_H
#define CSL_CACHE_ENTRY_H

#include "../../files/text.h"
#include "depends.h"

/* The text of an entry; the caller frees it. */
GString *csl_entry_write(const csl_depends *depends, const char *document, size_t bytes);

/* The document, which lies in `text`, or NULL if the entry is not whole. Changes the text; what the
 * document depends on is appended to `depends`. */
const char *csl_entry_read(csl_text *text, csl_depends *depends);

#endif
