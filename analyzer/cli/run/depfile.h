/* For build systems: what a run depends on, and a file that stands for its success. */
#ifndef CSL_DEPFILE_H
#define CSL_DEPFILE_H

#include "../plan/plan.h"

/* Writes the --depfile, a rule for make in which the --stamp depends on every input, every file
 * that they include, their configurations and the baseline. Returns NULL, or why it could not be
 * written (caller frees). */
char *csl_write_depfile(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                        uint32_t n);

/* Writes the --stamp: the run was clean. Returns NULL, or why not (caller frees). */
char *csl_write_stamp(const csl_options *o);

#endif
