/* The language server of `cudasynclint lsp`: messages of the Language Server Protocol 3.17 on
 * standard input and output, for editors.
 *
 * Each check of a document is a child process, one at a time. A change of the document ends the
 * child. What a child says comes back as a csl_result; diagnostics, code actions and hovers are
 * made from it, not from any report's text.
 */
#ifndef CSL_LSP_H
#define CSL_LSP_H

#include "../report/report.h"

/* Checks one source, and with `hints` tries what would end its findings. Runs in a child process,
 * whose standard input is the text of `path` and whose standard output takes what `format` writes.
 * Returns the child's exit code. */
typedef int csl_lsp_check_fn(const char *path, bool hints, const csl_report_format *format,
                             void *user);

/* Serves until the client says `exit` or closes the input. Returns the exit code that the protocol
 * asks for: 0 after `shutdown`, else 1. */
int csl_lsp_serve(csl_lsp_check_fn *check, void *user);

#endif
