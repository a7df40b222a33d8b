/* Launches of kernels that another file defines. Private to frontend/.
 *
 * They travel from file to file as lines of text: the kernel's key, the place of the launch, grid,
 * block, bytes, flags, what it says of the kernel's parameters, and which pointers it passes are
 * one memory, separated by tabs. */
#ifndef CSL_FOREIGN_H
#define CSL_FOREIGN_H

#include "search.h"

/* The kernel of another file that the cursor means, as far as its declaration shows it; NULL if it
 * is none. */
csl_kernel *csl_foreign_kernel(csl_launch_search *s, CXCursor function);

/* Tells the log which kernels the module defines and which launches of others there are. */
void csl_note_foreign(const csl_launch_search *s, csl_parse_log *log);
/* Adds the launches that options->launches lists to the kernels of the module. */
void csl_take_foreign(csl_launch_search *s);

#endif
