/* cudasynclint diff OLD.json NEW.json */
#ifndef CSL_DIFF_COMMAND_H
#define CSL_DIFF_COMMAND_H

#include "../options/options.h"

/* Compares the two reports and writes what changed in the formats asked for (text, markdown,
 * html). Exit code: 1 if something got worse, which is a new finding that --fail-on counts or a
 * verdict; 2 if a report cannot be read or written; else 0. */
int csl_diff(const csl_options *o);

#endif
