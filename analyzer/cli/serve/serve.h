/* `cudasynclint lsp`: the checks that the language server asks for. */
#ifndef CSL_SERVE_H
#define CSL_SERVE_H

#include "../options/options.h"

/* Serves on standard input and output until the client ends it. Every check has the options `o`,
 * one worker at a time. Returns the exit code. */
int csl_serve(const csl_options *o);

#endif
