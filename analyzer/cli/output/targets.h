/* What a run may write: no report over what it reads, no two texts into one file, and nothing
 * outside of the project that was not asked for.
 *
 * The project is the repository around the current folder, or that folder; what the command line
 * names belongs to it. A link out of the project asks for nothing.
 */
#ifndef CSL_TARGETS_H
#define CSL_TARGETS_H

#include "../../report/source/source.h"
#include "../plan/plan.h"

/* Before anything is analysed: looks at every file that the options write, with what they read and
 * the sources and configurations of the plan. Returns NULL, or which of them cannot be written so
 * (caller frees).
 */
char *csl_targets_check(const csl_options *o, csl_sources *sources, const csl_input *inputs,
                        uint32_t n);

/* The same with what the sources include. */
char *csl_targets_check_read(const csl_options *o, csl_result *const *results, uint32_t n);

/* NULL, or why a source may not be changed (caller frees). */
char *csl_targets_refuse_edit(const csl_options *o, csl_sources *sources, const char *path);

#endif
