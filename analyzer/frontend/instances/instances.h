/* Instances of templates that nothing in the file instantiates.
 *
 * Lowering such a template cannot follow what depends on its parameters: a member of
 * `SharedMemory<T>`, the type `typename BlockReduce::TempStorage`, a call of a function object.
 * Where that happens, the file is parsed once more with functions behind its last line that use
 * the template with arguments of the role its parameters play, and the instances are analysed
 * beside the template itself. Templates of the host that launch kernels get arguments likewise, and
 * the kernels those they pass on. They are marked (csl_kernel.recovered): never proved, and no
 * finding is more than medium.
 *
 *   class_uses.c           methods of classes that the file does instantiate
 *   archetype.c            the uses as text; roles.def: which numbers
 *   asked_members.c        templates that no such argument suits
 *   launchers.c            host templates that launch, and what they launch
 *   archetype_instances.c  what the uses instantiate becomes kernels of the module
 */
#ifndef CSL_ARCHETYPE_H
#define CSL_ARCHETYPE_H

#include "../kernels/kernels.h"

#define CSL_ARCHETYPE_USES "__csl_archetype" /* how the functions that hold the uses are called */

/* The size of a block that is made up. */
enum { CSL_MADE_UP_BLOCK = 128 };

/* Host templates of the main file, arena of the unit's ctx. */
typedef struct csl_launchers {
    CXCursor *v;
    unsigned n;
} csl_launchers;

/* Uses of the methods of the class templates that the main file instantiates, for
 * csl_parse_options.uses, in the arena of the unit's ctx. NULL if there are none (class_uses.c). */
const char *csl_class_uses(const csl_unit *unit);

/* Those that launch kernels, if a kernel template has no instance; else none. */
csl_launchers csl_find_launchers(const csl_unit *unit, const csl_lowered *lowered);

/* The text of the main file with uses of the templates of `lowered->unresolved` and of the
 * launchers. The caller frees it (g_free). NULL if there are none that can be named. `whole`: T is
 * an int, not a float, and only of templates that have no instance yet, such as need whole numbers;
 * no launchers then. */
char *csl_archetype_text(const csl_unit *unit, const csl_lowered *lowered, csl_launchers launchers,
                         bool whole);
/* Lowers the instances that `unit`, a parse of that text, uses, and adds them to the module.
 * `known`: the unit that `lowered` comes from; an instance with errors that it has not is left out.
 */
void csl_lower_archetypes(const csl_unit *unit, const csl_unit *known, csl_lowered *lowered);
/* The same for the kernels that its launchers launch, with these launches. */
void csl_lower_launched(const csl_unit *unit, const csl_unit *known, csl_lowered *lowered);

/* ---- shared by the files of this folder ------------------------------------------------------ */

/* The module has an instance of the template with that USR (interned); one with a launch. */
bool csl_has_instance(const csl_module *m, const char *pattern);
bool csl_has_launched_instance(const csl_module *m, const char *pattern);
/* What the name of a parameter says of the number that is made up for it; 0: nothing (roles.def).
 */
unsigned csl_number_by_name(const char *name);
/* The function template surely names a member of its type parameter, `T::member`, where it is
 * instantiated (asked_members.c). */
bool csl_asks_for_members(csl_places *places, CXCursor pattern, CXCursor parameter);
/* The name of one of its parameters says that it is the size of the block (roles.def). */
bool csl_names_block(csl_ctx *ctx, CXCursor pattern);
/* How many errors the unit has inside the function. */
unsigned csl_errors_in(const csl_unit *unit, csl_places *places, CXCursor f);
/* The kernels of `part`, which lists the files of lowered->module too, join those of the module,
 * marked as made up for the reason `why`. */
void csl_add_instances(csl_lowered *lowered, csl_module *part, const char *why);

#endif
