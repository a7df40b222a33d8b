/* What results depend on: the files that a worker read, those it asked for, found or not, and the
 * folders that it listed, each with the digest of what was read.
 */
#ifndef CSL_DEPENDS_H
#define CSL_DEPENDS_H

#include <glib.h>
#include <stdbool.h>

#include "../../../rules/finding.h"
#include "../../ir.h"

/* The digests of the files of one run: each is read once. */
typedef struct csl_digests csl_digests;
csl_digests *csl_digests_new(void);
void csl_digests_free(csl_digests *digests);
/* Of a file's text; "" if it cannot be read or is too large for a source. Valid as long as the
 * digests. */
const char *csl_digest_of(csl_digests *digests, const char *path);

/* What one result depends on, each by its state: "r DIGEST PATH", "l DIGEST PATH", or "KIND - PATH"
 * as in record.h. Free with g_ptr_array_unref. */
typedef GPtrArray csl_depends;

/* From the record of a worker (csl_record_text). NULL if something changed while it worked, or
 * cannot be told apart from something that changed: then the result holds for that run only. */
csl_depends *csl_depends_of(csl_digests *digests, const char *record, size_t bytes);

/* True if everything is as it was. */
bool csl_depends_hold(csl_digests *digests, const csl_depends *depends);

/* The files that were read, in the order of their names, as `reads` of the result. */
void csl_depends_tell(csl_ctx *ctx, csl_result *result, const csl_depends *depends);

/* Which text of each file findings stand in: path -> digest, "" if it was not always the same.
 * NULL where no file will be edited. */
typedef GHashTable csl_texts;
csl_texts *csl_texts_new(void);
/* Adds the files that findings of this result stand in. */
void csl_texts_add(csl_texts *texts, const csl_result *result, const csl_depends *depends);
/* True if this text is what the findings in the file were found in. */
bool csl_texts_match(csl_texts *texts, const char *path, const char *text, size_t bytes);

#endif
