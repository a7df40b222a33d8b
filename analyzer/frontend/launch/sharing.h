/* Launches that give a kernel the same memory twice: `k<<<1, 64>>>(d, d)`. Private to frontend/.
 *
 * That pointer parameters point to distinct memory is an assumption. Where a launch shows that they
 * do not, a copy of the kernel in which they are one pointer is analysed for that launch. */
#ifndef CSL_SHARING_H
#define CSL_SHARING_H

#include "search.h"

/* Fills in launch->same: what the arguments say of the pointers among them. */
void csl_find_same_memory(const csl_host_launch *host, csl_launch *launch);
/* Of a launch with attributes: fills in begins and before (before.c). */
void csl_find_stored_before(csl_launch_search *s, const csl_launch_site *site,
                            const csl_host_launch *host, csl_launch *launch);
/* The i-th argument of the kernel; false: it is not known. */
bool csl_launch_argument(const csl_host_launch *host, unsigned i, CXCursor *argument);
/* Adds a launch like `launch`, which stands at the site, for each way in which pointers that host
 * code assigns, on the way there or in an earlier pass of a loop, come to be the same memory. If
 * that is not clear, csl_kernel.may_share says so. */
void csl_add_moved_launches(csl_launch_search *s, const csl_launch_site *site,
                            const csl_host_launch *host, csl_kernel *k, const csl_launch *launch);
/* Adds the copies to the module: a kernel follows the one it is a copy of. A kernel that is
 * launched in no other way is replaced by the first of its copies. */
void csl_add_sharing_kernels(csl_launch_search *s);

#endif
