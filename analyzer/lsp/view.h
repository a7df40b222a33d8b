/* What a check said of a document: made in the child, read in the server. */
#ifndef CSL_LSP_VIEW_H
#define CSL_LSP_VIEW_H

#include "../ir.h"
#include "../report/report.h"

#include <jansson.h>

/* One check's result, with the text it was made of. */
typedef struct csl_view {
    csl_ctx *ctx;
    csl_result *result;
    struct csl_sources *sources; /* holds the text that was checked */
    const char *path;            /* of the document */
    bool utf8;                   /* the client counts characters in bytes of UTF-8, not in UTF-16 */
    bool tried;                  /* csl_finding.mends is set where something ends the finding */
} csl_view;

/* The format in which the child writes. */
extern const csl_report_format csl_lsp_format;

/* What the child has written, of `path` with `text`. NULL, with one line in *error (caller frees),
 * if it is no such document. Free with csl_view_free. */
csl_view *csl_view_read(const char *path, const char *text, const char *document, size_t bytes,
                        char **error);
void csl_view_free(csl_view *v); /* NULL is fine */

/* A range of the protocol: lines and characters from 0. The first place of the file if `line` of
 * the region is 0. */
json_t *csl_view_range(const csl_view *v, const csl_region *r);
/* {"uri", "range"} */
json_t *csl_view_location(const csl_view *v, const csl_region *r);
/* True if the region holds a position of the protocol, in the document itself. */
bool csl_view_holds(const csl_view *v, const csl_region *r, json_int_t line, json_int_t character);

#endif
