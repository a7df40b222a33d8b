/* Compiler flags of each file: from a compilation database, or from where the file lies. */
#ifndef CSL_COMMANDS_H
#define CSL_COMMANDS_H

#include "../../frontend/parse/nvcc_args.h"
#include "../options/options.h"

#include <stdbool.h>

typedef struct csl_commands csl_commands;

/* Opens the database of -p, if there is one. Returns NULL and sets *error (caller frees) if it
 * cannot be used. The options must outlive the commands. */
csl_commands *csl_commands_open(const csl_options *o, char **error);
void csl_commands_free(csl_commands *c);

/* The CUDA sources of the database of -p, in its order. */
const GPtrArray *csl_commands_sources(const csl_commands *c);

/* Flags for a file, owned by the commands; never NULL. With "--" on the command line: what follows
 * it. Else looks in the database of -p, else in the nearest compile_commands.json of a directory
 * above the file or of the `build` folder there. A file that a database does not list (a header)
 * gets the flags of the CUDA source whose directories agree most with its own. Without any, or any
 * database: the include directories of the file's own repository. Those of --extra-arg come last.
 * *listed says whether a database lists the file. */
const csl_nvcc_args *csl_commands_for(csl_commands *c, const char *path, bool *listed);

#endif
