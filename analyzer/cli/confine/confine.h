/* What a worker may read. */
#ifndef CSL_CONFINE_H
#define CSL_CONFINE_H

#include "../plan/plan.h"

/* In a worker, before it begins: from here on it reads the project of the input (up to its
 * repository, or the folders in which headers are looked for), the include paths of its flags with
 * the repositories they lie in, the toolkit, the compiler's and the system's headers, and nothing
 * else; see sandbox.h. With `links` also the headers that links in the project and the include
 * paths lead to, which takes time to find. */
void csl_confine(const csl_input *input, bool links);

#endif
