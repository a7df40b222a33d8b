/* A process that gives up all that reading sources does not need. What the kernel lacks is left
 * out.
 */
#ifndef CSL_FILES_SANDBOX_H
#define CSL_FILES_SANDBOX_H

#include <stddef.h>

/* From here on this process, which has one thread, reads only files in these folders (and these
 * files; what does not exist is skipped), opens none for writing, starts no program and no process,
 * has no socket, looks at no other process and gains no rights. Opening another file fails with
 * EACCES; a system call that no reading of sources makes ends the process with SIGSYS, or fails
 * with ENOSYS where the C library may try it. Landlock, seccomp and capabilities(7) say what that
 * means.
 */
void csl_sandbox_enter(const char *const *readable, size_t n);

/* What of it this kernel, or a build with sanitizers, cannot do: "Landlock", "seccomp", "Landlock
 * and seccomp", or NULL. */
const char *csl_sandbox_missing(void);

#endif
