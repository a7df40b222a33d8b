/* Instances of templates that nothing in the file instantiates.
 *
 * Lowering such a template cannot follow what depends on its parameters: a member of
 * `SharedMemory<T>`, the type `typename BlockReduce::TempStorage`, a call of a function object.
 * Where that happens, the file is parsed once more with a function behind its last line that uses
 * the template with arguments somebody might choose, and the instances are analysed beside the
 * template itself. They are marked (csl_kernel.guessed): never proved, and no finding is more than
 * medium.
 */
#ifndef CSL_SUPPOSE_H
#define CSL_SUPPOSE_H

#include "../kernels/kernels.h"

#define CSL_SUPPOSED "__csl_supposed" /* how the functions that use them are called */

/* The text of the main file with uses of the templates of `lowered->unresolved`. The caller frees
 * it (g_free). NULL if there are none that can be named. `whole`: T is an int, not a float, and
 * only of templates that have no instance yet, such as need whole numbers. */
char *csl_suppose_text(const csl_unit *unit, const csl_lowered *lowered, bool whole);
/* Lowers the instances that `unit`, a parse of that text, uses, and adds them to the module.
 * `known`: the unit that `lowered` comes from; an instance with errors that it has not is left out.
 */
void csl_lower_supposed(const csl_unit *unit, const csl_unit *known, csl_lowered *lowered);

#endif
